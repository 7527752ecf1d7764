//! What can be measured of a part, a point, a joint, a spring and the energy ledger.

use crate::actuators::ON_SURFACE;
use crate::build::Builder;
use crate::elaborate::value::{Entity, Number, Scalar, Value};
use crate::functions::BinaryFn;
use crate::model::{BodyId, BodyKind, Coordinate, Frame, JointId, Marker, SpringId, SpringKind};
use crate::probe::Probe;
use mainspring_definition::{Dimension, Name, SpaceKind};

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
const ENERGY: &[&str] = &["kinetic", "potential", "spring", "total", "work", "dissipated", "lost", "residual"];

/// Names of parts' quantities, which points and parameters may not take.
pub fn is_body_word(name: &str) -> bool {
    BODY_PLANAR.contains(&name) || BODY_SPATIAL.contains(&name)
}

impl Builder<'_> {
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
            Entity::Group(scope) => {
                let members: Vec<&str> = self.scopes[scope].names.keys().copied().collect();
                self.no_measure("this composite", name, &members)
            }
            Entity::Load(f) => self.measure_load(f, name),
            Entity::Constraint(c) => self.measure_constraint(c, name),
            Entity::Contact { pair, turned } => self.measure_contact(pair, turned, name),
            Entity::Obstacle(_) => self.no_measure(entity.word(), name, &[]),
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

    pub fn probe_number(&mut self, probe: Probe, dimension: Dimension, angle: bool) -> Value {
        Value::Number(Number::node(self.probe(probe), dimension, angle))
    }

    pub fn probe_vector(&mut self, dimension: Dimension, angle: bool, probe: impl Fn(u8) -> Probe) -> Value {
        let components = if self.space == SpaceKind::Planar { 2 } else { 3 };
        Value::Tuple((0..components).map(|axis| self.probe_number(probe(axis), dimension, angle)).collect())
    }

    /// Position (order 0), velocity or acceleration of a point of a body, or of the ground.
    pub fn point_vector(&mut self, body: Option<BodyId>, point: [f64; 3], order: u8) -> Value {
        let dimension = [Dimension::LENGTH, Dimension::SPEED, Dimension::ACCELERATION][usize::from(order.min(2))];
        if body.is_none() {
            let components = self.space.components();
            let fixed = |i: usize| if order == 0 { point[i] } else { 0.0 };
            return Value::Tuple((0..components).map(|i| Value::known(fixed(i), dimension)).collect());
        }
        self.probe_vector(dimension, false, |axis| Probe::Point { body, point, order, axis })
    }

    fn measure_point(&mut self, marker: Marker, name: &Name) -> Value {
        let order = match name.text.as_str() {
            "position" => 0,
            "velocity" => 1,
            "acceleration" => 2,
            "x" | "y" | "z" => {
                let Value::Tuple(items) = self.point_vector(marker.body, marker.frame.point, 0) else {
                    return Value::Poison;
                };
                let at = ["x", "y", "z"].iter().position(|n| *n == name.text);
                return match at.and_then(|i| items.get(i)) {
                    Some(v) => v.clone(),
                    None => self.no_measure("a point in the plane", name, &["x", "y"]),
                };
            }
            _ => return self.no_measure("a point", name, POINT),
        };
        self.point_vector(marker.body, marker.frame.point, order)
    }

    fn measure_body(&mut self, body: BodyId, name: &Name) -> Value {
        let planar = self.space == SpaceKind::Planar;
        let point = self.is_point_mass(body);
        let at_center = [0.0; 3];
        match name.text.as_str() {
            "position" => self.point_vector(Some(body), at_center, 0),
            "velocity" => self.point_vector(Some(body), at_center, 1),
            "acceleration" => self.point_vector(Some(body), at_center, 2),
            "mass" => Value::known(self.bodies[body].mass, Dimension::MASS),
            "momentum" => self.probe_vector(Dimension::MOMENTUM, false, |axis| Probe::Momentum { body, axis }),
            "kinetic_energy" => self.probe_number(Probe::KineticEnergy { body }, Dimension::ENERGY, false),
            "center" => Value::Entity(Entity::Point(Marker { body: Some(body), frame: Frame::at(at_center) })),
            "origin" if !point => {
                let frame = Frame::at(self.bodies[body].center.map(|c| -c));
                Value::Entity(Entity::Point(Marker { body: Some(body), frame }))
            }
            word @ ("contact_force" | "contact_torque") if !point => self.contact_load(body, word, name),
            "present" if planar => self.probe_number(Probe::Present { body }, Dimension::NONE, false),
            word if planar && !point && ON_SURFACE.contains(&word) => self.measure_on_surface(body, name),
            "angular_momentum" if planar => {
                self.probe_number(Probe::AngularMomentum { body, axis: 2 }, Dimension::ANGULAR_MOMENTUM, false)
            }
            "angular_momentum" => {
                self.probe_vector(Dimension::ANGULAR_MOMENTUM, false, |axis| Probe::AngularMomentum { body, axis })
            }
            "angle" if planar && !point => self.probe_number(Probe::Angle { body, order: 0 }, Dimension::NONE, true),
            "rate" if planar && !point => self.probe_number(Probe::Angle { body, order: 1 }, Dimension::RATE, true),
            "angular_acceleration" if planar && !point => {
                self.probe_number(Probe::Angle { body, order: 2 }, Dimension::ANGULAR_ACCELERATION, true)
            }
            "angular_velocity" if !planar && !point => {
                self.probe_vector(Dimension::RATE, true, |axis| Probe::Spin { body, order: 1, axis })
            }
            "angular_acceleration" if !planar && !point => {
                self.probe_vector(Dimension::ANGULAR_ACCELERATION, true, |axis| Probe::Spin { body, order: 2, axis })
            }
            word @ ("axis_x" | "axis_y" | "axis_z") if !planar && !point => {
                let which = match word {
                    "axis_x" => 0,
                    "axis_y" => 1,
                    _ => 2,
                };
                self.probe_vector(Dimension::NONE, false, |axis| Probe::Direction { body, which, axis })
            }
            _ => {
                let words = match (point, planar) {
                    (true, _) => BODY_POINT,
                    (_, true) => BODY_PLANAR,
                    _ => BODY_SPATIAL,
                };
                let mut known: Vec<&str> = self.scopes[self.parts[body].scope].names.keys().copied().collect();
                known.extend(words);
                self.no_measure(if point { "a point mass" } else { "this part" }, name, &known)
            }
        }
    }

    /// Whether a body has no orientation, fixed ones included.
    pub fn is_point_mass(&self, body: BodyId) -> bool {
        self.parts[body].point_mass || self.bodies[body].kind == BodyKind::Point
    }

    /// A joint coordinate (order 0), its rate or its second derivative.
    pub fn coordinate_value(&mut self, coordinate: Coordinate, order: u8) -> Value {
        let turns = self.joints[coordinate.joint].kind.coordinates().get(coordinate.index) == Some(&true);
        let dimension = match (turns, order) {
            (true, 0) => Dimension::NONE,
            (true, 1) => Dimension::RATE,
            (true, _) => Dimension::ANGULAR_ACCELERATION,
            (false, 0) => Dimension::LENGTH,
            (false, 1) => Dimension::SPEED,
            (false, _) => Dimension::ACCELERATION,
        };
        self.probe_number(Probe::Coordinate { coordinate, order }, dimension, turns)
    }

    /// Words for a joint's quantities, with the coordinate and the order they stand for.
    pub fn coordinate_words(&self, joint: JointId) -> Vec<(&'static str, usize, u8)> {
        match self.joints[joint].kind.coordinates() {
            [true] => vec![
                ("angle", 0, 0),
                ("rate", 0, 1),
                ("acceleration", 0, 2),
                ("angular_acceleration", 0, 2),
                ("speed", 0, 1),
                ("position", 0, 0),
            ],
            [false] => {
                vec![("travel", 0, 0), ("speed", 0, 1), ("acceleration", 0, 2), ("rate", 0, 1), ("position", 0, 0)]
            }
            [false, true] => vec![
                ("travel", 0, 0),
                ("speed", 0, 1),
                ("acceleration", 0, 2),
                ("angle", 1, 0),
                ("rate", 1, 1),
                ("angular_acceleration", 1, 2),
            ],
            [true, true] => vec![
                ("angle", 0, 0),
                ("rate", 0, 1),
                ("acceleration", 0, 2),
                ("angular_acceleration", 0, 2),
                ("angle2", 1, 0),
                ("rate2", 1, 1),
                ("acceleration2", 1, 2),
            ],
            _ => Vec::new(),
        }
    }

    fn measure_joint(&mut self, joint: JointId, name: &Name) -> Value {
        let words = self.coordinate_words(joint);
        if let Some(&(_, index, order)) = words.iter().find(|(w, ..)| *w == name.text) {
            return self.coordinate_value(Coordinate { joint, index }, order);
        }
        let count = self.joints[joint].kind.coordinates().len();
        match name.text.as_str() {
            "force" => self.probe_vector(Dimension::FORCE, false, |axis| Probe::JointForce { joint, axis }),
            "torque" if self.space == SpaceKind::Planar => {
                self.probe_number(Probe::JointTorque { joint, axis: 2 }, Dimension::TORQUE, false)
            }
            "torque" => self.probe_vector(Dimension::TORQUE, false, |axis| Probe::JointTorque { joint, axis }),
            word @ ("effort" | "effort2") if count > usize::from(word == "effort2") => {
                let coordinate = Coordinate { joint, index: usize::from(word == "effort2") };
                let turns = self.joints[joint].kind.coordinates()[coordinate.index];
                let dimension = if turns { Dimension::TORQUE } else { Dimension::FORCE };
                self.probe_number(Probe::Effort { coordinate }, dimension, false)
            }
            word @ ("friction" | "play") if self.joint_touch(joint, word).is_some() => {
                let found = self.joint_touch(joint, word);
                found.map_or(Value::Poison, |(probe, dimension, angle)| self.probe_number(probe, dimension, angle))
            }
            "work" => self.joint_work(joint, name),
            "dissipated" => self.joint_heat(joint, name),
            "spring" => match self.parts_of_joint.get(&joint) {
                Some(&spring) => Value::Entity(Entity::Spring(spring)),
                None => self.no_measure("this joint", name, &[]),
            },
            _ => {
                let mut known: Vec<&str> = words.iter().map(|(w, ..)| *w).collect();
                known.extend(["force", "torque", "work", "dissipated"]);
                if count > 0 {
                    known.push("effort");
                }
                known.extend(["friction", "play"].into_iter().filter(|w| self.joint_touch(joint, w).is_some()));
                let what = format!("a {} joint", self.joints[joint].kind.word());
                self.no_measure(&what, name, &known)
            }
        }
    }

    /// Whether a spring is wound rather than stretched.
    pub fn is_rotary(&self, spring: SpringId) -> bool {
        match self.springs[spring].kind {
            SpringKind::Linear { .. } => false,
            SpringKind::Angle { .. } => true,
            SpringKind::Coordinate(c) => self.joints[c.joint].kind.coordinates().get(c.index) == Some(&true),
        }
    }

    /// Length or angle of a spring (order 0) or its rate.
    pub fn spring_stretch(&mut self, spring: SpringId, order: u8) -> Value {
        let rotary = self.is_rotary(spring);
        let dimension = match (rotary, order) {
            (true, 0) => Dimension::NONE,
            (true, _) => Dimension::RATE,
            (false, 0) => Dimension::LENGTH,
            (false, _) => Dimension::SPEED,
        };
        self.probe_number(Probe::SpringStretch { spring, order }, dimension, rotary)
    }

    fn measure_spring(&mut self, spring: SpringId, name: &Name) -> Value {
        let rotary = self.is_rotary(spring);
        match (name.text.as_str(), rotary) {
            ("length", false) | ("angle", true) => self.spring_stretch(spring, 0),
            ("rate", _) => self.spring_stretch(spring, 1),
            ("force", false) | ("torque", true) | ("effort", _) => {
                let dimension = if rotary { Dimension::TORQUE } else { Dimension::FORCE };
                self.probe_number(Probe::SpringEffort { spring }, dimension, false)
            }
            ("energy", _) => {
                // ½ k (x − rest)²
                let Value::Number(x) = self.spring_stretch(spring, 0) else { return Value::Poison };
                let (rest, stiffness) = (self.springs[spring].rest, self.springs[spring].stiffness);
                let by = self.binary(BinaryFn::Sub, x.scalar, Scalar::Known(rest));
                let square = self.binary(BinaryFn::Mul, by, by);
                let scalar = self.binary(BinaryFn::Mul, square, Scalar::Known(0.5 * stiffness));
                Value::Number(Number { scalar, dimension: Dimension::ENERGY, angle: 0, bare: false })
            }
            ("work", _) => self.spring_work(spring, name),
            ("dissipated", _) => self.spring_heat(spring, name),
            (_, true) => {
                self.no_measure("a rotary spring", name, &["angle", "rate", "torque", "energy", "work", "dissipated"])
            }
            (_, false) => {
                self.no_measure("a linear spring", name, &["length", "rate", "force", "energy", "work", "dissipated"])
            }
        }
    }

    fn measure_energy(&mut self, name: &Name) -> Value {
        match Self::energy_term(&name.text) {
            Some(term) => self.probe_number(Probe::Energy(term), Dimension::ENERGY, false),
            None => self.no_measure("the energy ledger", name, ENERGY),
        }
    }
}
