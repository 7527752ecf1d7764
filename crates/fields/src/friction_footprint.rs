//! The sole of a part: its footprint prepared for dry friction, and the friction of the whole part.
//!
//! Near centres of rotation go through the closed form of `rotation_integrals`. Far ones, down to no turn at all, through a series:
//! in complex numbers about the middle, v(z) = v (1 + λz) with λ = iω/v, so that
//!   N = ∫|v| dA = |v| Σ_jk β_j β_k λ^j λ̄^k M_jk,   β_j = binom(½, j),   M_jk = ∫ z^j z̄^k dA.
//! With l = |λ| and φ = arg λ, N = |v| S(l, φ), S = Σ_n lⁿ s_n(φ), s_n a trigonometric polynomial whose coefficients
//! are found once. Gradient and slopes of N are those of S, without cancellation however far the centre is:
//!   along v: S − l S_l,   across: −S_φ,   torque: ± S_l.

use crate::boundary::{BoundaryCurve, Sums};
use crate::dry_friction::{DryFriction, carried, is_distant, turned_back};
use crate::footprint::Footprint;
use crate::piece_friction::{about_near_center, over_piece};
use crate::tolerances::{SERIES_END, SPOKE_PANEL};
use crate::wrench::Wrench;
use mainspring_geometry::Segment;
use mainspring_numerics::quadrature::GAUSS_16;
use mainspring_numerics::vec2::cross;

/// Degree of the series: 6^−21 is below rounding.
const DEGREE: usize = 20;

/// A footprint prepared once for friction, in body axes about the part's origin.
#[derive(Clone, Debug)]
pub struct FrictionFootprint {
    pub(crate) edges: Vec<Segment>,
    pub(crate) rim: BoundaryCurve,
    pub(crate) sums: Sums,
    /// of cos mφ and sin mφ in s_n, n ascending, m = n, n − 2, …; lengths in radii of the rim
    series: Vec<[f64; 2]>,
}

impl FrictionFootprint {
    /// Of a part's footprint.
    #[must_use]
    pub fn new(footprint: &Footprint) -> Self {
        let edges = footprint.edges().to_vec();
        let rim = BoundaryCurve::new(&edges);
        let sums = rim.moments();
        let series = series_of(&rim);
        Self { edges, rim, sums, series }
    }

    /// Area (m²).
    #[inline]
    #[must_use]
    pub fn area(&self) -> f64 {
        self.sums.area
    }

    /// Unit dry friction, all in body axes.
    pub(crate) fn rub<const SLOPES: bool>(&self, twist: [f64; 3]) -> DryFriction {
        let here = carried(twist, self.rim.middle);
        let speed = libm::hypot(here[0], here[1]);
        if speed == 0.0 && here[2] == 0.0 {
            return DryFriction::default();
        }
        let rub = if is_distant(here, speed, self.rim.radius) {
            self.distant::<SLOPES>(here, speed)
        } else {
            about_near_center::<SLOPES>(&self.rim, here)
        };
        rub.shifted::<SLOPES>(self.rim.middle)
    }

    /// By the series, about the middle.
    fn distant<const SLOPES: bool>(&self, twist: [f64; 3], speed: f64) -> DryFriction {
        let radius = self.rim.radius;
        let sign = if twist[2] < 0.0 { -1.0 } else { 1.0 };
        let u = [twist[0] / speed, twist[1] / speed];
        // e^{iφ} = ±i ū
        let unit = [sign * u[1], sign * u[0]];
        let x = twist[2].abs() * radius / speed;
        let mut powers = [[1.0, 0.0]; DEGREE + 1];
        // S, S_x, S_xx, S_φ, S_xφ, S_φφ
        let (mut s, mut sx, mut sxx, mut sf, mut sxf, mut sff) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        // x^(n−2), x^(n−1), xⁿ
        let (mut lower, mut low, mut power) = (0.0, 0.0, 1.0);
        let mut next = 0;
        for n in 0..=DEGREE {
            if n > 0 {
                let [c, d] = powers[n - 1];
                powers[n] = [c * unit[0] - d * unit[1], c * unit[1] + d * unit[0]];
            }
            let (mut value, mut slope, mut curve) = (0.0, 0.0, 0.0);
            let mut m = n;
            loop {
                let ([a, b], [c, d], order) = (self.series[next], powers[m], m as f64);
                let here = a * c + b * d;
                value += here;
                slope += order * (b * c - a * d);
                if SLOPES {
                    curve -= order * order * here;
                }
                next += 1;
                if m < 2 {
                    break;
                }
                m -= 2;
            }
            let order = n as f64;
            s += power * value;
            sx += order * low * value;
            sf += power * slope;
            if SLOPES {
                sxx += order * (order - 1.0) * lower * value;
                sxf += order * low * slope;
                sff += power * curve;
            }
            (lower, low, power) = (low, power, power * x);
            if n >= 2 && low < SERIES_END {
                break;
            }
        }
        let (along, across) = (s - x * sx, -sf);
        let wrench = [along * u[0] - across * u[1], along * u[1] + across * u[0], sign * radius * sx];
        let mut slopes = [[0.0; 3]; 3];
        if SLOPES {
            let (aa, ac, cc) = (x * x * sxx / speed, x * sxf / speed, (sff + along) / speed);
            let arm = sign * radius / speed;
            let (ta, tc, tt) = (-arm * x * sxx, -arm * sxf, radius * radius * sxx / speed);
            let frame =
                DryFriction { wrench: [0.0; 3], power: 0.0, slopes: [[aa, ac, ta], [ac, cc, tc], [ta, tc, tt]] };
            slopes = frame.turned::<true>(u).slopes;
        }
        DryFriction { wrench, power: speed * s, slopes }
    }
}

