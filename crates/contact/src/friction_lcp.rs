//! A contact problem as a linear complementarity problem (Stewart & Trinkle 1996).
//!
//! Unknowns are the normals of living contacts, then of each block that may slip either way the forces β along its
//! directions and its slip speed γ:
//!
//!   w_n ≥ 0 ⟂ λ_n ≥ 0,   d·w_t + γ ≥ 0 ⟂ β ≥ 0 for every direction d,   μ λ_n − Σ β ≥ 0 ⟂ γ ≥ 0.
//!
//! A bounded force has its bound in place of μ λ_n. An area has corners of its limit surface in place of directions, whose
//! shares sum up to one. In the plane the two directions are exact; in space eight (four where
//! there are many contacts) are a pyramid within the cone. The normal of a contact that slides already carries its friction
//! along.

use crate::lemke::lemke;
use crate::scaled_problem::{Block, Guess, ScaledProblem};
use crate::tolerances::ZERO;
use mainspring_numerics::vec3::Vec3;

/// The modes Lemke's method ends in, with their forces; `None` on a ray.
pub(crate) fn by_lemke(problem: &ScaledProblem) -> Option<(Guess, Vec<f64>)> {
    by_lemke_with(problem, &[])
}

/// The same with more corners of areas: those that brake these twists, each of a block.
pub(crate) fn by_lemke_with(problem: &ScaledProblem, more: &[(usize, Vec3)]) -> Option<(Guess, Vec<f64>)> {
    let mut limits: Vec<[f64; 2]> = problem.blocks.iter().map(|b| [b.coefficient.hold, b.spare.hold]).collect();
    loop {
        let (guess, x) = lemke_with(problem, &limits, more)?;
        let mut lowered = false;
        for (b, block) in problem.blocks.iter().enumerate() {
            let sliding = [block.coefficient.slide, block.spare.slide];
            let above = limits[b][0] > sliding[0] || limits[b][1] > sliding[1];
            if guess.slips[b].is_some() && block.along.is_none() && above {
                limits[b] = sliding;
                lowered = true;
            }
        }
        if !lowered {
            return Some((guess, x));
        }
    }
}

fn lemke_with(problem: &ScaledProblem, limits: &[[f64; 2]], more: &[(usize, Vec3)]) -> Option<(Guess, Vec<f64>)> {
    let movable_contacts: Vec<usize> = (0..problem.normals.len()).filter(|&c| problem.movable[c]).collect();
    let round = problem.blocks.iter().filter(|b| b.rows == 2 && b.along.is_none()).count();
    let sides = if round <= 8 { 8 } else { 4 };
    // every unknown is a column over the rows of the core; β and γ also stand in the cone's row
    let mut columns: Vec<Vec<(usize, f64)>> = Vec::new();
    let mut base = problem.free.clone();
    for &c in &movable_contacts {
        let mut column = vec![(problem.normals[c], 1.0)];
        for block in problem.blocks.iter().filter(|b| b.contact == Some(c)) {
            if let Some(d) = block.along {
                for k in 0..block.rows {
                    column.push((block.first + k, -block.coefficient.slide * d[k]));
                }
            }
        }
        columns.push(column);
    }
    for block in &problem.blocks {
        if let Some(d) = block.along {
            for k in (0..block.rows).filter(|_| block.spare.slide > 0.0) {
                add_column(problem, block.first + k, -block.spare.slide * d[k], &mut base);
            }
        }
    }
    let mut cones: Vec<(usize, usize, usize)> = Vec::new(); // block, first unknown, directions
    for (b, block) in problem.blocks.iter().enumerate().filter(|(_, b)| b.along.is_none()) {
        if block.surface.is_some() {
            let mut corners = corners(problem, block);
            corners.extend(more.iter().filter(|m| m.0 == b).map(|m| problem.area_braking(block, m.1).0));
            cones.push((b, columns.len(), corners.len()));
            columns.extend(corners.iter().map(|c| (0..3).map(|r| (block.first + r, c[r])).collect()));
            columns.push(Vec::new());
            continue;
        }
        let count = if block.rows == 1 { 2 } else { sides };
        cones.push((b, columns.len(), count));
        for k in 0..count {
            let d = side(k, count);
            columns.push((0..block.rows).map(|r| (block.first + r, d[r])).collect());
        }
        columns.push(Vec::new());
    }
    let m = columns.len();
    let (mut matrix, mut q) = (vec![0.0; m * m], vec![0.0; m]);
    // rates seen along each unknown's own direction; normals see only w_n, not the friction they carry
    let views: Vec<Vec<(usize, f64)>> = columns
        .iter()
        .enumerate()
        .map(|(k, c)| if k < movable_contacts.len() { vec![c[0]] } else { c.clone() })
        .collect();
    for (i, view) in views.iter().enumerate() {
        q[i] = view.iter().map(|&(row, a)| a * base[row]).sum();
        for (j, column) in columns.iter().enumerate() {
            let cells = view
                .iter()
                .flat_map(|&(r, a)| column.iter().map(move |&(s, b)| a * b * problem.matrix[r * problem.n + s]));
            matrix[i * m + j] = cells.sum();
        }
    }
    for &(b, first, count) in &cones {
        let speed = first + count;
        if let Some(contact) = problem.blocks[b].contact {
            let normal = movable_contacts.iter().position(|&c| c == contact)?;
            matrix[speed * m + normal] = limits[b][0];
        }
        q[speed] = limits[b][1];
        for k in first..speed {
            matrix[k * m + speed] = 1.0;
            matrix[speed * m + k] = -1.0;
        }
    }
    let z = lemke(&matrix, &q)?;
    let mut x = vec![0.0; problem.n];
    for (column, value) in columns.iter().zip(&z) {
        for &(row, a) in column {
            x[row] += a * value;
        }
    }
    for block in &problem.blocks {
        if let Some(d) = block.along {
            for k in 0..block.rows {
                x[block.first + k] -= block.spare.slide * d[k];
            }
        }
    }
    let y = problem.rates(&x);
    let mut guess = Guess { closed: vec![false; problem.normals.len()], slips: problem.slips_given() };
    for (k, &c) in movable_contacts.iter().enumerate() {
        guess.closed[c] = z[k] > ZERO;
    }
    for &(b, first, count) in &cones {
        let speed = problem.length(&problem.blocks[b], &y);
        if z[first + count] > ZERO && speed > 0.0 {
            guess.slips[b] = Some(problem.direction(&problem.blocks[b], &y, speed));
        }
    }
    Some((guess, x))
}

fn add_column(problem: &ScaledProblem, column: usize, factor: f64, to: &mut [f64]) {
    for i in 0..problem.n {
        to[i] += factor * problem.matrix[i * problem.n + column];
    }
}

/// Wrenches of a limit surface taken for all of it: those that brake twists along axes, edges and diagonals of a cube.
pub(crate) fn corners(problem: &ScaledProblem, block: &Block) -> Vec<Vec3> {
    let all = (0..27).map(|k| [k % 3, k / 3 % 3, k / 9].map(|c| f64::from(c) - 1.0));
    all.filter(|way| *way != [0.0; 3]).map(|way| problem.area_braking(block, way).0).collect()
}

/// Direction k of `count` around; exact along the axes.
fn side(k: usize, count: usize) -> [f64; 2] {
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const ROUND: [[f64; 2]; 8] = [[1.0, 0.0], [H, H], [0.0, 1.0], [-H, H], [-1.0, 0.0], [-H, -H], [0.0, -1.0], [H, -H]];
    ROUND[k * 8 / count]
}
