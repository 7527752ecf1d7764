//! Impacts: velocities before, impulses, velocities after.
//!
//! Rows are those of [`crate::Rest`]. One contact is struck by its law alone (`blow_plane`, `blow_space`), contacts of one
//! body pair together (`several`), contacts of several pairs by a *treatment*:
//!
//! * `Sequential`: the pair whose contact approaches fastest is struck (ties by index), again and again, until none approaches
//!   faster than 1e−12 of the fastest at the start. The fastest first because an impulse reaches what it sets in motion no
//!   earlier than what set it in motion; this makes a row of balls pass on the blow one by one. Each blow takes energy or keeps it.
//!   A heavy part on a light one on a table may need any number of blows: after 1,000 for each contact one joint
//!   plastic solve ends it, and the answer says so.
//! * `Simultaneous`: one complementarity problem over all contacts.

use crate::several::{Answer, Group};
use crate::{blow_plane, blow_space};

/// Velocities at contacts that touch, and what W, friction and restitution are there.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'a> {
    /// W, row by row
    pub matrix: &'a [f64],
    /// rows beside each normal: 0, 1 or 2
    pub tangents: usize,
    /// velocities before, m/s, one a row; normals negative where bodies approach
    pub before: &'a [f64],
    /// coefficient of friction of each contact
    pub friction: &'a [f64],
    /// coefficient of restitution of each contact, 0 to 1
    pub restitution: &'a [f64],
    /// body pair of each contact
    pub pair: &'a [usize],
}

/// The law of one impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// energetic restitution, Coulomb friction along the impact; never gains energy
    Coulomb,
    /// v_n⁺ = −e v_n⁻; no slip if the cone allows, else the sliding impulse μ P_n
    Newton,
    /// v_n⁺ = −e v_n⁻; no slip if the cone allows, else no friction
    Cilia,
}

/// How impacts at several places are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// one body pair after the other
    Sequential,
    /// one problem
    Simultaneous,
}

/// What an impact does.
#[derive(Clone, Debug, PartialEq)]
pub struct Blow {
    /// N·s, one a row
    pub impulse: Vec<f64>,
    /// velocities after, m/s, one a row
    pub after: Vec<f64>,
    /// kinetic energy lost, J
    pub lost: f64,
    /// blows of body pairs
    pub rounds: u32,
    /// whether blows did not end and one plastic solve ended them
    pub finished_plastic: bool,
    /// whether energy rose (`Newton` and `Cilia` may)
    pub gained: bool,
    /// whether restitution was lowered so that there is an answer, or that energy does not rise
    pub softened: bool,
}

/// Blows for each contact before a plastic solve ends them.
pub const ROUNDS: u32 = 1000;
/// Approach below this part of the fastest is none.
const APPROACH: f64 = 1e-12;

/// Strikes everything that approaches.
pub fn strike(problem: &Strike, law: Law, treatment: Treatment) -> Blow {
    let whole = Group {
        matrix: problem.matrix.to_vec(),
        tangents: problem.tangents,
        before: problem.before.to_vec(),
        friction: problem.friction.to_vec(),
        restitution: problem.restitution.to_vec(),
    };
    let mut blow = Blow {
        impulse: vec![0.0; problem.before.len()],
        after: problem.before.to_vec(),
        lost: 0.0,
        rounds: 0,
        finished_plastic: false,
        gained: false,
        softened: false,
    };
    match treatment {
        Treatment::Sequential => sequential(problem, &whole, law, &mut blow),
        Treatment::Simultaneous => {
            if fastest(problem, problem.before, 0.0).is_some() {
                let answer = together(&whole, law, Treatment::Simultaneous);
                blow.rounds = 1;
                (blow.impulse, blow.softened) = (answer.impulse, answer.softened);
                blow.after = whole.after(&blow.impulse);
            }
        }
    }
    let (lost, size) = whole.lost(&blow.impulse);
    blow.lost = lost;
    blow.gained = lost < -1e-12 * size;
    blow
}

/// The contact that approaches fastest, faster than `limit`.
fn fastest(problem: &Strike, speeds: &[f64], limit: f64) -> Option<usize> {
    let n = speeds.len();
    let mut best = None;
    let mut speed = -limit;
    for c in 0..problem.friction.len() {
        let i = c * (1 + problem.tangents);
        if speeds[i] < speed && problem.matrix[i * n + i] > 0.0 {
            (best, speed) = (Some(c), speeds[i]);
        }
    }
    best
}

