//! Any bytes as a recording: opened, verified, read and copied without a panic, in bounded memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mainspring_recording::{Recording, read_from};
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut recording) = Recording::open_from(Cursor::new(bytes)) else { return };
    let _ = recording.verify();
    let _ = recording.events();
    let _ = recording.last_checkpoint();
    let _ = recording.frames_between(0.0, 1.0);
    if let Ok(whole) = read_from(Cursor::new(bytes)) {
        // what a clean copy holds is what was read
        if recording.recover(std::io::sink()).is_ok() {
            assert!(whole.run.times.len() as u64 <= recording.frames());
        }
    }
});
