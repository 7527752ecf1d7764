//! Solves the problem of contacts that last ([`crate::ContactProblem`]): modes, forces, and how a load is shared.

use crate::load_sharing::spread;
use crate::mode_search::search_modes;
use crate::newton::newton;
use crate::problem::{Bound, Bounded, ContactProblem, ContactSolution, Inconsistent, Mode, Slip};
use crate::scaled_problem::{Guess, ScaledProblem};
use crate::tolerances::{RESIDUAL, SHARE_RESIDUAL, UNBOUNDED_FORCE};

/// Finds modes and forces; `warm` (modes as in [`ContactSolution`]) is tried first, with one linear solve.
///
/// # Errors
/// [`Inconsistent`] where no forces are consistent; only with contacts or joints that slide already.
pub fn solve_contacts(problem: &ContactProblem, warm: Option<&[Mode]>) -> Result<ContactSolution, Inconsistent> {
    let core = ScaledProblem::new(problem, None);
    let (force, residual) = search_modes(&core, warm.map(|modes| core.guess_of(modes)).as_ref());
    let jams = |b: &Bounded| b.slip != Slip::Still && matches!(b.bound, Bound::Reaction { .. });
    let slides = problem.contacts.iter().any(|c| c.slip != Slip::Still) || problem.bounded.iter().any(jams);
    let endless = slides && force.iter().any(|x| x.abs() > UNBOUNDED_FORCE);
    if residual.is_nan() || residual > RESIDUAL || endless {
        let bounded = (0..problem.bounded.len()).filter(|&k| jams(&problem.bounded[k])).collect();
        return Err(Inconsistent { contacts: core.closing(), bounded, residual });
    }
    Ok(answer(&core, problem, force))
}

/// The best answer there is, whatever its residual: for velocities, where only rounding can spoil it. `near` is the guess
/// of a question alike, tried first, and becomes that of this one.
pub(crate) fn solve_at_best(
    problem: &ContactProblem,
    given: Option<&[f64]>,
    near: &mut Option<Guess>,
) -> ContactSolution {
    let core = ScaledProblem::new(problem, given);
    let (force, _) = search_modes(&core, near.as_ref());
    *near = Some(core.guess_at(&force));
    answer(&core, problem, force)
}

fn answer(core: &ScaledProblem, problem: &ContactProblem, force: Vec<f64>) -> ContactSolution {
    // a share must not cost accuracy
    let good = core.residual(&force).max(SHARE_RESIDUAL);
    let shared = spread(core, &force).and_then(|(share, weights)| {
        if core.residual(&share) <= good {
            return Some((share, weights));
        }
        // the direction of a slip that only sets off is spoilt by rounding: found anew from there
        let polished = newton(core, &core.guess_at(&share), &share);
        (core.residual(&polished) <= good).then_some((polished, weights))
    });
    let (force, weights) = shared.unwrap_or_else(|| (force, vec![1.0; core.n]));
    let residual = core.residual(&force);
    let modes = core.modes(&force, problem);
    let (force, rate) = core.unscaled(&force);
    ContactSolution { modes, force, rate, weights, residual }
}
