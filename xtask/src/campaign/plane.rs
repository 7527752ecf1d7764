//! Places in the plane, and how far drawn things are apart: scenes must not begin with an overlap.

use super::dice::tidy;

/// A point or a vector, m.
pub type Point = [f64; 2];

/// As scenes write it.
pub fn written(p: Point) -> String {
    format!("({} m, {} m)", tidy(p[0]), tidy(p[1]))
}

/// The point this far away in this direction, an angle in degrees.
pub fn ahead(from: Point, degrees: f64, distance: f64) -> Point {
    let [c, s] = direction(degrees);
    [from[0] + distance * c, from[1] + distance * s]
}

/// A unit vector; exact for right angles.
pub fn direction(degrees: f64) -> [f64; 2] {
    match degrees.rem_euclid(360.0) {
        0.0 => [1.0, 0.0],
        90.0 => [0.0, 1.0],
        180.0 => [-1.0, 0.0],
        270.0 => [0.0, -1.0],
        _ => {
            let angle = degrees.to_radians();
            [libm::cos(angle), libm::sin(angle)]
        }
    }
}

/// How far two points are apart.
pub fn distance(p: Point, q: Point) -> f64 {
    libm::hypot(p[0] - q[0], p[1] - q[1])
}

/// A bar with round ends: what is drawn as a rectangle of the same length and width lies inside of it.
#[derive(Clone, Copy, Debug)]
pub struct Bar {
    pub from: Point,
    pub to: Point,
    /// half of its width
    pub radius: f64,
}

impl Bar {
    /// A bar that begins at a point.
    pub fn at(from: Point, degrees: f64, length: f64, radius: f64) -> Self {
        Self { from, to: ahead(from, degrees, length), radius }
    }

    /// How far it is from another, less than 0 where they overlap.
    pub fn gap(&self, other: &Self) -> f64 {
        apart([self.from, self.to], [other.from, other.to]) - self.radius - other.radius
    }

    /// How far it is from what lies below a height.
    pub fn above(&self, height: f64) -> f64 {
        self.from[1].min(self.to[1]) - self.radius - height
    }

    /// How far it is from an upright rectangle.
    pub fn beside(&self, center: Point, width: f64, height: f64) -> f64 {
        let (w, h) = (0.5 * width, 0.5 * height);
        let corner = |x: f64, y: f64| [center[0] + x * w, center[1] + y * h];
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let inside = |p: Point| (p[0] - center[0]).abs() <= w && (p[1] - center[1]).abs() <= h;
        if inside(self.from) || inside(self.to) {
            return -self.radius;
        }
        let edges = (0..4).map(|i| apart([self.from, self.to], [corners[i], corners[(i + 1) % 4]]));
        edges.fold(f64::INFINITY, f64::min) - self.radius
    }
}

/// How far two segments are apart.
pub fn apart(a: [Point; 2], b: [Point; 2]) -> f64 {
    if cross(a, b) {
        return 0.0;
    }
    let ends = [to_segment(a[0], b), to_segment(a[1], b), to_segment(b[0], a), to_segment(b[1], a)];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

fn cross(a: [Point; 2], b: [Point; 2]) -> bool {
    let side =
        |s: [Point; 2], p: Point| (s[1][0] - s[0][0]) * (p[1] - s[0][1]) - (s[1][1] - s[0][1]) * (p[0] - s[0][0]);
    side(a, b[0]) * side(a, b[1]) < 0.0 && side(b, a[0]) * side(b, a[1]) < 0.0
}

fn to_segment(p: Point, s: [Point; 2]) -> f64 {
    let d = [s[1][0] - s[0][0], s[1][1] - s[0][1]];
    let square = d[0] * d[0] + d[1] * d[1];
    let along = if square > 0.0 { ((p[0] - s[0][0]) * d[0] + (p[1] - s[0][1]) * d[1]) / square } else { 0.0 };
    let share = along.clamp(0.0, 1.0);
    distance(p, [s[0][0] + share * d[0], s[0][1] + share * d[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_measured() {
        let bar = |from: Point, to: Point| Bar { from, to, radius: 0.1 };
        let lying = bar([0.0, 0.0], [1.0, 0.0]);
        assert!((lying.gap(&bar([0.0, 0.5], [1.0, 0.5])) - 0.3).abs() < 1e-12);
        assert!(lying.gap(&bar([0.5, -1.0], [0.5, 1.0])) < 0.0);
        assert!((lying.gap(&bar([2.0, 0.0], [3.0, 0.0])) - 0.8).abs() < 1e-12);
        assert!((lying.above(-0.5) - 0.4).abs() < 1e-12);
        assert!((lying.beside([2.0, 0.0], 1.0, 1.0) - 0.4).abs() < 1e-12);
        assert!(lying.beside([0.5, 0.0], 0.1, 1.0) < 0.0);
        assert_eq!(ahead([1.0, 2.0], -90.0, 1.0), [1.0, 1.0]);
        assert_eq!(written([-0.0, 0.1 + 0.2]), "(0 m, 0.3 m)");
    }
}
