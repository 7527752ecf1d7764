//! The part and the field of the wrench's benchmark: a 12-gon with a hole that covers most of 48 × 48 cells.

use mainspring_fields::Footprint;
use mainspring_geometry::Region;

/// Side of a cell, m.
pub const PITCH: f64 = 0.01;

/// Where a part's origin is, and its angle.
pub type Pose = ([f64; 2], f64);

/// Loops of corners about the origin: the outer counter-clockwise, the hole clockwise.
#[derive(Clone)]
pub struct Outline(pub Vec<Vec<[f64; 2]>>);

impl Outline {
    /// Twelve corners that are not quite regular, and a hole of five; `size` is the radius, m.
    pub fn holed(size: f64) -> Self {
        let ring = |count: usize, radius: f64, center: [f64; 2], way: f64| -> Vec<[f64; 2]> {
            (0..count)
                .map(|k| {
                    let (s, c) = libm::sincos(way * std::f64::consts::TAU * k as f64 / count as f64);
                    let r = size * radius * (1.0 - 0.08 * ((k * k) % 3) as f64);
                    [size * center[0] + r * c, size * center[1] + r * s]
                })
                .collect()
        };
        Self(vec![ring(12, 1.0, [0.0; 2], 1.0), ring(5, 0.3, [0.1, -0.15], -1.0)])
    }

    /// At a pose, in the world.
    pub fn placed(&self, (at, angle): Pose) -> Self {
        let (s, c) = libm::sincos(angle);
        let place = |p: &[f64; 2]| [at[0] + c * p[0] - s * p[1], at[1] + s * p[0] + c * p[1]];
        Self(self.0.iter().map(|ring| ring.iter().map(place).collect()).collect())
    }

    pub fn footprint(&self) -> Result<Footprint, String> {
        let ring = |r: &[[f64; 2]]| Region::polygon(r).map(|(region, _)| region).map_err(|e| e.to_string());
        let outer = ring(&self.0[0])?;
        let holes = self.0[1..].iter().map(|r| ring(&r.iter().rev().copied().collect::<Vec<_>>()));
        let holes = holes.collect::<Result<Vec<_>, _>>()?;
        let region = outer.with_holes(&holes).map_err(|e| e.to_string())?;
        Ok(Footprint::new(&region, [0.0; 2]))
    }
}

/// Poses in no order about the middle of `cells` × `cells`, the part within them.
pub fn poses(count: usize, cells: usize, pitch: f64) -> Vec<Pose> {
    let middle = 0.5 * cells as f64 * pitch;
    // golden ratios spread evenly and never repeat
    let spread = |k: usize, ratio: f64| 2.0 * (k as f64 * ratio).fract() - 1.0;
    (0..count)
        .map(|k| {
            (
                [middle + pitch * spread(k, 0.754_877_666), middle + pitch * spread(k, 0.569_840_29)],
                3.2 * spread(k, 0.618_034),
            )
        })
        .collect()
}

/// Breakpoints from 0.
pub fn breaks(cells: usize, pitch: f64) -> Vec<f64> {
    (0..=cells).map(|k| k as f64 * pitch).collect()
}

/// A density for every cell that no two neighbours share, N/m².
pub fn densities(cells: usize) -> Vec<[f64; 2]> {
    let cell = |k: usize| {
        let (i, j) = ((k % cells) as f64, (k / cells) as f64);
        [30.0 * libm::sin(0.37 * i + 0.11 * j * j), 30.0 * libm::sin(0.23 * j - 0.19 * i)]
    };
    (0..cells * cells).map(cell).collect()
}
