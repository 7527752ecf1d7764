//! The share of a load where the motion leaves it open: four feet of a table, two corners of a sliding face.
//!
//! All forces that give the same motion form an affine set; of these the one with least Σ λ²/weight is taken. Normals weigh
//! alike; a holding tangent weighs as its normal force, so that contacts pushed the same way are loaded in proportion to
//! what presses them and none is at the edge of its cone while its neighbour is well inside. Since normals and tangents
//! depend on each other this is repeated a few times; a normal that would pull gets weight zero. Where a place
//! that friction holds bears next to nothing, a tangent weighs the less the further it would be out of its cone. What comes out is
//! approached from the answer in hand as far as all cones allow, which they do along a straight line since they are convex.

use crate::scaled_problem::{Block, ScaledProblem};
use crate::tolerances::{
    CLEAN_FORCE, CLOSED, CONE_SLACK, DEPENDENT, EMPTY_SHARE, LEAST_TANGENT_WEIGHT, PULL, WEIGHTS_SETTLED,
};
use mainspring_numerics::roots::bisect;
use mainspring_numerics::row_reduction::{RowReduction, reduce_rows};

/// Times that weights are found anew where cones are in the way, besides once for each normal that may pull.
const EASINGS: usize = 12;

/// A well-spread force with the same motion, and the weights (one a row) that led to it; `None` where nothing is open.
pub(crate) fn spread(core: &ScaledProblem, x: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
    let y = core.rates(x);
    let columns = Columns::new(core, x, &y);
    let m = columns.columns.len();
    if m == 0 {
        return None;
    }
    let mut matrix = columns.images(core);
    let mut reduced = reduce_rows(&mut matrix, &mut vec![0.0; core.n], core.n, m, DEPENDENT);
    if reduced.others.is_empty() {
        return None;
    }
    let now: Vec<f64> = columns.columns.iter().map(|c| x[c.rows[0].0]).collect();
    let k = reduced.others.len();
    for (i, &p) in reduced.pivots.iter().enumerate() {
        reduced.value[i] = now[p] + (0..k).map(|o| reduced.mix[i * k + o] * now[reduced.others[o]]).sum::<f64>();
    }
    let here = columns.forces(core, &now);
    let (target, weights) = weigh(core, &columns, &mut reduced, false)?;
    let (mut force, way) = furthest(core, &columns, &here, &columns.forces(core, &target));
    if way < 1.0 && columns.has_empty(&now) {
        // from where a place bears nothing its cone allows hardly any way: a target within it is asked for. Loads go on changing by
        // the weights of the other
        let (inside, _) = weigh(core, &columns, &mut reduced, true)?;
        let (eased, further) = furthest(core, &columns, &here, &columns.forces(core, &inside));
        if further > way {
            force = eased;
        }
    }
    let mut by_row = vec![1.0; core.n];
    for (column, &weight) in columns.columns.iter().zip(&weights) {
        by_row[column.rows[0].0] = weight;
    }
    Some((force, by_row))
}

