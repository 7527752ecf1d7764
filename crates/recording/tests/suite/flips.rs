//! A flipped byte anywhere costs nothing: what is damaged is put right, and said.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::support;

use mainspring_record::{Memory, Sink};
use mainspring_recording::{ReadRun, Recorder, Recording, read_from};
use std::io::Cursor;
use support::*;

/// xorshift: the same places on every machine.
fn places(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    }
}

/// Digits that do not compress, so that most of the file is blocks.
fn long(touching: bool) -> Vec<u8> {
    let schema = if touching { support::touching(false) } else { schema(false) };
    let (file, mut random) = (ResumePoint::default(), places(42));
    let mut sink = Recorder::to(file.clone());
    sink.begin(&schema).unwrap();
    for i in 0..2000 {
        let numbers: [f64; 11] = std::array::from_fn(|_| random(usize::MAX) as f64);
        let frame = mainspring_record::Frame {
            time: f64::from(i) * 1e-3,
            values: &numbers[..3],
            poses: &numbers[3..9],
            arrows: &numbers[9..],
            balance: [numbers[0]; 9],
            contacts: &marks(&schema, i as usize),
            stepped: &[],
        };
        sink.frame(&frame).unwrap();
        if i % 100 == 50 {
            sink.event(&event(frame.time, f64::from(i))).unwrap();
        }
        if i % 250 == 249 {
            sink.checkpoint(frame.time, &[7; 500]).unwrap();
        }
    }
    sink.finish(&ending(2.0)).unwrap();
    file.bytes()
}

fn whole(bytes: &[u8]) -> ReadRun {
    read_from(Cursor::new(bytes)).unwrap()
}

#[track_caller]
fn flipped(bytes: &[u8], memory: &Memory, place: usize, bits: u8) {
    let mut flipped = bytes.to_vec();
    flipped[place] ^= bits;
    let what = format!("byte {place} of {} flipped by {bits:#04x}", bytes.len());
    let mut recording = Recording::open_from(Cursor::new(&flipped)).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(!recording.verify().unwrap().is_empty(), "{what} goes unnoticed");
    assert!(recording.damage().iter().all(|d| !d.loses() || d.range.end == bytes.len() as u64), "{what}");
    let found = whole(&flipped);
    same(&found.run, memory);
    // and so has a clean copy
    let copy = ResumePoint::default();
    recording.recover(copy.clone()).unwrap();
    let copied = whole(&copy.bytes());
    assert!(copied.damage.is_empty() && copied.run.times == memory.times, "{what}");
}

fn flips(count: usize, seed: u64) {
    for touching in [false, true] {
        let closed = long(touching);
        // as a run that was killed leaves it: no index, half a block at the end
        let killed = &closed[..closed.len() * 4 / 5];
        for bytes in [&closed[..], killed] {
            let memory = whole(bytes).run;
            assert!(memory.times.len() > 1200);
            let mut random = places(seed);
            for _ in 0..count {
                flipped(bytes, &memory, random(bytes.len()), 1 + random(255) as u8);
            }
        }
    }
}

#[test]
fn one_flipped_byte_costs_nothing() {
    flips(50, 1989);
}

/// By hand: `cargo nextest run -p mainspring-recording --run-ignored only`.
#[test]
#[ignore = "takes a minute"]
fn a_thousand_flipped_bytes_cost_nothing() {
    flips(1000, 2026);
}

#[test]
fn the_front_is_put_right_too() {
    let bytes = long(true);
    let memory = whole(&bytes).run;
    let first = mcap::Summary::read(&bytes).unwrap().unwrap().chunk_indexes[0].chunk_start_offset as usize;
    assert!((4000..20_000).contains(&first), "{first}");
    // every so often, and the check bytes behind it
    for place in (0..first).step_by(41).chain(0..40).chain(first - 40..first) {
        flipped(&bytes, &memory, place, 0x40);
    }
}

#[test]
fn damage_in_two_places_of_a_block_costs_the_block_and_no_more() {
    let bytes = long(false);
    let memory = whole(&bytes).run;
    let chunk = &mcap::Summary::read(&bytes).unwrap().unwrap().chunk_indexes[3];
    let (at, length) = (chunk.chunk_start_offset as usize, chunk.chunk_length as usize);
    let strike = |places: &[usize]| {
        let mut bytes = bytes.clone();
        places.iter().for_each(|place| bytes[at + place] ^= 1);
        whole(&bytes)
    };
    // a burst is put right
    same(&strike(&(500..600).collect::<Vec<_>>()).run, &memory);
    // of some twenty pairs of places one at least is not; what is read is never other numbers
    let found: Vec<ReadRun> = (1..20).map(|k| strike(&[100, 100 + k * (length - 200) / 20])).collect();
    let lost: Vec<usize> = found.iter().map(|f| memory.times.len() - f.run.times.len()).collect();
    assert!(lost.iter().all(|n| [0, 250].contains(n)) && lost.contains(&250), "{lost:?}");
    for found in found {
        let first = memory.times.len() - 1250;
        assert_eq!(found.run.values[..750 * 3], memory.values[..750 * 3]);
        assert_eq!(found.run.times.last(), memory.times.last(), "{first}");
    }
}

/// A recording made before there were check bytes reads as it did; what is copied from it has them.
#[test]
fn a_file_without_them_opens() {
    let old = include_bytes!("../old/without_check_bytes.mcap");
    let found = whole(old);
    assert!(found.complete && found.damage.is_empty(), "{:?}", found.damage);
    assert_eq!((found.run.times.len(), found.run.events.len()), (101, 1));
    let last = found.run.column(1).last().unwrap();
    assert!((last + 4.05385).abs() < 5e-6, "{last}");
    let mut recording = Recording::open_from(Cursor::new(&old[..])).unwrap();
    assert!(recording.verify().unwrap().is_empty());
    // without its index too
    let mut cut = Recording::open_from(Cursor::new(&old[..old.len() - 100])).unwrap();
    assert_eq!(cut.frames(), recording.frames());
    assert!(cut.verify().unwrap().iter().all(|d| !d.loses()));
    let copy = ResumePoint::default();
    recording.recover(copy.clone()).unwrap();
    assert!(copy.bytes().len() > old.len());
    flipped(&copy.bytes(), &found.run, copy.bytes().len() / 2, 1);
}
