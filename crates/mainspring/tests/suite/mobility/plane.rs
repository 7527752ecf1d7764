//! Linkages in the plane, drawn from where their pins are: every part through two or more of them.

use std::fmt::Write;

pub type P = [f64; 2];

/// Pins and parts; a part named `ground` holds what stands still.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    bodies: String,
    joints: String,
    count: usize,
}

pub fn polar(from: P, length: f64, angle: f64) -> P {
    let (s, c) = libm::sincos(angle);
    [from[0] + length * c, from[1] + length * s]
}

pub fn apart(a: P, b: P) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

/// Where circles about two points meet, to the left of the way from the first to the second (`side` 1) or to its right (−1).
pub fn meet(a: P, ra: f64, b: P, rb: f64, side: f64) -> P {
    let far = apart(a, b);
    let along = (ra * ra - rb * rb + far * far) / (2.0 * far);
    let up = side * (ra * ra - along * along).sqrt();
    assert!(up.is_finite(), "the circles do not meet");
    let (x, y) = ((b[0] - a[0]) / far, (b[1] - a[1]) / far);
    [a[0] + along * x - up * y, a[1] + along * y + up * x]
}

/// A point of the part that goes through `a` and `b`, given along and across it.
pub fn on(a: P, b: P, along: f64, across: f64) -> P {
    let far = apart(a, b);
    let (x, y) = ((b[0] - a[0]) / far, (b[1] - a[1]) / far);
    [a[0] + along * x - across * y, a[1] + along * y + across * x]
}

impl Drawing {
    /// A part through these points; its points are called `p0`, `p1` …
    pub fn part(&mut self, name: &str, points: &[P]) -> &mut Self {
        let share = 1.0 / points.len() as f64;
        let middle = points.iter().fold([0.0; 2], |m, p| [m[0] + share * p[0], m[1] + share * p[1]]);
        let mass = 1.0 + 0.17 * (self.count % 7) as f64;
        self.count += 1;
        let spread: f64 = points.iter().map(|p| apart(*p, middle)).fold(0.0, f64::max);
        let inertia = mass * (0.3 * spread * spread + 0.001);
        let _ = write!(self.bodies, "primitive t_{name} {{ mass = {mass:?} kg; inertia = {inertia:?} kg*m^2");
        for (i, p) in points.iter().enumerate() {
            let _ = write!(self.bodies, "; point p{i} = ({:?}, {:?}) m", p[0] - middle[0], p[1] - middle[1]);
        }
        let _ = writeln!(self.bodies, " }}\npart {name} = t_{name}() at ({:?}, {:?}) m", middle[0], middle[1]);
        self
    }

    /// A pin between points of two parts, `crank.p1`.
    pub fn pin(&mut self, name: &str, a: &str, b: &str) -> &mut Self {
        let _ = writeln!(self.joints, "joint {name} = revolute({a}, {b})");
        self
    }

    /// A pin on the ground.
    pub fn foot(&mut self, name: &str, at: P, b: &str) -> &mut Self {
        let _ = writeln!(self.joints, "joint {name} = revolute(ground ({:?}, {:?}) m, {b})", at[0], at[1]);
        self
    }

    /// Any other line.
    pub fn line(&mut self, text: &str) -> &mut Self {
        let _ = writeln!(self.joints, "{text}");
        self
    }

    /// The scene, its parts at rest as drawn but for what the lines say.
    pub fn scene(&self, duration: f64) -> String {
        format!(
            "space planar\ngravity (0, -9.81) m/s^2\n{}{}run {duration:?} s every 20 ms\n",
            self.bodies, self.joints
        )
    }
}
