//! Statements of an exact sweep.

use crate::context::value::{Entity, ScopeId, Swept, Value};
use crate::elaborate::elaboration::Elaboration;
use crate::sweep::refusals::{refuse_in_sweep, refuse_outside_sweep};
use mainspring_definition::{Statement, StatementKind};

impl<'a> Elaboration<'_, 'a> {
    /// A statement of a sweep, or one that may stand in every scene; false for all others, after a report where the
    /// scene is a sweep.
    pub fn sweep_statement(&mut self, statement: &'a Statement, scope: ScopeId) -> bool {
        let on = self.made.cx.input.sweep;
        match &statement.kind {
            _ if !on => refuse_outside_sweep(self.made.cx, statement),
            StatementKind::Root { name, outline, moves, from, until, spinning } => {
                let clauses = [from.as_ref(), until.as_ref(), spinning.as_ref()];
                self.sweep.sweep_root(&mut self.made.at(), name, outline.as_ref(), moves, clauses, scope);
                self.made.swept = self.sweep.swept_names();
                true
            }
            StatementKind::Pawl { name, .. } => {
                let indices = self.indices(name, scope);
                // an empty family is no pawl
                self.sweep.pawl_said |= !indices.is_empty() || self.made.cx.findings.failed();
                for index in indices {
                    let pawl = Swept::Pawl(self.sweep.named);
                    self.sweep.named += 1;
                    self.made.cx.bind(scope, name, index, Value::Entity(Entity::Swept(pawl)));
                }
                self.deferred.push((scope, statement));
                true
            }
            StatementKind::Report(paths) => {
                paths.iter().for_each(|path| self.sweep.sweep_report(&mut self.made.at(), path));
                true
            }
            StatementKind::Obstacle { name, value, placement, options } => {
                self.sweep.sweep_obstacle(&mut self.made.at(), name, value, placement, options, scope);
                true
            }
            _ => refuse_in_sweep(self.made.cx, statement),
        }
    }
}
