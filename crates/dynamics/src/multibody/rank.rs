//! Which rows follow from others at a position: decided by the rank of all rows together.
//!
//! In the order of elimination a row of a loop may keep little of its pivot although others of the same loop would have served
//! better. So rows that close loops and keep less than [`SUSPECT`] are first put aside; what stays is well conditioned. With K the
//! motions that it allows, S = J_D K J_Dᵀ of the rows put aside is then eliminated with full pivoting: a row follows from all others
//! where less than the tolerance of its own size is left. Only these rows make a dense matrix, so that a thousand sound loops cost
//! one factorisation.
//!
//! The measure is geometry, not mass: each body moves about the middle of its joints, turns count times their distance from it. What can
//! move does not depend on what is heavy.

use crate::multibody::multibody::{Multibody, Use};
use crate::multibody::row_groups::Source;
use crate::tolerances::{REDUNDANT, SPRING_COINCIDES, SUSPECT};
use mainspring_model::BodyKind;
use mainspring_numerics::vec3::{Vec3, add, cross, dot, scale, sub};

/// Share of a body's radius of gyration that counts beside the distances of its joints: all may be at one place.
const OWN_SIZE: f64 = 0.1;

/// Of rows that are about as good, the first in order of elimination is kept.
const ABOUT_AS_GOOD: f64 = 0.5;

/// What all rows together come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Rank {
    /// rows that follow from the others, in order
    pub dependent: Vec<usize>,
}

/// Where the joints of a body are, from its centre of mass, and how far apart.
#[derive(Clone, Copy, Debug)]
struct Spread {
    middle: Vec3,
    size: f64,
}

impl Multibody {
    /// Rows that follow from others at the state of `jacobians`, of those that act for one use. The factorisation that is left is that
    /// of the rows not put aside, measured by geometry.
    pub fn rank(&mut self, usage: Use, tolerance: f64) -> Rank {
        let aside = self.factorise_sound_rows(usage);
        let spreads = self.spreads();
        let mut left = self.allowed_by_others(&aside);
        let own: Vec<f64> = aside.iter().map(|&r| self.alone(r, &spreads)).collect();
        let first: Vec<bool> = aside.iter().map(|&r| self.kept_first(r)).collect();
        let kept = pivoted(&mut left, &own, &first, tolerance);
        let mut dependent: Vec<usize> = aside.iter().zip(kept).filter(|(_, kept)| !kept).map(|(&r, _)| r).collect();
        dependent.sort_unstable();
        Rank { dependent }
    }

    /// Geometry and Jacobians factorised without the rows of loops that keep little of their pivots; these.
    pub fn factorise_sound_rows(&mut self, usage: Use) -> Vec<usize> {
        self.counters.factorisations += 1;
        self.factor.clear(&self.pattern);
        self.write_spreads();
        self.couple(usage);
        let (mut aside, nv) = (Vec::new(), self.nv);
        self.factor.factorise_sound(&self.pattern, REDUNDANT, SUSPECT, |d| aside.push(d.unknown - nv));
        aside
    }

    /// Geometry in the place of masses into the matrix.
    pub fn write_spreads(&mut self) {
        for (b, spread) in self.spreads().iter().enumerate() {
            let (at, width) = (self.pattern.block_at[b], self.spans[b].v_len);
            spread.write(self.model.space.components(), width, &mut self.factor.values[at..at + width * width]);
        }
    }

    /// S = J_D K J_Dᵀ of rows that the last factorisation left out, row-major.
    fn allowed_by_others(&mut self, rows: &[usize]) -> Vec<f64> {
        let n = rows.len();
        let mut out = vec![0.0; n * n];
        let mut stress = Vec::new();
        for (i, &r) in rows.iter().enumerate() {
            self.self_stress(r, &mut stress);
            for (k, &s) in rows.iter().enumerate() {
                let group = &self.groups[self.rows[s].group];
                out[i * n + k] = -self.row_times(group, s - group.first, &self.solution[..self.nv]);
            }
        }
        out
    }

    /// How much of row `r`, of those that the last factorisation left out, the others do not say: a share of its own size, geometrically.
    /// Leaves its self-stress in `stress`.
    pub fn left_of_row(&mut self, r: usize, stress: &mut Vec<f64>) -> f64 {
        self.self_stress(r, stress);
        let group = &self.groups[self.rows[r].group];
        let left = -self.row_times(group, r - group.first, &self.solution[..self.nv]);
        let own = self.alone(r, &self.spreads());
        if own > 0.0 { left / own } else { 0.0 }
    }

    /// Geometry and Jacobians factorised for accelerations without these rows.
    pub fn factorise_without(&mut self, rows: &[usize]) {
        let keep = self.state.dropped.clone();
        for &r in rows {
            self.state.dropped[r] = true;
        }
        self.remask();
        self.factorise_sound_rows(Use::Acceleration);
        self.state.dropped = keep;
        self.remask();
    }

    /// J K Jᵀ of a row where nothing holds its bodies.
    fn alone(&self, r: usize, spreads: &[Spread]) -> f64 {
        let group = &self.groups[self.rows[r].group];
        let axes = self.model.space.components();
        let of = |(k, &b): (usize, &usize)| {
            let row = &self.jacobian[group.jacobian + k * group.rows + r - group.first];
            spreads[b].mobility(axes, &row[..self.spans[b].v_len])
        };
        group.blocks.iter().enumerate().map(of).sum()
    }

