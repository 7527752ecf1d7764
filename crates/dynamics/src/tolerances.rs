//! Numbers that decide, in one table: each with what it is derived from and why it has its size.
//! ε is `f64::EPSILON`. A size or a length named as parent is what the number is multiplied by before it is compared.

// the equations: pivots, residuals, places in time

/// What is left of a pivot for it to be worth looking at more closely.
/// from: the square of the sine of a row's angle to the others
/// At 0.05 that angle is 13°: positions further from singular cost no second look.
pub const SUSPECT: f64 = 0.05;

/// Part of a loop row's pivot left after cancellation below which the row is usually remembered as the weakest.
/// from: [`SUSPECT`]
/// No row that is looked at more closely is forgotten by the factorisation.
pub const WEAK_PIVOT: f64 = 0.05;

/// Pivot ratio below which a row at a closed position is redundant: the sine of its angle to the others is 1e-5.
/// from: √ε, squared and with room for residuals
/// A closed position is exact to [`LOOP_CLOSED`]; rows that follow from others leave far less, others far more.
pub const REDUNDANT: f64 = 1e-10;

/// A pivot this much smaller than before cancellation is no pivot: the row is left out of this evaluation.
/// from: ε × 450
/// Cancellation over a loop of many bodies leaves hundreds of roundings, and nothing else.
pub const COLLAPSE: f64 = 1e-13;

/// Scaled residual that counts as closed in a projection; Newton goes on below it while it still gains.
/// from: ε × 4500
/// The sums of a long loop round to this; a residual that stays above it is not rounding.
pub const POSITION_CLOSED: f64 = 1e-12;

/// Times the largest angle (rad), or the largest distance from the origin over the mechanism's size: residual that is rounding.
/// from: ε × 16
/// The condition of a gear is a difference of two angles times its ratio, that of a joint one of places: each a few roundings.
pub const COORDINATE_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Scaled residual, or scaled error of a velocity, at which a projection has nothing left to do.
/// from: ε × 4.5
/// Below it Newton only moves the last places to and fro.
pub const PROJECTION_EXACT: f64 = 1e-15;

/// Scaled error of velocities from which one solve leaves nothing but rounding.
/// from: √ε
/// What a solve leaves is ε of what it corrects; a larger error may hide one that a second solve sees.
pub const VELOCITY_ONE_SOLVE: f64 = 1e-8;

/// Sizes from zero at which a mechanism's places are counted from nearer by; of its size, spacing of floats that is said, and that is too much.
/// from: [`POSITION_CLOSED`], ε × 8
/// Nearer, 15 digits are left; farther, places are off by what a projection would notice, and then by what changes the motion.
pub const FAR: [f64; 3] = [8.0, 1e-12, 1e-6];

/// How far a value or rate at the start may be from what was asked for, relative to it.
/// from: [`POSITION_CLOSED`] × 1000
/// Consistent starts agree to far less; what a scene contradicts differs in digits that people write.
pub const START_MET: f64 = 1e-9;

/// Scaled residual at which closing loops is over.
/// from: ε × 45
/// The rounding of one row; Newton cannot gain more.
pub const ASSEMBLY_EXACT: f64 = 1e-14;

/// Smallest push, over the size of the mechanism, by which a start that leads nowhere is tried again.
/// from: the size of the mechanism
/// Small enough to stay with the motion that was drawn; later attempts double it.
pub const ASSEMBLY_NUDGE: f64 = 1e-3;

/// How long after a moment is just after it, relative to the moment.
/// from: ε × 4500
/// Times are sums of steps; what rounds to one moment belongs to it.
pub const JUST_AFTER: f64 = 1e-12;

/// Time below which just after does not shrink any more, s.
/// from: a millisecond
/// At t = 0 a relative time would be none.
pub const JUST_AFTER_FROM: f64 = 1e-3;

/// Length of a spring, over the mechanism's, at which its ends coincide and it has no direction.
/// from: ε × 45
/// Shorter ones are the rounding of two positions.
pub const SPRING_COINCIDES: f64 = 1e-14;

/// Places looked at in a period, or in an interval without one.
/// from: the shortest period of what is searched
/// Between two of 32 places an oscillation has at most one dip.
pub const TIME_SWITCH_SAMPLES: f64 = 32.0;