/// The share that the weights of a load which is spread by them lead to, column by column, and the weights; `within`: tangents
/// weigh less the further they would be out of their cones.
fn weigh(
    core: &ScaledProblem,
    columns: &Columns,
    reduced: &mut RowReduction,
    within: bool,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let m = columns.columns.len();
    let mut weights = vec![1.0; m];
    let mut target: Option<Vec<f64>> = None;
    let (mut pulls, mut eased) = (vec![false; m], vec![1.0; m]);
    let rounds = 6 + m + if within { EASINGS } else { 0 };
    for _ in 0..rounds {
        let scaled: Vec<f64> = weights
            .iter()
            .zip(&columns.columns)
            .map(|(w, c)| w / (core.scale[c.rows[0].0] * core.scale[c.rows[0].0]))
            .collect();
        let Some(next) = reduced.least(&scaled) else { break };
        let load = |k: usize| next[k] * core.scale[columns.columns[k].rows[0].0];
        let normals: Vec<usize> = (0..m).filter(|&k| columns.columns[k].normal == Some(k)).collect();
        let worst = normals
            .iter()
            .copied()
            .filter(|&k| load(k) < 0.0 && !pulls[k])
            .min_by(|&a, &b| load(a).total_cmp(&load(b)));
        let mean = normals.iter().map(|&k| load(k).max(0.0)).sum::<f64>() / normals.len().max(1) as f64;
        let mut change = 0.0_f64;
        let mut set = |k: usize, value: f64| {
            change = change.max((weights[k] - value).abs());
            weights[k] = value;
        };
        if let Some(k) = worst {
            pulls[k] = true;
        }
        if within {
            columns.ease(core, &next, &mut eased);
        }
        for k in 0..m {
            let arm = columns.columns[k].arm * eased[k];
            match columns.columns[k].normal {
                None => set(k, arm * arm),
                Some(normal) if pulls[normal] => set(k, 0.0),
                Some(normal) if normal != k && mean > 0.0 => {
                    set(k, arm * arm * (load(normal) / mean).max(LEAST_TANGENT_WEIGHT));
                }
                Some(_) => {}
            }
        }
        target = Some(next);
        if change < WEIGHTS_SETTLED {
            break;
        }
    }
    Some((target?, weights))
}

/// One unknown of the share: a normal with the sliding friction it carries, or a holding tangent.
pub(crate) struct Column {
    pub rows: Vec<(usize, f64)>,
    /// the column of its normal, its own for normals; none for a bounded force
    pub normal: Option<usize>,
    /// what its bound is for a unit of normal force, of resistances; 1 for tangents; of a bounded force the root of its weight
    arm: f64,
}

pub(crate) struct Columns<'a> {
    pub columns: Vec<Column>,
    /// what does not vary: sliding friction of given impulses
    fixed: Vec<f64>,
    /// blocks that hold
    pub holding: Vec<&'a Block>,
}

impl<'a> Columns<'a> {
    pub fn new(core: &'a ScaledProblem, x: &[f64], y: &[f64]) -> Self {
        let mut out = Self { columns: Vec::new(), fixed: vec![0.0; core.n], holding: Vec::new() };
        for (c, &i) in core.normals.iter().enumerate() {
            let closed = core.movable[c] && y[i] <= CLOSED;
            let own = out.columns.len();
            let mut normal = vec![(i, 1.0)];
            let mut held: Vec<(usize, f64)> = Vec::new();
            for block in core.blocks.iter().filter(|b| b.contact == Some(c)) {
                let speed = core.length(block, y);
                let direction = block.along.or_else(|| (speed > CLOSED).then(|| core.direction(block, y, speed)));
                for k in 0..block.rows {
                    let row = block.first + k;
                    match direction {
                        Some(d) => {
                            normal.push((row, -block.coefficient.slide * d[k]));
                            out.fixed[row] = -block.spare.slide * d[k];
                        }
                        None if closed => {
                            held.push((row, block.arm.unwrap_or(1.0)));
                        }
                        None => out.fixed[row] = x[row],
                    }
                }
                if direction.is_none() && closed {
                    out.holding.push(block);
                }
            }
            if closed {
                out.columns.push(Column { rows: normal, normal: Some(own), arm: 1.0 });
                for (row, arm) in held {
                    out.columns.push(Column { rows: vec![(row, 1.0)], normal: Some(own), arm });
                }
            }
        }
        for block in core.blocks.iter().filter(|b| b.contact.is_none()) {
            let slips = block.along.is_some() || core.length(block, y) > CLOSED;
            // as much as it can bear, or as a load of order one asks
            for row in block.first..block.first + block.rows {
                let bears = if block.surface.is_some() { most_along(core, block, row) } else { core.holding(block, x) };
                let arm = core.scale[row] * bears.min(1.0);
                if slips {
                    out.fixed[row] = x[row];
                } else {
                    out.columns.push(Column { rows: vec![(row, 1.0)], normal: None, arm });
                }
            }
            if !slips {
                out.holding.push(block);
            }
        }
        out
    }

