//! Contacts in directions in which joints let nothing move: friction there has nothing to do, and forces stay finite.

use crate::support;

use mainspring_trust::{Against::ClosedForm, case};

/// A block on two guides stands in a corner, pressed down by a force and sideways by a spring; along y it is held twice.
const CORNER: &str = "space spatial
primitive block { shape = box(20 mm, 20 mm, 60 mm); mass = 0.2 kg; point top = (0, 0, 30 mm) axis (1, 0, 0) }
primitive carriage { shape = box(50 mm, 14 mm, 8 mm); mass = 0.3 kg; point below = (0, 0, -6 mm) axis (1, 0, 0) }
part ram = carriage() at (0, 0, 70 mm)
part plug = block()
joint guide = prismatic(ground (0, 0, 70 mm), ram)
joint give = prismatic(ram.below, plug.top) { stiffness = 1 N/mm; rest = -2.8 mm }
force push on ram = (0, 0, -10) N
obstacle wall = box(10 mm, 30 mm, 40 mm) at (-15 mm, 0, 24 mm)
obstacle floor = box(40 mm, 30 mm, 4 mm) at (0, 0, 2 mm)
contact plug, wall { friction = 0.2 }
contact plug, floor { friction = 0.2 }
run 0.3 s every 2 ms
record plug.contact_force, contact(plug, wall).force.y, contact(plug, floor).force.y
";

#[test]
fn a_guided_block_stands_in_a_corner_and_its_forces_balance() {
    let (_, memory) = support::run_text(CORNER);
    let column = |name: &str| memory.column(memory.find(name).expect("it is recorded")).collect::<Vec<f64>>();
    let asked = [
        ("plug.contact_force.x", 2.8),
        ("plug.contact_force.z", 10.0),
        ("contact(plug, wall).force.y", 0.0),
        ("contact(plug, floor).force.y", 0.0),
    ];
    for (name, balance) in asked {
        let found = column(name);
        assert_eq!(found.len(), 151);
        let off = found.iter().map(|f| (f - balance).abs()).fold(0.0, f64::max);
        assert!(found.iter().all(|f| f.is_finite()), "{name}");
        case!("guided block in a corner", name, ClosedForm, "balance of forces").answer(balance, "N").off(off, 1e-9);
    }
}
