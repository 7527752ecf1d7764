//! The search for the modes of a scaled problem, and for their forces.
//!
//! First the warm modes; else Lemke's method (exact in the plane, with a pyramid of eight sides in space); the modes it
//! ends in are solved for anew (`newton`), which in space turns the pyramid into the cone. Where modes change in that, they
//! are corrected until nothing is violated; where that runs in a circle, or rounding spoils pivots of nearly dependent rows,
//! proximal steps and then sweeps of projected relaxation give another start.
//! A block that holds with a larger coefficient than it slips with is first given the larger one; those that slip get
//! the smaller one for good. That ends, and is consistent: holding with less than the smaller is holding all the same.

use crate::friction_lcp::{by_lemke, by_lemke_with};
use crate::newton::newton;
use crate::scaled_problem::{Block, Guess, ScaledProblem};
use crate::tolerances::{
    ACCEPTABLE_RESIDUAL, DEPENDENT, GOOD_RESIDUAL, PROXIMAL_GIVE, RELAXED, RESIDUAL_AFTER_LEMKE, ZERO,
};
use mainspring_numerics::interrupt::give_up;
use mainspring_numerics::row_reduction::reduce_rows;
use mainspring_numerics::vec2::norm;

/// Rounds in which bounds are brought to agree with the reactions they go with.
const REACTION_ROUNDS: usize = 40;

/// Best x found, with its residual.
///
/// Bounds that go with a reaction are taken from the round before; the modes that leaves are solved for with the true
/// bounds. The first round has no such friction at all: of two answers that one is found whose reaction has the sign it has
/// without.
pub(crate) fn search_modes(problem: &ScaledProblem, warm: Option<&Guess>) -> (Vec<f64>, f64) {
    if problem.reactions.is_empty() {
        return search_constant(problem, warm);
    }
    let zero = vec![0.0; problem.n];
    let mut best = (zero.clone(), f64::INFINITY);
    let keep = |x: Vec<f64>, best: &mut (Vec<f64>, f64)| -> bool {
        let residual = problem.residual(&x);
        if residual < best.1 {
            *best = (x, residual);
        }
        best.1 <= GOOD_RESIDUAL
    };
    let without = problem.with_reactions_at(None);
    if let Some(guess) = warm {
        let start = newton(&without, guess, &zero);
        if keep(newton(problem, guess, &start), &mut best) {
            return best;
        }
    }
    let mut at = search_constant(&without, None).0;
    for _ in 0..REACTION_ROUNDS {
        let frozen = problem.with_reactions_at(Some(&at));
        let (x, _) = search_constant(&frozen, None);
        let guess = frozen.guess_at(&x);
        if keep(newton(problem, &guess, &x), &mut best) || keep(settle(problem, guess, &x), &mut best) || give_up() {
            return best;
        }
        let moved = x.iter().zip(&at).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        keep(x.clone(), &mut best);
        at = x;
        if moved <= ZERO {
            break;
        }
    }
    best
}

/// The same where no bound goes with a reaction.
fn search_constant(problem: &ScaledProblem, warm: Option<&Guess>) -> (Vec<f64>, f64) {
    let zero = vec![0.0; problem.n];
    let mut best = (zero.clone(), problem.residual(&zero));
    let keep = |x: Vec<f64>, best: &mut (Vec<f64>, f64)| -> bool {
        let residual = problem.residual(&x);
        if residual < best.1 || best.1.is_nan() {
            *best = (x, residual);
        }
        best.1 <= GOOD_RESIDUAL
    };
    if let Some(guess) = warm {
        best.1 = f64::INFINITY;
        if keep(newton(problem, guess, &zero), &mut best) {
            return best;
        }
    }
    best.1 = f64::INFINITY;
    // what lies still mostly stays so: everything held, the load spread evenly
    if problem.blocks.iter().all(|b| b.along.is_none()) && keep(all_held(problem), &mut best) {
        return best;
    }
    let mut start = None;
    if let Some((guess, x)) = by_lemke(problem) {
        if keep(newton(problem, &guess, &x), &mut best) || keep(settle(problem, guess, &x), &mut best) {
            return best;
        }
        if best.1 <= RESIDUAL_AFTER_LEMKE {
            return best;
        }
        // what follows would ask for a gauge at every turn, and finds nothing that this does not
        if problem.blocks.iter().any(|b| b.surface.is_some()) {
            refined(problem, &x, |x| keep(x, &mut best));
            return best;
        }
        start = Some(x);
    }
    // in space what is missing is mostly the right modes, in the plane digits: the better start comes first
    let round = problem.blocks.iter().any(|b| b.rows >= 2 && b.along.is_none());
    let mut relaxed = None;
    for attempt in if round { [0, 1] } else { [1, 0] } {
        if give_up() {
            return best;
        }
        if attempt == 0 {
            let mut x = start.clone().unwrap_or_else(|| zero.clone());
            for sweeps in [40, 200, 1760] {
                x = relax(problem, &x, sweeps);
                keep(settle(problem, problem.guess_at(&x), &x), &mut best);
                if best.1 <= ACCEPTABLE_RESIDUAL {
                    break;
                }
            }
            relaxed = Some(x);
        } else {
            for give in PROXIMAL_GIVE {
                if best.1 > ACCEPTABLE_RESIDUAL {
                    keep(proximal(problem, give), &mut best);
                }
            }
        }
        if best.1 <= ACCEPTABLE_RESIDUAL {
            return best;
        }
    }
    // few contacts: every set of closed ones as a start
    let movable_contacts: Vec<usize> = (0..problem.normals.len()).filter(|&c| problem.movable[c]).collect();
    if movable_contacts.len() <= 6 {
        for set in 0..1_u32 << movable_contacts.len() {
            let mut guess = Guess { closed: vec![false; problem.normals.len()], slips: problem.slips_given() };
            for (bit, &c) in movable_contacts.iter().enumerate() {
                guess.closed[c] = set >> bit & 1 == 1;
            }
            if keep(settle(problem, guess, &zero), &mut best) || give_up() {
                return best;
            }
        }
    }
    if let Some(x) = relaxed {
        keep(x, &mut best);
    }
    best
}

