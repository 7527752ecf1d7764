//! Every joint's Jacobian, bias and coordinates against finite differences along the exact flow of constant velocity.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::space::{JointMath, Row, RowKind, Space};
use mainspring_dynamics::{Planar, Spatial};
use mainspring_joints::{
    Cylindrical, Distance, Prismatic, Revolute, RollingDisc, RollingOnDisc, RollingOnLine, RollingSphere, Slot,
    Spherical, Universal, Weld, examples,
};
use mainspring_model::{BodyKind, Frame, JointKind, Pose};
use proptest::prelude::*;
use support::*;

/// Kinds of the plane, all of them; the disc inside a ring is a sign of its own.
fn planar_kinds() -> Vec<JointKind> {
    let mut kinds = examples(SpaceKind::Planar);
    kinds.push(INSIDE);
    kinds
}

const INSIDE: JointKind = JointKind::RollingOnDisc(RollingOnDisc { radius: 0.3, base: -0.9 });

/// One body: kind, q and v.
#[derive(Clone, Debug)]
struct Motion {
    kind: BodyKind,
    q: Vec<f64>,
    v: Vec<f64>,
}

trait Flow: Space {
    const FLAT: bool;
    fn random(rng: &mut Dice, kind: BodyKind) -> Motion;
    fn placed(kind: BodyKind, position: V3, r: &M3) -> Vec<f64>;
    /// q after t of constant v.
    fn flow(m: &Motion, v: &[f64], t: f64) -> Vec<f64>;
}

impl Flow for Planar {
    const FLAT: bool = true;

    fn random(rng: &mut Dice, kind: BodyKind) -> Motion {
        let n = Self::v_len(kind);
        let numbers = |rng: &mut Dice| (0..n).map(|_| rng.between(-1.5, 1.5)).collect();
        Motion { kind, q: numbers(rng), v: numbers(rng) }
    }

    fn placed(kind: BodyKind, position: V3, r: &M3) -> Vec<f64> {
        let q = [position[0], position[1], libm::atan2(r[1][0], r[0][0])];
        q[..Self::q_len(kind)].to_vec()
    }

    fn flow(m: &Motion, v: &[f64], t: f64) -> Vec<f64> {
        m.q.iter().zip(v).map(|(q, v)| q + t * v).collect()
    }
}

impl Flow for Spatial {
    const FLAT: bool = false;

    fn random(rng: &mut Dice, kind: BodyKind) -> Motion {
        let mut q: Vec<f64> = rng.vector(1.5).to_vec();
        q.extend(rng.quaternion());
        q.truncate(Self::q_len(kind));
        Motion { kind, q, v: (0..Self::v_len(kind)).map(|_| rng.between(-1.5, 1.5)).collect() }
    }

    fn placed(kind: BodyKind, position: V3, r: &M3) -> Vec<f64> {
        let mut q = position.to_vec();
        q.extend(quaternion_of(r));
        q.truncate(Self::q_len(kind));
        q
    }

    fn flow(m: &Motion, v: &[f64], t: f64) -> Vec<f64> {
        let mut q = m.q.clone();
        for i in 0..m.q.len().min(3) {
            q[i] += t * v[i];
        }
        if m.kind == BodyKind::Rigid {
            let w = [v[3], v[4], v[5]];
            let r = rotation([q[3], q[4], q[5], q[6]]);
            q[3..].copy_from_slice(&quaternion_of(&product(&about(w, size(w) * t), &r)));
        }
        q
    }
}

/// Two bodies and a joint between frames of theirs.
struct Pair<S: Flow> {
    a: Motion,
    b: Motion,
    frames: [Frame; 2],
    math: Box<dyn JointMath<S>>,
}

fn kinematic<S: Flow>(m: &Motion, q: &[f64], v: &[f64]) -> S::Body {
    if m.kind == BodyKind::Fixed { S::ground() } else { S::body(m.kind, q, v) }
}

