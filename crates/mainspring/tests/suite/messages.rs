//! Messages that misled once: what they say now.

use mainspring::prelude::*;
use mainspring::{Failure, simulate};

/// The one error of a scene, with its help.
fn error(scene: &str) -> String {
    let Err(Failure::Scene(errors)) = simulate(Scene::text("scene", scene), &Settings::default()) else {
        panic!("{scene}")
    };
    let found: Vec<_> = errors.findings.iter().filter(|d| d.is_error()).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    format!("{} / {}", found[0].message, found[0].help.clone().unwrap_or_default())
}

const BODY: &str = "space spatial
primitive b { mass = 1 kg; inertia = 1 kg*m^2; point q = (0, 0, 1) m }
part x, y = b()
joint o = revolute(ground (0, 0, 0), x)
joint p = spherical(x.q, y)
run 1 ms
";

#[test]
fn a_joint_with_a_place() {
    let said = error(&format!("{BODY}part z = b()\njoint j4 = weld(x, z) at (0, 10 cm, 0)\n"));
    assert!(said.starts_with("a joint has no place of its own: it is where the points are that it joins"), "{said}");
    assert!(said.contains("`joint j = weld(a.p, b.q)`"), "{said}");
}

#[test]
fn the_place_of_a_joint() {
    let said = error(&format!("{BODY}record o.position.x\n"));
    assert!(said.starts_with("joint `o` has no place with `x`"), "{said}");
    assert!(said.contains("`angle`") && said.contains("`part.point.position.x`"), "{said}");
    let said = error(&format!("{BODY}record p.velocity.z\n"));
    assert!(said.starts_with("joint `p` has no place with `z`") && said.contains("`part.point.velocity.z`"), "{said}");
}

#[test]
fn import_of_a_mesh() {
    let said = error(&format!("import \"x.stl\"\n{BODY}"));
    assert!(said.contains("`use \"file.mech\"`") && said.contains("meshes are not read"), "{said}");
}

#[test]
fn a_belt() {
    let said = error(&format!("{BODY}joint h = belt(x, y)\n"));
    assert!(said.starts_with("no kind of joint `belt`") && said.contains("`gear(j, k) { ratio = 0.5 }`"), "{said}");
}

#[test]
fn rows_of_an_inertia_in_parentheses() {
    let rows = "inertia = ((1, 0.1, 0), (0.1, 1.2, 0), (0, 0, 1.4)) kg*m^2";
    let energy = |scene: String| {
        let run =
            simulate(Scene::text("scene", &scene), &Settings::default().probe("energy.kinetic")).expect("it runs");
        run.value("energy.kinetic").expect("read")[0]
    };
    let free = BODY.replace("part x, y = b()", "part x = b() at (0, 0, 0) m spinning (1, 2, 0) rad/s");
    let free = free.replace("joint o = revolute(ground (0, 0, 0), x)\njoint p = spherical(x.q, y)\n", "");
    let scene = free.replace("inertia = 1 kg*m^2", rows);
    // ½ ωᵀ I ω
    let should = 0.5 * (1.0 + 4.0 * 1.2 + 2.0 * 2.0 * 0.1);
    assert!((energy(scene.clone()) - should).abs() < 1e-9);
    assert!((energy(scene.replace("((1, 0.1", "[(1, 0.1").replace("1.4)) kg", "1.4)] kg")) - should).abs() < 1e-9);
}

#[test]
fn a_mirrored_outline() {
    let scene = |right: &str| {
        format!(
            "space planar
primitive tri(s: number = 1) {{ shape = polygon((0, 0), (2 cm, 0), (1 cm, s*1 cm)); mass = 1 kg }}
part left = tri(-1) at (0, 0)
{right}
run 1 ms
"
        )
    };
    let warned = |scene: &str| {
        let run = simulate(Scene::text("scene", scene), &Settings::default()).expect("it runs");
        run.notes.iter().filter(|d| d.code == "W0606").count()
    };
    assert_eq!(warned(&scene("part right = tri(1) at (1, 0) m")), 0, "right for the other hand");
    assert_eq!(warned(&scene("")), 1, "turned wherever it is");
}

/// Code, message and help of how a run ends.
fn ending(scene: &str) -> String {
    let Err(Failure::Run(failed)) = simulate(Scene::text("scene", scene), &Settings::default()) else {
        panic!("{scene}")
    };
    format!("{} {} / {}", failed.error.code(), failed.error, failed.error.help())
}

const ARM: &str = "space planar
primitive bar { shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm }
part arm = bar()
run 3 s
";

#[test]
fn a_step_that_shrinks_names_the_load_that_jumps() {
    for (lines, load) in [
        ("joint o = revolute(ground (0, 0), arm.a)\ndrive o angle = (1 rad)/(1 - t/(0.5 s))", "o"),
        ("joint o = revolute(ground (0, 0), arm.a)\ndrive o angle = 30 deg*sqrt(1 - t/(1 s))", "o"),
    ] {
        let said = ending(&format!("{ARM}{lines}\n"));
        let wanted = format!("`{load}` jumps or grows without bound: the step shrank to");
        assert!(said.starts_with("E0802 at t = ") && said.contains(&wanted), "{said}");
        assert!(said.contains("friction = …") && said.contains("divides by zero"), "{said}");
    }
}

