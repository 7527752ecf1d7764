use super::{close, errors, model};

fn planar(fields: &str) -> mainspring_model::Body {
    model(&format!("space planar\nmaterial steel {{ density = 7800 kg/m^3; thickness = 5 mm; friction = 0.1; restitution = 0.4 }}\nprimitive p {{ {fields} }}\npart a = p() at (1, 2) m")).bodies[0].clone()
}

fn spatial(fields: &str) -> mainspring_model::Body {
    model(&format!("space spatial\nprimitive p {{ {fields} }}\npart a = p() at (1, 2, 3) m")).bodies[0].clone()
}

#[test]
fn planar_mass_in_its_three_ways() {
    for fields in [
        "shape = rect(20 cm, 10 cm); density = 7800 kg/m^3; thickness = 5 mm",
        "shape = rect(20 cm, 10 cm); material = steel",
        "shape = rect(20 cm, 10 cm); area_density = 39 kg/m^2",
        "shape = rect(20 cm, 10 cm); mass = 780 g",
        "mass = 780 g; inertia = 0.00325 kg*m^2",
    ] {
        let b = planar(fields);
        close(b.mass, 0.78);
        close(b.inertia[2][2], 0.78 * (0.04 + 0.01) / 12.0);
    }
}

#[test]
fn the_body_frame_sits_at_the_centre_of_mass() {
    let b = planar("shape = rect((0, 0) cm, (20, 10) cm); material = steel; point corner = (0, 0) m");
    close(b.center[0], 0.1);
    close(b.points[0].1.point[0], -0.1);
    close(b.points[0].1.point[1], -0.05);
    close(b.pose.position[0], 1.1);
    close(b.pose.position[1], 2.05);
}

#[test]
fn holes_are_taken_away() {
    let b = planar("shape = rect(20 cm, 20 cm) - rect(10 cm, 10 cm); area_density = 1 kg/m^2");
    close(b.mass, 0.04 - 0.01);
    let r = planar("shape = ring(10 cm, 5 cm); area_density = 1 kg/m^2");
    close(r.mass, std::f64::consts::PI * (0.01 - 0.0025));
}

#[test]
fn spatial_mass_and_inertia() {
    let b = spatial("shape = box(1 m, 2 m, 3 m); density = 2 kg/m^3");
    close(b.mass, 12.0);
    close(b.inertia[0][0], 13.0);
    close(b.inertia[1][1], 10.0);
    let c = spatial("shape = move(sphere(1 m), (0, 0, 2) m) + sphere(1 m); mass = 2 kg");
    close(c.center[2], 1.0);
    close(c.inertia[0][0], 2.0 * 0.4 + 2.0);
    let d = spatial("mass = 2 kg; inertia = (1, 2, 3) kg*m^2; center = (0, 0, 1) m");
    close(d.inertia[2][2], 3.0);
    close(d.pose.position[2], 4.0);
    let e = spatial("mass = 2 kg; inertia = [(2, 0.1, 0), (0.1, 2, 0), (0, 0, 2)] kg*m^2");
    close(e.inertia[0][1], 0.1);
    for shape in [
        "cylinder(1 cm, 2 cm)",
        "cone(1 cm, 2 cm)",
        "ellipsoid(1 cm, 2 cm, 3 cm)",
        "capsule(1 cm, 2 cm)",
        "extrude(disc(1 cm), 2 cm)",
        "polyhedron((0,0,0), (1,0,0), (0,1,0), (0,0,1)) cm",
        "turn(box(1,2,3) cm, 30 deg, (0,1,0))",
    ] {
        assert!(spatial(&format!("shape = {shape}; density = 1000 kg/m^3")).mass > 0.0);
    }
}

#[test]
fn wrong_masses_are_named() {
    for (fields, code) in [
        ("shape = rect(1 cm, 1 cm)", "E0401"),
        ("shape = rect(1 cm, 1 cm); density = 1 kg/m^3", "E0401"),
        ("mass = 1 kg", "E0401"),
        ("shape = rect(0, 1 cm); mass = 1 kg", "E0402"),
        ("shape = rect(-1 cm, 1 cm); mass = 1 kg", "E0402"),
        ("shape = capsule((0,0) m, (0,0) m, 1 cm); mass = 1 kg", "E0402"),
        ("shape = rect(1 cm, 1 cm); mass = 0 kg", "E0403"),
        ("shape = rect(1 cm, 1 cm); mass = -1 kg", "E0403"),
        ("shape = box(1 cm, 1 cm, 1 cm); mass = 1 kg", "E0405"),
        ("shape = polygon((0,0),(1,1),(1,0),(0,1)) cm; mass = 1 kg", "E0406"),
        ("shape = rect(1 cm, 1 cm); mass = 1 kg; density = 1 kg/m^3", "E0407"),
    ] {
        let found = errors(&format!("space planar\nprimitive p {{ {fields} }}\npart a = p() at (1, 2) m"));
        assert_eq!(found.len(), 1, "{fields}: {found:?}");
        assert_eq!(found[0].0, code, "{fields}");
    }
}
