//! Every number of this crate that decides.

/// Largest coordinate and size.
/// from: the largest float, its sixth root
/// Fifth powers (second moments in space) must stay finite.
pub(crate) const LARGEST: f64 = 1e50;

/// How far ends of an outline may miss each other, relative to its size; also by how much angles may miss.
/// from: what files and drawings keep, nine digits
/// Coarser than any rounding of the input, finer than any part is made.
pub(crate) const CLOSED: f64 = 1e-9;

/// How far from a smooth joint its two pieces may still seem to meet, relative to the outline's size.
/// from: CLOSED, its square root
/// Where curves run along each other a rounding error moves their meeting by its square root.
pub(crate) const SMOOTH_JOINT: f64 = 1e-5;

/// Area of an outline, of its size squared, that counts as zero.
/// from: ε, 45 of them
/// Rounding of a sum over its edges.
pub(crate) const NO_AREA: f64 = 1e-14;

/// Points of pieces with an arc nearer than this, of their size, are one.
/// from: ε, 4,500 of them
/// Callers then refuse or fall back, so that a wrong "yes" costs a message, never a wrong shape.
pub(crate) const NEARLY: f64 = 1e-12;

/// Roundings of the farthest number of two outlines that places of their crossings may be off.
/// from: ε, counted: a difference, a root and a turn about a centre
/// Matters for small regions far out and for arcs of large circles.
pub(crate) const ROUNDINGS: f64 = 16.0;

/// By how much coarser tolerances get where outlines could not be told apart with a finer one.
/// from: NEARLY, up to a tenth of CLOSED
/// What is still in doubt then is refused.
pub(crate) const COARSER: [f64; 3] = [1.0, 8.0, 64.0];

/// Distance from an outline, over the tolerance, from which a point is inside or outside for certain.
/// from: rounding of the point, with room
/// Of the points of a piece the first that far away speaks for it, else the farthest.
pub(crate) const CERTAIN: f64 = 1e4;

/// Distance beside a piece of its length at which the sides of a combined outline are tried.
/// from: the piece itself, a thousandth
/// Nearer than most other pieces, farther than rounding.
pub(crate) const BESIDE_PIECE: f64 = 1e-3;

/// Pieces of combined outlines times pieces of all outlines that are tried on both sides.
/// from: the time of finding the pieces themselves
/// More pieces than that are tried in equal steps.
pub(crate) const TRIED: usize = 4_000;

/// How near to an end a crossing is the end itself, of the sweep of an arc.
/// from: NEARLY
/// The same rounding, of an angle.
pub(crate) const AT_END: f64 = 1e-12;

/// Pieces of a repaired outline smaller than this share of the whole are rounding.
/// from: ε, 4,500 of them
/// What the overlay's integer grid leaves.
pub(crate) const SLIVER: f64 = 1e-12;

/// Area by which what a hole takes away may differ from the hole, relative to it.
/// from: CLOSED
/// More means that part of the hole lies outside.
pub(crate) const HOLE_INSIDE: f64 = 1e-9;

/// Least sagitta of a chord drawn for an arc, of its radius.
/// from: CLOSED
/// Bounds the number of points of a drawing.
pub(crate) const FINEST_SAGITTA: f64 = 1e-9;

/// Volume of a polyhedron, of the cube of its extent, that counts as zero.
/// from: ε, 450 of them
/// Rounding of a sum over its faces.
pub(crate) const NO_VOLUME: f64 = 1e-13;

/// By how much the rows of a rotation matrix may miss being orthonormal.
/// from: CLOSED
/// Rotations come from files with as many digits.
pub(crate) const ROTATION: f64 = 1e-9;

/// Faces of a mesh that meet at less than this (rad) are drawn as one smooth surface.
/// from: the drawing: a circle in twelve pieces turns by 0.52 at each
/// The coarsest round surface must look smooth.
pub(crate) const SMOOTH_SHADING: f64 = 0.6;

/// Angle (rad) from a pole at which a ring of a mesh is the pole.
/// from: ε, 4,500 of them
/// The last of many equal steps misses it by rounding.
pub(crate) const AT_POLE: f64 = 1e-12;

/// Sine of the angle below which directions count as parallel.
/// from: ε, a fifteenth of its square root
/// Products of such sines are rounding.
pub(crate) const PARALLEL: f64 = 1e-9;

