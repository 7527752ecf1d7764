//! Scenes of the gallery: played, they are what a batch run is; steered, they are repeated.

use crate::{gallery_scene, on};
use mainspring_live::{Live, LiveOptions, Pace};
use mainspring_workbench::{Settings, simulate};

/// Of every kind: trees, loops, contact, friction, stiff, arrays, crowds, space, scripts; and how long they are played, s.
const SCENES: [(&str, f64); 12] = [
    ("double_pendulum", 0.7),
    ("four_bar", 0.9),
    ("escapement", 0.6),
    ("spinning_top", 0.3),
    ("tray", 0.18),
    ("ratchet", 0.5),
    ("latch", 0.5),
    ("stick_slip", 0.8),
    ("dice", 0.3),
    ("funnel", 0.16),
    ("gears", 0.4),
    ("walker", 0.25),
];

fn until(end: f64) -> LiveOptions {
    LiveOptions { end: Some(end), ..LiveOptions::default() }
}

fn scenes() -> impl Iterator<Item = (&'static str, f64)> {
    let there = |name: &str| {
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name).join("scene.mech").exists()
    };
    SCENES.into_iter().filter(move |(name, _)| there(name))
}

#[test]
fn what_is_played_ends_in_the_bits_of_a_batch_run() {
    assert!(scenes().count() >= 9);
    for (name, end) in scenes() {
        let scene = gallery_scene(name);
        let settings = Settings::default();
        let batch = simulate(scene.clone(), &settings.clone().until(end)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut whole = Live::open(&scene, &settings, until(end)).unwrap_or_else(|e| panic!("{name}: {e}"));
        while whole.play(end, &mut on()).unwrap_or_else(|e| panic!("{name}: {e}")) != Pace::End && whole.time() < end {}
        assert_eq!(whole.hash(), batch.outcome.hash, "{name}");
        // a frame after every sixtieth of a second changes nothing
        let mut watched = Live::open(&scene, &settings, until(end)).unwrap();
        let mut k = 0.0;
        while watched.time() < end {
            k += 1.0;
            let to = (k / 60.0_f64).min(end);
            watched.play(to, &mut on()).unwrap_or_else(|e| panic!("{name}: {e}"));
            let shown = watched.frame().unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(shown.time, to, "{name}");
            assert!(shown.poses.iter().chain(shown.values).all(|x| x.is_finite()) || name == "stack", "{name}");
        }
        assert_eq!(watched.hash(), batch.outcome.hash, "{name} watched");
    }
}

#[test]
fn what_is_steered_is_repeated_from_its_log() {
    for (name, end) in scenes() {
        let scene = gallery_scene(name);
        let mut live = Live::open(&scene, &Settings::default(), LiveOptions::default()).unwrap();
        for k in 1..=(60.0 * end) as u32 {
            assert_eq!(
                live.steer(f64::from(k) / 60.0, &mut on()).unwrap_or_else(|e| panic!("{name}: {e}")),
                Pace::Reached
            );
        }
        let mut again = Live::replay(&scene, &Settings::default(), LiveOptions::default(), live.log())
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((again.time(), again.hash()), (live.time(), live.hash()), "{name}");
    }
}

#[test]
fn an_hour_of_the_escapement_takes_no_more_memory() {
    // ten minutes here; the other fifty are the same
    let mut live = Live::open(&gallery_scene("escapement"), &Settings::default(), LiveOptions::default()).unwrap();
    let mut events = 0;
    for k in 1..=120 {
        assert_eq!(live.play(f64::from(k) * 0.25, &mut on()).unwrap(), Pace::Reached);
        events += live.take_events().len();
    }
    assert!(events > 50, "{events}");
    let (count, largest) = live.history_size();
    assert!(largest < 100_000 && count > 10, "{count} moments of up to {largest} bytes");
    assert!(live.log().len() < 3);
}
