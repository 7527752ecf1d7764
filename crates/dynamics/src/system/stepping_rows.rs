//! What may touch within a step, and its rows: which bodies each reads, and what its impulse changes, through joints too.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::state::Site;
use crate::multibody::row_groups::Source;
use crate::system::mechanism::Mechanism;
use crate::system::stepping_scratch::{Kept, Near, Recall, SteppingScratch};
use crate::tolerances::{BESIDE, DEEPEST_ROW, PUSHED_APART, REACH_LEAST};
use mainspring_contact::{BodyEntries, CrowdLaw};
use mainspring_geometry::touch::{BroadPhase, Motion, beside, distance, near};
use mainspring_numerics::vec3::{norm, sub};

impl Mechanism {
    /// Largest speed of any point of a body that reaches `radius` from its centre.
    pub fn speed_of(&self, b: usize, v: &[f64], radius: f64) -> f64 {
        let span = self.bodies.spans[b];
        let v = &v[span.v..span.v + span.v_len];
        let axes = if self.laws.touch.tangents == 1 { 2 } else { 3 };
        let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        size(&v[..axes.min(v.len())]) + radius.min(self.bodies.length) * size(&v[axes.min(v.len())..])
    }

    /// Which bodies hang together by joints, gears and constraints.
    pub fn prepare_stepping(&self, scratch: &mut SteppingScratch) {
        let bodies = &self.bodies;
        let n = bodies.spans.len();
        let mut root: Vec<usize> = (0..n).collect();
        let mut held = vec![false; n];
        for group in bodies.groups.iter().filter(|g| !matches!(g.source, Source::Given { .. })) {
            for &b in &group.blocks {
                held[b] = true;
                let (one, other) = (root_of(&mut root, b), root_of(&mut root, group.blocks[0]));
                root[one.max(other)] = one.min(other);
            }
        }
        let mut numbers: Vec<Option<usize>> = vec![None; n];
        scratch.together.clear();
        scratch.held = vec![None; n];
        for b in (0..n).filter(|&b| held[b]) {
            let r = root_of(&mut root, b);
            let number = *numbers[r].get_or_insert_with(|| {
                scratch.together.push(Vec::new());
                scratch.together.len() - 1
            });
            scratch.together[number].push(b);
            scratch.held[b] = Some(number);
        }
        scratch.closes = !scratch.together.is_empty();
        let touch = &self.laws.touch;
        scratch.surface_body = vec![None; touch.surfaces.len()];
        for party in touch.pairs.iter().flat_map(|p| [&p.a, &p.b]) {
            scratch.surface_body[party.surface] = party.body;
        }
        scratch.smallest = touch.smallest.min(bodies.length);
        scratch.looked_at.clear();
        let allowed: Vec<(usize, usize)> = self.laws.touch.pairs.iter().map(|p| (p.a.surface, p.b.surface)).collect();
        scratch.broad = Some(BroadPhase::new(&allowed));
        let mut at = 0;
        scratch.places = bodies
            .spans
            .iter()
            .map(|s| {
                at += s.v_len * s.v_len;
                at - s.v_len * s.v_len
            })
            .collect();
        scratch.masses = vec![0.0; at];
        scratch.inverse = vec![[[0.0; 6]; 6]; n];
    }

