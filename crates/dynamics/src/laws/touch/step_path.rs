//! The motion of a step as polynomials, and when it first brings something together.
//!
//! Dense output is a polynomial in θ for every entry of q. Its Chebyshev series comes from eight values; derivatives of the
//! series are exact, and the sum of the sizes of its terms bounds it over the whole step. On a stretch [a, b] with middle m
//!
//! ```text
//! |p′| ≤ |p′(m)| + (b − a)/2 · max|p″|      |p″| ≤ |p″(m)| + (b − a)/2 · max|p‴|
//! ```
//!
//! which is a true bound and sharp on short stretches. In space a body turns with the quaternion's polynomial u, not of unit
//! length between steps: ω = 2 u̇ u⁻¹, so |ω| ≤ 2|u̇|/|u| and |ω̇| ≤ 2|ü|/|u| + 2|u̇|²/|u|².

use crate::laws::touch::guards::ContactGuard;
use crate::laws::touch::paths::{Paths, Series, TERMS, Track};
use crate::laws::touch::state::Site;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::multibody::side::Side;
use crate::tolerances::{CREPT_DEPTH, DEEPER_THAN_RELEASED, DUE_AT_ONCE, STEP_START_GAP, TOUCH_CLOSE};
use mainspring_geometry::touch::{
    FeaturePair, Meeting, Motion, Path, Speeds, Surface, first_meeting, meet, near, overlapping, stands,
};

struct PairPath<'a> {
    tracks: [Option<&'a Track>; 2],
    standing: [Motion; 2],
}

impl Path for PairPath<'_> {
    fn at(&self, theta: f64) -> [Motion; 2] {
        [0, 1].map(|i| self.tracks[i].map_or(self.standing[i], |t| t.at(theta)))
    }

    fn speeds(&self, from: f64, to: f64) -> [Speeds; 2] {
        self.tracks.map(|t| t.map_or(Speeds::default(), |t| t.speeds(from, to)))
    }
}

/// How two features meet that are inside each other by more than the first and less than the second depth, m; none where they are
/// not, or stand beside each other.
fn inside(a: &Surface, b: &Surface, at: &[Motion; 2], f: FeaturePair, [from, to]: [f64; 2]) -> Option<Meeting> {
    let m = meet(&a.features()[f.a as usize].primitive, &at[0], &b.features()[f.b as usize].primitive, &at[1])?;
    (-m.gap > from && -m.gap < to && stands(a, &at[0], b, &at[1], f, to)).then_some(m)
}

impl Touch {
    /// Where in (0, 1] of a step two parts that were apart first meet; `dense` reads the state at θ.
    pub fn first_touch(
        &mut self,
        bodies: &Multibody,
        dense: &mut dyn FnMut(f64, &mut [f64]),
        state: &mut [f64],
    ) -> Option<f64> {
        self.paths.hits.clear();
        if self.pairs.is_empty() {
            return None;
        }
        let mut paths = std::mem::take(&mut self.paths);
        self.trace(bodies, &mut paths, dense, state);
        let mut first: Option<f64> = None;
        for at in 0..paths.candidates.len() {
            let k = paths.candidates[at];
            let pair = &self.pairs[k];
            paths.known.clear();
            for t in &self.state.touching {
                if let Some((p, features)) = Self::features(t.site)
                    && p == k
                {
                    paths.known.push(features);
                }
            }
            let track = |body: Option<usize>| body.and_then(|b| paths.tracks[b].as_ref());
            let path = PairPath {
                tracks: [track(pair.a.body), track(pair.b.body)],
                standing: [self.places[pair.a.surface], self.places[pair.b.surface]],
            };
            let (a, b) = (&self.surfaces[pair.a.surface], &self.surfaces[pair.b.surface]);
            if !paths.known.is_empty() && self.sunk(bodies, k, a, b, &path.at(0.0), &paths.known, &mut paths.near) {
                let sites = paths.near.iter().map(|f| Site::Pair { pair: k as u32, a: f.a, b: f.b });
                if first != Some(DUE_AT_ONCE) {
                    paths.hits.clear();
                }
                paths.hits.extend(sites);
                first = Some(DUE_AT_ONCE);
                continue;
            }
            let tolerance = self.let_go(k, a, b, &path.at(0.0), &paths.known, &mut paths.near);
            let Some(found) = first_meeting(a, b, &path, &paths.known, tolerance) else { continue };
            let earlier = first.is_none_or(|f| found.theta < f);
            if earlier {
                paths.hits.clear();
                first = Some(found.theta);
            }
            if earlier || first == Some(found.theta) {
                let sites = found.pairs.iter().map(|f| Site::Pair { pair: k as u32, a: f.a, b: f.b });
                paths.hits.extend(sites);
            }
        }
        self.paths = paths;
        first
    }

