//! `window left = rect(…) at … { force = (40, 0) N/m^2; priority = 1 }`.

use super::WindowDraft;
use super::options::WINDOW;
use super::place::{known_place, standing};
use crate::build::Builder;
use crate::elaborate::value::{ScopeId, Value};
use crate::fields::{Action, Window};
use crate::joint_options::Options;
use crate::probe::Level;
use crate::program::Node;
use mainspring_definition::{Diagnostic, Dimension, Name, Span};
use std::rc::Rc;

/// W/m²
const POWER_DENSITY: Dimension = Dimension::new(0, 1, -3);

impl<'a> Builder<'a> {
    /// Works all windows out.
    pub fn collect_windows(&mut self) {
        for id in 0..self.actuators.windows.len() {
            if let Some(window) = self.window(id) {
                self.actuators.fields.windows.push(window);
            }
        }
    }

    fn window(&mut self, id: usize) -> Option<Window> {
        let WindowDraft { path, span, region, placement, options, scope } = &self.actuators.windows[id];
        let (path, span, region) = (path.clone(), *span, Rc::clone(region));
        let (placement, own, scope) = (*placement, *options, *scope);
        let place = self.actuator_place(placement, scope, &path, span, "a window");
        let mut options = self.actuator_options(&path, own, scope, WINDOW)?;
        let action = self.window_action(&mut options, scope, &path, span);
        let priority = self.option_whole(&mut options, "priority", scope).unwrap_or(0);
        let on = self.option_on(&mut options, scope);
        let power = options.take("power").and_then(|given| {
            let power = self.changing(given.expr, scope, POWER_DENSITY, "the power of a window")?;
            Some(self.node(power.scalar))
        });
        self.check_unused(options, "window");
        let place = place?;
        let moves = place.into_iter().any(|s| self.level(s) > Level::Constant);
        let place = place.map(|s| self.node(s));
        Some(Window { path, span, region: (*region).clone(), place, moves, action: action?, priority, on, power })
    }

    fn window_action(&mut self, options: &mut Options<'a>, scope: ScopeId, path: &str, span: Span) -> Option<Action> {
        let action = match (options.take("force"), options.take("velocity")) {
            (Some(force), None) => {
                let inner = self.scope_at_place(scope, Vec::new());
                let density = self.density(force.expr, inner, "a window")?.map(|s| self.node(s));
                let depends = density.map(|n| self.dependence(n));
                Action::Force {
                    density,
                    affine: depends.iter().all(|d| d.degree < 2),
                    varies: depends.iter().any(|d| d.varies),
                }
            }
            (None, Some(velocity)) => {
                let inner = self.scope_at_place(scope, Vec::new());
                let value = self.eval(velocity.expr, inner);
                let at = velocity.expr.span;
                let [x, y, _] = self.vector(&value, Some(Dimension::SPEED), at, "the velocity of a window")?;
                for s in [x, y] {
                    if !self.check_level(s, Level::Rate, at, "the velocity of a window")
                        || !self.reads_no_place(s, at, "the velocity of a window")
                    {
                        return None;
                    }
                }
                Action::Velocity([self.node(x), self.node(y)])
            }
            (Some(force), Some(velocity)) => {
                self.report(
                    Diagnostic::error("E0521", velocity.span, format!("`{path}` has both a force and a velocity"))
                        .also(force.span, "the force is given here")
                        .help("a window pushes, or its surface moves; make two windows of it"),
                );
                return None;
            }
            (None, None) => {
                self.report(
                    Diagnostic::error("E0521", span, format!("`{path}` has neither a force nor a velocity"))
                        .help("add `{ force = (40, 0) N/m^2 }` or `{ velocity = (2, 0) cm/s }`"),
                );
                return None;
            }
        };
        Some(action)
    }

    /// `hole.region`: a window's region in the world, if it stays where it is.
    pub fn window_region(&mut self, id: usize, name: &Name) -> Value {
        let WindowDraft { path, span, region, placement, scope, .. } = &self.actuators.windows[id];
        let (path, span, region, placement, scope) = (path.clone(), *span, Rc::clone(region), *placement, *scope);
        if placement.at.is_none()
            && placement.turned.is_none()
            && self.scopes[self.scopes[scope].members].place.is_none()
        {
            return Value::Region(region);
        }
        if self.scopes[self.scopes[scope].members].place.is_some() {
            self.report(
                Diagnostic::error("E0521", name.span, format!("`{path}` stands in a composite, which is placed later"))
                    .help("name the region with `let` and use it in both places"),
            );
            return Value::Poison;
        }
        let Some(place) = self.actuator_place(placement, scope, &path, span, "a window") else {
            return Value::Poison;
        };
        let Some(known) = known_place(place) else {
            self.report(
                Diagnostic::error("E0305", name.span, format!("`{path}` moves, so its region is not one region"))
                    .help("name the region with `let` and use it in both places"),
            );
            return Value::Poison;
        };
        match standing(&region, known) {
            Some(region) => Value::Region(Rc::new(region)),
            None => self.undefined(name.span, "the region lies too far out", "check its place"),
        }
    }

    /// The place of a window that stays, x, y and angle.
    pub fn window_stays(&self, window: &Window) -> Option<[f64; 3]> {
        let mut place = [0.0; 3];
        for (slot, node) in place.iter_mut().zip(window.place) {
            let Node::Constant(v) = self.programs.nodes[node] else { return None };
            *slot = v;
        }
        Some(place)
    }
}
