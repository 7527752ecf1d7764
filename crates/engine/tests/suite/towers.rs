//! Towers at rest: what each interface carries, and that lying still costs little work.

use crate::support;

use mainspring_trust::{Against::ClosedForm, case};

const G: f64 = 9.81;

/// Blocks of 1, 2, … kg, each a little aside; in space also turned, so that eight places of an interface touch.
fn tower(blocks: usize, space: bool) -> String {
    let mut text = String::from(if space {
        "space spatial\ngravity (0, 0, -9.81) m/s^2\nobstacle table = halfspace((0, 0, 0), (0, 0, 1))\n"
    } else {
        "space planar\ngravity (0, -9.81) m/s^2\nobstacle table = halfplane((0, 0), (0, 1))\n"
    });
    for i in 0..blocks {
        let (shape, place) = if space {
            let turn = 7 * (i % 4);
            (
                "box(20 cm, 20 cm, 10 cm)",
                format!("({} cm, 0, {} cm) turned {turn} deg about (0, 0, 1)", i % 3, 5 + 10 * i),
            )
        } else {
            ("rect(20 cm, 10 cm)", format!("({} cm, {} cm)", i % 3, 5 + 10 * i))
        };
        text += &format!("primitive block{i} {{ shape = {shape}; mass = {} kg }}\n", i + 1);
        text += &format!("part b{i} = block{i}() at {place}\n");
        let below = if i == 0 { "table".to_owned() } else { format!("b{}", i - 1) };
        text += &format!("contact b{i}, {below} {{ friction = 0.3 }}\nrecord contact(b{i}, {below}).normal_force\n");
    }
    text + "run 0.5 s every 50 ms\n"
}

#[test]
fn each_interface_carries_what_is_above_with_little_work() {
    for (space, sizes) in [(false, [2, 10, 30]), (true, [2, 5, 12])] {
        let mut worst = 0.0_f64;
        for blocks in sizes {
            let (out, memory) = support::run_text(&tower(blocks, space));
            for i in 0..blocks {
                let weight = G * (i + 1..=blocks).sum::<usize>() as f64;
                assert!(memory.column(i).count() >= 11);
                worst = memory.column(i).fold(worst, |w, force| w.max((force / weight - 1.0).abs()));
            }
            // a step or a few, looks at its guards, frames: nothing that grows with the number of blocks
            assert!(out.work.evaluations < 600, "{blocks} blocks: {} evaluations", out.work.evaluations);
        }
        let name = if space { "tower of boxes in space" } else { "tower of blocks in the plane" };
        case!(name, "force through each interface, relative", ClosedForm, "weight of what is above").off(worst, 1e-11);
    }
}
