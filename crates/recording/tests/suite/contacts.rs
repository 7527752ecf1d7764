//! Contacts in a recording: they come back bit for bit, with their frames, by any way of reading; tables have them all.

use crate::support;

use mainspring_record::*;
use mainspring_recording::{
    Format, MemoryStream, Recorder, Recording, ResumeFit, Selection, compare, export_contacts, export_recording, fits,
    read_from,
};
use std::io::Cursor;
use support::*;

const ALWAYS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

#[test]
fn contacts_come_back_as_they_were() {
    for spatial in [false, true] {
        let (bytes, memory) = recorded(&touching(spatial), 1000, 90);
        let whole = read_from(Cursor::new(&bytes)).unwrap();
        assert!(whole.complete && whole.damage.is_empty(), "{:?}", whole.damage);
        same(&whole.run, &memory);
        assert_eq!(memory.contacts.len(), (0..1000).map(|i| i % 4).sum::<usize>());
        let mut recording = Recording::open_from(Cursor::new(&bytes)).unwrap();
        assert_eq!(recording.contact_summary().map(|c| (c.points, c.pairs)).unwrap(), (1500, 3));
        // a stretch of it, and every fourth frame of the rest
        let part = recording.frames_between(2.0, 3.0).unwrap();
        assert_eq!(part.times.len(), 101);
        for (i, k) in (200..=300).enumerate() {
            assert_eq!(part.contacts_at(i), memory.contacts_at(k));
        }
        let thin = recording.sample(&Selection { most_frames: 300, ..Selection::default() }).unwrap();
        assert_eq!(thin.times.len(), 250);
        for i in 0..250 {
            assert_eq!(thin.contacts_at(i), memory.contacts_at(4 * i));
        }
    }
}

#[test]
fn a_scene_in_which_nothing_may_touch_has_no_channel_for_it() {
    let (bytes, _) = recorded(&schema(false), 200, 50);
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    assert_eq!((summary.channels.len(), summary.schemas.len()), (4, 3));
    assert!(!bytes.windows(13).any(|w| w == b"contact_pairs"), "an old reader would stumble");
    let mut sink = Recorder::to(ResumePoint::default());
    sink.begin(&touching(false)).unwrap();
    let mut mark = marks(&touching(false), 1)[0];
    mark.pair = 3;
    let numbers = [0.0; 6];
    let frame =
        Frame { time: 0.0, values: &numbers[..3], poses: &numbers, arrows: &numbers[..2], ..Frame::bare(0.0, &[]) };
    sink.frame(&frame).unwrap();
    let error = sink.frame(&Frame { contacts: &[mark], ..frame }).unwrap_err();
    assert!(error.to_string().contains("a contact of pair 3"), "{error}");
}

#[test]
fn the_public_reader_finds_them_beside_their_frames() {
    let (bytes, memory) = recorded(&touching(false), 200, 60);
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    let statistics = summary.stats.as_ref().unwrap();
    assert_eq!((statistics.channel_message_counts[&1], statistics.channel_message_counts[&5]), (200, 200));
    assert_eq!((statistics.channel_count, statistics.schema_count), (5, 4));
    for index in &summary.chunk_indexes {
        let indexed: usize = summary.read_message_indexes(&bytes, index).unwrap().values().map(Vec::len).sum();
        assert_eq!(indexed, summary.stream_chunk(&bytes, index).unwrap().count());
    }
    let mut frame = 0;
    for message in mcap::MessageStream::new(&bytes).unwrap() {
        let message = message.unwrap();
        if message.channel.topic != "/contacts" {
            continue;
        }
        let definition = String::from_utf8_lossy(&message.channel.schema.as_ref().unwrap().data).into_owned();
        assert!(definition.contains("# pair 1: a, floor, \"hard\"\n") && definition.contains("float64 force_y  # N\n"));
        let marks = memory.contacts_at(frame);
        let rest = &message.data[12..];
        assert_eq!(message.data[4..12], memory.times[frame].to_le_bytes());
        assert_eq!(rest[..4], (marks.len() as u32).to_le_bytes());
        assert_eq!(rest.len(), if marks.is_empty() { 4 } else { 8 + 17 * 8 * marks.len() });
        for (row, mark) in rest.get(8..).unwrap_or_default().chunks(17 * 8).zip(marks) {
            let numbers: Vec<f64> = row.as_chunks::<8>().0.iter().map(|x| f64::from_le_bytes(*x)).collect();
            assert_eq!(numbers[0], f64::from(mark.pair));
            assert_eq!([numbers[1], numbers[7], numbers[10]], [mark.point[0], mark.force[0], mark.gap]);
        }
        frame += 1;
    }
    assert_eq!(frame, 200);
}

#[test]
fn a_killed_run_is_recovered_with_its_contacts() {
    let (bytes, memory) = recorded(&touching(true), 500, 50);
    // no summary, and a block torn in two
    let starts = mcap::Summary::read(&bytes).unwrap().unwrap();
    let cut = starts.chunk_indexes[7].chunk_start_offset as usize + 200;
    let mut recording = Recording::open_from(Cursor::new(&bytes[..cut])).unwrap();
    let saved = ResumePoint::default();
    let told = recording.recover(saved.clone()).unwrap();
    assert_eq!((told.frames, told.complete, told.damage.len()), (350, false, 1));
    let whole = read_from(Cursor::new(saved.bytes())).unwrap();
    assert!(whole.damage.is_empty() && whole.run.times.len() == 350, "{:?}", whole.damage);
    for i in 0..350 {
        assert_eq!(whole.run.frame_at(i), memory.frame_at(i));
    }
    // and by way of a smaller recording
    let copy = ResumePoint::default();
    let [from, to] = ALWAYS;
    export_recording(&mut MemoryStream::new(&memory, from, to), &Selection::default(), copy.clone()).unwrap();
    assert_eq!(read_from(Cursor::new(copy.bytes())).unwrap().run.contacts, memory.contacts);
}

