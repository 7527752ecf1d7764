//! Gears and racks: rows between the coordinates of two joints.

use crate::context::value::{Entity, ScopeId, Value};
use crate::evaluate::options::Options;
use crate::joints::phase::JointPhase;
use crate::results::joints::GearDraft;
use mainspring_definition::{Argument, Diagnostic, Dimension, Field, Name, Span};
use mainspring_model::{Coordinate, Gear, Joint, JointId, JointKind};

impl<'a> JointPhase<'_, 'a> {
    /// `gear(first, second) { … }` and `rack(first, second) { … }`.
    pub fn gear(
        &mut self,
        word: &'a Name,
        arguments: &'a [Argument],
        fields: &'a [Field],
        scope: ScopeId,
        path: &str,
        span: Span,
    ) -> Option<JointId> {
        let mut options = self.at().options(path, arguments, &[], fields)?;
        let sides: Vec<&'a Argument> = arguments.iter().filter(|a| a.name.is_none()).collect();
        let [first, second] = sides.as_slice() else {
            self.cx.findings.report(
                Diagnostic::error(
                    "E0210",
                    word.span,
                    format!("`{}` connects two joints, found {}", word.text, sides.len()),
                )
                .help(format!("write `{}(first, second) {{ … }}`", word.text)),
            );
            return None;
        };
        let mut coordinates = [None; 2];
        for (slot, side) in coordinates.iter_mut().zip([first, second]) {
            match self.at().eval(&side.value, scope) {
                Value::Entity(Entity::Joint(j)) => {
                    // an angle if there is one: gears turn
                    let kinds = self.joints.list[j].kind.coordinates();
                    let index = kinds.iter().position(|turns| *turns).unwrap_or(0);
                    *slot = self.at().coordinate(j, index, side.value.span, "couple");
                }
                Value::Poison => {}
                other => {
                    let what = other.describe();
                    self.cx.findings.report(
                        Diagnostic::error(
                            "E0511",
                            side.value.span,
                            format!("`{}` connects joints, found {what}", word.text),
                        )
                        .help("name the two joints about which the wheels turn"),
                    );
                }
            }
        }
        let (first, second) = (coordinates[0]?, coordinates[1]?);
        if first == second {
            self.cx.findings.report(
                Diagnostic::error("E0503", word.span, format!("both sides of `{path}` are the same joint"))
                    .help("a gear connects two different joints"),
            );
            return None;
        }
        let carrier = self.said_carrier(word, &mut options, scope)?;
        let (ratio, toothed) = self.gear_ratio(word, &mut options, scope, [first, second])?;
        let backlash = self.backlash(&mut options, scope, second);
        self.at().check_unused(options, &word.text);
        let id = self.joints.list.len();
        self.joints.gears.push(GearDraft { joint: id, toothed, rack: word.text == "rack", carrier, span: word.span });
        self.joints.list.push(Joint {
            path: path.to_owned(),
            span,
            kind: JointKind::Gear(Gear::between(first, second, ratio)),
            a: self.joints.list[first.joint].b,
            b: self.joints.list[second.joint].b,
            attached: true,
            compliant: None,
            limits: None,
            stop: None,
            friction: None,
            backlash,
        });
        Some(id)
    }

    /// The ratio of coordinates, and whether it is that of the teeth of wheels.
    fn gear_ratio(
        &mut self,
        word: &Name,
        options: &mut Options<'a>,
        scope: ScopeId,
        sides: [Coordinate; 2],
    ) -> Option<(f64, bool)> {
        let turns = sides.map(|c| self.joints.list[c.joint].kind.coordinates()[c.index]);
        let dimension = match turns {
            [true, false] => Dimension::LENGTH,
            [false, true] => Dimension::LENGTH.inverse(),
            _ => Dimension::NONE,
        };
        if word.text == "rack" {
            let [true, false] = turns else {
                self.cx.findings.report(
                    Diagnostic::error("E0511", word.span, "a rack connects a joint that turns and one that slides")
                        .help("write `rack(revolute joint, prismatic joint) { radius = … }`"),
                );
                return None;
            };
            let Some(o) = options.take("radius") else {
                self.cx.findings.report(
                    Diagnostic::error("E0506", word.span, "a rack needs the radius of its pinion")
                        .help("add `{ radius = 2 cm }`; a negative one reverses the motion"),
                );
                return None;
            };
            let value = self.at().eval(o.expr, scope);
            let radius = self.cx.constant(&value, Dimension::LENGTH, o.expr.span, "the radius")?;
            return Some((self.not_zero(radius, o.expr.span, "the radius")?, false));
        }
        let internal = self.at().option_flag(options, "internal", scope)?;
        match (options.take("ratio"), options.take("teeth")) {
            (Some(r), None) => {
                let value = self.at().eval(r.expr, scope);
                let ratio = self.cx.constant(&value, dimension, r.expr.span, "the ratio")?;
                Some((self.not_zero(ratio, r.expr.span, "the ratio")?, false))
            }
            (None, Some(t)) => {
                let value = self.at().eval(t.expr, scope);
                let counts = match &value {
                    Value::Tuple(items) if items.len() == 2 => {
                        let z1 = self.cx.whole(&items[0], t.expr.span, "a number of teeth")?;
                        let z2 = self.cx.whole(&items[1], t.expr.span, "a number of teeth")?;
                        Some((z1, z2)).filter(|(a, b)| *a > 0 && *b > 0)
                    }
                    Value::Poison => return None,
                    _ => None,
                };
                let Some((z1, z2)) = counts.filter(|_| dimension == Dimension::NONE) else {
                    self.cx.findings.report(
                        Diagnostic::error(
                            "E0506",
                            t.expr.span,
                            "`teeth` are two positive whole numbers on joints that turn",
                        )
                        .help("write `teeth = (20, 40)`"),
                    );
                    return None;
                };
                // wheels that mesh outside turn against each other
                let ratio = z1 as f64 / z2 as f64;
                Some((if internal { ratio } else { -ratio }, true))
            }
            (Some(_), Some(t)) => {
                self.cx.findings.report(
                    Diagnostic::error("E0506", t.expr.span, "`ratio` and `teeth` are both given")
                        .help("leave one of them out"),
                );
                None
            }
            (None, None) => {
                self.cx.findings.report(
                    Diagnostic::error("E0506", word.span, "a gear needs its ratio")
                        .help("add `{ teeth = (20, 40) }` or `{ ratio = -0.5 }`"),
                );
                None
            }
        }
    }

    fn not_zero(&mut self, v: f64, span: Span, what: &str) -> Option<f64> {
        if v != 0.0 {
            return Some(v);
        }
        self.cx.findings.report(
            Diagnostic::error("E0506", span, format!("{what} must not be zero")).help("give a number other than 0"),
        );
        None
    }
}
