//! Force laws: forces by name that follow from where a point is and how it moves, `force air on ball = drag(0.47, 12 cm^2)`.
//!
//! A law is a file here with a [`ForceLaw`], a row of [`FORCE_LAWS`] and one of `words::FORCE_LAWS`. It gives expressions;
//! their values, derivatives and work are then those of any other force.

mod drag;
mod law;

pub use law::{ForceLaw, MovingPoint};

/// Every force law.
pub const FORCE_LAWS: &[&ForceLaw] = &[&drag::DRAG];

#[cfg(test)]
mod tests {
    use super::FORCE_LAWS;
    use mainspring_definition::words;

    #[test]
    fn the_reference_names_the_laws_there_are() {
        let named: Vec<&str> = words::FORCE_LAWS.iter().flat_map(|row| row.words.iter().copied()).collect();
        let known: Vec<&str> = FORCE_LAWS.iter().map(|law| law.word).collect();
        assert_eq!(named, known);
    }
}
