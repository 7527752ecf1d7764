//! Random sequences of inputs: no panic, the ledger closed, and the log repeats them to the bit.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::{gallery_scene, on};
use mainspring_live::{Grab, Live, LiveError, LiveOptions};
use mainspring_workbench::Settings;

/// Numbers that are the same on every machine.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64) / (1_u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.next() * n as f64) as usize).min(n - 1)
    }

    fn around(&mut self, size: f64) -> f64 {
        size * (2.0 * self.next() - 1.0)
    }
}

const SCENES: [&str; 7] = ["double_pendulum", "four_bar", "escapement", "latch", "ratchet", "spinning_top", "cart"];

/// One session; what cannot be done is told, and the session goes on.
fn play_at_random(seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d);
    let name = SCENES[dice.below(SCENES.len())];
    let scene = gallery_scene(name);
    let mut live = Live::open(&scene, &Settings::default(), LiveOptions::default()).unwrap();
    let bodies: Vec<String> = live.model().bodies.iter().filter(|b| b.mass > 0.0).map(|b| b.path.clone()).collect();
    let mut hands = Vec::new();
    let mut failed = false;
    for _ in 0..14 {
        let now = live.time();
        let point = [dice.around(0.1), dice.around(0.1), dice.around(0.1)];
        let done: Result<(), LiveError> = match dice.below(9) {
            0 | 1 => live.steer(now + 0.05 * dice.next(), &mut on()).map(|_| ()),
            2 => live.play(now + 0.05 * dice.next(), &mut on()).map(|_| ()),
            3 => {
                let body = bodies[dice.below(bodies.len())].clone();
                let grab = Grab { body, point, stiffness: Some(20.0 * dice.next()), damping: Some(dice.next()) };
                live.grab(grab).map(|hand| hands.push(hand))
            }
            4 if !hands.is_empty() => {
                let hand = hands[dice.below(hands.len())];
                live.drag(hand, point, [dice.around(0.5), dice.around(0.5), 0.0])
            }
            5 if !hands.is_empty() => {
                let hand = hands.remove(dice.below(hands.len()));
                live.release(hand)
            }
            6 => live.set("gravity", if dice.below(2) == 0 { "(0, -9.81) m/s^2" } else { "(1, -9) m/s^2" }).map(|_| ()),
            7 => live.seek(now * dice.next()).map(|()| hands.clear()),
            _ => live.frame().map(|_| ()),
        };
        if let Err(error) = done {
            assert!(!error.to_string().is_empty());
            failed |= matches!(error, LiveError::Run(_));
        }
        // after looking back, hands of the future are not there
        hands.retain(|hand| live.grab_force(*hand).is_ok());
    }
    let _ = live.steer(live.time() + 0.02, &mut on());
    if failed {
        return;
    }
    assert!(live.ledger().relative < 1e-5, "{name} {seed}: {:?}", live.ledger());
    let mut again = Live::replay(&scene, &Settings::default(), LiveOptions::default(), live.log())
        .unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
    assert_eq!((again.time(), again.hash()), (live.time(), live.hash()), "{name} {seed}");
}

#[test]
fn random_sessions_are_repeated_from_their_logs() {
    (0..60).for_each(play_at_random);
}

#[test]
#[ignore = "by hand: half a minute; every run of the tests has the first sixty"]
fn a_thousand_random_sessions() {
    (0..1000).for_each(play_at_random);
}
