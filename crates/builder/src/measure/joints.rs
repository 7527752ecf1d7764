//! What can be measured of a joint and a spring.

use crate::context::value::{Entity, Number, Scalar, Value};
use crate::measure::measuring::Measuring;
use mainspring_definition::{Dimension, Name, SpaceKind};
use mainspring_model::BinaryFn;
use mainspring_model::Probe;
use mainspring_model::{Coordinate, JointId, SpringId, SpringKind};

impl Measuring<'_, '_> {
    /// What friction or a stop exerts on a joint, or the place within the play of a gear.
    pub fn joint_touch(&self, joint: JointId, word: &str) -> Option<(Probe, Dimension, bool)> {
        use mainspring_model::Probe;
        let kind = self.known.joints.list[joint].kind;
        let turns = kind.coordinates().first() == Some(&true);
        let effort = if turns { Dimension::TORQUE } else { Dimension::FORCE };
        match (word, kind.coupling()) {
            ("friction", _) if kind.friction().is_some() => Some((Probe::Friction { joint }, effort, false)),
            ("limit_force", _) if self.known.joints.list[joint].limits.is_some() => {
                Some((Probe::StopForce { joint }, effort, false))
            }
            ("play", Some(gear)) => {
                let second = gear.second;
                let turns = self.known.joints.list[second.joint].kind.coordinates()[second.index];
                let dimension = if turns { Dimension::NONE } else { Dimension::LENGTH };
                Some((Probe::Play { joint }, dimension, turns))
            }
            _ => None,
        }
    }

    /// A joint coordinate (order 0), its rate or its second derivative.
    pub fn coordinate_value(&mut self, coordinate: Coordinate, order: u8) -> Value {
        let turns = self.known.joints.list[coordinate.joint].kind.coordinates().get(coordinate.index) == Some(&true);
        let dimension = match (turns, order) {
            (true, 0) => Dimension::NONE,
            (true, 1) => Dimension::RATE,
            (true, _) => Dimension::ANGULAR_ACCELERATION,
            (false, 0) => Dimension::LENGTH,
            (false, 1) => Dimension::SPEED,
            (false, _) => Dimension::ACCELERATION,
        };
        self.cx.probe_number(Probe::Coordinate { coordinate, order }, dimension, turns)
    }

    /// Words for a joint's quantities, with the coordinate and the order they stand for.
    pub fn coordinate_words(&self, joint: JointId) -> Vec<(&'static str, usize, u8)> {
        match self.known.joints.list[joint].kind.coordinates() {
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

    pub fn measure_joint(&mut self, joint: JointId, name: &Name) -> Value {
        let words = self.coordinate_words(joint);
        if let Some(&(_, index, order)) = words.iter().find(|(w, ..)| *w == name.text) {
            return self.coordinate_value(Coordinate { joint, index }, order);
        }
        let count = self.known.joints.list[joint].kind.coordinates().len();
        match name.text.as_str() {
            "force" => self.cx.probe_vector(Dimension::FORCE, false, |axis| Probe::JointForce { joint, axis }),
            "torque" if self.cx.input.space == SpaceKind::Planar => {
                self.cx.probe_number(Probe::JointTorque { joint, axis: 2 }, Dimension::TORQUE, false)
            }
            "torque" => self.cx.probe_vector(Dimension::TORQUE, false, |axis| Probe::JointTorque { joint, axis }),
            word @ ("effort" | "effort2") if count > usize::from(word == "effort2") => {
                let coordinate = Coordinate { joint, index: usize::from(word == "effort2") };
                let turns = self.known.joints.list[joint].kind.coordinates()[coordinate.index];
                let dimension = if turns { Dimension::TORQUE } else { Dimension::FORCE };
                self.cx.probe_number(Probe::Effort { coordinate }, dimension, false)
            }
            word @ ("friction" | "play" | "limit_force") if self.joint_touch(joint, word).is_some() => {
                let found = self.joint_touch(joint, word);
                found.map_or(Value::Poison, |(probe, dimension, angle)| self.cx.probe_number(probe, dimension, angle))
            }
            "work" => self.joint_work(joint, name),
            "dissipated" => self.joint_heat(joint, name),
            "spring" => match self.known.springs.of_joint.get(&joint) {
                Some(&spring) => Value::Entity(Entity::Spring(spring)),
                None => self.cx.no_measure("this joint", name, &[]),
            },
            _ => {
                let mut known: Vec<&str> = words.iter().map(|(w, ..)| *w).collect();
                known.extend(["force", "torque", "work", "dissipated"]);
                if count > 0 {
                    known.push("effort");
                }
                known.extend(
                    ["friction", "play", "limit_force"].into_iter().filter(|w| self.joint_touch(joint, w).is_some()),
                );
                let what = format!("a {} joint", self.known.joints.list[joint].kind.word());
                self.cx.no_measure(&what, name, &known)
            }
        }
    }

    /// Whether a spring is wound rather than stretched.
    pub fn is_rotary(&self, spring: SpringId) -> bool {
        match self.known.springs.list[spring].kind {
            SpringKind::Linear { .. } => false,
            SpringKind::Angle { .. } => true,
            SpringKind::Coordinate(c) => self.known.joints.list[c.joint].kind.coordinates().get(c.index) == Some(&true),
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
        self.cx.probe_number(Probe::SpringStretch { spring, order }, dimension, rotary)
    }

    pub fn measure_spring(&mut self, spring: SpringId, name: &Name) -> Value {
        let rotary = self.is_rotary(spring);
        match (name.text.as_str(), rotary) {
            ("length", false) | ("angle", true) => self.spring_stretch(spring, 0),
            ("rate", _) => self.spring_stretch(spring, 1),
            ("force", false) | ("torque", true) | ("effort", _) => {
                let dimension = if rotary { Dimension::TORQUE } else { Dimension::FORCE };
                self.cx.probe_number(Probe::SpringEffort { spring }, dimension, false)
            }
            ("energy", _) => {
                // ½ k (x − rest)²
                let Value::Number(x) = self.spring_stretch(spring, 0) else { return Value::Poison };
                let (rest, stiffness) =
                    (self.known.springs.list[spring].rest, self.known.springs.list[spring].stiffness);
                let by = self.cx.binary(BinaryFn::Sub, x.scalar, Scalar::Known(rest));
                let square = self.cx.binary(BinaryFn::Mul, by, by);
                let scalar = self.cx.binary(BinaryFn::Mul, square, Scalar::Known(0.5 * stiffness));
                Value::Number(Number { scalar, dimension: Dimension::ENERGY, angle: 0, bare: false })
            }
            ("work", _) => self.spring_work(spring, name),
            ("dissipated", _) => self.spring_heat(spring, name),
            (_, true) => self.cx.no_measure(
                "a rotary spring",
                name,
                &["angle", "rate", "torque", "energy", "work", "dissipated"],
            ),
            (_, false) => self.cx.no_measure(
                "a linear spring",
                name,
                &["length", "rate", "force", "energy", "work", "dissipated"],
            ),
        }
    }
}
