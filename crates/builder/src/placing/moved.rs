//! Joints move what `at` has placed: from the ground outwards, each part that hangs on one joint is brought to it.
//! What the joint leaves free stays as `at` says. Loops are moved as they stand and closed later.

use crate::context::value::PlaceId;
use crate::placing::phase::Placing;
use crate::tolerances::{MOVED, SAME_ORIENTATION};
use mainspring_definition::{Diagnostic, SpaceKind, amount};
use mainspring_model::rigid::{norm, quat_conjugate, quat_multiply, sub};
use mainspring_model::{BodyKind, JointId, Pose};
use std::collections::{BTreeMap, VecDeque};

/// Frames that `at` holds together; the first one is the ground and everything fixed to it.
struct Clusters {
    /// of each frame
    of: Vec<usize>,
    places: Vec<Vec<PlaceId>>,
    /// the outermost frame, if `at` says where it stands
    at: Vec<Option<PlaceId>>,
}

/// A joint between two clusters.
#[derive(Clone, Copy)]
struct Edge {
    joint: JointId,
    ends: [usize; 2],
}

/// How clusters hang together, from the ground outwards.
struct Forest {
    /// clusters in the order reached, each with the joint that reaches it
    order: Vec<(usize, Option<Edge>)>,
    /// the cluster that enters a loop first stands for all of it
    entry: Vec<usize>,
}

impl Forest {
    /// Breadth first: the ground, then what is never second, then the first side of what is left.
    fn grow(count: usize, edges: &[Edge]) -> Self {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut second = vec![false; count];
        for (e, edge) in edges.iter().enumerate() {
            at[edge.ends[0]].push(e);
            at[edge.ends[1]].push(e);
            second[edge.ends[1]] = true;
        }
        let firsts = edges.iter().map(|e| e.ends[0]);
        let roots = std::iter::once(0).chain(firsts.clone().filter(|c| !second[*c])).chain(firsts);
        let mut order = Vec::with_capacity(count);
        let mut depth = vec![usize::MAX; count];
        let mut parent: Vec<usize> = (0..count).collect();
        let mut used = vec![false; edges.len()];
        let mut queue = VecDeque::new();
        for root in roots {
            if depth[root] != usize::MAX {
                continue;
            }
            depth[root] = 0;
            order.push((root, None));
            queue.push_back(root);
            while let Some(c) = queue.pop_front() {
                for &e in &at[c] {
                    let [x, y] = edges[e].ends;
                    let other = if x == c { y } else { x };
                    if depth[other] == usize::MAX {
                        (depth[other], parent[other], used[e]) = (depth[c] + 1, c, true);
                        order.push((other, Some(edges[e])));
                        queue.push_back(other);
                    }
                }
            }
        }
        let mut entry: Vec<usize> = (0..count).collect();
        for (e, edge) in edges.iter().enumerate() {
            if used[e] {
                continue;
            }
            // the loop this joint closes: up from both ends to where they meet
            let [mut x, mut y] = edge.ends.map(|c| find(&mut entry, c));
            while x != y {
                if depth[x] < depth[y] {
                    std::mem::swap(&mut x, &mut y);
                }
                entry[x] = parent[x];
                x = find(&mut entry, x);
            }
        }
        for c in 0..count {
            find(&mut entry, c);
            entry[c] = find(&mut entry, c);
        }
        Self { order, entry }
    }
}

