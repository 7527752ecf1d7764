//! Work and heat of one load, the energy ledger and the verdict of the run.

use crate::context::value::{Number, Scalar, Value};
use crate::measure::measuring::Measuring;
use crate::options::Domain;
use mainspring_definition::{Diagnostic, Dimension, Name};
use mainspring_model::BinaryFn;
use mainspring_model::{EnergyTerm, Load, Probe};
use mainspring_model::{JointId, SpringId};

const ENERGY: &[&str] = &["kinetic", "potential", "spring", "total", "work", "dissipated", "lost", "residual"];

impl Measuring<'_, '_> {
    /// A quantity of a force or torque.
    pub fn measure_load(&mut self, force: usize, name: &Name) -> Value {
        match name.text.as_str() {
            "work" => self.energy_through(&[Load::Force(force)], name),
            _ => self.cx.no_measure("a load", name, &["work"]),
        }
    }

    /// A quantity of a constraint: of all its rows together.
    pub fn measure_constraint(&mut self, constraint: usize, name: &Name) -> Value {
        if name.text != "work" {
            return self.cx.no_measure("a constraint", name, &["work"]);
        }
        let rows = self.known.loads.constraint_rows[constraint].clone();
        self.energy_through(&rows.map(Load::Constraint).collect::<Vec<_>>(), name)
    }

    /// What the drives and actuators of a joint have done.
    pub fn joint_work(&mut self, joint: JointId, name: &Name) -> Value {
        let Some(drives) = self.known.loads.driven.get(&joint).cloned() else {
            if !self.known.loads.known {
                return self.too_early(name);
            }
            let path = self.known.joints.list[joint].path.clone();
            let fix = format!(
                "add `drive {path} …`, or read `energy.work`; a joint by itself does no work on the mechanism as a whole"
            );
            return self.no_energy(name, format!("`{path}` has neither drive nor actuator, so it does no work"), fix);
        };
        self.energy_through(&drives.into_iter().map(Load::Drive).collect::<Vec<_>>(), name)
    }

    /// What damping and friction of a joint have taken out.
    pub fn joint_heat(&mut self, joint: JointId, name: &Name) -> Value {
        let spring = self.known.springs.of_joint.get(&joint).copied();
        let mut loads = Vec::new();
        if self.known.joints.list[joint].compliant.is_some() {
            loads.push(Load::Compliant(joint));
        }
        if self.known.joints.list[joint].friction.is_some() {
            loads.push(Load::Friction(joint));
        }
        // friction may have been said and left out of this run
        if loads.is_empty() && spring.is_none() && !self.cx.leaves_out(Domain::Friction) {
            let path = self.known.joints.list[joint].path.clone();
            let fix = "add `damping = …`, `friction = …` or `compliant { … }` to it, or read `dissipated` of a spring"
                .to_owned();
            return self.no_energy(name, format!("nothing in `{path}` dissipates energy"), fix);
        }
        loads.extend(spring.filter(|s| self.known.springs.list[*s].damping != 0.0).map(Load::Damper));
        self.energy_through(&loads, name)
    }

    /// What the actuator of a spring has done.
    pub fn spring_work(&mut self, spring: SpringId, name: &Name) -> Value {
        if !self.known.springs.actuated.contains(&spring) {
            let path = self.known.springs.list[spring].path.clone();
            let word = if self.is_rotary(spring) { "torque" } else { "force" };
            let fix = format!("add `{word} = …` to it, or read `{path}.energy` or `{path}.dissipated`");
            return self.no_energy(name, format!("`{path}` has no actuator, so it does no work"), fix);
        }
        if !self.known.loads.known {
            return self.too_early(name);
        }
        // said, but left out of this run
        let loads = self.known.springs.list[spring].effort.map(|_| Load::Actuator(spring));
        self.energy_through(&loads.into_iter().collect::<Vec<_>>(), name)
    }

    /// What the damper of a spring has taken out; nothing without damping.
    pub fn spring_heat(&mut self, spring: SpringId, name: &Name) -> Value {
        let damper = [Load::Damper(spring)];
        let loads = if self.known.springs.list[spring].damping == 0.0 { &[] } else { &damper[..] };
        self.energy_through(loads, name)
    }

    /// Entries of the ledger, added up.
    pub fn energy_through(&mut self, loads: &[Load], name: &Name) -> Value {
        if !self.known.loads.known {
            return self.too_early(name);
        }
        let mut sum = Scalar::Known(0.0);
        for (i, load) in loads.iter().enumerate() {
            let one = Scalar::Node(self.cx.probe(Probe::Work(*load)));
            sum = if i == 0 { one } else { self.cx.binary(BinaryFn::Add, sum, one) };
        }
        Value::Number(Number { scalar: sum, dimension: Dimension::ENERGY, angle: 0, bare: false })
    }

    /// While loads are being gathered nothing may read what they will have done.
    fn too_early(&mut self, name: &Name) -> Value {
        let message = format!("`{}` is known only once the equations are solved", name.text);
        self.cx.findings.report(
            Diagnostic::error("E0309", name.span, message)
                .help("loads and sizes may read positions, rates and time; record it, or use it in `when`"),
        );
        Value::Poison
    }

    fn no_energy(&mut self, name: &Name, message: String, fix: String) -> Value {
        self.cx.findings.report(Diagnostic::error("E0308", name.span, message).help(fix));
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

    pub fn measure_energy(&mut self, name: &Name) -> Value {
        match Self::energy_term(&name.text) {
            Some(term) => self.cx.probe_number(Probe::Energy(term), Dimension::ENERGY, false),
            None => self.cx.no_measure("the energy ledger", name, ENERGY),
        }
    }

    /// A quantity of the run itself.
    pub fn measure_run(&mut self, name: &Name) -> Value {
        match name.text.as_str() {
            "verdict" => self.cx.probe_number(Probe::Verdict, Dimension::NONE, false),
            _ => self.cx.no_measure("the run", name, &["verdict"]),
        }
    }
}
