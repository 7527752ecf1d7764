//! The normal of a triangle, however narrow.

use mainspring_numerics::vec3::{Vec3, add_scaled, cross, dot, sub, unit};

/// Unit normal of a triangle, towards where its corners go counter-clockwise; none without area.
pub(crate) fn normal([a, b, c]: [Vec3; 3]) -> Option<Vec3> {
    let sides = [sub(b, a), sub(c, b), sub(a, c)];
    let squares = sides.map(|s| dot(s, s));
    let longest = (1..3).fold(0, |k, i| if squares[i] > squares[k] { i } else { k });
    let (side, next) = (sides[longest], sides[(longest + 1) % 3]);
    let rough = unit(cross(side, next))?;
    // of a narrow triangle the product is off by rounding over its sine, along its length too, where it can be mended
    unit(add_scaled(rough, -dot(rough, side) / squares[longest], side))
}
