//! Writing or checking.

/// What to do with what is out of date.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Update,
    Check,
}
