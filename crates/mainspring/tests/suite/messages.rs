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
