//! The worst case over a box of dimensions, proved: where it assembles, where it fails, and the largest force.
//!
//! A box is asked whether the same thing happens all over it ([`super::cell`]). If that is not certain it is halved across its
//! widest dimension, largest boxes first. What is left undecided when the work allowed is done lies along the borders between
//! one answer and another. Then boxes with the largest bound on the force are halved further, while problems in their
//! middles are traced exactly, until bound and largest force found are close.

use super::affine::Affine;
use super::bound::peak_bound;
use super::cell::prove;
use super::design::DesignFault;
use super::sensitivity::{Way, motion_of};
use super::sketch::Bounded;
use crate::numbers::{Rational, to_f64};
use crate::tolerances::{BORDER, WIDTH_WEIGHT};
use crate::trajectory::Kind;

/// What is known of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Every problem of it goes all the way, with a peak force not above this, N.
    Passes(f64),
    /// No problem of it goes all the way, for this cause.
    Fails(Kind),
    /// Not known.
    Undecided,
}

/// A box of dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Least and largest value of each dimension.
    pub ranges: Vec<(Rational, Rational)>,
    /// Share of the whole box.
    pub share: f64,
    /// What is known of it.
    pub verdict: Verdict,
}

/// The worst case.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// Share of the box in which it is proved to go all the way: to assemble, or to come out.
    pub passes: f64,
    /// Share of the box in which it is proved not to: to jam or stick.
    pub fails: f64,
    /// Share of the box that is left.
    pub undecided: f64,
    /// The largest peak force of a problem that goes all the way and was traced, N, and its dimensions.
    pub found: Option<(f64, Vec<Rational>)>,
    /// A force that no problem of the part proved to go all the way exceeds, N.
    pub bound: Option<f64>,
    /// A problem that was traced and does not go all the way, by its dimensions, and why.
    pub failing: Option<(Vec<Rational>, Kind)>,
    /// All boxes, in the order of their least values.
    pub cells: Vec<Cell>,
    /// Boxes that were asked.
    pub asked: usize,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// In, or out from where every problem ends with its pawls relaxed.
    pub way: Way,
    /// Boxes to ask, at most.
    pub boxes: usize,
    /// How close the bound of the force must come to the largest found, as a part of it.
    pub closeness: f64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { way: Way::In, boxes: 2000, closeness: 0.01 }
    }
}

/// Proves what it can about a box of dimensions.
///
/// # Errors
/// Ranges that do not fit the dimensions.
pub fn worst_case(design: &dyn Bounded, ranges: &[(Rational, Rational)], effort: Effort) -> Result<Worst, DesignFault> {
    let dimensions = design.dimensions();
    if ranges.len() != dimensions.len() {
        let (given, needed) = (ranges.len(), dimensions.len());
        return Err(DesignFault::Given(format!("{given} ranges for {needed} dimensions: give one for each")));
    }
    if let Some(k) = ranges.iter().position(|(lo, hi)| lo > hi) {
        return Err(DesignFault::Given(format!(
            "range of `{}`: its least value is above its largest",
            dimensions[k].name
        )));
    }
    let mut search = Search { design, way: effort.way, whole: ranges, found: None, failing: None, asked: 0 };
    search.try_corners();
    let first = search.ask(ranges.to_vec(), 1.0);
    let mut cells = vec![first];
    // settle the answer
    while search.asked + 2 <= effort.boxes {
        let open = |c: &Cell| (c.verdict == Verdict::Undecided && c.share > BORDER).then_some(c.share);
        let Some(k) = largest(&cells, open) else { break };
        if !search.halve(&mut cells, k, false) {
            break;
        }
    }
    search.try_passing(&cells);
    // close in on the force
    while search.asked + 2 <= effort.boxes {
        let bound = |c: &Cell| if let Verdict::Passes(bound) = c.verdict { Some(bound) } else { None };
        let Some(k) = largest(&cells, bound) else { break };
        search.try_at(&middle(&cells[k].ranges));
        let held = search.found.as_ref().map_or(0.0, |(force, _)| *force);
        if bound(&cells[k]).is_none_or(|b| b <= held * (1.0 + effort.closeness)) || !search.halve(&mut cells, k, true) {
            break;
        }
    }
    cells.sort_by(|a, b| a.ranges.cmp(&b.ranges));
    let share = |what: &dyn Fn(&Verdict) -> bool| {
        cells.iter().filter(|c| what(&c.verdict)).map(|c| c.share).fold(0.0, |sum, x| sum + x)
    };
    let bounds = cells.iter().filter_map(|c| if let Verdict::Passes(b) = c.verdict { Some(b) } else { None });
    Ok(Worst {
        passes: share(&|v| matches!(v, Verdict::Passes(_))),
        fails: share(&|v| matches!(v, Verdict::Fails(_))),
        undecided: share(&|v| *v == Verdict::Undecided),
        bound: bounds.reduce(f64::max),
        found: search.found,
        failing: search.failing,
        cells,
        asked: search.asked,
    })
}

fn middle(ranges: &[(Rational, Rational)]) -> Vec<Rational> {
    ranges.iter().map(|(lo, hi)| (lo + hi) / Rational::from(2)).collect()
}

