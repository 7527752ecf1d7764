//! Anything written reads back bit for bit, by us and by the public reader.

use crate::support;

use mainspring_definition::Dimension;
use mainspring_record::*;
use mainspring_recording::{Recorder, Recording, read_from};
use proptest::prelude::*;
use std::io::Cursor;
use support::*;

#[test]
fn a_run_comes_back_as_it_was() {
    for spatial in [false, true] {
        let (bytes, memory) = recorded(&schema(spatial), 1000, 90);
        let whole = read_from(Cursor::new(bytes)).unwrap();
        assert!(whole.complete && whole.damage.is_empty(), "{:?}", whole.damage);
        same(&whole.run, &memory);
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    assert_eq!(recorded(&schema(false), 500, 60).0, recorded(&schema(false), 500, 60).0);
}

#[test]
fn an_empty_run_is_a_recording_too() {
    for schema in [Schema::default(), schema(true)] {
        let (bytes, memory) = recorded(&schema, 0, 10);
        let whole = read_from(Cursor::new(bytes)).unwrap();
        same(&whole.run, &memory);
        assert!(whole.complete && whole.damage.is_empty());
    }
}

#[test]
fn a_writer_that_is_dropped_leaves_what_it_had() {
    let file = ResumePoint::default();
    {
        let mut sink = Recorder::to(file.clone());
        sink.begin(&schema(false)).unwrap();
        frames_into(&mut sink, &schema(false), 0..123, 50);
    }
    let whole = read_from(Cursor::new(file.bytes())).unwrap();
    assert!(!whole.complete && whole.run.times.len() == 123 && whole.damage.is_empty(), "{:?}", whole.damage);
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut sink = Recorder::to(ResumePoint::default());
    assert!(sink.frame(&Frame::bare(0.0, &[])).is_err());
    sink.begin(&schema(false)).unwrap();
    assert!(sink.begin(&schema(false)).is_err());
    let error = sink.frame(&Frame::bare(0.0, &[1.0])).unwrap_err();
    assert!(error.to_string().contains("a frame of [1, 0, 0] numbers"), "{error}");
    let mut wrong = schema(false);
    wrong.plots[0].curves = vec![3];
    assert!(Recorder::to(ResumePoint::default()).begin(&wrong).is_err());
    wrong = schema(false);
    wrong.drawing.bodies[0].mass = f64::NAN;
    let error = Recorder::to(ResumePoint::default()).begin(&wrong).unwrap_err();
    assert!(error.to_string().contains("no finite number"), "{error}");
}

/// A disk that is full after so many bytes.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| std::io::Error::other("the disk is full"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl mainspring_recording::Output for Full {}

#[test]
fn a_full_disk_is_told() {
    let front = recorded(&schema(false), 0, 10).0.len();
    let mut sink = Recorder::to(Full(front + 5000));
    sink.begin(&schema(false)).unwrap();
    let error = (0..100_000).find_map(|i| {
        let frame = Frame {
            time: f64::from(i),
            values: &[1.0; 3],
            poses: &[0.5; 6],
            arrows: &[0.1; 2],
            balance: [0.0; 9],
            contacts: &[],
            stepped: &[],
        };
        sink.frame(&frame).and_then(|()| if i % 100 == 0 { sink.checkpoint(0.0, b"state") } else { Ok(()) }).err()
    });
    assert!(error.is_some_and(|e| e.to_string().contains("the disk is full")));
    assert!(sink.finish(&ending(1.0)).is_err());
}

#[test]
fn the_public_reader_agrees() {
    let schema = schema(false);
    let (bytes, memory) = recorded(&schema, 400, 90);
    // checksums of chunks, data and summary, in order of the file
    let options = mcap::sans_io::LinearReaderOptions::default()
        .with_validate_chunk_crcs(true)
        .with_validate_data_section_crc(true)
        .with_validate_summary_section_crc(true);
    let mut reader = mcap::sans_io::LinearReader::new_with_options(options);
    let (mut rest, mut messages) = (bytes.as_slice(), 0);
    while let Some(event) = reader.next_event() {
        match event.unwrap() {
            mcap::sans_io::LinearReadEvent::ReadRequest(want) => {
                let part = want.min(rest.len());
                reader.insert(part).copy_from_slice(&rest[..part]);
                reader.notify_read(part);
                rest = &rest[part..];
            }
            mcap::sans_io::LinearReadEvent::Record { opcode: mcap::records::op::MESSAGE, .. } => messages += 1,
            mcap::sans_io::LinearReadEvent::Record { .. } => {}
        }
    }
    assert_eq!(messages, 400 + 8 + 4 + 1);
    // the index at the end
    let summary = mcap::Summary::read(&bytes).unwrap().unwrap();
    let statistics = summary.stats.as_ref().unwrap();
    assert_eq!((statistics.message_count, statistics.chunk_count), (413, 5));
    assert_eq!(statistics.channel_message_counts[&1], 400);
    assert_eq!(summary.chunk_indexes.len(), 5);
    assert_eq!(summary.metadata_indexes.len(), 3);
    for index in &summary.chunk_indexes {
        let indexed: usize = summary.read_message_indexes(&bytes, index).unwrap().values().map(Vec::len).sum();
        assert_eq!(indexed, summary.stream_chunk(&bytes, index).unwrap().count());
    }
    // frames, value by value
    let mut rows = Vec::new();
    for message in mcap::MessageStream::new(&bytes).unwrap() {
        let message = message.unwrap();
        if message.channel.topic == "/frames" {
            assert_eq!(message.data[..4], [0, 1, 0, 0]);
            let row: Vec<f64> = message.data[4..].as_chunks::<8>().0.iter().map(|x| f64::from_le_bytes(*x)).collect();
            assert_eq!(message.log_time, (row[0] * 1e9) as u64);
            rows.push(row);
        }
    }
    for (i, row) in rows.iter().enumerate() {
        let frame = memory.frame_at(i).unwrap();
        let want = [&[frame.time], frame.values, frame.poses, frame.arrows, &frame.balance[..]].concat();
        assert_eq!(bits(row), bits(&want));
    }
    let definition = String::from_utf8(summary.channels[&1].schema.as_ref().unwrap().data.to_vec()).unwrap();
    assert!(definition.contains("float64 p_bob_position_y  # p.bob.position.y [m]\n"), "{definition}");
    assert!(definition.contains("float64[6] poses") && definition.contains("float64[2] arrows"), "{definition}");
}

fn any_float() -> impl Strategy<Value = f64> {
    prop_oneof![any::<u64>().prop_map(f64::from_bits), Just(f64::NAN), Just(f64::NEG_INFINITY), Just(-0.0), -1e3..1e3]
}

fn any_schema() -> impl Strategy<Value = Schema> {
    let columns = proptest::collection::vec((".*", any::<bool>()), 0..6);
    let texts = proptest::collection::vec((".*", ".*"), 0..3);
    (".*", columns, texts, any::<bool>(), 0_usize..3).prop_map(|(scene, columns, texts, spatial, bodies)| Schema {
        scene,
        columns: columns.iter().map(|(name, angle)| column(name, Dimension::RATE, *angle)).collect(),
        settings: texts.clone(),
        drawing: Drawing {
            spatial,
            bodies: schema(spatial).drawing.bodies.into_iter().cycle().take(bodies).collect(),
            ..Drawing::default()
        },
        origin: Origin { sources: texts, command: Vec::new() },
        ..Schema::default()
    })
}

proptest! {
    #[test]
    fn whatever_is_written_reads_back(
        schema in any_schema(),
        numbers in proptest::collection::vec(any_float(), 64),
        frames in 0_usize..40,
        block in 1_usize..20,
        text in ".*",
    ) {
        let (file, mut memory) = (ResumePoint::default(), Memory::default());
        let mut recorder = Recorder::to(file.clone());
        for (k, sink) in [&mut recorder as &mut dyn Sink, &mut memory].into_iter().enumerate() {
            sink.begin(&schema).unwrap();
            for i in 0..frames {
                let list = |n: usize, from: usize| (0..n).map(|j| numbers[(i * 7 + j + from) % 64]).collect::<Vec<_>>();
                let poses = list(schema.drawing.poses() * schema.pose_len(), 1);
                let values = list(schema.columns.len(), 2);
                let balance = std::array::from_fn(|j| numbers[(i + j) % 64]);
                sink.frame(&Frame { time: numbers[i % 64], values: &values, poses: &poses, arrows: &[], balance, contacts: &[], stepped: &[] }).unwrap();
                if i % 5 == 1 {
                    let mut event = event(numbers[(i + 1) % 64], numbers[(i + 2) % 64]);
                    event.text.clone_from(&text);
                    sink.event(&event).unwrap();
                }
                if i % block == 0 && k == 0 {
                    sink.checkpoint(numbers[i % 64], text.as_bytes()).unwrap();
                }
            }
            sink.finish(&Ending { time: numbers[0], error: Some(text.clone()), ..ending(0.0) }).unwrap();
        }
        let mut recording = Recording::open_from(Cursor::new(file.bytes())).unwrap();
        prop_assert!(recording.verify().unwrap().is_empty(), "{:?}", recording.damage());
        same(&read_from(Cursor::new(file.bytes())).unwrap().run, &memory);
    }
}
