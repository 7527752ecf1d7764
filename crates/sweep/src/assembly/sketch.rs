//! Drawings over a box of dimensions: the same problem with numbers that are ranges.

use super::affine::{Affine, Scalar};
use super::design::{Design, DesignFault, Dimension, drawn};
use crate::numbers::{Rational, rational, to_f64};
use crate::problem::{Angle, Obstacle, Pawl, Problem};
use crate::tolerances::{STIFFNESS_ROUNDING, STIFFNESS_SPARE};

/// A pawl of a sketch, relaxed at the start.
#[derive(Clone, Debug)]
pub struct SketchPawl<S> {
    /// Its name in the scene.
    pub name: String,
    /// The hinge at the start.
    pub hinge: [S; 2],
    /// Its outline in the frame of the hinge.
    pub outline: Vec<[S; 2]>,
    /// Torque of the spring over angle, N·m/rad.
    pub stiffness: S,
    /// Coefficient of friction.
    pub friction: S,
}

/// A problem with numbers of one kind, see [`Problem`]; all pawls start relaxed.
#[derive(Clone, Debug)]
pub struct Sketch<S> {
    /// Velocity of the root.
    pub velocity: [S; 2],
    /// Names and rings of what stands in the way.
    pub obstacles: Vec<(String, Vec<Vec<[S; 2]>>)>,
    /// What is hinged on the root.
    pub pawls: Vec<SketchPawl<S>>,
    /// Outline of the root, if its own hit is to end the motion.
    pub root: Option<Vec<[S; 2]>>,
    /// How long the root moves.
    pub end: S,
}

impl<S> Sketch<S> {
    /// Every number of the sketch made into another.
    pub fn map<T>(&self, mut f: impl FnMut(&S) -> T) -> Sketch<T> {
        let mut place = |p: &[S; 2]| [f(&p[0]), f(&p[1])];
        let velocity = place(&self.velocity);
        let obstacles = self
            .obstacles
            .iter()
            .map(|(name, rings)| (name.clone(), rings.iter().map(|r| r.iter().map(&mut place).collect()).collect()))
            .collect();
        let outlines: Vec<([T; 2], Vec<[T; 2]>)> =
            self.pawls.iter().map(|p| (place(&p.hinge), p.outline.iter().map(&mut place).collect())).collect();
        let root = self.root.as_ref().map(|ring| ring.iter().map(&mut place).collect());
        let pawls = self.pawls.iter().zip(outlines).map(|(p, (hinge, outline))| SketchPawl {
            name: p.name.clone(),
            hinge,
            outline,
            stiffness: f(&p.stiffness),
            friction: f(&p.friction),
        });
        let pawls = pawls.collect();
        Sketch { velocity, obstacles, pawls, root, end: f(&self.end) }
    }
}

impl Sketch<Rational> {
    /// The sketch of a problem; `None` where a pawl does not start relaxed.
    #[must_use]
    pub fn of(problem: &Problem) -> Option<Self> {
        if problem.pawls.iter().any(|p| p.start != Angle::zero()) {
            return None;
        }
        let pawls = problem.pawls.iter().map(|p| SketchPawl {
            name: p.name.clone(),
            hinge: p.hinge.clone(),
            outline: p.outline.clone(),
            stiffness: rational(p.stiffness),
            friction: p.friction.clone(),
        });
        Some(Self {
            velocity: problem.velocity.clone(),
            obstacles: problem.obstacles.iter().map(|o| (o.name.clone(), o.rings.clone())).collect(),
            pawls: pawls.collect(),
            root: problem.root.clone(),
            end: problem.end.clone(),
        })
    }

    /// The problem drawn.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let pawls = self.pawls.iter().map(|p| Pawl {
            name: p.name.clone(),
            hinge: p.hinge.clone(),
            outline: p.outline.clone(),
            stiffness: to_f64(&p.stiffness),
            friction: p.friction.clone(),
            start: Angle::zero(),
        });
        let obstacles =
            self.obstacles.iter().map(|(name, rings)| Obstacle { name: name.clone(), rings: rings.clone() });
        Problem {
            velocity: self.velocity.clone(),
            obstacles: obstacles.collect(),
            pawls: pawls.collect(),
            root: self.root.clone(),
            end: self.end.clone(),
        }
    }
}

