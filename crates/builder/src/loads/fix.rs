//! `fix` and `base`: parts that do not move, and the part whose frame is its composite's.

use crate::context::state::Context;
use crate::context::value::Entity;
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use crate::results::known::Known;
use crate::results::parts::Parts;
use mainspring_definition::StatementKind;
use mainspring_model::BodyKind;

/// Parts while `fix` and `base` are carried out.
pub struct FixPhase<'p, 'a> {
    pub cx: &'p mut Context<'a>,
    pub known: Known<'p, 'a>,
    pub parts: Parts,
}

impl<'a> FixPhase<'_, 'a> {
    /// The evaluator, which sees the earlier results and what this phase has made so far.
    pub fn at(&mut self) -> Evaluator<'_, 'a> {
        Evaluator { cx: self.cx, known: Known { parts: &self.parts, ..self.known } }
    }
}

impl<'a> FixPhase<'_, 'a> {
    /// `fix` and `base` lines.
    pub fn fix_and_base(&mut self, deferred: &[Deferred<'a>]) {
        for &(scope, statement) in deferred {
            match &statement.kind {
                StatementKind::Fix(paths) => {
                    for path in paths {
                        match self.at().entity(path, scope, "a part") {
                            Some(e @ (Entity::Body(_) | Entity::Group(_))) => {
                                for b in self.cx.names.bodies_of(e) {
                                    self.parts.bodies[b].kind = BodyKind::Fixed;
                                }
                            }
                            Some(other) => self.cx.wrong_thing(other.word(), "a part", path.span),
                            None => {}
                        }
                    }
                }
                StatementKind::Base(path) => {
                    let base = match self.at().entity(path, scope, "a part") {
                        Some(Entity::Body(b)) => Some(self.parts.info[b].place),
                        Some(Entity::Group(s)) => self.cx.names.scopes[s].place,
                        Some(other) => {
                            self.cx.wrong_thing(other.word(), "a part", path.span);
                            None
                        }
                        None => None,
                    };
                    let members = self.cx.names.scopes[scope].members;
                    let (Some(base), Some(own)) = (base, self.cx.names.scopes[members].place) else { continue };
                    let mut at = Some(base);
                    while let Some(p) = at {
                        if p == own {
                            break;
                        }
                        at = self.parts.places[p].parent;
                    }
                    if at.is_none() || base == own {
                        self.cx.wrong_thing("a part from elsewhere", "a part of this composite", path.span);
                        continue;
                    }
                    self.parts.places[own].base = Some(base);
                }
                _ => {}
            }
        }
    }
}

/// `fix` and `base` lines, carried out on the parts.
pub fn fix_and_base<'a>(cx: &mut Context<'a>, known: Known<'_, 'a>, parts: Parts, deferred: &[Deferred<'a>]) -> Parts {
    let mut phase = FixPhase { cx, known, parts };
    phase.fix_and_base(deferred);
    phase.parts
}
