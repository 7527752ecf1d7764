//! The numbers that decide in this crate, each from a parent and with its reason.

/// How much later than an event its second frame is, in parts of the run.
/// from: ε (2.2e-16)
/// A few units in the last place of the end, so that times rise and curves are steep instead of slanted.
pub const AFTER_EVENT: f64 = 1e-15;

/// A frame as near to an event as this, in parts of the time, is the event's.
/// from: ε × 5000
/// The rounding of a multiple of the recording step, so that no frame stands twice.
pub const FRAME_AT_EVENT: f64 = 1e-12;

/// Depths and distances below this part of the parts' size are touching, not overlapping.
/// from: √ε / 15
/// Places are rounded to ε of the size, but at a grazing contact their depth only to √ε.
pub const TOUCHING: f64 = 1e-9;

/// How far to go on, in parts of the scene's size, to see what a root or hinge that stops would enter.
/// from: 10⁴ × [`TOUCHING`]
/// Well above what counts as touching and well below any feature that is drawn.
pub const LOOK_AHEAD: f64 = 1e-5;

/// How far to go on, in parts of a pawl's reach, and the least angle tried then, rad, to see which way it could turn.
/// from: √ε
/// The smallest way whose square, the depth near a contact abreast of the hinge, is above rounding.
pub const TURN_AHEAD: f64 = 1e-8;

/// Depths below this part of the reach do not stop a pawl that is tried beside its place.
/// from: [`TURN_AHEAD`] / 1000
/// The extra travel must count, its rounding must not.
pub const TURN_DEPTH: f64 = 1e-3 * TURN_AHEAD;

/// An edge is also cut by edges that end as near to it as this part of their length.
/// from: [`TOUCHING`]
/// A cut too many costs nothing, one too few would leave a stretch that is partly inside.
pub const EDGE_END: f64 = TOUCHING;

/// A motion that ends less than this part of its time before the end asked for is not an early end.
/// from: [`TOUCHING`]
/// Rounding of the last event's time ends no motion early.
pub const EARLY_END: f64 = TOUCHING;

/// How much more than the way gone is drawn where a motion ends early.
/// from: the picture
/// A twelfth of its width shows what ended the motion.
pub const BEYOND_END: f64 = 0.08;

/// Range of angles drawn at least, rad.
/// from: the picture
/// A path that hardly turns is not blown up to noise.
pub const LEAST_ANGLES: f64 = 0.2;

/// How much of the range of angles is drawn above and below it.
/// from: the picture
/// A third on either side shows the curves that were not met.
pub const MORE_ANGLES: f64 = 0.35;