    /// Features of a pair that touches elsewhere which are a little inside each other and sink: left in `near`. They were let go
    /// with a gap that counts as none and have crept below it.
    fn sunk(
        &self,
        bodies: &Multibody,
        k: usize,
        a: &Surface,
        b: &Surface,
        at: &[Motion; 2],
        known: &[FeaturePair],
        found: &mut Vec<FeaturePair>,
    ) -> bool {
        let size = self.pairs[k].size;
        let (slack, slow) = (TOUCH_CLOSE * size, self.slow(bodies, size));
        found.clear();
        near(a, &at[0], b, &at[1], slack, found);
        found.retain(|f| {
            let m = (!known.contains(f))
                .then(|| inside(a, b, at, *f, [STEP_START_GAP * size, CREPT_DEPTH * slack]))
                .flatten();
            m.is_some_and(|m| m.rate < -slow)
        });
        !found.is_empty()
    }

    /// How far inside each other features of a pair may be without a meeting, m: they may have been let go a little inside, and
    /// meet where they sink deeper.
    fn let_go(
        &self,
        k: usize,
        a: &Surface,
        b: &Surface,
        at: &[Motion; 2],
        known: &[FeaturePair],
        found: &mut Vec<FeaturePair>,
    ) -> f64 {
        let size = self.pairs[k].size;
        let deep = CREPT_DEPTH * TOUCH_CLOSE * size;
        found.clear();
        near(a, &at[0], b, &at[1], deep, found);
        let depth = |f: &FeaturePair| inside(a, b, at, *f, [0.5 * STEP_START_GAP * size, deep]).map(|m| -m.gap);
        let deepest = found.iter().filter(|f| !known.contains(f)).filter_map(depth).fold(0.0, f64::max);
        (STEP_START_GAP * size).max(deepest + DEEPER_THAN_RELEASED * size)
    }

    /// Polynomials of all bodies, and pairs whose swept boxes overlap.
    fn trace(&self, bodies: &Multibody, paths: &mut Paths, dense: &mut dyn FnMut(f64, &mut [f64]), state: &mut [f64]) {
        if paths.cosines[0][0] == 0.0 {
            for k in 0..TERMS {
                for j in 0..TERMS {
                    let angle = std::f64::consts::PI * (k as f64) * (j as f64 + 0.5) / TERMS as f64;
                    paths.cosines[k][j] = libm::cos(angle);
                }
            }
        }
        paths.values.resize(bodies.nq, [0.0; TERMS]);
        for j in 0..TERMS {
            dense(0.5 + 0.5 * paths.cosines[1][j], state);
            for i in 0..bodies.nq {
                paths.values[i][j] = state[i];
            }
        }
        paths.tracks.resize(bodies.spans.len(), None);
        for (b, span) in bodies.spans.iter().enumerate().filter(|(_, s)| s.v_len > 0) {
            let track = paths.tracks[b].get_or_insert(Track {
                entries: [Series::default(); 7],
                count: span.q_len,
                spatial: self.tangents == 2,
            });
            for i in 0..span.q_len {
                track.entries[i] = Series::through(&paths.values[span.q + i], &paths.cosines);
            }
        }
        paths.boxes.clear();
        for (k, surface) in self.surfaces.iter().enumerate() {
            paths.boxes.push(surface.bounds_at(&self.places[k]));
        }
        paths.allowed.clear();
        for pair in &self.pairs {
            for party in [&pair.a, &pair.b] {
                if let Some(track) = party.body.and_then(|b| paths.tracks[b].as_ref()) {
                    paths.boxes[party.surface] = track.swept(self.surfaces[party.surface].radius());
                }
            }
            paths.allowed.push((pair.a.surface, pair.b.surface));
        }
        paths.candidates.clear();
        overlapping(&paths.boxes, &paths.allowed, &mut paths.candidates);
        paths.candidates.retain(|&k| self.both_present(bodies, &self.pairs[k]));
    }

    /// Smallest gap of what was found to meet, and its rate, at y.
    pub fn hit_gap(&self, bodies: &mut Multibody, y: &[f64]) -> Option<[f64; 3]> {
        let (q, v, _) = bodies.split(y);
        bodies.kinematics(q, v);
        let hits = self.paths.hits.iter().filter_map(|s| self.contact_at(bodies, *s));
        hits.min_by(|a, b| a.gap.total_cmp(&b.gap)).map(|c| [c.gap, c.rate[0], c.scale])
    }

    /// Gap of a stop or tooth side, its rate and the size it is measured by, at y.
    pub fn reach_gap(&self, bodies: &mut Multibody, y: &[f64], guard: ContactGuard) -> Option<[f64; 3]> {
        let site = match guard {
            ContactGuard::Stop { joint, side } => Site::Stop { joint: joint as u32, upper: side == Side::Upper },
            ContactGuard::Tooth { mesh, side } => Site::Tooth { mesh: mesh as u32, upper: side == Side::Upper },
            ContactGuard::Closed { .. } => return None,
        };
        let (q, v, _) = bodies.split(y);
        bodies.kinematics(q, v);
        self.contact_at(bodies, site).map(|c| [c.gap, c.rate[0], c.scale])
    }
}
