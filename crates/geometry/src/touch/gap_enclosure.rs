//! What the gap of one feature pair can do within a stretch of a path.
//!
//! Seen from body a, the centre p of b's primitive moves with |ṗ| ≤ P₁ and |p̈| ≤ P₂:
//!
//! ```text
//! w = c_b − x_a    |ẇ| ≤ W₁ = La + Lb + Ωb ρb        |ẅ| ≤ W₂ = Aa + Ab + (αb + Ωb²) ρb
//! P₁ = W₁ + Ωa |w|                                   P₂ = W₂ + 2 Ωa W₁ + (αa + Ωa²) |w|
//! ```
//!
//! with |w| at its largest in the stretch. A gap over a plane is linear in p, so |g̈| ≤ P₂; for two round ones u = |d|² is used,
//! which is smooth even where the centres meet: |u̇| at the middle and |ü| ≤ 2(|ḋ|² + |d||d̈|). Values at the middle of the
//! stretch and these bounds enclose the gap.
//!
//! A rim over a plane has g = h − |w|: h the height of its centre, w = R u, u the plane's normal seen in the rim's body, less
//! its part along the axis. |ẇ| ≤ R Ω and |ẅ| ≤ R (α + Ω²) with Ω = Ωa + Ωb, α = αa + αb. Where the rim comes flat |w| has a
//! kink, and no derivative at the middle tells of the other side. But |w₀ + ẇ₀t| is convex: h less it is least at an end of the
//! stretch, and its slope runs from that at one end to that at the other. For an ellipsoid wᵢ = aᵢ uᵢ, u the plane's normal
//! along its axes: the same with the largest semi-axis for R.
//!
//! Where bounds are not known in closed form (crossing lines, rims) the second
//! derivative at the middle, four times over, with the bodies' accelerations, stands for them: an estimate.

use super::meet::meet;
use super::motion::{Motion, Speeds};
use super::primitive::Primitive;
use mainspring_numerics::vec3::{add_scaled, cross, dot, norm, sub};

/// An enclosure of a gap over a stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct GapEnclosure {
    /// g at the middle
    pub gap: f64,
    /// ġ at the middle
    pub rate: f64,
    /// g is nowhere below
    pub low: f64,
    /// nor above
    pub high: f64,
    /// ġ < 0 everywhere
    pub falling: bool,
    /// ġ > 0 everywhere
    pub rising: bool,
    /// how fast the margin can change
    pub drift: f64,
}

/// Gap and its rate; `None` where a gap is not defined.
pub(super) fn gap(a: &Primitive, of_a: &Motion, b: &Primitive, of_b: &Motion) -> Option<(f64, f64)> {
    match (a, b) {
        (Primitive::Plane { at, normal }, Primitive::Point { at: center, radius }) => {
            Some(over_plane(*at, *normal, of_a, *center, *radius, of_b))
        }
        (Primitive::Point { at: center, radius }, Primitive::Plane { at, normal }) => {
            Some(over_plane(*at, *normal, of_b, *center, *radius, of_a))
        }
        (Primitive::Point { at: ca, radius: ra }, Primitive::Point { at: cb, radius: rb }) => {
            let (d, v) = between(*ca, of_a, *cb, of_b);
            let size = norm(d);
            let side = if *ra < 0.0 || *rb < 0.0 { -1.0 } else { 1.0 };
            let rate = if size > 0.0 { dot(d, v) / size } else { norm(v) };
            Some((side * size - ra - rb, side * rate))
        }
        (Primitive::Plane { at, normal }, Primitive::Circle { at: center, axis, radius, second: false, .. }) => {
            Some(RoundOverPlane::rim((*at, *normal, of_a), (*center, *axis, *radius, of_b)).gap())
        }
        (Primitive::Plane { at, normal }, Primitive::Ellipsoid { at: center, along, half }) => {
            Some(RoundOverPlane::ellipsoid((*at, *normal, of_a), (*center, *along, *half, of_b)).gap())
        }
        (Primitive::Ellipsoid { at: center, along, half }, Primitive::Plane { at, normal }) => {
            Some(RoundOverPlane::ellipsoid((*at, *normal, of_b), (*center, *along, *half, of_a)).gap())
        }
        (Primitive::Circle { at: center, axis, radius, second: false, .. }, Primitive::Plane { at, normal }) => {
            Some(RoundOverPlane::rim((*at, *normal, of_b), (*center, *axis, *radius, of_a)).gap())
        }
        _ => meet(a, of_a, b, of_b).map(|m| (m.gap, m.rate)),
    }
}

