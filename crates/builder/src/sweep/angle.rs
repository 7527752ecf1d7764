//! Angles through the tangent of their half.
//!
//! With u = tan(θ/2), cos θ = (1 − u²)/(1 + u²) and sin θ = 2u/(1 + u²) are rational in u: a rational u turns rational
//! corners into rational ones. θ = π·sheet + 2·atan(u) with |u| ≤ 1 covers the line, the ends of neighbouring sheets
//! meeting in one angle (u = 1 of sheet k, u = −1 of sheet k + 1); the sheet nearer to 0 is taken.
//!
//! θ = k·90° + 2m·atan(r) is exact: e^{iθ/2} is a positive multiple of (1 + i)^k·(1 + i·r)^m, a Gaussian rational z, and
//! u = Im z/Re z after z is turned back by i^sheet. Any other angle has an irrational u in general (30° has 2 − √3), and
//! the float of tan(θ/2) is taken, as the rational it is.

use super::number::{Number, of_float, to_float};
use mainspring_model::Angle;
use mainspring_model::Exact;
use std::f64::consts::{FRAC_PI_2, PI};

/// Half turns that an angle may be away from 0.
const SHEETS: f64 = 2000.0;
/// Arctangents that are added exactly.
const ARCS: i32 = 64;

/// A Gaussian rational.
type Gauss = [Exact; 2];

fn product(a: &Gauss, b: &Gauss) -> Gauss {
    [&a[0] * &b[0] - &a[1] * &b[1], &a[0] * &b[1] + &a[1] * &b[0]]
}

/// z^n; a negative power is that of the conjugate, which has the same argument.
fn power(z: Gauss, n: i32) -> Gauss {
    let z = if n < 0 { [z[0].clone(), -z[1].clone()] } else { z };
    (0..n.abs()).fold([Exact::ONE, Exact::ZERO], |product_so_far, _| product(&product_so_far, &z))
}

/// Right angles that an angle is exactly, if it is that.
pub(super) fn right_angles(number: &Number) -> Option<i64> {
    let k = &number.pi * Exact::from(2);
    (number.plain.is_zero() && number.arc.is_none() && k.is_int()).then_some(())?;
    i64::try_from(k.numerator().clone()).ok()
}

/// The angle a number of radians is; None beyond a thousand turns.
pub(super) fn angle_of(number: &Number, radians: f64) -> Option<Angle> {
    if radians.is_nan() || radians.abs() > SHEETS * PI {
        return None;
    }
    let (sheet, half_tangent) = exactly(number, radians).or_else(|| nearly(number, radians))?;
    let at_end = half_tangent == Exact::ONE || half_tangent == -Exact::ONE;
    let (sheet, half_tangent) = match at_end {
        true if half_tangent == Exact::ONE && sheet < 0 => (sheet + 1, -Exact::ONE),
        true if half_tangent != Exact::ONE && sheet > 0 => (sheet - 1, Exact::ONE),
        _ => (sheet, half_tangent),
    };
    Some(Angle { sheet, half_tangent, radians })
}

/// k·90° + 2m·atan(r).
fn exactly(number: &Number, radians: f64) -> Option<(i32, Exact)> {
    let quarters = right_angles(&Number { arc: None, ..number.clone() })?;
    let (twice, of) = number.arc.clone().unwrap_or((0, Exact::ZERO));
    if twice % 2 != 0 || twice.abs() > ARCS {
        return None;
    }
    // (1 + i)^8 is real and positive
    let quarters = i32::try_from(quarters.rem_euclid(8)).ok()?;
    let z = product(&power([Exact::ONE, Exact::ONE], quarters), &power([Exact::ONE, of], twice / 2));
    let mut sheet = (radians / PI).round() as i32;
    let [re, im] = product(&z, &power([Exact::ZERO, Exact::ONE], -(sheet.rem_euclid(4))));
    // the float may have rounded to the wrong side of a sheet's end
    let wide = if im < Exact::ZERO { -&im } else { im.clone() };
    let narrow = if re < Exact::ZERO { -&re } else { re.clone() };
    if wide <= narrow {
        return Some((sheet, im / re));
    }
    let half_tangent = -(re / &im);
    sheet += if half_tangent < Exact::ZERO { 1 } else { -1 };
    Some((sheet, half_tangent))
}

