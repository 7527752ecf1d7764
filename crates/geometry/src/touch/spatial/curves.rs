//! The gap between two curves with a thickness: points, lines and circles.
//!
//! With p(s) on one curve and q(t) on the other the nearest places make E = |d|²/2, d = q − p, stationary:
//!
//! ```text
//! −d·p' = 0,  d·q' = 0      Jacobian  | p'·p' − d·p''   −p'·q'        |
//!                                     | −p'·q'           q'·q' + d·q'' |
//! ```
//!
//! On a circle the start is bracketed: the other curve's nearest place is known in closed form for each φ, and dE/dφ is
//! looked at on a ring of angles; every change of sign of the right sense holds a nearest place (in a bore: a farthest
//! one). Newton does the rest. The derivatives along the motion are implicit differentiation, done by jets: each
//! Newton step on the equations *as jets*, with the Jacobian of the values, makes one more order of s and t right.
//!
//! Then g = |d| − r − r (one hollow: |r| − r − |d|). Where two sharp edges cross, |d| cannot turn negative; there
//! n = ± p'×q'/|p'×q'| with the sign that leads out of the first and into the second, and g = n·d.

use crate::tolerances::{ALL_AROUND, CURVE_CONVERGED, CURVE_SETTLED, ON_AXIS, PARALLEL};
use crate::touch::jet::{Jet, VecJet};
use crate::touch::meeting::{Meeting, meeting, turned};
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::roots::bisect;
use mainspring_numerics::vec3::{cross, dot, sub};
use std::f64::consts::{PI, TAU};

/// Angles at which a circle is looked at.
const RING: usize = 32;

/// A meeting, and how far it is from being taken for another.
pub(crate) struct CurveMeeting {
    pub meeting: Meeting,
    /// length along a circle until another place of it would be the one that counts; infinite where there is none
    pub rival: f64,
}

pub(super) enum Form {
    Spot,
    Straight(VecJet),
    /// two unit vectors across the axis, and the radius
    Round(VecJet, VecJet, f64),
}

pub(super) struct Curve {
    pub at: VecJet,
    pub form: Form,
    /// thickness about the curve; negative where the material is outside
    pub tube: f64,
    /// of a sharp edge; turns with the place on a rim
    outward: [f64; 3],
    /// of a rim, how much of the way off the axis is out of the material
    lean: f64,
    pub second: bool,
    /// there is another place of it as a feature of its own
    paired: bool,
}

impl Curve {
    pub fn of(primitive: &Primitive, motion: &Motion) -> Option<Self> {
        let plain = Self {
            at: VecJet::default(),
            form: Form::Spot,
            tube: 0.0,
            outward: [0.0; 3],
            lean: 1.0,
            second: false,
            paired: false,
        };
        match primitive {
            Primitive::Point { at, radius } => Some(Self { at: motion.point_jet(*at), tube: *radius, ..plain }),
            Primitive::Line { at, along, radius, outward } => Some(Self {
                at: motion.point_jet(*at),
                form: Form::Straight(motion.direction_jet(*along)),
                tube: *radius,
                outward: motion.direction(*outward),
                ..plain
            }),
            Primitive::Circle { at, axis, radius, toward, second, paired, lean } => {
                let aside = motion.direction_jet(cross(*axis, *toward));
                Some(Self {
                    at: motion.point_jet(*at),
                    form: Form::Round(motion.direction_jet(*toward), aside, radius.abs()),
                    outward: motion.direction(*axis),
                    lean: *lean,
                    second: *second,
                    paired: *paired,
                    ..plain
                })
            }
            Primitive::Plane { .. } | Primitive::Ellipsoid { .. } | Primitive::Cone { .. } => None,
        }
    }

    fn is_sharp(&self) -> bool {
        self.tube == 0.0 && !matches!(self.form, Form::Spot)
    }

    fn is_round(&self) -> bool {
        matches!(self.form, Form::Round(..))
    }

    /// The place, and its first and second derivative by the parameter.
    pub fn place(&self, s: Jet) -> [VecJet; 3] {
        match self.form {
            Form::Spot => [self.at, VecJet::default(), VecJet::default()],
            Form::Straight(u) => [self.at.plus(u.times(s)), u, VecJet::default()],
            Form::Round(x, y, r) => {
                let (sine, cosine) = s.sine_cosine();
                let radial = x.times(cosine).plus(y.times(sine)).scaled(r);
                let tangent = y.times(cosine).minus(x.times(sine)).scaled(r);
                [self.at.plus(radial), tangent, radial.scaled(-1.0)]
            }
        }
    }

    /// `place` of the values alone.
    pub fn spot(&self, s: f64) -> [[f64; 3]; 3] {
        match self.form {
            Form::Spot => [self.at.x, [0.0; 3], [0.0; 3]],
            Form::Straight(u) => [[0, 1, 2].map(|i| self.at.x[i] + u.x[i] * s), u.x, [0.0; 3]],
            Form::Round(x, y, r) => {
                let (sine, cosine) = libm::sincos(s);
                let radial = [0, 1, 2].map(|i| r * (x.x[i] * cosine + y.x[i] * sine));
                let tangent = [0, 1, 2].map(|i| r * (y.x[i] * cosine - x.x[i] * sine));
                [[0, 1, 2].map(|i| self.at.x[i] + radial[i]), tangent, radial.map(|c| -c)]
            }
        }
    }