impl Sketch<Affine> {
    /// How much of what is uncertain is up to one dimension, as a part of the size of things; forces ask for springs too.
    pub(crate) fn influence(&self, dimension: usize, forces: bool) -> f64 {
        let size = |x: &Affine| to_f64(x.centre()).abs();
        let places = |p: &[Affine; 2]| p[0].share(dimension).max(p[1].share(dimension));
        let reach =
            self.pawls.iter().flat_map(|p| p.outline.iter().flatten()).map(size).fold(f64::MIN_POSITIVE, f64::max);
        let speed = size(&self.velocity[0]).max(size(&self.velocity[1])).max(f64::MIN_POSITIVE);
        let rings = self.obstacles.iter().flat_map(|(_, rings)| rings.iter().flatten());
        let outlines = self.pawls.iter().flat_map(|p| p.outline.iter().chain([&p.hinge]));
        let root = self.root.iter().flatten();
        let drawn = rings.chain(outlines).chain(root).map(places).fold(0.0, f64::max) / reach;
        let of_pawl = |p: &SketchPawl<Affine>| {
            let spring =
                if forces { p.stiffness.share(dimension) / size(&p.stiffness).max(f64::MIN_POSITIVE) } else { 0.0 };
            // deflections are small against a pawl, so lengths tell several times more than friction
            spring.max(if forces { 0.1 } else { 0.01 } * p.friction.share(dimension))
        };
        let pawls = self.pawls.iter().map(of_pawl).fold(0.0, f64::max);
        let time = 0.1 * self.end.share(dimension) / size(&self.end).max(f64::MIN_POSITIVE);
        drawn.max(places(&self.velocity) / speed).max(pawls).max(time)
    }

    /// The way out from where a way in ends with all pawls relaxed.
    pub(crate) fn reversed(&self) -> Self {
        let zero = Affine::number(Rational::ZERO);
        let by = [self.velocity[0].times(&self.end), self.velocity[1].times(&self.end)];
        let moved = |p: &[Affine; 2]| [p[0].plus(&by[0]), p[1].plus(&by[1])];
        let mut out = self.clone();
        out.velocity = [zero.minus(&self.velocity[0]), zero.minus(&self.velocity[1])];
        for pawl in &mut out.pawls {
            pawl.hinge = moved(&pawl.hinge);
        }
        out.root = self.root.as_ref().map(|ring| ring.iter().map(moved).collect());
        out
    }
}

/// A design that can be drawn for a whole box of its dimensions.
pub trait Bounded: Design {
    /// The drawing for dimensions that are ranges: every number of it holds what [`Design::problem`] gives for any values
    /// within them.
    ///
    /// # Errors
    /// Why there is none.
    fn sketch(&self, values: &[Affine]) -> Result<Sketch<Affine>, String>;
}

/// A design every number of which is a sum of multiples of its dimensions, made bounded by exact differences.
///
/// That it is one is up to the caller; [`Linear::of`] compares the differences with drawings at other corners of the box and
/// refuses what they show not to be.
pub struct Linear<'a> {
    design: &'a dyn Design,
    at: Vec<Rational>,
    middle: Sketch<Rational>,
    slopes: Vec<Vec<Rational>>,
}

fn numbers(sketch: &Sketch<Rational>) -> Vec<Rational> {
    let mut all = Vec::new();
    sketch.map(|x| all.push(x.clone()));
    all
}

