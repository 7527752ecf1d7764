//! A scene made in Rust is the scene its text says: same statements, same model, same bits.

use mainspring::definition::builder::{
    Scene as Builder, call, ground, joint, part, path, primitive, quantity, spring, tuple,
};
use mainspring::definition::{Definition, DriveKind, Span};
use mainspring::prelude::*;

const TEXT: &str = include_str!("../../../../scenes/four_bar/scene.mech");

/// The four-bar linkage of the gallery, in Rust.
fn four_bar() -> Definition {
    let material = mainspring::definition::StatementKind::Material {
        name: mainspring::definition::Name::new("steel"),
        fields: [("density", quantity(7800.0, "kg/m^3")), ("thickness", quantity(5.0, "mm"))]
            .map(|(name, value)| mainspring::definition::Field { name: mainspring::definition::Name::new(name), value })
            .to_vec(),
    };
    let bar = primitive("bar")
        .parameter("l", "length")
        .field("shape", call("rect", [path("l"), quantity(1.0, "cm")]))
        .field("material", path("steel"))
        .point("a", tuple([-path("l") / 2.0, 0.0.into()]))
        .point("b", tuple([path("l") / 2.0, 0.0.into()]));
    let options =
        [("stiffness", quantity(400.0, "N/m")), ("damping", quantity(2.0, "N*s/m")), ("rest", quantity(12.0, "cm"))];
    let band = spring("return", "linear", [path("rocker.a"), call("ground", [0.0.into(), quantity(20.0, "cm")])]);
    let band = options.into_iter().fold(band, |s, (name, value)| s.option(name, value));
    let far = call("ground", [quantity(30.0, "cm"), quantity(5.0, "cm")]);
    let forces = ["o", "p", "q", "r"].map(|j| call("norm", [path(&format!("{j}.force"))]));
    let mut scene = Builder::planar()
        .gravity(tuple([0.0.into(), mainspring::definition::builder::number(-9.81)]).with_unit("m/s^2"))
        .with(material)
        .with(bar);
    for (name, cm) in [("crank", 10.0), ("rod", 30.0), ("rocker", 25.0)] {
        scene = scene.with(part(name, call("bar", [quantity(cm, "cm")])));
    }
    scene
        .with(joint("o", "revolute", [ground([0.0, 0.0]), path("crank.a")]))
        .with(joint("p", "revolute", [path("crank.b"), path("rod.a")]))
        .with(joint("q", "revolute", [path("rod.b"), path("rocker.a")]))
        .with(joint("r", "revolute", [far, path("rocker.b")]))
        .start("o", quantity(60.0, "deg"))
        .guess("q", -quantity(125.0, "deg"))
        .drive("o", DriveKind::Speed, mainspring::definition::builder::number(2.0) * path("pi").with_unit("rad/s"))
        .with(band)
        .run(4.0, quantity(10.0, "ms"))
        .plot("rocker angle", [path("r.angle")])
        .plot("drive torque", [path("o.effort")])
        .plot("pin forces", forces)
        .build()
}

#[test]
fn text_and_builder_give_the_same_bits() {
    let text = simulate(TEXT, &Settings::default()).unwrap();
    let built = simulate(four_bar(), &Settings::default()).unwrap();
    assert_eq!(text.outcome.hash, built.outcome.hash);
    assert_eq!(text.outcome.state, built.outcome.state);
    assert_eq!(text.outcome.work.steps, built.outcome.work.steps);
    // reactions and efforts agree too
    for name in ["r.angle", "o.effort", "norm(o.force)", "norm(r.force)"] {
        assert_eq!(text.value(name), built.value(name), "{name}");
    }
}

#[test]
fn a_built_scene_printed_as_text_is_itself() {
    let printed = mainspring::language::print(&four_bar());
    let (again, findings) = mainspring::language::load("again", &printed, &mut mainspring::language::NoImports);
    assert!(findings.is_empty(), "{findings:?}\n{printed}");
    assert_eq!(again.statements.len(), four_bar().statements.len());
    assert!(again.statements.iter().all(|s| s.span != Span::NOWHERE));
    let (a, b) = (
        simulate(printed.as_str(), &Settings::default()).unwrap(),
        simulate(four_bar(), &Settings::default()).unwrap(),
    );
    assert_eq!(a.outcome.hash, b.outcome.hash);
}
