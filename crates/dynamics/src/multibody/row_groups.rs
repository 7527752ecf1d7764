//! Which rows there are: a group per joint (its drives' rows included), gear and user constraint.

use crate::multibody::kinematics::Kinematics;
use crate::multibody::kkt::pattern::Element;
use crate::multibody::probe_bodies::probe_bodies;
use crate::multibody::space::RowKind;
use crate::multibody::support::holdable;
use mainspring_model::{BodyId, BodyKind, Coordinate, DriveKind, Gear, Marker, Model};
use std::collections::BTreeMap;

/// Where a group's rows come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// a joint's own rows (none if compliant), then one per prescribed or started coordinate
    Joint { joint: usize, own: usize, coordinates: Vec<Prescribed> },
    /// one row between two joint coordinates
    Gear { joint: usize, first: Coordinate, second: Coordinate, ratio: f64, start: f64 },
    /// one row that holds a coordinate with a bounded effort, of friction while it sticks or of a drive with a limit; its place
    /// in `bounded_efforts`
    Stick { place: usize, coordinate: Coordinate, drive: Option<usize> },
    /// one row of the user's own
    User { constraint: usize },
    /// every velocity of a body that rests on the table, or is not there
    Hold { body: BodyId },
    /// velocity (or spin) given with `moving` or `spinning`; only while assembling
    Given { body: BodyId, spin: bool },
}

/// A coordinate with a row.
#[derive(Clone, Copy, Debug)]
pub struct Prescribed {
    pub index: usize,
    pub by: By,
}

/// Who prescribes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// index into `Model::drives`
    Drive(usize),
    /// index into `Model::starts`; only while assembling
    Start(usize),
}

/// Rows that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    pub source: Source,
    /// first row
    pub first: usize,
    /// number of rows
    pub rows: usize,
    /// moving bodies it touches
    pub blocks: Vec<BodyId>,
    /// where its Jacobian starts: `[block][row]`
    pub jacobian: usize,
}

/// What is known of one row for good.
#[derive(Clone, Copy, Debug)]
pub struct RowInfo {
    pub group: usize,
    /// divides its residual: the mechanism's length, or 1 for angles
    pub scale: f64,
    pub angle: bool,
    /// positions are projected onto it
    pub position: bool,
    /// velocities are projected onto it
    pub velocity: bool,
    /// accelerations obey it
    pub acceleration: bool,
    /// carries a drive's effort
    pub drive: bool,
    /// its zero is wherever the joint is when it is attached
    pub phase: bool,
}

pub struct Groups {
    pub groups: Vec<Group>,
    pub rows: Vec<RowInfo>,
    pub jacobian: usize,
}