#[test]
fn a_load_without_a_value_is_named() {
    for value in ["sqrt(0.5 - t/(1 s))", "log(0.5 - t/(1 s))", "acos(0.5 + t/(1 s))/(1 rad)"] {
        let lines = format!("joint o = revolute(ground (0, 0), arm.a)\nforce pull on arm = ({value}*(1 N), 0 N)");
        let said = ending(&format!("{ARM}{lines}\n"));
        assert!(said.starts_with("E0801 at t = 0.5"), "{said}");
        assert!(said.contains("s `pull` is no finite number, and so the state of `arm` is none"), "{said}");
    }
}

#[test]
fn a_motion_that_meets_a_stop_says_so() {
    let lines = "joint o = revolute(ground (0, 0), arm.a) { limits = (-30, 30) deg }\ndrive o speed = 1 rad/s";
    let said = ending(&format!("{ARM}{lines}\n"));
    let wanted =
        "E0816 at t = 0.523598776 s the prescribed motion of `o` drives `o` against its stop or flank / clear the way";
    assert!(said.starts_with(wanted), "{said}");
}

#[test]
fn parts_squeezed_by_event_are_not_told_to_use_events() {
    let scene = "space planar
mass b = 1 kg at (0.3, 0) m moving (1, 0) m/s { radius = 1 cm; restitution = 1; friction = 0 }
primitive wall { shape = rect(1 cm, 10 cm); mass = 1 kg; restitution = 1; friction = 0 }
obstacle l = halfplane((0, 0), (1, 0)) { restitution = 1 }
part w = wall()
joint g = prismatic(ground (1 m, 0), w, angle = 180 deg)
drive g speed = 0.5 m/s
contacts b, l
contacts b, w
run 30 s
";
    let said = ending(scene);
    assert!(said.starts_with("E0817") || said.starts_with("E0816"), "{said}");
    assert!(said.contains("clear the way") && !said.contains("method event"), "{said}");
}

#[test]
fn what_a_joint_is_called_elsewhere() {
    for (word, ours) in [("hinge", "revolute"), ("ball", "spherical"), ("slider", "prismatic"), ("fixed", "weld")] {
        let said = error(&format!("{BODY}part z = b()\njoint h = {word}(x, z)\n"));
        assert_eq!(said, format!("no kind of joint `{word}` / here it is called `{ours}`"));
    }
    let said = error(&format!("{ARM}joint o = spherical(ground (0, 0), arm.a)\n"));
    assert!(
        said.starts_with("there is no `spherical` joint in a planar scene / in a planar scene `revolute` does"),
        "{said}"
    );
}

#[test]
fn numbers_are_shown_in_the_units_people_write() {
    let joint = |options: &str| format!("{ARM}joint o = revolute(ground (0, 0), arm.a) {{ {options} }}\n");
    let said = error(&joint("limits = (30, -30) deg"));
    assert!(said.starts_with("the lower limit 30 deg is not below the upper one -30 deg / write the lower"), "{said}");
    let said = error(&joint("limits = (0, 0)"));
    assert!(said.ends_with("/ give the joint room between two limits, or hold it with `weld`"), "{said}");
    let said = error(
        "space planar\nprimitive b { shape = rect(1e-200 m, 1 m); mass = 1 kg }\npart p = b() at (0, 0)\nrun 1 s\n",
    );
    assert!(said.starts_with("the width must be a positive number, found 1e-200 / check its sign"), "{said}");
    let said = error("space planar\nmass b = 1 kg at (0, 0) m\nrun 1 s { rtol = 1 }\n");
    assert!(said.starts_with("`rtol` must be between 1e-14 and 0.1, found 1"), "{said}");
}

#[test]
fn what_is_said_is_no_consequence_of_something_else() {
    let said = error(&format!("{BODY}record contact(x, x).gap\n"));
    assert_eq!(said, "`x` cannot touch itself / name two parts, or a part and an obstacle");
    // a name of one letter is not another name of one letter
    let said = error(&format!("{BODY}record n\n"));
    assert!(said.starts_with("no name `n` here") && !said.contains("did you mean"), "{said}");
    // the shape is broken: that nothing can touch the floor follows from it
    let scene = "space planar\nprimitive b { shape = disc(0 m); mass = 1 kg }\npart p = b() at (0, 1) m
obstacle floor = halfplane((0, 0), (0, 1))\ncontacts all\nrun 1 s\n";
    let Err(Failure::Scene(wrong)) = simulate(Scene::text("scene", scene), &Settings::default()) else { panic!() };
    let codes: Vec<&str> = wrong.findings.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(codes, ["E0402"], "{:?}", wrong.findings);
    // a constraint whose slope is zero where it holds
    let said =
        error("space planar\nmass b = 1 kg at (1, 0) m\nconstraint c: (b.position.x - 1 m)^2 = 0 m^2\nrun 1 s\n");
    assert!(said.starts_with("`c` starts in a singular position, where its conditions depend on each other"), "{said}");
}

#[test]
fn a_mesh_is_not_imported() {
    let said = error(&format!("use \"parts/arm.STL\"\n{BODY}"));
    assert!(
        said.starts_with("cannot import `parts/arm.STL`: `.stl` files, meshes and drawings, are not read"),
        "{said}"
    );
    assert!(said.contains("`use` takes other `.mech` files"), "{said}");
}
