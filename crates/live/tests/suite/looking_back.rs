//! Back to a moment, and on from there.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::{gallery_scene, on, open};
use mainspring_live::{Grab, HistoryLimits, Live, LiveOptions};
use mainspring_workbench::Settings;

fn poses(live: &mut Live) -> Vec<u64> {
    live.frame().unwrap().poses.iter().map(|x| x.to_bits()).collect()
}

/// A session with a grab, a drag and a set in it; what was seen at each moment.
fn session(name: &str, history: HistoryLimits) -> (Live, Vec<(f64, Vec<u64>)>) {
    let options = LiveOptions { history, ..LiveOptions::default() };
    let mut live = Live::open(&gallery_scene(name), &Settings::default(), options).unwrap();
    let mut seen = Vec::new();
    let body = live.model().bodies.iter().find(|b| b.mass > 0.0).unwrap().path.clone();
    for k in 1..=24 {
        match k {
            6 => {
                live.grab(Grab { body: body.clone(), point: [0.0; 3], stiffness: Some(2.0), damping: Some(0.1) })
                    .unwrap();
            }
            10 => live.drag(1, [0.01, 0.02, 0.0], [0.1, 0.0, 0.0]).unwrap(),
            16 => live.release(1).unwrap(),
            _ => {}
        }
        if k % 5 == 0 {
            live.play(f64::from(k) / 40.0, &mut on()).unwrap();
        } else {
            live.steer(f64::from(k) / 40.0, &mut on()).unwrap();
        }
        seen.push((live.time(), poses(&mut live)));
    }
    (live, seen)
}

#[test]
fn what_is_seen_again_is_what_was_seen() {
    for name in ["double_pendulum", "four_bar", "escapement", "tray"] {
        for history in [HistoryLimits::default(), HistoryLimits { every: 0.05, bytes: 40_000 }] {
            let (mut live, seen) = session(name, history);
            let end = live.hash();
            for k in [3, 20, 11, 12, 0, 23, 15, 9] {
                let (t, then) = &seen[k];
                live.seek(*t).unwrap_or_else(|e| panic!("{name} at {t}: {e}"));
                assert_eq!(live.time(), *t);
                let now = poses(&mut live);
                if (k + 1) % 5 == 0 {
                    // what was played over ended there only when it was steered on: the same within the error of a step, which
                    // is of first order where parts are stepped
                    let apart = |(a, b): (&u64, &u64)| (f64::from_bits(*a) - f64::from_bits(*b)).abs();
                    let allowed = if name == "tray" { 1e-3 } else { 1e-8 };
                    assert!(now.iter().zip(then).map(apart).all(|d| d < allowed), "{name} at {t}");
                } else {
                    assert_eq!(&now, then, "{name} at {t}");
                }
            }
            live.seek(seen[23].0).unwrap();
            assert_eq!(live.hash(), end, "{name}");
        }
    }
}

#[test]
fn whatever_is_done_after_looking_back_begins_another_story() {
    let (mut live, seen) = session("double_pendulum", HistoryLimits::default());
    live.seek(seen[7].0).unwrap();
    live.steer(0.5, &mut on()).unwrap();
    let log = live.log().clone();
    let mut again =
        Live::replay(&gallery_scene("double_pendulum"), &Settings::default(), LiveOptions::default(), &log).unwrap();
    assert_eq!((again.time(), again.hash()), (0.5, live.hash()));
    // the drag at 0.225 s never was
    assert!(live.seek(0.55).is_err());
}

#[test]
fn between_moments_seen_the_past_is_read_from_its_steps() {
    let mut live = open("space planar\ngravity (0, -10) m/s^2\nmass m = 1 kg at (0, 0) m moving (1, 2) m/s");
    live.play(2.0, &mut on()).unwrap();
    for t in [0.3, 1.7, 0.0, 1.0001] {
        live.seek(t).unwrap();
        let p = live.read("m.position").unwrap().values;
        assert!((p[0] - t).abs() < 1e-9 && (p[1] - (2.0 * t - 5.0 * t * t)).abs() < 1e-9, "{t}: {p:?}");
    }
}

#[test]
fn a_snapshot_is_come_back_to() {
    let mut live = Live::open(&gallery_scene("escapement"), &Settings::default(), LiveOptions::default()).unwrap();
    live.steer(0.4, &mut on()).unwrap();
    let (kept, hash) = (live.snapshot().unwrap(), live.hash());
    live.set("run.rtol", "1e-7").unwrap();
    live.steer(0.9, &mut on()).unwrap();
    let other = live.hash();
    live.restore(&kept).unwrap();
    assert_eq!((live.time(), live.hash()), (0.4, hash));
    live.set("run.rtol", "1e-7").unwrap();
    live.steer(0.9, &mut on()).unwrap();
    assert_eq!(live.hash(), other);
}