impl<'a> Linear<'a> {
    /// Takes the slopes of every number over a box of dimensions.
    ///
    /// # Errors
    /// A drawing that cannot be made at a corner, that changes its number of corners, or that is not linear.
    pub fn of(design: &'a dyn Design, ranges: &[(Rational, Rational)]) -> Result<Self, DesignFault> {
        let given = |text: String| DesignFault::Given(text);
        if ranges.len() != design.dimensions().len() {
            return Err(given("one range is needed for each dimension".to_owned()));
        }
        let two = Rational::from(2);
        let at: Vec<Rational> = ranges.iter().map(|(lo, hi)| (lo + hi) / &two).collect();
        let sketch = |values: &[Rational]| -> Result<Sketch<Rational>, DesignFault> {
            let relaxed = || given("a worst case needs pawls that start relaxed (start angle 0)".to_owned());
            Sketch::of(&drawn(design, values)?).ok_or_else(relaxed)
        };
        let middle = sketch(&at)?;
        let base = numbers(&middle);
        let mut slopes = Vec::new();
        for (k, (lo, hi)) in ranges.iter().enumerate() {
            let step = (hi - lo) / &two;
            if step == Rational::ZERO {
                slopes.push(vec![Rational::ZERO; base.len()]);
                continue;
            }
            let mut moved = at.clone();
            moved[k] = hi.clone();
            let there = numbers(&sketch(&moved)?);
            if there.len() != base.len() {
                return Err(given(format!("`{}` changes the number of corners", design.dimensions()[k].name)));
            }
            slopes.push(there.iter().zip(&base).map(|(a, b)| (a - b) / &step).collect());
        }
        let springs = middle.pawls.len();
        let linear = Self { design, at, middle, slopes };
        let mut corners: Vec<Vec<Rational>> =
            vec![ranges.iter().map(|(lo, _)| lo.clone()).collect(), ranges.iter().map(|(_, hi)| hi.clone()).collect()];
        for (k, (lo, _)) in ranges.iter().enumerate() {
            let mut corner = linear.at.clone();
            corner[k] = lo.clone();
            corners.push(corner);
        }
        for corner in corners {
            let found = numbers(&sketch(&corner)?);
            let off = |(n, x): (usize, &Rational)| {
                let miss = x - linear.number(n, &base[n], &corner);
                // a spring's stiffness is a float, and rounded
                let spring =
                    n + 1 < base.len() && n + 1 + 2 * springs >= base.len() && (base.len() - 1 - n).is_multiple_of(2);
                if spring { to_f64(&miss).abs() > STIFFNESS_ROUNDING * to_f64(x).abs() } else { miss != Rational::ZERO }
            };
            if found.len() != base.len() || found.iter().enumerate().any(off) {
                return Err(given("a number of the drawing is not linear in its dimensions".to_owned()));
            }
        }
        Ok(linear)
    }

    fn number(&self, n: usize, base: &Rational, values: &[Rational]) -> Rational {
        let each = values.iter().zip(&self.at).zip(&self.slopes);
        each.fold(base.clone(), |sum, ((value, at), slopes)| sum + (value - at) * &slopes[n])
    }
}

impl Design for Linear<'_> {
    fn dimensions(&self) -> &[Dimension] {
        self.design.dimensions()
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        self.design.problem(values)
    }
}

impl Bounded for Linear<'_> {
    fn sketch(&self, values: &[Affine]) -> Result<Sketch<Affine>, String> {
        let moved: Vec<Affine> =
            values.iter().zip(&self.at).map(|(v, at)| v.minus(&Affine::number(at.clone()))).collect();
        let mut n = 0;
        let mut sketch = self.middle.map(|base| {
            let mut sum = Affine::number(base.clone());
            for (by, slopes) in moved.iter().zip(&self.slopes) {
                if slopes[n] != Rational::ZERO {
                    sum = sum.plus(&by.times(&Affine::number(slopes[n].clone())));
                }
            }
            n += 1;
            sum
        });
        for pawl in &mut sketch.pawls {
            let rounding = pawl.stiffness.centre() * rational(STIFFNESS_SPARE);
            pawl.stiffness = pawl.stiffness.clone().widened(&rounding);
        }
        Ok(sketch)
    }
}
