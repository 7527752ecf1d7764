//! Where joints, drives, constraints and ledger entries stand among all rows.

use crate::multibody::ledger::loads;
use crate::multibody::row_groups::{By, Group, Source};
use mainspring_model::{Load, Model};

/// Where joints, drives and constraints have their rows.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// per joint: its group, if it has rows
    pub joint: Vec<Option<usize>>,
    /// per drive: group and row within it, if its motion is prescribed
    pub drive: Vec<Option<(usize, usize)>>,
    /// per user constraint: its row
    pub constraint: Vec<usize>,
    /// entries of the ledger
    pub ledger: Vec<Load>,
    /// per pair that may touch: where its heat stands in w
    heat: Vec<usize>,
}

impl Places {
    pub fn of(model: &Model, groups: &[Group]) -> Self {
        let mut out = Self {
            joint: vec![None; model.joints.len()],
            drive: vec![None; model.drives.len()],
            constraint: vec![0; model.constraints.len()],
            ledger: loads(model),
            heat: Vec::new(),
        };
        let others = out.load(Load::OtherContacts).unwrap_or(0);
        out.heat = vec![others; model.contacts.pairs.len()];
        for (at, load) in out.ledger.iter().enumerate() {
            if let Load::Contact(pair) = load {
                out.heat[*pair] = at;
            }
        }
        for (g, group) in groups.iter().enumerate() {
            match &group.source {
                Source::Joint { joint, own, coordinates } => {
                    out.joint[*joint] = Some(g);
                    for (k, p) in coordinates.iter().enumerate() {
                        if let By::Drive(d) = p.by {
                            out.drive[d] = Some((g, own + k));
                        }
                    }
                }
                Source::Gear { joint, .. } => out.joint[*joint] = Some(g),
                Source::User { constraint } => out.constraint[*constraint] = group.first,
                Source::Stick { .. } | Source::Given { .. } | Source::Hold { .. } => {}
            }
        }
        out
    }
}

impl Places {
    /// Where the heat of a pair that may touch stands in w, with that of others or alone.
    pub fn heat(&self, pair: usize) -> usize {
        self.heat[pair]
    }

    /// Where a load's integral stands in w.
    pub fn load(&self, load: Load) -> Option<usize> {
        self.ledger.iter().position(|l| *l == load)
    }
}

/// Per body: its group.
pub fn hold_groups(model: &Model, groups: &[Group]) -> Vec<Option<usize>> {
    let mut out = vec![None; model.bodies.len()];
    for (g, group) in groups.iter().enumerate() {
        if let Source::Hold { body } = group.source {
            out[body] = Some(g);
        }
    }
    out
}
