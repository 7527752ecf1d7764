//! Impacts: velocities before, impulses, velocities after.
//!
//! Rows are those of [`crate::ContactProblem`]. One contact is struck by its law alone (`impact_planar`, `impact_spatial`, and
//! `impact_phases` where joints with friction or a resistance to rolling take part), contacts of one body pair together
//! (`impact_group`), contacts of several pairs by a *treatment*:
//!
//! * `Sequential`: the pair whose contact approaches fastest is struck (ties by index), again and again, until none approaches
//!   faster than 1e−12 of the fastest at the start. The fastest first because an impulse reaches what it sets in motion no
//!   earlier than what set it in motion; this makes a row of balls pass on the blow one by one. Each blow takes energy or keeps it.
//!   A heavy part on a light one on a table, or a tall stack, may need any number of blows: after 2,000 (100 for each
//!   contact where that is more) one joint plastic solve ends it, and the answer says so.
//! * `Simultaneous`: one complementarity problem over all contacts.
//!
//! [`impact_without_collision`] is the impulse without collision that ends Painlevé's paradox: the contact does not approach, but sliding friction
//! presses it shut faster than it can open. The same equations of impact, begun at v_n = 0: slip stops, then the
//! compression that built up ends (Lecornu 1905; Génot & Brogliato 1999). Nothing springs back.

use crate::impact_group::{Answer, Group};
use crate::problem::{Bound, Bounded, Resistance};
use crate::tolerances::{ALIKE, APPROACH, GAINED, JAMMED, NEARLY_JAMS, NO_LIMIT, PRESSED_SHUT, SLIP_ENDED};
use crate::{impact_phases, impact_planar, impact_spatial};
use mainspring_numerics::interrupt::give_up;
use mainspring_numerics::slice::{largest, norm};

/// Velocities at contacts that touch, and what W, friction and restitution are there.
#[derive(Clone, Copy, Debug)]
pub struct ImpactProblem<'a> {
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
    /// resistances to rolling and spinning
    pub resistances: &'a [Resistance],
    /// friction in joints that goes with the impulses of their reactions; a friction of constant size has no impulse
    pub bounded: &'a [Bounded],
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
pub struct ImpactSolution {
    /// N·s, one a row
    pub impulse: Vec<f64>,
    /// velocities after, m/s, one a row
    pub after: Vec<f64>,
    /// kinetic energy lost, J
    pub lost: f64,
    /// of that, at each contact, blow by blow, J
    pub losses: Vec<f64>,
    /// of that, in the friction of each joint, J
    pub joint_losses: Vec<f64>,
    /// fastest approach of each contact when it was struck, m/s
    pub speeds: Vec<f64>,
    /// blows of body pairs
    pub rounds: u32,
    /// whether blows did not end and one plastic solve ended them
    pub finished_plastic: bool,
    /// whether energy rose (`Newton` and `Cilia` may)
    pub gained: bool,
    /// whether restitution was lowered so that there is an answer, or that energy does not rise
    pub softened: bool,
    /// whether no impulse keeps the contacts from closing: something that cannot give way drives them into each other
    pub jammed: bool,
}

/// Blows before a plastic solve ends them, at least.
pub const ROUNDS: u32 = 2000;
/// Blows for each contact before a plastic solve ends them, where that is more.
pub const ROUNDS_A_CONTACT: u32 = 100;
/// Blows after which it is asked whether to give up.
const PATIENCE: u32 = 64;

/// Strikes everything that approaches.
pub fn solve_impact(problem: &ImpactProblem, law: Law, treatment: Treatment) -> ImpactSolution {
    let (whole, mut blow) = begin(problem);
    // one pair alone leaves nothing to treat
    let alone = problem.pair.iter().all(|p| Some(p) == problem.pair.first());
    match if alone { Treatment::Sequential } else { treatment } {
        Treatment::Sequential => sequential(problem, &whole, law, &mut blow),
        Treatment::Simultaneous => {
            if fastest(problem, problem.before, 0.0).is_some() {
                let answer = together(&whole, law, Treatment::Simultaneous);
                blow.rounds = 1;
                blow.softened = answer.softened;
                blow.jammed = answer.residual > JAMMED;
                blow.add(problem, &all_rows(problem), &answer.impulse);
            }
        }
    }
    blow.with_energy(problem)
}

