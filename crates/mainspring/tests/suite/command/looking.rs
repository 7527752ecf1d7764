//! What the commands that show a recording do with parts of it, and with what is lost.

use crate::command::support::{Folder, PENDULUM};
use std::fs;

const FILE: &str = "out/a/recording.mcap";

/// Several blocks long, with a release near the start.
fn long() -> Folder {
    let text = PENDULUM.replace("run 1 s every 10 ms", "release rod at 0.1 s\nrun 4 s every 0.2 ms");
    let folder = Folder::with("a.mech", text);
    folder.run(&["run", "a.mech"]).exits(0);
    folder
}

/// The middle of the first block that ends after that place; between blocks stand their indices.
fn in_block(bytes: &[u8], place: usize) -> usize {
    const BLOCK: u8 = 6;
    let mut at = 8;
    loop {
        let length = u64::from_le_bytes(bytes[at + 1..at + 9].try_into().unwrap()) as usize;
        if bytes[at] == BLOCK && at + 9 + length > place {
            return at + 9 + length / 2;
        }
        at += 9 + length;
    }
}

#[test]
fn what_is_lost_is_not_made_up() {
    let folder = long();
    let mut bytes = fs::read(folder.0.join(FILE)).unwrap();
    let middle = in_block(&bytes, bytes.len() / 2);
    bytes[middle..middle + 4000].fill(b'X');
    fs::write(folder.0.join("gap.mcap"), &bytes).unwrap();
    let damage = folder.recording("gap.mcap").damage;
    let [first, last] = damage[0].time.expect("a block says what it held");
    assert!(first > 0.2 && last < 3.9 && last - first > 0.2, "{damage:?}");

    // a curve has a gap: two strokes where the whole one has one
    let strokes = |file: &str| {
        folder.run(&["plot", file, "bob.position.x", "-o", "p.svg"]).exits(0);
        let svg = folder.read("p.svg");
        let line = svg.lines().find(|l| l.contains("class=\"line\"")).unwrap().to_owned();
        line.split(" d=\"").nth(1).unwrap().matches('M').count()
    };
    assert_eq!((strokes(FILE), strokes("gap.mcap")), (1, 2));

    let inside = format!("{}", 0.5 * (first + last));
    folder.run(&["render", "gap.mcap", "-o", "x.png", "--at", &inside]).exits(3).says("lost");
    assert!(!folder.has("x.png"));
    folder.run(&["render", "gap.mcap", "-o", "x.svg", "--at", "0.05", "--size", "320x240"]).exits(0);

    folder.run(&["report", "gap.mcap"]).exits(0);
    assert!(folder.read("gap.html").contains(&format!("\"gaps\":[[{first},{last}]]")));
    folder.run(&["report", FILE]).exits(0);
    assert!(folder.read("out/a/report.html").contains("\"gaps\":[]"));
}

#[test]
fn a_flipped_byte_costs_nothing_and_is_told() {
    let folder = long();
    let csv = |file: &str| {
        let ended = folder.run(&["export", file, "--to", "csv", "-o", "x.csv"]).exits(0);
        (folder.read("x.csv"), ended.err)
    };
    let whole = csv(FILE);
    assert!(whole.1.is_empty(), "{}", whole.1);
    let bytes = fs::read(folder.0.join(FILE)).unwrap();
    // the first is of the front, the others of blocks
    let blocks = [bytes.len() / 3, bytes.len() / 2, bytes.len() * 3 / 4].map(|place| in_block(&bytes, place));
    for place in std::iter::once(1000).chain(blocks) {
        let mut flipped = bytes.clone();
        flipped[place] ^= 0x10;
        fs::write(folder.0.join("flipped.mcap"), &flipped).unwrap();
        let found = csv("flipped.mcap");
        assert!(found.0 == whole.0, "byte {place}");
        let said = "damaged, and put right by the check bytes: nothing is lost\n";
        assert!(
            found.1.contains("warning: `flipped.mcap` is damaged: bytes ") && found.1.ends_with(said),
            "{}",
            found.1
        );
        folder.run(&["info", "flipped.mcap", "--verify"]).exits(3).says(said);
        let ended = folder.run(&["recover", "flipped.mcap", "-o", "mended.mcap"]).exits(0);
        assert!(ended.out.contains("\nmended    bytes ") && ended.out.ends_with("\nlost      nothing\n"), "{ended:#?}");
        folder.run(&["info", "mended.mcap", "--verify"]).exits(0);
        folder.run(&["diff", "mended.mcap", FILE]).exits(0).says("the same, to the bit");
        fs::remove_file(folder.0.join("mended.mcap")).unwrap();
    }
}

#[test]
fn a_part_has_every_frame_of_it_and_knows_what_was_before() {
    let folder = long();
    folder.run(&["plot", FILE, "bob.position.x", "--from", "1", "--to", "1.0011", "-o", "p.svg"]).exits(0);
    let svg = folder.read("p.svg");
    let line = svg.lines().find(|l| l.contains("class=\"line\"")).unwrap();
    assert_eq!(line.split(" d=\"").nth(1).unwrap().matches(['M', 'L']).count(), 6, "{line}");
    // the rod was let go before the part begins, so it is not drawn in it
    folder.run(&["report", FILE, "--from", "1", "--to", "1.2", "-o", "part.html"]).exits(0);
    assert!(folder.read("part.html").contains("\"attached\":false"));
    folder.run(&["report", FILE, "--to", "1.2", "-o", "part.html"]).exits(0);
    assert!(!folder.read("part.html").contains("\"attached\":false"));
    for command in [&["plot", FILE, "bob.position.x"][..], &["report", FILE], &["render", FILE, "-o", "x.png"]] {
        let with = |more: &[&str]| folder.run(&[command, more].concat()).exits(2);
        with(&["--from", "9"]).says("goes from 0 s to 4 s");
        with(&["--from", "3", "--to", "1"]);
    }
}

#[test]
fn a_quantity_that_is_no_number_is_told() {
    let text = "space planar\nmass m = 1 kg at (0, 0) moving (1, 0) m/s\nrun 1 s every 100 ms\n\
                quantity q = 1 m / max(0 m, m.position.x - 0.45 m)";
    let folder = Folder::with("a.mech", text);
    folder.run(&["plot", "a.mech", "q"]).exits(0).says("`q` is no finite number in 5 of 11 frames");
}

#[test]
fn bars_of_thousands_say_so() {
    let folder = long();
    let out = folder.run(&["plot", FILE, "bob.position.x", "--histogram"]).exits(0).out;
    let most: f64 = out.lines().filter_map(|l| l.split('┤').next()?.trim().parse().ok()).fold(0.0, f64::max);
    // 20,001 frames in at most 100 bins: the highest has 200 at least
    assert!(most >= 200.0 || out.contains("10³"), "{out}");
}