/// ∫ v/|v| dA and ∫ r × v/|v| dA (unit dry friction, sign of the motion; m², m³), and ∫|v| dA (m³/s), of a part turned
/// by an angle of cosine and sine `heading`, at the twist (vx, vy, ω) of its origin in world axes; all zero at rest.
#[must_use]
pub fn dry(sole: &FrictionFootprint, heading: [f64; 2], twist: [f64; 3]) -> (Wrench, f64) {
    let rub = sole.rub::<false>(turned_back(twist, heading)).turned::<false>(heading);
    (wrench_of(rub.wrench), rub.power)
}

/// As [`dry`], with the derivative of the wrench with respect to the twist.
#[inline]
#[must_use]
pub fn dry_slopes(sole: &FrictionFootprint, heading: [f64; 2], twist: [f64; 3]) -> DryFriction {
    sole.rub::<true>(turned_back(twist, heading)).turned::<true>(heading)
}

/// As [`dry`] over a piece of a part, given in world axes about the part's origin; `twist` is that of the part's origin
/// against the surface there.
#[must_use]
pub fn dry_over(piece: &BoundaryCurve, twist: [f64; 3]) -> (Wrench, f64) {
    let rub = over_piece::<false>(piece, twist);
    (wrench_of(rub.wrench), rub.power)
}

#[inline]
pub(crate) fn wrench_of(w: [f64; 3]) -> Wrench {
    Wrench { force: [w[0], w[1]], torque: w[2] }
}

fn series_of(rim: &BoundaryCurve) -> Vec<[f64; 2]> {
    let count = (0..=DEGREE).map(|n| n / 2 + 1).sum();
    let mut series = vec![[0.0; 2]; count];
    let scale = 1.0 / rim.radius;
    let mut add = |r: [f64; 2], weight: f64| {
        let z = [r[0] * scale, r[1] * scale];
        let square = z[0] * z[0] + z[1] * z[1];
        let mut powers = [[1.0, 0.0]; DEGREE + 1];
        let mut squares = [1.0; DEGREE + 1];
        for n in 1..=DEGREE {
            let [c, d] = powers[n - 1];
            powers[n] = [c * z[0] - d * z[1], c * z[1] + d * z[0]];
            squares[n] = squares[n - 1] * square;
        }
        let mut next = 0;
        for n in 0..=DEGREE {
            for k in 0..=n / 2 {
                let share = weight * squares[k] / (n + 2) as f64;
                let [c, d] = powers[n - 2 * k];
                series[next] = [series[next][0] + share * c, series[next][1] + share * d];
                next += 1;
            }
        }
    };
    for line in &rim.lines {
        for [at, w] in GAUSS_16 {
            add(line.at(at * line.length), w * line.offset * line.length);
        }
    }
    for arc in &rim.arcs {
        arc.panels(SPOKE_PANEL, |from, to| {
            for [at, w] in GAUSS_16 {
                let (x, dx) = arc.at(from + (to - from) * at);
                add(x, w * (to - from) * cross(x, dx));
            }
        });
    }
    let mut beta = [1.0; DEGREE + 1];
    for j in 1..=DEGREE {
        beta[j] = beta[j - 1] * (1.5 - j as f64) / j as f64;
    }
    let mut next = 0;
    for n in 0..=DEGREE {
        for k in 0..=n / 2 {
            // (j, k) and (k, j) together; Re(M e^{imφ}) = Re M cos mφ − Im M sin mφ
            let factor = beta[n - k] * beta[k] * if n == 2 * k { 1.0 } else { 2.0 };
            series[next] = [factor * series[next][0], -factor * series[next][1]];
            next += 1;
        }
    }
    series
}
