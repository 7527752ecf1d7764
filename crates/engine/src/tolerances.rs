//! Numbers that decide in the engine, in one table: each with what it is derived from and why it has its size.

/// Error of a piece of a fixed step above which it is taken in shorter ones.
/// from: rtol of fixed steps
/// A tenth of a radian of a swing: the classical method then loses a millionth of the speed in a contact.
pub(crate) const SPRING_ERROR: f64 = 1e-3;

/// Share of that below which a piece leaves room for one twice as long.
/// from: `SPRING_ERROR`
/// Twice the length makes four times the error; half of the eighth is left.
pub(crate) const SPRING_ROOM: f64 = 0.125;

/// h ω from which on a spring may be what the error comes from.
/// from: h ω of a spring
/// Below a fiftieth a swing is resolved even by methods of order one, and the error comes from elsewhere.
pub(crate) const SPRING_BLAME: f64 = 0.02;

/// h ω up to which fixed steps are known to be stable and to follow a swing.
/// from: stability limits of the fixed-step methods
/// Well below one radian a step for all of them; the first step into a contact, whose force then grows evenly and shows no error,
/// is right to a millionth by the classical method.
pub(crate) const SPRING_STEADY: f64 = 0.35;

/// Share of the whole motion that counts beside an entry's own.
/// from: the size of the whole motion
/// An entry that hardly moves is not held to its own size alone.
pub(crate) const SPRING_WHOLE_MOTION: f64 = 0.01;

/// Share of the energy of the motion, over rtol, that an implicit step, or one under the penalty method, may be off the energy
/// balance by.
/// from: rtol, a hundred times
/// A tenth of what an auditor doubts at the default rtol; what a step's own error leaves is far below it.
pub(crate) const STEP_IMBALANCE: f64 = 100.0;

/// What Newton's iteration may leave while a slip in space is slow, over what it may leave elsewhere.
/// from: the tolerance of an implicit step
/// The direction of a slip has to be right, not only its size: a ten-thousandth of what a speed is allowed.
pub(crate) const SLIP_EXACT: f64 = 1e-4;

/// Least share of a step that is off its energy balance that the next try has.
/// from: the size of a step
/// A tenth, as after an error.
pub(crate) const STEP_IMBALANCE_SHORTER: f64 = 0.1;

/// Step of fixed-step methods where the scene says none, s: the recording step must not change the solution.
/// from: 1 s of motion, a thousandth
/// Fine for mechanisms of hand size; the recording step must not change the solution.
pub(crate) const FIXED_STEP: f64 = 1e-3;

/// Longest step of the halving and doubling rule where the scene says none, s; cilia-1997 took its frame step.
/// from: the frame step of cilia-1997
/// The paper limits the step to its frame.
pub(crate) const LONGEST_MERSON_STEP: f64 = 1e-2;

/// Curves are drawn to this part of their shape's size.
/// from: the size of the shape
/// A five-hundredth of a shape is below a pixel in usual pictures.
pub(crate) const OUTLINE_FINENESS: f64 = 2e-3;

/// How far apart, relative to the mechanism's size, two sides may be and still be attached.
/// from: the mechanism's length
/// What a scene's numbers, written to six digits, leave apart still meets.
pub(crate) const ATTACH_GAP: f64 = 1e-6;

/// Looks at a step, at most.
/// from: the cost of a step
/// More than 4096 samples would cost more than shorter steps.
pub(crate) const MOST_GUARD_SAMPLES: f64 = 4096.0;

/// Looks at one oscillation of a guard.
/// from: the period of a guard
/// Thirty-two samples a period see every crossing of a sine.
pub(crate) const GUARD_SAMPLES_PER_PERIOD: f64 = 32.0;

/// Where, as a fraction of a step, an event is located.
/// from: ε × 450
/// Root search stops where rounding of the step's fraction begins.
pub(crate) const EVENT_LOCATION: f64 = 1e-13;

/// Gap, over the smaller part's size, that is closed.
/// from: ε × 45
/// A gap of rounding is closed.
pub(crate) const MEETING_GAP: f64 = 1e-14;

/// Gap of a stop or tooth side, rad or over the mechanism's size, that is closed.
/// from: ε × 450,000
/// A tenth of what the auditor takes for passed; nearer would only chase the rounding of large angles.
pub(crate) const REACH_GAP: f64 = 1e-10;

/// Times itself, what a guard must become to have grown.
/// from: √ε × 67
/// Rounding alone does not make a guard grow.
pub(crate) const GUARD_GROWTH: f64 = 1.0 + 1e-6;

/// What a blink is, as a share of the run.
/// from: the length of the run
/// Changes this close together are no motion at all.
pub(crate) const RAPID_CHANGE_SPAN: f64 = 1e-11;

/// Share of the run by which time must go on in as many changes of mode as a stall has.
/// from: the length of the run
/// A run that would need thousands of millions of changes does not end.
pub(crate) const STALL_PROGRESS: f64 = 1e-6;

/// Two passages this much of a step apart are one.
/// from: the length of a step
/// Two passages located this close are one, told twice by rounding.
pub(crate) const SAME_PASSAGE: f64 = 1e-6;

/// Distance (rad, or lengths of the mechanism) from a singular position within which a failed step is put down to it.
/// from: the size of the mechanism
/// Within a tenth a failed step is due to the singular position.
pub(crate) const SINGULAR_NEAR: f64 = 0.1;

