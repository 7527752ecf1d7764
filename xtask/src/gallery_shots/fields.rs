//! Parts on actuator arrays.

use super::shot::Shot;

/// In the order of `scenes/README.md`.
pub const SHOTS: &[Shot] = &[
    Shot {
        folder: "translate",
        scene: "scene.mech",
        alt: "Four parts on a field of arrows that ends at a line",
        both: &[],
        still: &["--at", "0.5"],
        movie: None,
    },
    Shot {
        folder: "swirl",
        scene: "scene.mech",
        alt: "A disc, a square and a bar, each on a whirl of arrows",
        both: &[],
        still: &["--at", "0.3"],
        movie: None,
    },
    Shot {
        folder: "centre",
        scene: "scene.mech",
        alt: "Three parts spiral to the middle of a round field",
        both: &[],
        still: &["--at", "1"],
        movie: None,
    },
    Shot {
        folder: "align",
        scene: "scene.mech",
        alt: "Bars between arrows that push them from both sides on a line",
        both: &[],
        still: &["--at", "0.25"],
        movie: None,
    },
    Shot {
        folder: "squeeze_orient",
        scene: "scene.mech",
        alt: "Triangles on each other, turned to a few directions by a squeeze",
        both: &[],
        still: &["--at", "2.9"],
        movie: None,
    },
    Shot {
        folder: "conveyor",
        scene: "scene.mech",
        alt: "Boxes on a belt that runs into another across it",
        both: &[],
        still: &["--at", "2.95"],
        movie: None,
    },
    Shot {
        folder: "sieve",
        scene: "scene.mech",
        alt: "Two small discs inside lanes, two large ones held in their mouths",
        both: &[],
        still: &["--at", "0.65"],
        movie: None,
    },
    Shot {
        folder: "feeder",
        scene: "scene.mech",
        alt: "Blades on a field that carries them on and turns them along its middle",
        both: &[],
        still: &["--at", "3.3"],
        movie: None,
    },
    Shot {
        folder: "array_sort",
        scene: "scene.mech",
        alt: "A triangle is pushed off a hole in a field of arrows",
        // a rectangle that stays, a triangle that goes
        both: &[],
        still: &["--at", "9.3"],
        movie: Some(&["--to", "12", "--speed", "3"]),
    },
    Shot {
        folder: "detour",
        scene: "scene.mech",
        alt: "A puck has stepped aside for a roller behind a swinging gate",
        both: &[],
        still: &["--at", "4.1"],
        movie: Some(&["--to", "6.2", "--speed", "2"]),
    },
    Shot {
        folder: "pads",
        scene: "scene.mech",
        alt: "Two discs on rows of round pads, some of which push",
        both: &["--trace", "carried", "--trace", "nudged"],
        still: &["--at", "1.72"],
        movie: Some(&["--to", "3.2"]),
    },
    Shot {
        folder: "thousand",
        scene: "scene.mech",
        alt: "A block of a thousand coins whirls to the middle of an array",
        both: &[],
        still: &["--at", "1.5"],
        movie: None,
    },
];