/// Places looked at in one search; what lies beyond is left to the next.
/// from: [`TIME_SWITCH_SAMPLES`] × 128
/// A search over a long interval stays short, and none is skipped.
pub const TIME_SWITCH_MOST_SAMPLES: f64 = 4096.0;

/// Rate at which a joint with friction counts as at rest, rad/s, or the mechanism's length a second.
/// from: the mechanism's length; [`POSITION_CLOSED`] × 100
/// Projected velocities are exact to far less than this, and motion that is seen is far faster.
pub const AT_REST: f64 = 1e-10;

/// Rate at which a joint that others hold counts as moving after all.
/// from: [`AT_REST`] × 100
/// Between the two a joint keeps its mode, so that rounding does not switch it to and fro.
pub const MOVES: f64 = 1e-8;

/// Paces, 1/s, between which speeds that count as none are those of this table; slower or faster, they go with the pace.
/// from: [`AT_REST`]
/// Mechanisms that are built take from 10 s to 1 ms for what they do.
pub const HANDY_PACE: [f64; 2] = [0.1, 1e3];

/// Relative change of the efforts below which Newton's method has converged.
/// from: ε × 45
/// The last step of Newton's method leaves only the rounding of one solve.
pub const FRICTION_EFFORTS_SETTLED: f64 = 1e-14;

/// Share of a self-stress, largest entry 1, below which a joint takes no part in it.
/// from: √ε / 15
/// Entries that ought to be zero are rounding of the factors divided by a pivot near [`REDUNDANT`].
pub const SELF_STRESS_UNSHARED: f64 = 1e-9;

/// An acceleration this small beside the terms it is the sum of counts as zero.
/// from: √ε / 15
/// The terms carry the error of a solve, not only their own rounding.
pub const NO_JOINT_ACCELERATION: f64 = 1e-9;

/// Share of its limit from which a joint that others can hold counts as being at it.
/// from: [`AT_LIMIT_WEAKENED`] × 1000
/// A little more load would bring it there, and then others would have to bear all that is added.
pub const EFFORT_NEAR_LIMIT: f64 = 1.0 - 1e-6;

/// Share of its limit with which a drive that comes back to its motion means to brake.
/// from: the limit
/// The other half is for loads on the way; where they take more, it passes its motion and comes back once more.
pub const RETURN_SHARE: f64 = 0.5;

/// Rate beside its motion with which a drive that has come to it counts as arrived, rad/s, or the mechanism's length a second.
/// from: [`MOVES`] × 100
/// It brakes along a curve on which rate and distance vanish together, and the distance is known to rounding only.
pub const DRIVE_ARRIVES: f64 = 1e-6;

/// Rounding of e, over the coordinates it is the difference of.
/// from: ε × 16
/// A handful of operations lie between the coordinates and e.
pub const BACKLASH_ROUNDING: f64 = 16.0 * f64::EPSILON;

// contact between rigid parts

/// Gap, over the size of the smaller part, at which two count as touching.
/// from: the smaller part's size; [`POSITION_CLOSED`] × 100
/// Located meetings and projected contacts are closer than this, and what is further apart visibly is.
pub const TOUCH_CLOSE: f64 = 1e-10;

/// Overlap of a new place of contact, over what scales its gap, that is left as it is.
/// from: [`TOUCH_CLOSE`] × 2
/// A face that rocks on its two corners leaves a little more of it each time; what is a fifth as deep as a doubt is closed.
pub const CREPT_IN: f64 = 2e-10;

/// Overlap at the start, over the size of the smaller part, that rounding of a scene's numbers may leave.
/// from: the smaller part's size; [`TOUCH_CLOSE`] × 10
/// Scenes give coordinates with nine digits or more.
pub const START_OVERLAP: f64 = 1e-9;

/// Gap at the start of a step, over the smaller part's size, that is none: contacts are released with what counted as touching.
/// from: [`TOUCH_CLOSE`] × 2
/// What was released at that gap must not meet again at once.
pub const STEP_START_GAP: f64 = 2.0 * TOUCH_CLOSE;

/// Place in a step of what is due as it begins.
/// from: the step; √ε / 15
/// Larger than zero, so that time goes on, and smaller than any place that is located.
pub const DUE_AT_ONCE: f64 = 1e-9;

