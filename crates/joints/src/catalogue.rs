//! The kinds of a space: their words, how they are read, an example of each.

use crate::descriptor::{FrictionArm, JointDescriptor, Rows, Symbol};
use crate::gear::Gear;
use crate::kind::JointKind;
use crate::kinds::*;
use crate::options::{OptionReader, Refused};
use mainspring_definition::SpaceKind;

/// What is known of a kind before a joint of it is there.
#[derive(Clone, Copy, Debug)]
pub struct KindEntry {
    /// its word in a scene
    pub word: &'static str,
    /// which sides must have an orientation
    pub oriented_sides: [bool; 2],
    /// what its rows measure
    pub rows: Rows,
    /// the arm of its friction, if friction in it is simulated
    pub friction: Option<FrictionArm>,
    /// how pictures draw it
    pub symbol: Symbol,
    /// one of it
    pub example: JointKind,
    read: fn(&mut dyn OptionReader) -> Result<Option<JointKind>, Refused>,
}

fn entry<K: JointDescriptor + Into<JointKind>>(space: SpaceKind) -> KindEntry {
    KindEntry {
        word: K::WORD,
        oriented_sides: K::oriented_sides(space),
        rows: K::rows(space),
        friction: K::FRICTION,
        symbol: K::SYMBOL,
        example: K::EXAMPLE.into(),
        read: |options| Ok(K::read(options)?.map(Into::into)),
    }
}

macro_rules! planar_entries {
    ($($file:ident $Kind:ident,)*; $($rest:tt)*) => {
        vec![$(entry::<$Kind>(SpaceKind::Planar)),*]
    };
}

macro_rules! spatial_entries {
    ($($file:ident $Kind:ident,)*; $($rest:tt)*) => {
        vec![$(entry::<$Kind>(SpaceKind::Spatial)),*]
    };
}

/// All kinds of a space that join parts, in the order of the registry.
#[must_use]
pub fn kinds(space: SpaceKind) -> Vec<KindEntry> {
    match space {
        SpaceKind::Planar => joint_registry!(planar planar_entries),
        SpaceKind::Spatial => joint_registry!(spatial spatial_entries),
    }
}

/// One joint of each kind that joins parts, with sizes that fit.
#[must_use]
pub fn examples(space: SpaceKind) -> Vec<JointKind> {
    kinds(space).into_iter().map(|entry| entry.example).collect()
}

/// How pictures draw the joints of this word; nothing of their own if there is no such word.
#[must_use]
pub fn symbol(word: &str, space: SpaceKind) -> Symbol {
    kinds(space).iter().find(|entry| entry.word == word).map_or(Symbol::Nothing, |entry| entry.symbol)
}

/// The words of a space, each once, gears and racks before what rolls.
#[must_use]
pub fn words(space: SpaceKind) -> Vec<&'static str> {
    let kinds = kinds(space);
    let rolls = |entry: &&KindEntry| entry.rows == Rows::Speeds;
    let held = kinds.iter().filter(|entry| !rolls(entry)).map(|entry| entry.word);
    once(held.chain(Gear::WORDS).chain(kinds.iter().filter(rolls).map(|entry| entry.word)))
}

/// The words of both spaces, each once, those of the plane first.
#[must_use]
pub fn all_words() -> Vec<&'static str> {
    once(words(SpaceKind::Planar).into_iter().chain(words(SpaceKind::Spatial)))
}

/// Reads a joint of this word that joins parts; None if there is no such kind for the word and its options.
///
/// # Errors
/// After the reader has reported what is wrong.
pub fn read(word: &str, options: &mut dyn OptionReader) -> Result<Option<JointKind>, Refused> {
    for entry in kinds(options.space()).iter().filter(|entry| entry.word == word) {
        if let Some(kind) = (entry.read)(options)? {
            return Ok(Some(kind));
        }
    }
    Ok(None)
}

fn once(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kept: Vec<&str> = Vec::new();
    for word in words {
        if !kept.contains(&word) {
            kept.push(word);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Pose;

    const SPACES: [SpaceKind; 2] = [SpaceKind::Planar, SpaceKind::Spatial];

    #[test]
    fn words_are_listed_once_and_in_the_order_of_the_registry() {
        let [planar, spatial] = SPACES.map(words);
        assert!(planar.starts_with(&["revolute", "prismatic"]) && spatial.starts_with(&["spherical", "revolute"]));
        for words in [planar, spatial] {
            assert_eq!(words[words.len() - 3..], ["gear", "rack", "rolling"]);
            assert_eq!(once(words.iter().copied()), words);
        }
    }

    #[test]
    fn kinds_of_one_word_are_drawn_alike() {
        for space in SPACES {
            for entry in kinds(space) {
                assert_eq!(symbol(entry.word, space), entry.symbol, "{}", entry.word);
            }
        }
    }

    #[test]
    fn an_example_has_its_word_and_no_open_length() {
        for space in SPACES {
            for entry in kinds(space) {
                let kind = entry.example;
                assert_eq!(kind.word(), entry.word);
                assert!(!kind.is_open() && kind.coupling().is_none(), "{kind:?}");
            }
        }
    }

    #[test]
    fn where_a_joint_places_a_part_it_keeps_it() {
        for (space, kind) in SPACES.into_iter().flat_map(|space| examples(space).into_iter().map(move |k| (space, k))) {
            let placed = kind.relative(space, 0.3, -0.4).unwrap();
            let kept = kind.nearest(space, &placed, None, None).unwrap();
            let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12);
            assert!(near(&placed.position, &kept.position) && near(&placed.orientation, &kept.orientation), "{kind:?}");
            assert!((placed.angle - kept.angle).abs() < 1e-12, "{kind:?}");
            let again = kind.nearest(space, &Pose::IDENTITY, Some(0.3), Some(-0.4)).unwrap();
            assert!(kind.coordinates().is_empty() || near(&again.position, &placed.position), "{kind:?}");
        }
    }

    #[test]
    fn coordinates_in_a_tree_are_those_of_the_joint() {
        for (space, kind) in SPACES.into_iter().flat_map(|space| examples(space).into_iter().map(move |k| (space, k))) {
            let Some(tree) = kind.tree(space) else { continue };
            assert!(!tree.motions.is_empty(), "{kind:?}");
            let measured: Vec<usize> = tree.motions.iter().filter_map(|m| m.coordinate).collect();
            assert_eq!(measured, (0..kind.coordinates().len()).collect::<Vec<_>>(), "{kind:?}");
        }
    }
}
