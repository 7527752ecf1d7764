//! What each dimension does to the peak force.
//!
//! The peak is smooth in the dimensions as long as the same contacts lead to it. Differences of exactly traced motions at
//! ±s, ±s/2 and ±s/4 are extrapolated twice (Richardson), to sixth order; the change by the last step tells the error. If
//! other contacts lead to the peak on one side, however small the step, the derivative is that from the other side; if on
//! both, there is none. Where two places tie for the peak each side has its own: the steeper is reported.

use super::design::{Design, DesignFault, drawn, nominal, values_text};
use super::study::withdraw;
use crate::contact::Contact;
use crate::fault::Fault;
use crate::numbers::{Rational, rational, to_f64};
use crate::problem::Problem;
use crate::solve::{Method, Motion, solve};
use crate::tolerances::{DIFFERENCE_ERROR, FORCE_TIE, JUST_BEFORE, SLOPE_ERROR, STEP_PARTS};

/// In or out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Way {
    /// The insertion as drawn.
    #[default]
    In,
    /// The withdrawal from where it ends.
    Out,
}

/// From where a derivative was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both sides.
    Both,
    /// Larger values only: below the drawn value other contacts lead to the peak, or it changes less.
    Above,
    /// Smaller values only: above the drawn value other contacts lead to the peak, or it changes less.
    Below,
    /// There is none: other contacts lead to the peak on both sides.
    Neither,
}

/// What one dimension does to the peak force.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// Which dimension.
    pub dimension: usize,
    /// Change of the peak force over that of the dimension, N over its unit.
    pub slope: Option<f64>,
    /// How far off the slope may be, by the last step of extrapolation.
    pub error: f64,
    /// Per cent of force for each per cent of the dimension; `None` where one of them is 0.
    pub relative: Option<f64>,
    /// From where it was taken.
    pub side: Side,
    /// The largest step taken, in the unit of the dimension.
    pub step: f64,
}

/// A motion's peak, and the contacts that lead to it.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    force: f64,
    route: Vec<Vec<Option<Contact>>>,
    at: Option<Contact>,
}

/// The motion of a way of a problem.
pub(crate) fn motion_of(problem: &Problem, way: Way) -> Result<Motion, Fault> {
    let motion = solve(problem, Method::Lazy)?;
    match way {
        Way::In => Ok(motion),
        Way::Out => Ok(withdraw(problem, &motion)?.1),
    }
}

fn measure(design: &dyn Design, values: &[Rational], way: Way) -> Result<Measured, DesignFault> {
    let problem = drawn(design, values)?;
    let motion =
        motion_of(&problem, way).map_err(|fault| DesignFault::Fault { values: values_text(design, values), fault })?;
    let found = motion.largest_push(motion.end);
    let until = found.map_or(0.0, |p| p.time);
    let before = |t: f64| t < until - JUST_BEFORE * until.abs();
    let route = motion.pawls.iter().map(|p| p.pieces.iter().filter(|x| before(x.start)).map(|x| x.contact).collect());
    Ok(Measured { force: found.map_or(0.0, |p| p.force), route: route.collect(), at: found.and_then(|p| p.contact) })
}

/// The sensitivity of the peak force to every dimension.
///
/// # Errors
/// What is wrong with the design as drawn.
pub fn sensitivity(design: &dyn Design, way: Way) -> Result<Vec<Sensitivity>, DesignFault> {
    let values = nominal(design);
    let here = measure(design, &values, way)?;
    let size = extent(&drawn(design, &values)?);
    Ok((0..values.len()).map(|k| one(design, way, &values, k, &here, size)).collect())
}

/// The largest coordinate of the pawls.
fn extent(problem: &Problem) -> f64 {
    let all = problem.pawls.iter().flat_map(|p| p.outline.iter().flatten());
    all.map(|x| to_f64(x).abs()).fold(0.0, f64::max)
}

