//! Scissor lifts through upright, where every loop is singular at once and the heavy deck is at rest for a moment while the light arms
//! are fast. By symmetry they have one freedom, the angle φ of the arms:
//!
//! ```text
//! T = ½ m(φ) φ̇²,   m = 2n (I + ¼ a sin²φ) + (½ a Σ (2k−1)² + D n²) cos²φ   (arms of 1 m: mass a, inertia I; a deck: D; n stages)
//! V = g (a Σ (2k−1) + D n) sin φ + F |cos φ|                              (F pulls the feet together)
//! ```

use crate::fault_scenes::{finishes, last, near};
use mainspring::Run;
use std::f64::consts::FRAC_PI_2;
use std::fmt::Write as _;

/// A lift and what pulls at it.
pub struct Lift {
    pub stages: u32,
    /// kg
    pub arm: f64,
    /// kg
    pub deck: f64,
    /// N
    pub pull: f64,
}

/// Angle and rate.
type State = [f64; 2];

impl Lift {
    /// m(φ) and its slope.
    fn inertia(&self, phi: f64) -> [f64; 2] {
        let (s, c) = libm::sincos(phi);
        let n = f64::from(self.stages);
        let squares: f64 = (1..=self.stages).map(|k| f64::from((2 * k - 1) * (2 * k - 1))).sum();
        let own = 2.0 * n * self.arm * (1.0 + 0.04 * 0.04) / 12.0;
        let (across, up) = (0.5 * n * self.arm, 0.5 * self.arm * squares + self.deck * n * n);
        [own + across * s * s + up * c * c, 2.0 * (across - up) * s * c]
    }

    fn weight(&self) -> f64 {
        let n = f64::from(self.stages);
        9.81 * (self.arm * n * n + self.deck * n)
    }

    fn rate(&self, [phi, w]: State) -> State {
        let (s, c) = libm::sincos(phi);
        let [m, slope] = self.inertia(phi);
        [w, (-0.5 * slope * w * w - self.weight() * c + self.pull * s * c.signum()) / m]
    }

    /// One classical step of order four.
    fn step(&self, y: State, h: f64) -> State {
        let along = |k: State, h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
        let a = self.rate(y);
        let b = self.rate(along(a, 0.5 * h));
        let c = self.rate(along(b, 0.5 * h));
        let d = self.rate(along(c, h));
        std::array::from_fn(|i| y[i] + h / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]))
    }

    /// Where it is after a time, and when it passed upright; steps end where the pull turns round.
    pub fn after(&self, start: State, time: f64) -> (State, Vec<f64>) {
        let (mut y, mut now, mut passed) = (start, 0.0, Vec::new());
        while now < time {
            let h = 2e-5_f64.min(time - now);
            let mut next = self.step(y, h);
            let mut taken = h;
            if (y[0] - FRAC_PI_2) * (next[0] - FRAC_PI_2) < 0.0 {
                // Newton's method, from this side
                taken = h * (FRAC_PI_2 - y[0]) / (next[0] - y[0]);
                for _ in 0..6 {
                    let there = self.step(y, taken);
                    taken += (FRAC_PI_2 - there[0]) / there[1];
                }
                next = self.step(y, taken);
                // just past it
                next[0] = FRAC_PI_2 + 1e-15 * next[1].signum();
                passed.push(now + taken);
            }
            (y, now) = (next, now + taken);
        }
        (y, passed)
    }

    /// Whether a run passed upright when the freedom does, and ended as high and as fast.
    pub fn agrees(&self, run: &Run, start: State, within: f64) {
        let ([phi, w], passed) = self.after(start, run.outcome.time);
        let n = f64::from(self.stages);
        near(last(run, "d.position.y"), n * libm::sin(phi), within, "height");
        near(last(run, "d.velocity.y"), n * libm::cos(phi) * w, 40.0 * within, "its rate");
        let told: Vec<f64> = run.outcome.events.iter().filter(|e| e.kind == "singular").map(|e| e.time).collect();
        for time in passed {
            let nearest = told.iter().map(|t| (t - time).abs()).fold(f64::INFINITY, f64::min);
            assert!(nearest < within, "upright at {time}, told at {told:?}");
        }
    }
}

