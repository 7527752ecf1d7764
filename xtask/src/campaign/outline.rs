//! Outlines of parts: as scenes write them, and how far they are apart, so that nothing begins inside something else.

use super::dice::rounded;
use super::plane::{Point, apart, direction};

/// Polygons, bars with round ends and discs, drawn about the origin of a part; where they overlap they are one.
#[derive(Clone, Debug)]
pub struct Outline(Vec<Piece>);

/// All that is no farther than the radius from what its corners enclose.
#[derive(Clone, Debug)]
struct Piece {
    corners: Vec<Point>,
    radius: f64,
}

impl Outline {
    /// Counter-clockwise.
    pub fn polygon(corners: &[Point]) -> Self {
        Self(vec![Piece { corners: corners.iter().map(|c| c.map(short)).collect(), radius: 0.0 }])
    }

    /// By its lower left and its upper right corner.
    pub fn rect([left, low]: Point, [right, high]: Point) -> Self {
        Self::polygon(&[[left, low], [right, low], [right, high], [left, high]])
    }

    /// With round ends.
    pub fn bar(from: Point, to: Point, radius: f64) -> Self {
        Self(vec![Piece { corners: vec![from.map(short), to.map(short)], radius: short(radius) }])
    }

    pub fn disc(center: Point, radius: f64) -> Self {
        Self(vec![Piece { corners: vec![center.map(short)], radius: short(radius) }])
    }

    /// All that is no farther than the radius from a polygon, a line or a point, to the last digit.
    pub fn exact(corners: Vec<Point>, radius: f64) -> Self {
        Self(vec![Piece { corners, radius }])
    }

    /// Both together.
    pub fn and(mut self, other: &Self) -> Self {
        self.0.extend(other.0.iter().cloned());
        self
    }

    /// Turned about the origin, then moved.
    pub fn placed(&self, at: Point, degrees: f64) -> Self {
        let [c, s] = direction(degrees);
        let place = |p: &Point| [at[0] + c * p[0] - s * p[1], at[1] + s * p[0] + c * p[1]];
        Self(self.0.iter().map(|piece| piece.mapped(place)).collect())
    }

    /// All lengths times a factor.
    pub fn scaled(&self, factor: f64) -> Self {
        let grown = |piece: &Piece| Piece {
            radius: factor * piece.radius,
            ..piece.mapped(|p: &Point| [factor * p[0], factor * p[1]])
        };
        Self(self.0.iter().map(grown).collect())
    }

    /// How far it is from another; 0 or less where they overlap.
    pub fn gap(&self, other: &Self) -> f64 {
        let pairs = self.0.iter().flat_map(|a| other.0.iter().map(move |b| a.gap(b)));
        pairs.fold(f64::INFINITY, f64::min)
    }

    /// How deep it is in another, by the farthest corner or round; negative where they are apart.
    pub fn depth(&self, other: &Self) -> f64 {
        let pairs = self.0.iter().flat_map(|a| other.0.iter().map(move |b| a.depth(b)));
        pairs.fold(f64::NEG_INFINITY, f64::max)
    }

    /// How far it reaches from the origin.
    pub fn reach(&self) -> f64 {
        let far = |p: &Piece| p.corners.iter().map(|c| libm::hypot(c[0], c[1]) + p.radius).fold(0.0, f64::max);
        self.0.iter().map(far).fold(0.0, f64::max)
    }

    /// How high its lowest point is.
    pub fn lowest(&self) -> f64 {
        let low = |p: &Piece| p.corners.iter().map(|c| c[1] - p.radius).fold(f64::INFINITY, f64::min);
        self.0.iter().map(low).fold(f64::INFINITY, f64::min)
    }

    /// As scenes write it.
    pub fn written(&self) -> String {
        self.0.iter().map(Piece::written).collect::<Vec<_>>().join(" + ")
    }
}

impl Piece {
    fn mapped(&self, map: impl Fn(&Point) -> Point) -> Self {
        Self { corners: self.corners.iter().map(map).collect(), radius: self.radius }
    }

    fn edges(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let n = self.corners.len();
        (0..n).map(move |i| [self.corners[i], self.corners[(i + 1) % n]])
    }

