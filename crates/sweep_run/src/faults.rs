//! What the sweep cannot begin with, as findings at the place in the scene.

use crate::contact_names::ContactNames;
use crate::scene_problem::{RingOf, SceneProblem};
use mainspring_definition::{Code, Diagnostic, Span};
use mainspring_model::{Ring, SweepModel, SweepObstacle};
use mainspring_sweep::Fault;

/// Codes of sweeps that cannot begin.
pub const CODES: &[Code] = &[
    Code {
        code: "E0541",
        title: "a sweep that starts inside something",
        explanation: "At t = 0 a pawl, its hinge or the root lies inside an obstacle, so there is no motion to follow. They may touch: \
edges that lie on each other and corners on edges are fine. The message names the edges that cross and the corner that lies \
deepest inside, and how deep. Move the root's `from` back, against `moves`, until that corner is out, or change the pawl's `at`, its \
`start` angle or the obstacle. To see the scene, run it from where nothing overlaps, `mainspring run \
a.mech --set 'body.from=(-50, 0) mm' --out a.mcap`, and `mainspring render a.mcap --out a.svg`.",
    },
    Code {
        code: "E0542",
        title: "a polygon that a sweep cannot use",
        explanation: "Outlines of a sweep have at least three corners and an area; no two corners in a row are the same, edges \
neither cross nor touch, and holes lie inside of their outline; a hole that shares an edge with it is no hole but a notch, and is taken as one. The message names the corners, counted from 1 in the order they \
are written.",
    },
    Code {
        code: "E0543",
        title: "a range that a proof cannot follow",
        explanation: "`mainspring assemble --worst` proves what holds for every value of a dimension within its range, so it must \
know every number of the drawing for all of them at once. It follows a dimension through + - * /, whole powers, units, names, \
tuples, lists, polygons, `rect`, `move`, `scale` and turns by right angles. It cannot through `sqrt`, `sin`, `min`, an angle, the \
condition of an `if` or the number of turns of a `for`, nor where two corners coincide as drawn and may come apart. Write the \
number without these, or leave that dimension as drawn; `--spread` alone draws samples, which go through anything. Pawls must \
begin relaxed.",
    },
    Code {
        code: "W0544",
        title: "a time after the end of the motion",
        explanation: "`--at` reads values at a moment of the run. A sweep ends where a pawl jams or sticks or the root hits \
something, which may be long before `until`: then there is nothing to read, the summary leaves the value out and `--json` has null. \
The command ends with 2, as for a time after the end of any run.",
    },
    Code {
        code: "W0545",
        title: "pawls that pass through each other",
        explanation: "Every pawl of a sweep is followed as if it hung on the root alone: contact between pawls is outside the exact \
sweep. Two of them overlap at the time reported, the first frame or event at which they do, so what follows is not what two solid pieces \
would do, unless they lie in different planes. `method event` moves parts that touch one another.",
    },
];

/// A fault of a scene as a finding.
pub fn finding(fault: &Fault, sweep: &SweepModel, posed: &SceneProblem) -> Diagnostic {
    diagnostic(fault, &Polygons { sweep, posed, at_start: true })
}

/// A fault of the way out in words: that begins elsewhere than the scene does.
#[must_use]
pub fn withdrawal_fault(fault: &Fault, sweep: &SweepModel, posed: &SceneProblem) -> String {
    diagnostic(fault, &Polygons { sweep, posed, at_start: false }).message
}