impl<S: Flow> Pair<S> {
    fn new(kind: JointKind, a: Motion, b: Motion, frames: [Frame; 2]) -> Self {
        let sides = [(&a, &frames[0]), (&b, &frames[1])].map(|(m, f)| S::side(&kinematic::<S>(m, &m.q, &m.v), f));
        let math = S::joint(&kind, &sides[0], &sides[1]).expect("a kind of this space");
        Self { a, b, frames, math }
    }

    fn sides(&self, t: f64, va: &[f64], vb: &[f64]) -> (S::Side, S::Side) {
        let (qa, qb) = (S::flow(&self.a, va, t), S::flow(&self.b, vb, t));
        (
            S::side(&kinematic::<S>(&self.a, &qa, va), &self.frames[0]),
            S::side(&kinematic::<S>(&self.b, &qb, vb), &self.frames[1]),
        )
    }

    fn residual(&self, t: f64, va: &[f64], vb: &[f64]) -> Vec<f64> {
        let (a, b) = self.sides(t, va, vb);
        let mut c = vec![0.0; self.math.rows().len()];
        self.math.residual(&a, &b, &mut c);
        c
    }

    /// J·(v used in the rows' product), the matrix taken along the flow of (va, vb).
    fn rate(&self, t: f64, va: &[f64], vb: &[f64]) -> Vec<f64> {
        let (a, b) = self.sides(t, va, vb);
        let n = self.math.rows().len();
        let (mut ja, mut jb) = (vec![[0.0; 6]; n], vec![[0.0; 6]; n]);
        self.math.jacobian(&a, &b, &mut ja, &mut jb);
        (0..n).map(|r| along(&ja[r], va) + along(&jb[r], vb)).collect()
    }
}

fn along(row: &Row, v: &[f64]) -> f64 {
    row.iter().zip(v).map(|(a, b)| a * b).sum()
}

/// Fourth-order central difference; h leaves about 1e-14 of truncation times a fifth derivative, 1e-12 of rounding.
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    let h = 2.5e-4;
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

/// Differences of functions of size ~10 with derivatives of size ~100: seven digits are sure.
const NEAR: f64 = 1e-7;

/// Angles differ by whole turns across their cut.
fn unwound(x: f64) -> f64 {
    libm::remainder(x, 2.0 * std::f64::consts::PI)
}

fn unit(n: usize, k: usize) -> Vec<f64> {
    (0..n).map(|i| if i == k { 1.0 } else { 0.0 }).collect()
}

fn check<S: Flow>(kind: JointKind, pair: &Pair<S>) -> Result<(), TestCaseError> {
    let rows = pair.math.rows();
    let (na, nb) = (pair.a.v.len(), pair.b.v.len());
    let still = |n: usize| vec![0.0; n];
    // J column by column, then along the motion
    let mut motions = vec![(pair.a.v.clone(), pair.b.v.clone())];
    motions.extend((0..na).map(|k| (unit(na, k), still(nb))));
    motions.extend((0..nb).map(|k| (still(na), unit(nb, k))));
    for (va, vb) in &motions {
        let rate = pair.rate(0.0, va, vb);
        for r in (0..rows.len()).filter(|&r| rows[r] != RowKind::Speed) {
            // a planar angle is off by less than half a turn: its residual jumps where that is reached
            let now = pair.residual(0.0, va, vb)[r];
            let difference = slope(|t| {
                let change = pair.residual(t, va, vb)[r] - now;
                if S::FLAT && rows[r] == RowKind::Angle { unwound(change) } else { change }
            });
            prop_assert!(
                (rate[r] - difference).abs() < NEAR,
                "{kind:?} row {r}: J v = {} but C changes by {difference}",
                rate[r]
            );
        }
    }
    // bias is the change of J v at constant v
    let (va, vb) = (&pair.a.v, &pair.b.v);
    let (a, b) = pair.sides(0.0, va, vb);
    let mut bias = vec![0.0; rows.len()];
    pair.math.bias(&a, &b, &mut bias);
    for r in 0..rows.len() {
        let difference = slope(|t| pair.rate(t, va, vb)[r]);
        prop_assert!((bias[r] - difference).abs() < NEAR, "{kind:?} row {r}: bias {} {difference}", bias[r]);
    }
    // coordinates: rate = rows·v, bias = its change; travel also = change of the value, on or off the manifold
    for (index, angle) in kind.coordinates().iter().enumerate() {
        let at = |t: f64| {
            let (a, b) = pair.sides(t, va, vb);
            pair.math.probe(index, &a, &b)
        };
        let m = at(0.0);
        let rate = |t: f64| {
            let m = at(t);
            along(&m.ja, va) + along(&m.jb, vb)
        };
        prop_assert!((m.rate - rate(0.0)).abs() < 1e-12, "{kind:?}[{index}] rate {} {}", m.rate, rate(0.0));
        let change = slope(rate);
        prop_assert!((m.bias - change).abs() < NEAR, "{kind:?}[{index}] bias {} {change}", m.bias);
        if !angle || S::FLAT {
            let change = slope(|t| at(t).value - m.value);
            prop_assert!((m.rate - change).abs() < NEAR, "{kind:?}[{index}] value changes by {change}, not {}", m.rate);
        }
        if index == 0 {
            prop_assert_eq!(pair.math.limits(&a, &b), Some(m.value));
        }
    }
    Ok(())
}