#[test]
fn a_run_goes_on_only_between_the_same_pairs() {
    assert_eq!(fits(&touching(false), &touching(false)), Ok(ResumeFit::Same));
    assert!(fits(&touching(false), &schema(false)).is_err());
}

#[test]
fn two_runs_part_where_their_contacts_do() {
    let (_, a) = recorded(&touching(false), 100, 50);
    let compared = |b: &Memory, tolerance| {
        let [from, to] = ALWAYS;
        let mut sides = [&a, b].map(|m| MemoryStream::new(m, from, to));
        let [x, y] = &mut sides;
        compare(x, y, tolerance).unwrap()
    };
    assert!(compared(&a, 0.0).identical);
    let mut pushed = a.clone();
    // the second point of frame 2, of pair (2 + 1) mod 3
    pushed.contacts[2].force[0] += 1e-3;
    let found = compared(&pushed, 1e-9);
    assert!(!found.agree && !found.identical && found.columns.len() == 1);
    assert_eq!((found.columns[0].name.as_str(), found.columns[0].unit.as_str()), ("contact(a, b): force x", "N"));
    assert!((found.columns[0].absolute[0] - 1e-3).abs() < 1e-9 && (found.columns[0].first - 0.02).abs() < 1e-12);
    assert!(compared(&pushed, 1e-2).agree);
    let mut moved = a.clone();
    moved.contacts[2].gap += 1e-15;
    let found = compared(&moved, 0.0);
    assert!(found.agree && !found.identical, "a bit is a bit");
}

#[test]
fn tables_have_a_row_for_each_point() {
    let (_, memory) = recorded(&touching(false), 40, 50);
    let [from, to] = ALWAYS;
    let table = |format: Format, selection: &Selection| {
        let mut out = Vec::new();
        let rows = export_contacts(&mut MemoryStream::new(&memory, from, to), selection, format, &mut out).unwrap();
        (rows, String::from_utf8(out).unwrap())
    };
    let (rows, csv) = table(Format::Csv { units: true }, &Selection::default());
    assert_eq!((rows, csv.lines().count()), (60, 61));
    let names = csv.lines().next().unwrap();
    assert_eq!(
        names,
        "time [s],first,second,feature_first,feature_second,mode,gap [m],slip [m/s],normal_force [N],\
         friction_force [N],x [m],y [m],z [m]"
    );
    let first = csv.lines().nth(1).unwrap();
    let mark = memory.contacts[0];
    assert!(first.starts_with("0.01,a,\"floor, \"\"hard\"\"\",corner,face 3,slip,"), "{first}");
    let numbers: Vec<f64> = first.rsplitn(8, ',').take(7).map(|x| x.parse().unwrap()).collect();
    // normal (0.6, 0.8, 0): the rest of the force is friction
    let along = 0.6 * mark.force[0] + 0.8 * mark.force[1];
    let across = libm::sqrt(mark.force.iter().map(|f| f * f).sum::<f64>() - along * along);
    assert!((numbers[4] - along).abs() < 1e-12 && (numbers[3] - across).abs() < 1e-12, "{first}");
    assert_eq!([numbers[2], numbers[1], numbers[0]], mark.point);
    // a name with a line break stays in its line
    assert!(csv.contains(",b,floor 2,"));
    let (_, json) = table(Format::Json, &Selection { every: 0.02, ..Selection::default() });
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let every_second = (0..40).step_by(2).map(|i| i % 4).sum::<usize>();
    assert_eq!(json["contacts"].as_array().unwrap().len(), every_second);
    assert_eq!((&json["columns"][6]["unit"], &json["contacts"][0][1]), (&"m".into(), &"b".into()));
    assert!(json["damage"].as_array().unwrap().is_empty());
}

#[cfg(feature = "tables")]
#[test]
fn arrow_and_parquet_read_back() {
    let (_, memory) = recorded(&touching(false), 40, 50);
    let [from, to] = ALWAYS;
    let mut out = Vec::new();
    let mut stream = MemoryStream::new(&memory, from, to);
    export_contacts(&mut stream, &Selection::default(), Format::Arrow, &mut out).unwrap();
    let reader = arrow_ipc::reader::FileReader::try_new(Cursor::new(out), None).unwrap();
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    assert_eq!(batches.iter().map(|b| b.num_rows()).sum::<usize>(), 60);
    let schema = batches[0].schema();
    assert_eq!(schema.fields().len(), 13);
    assert_eq!(schema.field(6).metadata()["unit"], "m");
    let mut out = Vec::new();
    let mut stream = MemoryStream::new(&memory, from, to);
    export_contacts(&mut stream, &Selection::default(), Format::Parquet, &mut out).unwrap();
    assert!(out.starts_with(b"PAR1") && out.ends_with(b"PAR1"));
}