fn diagnostic(fault: &Fault, polygons: &Polygons<'_>) -> Diagnostic {
    let sweep = polygons.sweep;
    match fault {
        Fault::NoPawl | Fault::NoVelocity | Fault::NoTime => {
            Diagnostic::error("E0533", sweep.root_span, fault.to_string()).help("see `mainspring explain E0533`")
        }
        Fault::Friction { pawl } | Fault::Stiffness { pawl } => {
            Diagnostic::error("E0534", polygons.pawl(pawl).0, fault.to_string()).help("see `mainspring explain E0534`")
        }
        Fault::FewCorners { polygon, ring } => {
            let at = polygons.corner(polygon, *ring, 0);
            Diagnostic::error("E0542", at, format!("`{}` has no area", polygons.name(polygon)))
                .help("give at least three corners that are not on one line")
        }
        Fault::Repeated { polygon, ring, vertex, other } => {
            let (one, two) =
                (polygons.corner_number(polygon, *ring, *vertex), polygons.corner_number(polygon, *ring, *other));
            let message = format!("corners {one} and {two} of `{}` are at the same place", polygons.name(polygon));
            Diagnostic::error("E0542", polygons.corner(polygon, *ring, *vertex), message)
                .also(polygons.corner(polygon, *ring, *other), "the same place again")
                .help("leave one of them out")
        }
        Fault::SelfCrossing { polygon, ring, edge, other_ring, other } => {
            let ((one, at), (two, at_two)) =
                (polygons.edge(polygon, *ring, *edge), polygons.edge(polygon, *other_ring, *other));
            let message = format!("the edges of `{}` from corners {one} and {two} meet", polygons.name(polygon));
            Diagnostic::error("E0542", at, message)
                .also(at_two, "the other edge begins here")
                .help("list the corners in order round the outline")
        }
        Fault::HoleOutside { polygon, ring, vertex } => {
            let corner = polygons.corner_number(polygon, *ring, *vertex);
            let message =
                format!("a hole of `{}` reaches out of its outline at its corner {corner}", polygons.name(polygon));
            Diagnostic::error("E0542", polygons.corner(polygon, *ring, *vertex), message)
                .help("make the hole smaller or move it inside")
        }
        Fault::Overlap { pawl, edge, obstacle, ring, obstacle_edge } => {
            let ((ours, at), (theirs, at_theirs)) =
                (polygons.edge(pawl, 0, *edge), polygons.edge(obstacle, *ring, *obstacle_edge));
            let message = format!(
                "`{pawl}` starts inside `{}`: its edge from corner {ours} crosses the edge from corner {theirs}{}",
                polygons.name(obstacle),
                polygons.depth(Some(pawl), obstacle)
            );
            Diagnostic::error("E0541", at, message)
                .also(at_theirs, "the obstacle's edge begins here")
                .help("start the root farther away, or give the pawl another `start` angle")
        }
        Fault::Inside { pawl, obstacle } => Diagnostic::error(
            "E0541",
            polygons.pawl(pawl).0,
            format!(
                "`{pawl}` and `{}` start one inside the other{}",
                polygons.name(obstacle),
                polygons.depth(Some(pawl), obstacle)
            ),
        )
        .also(polygons.obstacle(obstacle), "the obstacle")
        .help("move the root's `from`, the pawl or the obstacle"),
        Fault::Hinge { pawl, obstacle } => {
            let deep = polygons.hinge_depth(pawl, obstacle);
            let message = format!("the hinge of `{pawl}` starts inside `{}`{deep}", polygons.name(obstacle));
            Diagnostic::error("E0541", polygons.pawl(pawl).0, message)
                .also(polygons.obstacle(obstacle), "the obstacle")
                .help("move the root's `from`, the hinge or the obstacle")
        }
        Fault::Root { obstacle } => {
            let message =
                format!("the root starts inside `{}`{}", polygons.name(obstacle), polygons.depth(None, obstacle));
            Diagnostic::error("E0541", sweep.root_span, message)
                .also(polygons.obstacle(obstacle), "the obstacle")
                .help("move the root's `from` or the obstacle, or leave the root's outline out")
        }
    }
}

struct Polygons<'a> {
    sweep: &'a SweepModel,
    posed: &'a SceneProblem,
    /// whether things are where the scene puts them, so that depths are meaningful
    at_start: bool,
}

impl<'a> Polygons<'a> {
    fn pawl(&self, name: &str) -> (Span, Option<&'a Ring>) {
        let pawl = self.sweep.pawls.iter().find(|p| p.name == name);
        pawl.map_or((Span::NOWHERE, None), |p| (p.span, Some(&p.outline)))
    }

