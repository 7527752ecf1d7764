//! What the sweep cannot begin with, told where the scene says it.

use super::problem::{Posed, RingOf};
use mainspring_definition::{Code, Diagnostic, Span};
use mainspring_model::{Ring, SweepModel};
use mainspring_sweep::Fault;

/// Codes of sweeps that cannot begin.
pub const CODES: &[Code] = &[
    Code {
        code: "E0541",
        title: "a sweep that starts inside something",
        explanation: "At t = 0 a pawl, its hinge or the root lies inside an obstacle, so there is no motion to follow. They may touch: \
edges that lie on each other and corners on edges are fine. Move the root's `from`, the pawl's `at`, its `start` angle or the \
obstacle; `mainspring render` draws the scene at its start.",
    },
    Code {
        code: "E0542",
        title: "a polygon that a sweep cannot use",
        explanation: "Outlines of a sweep have at least three corners and an area; no two corners in a row are the same, edges \
neither cross nor touch, and holes lie inside of their outline. The message names the corners, counted from 1 in the order they \
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
];

/// A fault as a finding.
pub fn finding(fault: &Fault, sweep: &SweepModel, posed: &Posed) -> Diagnostic {
    let scene = Scene { sweep, posed };
    match fault {
        Fault::NoPawl | Fault::NoVelocity | Fault::NoTime => {
            Diagnostic::error("E0533", sweep.root_span, fault.to_string()).help("see `mainspring explain E0533`")
        }
        Fault::Friction { pawl } | Fault::Stiffness { pawl } => {
            Diagnostic::error("E0534", scene.pawl(pawl).0, fault.to_string()).help("see `mainspring explain E0534`")
        }
        Fault::FewCorners { polygon, ring } => {
            let at = scene.corner(polygon, *ring, 0);
            Diagnostic::error("E0542", at, format!("`{polygon}` has no area"))
                .help("give at least three corners that are not on one line")
        }
        Fault::Repeated { polygon, ring, vertex, other } => {
            let message = format!("corners {} and {} of `{polygon}` are at the same place", vertex + 1, other + 1);
            Diagnostic::error("E0542", scene.corner(polygon, *ring, *vertex), message)
                .also(scene.corner(polygon, *ring, *other), "the same place again")
                .help("leave one of them out")
        }
        Fault::SelfCrossing { polygon, ring, edge, other_ring, other } => {
            let message = format!("the edges of `{polygon}` from corners {} and {} meet", edge + 1, other + 1);
            Diagnostic::error("E0542", scene.corner(polygon, *ring, *edge), message)
                .also(scene.corner(polygon, *other_ring, *other), "the other edge begins here")
                .help("list the corners in order round the outline")
        }
        Fault::HoleOutside { polygon, ring, vertex } => {
            let message = format!("a hole of `{polygon}` reaches out of its outline at its corner {}", vertex + 1);
            Diagnostic::error("E0542", scene.corner(polygon, *ring, *vertex), message)
                .help("make the hole smaller or move it inside")
        }
        Fault::Overlap { pawl, edge, obstacle, ring, obstacle_edge } => {
            let message = format!(
                "`{pawl}` starts inside `{obstacle}`: its edge from corner {} crosses the edge from corner {}",
                edge + 1,
                obstacle_edge + 1
            );
            Diagnostic::error("E0541", scene.corner(pawl, 0, *edge), message)
                .also(scene.corner(obstacle, *ring, *obstacle_edge), "the obstacle's edge begins here")
                .help("start the root farther away, or give the pawl another `start` angle")
        }
        Fault::Inside { pawl, obstacle } => Diagnostic::error(
            "E0541",
            scene.pawl(pawl).0,
            format!("`{pawl}` and `{obstacle}` start one inside the other"),
        )
        .also(scene.obstacle(obstacle), "the obstacle")
        .help("move the root's `from`, the pawl or the obstacle"),
        Fault::Hinge { pawl, obstacle } => {
            Diagnostic::error("E0541", scene.pawl(pawl).0, format!("the hinge of `{pawl}` starts inside `{obstacle}`"))
                .also(scene.obstacle(obstacle), "the obstacle")
                .help("move the root's `from`, the hinge or the obstacle")
        }
        Fault::Root { obstacle } => {
            Diagnostic::error("E0541", sweep.root_span, format!("the root starts inside `{obstacle}`"))
                .also(scene.obstacle(obstacle), "the obstacle")
                .help("move the root's `from` or the obstacle, or leave the root's outline out")
        }
    }
}

struct Scene<'a> {
    sweep: &'a SweepModel,
    posed: &'a Posed,
}

impl<'a> Scene<'a> {
    fn pawl(&self, name: &str) -> (Span, Option<&'a Ring>) {
        let pawl = self.sweep.pawls.iter().find(|p| p.name == name);
        pawl.map_or((Span::NOWHERE, None), |p| (p.span, Some(&p.outline)))
    }

    fn obstacle(&self, name: &str) -> Span {
        self.sweep.obstacles.iter().find(|o| o.name == name).map_or(Span::NOWHERE, |o| o.span)
    }

    /// Where a corner of a polygon is written; the ring as the problem counts it.
    fn corner(&self, polygon: &str, ring: u32, vertex: u32) -> Span {
        let of = |ring: &Ring| ring.spans.get(vertex as usize).copied();
        if let (span, Some(outline)) = self.pawl(polygon) {
            return of(outline).unwrap_or(span);
        }
        let posed = self.posed.problem.obstacles.iter().position(|o| o.name == polygon);
        if let Some(RingOf { obstacle, ring }) = posed.and_then(|n| self.posed.rings[n].get(ring as usize)).copied() {
            return of(&self.sweep.obstacles[obstacle].rings[ring]).unwrap_or(self.sweep.obstacles[obstacle].span);
        }
        self.sweep.root_outline.as_ref().and_then(of).unwrap_or(self.sweep.root_span)
    }
}
