//! Tables and smaller recordings: nothing that is missing is hidden, no column vanishes, no file is cut or lost.

use crate::support;

use mainspring_definition::Dimension;
use mainspring_record::{Frame, Memory, Schema, Sink};
use mainspring_recording::{
    Format, MemoryStream, Recording, ReplacementFile, Selection, beside_clock, export, export_recording, read_from,
};
use std::io::{Cursor, Write};
use support::*;

const ALWAYS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// Five hundred frames in blocks of fifty, the sixth of which is spoilt.
fn spoilt() -> Vec<u8> {
    let (mut bytes, _) = recorded(&schema(false), 500, 50);
    let place = mcap::Summary::read(&bytes).expect("it reads").expect("it has one").chunk_indexes[5].chunk_start_offset
        as usize
        + 100;
    bytes[place..place + 400].fill(0x5a);
    bytes
}

#[test]
fn a_recording_made_from_a_damaged_one_tells_of_the_gap() {
    for every in [0.0, 0.05] {
        let mut old = Recording::open_from(Cursor::new(spoilt())).unwrap();
        let (copy, selection) = (ResumePoint::default(), Selection { every, ..Selection::default() });
        let [from, to] = ALWAYS;
        export_recording(&mut old.stream(from, to), &selection, copy.clone()).unwrap();
        let copied = read_from(Cursor::new(copy.bytes())).unwrap();
        assert!(copied.complete && copied.damage.len() == 1, "{:?}", copied.damage);
        let gap = &copied.damage[0];
        assert_eq!(gap.frames, Some(50));
        let [first, last] = gap.time.unwrap();
        assert!((first - 2.45).abs() < 0.06 && (last - 3.0).abs() < 0.06, "{gap}");
        // and so does one made from that
        let again = ResumePoint::default();
        let mut copy = Recording::open_from(Cursor::new(copy.bytes())).unwrap();
        export_recording(&mut copy.stream(from, to), &Selection::default(), again.clone()).unwrap();
        assert_eq!(read_from(Cursor::new(again.bytes())).unwrap().damage[0].frames, Some(50));
    }
    // a part without the gap has none
    let part = ResumePoint::default();
    let mut old = Recording::open_from(Cursor::new(spoilt())).unwrap();
    export_recording(&mut old.stream(0.0, 1.0), &Selection::default(), part.clone()).unwrap();
    let part = read_from(Cursor::new(part.bytes())).unwrap();
    assert!(part.damage.is_empty() && part.run.times.len() == 101, "{:?}", part.damage);
}

#[test]
fn json_tells_of_damage() {
    for (bytes, count) in [(spoilt(), 1), (recorded(&schema(false), 500, 50).0, 0)] {
        let mut recording = Recording::open_from(Cursor::new(bytes)).unwrap();
        let mut text = Vec::new();
        let [from, to] = ALWAYS;
        export(&mut recording.stream(from, to), &Selection::default(), Format::Json, &mut text).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let damage = json["damage"].as_array().unwrap();
        assert_eq!(damage.len(), count, "{damage:?}");
        for damage in damage {
            assert_eq!((&damage["time"], &damage["frames"]), (&serde_json::json!([2.5, 2.99]), &50.into()));
        }
    }
}

#[test]
fn a_quantity_called_time_stands_beside_the_clock() {
    let columns: Vec<_> =
        ["time", "time (recorded)", "x"].iter().map(|name| column(name, Dimension::TIME, false)).collect();
    assert_eq!(beside_clock(&columns).as_deref(), Some("time (recorded 2)"));
    assert_eq!(beside_clock(&columns[1..]), None);
    let mut memory = Memory::default();
    memory.begin(&Schema { columns, ..Schema::default() }).unwrap();
    memory.frame(&Frame::bare(0.5, &[7.0, 8.0, 9.0])).unwrap();
    let table = |format: Format| {
        let mut text = Vec::new();
        let [from, to] = ALWAYS;
        export(&mut MemoryStream::new(&memory, from, to), &Selection::default(), format, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    let csv = table(Format::Csv { units: false });
    assert_eq!(csv, "time,time (recorded 2),time (recorded),x\n0.5,7.0,8.0,9.0\n");
    let json: serde_json::Value = serde_json::from_str(&table(Format::Json)).unwrap();
    assert_eq!(json["columns"][1]["name"], "time (recorded 2)");
    assert_eq!(json["frames"][0], serde_json::json!([0.5, 7.0, 8.0, 9.0]));
}

#[test]
fn a_file_takes_its_place_when_it_is_whole() {
    let folder = std::env::temp_dir().join(format!("mainspring-placed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let target = folder.join("a.csv");
    let names = || std::fs::read_dir(&folder).unwrap().count();
    std::fs::write(&target, "old").unwrap();
    let given_up = ReplacementFile::create(&target).unwrap();
    given_up.writer().unwrap().write_all(b"half").unwrap();
    assert_eq!((std::fs::read_to_string(&target).unwrap().as_str(), names()), ("old", 2));
    drop(given_up);
    assert_eq!((std::fs::read_to_string(&target).unwrap().as_str(), names()), ("old", 1));
    let whole = ReplacementFile::create(&target).unwrap();
    whole.writer().unwrap().write_all(b"new").unwrap();
    whole.place().unwrap();
    assert_eq!((std::fs::read_to_string(&target).unwrap().as_str(), names()), ("new", 1));
    std::fs::remove_dir_all(&folder).unwrap();
}
