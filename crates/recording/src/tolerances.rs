//! The floats that decide something when recordings are compared or thinned out.

/// Two times that differ by less than this part of them are the same time.
/// from: ε (2.2e-16)
/// why: a time that was summed over thousands of steps and one that was multiplied part by this much at most.
pub const TIME_ROUNDING: f64 = 1e-12;

/// A frame that comes earlier than requested by less than this part of the spacing is on time.
/// from: [`TIME_ROUNDING`], times a thousand
/// why: spacings are far shorter than the times that they divide, whose rounding is relative to the times.
pub const FRAME_SPACING: f64 = 1e-9;
