//! A scene drawn for ranges of its dimensions at once.
//!
//! The model keeps how each number follows from the dimensions ([`Formula`]): sums, products and quotients, worked out here
//! with numbers that are ranges. So what is proved holds for every value between, not for those that were tried. What is done to
//! a dimension otherwise is reported with its place.

use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{Follows, Formula, Loss, Operation, Ring, SweepModel};
use mainspring_sweep::assembly::{Affine, Bounded, Design, Dimension, Scalar, Sketch, SketchPawl};
use mainspring_sweep::{Angle, Problem, Rational, rational};
use mainspring_sweep_run::{SceneProblem, angle_difference, pose};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scene and those of its dimensions that have a range.
pub struct RangedDrawing<'a> {
    sweep: &'a SweepModel,
    posed: SceneProblem,
    dimensions: Vec<Dimension>,
}

/// Works formulas out; one that many numbers share, once.
struct Worked<'v, S> {
    values: &'v [S],
    known: BTreeMap<*const Formula, S>,
}

impl<S: Scalar> Worked<'_, S> {
    /// `None` where a divisor may be 0, or the way is lost.
    fn formula(&mut self, formula: &Arc<Formula>) -> Option<S> {
        if let Some(known) = self.known.get(&Arc::as_ptr(formula)) {
            return Some(known.clone());
        }
        let made = match &**formula {
            Formula::Linear { constant, slopes } => {
                slopes.iter().try_fold(S::number(constant.clone()), |sum, (dimension, slope)| {
                    Some(sum.plus(&self.values.get(*dimension)?.times(&S::number(slope.clone()))))
                })?
            }
            Formula::Of { operation, parts: [a, b], .. } => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                match operation {
                    Operation::Plus => a.plus(&b),
                    Operation::Times => a.times(&b),
                    Operation::Over => a.over(&b)?,
                }
            }
            Formula::Lost(_) => return None,
        };
        self.known.insert(Arc::as_ptr(formula), made.clone());
        Some(made)
    }

    fn number(&mut self, value: &Rational, follows: &Follows) -> Option<S> {
        match follows {
            None => Some(S::number(value.clone())),
            Some(formula) => self.formula(formula),
        }
    }

    fn place(&mut self, place: &[Rational; 2], follows: &[Follows; 2]) -> Option<[S; 2]> {
        Some([self.number(&place[0], &follows[0])?, self.number(&place[1], &follows[1])?])
    }

    fn ring(&mut self, ring: &Ring) -> Option<Vec<[S; 2]>> {
        ring.points.iter().zip(&ring.follows).map(|(point, follows)| self.place(point, follows)).collect()
    }
}

fn plus<S: Scalar>(a: &[S; 2], b: &[S; 2]) -> [S; 2] {
    [a[0].plus(&b[0]), a[1].plus(&b[1])]
}

impl<'a> RangedDrawing<'a> {
    /// A scene that was built with these dimensions followed.
    ///
    /// # Errors
    /// Where a dimension goes a way that ranges cannot, or a pawl does not start relaxed.
    pub fn of(sweep: &'a SweepModel, dimensions: Vec<Dimension>) -> Result<Self, Diagnostic> {
        if let Some(loss) = lost(sweep) {
            return Err(refusal(sweep, loss, &dimensions));
        }
        if let Some(pawl) = sweep.pawls.iter().find(|p| angle_difference(&p.start, &p.rest) != Angle::zero()) {
            let message = format!("what is proved for ranges begins with relaxed pawls, `{}` begins cocked", pawl.name);
            return Err(Diagnostic::error("E0543", pawl.span, message)
                .help("leave `start` out, or `--worst`: samples of `--spread` begin at any angle"));
        }
        Ok(Self { sweep, posed: pose(sweep), dimensions })
    }

