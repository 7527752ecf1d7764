//! A planar region as features, and its place.

use super::corner::{corner_between, under_notch};
use super::extent::PlanarExtent;
use super::outline::Outline;
use crate::region::Region;
use crate::segment::Segment;
use crate::tolerances::NOTCH_DEPTH;
use crate::touch::feature::{Feature, FeatureKind};
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::vec2::{hypot, sub};

/// A planar region in its body's frame.
#[derive(Clone, Debug)]
pub(crate) struct PlanarSurface {
    pub(super) features: Vec<Feature>,
    /// the extent of each feature, in the same order
    pub(super) parts: Vec<PlanarExtent>,
    /// a circle around each feature: centre and radius
    pub(super) circles: Vec<([f64; 2], f64)>,
    /// none of a point
    pub(super) region: Option<Region>,
    /// centre and radius of what is a full disc and nothing else
    pub(super) disc: Option<([f64; 2], f64)>,
    outline: Outline,
    pub(super) radius: f64,
    pub(super) size: f64,
}

/// A planar place: x ↦ at + (c −s; s c) x.
#[derive(Clone, Copy)]
pub(crate) struct Pose {
    pub(super) at: [f64; 2],
    pub(super) c: f64,
    pub(super) s: f64,
}

impl Pose {
    #[inline]
    pub fn of(m: &Motion) -> Self {
        Self { at: [m.position[0], m.position[1]], c: m.rotation[0][0], s: m.rotation[1][0] }
    }

    /// Where `inner` stands as seen from here.
    pub fn seeing(&self, inner: &Self) -> Self {
        Self {
            at: self.back(sub(inner.at, self.at)),
            c: self.c * inner.c + self.s * inner.s,
            s: self.c * inner.s - self.s * inner.c,
        }
    }

    #[inline]
    pub fn direction(&self, v: [f64; 2]) -> [f64; 2] {
        [self.c * v[0] - self.s * v[1], self.s * v[0] + self.c * v[1]]
    }

    pub fn point(&self, p: [f64; 2]) -> [f64; 2] {
        let v = self.direction(p);
        [self.at[0] + v[0], self.at[1] + v[1]]
    }

    /// A direction out there, seen from here.
    #[inline]
    pub fn back(&self, v: [f64; 2]) -> [f64; 2] {
        [self.c * v[0] + self.s * v[1], -self.s * v[0] + self.c * v[1]]
    }
}

impl PlanarSurface {
    pub fn new(region: &Region, center: [f64; 3]) -> Self {
        let shift = |p: [f64; 2]| [p[0] - center[0], p[1] - center[1]];
        let moved: Vec<Vec<Segment>> =
            region.loops().iter().map(|l| l.iter().map(|s| s.map(1.0, shift)).collect()).collect();
        let moved = Region::from_loops(moved).unwrap_or_else(|_| region.clone());
        let (low, high) = moved.bounds();
        let mut flat = Self {
            features: Vec::new(),
            parts: Vec::new(),
            circles: Vec::new(),
            radius: moved.segments().map(farthest).fold(0.0, f64::max),
            size: (high[0] - low[0]).max(high[1] - low[1]),
            disc: full_disc(&moved),
            outline: Outline::new(&moved),
            region: Some(moved),
        };
        let mut counts = [0u32; 3];
        for outline in region.loops() {
            for (i, piece) in outline.iter().enumerate() {
                let before = &outline[(i + outline.len() - 1) % outline.len()];
                if let Some(part) = corner_between(before, piece, shift) {
                    flat.push(&mut counts, part);
                }
                let after = &outline[(i + 1) % outline.len()];
                let depth = NOTCH_DEPTH * flat.size;
                let under = [under_notch(before, piece, depth), under_notch(piece, after, depth)];
                flat.push(&mut counts, PlanarExtent::of(piece, shift).going_under(under));
            }
        }
        flat
    }

    /// A point at the body's origin.
    pub fn point(scale: f64) -> Self {
        let mut flat = Self {
            features: Vec::new(),
            parts: Vec::new(),
            circles: Vec::new(),
            disc: None,
            outline: Outline::point(),
            region: None,
            radius: 0.0,
            size: scale,
        };
        flat.push(&mut [0; 3], PlanarExtent::Point { at: [0.0; 2] });
        flat
    }

    fn push(&mut self, counts: &mut [u32; 3], part: PlanarExtent) {
        let (kind, primitive) = match part {
            PlanarExtent::Point { at } => (FeatureKind::Whole, Primitive::Point { at: lift(at), radius: 0.0 }),
            PlanarExtent::Corner { at, .. } => (FeatureKind::Corner, Primitive::Point { at: lift(at), radius: 0.0 }),
            PlanarExtent::Edge { from, normal, .. } => {
                (FeatureKind::Edge, Primitive::Plane { at: lift(from), normal: lift(normal) })
            }
            PlanarExtent::Arc { center, radius, .. } => {
                (FeatureKind::Arc, Primitive::Point { at: lift(center), radius })
            }
        };
        let count = match kind {
            FeatureKind::Corner => &mut counts[0],
            FeatureKind::Edge => &mut counts[1],
            _ => &mut counts[2],
        };
        *count += 1;
        self.features.push(Feature { kind, number: *count, primitive });
        self.circles.push(part.around());
        self.parts.push(part);
    }

    #[inline]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    #[inline]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whole circles among the outlines: centre and radius, negative for a hole.
    pub fn circles(&self) -> impl Iterator<Item = ([f64; 2], f64)> + '_ {
        self.parts.iter().filter_map(|part| match *part {
            PlanarExtent::Arc { center, radius, full: true, .. } => Some((center, radius)),
            _ => None,
        })
    }

    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    pub fn contains(&self, point: [f64; 2]) -> bool {
        self.region.as_ref().is_some_and(|region| region.contains(point))
    }

    #[inline]
    pub fn size(&self) -> f64 {
        self.size
    }

    pub fn bounds_at(&self, m: &Motion) -> ([f64; 3], [f64; 3]) {
        let pose = Pose::of(m);
        let Some(region) = &self.region else { return (m.position, m.position) };
        let reach = |d: [f64; 2]| region.extent(pose.back(d));
        let low = [pose.at[0] - reach([-1.0, 0.0]), pose.at[1] - reach([0.0, -1.0]), 0.0];
        let high = [pose.at[0] + reach([1.0, 0.0]), pose.at[1] + reach([0.0, 1.0]), 0.0];
        (low, high)
    }
}

fn lift(p: [f64; 2]) -> [f64; 3] {
    [p[0], p[1], 0.0]
}

/// The largest distance of a piece from the origin.
fn farthest(piece: &Segment) -> f64 {
    let ends = hypot(piece.from()).max(hypot(piece.to()));
    match piece.cap() {
        Some(cap) => {
            let out = hypot(cap.center);
            if out == 0.0 || cap.spans(cap.center) { ends.max(out + cap.radius) } else { ends }
        }
        None => ends,
    }
}

/// Centre and radius of a region that is a full disc and nothing else.
fn full_disc(region: &Region) -> Option<([f64; 2], f64)> {
    let [outline] = region.loops() else { return None };
    match outline.as_slice() {
        [Segment::Arc { from, center, sweep, .. }] if *sweep >= std::f64::consts::TAU => {
            Some((*center, hypot(sub(*from, *center))))
        }
        _ => None,
    }
}
