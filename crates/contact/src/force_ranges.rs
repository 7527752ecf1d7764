//! What normal forces may be where statics does not determine them: a beam on three supports, wedged parts.
//!
//! All forces that give the same motion within the cones form a convex set; the least and the largest normal force of each
//! contact over it are linear programmes. In the plane that is exact. In space a cone of holding friction is replaced by
//! the polygon of sixteen directions inscribed in it (and the direction it has now), so that ranges there are attained; the
//! true ones may be wider by what 2 % more friction would allow; so is the limit surface of an area by 26 of its wrenches. Parts wedged by friction have ranges without an upper end.

use crate::friction_lcp::corners;
use crate::load_sharing::Columns;
use crate::problem::{ContactProblem, ContactSolution};
use crate::scaled_problem::{Block, ScaledProblem};
use crate::simplex::Feasible;
use crate::tolerances::DEPENDENT;
use mainspring_numerics::row_reduction::reduce_rows;
use mainspring_numerics::vec3::Vec3;

/// Least and largest normal force of each contact (N, or N·s) with the motion of the answer; infinite where unbounded.
pub fn force_ranges(problem: &ContactProblem, held: &ContactSolution) -> Vec<[f64; 2]> {
    let each: Vec<usize> = (0..problem.contacts.len()).collect();
    force_ranges_of_sums(problem, held, &each)
}

/// The same of the sum over the contacts of each group; `group` has the number of each contact's, from 0.
pub fn force_ranges_of_sums(problem: &ContactProblem, held: &ContactSolution, group: &[usize]) -> Vec<[f64; 2]> {
    let core = ScaledProblem::new(problem, None);
    let physical = |i: usize| core.size * core.scale[i];
    let x: Vec<f64> = (0..core.n).map(|i| if physical(i) > 0.0 { held.force[i] / physical(i) } else { 0.0 }).collect();
    let mut out = vec![[0.0; 2]; group.iter().map(|g| g + 1).max().unwrap_or(0)];
    for (&i, &g) in core.normals.iter().zip(group) {
        out[g] = out[g].map(|sum| sum + held.force[i]);
    }
    let columns = Columns::new(&core, &x, &core.rates(&x));
    let Some((mut table, owner)) = programme(&core, &columns, &x) else { return out };
    let width = owner.len();
    for (g, range) in out.iter_mut().enumerate() {
        let members = core.normals.iter().zip(group).filter(|(_, of)| **of == g).map(|(&i, _)| i);
        let variables: Vec<(usize, f64)> =
            members.filter_map(|i| Some((owner.iter().position(|o| *o == Some(i))?, physical(i)))).collect();
        let unit = variables.iter().fold(0.0_f64, |m, v| m.max(v.1));
        if unit == 0.0 {
            continue;
        }
        for (end, sign) in [(0, 1.0), (1, -1.0)] {
            let mut cost = vec![0.0; width];
            for &(variable, size) in &variables {
                cost[variable] = sign * size / unit;
            }
            range[end] = table.minimise(&cost).map_or(f64::INFINITY, |least| sign * least * unit);
        }
    }
    out
}

/// The tableau, and for each of its variables the normal row it is, if it is one.
fn programme(core: &ScaledProblem, columns: &Columns, x: &[f64]) -> Option<(Feasible, Vec<Option<usize>>)> {
    let m = columns.columns.len();
    let mut matrix = columns.images(core);
    let mut right = vec![0.0; core.n];
    let reduced = reduce_rows(&mut matrix, &mut right, core.n, m, DEPENDENT);
    let (r, k) = (reduced.pivots.len(), reduced.others.len());
    // rows [1 E] over the columns
    let mut rows = vec![vec![0.0; m]; r];
    for (i, row) in rows.iter_mut().enumerate() {
        row[reduced.pivots[i]] = 1.0;
        for o in 0..k {
            row[reduced.others[o]] = reduced.mix[i * k + o];
        }
    }
    let value: Vec<f64> = rows
        .iter()
        .map(|row| row.iter().zip(&columns.columns).map(|(a, column)| a * x[column.rows[0].0]).sum())
        .collect();
    // variables: normals as they are, holding tangents by directions with a slack
    let mut owner: Vec<Option<usize>> = Vec::new();
    let mut cells: Vec<Vec<f64>> = vec![Vec::new(); r + columns.holding.len()];
    let column_of = |row: usize| columns.columns.iter().position(|c| c.rows[0].0 == row);
    let mut normal_at: Vec<(usize, usize)> = Vec::new();
    for (j, column) in columns.columns.iter().enumerate().filter(|(j, c)| c.normal == Some(*j)) {
        normal_at.push((column.rows[0].0, owner.len()));
        owner.push(Some(column.rows[0].0));
        for (i, row) in cells.iter_mut().enumerate() {
            row.push(if i < r { rows[i][j] } else { 0.0 });
        }
    }
    for (b, block) in columns.holding.iter().enumerate() {
        let first = column_of(block.first)?;
        if let Some(contact) = block.contact {
            let normal = core.normals[contact];
            let at = normal_at.iter().find(|(row, _)| *row == normal)?.1;
            cells[r + b][at] = block.coefficient.hold;
        }
        let mut directions: Vec<Vec3> = match block.rows {
            _ if block.surface.is_some() => corners(core, block),
            1 => vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
            _ => {
                let around = (0..16).map(|k| libm::sincos(f64::from(k) * std::f64::consts::FRAC_PI_8));
                around.map(|(s, c)| [c, s, 0.0]).collect()
            }
        };
        let load = core.load(block, x);
        if block.rows >= 2 && load > 0.0 {
            directions.push(core.direction(block, x, load));
        }
        for d in directions {
            owner.push(None);
            for (i, row) in cells.iter_mut().enumerate() {
                let cell = if i < r {
                    (0..block.rows).map(|k| rows[i][first + k] * d[k]).sum()
                } else {
                    -f64::from(u8::from(i == r + b))
                };
                row.push(cell);
            }
        }
        owner.push(None);
        for (i, row) in cells.iter_mut().enumerate() {
            row.push(-f64::from(u8::from(i == r + b)));
        }
    }
    // what bounds a block beside its normal force stands on the right; of a reaction, its size now
    let spare = |block: &&Block| match block.contact {
        Some(_) => -block.spare.hold,
        None => -core.holding(block, x),
    };
    let right: Vec<f64> = value.into_iter().chain(columns.holding.iter().map(spare)).collect();
    Some((Feasible::new(cells, &right)?, owner))
}
