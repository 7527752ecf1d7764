//! The numbers that decide in this crate, each from a parent and with its reason.

/// A friction below which a pawl sticks that is not above this: any friction makes it stick.
/// from: ε × 5000
/// A margin in closed form is rounded to a few ε of 1.
pub const NO_FRICTION: f64 = 1e-12;

/// How far closing loops may move a joint from its guess before that is worth a warning: rad, or a share of the mechanism's length.
/// from: a turn / 8
/// Guesses are read off sketches and are right to some ten degrees; another branch is a right angle away or more.
pub const FAR_FROM_GUESS: f64 = 0.8;

/// How far apart, over the mechanism's length, or turned, two parts may be and still be in one place.
/// from: √ε / 15
/// Loops are closed to far less; nobody places two parts so near each other.
pub const SAME_PLACE: f64 = 1e-9;

/// Switches in a run from which on that is worth a warning.
/// from: the most switches of a run / 10
/// Such a run takes a minute or more.
pub const MANY_SWITCHES: f64 = 1e6;
