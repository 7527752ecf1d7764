//! Overlaps in space that no spring explains are taken up as contacts.
//!
//! Features become contacts where they close ([`features`](crate::laws::penalty::features)); what closes in another way is missed or
//! taken for another contact seen from the side: a corner that comes under a face over its end, an edge that crosses another beside a
//! corner. After every step of a pair that overlaps its features are looked at as a whole. Those that stand, that is
//! inside their extents and touched along a normal that both have, are grouped by normal; a group is as deep as its deepest, and the
//! overlap as deep as the least of the groups, the shortest way out. Where no spring is, the deepest of that group is a
//! contact from there on, and the energy that its spring then has is booked as given.

use crate::laws::penalty::overlap::{Overlap, OverlapPlace, OverlapState};
use crate::laws::penalty::penalty::Penalty;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{PENALTY_ALONGSIDE, PENALTY_LOCATED};
use mainspring_geometry::touch::{FeaturePair, Meeting, Motion, stands};
use mainspring_numerics::vec3::dot;

/// Share by which an overlap may be deeper than the deepest of its springs: between edges and round sides the shortest way out is
/// not quite the way along a normal.
const EXPLAINED: f64 = 0.05;

/// How much deeper than an overlap was measured features that explain it may be: in the middle of an edge that runs through the other
/// solid a face is nearer than the way out along the normal of two edges.
const REACH: f64 = 4.0;

impl Penalty {
    /// Takes up the features, of those at hand, that explain an overlap of about `depth`, m, where no spring does.
    pub fn adopt(&mut self, bodies: &Multibody, pair: usize, of: &[Motion; 2], depth: f64, found: &[FeaturePair]) {
        let slack = PENALTY_LOCATED * self.size[pair];
        if depth <= slack {
            return;
        }
        let standing = self.way_out(pair, of, REACH * depth + slack, found);
        let Some((f, m)) = standing.or_else(|| self.about_as_deep(pair, of, depth, found)) else { return };
        let acting = self.squeezed.iter().filter(|s| s.pair as usize == pair && s.state.acts());
        let depth_of = |f: FeaturePair| self.meeting_of(pair, f.a, f.b, of).map(|m| -m.gap);
        let deepest = acting.filter_map(|s| depth_of(s.features()?)).fold(0.0, f64::max);
        if -m.gap <= (1.0 + EXPLAINED) * deepest + slack {
            return;
        }
        let (speed, site) = (self.referred_speed(bodies, pair, -m.rate), OverlapPlace::Features(f.a, f.b));
        self.squeezed.retain(|s| (s.pair as usize, s.site) != (pair, site));
        self.squeezed.push(Overlap { pair: pair as u32, site, state: OverlapState::Pressing, speed });
        self.squeezed.sort_unstable_by_key(|s| (s.pair, s.site));
        self.given += self.push_of(pair, speed).energy(-m.gap);
    }

    /// Where none stand, as where a rim has sunk in over an edge: the features that are nearest to as deep as the overlap was measured.
    fn about_as_deep(
        &self,
        pair: usize,
        of: &[Motion; 2],
        depth: f64,
        found: &[FeaturePair],
    ) -> Option<(FeaturePair, Meeting)> {
        let slack = PENALTY_LOCATED * self.size[pair];
        let off = |m: &Meeting| (-m.gap / depth).max(-depth / m.gap);
        let near =
            |(f, m): &(FeaturePair, Meeting)| m.gap < 0.0 && off(m) <= REACH && self.margin_of(pair, *f, of) >= -slack;
        let all = found.iter().filter_map(|f| Some((*f, self.meeting_of(pair, f.a, f.b, of)?)));
        all.filter(near).min_by(|x, y| off(&x.1).total_cmp(&off(&y.1)))
    }

    /// The deepest features along the normal of the shortest way out, of those that are at most so deep.
    fn way_out(
        &self,
        pair: usize,
        of: &[Motion; 2],
        most: f64,
        found: &[FeaturePair],
    ) -> Option<(FeaturePair, Meeting)> {
        let [sa, sb] = self.surfaces_of(pair);
        let slack = PENALTY_LOCATED * self.size[pair];
        let stand: Vec<(FeaturePair, Meeting)> = found
            .iter()
            .filter_map(|f| Some((*f, self.meeting_of(pair, f.a, f.b, of)?)))
            .filter(|(f, m)| {
                m.gap < 0.0
                    && m.gap >= -most
                    && stands(sa, &of[0], sb, &of[1], *f, most)
                    && self.margin_of(pair, *f, of) >= -slack
            })
            .collect();
        let group = |n: &Meeting| {
            let same = stand.iter().filter(|(_, m)| dot(m.normal, n.normal) > PENALTY_ALONGSIDE);
            same.min_by(|x, y| x.1.gap.total_cmp(&y.1.gap)).copied()
        };
        let groups = stand.iter().filter_map(|(_, m)| group(m));
        groups.max_by(|x, y| x.1.gap.total_cmp(&y.1.gap))
    }
}