    /// The drawing for values of the dimensions.
    fn drawn<S: Scalar>(&self, values: &[S]) -> Option<Sketch<S>> {
        let sweep = self.sweep;
        let mut worked = Worked { values, known: BTreeMap::new() };
        let start = worked.place(&sweep.start, &sweep.follows.start)?;
        let mut obstacles = Vec::new();
        for (rings, posed) in self.posed.rings.iter().zip(&self.posed.problem.obstacles) {
            let mut made = Vec::new();
            for of in rings {
                made.push(worked.ring(&sweep.obstacles[of.obstacle].rings[of.ring])?);
            }
            obstacles.push((posed.name.clone(), made));
        }
        let mut pawls = Vec::new();
        for pawl in &sweep.pawls {
            // drawn at angle 0, wanted at rest
            let [c, s] =
                Angle { sheet: pawl.rest.sheet, half: pawl.rest.half_tangent.clone() }.cos_sin().map(S::number);
            let turned = |q: &[S; 2]| [q[0].times(&c).minus(&q[1].times(&s)), q[0].times(&s).plus(&q[1].times(&c))];
            pawls.push(SketchPawl {
                name: pawl.name.clone(),
                hinge: plus(&worked.place(&pawl.hinge, &pawl.follows.hinge)?, &start),
                outline: worked.ring(&pawl.outline)?.iter().map(turned).collect(),
                stiffness: worked.number(&pawl.stiffness, &pawl.follows.stiffness)?,
                friction: worked.number(&pawl.friction, &pawl.follows.friction)?,
            });
        }
        let root = match &sweep.root_outline {
            Some(ring) => Some(worked.ring(ring)?.iter().map(|p| plus(p, &start)).collect()),
            None => None,
        };
        let velocity = worked.place(&sweep.velocity, &sweep.follows.velocity)?;
        Some(Sketch { velocity, obstacles, pawls, root, end: worked.number(&sweep.until, &sweep.follows.until)? })
    }
}

/// What there is to say of a drawing that cannot be made.
const DIVIDED: &str = "something is divided by a dimension that may be 0";

impl Design for RangedDrawing<'_> {
    fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        Ok(self.drawn(values).ok_or(DIVIDED)?.problem())
    }
}

impl Bounded for RangedDrawing<'_> {
    fn sketch(&self, values: &[Affine]) -> Result<Sketch<Affine>, String> {
        let mut sketch = self.drawn(values).ok_or(DIVIDED)?;
        for pawl in &mut sketch.pawls {
            // a problem has its stiffness as a float
            let rounding = pawl.stiffness.centre() * rational(1e-13);
            pawl.stiffness = pawl.stiffness.clone().widened(&rounding);
        }
        Ok(sketch)
    }
}

/// Where a dimension goes a way that ranges cannot.
fn lost(sweep: &SweepModel) -> Option<&Loss> {
    let angles = sweep.pawls.iter().filter_map(|p| p.follows.angles.as_ref());
    if let Some(loss) = sweep.lost.iter().chain(angles).next() {
        return Some(loss);
    }
    let obstacles = sweep.obstacles.iter().flat_map(|o| &o.rings);
    let rings = obstacles.chain(sweep.pawls.iter().map(|p| &p.outline)).chain(&sweep.root_outline);
    let corners = rings.flat_map(|r| r.follows.iter().flatten());
    let root = &sweep.follows;
    let of_root = root.velocity.iter().chain(&root.start).chain([&root.until]);
    let of_pawls =
        sweep.pawls.iter().flat_map(|p| p.follows.hinge.iter().chain([&p.follows.stiffness, &p.follows.friction]));
    corners.chain(of_root).chain(of_pawls).find_map(|follows| match follows.as_deref() {
        Some(Formula::Lost(loss)) => Some(loss),
        _ => None,
    })
}

