//! What components are measured by: how large each is, how fast its springs swing, and whether anything holds it.
//!
//! Errors of a step must not depend on where a mechanism is, how it is turned, how fast it flies as a whole, or in which unit
//! time is counted. So places count against the size of their component, and velocities against that size times a
//! rate of the component's own (`engine::stepper::tolerance`), less the velocity of its middle where nothing ties it to the ground.

use crate::multibody::multibody::{Multibody, extent};
use crate::multibody::row_groups::Source;
use crate::system::components::{Components, joint_bodies, spring_bodies};
use mainspring_model::{BodyId, BodyKind, ContactMethod, Marker, Model, SpringKind, SwitchTarget, Touched};
use std::ops::Range;

/// What a component is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComponentScale {
    /// its extent at the start, m
    pub length: f64,
    /// of what moves in it, kg
    pub mass: f64,
    /// fastest swing of its springs on the lightest of the parts they are between, 1/s
    pub swing: f64,
    /// nothing ties it to the ground, neither joints and springs nor possible contacts
    pub free: bool,
    /// nor can anything touch in it: its places may be counted from anywhere
    pub adrift: bool,
    /// nor does any load know how fast it is: its velocities may be counted from any other
    pub coasts: bool,
}

/// What some entries of y are together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// place of a part
    Place,
    /// how far a joint has slid
    Travel,
    /// an angle, or a rotation
    Turn,
    /// velocity of a part
    Velocity,
    /// how fast a joint slides
    Slide,
    /// angular velocity
    Spin,
    /// work of a load
    Work,
}

/// Entries of y that are one thing: their errors count as one vector's.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryGroup {
    /// which
    pub entries: Range<usize>,
    /// what they are
    pub kind: EntryKind,
    /// whose; none: of several
    pub component: Option<usize>,
    /// of the part, where it is the velocity of one, kg
    pub mass: f64,
}

fn still(model: &Model, marker: &Marker) -> bool {
    marker.body.is_none_or(|b| model.bodies[b].kind == BodyKind::Fixed)
}

/// Measures of every component, as the model placed it.
pub fn component_scales(model: &Model, bodies: &Multibody, components: &Components) -> Vec<ComponentScale> {
    let of = |b: Option<BodyId>| b.and_then(|b| components.of_body[b]);
    // steps of one length look at their errors in places as they are
    let fixed = matches!(model.run.integrator.as_str(), "symplectic" | "semi_implicit" | "rk4");
    let coasts = !fixed && !matches!(model.contacts.method, ContactMethod::Stepping(_));
    let scale = |c: usize| {
        let own = extent(model, &*bodies.frames, &|b| of(b) == Some(c));
        let length = if own > 0.0 { own } else { bodies.length };
        ComponentScale { length, free: true, adrift: true, coasts, ..ComponentScale::default() }
    };
    let mut out: Vec<ComponentScale> = (0..components.count).map(scale).collect();
    let mut counts = vec![0; out.len()];
    for (b, body) in model.bodies.iter().enumerate() {
        if let Some(c) = of(Some(b)) {
            counts[c] += 1;
            out[c].mass += body.mass;
        }
    }
    let mut hold = |list: &[BodyId], free: bool| {
        for c in list.iter().filter_map(|&b| of(Some(b))) {
            (out[c].free, out[c].adrift, out[c].coasts) = (out[c].free && free, false, false);
        }
    };
    let all: Vec<BodyId> = (0..model.bodies.len()).collect();
    let fields = &model.fields;
    if fields.surface.is_some() || !fields.windows.is_empty() || !fields.arrays.is_empty() || !fields.scripts.is_empty()
    {
        hold(&all, false);
    }
    // parts that come and go have places of their own
    if model.switches.iter().flat_map(|s| &s.targets).any(|t| matches!(t, SwitchTarget::Part { .. })) {
        hold(&all, true);
    }
    for (j, joint) in model.joints.iter().enumerate() {
        if joint.kind.coupling().is_none() && (still(model, &joint.a) || still(model, &joint.b)) {
            hold(&joint_bodies(model, j), false);
        }
    }
    for (s, spring) in model.springs.iter().enumerate() {
        if let SpringKind::Linear { a, b } | SpringKind::Angle { a, b } = &spring.kind
            && (still(model, a) || still(model, b))
        {
            hold(&spring_bodies(model, s), false);
        }
    }
    for pair in &model.contacts.pairs {
        let on = matches!(pair.b, Touched::Body(b) if model.bodies[b].kind != BodyKind::Fixed);
        hold(&[pair.a], on);
    }
    for group in bodies.groups.iter().filter(|g| matches!(g.source, Source::User { .. })) {
        hold(&group.blocks, false);
    }
    // what is alone has no motion of its own to measure a load's by
    for force in &model.forces {
        if of(Some(force.body)).is_some_and(|c| counts[c] == 1) {
            hold(&[force.body], false);
        }
    }
    for c in model.forces.iter().filter_map(|force| of(Some(force.body))) {
        out[c].coasts = false;
    }
    for (bodies, stiffness, turning) in stiffnesses(model) {
        for &b in &bodies {
            let (body, Some(c)) = (&model.bodies[b], of(Some(b))) else { continue };
            let inertia = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
            for (stiffness, inert) in [(stiffness, body.mass), (turning, inertia)] {
                let swing = (stiffness / inert).sqrt();
                if swing.is_finite() {
                    out[c].swing = out[c].swing.max(swing);
                }
            }
        }
    }
    out
}

