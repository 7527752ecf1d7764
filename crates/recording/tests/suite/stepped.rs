//! Which bodies were stepped: with every frame, there and back; recordings from before that read as they did.

use crate::support;

use mainspring_record::{Memory, Schema, Sink, SteppedStretch};
use mainspring_recording::{
    Format, MemoryStream, Recorder, Recording, ResumeFit, Selection, compare, export, export_recording, fits, gather,
    read_from,
};
use std::io::Cursor;
use support::*;

const ALWAYS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

#[test]
fn flags_come_back_with_their_frames() {
    for spatial in [false, true] {
        let (bytes, memory) = recorded(&crowded(spatial), 300, 70);
        let whole = read_from(Cursor::new(bytes.clone())).unwrap();
        assert!(whole.complete && whole.damage.is_empty(), "{:?}", whole.damage);
        same(&whole.run, &memory);
        for i in 0..300 {
            let frame = whole.run.frame_at(i).unwrap();
            assert_eq!((frame.stepped, frame.stepped_bodies()), (&[[0, 3, 2][i / 20 % 3]][..], [0, 2, 1][i / 20 % 3]));
        }
        let mut recording = Recording::open_from(Cursor::new(bytes)).unwrap();
        assert!(recording.verify().unwrap().is_empty());
        let found = recording.contact_summary().unwrap();
        assert_eq!(found.stepped, memory.stepped_stretches());
        // frames 20 to 39: both bodies, then the second alone up to frame 60
        let stretch = |from: f64, to: f64, bodies| SteppedStretch { from, to, bodies: vec![bodies] };
        assert_eq!(found.stepped[..2], [stretch(20.0 * 0.01, 40.0 * 0.01, 3), stretch(40.0 * 0.01, 60.0 * 0.01, 2)]);
        assert!(found.stepped[1].has(1) && !found.stepped[1].has(0) && !found.stepped[1].has(64));
    }
}

#[test]
fn seventy_bodies_take_two_words() {
    let mut schema = crowded(false);
    let body = schema.drawing.bodies[0].clone();
    schema.drawing.bodies = vec![body; 70];
    schema.plots.clear();
    let (bytes, memory) = recorded(&schema, 40, 9);
    assert_eq!((schema.stepped_len(), memory.stepped.len()), (2, 80));
    same(&read_from(Cursor::new(bytes)).unwrap().run, &memory);
}

#[test]
fn recordings_without_flags_read_as_before() {
    // what frames do not say is not in the schema either: such a file is, byte by byte, what older versions wrote
    let schema = touching(false);
    let json = serde_json::to_string(&schema).unwrap();
    assert!(!json.contains("stepped"), "{json}");
    assert!(!serde_json::from_str::<Schema>(&json).unwrap().stepped);
    let (bytes, memory) = recorded(&schema, 200, 60);
    let (longer, _) = recorded(&crowded(false), 200, 60);
    assert!(bytes.len() < longer.len());
    let whole = read_from(Cursor::new(bytes)).unwrap();
    same(&whole.run, &memory);
    assert!(whole.run.stepped.is_empty() && whole.run.frame_at(30).unwrap().stepped.is_empty());
    assert!(whole.run.stepped_stretches().is_empty());
}

#[test]
fn frames_with_other_flags_are_refused() {
    let mut sink = Recorder::to(ResumePoint::default());
    sink.begin(&crowded(false)).unwrap();
    let (_, memory) = recorded(&touching(false), 1, 9);
    assert!(sink.frame(&memory.frame_at(0).unwrap()).is_err(), "none where there should be some");
    assert_eq!(fits(&crowded(false), &crowded(false)), Ok(ResumeFit::Same));
    assert!(fits(&crowded(false), &touching(false)).is_err() && fits(&touching(false), &crowded(false)).is_err());
}

#[test]
fn parts_of_a_run_keep_their_flags() {
    let (_, memory) = recorded(&crowded(false), 300, 70);
    let [from, to] = ALWAYS;
    let selection = Selection { most_frames: 50, ..Selection::default() };
    let thin = gather(&mut MemoryStream::new(&memory, from, to), &selection).unwrap();
    for (i, time) in thin.times.iter().enumerate() {
        let frame = memory.times.iter().position(|t| t == time).unwrap();
        assert_eq!(thin.stepped_at(i), memory.stepped_at(frame));
    }
    let copy = ResumePoint::default();
    export_recording(&mut MemoryStream::new(&memory, 1.0, 2.0), &Selection::default(), copy.clone()).unwrap();
    let part = read_from(Cursor::new(copy.bytes())).unwrap().run;
    assert_eq!(part.stepped, memory.stepped[100..=200]);
}

#[test]
fn runs_that_were_stepped_otherwise_agree_but_are_not_identical() {
    let (_, a) = recorded(&crowded(false), 100, 50);
    let compared = |b: &Memory| {
        let [from, to] = ALWAYS;
        let mut sides = [&a, b].map(|m| MemoryStream::new(m, from, to));
        let [x, y] = &mut sides;
        compare(x, y, 0.0).unwrap()
    };
    assert!(compared(&a).identical);
    let mut other = a.clone();
    other.stepped[7] = 1;
    let found = compared(&other);
    assert!(found.agree && !found.identical, "the numbers are the same");
}

#[test]
fn tables_have_a_column_of_it_beside_all_quantities() {
    let (_, memory) = recorded(&crowded(false), 50, 50);
    let [from, to] = ALWAYS;
    let table = |selection: &Selection, format| {
        let mut out = Vec::new();
        export(&mut MemoryStream::new(&memory, from, to), selection, format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let csv = table(&Selection::default(), Format::Csv { units: true });
    let last = |line: usize| csv.lines().nth(line).unwrap().rsplit(',').next().unwrap().to_owned();
    assert_eq!([last(0), last(1), last(21), last(41)], ["stepped bodies", "0.0", "2.0", "1.0"]);
    let chosen = table(&Selection { columns: Some(vec![0]), ..Selection::default() }, Format::Csv { units: false });
    assert_eq!(chosen.lines().next().unwrap().matches(',').count(), 1);
    let json: serde_json::Value = serde_json::from_str(&table(&Selection::default(), Format::Json)).unwrap();
    let columns = json["columns"].as_array().unwrap();
    assert_eq!(columns[columns.len() - 1]["name"], "stepped bodies");
    assert_eq!(json["frames"][21][columns.len() - 1], 2.0);
    assert_eq!((json["bursts"].as_array().unwrap().len(), json["events"].as_array().unwrap().len()), (0, 1));
}
