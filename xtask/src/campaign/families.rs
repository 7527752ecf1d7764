//! The families, and which of their scenes every test runs.

use super::dice::Dice;
use super::{
    arms, bearings, cams, dominoes, driven, drops, escapements, fourbar, gears, geneva, grippers, heaps, latches,
    limited, on_a_table, pawls, pegs, pins, pyramids, ratchets, row, smooth, struck, tilting, tops, trays, walkers,
};

/// A kind of scene.
pub struct Family {
    pub name: &'static str,
    scene: fn(&mut Dice) -> String,
    /// mechanisms, of which nothing may be stepped
    pub by_event: bool,
    /// loose solids, which may be turned as a whole
    pub turns: bool,
    /// seeds of the share that every test runs
    share: Share,
}

/// Seeds of the share that every test runs.
#[derive(Clone)]
enum Share {
    /// all of these, and a hundred are tried in other orders of their statements
    All(std::ops::Range<u64>),
    /// these few, which are also tried in other orders of their statements
    Few(&'static [u64]),
}

const fn family(name: &'static str, scene: fn(&mut Dice) -> String, share: Share) -> Family {
    Family { name, scene, by_event: false, turns: false, share }
}

/// A kind of mechanism: it runs from event to event.
const fn mechanism(name: &'static str, scene: fn(&mut Dice) -> String, share: Share) -> Family {
    Family { name, scene, by_event: true, turns: false, share }
}

/// Loose solids in space.
const fn solids(name: &'static str, scene: fn(&mut Dice) -> String, share: Share) -> Family {
    Family { name, scene, by_event: false, turns: true, share }
}

pub const FAMILIES: [Family; 28] = [
    mechanism("row", row::scene, SHARE),
    mechanism("arms", arms::scene, SHARE),
    mechanism("fourbar", fourbar::scene, SHARE),
    mechanism("driven", driven::scene, SHARE),
    mechanism("limited", limited::scene, SHARE),
    mechanism("gears", gears::scene, SHARE),
    mechanism("struck", struck::scene, SHARE),
    // scenes that take longer
    family("table", on_a_table::scene, Share::All(1..13)),
    family("trays", trays::scene, Share::All(0..48)),
    // mechanisms that touch
    mechanism("cams", cams::scene, EIGHT),
    mechanism("geneva", geneva::scene, EIGHT),
    mechanism("ratchets", ratchets::scene, EIGHT),
    mechanism("pawls", pawls::scene, EIGHT),
    mechanism("latches", latches::scene, Share::Few(&[0, 1, 2, 3, 4, 5, 6, 7, 147, 171])),
    mechanism("escapements", escapements::scene, EIGHT),
    mechanism("pegs", pegs::scene, EIGHT),
    mechanism("bearings", bearings::scene, EIGHT),
    mechanism("pins", pins::scene, EIGHT),
    // crowds and walkers, those that finish soon
    family("pyramids", pyramids::scene, Share::Few(&[2, 3])),
    family("heaps", heaps::scene, Share::Few(&[0, 4, 5, 9, 12, 15])),
    family("walkers", walkers::scene, Share::Few(&[0, 2, 3, 5, 6, 7, 8, 10])),
    // in space, those that finish soon
    solids("drops", drops::scene, Share::Few(&[0, 3, 4, 5, 7, 8, 9, 10])),
    solids("dominoes", dominoes::scene, Share::Few(&[2, 13])),
    family("grippers", grippers::scene, Share::Few(&[4, 8, 16, 19, 25, 26, 27, 34])),
    solids("tops", tops::scene, Share::Few(&[1, 2, 3, 4, 5, 6, 8, 9])),
    solids("cones", smooth::cones, Share::Few(&[0, 1, 2, 3, 4, 5, 6, 7])),
    solids("ellipsoids", smooth::ellipsoids, Share::Few(&[0, 1, 3, 4, 2, 5, 6, 7])),
    family("tilting", tilting::scene, Share::Few(&[4, 6, 8, 10, 13, 16, 18, 19])),
];

/// With seven families a thousand scenes.
const SHARE: Share = Share::All(0..144);

/// Of mechanisms that finish in a moment.
const EIGHT: Share = Share::Few(&[0, 1, 2, 3, 4, 5, 6, 7]);

/// Scenes of each family that are tried in other orders of their statements.
const REORDERED: std::ops::Range<u64> = 0..100;

/// Scenes of each family of loose solids that are tried turned.
const TURNED: usize = 4;

/// Scenes beyond these shares that once did not finish, or not without doubt: they are run with the share.
const ONCE_FAILED: [(&str, &[u64]); 10] = [
    ("row", &[355, 377, 629]),
    ("arms", &[186, 201, 262]),
    ("fourbar", &[145, 400, 535]),
    ("driven", &[507]),
    ("gears", &[229, 332, 548, 659]),
    ("table", &[19]),
    ("latches", &[194]),
    ("pegs", &[89, 96, 109, 127, 164]),
    ("walkers", &[89, 169, 199]),
    ("grippers", &[1, 2]),
];

/// Scenes beyond the first few that once did not take the same steps turned: slips that set off or end.
const ONCE_OTHERWISE: [(&str, &[u64]); 4] =
    [("drops", &[7]), ("dominoes", &[1, 19]), ("cones", &[5]), ("ellipsoids", &[2, 14])];

/// Mechanisms that once were in doubt, or failed, under another method than events: by its word.
const ONCE_UNDER: [(&str, &str, &[u64]); 5] = [
    ("stepping", "cams", &[0, 1, 5, 9, 12]),
    ("stepping", "geneva", &[0]),
    ("stepping", "ratchets", &[2, 10]),
    ("stepping", "pins", &[2, 3, 5, 7]),
    ("penalty", "pawls", &[2]),
];

impl Family {
    /// The seeds that every test runs under another method than events.
    pub fn under(&self, method: &str) -> Vec<u64> {
        let own = ONCE_UNDER.iter().filter(|(word, name, _)| *word == method && *name == self.name);
        own.flat_map(|(.., seeds)| *seeds).copied().collect()
    }

    /// The seeds that every test runs.
    pub fn share(&self) -> Vec<u64> {
        let once = ONCE_FAILED.iter().filter(|(name, _)| *name == self.name).flat_map(|(_, seeds)| *seeds);
        let share = match &self.share {
            Share::All(seeds) => seeds.clone().collect::<Vec<_>>(),
            Share::Few(seeds) => seeds.to_vec(),
        };
        share.into_iter().chain(once.copied()).collect()
    }

    /// The seeds that every test tries in other orders of their statements.
    pub fn reordered(&self) -> Vec<u64> {
        match self.share {
            Share::All(_) => REORDERED.collect(),
            Share::Few(_) => self.share(),
        }
    }

    /// The seeds that every test also tries turned.
    pub fn turned(&self) -> Vec<u64> {
        let few = if let Share::Few(seeds) = &self.share { *seeds } else { &[] };
        let once = ONCE_OTHERWISE.iter().filter(|(name, _)| *name == self.name).flat_map(|(_, seeds)| *seeds);
        few.iter().take(TURNED).chain(once).copied().collect()
    }

    /// The scene of a seed.
    pub fn text(&self, seed: u64) -> String {
        let scene = (self.scene)(&mut Dice::new(self.name, seed));
        format!("// {} {seed}, made by `cargo xtask campaign`\n\n{scene}", self.name)
    }
}
