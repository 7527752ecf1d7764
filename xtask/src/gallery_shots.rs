//! How each scene of the gallery is shown best.

/// One scene's pictures.
pub struct Shot {
    /// below `scenes/`
    pub folder: &'static str,
    /// its file
    pub scene: &'static str,
    /// what is seen, for those who cannot see it
    pub alt: &'static str,
    /// for the still and the movie
    pub both: &'static [&'static str],
    /// for the still
    pub still: &'static [&'static str],
    /// for the movie; none makes only a still
    pub movie: Option<&'static [&'static str]>,
}

impl Shot {
    /// For people.
    pub fn name(&self) -> String {
        format!("{}/{}", self.folder, self.scene)
    }

    /// File and options of the still.
    pub fn still(&self) -> (String, Vec<&'static str>) {
        let file =
            if self.scene == "scene.mech" { "picture.png".to_owned() } else { self.scene.replace(".mech", ".png") };
        (file, [&["--size", "640x480"], self.both, self.still].concat())
    }

    /// All files with their options, the still first.
    pub fn files(&self) -> Vec<(String, Vec<&'static str>)> {
        let movie = self
            .movie
            .map(|movie| ("movie.gif".to_owned(), [&["--size", "400x300", "--fps", "20"], self.both, movie].concat()));
        std::iter::once(self.still()).chain(movie).collect()
    }
}