    /// What is prescribed is kept rather than a joint's own row.
    fn kept_first(&self, r: usize) -> bool {
        let held = matches!(self.groups[self.rows[r].group].source, Source::Stick { .. } | Source::Hold { .. });
        held || self.rows[r].drive
    }

    /// Mean distance of its joints from their middle, of the body where it is least; the mechanism's size if no body has two.
    pub fn smallest_link(&self) -> f64 {
        let mut places: Vec<Vec<Vec3>> = vec![Vec::new(); self.spans.len()];
        for joint in self.model.joints.iter().filter(|j| j.kind.coupling().is_none()) {
            for marker in [joint.a, joint.b] {
                if let Some(b) = marker.body {
                    places[b].push(marker.frame.point);
                }
            }
        }
        let sizes = places.iter().map(|places| apart(places).1.sqrt());
        sizes.filter(|size| *size > SPRING_COINCIDES * self.length).fold(self.length, f64::min)
    }

    fn spreads(&self) -> Vec<Spread> {
        let mut arms: Vec<Vec<Vec3>> = vec![Vec::new(); self.spans.len()];
        for (j, joint) in self.model.joints.iter().enumerate().filter(|(_, j)| j.kind.coupling().is_none()) {
            let points = self.frames.joint_points(j);
            for (marker, point) in [joint.a, joint.b].iter().zip(points) {
                if let Some(b) = marker.body {
                    arms[b].push(point.arm);
                }
            }
        }
        let spread = |(b, arms): (usize, &Vec<Vec3>)| {
            let body = &self.model.bodies[b];
            let (middle, apart) = apart(arms);
            let turning = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
            let own = if body.kind == BodyKind::Rigid && body.mass > 0.0 { turning / body.mass } else { 0.0 };
            let square = apart + OWN_SIZE * OWN_SIZE * own;
            Spread { middle, size: if square > 0.0 { square.sqrt() } else { self.length } }
        };
        arms.iter().enumerate().map(spread).collect()
    }
}

impl Spread {
    /// |v + ω×d|² + s² |ω|² as a matrix of (v, ω), row-major.
    fn write(&self, axes: usize, width: usize, block: &mut [f64]) {
        block.fill(0.0);
        for i in 0..width.min(axes) {
            block[i * width + i] = 1.0;
        }
        if width <= axes {
            return;
        }
        let ([x, y, z], square) = (self.middle, self.size * self.size);
        let mut put = |i: usize, j: usize, value: f64| {
            block[i * width + j] = value;
            block[j * width + i] = value;
        };
        if axes == 2 {
            put(0, 2, -y);
            put(1, 2, x);
            put(2, 2, square + x * x + y * y);
            return;
        }
        // v + ω×d = v − D ω, D = [d]×
        let d = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        let whole = dot(self.middle, self.middle);
        for i in 0..3 {
            for j in 0..3 {
                put(i, 3 + j, -d[i][j]);
                let diagonal = if i == j { square + whole } else { 0.0 };
                put(3 + i, 3 + j, diagonal - self.middle[i] * self.middle[j]);
            }
        }
    }

    /// J M⁻¹ Jᵀ of one row.
    fn mobility(&self, axes: usize, row: &[f64]) -> f64 {
        let along: f64 = row.iter().take(axes).map(|x| x * x).sum();
        if row.len() <= axes {
            return along;
        }
        let mut u = [0.0; 3];
        u[..axes].copy_from_slice(&row[..axes]);
        let about = cross(self.middle, u);
        let turn: f64 = if axes == 2 {
            (row[2] - about[2]) * (row[2] - about[2])
        } else {
            (0..3).map(|i| (row[3 + i] - about[i]) * (row[3 + i] - about[i])).sum()
        };
        along + turn / (self.size * self.size)
    }
}

/// Middle of some places, and the mean square of their distances from it.
fn apart(places: &[Vec3]) -> (Vec3, f64) {
    let share = 1.0 / places.len().max(1) as f64;
    let middle = places.iter().fold([0.0; 3], |sum, p| add(sum, scale(*p, share)));
    (middle, places.iter().map(|p| dot(sub(*p, middle), sub(*p, middle))).sum::<f64>() * share)
}

/// Eliminates a symmetric matrix with full pivoting, what is to be kept first before the rest; per row: whether it is kept, since more
/// than `tolerance` of its own size is left.
fn pivoted(left: &mut [f64], own: &[f64], first: &[bool], tolerance: f64) -> Vec<bool> {
    let n = own.len();
    let mut kept = vec![false; n];
    for class in [true, false] {
        loop {
            let share = |left: &[f64], i: usize| if own[i] > 0.0 { left[i * n + i] / own[i] } else { 0.0 };
            let open = |i: &usize| !kept[*i] && first[*i] == class;
            let best = (0..n).filter(open).map(|i| share(left, i)).fold(0.0, f64::max);
            let good = |i: &usize| share(left, *i) >= ABOUT_AS_GOOD * best;
            let Some(p) = (0..n).filter(open).find(good).filter(|_| best > tolerance) else { break };
            kept[p] = true;
            for i in (0..n).filter(|&i| !kept[i]) {
                let factor = left[i * n + p] / left[p * n + p];
                for j in (0..n).filter(|&j| !kept[j]) {
                    left[i * n + j] -= factor * left[p * n + j];
                }
            }
        }
    }
    kept
}
