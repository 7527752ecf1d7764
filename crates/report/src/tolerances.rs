//! The floats that decide what is drawn, what is left out and what counts as readable.
//!
//! Sizes of what is drawn (margins, rows, widths of lines) decide nothing and stand where they are used.

/// Numbers beyond this are gaps.
/// from: the largest float (1.8e308)
/// why: the range of an axis is a sum of two numbers with margins and must not overflow.
pub const LARGEST: f64 = 1e300;

/// Positive numbers below this have no place on a log axis, and lengths below it count as this.
/// from: the smallest normal float (2.2e-308)
/// why: below it numbers lose digits and quotients of them overflow.
pub const SMALLEST: f64 = 1e-300;

/// Vectors whose largest component is below this have no direction.
/// from: [`SMALLEST`], times 1e10
/// why: their squares vanish even after scaling.
pub const VANISHING: f64 = 1e-290;

/// Points farther than this are not framed, m.
/// from: the root of the largest float, with room for sums
/// why: the squares of distances must not overflow.
pub const FARTHEST: f64 = 1e100;

/// Numbers that differ by less than this, relative to their size, are one number with rounding.
/// from: rtol of a run (1e-9)
/// why: an axis over less shows the errors of the steps.
pub const CONSTANT: f64 = 1e-9;

/// A count of steps may miss a whole number by this much.
/// from: ε times the largest count of ticks, frames or cells (1e6)
/// why: a tick, frame or cell at the very end is not lost to rounding.
pub const STEP_ROUNDING: f64 = 1e-9;

/// Ticks of a log axis may lie outside its range by this part.
/// from: ε times the digits of a power of ten
/// why: powers of ten are rounded and their ends are to be seen.
pub const TICK_ROUNDING: f64 = 1e-12;

/// A tick this near to a whole number is one.
/// from: [`STEP_ROUNDING`] times the largest count in a bar
/// why: counts are whole, their ticks are products of floats.
pub const WHOLE_NUMBER: f64 = 1e-6;

/// Curves that go farther than a path by less than this part of it do so by rounding.
/// from: the path's own length
/// why: a curve that truly goes on says that the motion was stopped.
pub const PATH_ROUNDING: f64 = 1e-5;

/// Finest turn kept in a page, rad.
/// from: half a pixel at the rim of a body 2,500 pixels wide
/// why: finer is not seen and costs bytes.
pub const PAGE_TURN: f64 = 2e-4;

/// Finest part of the mechanism's size kept in a page.
/// from: a twentieth of a pixel of a picture 2,500 pixels wide
/// why: finer is not seen and costs bytes.
pub const PAGE_PLACE: f64 = 2e-5;

/// Points nearer than this part of the extent are one point, and extents below it are none.
/// from: rtol of a run (1e-9)
/// why: points that joints hold together part by the errors of the steps.
pub const SAME_POINT: f64 = 1e-9;

/// Heights and directions that differ by less than this part are the same.
/// from: [`SAME_POINT`], times a thousand
/// why: they are computed from several points, each with its own error.
pub const SAME_HEIGHT: f64 = 1e-6;

/// The normal of level ground may miss the upright by this much, as 1 − cosine.
/// from: ε of a normal that was made a unit (1e-9 with room)
/// why: the grid lies only on what is level.
pub const LEVEL: f64 = 1e-9;

/// Directions whose cross product, and triangles whose area, is below this are parallel or without area.
/// from: ε times a thousand
/// why: they are divided by it.
pub const PARALLEL: f64 = 1e-12;

/// Lengths in pixels, and turns, below this are none.
/// from: ε times the size of a picture (8,192 px)
/// why: they are divided by their length.
pub const NO_LENGTH: f64 = 1e-9;

/// Strokes shorter than this are not drawn, px.
/// from: the three decimals with which pixels are written
/// why: nothing of them would be seen.
pub const NO_STROKE: f64 = 1e-6;

/// Pixels beyond this are brought back to it.
/// from: ten times the largest picture (8,192 px)
/// why: painters overflow on far larger ones, and what is there is not seen.
pub const OFF_PICTURE: f64 = 1e5;

/// Nearest to the camera that anything is drawn, of its distance.
/// from: the distance of the camera from what it looks at
/// why: perspective divides by the depth.
pub const NEAREST: f64 = 1e-3;

/// Turns between frames below this are followed on the chord, rad.
/// from: the square root of ε (1.5e-8), times some sixty
/// why: the great circle divides by the sine, and the chord is as good there.
pub const SMALL_TURN: f64 = 1e-6;

/// Faces whose normals have at least this cosine are one smooth surface.
/// from: cos 35°
/// why: faces of a round body with twelve sides or more meet at 30° or less.
pub const CREASE: f64 = 0.819;

/// Contrast of text with what is behind it, at least.
/// from: the web content accessibility guidelines 2, level two
/// why: fainter text is hard to read.
pub const TEXT_CONTRAST: f64 = 4.5;

/// Contrast of curves with what is behind them, at least.
/// from: the web content accessibility guidelines 2, level two, of graphics
/// why: fainter curves are hard to see.
pub const CURVE_CONTRAST: f64 = 3.0;

/// Parts of a picture that a mechanism covers at least and at most.
/// from: the area of the picture
/// why: less is not found, more crowds the frame.
pub const COVERED: [f64; 2] = [2e-4, 0.8];

/// Friction below this part of the force is not drawn apart.
/// from: a pixel of an arrow 30 px long
/// why: it would hide the arrow's own line.
pub const FRICTION_SEEN: f64 = 0.03;
