//! The crowded scenes. Parts are about 0.2 m large and of 1 kg: a size that every peer is made for.

use super::scene::{Body, Fixed, Scene};
use super::shape::{Shape, centred};

/// How many discs lie in the heaps.
const HEAPS: [u32; 3] = [50, 200, 1000];

/// Every scene, in the order of the tables.
pub fn all() -> Vec<Scene> {
    let mut scenes = vec![stack(50), pyramid(10), pyramid(20), tray(), funnel()];
    scenes.extend(HEAPS.map(heap));
    scenes.extend([solids(), dominoes(20)]);
    scenes
}

/// In the plane, at rest in the end.
fn plane(name: &str, says: &str, until: f64, friction: f64) -> Scene {
    Scene {
        name: name.to_owned(),
        says: format!("{says}, {until} s"),
        plane: true,
        until,
        friction,
        restitution: 0.0,
        fixed: vec![Fixed::Half { point: [0.0; 3], normal: [0.0, 1.0, 0.0] }],
        bodies: Vec::new(),
        rests: true,
        grows: false,
    }
}

fn rect(width: f64, height: f64) -> Shape {
    let (x, y) = (0.5 * width, 0.5 * height);
    Shape::Polygon(vec![[-x, -y], [x, -y], [x, y], [-x, y]])
}

fn stack(n: u32) -> Scene {
    let mut scene =
        plane(&format!("stack_{n}"), &format!("{n} square boxes of 0.2 m on top of one another, at rest"), 1.0, 0.5);
    scene.bodies = (0..n).map(|i| Body::flat(rect(0.2, 0.2), [0.0, 0.1 + 0.2 * f64::from(i)], 0.0)).collect();
    scene
}

fn pyramid(rows: u32) -> Scene {
    let n = rows * (rows + 1) / 2;
    let says = format!("{n} boxes of 0.2 by 0.1 m in {rows} rows, at rest");
    let mut scene = plane(&format!("pyramid_{n}"), &says, 1.0, 0.4);
    for row in 0..rows {
        let many = rows - row;
        let place = |i: u32| [0.22 * (f64::from(i) - 0.5 * f64::from(many - 1)), 0.05 + 0.1 * f64::from(row)];
        scene.bodies.extend((0..many).map(|i| Body::flat(rect(0.2, 0.1), place(i), 0.0)));
    }
    scene
}

fn tray() -> Scene {
    let mut scene =
        plane("tray_40", "40 convex polygons of five kinds fall into a tray 3 m wide and come to rest", 3.0, 0.4);
    let corners = |list: &[[f64; 2]]| Shape::Polygon(centred(list));
    let kinds = [
        corners(&[[-0.12, -0.08], [0.12, -0.08], [0.0, 0.128]]),
        rect(0.2, 0.2),
        rect(0.32, 0.1),
        corners(&[[0.12, 0.0], [0.06, 0.104], [-0.06, 0.104], [-0.12, 0.0], [-0.06, -0.104], [0.06, -0.104]]),
        corners(&[[0.0, -0.14], [0.096, 0.02], [0.0, 0.1], [-0.096, 0.02]]),
    ];
    // floor and slanting walls, each convex, side by side
    let right = vec![[1.45, -0.15], [1.65, -0.15], [2.1, 1.2], [1.9, 1.2]];
    let left = right.iter().rev().map(|[x, y]: &[f64; 2]| [-x, *y]).collect();
    let floor = vec![[-1.45, -0.15], [1.45, -0.15], [1.5, 0.0], [-1.5, 0.0]];
    scene.fixed = [floor, left, right].into_iter().map(Fixed::Polygon).collect();
    for i in 0..40_u32 {
        let (row, column) = (i / 8, i % 8);
        let aside = if row % 2 == 0 { -0.04 } else { 0.04 };
        let place = [0.36 * (f64::from(column) - 3.5) + aside, 0.3 + 0.36 * f64::from(row)];
        // all kinds and all angles, in no order
        let (kind, angle) = ((i * 3 + row) % 5, f64::from((i * 77) % 360).to_radians());
        scene.bodies.push(Body::flat(kinds[kind as usize].clone(), place, angle));
    }
    scene
}

fn funnel() -> Scene {
    let says = "25 balls (discs of radius 0.1 m, restitution 0.3) run through a funnel whose neck is 0.36 m wide";
    let mut scene = plane("funnel_25", says, 3.0, 0.3);
    scene.restitution = 0.3;
    // they go on rolling
    scene.rests = false;
    let left = vec![[-1.2, 1.4], [-1.4, 1.4], [-0.35, 0.0], [-0.18, 0.0]];
    let right = left.iter().rev().map(|[x, y]: &[f64; 2]| [-x, *y]).collect();
    scene.fixed = vec![
        Fixed::Half { point: [0.0, -1.5, 0.0], normal: [0.0, 1.0, 0.0] },
        Fixed::Polygon(left),
        Fixed::Polygon(right),
    ];
    for i in 0..25_u32 {
        let (column, row) = (f64::from(i / 5), f64::from(i % 5));
        let place = [0.22 * column - 0.44 + 0.01 * row, 1.2 + 0.22 * row];
        scene.bodies.push(Body::flat(Shape::Disc(0.1), place, 0.0));
    }
    scene
}

