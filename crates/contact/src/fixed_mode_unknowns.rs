//! Which forces are unknown while modes stay as decided.

use crate::problem::{ContactProblem, ContactSolution, Mode};

/// An unknown: a row, with the friction that a slipping normal carries.
#[derive(Clone, Debug)]
pub(crate) struct Unknown {
    pub contact: usize,
    pub row: usize,
    pub weight: f64,
    /// its force when decided, N
    pub decided: f64,
    /// (mode, first row, rows, coefficient) of what slips with this normal
    pub slipping_friction: Vec<(usize, usize, usize, f64)>,
}

/// Unknown forces of the modes of an answer.
pub(crate) fn unknowns(problem: &ContactProblem, held: &ContactSolution) -> Vec<Unknown> {
    let step = 1 + problem.tangents;
    let unknown = |contact: usize, row: usize| Unknown {
        contact,
        row,
        weight: held.weights[row],
        decided: held.force.get(row).copied().unwrap_or(0.0),
        slipping_friction: Vec::new(),
    };
    let mut unknowns: Vec<Unknown> = Vec::new();
    let mut normal_of = vec![None; problem.contacts.len()];
    for (c, mode) in held.modes.iter().take(problem.contacts.len()).enumerate() {
        if *mode != Mode::Open {
            normal_of[c] = Some(unknowns.len());
            unknowns.push(unknown(c, c * step));
        }
    }
    let contacts = problem.contacts.iter().enumerate();
    let friction = contacts.map(|(c, k)| (c, c * step + 1, problem.tangents, k.friction));
    let turning = problem.resistances.iter().map(|r| (r.contact, r.first, r.rows, r.arm));
    for (k, (contact, first, rows, coefficient)) in friction.chain(turning).enumerate() {
        let Some(normal) = normal_of[contact] else { continue };
        match held.modes[k] {
            Mode::Open => {}
            Mode::Stick => unknowns.extend((first..first + rows).map(|row| unknown(contact, row))),
            Mode::Slip(_) if coefficient == 0.0 => {}
            Mode::Slip(_) => unknowns[normal].slipping_friction.push((k, first, rows, coefficient)),
        }
    }
    unknowns
}
