//! Under `method stepping` a motion that is prescribed exactly and meets what cannot give way ends at once, with an error that names
//! the drive and what it is jammed between. It once went on with impulses without bound: 1e27 J lost, and "finished".

use mainspring::prelude::*;
use mainspring::{Failure, simulate};

const HEAD: &str = "space planar
method stepping
primitive block { shape = rect(4 cm, 4 cm); mass = 1 kg; friction = 0.2; restitution = 0 }
primitive bar(l: length) { shape = rect(l, 1 cm); mass = 1 kg; point a = (-l/2, 0); point b = (l/2, 0) }
obstacle wall = rect(2 cm, 50 cm) at (39, 0) cm { friction = 0.2; restitution = 0 }
";

/// When a scene jams, and what is said of it.
fn jam(scene: &str) -> (f64, String) {
    match simulate(Scene::text("scene", scene), &Settings::default()) {
        Err(Failure::Run(failure)) => {
            let outcome = &failure.reached.as_ref().expect("what was reached").outcome;
            assert_eq!(failure.error.code(), "E0816", "{}", failure.error);
            assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
            assert!(outcome.ledger.relative.abs() < 1e-6, "{:?}", outcome.ledger);
            (outcome.time, format!("{} / {}", failure.error, failure.error.help()))
        }
        Err(other) => panic!("{other}"),
        Ok(run) => panic!("it ends {} with {:?}", run.outcome.verdict(), run.outcome.ledger),
    }
}

#[test]
fn a_driven_slider_against_a_wall() {
    // 36 cm to go with 10 cm/s
    let scene = format!(
        "{HEAD}part ram = block()\njoint rail = prismatic(ground (0, 0), ram)\ndrive rail speed = 10 cm/s\ncontact ram, wall\nrun 10 s\n"
    );
    let (time, said) = jam(&scene);
    assert!((time - 3.6).abs() < 0.02, "{time}");
    assert!(
        said.contains("the prescribed motion of `rail` drives parts into each other")
            && said.contains("`ram` and `wall`"),
        "{said}"
    );
    assert!(said.contains("give its drive a `limit`"), "{said}");
}

#[test]
fn a_crank_that_drives_a_ram_into_a_wall() {
    // the ram's front is at 10 cos φ + √(30² − (10 sin φ)²) + 2 cm, and the wall at 38 cm
    let scene = format!(
        "{HEAD}part crank = bar(10 cm)\npart rod = bar(30 cm)\npart ram = block()
joint o = revolute(ground (0, 0), crank.a)\njoint p = revolute(crank.b, rod.a)\njoint q = revolute(rod.b, ram)
joint g = prismatic(ground (0, 0), ram)\nguess o = 120 deg\nguess p = -137 deg\nguess q = 17 deg
drive o speed = -1 rad/s\ncontact ram, wall\nrun 4 s\n"
    );
    let (time, said) = jam(&scene);
    let place = |angle: f64| {
        let rise = 10.0 * libm::sin(angle);
        10.0 * libm::cos(angle) + (900.0 - rise * rise).sqrt() + 2.0
    };
    let (mut low, mut high) = (0.0_f64, 2.0_f64);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if place(middle) > 38.0 { low = middle } else { high = middle }
    }
    let meets = 120.0_f64.to_radians() - low;
    assert!((time - meets).abs() < 0.02, "{time} is not {meets}");
    assert!(said.contains("`o`") && said.contains("`ram` and `wall`"), "{said}");
}

#[test]
fn a_free_part_between_a_driven_one_and_a_wall() {
    // a block of 4 cm is pushed along and pinched: 30 cm to go with 10 cm/s
    let scene = format!(
        "{HEAD}part ram = block()\npart loose = block() at (6, 0) cm\njoint rail = prismatic(ground (0, 0), ram)
drive rail speed = 10 cm/s\ncontacts all\nrun 10 s\n"
    );
    let (time, said) = jam(&scene);
    assert!((time - 3.2).abs() < 0.02, "{time}");
    assert!(said.contains("`rail`") && said.contains("`loose`"), "{said}");
}

#[test]
fn a_driven_stop_and_space() {
    let stop = format!(
        "{HEAD}part ram = block()\njoint rail = prismatic(ground (0, 0), ram) {{ limits = (-5, 5) cm }}\ndrive rail speed = 10 cm/s\ncontacts none\nrun 2 s\n"
    );
    let (time, said) = jam(&stop);
    assert!((time - 0.5).abs() < 0.01 && said.contains("`rail`"), "{time}: {said}");
    let space = "space spatial
method stepping
primitive block { shape = box(4 cm, 4 cm, 4 cm); mass = 1 kg; friction = 0.2; restitution = 0 }
obstacle wall = box(2 cm, 50 cm, 50 cm) at (10, 0, 0) cm { friction = 0.2; restitution = 0 }
part ram = block()
joint rail = prismatic(ground (0, 0, 0), ram, axis = (1, 0, 0))
drive rail speed = 10 cm/s
contacts all
run 2 s
";
    let (time, said) = jam(space);
    assert!((time - 0.7).abs() < 0.01 && said.contains("`ram` and `wall`"), "{time}: {said}");
}

#[test]
fn what_gives_way_is_no_jam() {
    // the same with a limit, and two driven parts that touch and go together
    let limited = format!(
        "{HEAD}part ram = block()\njoint rail = prismatic(ground (0, 0), ram)\ndrive rail speed = 10 cm/s {{ limit = 5 N }}\ncontact ram, wall\nrun 5 s\n"
    );
    let together = format!(
        "{HEAD}part a = block()\npart b = block() at (4, 0) cm\njoint ra = prismatic(ground (0, 0), a)\njoint rb = prismatic(ground (4, 0) cm, b)
drive ra speed = 1 cm/s\ndrive rb speed = 1 cm/s\ncontact a, b\nrun 1 s\n"
    );
    for scene in [limited, together] {
        let run =
            simulate(Scene::text("scene", &scene), &Settings::default()).unwrap_or_else(|e| panic!("{e}\n{scene}"));
        assert_eq!(run.outcome.verdict(), "finished", "{:?}", run.outcome.doubts);
        assert!(run.outcome.ledger.relative.abs() < 1e-6, "{:?}", run.outcome.ledger);
    }
}
