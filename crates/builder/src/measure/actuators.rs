//! What can be measured of fields: `part.field_force`, `part.overlap(window)`, `window.power`, `bin.count` …

use crate::context::value::{Entity, Value};
use crate::measure::measuring::Measuring;
use crate::options::Domain;
use mainspring_definition::{Diagnostic, Dimension, Name};
use mainspring_model::BodyId;
use mainspring_model::{Drawer, Load, Probe};

/// Quantities of a part on a surface.
pub const ON_SURFACE: &[&str] =
    &["field_force", "field_torque", "field_work", "surface_force", "surface_torque", "surface_heat"];

impl Measuring<'_, '_> {
    /// What windows, arrays and the surface do to a part.
    pub fn measure_on_surface(&mut self, body: BodyId, name: &Name) -> Value {
        let word = name.text.as_str();
        let friction = word.starts_with("surface_");
        let said = if friction {
            self.known.table.surface.is_some()
        } else {
            !self.known.table.windows.is_empty() || !self.known.table.arrays.is_empty()
        };
        if !said {
            let (what, fix) = if friction {
                ("there is no surface", "add `surface { friction = 0.3 }`")
            } else {
                ("there is no window and no array", "add `window name = rect(…) { force = (40, 0) N/m^2 }`")
            };
            self.cx
                .findings
                .report(Diagnostic::error("E0308", name.span, format!("{what}, so no part has `{word}`")).help(fix));
            return Value::Poison;
        }
        let absent = if friction { self.cx.leaves_out(Domain::Friction) } else { self.cx.leaves_out(Domain::Control) };
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
                self.cx.probe_number(Probe::FieldLoad { body, friction, axis: 2 }, dimension, false)
            }
            _ => self.cx.probe_vector(dimension, false, |axis| Probe::FieldLoad { body, friction, axis }),
        }
    }

    /// A quantity of a window, array, bin, script, frame or of the surface.
    pub fn measure_actuator(&mut self, entity: Entity, name: &Name) -> Value {
        let word = name.text.as_str();
        let controlled = !self.cx.leaves_out(Domain::Control);
        let power = |b: &mut Self, drawer: Drawer| match controlled {
            true => b.cx.probe_number(Probe::Power(drawer), Dimension::POWER, false),
            false => Value::known(0.0, Dimension::POWER),
        };
        match (entity, word) {
            (Entity::Window(w), "power") => power(self, Drawer::Window(w)),
            (Entity::Window(_), _) => self.cx.no_measure("a window", name, &["power", "region"]),
            (Entity::Array(a), "power") => power(self, Drawer::Array(a)),
            (Entity::Array(_), _) => self.cx.no_measure("an array", name, &["power"]),
            (Entity::Surface, "power") => power(self, Drawer::All),
            (Entity::Surface, "energy") if controlled => self.cx.probe_number(Probe::Drawn, Dimension::ENERGY, false),
            (Entity::Surface, "energy") => Value::known(0.0, Dimension::ENERGY),
            (Entity::Surface, _) => self.cx.no_measure("the surface", name, &["power", "energy"]),
            (Entity::Bin(bin), "count") => self.cx.probe_number(Probe::Caught { bin }, Dimension::NONE, false),
            (Entity::Bin(_), _) => self.cx.no_measure("a bin", name, &["count"]),
            (Entity::Script(script), "step") if controlled => {
                self.cx.probe_number(Probe::ScriptStep { script }, Dimension::NONE, false)
            }
            (Entity::Script(_), "step") => Value::known(0.0, Dimension::NONE),
            (Entity::Script(_), _) => self.cx.no_measure("a script", name, &["step"]),
            (Entity::Windows(scope), _) => {
                let members: Vec<&str> = self.cx.names.scopes[scope].names.keys().copied().collect();
                self.cx.no_measure("this group", name, &members)
            }
            (other, _) => self.cx.no_measure(other.word(), name, &[]),
        }
    }
}