/// The impulse without collision of contacts that jam (those of [`crate::Inconsistent`]), and of all that approaches by it.
///
/// The contact whose own friction presses it shut most is stopped first. Where none does so alone, all are: one plastic
/// solve from an approach of 1e−9 of the slip, which leaves no answer but the one that stops the slip.
pub fn impact_without_collision(problem: &ImpactProblem, contacts: &[usize], law: Law) -> ImpactSolution {
    let (whole, mut blow) = begin(problem);
    let step = 1 + problem.tangents;
    let slip = |c: usize| norm(&problem.before[c * step + 1..(c + 1) * step]);
    let n = problem.before.len();
    // how fast the contact opens for a unit of normal force while it slides, over how fast it does without friction
    let opens = |c: usize| {
        let row = &problem.matrix[c * step * n + c * step..];
        let drag: f64 = (1..step).map(|k| problem.before[c * step + k] * row[k]).sum();
        (row[0] - problem.friction[c] * drag / slip(c)) / row[0]
    };
    let sliding = contacts.iter().copied().filter(|&c| c < problem.friction.len() && slip(c) > 0.0);
    let worst = sliding.map(|c| (c, opens(c))).filter(|(_, o)| *o <= NEARLY_JAMS).min_by(|a, b| a.1.total_cmp(&b.1));
    let fast = (0..problem.friction.len()).map(slip).fold(0.0, f64::max);
    let alone = worst.and_then(|(c, opens)| {
        let mut group = part(problem, problem.before, &[c]);
        group.restitution[0] = 0.0;
        group.before[0] = group.before[0].min(0.0);
        if opens > -NEARLY_JAMS {
            // as it would be a moment later
            group.friction[0] *= 1.0 + 3.0 * NEARLY_JAMS;
        }
        Some((rows_of(problem, &[c]), single(&group, Law::Coulomb)?))
    });
    let jammed: Vec<usize> = contacts.iter().copied().filter(|&c| c < problem.friction.len()).collect();
    let (rows, impulse) = alone.unwrap_or_else(|| {
        let mut group = whole.clone();
        for &c in &jammed {
            group.before[c * step] -= PRESSED_SHUT * fast;
        }
        let mut impulse = group.plastic().impulse;
        let after = group.after(&impulse);
        let slides_on = |c: &usize| {
            let (i, rows) = (c * step, c * step + 1..(c + 1) * step);
            let along: f64 = problem.before[rows.clone()].iter().zip(&after[rows]).map(|(a, b)| a * b).sum();
            let approach = PRESSED_SHUT * fast;
            let hardly_gives = approach <= NEARLY_JAMS * problem.matrix[i * n + i] * impulse[i];
            let still_closes = after[i] < -0.5 * approach;
            (hardly_gives || still_closes) && along > SLIP_ENDED * slip(*c) * slip(*c)
        };
        if jammed.iter().any(slides_on) {
            // next to nothing gives way along the normal: its impulse is whatever friction needs
            for &c in &jammed {
                group.friction[c] = NO_LIMIT;
            }
            impulse = group.plastic().impulse;
        }
        (all_rows(problem), impulse)
    });
    blow.add(problem, &rows, &impulse);
    blow.rounds = 1;
    strike_in_turn(problem, &whole, law, &mut blow, APPROACH * fast);
    blow.with_energy(problem)
}

/// The impulse without collision of joints whose friction no finite reaction allows (those of [`crate::Inconsistent`]): it
/// stops them, contacts giving way or staying closed without rebound. More friction calls up more reaction than it takes away
/// there, so that no bound stands against it.
pub fn stop_without_collision(problem: &ImpactProblem, joints: &[usize], law: Law) -> ImpactSolution {
    let (mut whole, mut blow) = begin(problem);
    for &k in joints {
        whole.bounded[k].bound = Bound::Constant { slipping: f64::MAX.sqrt(), holding: f64::MAX.sqrt() };
    }
    let answer = whole.plastic();
    blow.add(problem, &all_rows(problem), &answer.impulse);
    blow.rounds = 1;
    strike_in_turn(problem, &whole, law, &mut blow, APPROACH * largest(problem.before));
    blow.with_energy(problem)
}

