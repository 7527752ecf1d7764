//! Marks of textbook figures, in pixels: supports, springs, rods, hatching, arrows.

use super::colour::{Colour, Theme};
use super::list::{Layer, Picture};
use crate::tolerances::{NO_STROKE, OFF_PICTURE};

type Point = [f64; 2];

/// A pin with its circle.
pub(crate) fn pin(picture: &mut Picture, theme: &Theme, at: Point, radius: f64) {
    let ring = (theme.ink, (0.38 * radius).max(0.7));
    picture.disc(Layer::Mechanism, at, radius, theme.paper, ring);
}

/// A support below a pin of the ground: a triangle on a hatched line. `down` has length one.
pub(crate) fn support(picture: &mut Picture, theme: &Theme, at: Point, down: Point, u: f64) {
    let side = [-down[1], down[0]];
    let to = |along: f64, across: f64| {
        [at[0] + u * (along * down[0] + across * side[0]), at[1] + u * (along * down[1] + across * side[1])]
    };
    let fill = theme.ground.towards(theme.paper, 0.72);
    picture.shape(
        Layer::Ground,
        vec![vec![to(0.0, 0.0), to(13.0, 8.5), to(13.0, -8.5)]],
        fill,
        (theme.ground, 1.3 * u),
    );
    hatched_line(picture, theme, to(13.0, -14.0), to(13.0, 14.0), [-down[0], -down[1]], u);
}

/// A line with short slanted strokes on the side away from `free`.
pub(crate) fn hatched_line(picture: &mut Picture, theme: &Theme, from: Point, to: Point, free: Point, u: f64) {
    let d = [to[0] - from[0], to[1] - from[1]];
    let length = libm::hypot(d[0], d[1]);
    if !(NO_STROKE..OFF_PICTURE).contains(&length) {
        return;
    }
    let along = [d[0] / length, d[1] / length];
    let deep = 6.0 * u;
    let step = (6.0 * u).max(length / 600.0);
    let mut strokes = Vec::new();
    let mut s = 0.5 * step;
    while s < length {
        let top = [from[0] + s * along[0], from[1] + s * along[1]];
        // slanted by 45°
        let foot = [0, 1].map(|i| top[i] - deep * free[i] - deep * along[i]);
        strokes.push(vec![top, foot]);
        s += step;
    }
    picture.lines(Layer::Ground, strokes, (theme.ground, 0.9 * u));
    picture.lines(Layer::Ground, vec![vec![from, to]], (theme.ground, 1.7 * u));
}

/// Slanted lines within loops (even–odd).
pub(crate) fn hatching(loops: &[Vec<Point>], step: f64) -> Vec<Vec<Point>> {
    let edges = || loops.iter().flat_map(|l| (0..l.len()).map(move |i| (l[i], l[(i + 1) % l.len()])));
    let across = |p: Point| p[0] + p[1];
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for p in loops.iter().flatten() {
        (low, high) = (low.min(across(*p)), high.max(across(*p)));
    }
    if !(low.is_finite() && high.is_finite()) || high - low > OFF_PICTURE {
        return Vec::new();
    }
    let step = step.max((high - low) / 500.0).max(1e-3);
    let mut strokes = Vec::new();
    let mut level = (libm::floor(low / step) + 0.5) * step;
    while level < high {
        let mut cuts: Vec<Point> = Vec::new();
        for (p, q) in edges() {
            let (a, b) = (across(p) - level, across(q) - level);
            if (a < 0.0) != (b < 0.0) {
                let part = a / (a - b);
                cuts.push([p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])]);
            }
        }
        cuts.sort_by(|a, b| a[0].total_cmp(&b[0]));
        strokes.extend(cuts.chunks_exact(2).map(<[Point]>::to_vec));
        level += step;
    }
    strokes
}

/// A zigzag between two points with straight ends.
pub(crate) fn zigzag(from: Point, to: Point, rest: f64, u: f64) -> Vec<Point> {
    let d = [to[0] - from[0], to[1] - from[1]];
    let length = libm::hypot(d[0], d[1]);
    if length < NO_STROKE {
        return vec![from, to];
    }
    let along = [d[0] / length, d[1] / length];
    // as many bends as its length at rest has room for, so that a spring keeps its bends when pulled
    let bends = (rest / (9.0 * u)).clamp(8.0, 14.0) as usize;
    let lead = (0.12 * length).min(12.0 * u);
    // a wire does not get longer: the more it is pulled the flatter
    let wide = (6.5 * u) * (1.25 - 0.45 * length / rest.max(1.0)).clamp(0.7, 1.0);
    let point = |s: f64, off: f64| [from[0] + s * along[0] - off * along[1], from[1] + s * along[1] + off * along[0]];
    let mut points = vec![from, point(lead, 0.0)];
    let turn = (length - 2.0 * lead) / bends as f64;
    for i in 0..bends {
        let side = if i % 2 == 0 { wide } else { -wide };
        points.push(point(lead + (i as f64 + 0.5) * turn, side));
    }
    points.extend([point(length - lead, 0.0), to]);
    points
}

