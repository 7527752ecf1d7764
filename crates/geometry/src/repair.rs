//! Outlines that are not sound, repaired, and a description of what was repaired.
//!
//! Repeated points and spikes (edges that run back over themselves) are dropped first; if edges still meet, the overlay
//! keeps every place the outline winds around, whichever way (the non-zero rule), as pieces that touch at most.

use crate::boolean::overlay;
use crate::limits::is_coordinate;
use crate::plane_moments::PlaneMoments;
use crate::region::Region;
use crate::region_error::RegionError;
use crate::segment::Segment;
use crate::segment_intersections::{meetings, orientation};
use crate::tolerances::SLIVER;
use i_overlay::core::overlay_rule::OverlayRule;
use mainspring_numerics::vec2::{dot, sub};

/// Most crossings that are reported one by one.
const MOST_TOLD: usize = 8;

/// One repair; points and edges are counted from 0 here and from 1 in messages.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Repair {
    /// the same point twice running
    #[error("point {} repeats the one before it and was dropped", .point + 1)]
    Repeated {
        /// which
        point: usize,
    },
    /// an edge that runs back over the one before it
    #[error("the outline runs back over itself at point {}, ({}, {}); the spike was dropped", .point + 1, .at[0], .at[1])]
    Spike {
        /// the tip
        point: usize,
        /// where it was
        at: [f64; 2],
    },
    /// edges that meet
    #[error("edges {} and {} meet at ({}, {}); the outline was divided there", .first + 1, .second + 1, .at[0], .at[1])]
    Crossing {
        /// the edge that starts at this point
        first: usize,
        /// the other edge
        second: usize,
        /// where they meet
        at: [f64; 2],
    },
    /// more of them than are reported one by one
    #[error("{count} more crossings were divided")]
    MoreCrossings {
        /// how many
        count: usize,
    },
    /// clockwise
    #[error("the outline ran clockwise and was turned")]
    Turned,
    /// one outline became several
    #[error("the outline now has {outlines} loops")]
    Loops {
        /// how many
        outlines: usize,
    },
    /// slivers
    #[error("{count} pieces without area were dropped")]
    Lost {
        /// how many
        count: usize,
    },
}

/// All that was mended, in order; empty if the outline was sound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repairs(pub Vec<Repair>);

impl std::fmt::Display for Repairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, mended) in self.0.iter().enumerate() {
            write!(f, "{}{mended}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Region {
    /// From corner points in order, mended where they do not make a sound outline, and what was mended.
    ///
    /// # Errors
    /// Numbers that are none, fewer than three distinct points, no area.
    pub fn repaired(points: &[[f64; 2]]) -> Result<(Self, Repairs), RegionError> {
        if let Some(point) = points.iter().position(|p| !p.iter().all(|x| is_coordinate(*x))) {
            return Err(RegionError::Coordinate { point });
        }
        let mut mended = Vec::new();
        let kept = without_spikes(points, &mut mended);
        if kept.len() < 3 {
            return Err(match mended.iter().any(|m| matches!(m, Repair::Spike { .. })) {
                true => RegionError::NoArea,
                false => RegionError::TooFewPoints { distinct: kept.len() },
            });
        }
        let corners: Vec<[f64; 2]> = kept.iter().map(|&i| points[i]).collect();
        match Self::polygon(&corners) {
            Ok((region, turned)) => {
                mended.extend(turned.then_some(Repair::Turned));
                return Ok((region, Repairs(mended)));
            }
            // a figure of eight may enclose as much one way as the other
            Err(RegionError::SelfIntersecting { .. } | RegionError::NoArea) => {}
            Err(other) => return Err(other),
        }
        let count = corners.len();
        let edges: Vec<Segment> =
            (0..count).map(|i| Segment::Line { from: corners[i], to: corners[(i + 1) % count] }).collect();
        tell_crossings(&edges, &kept, &mut mended);
        let raw = Self::from_loops(vec![edges])?;
        let divided = overlay(&raw, &raw, OverlayRule::Union).map_err(|_| RegionError::NoArea)?;
        let area = |l: &Vec<Segment>| l.iter().map(|s| PlaneMoments::of_segment(s, l[0].from()).area).sum::<f64>();
        let most = divided.loops().iter().map(|l| area(l).abs()).fold(0.0, f64::max);
        let sound: Vec<Vec<Segment>> =
            divided.loops().iter().filter(|l| area(l).abs() > SLIVER * most).cloned().collect();
        let lost = divided.loops().len() - sound.len();
        mended.extend((sound.len() > 1).then_some(Repair::Loops { outlines: sound.len() }));
        mended.extend((lost > 0).then_some(Repair::Lost { count: lost }));
        let region = Self::from_loops(sound).map_err(|_| RegionError::NoArea)?;
        Ok((region, Repairs(mended)))
    }
}

/// Indices of the points that are left when repeated ones and tips of spikes are dropped.
fn without_spikes(points: &[[f64; 2]], mended: &mut Vec<Repair>) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::with_capacity(points.len());
    for point in 0..points.len() {
        kept.push(point);
        trim(points, &mut kept, mended);
    }
    // and across the end, where the last point meets the first; each round drops one
    loop {
        let n = kept.len();
        if n < 3 {
            return kept;
        }
        let fault = [(n - 2, n - 1, 0), (n - 1, 0, 1)]
            .into_iter()
            .find_map(|(a, b, c)| fault(points, kept[a], kept[b], kept[c]).map(|mended| (b, mended)));
        let repeated = points[kept[n - 1]] == points[kept[0]];
        match (repeated, fault) {
            (true, _) => {
                mended.push(Repair::Repeated { point: kept[n - 1] });
                kept.pop();
            }
            (false, Some((at, what))) => {
                mended.push(what);
                kept.remove(at);
            }
            (false, None) => return kept,
        }
    }
}

/// Drops faults at the end of a list of points.
fn trim(points: &[[f64; 2]], kept: &mut Vec<usize>, mended: &mut Vec<Repair>) {
    loop {
        match kept[..] {
            [.., a, b] if points[a] == points[b] => {
                mended.push(Repair::Repeated { point: b });
                kept.pop();
            }
            [.., a, b, c] => match fault(points, a, b, c) {
                Some(what) => {
                    mended.push(what);
                    kept.remove(kept.len() - 2);
                }
                None => return,
            },
            _ => return,
        }
    }
}

/// Whether the outline turns back on itself at the second of three points.
fn fault(points: &[[f64; 2]], a: usize, b: usize, c: usize) -> Option<Repair> {
    let [p, q, r] = [a, b, c].map(|i| points[i]);
    let back = orientation(p, q, r) == 0.0 && dot(sub(q, p), sub(r, q)) < 0.0;
    back.then_some(Repair::Spike { point: b, at: q })
}

fn tell_crossings(edges: &[Segment], names: &[usize], mended: &mut Vec<Repair>) {
    let count = edges.len();
    let (mut told, mut more) = (0, 0);
    for i in 0..count {
        for j in i + 1..count {
            let neighbours = j == i + 1 || (i == 0 && j == count - 1);
            let Some(at) = meetings(&edges[i], &edges[j]).first().copied().filter(|_| !neighbours) else { continue };
            if told < MOST_TOLD {
                mended.push(Repair::Crossing { first: names[i], second: names[j], at });
                told += 1;
            } else {
                more += 1;
            }
        }
    }
    mended.extend((more > 0).then_some(Repair::MoreCrossings { count: more }));
}