    fn gap(&self, other: &Self) -> f64 {
        if self.encloses(other.corners[0]) || other.encloses(self.corners[0]) {
            return -self.radius - other.radius;
        }
        let pairs = self.edges().flat_map(|a| other.edges().map(move |b| apart(a, b)));
        pairs.fold(f64::INFINITY, f64::min) - self.radius - other.radius
    }

    fn depth(&self, other: &Self) -> f64 {
        let inside = self.corners_within(other).max(other.corners_within(self));
        let apart = self.edges().flat_map(|a| other.edges().map(move |b| apart(a, b))).fold(f64::INFINITY, f64::min);
        self.radius + other.radius + if inside > 0.0 { inside } else { -apart }
    }

    /// How far the innermost of its corners is from the edges of another piece that encloses it; 0 where none does.
    fn corners_within(&self, other: &Self) -> f64 {
        let within = self.corners.iter().filter(|corner| other.encloses(**corner));
        let to_edge = |p: &Point| other.edges().map(|edge| apart([*p, *p], edge)).fold(f64::INFINITY, f64::min);
        within.map(to_edge).fold(0.0, f64::max)
    }

    /// Whether a point lies inside of its corners: a ray to the right leaves them an odd number of times.
    fn encloses(&self, p: Point) -> bool {
        let crossed = |[a, b]: &[Point; 2]| {
            (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1])
        };
        self.edges().filter(crossed).count() % 2 == 1
    }

    fn written(&self) -> String {
        let point = |p: &Point| format!("({}, {})", short(p[0]), short(p[1]));
        let points = self.corners.iter().map(point).collect::<Vec<_>>();
        let radius = short(self.radius);
        match points.as_slice() {
            [center] => format!("disc({center} m, {radius} m)"),
            [from, to] => format!("capsule({from} m, {to} m, {radius} m)"),
            _ => format!("polygon({}) m", points.join(", ")),
        }
    }
}

/// In whole micrometres, m.
fn short(x: f64) -> f64 {
    let x = rounded(x, 6);
    // -0 looks like a mistake
    if x == 0.0 { 0.0 } else { x }
}

/// Moves a coordinate on from `from`, where all is clear, by at most `steps` steps, and gives the last one that leaves at
/// least this gap.
pub fn closest(from: f64, step: f64, steps: usize, least: f64, gap: impl Fn(f64) -> f64) -> f64 {
    const COARSE: usize = 16;
    let at = |i: usize| rounded(from + step * i as f64, 6);
    let clear = |i: &usize| gap(at(*i)) >= least;
    let near = (0..=steps).step_by(COARSE).take_while(clear).last().unwrap_or(0);
    at((near..=steps.min(near + COARSE)).take_while(clear).last().unwrap_or(near))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_outlines_are_measured_and_what_lies_inside_is_no_gap() {
        let square = Outline::rect([-1.0, -1.0], [1.0, 1.0]);
        let disc = Outline::disc([0.0, 0.0], 0.5);
        assert!((square.gap(&disc.placed([2.0, 0.0], 0.0)) - 0.5).abs() < 1e-12);
        assert!(square.gap(&disc) < 0.0 && disc.gap(&square) < 0.0);
        let corner = square.placed([0.0, 3.0], 45.0);
        assert!((square.gap(&corner) - (2.0 - std::f64::consts::SQRT_2)).abs() < 1e-12);
        let bar = Outline::bar([0.0, 0.0], [2.0, 0.0], 0.1).and(&disc);
        assert!((bar.reach() - 2.1).abs() < 1e-12 && (bar.lowest() + 0.5).abs() < 1e-12);
        assert!((closest(5.0, -0.01, 1000, 0.25, |x| square.gap(&disc.placed([x, 0.0], 0.0))) - 1.75).abs() < 1e-9);
        assert_eq!(square.scaled(0.5).written(), "polygon((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)) m");
        assert_eq!(bar.written(), "capsule((0, 0) m, (2, 0) m, 0.1 m) + disc((0, 0) m, 0.5 m)");
    }
}
