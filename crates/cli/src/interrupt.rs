//! Ctrl-C, SIGTERM and SIGHUP: the first asks the run to stop at its next step, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a program that was stopped exits with: 128 + SIGINT, as shells have it.
pub const STOPPED: u8 = 130;

/// A flag that the first of them sets.
#[cfg(unix)]
pub fn watch() -> Arc<AtomicBool> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};

    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|s| *s != SIGHUP || !ignored(SIGHUP)) {
        // where signals cannot be caught they end the program as they always did; the second looks before the first sets
        let _caught = register_conditional_shutdown(signal, i32::from(STOPPED), Arc::clone(&flag))
            .and_then(|_| register(signal, Arc::clone(&flag)));
    }
    flag
}

/// Whether whoever started the program had it ignore a signal, as `nohup` does: then it is not to be caught either.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// A flag that the first Ctrl-C sets.
#[cfg(not(unix))]
pub fn watch() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    // where signals cannot be caught, Ctrl-C ends the program as it always did
    let _caught = ctrlc::set_handler(move || {
        if seen.swap(true, std::sync::atomic::Ordering::Relaxed) {
            std::process::exit(i32::from(STOPPED));
        }
    });
    flag
}
