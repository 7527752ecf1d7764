//! What the energy ledger integrates, and under which name.

use crate::multibody::results::{LedgerEntry, LedgerKind};
use crate::multibody::row_groups::friction_joints;
use crate::multibody::support::all_on_table;
use mainspring_model::{Load, Model, Probe};

/// Pairs up to which the heat of each is integrated by itself; of more, only those whose heat is read are.
const MOST_OWN: usize = 256;

/// What w integrates, by name.
pub fn ledger(model: &Model, loads: &[Load]) -> Vec<LedgerEntry> {
    loads
        .iter()
        .map(|load| {
            let (path, kind) = match *load {
                Load::Contact(i) => {
                    let path = model.contact_path(i);
                    return LedgerEntry { path, kind: LedgerKind::Dissipation, load: *load };
                }
                Load::OtherContacts => {
                    return LedgerEntry { path: "contacts".to_owned(), kind: LedgerKind::Dissipation, load: *load };
                }
                // as in `surface.energy`
                Load::Drawn => {
                    return LedgerEntry { path: "surface".to_owned(), kind: LedgerKind::Meter, load: *load };
                }
                Load::Field(b) => (&model.bodies[b].path, LedgerKind::Work),
                Load::Surface(b) => (&model.bodies[b].path, LedgerKind::Dissipation),
                Load::Force(i) => (&model.forces[i].path, LedgerKind::Work),
                Load::Drive(i) => (&model.drives[i].path, LedgerKind::Work),
                Load::Actuator(i) => (&model.springs[i].path, LedgerKind::Work),
                Load::Constraint(i) => (&model.constraints[i].path, LedgerKind::Work),
                Load::Damper(i) => (&model.springs[i].path, LedgerKind::Dissipation),
                Load::Friction(i) => (&model.joints[i].path, LedgerKind::Dissipation),
                Load::Compliant(i) => (&model.joints[i].path, LedgerKind::Dissipation),
            };
            LedgerEntry { path: path.clone(), kind, load: *load }
        })
        .collect()
}

/// What the ledger integrates, in the order `powers` writes it.
pub fn loads(model: &Model) -> Vec<Load> {
    let mut out: Vec<Load> = (0..model.forces.len()).map(Load::Force).collect();
    out.extend((0..model.drives.len()).map(Load::Drive));
    let springs = || model.springs.iter().enumerate();
    out.extend(springs().filter(|(_, s)| s.effort.is_some()).map(|(i, _)| Load::Actuator(i)));
    out.extend((0..model.constraints.len()).map(Load::Constraint));
    out.extend(springs().filter(|(_, s)| s.damping != 0.0).map(|(i, _)| Load::Damper(i)));
    let joints = model.joints.iter().enumerate();
    out.extend(joints.filter(|(_, j)| j.compliant.is_some()).map(|(i, _)| Load::Compliant(i)));
    out.extend(friction_joints(model).map(Load::Friction));
    let pairs = model.contacts.pairs.len();
    if pairs <= MOST_OWN {
        out.extend((0..pairs).map(Load::Contact));
    } else {
        let read = |p: &Probe| if let Probe::Work(Load::Contact(k)) = p { Some(*k) } else { None };
        let mut read: Vec<usize> = model.programs.probes.iter().filter_map(read).collect();
        read.sort_unstable();
        read.dedup();
        out.extend(read.into_iter().map(Load::Contact));
        out.push(Load::OtherContacts);
    }
    out.extend(table_loads(model));
    out
}

/// What the ledger integrates, in the order `table_powers` writes it.
fn table_loads(model: &Model) -> Vec<Load> {
    let fields = &model.fields;
    let pushes = !fields.windows.is_empty() || !fields.arrays.is_empty();
    let mut out = Vec::new();
    let on_table = all_on_table(model);
    for b in (0..model.bodies.len()).filter(|&b| on_table[b]) {
        if pushes {
            out.push(Load::Field(b));
        }
        if fields.surface.is_some() {
            out.push(Load::Surface(b));
        }
    }
    if draws(model) {
        out.push(Load::Drawn);
    }
    out
}

/// Whether anything draws power.
fn draws(model: &Model) -> bool {
    model.fields.windows.iter().any(|w| w.power.is_some()) || model.fields.arrays.iter().any(|a| a.power.is_some())
}
