//! What can be measured of fields: `part.field_force`, `part.overlap(window)`, `window.power`, `bin.count` …

use crate::Domain;
use crate::build::Builder;
use crate::elaborate::value::{Entity, ScopeId, Value};
use crate::model::BodyId;
use crate::probe::{Drawer, Load, Probe};
use mainspring_definition::{Argument, Diagnostic, Dimension, Name, Path};

/// Quantities of a part on a surface.
pub const ON_SURFACE: &[&str] =
    &["field_force", "field_torque", "field_work", "surface_force", "surface_torque", "surface_heat"];

impl<'a> Builder<'a> {
    /// What windows, arrays and the surface do to a part.
    pub fn measure_on_surface(&mut self, body: BodyId, name: &Name) -> Value {
        let word = name.text.as_str();
        let friction = word.starts_with("surface_");
        let said = if friction {
            self.actuators.surface.is_some()
        } else {
            !self.actuators.windows.is_empty() || !self.actuators.arrays.is_empty()
        };
        if !said {
            let (what, fix) = if friction {
                ("there is no surface", "add `surface { friction = 0.3 }`")
            } else {
                ("there is no window and no array", "add `window name = rect(…) { force = (40, 0) N/m^2 }`")
            };
            self.report(Diagnostic::error("E0308", name.span, format!("{what}, so no part has `{word}`")).help(fix));
            return Value::Poison;
        }
        let absent = if friction { self.leaves_out(Domain::Friction) } else { self.leaves_out(Domain::Control) };
        let dimension = match word {
            "field_work" | "surface_heat" => Dimension::ENERGY,
            "field_torque" | "surface_torque" => Dimension::TORQUE,
            _ => Dimension::FORCE,
        };
        if absent {
            let zero = Value::known(0.0, dimension);
            return if word.ends_with("force") { Value::Tuple(vec![zero.clone(), zero]) } else { zero };
        }
        match word {
            "field_work" => self.energy_through(&[Load::Field(body)], name),
            "surface_heat" => self.energy_through(&[Load::Surface(body)], name),
            "field_torque" | "surface_torque" => {
                self.probe_number(Probe::FieldLoad { body, friction, axis: 2 }, dimension, false)
            }
            _ => self.probe_vector(dimension, false, |axis| Probe::FieldLoad { body, friction, axis }),
        }
    }

    /// A quantity of a window, array, bin, script, frame or of the surface.
    pub fn measure_actuator(&mut self, entity: Entity, name: &Name) -> Value {
        let word = name.text.as_str();
        let controlled = !self.leaves_out(Domain::Control);
        let power = |b: &mut Self, drawer: Drawer| match controlled {
            true => b.probe_number(Probe::Power(drawer), Dimension::POWER, false),
            false => Value::known(0.0, Dimension::POWER),
        };
        match (entity, word) {
            (Entity::Window(w), "power") => power(self, Drawer::Window(w)),
            (Entity::Window(w), "region") => self.window_region(w, name),
            (Entity::Window(_), _) => self.no_measure("a window", name, &["power", "region"]),
            (Entity::Array(a), "power") => power(self, Drawer::Array(a)),
            (Entity::Array(_), _) => self.no_measure("an array", name, &["power"]),
            (Entity::Surface, "power") => power(self, Drawer::All),
            (Entity::Surface, "energy") if controlled => self.probe_number(Probe::Drawn, Dimension::ENERGY, false),
            (Entity::Surface, "energy") => Value::known(0.0, Dimension::ENERGY),
            (Entity::Surface, _) => self.no_measure("the surface", name, &["power", "energy"]),
            (Entity::Bin(bin), "count") => self.probe_number(Probe::Caught { bin }, Dimension::NONE, false),
            (Entity::Bin(_), _) => self.no_measure("a bin", name, &["count"]),
            (Entity::Script(script), "step") if controlled => {
                self.probe_number(Probe::ScriptStep { script }, Dimension::NONE, false)
            }
            (Entity::Script(_), "step") => Value::known(0.0, Dimension::NONE),
            (Entity::Script(_), _) => self.no_measure("a script", name, &["step"]),
            (Entity::Windows(scope), _) => {
                let members: Vec<&str> = self.scopes[scope].names.keys().copied().collect();
                self.no_measure("this group", name, &members)
            }
            (other, _) => self.no_measure(other.word(), name, &[]),
        }
    }

    /// `part.overlap(window)`: the area of a part over a window; None if another question is asked.
    pub fn overlap(
        &mut self,
        of: &'a Path,
        question: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
    ) -> Option<Value> {
        if question.text != "overlap" {
            return None;
        }
        let body = match self.eval_path(of, scope) {
            Value::Poison => return Some(Value::Poison),
            Value::Entity(Entity::Body(b)) if self.bodies[b].shape.is_some() => b,
            Value::Entity(Entity::Body(_)) => {
                self.wrong_thing("a part without an outline", "a part with a shape", of.span);
                return Some(Value::Poison);
            }
            other => {
                self.wrong_thing(&other.describe(), "a part", of.span);
                return Some(Value::Poison);
            }
        };
        let [Argument { name: None, value: other }] = arguments else {
            self.report(
                Diagnostic::error("E0210", question.span, "`overlap` asks about one window")
                    .help("write `part.overlap(window)`"),
            );
            return Some(Value::Poison);
        };
        Some(match self.eval(other, scope) {
            Value::Poison => Value::Poison,
            Value::Entity(Entity::Window(_)) if self.leaves_out(Domain::Control) => Value::known(0.0, Dimension::AREA),
            Value::Entity(Entity::Window(window)) => {
                self.probe_number(Probe::Overlap { body, window }, Dimension::AREA, false)
            }
            found => {
                self.wrong_thing(&found.describe(), "a window", other.span);
                Value::Poison
            }
        })
    }
}