    /// Parameter of the place nearest to a point.
    fn nearest(&self, to: [f64; 3]) -> f64 {
        let d = sub(to, self.at.x);
        match self.form {
            Form::Spot => 0.0,
            Form::Straight(u) => dot(d, u.x),
            Form::Round(x, y, _) => libm::atan2(dot(d, y.x), dot(d, x.x)),
        }
    }

    /// Which way is out of a sharp edge at a place of it.
    fn outward_at(&self, s: f64) -> [f64; 3] {
        match self.form {
            Form::Round(x, y, _) => {
                let (sine, cosine) = libm::sincos(s);
                [0, 1, 2].map(|i| self.outward[i] + self.lean * (x.x[i] * cosine + y.x[i] * sine))
            }
            _ => self.outward,
        }
    }
}

/// Points, lines and circles; `None` where the pair cannot touch or has no definite place.
pub(crate) fn meet_curves(a: &Primitive, of_a: &Motion, b: &Primitive, of_b: &Motion) -> Option<CurveMeeting> {
    let (p, q) = (Curve::of(a, of_a)?, Curve::of(b, of_b)?);
    if q.is_round() && !p.is_round() {
        let m = meet_ordered(&q, &p)?;
        return Some(CurveMeeting { meeting: turned(m.meeting), ..m });
    }
    meet_ordered(&p, &q)
}

/// `p` is the circle if there is one.
fn meet_ordered(p: &Curve, q: &Curve) -> Option<CurveMeeting> {
    let side = match (p.tube < 0.0, q.tube < 0.0) {
        (false, false) => 1.0,
        (true, true) => return None,
        _ => -1.0,
    };
    // inside a hollow a line comes nearest at its ends, which are corners and rims
    if side < 0.0 && matches!((&p.form, &q.form), (Form::Straight(_), Form::Straight(_))) {
        return None;
    }
    if q.second || !p.is_round() && p.second {
        return None;
    }
    let (s, rival) = if p.is_round() {
        bracketed(p, q, side)?
    } else if let (Form::Straight(u), Form::Straight(w)) = (&p.form, &q.form) {
        let c = cross(u.x, w.x);
        let square = dot(c, c);
        if square < PARALLEL * PARALLEL {
            return None;
        }
        let d = sub(q.at.x, p.at.x);
        (dot(cross(d, w.x), c) / square, f64::INFINITY)
    } else {
        (p.nearest(q.at.x), f64::INFINITY)
    };
    let (s, t) = polished(p, q, s)?;
    let [mut s, mut t] = [s, t].map(Jet::constant);
    let at = |s: Jet, t: Jet| (p.place(s), q.place(t));
    let step = jacobian(&p.spot(s.x), &q.spot(t.x))?;
    for _ in 0..3 {
        let (pp, qq) = at(s, t);
        let d = qq[0].minus(pp[0]);
        let (f, g) = (d.dot(pp[1]).scaled(-1.0), d.dot(qq[1]));
        s = s.plus(f.scaled(-step[0][0])).plus(g.scaled(-step[0][1]));
        t = t.plus(f.scaled(-step[1][0])).plus(g.scaled(-step[1][1]));
    }
    let (pp, qq) = at(s, t);
    let d = qq[0].minus(pp[0]);
    let m = if p.is_sharp() && q.is_sharp() {
        let across = pp[1].cross(qq[1]);
        let size = across.norm();
        let lengths = dot(pp[1].x, pp[1].x) * dot(qq[1].x, qq[1].x);
        if size.x < PARALLEL * lengths.sqrt() {
            return None;
        }
        let n = across.times(size.inverse());
        let (out_p, out_q) = (p.outward_at(s.x), q.outward_at(t.x));
        let sense = dot(n.x, out_p) - dot(n.x, out_q);
        let n = n.scaled(if sense < 0.0 { -1.0 } else { 1.0 });
        meeting(n.dot(d), n, pp[0].combined(0.5, qq[0], 0.5))
    } else {
        let size = d.norm();
        // nothing tells which way from an axis, or from a corner that stands on an edge
        let scale = p.tube.abs().max(q.tube.abs());
        if size.x <= ON_AXIS * scale || size.x == 0.0 {
            return None;
        }
        let n = d.times(size.inverse()).scaled(side);
        let g = size.scaled(side).plus(Jet::constant(-p.tube - q.tube));
        meeting(g, n, pp[0].plus(n.scaled(p.tube)).plus(n.times(g).scaled(0.5)))
    };
    Some(CurveMeeting { meeting: m, rival })
}

