//! What can be measured of a part, a point, a joint, a spring and the energy ledger.

use crate::context::value::{Entity, Value};
use crate::measure::actuators::ON_SURFACE;
use crate::measure::measuring::Measuring;
use mainspring_definition::{Dimension, Name, SpaceKind};
use mainspring_model::Probe;
use mainspring_model::{BodyId, Frame, Marker};

const BODY_PLANAR: &[&str] = &[
    "position",
    "velocity",
    "acceleration",
    "angle",
    "rate",
    "angular_acceleration",
    "momentum",
    "angular_momentum",
    "kinetic_energy",
    "mass",
    "center",
    "origin",
    "contact_force",
    "contact_torque",
    "field_force",
    "field_torque",
    "field_work",
    "surface_force",
    "surface_torque",
    "surface_heat",
    "present",
];

const BODY_SPATIAL: &[&str] = &[
    "position",
    "velocity",
    "acceleration",
    "angular_velocity",
    "angular_acceleration",
    "axis_x",
    "axis_y",
    "axis_z",
    "momentum",
    "angular_momentum",
    "kinetic_energy",
    "mass",
    "center",
    "origin",
    "contact_force",
    "contact_torque",
];

const BODY_POINT: &[&str] =
    &["position", "velocity", "acceleration", "momentum", "kinetic_energy", "mass", "center", "present"];

const POINT: &[&str] = &["position", "velocity", "acceleration", "x", "y", "z"];

impl Measuring<'_, '_> {
    /// The quantity `name` of a thing.
    pub fn measure(&mut self, entity: Entity, name: &Name) -> Value {
        if self.unmeasured_in_sweep(entity, name) {
            return Value::Poison;
        }
        match entity {
            Entity::Body(b) => self.measure_body(b, name),
            Entity::Point(m) => self.measure_point(m, name),
            Entity::Joint(j) => self.measure_joint(j, name),
            Entity::Spring(s) => self.measure_spring(s, name),
            Entity::Energy => self.measure_energy(name),
            Entity::Run => self.measure_run(name),
            Entity::Group(scope) => {
                let members: Vec<&str> = self.cx.names.scopes[scope].names.keys().copied().collect();
                self.cx.no_measure("this composite", name, &members)
            }
            Entity::Load(f) => self.measure_load(f, name),
            Entity::Constraint(c) => self.measure_constraint(c, name),
            Entity::Contact { pair, turned } => self.measure_contact(pair, turned, name),
            Entity::Obstacle(_) => self.cx.no_measure(entity.word(), name, &[]),
            Entity::Swept(swept) => self.measure_swept(swept, name),
            Entity::Window(_)
            | Entity::Array(_)
            | Entity::Windows(_)
            | Entity::Frame(_)
            | Entity::Script(_)
            | Entity::Bin(_)
            | Entity::Surface => self.measure_actuator(entity, name),
        }
    }

    fn measure_point(&mut self, marker: Marker, name: &Name) -> Value {
        let order = match name.text.as_str() {
            "position" => 0,
            "velocity" => 1,
            "acceleration" => 2,
            "x" | "y" | "z" => {
                let Value::Tuple(items) = self.cx.point_vector(marker.body, marker.frame.point, 0) else {
                    return Value::Poison;
                };
                let at = ["x", "y", "z"].iter().position(|n| *n == name.text);
                return match at.and_then(|i| items.get(i)) {
                    Some(v) => v.clone(),
                    None => self.cx.no_measure("a point in the plane", name, &["x", "y"]),
                };
            }
            _ => return self.cx.no_measure("a point", name, POINT),
        };
        self.cx.point_vector(marker.body, marker.frame.point, order)
    }

    fn measure_body(&mut self, body: BodyId, name: &Name) -> Value {
        let planar = self.cx.input.space == SpaceKind::Planar;
        let point = self.known.parts.is_point_mass(body);
        let at_center = [0.0; 3];
        match name.text.as_str() {
            "position" => self.cx.point_vector(Some(body), at_center, 0),
            "velocity" => self.cx.point_vector(Some(body), at_center, 1),
            "acceleration" => self.cx.point_vector(Some(body), at_center, 2),
            "mass" => Value::known(self.known.parts.bodies[body].mass, Dimension::MASS),
            "momentum" => self.cx.probe_vector(Dimension::MOMENTUM, false, |axis| Probe::Momentum { body, axis }),
            "kinetic_energy" => self.cx.probe_number(Probe::KineticEnergy { body }, Dimension::ENERGY, false),
            "center" => Value::Entity(Entity::Point(Marker { body: Some(body), frame: Frame::at(at_center) })),
            "origin" if !point => {
                let frame = Frame::at(self.known.parts.bodies[body].center.map(|c| -c));
                Value::Entity(Entity::Point(Marker { body: Some(body), frame }))
            }
            word @ ("contact_force" | "contact_torque") if !point => self.contact_load(body, word, name),
            "present" if planar => self.cx.probe_number(Probe::Present { body }, Dimension::NONE, false),
            word if planar && !point && ON_SURFACE.contains(&word) => self.measure_on_surface(body, name),
            "angular_momentum" if planar => {
                self.cx.probe_number(Probe::AngularMomentum { body, axis: 2 }, Dimension::ANGULAR_MOMENTUM, false)
            }
            "angular_momentum" => {
                self.cx.probe_vector(Dimension::ANGULAR_MOMENTUM, false, |axis| Probe::AngularMomentum { body, axis })
            }
            "angle" if planar && !point => self.cx.probe_number(Probe::Angle { body, order: 0 }, Dimension::NONE, true),
            "rate" if planar && !point => self.cx.probe_number(Probe::Angle { body, order: 1 }, Dimension::RATE, true),
            "angular_acceleration" if planar && !point => {
                self.cx.probe_number(Probe::Angle { body, order: 2 }, Dimension::ANGULAR_ACCELERATION, true)
            }
            "angular_velocity" if !planar && !point => {
                self.cx.probe_vector(Dimension::RATE, true, |axis| Probe::Spin { body, order: 1, axis })
            }
            "angular_acceleration" if !planar && !point => {
                self.cx.probe_vector(Dimension::ANGULAR_ACCELERATION, true, |axis| Probe::Spin { body, order: 2, axis })
            }
            word @ ("axis_x" | "axis_y" | "axis_z") if !planar && !point => {
                let which = match word {
                    "axis_x" => 0,
                    "axis_y" => 1,
                    _ => 2,
                };
                self.cx.probe_vector(Dimension::NONE, false, |axis| Probe::Direction { body, which, axis })
            }
            _ => {
                let words = match (point, planar) {
                    (true, _) => BODY_POINT,
                    (_, true) => BODY_PLANAR,
                    _ => BODY_SPATIAL,
                };
                let mut known: Vec<&str> =
                    self.cx.names.scopes[self.known.parts.info[body].scope].names.keys().copied().collect();
                known.extend(words);
                self.cx.no_measure(if point { "a point mass" } else { "this part" }, name, &known)
            }
        }
    }
}

/// Names of parts' quantities, which points and parameters may not take.
pub fn is_body_word(name: &str) -> bool {
    BODY_PLANAR.contains(&name) || BODY_SPATIAL.contains(&name)
}
