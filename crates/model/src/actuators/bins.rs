//! `bin scrap = rect(…) at …`: where parts leave.

use super::BinDraft;
use super::place::{known_place, standing};
use crate::build::Builder;
use crate::elaborate::value::{Entity, ScopeId, Value};
use crate::fields::Bin;
use mainspring_definition::{Declarator, Diagnostic, Expr, Placement};
use std::rc::Rc;

impl<'a> Builder<'a> {
    /// A bin as declared.
    pub fn bin_statement(&mut self, name: &'a Declarator, value: &'a Expr, placement: &'a Placement, scope: ScopeId) {
        for index in self.indices(name, scope) {
            let path = self.path_of(scope, name, index);
            let expr = self.overriding(&format!("{path}.region"), value);
            let made = match self.region_of(expr, scope) {
                Some(region) => {
                    let id = self.actuators.bins.len();
                    self.actuators.bins.push(BinDraft { path, span: name.name.span, region, placement, scope });
                    Value::Entity(Entity::Bin(id))
                }
                None => Value::Poison,
            };
            self.bind(scope, name, index, made);
        }
    }

    /// Works all bins out.
    pub fn collect_bins(&mut self) {
        for id in 0..self.actuators.bins.len() {
            let BinDraft { path, span, region, placement, scope } = &self.actuators.bins[id];
            let (path, span, region, placement, scope) = (path.clone(), *span, Rc::clone(region), *placement, *scope);
            let Some(place) = self.actuator_place(placement, scope, &path, span, "a bin") else { continue };
            let Some(known) = known_place(place) else {
                self.report(
                    Diagnostic::error("E0305", span, "a bin stays where it is; its place must be known now")
                        .help("use numbers, `let` and parameters; `leaving when …` follows what moves"),
                );
                continue;
            };
            match standing(&region, known) {
                Some(region) => self.actuators.fields.bins.push(Bin { path, span, region }),
                None => {
                    self.undefined(span, "the bin lies too far out", "check its place");
                }
            }
        }
    }
}
