//! Files cut anywhere and with flipped bytes: what is returned is true, what is missing is told, nothing panics.

use crate::support;

use mainspring_record::{Memory, Sink};
use mainspring_recording::{ReadError, ReadRun, Recorder, Recording, read_from};
use std::io::{Cursor, Read, Seek, SeekFrom};
use support::*;

/// Every frame and event read is one that was written, in order, and whatever is missing is told.
#[track_caller]
fn true_or_told(found: &ReadRun, memory: &Memory, what: &str) {
    let mut at = 0;
    for i in 0..found.run.times.len() {
        let frame = found.run.frame_at(i).expect("as long as the schema says");
        while at < memory.times.len() && memory.times[at].to_bits() != frame.time.to_bits() {
            at += 1;
        }
        assert!(at < memory.times.len(), "{what}: a frame at {} that was never written", frame.time);
        assert_eq!(Some(frame), memory.frame_at(at), "{what}");
        at += 1;
    }
    let written: Vec<String> = memory.events.iter().map(|e| format!("{e:?}")).collect();
    assert!(found.run.events.iter().all(|e| written.contains(&format!("{e:?}"))), "{what}: an event of its own");
    assert!(found.run.ending.is_none() || found.run.ending == memory.ending, "{what}");
    assert_eq!(found.run.schema, memory.schema, "{what}");
    let all = found.run.times.len() == memory.times.len() && found.run.events.len() == memory.events.len();
    if found.complete {
        assert!(all || !found.damage.is_empty(), "{what}: a loss nobody is told of");
    }
}

fn opened(bytes: &[u8], memory: &Memory, what: &str) -> bool {
    match read_from(Cursor::new(bytes)) {
        Ok(found) => {
            true_or_told(&found, memory, what);
            true
        }
        Err(ReadError::Io(e)) => panic!("{what}: {e}"),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn cut_at_every_byte_it_opens_up_to_the_last_whole_block() {
    cut_everywhere(&schema(false));
    cut_everywhere(&touching(false));
    cut_everywhere(&windowed(false));
}

fn cut_everywhere(schema: &mainspring_record::Schema) {
    let (bytes, memory) = recorded(schema, 60, 13);
    let ends: Vec<u64> = (0..=bytes.len())
        .map(|length| match Recording::open_from(Cursor::new(&bytes[..length])) {
            Ok(recording) => {
                assert!(opened(&bytes[..length], &memory, &format!("cut at {length}")));
                recording.frames()
            }
            Err(_) => 0,
        })
        .collect();
    assert!(ends.windows(2).all(|w| w[0] <= w[1]), "a longer file never holds less");
    let steps: Vec<u64> = ends.iter().copied().fold(Vec::new(), |mut list, n| {
        if list.last() != Some(&n) {
            list.push(n);
        }
        list
    });
    assert_eq!(steps, [0, 13, 26, 39, 52, 60]);
}

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

#[test]
fn flipped_bytes_are_told_or_harm_nothing() {
    let killed = |bytes: &[u8]| {
        // without the summary, and with half a block at its end
        let recording = Recording::open_from(Cursor::new(bytes)).unwrap();
        bytes[..bytes.len() - recording.blocks().0 * 180 - 1500].to_vec()
    };
    let long = recorded(&schema(true), 900, 70);
    let kinds = [
        recorded(&schema(false), 300, 40),
        (killed(&long.0), long.1.clone()),
        long,
        recorded(&mainspring_record::Schema::default(), 200, 30),
        recorded(&schema(false), 3, 2),
        recorded(&touching(true), 300, 40),
    ];
    let mut random = places(1989);
    let mut unreadable = 0;
    for flip in 0..1200 {
        let (bytes, memory) = &kinds[flip % kinds.len()];
        let mut bytes = bytes.clone();
        // one is put right, see `flips`; several may be too many
        let mut places: Vec<usize> = (0..1 + flip % 5).map(|_| random(bytes.len())).collect();
        places.sort_unstable();
        places.dedup();
        places.iter().for_each(|place| bytes[*place] ^= 1 << random(8));
        let what = format!("file {} with bytes {places:?} flipped", flip % kinds.len());
        unreadable += usize::from(!opened(&bytes, memory, &what));
        // everything that is wrong is found when the whole file is looked at
        if let Ok(mut recording) = Recording::open_from(Cursor::new(&bytes)) {
            assert!(!recording.verify().unwrap().is_empty(), "{what} goes unnoticed");
        }
    }
    // only the description of the run cannot be done without; it is most of the smallest files
    assert!((10..600).contains(&unreadable), "{unreadable}");
}

#[test]
fn a_damaged_block_costs_only_itself() {
    let (bytes, memory) = recorded(&schema(false), 500, 50);
    let mut recording = Recording::open_from(Cursor::new(&bytes)).unwrap();
    let summary = recording.blocks();
    assert_eq!(summary.0, 11);
    // with and without the index at the end
    for cut in [bytes.len(), bytes.len() - 10] {
        let mut broken = bytes[..cut].to_vec();
        // in the compressed bytes of the sixth block
        let middle = mcap::Summary::read(&bytes).unwrap().unwrap().chunk_indexes[5].chunk_start_offset as usize + 100;
        broken[middle..middle + 400].fill(0x5a);
        let found = read_from(Cursor::new(&broken)).unwrap();
        true_or_told(&found, &memory, "four hundred bytes overwritten");
        assert!((450..500).contains(&found.run.times.len()), "{}", found.run.times.len());
        let hit = found.damage.iter().find(|d| d.range.contains(&(middle as u64))).unwrap();
        assert!(hit.frames == Some(50) || hit.frames == Some(0), "{hit}");
        assert!(hit.to_string().contains("t = "), "{hit}");
        // and a clean copy has the rest, with the gap still told
        let mut old = Recording::open_from(Cursor::new(broken)).unwrap();
        let copy = ResumePoint::default();
        let saved = old.recover(copy.clone()).unwrap();
        assert_eq!(saved.frames, 450);
        assert!(saved.complete && !saved.damage.is_empty());
        let copied = read_from(Cursor::new(copy.bytes())).unwrap();
        assert_eq!(copied.run.times, found.run.times);
        assert!(copied.complete && copied.damage.len() == 1, "{:?}", copied.damage);
        assert_eq!(copied.damage[0].frames, Some(50));
    }
    assert!(recording.verify().unwrap().is_empty());
}

#[test]
fn recovering_a_killed_run_loses_nothing_that_was_closed() {
    let (bytes, memory) = recorded(&schema(true), 500, 50);
    let killed = &bytes[..bytes.len() * 3 / 5];
    let copy = ResumePoint::default();
    let saved = Recording::open_from(Cursor::new(killed)).unwrap().recover(copy.clone()).unwrap();
    assert!(!saved.complete && saved.frames >= 250 && saved.frames.is_multiple_of(50), "{saved:?}");
    let copied = read_from(Cursor::new(copy.bytes())).unwrap();
    assert!(copied.damage.is_empty() && copied.run.times.len() as u64 == saved.frames);
    true_or_told(&copied, &memory, "recovered");
    assert!(mcap::Summary::read(&copy.bytes()).unwrap().is_some());
}

#[test]
fn other_files_are_refused_kindly() {
    let told = |bytes: &[u8]| read_from(Cursor::new(bytes)).unwrap_err().to_string();
    assert!(told(b"").contains("holds nothing"));
    assert!(told(b"time,x\n0,1\n").contains("no recording"));
    let mut other = Vec::new();
    mcap::Writer::new(Cursor::new(&mut other)).unwrap().finish().unwrap();
    assert!(told(&other).contains("an MCAP file, but not one of mainspring's"), "{}", told(&other));
}

/// A chunk that claims to unpack to more than it may is refused before memory is taken for it.
#[test]
fn sizes_are_checked_before_they_are_believed() {
    let (bytes, _) = recorded(&schema(false), 200, 50);
    // every eight bytes in turn become a huge number
    for place in (0..bytes.len() - 8).step_by(5) {
        let mut hostile = bytes.clone();
        hostile[place..place + 8].copy_from_slice(&(u64::MAX / 3).to_le_bytes());
        if let Ok(mut recording) = Recording::open_from(Cursor::new(hostile)) {
            recording.verify().unwrap();
        }
    }
}

/// Counts what is read.
struct Counting<R>(R, u64);

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(bytes)?;
        self.1 += count as u64;
        Ok(count)
    }
}

