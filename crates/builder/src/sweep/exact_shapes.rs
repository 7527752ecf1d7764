//! Shape words worked out exactly.

use crate::context::value::{Scalar, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::sweep::angle::right_angles;
use crate::sweep::draft::Sweep;
use crate::sweep::number::Number;
use crate::sweep::outline::Outline;
use crate::sweep::worth::{ExactUnit, Worth};
use mainspring_definition::Argument;
use mainspring_model::Exact;
use mainspring_model::Traced;
use std::rc::Rc;

impl<'a> Sweep<'a> {
    /// A shape from its word and arguments; None where it is not exact.
    pub fn exact_shape(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        word: &str,
        arguments: &'a [Argument],
        scope: ScopeId,
        unit: Option<&ExactUnit>,
    ) -> Option<Outline> {
        match word {
            "polygon" => {
                let mut points = Vec::with_capacity(arguments.len());
                for a in arguments {
                    match self.exactly_under(ev, &a.value, scope, unit) {
                        Worth::List(items) => {
                            for item in items.iter() {
                                points.push((item.pair()?, a.value.span));
                            }
                        }
                        worth => points.push((worth.pair()?, a.value.span)),
                    }
                }
                Outline::through(points)
            }
            "pierced" => {
                let mut regions = Vec::new();
                for a in arguments {
                    regions.push(region(self.exactly_under(ev, &a.value, scope, unit))?);
                }
                let (outer, holes) = regions.split_first()?;
                holes.iter().try_fold((**outer).clone(), |whole, hole| whole.pierced(hole))
            }
            "rect" => {
                let [first, second] = self.exact_arguments(ev, word, ["width", "height"], arguments, scope, unit)?;
                let (first, second) = (first?, second?);
                let at = arguments.first()?.value.span.to(arguments.last()?.value.span);
                let ([x0, y0], [x1, y1]) = match (first.pair(), second.pair()) {
                    (Some(a), Some(b)) => (a, b),
                    _ => {
                        let half = Traced::from(Exact::from_parts(1.into(), 2u8.into()));
                        let (w, h) = (first.single()?.times(&half), second.single()?.times(&half));
                        ([w.negated(), h.negated()], [w, h])
                    }
                };
                let corner = |x: &Traced, y: &Traced| ([x.clone(), y.clone()], at);
                Outline::through(vec![corner(&x0, &y0), corner(&x1, &y0), corner(&x1, &y1), corner(&x0, &y1)])
            }
            "move" => {
                let [shape, by] = self.exact_arguments(ev, word, ["shape", "by"], arguments, scope, unit)?;
                Some(region(shape?)?.moved(&by?.pair()?))
            }
            "scale" => {
                let [shape, factor] = self.exact_arguments(ev, word, ["shape", "factor"], arguments, scope, unit)?;
                let factor = factor?.single()?;
                Some(region(shape?)?.map(|p| [p[0].times(&factor), p[1].times(&factor)], false))
            }
            "turn" => {
                let [shape, angle] = self.exact_arguments(ev, word, ["shape", "angle"], arguments, scope, unit)?;
                let angle = number(angle?).filter(|angle| angle.follows.is_none())?;
                let shape = region(shape?)?;
                match right_angles(&angle) {
                    Some(right) => Some(shape.turned(right)),
                    // rounded as the ordinary region is, and counted as written
                    None => {
                        let written = &ev.cx.slots(word, arguments, &["shape", "angle"])?[1]?.value;
                        let Value::Number(angle) = ev.eval_under(written, scope, unit.map(ExactUnit::si)) else {
                            return None;
                        };
                        let Scalar::Known(angle) = angle.scalar else { return None };
                        shape.turned_by_float(angle, written.span)
                    }
                }
            }
            "mirror" => {
                let [shape, angle] = self.exact_arguments(ev, word, ["shape", "angle"], arguments, scope, unit)?;
                // in the line at half the angle that right turns make: (x, y) ↦ (c x + s y, s x − c y)
                let quarters = match angle {
                    Some(angle) => {
                        let angle = number(angle).filter(|angle| angle.follows.is_none())?;
                        right_angles(&angle.scaled(&Exact::from(2))?)?
                    }
                    None => 2,
                };
                let flipped = |p: &[Traced; 2]| [p[0].clone(), p[1].negated()];
                Some(region(shape?)?.map(flipped, true).turned(quarters))
            }
            _ => None,
        }
    }

    /// Exact arguments by order or name.
    fn exact_arguments(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        word: &str,
        names: [&str; 2],
        arguments: &'a [Argument],
        scope: ScopeId,
        unit: Option<&ExactUnit>,
    ) -> Option<[Option<Worth>; 2]> {
        let known = |a: &Argument| a.name.as_ref().is_none_or(|n| names.contains(&n.text.as_str()));
        if arguments.len() > names.len() || !arguments.iter().all(known) {
            return None;
        }
        let slots = ev.cx.slots(word, arguments, &names)?;
        let mut worth = |slot: Option<&'a Argument>| slot.map(|a| self.exactly_under(ev, &a.value, scope, unit));
        Some([worth(slots[0]), worth(slots[1])])
    }
}

fn region(worth: Worth) -> Option<Rc<Outline>> {
    if let Worth::Region(outline) = worth { Some(outline) } else { None }
}

fn number(worth: Worth) -> Option<Number> {
    if let Worth::Number(number) = worth { Some(number) } else { None }
}
