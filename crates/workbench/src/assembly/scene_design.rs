//! A scene with its `let` lines as dimensions.
//!
//! A dimension is a `let` line that is made of no other: in the unit it is written in if it is one number, in SI units if it
//! is more; `--set` gives it another number and leaves its unit. A study with other values of them is the scene itself with these values set, as `--set` does, worked out
//! exactly again.

use super::report::{LeftOut, SensitivityReport, ToleranceReport, UnsoundSample};
use super::request::{AssemblyError, AssemblySettings};
use crate::parse_values::assignment;
use crate::prepare::{Checked, check};
use crate::scene::Scene;
use crate::scene_errors::SceneErrors;
use crate::settings::Settings;
use mainspring_definition::{Decimal, Expr, ExprKind, Source, StatementKind, UnaryOp};
use mainspring_model::{SweepLet, SweepModel};
use mainspring_sweep::assembly::{Design, Dimension, Sampling, Spread, Way, sensitivity, tolerance};
use mainspring_sweep::{Problem, Rational, rational};
use mainspring_sweep_run::{pose, trace_fault};

/// What is said of a count.
const NO_DRAWING: &str = "a little more or less of it makes no drawing";

/// A scene with its `let` lines as dimensions.
pub struct SceneDesign<'a> {
    pub scene: &'a Scene,
    pub settings: &'a Settings,
    pub dimensions: Vec<Dimension>,
    /// what is none, and why
    pub left_out: Vec<LeftOut>,
}

impl Design for SceneDesign<'_> {
    fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        let checked = self.checked(values).map_err(|wrong| first_error(&wrong))?;
        checked.model.sweep().map(|sweep| pose(sweep).problem).ok_or_else(|| "it is no sweep".to_owned())
    }
}

fn first_error(wrong: &SceneErrors) -> String {
    wrong.findings.iter().find(|d| d.is_error()).map_or_else(|| "it is wrong".to_owned(), |d| d.message.clone())
}

impl<'a> SceneDesign<'a> {
    /// The scene with other values of its dimensions.
    fn checked(&self, values: &[Rational]) -> Result<Checked, SceneErrors> {
        let mut settings = self.settings.clone();
        for (dimension, value) in self.dimensions.iter().zip(values) {
            // the scene's own line is exact already
            if *value != dimension.nominal {
                let (p, q) = (value.numerator(), value.denominator());
                settings.set.push(format!("{}=({p}/{q}) {}", dimension.name, dimension.unit));
            }
        }
        check(self.scene, &settings)
    }

    /// The dimensions of a scene that was built under settings.
    pub fn of(scene: &'a Scene, settings: &'a Settings, sweep: &SweepModel) -> Self {
        let mut design = Self { scene, settings, dimensions: Vec::new(), left_out: Vec::new() };
        for line in &sweep.lets {
            let written = scene.definition.statements.iter().find_map(|s| match &s.kind {
                StatementKind::Let { name, value } if name.text == line.name => Some(value),
                _ => None,
            });
            let found = match written {
                Some(value) => match (literal(value, &scene.definition.sources), set(settings, &line.name)) {
                    (Some(own), None) => Ok(own),
                    (Some((_, unit)), Some(text)) => set_in_unit(line, text, unit),
                    (None, _) => worked_out(line),
                },
                None => worked_out(line),
            };
            let name = line.name.clone();
            match found {
                Ok((nominal, unit)) => design.dimensions.push(Dimension { name, unit, nominal }),
                Err(why) => design.left_out.push(LeftOut { name, why }),
            }
        }
        design
    }

    /// Says so of dimensions that no force depends on, and takes those out that only make a drawing as they are.
    pub fn leave_out_idle(&mut self, report: &mut Vec<SensitivityReport>) {
        for dimension in &self.dimensions {
            let whole = |s: &SensitivityReport| {
                s.dimension == dimension.name && s.why.as_ref().is_some_and(|w| w.starts_with(NO_DRAWING))
            };
            if let Some(why) = report.iter().find(|s| whole(s)).and_then(|s| s.why.clone()) {
                self.left_out.push(LeftOut { name: dimension.name.clone(), why });
                report.retain(|s| s.dimension != dimension.name);
                continue;
            }
            if !report.iter().any(|s| s.dimension == dimension.name) {
                let why = "no peak force depends on it".to_owned();
                self.left_out.push(LeftOut { name: dimension.name.clone(), why });
            }
        }
    }

    /// What each dimension does to the peak force of a way; those that do nothing are not there.
    pub fn slopes(&self, way: Way, name: &'static str) -> Result<Vec<SensitivityReport>, AssemblyError> {
        let report = |s: mainspring_sweep::assembly::Sensitivity| {
            let dimension = &self.dimensions[s.dimension];
            SensitivityReport {
                way: name,
                dimension: dimension.name.clone(),
                unit: dimension.unit.clone(),
                value: dimension.nominal.to_f64().value(),
                slope: s.slope,
                error: s.error,
                relative: s.relative,
                side: format!("{:?}", s.side).to_lowercase(),
                why: s.slope.is_none().then(|| self.no_slope(&s)),
            }
        };
        let all = sensitivity(self, way)?;
        // what is no more than the error of its own is none
        Ok(all.into_iter().filter(|s| s.slope.is_none_or(|x| x.abs() > s.error)).map(report).collect())
    }

