//! Contact between parts, event by event.

mod quantities;