fn refusal(sweep: &SweepModel, loss: &Loss, dimensions: &[Dimension]) -> Diagnostic {
    let names: Vec<String> = dimensions.iter().map(|d| format!("`{}`", d.name)).collect();
    let message = format!("the range of {} cannot be followed through here: {}", names.join(" or "), loss.why);
    let mut finding = Diagnostic::error("E0543", loss.span, message);
    for line in sweep.lets.iter().filter(|l| dimensions.iter().any(|d| d.name == l.name)) {
        if line.span != loss.span && line.span != Span::NOWHERE {
            finding = finding.also(line.span, format!("`{}` has a range", line.name));
        }
    }
    finding.help(
        "write it with + - * / and whole powers, or keep that dimension fixed with `--set`; samples of `--spread` without \
         `--worst` go through anything",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::scene_design::SceneDesign;
    use crate::prepare::check;
    use crate::scene::Scene;
    use crate::settings::Settings;

    /// Every construct through which ranges are followed.
    const SCENE: &str = "space planar
method sweep
let height = 4 mm
let width = -2.5 mm
let mu = 0.25
let thick = 2 mm
let inertia = 6 mm*(2 mm)^3/12
let half = height/2
let sides = [half, (1 + mu)*half]
let hook_at = (0 mm, 12 mm + width/3)
obstacle edge = polygon((0 mm, 0 mm), (20 mm, 0 mm), (20 mm, height))
obstacle frame = pierced(rect((30 mm, -20 mm), (60 mm, -10 mm)), move(rect(4 mm, thick), (45, -15) mm)) at (width, 0 mm)
for k in 0..2 { obstacle peg[k] = mirror(scale(rect(sides[k], 1 mm), 1 + mu/2), 90 deg) at (90 mm + 4*sides[k], 0 mm) turned 90 deg }
for side in [half + thick] { obstacle post = rect((0 mm, 0 mm), (side, thick)) at (120, 0) mm }
root body = rect((0 mm, 30 mm), (width + 6 mm, 40 mm)) moves (10, 0) mm/s from (width, 0 mm) until 70 mm
pawl hook on body at hook_at = polygon((-15, -10), (1.5, -1), (0, 1.5)) mm {
  stiffness = 3*2000 N/mm^2*inertia*(thick/(2 mm))^3/(22 mm - width)
  friction = mu*(1 - mu/4)
  rest = 2*atan(1/9)
}
";

    fn scene(text: &str) -> Scene {
        Scene::text("ranged", text)
    }

    fn ratio(p: i64, q: i64) -> Rational {
        Rational::from(p) / Rational::from(q)
    }

    /// Every number of a problem.
    fn numbers(problem: &Problem) -> Vec<Rational> {
        let mut all = Vec::new();
        Sketch::of(problem).expect("relaxed pawls").map(|x| all.push(x.clone()));
        all
    }

    /// Follows some dimensions of a scene.
    fn followed(text: &str, names: &[&str]) -> Result<(), Diagnostic> {
        let scene = scene(text);
        let settings = Settings { dimensions: names.iter().map(|&n| n.to_owned()).collect(), ..Settings::default() };
        let checked = check(&scene, &settings).map_err(|wrong| wrong.findings[0].clone())?;
        let sweep = checked.model.sweep().expect("a sweep");
        let dimension =
            |name: &&str| Dimension { name: (*name).to_owned(), unit: String::new(), nominal: Rational::ONE };
        RangedDrawing::of(sweep, names.iter().map(dimension).collect()).map(|_| ())
    }

    #[test]
    fn formulas_draw_what_the_scene_draws_with_other_values() {
        let scene = scene(SCENE);
        let plain = Settings::default();
        let drawn = check(&scene, &plain).unwrap();
        let design = SceneDesign::of(&scene, &plain, drawn.model.sweep().unwrap());
        let names: Vec<&str> = design.dimensions.iter().map(|d| d.name.as_str()).collect();
        assert_eq!(names, ["height", "width", "mu", "thick", "inertia"]);
        assert_eq!(design.dimensions[4].unit, "m^4");
        assert_eq!(design.dimensions[4].nominal, ratio(4, 1_000_000_000_000));
        let settings = Settings { dimensions: names.iter().map(|&n| n.to_owned()).collect(), ..plain.clone() };
        let checked = check(&scene, &settings).unwrap();
        let ranged = RangedDrawing::of(checked.model.sweep().unwrap(), design.dimensions.clone()).unwrap();
        for n in 0..25i64 {
            let factor = |k: i64| ratio(100 + (7 * n + 13 * k) % 29 - 14, 100);
            let values: Vec<Rational> =
                design.dimensions.iter().enumerate().map(|(k, d)| &d.nominal * factor(k as i64)).collect();
            let (by_formula, by_scene) = (ranged.problem(&values).unwrap(), design.problem(&values).unwrap());
            let wanted = numbers(&by_scene);
            assert_eq!(numbers(&by_formula), wanted, "{values:?}");
            // and every number of a box around them holds it
            let around = |(k, v): (usize, &Rational)| {
                let ends = [v * ratio(99, 100), v * ratio(102, 100)];
                Affine::dimension(k, (&ends[0]).min(&ends[1]), (&ends[0]).max(&ends[1]))
            };
            let boxed: Vec<Affine> = values.iter().enumerate().map(around).collect();
            let sketch = ranged.sketch(&boxed).unwrap();
            let mut at = 0;
            sketch.map(|range| {
                let (lo, hi) = range.range();
                assert!(lo <= wanted[at] && wanted[at] <= hi, "number {at}: {lo} {} {hi}", wanted[at]);
                at += 1;
            });
            assert_eq!(at, wanted.len());
        }
    }

    #[test]
    fn ways_that_ranges_cannot_go_are_told_with_their_place() {
        let fit = |lets: &str, tip: &str, more: &str| {
            format!(
                "space planar\nmethod sweep\n{lets}\nobstacle edge = polygon((0 mm, 0 mm), (20 mm, 0 mm), (20 mm, {tip}))\n\
                 root body moves (10, 0) mm/s until 60 mm\npawl hook on body at (0, 12) mm = polygon((-15, -10), (1.5, -1), \
                 (0, 1.5)) mm {{ stiffness = 40 N*mm/rad{more} }}\n"
            )
        };
        assert_eq!(followed(&fit("let a = 4 mm", "a", ""), &["a"]).err(), None);
        for (lets, tip, more, place, why) in [
            ("let a = 16 mm", "sqrt(a*1 mm)", "", "sqrt(a*1 mm)", "no sum"),
            ("let a = 4 mm\nlet b = min(a, 5 mm)", "b", "", "min(a, 5 mm)", "`min`"),
            ("let a = 4 mm", "if a > 3 mm then 4 mm else 5 mm", "", "a > 3 mm", "decides"),
            ("let a = 4 mm\nlet b = [4 mm, 5 mm]", "b[a/(4 mm)]", "", "a/(4 mm)", "element"),
            ("let a = 3 deg", "4 mm", "; rest = a", "a", "angle"),
            (
                "let a = 2 mm\nif a > 1 mm { obstacle x = rect((90, 0) mm, (91, 1) mm) }",
                "4 mm",
                "",
                "a > 1 mm",
                "what there is",
            ),
            (
                "let a = 2\nfor i in 0..a { obstacle x[i] = rect((90 + 2*i, 0) mm, (91 + 2*i, 1) mm) }",
                "4 mm",
                "",
                "0..a",
                "what there is",
            ),
            ("let a = 2\nlet b = 2^a*1 mm", "b", "", "2^a", "exponent"),
            (
                "let a = 20 mm\nobstacle x = polygon((90, 0) mm, (95, 0) mm, (75 mm + a, 0 mm), (90, 9) mm)",
                "4 mm",
                "",
                "(75 mm + a, 0 mm)",
                "apart",
            ),
        ] {
            let text = fit(lets, tip, more);
            let finding = followed(&text, &["a"]).expect_err(lets);
            assert_eq!(finding.code, "E0543", "{lets}: {finding:?}");
            assert!(finding.message.contains(why), "{lets}: {}", finding.message);
            let span = finding.span();
            assert_eq!(&text[span.start as usize..span.end as usize], place, "{}", finding.message);
            assert!(finding.help.as_ref().is_some_and(|h| h.contains("--spread")), "{finding:?}");
        }
        let cocked = followed(&fit("let a = 4 mm", "a", "; start = 5 deg"), &["a"]).expect_err("cocked");
        assert!(cocked.message.contains("`hook` begins cocked"), "{}", cocked.message);
    }
}