/// How deep, over what counts as touching, features may have crept into each other.
/// from: [`TOUCH_CLOSE`]
/// A millionth of the part's size: deeper is another face's overlap, not creep.
pub const CREPT_DEPTH: f64 = 1e4;

/// How much deeper than it was released a pair must sink to meet, over its size.
/// from: ε × 450
/// More than the rounding of a gap, and far less than [`TOUCH_CLOSE`].
pub const DEEPER_THAN_RELEASED: f64 = 1e-13;

/// How much wider than usual contacts are looked for where those of a pair that touched have all gone.
/// from: [`TOUCH_CLOSE`]
/// Tenfold each time, up to [`CREPT_DEPTH`]: the narrowest that finds any is taken.
pub const WIDER_SEARCH: [f64; 4] = [10.0, 100.0, 1e3, 1e4];

/// Pivot, over its row's own, below which a contact's row follows from others.
/// from: [`REDUNDANT`]
/// A contact's row is judged as a joint's is.
pub const CONTACT_ROW_DEPENDENT: f64 = 1e-10;

/// The same of velocities where no contact opens or slips by more than [`MOVES`]: others would change by far more than it is off.
/// from: [`CONTACT_ROW_DEPENDENT`] × 1000
/// What is off by so little then changes nothing by more than 3e-5 of the size a second.
pub const CONTACT_ROW_NEARLY_DEPENDENT: f64 = 1e-7;

/// A contact's own response, over what its bodies alone would yield, that is only rounding: joints let it not move at all.
/// from: [`COLLAPSE`]
/// It is what cancellation leaves of a pivot, divided by the same size.
pub const CONTACT_HELD_BY_JOINTS: f64 = 1e-13;

/// Cosine between normal and axis at which another axis is taken.
/// from: the angle of 26°
/// Any axis well away from the normal gives sound tangents; staying with one keeps them steady.
pub const NORMAL_NEAR_AXIS: f64 = 0.9;

/// Cosine of the angle between normals that count as the same.
/// from: 1 − ε × 4500
/// Normals of one flat face differ by rounding only.
pub const NORMALS_PARALLEL: f64 = 1.0 - 1e-12;

/// Slip in space at which it has ended, mechanism's lengths a second: slower slip turns friction faster.
/// from: the mechanism's length; [`MOVES`] × 10
/// Below this the direction turns faster than a step can follow.
pub const SLIP_ENDS: f64 = 1e-7;

/// Slip against its direction, over the speed that counts as zero, that does not end it on a table: next to none has any sign.
/// from: the speed that counts as zero
/// A thousandth of it is far above that rounding and changes no motion.
pub const SLIP_REVERSAL: f64 = 1e-3;

/// Slip below which its direction is that of the start, mechanism's lengths a second.
/// from: [`SLIP_ENDS`] / 100
/// A slip that has only begun is rounding in its direction.
pub const SLIP_WITHOUT_DIRECTION: f64 = 1e-9;

/// Share by which a contact that came to its limit is weaker then: in the plane; in space a slip needs more for a direction.
/// from: √ε / 15; in space [`SLIP_ENDS`] × 10
/// The moment is located, not exact: without it rounding might find the contact still below its limit.
pub const AT_LIMIT_WEAKENED: [f64; 2] = [1e-9, 1e-6];

/// Acceleration of a closed contact, over the largest without contact forces, that is not rounding.
/// from: the solver's residual × 100
/// Far above what a solve leaves, and found before it is seen in a position.
pub const CLOSED_ACCELERATION: f64 = 1e-7;

/// Shares of its friction with which a contact that was at its limit is tried.
/// from: the contact's friction
/// First next to none, or it would be at its limit again each time its load has halved; then more: the first consistent one counts.
pub const LIMIT_RELIEF: [f64; 10] = [1e-3, 0.5, 0.8, 0.95, 0.99, 0.999, 1.0 - 1e-5, 1.0 - 1e-6, 1.0 - 1e-7, 1.0 - 1e-8];

/// Acceleration against its direction, over the largest, that is rounding.
/// from: ε × 450000
/// Forces of contacts come with a residual of 1e-12 of the largest, and islands add up many.
pub const RELIEF_BACKWARD: f64 = 1e-10;

/// Speed of the place of contact along both surfaces, lengths of the mechanism a second, at which it rolls.
/// from: the mechanism's length; [`AT_REST`] × 10
/// Slower than this the place of contact counts as fixed to the part.
pub const CONTACT_ROLLS: f64 = 1e-9;

