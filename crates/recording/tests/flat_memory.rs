//! Memory stays flat however long the run, and a frame allocates nothing.
#![expect(unsafe_code, reason = "counting bytes needs an allocator of one's own; it only counts and passes on")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "suite/support/mod.rs"]
mod support;

use mainspring_record::{Frame, Sink};
use mainspring_recording::Recorder;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use support::*;

struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

fn more(bytes: usize) {
    CALLS.fetch_add(1, Relaxed);
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

// SAFETY: every call is passed on unchanged to the system's allocator
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        // SAFETY: as the caller promised
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promised
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_sub(layout.size(), Relaxed);
        more(size);
        // SAFETY: as the caller promised
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Most bytes held while so many frames were recorded, and calls of the allocator on the way.
fn recorded_frames(frames: usize) -> (usize, usize) {
    let schema = schema(false);
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let mut sink = Recorder::to(std::io::sink());
    sink.begin(&schema).unwrap();
    let calls = CALLS.load(Relaxed);
    for i in 0..frames {
        let x = (i as f64 * 0.1).to_bits() as f64;
        let frame = Frame {
            time: i as f64 * 1e-3,
            values: &[x; 3],
            poses: &[x; 6],
            arrows: &[x; 2],
            balance: [x; 9],
            contacts: &[],
            stepped: &[],
        };
        sink.frame(&frame).unwrap();
        if sink.wants_checkpoint() {
            sink.checkpoint(frame.time, b"a state").unwrap();
        }
    }
    let calls = CALLS.load(Relaxed) - calls;
    sink.finish(&ending(1.0)).unwrap();
    (PEAK.load(Relaxed) - before, calls)
}

#[test]
fn ten_times_the_frames_take_the_same_memory() {
    recorded_frames(10_000);
    let (short, _) = recorded_frames(40_000);
    let (long, calls) = recorded_frames(1_000_000);
    // what grows is the table of chunks: a hundred bytes or so each, and each holds a thousand frames
    let chunks = 1_000_000 * 190 / (1 << 18);
    assert!(long < short + 600 * chunks, "{short} bytes for 40,000 frames, {long} for a million");
    assert!(long < 6 << 20, "{long}");
    assert!(calls < 20 * chunks, "{calls} allocations for {chunks} chunks");
}
