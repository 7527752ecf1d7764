//! Friction of areas beside contacts and joints: against a convex programme solved by another method, and law by law.

use crate::bodies::{Dice, World};
use mainspring_contact::{Bound, Bounded, Contact, ContactProblem, LimitSurface, Mode, Slip, solve_contacts};
use std::sync::Arc;

type Vec3 = [f64; 3];

fn dot(a: Vec3, b: Vec3) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Wrenches w with Σ (wᵢ/axisᵢ)² ≤ 1, so that a twist ξ is braked by −axis² ξ/|axis ξ|.
#[derive(Clone, Debug)]
struct Ellipsoid {
    axes: Vec3,
    kinetic: f64,
}

impl LimitSurface for Ellipsoid {
    fn braking(&self, twist: Vec3) -> (Vec3, [Vec3; 3]) {
        let scaled = [0, 1, 2].map(|i| self.axes[i] * twist[i]);
        let size = dot(scaled, scaled).sqrt();
        let u = scaled.map(|x| x / size);
        let wrench = [0, 1, 2].map(|i| -self.axes[i] * u[i]);
        let slope = |i: usize, j: usize| {
            let across = f64::from(u8::from(i == j)) - u[i] * u[j];
            -self.axes[i] * across * self.axes[j] / size
        };
        (wrench, [0, 1, 2].map(|i| [0, 1, 2].map(|j| slope(i, j))))
    }

    fn gauge(&self, drive: Vec3) -> (f64, Vec3) {
        let x = [0, 1, 2].map(|i| drive[i] / self.axes[i]);
        (dot(x, x).sqrt(), [0, 1, 2].map(|i| drive[i] / (self.axes[i] * self.axes[i])))
    }

    fn kinetic_share(&self) -> f64 {
        self.kinetic
    }
}

impl Ellipsoid {
    /// The nearest wrench within, by bisection of the multiplier.
    fn nearest(&self, w: Vec3) -> Vec3 {
        if self.gauge(w).0 <= 1.0 {
            return w;
        }
        let at = |t: f64| [0, 1, 2].map(|i| w[i] / (1.0 + t / (self.axes[i] * self.axes[i])));
        let (mut low, mut high) = (0.0, 1.0);
        while self.gauge(at(high)).0 > 1.0 {
            high *= 2.0;
        }
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if self.gauge(at(middle)).0 > 1.0 { low = middle } else { high = middle }
        }
        at(high)
    }
}

/// Parts on a table: contacts between them and with a wall, a joint's row, three rows of every part.
struct Scene {
    w: Vec<f64>,
    free: Vec<f64>,
    contacts: Vec<Contact>,
    bounded: Vec<Bounded>,
    surfaces: Vec<Ellipsoid>,
    /// bound of the row before the areas
    joint: f64,
}

impl Scene {
    fn random(dice: &mut Dice, rough: bool) -> Self {
        let mut world = World::new(3);
        let parts = 1 + dice.index(3);
        let inertias: Vec<Vec3> = (0..parts)
            .map(|_| {
                let (mass, inertia) = (dice.between(0.2, 3.0), dice.between(0.02, 1.0));
                world.flat(mass, inertia);
                [mass, mass, inertia]
            })
            .collect();
        let touches = 1 + dice.index(4);
        for _ in 0..touches {
            let angle = dice.between(0.0, 6.3);
            let first = dice.index(parts);
            let second = if dice.roll() < 0.6 { Some(dice.index(parts)).filter(|b| *b != first) } else { None };
            let mut arm = || [dice.between(-0.5, 0.5), dice.between(-0.5, 0.5)];
            let (a, b) = ((first, arm()), second.map(|b| (b, arm())));
            world.touch(a, b, [libm::cos(angle), libm::sin(angle)]);
        }
        world.rows.push((0..3 * parts).map(|_| dice.between(-1.0, 1.0)).collect());
        for k in 0..3 * parts {
            world.rows.push((0..3 * parts).map(|j| f64::from(u8::from(j == k))).collect());
        }
        let w = world.matrix();
        let pull: Vec<f64> = (0..3 * parts).map(|k| dice.between(-4.0, 4.0) / inertias[k / 3][k % 3]).collect();
        let free: Vec<f64> = world.rows.iter().map(|r| r.iter().zip(&pull).map(|(a, b)| a * b).sum()).collect();
        let contact = |dice: &mut Dice| {
            let friction = if rough { dice.between(0.0, 0.8) } else { 0.0 };
            Contact { friction, holding: friction * dice.between(1.0, 1.3), slip: Slip::Still }
        };
        let contacts: Vec<Contact> = (0..touches).map(|_| contact(dice)).collect();
        let joint = dice.between(0.0, 2.0);
        let bound = Bound::Constant { slipping: joint, holding: joint };
        let mut bounded = vec![Bounded { first: 2 * touches, rows: 1, bound, slip: Slip::Still }];
        let surfaces: Vec<Ellipsoid> = (0..parts)
            .map(|_| {
                let size = dice.between(0.5, 4.0);
                let axes = [size, size * dice.between(0.6, 1.4), size * dice.between(0.05, 0.5)];
                Ellipsoid { axes, kinetic: if rough { dice.between(0.7, 1.0) } else { 1.0 } }
            })
            .collect();
        for (k, surface) in surfaces.iter().enumerate() {
            let bound = Bound::Area(Arc::new(surface.clone()));
            bounded.push(Bounded { first: 2 * touches + 1 + 3 * k, rows: 3, bound, slip: Slip::Still });
        }
        Self { w, free, contacts, bounded, surfaces, joint }
    }

