//! What cannot be assembled is refused with the right cause; what stands still has a sensible balance.

use mainspring_builder::BuildOptions;
use mainspring_dynamics::AssembleError;
use std::sync::Arc;

const BAR: &str = "space planar
gravity (0, -9.81) m/s^2
primitive bar(l: length) { shape = rect(l, 1 cm); mass = 1 kg; point a = (-l/2, 0); point b = (l/2, 0) }
";

fn assemble(scene: &str) -> Result<mainspring_dynamics::Assembled, Vec<AssembleError>> {
    let text = format!("{BAR}{scene}");
    let (definition, findings) = mainspring_language::load("scene", &text, &mut mainspring_language::NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    let model = mainspring_builder::build(&definition, &BuildOptions::default()).expect("it builds");
    mainspring_dynamics::assemble(&Arc::new(model))
}

fn codes(scene: &str) -> Vec<String> {
    assemble(scene).err().expect("must be refused").iter().map(|e| e.diagnostic().code).collect()
}

const CRANK: &str = "part c = bar(1 m)\njoint j = revolute(ground (0, 0), c.a)\nrun 1 s\n";

#[test]
fn a_start_that_contradicts_a_drive_is_refused() {
    for lines in [
        "start j = 30 deg\ndrive j angle = 1 rad/s*t",
        "start j = 0 deg rate 5 rad/s\ndrive j angle = 1 rad/s*t",
        "start j = 0 deg rate 5 rad/s\ndrive j speed = 1 rad/s",
    ] {
        assert_eq!(codes(&format!("{CRANK}{lines}")), ["E0703"], "{lines}");
    }
    for lines in
        ["start j = 30 deg\ndrive j speed = 1 rad/s", "start j = 0 deg rate 1 rad/s\ndrive j angle = 1 rad/s*t"]
    {
        assert!(assemble(&format!("{CRANK}{lines}")).is_ok(), "{lines}");
    }
}

const SLIDER: &str = "part c = bar(10 cm)
part r = bar(30 cm)
mass s = 1 kg at (40 cm, 0)
joint o = revolute(ground (0, 0), c.a)
joint p = revolute(c.b, r.a)
joint q = revolute(r.b, s.center)
joint g = slot(ground (0, 0), s.center)
run 1 s
";

#[test]
fn a_slider_driven_from_its_dead_centre_is_told_so() {
    assert_eq!(codes(&format!("{SLIDER}drive g travel = 40 cm - 1 cm*sin(1 rad/s*t)^2")), ["E0705"]);
    assert!(assemble(&format!("{SLIDER}start o = 40 deg\ndrive o speed = 1 rad/s")).is_ok());
    assert_eq!(codes(&format!("{SLIDER}start o = 40 deg\ndrive o speed = 1 rad/s\ndrive g speed = 1 m/s")), ["E0702"]);
}

#[test]
fn starts_that_a_loop_cannot_meet_are_named() {
    let four_bar = "part crank = bar(10 cm)
part rod = bar(30 cm)
part rocker = bar(25 cm)
joint o = revolute(ground (0, 0), crank.a)
joint p = revolute(crank.b, rod.a)
joint q = revolute(rod.b, rocker.a)
joint r = revolute(ground (30 cm, 5 cm), rocker.b)
run 1 s
start o = 90 deg
start r = 10 deg
";
    let found = codes(four_bar);
    assert!(!found.is_empty() && found.iter().all(|c| c == "E0703"), "{found:?}");
}

#[test]
fn nothing_moving_balances_to_round_off() {
    for scene in [
        "part r = bar(1 m)\njoint w = weld(ground (0, 0), r.a)\nrun 1 s",
        "part r = bar(1 m)\njoint w = revolute(ground (0, 0), r.a)\ndrive w angle = 0 rad\nrun 1 s",
        "mass m = 1 kg at (0, -0.0981) m\nspring s = linear(m, ground (0, 0)) { stiffness = 100 N/m }\nrun 1 s",
    ] {
        let mut sink = mainspring_record::Memory::default();
        let assembled = assemble(scene).expect("it assembles");
        let out = mainspring_engine::run(assembled, mainspring_engine::Options::default(), &mut sink, |_| {});
        let relative = out.map_err(|e| e.0).expect("it runs").ledger.relative;
        assert!(relative < 1e-8, "{relative}: {scene}");
    }
}