fn heap(n: u32) -> Scene {
    let mut scene = plane(&format!("heap_{n}"), &format!("{n} discs of radius 0.1 m collapse in a box"), 1.0, 0.3);
    scene.rests = false;
    scene.grows = true;
    let columns = f64::from(n).sqrt().ceil();
    let wide = 0.21 * columns + 0.05;
    scene.fixed.extend([
        Fixed::Half { point: [0.0; 3], normal: [1.0, 0.0, 0.0] },
        Fixed::Half { point: [wide, 0.0, 0.0], normal: [-1.0, 0.0, 0.0] },
    ]);
    for i in 0..n {
        let row = (f64::from(i) / columns).floor();
        let column = f64::from(i) - row * columns;
        // every other row aside by an odd amount: none stands on another's top
        let aside = if row % 2.0 == 0.0 { 0.01 } else { 0.04 };
        scene.bodies.push(Body::flat(Shape::Disc(0.1), [0.1 + aside + 0.21 * column, 0.11 + 0.205 * row], 0.0));
    }
    scene
}

/// In space, on a floor.
fn space(name: &str, says: &str, until: f64, friction: f64) -> Scene {
    let floor = Fixed::Half { point: [0.0; 3], normal: [0.0, 0.0, 1.0] };
    Scene { plane: false, fixed: vec![floor], ..plane(name, says, until, friction) }
}

fn solids() -> Scene {
    let says = "in space: 20 boxes, balls and capsules fall into a box 1 m wide";
    let mut scene = space("solids_20", says, 3.0, 0.4);
    // balls go on rolling
    scene.rests = false;
    for normal in [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]] {
        scene.fixed.push(Fixed::Half { point: normal.map(|x: f64| -0.5 * x), normal });
    }
    let kinds =
        [Shape::Box([0.2, 0.16, 0.1]), Shape::Sphere(0.1), Shape::Capsule(0.07, 0.14), Shape::Box([0.24, 0.1, 0.1])];
    for i in 0..20_u32 {
        let (layer, corner) = (i / 4, i % 4);
        let turn = 0.03 * f64::from(layer);
        let (x, y) = (if corner % 2 == 0 { -0.21 } else { 0.21 }, if corner < 2 { -0.21 } else { 0.21 });
        scene.bodies.push(Body {
            shape: kinds[((i + layer) % 4) as usize].clone(),
            mass: 1.0,
            position: [x + turn, y - turn, 0.2 + 0.32 * f64::from(layer)],
            axis: [1.0, f64::from(i % 3), f64::from(i % 2)],
            angle: f64::from((i * 77) % 360).to_radians(),
        });
    }
    scene
}

fn dominoes(n: u32) -> Scene {
    let says =
        format!("in space: {n} dominoes 0.24 m high, the first of which leans, topple one another and come to rest");
    let mut scene = space(&format!("dominoes_{n}"), &says, 4.0, 0.4);
    let (thick, high) = (0.04, 0.24);
    let lean = 11.0_f64.to_radians();
    let (sin, cos) = (libm::sin(lean), libm::cos(lean));
    for i in 0..n {
        // the first stands on its lower edge
        let (x, z) = if i == 0 {
            (0.5 * thick + 0.5 * (high * sin - thick * cos), 0.5 * (high * cos + thick * sin))
        } else {
            (0.12 * f64::from(i), 0.5 * high)
        };
        scene.bodies.push(Body {
            shape: Shape::Box([thick, 0.12, high]),
            mass: 1.0,
            position: [x, 0.0, z],
            axis: [0.0, 1.0, 0.0],
            angle: if i == 0 { lean } else { 0.0 },
        });
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::super::overlap;
    use super::super::pose::Pose;
    use super::*;

    #[test]
    fn nothing_overlaps_at_the_start_and_what_rests_touches() {
        for scene in all() {
            let start: Vec<Pose> = scene.bodies.iter().map(Pose::at_start).collect();
            let worst = overlap::worst(&scene, &start);
            assert!(worst < 1e-12, "{} overlaps by {worst}", scene.name);
            let rests = scene.name.starts_with("stack") || scene.name.starts_with("pyramid");
            assert!(!rests || worst > -1e-12, "{} is {worst} apart", scene.name);
        }
    }

    #[test]
    fn names_say_how_many_parts_there_are() {
        for scene in all() {
            let (_, many) = scene.name.split_once('_').unwrap();
            assert_eq!(many.parse(), Ok(scene.bodies.len()), "{}", scene.name);
        }
    }
}
