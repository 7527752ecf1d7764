//! Places that are one: each is known by the first point that was put there.

use mainspring_numerics::vec2::{hypot, sub};
use std::collections::BTreeMap;

/// Points further apart than a tolerance, with the numbers they came with.
pub struct Vertices {
    points: Vec<[f64; 2]>,
    cells: BTreeMap<[i64; 2], Vec<usize>>,
    tolerance: f64,
}

impl Vertices {
    pub fn new(tolerance: f64) -> Self {
        Self { points: Vec::new(), cells: BTreeMap::new(), tolerance }
    }

    /// The vertex at `point`, a new one if there is none within the tolerance.
    pub fn at(&mut self, point: [f64; 2]) -> usize {
        let [column, row] = self.cell(point);
        for x in column - 1..=column + 1 {
            for y in row - 1..=row + 1 {
                let near = |&&v: &&usize| hypot(sub(self.points[v], point)) <= self.tolerance;
                if let Some(&vertex) = self.cells.get(&[x, y]).and_then(|cell| cell.iter().find(near)) {
                    return vertex;
                }
            }
        }
        let index = self.points.len();
        self.points.push(point);
        self.cells.entry([column, row]).or_default().push(index);
        index
    }

    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    fn cell(&self, point: [f64; 2]) -> [i64; 2] {
        point.map(|x| libm::floor(x / self.tolerance) as i64)
    }
}
