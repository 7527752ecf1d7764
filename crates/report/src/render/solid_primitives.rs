//! Meshes of simple bodies that marks in space are made of: balls, rods, cones, bricks. Corners are counter-clockwise
//! seen from outside.

use super::view::{cross, dot, unit};
use core::f64::consts::{PI, TAU};

/// A surface of triangles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brick {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
    /// which of two colours each triangle has
    pub tones: Vec<bool>,
}

impl Brick {
    fn quad(&mut self, corners: [[f64; 3]; 4], tone: bool) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        self.tones.extend([tone; 2]);
    }

    fn triangle(&mut self, corners: [[f64; 3]; 3], tone: bool) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
        self.tones.push(tone);
    }
}

/// Two directions square to `axis` and to each other, right-handed with it.
pub(crate) fn across(axis: [f64; 3]) -> [[f64; 3]; 2] {
    let other = if axis[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let u = unit(cross(axis, other)).unwrap_or([0.0, 1.0, 0.0]);
    [u, cross(axis, u)]
}

/// A box with its middle at `middle` and these half sizes.
#[cfg(test)]
pub(crate) fn brick(middle: [f64; 3], half: [f64; 3]) -> Brick {
    let mut brick = Brick::default();
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        for side in [-1.0, 1.0] {
            let corner = |a: f64, b: f64| {
                let mut p = middle;
                p[i] += side * half[i];
                p[j] += a * half[j];
                p[k] += b * half[k];
                p
            };
            let mut corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            if side < 0.0 {
                corners.reverse();
            }
            brick.quad(corners, false);
        }
    }
    brick
}

/// A ball whose eight parts alternate in colour, so that its turning is seen.
pub(crate) fn ball(middle: [f64; 3], radius: f64) -> Brick {
    const ROUND: usize = 24;
    const DOWN: usize = 12;
    let mut brick = Brick::default();
    let point = |i: usize, j: usize| {
        let (turn, tilt) = (TAU * (i % ROUND) as f64 / ROUND as f64, PI * j as f64 / DOWN as f64);
        let level = libm::sin(tilt);
        let d = [level * libm::cos(turn), level * libm::sin(turn), if j == DOWN { -1.0 } else { libm::cos(tilt) }];
        let d = if j == 0 || j == DOWN { [0.0, 0.0, d[2]] } else { d };
        [0, 1, 2].map(|k| middle[k] + radius * d[k])
    };
    for i in 0..ROUND {
        for j in 0..DOWN {
            let tone = (i / (ROUND / 4) + j / (DOWN / 2)) % 2 == 1;
            let [a, b, c, d] = [point(i, j), point(i, j + 1), point(i + 1, j + 1), point(i + 1, j)];
            match j {
                0 => brick.triangle([a, b, c], tone),
                j if j + 1 == DOWN => brick.triangle([a, b, d], tone),
                _ => brick.quad([a, b, c, d], tone),
            }
        }
    }
    brick
}

/// A rod from a to b with these radii at its ends, its sectors alternating in colour; none if it has no length.
pub(crate) fn rod(a: [f64; 3], b: [f64; 3], radii: [f64; 2], sectors: usize) -> Option<Brick> {
    // what has sectors is large
    let round = if sectors > 0 { 72 } else { 24 };
    let d = [0, 1, 2].map(|i| b[i] - a[i]);
    let axis = unit(d)?;
    let [u, v] = across(axis);
    let mut brick = Brick::default();
    let point = |middle: [f64; 3], radius: f64, i: usize| {
        let turn = TAU * (i % round) as f64 / round as f64;
        let (sin, cos) = (libm::sin(turn), libm::cos(turn));
        [0, 1, 2].map(|k| middle[k] + radius * (cos * u[k] + sin * v[k]))
    };
    for i in 0..round {
        let tone = sectors > 0 && i * sectors / round % 2 == 1;
        let [a1, a2] = [point(a, radii[0], i), point(a, radii[0], i + 1)];
        let [b1, b2] = [point(b, radii[1], i), point(b, radii[1], i + 1)];
        if radii[0] > 0.0 {
            brick.triangle([a, a2, a1], tone);
        }
        if radii[1] > 0.0 {
            brick.triangle([b, b1, b2], tone);
        }
        match (radii[0] > 0.0, radii[1] > 0.0) {
            (true, true) => brick.quad([a1, a2, b2, b1], tone),
            (true, false) => brick.triangle([a1, a2, b], tone),
            (false, true) => brick.triangle([a, b2, b1], tone),
            (false, false) => {}
        }
    }
    Some(brick)
}

/// A coil from a to b with straight ends.
pub(crate) fn coil(a: [f64; 3], b: [f64; 3], radius: f64, turns: usize) -> Vec<[f64; 3]> {
    let d = [0, 1, 2].map(|i| b[i] - a[i]);
    let length = dot(d, d).sqrt();
    let Some(axis) = unit(d) else { return vec![a, b] };
    let [u, v] = across(axis);
    let steps = turns * 14;
    let mut points = vec![a];
    for i in 0..=steps {
        let part = i as f64 / steps as f64;
        let s = length * (0.1 + 0.8 * part);
        let turn = TAU * turns as f64 * part;
        let (sin, cos) = (libm::sin(turn), libm::cos(turn));
        points.push([0, 1, 2].map(|k| a[k] + s * axis[k] + radius * (cos * u[k] + sin * v[k])));
    }
    points.push(b);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume enclosed: positive only if every face looks outward.
    fn volume(brick: &Brick) -> f64 {
        let six = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| brick.vertices[i as usize]);
            dot(a, cross(b, c))
        };
        brick.triangles.iter().map(six).sum::<f64>() / 6.0
    }

    #[test]
    fn meshes_enclose_their_volume() {
        let off_by = |brick: &Brick, exact: f64| (volume(brick) / exact - 1.0).abs();
        assert!(off_by(&brick([1.0, 2.0, 3.0], [0.5, 1.0, 1.5]), 6.0) < 1e-12);
        assert!(off_by(&ball([3.0, -1.0, 0.5], 2.0), 4.0 / 3.0 * PI * 8.0) < 0.06);
        let (a, b) = ([1.0, 0.0, 0.0], [1.0, 2.0, 2.0]);
        let long = 8.0_f64.sqrt();
        // 24 sides, or 72, instead of a circle
        let polygon = 12.0 * libm::sin(TAU / 24.0);
        let fine = 36.0 * libm::sin(TAU / 72.0);
        assert!(off_by(&rod(a, b, [0.5, 0.5], 4).unwrap(), fine * 0.25 * long) < 1e-12);
        assert!(off_by(&rod(a, b, [0.5, 0.0], 0).unwrap(), polygon * 0.25 * long / 3.0) < 1e-12);
        assert!(off_by(&rod(a, b, [0.0, 0.5], 0).unwrap(), polygon * 0.25 * long / 3.0) < 1e-12);
        assert!(rod(a, a, [0.5, 0.5], 0).is_none());
    }
}