/// Rounds in which corners are added to limit surfaces.
const CORNER_ROUNDS: usize = 40;

/// Lemke's method with corners added to the limit surfaces of areas where the round before ended: twists they went, and
/// twists they would go where they are at their limits; until what is found is good enough to `keep`.
fn refined(problem: &ScaledProblem, start: &[f64], mut keep: impl FnMut(Vec<f64>) -> bool) {
    let (mut x, mut more) = (start.to_vec(), Vec::new());
    for _ in 0..CORNER_ROUNDS {
        let y = problem.rates(&x);
        for (b, block) in problem.blocks.iter().enumerate().filter(|(_, b)| b.surface.is_some()) {
            let speed = problem.length(block, &y);
            let way =
                if speed > ZERO { problem.direction(block, &y, speed) } else { problem.gives_way(block, &x, 1.0) };
            if way != [0.0; 3] {
                more.push((b, way));
            }
        }
        let Some((guess, found)) = by_lemke_with(problem, &more) else { return };
        if keep(newton(problem, &guess, &found)) || keep(settle(problem, guess, &found)) || give_up() {
            return;
        }
        x = found;
    }
}

/// Forces of least Σ x² that hold every contact; they may pull.
fn all_held(problem: &ScaledProblem) -> Vec<f64> {
    let mut rows: Vec<usize> =
        (0..problem.normals.len()).filter(|&c| problem.movable[c]).map(|c| problem.normals[c]).collect();
    rows.extend(problem.blocks.iter().flat_map(|b| b.first..b.first + b.rows));
    let m = rows.len();
    let mut x = vec![0.0; problem.n];
    // the second pass takes away rounding
    for _ in 0..2 {
        let y = problem.rates(&x);
        let mut matrix: Vec<f64> =
            rows.iter().flat_map(|&i| rows.iter().map(move |&j| problem.matrix[i * problem.n + j])).collect();
        let mut right: Vec<f64> = rows.iter().map(|&i| -y[i]).collect();
        let reduced = reduce_rows(&mut matrix, &mut right, m, m, DEPENDENT);
        let Some(part) = reduced.least(&vec![1.0; m]) else { break };
        for (&i, value) in rows.iter().zip(part) {
            x[i] += value;
        }
    }
    x
}

/// Corrects modes until nothing is violated; the best x on the way.
fn settle(problem: &ScaledProblem, mut guess: Guess, start: &[f64]) -> Vec<f64> {
    let mut best = (start.to_vec(), f64::INFINITY);
    let mut seen: Vec<Guess> = Vec::new();
    for _ in 0..12 {
        let x = newton(problem, &guess, &best.0);
        let residual = problem.residual(&x);
        let next = corrected(problem, &guess, &x);
        if residual < best.1 {
            best = (x, residual);
        }
        // directions turn continuously, so only the kind of mode tells a circle
        let same = |a: &Guess| {
            a.closed == next.closed && a.slips.iter().zip(&next.slips).all(|(p, q)| p.is_some() == q.is_some())
        };
        if best.1 <= GOOD_RESIDUAL || seen.iter().filter(|g| same(g)).count() > 2 {
            break;
        }
        seen.push(guess);
        guess = next;
    }
    best.0
}