/// Lays out all rows. `starts` brings rows for exact starts in (while assembling).
pub fn lay_out(model: &Model, frames: &dyn Kinematics, gear_start: &[f64], length: f64, starts: bool) -> Groups {
    let mut out = Groups { groups: Vec::new(), rows: Vec::new(), jacobian: 0 };
    // of each coordinate: to look through all for each joint would take their product
    let drives = by_coordinate(model.drives.iter().map(|d| d.coordinate));
    let asked = by_coordinate(model.starts.iter().map(|s| s.coordinate));
    for (j, joint) in model.joints.iter().enumerate() {
        if let Some(gear @ &Gear { first, second, ratio, .. }) = joint.kind.coupling() {
            let ends = |(c, _): (Coordinate, f64)| [model.joints[c.joint].a, model.joints[c.joint].b];
            let markers: Vec<Marker> = gear.terms().flat_map(ends).collect();
            let angle = model.joints[second.joint].kind.coordinates()[second.index];
            let scale = if angle { 1.0 } else { length };
            let info = RowInfo { scale, angle, phase: true, ..blank(out.groups.len()) };
            let source = Source::Gear { joint: j, first, second, ratio, start: gear_start[j] };
            out.add(model, source, &markers, vec![info]);
            continue;
        }
        let Some(kinds) = frames.joint_rows(j) else { continue };
        let group = out.groups.len();
        let mut infos: Vec<RowInfo> = Vec::new();
        if joint.compliant.is_none() {
            let remembered = frames.joint_remembers(j);
            infos.extend(kinds.iter().enumerate().map(|(r, kind)| RowInfo {
                phase: remembered == Some(r),
                scale: if *kind == RowKind::Angle { 1.0 } else { length },
                angle: *kind == RowKind::Angle,
                position: *kind != RowKind::Speed,
                ..blank(group)
            }));
        }
        let own = infos.len();
        let mut coordinates = Vec::new();
        for (index, angle) in joint.kind.coordinates().iter().enumerate() {
            let info = RowInfo { scale: if *angle { 1.0 } else { length }, angle: *angle, ..blank(group) };
            let mut driven = (false, false);
            for &d in drives.get(&(j, index)).into_iter().flatten() {
                let drive = &model.drives[d];
                // one with a limit may give way: a row of its own, but for the start
                if drive.kind == DriveKind::Effort || (drive.limit.is_some() && !starts) {
                    continue;
                }
                driven =
                    (driven.0 || drive.kind == DriveKind::Position, driven.1 || drive.kind != DriveKind::Acceleration);
                coordinates.push(Prescribed { index, by: By::Drive(d) });
                infos.push(RowInfo {
                    position: drive.kind == DriveKind::Position,
                    velocity: drive.kind != DriveKind::Acceleration,
                    drive: true,
                    ..info
                });
            }
            if starts {
                for &s in asked.get(&(j, index)).into_iter().flatten() {
                    let start = &model.starts[s];
                    let (value, rate) = (start.value.is_some() && !driven.0, start.rate.is_some() && !driven.1);
                    if start.exact && (value || rate) {
                        coordinates.push(Prescribed { index, by: By::Start(s) });
                        infos.push(RowInfo { position: value, velocity: rate, acceleration: false, ..info });
                    }
                }
            }
        }
        if !infos.is_empty() {
            out.add(model, Source::Joint { joint: j, own, coordinates }, &[joint.a, joint.b], infos);
        }
    }
    for (place, effort) in bounded_efforts(model).enumerate() {
        let (coordinate, drive) = match effort {
            BoundedEffort::Friction(j) => (Coordinate { joint: j, index: 0 }, None),
            BoundedEffort::Drive(d) => (model.drives[d].coordinate, Some(d)),
        };
        let joint = &model.joints[coordinate.joint];
        let angle = joint.kind.coordinates()[coordinate.index];
        let scale = if angle { 1.0 } else { length };
        let position = drive.is_some_and(|d| model.drives[d].kind == DriveKind::Position);
        let info = RowInfo { scale, angle, position, ..blank(out.groups.len()) };
        out.add(model, Source::Stick { place, coordinate, drive }, &[joint.a, joint.b], vec![info]);
    }
    for body in holdable(model) {
        let (axes, all) = (frames.v_len(BodyKind::Point), frames.v_len(model.bodies[body].kind));
        let info = RowInfo { scale: length, position: false, ..blank(out.groups.len()) };
        let infos = (0..all).map(|r| if r < axes { info } else { RowInfo { scale: 1.0, angle: true, ..info } });
        let marker = Marker { body: Some(body), frame: mainspring_model::Frame::at([0.0; 3]) };
        out.add(model, Source::Hold { body }, &[marker], infos.collect());
    }
    for (c, constraint) in model.constraints.iter().enumerate() {
        let tape = model.programs.tape(&[constraint.value]);
        let mut markers = Vec::new();
        for &p in &tape.probes {
            markers.extend(
                probe_bodies(model, &model.programs.probes[p])
                    .into_iter()
                    .map(|body| Marker { body: Some(body), frame: mainspring_model::Frame::at([0.0; 3]) }),
            );
        }
        let angle = constraint.dimension == mainspring_definition::Dimension::NONE;
        let info = RowInfo { scale: if angle { 1.0 } else { length }, angle, ..blank(out.groups.len()) };
        out.add(model, Source::User { constraint: c }, &markers, vec![info]);
    }
    if starts {
        for (b, body) in model.bodies.iter().enumerate() {
            let (axes, turns) =
                (frames.v_len(BodyKind::Point), frames.v_len(body.kind).saturating_sub(frames.v_len(BodyKind::Point)));
            let marker = Marker { body: Some(b), frame: mainspring_model::Frame::at([0.0; 3]) };
            let asked = [(body.velocity != [0.0; 3], false, axes), (body.spin != [0.0; 3], true, turns)];
            for (_, spin, rows) in asked.into_iter().filter(|(given, _, n)| *given && *n > 0) {
                let scale = if spin { 1.0 } else { length };
                let info =
                    RowInfo { scale, angle: spin, position: false, acceleration: false, ..blank(out.groups.len()) };
                if body.kind != BodyKind::Fixed && body.present {
                    out.add(model, Source::Given { body: b, spin }, &[marker], vec![info; rows]);
                }
            }
        }
    }
    out
}