    /// Rates that each column causes, rows of the core × columns.
    pub fn images(&self, core: &ScaledProblem) -> Vec<f64> {
        let m = self.columns.len();
        let mut matrix = vec![0.0; core.n * m];
        for (k, column) in self.columns.iter().enumerate() {
            for &(row, a) in &column.rows {
                for i in 0..core.n {
                    matrix[i * m + k] += a * core.matrix[i * core.n + row];
                }
            }
        }
        matrix
    }

    fn forces(&self, core: &ScaledProblem, values: &[f64]) -> Vec<f64> {
        let mut x = self.fixed.clone();
        debug_assert_eq!(x.len(), core.n);
        for (column, &value) in self.columns.iter().zip(values) {
            for &(row, a) in &column.rows {
                x[row] += a * value;
            }
        }
        x
    }

    /// Whether a normal bears next to nothing beside the others although friction holds there.
    fn has_empty(&self, values: &[f64]) -> bool {
        let normals = || values.iter().enumerate().filter(|(k, _)| self.columns[*k].normal == Some(*k));
        let largest = normals().fold(0.0_f64, |m, (_, x)| m.max(*x));
        let holds = |k: usize| self.columns.iter().enumerate().any(|(j, c)| j != k && c.normal == Some(k));
        normals().any(|(k, x)| *x < EMPTY_SHARE * largest && holds(k))
    }

    /// Lets each tangent that `values` take out of its cone weigh less, by how far it is out.
    fn ease(&self, core: &ScaledProblem, values: &[f64], eased: &mut [f64]) {
        let forces = self.forces(core, values);
        for block in self.holding.iter().filter(|b| b.contact.is_some()) {
            let (bears, loaded) = (core.holding(block, &forces).max(0.0), core.load(block, &forces));
            if loaded <= bears * (1.0 + CONE_SLACK) + PULL {
                continue;
            }
            let share = (bears / loaded).max(LEAST_TANGENT_WEIGHT);
            for (column, eased) in self.columns.iter().zip(&mut *eased) {
                if (block.first..block.first + block.rows).contains(&column.rows[0].0) {
                    *eased *= share;
                }
            }
        }
    }

    fn allowed(&self, core: &ScaledProblem, x: &[f64]) -> bool {
        let pushes = self.columns.iter().enumerate().all(|(k, c)| c.normal != Some(k) || x[c.rows[0].0] >= -PULL);
        let inside = |b: &&Block| core.load(b, x) <= core.holding(b, x) * (1.0 + CONE_SLACK) + PULL;
        pushes && self.holding.iter().all(inside)
    }
}

/// What an area can bear along one of its rows alone.
fn most_along(core: &ScaledProblem, block: &Block, row: usize) -> f64 {
    let mut unit = vec![0.0; core.n];
    unit[row] = 1.0;
    let gauge = core.load(block, &unit);
    if gauge > 0.0 { 1.0 / gauge } else { 0.0 }
}

/// The point nearest to `ahead` on the way from `here` that all cones allow, and the share of the way.
fn furthest(core: &ScaledProblem, columns: &Columns, here: &[f64], ahead: &[f64]) -> (Vec<f64>, f64) {
    let at = |t: f64| -> Vec<f64> { here.iter().zip(ahead).map(|(a, b)| a + t * (b - a)).collect() };
    let clean = |mut x: Vec<f64>| {
        for &i in &core.normals {
            if x[i].abs() < CLEAN_FORCE {
                x[i] = 0.0;
            }
        }
        x
    };
    if columns.allowed(core, ahead) {
        return (clean(ahead.to_vec()), 1.0);
    }
    let [low, _] = bisect(0.0, 1.0, 50, |t| columns.allowed(core, &at(t)));
    (clean(at(low)), low)
}