/// A bar with round ends.
pub(crate) fn capsule(a: Point, b: Point, radius: f64) -> Vec<Point> {
    let d = [b[0] - a[0], b[1] - a[1]];
    let start = libm::atan2(d[1], d[0]) + core::f64::consts::FRAC_PI_2;
    let half = |middle: Point, from: f64| {
        (0..=14).map(move |i| {
            let angle = from + core::f64::consts::PI * f64::from(i) / 14.0;
            [middle[0] + radius * libm::cos(angle), middle[1] + radius * libm::sin(angle)]
        })
    };
    half(a, start).chain(half(b, start + core::f64::consts::PI)).collect()
}

/// Corners of the smallest convex area round points, in order.
pub(crate) fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turns = |a: Point, b: Point, c: Point| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while chain.len() >= 2 && turns(chain[chain.len() - 2], chain[chain.len() - 1], *p) <= 0.0 {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut whole = half(&mut sorted.iter());
    whole.extend(half(&mut sorted.iter().rev()));
    whole
}

/// An arrow; too short ones are only a head, and none is drawn below half a pixel. A rim lets it be seen on any part.
pub(crate) fn arrow(
    picture: &mut Picture,
    layer: Layer,
    [from, to]: [Point; 2],
    colour: Colour,
    rim: Option<Colour>,
    u: f64,
) {
    let d = [to[0] - from[0], to[1] - from[1]];
    let length = libm::hypot(d[0], d[1]);
    if !(0.5..OFF_PICTURE).contains(&length) {
        return;
    }
    let along = [d[0] / length, d[1] / length];
    let head = (10.0 * u).min(length);
    let neck = [to[0] - head * along[0], to[1] - head * along[1]];
    let wide = 0.42 * head;
    let left = [neck[0] - wide * along[1], neck[1] + wide * along[0]];
    let right = [neck[0] + wide * along[1], neck[1] - wide * along[0]];
    if let Some(paper) = rim.filter(|_| length > head) {
        picture.lines(layer, vec![vec![from, neck]], (paper, 4.6 * u));
        picture.lines(layer, vec![vec![to, left, right, to]], (paper, 2.4 * u));
    }
    if length > head {
        picture.lines(layer, vec![vec![from, neck]], (colour, 2.2 * u));
    }
    picture.fill(layer, vec![vec![to, left, right]], colour);
}

/// A slender arrow of a field: its shaft and its head; none below a pixel.
pub(crate) fn slender([from, to]: &[Point; 2]) -> Option<(Vec<Point>, Vec<Point>)> {
    let d = [to[0] - from[0], to[1] - from[1]];
    let length = libm::hypot(d[0], d[1]);
    if !(1.0..OFF_PICTURE).contains(&length) {
        return None;
    }
    let neck = [to[0] - 0.4 * d[0], to[1] - 0.4 * d[1]];
    let side = [-0.17 * d[1], 0.17 * d[0]];
    let head = vec![*to, [neck[0] + side[0], neck[1] + side[1]], [neck[0] - side[0], neck[1] - side[1]]];
    Some((vec![*from, neck], head))
}

/// Two chevrons that show which way a surface moves; none below a pixel.
pub(crate) fn chevrons([from, to]: &[Point; 2]) -> Vec<Vec<Point>> {
    let d = [to[0] - from[0], to[1] - from[1]];
    if !(1.0..OFF_PICTURE).contains(&libm::hypot(d[0], d[1])) {
        return Vec::new();
    }
    let point =
        |along: f64, across: f64| [from[0] + along * d[0] - across * d[1], from[1] + along * d[1] + across * d[0]];
    [0.62, 0.95].map(|tip| vec![point(tip - 0.3, 0.3), point(tip, 0.0), point(tip - 0.3, -0.3)]).to_vec()
}