    /// Why a dimension has no slope.
    fn no_slope(&self, s: &mainspring_sweep::assembly::Sensitivity) -> String {
        let moved = |by: f64| {
            let mut values: Vec<Rational> = self.dimensions.iter().map(|d| d.nominal.clone()).collect();
            values[s.dimension] = &values[s.dimension] + rational(by);
            self.problem(&values).err()
        };
        match (moved(s.step), moved(-s.step)) {
            (Some(why), Some(_)) => {
                // the number tried says nothing to who reads it
                let why = why.split_once(", found").map_or(why.as_str(), |(why, _)| why);
                format!("{NO_DRAWING}: {why}")
            }
            _ => "the force grows without bound, or a little more and a little less of it lead to other contacts"
                .to_owned(),
        }
    }

    /// Refuses a range at whose end the scene says of a pawl what it cannot be, such as a friction below 0.
    pub fn check_ends(&self, at: usize, spread: &Spread) -> Result<(), AssemblyError> {
        let (Spread::Uniform { lo, hi } | Spread::Triangular { lo, hi, .. }) = spread else { return Ok(()) };
        for end in [lo, hi] {
            let mut values: Vec<Rational> = self.dimensions.iter().map(|d| d.nominal.clone()).collect();
            values[at] = end.clone();
            let Err(wrong) = self.checked(&values) else { continue };
            if let Some(finding) = wrong.findings.iter().find(|d| d.code == "E0534") {
                let Dimension { name, unit, .. } = &self.dimensions[at];
                let space = if unit.is_empty() { "" } else { " " };
                let message = format!(
                    "the range of `{name}` goes too far: for {name} = {}{space}{unit} {}",
                    end.to_f64().value(),
                    finding.message
                );
                return Err(AssemblyError::Asked(message));
            }
        }
        Ok(())
    }

    /// What samples are asked for.
    pub fn sampling(&self, asked: &AssemblySettings) -> Result<Sampling, AssemblyError> {
        let mut spreads = vec![Spread::Fixed; self.dimensions.len()];
        for (at, spread) in self.spreads(asked)? {
            spreads[at] = spread;
        }
        Ok(Sampling { spreads, samples: asked.samples, seed: asked.seed, threads: asked.threads })
    }

    /// Samples of the spread dimensions.
    pub fn sampled(&self, asked: &AssemblySettings) -> Result<ToleranceReport, AssemblyError> {
        let sampling = self.sampling(asked)?;
        let found = tolerance(self, &sampling)?;
        let share = |p: &mainspring_sweep::assembly::Probability| [p.share, p.lo, p.hi];
        let forces = &found.insertion;
        Ok(ToleranceReport {
            samples: found.samples,
            assembles: share(&found.assembles),
            retained: share(&found.retained),
            unsound: found.unsound,
            unsound_case: found.unsound_at.as_ref().map(|values| self.unsound(values, &sampling.spreads)),
            peak: [forces.mean, forces.deviation, forces.least, forces.largest],
            quantiles: forces.quantiles,
            causes: found.causes,
        })
    }

    /// A sample that is no sound drawing, and why: the spread dimensions and the finding.
    fn unsound(&self, values: &[Rational], spreads: &[Spread]) -> UnsoundSample {
        let spread = |d: &usize| spreads[*d] != Spread::Fixed;
        let at = |d: usize| (self.dimensions[d].name.clone(), values[d].to_f64().value());
        let why = match self.checked(values) {
            Err(wrong) => {
                let why = first_error(&wrong);
                // the value is reported already
                why.split_once(", found").map_or(why.as_str(), |(why, _)| why).to_owned()
            }
            Ok(checked) => {
                checked.model.sweep().and_then(trace_fault).map_or_else(String::new, |finding| finding.message)
            }
        };
        UnsoundSample { values: (0..values.len()).filter(spread).map(at).collect(), why }
    }

    /// Everything that `--spread` says, each dimension once.
    pub fn spreads(&self, asked: &AssemblySettings) -> Result<Vec<(usize, Spread)>, AssemblyError> {
        let mut all: Vec<(usize, Spread)> = Vec::new();
        for text in &asked.spreads {
            let (at, spread) = self.spread(text).map_err(AssemblyError::Asked)?;
            if all.iter().any(|(other, _)| *other == at) {
                let name = &self.dimensions[at].name;
                return Err(AssemblyError::Asked(format!(
                    "`{name}` is spread twice; leave one `--spread {name}=…` out"
                )));
            }
            self.check_ends(at, &spread)?;
            all.push((at, spread));
        }
        Ok(all)
    }

