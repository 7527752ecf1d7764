//! Work and heat of one load, and values just before an event.

use crate::build::Builder;
use crate::elaborate::value::{Number, Placed, Scalar, Value};
use crate::functions::BinaryFn;
use crate::model::{JointId, SpringId};
use crate::probe::{EnergyTerm, Load, Probe};
use crate::program::Node;
use mainspring_definition::{Diagnostic, Dimension, Name};

impl Builder<'_> {
    /// A quantity of a force or torque.
    pub fn measure_load(&mut self, force: usize, name: &Name) -> Value {
        match name.text.as_str() {
            "work" => self.energy_through(&[Load::Force(force)], name),
            _ => self.no_measure("a load", name, &["work"]),
        }
    }

    /// A quantity of a constraint: of all its rows together.
    pub fn measure_constraint(&mut self, constraint: usize, name: &Name) -> Value {
        if name.text != "work" {
            return self.no_measure("a constraint", name, &["work"]);
        }
        let rows = self.constraint_rows[constraint].clone();
        self.energy_through(&rows.map(Load::Constraint).collect::<Vec<_>>(), name)
    }

    /// What the drives and actuators of a joint have done.
    pub fn joint_work(&mut self, joint: JointId, name: &Name) -> Value {
        let Some(drives) = self.driven.get(&joint).cloned() else {
            if !self.loads_known {
                return self.too_early(name);
            }
            let path = self.joints[joint].path.clone();
            let fix = format!(
                "add `drive {path} …`, or read `energy.work`; a joint by itself does no work on the mechanism as a whole"
            );
            return self.no_energy(name, format!("`{path}` has neither drive nor actuator, so it does no work"), fix);
        };
        self.energy_through(&drives.into_iter().map(Load::Drive).collect::<Vec<_>>(), name)
    }

    /// What damping and friction of a joint have taken out.
    pub fn joint_heat(&mut self, joint: JointId, name: &Name) -> Value {
        let spring = self.parts_of_joint.get(&joint).copied();
        let mut loads = Vec::new();
        if self.joints[joint].compliant.is_some() {
            loads.push(Load::Compliant(joint));
        }
        if self.joints[joint].friction.is_some() {
            loads.push(Load::Friction(joint));
        }
        // friction may have been said and left out of this run
        if loads.is_empty() && spring.is_none() && !self.leaves_out(crate::Domain::Friction) {
            let path = self.joints[joint].path.clone();
            let fix = "add `damping = …`, `friction = …` or `compliant { … }` to it, or read `dissipated` of a spring"
                .to_owned();
            return self.no_energy(name, format!("nothing in `{path}` dissipates energy"), fix);
        }
        loads.extend(spring.filter(|s| self.springs[*s].damping != 0.0).map(Load::Damper));
        self.energy_through(&loads, name)
    }

    /// What the actuator of a spring has done.
    pub fn spring_work(&mut self, spring: SpringId, name: &Name) -> Value {
        if !self.actuated.contains(&spring) {
            let path = self.springs[spring].path.clone();
            let word = if self.is_rotary(spring) { "torque" } else { "force" };
            let fix = format!("add `{word} = …` to it, or read `{path}.energy` or `{path}.dissipated`");
            return self.no_energy(name, format!("`{path}` has no actuator, so it does no work"), fix);
        }
        if !self.loads_known {
            return self.too_early(name);
        }
        // said, but left out of this run
        let loads = self.springs[spring].effort.map(|_| Load::Actuator(spring));
        self.energy_through(&loads.into_iter().collect::<Vec<_>>(), name)
    }

    /// What the damper of a spring has taken out; nothing without damping.
    pub fn spring_heat(&mut self, spring: SpringId, name: &Name) -> Value {
        let damper = [Load::Damper(spring)];
        let loads = if self.springs[spring].damping == 0.0 { &[] } else { &damper[..] };
        self.energy_through(loads, name)
    }

    /// Entries of the ledger, added up.
    pub fn energy_through(&mut self, loads: &[Load], name: &Name) -> Value {
        if !self.loads_known {
            return self.too_early(name);
        }
        let mut sum = Scalar::Known(0.0);
        for (i, load) in loads.iter().enumerate() {
            let one = Scalar::Node(self.probe(Probe::Work(*load)));
            sum = if i == 0 { one } else { self.binary(BinaryFn::Add, sum, one) };
        }
        Value::Number(Number { scalar: sum, dimension: Dimension::ENERGY, angle: 0, bare: false })
    }

    /// While loads are being gathered nothing may read what they will have done.
    fn too_early(&mut self, name: &Name) -> Value {
        let message = format!("`{}` is known only once the equations are solved", name.text);
        self.report(
            Diagnostic::error("E0309", name.span, message)
                .help("loads and sizes may read positions, rates and time; record it, or use it in `when`"),
        );
        Value::Poison
    }

    fn no_energy(&mut self, name: &Name, message: String, fix: String) -> Value {
        self.report(Diagnostic::error("E0308", name.span, message).help(fix));
        Value::Poison
    }

    /// The term of the ledger of this name.
    pub fn energy_term(name: &str) -> Option<EnergyTerm> {
        Some(match name {
            "kinetic" => EnergyTerm::Kinetic,
            "potential" => EnergyTerm::Potential,
            "spring" => EnergyTerm::Spring,
            "total" => EnergyTerm::Total,
            "work" => EnergyTerm::Work,
            "dissipated" => EnergyTerm::Dissipated,
            "lost" => EnergyTerm::Lost,
            "residual" => EnergyTerm::Residual,
            _ => return None,
        })
    }

    /// `before(x)`: a number, a condition, or each component of a vector.
    pub fn before(&mut self, of: &Placed) -> Option<Value> {
        if self.sweep.on {
            self.no_place_in_sweep(of.span, "what was before an event: frames stand on both sides of each");
            return None;
        }
        Some(match &of.value {
            Value::Number(n) => Value::Number(Number { scalar: self.just_before(n.scalar), bare: false, ..*n }),
            Value::Flag(f) => Value::Flag(self.just_before(*f)),
            Value::Tuple(items) => {
                let mut parts = Vec::with_capacity(items.len());
                for value in items {
                    parts.push(self.before(&Placed { value: value.clone(), span: of.span })?);
                }
                Value::Tuple(parts)
            }
            other => {
                let message = format!("`before` takes a number or a vector, found {}", other.describe());
                self.report(
                    Diagnostic::error("E0303", of.span, message)
                        .help("say which quantity of it, such as `before(bob.velocity)`"),
                );
                return None;
            }
        })
    }

    fn just_before(&mut self, scalar: Scalar) -> Scalar {
        // what never changes has no other value before, and before what was before is the same
        let Scalar::Node(node) = scalar else { return scalar };
        if let Node::Probe(p) = self.programs.nodes[node]
            && matches!(self.programs.probes[p], Probe::Before { .. })
        {
            return scalar;
        }
        let recent = self.programs.before.len().saturating_sub(64);
        let known = self.programs.before[recent..].iter().position(|n| *n == node).map(|i| recent + i);
        let slot = known.unwrap_or_else(|| {
            self.programs.before.push(node);
            self.programs.before.len() - 1
        });
        Scalar::Node(self.probe(Probe::Before { slot }))
    }
}