fn corrected(problem: &ScaledProblem, guess: &Guess, x: &[f64]) -> Guess {
    let y = problem.rates(x);
    let mut next = guess.clone();
    for (c, &i) in problem.normals.iter().enumerate().filter(|&(c, _)| problem.movable[c]) {
        next.closed[c] = if guess.closed[c] { x[i] >= -ZERO } else { y[i] < -ZERO };
    }
    for (b, block) in problem.blocks.iter().enumerate().filter(|(_, b)| b.along.is_none()) {
        let (speed, load) = (problem.length(block, &y), problem.load(block, x));
        let reopened = block.contact.is_some_and(|c| next.closed[c] && !guess.closed[c]);
        next.slips[b] = match guess.slips[b] {
            _ if reopened => None,
            None if load > problem.holding(block, x) + ZERO => {
                Some(problem.gives_way(block, x, problem.length(block, x)))
            }
            None => None,
            Some(d) => {
                let along = (0..block.rows).map(|k| y[block.first + k] * d[k]).sum::<f64>();
                if speed <= ZERO || along < -ZERO { None } else { Some(problem.direction(block, &y, speed)) }
            }
        };
    }
    next
}

/// Proximal steps: every row gives a little against the force of the step before, so that contacts that nearly
/// coincide are no longer nearly dependent; the give vanishes from the answer as the steps converge.
fn proximal(problem: &ScaledProblem, give: f64) -> Vec<f64> {
    let mut soft = problem.clone();
    for i in 0..problem.n {
        soft.matrix[i * problem.n + i] += give;
    }
    let mut x = vec![0.0; problem.n];
    let mut best = (x.clone(), f64::INFINITY);
    for _ in 0..12 {
        for i in 0..problem.n {
            soft.free[i] = problem.free[i] - give * x[i];
        }
        let Some((guess, start)) = by_lemke(&soft) else { break };
        let polished = newton(&soft, &guess, &start);
        x = if soft.residual(&polished) <= ACCEPTABLE_RESIDUAL { polished } else { settle(&soft, guess, &start) };
        let residual = problem.residual(&x);
        if residual < best.1 {
            best = (x.clone(), residual);
        }
        if best.1 <= GOOD_RESIDUAL {
            break;
        }
    }
    best.0
}

/// Projected relaxation, one row block after the other.
fn relax(problem: &ScaledProblem, start: &[f64], sweeps: usize) -> Vec<f64> {
    let mut x = start.to_vec();
    for _ in 0..sweeps {
        let mut change = 0.0_f64;
        for (c, &i) in problem.normals.iter().enumerate().filter(|&(c, _)| problem.movable[c]) {
            let was = x[i];
            x[i] = (was - problem.rate(i, &x)).max(0.0);
            change = change.max((x[i] - was).abs());
            for block in problem.blocks.iter().filter(|b| b.contact == Some(c)) {
                change = change.max(relax_block(problem, block, &mut x));
            }
        }
        for block in problem.blocks.iter().filter(|b| b.contact.is_none()) {
            change = change.max(relax_block(problem, block, &mut x));
        }
        if change < RELAXED {
            break;
        }
    }
    x
}

/// The block of an area: what is beyond its bound is taken back on its own ray, which is near enough for a start.
fn relax_area(problem: &ScaledProblem, block: &Block, bound: f64, x: &mut [f64]) -> f64 {
    let was = [0, 1, 2].map(|k| x[block.first + k]);
    let rates = [0, 1, 2].map(|k| problem.rate(block.first + k, x));
    (0..3).for_each(|k| x[block.first + k] -= rates[k] / 3.0);
    let load = problem.load(block, x);
    if load > bound {
        (0..3).for_each(|k| x[block.first + k] *= bound / load);
    }
    (0..3).fold(0.0_f64, |most, k| most.max((x[block.first + k] - was[k]).abs()))
}

/// One block of a sweep; how far it moved.
fn relax_block(problem: &ScaledProblem, block: &Block, x: &mut [f64]) -> f64 {
    let bound = problem.slipping(block, x);
    if block.surface.is_some() {
        return relax_area(problem, block, bound, x);
    }
    let was = [x[block.first], x[block.first + block.rows - 1]];
    let mut next = match block.along {
        Some(d) => [-bound * d[0], -bound * d[1]],
        None if block.rows == 1 => [was[0] - problem.rate(block.first, x), 0.0],
        None => [0, 1].map(|k| was[k] - 0.5 * problem.rate(block.first + k, x)),
    };
    let length = norm(next);
    if length > bound {
        next = next.map(|v| v * bound / length);
    }
    let mut change = 0.0_f64;
    for k in 0..block.rows {
        change = change.max((next[k] - x[block.first + k]).abs());
        x[block.first + k] = next[k];
    }
    change
}