/// Every scene, in the order of `scenes/README.md`.
pub const SHOTS: &[Shot] = &[
    Shot {
        folder: "pendulum",
        scene: "scene.mech",
        alt: "A bob on a rod, with the arc it has swung through",
        // one period: the movie closes
        both: &["--trace", "bob", "--to", "2.36"],
        still: &["--at", "0.78", "--forces"],
        movie: Some(&[]),
    },
    Shot {
        folder: "double_pendulum",
        scene: "scene.mech",
        alt: "Two hinged rods and the tangled path of the tip",
        both: &["--trace", "lower.b", "--to", "4"],
        still: &["--at", "3.7"],
        movie: Some(&[]),
    },
    Shot {
        folder: "chain",
        scene: "scene.mech",
        alt: "A chain of fifty links swinging down from one end",
        both: &["--trace", "link[49].b"],
        still: &["--at", "0.9"],
        movie: Some(&["--speed", "0.5"]),
    },
    Shot {
        folder: "five_body_pendulum",
        scene: "scene.mech",
        alt: "Three links hung on each other below a fixed block, with a ball at the end",
        // from the side on which it swings
        both: &["--camera", "-75,10", "--trace", "p.bob"],
        still: &["--at", "2.3"],
        movie: Some(&["--to", "4"]),
    },
    Shot {
        folder: "four_bar",
        scene: "scene.mech",
        alt: "A crank-rocker with a return spring and the coupler curve",
        both: &["--trace", "rod"],
        still: &["--at", "0.93", "--forces", "--to", "1"],
        movie: Some(&["--to", "1.98", "--speed", "0.5"]),
    },
    Shot {
        folder: "slider_crank",
        scene: "scene.mech",
        alt: "A crank, a connecting rod and a piston on its guide",
        // in the second turn the oval is whole
        both: &["--to", "0.1999", "--trace", "rod"],
        still: &["--at", "0.1157", "--forces"],
        movie: Some(&["--speed", "0.055"]),
    },
    Shot {
        folder: "andrews",
        scene: "scene.mech",
        alt: "Andrews' squeezer: seven links, three loops and a spring",
        both: &[],
        still: &["--at", "0.0093", "--forces"],
        movie: Some(&["--speed", "0.01"]),
    },
    Shot {
        folder: "gears",
        scene: "scene.mech",
        alt: "A pinion, a wheel and a weight that is lifted along a wall",
        both: &["--to", "0.3"],
        still: &["--at", "0.2"],
        movie: Some(&["--speed", "0.1"]),
    },
    Shot {
        folder: "backlash",
        scene: "scene.mech",
        alt: "Two equal gears with play, a drive on the left one",
        both: &[],
        still: &["--at", "0.6"],
        movie: Some(&["--to", "3.14", "--speed", "2"]),
    },
    Shot {
        folder: "rolling_disc",
        scene: "scene.mech",
        alt: "A disc rolling down a slope",
        both: &["--to", "1.5", "--trace", "wheel"],
        still: &["--at", "1.1", "--forces"],
        movie: Some(&["--speed", "0.5"]),
    },
    Shot {
        folder: "stick_slip",
        scene: "scene.mech",
        alt: "A block on a belt, held back by a spring",
        both: &[],
        still: &["--at", "1.2", "--forces"],
        movie: Some(&["--to", "4"]),
    },
    Shot {
        folder: "cart",
        scene: "scene.mech",
        alt: "A cart on a rail, held by a spring",
        both: &[],
        still: &["--at", "0.6", "--forces"],
        movie: Some(&["--to", "8", "--speed", "2"]),
    },
    Shot {
        folder: "spinning_top",
        scene: "scene.mech",
        alt: "A leaning top whose centre goes round in a circle",
        both: &["--trace", "spinner", "--camera", "-30,14"],
        still: &["--at", "0.6", "--to", "2.09"],
        // 28 turns a second, seen eleven times slower
        movie: Some(&["--from", "0.45", "--to", "0.67", "--speed", "0.09"]),
    },
    Shot {
        folder: "free_body",
        scene: "scene.mech",
        alt: "A block that turns about its middle axis and tumbles over",
        // its axis goes across: the pale end is on the right, and after the tumble on the left
        both: &["--camera", "20,20"],
        still: &["--at", "2.6"],
        movie: Some(&["--from", "1.2", "--to", "4.8", "--speed", "1.25"]),
    },
    Shot {
        folder: "arm",
        scene: "scene.mech",
        alt: "An arm of seven links in space and the path of its tip",
        both: &["--trace", "link[6].top_yaw"],
        still: &["--at", "1.6"],
        movie: Some(&["--to", "2.4", "--speed", "0.6"]),
    },
    Shot {
        folder: "spare_link",
        scene: "scene.mech",
        alt: "Three parallel cranks carry a bar through the position in which all lie in one line",
        both: &["--trace", "coupler"],
        still: &["--at", "0.25", "--forces"],
        movie: Some(&["--to", "1.6", "--speed", "0.5"]),
    },
    Shot {
        folder: "bricard",
        scene: "scene.mech",
        alt: "Five rods hinged to a spatial loop that should not move, but does",
        both: &["--trace", "rod[2].front_y"],
        still: &["--at", "0.6"],
        movie: Some(&["--to", "3"]),
    },
    Shot {
        folder: "hand",
        scene: "scene.mech",
        alt: "A hand of three fingers, closing one after the other",
        both: &["--camera", "-40,28"],
        still: &["--at", "0.55", "--trace", "h.finger[0].p3.tip", "--trace", "h.finger[1].p3.tip"],
        movie: Some(&["--to", "1.5", "--speed", "0.5"]),
    },
    Shot {
        folder: "hand",
        scene: "four.mech",
        alt: "The same hand with four fingers",
        both: &["--camera", "-40,28"],
        still: &["--at", "0.65"],
        movie: None,
    },
    Shot {
        folder: "gripper",
        scene: "scene.mech",
        alt: "A hand of three fingers holds a disc by friction and lifts it",
        both: &["--camera", "-40,8", "--forces"],
        still: &["--at", "1.1"],
        movie: Some(&["--speed", "0.25"]),
    },
    Shot {
        folder: "bushings",
        scene: "scene.mech",
        alt: "A four-bar linkage with a spring, let go from rest",
        both: &["--trace", "rod"],
        still: &["--at", "0.4", "--forces"],
        movie: Some(&["--to", "2"]),
    },
    Shot {
        folder: "ratchet",
        scene: "scene.mech",
        alt: "A saw-toothed wheel and a click that lets it turn one way",
        both: &[],
        still: &["--at", "1.2"],
        movie: Some(&["--to", "2", "--speed", "1"]),
    },
    Shot {
        folder: "escapement",
        scene: "scene.mech",
        alt: "A toothed wheel, an anchor above it and a pendulum",
        both: &[],
        still: &["--at", "1.3"],
        movie: Some(&["--to", "2", "--speed", "1"]),
    },
    Shot {
        folder: "verge",
        scene: "scene.mech",
        alt: "Two clocks of different size whose foliots swing together",
        both: &[],
        still: &["--at", "1"],
        movie: Some(&["--to", "1", "--speed", "1"]),
    },
    Shot {
        folder: "latch",
        scene: "scene.mech",
        alt: "A hook that has snapped over the post of a drawer",
        both: &[],
        still: &["--at", "0.5"],
        movie: Some(&["--to", "0.4", "--speed", "0.1"]),
    },
    Shot {
        folder: "clearance",
        scene: "scene.mech",
        alt: "A crank-rocker with play in one pin",
        both: &[],
        still: &["--at", "0.6"],
        movie: Some(&["--to", "1.05", "--speed", "0.5"]),
    },
    Shot {
        folder: "rattle",
        scene: "scene.mech",
        alt: "A disc in the slotted hole of a shaken plate",
        both: &[],
        still: &["--at", "0.3"],
        movie: Some(&["--to", "1", "--speed", "0.35"]),
    },
    Shot {
        folder: "woodpecker",
        scene: "scene.mech",
        alt: "A bird on a spring beside a pole, its sleeve tilted and jammed",
        both: &["--camera", "0.006,-0.025,0.17"],
        still: &["--at", "0.6"],
        // four steps
        movie: Some(&["--from", "0.3", "--to", "0.686", "--speed", "0.075"]),
    },
    Shot {
        folder: "bouncing_ball",
        scene: "scene.mech",
        alt: "A ball and the arcs of its bounces, each lower than the last",
        both: &["--trace", "ball"],
        still: &["--at", "1.2"],
        movie: Some(&["--to", "4"]),
    },
    Shot {
        folder: "cradle",
        scene: "scene.mech",
        alt: "Five balls on rods; the one on the right has swung out",
        both: &["--to", "0.9136"],
        still: &["--at", "0.44"],
        movie: Some(&["--speed", "0.5"]),
    },
    Shot {
        folder: "three_spheres",
        scene: "scene.mech",
        alt: "Three spheres in a row; the one on the right leaves",
        both: &["--camera", "-60,20"],
        still: &["--at", "0.5"],
        movie: Some(&["--speed", "0.5"]),
    },
    Shot {
        folder: "heavy_on_light",
        scene: "scene.mech",
        alt: "A heavy block above a light one on a table",
        both: &[],
        still: &["--at", "0.15"],
        movie: Some(&["--to", "0.8", "--speed", "0.4"]),
    },
    Shot {
        folder: "block_off_block",
        scene: "scene.mech",
        alt: "A small block tips over the end of a large one",
        both: &["--trace", "small"],
        still: &["--at", "0.42"],
        movie: Some(&["--to", "1.2", "--speed", "0.5"]),
    },
    Shot {
        folder: "incline",
        scene: "scene.mech",
        alt: "Three blocks on a slope: one at rest, one sliding, one toppling",
        both: &["--forces"],
        still: &["--at", "0.28"],
        movie: Some(&["--speed", "0.3"]),
    },
    Shot {
        folder: "rolling_after_slip",
        scene: "scene.mech",
        alt: "Two discs on two rails, the lower one with backspin",
        both: &["--trace", "plain.rim", "--trace", "backspun.rim"],
        still: &["--at", "1.2"],
        movie: Some(&[]),
    },
    Shot {
        folder: "rocking_block",
        scene: "scene.mech",
        alt: "A slender block rocking from corner to corner",
        both: &["--forces"],
        still: &["--at", "0.1"],
        movie: Some(&["--to", "2"]),
    },
    Shot {
        folder: "dominoes",
        scene: "scene.mech",
        alt: "A row of dominoes, the first ones falling",
        both: &[],
        still: &["--at", "0.48"],
        movie: Some(&["--speed", "0.2"]),
    },
    Shot {
        folder: "tray",
        scene: "scene.mech",
        alt: "Twelve polygons of six kinds lie at rest in a tray",
        both: &["--camera", "0,0.05,0.7"],
        still: &["--at", "0.8"],
        movie: Some(&["--to", "0.5", "--speed", "0.18"]),
    },
    Shot {
        folder: "rolling_sphere",
        scene: "scene.mech",
        alt: "Two balls on a table, one of them running in a curve",
        both: &["--trace", "plain", "--trace", "curved"],
        still: &["--at", "0.7"],
        movie: Some(&["--speed", "0.4"]),
    },
    Shot {
        folder: "tippe_top",
        scene: "scene.mech",
        alt: "A ball that turns over while it spins",
        both: &["--trace", "tippe.middle"],
        still: &["--at", "1"],
        movie: None,
    },
    Shot {
        folder: "peg",
        scene: "scene.mech",
        alt: "A square peg comes down on a chamfer, slides over into its hole and to the bottom",
        both: &["--forces", "--camera", "8,12,0.24"],
        still: &["--at", "0.13"],
        movie: Some(&["--to", "0.6", "--speed", "0.12"]),
    },
    Shot {
        folder: "peg",
        scene: "slides.mech",
        alt: "A square peg between two jaws, pressed beside its axis",
        both: &["--forces"],
        still: &["--at", "0.03"],
        movie: None,
    },
    Shot {
        folder: "peg",
        scene: "jams.mech",
        alt: "The same peg, pressed further out and wedged",
        both: &["--forces"],
        still: &["--at", "0.03"],
        movie: None,
    },
    Shot {
        folder: "stack",
        scene: "scene.mech",
        alt: "Four boxes on each other, turned and off the middle",
        both: &["--forces"],
        still: &["--at", "0.2"],
        movie: None,
    },
    Shot {
        folder: "dice",
        scene: "scene.mech",
        alt: "Two dice on a table",
        both: &["--trace", "red", "--trace", "blue"],
        still: &["--at", "1"],
        movie: Some(&["--speed", "0.3"]),
    },
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