fn kinds(rng: &mut Dice) -> [BodyKind; 2] {
    // at least one side moves; points and the ground as often as not
    let all = [BodyKind::Rigid, BodyKind::Rigid, BodyKind::Point, BodyKind::Fixed];
    loop {
        let pair = [all[rng.below(4)], all[rng.below(4)]];
        if pair != [BodyKind::Fixed; 2] {
            return pair;
        }
    }
}

fn anywhere<S: Flow>(kind: JointKind, rng: &mut Dice) -> Pair<S> {
    let [ka, kb] = kinds(rng);
    let (a, b) = (S::random(rng, ka), S::random(rng, kb));
    let frames = [frame(rng, S::FLAT, 0.8), frame(rng, S::FLAT, 0.8)];
    Pair::new(kind, a, b, frames)
}

/// Body b placed so that its marker stands at `local` turned by `r` in the marker of a.
fn placed<S: Flow>(kind: JointKind, rng: &mut Dice, local: V3, r: &M3) -> Pair<S> {
    let first = if rng.chance(0.3) { BodyKind::Fixed } else { BodyKind::Rigid };
    let a = S::random(rng, first);
    let mut b = S::random(rng, BodyKind::Rigid);
    let frames = [frame(rng, S::FLAT, 0.8), frame(rng, S::FLAT, 0.8)];
    let world = |f: &Frame| if S::FLAT { about([0.0, 0.0, 1.0], f.angle) } else { transpose(&f.axes) };
    let (pa, ra) = if a.kind == BodyKind::Fixed {
        ([0.0; 3], about([0.0; 3], 0.0))
    } else if S::FLAT {
        ([a.q[0], a.q[1], 0.0], about([0.0, 0.0, 1.0], a.q[2]))
    } else {
        ([a.q[0], a.q[1], a.q[2]], rotation([a.q[3], a.q[4], a.q[5], a.q[6]]))
    };
    let marker_a = product(&ra, &world(&frames[0]));
    let marker_b = product(&marker_a, r);
    let rb = product(&marker_b, &transpose(&world(&frames[1])));
    let point = plus(plus(pa, apply(&ra, frames[0].point)), apply(&marker_a, local));
    b.q = S::placed(BodyKind::Rigid, minus(point, apply(&rb, frames[1].point)), &rb);
    Pair::new(kind, a, b, frames)
}

const X: V3 = [1.0, 0.0, 0.0];
const Z: V3 = [0.0, 0.0, 1.0];