/// The first of the cells with the largest value.
fn largest(cells: &[Cell], value: impl Fn(&Cell) -> Option<f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (k, cell) in cells.iter().enumerate() {
        if let Some(x) = value(cell)
            && best.is_none_or(|(_, held)| x > held)
        {
            best = Some((k, x));
        }
    }
    best.map(|(k, _)| k)
}

struct Search<'a> {
    design: &'a dyn Bounded,
    way: Way,
    whole: &'a [(Rational, Rational)],
    found: Option<(f64, Vec<Rational>)>,
    failing: Option<(Vec<Rational>, Kind)>,
    asked: usize,
}

/// Corners traced at the outset, and middles once the answer is settled, at most.
const CORNERS: usize = 64;

impl Search<'_> {
    /// Asks one box.
    fn ask(&mut self, ranges: Vec<(Rational, Rational)>, share: f64) -> Cell {
        self.asked += 1;
        let values: Vec<Affine> = ranges.iter().enumerate().map(|(k, (lo, hi))| Affine::dimension(k, lo, hi)).collect();
        let proof = self.design.sketch(&values).ok().and_then(|sketch| match self.way {
            Way::In => prove(&sketch),
            Way::Out => prove(&sketch)?.ends_relaxed().then(|| prove(&sketch.reversed()))?,
        });
        let verdict = match proof {
            None => Verdict::Undecided,
            Some(proof) if proof.cause == Kind::End => Verdict::Passes(peak_bound(&proof)),
            Some(proof) => Verdict::Fails(proof.cause),
        };
        Cell { ranges, share, verdict }
    }

    /// Halves a cell across the dimension that most is up to; `false` where there is none to halve.
    fn halve(&mut self, cells: &mut Vec<Cell>, k: usize, forces: bool) -> bool {
        let values: Vec<Affine> =
            cells[k].ranges.iter().enumerate().map(|(d, (lo, hi))| Affine::dimension(d, lo, hi)).collect();
        let sketch = self.design.sketch(&values).ok();
        let mut widest: Option<(usize, f64)> = None;
        for (d, ((lo, hi), (least, most))) in cells[k].ranges.iter().zip(self.whole).enumerate() {
            if least < most {
                // where nothing is known of the drawing, by width alone
                let part = to_f64(&((hi - lo) / (most - least)));
                let weight = sketch.as_ref().map_or(part, |s| s.influence(d, forces) + WIDTH_WEIGHT * part);
                if widest.is_none_or(|(_, held)| weight > held) {
                    widest = Some((d, weight));
                }
            }
        }
        let Some((d, _)) = widest else { return false };
        let (lo, hi) = cells[k].ranges[d].clone();
        let mid = (&lo + &hi) / Rational::from(2);
        let half = 0.5 * cells[k].share;
        let (mut first, mut second) = (cells[k].ranges.clone(), cells[k].ranges.clone());
        first[d] = (lo, mid.clone());
        second[d] = (mid, hi);
        let upper = if let Verdict::Passes(bound) = cells[k].verdict { bound } else { f64::INFINITY };
        let keep = |mut cell: Cell| {
            // a part is no worse than the whole
            cell.verdict = match cell.verdict {
                Verdict::Passes(bound) => Verdict::Passes(bound.min(upper)),
                Verdict::Undecided if upper.is_finite() => Verdict::Passes(upper),
                other => other,
            };
            cell
        };
        cells[k] = keep(self.ask(first, half));
        let other = keep(self.ask(second, half));
        cells.push(other);
        true
    }

    fn try_corners(&mut self) {
        self.try_at(&middle(self.whole));
        let open: Vec<usize> = (0..self.whole.len()).filter(|&k| self.whole[k].0 < self.whole[k].1).collect();
        let count = if open.len() >= 6 { CORNERS } else { 1 << open.len() };
        for corner in 0..count {
            let mut values = middle(self.whole);
            for (bit, &k) in open.iter().enumerate() {
                // beyond six dimensions the others go along with these
                let high = corner >> (bit % 6) & 1 == 1;
                values[k] = if high { self.whole[k].1.clone() } else { self.whole[k].0.clone() };
            }
            self.try_at(&values);
        }
    }

    /// Traces the middles of boxes that pass, those with the largest bounds first.
    fn try_passing(&mut self, cells: &[Cell]) {
        let bound = |c: &Cell| if let Verdict::Passes(bound) = c.verdict { Some(bound) } else { None };
        let mut passing: Vec<(f64, &Cell)> = cells.iter().filter_map(|c| Some((bound(c)?, c))).collect();
        passing.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, cell) in passing.into_iter().take(CORNERS) {
            self.try_at(&middle(&cell.ranges));
        }
    }

    /// Traces one problem exactly.
    fn try_at(&mut self, values: &[Rational]) {
        let Ok(problem) = self.design.problem(values) else { return };
        let Ok(motion) = motion_of(&problem, self.way) else { return };
        if self.way == Way::In && motion.assembles() || motion.cause == Kind::End {
            let force = motion.largest_push(motion.end).map_or(0.0, |p| p.force);
            // a hair before it would stick the peak is beyond what floats tell
            if force.is_finite() && self.found.as_ref().is_none_or(|(held, _)| force > *held) {
                self.found = Some((force, values.to_vec()));
            }
        } else if self.failing.is_none() {
            self.failing = Some((values.to_vec(), motion.cause));
        }
    }
}
