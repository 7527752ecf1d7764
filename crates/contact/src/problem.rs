//! The problem of contacts that last, and its solution: which stay closed, stick or slip, and with what force.
//!
//! Rows of contact c begin at c·(1 + tangents): its normal, then its tangents; rows of resistances follow after all
//! contacts. The rates are w = W λ + b: separation (or its acceleration) along normals, sliding along tangents, turning
//! along resistances. For every contact
//!
//! * w_n ≥ 0, λ_n ≥ 0, one of them zero;
//! * a contact that was still holds with |λ_t| ≤ holding·λ_n as long as w_t = 0, and else slips with
//!   λ_t = −friction·λ_n·w_t/|w_t| — the true cone in space, no pyramid;
//! * one that slides along d has λ_t = −friction·λ_n·d whatever w_t is;
//! * a resistance is the same with an arm in place of a coefficient: |τ| ≤ arm·λ_n;
//! * a bounded force (friction in a joint, a drive with a limit) is the same again with a bound that is constant, or that
//!   goes with the reaction of a joint, N = N₀ + R λ: |f| ≤ coefficient·|N|;
//! * friction of an area has three rows and a limit surface in place of a cone: see [`LimitSurface`].
//!
//! The same words serve accelerations (b holds the free accelerations, forces in N) and velocities with e = 0 (b holds the
//! velocities before, impulses in N·s). At the level of velocities, where every contact is `Still`, there always is an
//! answer: the matrix is copositive and b = J v lies in its range, so Lemke's path cannot end on a ray (see `lemke`); in
//! space the same holds for every pyramid, and the cone is their limit (Stewart & Trinkle 1996; Anitescu & Potra 1997). At the
//! level of accelerations with sliding contacts there may be none (Painlevé): [`Inconsistent`].

use crate::limit_surface::LimitSurface;
use std::sync::Arc;

/// The way a contact is known to slide when the question is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slip {
    /// it does not slide: it may hold, or begin to slip
    Still,
    /// it slides along this unit direction (in the plane ±1 and 0); friction acts against it
    Along([f64; 2]),
}

/// One contact: how it resists sliding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// coefficient of friction while it slips, 0 for none
    pub friction: f64,
    /// coefficient up to which it holds, at least `friction`
    pub holding: f64,
    /// whether it slides already
    pub slip: Slip,
}

/// Resistance of a contact to rolling or spinning: |τ| ≤ arm·λ_n on one or two rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resistance {
    /// the contact whose normal force bounds it
    pub contact: usize,
    /// its first row, after those of all contacts
    pub first: usize,
    /// 1, or 2 that form a round cone
    pub rows: usize,
    /// m: torque for each newton of normal force
    pub arm: f64,
    /// whether it turns already
    pub slip: Slip,
}

/// What bounds a force.
#[derive(Clone, Debug)]
pub enum Bound {
    /// a constant size, N or N·m
    Constant {
        /// while it slips
        slipping: f64,
        /// up to which it holds, at least `slipping`
        holding: f64,
    },
    /// a share of a reaction N = `start` + Σ `slope`·λ
    Reaction {
        /// while it slips; 1, or m where it is a torque
        slipping: f64,
        /// up to which it holds, at least `slipping`
        holding: f64,
        /// N without the forces of the problem, N
        start: [f64; 3],
        /// what a unit of each row's force adds; one a row of the problem
        slope: Vec<[f64; 3]>,
    },
    /// wrenches within a limit surface, on three rows; the part is at rest
    Area(Arc<dyn LimitSurface>),
}

/// A force that is bounded by no normal force: friction in a joint or of an area, a drive with a limit.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// its first row, after those of all contacts and resistances
    pub first: usize,
    /// 1, or 2 that form a disc, or 3 of an area
    pub rows: usize,
    /// how large it can be
    pub bound: Bound,
    /// whether it slips already
    pub slip: Slip,
}

/// A question: the contacts of a moment, and the rates without their forces.
#[derive(Clone, Copy, Debug)]
pub struct ContactProblem<'a> {
    /// W = J M⁻¹ Jᵀ (through joints), symmetric, positive semidefinite, row by row
    pub matrix: &'a [f64],
    /// rows beside the normal of each contact: 1 in the plane, 2 in space, 0 without friction
    pub tangents: usize,
    /// b, one a row
    pub free: &'a [f64],
    /// how each contact resists
    pub contacts: &'a [Contact],
    /// rolling and spinning resistances
    pub resistances: &'a [Resistance],
    /// forces that no contact bounds
    pub bounded: &'a [Bounded],
}

/// What a contact, a resistance or a bounded force does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// no force
    Open,
    /// closed, holds
    Stick,
    /// closed, slips along this unit direction; zero where nothing resists and nothing slides, and for an area, whose rates
    /// tell how it goes
    Slip([f64; 2]),
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSolution {
    /// of every contact, then of every resistance, then of every bounded force; a contact that neither presses nor parts
    /// is open
    pub modes: Vec<Mode>,
    /// λ, one a row: N, or N·s
    pub force: Vec<f64>,
    /// w, one a row
    pub rate: Vec<f64>,
    /// how rows share what the motion leaves open: Σ λ²/weight is least; for [`crate::FixedModeSolver`]
    pub weights: Vec<f64>,
    /// largest violation of complementarity and of the cones. Rates of row i are multiplied and forces divided by
    /// 1/√Wᵢᵢ, both divided by the largest free rate so scaled, and by the largest force if that exceeds 1
    pub residual: f64,
}

/// No forces within the cones keep the contacts from closing (Painlevé's paradox): an impulse has to come.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "no forces keep contacts {contacts:?} from closing and bounded forces {bounded:?} within their bounds: sliding \
     friction jams (best residual {residual:e})"
)]
pub struct Inconsistent {
    /// those that would close
    pub contacts: Vec<usize>,
    /// bounded forces that slip and whose bound goes with a reaction
    pub bounded: Vec<usize>,
    /// of the best answer found
    pub residual: f64,
}