    /// M⁻¹ of free bodies at the state of `kinematics`.
    pub fn invert_masses(&self, scratch: &mut SteppingScratch) {
        self.bodies.frames.masses(&self.bodies.spans, &scratch.places, &mut scratch.masses);
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(b, s)| s.v_len > 0 && scratch.held[*b].is_none())
        {
            scratch.inverse[b] = inverse(&scratch.masses[scratch.places[b]..], span.v_len);
        }
    }

    /// Pairs of features that may close within a step, at the state of `kinematics` with velocities v: within what they can
    /// move in h, and at least a share of their size.
    pub fn find_near(&mut self, scratch: &mut SteppingScratch, v: &[f64], h: f64, recall: Recall) {
        let (bodies, touch) = (&self.bodies, &self.laws.touch);
        let fall = norm(bodies.model.gravity) * h * h;
        scratch.near.clear();
        scratch.boxes.clear();
        let mut reach = vec![0.0; touch.surfaces.len()];
        for (k, surface) in touch.surfaces.iter().enumerate() {
            scratch.boxes.push(match scratch.surface_body[k] {
                None => surface.bounds_at(&touch.places[k]),
                Some(b) => {
                    let moves = h * self.speed_of(b, v, surface.radius()) + fall;
                    reach[k] = moves.max(REACH_LEAST * surface.size());
                    surface.bounds_at(&bodies.frames.motion(b))
                }
            });
        }
        for (around, reach) in scratch.boxes.iter_mut().zip(&reach) {
            (0..3).for_each(|i| {
                around.0[i] -= reach;
                around.1[i] += reach;
            });
        }
        let Some(broad) = &mut scratch.broad else { return };
        broad.overlapping(&scratch.boxes, &mut scratch.overlapping);
        if recall == Recall::Keep {
            scratch.kept.clear();
            scratch.kept_near.clear();
        }
        let overlapping = std::mem::take(&mut scratch.overlapping);
        for &k in &overlapping {
            let pair = &touch.pairs[k];
            if !touch.both_present(bodies, pair) {
                continue;
            }
            let motions = [touch.party_motion(bodies, &pair.a), touch.party_motion(bodies, &pair.b)];
            let within = (reach[pair.a.surface] + reach[pair.b.surface]).max(REACH_LEAST * pair.size);
            if recall == Recall::Use && self.recall_pair(scratch, k, &motions, within) {
                continue;
            }
            let first = scratch.near.len();
            self.near_of_pair(scratch, k, &motions, within);
            if recall == Recall::Keep {
                let start = scratch.kept_near.len();
                scratch.kept_near.extend_from_slice(&scratch.near[first..]);
                let places = motions.map(|m| (m.position, m.rotation));
                scratch.kept.push(Kept { pair: k, places, within, near: [start, scratch.kept_near.len()] });
            }
        }
        scratch.overlapping = overlapping;
        let stops = touch.stops.iter().map(|&joint| (joint, false));
        let teeth = (0..touch.meshes.len()).map(|mesh| (mesh, true));
        for (of, is_tooth) in stops.chain(teeth) {
            for upper in [false, true] {
                let (site, acts) = if is_tooth {
                    (Site::Tooth { mesh: of as u32, upper }, touch.mesh_acts(bodies, of))
                } else {
                    (Site::Stop { joint: of as u32, upper }, bodies.joint_acts(of))
                };
                let contact = touch.contact_at(bodies, site).filter(|_| acts);
                // one side of a range of several turns is far away
                if let Some(contact) = contact.filter(|c| c.gap < h * c.rate[0].abs() + REACH_LEAST * c.scale) {
                    scratch.near.push(Near { site, contact });
                }
            }
        }
    }

    /// What is near of a pair as it was at the start of the step, where both have hardly moved since: by so little that neither
    /// gaps nor rows differ by what counts. False where that is not known.
    fn recall_pair(&self, scratch: &mut SteppingScratch, k: usize, motions: &[Motion; 2], within: f64) -> bool {
        let Ok(at) = scratch.kept.binary_search_by_key(&k, |kept| kept.pair) else { return false };
        let kept = scratch.kept[at];
        let pair = &self.laws.touch.pairs[k];
        let moved = |side: usize, surface: usize| {
            let (position, rotation) = &kept.places[side];
            let now = &motions[side];
            let away: f64 = (0..3).map(|i| (now.position[i] - position[i]).abs()).sum();
            let turned: f64 = (0..9).map(|i| (now.rotation[i / 3][i % 3] - rotation[i / 3][i % 3]).abs()).sum();
            let radius = self.laws.touch.surfaces[surface].radius().min(self.bodies.length);
            away + radius * turned
        };
        let hardly = REACH_LEAST * PUSHED_APART * pair.size;
        if kept.within < within || moved(0, pair.a.surface) + moved(1, pair.b.surface) > hardly {
            return false;
        }
        scratch.near.extend_from_slice(&scratch.kept_near[kept.near[0]..kept.near[1]]);
        true
    }

    /// Features of a pair that may touch, and where.
    fn near_of_pair(&self, scratch: &mut SteppingScratch, k: usize, motions: &[Motion; 2], within: f64) {
        let [ma, mb] = motions;
        let (bodies, touch) = (&self.bodies, &self.laws.touch);
        let pair = &touch.pairs[k];
        let (a, b) = (&touch.surfaces[pair.a.surface], &touch.surfaces[pair.b.surface]);
        scratch.features.clear();
        near(a, ma, b, mb, within, &mut scratch.features);
        let first = scratch.near.len();
        scratch.beside.clear();
        for i in 0..scratch.features.len() {
            let f = scratch.features[i];
            let Some(beside) = beside(a, ma, b, mb, f, within).filter(|x| *x <= REACH_LEAST * pair.size) else {
                continue;
            };
            let site = Site::Pair { pair: k as u32, a: f.a, b: f.b };
            if let Some(contact) = touch.contact_at(bodies, site) {
                scratch.beside.push(beside);
                scratch.near.push(Near { site, contact });
            }
        }
        // what has sunk into a notch may stand beside both its edges
        let found = scratch.beside.iter().zip(&scratch.near[first..]);
        let sunk = found.filter(|(beside, n)| **beside <= BESIDE * pair.size - 2.0 * n.contact.gap);
        let depth = sunk.map(|(_, n)| -n.contact.gap).fold(0.0, f64::max);
        let mut end = first;
        for (i, beside) in scratch.beside.iter().enumerate() {
            if *beside > BESIDE * pair.size + 2.0 * depth {
                continue;
            }
            let n = &scratch.near[first + i];
            // corner on corner is one place, whichever of the two is taken for an edge
            let same = |k: &Near| {
                let apart = norm(sub(k.contact.point, n.contact.point));
                let turned = norm(sub(k.contact.normal, n.contact.normal));
                // both say the same but for what does not count as overlap
                apart <= REACH_LEAST * REACH_LEAST * pair.size && apart * turned <= PUSHED_APART * pair.size
            };
            // always the same of them, so that its impulse is known in the next step
            if !scratch.near[first..end].iter().any(same) {
                if end != first + i {
                    scratch.near[end] = *n;
                }
                end += 1;
            }
        }
        scratch.near.truncate(end);
        let inside = depth > PUSHED_APART * pair.size;
        if inside {
            // deeper than the two are inside each other is the far side of a part, but something must push them apart
            let mut deepest = -distance(a, ma, b, mb).min(0.0);
            if touch.tangents == 1 && deepest > 0.0 {
                let depths = scratch.near[first..].iter().map(|n| -n.contact.gap);
                let least = depths.filter(|d| *d > PUSHED_APART * pair.size).fold(f64::INFINITY, f64::min);
                deepest = deepest.max(least);
            }
            let true_depth = DEEPEST_ROW[touch.tangents - 1] * deepest + PUSHED_APART * pair.size;
            let shallowest = scratch.near[first..]
                .iter()
                .filter(|n| -n.contact.gap > PUSHED_APART * pair.size)
                .max_by(|m, n| m.contact.gap.total_cmp(&n.contact.gap))
                .copied();
            let mut at = 0;
            scratch.near.retain(|n| {
                at += 1;
                at <= first || -n.contact.gap <= true_depth
            });
            let pushes = |n: &Near| -n.contact.gap > PUSHED_APART * pair.size;
            if deepest > PUSHED_APART * pair.size
                && !scratch.near[first..].iter().any(pushes)
                && let Some(mut n) = shallowest
            {
                n.contact.gap = -deepest;
                scratch.near.push(n);
            }
        }
    }

    /// Rows of what is near: what each reads, and what its impulse changes.
    pub fn gather_rows(&mut self, scratch: &mut SteppingScratch, laws: &[(CrowdLaw, [f64; 3])], rows: usize) {
        scratch.crowd.clear();
        scratch.efforts.clear();
        scratch.resistances.clear();
        for (i, &(law, start)) in laws.iter().enumerate() {
            let near = scratch.near[i];
            scratch.crowd.push_law(law);
            let sided = matches!(near.site, Site::Pair { .. });
            if self.push_free_rows(scratch, &near.contact, start, if sided { rows } else { 1 }) {
                continue;
            }
            let bodies: Vec<usize> = sides(&near.contact).map(|(_, b)| b).collect();
            for (r, start) in start.into_iter().enumerate().take(if sided { rows } else { 1 }) {
                let reads: Vec<BodyEntries> =
                    sides(&near.contact).map(|(side, b)| self.entries(&near.contact, side, b, r)).collect();
                let changes = self.changes_of(scratch, &reads, &bodies);
                scratch.crowd.push_row(&reads, &changes, start);
            }
        }
    }

    /// Rows of a contact of one or two free bodies; false, and none, where joints hold one of them or there are more.
    fn push_free_rows(&self, scratch: &mut SteppingScratch, contact: &Contact, start: [f64; 3], rows: usize) -> bool {
        let mut of = [(0, 0); 2];
        let mut many = 0;
        for side in sides(contact) {
            if many == 2 || scratch.held[side.1].is_some() {
                return false;
            }
            of[many] = side;
            many += 1;
        }
        let of = &of[..many];
        for (r, start) in start.into_iter().enumerate().take(rows) {
            let mut reads = [BodyEntries::default(); 2];
            let mut changes = reads;
            for ((read, change), &(side, b)) in reads.iter_mut().zip(&mut changes).zip(of) {
                *read = self.entries(contact, side, b, r);
                *change = times(&scratch.inverse[b], read);
            }
            scratch.crowd.push_row(&reads[..many], &changes[..many], start);
        }
        true
    }

    /// What a unit impulse of a row changes that reads these entries of these bodies.
    pub fn changes_of(
        &self,
        scratch: &mut SteppingScratch,
        reads: &[BodyEntries],
        bodies: &[usize],
    ) -> Vec<BodyEntries> {
        let mut changes: Vec<BodyEntries> = Vec::new();
        let mut through: Vec<usize> = Vec::new();
        for (read, &b) in reads.iter().zip(bodies) {
            match scratch.held[b] {
                None => changes.push(times(&scratch.inverse[b], read)),
                Some(number) if !through.contains(&number) => through.push(number),
                Some(_) => {}
            }
        }
        if through.is_empty() {
            return changes;
        }
        scratch.unit.clear();
        scratch.unit.resize(self.bodies.pattern.unknowns, 0.0);
        for read in reads {
            for i in 0..read.len {
                scratch.unit[read.at + i] += read.values[i];
            }
        }
        self.bodies.factor.solve(&self.bodies.pattern, &mut scratch.unit);
        for &b in through.iter().flat_map(|&number| &scratch.together[number]) {
            let span = self.bodies.spans[b];
            let mut entries = BodyEntries { at: span.v, len: span.v_len, values: [0.0; 6] };
            entries.values[..span.v_len].copy_from_slice(&scratch.unit[span.v..span.v + span.v_len]);
            changes.push(entries);
        }
        changes
    }

    fn entries(&self, contact: &Contact, side: usize, b: usize, r: usize) -> BodyEntries {
        let span = self.bodies.spans[b];
        BodyEntries { at: span.v, len: span.v_len, values: contact.rows[side][r] }
    }
}

