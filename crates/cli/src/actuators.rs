//! How many windows, arrays, scripts, bins and arriving parts a scene has, and who came and went in a run: the same words
//! and the same names in `--json` for a model, a recording and a run.

use crate::numbers::counted;
use mainspring_workbench::model::{Model, SwitchTarget};
use mainspring_workbench::record::{Drawing, Event, WindowKind};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What of an actuator array a scene has, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Actuators {
    pub windows: usize,
    pub arrays: usize,
    pub scripts: usize,
    pub bins: usize,
    /// parts that are not there from the start
    pub arrivals: usize,
}

impl Actuators {
    /// Of a model.
    pub fn of(model: &Model) -> Self {
        let arriving = model.switches.iter().filter(|s| s.attach).flat_map(|s| &s.targets);
        let parts: BTreeSet<usize> = arriving
            .filter_map(|target| match target {
                SwitchTarget::Part { body, .. } => Some(*body),
                _ => None,
            })
            .collect();
        let fields = &model.fields;
        Self {
            windows: fields.windows.len(),
            arrays: fields.arrays.len(),
            scripts: fields.scripts.len(),
            bins: fields.bins.len(),
            arrivals: parts.len(),
        }
    }

    /// Of a recording.
    pub fn drawn(drawing: &Drawing) -> Self {
        let arrays = drawing.windows.iter().filter(|w| w.kind == WindowKind::Array).count();
        Self {
            windows: drawing.windows.len() - arrays,
            arrays,
            scripts: drawing.scripts.len(),
            bins: drawing.bins.len(),
            arrivals: drawing.bodies.iter().filter(|b| b.arrives).count(),
        }
    }

    /// Nothing where there is nothing to count.
    pub fn some(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }

    /// "2 windows", "1 array" …; what there is none of is not said.
    pub fn words(&self) -> Vec<String> {
        let all = [
            (self.windows, "window", "windows"),
            (self.arrays, "array", "arrays"),
            (self.scripts, "script", "scripts"),
            (self.bins, "bin", "bins"),
            (self.arrivals, "part that arrives", "parts that arrive"),
        ];
        all.into_iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| counted(n, one, many)).collect()
    }
}

/// Parts that came and went in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    pub arrived: usize,
    /// in all, those in bins among them
    pub left: usize,
    /// by bin
    pub bins: BTreeMap<String, usize>,
}

impl Traffic {
    /// As events tell it: `arrive` of a part, `leave` of a part, with the bin it fell into.
    pub fn of(events: &[Event]) -> Self {
        let mut traffic = Self::default();
        for event in events {
            match event.kind.as_str() {
                "arrive" => traffic.arrived += 1,
                "leave" => {
                    traffic.left += 1;
                    if let Some(bin) = event.who.get(1) {
                        *traffic.bins.entry(bin.clone()).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
        traffic
    }

    /// Nothing where nobody came or went.
    pub fn some(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }

    /// "6 arrived, 5 left: 3 into `tray`".
    pub fn line(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.arrived > 0 {
            parts.push(format!("{} arrived", self.arrived));
        }
        if self.left > 0 {
            let bins: Vec<String> = self.bins.iter().map(|(bin, n)| format!("{n} into `{bin}`")).collect();
            let into = if bins.is_empty() { String::new() } else { format!(": {}", bins.join(", ")) };
            parts.push(format!("{} left{into}", self.left));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