/// The enclosure over a stretch of half length `h` about the moment of these motions.
pub(super) fn enclose_gap(
    a: &Primitive,
    of_a: &Motion,
    b: &Primitive,
    of_b: &Motion,
    speeds: &[Speeds; 2],
    h: f64,
) -> Option<GapEnclosure> {
    match (a, b) {
        (Primitive::Plane { .. }, Primitive::Point { at, radius }) => {
            let (g, rate) = gap(a, of_a, b, of_b)?;
            Some(linear(g, rate, relative(of_a, of_b.point(*at), norm(*at), speeds, h), radius, speeds, h))
        }
        (Primitive::Point { at, radius }, Primitive::Plane { .. }) => {
            let (g, rate) = gap(a, of_a, b, of_b)?;
            let turned = [speeds[1], speeds[0]];
            Some(linear(g, rate, relative(of_b, of_a.point(*at), norm(*at), &turned, h), radius, speeds, h))
        }
        (Primitive::Point { at: ca, radius: ra }, Primitive::Point { at: cb, radius: rb }) => {
            Some(round((*ca, *ra, of_a), (*cb, *rb, of_b), speeds, h))
        }
        (Primitive::Plane { at, normal }, Primitive::Circle { at: center, axis, radius, second: false, .. }) => {
            let rim = RoundOverPlane::rim((*at, *normal, of_a), (*center, *axis, *radius, of_b));
            Some(rim.enclosed(relative(of_a, of_b.point(*center), norm(*center), speeds, h), speeds, h))
        }
        (Primitive::Circle { at: center, axis, radius, second: false, .. }, Primitive::Plane { at, normal }) => {
            let rim = RoundOverPlane::rim((*at, *normal, of_b), (*center, *axis, *radius, of_a));
            let turned = [speeds[1], speeds[0]];
            Some(rim.enclosed(relative(of_b, of_a.point(*center), norm(*center), &turned, h), speeds, h))
        }
        (Primitive::Plane { at, normal }, Primitive::Ellipsoid { at: center, along, half }) => {
            let round = RoundOverPlane::ellipsoid((*at, *normal, of_a), (*center, *along, *half, of_b));
            Some(round.enclosed(relative(of_a, of_b.point(*center), norm(*center), speeds, h), speeds, h))
        }
        (Primitive::Ellipsoid { at: center, along, half }, Primitive::Plane { at, normal }) => {
            let round = RoundOverPlane::ellipsoid((*at, *normal, of_b), (*center, *along, *half, of_a));
            let turned = [speeds[1], speeds[0]];
            Some(round.enclosed(relative(of_b, of_a.point(*center), norm(*center), &turned, h), speeds, h))
        }
        _ => {
            let m = meet(a, of_a, b, of_b)?;
            let arms = [of_a, of_b].map(|of| norm(sub(m.point, of.position)));
            let push: f64 = (0..2).map(|i| speeds[i].linear_rate + speeds[i].angular_rate * arms[i]).sum();
            Some(enclosed(m.gap, m.rate, 4.0 * m.bias.abs() + push, f64::INFINITY, f64::INFINITY, h))
        }
    }
}