/// Which of them belong to each coordinate, in their order.
fn by_coordinate(all: impl Iterator<Item = Coordinate>) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut found: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (k, coordinate) in all.enumerate() {
        found.entry((coordinate.joint, coordinate.index)).or_default().push(k);
    }
    found
}

fn blank(group: usize) -> RowInfo {
    RowInfo {
        group,
        scale: 1.0,
        angle: false,
        position: true,
        velocity: true,
        acceleration: true,
        drive: false,
        phase: false,
    }
}

impl Groups {
    fn add(&mut self, model: &Model, source: Source, markers: &[Marker], infos: Vec<RowInfo>) {
        let mut blocks: Vec<BodyId> = markers
            .iter()
            .filter_map(|m| m.body)
            .filter(|&b| model.bodies[b].kind != mainspring_model::BodyKind::Fixed)
            .collect();
        blocks.sort_unstable();
        blocks.dedup();
        let (first, rows) = (self.rows.len(), infos.len());
        self.groups.push(Group { source, first, rows, jacobian: self.jacobian, blocks });
        self.jacobian += rows * self.groups[self.groups.len() - 1].blocks.len();
        self.rows.extend(infos);
    }

    /// As the elements of a KKT pattern.
    pub fn elements(&self, model: &Model) -> Vec<Element> {
        self.groups
            .iter()
            .map(|g| {
                let still = |j: usize| {
                    [model.joints[j].a, model.joints[j].b]
                        .iter()
                        .any(|m| m.body.is_none_or(|b| model.bodies[b].kind == mainspring_model::BodyKind::Fixed))
                };
                // a row that reads absolute positions is tied to the ground too
                let grounded = match &g.source {
                    Source::Joint { joint, .. } => still(*joint),
                    Source::Stick { coordinate, .. } => still(coordinate.joint),
                    Source::Gear { first, second, .. } => still(first.joint) || still(second.joint),
                    Source::User { .. } | Source::Given { .. } | Source::Hold { .. } => true,
                };
                Element {
                    rows: g.rows,
                    blocks: g.blocks.clone(),
                    tree: matches!(g.source, Source::Joint { .. }),
                    grounded,
                }
            })
            .collect()
    }
}

/// What acts on a coordinate with an effort up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundedEffort {
    /// the friction of a joint
    Friction(usize),
    /// a drive with a limit: index into `Model::drives`
    Drive(usize),
}

/// Joints with friction, then drives with a limit: in the order of `JointFriction::modes`.
pub fn bounded_efforts(model: &Model) -> impl Iterator<Item = BoundedEffort> + '_ {
    let drives = model.drives.iter().enumerate().filter(|(_, d)| d.limit.is_some());
    friction_joints(model).map(BoundedEffort::Friction).chain(drives.map(|(d, _)| BoundedEffort::Drive(d)))
}

/// Joints with friction.
pub fn friction_joints(model: &Model) -> impl Iterator<Item = usize> + '_ {
    model.joints.iter().enumerate().filter(|(_, j)| j.friction.is_some()).map(|(j, _)| j)
}
