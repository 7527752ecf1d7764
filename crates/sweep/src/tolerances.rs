//! Every number of this crate that decides. What an answer says is decided exactly; these only choose between ways to it, widen
//! searches, or judge the floats that answers are reported in.

/// Half a unit in the last place of 1.
/// from: ε, half of it
/// The largest relative error of one rounding.
pub(crate) const UNIT_ROUNDOFF: f64 = 1.110_223_024_625_156_5e-16;

/// What covers the roundings of a ball's radius.
/// from: UNIT_ROUNDOFF, eight of them
/// A radius is made of at most that many operations.
pub(crate) const RADIUS_UP: f64 = 1.0 + 8.0 * UNIT_ROUNDOFF;

/// Whole numbers below this are exact as floats.
/// from: 2⁵³, rounded down
/// A ball around one needs no radius.
pub(crate) const EXACT_INTEGER: f64 = 9.0e15;

/// Sizes of coordinates, where they are not 0, whose products of a dozen factors stay far from both ends of the floats.
/// from: the range of floats, its 24th root
/// Balls are used only within.
pub(crate) const TAME: (f64, f64) = (1e-12, 1e12);

/// Sizes of results of which a ball tells the sign.
/// from: TAME, to the power of a dozen factors
/// Beyond them an underflow may have hidden an error.
pub(crate) const SURE: (f64, f64) = (1e-150, 1e150);

/// Sizes of products between which nothing that makes up their error overflows or underflows.
/// from: the range of floats, less 53 bits
/// A factor too large to be split makes the error NaN, which is safe as well.
pub(crate) const SAFE_PRODUCT: (f64, f64) = (1e-280, 1e300);

/// What may be lost below the normal range of floats.
/// from: the least normal float, 1e7 of them
/// Added to radii so that they stay bounds.
pub(crate) const UNDERFLOW: f64 = 1e-300;

/// Ranges narrower than this are judged by one evaluation of an interval.
/// from: UNIT_ROUNDOFF, squared and more
/// Splitting them would leave no float inside.
pub(crate) const NARROW_RANGE: f64 = 1e-25;

/// Where a range is split: the first place at which the sign is certain.
/// from: the middle, and two near it that no drawing hits
/// A root at the middle itself is met in symmetric drawings.
pub(crate) const SPLITS: [f64; 3] = [0.5, 0.4375, 0.59375];

/// Width of an interval, of its size, below which Taylor's formula alone is used.
/// from: UNIT_ROUNDOFF, its square root
/// The plain evaluation is never tighter there.
pub(crate) const NARROW_INTERVAL: f64 = 1e-7;

/// Half widths of boxes added for rounding, of the size of the scene.
/// from: UNIT_ROUNDOFF, 1e5 of them
/// Wider boxes cost a little work, never an answer.
pub(crate) const BOX_MARGIN: f64 = 1e-11;

/// Distance of edges, in margins of boxes, beyond which rounding cannot hide that they are apart.
/// from: BOX_MARGIN
/// Nearer ones are decided exactly.
pub(crate) const SURELY_APART: f64 = 1e4;

/// Margin about the way of a hinge, of its size and length.
/// from: BOX_MARGIN, a hundred times
/// What is found within is decided exactly.
pub(crate) const WAY_MARGIN: f64 = 1e-9;

/// How many times its own size a scene may be away from the origin before it is brought there.
/// from: three bits
/// Digits lost to the distance are lost to every float.
pub(crate) const FAR: f64 = 8.0;

/// Starts nearer to a floor than this are taken as on it, rad.
/// from: what people write, nine decimals
/// An angle written in decimals is rarely exactly there.
pub(crate) const START_TOUCHES: f64 = 1e-9;

/// How far a start a little inside is lifted, in parts of [`START_TOUCHES`].
/// from: START_TOUCHES, by as little as will do
/// Next to a jam there is room for no more.
pub(crate) const START_LIFTS: [f64; 4] = [1e-6, 1e-4, 1e-2, 1.0];

/// How far beyond the outermost arc a sector is looked at, rad, at least and at most.
/// from: UNIT_ROUNDOFF, a hundred of them, and its square root
/// As far as the time beside the point is from it, between these.
pub(crate) const SECTOR_STEP: [f64; 2] = [1e-14, 1e-8];

/// Angles of rays (rad) further apart than this are ordered by their floats.
/// from: their enclosures, which are far narrower
/// Nearer ones are ordered exactly.
pub(crate) const RAYS_APART: f64 = 1e-6;

/// Lengths of arms, of the pawl's reach, nearer than this are ordered exactly.
/// from: BOX_MARGIN, a hundred times
/// The floats of others are certain.
pub(crate) const ARMS_ALIKE: f64 = 1e-9;

