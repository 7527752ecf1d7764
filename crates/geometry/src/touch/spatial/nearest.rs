//! Half way between the nearest points of two surfaces in space.
//!
//! The nearest points lie on a pair of pieces that can touch. Where its place of contact is inside both extents that is the
//! answer; else one of the two is a point or the place of a rim, with its foot on the other piece, or both are straight pieces
//! taken to their ends. Where several places are equally near (a face over a face) the middle of all of them is taken, if it
//! is half way too.

use super::can_touch::can_touch;
use super::distance::{bound, clamped, is_second, separation};
use super::extent::{Extent, least_on_rim, rim_place};
use super::pairs::lies_flat;
use super::solid_surface::SolidSurface;
use crate::tolerances::EQUALLY_NEAR;
use crate::touch::feature::FeaturePair;
use crate::touch::meet::meet;
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::vec3::{add_scaled, combine, norm, sub};
use std::cell::Cell;

/// In the world; none where no pair of pieces tells.
pub(crate) fn midway(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion) -> Option<[f64; 3]> {
    let slack = EQUALLY_NEAR * a.scale(b);
    let mut least = f64::INFINITY;
    let mut found: Vec<(f64, [f64; 3])> = Vec::new();
    for i in 0..a.features.len() {
        for j in 0..b.features.len() {
            let pair = FeaturePair { a: i as u32, b: j as u32 };
            let flat = || lies_flat(a, ma, b, mb, pair);
            if !can_touch(a, i, b, j) || is_second(a, i) || is_second(b, j) || flat() {
                continue;
            }
            if bound(a, ma, i, b, mb, j) > least + slack {
                continue;
            }
            let apart = separation(a, ma, i, b, mb, j);
            if apart <= least + slack
                && let Some(place) = place_of((a, ma, i), (b, mb, j), apart, slack)
            {
                least = least.min(apart);
                found.push((apart, place));
            }
        }
    }
    // each place once, however many pairs of pieces end there
    let mut places: Vec<[f64; 3]> = Vec::new();
    for (_, place) in found.into_iter().filter(|(d, _)| *d <= least + slack) {
        if !places.iter().any(|p| norm(sub(*p, place)) <= slack) {
            places.push(place);
        }
    }
    let first = *places.first()?;
    let count = places.len() as f64;
    let mean = [0, 1, 2].map(|i| places.iter().map(|p| p[i]).sum::<f64>() / count);
    let off = |s: &SolidSurface, m: &Motion| {
        let local = m.local(mean);
        s.features.iter().zip(&s.pieces).map(|(f, p)| p.to_point(f, local)).fold(f64::INFINITY, f64::min)
    };
    let far = off(a, ma).max(off(b, mb));
    Some(if (far - 0.5 * least).abs() <= 2.0 * slack { mean } else { first })
}

type Party<'a> = (&'a SolidSurface, &'a Motion, usize);

fn place_of(one: Party, two: Party, apart: f64, slack: f64) -> Option<[f64; 3]> {
    let ((a, ma, i), (b, mb, j)) = (one, two);
    let (f, g) = (&a.features[i], &b.features[j]);
    if let Some(m) = meet(&f.primitive, ma, &g.primitive, mb)
        && (m.gap - apart).abs() <= slack
    {
        return Some(m.point);
    }
    match (f.primitive, g.primitive) {
        (Primitive::Point { at, radius }, _) => Some(over(ma.point(at), radius, two)),
        (_, Primitive::Point { at, radius }) => Some(over(mb.point(at), radius, one)),
        (Primitive::Circle { .. }, _) => on_rim(one, two),
        (_, Primitive::Circle { .. }) => on_rim(two, one),
        _ => {
            let (p, q) = clamped(one, two)?;
            Some(combine(0.5, p, 0.5, q))
        }
    }
}

/// Half way between a ball about `center` and a piece.
fn over(center: [f64; 3], radius: f64, (s, m, k): Party) -> [f64; 3] {
    let foot = m.point(s.pieces[k].foot(&s.features[k], m.local(center)));
    let d = sub(foot, center);
    let size = norm(d);
    if size == 0.0 { center } else { add_scaled(center, 0.5 * (size + radius) / size, d) }
}

/// Half way between the nearest place of a rim and a piece.
fn on_rim((a, ma, i): Party, (b, mb, j): Party) -> Option<[f64; 3]> {
    let (rim, Extent::Rim { half, .. }) = (&a.features[i].primitive, &a.pieces[i].extent) else { return None };
    let best = Cell::new((f64::INFINITY, [0.0; 3]));
    let look = |angle: f64| {
        let place = ma.point(rim_place(rim, angle));
        let value = b.pieces[j].to_point(&b.features[j], mb.local(place));
        if value < best.get().0 {
            best.set((value, place));
        }
        value
    };
    least_on_rim(*half, look);
    Some(over(best.get().1, 0.0, (b, mb, j)))
}