/// Sides of a contact that can move: place in its rows, and body.
pub fn sides(contact: &Contact) -> impl Iterator<Item = (usize, usize)> + '_ {
    contact.bodies.iter().enumerate().filter_map(|(side, b)| Some((side, (*b)?)))
}

/// The first of all that hangs together with x.
pub fn root_of(root: &mut [usize], mut x: usize) -> usize {
    while root[x] != x {
        root[x] = root[root[x]];
        x = root[x];
    }
    x
}

/// M⁻¹ times the entries of a body.
fn times(inverse: &[[f64; 6]; 6], row: &BodyEntries) -> BodyEntries {
    let mut out = BodyEntries { values: [0.0; 6], ..*row };
    for i in 0..row.len {
        out.values[i] = (0..row.len).map(|j| inverse[i][j] * row.values[j]).sum();
    }
    out
}

/// Inverse of a symmetric positive definite block, row by row.
fn inverse(block: &[f64], n: usize) -> [[f64; 6]; 6] {
    let mut a = [[0.0; 6]; 6];
    let mut out = [[0.0; 6]; 6];
    for i in 0..n {
        out[i][i] = 1.0;
        a[i][..n].copy_from_slice(&block[i * n..(i + 1) * n]);
    }
    for k in 0..n {
        let pivot = 1.0 / a[k][k];
        for j in 0..n {
            a[k][j] *= pivot;
            out[k][j] *= pivot;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = a[i][k];
            if factor != 0.0 {
                for j in 0..n {
                    a[i][j] -= factor * a[k][j];
                    out[i][j] -= factor * out[k][j];
                }
            }
        }
    }
    out
}