/// Slowest rebound, as a share of the speed of a fall through the mechanism's length.
/// from: the mechanism's length and gravity
/// A rebound that is slower rises a hundred-millionth of that length.
pub const SLOWEST_REBOUND: f64 = 1e-4;

/// Rebound over approach up to which bounces have an end worth waiting for.
/// from: restitution
/// Nearer to 1 hundreds of bounces lose nothing that is seen.
pub const BOUNCE_DECAYS: f64 = 0.999;

/// Approach, over the speed that counts as zero, of impacts that are not worth a report: a corner that a rolling disc comes over.
/// from: the speed that counts as zero
/// A hundred of them is far below what a reader would call an impact.
pub const UNREPORTED_IMPACT: f64 = 100.0;

/// Energy, as a part of what went to and fro, below which only rounding is seen.
/// from: ε × 4500
/// The loss is a difference of such energies.
pub const IMPACT_ENERGY_ROUNDING: f64 = 1e-12;

/// Width of a range of loads over its upper end below which the load is determinate.
/// from: √ε × 7
/// Ends of a range are found to about √ε.
pub const LOAD_DETERMINATE: f64 = 1e-7;

/// Smallest restitution a soft contact can have.
/// from: restitution; the damping number grows without bound towards 0
/// At a hundredth all but a ten-thousandth of the energy is gone.
pub const LEAST_RESTITUTION: f64 = 0.01;

/// Speed of closing, over the one a soft contact was met with, from which its damping grows no more.
/// from: a lone mass never closes faster than it was met
/// Loads may speed it up a little; what closes faster than twice that closes another way.
pub const FASTER_THAN_MET: f64 = 2.0;

/// Rounding of positions, relative to the smaller part: nearer than this is neither in nor out.
/// from: ε × 4500, the smaller part's size
/// A gap is a difference of coordinates that may be much larger than the part.
pub const PENALTY_ROUNDING: f64 = 1e-12;

/// A closing located within this of gap 0, relative to the smaller part, is one.
/// from: √ε, the smaller part's size
/// Roots are located to less than this, and forces there are still zero to rounding.
pub const PENALTY_LOCATED: f64 = 1e-8;

/// Overlap that a start may have, relative to the smaller part.
/// from: the smaller part's size
/// A soft scene may start pressed in by what it rests with, but not with parts inside each other.
pub const PENALTY_START_OVERLAP: f64 = 1e-3;

/// How far ahead features are looked for, of the smaller part, beyond their distance; in the plane of what is thinnest.
/// from: the smaller part's size
/// A quarter of it lasts many steps, and finds few features more.
pub const PENALTY_SEARCH_AHEAD: f64 = 0.25;

/// How far apart, of the smaller part, places in the plane are looked at that may soon press.
/// from: the smaller part's size
/// Far enough for the root of a gap to be found on a smooth curve.
pub const PENALTY_NEAR: f64 = 0.02;

/// Cosine between the normals of a contact that leaves and of one that takes over.
/// from: the angle of 45°
/// Neighbouring features of a smooth passage differ by less, those of a corner by more.
pub const PENALTY_SAME_NORMAL: f64 = 0.7;

/// Cosine between the normals of a contact there is and of a crossing of edges beside it.
/// from: the angle of 8°
/// Nearer than this both press the same way, and one is enough.
pub const PENALTY_ALONGSIDE: f64 = 0.99;

// parts on a table

/// Speed that counts as zero, lengths a second: of the mechanism, or of what is around a part if that is much smaller.
/// from: the mechanism's length; [`AT_REST`] × 10
/// Friction of an area turns within this speed; nothing slower is seen.
pub const TABLE_SLOW: f64 = 1e-9;

/// How much larger than a part what is around it is taken to be.
/// from: the part's radius
/// A part much smaller than the mechanism has speeds of its own size.
pub const SURROUNDINGS: f64 = 30.0;

/// Time in which friction takes a speed that counts as zero, s: moments are hardly told apart more finely.
/// from: ε × 4500, a second
/// A speed must last at least as long as the resolution of time.
pub const BRAKING_TIME: f64 = 1e-12;

/// Share of a part that two surfaces may both move by the rounding of their outlines, and that is too little to rest on.
/// from: the part's area; √ε / 15
/// Outlines of neighbours meet up to rounding of their corners.
pub const COVER_SLIVER: f64 = 1e-9;