/// Of springs and compliant joints: between which bodies, N/m, N·m/rad.
fn stiffnesses(model: &Model) -> impl Iterator<Item = (Vec<BodyId>, f64, f64)> + '_ {
    let springs = model.springs.iter().enumerate().map(|(s, spring)| {
        let turns = match spring.kind {
            SpringKind::Linear { .. } => false,
            SpringKind::Coordinate(c) => model.joints[c.joint].kind.coordinates()[c.index],
            SpringKind::Angle { .. } => true,
        };
        let (along, turning) = if turns { (0.0, spring.stiffness) } else { (spring.stiffness, 0.0) };
        (spring_bodies(model, s), along, turning)
    });
    let joints = model.joints.iter().enumerate().filter_map(|(j, joint)| {
        let compliant = joint.compliant?;
        Some((joint_bodies(model, j), compliant.stiffness, compliant.turning_stiffness))
    });
    springs.chain(joints)
}

/// Entries of bodies in maximal coordinates, and of work, in order.
pub fn entry_groups(bodies: &Multibody, components: &Components) -> Vec<EntryGroup> {
    let axes = bodies.model.space.components();
    let mut out = Vec::new();
    let sides = [(0, EntryKind::Place, EntryKind::Turn), (bodies.nq, EntryKind::Velocity, EntryKind::Spin)];
    for (first, along, around) in sides {
        for (b, span) in bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            let (at, len) = if first == 0 { (span.q, span.q_len) } else { (first + span.v, span.v_len) };
            let (component, mass) = (components.of_body[b], bodies.model.bodies[b].mass);
            let place = at + len.min(axes);
            out.push(EntryGroup { entries: at..place, kind: along, component, mass });
            out.push(EntryGroup { entries: place..at + len, kind: around, component, mass: 0.0 });
        }
    }
    out.retain(|group| !group.entries.is_empty());
    out.extend(works(bodies.nq + bodies.nv, bodies, components));
    out
}

/// Entries of the ledger, the first of them at `first`.
pub fn works<'a>(
    first: usize,
    bodies: &'a Multibody,
    components: &'a Components,
) -> impl Iterator<Item = EntryGroup> + 'a {
    (0..bodies.ledger.len()).map(move |k| EntryGroup {
        entries: first + k..first + k + 1,
        kind: EntryKind::Work,
        component: components.of_load[k],
        mass: 0.0,
    })
}
