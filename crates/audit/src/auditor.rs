//! The auditor: all measures together.

use crate::drives::DriveWatch;
use crate::energy::{EnergyNotes, EnergyWatch};
use crate::joints::{GearTurns, JointWatch};
use crate::look::Look;
use crate::overlaps::{OverlapLook, OverlapWatch};
use crate::places::{Parts, place};
use mainspring_model::{Joint, Load, Model, Pose, SwitchTarget};
use mainspring_overlap::Place;
use mainspring_record::Doubt;
use serde::{Deserialize, Serialize};

/// Watches one run.
pub struct Auditor {
    overlaps: OverlapWatch,
    joints: JointWatch,
    drives: DriveWatch,
    energy: EnergyWatch,
    /// scratch: where the bodies are
    places: Vec<Place>,
    doubts: Vec<Doubt>,
}

/// What the auditor remembers between looks, for checkpoints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    doubts: Vec<Doubt>,
    energy: EnergyNotes,
    gears: Vec<GearTurns>,
    /// under the penalty method; [pairs that are watched]
    explained: Vec<f64>,
}

impl Auditor {
    /// For a run of `model`, whose largest extent is `length` (m); `controlled`: steps are chosen by their error.
    #[must_use]
    pub fn new(model: &Model, length: f64, controlled: bool) -> Self {
        Self {
            overlaps: OverlapWatch::new(model),
            joints: JointWatch::new(model, length),
            drives: DriveWatch::new(model, length),
            energy: EnergyWatch::new(model.run.rtol, length, controlled),
            places: Vec::new(),
            doubts: Vec::new(),
        }
    }

    /// Whether it needs velocities.
    #[must_use]
    pub fn reads_velocities(&self) -> bool {
        self.drives.reads_rates()
    }

    /// Whether only joints are to be looked at in the poses: no contact, no stop, no gear, no prescribed motion.
    #[must_use]
    pub fn reads_joints_alone(&self, model: &Model) -> bool {
        let plain = |joint: &Joint| joint.stop.is_none() && joint.kind.coupling().is_none();
        !self.overlaps.any() && !self.drives.any() && model.joints.iter().all(plain)
    }

    /// Looks at a moment; true if something came into doubt that was not before.
    pub fn look(&mut self, model: &Model, look: &Look<'_>) -> bool {
        let before = self.doubts.len();
        let Self { overlaps, joints, drives, places, doubts, .. } = self;
        if let Some(poses) = look.poses {
            places.clear();
            places.extend(poses.iter().take(model.bodies.len()).map(|pose| place(model.space, pose)));
            let parts = Parts { poses, places };
            let Look { time, attached, stepped_pair, soft, .. } = *look;
            overlaps.look(model, OverlapLook { time, attached, stepped: stepped_pair, soft }, places, doubts);
            joints.look(model, look, parts, doubts);
            drives.look(joints, model, look, parts, doubts);
        }
        self.energy.look(model, look, &mut self.doubts);
        self.doubts.len() > before
    }

    /// What would be inside each other at these poses, by more than is allowed between events.
    pub fn overlap_at(
        &mut self,
        model: &Model,
        poses: &[Pose],
        attached: &dyn Fn(SwitchTarget) -> bool,
        stepped: &dyn Fn(usize) -> bool,
    ) -> Vec<Doubt> {
        self.places.clear();
        self.places.extend(poses.iter().take(model.bodies.len()).map(|pose| place(model.space, pose)));
        let mut found = Vec::new();
        let look = OverlapLook { time: 0.0, attached, stepped, soft: None };
        self.overlaps.look(model, look, &self.places, &mut found);
        found
    }

    /// What came into doubt so far, without what only the end decides.
    #[must_use]
    pub fn doubts(&self) -> &[Doubt] {
        &self.doubts
    }

    /// Everything in doubt, in the order of its beginning. Energy is judged by all that was exchanged until now.
    #[must_use]
    pub fn conclusion(&self, model: &Model, loads: &[(Load, f64)]) -> Vec<Doubt> {
        let mut doubts = self.doubts.clone();
        self.energy.conclude(model, loads, &mut doubts);
        doubts.sort_by(|a, b| a.since.total_cmp(&b.since));
        doubts
    }

    /// What it remembers.
    #[must_use]
    pub fn notes(&self) -> Notes {
        Notes {
            doubts: self.doubts.clone(),
            energy: self.energy.notes.clone(),
            gears: self.joints.gears.clone(),
            explained: self.overlaps.explained(),
        }
    }

    /// Takes up what it remembered of the same run.
    pub fn remember(&mut self, notes: &Notes) {
        self.doubts.clone_from(&notes.doubts);
        self.energy.notes.clone_from(&notes.energy);
        self.overlaps.remember(&notes.explained);
        if notes.gears.len() == self.joints.gears.len() {
            self.joints.gears.clone_from(&notes.gears);
        }
    }
}