/// Error of an integral of a density, over that of its size, with which a run does not go on.
/// from: [`QUADRATURE_TOLERANCE`] × 100
/// Below this the motion is that of the density; above it is that of the quadrature.
pub const LARGEST_QUADRATURE_ERROR: f64 = 1e-9;

/// Share of the integral of its size that one over a field given by a function is to be off by.
/// from: ε × 45000
/// Two orders below the tightest rtol, so that steps do not see it.
pub const QUADRATURE_TOLERANCE: f64 = 1e-11;

/// Share of the part's size that differences are taken over.
/// from: the part's size; ε^(1/3) / 6
/// Truncation and rounding of a central difference are about equal there.
pub const TABLE_DIFFERENCE_STEP: f64 = 1e-6;

/// Difference of dry and viscous friction, over their size, that counts as zero: a part that does not turn has no torque either way.
/// from: ε × 4500
/// Both are sums over the area and round alike.
pub const FRICTION_KINDS_EQUAL: f64 = 1e-12;

/// Share of the smaller of part and window that a step may go where they may meet.
/// from: the smaller of part and window
/// A quarter: no step jumps over what it should have met.
pub const WINDOW_STEP_SHARE: f64 = 0.25;

/// Strips narrower than this share of a part are passed in steps of it: every edge of theirs is under the part much longer.
/// from: the part's width
/// Thirty-two steps a part, not one for every strip.
pub const NARROW_STRIP: f64 = 1.0 / 32.0;

/// Lines nearer than this share of a part are one line.
/// from: the part's width; √ε / 15
/// Corners of outlines are exact to rounding.
pub const ONE_LINE: f64 = 1e-9;

/// How far ahead changes of accelerations are looked for, s.
/// from: √ε, a second
/// A one-sided difference is best there.
pub const LOOK_AHEAD_TIME: f64 = 1e-8;

/// Sides nearer than this share of the smaller box have met.
/// from: the smaller box; √ε / 15
/// A step that ends at a meeting lands within this of it.
pub const SIDES_MET: f64 = 1e-9;

/// Share of its limit by which a part at rest may be beyond it by rounding.
/// from: ε × 4500
/// The gauge is an integral over the area divided by another.
pub const TABLE_ROUNDING: f64 = 1e-12;

/// Times the speed that counts as zero, what a part that has set off may move against its way.
/// from: [`TABLE_SLOW`]
/// A part that another carries turns round with it, with a speed that counts as zero, and no more may be wrong about its way.
pub const TABLE_REVERSAL: f64 = 2.0;

/// Strain that is as good as infinite: what is located must have a finite size.
/// from: 1, the strain at which a part sets off
/// A million times that is reached only by what has no friction left.
pub const MOST_STRAINED: f64 = 1e6;

/// Share of the time to rest that a step may take.
/// from: the time to rest at the present deceleration
/// Friction has no direction at rest; a step must end before it.
pub const STEP_TOWARDS_REST: f64 = 0.95;

/// Acceleration, over that of its friction, that is rounding: with less a part has no direction of its own and stays where it is.
/// from: the contact forces' residual × 100
/// A heap of a hundred contacts adds up a hundred residuals.
pub const BREAKAWAY_NO_ACCELERATION: f64 = 1e-10;

/// Acceleration, over the largest that loads alone would give a part, that is rounding of their balance.
/// from: ε × 64
/// Weight less reactions, through a factorisation: a few roundings each.
pub const LOAD_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Scaled residual at which a loop counts as closed.
/// from: [`POSITION_CLOSED`]
/// A loop that is assembled must pass the projection of the first step.
pub const LOOP_CLOSED: f64 = 1e-12;

/// A row whose pivot falls below this while closing is left to the others: near a solution it follows from them.
/// from: [`REDUNDANT`] × 100
/// On the way to a solution, angles are not yet what they will be.
pub const NEARLY_DEPENDENT: f64 = 1e-8;

/// Scaled residual that a symplectic step must reach.
/// from: [`POSITION_CLOSED`]
/// Its steps are as closed as projected ones, and iterate on while that gains.
pub const RATTLE_CLOSED: f64 = 1e-12;