    /// `name=9.9..10.1`, `name=10+-0.05`, `name=9.9..10..10.1`.
    fn spread(&self, text: &str) -> Result<(usize, Spread), String> {
        let how =
            "`name=9.9..10.1` (anything between), `name=10+-0.05` (a bell curve) or `name=9.9..10..10.1` (a triangle)";
        let (name, rest) = text.split_once('=').ok_or_else(|| format!("`{text}`: expected {how}"))?;
        let name = name.trim();
        let Some(at) = self.dimensions.iter().position(|d| d.name == name) else {
            if let Some(left) = self.left_out.iter().find(|left| left.name == name) {
                return Err(format!("`{name}` cannot be spread: it is {}", left.why));
            }
            let known: Vec<String> = self.dimensions.iter().take(12).map(|d| format!("`{}`", d.name)).collect();
            return Err(match known.as_slice() {
                [] => format!("`{name}`: the scene has no dimension; write one as `let {name} = 10 mm`"),
                _ => format!(
                    "the scene has no dimension `{name}`; its `let` lines with a number are {}",
                    known.join(", ")
                ),
            });
        };
        let unit = &self.dimensions[at].unit;
        let in_unit = if unit.is_empty() { "without a unit".to_owned() } else { format!("in {unit}") };
        let rest = rest.trim().strip_suffix(unit.as_str()).unwrap_or(rest).trim();
        let number = |part: &str| {
            exact(part.trim())
                .ok_or_else(|| format!("`{}` in `{text}` is no number; expected {how}, {in_unit}", part.trim()))
        };
        let spread = match rest.split_once("+-") {
            Some((mean, deviation)) => Spread::Normal { mean: number(mean)?, deviation: number(deviation)? },
            None => match rest.split("..").collect::<Vec<_>>().as_slice() {
                [lo, hi] => Spread::Uniform { lo: number(lo)?, hi: number(hi)? },
                [lo, mode, hi] => Spread::Triangular { lo: number(lo)?, mode: number(mode)?, hi: number(hi)? },
                _ => return Err(format!("`{text}`: expected {how}")),
            },
        };
        Ok((at, spread))
    }
}

/// What `--set` says of a name; the last counts.
fn set<'s>(settings: &'s Settings, name: &str) -> Option<&'s str> {
    settings.set.iter().rev().find(|s| s.split('=').next().is_some_and(|n| n.trim() == name)).map(String::as_str)
}

/// The number that is set for a line, in the unit of the scene's own; or why it is no dimension.
fn set_in_unit(line: &SweepLet, text: &str, unit: String) -> Result<(Rational, String), String> {
    // as it is typed where the unit is the same: an angle is a fraction of degrees, but not of radians
    let mut sources = Vec::new();
    let typed = assignment(text, &mut sources).ok().and_then(|(_, value)| literal(&value, &sources));
    if let Some((number, same)) = typed
        && same == unit
    {
        return Ok((number, unit));
    }
    let (si, _) = worked_out(line)?;
    match &line.factor {
        Some(factor) => Ok((si / factor, unit)),
        None if si == Rational::ZERO => Ok((si, unit)),
        None => Err(format!("given by `--set` in another unit than its {unit}")),
    }
}

/// The number of a line that is more than a literal, SI; or why it is no dimension.
fn worked_out(line: &SweepLet) -> Result<(Rational, String), String> {
    if !line.made_of.is_empty() {
        let names: Vec<String> = line.made_of.iter().map(|n| format!("`{n}`")).collect();
        return Err(format!("made of {}", names.join(", ")));
    }
    match (&line.value, line.dimension) {
        (_, None) => Err("no single number".to_owned()),
        (None, _) => Err("an angle that is no fraction".to_owned()),
        (Some(value), Some(dimension)) => Ok((value.clone(), dimension.si_unit())),
    }
}

/// A number with a sign, exactly.
pub fn exact(text: &str) -> Option<Rational> {
    match text.strip_prefix('-') {
        Some(rest) => exact(rest.trim()).map(|x| -x),
        None => decimal(&Decimal::parse(text)?),
    }
}

/// Digits × 10^exponent; None where that is unreasonably long.
fn decimal(literal: &Decimal) -> Option<Rational> {
    let zeros = "0".repeat(usize::try_from(literal.exponent.unsigned_abs()).ok().filter(|n| *n <= 400)?);
    let text = if literal.exponent < 0 {
        format!("{}/1{zeros}", literal.digits)
    } else {
        format!("{}{zeros}/1", literal.digits)
    };
    text.parse().ok()
}

/// The number and the unit of an expression that is one literal.
fn literal(value: &Expr, sources: &[Source]) -> Option<(Rational, String)> {
    match &value.kind {
        ExprKind::Number(number) => Some((decimal(number)?, String::new())),
        ExprKind::Unary(UnaryOp::Minus, inner) => literal(inner, sources).map(|(x, unit)| (-x, unit)),
        ExprKind::WithUnit(inner, unit) => {
            let (x, none) = literal(inner, sources)?;
            let text =
                sources.get(unit.span.source as usize)?.text.get(unit.span.start as usize..unit.span.end as usize)?;
            none.is_empty().then(|| (x, text.trim().to_owned()))
        }
        _ => None,
    }
}
