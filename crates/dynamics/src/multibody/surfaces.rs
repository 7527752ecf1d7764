//! Surfaces of shapes, and bodies that stay where they were placed, for contact.

use mainspring_geometry::touch::{Motion, Surface};
use mainspring_model::{Pose, Shape};

/// The surface of a shape about a centre, or why it has none.
pub fn surface(shape: Option<&Shape>, center: [f64; 3]) -> Result<Surface, String> {
    match shape {
        None => Err("it has no shape".to_owned()),
        Some(Shape::Region(region)) => Ok(Surface::of_region(region, center)),
        Some(Shape::Solid(solid)) => Surface::of_solid(solid, center).map_err(|e| e.to_string()),
        Some(Shape::HalfSpace { point, normal }) => Ok(Surface::half_space(*point, *normal)),
        Some(Shape::Point { scale }) => Ok(Surface::point(*scale)),
    }
}

/// A thing that stays where it was placed.
pub fn standing(pose: &Pose) -> Motion {
    let turned = pose.orientation != [1.0, 0.0, 0.0, 0.0];
    let rotation = if turned {
        mainspring_numerics::quaternion::to_matrix(pose.orientation)
    } else {
        let (s, c) = libm::sincos(pose.angle);
        [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
    };
    Motion { position: pose.position, rotation, velocity: [0.0; 3], spin: [0.0; 3] }
}
