//! How a drive with an effort limit comes back to the motion it prescribes.
//!
//! With e the coordinate less what is prescribed, the drive pushes with its whole effort until e and ė lie on
//!
//! ```text
//! ė = −sgn(e) √(2 a |e|)
//! ```
//!
//! and then brakes: along this curve ë = a sgn(e), and both vanish at the same moment. Full effort all the way would pass the
//! prescribed motion at speed, again and again. a is half of what the limit alone would do to the coordinate when the drive left
//! its motion: the other half is for loads (the proximate time-optimal servo of Workman, 1987, without its linear zone). A drive
//! that prescribes a rate has ė alone to bring back.

/// A drive that is off the positions it prescribes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DriveReturn {
    /// a, m/s² or rad/s²
    pub deceleration: f64,
    /// side of the prescribed position from which it brakes, ±1
    pub side: i8,
}
