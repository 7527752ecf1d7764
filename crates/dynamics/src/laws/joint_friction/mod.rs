//! Dry friction in joints, and drives with an effort limit, which are a friction against the motion they prescribe.
//!
//! A joint with friction is in a mode: it sticks (a row of its own), slips (an effort solved for together with the
//! reaction it depends on), or is held by others. Which of the joints at rest hold is found at an event, in `system`:
//! all hold, the worst is let go, repeat.

pub mod drive_limit;
pub mod friction;
pub mod guards;
pub mod mode;
