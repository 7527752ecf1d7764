//! A mechanism pushed in along a path and pulled back along it.

use super::margin::{Margin, margin_along};
use crate::contact::Contact;
use crate::energy::Work;
use crate::fault::Fault;
use crate::numbers::{Rational, rational, to_f64};
use crate::peak::Peak;
use crate::problem::{Angle, Place, Problem};
use crate::solve::{Method, Motion, solve, solve_on};
use crate::tolerances::{EARLIER, HELD_AT_ONCE};
use crate::trajectory::Kind;

/// What one pawl does on one course.
#[derive(Clone, Debug, PartialEq)]
pub struct PawlCourse {
    /// Its name in the scene.
    pub name: String,
    /// How often it lets go and falls back.
    pub clicks: usize,
    /// Its largest deflection, rad, with its sign.
    pub deflection: f64,
    /// When it has it first, s.
    pub deflection_time: f64,
    /// Deflection at the end, rad.
    pub final_theta: f64,
    /// What it touches at the end.
    pub final_contact: Option<Contact>,
}

/// One way: in or out.
#[derive(Clone, Debug)]
pub struct Course {
    /// What was asked.
    pub problem: Problem,
    /// What happened.
    pub motion: Motion,
    /// Why it ended.
    pub cause: Kind,
    /// How fast the root moves, m/s.
    pub speed: f64,
    /// How far the root got, m.
    pub travel: f64,
    /// Whether the root got all the way.
    pub completes: bool,
    /// Largest force that must push the root along, if any must.
    pub peak: Option<Peak>,
    /// Largest force with which the root is pulled along and must be held back, if it is.
    pub pull: Option<Peak>,
    /// Work of the root.
    pub work: Work,
    /// How often a pawl lets go, all together.
    pub clicks: usize,
    /// Pawl by pawl.
    pub pawls: Vec<PawlCourse>,
    /// How much friction it bears.
    pub margin: Margin,
}

/// In and out.
#[derive(Clone, Debug)]
pub struct Report {
    /// The way in.
    pub insertion: Course,
    /// The way out, from where the way in ended; what is wrong with it where it cannot be asked.
    pub withdrawal: Result<Course, Fault>,
    /// Whether the root gets in: see [`Motion::assembles`].
    pub assembles: bool,
    /// Whether the pawls hold the root from being pulled out again: the withdrawal jams or sticks.
    pub locks: bool,
}

/// Pushes in as given, and pulls out along the same path.
///
/// # Errors
/// What is wrong with the problem.
pub fn study(insert: &Problem) -> Result<Report, Fault> {
    let insertion = course(insert, solve(insert, Method::Lazy)?)?;
    let mut withdrawal = withdraw(insert, &insertion.motion).and_then(|(problem, motion)| course(&problem, motion));
    // without friction the forces of a way are those of the way back
    if let (Ok(out), Some(peak)) = (&mut withdrawal, insertion.peak)
        && peak.force.is_infinite()
        && insert.pawls[peak.pawl].friction == Rational::ZERO
    {
        out.pull = Some(Peak { time: 0.0, ..peak });
    }
    let assembles = insertion.motion.assembles();
    let locks = withdrawal.as_ref().is_ok_and(|out| blocked(out.cause));
    Ok(Report { insertion, withdrawal, assembles, locks })
}

/// Whether a pawl ended the motion.
pub(crate) fn blocked(cause: Kind) -> bool {
    matches!(cause, Kind::JamPair | Kind::JamSingle | Kind::JamHinge | Kind::Stick)
}

/// The way out of where a motion ended: the same path backwards, for as long as it took.
///
/// # Errors
/// What is wrong with it, as of a motion that ended where it began.
pub fn withdraw(insert: &Problem, motion: &Motion) -> Result<(Problem, Motion), Fault> {
    let mut wrong = None;
    let mut held = None;
    // all the way in the place is known exactly
    let whole = (motion.cause == Kind::End).then_some(0.0);
    for part in whole.into_iter().chain(EARLIER) {
        let time = motion.end * (1.0 - part);
        let exact = if part == 0.0 { insert.end.clone() } else { rational(time) };
        let out = backwards(insert, motion, time, exact);
        match solve_on(&out) {
            // held at once, it may be by what rounding put in the way
            Ok(found) if part > 0.0 && blocked(found.cause) && found.end <= HELD_AT_ONCE * time => {
                held.get_or_insert((out, found));
            }
            Ok(found) => return Ok((out, found)),
            Err(fault @ (Fault::Overlap { .. } | Fault::Inside { .. } | Fault::Hinge { .. } | Fault::Root { .. })) => {
                wrong.get_or_insert(fault);
            }
            Err(fault) => return Err(fault),
        }
    }
    held.ok_or_else(|| wrong.unwrap_or(Fault::NoTime))
}

/// The path backwards from a time.
fn backwards(insert: &Problem, motion: &Motion, from: f64, time: Rational) -> Problem {
    let moved = |p: &Place| [&p[0] + &insert.velocity[0] * &time, &p[1] + &insert.velocity[1] * &time];
    let mut out = insert.clone();
    out.velocity = [-&insert.velocity[0], -&insert.velocity[1]];
    out.root = insert.root.as_ref().map(|ring| ring.iter().map(moved).collect());
    for (pawl, trajectory) in out.pawls.iter_mut().zip(&motion.pawls) {
        let theta = if from < motion.end { trajectory.at(from).theta } else { trajectory.last().theta };
        pawl.hinge = moved(&pawl.hinge);
        pawl.start = if theta == 0.0 { Angle::zero() } else { Angle::radians(theta) };
    }
    out.end = time;
    out
}

/// Everything about one way.
fn course(problem: &Problem, motion: Motion) -> Result<Course, Fault> {
    let mut smooth = problem.clone();
    for pawl in &mut smooth.pawls {
        pawl.friction = Rational::ZERO;
    }
    let margin = margin_along(&solve_on(&smooth)?);
    let speed = libm::hypot(to_f64(&problem.velocity[0]), to_f64(&problem.velocity[1]));
    let pawls: Vec<PawlCourse> = problem
        .pawls
        .iter()
        .zip(&motion.pawls)
        .map(|(pawl, found)| {
            let snaps = found.events.iter().filter(|e| matches!(e.kind, Kind::SnapTangent | Kind::SnapVertex));
            // the angle is monotone on a piece, so its extremes are at events
            let (mut deflection, mut deflection_time) = (0.0f64, 0.0);
            for event in &found.events {
                if event.theta.abs() > deflection.abs() {
                    (deflection, deflection_time) = (event.theta, event.time);
                }
            }
            let last = found.last();
            PawlCourse {
                name: pawl.name.clone(),
                clicks: snaps.count(),
                deflection,
                deflection_time,
                final_theta: last.theta,
                final_contact: last.from,
            }
        })
        .collect();
    Ok(Course {
        problem: problem.clone(),
        cause: motion.cause,
        speed,
        travel: speed * motion.end,
        completes: motion.cause == Kind::End,
        peak: motion.largest_push(motion.end),
        pull: motion.largest_pull(motion.end),
        work: motion.work(),
        clicks: pawls.iter().map(|p| p.clicks).sum(),
        pawls,
        margin,
        motion,
    })
}