/// P₁ and P₂ of a point now at `world`, `arm` from its own body's origin, seen from the body of `from`.
fn relative(from: &Motion, world: [f64; 3], arm: f64, [a, b]: &[Speeds; 2], h: f64) -> (f64, f64) {
    let first = a.linear + b.linear + b.angular * arm;
    let second = a.linear_rate + b.linear_rate + (b.angular_rate + b.angular * b.angular) * arm;
    let w = norm(sub(world, from.position)) + first * h;
    let turning = a.angular_rate + a.angular * a.angular;
    (first + a.angular * w, second + 2.0 * a.angular * first + turning * w)
}

fn linear(g: f64, rate: f64, (first, second): (f64, f64), radius: &f64, s: &[Speeds; 2], h: f64) -> GapEnclosure {
    let along_arc = radius.abs() * (s[0].angular + s[1].angular);
    enclosed(g, rate, second, first, first.max(along_arc), h)
}

/// From the value and rate at the middle and bounds of both derivatives.
fn enclosed(g: f64, rate: f64, second: f64, first: f64, drift: f64, h: f64) -> GapEnclosure {
    let off = (rate.abs() * h + 0.5 * second * h * h).min(first * h);
    let falling = rate + second * h < 0.0;
    let rising = rate - second * h > 0.0;
    GapEnclosure { gap: g, rate, low: g - off, high: g + off, falling, rising, drift }
}

type Round<'a> = ([f64; 3], f64, &'a Motion);

fn round((ca, ra, of_a): Round, (cb, rb, of_b): Round, speeds: &[Speeds; 2], h: f64) -> GapEnclosure {
    let (d, v) = between(ca, of_a, cb, of_b);
    let arms = [norm(ca), norm(cb)];
    let sum = |f: &dyn Fn(&Speeds, f64) -> f64| f(&speeds[0], arms[0]) + f(&speeds[1], arms[1]);
    let first = sum(&|s, arm| s.linear + s.angular * arm);
    let second = sum(&|s, arm| s.linear_rate + (s.angular_rate + s.angular * s.angular) * arm);
    let size = norm(d);
    let longest = size + first * h;
    let (u, rate) = (size * size, 2.0 * dot(d, v));
    let bend = 2.0 * (first * first + longest * second);
    let off = rate.abs() * h + 0.5 * bend * h * h;
    let nearest = (u - off).max(0.0).sqrt().max(size - first * h).max(0.0);
    let farthest = (u + off).sqrt().min(longest);
    let (falls, rises) = (rate + bend * h < 0.0, rate - bend * h > 0.0);
    let drift = if nearest > 0.0 {
        let swing = first / nearest;
        (ra.abs() * (swing + speeds[0].angular)).max(rb.abs() * (swing + speeds[1].angular))
    } else {
        f64::INFINITY
    };
    let slope = if size > 0.0 { 0.5 * rate / size } else { norm(v) };
    if ra < 0.0 || rb < 0.0 {
        let (low, high) = (-farthest - ra - rb, -nearest - ra - rb);
        GapEnclosure { gap: -size - ra - rb, rate: -slope, low, high, falling: rises, rising: falls, drift }
    } else {
        let (low, high) = (nearest - ra - rb, farthest - ra - rb);
        GapEnclosure { gap: size - ra - rb, rate: slope, low, high, falling: falls, rising: rises, drift }
    }
}

fn over_plane(o: [f64; 3], n: [f64; 3], of_plane: &Motion, c: [f64; 3], r: f64, of_point: &Motion) -> (f64, f64) {
    let (d, v) = between(o, of_plane, c, of_point);
    let n = of_plane.direction(n);
    (dot(n, d) - r, dot(n, v) + dot(cross(of_plane.spin, n), d))
}

/// A rim or an ellipsoid over a plane at one moment: height and rate of its centre; how far it reaches down, as the size of a
/// vector seen in its own body, and the rate of that.
struct RoundOverPlane {
    height: f64,
    rise: f64,
    down: [f64; 3],
    turning: [f64; 3],
    /// the largest radius or semi-axis
    widest: f64,
}