impl<R: Seek> Seek for Counting<R> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn seeking_reads_the_index_and_the_chunks_needed() {
    let file = ResumePoint::default();
    let mut sink = Recorder::to(file.clone());
    let mut state = places(7);
    sink.begin(&schema(false)).unwrap();
    for i in 0..100_000 {
        // digits that do not compress
        let values: [f64; 3] = std::array::from_fn(|_| state(usize::MAX) as f64);
        let frame = mainspring_record::Frame {
            time: f64::from(i) * 1e-3,
            values: &values,
            poses: &[values[0]; 6],
            arrows: &[0.0; 2],
            balance: [0.0; 9],
            contacts: &[],
            stepped: &[],
        };
        sink.frame(&frame).unwrap();
        if sink.wants_checkpoint() {
            sink.checkpoint(frame.time, b"state").unwrap();
        }
    }
    sink.finish(&ending(100.0)).unwrap();
    let bytes = file.bytes();
    let whole = bytes.len() as u64;
    assert!(whole > 3_000_000, "{whole}");
    let mut found = Vec::new();
    for bytes in [&bytes[..], &bytes[..bytes.len() - 100]] {
        let mut recording = Recording::open_from(Counting(Cursor::new(bytes), 0)).unwrap();
        let run = recording.frames_between(50.0, 50.5).unwrap();
        assert_eq!((run.times.len(), run.times[0], run.times[500]), (501, 50.0, 50.5));
        found.push(recording.into_inner().1);
    }
    // the front (at most 64 KiB at a time), the index, two or three chunks of some hundred kilobytes and the last one
    assert!(found[0] < 700_000 && found[1] < 800_000, "{found:?} of {whole} bytes read");
}