fn sequential(problem: &Strike, whole: &Group, law: Law, blow: &mut Blow) {
    let step = 1 + problem.tangents;
    let Some(first) = fastest(problem, problem.before, 0.0) else { return };
    let limit = -APPROACH * problem.before[first * step];
    let cap = ROUNDS * problem.friction.len() as u32;
    while let Some(contact) = fastest(problem, &blow.after, limit) {
        if blow.rounds == cap {
            let mut rest = whole.clone();
            rest.before.clone_from(&blow.after);
            add(&mut blow.impulse, &(0..problem.friction.len()).collect::<Vec<_>>(), &rest.plastic(), step);
            blow.after = whole.after(&blow.impulse);
            blow.finished_plastic = true;
            return;
        }
        let pair = problem.pair[contact];
        let members: Vec<usize> = (0..problem.pair.len()).filter(|&c| problem.pair[c] == pair).collect();
        let group = part(problem, &blow.after, &members);
        let alone = part(problem, &blow.after, &[contact]);
        // a blow at one contact is exact; it stands if no other contact of the pair closes by it
        let single = single(&alone, law).filter(|p| {
            let n = problem.before.len();
            members.iter().filter(|&&c| c != contact).all(|&c| {
                let row = c * step * n + contact * step;
                let change = p.iter().enumerate().map(|(k, x)| problem.matrix[row + k] * x).sum::<f64>();
                blow.after[c * step] >= -limit && blow.after[c * step] + change >= -limit
            })
        });
        match single {
            Some(p) => add(&mut blow.impulse, &[contact], &p, step),
            None => {
                let answer = together(&group, law, Treatment::Sequential);
                blow.softened |= answer.softened;
                add(&mut blow.impulse, &members, &answer.impulse, step);
            }
        }
        blow.after = whole.after(&blow.impulse);
        blow.rounds += 1;
    }
}

fn single(group: &Group, law: Law) -> Option<Vec<f64>> {
    let (m, v) = (&group.matrix, &group.before);
    let (friction, restitution) = (group.friction[0], group.restitution[0]);
    match (law, group.tangents) {
        (Law::Newton, _) => group.newton_single(),
        (Law::Cilia, _) => group.cilia_single(),
        (Law::Coulomb, 0) => (m[0] > 0.0).then(|| vec![-(1.0 + restitution) * v[0] / m[0]]),
        (Law::Coulomb, 1) => {
            let p = blow_plane::blow([[m[0], m[1]], [m[2], m[3]]], [v[0], v[1]], friction, restitution)?;
            Some(p.to_vec())
        }
        (Law::Coulomb, _) => {
            let rows = [[m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]];
            Some(blow_space::blow(rows, [v[0], v[1], v[2]], friction, restitution)?.to_vec())
        }
    }
}

fn together(group: &Group, law: Law, treatment: Treatment) -> Answer {
    match (law, treatment) {
        (Law::Coulomb, Treatment::Sequential) => group.energetic(),
        (Law::Coulomb, Treatment::Simultaneous) => group.kinematic(&group.friction, true),
        (Law::Newton, _) => group.kinematic(&group.friction, false),
        (Law::Cilia, _) => group.cilia(),
    }
}

/// The problem of some contacts, with the speeds of now.
fn part(problem: &Strike, speeds: &[f64], members: &[usize]) -> Group {
    let (n, step) = (problem.before.len(), 1 + problem.tangents);
    let rows: Vec<usize> = members.iter().flat_map(|&c| c * step..(c + 1) * step).collect();
    Group {
        matrix: rows.iter().flat_map(|&i| rows.iter().map(move |&j| problem.matrix[i * n + j])).collect(),
        tangents: problem.tangents,
        before: rows.iter().map(|&i| speeds[i]).collect(),
        friction: members.iter().map(|&c| problem.friction[c]).collect(),
        restitution: members.iter().map(|&c| problem.restitution[c]).collect(),
    }
}

fn add(total: &mut [f64], members: &[usize], impulse: &[f64], step: usize) {
    for (k, &c) in members.iter().enumerate() {
        for t in 0..step {
            total[c * step + t] += impulse[k * step + t];
        }
    }
}
