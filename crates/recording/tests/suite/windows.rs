//! Runs on actuator arrays: poses of windows that move, arrows of fields, scripts and bins, as recorded and compared.

use crate::support;

use mainspring_record::{Memory, Schema, Sink};
use mainspring_recording::{MemoryStream, Recorder, Recording, Selection, compare, export_recording, read_from};
use std::io::Cursor;
use support::*;

#[test]
fn windows_come_back_as_they_were() {
    for spatial in [false, true] {
        let schema = windowed(spatial);
        assert_eq!(schema.drawing.poses(), 3);
        let (bytes, memory) = recorded(&schema, 300, 50);
        let whole = read_from(Cursor::new(&bytes)).unwrap();
        assert!(whole.complete && whole.damage.is_empty(), "{:?}", whole.damage);
        same(&whole.run, &memory);
        assert_eq!(memory.frame_at(3).unwrap().poses.len(), 3 * schema.pose_len());
        // a part of it is a recording of its own
        let file = ResumePoint::default();
        let mut stream = MemoryStream::new(&memory, 0.5, 1.0);
        export_recording(&mut stream, &Selection::default(), file.clone()).unwrap();
        let part = read_from(Cursor::new(file.bytes())).unwrap();
        assert_eq!(part.run.schema.drawing, schema.drawing);
        assert_eq!(part.run.poses.len(), part.run.times.len() * 3 * schema.pose_len());
    }
    let (bytes, _) = recorded(&windowed(false), 10, 5);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("float64[9] poses  # x y angle of each body, then of each window that moves"));
    assert!(text.contains("float64[6] arrows  # force vectors [N], and of fields [N/m^2] or [m/s]"));
}

#[test]
fn recordings_without_windows_are_what_they_were() {
    let old = schema(false);
    let mut json = serde_json::to_value(&old).unwrap();
    let drawing = json["drawing"].as_object_mut().unwrap();
    for new in ["windows", "scripts", "bins"] {
        assert!(!drawing.contains_key(new), "`{new}` is written only where there is one");
    }
    for body in drawing["bodies"].as_array_mut().unwrap() {
        body.as_object_mut().unwrap().remove("arrives");
    }
    assert_eq!(serde_json::from_value::<Schema>(json).unwrap(), old);
}

#[test]
fn what_points_at_nothing_is_refused() {
    let wrong = |change: &dyn Fn(&mut Schema)| {
        let mut schema = windowed(false);
        change(&mut schema);
        Recorder::to(ResumePoint::default()).begin(&schema).unwrap_err().to_string()
    };
    let told = wrong(&|s| s.drawing.windows[1].changing = Some(2));
    assert!(told.contains("a window has arrows that are not there"), "{told}");
    assert_eq!(wrong(&|s| s.drawing.windows[1].changing = Some(usize::MAX)), told);
    let told = wrong(&|s| s.drawing.scripts[0].frames[0].1.push(2));
    assert!(told.contains("turns on a window that is not there"), "{told}");
    let told = wrong(&|s| s.drawing.windows[0].arrows[0].1[0] = f64::NAN);
    assert!(told.contains("no finite number"), "{told}");
}

#[test]
fn differences_are_named_after_windows_and_fields() {
    let memory = recorded(&windowed(false), 20, 10).1;
    let compared = |other: &Memory| {
        let [mut a, mut b] = [&memory, other].map(|m| MemoryStream::new(m, f64::NEG_INFINITY, f64::INFINITY));
        compare(&mut a, &mut b, 1e-12).unwrap()
    };
    assert!(compared(&memory).agree);
    let mut moved = memory.clone();
    moved.poses[9 * 5 + 7] += 1.0;
    moved.arrows[6 * 5 + 4] += 1.0;
    let found = compared(&moved);
    let names: Vec<(&str, &str)> = found.columns.iter().map(|c| (c.name.as_str(), c.unit.as_str())).collect();
    assert_eq!(names, [("pose of belt: y", "m"), ("field 2 of pads: x", "N/m^2")]);
}

#[test]
fn a_run_broken_off_keeps_its_windows() {
    let schema = windowed(false);
    let file = ResumePoint::default();
    {
        let mut sink = Recorder::to(file.clone());
        sink.begin(&schema).unwrap();
        frames_into(&mut sink, &schema, 0..40, 13);
    }
    let bytes = file.bytes();
    let mut recording = Recording::open_from(Cursor::new(&bytes)).unwrap();
    assert!(recording.verify().unwrap().is_empty());
    let whole = read_from(Cursor::new(bytes)).unwrap();
    assert!(!whole.complete && whole.run.poses.len() == 9 * whole.run.times.len());
}
