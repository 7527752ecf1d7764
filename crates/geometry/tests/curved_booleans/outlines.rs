//! Random outlines of lines and arcs, in the places where they meet badly: tangents, shared edges, shared circles, whole
//! numbers, and all of these missed by a little.

use mainspring_geometry::{Region, Segment};
use std::f64::consts::{PI, TAU};

/// A small generator: the same numbers on every machine.
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn whole(&mut self, low: i64, high: i64) -> f64 {
        (low + (self.next() % (high - low + 1) as u64) as i64) as f64
    }

    fn number(&mut self, whole: bool, low: i64, high: i64) -> f64 {
        if whole { self.whole(low, high) } else { self.between(low as f64, high as f64) }
    }
}

/// Two outlines that have something to do with each other.
pub fn pair(dice: &mut Dice) -> Option<(Region, Region)> {
    let whole = dice.below(2) == 0;
    let a = built(dice, whole)?;
    let b = match dice.below(8) {
        0..=2 => built(dice, whole)?,
        3 => tangent(dice, &a)?,
        // the same again, in another place or in nearly the same one
        4 => nearly(dice, &a)?,
        // the same circles, other arcs of them
        5 => same_circle(dice, &a)?,
        // a part of itself
        6 => {
            let other = built(dice, whole)?;
            match dice.below(3) {
                0 => a.union(&other).ok()?,
                1 => a.difference(&other).ok()?,
                _ => a.intersection(&other).ok()?,
            }
        }
        _ => a.turned(dice.whole(1, 7) * PI / 4.0).ok()?,
    };
    if dice.below(6) == 0 {
        // far out, and small or large
        let by = [dice.between(-1e3, 1e3), dice.between(-1e3, 1e3)];
        let factor = libm::exp2(dice.whole(-20, 20));
        let far = |r: &Region| r.moved(by).ok()?.scaled(factor).ok();
        return Some((far(&a)?, far(&b)?));
    }
    Some((a, b))
}

fn built(dice: &mut Dice, whole: bool) -> Option<Region> {
    let mut region = simple(dice, whole)?;
    for _ in 0..dice.below(3) {
        let other = simple(dice, whole)?;
        region = match dice.below(4) {
            0 => region.union(&other).ok()?,
            1 => region.difference(&other).ok()?,
            2 => region.xor(&other).ok()?,
            _ => region.intersection(&other).ok()?,
        };
    }
    Some(region)
}

fn simple(dice: &mut Dice, whole: bool) -> Option<Region> {
    let point = |dice: &mut Dice| [dice.number(whole, -4, 4), dice.number(whole, -4, 4)];
    let at = point(dice);
    let radius = dice.number(whole, 1, 5).abs();
    match dice.below(7) {
        0 => Region::disc(at, radius).ok(),
        1 => Region::rect_corners(at, point(dice)).ok(),
        2 => Region::capsule(at, point(dice), 0.5 * radius).ok(),
        3 => {
            let quarter = |dice: &mut Dice, low| match whole {
                true => dice.whole(low, 7) * PI / 4.0,
                false => dice.between(0.1, 6.0),
            };
            let start = quarter(dice, 0);
            let sweep = quarter(dice, 1);
            Region::sector(at, radius, start, sweep).ok()
        }
        4 => {
            let inner = Region::disc(at, 0.5 * radius).ok()?;
            Region::disc(at, radius).ok()?.difference(&inner).ok()
        }
        5 => {
            let disc = Region::disc(at, radius).ok()?;
            disc.cut(point(dice), [dice.number(whole, -2, 2), dice.number(whole, -2, 2)]).ok()
        }
        _ => blob(dice, whole, at),
    }
}

