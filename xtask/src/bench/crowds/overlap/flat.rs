//! Discs, convex polygons and half-planes.

use crate::bench::crowds::pose::Pose;
use crate::bench::crowds::scene::Fixed;
use crate::bench::crowds::shape::Shape;

type Point = [f64; 2];

/// A shape where it is.
pub enum Flat {
    Disc(Point, f64),
    /// counter-clockwise
    Polygon(Vec<Point>),
    /// point, and normal out of it
    Half(Point, Point),
}

impl Flat {
    /// A solid has no place in the plane: nothing meets it.
    pub fn of(shape: &Shape, pose: &Pose) -> Self {
        let at = |[x, y]: Point| {
            let [x, y, _] = pose.place([x, y, 0.0]);
            [x, y]
        };
        match shape {
            Shape::Disc(radius) => Self::Disc(at([0.0; 2]), *radius),
            Shape::Polygon(corners) => Self::Polygon(corners.iter().copied().map(at).collect()),
            Shape::Sphere(_) | Shape::Box(_) | Shape::Capsule(..) => Self::Polygon(Vec::new()),
        }
    }

    pub fn fixed(fixed: &Fixed) -> Self {
        match fixed {
            Fixed::Half { point, normal } => Self::Half([point[0], point[1]], [normal[0], normal[1]]),
            Fixed::Polygon(corners) => Self::Polygon(corners.clone()),
        }
    }
}

/// How deep one is in the other, m.
pub fn depth(a: &Flat, b: &Flat) -> f64 {
    match (a, b) {
        (Flat::Disc(p, r), Flat::Disc(q, s)) => r + s - length(minus(*p, *q)),
        (Flat::Disc(p, r), Flat::Polygon(corners)) | (Flat::Polygon(corners), Flat::Disc(p, r)) => {
            r - outside(corners, *p)
        }
        // edges of either may be the ones that separate best
        (Flat::Polygon(a), Flat::Polygon(b)) => -separation(a, b).max(separation(b, a)),
        (Flat::Half(point, normal), Flat::Disc(p, r)) | (Flat::Disc(p, r), Flat::Half(point, normal)) => {
            r - dot(*normal, minus(*p, *point))
        }
        (Flat::Half(point, normal), Flat::Polygon(corners)) | (Flat::Polygon(corners), Flat::Half(point, normal)) => {
            corners.iter().map(|c| -dot(*normal, minus(*c, *point))).fold(f64::NEG_INFINITY, f64::max)
        }
        (Flat::Half(..), Flat::Half(..)) => f64::NEG_INFINITY,
    }
}

/// Edges with their outward normals.
fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point, Point)> + '_ {
    corners.iter().enumerate().map(|(i, a)| {
        let b = corners[(i + 1) % corners.len()];
        let along = minus(b, *a);
        let long = length(along);
        (*a, b, [along[1] / long, -along[0] / long])
    })
}

/// How far all of b lies beyond the best edge of a.
fn separation(a: &[Point], b: &[Point]) -> f64 {
    let beyond = |(from, _, normal): (Point, Point, Point)| {
        b.iter().map(|c| dot(normal, minus(*c, from))).fold(f64::INFINITY, f64::min)
    };
    edges(a).map(beyond).fold(f64::NEG_INFINITY, f64::max)
}

/// Distance of a point from a polygon; within it, that to the nearest edge, negative.
fn outside(corners: &[Point], p: Point) -> f64 {
    let within = edges(corners).map(|(a, _, normal)| dot(normal, minus(p, a))).fold(f64::NEG_INFINITY, f64::max);
    if within <= 0.0 {
        return within;
    }
    let from_edge = |(a, b, _): (Point, Point, Point)| {
        let along = minus(b, a);
        let t = (dot(minus(p, a), along) / dot(along, along)).clamp(0.0, 1.0);
        length([p[0] - a[0] - t * along[0], p[1] - a[1] - t * along[1]])
    };
    edges(corners).map(from_edge).fold(f64::INFINITY, f64::min)
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64) -> Flat {
        Flat::Polygon(vec![[x - 1.0, y - 1.0], [x + 1.0, y - 1.0], [x + 1.0, y + 1.0], [x - 1.0, y + 1.0]])
    }

    /// The same on a corner.
    fn diamond(x: f64, y: f64) -> Flat {
        let r = std::f64::consts::SQRT_2;
        Flat::Polygon(vec![[x, y - r], [x + r, y], [x, y + r], [x - r, y]])
    }

    fn near(a: &Flat, b: &Flat, wanted: f64) {
        assert!((depth(a, b) - wanted).abs() < 1e-14, "{} and not {wanted}", depth(a, b));
        assert!((depth(b, a) - wanted).abs() < 1e-14, "the other way round");
    }

    #[test]
    fn discs() {
        near(&Flat::Disc([0.0, 0.0], 1.0), &Flat::Disc([1.8, 2.4], 2.5), 0.5);
        near(&Flat::Disc([0.0, 0.0], 1.0), &Flat::Disc([3.0, 4.0], 1.0), -3.0);
        near(&Flat::Disc([0.0, 0.0], 1.0), &Flat::Disc([0.0, 0.0], 1.0), 2.0);
    }

    #[test]
    fn squares_side_by_side_on_a_corner_and_inside_one_another() {
        near(&square(0.0, 0.0), &square(1.75, 1.5), 0.25);
        near(&square(0.0, 0.0), &square(2.0, 0.7), 0.0);
        assert!(depth(&square(0.0, 0.0), &square(2.5, 0.0)) < 0.0);
        // the corner of one 0.1 within the side of the other
        near(&square(0.0, 0.0), &diamond(0.9 + std::f64::consts::SQRT_2, 0.0), 0.1);
        // pushed out of the middle the shortest way
        near(&square(0.0, 0.0), &square(0.0, 0.0), 2.0);
    }

    #[test]
    fn a_disc_on_a_side_on_a_corner_and_within() {
        near(&Flat::Disc([0.0, 1.9], 1.0), &square(0.0, 0.0), 0.1);
        // (3, 4)/5 beyond the corner
        near(&Flat::Disc([1.3, 1.4], 0.6), &square(0.0, 0.0), 0.1);
        near(&Flat::Disc([1.3, 1.4], 0.4), &square(0.0, 0.0), -0.1);
        near(&Flat::Disc([0.75, 0.0], 0.5), &square(0.0, 0.0), 0.75);
    }

    #[test]
    fn half_planes() {
        let slope = Flat::Half([0.0, 1.0], [0.6, 0.8]);
        near(&slope, &Flat::Disc([0.6, 1.8], 1.25), 0.25);
        near(&slope, &square(0.0, 1.0), 1.4);
        near(&Flat::Half([0.0, -1.0], [0.0, 1.0]), &square(3.0, 0.0), 0.0);
    }
}