/// Square of the sine below which lines count as parallel.
/// from: PARALLEL, squared
/// The same, before a root is taken.
pub(crate) const PARALLEL_SQUARED: f64 = 1e-18;

/// Cosine from which on two normals in the plane are one.
/// from: PARALLEL, with room for the normals' own rounding
/// Angles of 1.4e-5 rad: features that differ by less are one surface.
pub(crate) const SAME_NORMAL: f64 = 1.0 - 1e-10;

/// Differences of rates, of the speed of the bodies, and of sines that do not choose between two pairs at a corner.
/// from: PARALLEL
/// Below it the order of features decides, which is always the same.
pub(crate) const EQUAL_RATE: f64 = 1e-9;

/// Turns below this between two straight edges are rounding.
/// from: ε, 450 of them
/// A joint within it is no corner.
pub(crate) const STRAIGHT: f64 = 1e-13;

/// Turns below this at an arc count as running on smoothly.
/// from: CLOSED
/// Ends and centre of an arc agree only so well.
pub(crate) const SMOOTH_ARC: f64 = 1e-9;

/// Sine of the angle between pieces of a drawn-out outline below which they go on smoothly.
/// from: SMOOTH_ARC, a hundred times
/// An edge that sharp on a solid would be a feature nothing can feel.
pub(crate) const SMOOTH_SIDE: f64 = 1e-7;

/// Angle (rad) by which the sides of a corner may lie on the wrong side of a contact's normal.
/// from: ε, seven of its square root
/// What an error of a position by rounding turns a short side.
pub(crate) const CORNER_ANGLE: f64 = 1e-7;

/// Depth, over the smaller part, up to which outlines may run along each other.
/// from: CLOSED
/// Two equal parts in one place overlap by more.
pub(crate) const ALONG: f64 = 1e-9;

/// How far beside an outline is looked for overlap, over the smaller part.
/// from: the smaller part's size, from a thousandth to nearly half
/// Where outlines run along each other their points tell nothing, places beside them do.
pub(crate) const BESIDE: [f64; 4] = [1e-3, 0.03, 0.2, 0.45];

/// Distance of outlines, of both sizes, below which they are looked at for crossings.
/// from: NEARLY
/// Outlines further apart have none.
pub(crate) const OUTLINES_CLEAR: f64 = 1e-12;

/// Angle (rad) before the start of an arc that still is the start.
/// from: CLOSED
/// Rounding of a point on the arc's end.
pub(crate) const BEFORE_START: f64 = 1e-9;

/// Sine by which a normal may leave a feature's cone and still count.
/// from: PARALLEL, a thousand times
/// A tilt that the slack of a contact gives to a short edge.
pub(crate) const CONE: f64 = 1e-6;

/// Sine beyond which a pair is certainly not a contact, whatever its extents say.
/// from: CONE, a thousand times
/// Wide enough that a margin made of it is smooth where the normal turns.
pub(crate) const FAR_FROM_CONE: f64 = 1e-3;

/// Sine by which a normal may leave a corner's cone where the corner is of a solid that comes to lie on a face.
/// from: FAR_FROM_CONE, a hundred times
/// Within a step such a solid may tilt over to its other corners.
pub(crate) const NEARLY_FLAT: f64 = 0.1;

/// Tilt of a rim on a face, over the one below which it has no lowest place, up to which its fixed places speak for it.
/// from: [`PARALLEL`], a millionth more
/// Two ways of taking the same sine differ by rounding; between the two nothing would speak.
pub(crate) const SPOTS_SPEAK: f64 = 1.0 + 1e-6;

/// Distance of two contacts, of the smaller part, that are one place.
/// from: CLOSED
/// Several pairs that stand at one place differ by rounding.
pub(crate) const SAME_PLACE: f64 = 1e-9;

/// Sine between normals of contacts at one place that are one contact.
/// from: FAR_FROM_CONE
/// Pairs of one edge and of its end differ by less.
pub(crate) const SAME_TILT: f64 = 1e-3;

/// How far from the surface towards the middle points inside a solid are taken, as shares.
/// from: the solid's size, from a thousandth to half
/// Two equal solids in line share much of their surface; points of it tell nothing.
pub(crate) const INWARDS: [f64; 4] = [1e-3, 0.03, 0.2, 0.5];

