//! Plans carried out by a simulator of their own: overdamped motion in the plane, the field's force by clipping.

use crate::parts::{Dice, convex, left_of, region};
use mainspring_fields::strategy::Squeeze;
use std::f64::consts::PI;

/// A part moving in squeeze fields; x, y of its centre and its angle.
struct Overdamped {
    /// corners about the centre
    corners: Vec<Vec<[f64; 2]>>,
    area: f64,
    inertia: f64,
}

/// Translation is this much quicker than rotation (rates of a part of its size).
const QUICKER: f64 = 4.0;

impl Overdamped {
    fn of(points: &[[f64; 2]]) -> Self {
        let (center, moments) = region(points).central_moments();
        let corners = region(points).outline(1e-9);
        let about = |p: &[f64; 2]| [p[0] - center[0], p[1] - center[1]];
        Self {
            corners: corners.iter().map(|l| l.iter().map(about).collect()).collect(),
            area: moments.area,
            inertia: moments.polar(),
        }
    }

    /// Velocities across the line and about the centre with the line through the origin along `line`, the part `across` from
    /// it (the field has no force along the line).
    fn rates(&self, line: f64, across: f64, angle: f64) -> [f64; 2] {
        let (s, c) = libm::sincos(line - angle);
        // the line seen from the part
        let (t, p) = ([c, s], [across * s, -across * c]);
        let (area, first) = left_of(&self.corners, p, t);
        let force = self.area - 2.0 * area;
        let moment = -2.0 * (first[0] * t[0] + first[1] * t[1]);
        let size = (self.inertia / self.area).sqrt();
        [QUICKER * size * force / self.area, size * size * moment / self.inertia / size]
    }

    /// Where the part comes to rest; second-order steps with their error held.
    fn settle(&self, line: f64, mut position: [f64; 2], mut angle: f64) -> ([f64; 2], f64) {
        let n = [-libm::sin(line), libm::cos(line)];
        let start = position[0] * n[0] + position[1] * n[1];
        let size = (self.inertia / self.area).sqrt();
        let mut across = start;
        let mut step: f64 = 0.1;
        for _ in 0..200_000 {
            let a = self.rates(line, across, angle);
            if a[0].abs() < 1e-9 * size && a[1].abs() < 1e-8 {
                break;
            }
            let b = self.rates(line, across + step * a[0], angle + step * a[1]);
            let error = (step * 0.5 * (b[0] - a[0]).abs() / size).max(step * 0.5 * (b[1] - a[1]).abs());
            let change = (step * a[0].abs() / size).max(step * a[1].abs());
            // small against the motion itself: it must not swing past
            let allowed = 2e-3f64.min(0.2 * change);
            if error <= allowed {
                across += 0.5 * step * (a[0] + b[0]);
                angle += 0.5 * step * (a[1] + b[1]);
            }
            step *= (0.8 * (allowed / error.max(1e-300)).sqrt()).clamp(0.3, 1.5);
        }
        for k in 0..2 {
            position[k] += (across - start) * n[k];
        }
        (position, angle)
    }
}

#[test]
fn plans_orient_random_convex_parts_from_every_start() {
    let mut dice = Dice::new(1997);
    for corners in [3, 4, 5, 6, 8, 10, 12] {
        let points = convex(&mut dice, corners);
        let plan = Squeeze::of(&region(&points)).unwrap().plan(0.0).unwrap();
        let part = Overdamped::of(&points);
        let margin = plan.margin.unwrap_or(0.1);
        for i in 0..360 {
            let mut angle = f64::from(i).to_radians() + 0.01 * (dice.roll() - 0.5);
            let mut position = [0.02 * (dice.roll() - 0.5), 0.02 * (dice.roll() - 0.5)];
            for line in &plan.angles {
                (position, angle) = part.settle(*line, position, angle);
                // a knock between squeezes, smaller than the margin
                angle += 0.2 * margin.min(0.05) * (dice.roll() - 0.5);
            }
            let off = (angle - plan.orientation).rem_euclid(plan.period);
            let off = off.min(plan.period - off);
            assert!(off < 0.01, "{corners} corners from {i} degrees: {off} off, {} squeezes", plan.angles.len());
        }
        assert!((plan.period - PI).abs() < 1e-12);
    }
}