/// The float of tan(θ/2) on the sheet where that is at most 1.
fn nearly(number: &Number, radians: f64) -> Option<(i32, Exact)> {
    let sheet = (radians / PI).round();
    // what is left of degrees is exact, so that 359 deg is as good as -1 deg
    let rest = if number.arc.is_none() && number.plain.is_zero() {
        to_float(&(&number.pi - of_float(sheet)?)) * FRAC_PI_2
    } else {
        let whole = number.value()? - of_float(sheet)? * of_float(PI)?;
        // π is its float and this much
        (to_float(&whole) - sheet * 1.224_646_799_147_353_2e-16) / 2.0
    };
    Some((sheet as i32, of_float(libm::tan(rest).clamp(-1.0, 1.0))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(p: i64, q: u64) -> Exact {
        Exact::from_parts(p.into(), q.into())
    }

    fn degrees(p: i64, q: u64) -> Angle {
        let number = Number { plain: Exact::ZERO, pi: ratio(p, 180 * q), arc: None, bare: false, follows: None };
        angle_of(&number, p as f64 / q as f64 * PI / 180.0).unwrap()
    }

    #[test]
    fn right_angles_are_exact() {
        for (deg, sheet, tangent) in
            [(0, 0, 0), (90, 0, 1), (-90, 0, -1), (180, 1, 0), (270, 1, 1), (-270, -1, -1), (360, 2, 0), (-450, -2, -1)]
        {
            let a = degrees(deg, 1);
            assert_eq!((a.sheet, a.half_tangent), (sheet, Exact::from(tangent)), "{deg}");
        }
    }

    #[test]
    fn sheets_and_tangents_give_the_angle_back() {
        for (p, q) in [(30, 1), (1, 7), (89, 1), (91, 1), (-91, 1), (359, 1), (-3599, 10), (1000, 3)] {
            let a = degrees(p, q);
            let back = PI * f64::from(a.sheet) + 2.0 * libm::atan(to_float(&a.half_tangent));
            assert!((back - a.radians).abs() <= 4e-16 * (1.0 + a.radians.abs()), "{p}/{q}: {back} {}", a.radians);
        }
        // tan 15° = 2 − √3, without the cancellation
        assert!((to_float(&degrees(30, 1).half_tangent) - 1.0 / (2.0 + 3f64.sqrt())).abs() < 1e-16);
    }

    #[test]
    fn twice_an_arctangent_keeps_its_fraction() {
        let of = |quarters: i64, count: i32, r: Exact| {
            let radians = quarters as f64 * FRAC_PI_2 + f64::from(count) * libm::atan(to_float(&r));
            let number = Number {
                plain: Exact::ZERO,
                pi: ratio(quarters, 2),
                arc: Some((count, r)),
                bare: false,
                follows: None,
            };
            let a = angle_of(&number, radians).unwrap();
            (a.sheet, a.half_tangent)
        };
        assert_eq!(of(0, 2, ratio(3, 4)), (0, ratio(3, 4)));
        assert_eq!(of(0, -2, ratio(3, 4)), (0, ratio(-3, 4)));
        // beyond a right angle on the next sheet: −1/u
        assert_eq!(of(0, 2, ratio(4, 3)), (1, ratio(-3, 4)));
        // tan(45° + a) = (1 + u)/(1 − u)
        assert_eq!(of(1, 2, ratio(-1, 3)), (0, ratio(1, 2)));
        // tan 2a = 2u/(1 − u²)
        assert_eq!(of(0, 4, ratio(1, 3)), (0, ratio(3, 4)));
        assert_eq!(of(2, 2, ratio(1, 5)), (1, ratio(1, 5)));
    }
}