/// A star whose sides are straight or bulge one way or the other.
fn blob(dice: &mut Dice, whole: bool, at: [f64; 2]) -> Option<Region> {
    let corners = 3 + dice.below(7) as usize;
    let points: Vec<[f64; 2]> = (0..corners)
        .map(|i| {
            let angle = TAU * i as f64 / corners as f64;
            let far = dice.number(whole, 1, 4);
            [at[0] + far * libm::cos(angle), at[1] + far * libm::sin(angle)]
        })
        .collect();
    let side = |i: usize, dice: &mut Dice| {
        let (from, to) = (points[i], points[(i + 1) % corners]);
        if dice.below(3) == 0 {
            return Segment::Line { from, to };
        }
        // tan of a quarter of the sweep: from nearly straight to a half circle
        let bulge = [0.01, 0.1, 0.3, 0.9][dice.below(4) as usize] * if dice.below(2) == 0 { 1.0 } else { -1.0 };
        let sweep = 4.0 * libm::atan(bulge);
        let off = 0.25 * (1.0 / bulge - bulge);
        let center =
            [0.5 * (from[0] + to[0]) - off * (to[1] - from[1]), 0.5 * (from[1] + to[1]) + off * (to[0] - from[0])];
        Segment::Arc { from, to, center, sweep }
    };
    Region::closed((0..corners).map(|i| side(i, dice)).collect()).ok().map(|(region, _)| region)
}

/// A disc that touches an edge of `a`, from inside or outside, or misses doing so by a little.
fn tangent(dice: &mut Dice, a: &Region) -> Option<Region> {
    let edges: Vec<Segment> = a.loops().iter().flatten().copied().collect();
    let edge = edges[dice.below(edges.len() as u64) as usize];
    let radius = dice.between(0.2, 3.0);
    let miss = little(dice);
    let side = if dice.below(2) == 0 { 1.0 } else { -1.0 };
    let share = dice.between(0.0, 1.0);
    let (on, out) = match edge {
        Segment::Line { from, to } => {
            let d = [to[0] - from[0], to[1] - from[1]];
            let long = libm::hypot(d[0], d[1]);
            ([from[0] + share * d[0], from[1] + share * d[1]], [d[1] / long, -d[0] / long])
        }
        Segment::Arc { from, center, sweep, .. } => {
            let spoke = [from[0] - center[0], from[1] - center[1]];
            let (s, c) = libm::sincos(share * sweep);
            let v = [c * spoke[0] - s * spoke[1], s * spoke[0] + c * spoke[1]];
            let r = libm::hypot(v[0], v[1]);
            ([center[0] + v[0], center[1] + v[1]], [v[0] / r, v[1] / r])
        }
    };
    let off = side * (radius + miss);
    Region::disc([on[0] + off * out[0], on[1] + off * out[1]], radius).ok()
}

/// Nothing, or something between rounding and a hair.
fn little(dice: &mut Dice) -> f64 {
    let sign = if dice.below(2) == 0 { 1.0 } else { -1.0 };
    match dice.below(3) {
        0 => 0.0,
        _ => sign * libm::exp10(dice.between(-16.0, -5.0)),
    }
}

fn nearly(dice: &mut Dice, a: &Region) -> Option<Region> {
    let angle = little(dice);
    let by = [little(dice), little(dice)];
    let factor = 1.0 + little(dice);
    a.turned(angle).ok()?.moved(by).ok()?.scaled(factor).ok()
}

/// A sector or disc on the circle of an arc of `a`.
fn same_circle(dice: &mut Dice, a: &Region) -> Option<Region> {
    let arcs: Vec<(f64, [f64; 2])> = (a.loops().iter().flatten())
        .filter_map(|s| match *s {
            Segment::Arc { from, center, .. } => Some((libm::hypot(from[0] - center[0], from[1] - center[1]), center)),
            Segment::Line { .. } => None,
        })
        .collect();
    let (radius, center) = *arcs.get(dice.below(arcs.len().max(1) as u64) as usize)?;
    if dice.below(3) == 0 {
        return Region::disc(center, radius + little(dice)).ok();
    }
    Region::sector(center, radius + little(dice), dice.between(0.0, TAU), dice.between(0.1, 6.0)).ok()
}
