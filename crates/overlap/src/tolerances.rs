//! Every number of this crate that decides.

/// Depth, of the smaller shape, up to which shapes only touch.
/// from: ε, 4,500 of them
/// A thousandth of the depth that callers ask about; rounding of poses is below it.
pub(crate) const TOUCHING: f64 = 1e-12;

/// Sine of the turn at a joint of an outline below which the outline goes on smoothly.
/// from: what outlines are closed to, nine digits
/// Ends and centre of an arc agree only so well.
pub(crate) const SMOOTH: f64 = 1e-8;

/// How near, of an outline's size, a corner splits the edge beside it.
/// from: what outlines are closed to, nine digits
/// A split too many only adds a place to look at.
pub(crate) const BESIDE: f64 = 1e-9;

/// Share of an edge at its ends within which it is not split.
/// from: BESIDE
/// The ends are looked at anyway.
pub(crate) const AT_END: f64 = 1e-9;

/// Sine of the angle between lines below which they do not cross.
/// from: ε, 4,500 of them
/// Such lines meet beyond any shape.
pub(crate) const PARALLEL: f64 = 1e-12;

/// Depth beside the middle of each edge, of the region's size, at which its innermost place is looked for.
/// from: the region's size, from a thousandth to nearly half
/// One of them is well inside any region that is not a sliver.
pub(crate) const INWARDS: [f64; 5] = [0.45, 0.2, 0.05, 0.01, 1e-3];

/// Angle between the axes of two prisms (rad) up to which they are measured in the plane.
/// from: TOUCHING
/// What it tilts them by is below what counts as touching.
pub(crate) const SAME_AXIS: f64 = 1e-12;

/// Directions of edges of two solids, multiplied, up to which each pair is tried.
/// from: cost: two octahedra have 36, two prisms of twelve sides 49
/// Beyond it the growing hull finds the direction sooner.
pub(crate) const MOST_EDGE_PAIRS: usize = 256;

/// Faces of a solid up to which all their normals are tried.
/// from: cost: each is two sums over all corners
/// Beyond it the growing hull finds the direction sooner.
pub(crate) const MOST_NORMALS: usize = 64;

/// Distance of flat faces' normals within which they are one.
/// from: what outlines are closed to, nine digits
/// Triangles of one face differ by rounding of their corners.
pub(crate) const SAME_NORMAL: f64 = 1e-9;

/// Rounding of a sum of coordinates, of the extent of both shapes together.
/// from: ε, 18 of them
/// No place is known better.
pub(crate) const ROUNDING: f64 = 4e-15;

/// Share of the least depth found so far that a proven depth has to reach.
/// from: what a depth is for: to be compared with a bound
/// A tenth off is exact enough, and a round surface gets there soon.
pub(crate) const PROVEN: f64 = 0.9;

/// Corners that the growing hull may have.
/// from: round on round, which takes some ten a digit
/// What is not found by then is reported as the proven depth.
pub(crate) const MOST_CORNERS: usize = 320;

/// Faces of a growing hull, over its corners, from which on it is torn.
/// from: two faces a corner of a closed one, twice that
/// Narrow faces that rounding folds over each other do no harm while they are few.
pub(crate) const TORN: usize = 4;

/// Turns of the direction (rad) at which a growing hull looks beside its first direction.
/// from: the sagitta of such a turn: from a thousandth to the last digit
/// A remembered direction is off by what the bodies turned since.
pub(crate) const ASIDE: [f64; 3] = [0.03, 1e-4, 1e-6];

/// Change of a squared distance, of itself, that ends the search for nearest places.
/// from: ε, 18 of them
/// The last digit.
pub(crate) const NEAREST: f64 = 4e-15;

/// Rounds of the search for nearest places.
/// from: round on round, which takes some thirty
/// What has not settled by then is found otherwise.
pub(crate) const MOST_ROUNDS: usize = 128;

/// Distance of two hearts, of both shapes, below which they are one place.
/// from: ROUNDING, a hundred times
/// No direction can be had from it.
pub(crate) const ONE_PLACE: f64 = 4e-13;

/// Angle (rad) of one tangent that stands for a piece of a hollow arc where a prism is cut into convex pieces.
/// from: its sagitta, 1.5e-4 of the radius
/// A bore is then too wide by that, never too narrow; what touches it is looked at exactly besides.
pub(crate) const TANGENT: f64 = 0.035;

/// Height of a slab, of the outline's size, that is rounding.
/// from: TOUCHING
/// Corners at one height differ by rounding.
pub(crate) const SAME_HEIGHT: f64 = 1e-12;

/// Pairs of convex pieces up to which each has its own remembered direction.
/// from: memory: 50 bytes each
/// Larger compounds search anew.
pub(crate) const MOST_REMEMBERED: usize = 4096;

/// Places looked at around an arc before the deepest of them is refined.
/// from: two minima a turn at least three places apart
/// A round part against a round mouth is deepest at one or two places.
pub(crate) const AROUND: usize = 24;

/// Halvings of the stretch around a deepest place.
/// from: ε, its square root: what a smooth maximum is known to
/// Golden sections shrink by 0.618 each.
pub(crate) const HALVINGS: usize = 40;