/// How far on to look whether a row stays redundant, rad or lengths of the mechanism.
/// from: the mechanism's length
/// There a row that is only momentarily redundant has a pivot of 1e-6, far above [`REDUNDANT`].
pub const REDUNDANCY_PROBE: f64 = 1e-3;

/// |nᵀJ̇v| over its size beyond which a velocity belongs to no motion.
/// from: √ε × 70
/// Velocities of a scene are given with about six digits.
pub const VELOCITY_OFF: f64 = 1e-6;

/// Distance from a singular position, as the fastest body's angle or relative length, within which states are interpolated.
/// from: the mechanism's length; ε^(1/12) / 2.5
/// The remainder of the interpolation from places beyond it is at rounding.
pub const PASSAGE_INNER: f64 = 0.02;

/// Distance within which accelerations are computed at projected states: stages lie off the joints, which it divides too.
/// from: [`PASSAGE_INNER`] × 10
/// Beyond it that error is magnified less than fivefold.
pub const PASSAGE_OUTER: f64 = 0.2;

/// Speed of a row, over the largest of the mechanism, from which on it is one that moves (a drive's).
/// from: the mechanism's fastest rate
/// Rows that ought to stand still have rounding only.
pub const DRIVEN_ROW_MOVES: f64 = 1e-6;

/// Share in the self-stress from which on a row that moves is part of what makes the position singular.
/// from: the self-stress's largest entry
/// A tenth: less is a drive that merely acts on the same parts.
pub const DRIVEN_ROW_SHARE: f64 = 0.1;

/// Share of a row's size below which it depends on others in a singular position that was located.
/// from: the square of the sine of its angle to the others
/// The position is located to far less than the angle of 1e-4, and passes that are missed are wider.
pub const SINGULAR_THERE: f64 = 1e-8;

/// Sine of the angle between a disc that rolls and its plane at which it lies flat at the start, and with which a step fails for that.
/// from: √ε × 67; the angle of 3°
/// Below the first its lowest point is a matter of a scene's digits; below the second a disc that falls needs less than a step.
pub const LIES_FLAT: [f64; 2] = [1e-6, 0.05];

/// What fewer places change of what is interpolated, of the largest of it, where the places are near enough together.
/// from: √ε × 67; what all places leave is less by half an order or more
/// Where more is left the motion changes much within their distance: they are taken nearer together. Less is smooth, and rounding is not.
pub const PASSAGE_EXACT: f64 = 1e-6;

/// Step of the differences, in scales.
/// from: ε^(1/3)
/// Truncation and rounding of a central difference are about equal there.
pub const TREE_DIFFERENCE_STEP: f64 = 6e-6;

/// Share of the largest entry of a self-stress below which another is rounding.
/// from: √ε / 15
/// Entries that take part are far larger, cancellation in a loop leaves far less.
pub const STRESS_ROUNDING: f64 = 1e-9;

/// Scaled size of a motion that is none: there is nothing to look along.
/// from: √ε / 15
/// A direction that small is the rounding of one that vanishes.
pub const NO_MOTION_TO_PROBE: f64 = 1e-9;

/// Scaled residual at which a step of RATTLE has nothing left to gain.
/// from: ε / 2
/// Structure is kept by closing to the last place.
pub const RATTLE_EXACT: f64 = 1e-16;

/// Depth, over the smaller part's size, at which a part that arrives is inside another.
/// from: √ε / 15
/// Parts placed side by side by a scene's numbers overlap by rounding only.
pub const ARRIVAL_OVERLAP: f64 = 1e-9;

/// Difference of two unit directions of slip below which they are the same.
/// from: √ε × 67
/// A direction that came out of an answer differs from the one put in by its error.
pub const SAME_SLIP: f64 = 1e-6;

/// Share of its speed by which a part's velocity is moved to see how area friction changes.
/// from: the fourth root of ε
/// Central differences are then exact to about eight digits, more than Newton's method needs.
pub const FRICTION_DIFFERENCE: f64 = 1e-4;

/// Times the speed that counts as none, what an event still holds.
/// from: √ε × 67
/// The event was located where the speed came down to none; it may lie a little above.
pub const TABLE_SLOW_AT_EVENT: f64 = 1.0 + 1e-6;

/// Times the speed that counts as none, what an event still holds of a part that touches one at rest.
/// from: [`TABLE_SLOW`]
/// Two that come to rest together do so within this of each other.
pub const TABLE_SLOW_TOGETHER: f64 = 10.0;