/// Length of a piece of a walk, of a usual edge, below which it is not shortened any more.
/// from: the drawing: edges are not packed closer
/// However many pairs are near there, all are looked at.
pub(crate) const SHORTEST_PIECE: f64 = 1e-6;

/// Share or angle (rad) by which ranges of turns and places are widened for rounding.
/// from: BOX_MARGIN, a hundred times
/// Roots found beyond the range are sorted out exactly.
pub(crate) const RANGE_SLACK: f64 = 1e-9;

/// Ways, in usual edges for each edge there is, after which nothing ends an arc any more.
/// from: the drawing: longer than all its edges a million times
/// The obstacle has no end along the motion.
pub(crate) const ENDLESS_WAY: f64 = 1e6;

/// By how much the range of a fall is widened beyond where it begins, rad.
/// from: RAYS_APART
/// What lies just above must be seen.
pub(crate) const FALL_SLACK: f64 = 1e-6;

/// Over a box, how far from a ray a sector is looked at at least, as u.
/// from: UNIT_ROUNDOFF, its square root
/// Wider than what enclosures of a point leave.
pub(crate) const BOX_SECTOR: f64 = 1e-7;

/// Width of an enclosure of a time, of 1 + its size, that is good enough.
/// from: UNIT_ROUNDOFF, 1e4 of them
/// More bits are asked for until it is.
pub(crate) const TIME_KNOWN: f64 = 1e-12;

/// Width of an enclosure of a time, of 1 + its size, up to which times are compared by it.
/// from: TIME_KNOWN, a thousand times
/// Wider ones are refined first.
pub(crate) const TIME_SHARP: f64 = 1e-9;

/// Distance of an edge from the hinge, of its corner's, below which it is found exactly.
/// from: three digits that a float would lose
/// An edge that all but passes through the hinge.
pub(crate) const FOOT_NEAR: f64 = 1e-3;

/// Distance of a corner from the hinge, of the pawl's reach, at which it has come to the hinge.
/// from: BOX_MARGIN, a hundred times
/// Rounding of a long way.
pub(crate) const AT_HINGE: f64 = 1e-9;

/// Times that differ by less, relative, are the same.
/// from: ε, four of them
/// Brackets of roots are some units of the last place wide.
pub(crate) const SAME_TIME: f64 = 4.0 * f64::EPSILON;

/// How far apart two ways to find a length of time may be, in [`SAME_TIME`], for the better of them to be taken.
/// from: SAME_TIME, a thousand times
/// More than rounding means that one of them does not apply.
pub(crate) const LENGTHS_AGREE: f64 = 1e3;

/// Share of a sliding interval at its ends within which a reversal is the end itself, and of a speed within which it counts as zero.
/// from: UNIT_ROUNDOFF, 1e4 of them
/// An end that is the turn itself is rounded to one side or the other.
pub(crate) const REVERSAL_AT_END: f64 = 1e-12;

/// How many times its reach a pawl must have gone before its angles are refined.
/// from: six bits
/// Before that nothing is lost.
pub(crate) const LONG_WAY: f64 = 64.0;

/// An angle that would change by more than this when refined is left as it is, rad.
/// from: the way between events
/// A larger change means that Newton's method went elsewhere.
pub(crate) const SMALL_CHANGE: f64 = 0.05;

/// Lever, of the distance from the hinge, below which an angle is not taken from a place.
/// from: three digits
/// Next to a vanishing lever it loses half of its digits.
pub(crate) const STEEP_LEVER: f64 = 1e-3;

/// Correction of a time, of 1 + its size, beyond which it is not applied.
/// from: TIME_SHARP
/// A corner that is met in passing tells nothing of the time.
pub(crate) const LATE: f64 = 1e-9;

/// Forces as equal as this are equal, and the first has the peak.
/// from: UNIT_ROUNDOFF, 1e4 of them
/// Teeth alike differ in their last places.
pub(crate) const EQUAL_FORCE: f64 = 1e-12;

/// How far from an end, of a sample's width, a force is looked at to see whether it rises.
/// from: UNIT_ROUNDOFF, its square root with room
/// Near enough for the first derivative to decide.
pub(crate) const BESIDE_END: f64 = 1e-6;

/// Width of the bracket of a peak, of its time, that ends the search.
/// from: UNIT_ROUNDOFF, 1e4 of them
/// The value is then exact to rounding, since its slope vanishes.
pub(crate) const PEAK_TIME: f64 = 1e-12;