/// How far beside its outline points inside a region are looked for, of its size.
/// from: the region's size, from a thousandth to a third
/// One of them lies in any region that is not a sliver.
pub(crate) const BESIDE_OUTLINE: [f64; 3] = [1e-3, 0.03, 0.3];

/// Distance, of its size or length, by which a place may be beyond a piece of a surface and still be on it.
/// from: NEARLY
/// Rounding of a place that is an end.
pub(crate) const ON_PIECE: f64 = 1e-12;

/// Overlap of round sides, of the smaller part, that is touching still.
/// from: CLOSED
/// A rounding below nothing.
pub(crate) const STILL_TOUCHING: f64 = 1e-9;

/// Distance of a corner from a face's plane, of the polyhedron's size, within which it belongs to the face.
/// from: ε, 45,000 of them
/// Corners of one face come from files with rounding.
pub(crate) const IN_PLANE: f64 = 1e-11;

/// Share of a sixth of a turn by which a rim may exceed a whole number of them.
/// from: CLOSED
/// Rounding of an angle must not add a place.
pub(crate) const WHOLE_SIXTHS: f64 = 1e-9;

/// Length of the way between two curves, of their thickness, that shows no direction.
/// from: NEARLY
/// On an axis nothing tells which way is out.
pub(crate) const ON_AXIS: f64 = 1e-12;

/// Slope of the distance around a circle, of its radius squared, that is rounding.
/// from: ε, 450 of them
/// As near all around: one axis, or one circle on another.
pub(crate) const ALL_AROUND: f64 = 1e-13;

/// Step of Newton's method on a curve's parameter that ends it.
/// from: ε, 45 of them
/// The last digits.
pub(crate) const CURVE_CONVERGED: f64 = 1e-14;

/// Step up to which a place that does not converge further still counts.
/// from: CURVE_CONVERGED, ten thousand times
/// Rounding may keep the last digits turning.
pub(crate) const CURVE_SETTLED: f64 = 1e-10;

/// Closings within this of the first (of the step) are at the same time.
/// from: NEARLY
/// What locating a root in a step can tell apart.
pub(crate) const SAME_TIME: f64 = 1e-12;

/// Move of a closing time (of the step) that is rounding.
/// from: ε, half of it
/// Newton's method ends there.
pub(crate) const STEP_ROUNDING: f64 = 1e-16;

/// Turn of both bodies (rad) up to which a pair that hovers is judged by its own gaps and rates.
/// from: the sine of it, which differs from the angle by 2e-5
/// Gaps of bodies that hardly turn are nearly straight in time.
pub(crate) const HOVER_TURN: f64 = 0.05;

/// Share that is added to how far bodies can travel.
/// from: CLOSED
/// Bounds must stay bounds after rounding.
pub(crate) const TRAVEL_SLACK: f64 = 1e-9;

/// Rounding of distances, of the bodies' reach.
/// from: ε, 45 of them
/// Sums of a few coordinates of that size.
pub(crate) const REACH_ROUNDING: f64 = 1e-14;

/// Least tolerance of a closing gap, of the smaller part.
/// from: ε, 4.5 of them
/// No gap is known better.
pub(crate) const LEAST_TOLERANCE: f64 = 1e-15;

/// Depth of two solids as a whole, over what their pairs may have been let go with, at which they met unseen.
/// from: a pair closes once deeper than it was let go; twice, and twice again
/// Still shallower than what an auditor doubts.
pub(crate) const OVERLOOKED: f64 = 4.0;

/// Gap, of the smaller part, at which a root is found.
/// from: ε, half of it
/// Below it gaps are rounding.
pub(crate) const FINE: f64 = 1e-16;

/// Gap, of the smaller part, that an estimate may be off by at the ends of an interval beside its own bound.
/// from: NEARLY
/// Rounding of the two gaps.
pub(crate) const ESTIMATE_ROUNDING: f64 = 1e-12;

/// How deep, of the part's size, an edge goes on under the next one where the outline is notched.
/// from: what contact leaves two parts inside each other, 1e-9, ten times
/// Nothing that is outside is ever there, so that nothing can pass between the ends of two edges.
pub(crate) const NOTCH_DEPTH: f64 = 1e-8;