/// Distance within which a mechanism driven against a singular position is stopped.
/// from: the size of the mechanism
/// A drive that has come this near cannot go further.
pub(crate) const SINGULAR_PUSHED: f64 = 1e-2;

/// Place of the first and the last guard sample inside a step, as a share of the distance between samples.
/// from: the distance between samples
/// So near an end a turning point close to it stands between three samples.
pub(crate) const FIRST_GUARD_SAMPLE: f64 = 1e-3;

/// Largest correction, over the step, of where parts meet.
/// from: the length of a step
/// Dense output is more accurate than that; a larger correction is a grazing contact.
pub(crate) const MEETING_CORRECTION: f64 = 1e-3;

/// Share of what gravity and springs could do below which energy does not count as motion.
/// from: weight × length
/// A mechanism that stands still has rounding for kinetic energy.
pub(crate) const ENERGY_FLOOR: f64 = 1e-6;

/// Share of the run (of 1 s at most) below which the smallest step does not shrink with time any more.
/// from: the length of the run
/// At t = 0 a relative step would be none.
pub(crate) const SMALLEST_STEP_FROM: f64 = 1e-3;

/// Share of a fixed step that may be missing for it to reach a stop.
/// from: the sum of a million steps
/// Times of fixed steps are sums; one that ends just short of a switch must not step over it.
pub(crate) const FIXED_STEP_SLACK: f64 = 1e-6;

/// The same of steps that are chosen.
/// from: ε × 4500
/// Only rounding is missing there.
pub(crate) const STEP_SLACK: f64 = 1e-12;

/// Share of the pace of a component that `atol` is taken of.
/// from: the pace of a component
/// What swings in a second is seen as it ever was: the pace is that of the fastest, and largest while it begins.
pub(crate) const PACE_SHARE: f64 = 0.1;

/// Share of a component's extent that places are measured by.
/// from: the extent of a component
/// About the mean distance of places from their middle.
pub(crate) const PLACE_SHARE: f64 = 0.25;

/// Error of an entry, over its size, that is rounding; and of a velocity, over what a swing of a spring would have.
/// from: ε × 8; ε × 64
/// Stages are sums of a dozen terms, weighted; explicit steps take up to six radians of a swing, with a few roundings each.
pub(crate) const ERROR_ROUNDING: [f64; 2] = [8.0 * f64::EPSILON, 64.0 * f64::EPSILON];

/// Scaled size of y or y′ below which they say nothing about the first step.
/// from: Hairer, Nørsett, Wanner, II.4
/// As in the book.
pub(crate) const FIRST_STEP_UNKNOWN: f64 = 1e-5;

/// First step where nothing is known, at a pace of 1/s.
/// from: Hairer, Nørsett, Wanner, II.4
/// As in the book.
pub(crate) const FIRST_STEP_LEAST: f64 = 1e-6;

/// Scaled size of y′ and y″ that is none.
/// from: Hairer, Nørsett, Wanner, II.4
/// As in the book.
pub(crate) const FIRST_STEP_FLAT: f64 = 1e-15;

/// Share of the guessed first step that is taken where nothing changes.
/// from: Hairer, Nørsett, Wanner, II.4
/// As in the book.
pub(crate) const FIRST_STEP_SHORTENED: f64 = 1e-3;

/// Times the run, what a last frame may be due at.
/// from: ε × 4500
/// A frame due at the end is recorded though its time rounds to just after.
pub(crate) const LAST_FRAME: f64 = 1.0 + 1e-12;

/// Scaled drift from which a prescribed motion has jumped.
/// from: √ε / 15
/// Motions that go on smoothly leave rounding.
pub(crate) const JUMP_SEEN: f64 = 1e-9;

/// Gap, m or rad, from which a limit that was passed is free again.
/// from: ε × 4500
/// Round-off at the limit is no way back.
pub(crate) const LIMIT_PASSED_BACK: f64 = 1e-12;

/// Smallest error of a step, over what is allowed, that the controller counts with.
/// from: rtol
/// Steps with less error than that grow as fast as they may anyway.
pub(crate) const LEAST_ERROR: f64 = 1e-10;

/// Smallest error of the step before that it counts with.
/// from: Hairer, Wanner, IV.2
/// As in the book: a step that was far too short says nothing about the trend.
pub(crate) const LEAST_ERROR_BEFORE: f64 = 1e-4;

/// Share of a step to which the moment of a singular position is found.
/// from: √ε / 150
/// Newton's next step would be below rounding.
pub(crate) const PASSAGE_LOCATED: f64 = 1e-10;

/// Distance (rad, or lengths of the mechanism) from a singular position that is rounding where its moment is looked for.
/// from: √ε × 67
/// What is left of a row there goes with the square of the distance: its root is known to √ε.
pub(crate) const PASSAGE_ROUNDING: f64 = 1e-6;

/// Scaled velocity at which a mechanism stands still in a singular position.
/// from: √ε / 15
/// What moves through is far faster.
pub(crate) const STILL_AT_SINGULAR: f64 = 1e-9;

/// Scaled motion in a step that counts as some.
/// from: √ε / 15
/// An error is not measured by the rounding of something at rest.
pub(crate) const SPRING_LEAST_MOTION: f64 = 1e-9;

/// Moments of a run, at most, at which something switches.
/// from: the most frames of a recording
/// Each takes steps of its own; a run of more would last for minutes and write what nobody reads.
pub(crate) const MOST_SWITCHES: f64 = 1e7;