fn begin(problem: &ImpactProblem) -> (Group, ImpactSolution) {
    let whole = Group {
        matrix: problem.matrix.to_vec(),
        tangents: problem.tangents,
        before: problem.before.to_vec(),
        friction: problem.friction.to_vec(),
        restitution: problem.restitution.to_vec(),
        resistances: problem.resistances.to_vec(),
        bounded: problem.bounded.to_vec(),
    };
    let blow = ImpactSolution {
        impulse: vec![0.0; problem.before.len()],
        after: problem.before.to_vec(),
        lost: 0.0,
        losses: vec![0.0; problem.friction.len()],
        joint_losses: vec![0.0; problem.bounded.len()],
        speeds: vec![0.0; problem.friction.len()],
        rounds: 0,
        finished_plastic: false,
        gained: false,
        softened: false,
        jammed: false,
    };
    (whole, blow)
}

impl ImpactSolution {
    /// One more impulse on some rows. Velocities are added up blow by blow: made anew from the sum of all impulses they
    /// would lose digits where a light part is hit to and fro by heavy ones.
    fn add(&mut self, problem: &ImpactProblem, rows: &[usize], impulse: &[f64]) {
        let (n, step) = (problem.before.len(), 1 + problem.tangents);
        for (&j, p) in rows.iter().zip(impulse) {
            if let (Owner::Contact(c), true) = (owner(problem, j), j % step == 0 && *p != 0.0) {
                self.speeds[c] = self.speeds[c].max(-self.after[j]);
            }
        }
        self.lose_half(problem, rows, impulse);
        for (&j, p) in rows.iter().zip(impulse) {
            self.impulse[j] += p;
            // W is symmetric: its row is its column
            let column = problem.matrix[j * n..(j + 1) * n].iter();
            self.after.iter_mut().zip(column).for_each(|(v, w)| *v += w * p);
        }
        self.lose_half(problem, rows, impulse);
    }

    /// Half of what impulses take at the speeds of now: before and after they acted that is all of it.
    fn lose_half(&mut self, problem: &ImpactProblem, rows: &[usize], impulse: &[f64]) {
        let mut sum = 0.0;
        for (at, (&j, p)) in rows.iter().zip(impulse).enumerate() {
            sum += p * self.after[j];
            // a contact's rows are added up before they are halved
            let own = owner(problem, j);
            if rows.get(at + 1).map(|&next| owner(problem, next)) != Some(own) {
                match own {
                    Owner::Contact(c) => self.losses[c] -= 0.5 * sum,
                    Owner::Joint(k) => self.joint_losses[k] -= 0.5 * sum,
                }
                sum = 0.0;
            }
        }
    }

    /// With what it did to the energy, and whether anything still approaches.
    fn with_energy(mut self, problem: &ImpactProblem) -> Self {
        let fast = largest(problem.before);
        let contacts = (1 + problem.tangents) * problem.friction.len();
        self.jammed |= self.after[..contacts].iter().step_by(1 + problem.tangents).any(|v| *v < -JAMMED * fast);
        let terms = self.impulse.iter().zip(problem.before.iter().zip(&self.after));
        let size: f64 = terms.clone().map(|(p, (v, w))| (p * v).abs() + (p * w).abs()).sum();
        self.lost = terms.map(|(p, (v, w))| -0.5 * p * (v + w)).sum();
        self.gained = self.lost < -GAINED * size;
        self
    }
}

