//! Shapes of parts, and the moments of inertia they have when they are uniform.

/// About its centre of mass; lengths in m.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// radius
    Disc(f64),
    /// convex, counter-clockwise
    Polygon(Vec<[f64; 2]>),
    /// radius
    Sphere(f64),
    /// its three sides
    Box([f64; 3]),
    /// radius, and length of the straight part along z
    Capsule(f64, f64),
}

/// About the centre of mass in its own axes, a kilogram of it, m²; in the plane about z only.
pub fn per_mass(shape: &Shape) -> [f64; 3] {
    match shape {
        Shape::Disc(radius) => [0.0, 0.0, 0.5 * radius * radius],
        Shape::Polygon(corners) => [0.0, 0.0, polygon(corners).1],
        Shape::Sphere(radius) => [0.4 * radius * radius; 3],
        Shape::Box([x, y, z]) => [y * y + z * z, x * x + z * z, x * x + y * y].map(|sum| sum / 12.0),
        Shape::Capsule(radius, straight) => capsule(*radius, *straight),
    }
}

/// The same outline about its centre of mass.
pub fn centred(corners: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let ([x, y], _) = polygon(corners);
    corners.iter().map(|c| [c[0] - x, c[1] - y]).collect()
}

/// Centre of mass, and moment of inertia about the origin per mass: sums over triangles from the origin to each edge.
fn polygon(corners: &[[f64; 2]]) -> ([f64; 2], f64) {
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let cross = a[0] * b[1] - a[1] * b[0];
        area += cross / 2.0;
        first = [0, 1].map(|k| first[k] + cross * (a[k] + b[k]) / 6.0);
        second += cross * [0, 1].map(|k| a[k] * a[k] + a[k] * b[k] + b[k] * b[k]).iter().sum::<f64>() / 12.0;
    }
    (first.map(|moment| moment / area), second / area)
}

/// A cylinder and two half balls, each of which has its centre 3/8 of the radius beyond the cylinder's end.
fn capsule(r: f64, straight: f64) -> [f64; 3] {
    // volumes over π r²
    let (tube, ball) = (straight, 4.0 / 3.0 * r);
    let along = (tube * 0.5 * r * r + ball * 0.4 * r * r) / (tube + ball);
    let half = straight / 2.0;
    // a ball's 2/5 r² holds for two halves about the cylinder's ends; (3/8 r + half)² moves them outwards
    let halves = 0.4 * r * r + half * half + 0.75 * r * half;
    let across = (tube * (r * r / 4.0 + straight * straight / 12.0) + ball * halves) / (tube + ball);
    [across, across, along]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_is_as_the_book_says_wherever_it_is_drawn() {
        let corners = centred(&[[1.0, 1.0], [5.0, 1.0], [5.0, 3.0], [1.0, 3.0]]);
        assert!((corners[0][0] + 2.0).abs() < 1e-14 && (corners[0][1] + 1.0).abs() < 1e-14);
        assert!((per_mass(&Shape::Polygon(corners))[2] - (16.0 + 4.0) / 12.0).abs() < 1e-14);
    }

    #[test]
    fn a_capsule_lies_between_a_ball_and_a_rod() {
        assert_eq!(per_mass(&Shape::Capsule(1.0, 0.0)), [0.4; 3]);
        let [across, _, along] = per_mass(&Shape::Capsule(1e-6, 1.0));
        assert!((across - 1.0 / 12.0).abs() < 1e-5 && along < 1e-11);
        // summed in thin slices along z
        let (r, straight, n) = (0.5_f64, 1.0_f64, 200_000);
        let (mut mass, mut moment) = (0.0, 0.0);
        for i in 0..n {
            let z = (f64::from(i) + 0.5) / f64::from(n) * (straight + 2.0 * r) - straight / 2.0 - r;
            let out = (z.abs() - straight / 2.0).max(0.0);
            let area = r * r - out * out;
            (mass, moment) = (mass + area, moment + area * (area / 4.0 + z * z));
        }
        assert!((per_mass(&Shape::Capsule(r, straight))[0] - moment / mass).abs() < 1e-9);
    }
}
