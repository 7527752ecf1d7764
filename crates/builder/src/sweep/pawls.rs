//! `pawl hook on body at … = … { stiffness = …; rest = …; start = …; friction = … }`.

use crate::context::coerce::show;
use crate::context::complaints::listed;
use crate::context::state::Context;
use crate::context::value::{Entity, ScopeId, Swept, Value};
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use crate::options::Domain;
use crate::results::known::Known;
use crate::sweep::angle::angle_of;
use crate::sweep::draft::Sweep;
use crate::sweep::draft::apart;
use crate::sweep::number::{Number, of_float, to_float};
use crate::sweep::range::sweep_places;
use crate::sweep::worth::Worth;
use mainspring_definition::words::PAWL_OPTIONS;
use mainspring_definition::{Declarator, Diagnostic, Dimension, Expr, Field, Path, Span, StatementKind, did_you_mean};
use mainspring_model::Exact;
use mainspring_model::{Angle, PawlFollows, SweepPawl};
use mainspring_model::{Loss, Traced};

impl<'a> Sweep<'a> {
    /// All pawls, now that the root is known wherever it stands.
    pub fn collect_pawls(&mut self, cx: &mut Context<'a>, known: Known<'_, 'a>, deferred: &[Deferred<'a>]) {
        for &(scope, statement) in deferred {
            if let StatementKind::Pawl { name, on, at, value, options } = &statement.kind {
                let swept = self.swept_names();
                let ev = &mut Evaluator { cx, known: Known { swept: &swept, ..known } };
                let carried = self.carried(ev, on, scope);
                for index in self.indices(ev, name, scope) {
                    let swept = self.swept_names();
                    let ev = &mut Evaluator { cx: ev.cx, known: Known { swept: &swept, ..known } };
                    let path = ev.cx.names.path_of(scope, name, index);
                    ev.cx.findings.about(index.map(|_| path.clone()));
                    let made = self.one_pawl(ev, path, name, at.as_ref(), value, options, scope);
                    ev.cx.findings.about(None);
                    if let (Some(pawl), true) = (made, carried) {
                        self.pawls.push(pawl);
                    }
                }
            }
        }
    }

    /// Whether a pawl is hinged on the root; reports if not.
    fn carried(&mut self, ev: &mut Evaluator<'_, 'a>, on: &'a Path, scope: ScopeId) -> bool {
        let Some(entity) = ev.entity(on, scope, "the root") else { return false };
        match entity {
            Entity::Swept(Swept::Root) => true,
            Entity::Swept(Swept::Pawl(_)) => {
                ev.cx.findings.report(
                    Diagnostic::error("E0531", on.span, "a pawl on a pawl is outside the exact sweep")
                        .help("hinge it on the root; `method event` moves chains of parts"),
                );
                false
            }
            other => {
                ev.cx.wrong_thing(other.word(), "the root", on.span);
                false
            }
        }
    }

    fn one_pawl(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        path: String,
        name: &'a Declarator,
        at: Option<&'a Expr>,
        value: &'a Expr,
        options: &'a [Field],
        scope: ScopeId,
    ) -> Option<SweepPawl> {
        let given = self.pawl_options(ev, &path, options);
        let outline = self.sweep_ring(ev, value, scope, &format!("pawl `{path}`"));
        let hinge = match ev.cx.overrides.override_of(&format!("{path}.at")).or(at) {
            Some(at) => self.exact_pair(ev, at, Dimension::LENGTH, scope, "`at`"),
            None => Some([Exact::ZERO.into(), Exact::ZERO.into()]),
        };
        let span = name.name.span;
        let hinge = hinge.filter(|hinge| {
            let place = hinge.each_ref().map(|c| c.value.clone());
            sweep_places(ev.cx, &place, at.map_or(span, |at| at.span), "a hinge", "E0534")
        });
        let stiffness = match given[0] {
            Some(expr) => self.pawl_amount(ev, expr, Dimension::TURNING_STIFFNESS, scope, "stiffness"),
            None => {
                ev.cx.findings.report(
                    Diagnostic::error("E0534", span, format!("the pawl `{path}` has no `stiffness`"))
                        .help("add `stiffness = 12 N*mm/rad`; the motion does not depend on it, the forces do"),
                );
                None
            }
        };
        let friction = match given[1] {
            Some(expr) => self.pawl_amount(ev, expr, Dimension::NONE, scope, "friction"),
            None => Some(Exact::ZERO.into()),
        };
        let friction = if ev.cx.leaves_out(Domain::Friction) { friction.map(|_| Exact::ZERO.into()) } else { friction };
        let zero = Angle { sheet: 0, half_tangent: Exact::ZERO, radians: 0.0 };
        let rest = match given[2] {
            Some(expr) => self.pawl_angle(ev, expr, scope, "rest"),
            None => Some(zero),
        };
        let start = match given[3] {
            Some(expr) => self.pawl_angle(ev, expr, scope, "start"),
            None => rest.clone(),
        };
        let angled = given[2..].iter().copied().flatten().find(|expr| self.rests_on_dimension(ev, expr, scope));
        let angles = angled.map(|expr| Loss {
            span: expr.span,
            why: "it is an angle, and corners turned by one are no fractions of it".to_owned(),
        });
        let (hinge, hinge_follows) = apart(hinge?);
        let (stiffness, friction) = (stiffness?, friction?);
        let follows =
            PawlFollows { hinge: hinge_follows, stiffness: stiffness.follows, friction: friction.follows, angles };
        Some(SweepPawl {
            name: path,
            span,
            hinge,
            outline: outline?,
            stiffness: stiffness.value,
            friction: friction.value,
            follows,
            rest: rest?,
            start: start?,
        })
    }

    /// The expression of each option of [`PAWL_OPTIONS`], those set from outside first.
    fn pawl_options(&mut self, ev: &mut Evaluator<'_, 'a>, path: &str, options: &'a [Field]) -> [Option<&'a Expr>; 4] {
        let mut given: [Option<&'a Expr>; 4] = [None; 4];
        for field in options {
            match PAWL_OPTIONS.iter().position(|word| *word == field.name.text) {
                Some(at) if given[at].is_some() => ev.cx.findings.report(
                    Diagnostic::error("E0202", field.name.span, format!("`{}` is given twice", field.name.text))
                        .help("leave one of them out"),
                ),
                Some(at) => given[at] = Some(&field.value),
                None => {
                    let message = format!("a pawl has no option `{}`", field.name.text);
                    let finding = Diagnostic::error("E0217", field.name.span, message);
                    ev.cx.findings.report(match did_you_mean(&field.name.text, PAWL_OPTIONS.iter().copied()) {
                        Some(near) => finding.help(format!("did you mean `{near}`?")),
                        None => finding.help(format!("it has {}", listed(PAWL_OPTIONS))),
                    });
                }
            }
        }
        for (word, slot) in PAWL_OPTIONS.iter().zip(&mut given) {
            *slot = ev.cx.overrides.override_of(&format!("{path}.{word}")).or(*slot);
        }
        given
    }

    /// A stiffness above 0 or a coefficient of friction that is not negative.
    fn pawl_amount(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        want: Dimension,
        scope: ScopeId,
        word: &str,
    ) -> Option<Traced> {
        let value = ev.eval(expr, scope);
        let ordinary = ev.cx.constant(&value, want, expr.span, &format!("`{word}`"))?;
        let exact = match self.exactly(ev, expr, scope).single() {
            Some(exact) => exact,
            None => self.rounded(ev, ordinary, expr, scope)?,
        };
        let wrong = match word {
            "stiffness" if exact.value <= Exact::ZERO => "the stiffness of a pawl's spring must be above 0",
            "friction" if exact.value < Exact::ZERO => "a coefficient of friction must not be negative",
            _ => return Some(exact),
        };
        ev.cx.findings.report(
            Diagnostic::error("E0534", expr.span, format!("{wrong}, found {}", show(to_float(&exact.value), want)))
                .help("check its sign and the numbers it is made of"),
        );
        None
    }

    fn pawl_angle(&mut self, ev: &mut Evaluator<'_, 'a>, expr: &'a Expr, scope: ScopeId, word: &str) -> Option<Angle> {
        let value = ev.eval(expr, scope);
        let radians = self.known_angle(ev, &value, expr.span, word, &format!("{word} = 10 deg"))?;
        let number = match self.exactly(ev, expr, scope) {
            Worth::Number(number) => number,
            _ => Number::rational(of_float(radians)?, false),
        };
        let angle = angle_of(&number, radians);
        if angle.is_none() {
            self.too_many_turns(ev, expr.span, word);
        }
        angle
    }

    /// An angle, rad; `written` as in the scene.
    pub fn known_angle(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        value: &Value,
        span: Span,
        word: &str,
        written: &str,
    ) -> Option<f64> {
        if let Value::Number(number) = value
            && number.dimension != Dimension::NONE
        {
            ev.cx.findings.report(
                Diagnostic::error("E0301", span, format!("`{word}` is an angle, found {}", value.describe()))
                    .help(format!("write it in deg or rad: `{written}`")),
            );
            return None;
        }
        ev.cx.constant(value, Dimension::NONE, span, &format!("`{word}`"))
    }

    fn too_many_turns(&mut self, ev: &mut Evaluator<'_, 'a>, span: Span, word: &str) {
        ev.cx.findings.report(
            Diagnostic::error("E0534", span, format!("`{word}` is more than a thousand turns"))
                .help("check its unit: `30 deg`, not `30`"),
        );
    }
}