/// Grip on a surface, over that of the whole part, that does not count where it is used up.
/// from: [`AT_LIMIT_WEAKENED`], as in space
/// A part that leaves a belt would let go of its last sliver again and again.
pub const TABLE_NO_GRIP: f64 = 1e-6;

/// Error of a drive's position, over the mechanism's length or a radian, or its own size where that is more, that is rounding.
/// from: ε × 16
/// It is a difference of numbers of that size, one of which is a sum over steps.
pub const DRIVE_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Shares by which a part that came to its limit is weaker then: the next where it stays again and again, the last to set off.
/// from: [`AT_LIMIT_WEAKENED`]
/// Its motion must be faster than rounding to have a direction.
pub const TABLE_WEAKENED: [f64; 4] = [1e-9, 1e-8, 1e-7, 1e-6];

/// Gauge from which a part whose guard fired is at its limit.
/// from: √ε / 15
/// The guard was located where the gauge came to one; it may lie a little below.
pub const TABLE_AT_LIMIT: f64 = 1.0 - 1e-9;

// steps that take contacts together

/// Share of the smaller part's size within which features are looked at though nothing moves.
/// from: [`STEPPED_OVERLAP`] × 10000
/// What is pushed apart must not be pushed into what is next to it.
pub const REACH_LEAST: f64 = 1e-2;

/// Times the depth of a pair that two of its features may be inside each other and still be a row; in the plane, in space.
/// from: the depth of a pair, with room for how it is measured (in space at one place only)
/// What is deeper than the pair is the far side of a part.
pub const DEEPEST_ROW: [f64; 2] = [1.1, 10.0];

/// Share of the smaller part's size by which a place of contact may lie beside its features.
/// from: [`STEPPED_OVERLAP`] / 10
/// Rounding of positions, far below what is pushed apart.
pub const BESIDE: f64 = 1e-7;

/// Overlap, of the smaller part's size, that a step may end with.
/// from: the auditor's bound for stepped contact
/// A step that ends with more is taken again in halves. In space less, as two measures of a depth there differ by some per cent.
pub const STEPPED_OVERLAP: [f64; 2] = [1e-6, 8e-7];

/// Overlap, of the smaller part's size, at which parts count as pushed apart.
/// from: [`STEPPED_OVERLAP`] / 10
/// Room for what the next step adds.
pub const PUSHED_APART: f64 = 1e-7;

/// Change of a rate in one sweep, of what gravity does in a step, at which impulses are exact.
/// from: √ε × 6.7
/// What rests starts from the impulses of the step before and creeps by far less.
pub const IMPULSES_EXACT: f64 = 1e-7;

/// Share of its kinetic energy that a step may gain from contacts that do not rebound.
/// from: [`IMPULSES_EXACT`]
/// They take energy; more is an answer that has not converged.
pub const STEPPED_GAIN: f64 = 1e-7;

/// Share of the energy that changes hands in a step which contacts may give back before it is taken in shorter ones.
/// from: half of what a run is doubted for
/// It is the step's own error where drives and springs turn within it, and falls with its length.
pub const STEPPED_GAIN_SHARE: f64 = 0.01;

/// Share of the rest speed up to which a slip counts as none, and of a bound from which friction counts as being at it.
/// from: the rest speed
/// Slower than this nothing is seen to slide.
pub const STEPPED_SLIP: f64 = 1e-3;

/// Share of the smallest part's size that anything may move in one step.
/// from: half of the smallest part, less room for turning
/// Nothing can come out on the other side of what it meets.
pub const STEP_MOVES: f64 = 0.2;

/// A step, of the time in which the smallest part that may touch falls by its own size (with 1 m/s² at least).
/// from: [`STEP_MOVES`] / 10
/// What rests stays well within reach of what it rests on.
pub const STEP_OF_FALL: f64 = 0.02;

/// Speed up to which a component that is stepped is at rest, m/s, and change of a force from step to step, over the largest.
/// from: what a heap may creep, 1e-9 m/s, a tenth; [`IMPULSES_EXACT`] × 10
/// What stands still is never seen to differ from what goes on creeping, and forces that still settle are not frozen on the way.
pub const SLEEPS: [f64; 2] = [1e-10, 1e-6];
