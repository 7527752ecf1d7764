//! What carries the wheels of a gear: a part, or the ground, on which the axles of both stand still.
//!
//! Wheels mesh as seen from their carrier. Where one part carries both joints, that is what their coordinates say. A sun on the
//! ground and a planet on an arm are both seen from the arm: the sun has turned by its joint's angle less that of the arm, known
//! by another joint that turns the arm about the sun's own axis. A rack on a carriage and a pinion on the ground are seen from the
//! ground in the same way, by the joint along which the carriage slides.

use crate::context::findings::Findings;
use crate::context::value::{Entity, ScopeId, Value};
use crate::evaluate::options::Options;
use crate::joints::phase::JointPhase;
use crate::results::joints::{Carrier, GearDraft, Joints};
use crate::results::parts::Parts;
use crate::tolerances::{PARALLEL_AXES, POINT_CELLS};
use mainspring_definition::{Diagnostic, Name, SpaceKind};
use mainspring_model::rigid::dot;
use mainspring_model::{BodyId, BodyKind, Coordinate, Gear, JointKind, Marker};

impl<'a> JointPhase<'_, 'a> {
    /// `carrier = arm`; the inner None where nothing is said, None after a report.
    pub fn said_carrier(&mut self, word: &Name, options: &mut Options<'a>, scope: ScopeId) -> Option<Option<Carrier>> {
        if word.text != "gear" {
            return Some(None);
        }
        let Some(given) = options.take("carrier") else { return Some(None) };
        match self.at().eval(given.expr, scope) {
            Value::Entity(Entity::Body(b)) => Some(Some(Some(b))),
            Value::Entity(Entity::Point(m)) if m.body.is_none() => Some(Some(None)),
            Value::Poison => None,
            other => {
                let what = other.describe();
                let message = format!("a carrier is a part or `ground`, found {what}");
                self.cx.findings.report(
                    Diagnostic::error("E0207", given.expr.span, message)
                        .help("name the part on which the axles of both wheels stand"),
                );
                None
            }
        }
    }
}

/// Measures the wheels of every gear against what carries them.
pub fn settle_carriers(findings: &mut Findings, space: SpaceKind, parts: &Parts, joints: &mut Joints) {
    let drafts = std::mem::take(&mut joints.gears);
    let rigid = if drafts.is_empty() { Vec::new() } else { rigid_groups(parts, joints) };
    for draft in drafts {
        let kind = Carriers { space, parts, joints, rigid: &rigid }.carried(&draft);
        match kind {
            Ok(gear) => {
                joints.list[draft.joint].kind = JointKind::Gear(gear);
                if draft.toothed {
                    joints.toothed.push(draft.joint);
                }
            }
            Err(finding) => findings.report(*finding),
        }
    }
}

/// A wheel as seen from a carrier.
struct Seen {
    /// the carrier is, or stands for, the first part of the wheel's joint
    first_side: bool,
    /// the angle by which the carrier turns beside the wheel's joint, and what it adds to the wheel's
    turning: Option<(Coordinate, f64)>,
}

/// Parts and joints among which carriers are looked for.
struct Carriers<'p> {
    space: SpaceKind,
    parts: &'p Parts,
    joints: &'p Joints,
    /// per part: the first of those it is welded to, none for the ground
    rigid: &'p [Carrier],
}

/// Per part: the first of those it is welded to, none for the ground.
fn rigid_groups(parts: &Parts, joints: &Joints) -> Vec<Carrier> {
    let bodies = parts.bodies.iter().enumerate();
    let mut first: Vec<Carrier> = bodies.map(|(b, body)| (body.kind != BodyKind::Fixed).then_some(b)).collect();
    for joint in joints.list.iter().filter(|j| matches!(j.kind, JointKind::Weld(_)) && j.compliant.is_none()) {
        let [a, b] = [&joint.a, &joint.b].map(|m| m.body.and_then(|body| first_of(&mut first, body)));
        if let Some(goes) = a.max(b) {
            first[goes] = a.min(b);
        }
    }
    for body in 0..first.len() {
        first[body] = first_of(&mut first, body);
    }
    first
}