/// Placement of marker b in marker a that satisfies the joint, with its coordinates.
fn fitted(kind: JointKind, flat: bool, rng: &mut Dice) -> (V3, M3, Vec<f64>) {
    let (s, turn, tilt) = (rng.between(-1.0, 1.0), rng.between(-3.0, 3.0), rng.between(-3.0, 3.0));
    let direction = if flat { about(Z, tilt)[0] } else { rotation(rng.quaternion())[0] };
    let any = if flat { about(Z, turn) } else { rotation(rng.quaternion()) };
    let slide = if flat { [s, 0.0, 0.0] } else { [0.0, 0.0, s] };
    let none = about(Z, 0.0);
    match kind {
        JointKind::Revolute(Revolute) => ([0.0; 3], about(Z, turn), vec![turn]),
        JointKind::Prismatic(Prismatic) => (slide, none, vec![s]),
        JointKind::Weld(Weld) => ([0.0; 3], none, vec![]),
        JointKind::Distance(Distance { length }) | JointKind::Arc(mainspring_joints::Arc { radius: length }) => {
            (times(direction, length), any, vec![])
        }
        JointKind::Slot(Slot) => (slide, any, vec![s, turn]),
        JointKind::RollingOnLine(RollingOnLine { radius }) => ([s, radius, 0.0], any, vec![s, turn]),
        JointKind::RollingOnDisc(RollingOnDisc { radius, base }) => {
            (times(direction, (radius + base).abs()), any, vec![])
        }
        JointKind::Spherical(Spherical) => ([0.0; 3], any, vec![]),
        JointKind::Cylindrical(Cylindrical) => (slide, about(Z, turn), vec![s, turn]),
        JointKind::Universal(Universal) => ([0.0; 3], product(&about(Z, turn), &about(X, tilt)), vec![turn, tilt]),
        JointKind::Planar(mainspring_joints::Planar) => ([s, tilt, 0.0], about(Z, turn), vec![]),
        JointKind::RollingSphere(RollingSphere { radius }) => ([s, tilt, radius], any, vec![]),
        // the centre of a disc leaning by `tilt` from upright stands at R cos(lean)
        JointKind::RollingDisc(RollingDisc { radius }) => {
            let height = radius * (1.0 - any[2][2] * any[2][2]).sqrt();
            ([s, turn, height], any, vec![])
        }
        // other kinds: wherever they say that they keep a part
        other => {
            let (space, angle) = if flat { (SpaceKind::Planar, turn) } else { (SpaceKind::Spatial, 0.0) };
            let now = Pose { position: times(direction, s), angle, orientation: quaternion_of(&any) };
            let pose = other.nearest(space, &now, Some(s), Some(turn)).expect("gears have no mathematics of their own");
            let r = if flat { about(Z, pose.angle) } else { rotation(pose.orientation) };
            (pose.position, r, [s, turn][..other.coordinates().len()].to_vec())
        }
    }
}

