//! A scene in our own language.

use super::scene::{Body, FRAMES, Fixed, Scene};
use super::shape::Shape;
use std::fmt::Write;

/// The scene's text, with the line that says how contact is treated; every quantity that is measured is recorded.
pub fn text(scene: &Scene, method: &str) -> String {
    let mut text = format!("// {}: {}\n", scene.name, scene.says);
    let mut line = |words: String| text.write_fmt(format_args!("{words}\n")).unwrap_or_default();
    line(format!("space {}", if scene.plane { "planar" } else { "spatial" }));
    line(format!("gravity {} m/s^2", tuple(scene, scene.gravity())));
    if !method.is_empty() {
        line(method.to_owned());
    }
    let mut kinds: Vec<&Body> = Vec::new();
    let same = |a: &Body, b: &Body| a.shape == b.shape && a.mass.to_bits() == b.mass.to_bits();
    for body in &scene.bodies {
        if !kinds.iter().any(|kind| same(kind, body)) {
            line(primitive(scene, kinds.len(), body));
            kinds.push(body);
        }
    }
    for (i, fixed) in scene.fixed.iter().enumerate() {
        let shape = match fixed {
            Fixed::Half { point, normal } => {
                let kind = if scene.plane { "halfplane" } else { "halfspace" };
                format!("{kind}({} m, {})", tuple(scene, *point), tuple(scene, *normal))
            }
            Fixed::Polygon(corners) => polygon(corners),
        };
        line(format!("obstacle fixed{i} = {shape}"));
    }
    for (i, body) in scene.bodies.iter().enumerate() {
        let kind = kinds.iter().position(|kind| same(kind, body)).unwrap_or_default();
        let about = if scene.plane { String::new() } else { format!(" about {}", tuple(scene, body.axis)) };
        let at = tuple(scene, body.position);
        line(format!("part b[{i}] = kind{kind}() at {at} m turned {:?} rad{about}", body.angle));
    }
    line("contacts all".to_owned());
    line(format!("run {:?} s every {:?} s", scene.until, 1.0 / FRAMES));
    let told: &[&str] = if scene.plane {
        &["position", "angle", "velocity", "rate"]
    } else {
        &["position", "axis_x", "axis_y", "axis_z", "velocity", "angular_velocity"]
    };
    for i in 0..scene.bodies.len() {
        line(format!("record {}", told.iter().map(|what| format!("b[{i}].{what}")).collect::<Vec<_>>().join(", ")));
    }
    text
}

fn tuple(scene: &Scene, [x, y, z]: [f64; 3]) -> String {
    if scene.plane { format!("({x:?}, {y:?})") } else { format!("({x:?}, {y:?}, {z:?})") }
}

fn polygon(corners: &[[f64; 2]]) -> String {
    let corners: Vec<String> = corners.iter().map(|[x, y]| format!("({x:?}, {y:?})")).collect();
    format!("polygon({}) m", corners.join(", "))
}

fn primitive(scene: &Scene, number: usize, body: &Body) -> String {
    let shape = match &body.shape {
        Shape::Disc(radius) => format!("disc({radius:?} m)"),
        Shape::Polygon(corners) => polygon(corners),
        Shape::Sphere(radius) => format!("sphere({radius:?} m)"),
        Shape::Box([x, y, z]) => format!("box({x:?} m, {y:?} m, {z:?} m)"),
        Shape::Capsule(radius, straight) => format!("capsule({radius:?} m, {straight:?} m)"),
    };
    let [x, y, z] = body.inertia();
    // of its own accord it would find the same; peers are told the number, so is it
    let inertia = if scene.plane { format!("{z:?}") } else { format!("({x:?}, {y:?}, {z:?})") };
    format!(
        "primitive kind{number} {{ shape = {shape}; mass = {:?} kg; inertia = {inertia} kg*m^2; friction = {:?}; restitution = {:?} }}",
        body.mass, scene.friction, scene.restitution
    )
}

#[cfg(test)]
mod tests {
    use super::super::scenes;
    use super::*;

    #[test]
    fn every_body_is_there_once_with_its_kind() {
        for scene in scenes::all() {
            let text = text(&scene, "method event");
            assert_eq!(text.matches("\npart b[").count(), scene.bodies.len(), "{}", scene.name);
            assert_eq!(text.matches("\nrecord b[").count(), scene.bodies.len(), "{}", scene.name);
            assert!(text.contains("\nmethod event\n") && text.matches("\nprimitive ").count() <= 5);
        }
    }
}