    fn problem(&self) -> ContactProblem<'_> {
        ContactProblem {
            matrix: &self.w,
            tangents: 1,
            free: &self.free,
            contacts: &self.contacts,
            resistances: &[],
            bounded: &self.bounded,
        }
    }

    fn rates(&self, x: &[f64]) -> Vec<f64> {
        let n = self.free.len();
        (0..n).map(|i| self.free[i] + (0..n).map(|j| self.w[i * n + j] * x[j]).sum::<f64>()).collect()
    }

    /// Rates of the least ½ xᵀWx + bᵀx over all forces allowed, by accelerated projected gradients: what smooth contacts and
    /// equal static and kinetic friction come to. The rates are unique though forces may not be.
    fn by_gradients(&self) -> Vec<f64> {
        let n = self.free.len();
        let norm: f64 = self.w.iter().map(|a| a * a).sum::<f64>().sqrt();
        let (touches, areas) = (self.contacts.len(), 2 * self.contacts.len() + 1);
        let (mut x, mut ahead, mut t) = (vec![0.0; n], vec![0.0; n], 1.0_f64);
        for _ in 0..60_000 {
            let y = self.rates(&ahead);
            let mut next: Vec<f64> = ahead.iter().zip(&y).map(|(a, g)| a - g / norm).collect();
            for c in 0..touches {
                next[2 * c] = next[2 * c].max(0.0);
                next[2 * c + 1] = 0.0;
            }
            next[2 * touches] = next[2 * touches].clamp(-self.joint, self.joint);
            for (k, surface) in self.surfaces.iter().enumerate() {
                let at = areas + 3 * k;
                let inside = surface.nearest([next[at], next[at + 1], next[at + 2]]);
                next[at..at + 3].copy_from_slice(&inside);
            }
            // begin again where the momentum turns against the descent
            let turned: f64 = (0..n).map(|i| (ahead[i] - next[i]) * (next[i] - x[i])).sum();
            let next_t = if turned > 0.0 { 1.0 } else { 0.5 * (1.0 + (1.0 + 4.0 * t * t).sqrt()) };
            let momentum = if turned > 0.0 { 0.0 } else { (t - 1.0) / next_t };
            let moved = (0..n).fold(0.0_f64, |m, i| m.max((next[i] - x[i]).abs()));
            ahead = (0..n).map(|i| next[i] + momentum * (next[i] - x[i])).collect();
            (x, t) = (next, next_t);
            if moved < 1e-14 {
                break;
            }
        }
        self.rates(&x)
    }
}

#[test]
fn smooth_contacts_and_areas_are_the_convex_programme_they_come_to() {
    let mut dice = Dice::new(71);
    let mut set_off = [0; 2];
    for case in 0..400 {
        let scene = Scene::random(&mut dice, false);
        let held = solve_contacts(&scene.problem(), None).unwrap_or_else(|e| panic!("{case}: {e}"));
        let rates = scene.by_gradients();
        let size = scene.free.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        for (i, (a, b)) in held.rate.iter().zip(&rates).enumerate().filter(|(i, _)| *i >= 2 * scene.contacts.len()) {
            assert!((a - b).abs() < 1e-6 * size, "{case}, row {i}: {a} and {b}");
        }
        for k in 0..scene.surfaces.len() {
            set_off[usize::from(held.modes[scene.contacts.len() + 1 + k] != Mode::Stick)] += 1;
        }
    }
    assert!(set_off.iter().all(|n| *n > 60), "{set_off:?}");
}

#[test]
fn rough_contacts_and_areas_obey_every_law() {
    let mut dice = Dice::new(72);
    let mut set_off = [0; 2];
    for case in 0..2000 {
        let scene = Scene::random(&mut dice, true);
        let held = solve_contacts(&scene.problem(), None).unwrap_or_else(|e| panic!("{case}: {e}"));
        let y = scene.rates(&held.force);
        let size = scene.free.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        let small = |x: f64| x.abs() < 1e-7 * size;
        for (c, law) in scene.contacts.iter().enumerate() {
            let (push, friction, opens, slides) = (held.force[2 * c], held.force[2 * c + 1], y[2 * c], y[2 * c + 1]);
            assert!(push >= -1e-8 && opens >= -1e-7 * size && small(push.min(opens)), "{case}: {push} {opens}");
            let slips = small(friction + law.friction * push * slides.signum());
            assert!(
                (small(slides) && friction.abs() <= law.holding * push + 1e-7) || slips,
                "{case}: {friction} {slides}"
            );
        }
        for (k, surface) in scene.surfaces.iter().enumerate() {
            let at = 2 * scene.contacts.len() + 1 + 3 * k;
            let (x, y) = ([0, 1, 2].map(|i| held.force[at + i]), [0, 1, 2].map(|i| y[at + i]));
            let holds = y.iter().all(|y| small(*y)) && surface.gauge(x).0 <= 1.0 + 1e-8;
            let brakes = surface.braking(y).0;
            let slips = (0..3).all(|i| small(x[i] - surface.kinetic * brakes[i]));
            assert!(holds || slips, "{case}, part {k}: {x:?} {y:?}, gauge {}", surface.gauge(x).0);
            set_off[usize::from(!holds)] += 1;
        }
    }
    assert!(set_off.iter().all(|n| *n > 500), "{set_off:?}");
}
