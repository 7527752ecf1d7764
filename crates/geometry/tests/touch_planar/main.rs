//! Contact geometry in the plane: features, gaps, distances, and the first touch on a path.

mod blade;
mod broad;
mod contacts;
mod distances;
mod gaps;
mod meetings;
mod presses;
mod scenery;
mod vertices;
