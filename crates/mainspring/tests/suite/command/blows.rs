//! What `run` says of blows: losses, gains, and which stop of which joint was met.

use crate::command::support::Folder;

/// A tilted rod thrown on a floor; its energy at the start is ½ (0.5² + 2²) + 9.81 · 0.5 J by hand.
const ROD: &str = "space planar
gravity (0, -9.81) m/s^2
let tilt = 35 deg
let vx = 0.5 m/s
primitive rod_ { shape = rect(1 m, 2 cm); mass = 1 kg }
part rod = rod_() at (0, 0.5) m turned tilt moving (vx, -2 m/s)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact rod, floor { friction = 0.6; restitution = 0.9 }
impact { law = newton }
run 0.1 s every 10 ms
record energy.total
";

#[test]
fn energy_gained_by_a_law_of_impact_is_called_a_gain() {
    let folder = Folder::with("rod.mech", ROD);
    let cases = [("newton", "vx=0.5 m/s", 0.5 * 4.25 + 9.81 * 0.5), ("cilia", "vx=1 m/s", 0.5 * 5.0 + 9.81 * 0.5)];
    for (law, speed, start) in cases {
        let set = ["--set", &format!("impact.law={law}"), "--set", speed, "--set", "contact(floor,rod).friction=1"];
        let json = folder.run(&[&["run", "rod.mech", "--json"], set.as_slice()].concat()).exits(0).json();
        let energy = |term: &str| json["energy"][term].as_f64().unwrap();
        let gain = energy("kinetic") + energy("potential") - start;
        assert!(gain > 1e-3 && (energy("lost") + gain).abs() < 1e-9, "{law}: {json}");
        let ended = folder.run(&[&["run", "rod.mech", "--no-record"], set.as_slice()].concat()).exits(0);
        // in the balance, below it, and twice in what happened
        let told: Vec<f64> = ended.out.split("gained ").skip(1).map(first_number).collect();
        assert!(told.len() == 4 && told.iter().all(|x| (x / gain - 1.0).abs() < 5e-4), "{told:?} {}", ended.out);
        assert_eq!(ended.out.matches(&format!("the impact law `{law}` gained ")).count(), 2, "{}", ended.out);
        assert!(ended.out.contains("J in 1 blow;") && !ended.out.contains("J lost"), "{}", ended.out);
        folder.run(&[&["run", "rod.mech", "--out", "rod.mcap"], set.as_slice()].concat()).exits(0);
        folder.run(&["report", "rod.mcap", "-o", "rod.html"]).exits(0);
        let page = folder.read("rod.html");
        assert!(page.split("gained ").skip(1).any(|rest| (first_number(rest) / gain - 1.0).abs() < 5e-4));
    }
    let ended = folder.run(&["run", "rod.mech", "--no-record", "--set", "impact.law=coulomb"]).exits(0);
    assert!(ended.out.contains("J lost") && !ended.out.contains("gained"), "{}", ended.out);
}

fn first_number(text: &str) -> f64 {
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
}

#[test]
fn a_blow_at_a_stop_says_which_and_how_hard() {
    let arm = "space planar
gravity (0, -9.81) m/s^2
primitive bar { shape = rect(1 m, 1 mm); mass = 1 kg; point a = (-0.5, 0) m }
part arm = bar()
joint hinge = revolute(ground (0, 0), arm.a) { limits = (-30, 30) deg; restitution = 0.5 }
run 0.4 s every 10 ms
";
    // ω² = 3 g sin 30° / l; three quarters of m g l/2 sin 30° are lost
    let text = "`hinge` meets its lower stop at 3.836 rad/s, rebounds at 1.918 rad/s, 1.839 J lost";
    let folder = Folder::with("arm.mech", arm);
    folder.run(&["run", "arm.mech", "--no-record"]).exits(0).says(text);
    let plastic = folder.run(&["run", "arm.mech", "--no-record", "--set", "hinge.restitution=0"]).exits(0);
    plastic.says("does not rebound, 2.4").says("`hinge` rests against its lower stop");
    let slide = "space planar
primitive box { shape = rect(10 cm, 10 cm); mass = 2 kg }
part slider = box() moving (3 m/s, 0 m/s)
joint rail = prismatic(ground (0, 0), slider.center) { limits = (-1, 0.6) m }
run 0.4 s every 10 ms
";
    let text = "`rail` meets its upper stop at 3.000 m/s, does not rebound, 9.000 J lost";
    Folder::with("rail.mech", slide).run(&["run", "rail.mech", "--no-record"]).exits(0).says(text);
}
