//! Shapes as a viewer needs them: outlines and meshes.

use crate::tolerances::OUTLINE_FINENESS;
use mainspring_model::Shape;
use mainspring_record::DrawnShape;

/// A shape with its points moved.
pub(crate) fn shape(shape: &Shape, moved: impl Fn([f64; 3]) -> [f64; 3]) -> DrawnShape {
    match shape {
        Shape::Point { .. } => DrawnShape::Dot,
        Shape::Region(region) => {
            let (low, high) = region.bounds();
            let size = (high[0] - low[0]).max(high[1] - low[1]);
            let flat = |p: &[f64; 2]| {
                let [x, y, _] = moved([p[0], p[1], 0.0]);
                [x, y]
            };
            let loops = region.outline(OUTLINE_FINENESS * size);
            DrawnShape::Outline { loops: loops.iter().map(|points| points.iter().map(flat).collect()).collect() }
        }
        Shape::Solid(solid) => {
            let (low, high) = solid.bounds();
            let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
            let mesh = solid.mesh(2.0 * OUTLINE_FINENESS * size);
            DrawnShape::Mesh {
                vertices: mesh.vertices.into_iter().map(moved).collect(),
                triangles: mesh.triangles,
                edges: mesh.edges,
            }
        }
        Shape::HalfSpace { point, normal } => {
            let (from, tip) = (moved(*point), moved([0, 1, 2].map(|i| point[i] + normal[i])));
            DrawnShape::HalfSpace { point: from, normal: [0, 1, 2].map(|i| tip[i] - from[i]) }
        }
    }
}