fn one(design: &dyn Design, way: Way, values: &[Rational], k: usize, here: &Measured, size: f64) -> Sensitivity {
    let drawn = to_f64(&values[k]);
    let mut step = if drawn == 0.0 { size } else { drawn.abs() } / 64.0;
    let none =
        |step: f64| Sensitivity { dimension: k, slope: None, error: 0.0, relative: None, side: Side::Neither, step };
    if !here.force.is_finite() {
        return none(step);
    }
    let at = |by: f64| -> Option<Measured> {
        let mut moved = values.to_vec();
        moved[k] = &values[k] + rational(by);
        measure(design, &moved, way).ok().filter(|found| found.force.is_finite())
    };
    let mut both: Option<(f64, f64, f64)> = None;
    let mut sides: [Option<(f64, f64, f64)>; 2] = [None; 2];
    for _ in 0..6 {
        let around = [step, -step].map(|step| three(here, STEP_PARTS.map(|part| at(part * step))));
        if let [Some((above, true)), Some((below, true))] = around {
            let d = [0, 1, 2].map(|n| (above[n] - below[n]) / (2.0 * STEP_PARTS[n] * step));
            let (first, second) = ((4.0 * d[1] - d[0]) / 3.0, (4.0 * d[2] - d[1]) / 3.0);
            let slope = (16.0 * second - first) / 15.0;
            let error = (slope - second).abs();
            if both.as_ref().is_none_or(|held| error < held.1) {
                both = Some((slope, error, step));
            }
            // where the force bends within the step a shorter one tells better
            if error <= SLOPE_ERROR * slope.abs() {
                break;
            }
        }
        for (held, (found, sign)) in sides.iter_mut().zip(around.into_iter().zip([1.0, -1.0])) {
            if let Some((forces, _)) = found {
                let d = [0, 1, 2].map(|n| sign * (forces[n] - here.force) / (STEP_PARTS[n] * step));
                let (first, second) = (2.0 * d[1] - d[0], 2.0 * d[2] - d[1]);
                let slope = (4.0 * second - first) / 3.0;
                *held = Some((slope, (slope - second).abs(), step));
            }
        }
        step /= 8.0;
    }
    let one_sided = match sides {
        [Some(above), Some(below)] => {
            let alike = (above.0 - below.0).abs() <= SLOPE_ERROR * above.0.abs().max(below.0.abs()) + above.1 + below.1;
            let steeper = if above.0.abs() >= below.0.abs() { (above, Side::Above) } else { (below, Side::Below) };
            Some(if alike { (above, Side::Both) } else { steeper })
        }
        [above, below] => above.map(|x| (x, Side::Above)).or(below.map(|x| (x, Side::Below))),
    };
    match both.map(|x| (x, Side::Both)).or(one_sided) {
        Some(((slope, error, step), side)) => sensitivity_of(k, slope, error, side, step, drawn, here.force),
        None => none(step),
    }
}

/// The forces at three parts of a step to one side, if one and the same way leads to them and they lead to the force as
/// drawn; and whether it is the way as drawn. It is not where two places tie for the peak.
fn three(here: &Measured, found: [Option<Measured>; 3]) -> Option<([f64; 3], bool)> {
    let [Some(a), Some(b), Some(c)] = found else { return None };
    let alike = |x: &Measured, y: &Measured| x.route == y.route && x.at == y.at;
    let forces = [a.force, b.force, c.force];
    let drawn = alike(&a, here) && alike(&b, here) && alike(&c, here);
    let near = (4.0 * (2.0 * c.force - b.force) - (2.0 * b.force - a.force)) / 3.0;
    let leads_here = alike(&a, &b) && alike(&b, &c) && (near - here.force).abs() <= FORCE_TIE * here.force.abs();
    (drawn || leads_here).then_some((forces, drawn))
}

fn sensitivity_of(k: usize, slope: f64, error: f64, side: Side, step: f64, drawn: f64, force: f64) -> Sensitivity {
    // forces are good to 1e-13, and a difference over a step is no better
    let error = error + DIFFERENCE_ERROR * force.abs() / step;
    let relative = (drawn != 0.0 && force != 0.0).then(|| slope * drawn / force);
    Sensitivity { dimension: k, slope: Some(slope), error, relative, side, step }
}