/// How far, over its depth, an edge goes on under another at most.
/// from: an angle of a hundredth
/// Edges that are nearly in line leave no gap between their ends.
pub(crate) const STEEPEST_UNDER: f64 = 100.0;

/// Distance, of the smaller part, by which places may be further than the nearest and count as equally near.
/// from: ON_PIECE, a thousand times
/// Parallel faces are as parallel as positions are closed to.
pub(crate) const EQUALLY_NEAR: f64 = 1e-9;

/// Length, of the smaller part, by which the place of a smooth surface may be beyond a piece whose neighbour takes over there.
/// from: ON_PIECE, a thousand times: how well a common normal is found
/// A gap a little beyond the end is at most as large as the true one, and never too large.
pub(crate) const HANDED_OVER: f64 = 1e-9;

/// Share of the least semi-axis, squared, within which a place inside an ellipsoid is on its flat middle.
/// from: ε, 4,500 of them
/// Nearest points on both sides are then as near but for rounding.
pub(crate) const FLAT_MIDDLE: f64 = 1e-12;

/// What is missing of 1 in the equation of an ellipsoid's nearest point that is rounding.
/// from: ε, 4,500 of them
/// Its three terms are between 0 and 1.
pub(crate) const ELLIPSOID_SETTLED: f64 = 1e-12;

/// Share of a cone's straight lines, next to its apex, that touches nothing but with the apex.
/// from: a thousand times what contact leaves two parts inside each other, 1e-9
/// The side's radius of curvature goes to nothing there, and with it the time in which a contact's normal turns round.
pub(crate) const TIP: f64 = 1e-6;

/// Cosine to the normal of a side beyond which a piece that leaves a corner goes back through it: that side cannot stop it.
/// from: the angle of 45°
/// Overlap is shallow, so that a side that stops a corner is never leant on by more.
pub(crate) const FACING: f64 = 0.7;

/// The same where both pieces go back through the side.
/// from: the angle of 12°
/// All that is between them then lies behind the side, and came in through another one; rounding and a blunt corner that leans are less.
pub(crate) const BOTH_FACING: f64 = 0.2;

/// Width, of the smaller part, in which one flush corner takes over from another.
/// from: CLOSED
/// Far wider than rounding of places, far narrower than any motion.
pub(crate) const FLUSH: f64 = 1e-9;

/// How far over the end of a side a corner may lie under its line, over its depth.
/// from: an angle of 14° between the side and the next one
/// Neighbours that go on straighter stop the corner themselves.
pub(crate) const OVER_END: f64 = 4.0;

/// Lean at a corner that takes over up to which its weight follows it.
/// from: OVER_END
/// A blade that leans more reaches over the end by more than its depth.
pub(crate) const LEANING: f64 = 4.0;

/// Depth, of the smaller part, up to which a corner just outside may hold on to the side it has left.
/// from: the smaller part's size
/// Deeper than this is no soft contact any more.
pub(crate) const OUTSIDE_DEPTH: f64 = 0.05;

/// Depth, of the smaller part, beyond which a side does not stop a corner.
/// from: the smaller part's size
/// A soft contact a quarter of a part deep is none.
pub(crate) const DEEPEST: f64 = 0.25;

/// Depth under the side that stops a corner, over that under one which cannot, from which the corner is let go.
/// from: the thickness of what is between both, four fifths of it
/// A corner that deep has come in from the far side, or passes through.
pub(crate) const SHIELDED: f64 = 4.0;

/// Sine of the angle between two sides below which they have no corner to hand over at.
/// from: the angle of 12°
/// Weights would change within less than a depth.
pub(crate) const SIDES_APART: f64 = 0.2;

/// Distance of an arc's centre from a notch, of the smaller part, below which it has no direction to it.
/// from: ε, 45 of them
/// A difference of coordinates.
pub(crate) const AT_NOTCH: f64 = 1e-14;

/// Cosine between the normals of two sides of a thin place.
/// from: the angle of 107°
/// Sides that face less apart are a corner.
pub(crate) const OPPOSITE_SIDES: f64 = -0.3;

/// Share of an outline that a piece is no wall by which is shorter, however thin what it bounds.
/// from: places written in six digits
/// Parts that were put together have slivers where their corners nearly meet, a billionth of the part thin.
pub(crate) const TINY_PIECE: f64 = 1e-4;
