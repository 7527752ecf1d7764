//! Written and read back: whole, cut anywhere, and wrong.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use mainspring_definition::Dimension;
use mainspring_record::{Column, Ending, Event, Frame, Memory, Schema, Sink, SinkError};
use mainspring_recording::{CsvSink, ReadError, beside, read, read_from};
use proptest::prelude::*;
use std::io::Write;
use std::path::Path;

fn schema() -> Schema {
    let column = |name: &str, dimension, angle| Column { name: name.to_owned(), dimension, angle };
    Schema {
        scene: "a \"quoted\" # scene\nof two lines".to_owned(),
        version: "0.1.0".to_owned(),
        settings: vec![("rtol".to_owned(), "1e-9".to_owned()), ("integrator".to_owned(), "dop853".to_owned())],
        columns: vec![
            column("p.bob.position.y", Dimension::LENGTH, false),
            column("max(a.angle, \"b\")", Dimension::NONE, true),
            column("norm(o.force) # 1", Dimension::FORCE, false),
        ],
        ..Schema::default()
    }
}

fn event(time: f64, number: f64) -> Event {
    Event {
        time,
        order: 1,
        kind: "release".to_owned(),
        who: vec!["o".to_owned(), "p.bob".to_owned()],
        numbers: vec![("speed".to_owned(), number)],
        text: "o let go, with a comma\nand a break".to_owned(),
    }
}

/// The table, what lies beside it, and the same in memory.
fn written(frames: &[(f64, [f64; 3])], events: &[Event]) -> (Vec<u8>, Vec<u8>, Memory) {
    let (mut table, mut about, mut memory) = (Vec::new(), Vec::new(), Memory::default());
    {
        let mut csv = CsvSink::new(&mut table, &mut about);
        for sink in [&mut csv as &mut dyn Sink, &mut memory] {
            sink.begin(&schema()).unwrap();
            frames.iter().for_each(|(t, v)| sink.frame(&Frame::bare(*t, v)).unwrap());
            events.iter().for_each(|e| sink.event(e).unwrap());
            sink.finish(&Ending::default()).unwrap();
        }
    }
    (table, about, memory)
}

#[test]
fn the_table_is_plain_and_the_rest_beside_it() {
    let (table, about, _) =
        written(&[(0.0, [1.0, -0.1, 1e-7]), (0.01, [f64::NAN, f64::INFINITY, 1e300])], &[event(0.01, 2.5)]);
    let (table, about) = (String::from_utf8(table).unwrap(), String::from_utf8(about).unwrap());
    assert_eq!(
        table.lines().collect::<Vec<_>>(),
        [
            "time,p.bob.position.y,\"max(a.angle, \"\"b\"\")\",\"norm(o.force) # 1\"",
            "0.0,1.0,-0.1,1e-7",
            "0.01,NaN,inf,1e300"
        ]
    );
    let lines: Vec<serde_json::Value> = about.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines[0]["run"]["scene"], "a \"quoted\" # scene\nof two lines");
    let units: Vec<&str> =
        lines[0]["run"]["columns"].as_array().unwrap().iter().map(|c| c["unit"].as_str().unwrap()).collect();
    assert_eq!(units, ["m", "rad", "N"]);
    assert_eq!(lines[1]["event"]["kind"], "release");
    assert_eq!(lines[2]["end"]["frames"], 2);
}

#[test]
fn files_cut_anywhere_read_up_to_the_cut() {
    let frames: Vec<(f64, [f64; 3])> = (0..20).map(|i| (f64::from(i) * 0.01, [0.1, 0.2, f64::from(i)])).collect();
    let (table, about, memory) = written(&frames, &[event(0.2, 1.0)]);
    let header_end = String::from_utf8_lossy(&table).find("\n0.0,").unwrap() + 1;
    for cut in 0..table.len() {
        match read_from(&table[..cut], &about[..]) {
            Ok(recording) => {
                assert!(cut >= header_end);
                let n = recording.run.times.len();
                assert_eq!(recording.run.times, memory.times[..n]);
                assert_eq!(recording.run.values, memory.values[..3 * n]);
            }
            Err(ReadError::NoHeader) => assert!(cut < header_end),
            Err(e) => panic!("cut at {cut}: {e}"),
        }
    }
    for cut in 0..about.len() {
        let recording = read_from(&table[..], &about[..cut]).unwrap();
        assert!(!recording.complete && recording.run.values == memory.values);
        let told = about[..cut].iter().filter(|b| **b == b'\n').count();
        assert_eq!(recording.run.events.len(), told.saturating_sub(1));
    }
    let whole = read_from(&table[..], &about[..]).unwrap();
    assert!(whole.complete && whole.run.values == memory.values && whole.run.events == memory.events);
}

#[test]
fn a_run_that_breaks_off_leaves_what_it_gave() {
    let (mut table, mut about) = (Vec::new(), Vec::new());
    {
        let mut csv = CsvSink::new(&mut table, &mut about);
        csv.begin(&schema()).unwrap();
        csv.frame(&Frame::bare(0.5, &[1.0, 2.0, 3.0])).unwrap();
        // dropped without `finish`
    }
    let recording = read_from(&table[..], &about[..]).unwrap();
    assert!(!recording.complete && recording.run.times == [0.5]);
}

