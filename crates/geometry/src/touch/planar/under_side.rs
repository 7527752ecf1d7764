//! A node of one outline under a side of the other: how deep, and with what weight.
//!
//! Its depth h is the distance to the side; at a notch that to the notch. Of several sides the nearest counts among those that can
//! stop it: none of the two pieces that leave the node goes back through the side, steeply, or together with the other one at all, as those
//! of an obtuse corner do. A corner keeps its side in this way however thin the other is, and blocks stacked flush are not pushed apart
//! sideways.
//!
//! Where a node leaves through a side that cannot stop it (the corner of a block that slides over the end of a table, sunk in by
//! h), the table's corner under the block's edge takes over. Both are there, or none is, for a way of v h while the block leans by
//! v. A weight passes from the one to the other meanwhile: with s how far the node is from leaving, and w² = (v h)² + τ²,
//!
//! ```text
//! ρ = ½ + (s − ½ v h)/w        weight 3ρ² − 2ρ³
//! ```
//!
//! For the other corner s' = v h − s, so that both weights add up to one. v follows from the normals n of the side pressed, m of
//! the side left through and g of the node's own piece along which the other corner comes: g = a n + b m, v = −a/b.
//!
//! **A blade** has a tip whose sides lie within some degrees of being parallel. A corner that has sunk in through one of them is soon
//! nearer to the other, and through it where the blade is thinner than the corner is deep; it is held all the same, outside of
//! the blade too, as long as both its pieces come out through the side that stops it again before the tip. With s how far before
//! the tip they do, the weight goes from 1 to 0 as s goes from h to 0.

use super::outline::{Bend, Curve, Outline, View};
use crate::tolerances::{BOTH_FACING, DEEPEST, FACING, FLUSH, LEANING, OUTSIDE_DEPTH, OVER_END, SHIELDED, SIDES_APART};
use mainspring_numerics::vec2::{cross, dot, hypot, perp, sub};

/// Whether two sides that meet in a tip are those of a blade.
fn is_blade(normal: [f64; 2], other: [f64; 2]) -> bool {
    cross(normal, other).abs() <= SIDES_APART && dot(normal, other) < 0.0
}

/// A node in the frame of the other outline.
pub(super) struct Corner {
    pub at: [f64; 2],
    /// unit vectors along its pieces, away from it
    pub leaving: [[f64; 2]; 2],
    /// their normals, out of their material
    pub normals: [[f64; 2]; 2],
    pub lengths: [f64; 2],
    pub sharp: bool,
}

/// What stops a node.
pub(super) struct Stopped {
    pub piece: usize,
    /// m; negative: still open by this much
    pub depth: f64,
    pub normal: [f64; 2],
    pub weight: f64,
    /// of the weight as the node moves, 1/m
    pub slope: [f64; 2],
    /// and as its part turns, 1/rad
    pub turning: f64,
}

/// How much of a node's force stays with it near one side that it may leave through.
struct Leaves {
    weight: f64,
    slope: [f64; 2],
    turning: f64,
    /// the node has passed the side
    outside: bool,
}

impl Corner {
    /// The piece that goes back through a side with this normal, if one does, or both do.
    fn goes_back(&self, normal: [f64; 2]) -> Option<usize> {
        let along = self.leaving.map(|d| dot(d, normal));
        let k = usize::from(along[1] < along[0]);
        (along[k] < -FACING || along[1 - k] < -BOTH_FACING).then_some(k)
    }

