//! Prescribed motion: where it should be, or as fast.

use crate::coordinates::wrapped;
use crate::doubts::{Excess, Measure, exceeds, note};
use crate::joints::{JointWatch, farthest};
use crate::look::Look;
use crate::places::Parts;
use crate::tolerances::{DRIVE_BEHIND, DRIVE_RATE, ROUNDING};
use mainspring_model::{DriveKind, Model, SwitchTarget, Tape};
use mainspring_record::Doubt;

/// Looks at every prescribed coordinate.
pub struct DriveWatch {
    /// what the prescribed motions are computed by
    tape: Tape,
    /// scratch: one a node
    values: Vec<f64>,
    /// m
    length: f64,
    any: bool,
    rates: bool,
}

impl DriveWatch {
    pub fn new(model: &Model, length: f64) -> Self {
        let prescribed = model.drives.iter().filter(|d| d.kind != DriveKind::Effort);
        let roots: Vec<usize> = prescribed.map(|d| d.value).collect();
        let values = if roots.is_empty() { Vec::new() } else { vec![0.0; model.programs.nodes.len()] };
        let rates = model.drives.iter().any(|d| d.kind == DriveKind::Speed);
        Self { any: !roots.is_empty(), rates, tape: model.programs.tape(&roots), values, length }
    }

    /// Whether any motion is prescribed.
    pub fn any(&self) -> bool {
        self.any
    }

    /// Whether any rate is prescribed.
    pub fn reads_rates(&self) -> bool {
        self.rates
    }

    pub fn look(
        &mut self,
        joints: &JointWatch,
        model: &Model,
        look: &Look<'_>,
        parts: Parts<'_>,
        doubts: &mut Vec<Doubt>,
    ) {
        if !self.any {
            return;
        }
        // prescribed motion reads only time
        model.programs.evaluate(&self.tape, look.time, look.switch_time, |_| f64::NAN, &mut self.values);
        for (d, drive) in model.drives.iter().enumerate() {
            let joint = drive.coordinate.joint;
            if !(look.attached)(SwitchTarget::Joint(joint)) || (drive.limit.is_some() && !(look.follows)(d)) {
                continue;
            }
            let marked = joints.joint(joint);
            let value = self.values[drive.value];
            let Some(&angle) = marked.kind.coordinates().get(drive.coordinate.index) else { continue };
            let (amount, allowed, unit) = match drive.kind {
                DriveKind::Position => {
                    let now = marked.relative(model.space, parts);
                    let Some(is) = marked.coordinate(model.space, &now, drive.coordinate.index) else { continue };
                    if angle {
                        (wrapped(is - value).abs(), DRIVE_BEHIND + ROUNDING * value.abs(), "rad")
                    } else {
                        let rounding = ROUNDING * (farthest(marked, parts.poses) + value.abs());
                        ((is - value).abs(), DRIVE_BEHIND * self.length + rounding, "m")
                    }
                }
                DriveKind::Speed => {
                    let rate = marked.rate(model.space, parts.poses, look.velocities, drive.coordinate.index);
                    let Some((is, fastest)) = rate else { continue };
                    // where it passes through nothing, by what would be seen in a second
                    let unseen = ROUNDING * if angle { 1.0 } else { self.length };
                    let allowed = DRIVE_RATE * fastest.max(value.abs()) + unseen;
                    ((is - value).abs(), allowed, if angle { "rad/s" } else { "m/s" })
                }
                DriveKind::Acceleration | DriveKind::Effort => continue,
            };
            if exceeds(amount, allowed) {
                let who = [drive.path.as_str()];
                note(doubts, look.time, &Excess { measure: Measure::Drive, who: &who, amount, allowed, unit });
            }
        }
    }
}