/// Loops as dashes so long, with gaps as long between them.
pub(crate) fn dashed(loops: &[Vec<Point>], dash: f64) -> Vec<Vec<Point>> {
    let mut dashes = Vec::new();
    for points in loops {
        let sides = || (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]));
        let round: f64 = sides().map(|(p, q)| libm::hypot(q[0] - p[0], q[1] - p[1])).sum();
        // a whole number of them, and not without end
        let count = libm::round(round / (2.0 * dash)).clamp(1.0, 2000.0);
        let step = round / (2.0 * count);
        if !(step > 0.0 && step.is_finite()) {
            continue;
        }
        let (mut left, mut on) = (step, true);
        let mut piece = vec![points[0]];
        for (p, q) in sides() {
            let length = libm::hypot(q[0] - p[0], q[1] - p[1]);
            let mut at = 0.0;
            while length - at > left {
                at += left;
                let here = [p[0] + at / length * (q[0] - p[0]), p[1] + at / length * (q[1] - p[1])];
                if on {
                    piece.push(here);
                    dashes.push(std::mem::take(&mut piece));
                } else {
                    piece = vec![here];
                }
                (on, left) = (!on, step);
            }
            left -= length - at;
            if on {
                piece.push(q);
            }
        }
        if on && piece.len() > 1 {
            dashes.push(piece);
        }
    }
    dashes
}

/// The quartered circle that marks a centre of mass, turned by an angle (rad).
pub(crate) fn centre(picture: &mut Picture, theme: &Theme, at: Point, angle: f64, radius: f64) {
    let line = (theme.ink, (0.18 * radius).max(0.6));
    picture.disc(Layer::Mechanism, at, radius, theme.paper, line);
    let quarter = |from: f64| {
        let arc = (0..=8).map(move |i| {
            let a = from - angle + core::f64::consts::FRAC_PI_2 * f64::from(i) / 8.0;
            [at[0] + radius * libm::cos(a), at[1] + radius * libm::sin(a)]
        });
        std::iter::once(at).chain(arc).collect::<Vec<_>>()
    };
    picture.fill(Layer::Mechanism, vec![quarter(0.0), quarter(core::f64::consts::PI)], theme.ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_go_round_what_they_hold() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0], [1.0, 0.0]];
        assert_eq!(hull(&square), [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        assert!(hull(&[[1.0, 1.0]]).len() <= 1);
    }

    #[test]
    fn hatching_stays_within_and_leaves_holes() {
        let square = |half: f64| vec![[-half, -half], [half, -half], [half, half], [-half, half]];
        let strokes = hatching(&[square(10.0), square(5.0)], 2.0);
        assert!(strokes.len() > 8);
        for p in strokes.iter().flatten() {
            let reach = p[0].abs().max(p[1].abs());
            assert!((4.999..=10.001).contains(&reach), "{p:?}");
        }
        let middles = strokes.iter().map(|s| [0.5 * (s[0][0] + s[1][0]), 0.5 * (s[0][1] + s[1][1])]);
        assert!(middles.into_iter().all(|m| m[0].abs().max(m[1].abs()) >= 5.0));
        assert!(hatching(&[vec![[f64::NAN, 0.0], [1.0, 1.0]]], 2.0).is_empty());
    }

    #[test]
    fn dashes_cover_half_of_a_loop() {
        let square = vec![[0.0, 0.0], [40.0, 0.0], [40.0, 40.0], [0.0, 40.0]];
        let dashes = dashed(&[square], 3.0);
        let long =
            |d: &Vec<Point>| d.windows(2).map(|w| libm::hypot(w[1][0] - w[0][0], w[1][1] - w[0][1])).sum::<f64>();
        let total: f64 = dashes.iter().map(long).sum();
        assert!((total - 80.0).abs() < 1e-6 && (26..=28).contains(&dashes.len()), "{total} {}", dashes.len());
        assert!(dashed(&[vec![[1.0, 1.0]]], 3.0).is_empty());
        assert!(dashed(&[vec![[0.0, 0.0], [1e5, 0.0]]], 3.0).len() <= 2001);
    }

    #[test]
    fn springs_end_where_they_are_held() {
        for length in [0.0, 3.0, 80.0, 500.0] {
            let points = zigzag([1.0, 2.0], [1.0 + length, 2.0], 60.0, 1.0);
            assert_eq!((points[0], points[points.len() - 1]), ([1.0, 2.0], [1.0 + length, 2.0]));
            assert!(points.iter().all(|p| (p[1] - 2.0).abs() < 7.0));
        }
    }
}