    /// How the node is pressed, or by how much it is open if that is less than `reach`.
    pub fn press(&self, y: &Outline, inside: &dyn Fn([f64; 2]) -> bool, size: f64, reach: f64) -> Option<Stopped> {
        let slack = FLUSH * size;
        let mut best: Option<Stopped> = None;
        let mut open: Option<Stopped> = None;
        let mut within = None;
        // what stops a node that is outside, or is open, is near; what is far matters only to one deep inside
        let around = reach.max(2.0 * OVER_END * OUTSIDE_DEPTH * size);
        let near = y.pieces.iter().enumerate().filter(|(_, piece)| piece.is_near(self.at, around));
        let far = y.pieces.iter().enumerate().filter(|(_, piece)| !piece.is_near(self.at, around));
        let all = near.map(|at| (at, true)).chain(far.map(|at| (at, false)));
        for ((i, piece), near) in all {
            if !near {
                let found = best.as_ref().is_some_and(|b| 2.0 * OVER_END * b.depth <= around);
                if found || !*within.get_or_insert_with(|| inside(self.at)) {
                    break;
                }
            }
            let seen = piece.view(self.at);
            let new = |depth: f64, normal: [f64; 2]| Stopped {
                piece: i,
                depth,
                normal,
                weight: 1.0,
                slope: [0.0; 2],
                turning: 0.0,
            };
            let end = seen.beyond.map(|(end, by)| (piece.ends[end], by));
            let over = end.is_some_and(|(joint, _)| joint.bend == Bend::Convex);
            let (depth, normal) = match end {
                Some((joint, _)) if joint.bend == Bend::Notch => {
                    let way = sub(joint.at, self.at);
                    let far = hypot(way);
                    if far <= 0.0 || seen.depth <= 0.0 {
                        continue;
                    }
                    (far, [way[0] / far, way[1] / far])
                }
                Some((joint, by)) if joint.bend == Bend::Convex && by <= OVER_END * seen.depth + slack => {
                    (seen.depth, seen.normal)
                }
                Some(_) => continue,
                None => (seen.depth, seen.normal),
            };
            let deeper = best.as_ref().is_some_and(|b| b.depth <= depth) || depth > DEEPEST * size;
            if deeper || self.goes_back(normal).is_some() {
                continue;
            }
            if depth <= 0.0 {
                if end.is_none() && depth > -reach.max(slack) && open.as_ref().is_none_or(|o| o.depth < depth) {
                    open = Some(new(depth, normal));
                }
                continue;
            }
            let in_material = *within.get_or_insert_with(|| inside(self.at));
            if !in_material && depth > OUTSIDE_DEPTH * size {
                continue;
            }
            if let Some((found, outside)) = self.weighed(y, i, depth, normal, over, size)
                && (in_material || outside)
            {
                best = Some(found);
            }
        }
        // on a side that stops it, it is neither in nor out
        let on_side = open.as_ref().is_some_and(|o| o.depth > -slack);
        let open = open.filter(|o| o.depth > -reach);
        if on_side { open } else { best.or(open) }
    }

    /// Weighs a node at `depth` under a piece; whether it is outside of a side it leaves through. None where it has left.
    fn weighed(
        &self,
        y: &Outline,
        i: usize,
        depth: f64,
        normal: [f64; 2],
        over: bool,
        size: f64,
    ) -> Option<(Stopped, bool)> {
        let mut found = Stopped { piece: i, depth, normal, weight: 1.0, slope: [0.0; 2], turning: 0.0 };
        let (mut outside, mut leaves_any) = (false, false);
        for (end, joint) in y.pieces[i].ends.iter().enumerate().filter(|(_, j)| j.bend == Bend::Convex) {
            let side = y.pieces[joint.neighbour as usize].view(self.at);
            let Some(back) = self.goes_back(side.normal) else { continue };
            leaves_any = true;
            let blade = match y.pieces[i].curve {
                Curve::Line { along, .. } if is_blade(normal, side.normal) => {
                    let toward = if end == 1 { along } else { [-along[0], -along[1]] };
                    self.on_blade(depth, normal, toward, sub(self.at, joint.at), size)
                }
                _ => None,
            };
            let left = match blade {
                Some(left) => Leaves { outside: left.outside || side.depth < FLUSH * size, ..left },
                None => self.leaving(back, depth, normal, &side, size),
            };
            if left.weight <= 0.0 {
                return None;
            }
            outside |= left.outside;
            let (was, by) = (found.weight, left.weight);
            found.slope = [0, 1].map(|k| by * found.slope[k] + was * left.slope[k]);
            found.turning = by * found.turning + was * left.turning;
            found.weight = was * by;
        }
        // beyond an end the neighbour speaks, unless it cannot stop the node
        if over && !leaves_any {
            return None;
        }
        self.shield(y, &mut found);
        (found.weight > 0.0).then_some((found, outside))
    }

