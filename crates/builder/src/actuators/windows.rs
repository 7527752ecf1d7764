//! `window left = rect(…) at … { force = (40, 0) N/m^2; priority = 1 }`.

use crate::actuators::phase::TablePhase;
use crate::context::value::ScopeId;
use crate::evaluate::options::Options;
use crate::results::drafts::WindowDraft;
use mainspring_definition::words::WINDOW_OPTIONS;
use mainspring_definition::{Diagnostic, Dimension, Span};
use mainspring_model::Level;
use mainspring_model::Node;
use mainspring_model::{Action, Window};
use std::rc::Rc;

/// W/m²
const POWER_DENSITY: Dimension = Dimension::new(0, 1, -3);

impl<'a> TablePhase<'_, 'a> {
    /// Works all windows out.
    pub fn collect_windows(&mut self) {
        for id in 0..self.ev.known.table.windows.len() {
            if let Some(window) = self.window(id) {
                self.fields.windows.push(window);
            }
        }
    }

    pub fn window(&mut self, id: usize) -> Option<Window> {
        let WindowDraft { path, span, region, placement, options, scope } = &self.ev.known.table.windows[id];
        let (path, span, region) = (path.clone(), *span, Rc::clone(region));
        let (placement, own, scope) = (*placement, *options, *scope);
        let place = self.actuator_place(placement, scope, &path, span, "a window");
        let mut options = self.actuator_options(&path, own, scope, WINDOW_OPTIONS)?;
        let action = self.window_action(&mut options, scope, &path, span);
        let priority = self.option_whole(&mut options, "priority", scope).unwrap_or(0);
        let on = self.option_on(&mut options, scope);
        let power = options.take("power").and_then(|given| {
            let power = self.changing(given.expr, scope, POWER_DENSITY, "the power of a window")?;
            Some(self.ev.cx.node(power.scalar))
        });
        self.ev.check_unused(options, "window");
        let place = place?;
        let moves = place.into_iter().any(|s| self.ev.cx.level(s) > Level::Constant);
        let place = place.map(|s| self.ev.cx.node(s));
        Some(Window { path, span, region: (*region).clone(), place, moves, action: action?, priority, on, power })
    }

    fn window_action(&mut self, options: &mut Options<'a>, scope: ScopeId, path: &str, span: Span) -> Option<Action> {
        let action = match (options.take("force"), options.take("velocity")) {
            (Some(force), None) => {
                let inner = self.scope_at_place(scope, Vec::new());
                let density = self.density(force.expr, inner, "a window")?.map(|s| self.ev.cx.node(s));
                let depends = density.map(|n| self.dependence(n));
                Action::Force {
                    density,
                    affine: depends.iter().all(|d| d.degree < 2),
                    varies: depends.iter().any(|d| d.varies),
                }
            }
            (None, Some(velocity)) => {
                let inner = self.scope_at_place(scope, Vec::new());
                let value = self.ev.eval(velocity.expr, inner);
                let at = velocity.expr.span;
                let [x, y, _] = self.ev.cx.vector(&value, Some(Dimension::SPEED), at, "the velocity of a window")?;
                for s in [x, y] {
                    if !self.ev.cx.check_level(s, Level::Rate, at, "the velocity of a window")
                        || !self.reads_no_place(s, at, "the velocity of a window")
                    {
                        return None;
                    }
                }
                Action::Velocity([self.ev.cx.node(x), self.ev.cx.node(y)])
            }
            (Some(force), Some(velocity)) => {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0521", velocity.span, format!("`{path}` has both a force and a velocity"))
                        .also(force.span, "the force is given here")
                        .help("a window pushes, or its surface moves; make two windows of it"),
                );
                return None;
            }
            (None, None) => {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0521", span, format!("`{path}` has neither a force nor a velocity"))
                        .help("add `{ force = (40, 0) N/m^2 }` or `{ velocity = (2, 0) cm/s }`"),
                );
                return None;
            }
        };
        Some(action)
    }

    /// The place of a window that stays, x, y and angle.
    pub fn window_stays(&self, window: &Window) -> Option<[f64; 3]> {
        let mut place = [0.0; 3];
        for (slot, node) in place.iter_mut().zip(window.place) {
            let Node::Constant(v) = self.ev.cx.code.programs.nodes[node] else { return None };
            *slot = v;
        }
        Some(place)
    }
}