fn fits<S: Flow>(kind: JointKind, rng: &mut Dice) -> Result<(), TestCaseError> {
    let (local, r, coordinates) = fitted(kind, S::FLAT, rng);
    let pair: Pair<S> = placed(kind, rng, local, &r);
    for (row, c) in pair.residual(0.0, &pair.a.v, &pair.b.v).iter().enumerate() {
        // planar angles may be whole turns apart by construction
        prop_assert!(unwound(*c).abs() < 1e-13, "{kind:?} row {row} is {c} where it should fit");
    }
    check(kind, &pair)?;
    let (va, vb) = (&pair.a.v, &pair.b.v);
    for (index, &value) in coordinates.iter().enumerate() {
        let at = |t: f64| {
            let (a, b) = pair.sides(t, va, vb);
            pair.math.probe(index, &a, &b)
        };
        let m = at(0.0);
        let off = if kind.coordinates()[index] { unwound(m.value - value) } else { m.value - value };
        prop_assert!(off.abs() < 1e-12, "{kind:?}[{index}] reads {} instead of {value}", m.value);
        // on the manifold the rate of an angle in space is that of its value too; velocities need not fit
        let change = slope(|t| unwound(at(t).value - m.value));
        prop_assert!((m.rate - change).abs() < NEAR, "{kind:?}[{index}] value changes by {change}, not {}", m.rate);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn planar_joints_differentiate_anywhere(seed in any::<u64>()) {
        for kind in planar_kinds() {
            let pair = anywhere::<Planar>(kind, &mut Dice(seed));
            // the direction from centre to centre turns ever faster where they meet
            if let JointKind::RollingOnDisc(_) = kind {
                let (a, b) = pair.sides(0.0, &pair.a.v, &pair.b.v);
                if libm::hypot(a.p[0] - b.p[0], a.p[1] - b.p[1]) < 0.4 {
                    continue;
                }
            }
            check(kind, &pair)?;
        }
    }

    #[test]
    fn planar_joints_fit_where_they_should(seed in any::<u64>()) {
        for kind in planar_kinds() {
            fits::<Planar>(kind, &mut Dice(seed))?;
        }
    }

    #[test]
    fn spatial_joints_differentiate_anywhere(seed in any::<u64>()) {
        for kind in examples(SpaceKind::Spatial) {
            let pair = anywhere::<Spatial>(kind, &mut Dice(seed));
            // a thin disc lying flat has no lowest point
            if let JointKind::RollingDisc(_) = kind {
                let (a, b) = pair.sides(0.0, &pair.a.v, &pair.b.v);
                if inner(a.axes[2], b.axes[2]).abs() > 0.95 {
                    continue;
                }
            }
            check(kind, &pair)?;
        }
    }

    #[test]
    fn spatial_joints_fit_where_they_should(seed in any::<u64>()) {
        for kind in examples(SpaceKind::Spatial) {
            let mut rng = Dice(seed);
            let flat = matches!(kind, JointKind::RollingDisc(_)) && {
                let (_, r, _) = fitted(kind, false, &mut Dice(seed));
                r[2][2].abs() > 0.95
            };
            if !flat {
                fits::<Spatial>(kind, &mut rng)?;
            }
        }
    }

    /// No slip means that the two material points that touch have the same velocity: both are followed as points
    /// fixed in their bodies, by moving the bodies and nothing of the joint.
    #[test]
    fn rolling_compares_the_material_points_in_contact(seed in any::<u64>()) {
        for kind in [JointKind::RollingSphere(RollingSphere { radius: 0.4 }), JointKind::RollingDisc(RollingDisc { radius: 0.4 })] {
            let mut rng = Dice(seed);
            let (local, r, _) = fitted(kind, false, &mut rng);
            if matches!(kind, JointKind::RollingDisc(_)) && r[2][2].abs() > 0.95 {
                continue;
            }
            let pair: Pair<Spatial> = placed(kind, &mut rng, local, &r);
            let (a, b) = pair.sides(0.0, &pair.a.v, &pair.b.v);
            let n = a.axes[2];
            let contact = match kind {
                JointKind::RollingSphere(RollingSphere { radius }) => minus(b.p, times(n, radius)),
                // the lowest point of the rim, found by looking along it
                _ => {
                    let (x, y) = (b.axes[0], b.axes[1]);
                    let lowest = libm::atan2(-inner(y, n), -inner(x, n));
                    plus(b.p, plus(times(x, 0.4 * libm::cos(lowest)), times(y, 0.4 * libm::sin(lowest))))
                }
            };
            prop_assert!(inner(minus(contact, a.p), n).abs() < 1e-12, "the contact is not on the plane");
            let follow = |m: &Motion, t: f64| -> V3 {
                if m.kind == BodyKind::Fixed {
                    return contact;
                }
                let at = |q: &[f64]| ([q[0], q[1], q[2]], rotation([q[3], q[4], q[5], q[6]]));
                let (p0, r0) = at(&m.q);
                let (p, r) = at(&<Spatial as Flow>::flow(m, &m.v, t));
                plus(p, apply(&r, apply(&transpose(&r0), minus(contact, p0))))
            };
            let slip: V3 = std::array::from_fn(|i| slope(|t| follow(&pair.b, t)[i]) - slope(|t| follow(&pair.a, t)[i]));
            let rate = pair.rate(0.0, &pair.a.v, &pair.b.v);
            for (row, u) in [(1, a.axes[0]), (2, a.axes[1])] {
                let expected = inner(slip, u);
                prop_assert!((rate[row] - expected).abs() < NEAR, "{kind:?} row {row}: {} {expected}", rate[row]);
            }
        }
    }

    /// The same in the plane, where rolling is holonomic: the second row's rate is the slip along the tangent.
    #[test]
    fn planar_rolling_compares_the_material_points_in_contact(seed in any::<u64>()) {
        let outside = JointKind::RollingOnDisc(RollingOnDisc { radius: 0.3, base: 0.9 });
        for kind in [JointKind::RollingOnLine(RollingOnLine { radius: 0.4 }), outside, INSIDE] {
            let mut rng = Dice(seed);
            let (local, r, _) = fitted(kind, true, &mut rng);
            let pair: Pair<Planar> = placed(kind, &mut rng, local, &r);
            let (a, b) = pair.sides(0.0, &pair.a.v, &pair.b.v);
            let (pa, pb) = ([a.p[0], a.p[1], 0.0], [b.p[0], b.p[1], 0.0]);
            // contact and tangent: along the line, or counter-clockwise round a's disc
            let (contact, tangent) = match kind {
                JointKind::RollingOnLine(RollingOnLine { radius }) => {
                    let x = [a.x[0], a.x[1], 0.0];
                    (minus(pb, times(outer(Z, x), radius)), x)
                }
                JointKind::RollingOnDisc(RollingOnDisc { base, .. }) => {
                    let d = minus(pb, pa);
                    let u = times(d, 1.0 / size(d));
                    (plus(pa, times(u, base.abs())), outer(Z, u))
                }
                _ => unreachable!("only rolling kinds are listed"),
            };
            let speed = |m: &Motion| {
                let (v, w, p) = match m.kind {
                    BodyKind::Fixed => ([0.0; 3], 0.0, [0.0; 3]),
                    _ => ([m.v[0], m.v[1], 0.0], m.v[2], [m.q[0], m.q[1], 0.0]),
                };
                plus(v, outer([0.0, 0.0, w], minus(contact, p)))
            };
            let slip = inner(minus(speed(&pair.b), speed(&pair.a)), tangent);
            let rate = pair.rate(0.0, &pair.a.v, &pair.b.v);
            // off the manifold's velocities the two rows mix; take out what leaves the line or circle
            let away = rate[0];
            prop_assert!(
                (rate[1].abs() - slip.abs()).abs() < 1e-9,
                "{kind:?}: row changes by {}, the contact slips at {slip} (leaving at {away})",
                rate[1]
            );
        }
    }
}

#[test]
fn the_ground_is_where_the_world_is() {
    let fixed = plate("f", 1.0, 1.0, [1.0, 2.0], 0.5);
    let side = Planar::side(&Planar::fixed(&fixed), &Frame::at([1.0, 0.0, 0.0]));
    assert!((side.p[0] - 1.0 - libm::cos(0.5)).abs() < 1e-15 && (side.p[1] - 2.0 - libm::sin(0.5)).abs() < 1e-15);
    let turned = solid("f", 1.0, [1.0; 3], [1.0, 2.0, 3.0], quaternion_of(&about(Z, 0.5)));
    let side = Spatial::side(&Spatial::fixed(&turned), &Frame::at([1.0, 0.0, 0.0]));
    assert!(size(minus(side.p, [1.0 + libm::cos(0.5), 2.0 + libm::sin(0.5), 3.0])) < 1e-15);
    let at_origin = Spatial::side(&Spatial::ground(), &Frame::at([4.0, 5.0, 6.0]));
    assert_eq!((at_origin.p, at_origin.v), ([4.0, 5.0, 6.0], [0.0; 3]));
    assert_eq!(Pose::IDENTITY.position, [0.0; 3]);
}