    /// Fades what lies much nearer to a side that cannot stop it than to the one that does: it came in there, and what it is
    /// under is the far side of something thin.
    fn shield(&self, y: &Outline, found: &mut Stopped) {
        let beside = y.pieces[found.piece].ends.map(|j| j.neighbour as usize);
        let (mut nearest, mut out) = (f64::INFINITY, [0.0; 2]);
        for (i, piece) in y.pieces.iter().enumerate() {
            if i == found.piece || beside.contains(&i) {
                continue;
            }
            let seen = piece.view(self.at);
            let behind = seen.beyond.is_none() && seen.depth > 0.0 && seen.depth < nearest;
            if behind && self.goes_back(seen.normal).is_some() {
                (nearest, out) = (seen.depth, seen.normal);
            }
        }
        let rho = SHIELDED * nearest / found.depth;
        if rho >= 1.0 {
            return;
        }
        let (weight, steep) = (rho * rho * (3.0 - 2.0 * rho), 6.0 * rho * (1.0 - rho));
        let slope = [0, 1].map(|k| steep * (rho * found.normal[k] - SHIELDED * out[k]) / found.depth);
        found.slope = [0, 1].map(|k| weight * found.slope[k] + found.weight * slope[k]);
        found.turning *= weight;
        found.weight *= weight;
    }

    /// A node under a flank of a blade, `off` from its tip; `toward` runs along the flank to the tip. None where its pieces do not come
    /// out through the flank again.
    fn on_blade(&self, depth: f64, normal: [f64; 2], toward: [f64; 2], off: [f64; 2], size: f64) -> Option<Leaves> {
        // where that is beyond the tip, how it leans, and by its turning
        let mut furthest: Option<[f64; 3]> = None;
        for (d, long) in self.leaving.iter().zip(self.lengths) {
            let (p, q) = (dot(*d, toward), dot(*d, normal));
            if q < SIDES_APART || depth > q * long {
                return None;
            }
            let at = dot(off, toward) + p / q * depth;
            if furthest.is_none_or(|[most, ..]| at > most) {
                furthest = Some([at, p / q, cross(normal, toward) / (q * q)]);
            }
        }
        let [at, lean, by_turn] = furthest?;
        let wide = hypot([depth, FLUSH * size]);
        let rho = 0.5 - (at + 0.5 * depth) / wide;
        if rho >= 1.0 {
            return Some(Leaves { weight: 1.0, slope: [0.0; 2], turning: 0.0, outside: false });
        }
        if rho <= 0.0 {
            return Some(Leaves { weight: 0.0, slope: [0.0; 2], turning: 0.0, outside: true });
        }
        let steep = 6.0 * rho * (1.0 - rho);
        let k = 0.5 / wide - (at + 0.5 * depth) * depth / (wide * wide * wide);
        Some(Leaves {
            weight: rho * rho * (3.0 - 2.0 * rho),
            slope: [0, 1].map(|i| steep * ((lean * normal[i] - toward[i]) / wide + k * normal[i])),
            turning: -steep * depth * by_turn / wide,
            outside: false,
        })
    }

    fn leaving(&self, back: usize, depth: f64, normal: [f64; 2], side: &View, size: f64) -> Leaves {
        let (m, s, g) = (side.normal, side.depth, self.normals[1 - back]);
        let apart = cross(normal, m);
        let along = cross(normal, g);
        let partner = self.sharp && apart.abs() > SIDES_APART && along / apart > SIDES_APART;
        let (mut lean, mut by_turn) = (1.0, 0.0);
        if partner {
            let across = cross(g, m);
            lean = -across / along;
            let turned = perp(g);
            by_turn = -(cross(turned, m) * along - across * cross(normal, turned)) / (along * along);
            if lean.abs() > LEANING {
                (lean, by_turn) = (lean.clamp(-LEANING, LEANING), 0.0);
            }
        }
        let way = lean * depth;
        let slack = FLUSH * size;
        let wide = libm::hypot(way, slack);
        let rho = 0.5 + (s - 0.5 * way) / wide;
        if rho >= 1.0 {
            return Leaves { weight: 1.0, slope: [0.0; 2], turning: 0.0, outside: s < slack };
        }
        // as far as the other pieces reach there is a corner to pass to
        let [f, g] = [back, 1 - back].map(|k| (self.leaving[k], self.lengths[k]));
        let reaches = depth <= g.1 * dot(g.0, normal) && -s <= -f.1 * dot(f.0, m);
        if rho <= 0.0 || (s < -slack && !reaches) {
            return Leaves { weight: 0.0, slope: [0.0; 2], turning: 0.0, outside: true };
        }
        let steep = 6.0 * rho * (1.0 - rho);
        let k = 0.5 / wide + (s - 0.5 * way) * way / (wide * wide * wide);
        Leaves {
            weight: rho * rho * (3.0 - 2.0 * rho),
            slope: [0, 1].map(|i| steep * (lean * normal[i] * k - m[i] / wide)),
            turning: -steep * depth * by_turn * k,
            outside: s < slack,
        }
    }
}