    /// The rings of one of the problem's obstacles.
    fn piece(&self, name: &str) -> Option<&'a [RingOf]> {
        let at = self.posed.problem.obstacles.iter().position(|o| o.name == name)?;
        self.posed.rings.get(at).map(Vec::as_slice)
    }

    /// The obstacle of the scene that the problem calls by a name.
    fn declared(&self, name: &str) -> Option<&'a SweepObstacle> {
        Some(&self.sweep.obstacles[self.obstacle_index(name)?])
    }

    fn obstacle(&self, name: &str) -> Span {
        self.declared(name).map_or(Span::NOWHERE, |o| o.span)
    }

    /// Index in the scene of an obstacle of the problem.
    fn obstacle_index(&self, name: &str) -> Option<usize> {
        Some(self.piece(name)?.first()?.obstacle)
    }

    /// What lies how deep inside where a pawl or the root starts in an obstacle: ", and corner 3 of `hook` is …".
    fn depth(&self, pawl: Option<&str>, obstacle: &str) -> String {
        if !self.at_start {
            return String::new();
        }
        let names = ContactNames { sweep: self.sweep, posed: self.posed };
        let index = pawl.map(|name| self.sweep.pawls.iter().position(|p| p.name == name));
        let deepest = match index {
            Some(None) => None,
            Some(Some(pawl)) => self.obstacle_index(obstacle).and_then(|o| names.depth(Some(pawl), o)),
            None => self.obstacle_index(obstacle).and_then(|o| names.depth(None, o)),
        };
        deepest.map_or_else(String::new, |names| format!(", and {names}"))
    }

    /// How deep inside an obstacle a hinge starts: " by 2 mm".
    fn hinge_depth(&self, pawl: &str, obstacle: &str) -> String {
        let names = ContactNames { sweep: self.sweep, posed: self.posed };
        let pawl = self.sweep.pawls.iter().position(|p| p.name == pawl);
        let both = pawl.zip(self.obstacle_index(obstacle)).filter(|_| self.at_start);
        both.map_or_else(String::new, |(pawl, obstacle)| format!(" {}", names.hinge_depth(pawl, obstacle)))
    }

    /// What the scene calls it.
    fn name(&self, name: &str) -> String {
        match (self.declared(name), self.pawl(name).1) {
            (Some(obstacle), _) => obstacle.name.clone(),
            (None, Some(_)) => name.to_owned(),
            // the only polygon that is neither
            (None, None) => self.sweep.root.clone(),
        }
    }

    /// A ring of a polygon as the problem counts it, how many corners are counted before it, and where the polygon is
    /// declared.
    fn ring(&self, polygon: &str, ring: u32) -> (Option<&'a Ring>, u32, Span) {
        if let (span, Some(outline)) = self.pawl(polygon) {
            return (Some(outline), 0, span);
        }
        if let Some(RingOf { obstacle, ring }) = self.piece(polygon).and_then(|rings| rings.get(ring as usize)) {
            let obstacle = &self.sweep.obstacles[*obstacle];
            let before = obstacle.rings[..*ring].iter().map(|r| r.written).sum();
            return (Some(&obstacle.rings[*ring]), before, obstacle.span);
        }
        (self.sweep.root_outline.as_ref(), 0, self.sweep.root_span)
    }

    /// Where a corner of a polygon is written; the ring as the problem counts it.
    fn corner(&self, polygon: &str, ring: u32, vertex: u32) -> Span {
        let (ring, _, whole) = self.ring(polygon, ring);
        ring.and_then(|r| r.spans.get(vertex as usize).copied()).unwrap_or(whole)
    }

    /// Its number in the scene.
    fn corner_number(&self, polygon: &str, ring: u32, vertex: u32) -> u32 {
        let (ring, before, _) = self.ring(polygon, ring);
        ring.map_or(0, |r| before + r.corner_number(vertex as usize))
    }

    /// The number in the scene of the corner an edge begins at, and where that is written.
    fn edge(&self, polygon: &str, ring: u32, edge: u32) -> (u32, Span) {
        let (ring, before, whole) = self.ring(polygon, ring);
        let at = |r: &Ring| r.spans.get(r.edge_begin(edge as usize)).copied();
        ring.map_or((0, whole), |r| (before + r.edge_number(edge as usize), at(r).unwrap_or(whole)))
    }
}