/// Gauss's and Kronrod's rule must agree to this, of what the force could have done.
/// from: UNIT_ROUNDOFF, its two-thirds power
/// The better of them is then good to far more.
pub(crate) const RULES_AGREE: f64 = 1e-10;

/// Arcs of a picture nearer to the state than this may be the one it is on, rad.
/// from: the picture
/// Far below a pixel.
pub(crate) const ON_ARC: f64 = 1e-7;

/// How far inside a piece of a picture its ends are looked at, in parts of it.
/// from: TIME_SHARP
/// At the end itself neither side is certain.
pub(crate) const INSIDE_PIECE: f64 = 1e-9;

/// Pieces of a picture shorter than this share of its window are left out.
/// from: UNIT_ROUNDOFF, 1e4 of them
/// They have no inside.
pub(crate) const SHORT_PIECE: f64 = 1e-12;

/// How much earlier than where it was stopped the way out begins, in parts of the way in.
/// from: TIME_KNOWN, and up to a thousand times
/// The place of a jam itself has no room, and the number nearest to it lies inside an obstacle as often as not. The first is
/// far enough for rounding to make no difference.
pub(crate) const EARLIER: [f64; 4] = [1e-12, 1e-11, 1e-10, 1e-9];

/// Share of the time at which a way out counts as held at once.
/// from: the last of [`EARLIER`]
/// It may be held by what rounding put in the way.
pub(crate) const HELD_AT_ONCE: f64 = 1e-9;

/// Rounding of a spring's stiffness in a drawing, relative.
/// from: UNIT_ROUNDOFF, a hundred of them
/// It is a float, all other numbers are exact.
pub(crate) const STIFFNESS_ROUNDING: f64 = 1e-14;

/// By how much the range of a stiffness is widened, relative.
/// from: STIFFNESS_ROUNDING, ten times
/// Covers its rounding for certain.
pub(crate) const STIFFNESS_SPARE: f64 = 1e-13;

/// Slack of enclosed angles, of 1 + the turns.
/// from: UNIT_ROUNDOFF, a hundred of them
/// atan and atan2 are good to a unit in the last place; this is many.
pub(crate) const ANGLE_SLACK: f64 = 1e-14;

/// Excess of a bound of the peak over what is certain, relative, at which halving ends.
/// from: what a report shows, three digits
/// Finer bounds cost boxes and tell nothing.
pub(crate) const BOUND_EXCESS: f64 = 1e-3;

/// Step of a quantile, relative, that is rounding.
/// from: UNIT_ROUNDOFF
/// Newton's method ends there.
pub(crate) const QUANTILE_ROUNDING: f64 = 1e-16;

/// Friction that no height but one of rounding would need.
/// from: UNIT_ROUNDOFF, 1e-4 of its inverse
/// A height of rounding alone holds nothing.
pub(crate) const ABSURD_FRICTION: f64 = 1e12;

/// Share of the time of a peak within which a piece begins at it.
/// from: TIME_SHARP
/// What begins just there does not lead to it.
pub(crate) const JUST_BEFORE: f64 = 1e-9;

/// Error of a slope, relative, that is good enough; slopes of both sides within it are alike.
/// from: what a report shows, with room
/// Shorter steps lose digits again.
pub(crate) const SLOPE_ERROR: f64 = 1e-6;

/// Parts of a step at which forces are taken.
/// from: Richardson's extrapolation with halves
/// Two orders of error are taken away.
pub(crate) const STEP_PARTS: [f64; 3] = [1.0, 0.5, 0.25];

/// Forces of two places are a tie within this, relative.
/// from: SLOPE_ERROR, a tenth
/// A step beyond the tie leads to the other place.
pub(crate) const FORCE_TIE: f64 = 1e-7;

/// Error of a difference of forces, relative to them.
/// from: forces are good to 1e-13
/// A difference over a step is no better.
pub(crate) const DIFFERENCE_ERROR: f64 = 4e-13;

/// Share of the whole below which a box is halved no more for the answer's sake.
/// from: what a report shows, with room
/// What is left is a border, and forces wait.
pub(crate) const BORDER: f64 = 1e-9;

/// What the width of a dimension adds to its influence.
/// from: BORDER
/// Decides only where nothing has influence.
pub(crate) const WIDTH_WEIGHT: f64 = 1e-9;

/// Boxes of edges, of the area of all together, from which on edges cross in crowds.
/// from: racks and combs, where boxes lie side by side, below 2
/// Below it edges are ordered by place alone.
pub(crate) const CROWD: f64 = 8.0;

/// Rounding of a place's distance from a line, over its coordinates.
/// from: ε, four of them
/// Two products and a sum.
pub(crate) const SLAB_ROUNDING: f64 = 1e-15;