/// The contact that approaches fastest, faster than `limit`.
fn fastest(problem: &ImpactProblem, speeds: &[f64], limit: f64) -> Option<usize> {
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

fn sequential(problem: &ImpactProblem, whole: &Group, law: Law, blow: &mut ImpactSolution) {
    let step = 1 + problem.tangents;
    let Some(first) = fastest(problem, &blow.after, 0.0) else { return };
    let limit = -APPROACH * blow.after[first * step];
    strike_in_turn(problem, whole, law, blow, limit);
}

/// Strikes pair after pair until none approaches faster than `limit`.
fn strike_in_turn(problem: &ImpactProblem, whole: &Group, law: Law, blow: &mut ImpactSolution, limit: f64) {
    let (n, step) = (problem.before.len(), 1 + problem.tangents);
    let cap = ROUNDS.max(ROUNDS_A_CONTACT * problem.friction.len() as u32);
    while let Some(contact) = fastest(problem, &blow.after, limit) {
        if blow.rounds == cap || (blow.rounds % PATIENCE == PATIENCE - 1 && give_up()) {
            return finish_plastic(problem, whole, blow);
        }
        let pair = problem.pair[contact];
        let members: Vec<usize> = (0..problem.pair.len()).filter(|&c| problem.pair[c] == pair).collect();
        let alone = part(problem, &blow.after, &[contact]);
        // a blow at one contact is exact; it stands if no other contact of the pair closes by it
        let single = single(&alone, law).filter(|p| {
            members.iter().filter(|&&c| c != contact).all(|&c| {
                let cells = rows_of(problem, &[contact]).into_iter().zip(p);
                let change = cells.map(|(j, x)| problem.matrix[c * step * n + j] * x).sum::<f64>();
                blow.after[c * step] >= -limit && blow.after[c * step] + change >= -limit
            })
        });
        let (struck, impulse) = match single
            .map(|p| (rows_of(problem, &[contact]), p))
            .or_else(|| alike(problem, &members, contact, law, blow, limit))
        {
            Some(answer) => answer,
            None => {
                let answer = together(&part(problem, &blow.after, &members), law, Treatment::Sequential);
                // other pairs could only help by giving way too
                if answer.residual > JAMMED {
                    return finish_plastic(problem, whole, blow);
                }
                blow.softened |= answer.softened;
                (rows_of(problem, &members), answer.impulse)
            }
        };
        blow.add(problem, &struck, &impulse);
        blow.rounds += 1;
    }
}

/// Ends blows by one plastic solve of all contacts.
fn finish_plastic(problem: &ImpactProblem, whole: &Group, blow: &mut ImpactSolution) {
    let mut rest = whole.clone();
    rest.before.clone_from(&blow.after);
    let answer = rest.plastic();
    blow.jammed = answer.residual > JAMMED;
    blow.add(problem, &all_rows(problem), &answer.impulse);
    blow.finished_plastic = true;
}

/// One blow in the middle of the contacts of a pair that approach exactly alike (an edge, a face that comes down flat), shared
/// evenly: as exact as one contact. It stands if no contact of the pair closes by it.
fn alike(
    problem: &ImpactProblem,
    members: &[usize],
    contact: usize,
    law: Law,
    blow: &ImpactSolution,
    limit: f64,
) -> Option<(Vec<usize>, Vec<f64>)> {
    let (n, step) = (problem.before.len(), 1 + problem.tangents);
    let rates = |c: usize| &blow.after[c * step..(c + 1) * step];
    let size = largest(rates(contact));
    let same = |c: &usize| {
        let near = rates(*c).iter().zip(rates(contact)).all(|(v, w)| (v - w).abs() <= ALIKE * size);
        near && problem.friction[*c] == problem.friction[contact]
            && problem.restitution[*c] == problem.restitution[contact]
    };
    let struck: Vec<usize> = members.iter().copied().filter(same).collect();
    // one point in the middle has no place for what several resist in turning, or for friction that goes with reactions
    if struck.len() < 2 || !problem.resistances.is_empty() || !problem.bounded.is_empty() {
        return None;
    }
    let share = 1.0 / struck.len() as f64;
    let mut middle = part(problem, &blow.after, &[contact]);
    for a in 0..step {
        for b in 0..step {
            let cells = struck.iter().flat_map(|c| struck.iter().map(move |d| (c * step + a) * n + d * step + b));
            middle.matrix[a * step + b] = share * share * cells.map(|at| problem.matrix[at]).sum::<f64>();
        }
    }
    let p = single(&middle, law)?;
    let clear = members.iter().all(|&c| {
        let change = |row: usize| {
            let cells = struck.iter().flat_map(|d| (0..step).map(move |k| (d * step + k, k)));
            cells.map(|(j, k)| problem.matrix[row * n + j] * share * p[k]).sum::<f64>()
        };
        blow.after[c * step] + change(c * step) >= -limit.max(ALIKE * size)
    });
    clear.then(|| {
        let impulse = struck.iter().flat_map(|_| p.iter().map(|x| share * x)).collect();
        (rows_of(problem, &struck), impulse)
    })
}

fn single(group: &Group, law: Law) -> Option<Vec<f64>> {
    let (m, v) = (&group.matrix, &group.before);
    let (friction, restitution) = (group.friction[0], group.restitution[0]);
    if group.is_resisted() {
        return (law == Law::Coulomb).then(|| impact_phases::impulse(group)).flatten();
    }
    match (law, group.tangents) {
        (Law::Newton, _) => group.newton_single(),
        (Law::Cilia, _) => group.cilia_single(),
        (Law::Coulomb, 0) => (m[0] > 0.0).then(|| vec![-(1.0 + restitution) * v[0] / m[0]]),
        (Law::Coulomb, 1) => {
            let p = impact_planar::impulse([[m[0], m[1]], [m[2], m[3]]], [v[0], v[1]], friction, restitution)?;
            Some(p.to_vec())
        }
        (Law::Coulomb, _) => {
            let rows = [[m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]];
            Some(impact_spatial::impulse(rows, [v[0], v[1], v[2]], friction, restitution)?.to_vec())
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

/// What a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// a contact, by its own rows or those of its resistances
    Contact(usize),
    /// a joint with friction
    Joint(usize),
}

fn owner(problem: &ImpactProblem, row: usize) -> Owner {
    let step = 1 + problem.tangents;
    if row < step * problem.friction.len() {
        return Owner::Contact(row / step);
    }
    let turns = problem.resistances.iter().find(|r| (r.first..r.first + r.rows).contains(&row));
    let joint = || problem.bounded.iter().position(|b| (b.first..b.first + b.rows).contains(&row)).unwrap_or(0);
    turns.map_or_else(|| Owner::Joint(joint()), |r| Owner::Contact(r.contact))
}

fn all_rows(problem: &ImpactProblem) -> Vec<usize> {
    (0..problem.before.len()).collect()
}

/// Rows of some contacts: their own, those of their resistances, those of all joints with friction.
fn rows_of(problem: &ImpactProblem, members: &[usize]) -> Vec<usize> {
    let step = 1 + problem.tangents;
    let own = members.iter().flat_map(|&c| c * step..(c + 1) * step);
    let turns = problem.resistances.iter().filter(|r| members.contains(&r.contact));
    let turns = turns.flat_map(|r| r.first..r.first + r.rows);
    let joints = problem.bounded.iter().flat_map(|b| b.first..b.first + b.rows);
    own.chain(turns).chain(joints).collect()
}

/// The problem of some contacts, with the speeds of now.
fn part(problem: &ImpactProblem, speeds: &[f64], members: &[usize]) -> Group {
    let n = problem.before.len();
    let rows = rows_of(problem, members);
    let place = |row: usize| rows.iter().position(|&r| r == row).unwrap_or(0);
    let turns = problem.resistances.iter().filter_map(|r| {
        let contact = members.iter().position(|&c| c == r.contact)?;
        Some(Resistance { contact, first: place(r.first), ..*r })
    });
    let bounded = problem.bounded.iter().map(|b| {
        let mut bounded = Bounded { first: place(b.first), ..b.clone() };
        if let Bound::Reaction { slope, .. } = &mut bounded.bound {
            *slope = rows.iter().map(|&r| slope[r]).collect();
        }
        bounded
    });
    Group {
        tangents: problem.tangents,
        before: rows.iter().map(|&i| speeds[i]).collect(),
        friction: members.iter().map(|&c| problem.friction[c]).collect(),
        restitution: members.iter().map(|&c| problem.restitution[c]).collect(),
        resistances: turns.collect(),
        bounded: bounded.collect(),
        matrix: rows.iter().flat_map(|&i| rows.iter().map(move |&j| problem.matrix[i * n + j])).collect(),
    }
}
