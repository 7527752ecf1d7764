//! Shapes as the viewer takes them.

use super::pack;
use mainspring_record::DrawnShape;
use serde_json::{Value, json};

/// A shape in its own frame.
pub fn shape(shape: &DrawnShape) -> Value {
    match shape {
        DrawnShape::Dot => json!({ "kind": "dot" }),
        DrawnShape::HalfSpace { point, normal } => json!({ "kind": "half_space", "point": point, "normal": normal }),
        DrawnShape::Outline { loops } => {
            let flat = |points: &Vec<[f64; 2]>| pack::single(&points.iter().flatten().copied().collect::<Vec<_>>());
            json!({ "kind": "outline", "loops": loops.iter().map(flat).collect::<Vec<_>>() })
        }
        DrawnShape::Mesh { vertices, triangles, edges } => json!({
            "kind": "mesh",
            "vertices": pack::single(&vertices.iter().flatten().copied().collect::<Vec<_>>()),
            "triangles": pack::indices(triangles.iter().flatten().copied()),
            "edges": pack::indices(edges.iter().flatten().copied()),
        }),
    }
}
