//! What a caller asks for besides the scene.

use crate::parse_values::{assignment, expression};
use mainspring_builder::{BuildOptions, Domain};
use mainspring_definition::{Decimal, Diagnostic, Expr, ExprKind, Name, Source, Span, UnitExpr, UnitFactor};

/// How to run, and what else to measure. Everything left alone is as the scene says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// length of the run, s
    pub until: Option<f64>,
    /// recording step, s
    pub every: Option<f64>,
    /// relative tolerance of adaptive integrators
    pub rtol: Option<f64>,
    /// one of [`INTEGRATORS`](mainspring_engine::stepper::INTEGRATORS)
    pub integrator: Option<String>,
    /// `path=value` as `--set` takes it; of two for the same path the last counts
    pub set: Vec<String>,
    /// expressions to measure
    pub probes: Vec<String>,
    /// times at which values are read, s; none: at the end
    pub at: Vec<f64>,
    /// steps after which the run is stopped
    pub max_steps: Option<u64>,
    /// domains left out
    pub without: Vec<Domain>,
    /// names of `let` lines with one number whose way into the numbers of a sweep is kept
    pub dimensions: Vec<String>,
}

impl Settings {
    /// Runs until `seconds`.
    #[must_use]
    pub fn until(mut self, seconds: f64) -> Self {
        self.until = Some(seconds);
        self
    }

    /// With another relative tolerance.
    #[must_use]
    pub fn rtol(mut self, rtol: f64) -> Self {
        self.rtol = Some(rtol);
        self
    }

    /// With another value for a `let`, a parameter, an option …: `set("crank.l", "12 cm")`.
    #[must_use]
    pub fn set(mut self, path: &str, value: &str) -> Self {
        self.set.push(format!("{path}={value}"));
        self
    }

    /// Measures an expression too.
    #[must_use]
    pub fn probe(mut self, expression: &str) -> Self {
        self.probes.push(expression.to_owned());
        self
    }

    /// Reads values at this time too, s.
    #[must_use]
    pub fn at(mut self, seconds: f64) -> Self {
        self.at.push(seconds);
        self
    }

    /// Leaves a domain out.
    #[must_use]
    pub fn without(mut self, domain: Domain) -> Self {
        self.without.push(domain);
        self
    }

    /// As the model's builder takes them. Texts go to `sources`, so that errors can point into them.
    pub(crate) fn build_options(&self, name: &str, sources: &mut Vec<Source>) -> Result<BuildOptions, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let mut overrides: Vec<(String, Expr)> = Vec::new();
        let numbers = [
            ("run.duration", self.until, Some("s")),
            ("run.every", self.every, Some("s")),
            ("run.rtol", self.rtol, None),
        ];
        for (path, value, unit) in numbers {
            if let Some(value) = value {
                replace(&mut overrides, path, number(value, unit));
            }
        }
        if let Some(integrator) = &self.integrator {
            let kind = ExprKind::Text(integrator.clone());
            replace(&mut overrides, "run.integrator", Expr { kind, span: Span::NOWHERE });
        }
        for text in &self.set {
            match assignment(text, sources) {
                Ok((path, value)) => replace(&mut overrides, &path, value),
                Err(wrong) => findings.extend(wrong),
            }
        }
        let mut probes: Vec<(String, Expr)> = Vec::new();
        for text in &self.probes {
            if probes.iter().any(|(known, _)| known == text.trim()) {
                continue;
            }
            match expression("--probe", text, 0, sources) {
                Ok(value) => probes.push((text.trim().to_owned(), value)),
                Err(wrong) => findings.extend(wrong),
            }
        }
        if findings.is_empty() {
            Ok(BuildOptions {
                name: name.to_owned(),
                overrides,
                without: self.without.clone(),
                probes,
                dimensions: self.dimensions.clone(),
            })
        } else {
            Err(findings)
        }
    }
}

fn replace(overrides: &mut Vec<(String, Expr)>, path: &str, value: Expr) {
    overrides.retain(|(known, _)| known != path);
    overrides.push((path.to_owned(), value));
}

/// A literal; one that is negative or not finite becomes what the model's range check refuses.
fn number(value: f64, unit: Option<&str>) -> Expr {
    let span = Span::NOWHERE;
    let literal = Decimal::from_f64(value).unwrap_or(Decimal { digits: "0".to_owned(), exponent: 0 });
    let bare = Expr { kind: ExprKind::Number(literal), span };
    match unit {
        None => bare,
        Some(unit) => {
            let unit = UnitExpr { factors: vec![UnitFactor { name: Name::new(unit), power: 1 }], span };
            Expr { kind: ExprKind::WithUnit(Box::new(bare), unit), span }
        }
    }
}