/// The place of circle `p` that counts, to within a small angle, and the length along it to the nearest rival.
fn bracketed(p: &Curve, q: &Curve, side: f64) -> Option<(f64, f64)> {
    let Form::Round(_, _, radius) = p.form else { return None };
    let slope = |angle: f64| {
        let [at, tangent, _] = p.spot(angle);
        let [to, ..] = q.spot(q.nearest(at));
        -side * dot(sub(to, at), tangent)
    };
    // half a step off, so that a place straight `toward` is inside a bracket
    let angle = |i: usize| -PI + TAU * (i as f64 + 0.5) / RING as f64;
    let mut places: Vec<f64> = Vec::new();
    let slopes: [f64; RING] = std::array::from_fn(|i| slope(angle(i)));
    // as near all around (one axis, or one circle on another): what is left is rounding
    if slopes.iter().all(|x| x.abs() <= ALL_AROUND * radius * radius) {
        return None;
    }
    let mut before = slopes[0];
    for i in 0..RING {
        let after = slopes[(i + 1) % RING];
        if before < 0.0 && after >= 0.0 {
            let [low, high] = bisect(angle(i), angle(i) + TAU / RING as f64, 10, |middle| slope(middle) < 0.0);
            let place = 0.5 * (low + high);
            places.push(if place > PI { place - TAU } else { place });
        }
        before = after;
    }
    if let (true, true, Form::Straight(u)) = (p.paired, q.is_sharp(), &q.form) {
        return on_side(p, u.x, &mut places, radius);
    }
    places.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(a.total_cmp(b)));
    let rank = usize::from(p.second);
    let place = *places.get(rank)?;
    let aside = |i: usize| places.get(i).map_or(f64::INFINITY, |x| 0.5 * (x.abs() - place.abs()).abs());
    let rival = aside(rank + 1).min(if rank > 0 { aside(rank - 1) } else { f64::INFINITY });
    Some((place, radius * rival))
}

/// Of the places of a circle near a straight edge the one on its own side: the first where the edge runs to, the second where it
/// comes from. The order by angle would change places, and the contact with them, where both are as far from `toward`; these two
/// only meet where the edge touches the circle. With the length along the circle until that.
fn on_side(p: &Curve, along: [f64; 3], places: &mut Vec<f64>, radius: f64) -> Option<(f64, f64)> {
    let ahead = |angle: f64| {
        let side = if p.second { -1.0 } else { 1.0 };
        -side * dot(p.spot(angle)[2], along) / radius
    };
    places.retain(|angle| ahead(*angle) > 0.0);
    places.sort_by(|a, b| ahead(*b).total_cmp(&ahead(*a)));
    places.first().map(|angle| (*angle, radius * ahead(*angle)))
}

/// Newton to the last digits.
fn polished(p: &Curve, q: &Curve, start: f64) -> Option<(f64, f64)> {
    let mut s = start;
    let mut t = q.nearest(p.spot(s)[0]);
    // places of lines are lengths, of circles angles: both judged by what they move
    for _ in 0..20 {
        let (pp, qq) = (p.spot(s), q.spot(t));
        let d = sub(qq[0], pp[0]);
        let (f, g) = (-dot(d, pp[1]), dot(d, qq[1]));
        let step = jacobian(&pp, &qq)?;
        let (by_s, by_t) = (step[0][0] * f + step[0][1] * g, step[1][0] * f + step[1][1] * g);
        let limit = |c: &Curve, by: f64| if c.is_round() { by.clamp(-0.2, 0.2) } else { by };
        let (by_s, by_t) = (limit(p, by_s), limit(q, by_t));
        s -= by_s;
        t -= by_t;
        let scale = 1.0 + s.abs().max(t.abs());
        if by_s.abs() <= CURVE_CONVERGED * scale && by_t.abs() <= CURVE_CONVERGED * scale {
            return Some((s, t));
        }
    }
    // rounding may keep the last digit turning; a place that has not settled to a millionth has no meaning
    let (pp, qq) = (p.spot(s), q.spot(t));
    let d = sub(qq[0], pp[0]);
    let step = jacobian(&pp, &qq)?;
    let (f, g) = (-dot(d, pp[1]), dot(d, qq[1]));
    let settled = |row: [f64; 2]| (row[0] * f + row[1] * g).abs() <= CURVE_SETTLED * (1.0 + s.abs().max(t.abs()));
    (settled(step[0]) && settled(step[1])).then_some((s, t))
}

/// Inverse of the equations' Jacobian; identity for parameters that are none.
fn jacobian(p: &[[f64; 3]; 3], q: &[[f64; 3]; 3]) -> Option<[[f64; 2]; 2]> {
    let d = sub(q[0], p[0]);
    let (pp, qq) = (dot(p[1], p[1]), dot(q[1], q[1]));
    let a = if pp == 0.0 { 1.0 } else { pp - dot(d, p[2]) };
    let c = if qq == 0.0 { 1.0 } else { qq + dot(d, q[2]) };
    let b = -dot(p[1], q[1]);
    let determinant = a * c - b * b;
    let scale = (if pp == 0.0 { 1.0 } else { pp }) * (if qq == 0.0 { 1.0 } else { qq });
    if determinant.abs() <= PARALLEL * PARALLEL * scale {
        return None;
    }
    Some([[c / determinant, -b / determinant], [-b / determinant, a / determinant]])
}
