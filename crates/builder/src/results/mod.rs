//! What each phase hands on, and the view of it that later phases read.

pub mod drafts;
pub mod joints;
pub mod known;
pub mod loads;
pub mod pairs;
pub mod part_coefficients;
pub mod parts;
pub mod springs;
pub mod swept;