impl Placing<'_> {
    /// Moves parts to the joints they hang on.
    pub fn move_by_joints(&mut self) {
        let clusters = self.clusters();
        let edges = self.edges(&clusters);
        if edges.is_empty() {
            return;
        }
        let soft = self.on_compliant_joints(&clusters);
        let forest = Forest::grow(clusters.places.len(), &edges);
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &(c, _) in &forest.order {
            groups.entry(forest.entry[c]).or_default().push(c);
        }
        for &(c, reached) in &forest.order {
            let Some(edge) = reached else { continue };
            if forest.entry[c] == c
                && let Some(group) = groups.get(&c)
            {
                self.move_group(group, edge, c, &clusters, &soft);
            }
        }
    }

    fn clusters(&self) -> Clusters {
        let links = self.links();
        let mut clusters =
            Clusters { of: vec![usize::MAX; self.parts.places.len()], places: vec![Vec::new()], at: vec![None] };
        for first in 0..self.parts.places.len() {
            if clusters.of[first] != usize::MAX {
                continue;
            }
            let id = clusters.places.len();
            clusters.of[first] = id;
            let (mut members, mut fixed, mut at) = (vec![first], false, None);
            let mut next = 0;
            while let Some(&p) = members.get(next) {
                next += 1;
                let place = &self.parts.places[p];
                fixed |= place.body.is_some_and(|b| self.parts.bodies[b].kind == BodyKind::Fixed);
                if place.parent.is_none() && place.local.is_some() {
                    at = Some(p);
                }
                for (other, _) in &links[p] {
                    if clusters.of[*other] == usize::MAX {
                        clusters.of[*other] = id;
                        members.push(*other);
                    }
                }
            }
            if fixed {
                for &p in &members {
                    clusters.of[p] = 0;
                }
                continue;
            }
            clusters.places.push(members);
            clusters.at.push(at);
        }
        clusters
    }

    /// Joints that hold parts in place from the start.
    fn edges(&self, clusters: &Clusters) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (joint, j) in self.joints.iter().enumerate() {
            if !j.attached || j.compliant.is_some() || j.kind.is_open() || j.kind.coupling().is_some() {
                continue;
            }
            if self.marker_pose(&j.a).is_none() || self.marker_pose(&j.b).is_none() {
                continue;
            }
            let ends = [j.a, j.b].map(|m| m.body.map_or(0, |b| clusters.of[self.parts.info[b].place]));
            if ends[0] != ends[1] {
                edges.push(Edge { joint, ends });
            }
        }
        edges
    }

    /// Which clusters hang on compliant joints too: these have placed them, and `guess` lines of theirs say how.
    fn on_compliant_joints(&self, clusters: &Clusters) -> Vec<bool> {
        let mut soft = vec![false; clusters.places.len()];
        let joints = self.joints.iter().filter(|j| j.attached && j.compliant.is_some() && j.kind.coupling().is_none());
        for j in joints {
            let ends = [j.a, j.b].map(|m| m.body.map_or(0, |b| clusters.of[self.parts.info[b].place]));
            if ends[0] != ends[1] {
                ends.into_iter().for_each(|c| soft[c] = true);
            }
        }
        soft
    }

    /// Brings a group of clusters, rigidly, to the one joint that leads to it.
    fn move_group(&mut self, group: &[usize], edge: Edge, entry: usize, clusters: &Clusters, soft: &[bool]) {
        let joint = &self.joints[edge.joint];
        let space = self.space;
        let (Some(a), Some(b)) = (self.marker_pose(&joint.a), self.marker_pose(&joint.b)) else { return };
        let now = a.inverse(space).then(space, &b);
        let [first, second] = [0, 1].map(|i| self.starts.get(&(edge.joint, i)).copied());
        let Some(kept) = joint.kind.nearest(space, &now, first, second) else { return };
        let lengths = [a.position, b.position, joint.a.frame.point, joint.b.frame.point].map(norm);
        let size = lengths.into_iter().fold(0.0, f64::max);
        if norm(sub(kept.position, now.position)) <= MOVED * size && turned(space, &now, &kept) <= MOVED {
            return;
        }
        let said = group.iter().any(|&c| clusters.at[c].is_some() || soft[c]);
        let wanted = if said {
            kept
        } else {
            // nothing but the joint says how it stands
            match joint.kind.relative(space, first.unwrap_or(0.0), second.unwrap_or(0.0)) {
                Some(pose) => pose,
                None => return,
            }
        };
        let (mover, old, new) = if edge.ends[1] == entry {
            (joint.b.body, b, a.then(space, &wanted))
        } else {
            (joint.a.body, a, b.then(space, &wanted.inverse(space)))
        };
        let point = mover.is_some_and(|m| self.parts.is_point_mass(m));
        let step = if point || turned(space, &old, &new) <= SAME_ORIENTATION {
            Pose { position: sub(new.position, old.position), ..Pose::IDENTITY }
        } else {
            new.then(space, &old.inverse(space))
        };
        for &c in group {
            let before = clusters.at[c].and_then(|p| self.frames[p]);
            for &p in &clusters.places[c] {
                self.frames[p] = self.frames[p].map(|f| step.then(space, &f));
            }
            if let (Some(p), Some(before)) = (clusters.at[c], before) {
                self.warn_moved(p, &before, edge.joint, size);
            }
        }
    }

    fn warn_moved(&mut self, place: PlaceId, before: &Pose, joint: JointId, size: f64) {
        let Some(after) = self.frames[place] else { return };
        let distance = norm(sub(after.position, before.position));
        let angle = turned(self.space, before, &after);
        let mut said = Vec::new();
        if distance > MOVED * size {
            said.push(format!("moves it by {}", amount::length(distance)));
        }
        if angle > MOVED {
            said.push(format!("turns it by {}", amount::angle(angle)));
        }
        if said.is_empty() {
            return;
        }
        let (path, span) = (&self.parts.places[place].path, self.parts.places[place].span);
        let (by, there) = (&self.joints[joint].path, self.joints[joint].span);
        let message = format!("`at` of `{path}` is not kept: joint `{by}` {}", said.join(" and "));
        self.findings.report(
            Diagnostic::warning("W0608", span, message)
                .also(there, "this joint")
                .help("leave `at` out, since the joint places the part, or make the two agree"),
        );
    }
}

fn find(entry: &mut [usize], mut c: usize) -> usize {
    while entry[c] != c {
        entry[c] = entry[entry[c]];
        c = entry[c];
    }
    c
}

/// The angle between two orientations, rad.
fn turned(space: SpaceKind, a: &Pose, b: &Pose) -> f64 {
    match space {
        SpaceKind::Planar => (b.angle - a.angle).abs(),
        SpaceKind::Spatial => {
            let [w, x, y, z] = quat_multiply(quat_conjugate(a.orientation), b.orientation);
            2.0 * libm::atan2(norm([x, y, z]), w.abs())
        }
    }
}