#[test]
fn events_are_written_at_once() {
    let (mut table, mut about) = (Vec::new(), Vec::new());
    let mut csv = CsvSink::new(&mut table, &mut about);
    csv.begin(&schema()).unwrap();
    csv.event(&event(0.25, 1.0)).unwrap();
    // as if killed: nothing is dropped or finished
    std::mem::forget(csv);
    assert_eq!(read_from(&table[..], &about[..]).unwrap().run.events, [event(0.25, 1.0)]);
}

#[test]
fn files_lie_beside_each_other() {
    assert_eq!(beside(Path::new("out/a/recording.csv")), Path::new("out/a/recording.jsonl"));
    assert_eq!(beside(Path::new("run")), Path::new("run.jsonl"));
    assert_ne!(beside(Path::new("a.jsonl")), Path::new("a.jsonl"));
    let folder = std::env::temp_dir().join(format!("mainspring-recording-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("recording.csv");
    let mut csv = CsvSink::create(&path).unwrap();
    csv.begin(&schema()).unwrap();
    csv.frame(&Frame::bare(0.5, &[1.0, 2.0, 3.0])).unwrap();
    csv.finish(&Ending::default()).unwrap();
    let whole = read(&path).unwrap();
    assert!(whole.complete && whole.run.schema == schema());
    // the table alone is still one
    std::fs::remove_file(beside(&path)).unwrap();
    let alone = read(&path).unwrap();
    assert!(!alone.complete && alone.run.values == [1.0, 2.0, 3.0] && alone.run.schema.columns[0].unit().is_empty());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn blocks_are_whole_lines() {
    struct Blocks(Vec<Vec<u8>>);
    impl Write for &mut Blocks {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut blocks = Blocks(Vec::new());
    {
        let mut about = Blocks(Vec::new());
        let mut csv = CsvSink::new(&mut blocks, &mut about);
        csv.begin(&schema()).unwrap();
        (0..10_000).for_each(|i| csv.frame(&Frame::bare(f64::from(i), &[0.1, 0.2, 0.3])).unwrap());
        csv.finish(&Ending::default()).unwrap();
    }
    assert!(blocks.0.len() > 3 && blocks.0.len() < 20, "{}", blocks.0.len());
    assert!(blocks.0.iter().all(|b| b.ends_with(b"\n")));
}

#[test]
fn wrong_use_and_full_discs_are_errors() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::new(std::io::ErrorKind::StorageFull, "no space left"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let SinkError { cause } = CsvSink::new(Full, Full).begin(&schema()).unwrap_err();
    assert!(cause.contains("no space left"), "{cause}");
    let mut csv = CsvSink::new(Vec::new(), Vec::new());
    assert!(csv.frame(&Frame::bare(0.0, &[])).is_err(), "before begin");
    csv.begin(&schema()).unwrap();
    assert!(csv.frame(&Frame::bare(0.0, &[1.0])).is_err() && csv.begin(&schema()).is_err());
    assert!(CsvSink::create("/no/such/folder/run.csv").unwrap_err().to_string().contains("run.csv"));
}

#[test]
fn what_is_no_recording_is_said_with_its_line() {
    let message = |text: &str| read_from(text.as_bytes(), std::io::empty()).unwrap_err().to_string();
    assert_eq!(message(""), "this is no recording: there is no line of column names");
    assert_eq!(message("a,b\n"), "line 1: the column names are not those of a recording: the first is not `time`");
    assert_eq!(message("time,a\n0,1\n0,1,2\n"), "line 3: 3 values, expected 2");
    assert_eq!(message("time,a\n0,x\n"), "line 2, column 2: `x` is not a number");
    let beside = |about: &str| read_from(&b"time,a\n"[..], about.as_bytes()).unwrap_err().to_string();
    assert!(beside("{\n").starts_with("line 1 of the file beside the table"));
    let about = r#"{"run":{"scene":"","version":"","settings":[],"columns":[]}}"#;
    assert!(beside(&format!("{about}\n")).contains("not those that the file beside it describes"));
    assert!(read_from(&[0xff, 0xfe, b'\n'][..], std::io::empty()).is_err());
    assert!(read("/no/such/file.csv").is_err());
    // tables from elsewhere are plain numbers; remarks and line ends of other systems are passed over
    let plain = read_from("# mine\r\ntime,\"a,b\"\r\n0,1\r\n".as_bytes(), std::io::empty()).unwrap();
    assert_eq!((plain.run.schema.columns[0].name.as_str(), plain.run.values[0]), ("a,b", 1.0));
}

proptest! {
    #[test]
    fn every_float_comes_back(values in prop::collection::vec(any::<f64>(), 3 * 7), numbers in prop::collection::vec(any::<f64>(), 4)) {
        let frames: Vec<(f64, [f64; 3])> = values.chunks(3).map(|v| (v[0], [v[0], v[1], v[2]])).collect();
        let events: Vec<Event> = numbers.iter().map(|n| event(0.25, *n)).collect();
        let (table, about, memory) = written(&frames, &events);
        let read = read_from(&table[..], &about[..]).unwrap().run;
        let bits = |v: &[f64]| v.iter().map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() }).collect::<Vec<_>>();
        prop_assert_eq!(bits(&read.values), bits(&memory.values));
        prop_assert_eq!(bits(&read.times), bits(&memory.times));
        prop_assert_eq!(read.schema, memory.schema);
        for (a, b) in read.events.iter().zip(&memory.events) {
            prop_assert!(a.numbers[0].1 == b.numbers[0].1 || !b.numbers[0].1.is_finite());
        }
    }
}
