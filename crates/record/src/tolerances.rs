//! The floats that decide which events are read as one line.

/// The longest gap within a burst, in parts of the shorter of the pauses around it.
/// from: what a reader takes for a pause
/// why: a pause that is not twice as long as what it parts does not stand out.
pub const LONGEST_GAP: f64 = 0.5;

/// The mean gap within a burst, in parts of the shorter of the pauses around it.
/// from: [`LONGEST_GAP`], a quarter of it
/// why: the few events of one beat of an escapement are as far apart as a fifth of the pauses, and stay apart.
pub const MEAN_GAP: f64 = 0.125;

/// How long a burst may take, in parts of the run.
/// from: what a reader calls a moment of the run
/// why: what goes on for longer is how the run is, not something that happens in it.
pub const SHORT: f64 = 0.05;

/// The end of a burst whose events come closer and closer, in parts of it: half of them lie there.
/// from: [`LONGEST_GAP`], half of it
/// why: evenly spaced events have a quarter there, bounces that end of themselves nearly all.
pub const GATHERED: f64 = 0.25;

/// A gap that is more than this part of a burst's time parts two bursts, or bounces from what came before.
/// from: bounces that keep four tenths of their speed
/// why: of a few beats the last can be taken for the end of one burst, but then the pause before it is most of the time.
pub const MOST_OF_IT: f64 = 0.6;