impl RoundOverPlane {
    fn rim(
        (o, n, of_plane): ([f64; 3], [f64; 3], &Motion),
        (c, k, radius, of_rim): ([f64; 3], [f64; 3], f64, &Motion),
    ) -> Self {
        let (height, rise) = over_plane(o, n, of_plane, c, 0.0, of_rim);
        let (n, k) = (of_plane.direction(n), of_rim.direction(k));
        let turning = cross(sub(of_plane.spin, of_rim.spin), n);
        let widest = radius.abs();
        let across = |v: [f64; 3]| add_scaled(v, -dot(v, k), k).map(|x| widest * x);
        Self { height, rise, down: across(n), turning: across(turning), widest }
    }

    fn ellipsoid(
        (o, n, of_plane): ([f64; 3], [f64; 3], &Motion),
        (c, [x, y], half, of_round): ([f64; 3], [[f64; 3]; 2], [f64; 3], &Motion),
    ) -> Self {
        let (height, rise) = over_plane(o, n, of_plane, c, 0.0, of_round);
        let n = of_plane.direction(n);
        let turning = cross(sub(of_plane.spin, of_round.spin), n);
        let axes = [x, y, cross(x, y)].map(|v| of_round.direction(v));
        let seen = |v: [f64; 3]| [0, 1, 2].map(|i| half[i] * dot(axes[i], v));
        let widest = half.into_iter().fold(0.0, f64::max);
        Self { height, rise, down: seen(n), turning: seen(turning), widest }
    }

    /// |w₀ + ẇ₀t| and its slope.
    fn reach(&self, t: f64) -> (f64, f64) {
        let w = add_scaled(self.down, t, self.turning);
        let size = norm(w);
        (size, if size > 0.0 { dot(w, self.turning) / size } else { norm(self.turning) })
    }

    fn gap(&self) -> (f64, f64) {
        let (reach, slope) = self.reach(0.0);
        (self.height - reach, self.rise - slope)
    }

    fn enclosed(&self, (first, second): (f64, f64), s: &[Speeds; 2], h: f64) -> GapEnclosure {
        let turning = s[0].angular + s[1].angular;
        let bend = self.widest * (s[0].angular_rate + s[1].angular_rate + turning * turning);
        let (gap, rate) = self.gap();
        let (before, after) = (self.reach(-h), self.reach(h));
        // where it reaches down least
        let speed = dot(self.turning, self.turning);
        let at = if speed > 0.0 { (-dot(self.down, self.turning) / speed).clamp(-h, h) } else { 0.0 };
        let off = 0.5 * bend * h * h;
        let least = (self.reach(at).0 - off).max(0.0);
        let open = 0.5 * second * h * h + off;
        let most = self.height + self.rise.abs() * h - least + 0.5 * second * h * h;
        let low = (self.height - self.rise * h - before.0).min(self.height + self.rise * h - after.0) - open;
        // how far the direction of the lowest place can be from that of the straight motion, twice its sine
        let aside = if least > 0.0 { (2.0 * off / least).min(2.0) } else { 2.0 };
        let slack = second * h + bend * h + speed.sqrt() * aside;
        let falling = self.rise - before.1 + slack < 0.0;
        let rising = self.rise - after.1 - slack > 0.0;
        let swing = if least > 0.0 { self.widest * turning / least } else { f64::INFINITY };
        let drift = first + self.widest * (swing + turning);
        GapEnclosure { gap, rate, low, high: most.max(gap), falling, rising, drift }
    }
}

/// From a point of one body to a point of another, and its rate.
fn between(a: [f64; 3], of_a: &Motion, b: [f64; 3], of_b: &Motion) -> ([f64; 3], [f64; 3]) {
    let (ra, rb) = (of_a.direction(a), of_b.direction(b));
    let (va, vb) = (cross(of_a.spin, ra), cross(of_b.spin, rb));
    let d = [0, 1, 2].map(|i| (of_b.position[i] - of_a.position[i]) + (rb[i] - ra[i]));
    (d, [0, 1, 2].map(|i| (of_b.velocity[i] - of_a.velocity[i]) + (vb[i] - va[i])))
}