/// The coordinate by which a joint turns, or slides, one part beside another about or along an axis that both keep.
fn beside(kind: &JointKind, turning: bool) -> Option<usize> {
    let keeps = turning || matches!(kind, JointKind::Prismatic(_) | JointKind::Cylindrical(_));
    let mut coordinates = kind.coordinates().iter();
    if keeps && kind.coupling().is_none() { coordinates.position(|turns| *turns == turning) } else { None }
}

/// The first of those that a part is welded to as far as is known; the way there is shortened.
fn first_of(first: &mut [Carrier], body: BodyId) -> Carrier {
    let mut at = body;
    loop {
        match first[at] {
            None => return None,
            Some(next) if next == at => return Some(at),
            Some(next) => {
                first[at] = first[next];
                at = next;
            }
        }
    }
}

impl Carriers<'_> {
    /// What a marker stands on: the ground and what is fixed to it are one, and so are parts welded together.
    fn on(&self, carrier: Carrier) -> Carrier {
        carrier.and_then(|b| self.rigid[b])
    }

    /// The gear with both wheels seen from their carrier.
    fn carried(&self, draft: &GearDraft) -> Result<Gear, Box<Diagnostic>> {
        let joint = &self.joints.list[draft.joint];
        let Some(&gear) = joint.kind.coupling() else { return Err(Box::new(self.no_carrier(draft, None))) };
        let ends =
            |c: Coordinate| [&self.joints.list[c.joint].a, &self.joints.list[c.joint].b].map(|m| self.on(m.body));
        let turns = |c: Coordinate| self.joints.list[c.joint].kind.coordinates()[c.index];
        let (one, two) = (ends(gear.first), ends(gear.second));
        // between coordinates that are not both of wheels a ratio is that of the coordinates
        let rack = draft.rack && !one.iter().any(|body| two.contains(body));
        if !rack && (!turns(gear.first) || !turns(gear.second)) {
            return Ok(gear);
        }
        let candidates: Vec<Carrier> = match draft.carrier {
            Some(carrier) => vec![self.on(carrier)],
            None => one.into_iter().filter(|body| two.contains(body)).chain(two).chain(one).collect(),
        };
        let seen =
            |&carrier: &Carrier| Some([self.seen_from(carrier, gear.first)?, self.seen_from(carrier, gear.second)?]);
        let Some([first, second]) = candidates.iter().find_map(seen) else {
            return Err(Box::new(self.no_carrier(draft, Some(gear))));
        };
        // teeth are those of wheels, and what a joint turns may be the carrier
        let mirrored = draft.toothed && first.first_side != second.first_side;
        let ratio = if mirrored { -gear.ratio } else { gear.ratio };
        let beside_first = first.turning.map(|(c, factor)| (c, -ratio * factor));
        let carrier = [beside_first, second.turning];
        if joint.backlash.is_some() && carrier != [None; 2] {
            let message = format!("the wheels of `{}` have backlash, and their carrier moves", joint.path);
            let finding = Diagnostic::error("E0529", draft.span, message);
            return Err(Box::new(finding.help("leave `backlash` out, or couple two joints on one part")));
        }
        Ok(Gear { ratio, carrier, ..gear })
    }

    /// The wheel of a joint as seen from a carrier on which its axle stands still.
    fn seen_from(&self, carrier: Carrier, wheel: Coordinate) -> Option<Seen> {
        let joint = &self.joints.list[wheel.joint];
        let turning = joint.kind.coordinates()[wheel.index];
        let sides = [(&joint.a, true), (&joint.b, false)];
        if let Some(&(_, first_side)) = sides.iter().find(|(side, _)| self.on(side.body) == carrier) {
            return Some(Seen { first_side, turning: None });
        }
        for (side, first_side) in sides {
            for (j, other) in self.joints.list.iter().enumerate().filter(|(j, _)| *j != wheel.joint) {
                let Some(index) = beside(&other.kind, turning) else { continue };
                for (near, far, sign) in [(&other.a, &other.b, 1.0), (&other.b, &other.a, -1.0)] {
                    if near.body != side.body || self.on(far.body) != carrier {
                        continue;
                    }
                    let same = if turning { self.one_axis(side, near) } else { self.one_way(side, near) };
                    if let Some(same) = same {
                        // beside the first part the wheel has turned less by what the carrier has, beside the second more
                        let factor = if first_side { -sign } else { sign };
                        return Some(Seen {
                            first_side,
                            turning: Some((Coordinate { joint: j, index }, factor * same)),
                        });
                    }
                }
            }
        }
        None
    }

    /// Whether two markers of one part have an axis in common: 1 if both point the same way, −1 if not.
    fn one_axis(&self, one: &Marker, two: &Marker) -> Option<f64> {
        let points = self.joints.list.iter().flat_map(|j| [j.a.frame.point, j.b.frame.point]).flatten();
        let near = points.map(f64::abs).fold(0.0, f64::max) / POINT_CELLS;
        let apart: [f64; 3] = std::array::from_fn(|i| two.frame.point[i] - one.frame.point[i]);
        if self.space == SpaceKind::Planar {
            return (dot(apart, apart).sqrt() <= near).then_some(1.0);
        }
        let (z, other) = (one.frame.axes[2], two.frame.axes[2]);
        let along = dot(apart, z);
        let beside: [f64; 3] = std::array::from_fn(|i| apart[i] - along * z[i]);
        let same = dot(z, other);
        (dot(beside, beside).sqrt() <= near && same.abs() > 1.0 - PARALLEL_AXES).then_some(same.signum())
    }

    /// Whether joints slide the same way from two markers of one part: −1 if against each other.
    fn one_way(&self, one: &Marker, two: &Marker) -> Option<f64> {
        let same = match self.space {
            SpaceKind::Planar => libm::cos(two.frame.angle - one.frame.angle),
            SpaceKind::Spatial => dot(one.frame.axes[2], two.frame.axes[2]),
        };
        (same.abs() > 1.0 - PARALLEL_AXES).then_some(same.signum())
    }

    fn no_carrier(&self, draft: &GearDraft, gear: Option<Gear>) -> Diagnostic {
        let name = |body: Carrier| match self.on(body) {
            Some(b) => format!("`{}`", self.parts.bodies[b].path),
            None => "the ground".to_owned(),
        };
        let path = &self.joints.list[draft.joint].path;
        let place = |c: Coordinate| {
            let joint = &self.joints.list[c.joint];
            let moves = if joint.kind.coordinates()[c.index] { "turns" } else { "slides" };
            format!("`{}` {moves} on {}", joint.path, name(joint.a.body))
        };
        if let (true, Some(gear)) = (draft.rack, gear) {
            let message = format!(
                "pinion and rack of `{path}` do not move on one part: {} and {}, and no joint turns or slides one of these as the \
                 pinion or the rack moves on the other",
                place(gear.first),
                place(gear.second)
            );
            return Diagnostic::error("E0529", draft.span, message).help(
                "let pinion and rack move on one part, or let a `prismatic` joint slide the part on which the rack moves along the \
                 rack, beside the part on which the pinion turns",
            );
        }
        let message = match (draft.carrier, gear) {
            (Some(carrier), _) => {
                format!("{} does not carry both wheels of `{path}`: no joint turns it about their axes", name(carrier))
            }
            (None, Some(gear)) => format!(
                "nothing carries both wheels of `{path}`: {} and {}, and no joint turns one of these about the axle on the \
                 other",
                place(gear.first),
                place(gear.second)
            ),
            (None, None) => format!("nothing carries both wheels of `{path}`"),
        };
        Diagnostic::error("E0529", draft.span, message).help(
            "wheels mesh as seen from a part on which both axles stand still: let a `revolute` joint turn that part, say `arm`, about \
             the axle of one wheel, put the other wheel on it, and name it: `carrier = arm`",
        )
    }
}