/// A lift of some stages at 20°.
fn scene(stages: u32, lines: &str) -> String {
    let (s, c) = libm::sincos(20.0_f64.to_radians());
    let mut out = String::from(
        "space planar\ngravity (0, -9.81) m/s^2\n\
         primitive arm { shape = rect(1 m, 4 cm); mass = 5 kg; point a = (-0.5 m, 0); point b = (0.5 m, 0) }\n\
         primitive deck { shape = rect(1 m, 5 cm); mass = 100 kg; point left = (-0.5 m, 0) }\n",
    );
    for k in 1..=stages {
        let height = f64::from(2 * k - 1) * 0.5 * s;
        let _ = writeln!(out, "part a{k} = arm() at ({} m, {height} m) turned 20 deg", 0.5 * c);
        let _ = writeln!(out, "part b{k} = arm() at ({} m, {height} m) turned 160 deg", 0.5 * c);
    }
    let _ = writeln!(out, "part d = deck() at (0.5 m, {} m)", f64::from(stages) * s);
    out.push_str("joint fixed = revolute(ground (0, 0), a1.a)\njoint slide1 = slot(ground (0, 0), b1.a)\n");
    for k in 1..=stages {
        let _ = writeln!(out, "joint mid{k} = revolute(a{k}.center, b{k}.center)");
        if k < stages {
            let next = k + 1;
            let _ = writeln!(out, "joint r{k} = revolute(a{k}.b, b{next}.a)\njoint l{k} = revolute(b{k}.b, a{next}.a)");
        }
    }
    let _ = writeln!(out, "joint top = revolute(b{stages}.b, d.left)\njoint slide2 = slot(d.left, a{stages}.b)");
    out + lines
}

fn lift(stages: u32, pull: f64) -> Lift {
    Lift { stages, arm: 5.0, deck: 100.0, pull }
}

#[test]
fn lifts_pushed_through_upright_follow_their_one_freedom() {
    for stages in 1..=2 {
        let scene = scene(stages, "start fixed rate 5 rad/s\nrun 0.3 s every 10 ms\n");
        let run = finishes(&scene, &[], &["d.position.y", "d.velocity.y"]);
        lift(stages, 0.0).agrees(&run, [20.0_f64.to_radians(), 5.0], 1e-6);
        assert!(run.outcome.ledger.relative < 1e-7, "{stages}: {:e}", run.outcome.ledger.relative);
        assert!(run.outcome.work.evaluations < 6_000, "{stages}: {}", run.outcome.work.evaluations);
    }
}

#[test]
fn lifts_drawn_by_a_spring_that_turns_round_upright_follow_their_one_freedom() {
    for stages in 1..=2 {
        let pull = 4000.0 * f64::from(stages);
        let lines = format!(
            "spring cyl = linear(a1.a, b1.a) {{ force = {pull} N }}\nstart fixed rate 1 rad/s\nrun 0.5 s every 10 ms\n"
        );
        let run = finishes(&scene(stages, &lines), &[], &["d.position.y", "d.velocity.y"]);
        lift(stages, pull).agrees(&run, [20.0_f64.to_radians(), 1.0], 1e-6);
        assert!(run.outcome.ledger.relative < 1e-7, "{stages}: {:e}", run.outcome.ledger.relative);
        assert!(run.outcome.work.evaluations < 20_000, "{stages}: {}", run.outcome.work.evaluations);
    }
}

#[test]
fn lifts_driven_through_upright_go_as_they_are_driven() {
    for stages in 1..=4 {
        // 20° to 110°, with rate at both ends
        let lines = "drive fixed angle = 20 deg + 90 deg/s * t + 20 deg * sin(3 rad/s * t)\nrun 1 s every 10 ms\n";
        let run = finishes(&scene(stages, lines), &[], &["d.position.y", "d.velocity.y", "fixed.angle"]);
        let turn = std::f64::consts::PI / 9.0;
        let phi = turn * (1.0 + 4.5 + libm::sin(3.0));
        let w = turn * (4.5 + 3.0 * libm::cos(3.0));
        let n = f64::from(stages);
        near(last(&run, "d.position.y"), n * libm::sin(phi), 1e-9, "height");
        near(last(&run, "d.velocity.y"), n * libm::cos(phi) * w, 1e-8, "its rate");
        assert!(run.outcome.ledger.relative < 1e-6, "{stages}: {:e}", run.outcome.ledger.relative);
    }
}
