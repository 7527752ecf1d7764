//! Directions worth trying first: normals of flat faces, products of edges.

use super::piece::Piece;
use crate::place::Place;
use crate::tolerances::{MOST_EDGE_PAIRS, MOST_NORMALS};
use mainspring_numerics::vec3::{Vec3, cross, dot, scale, unit};

/// Tries directions until one is `enough`; whether all faces and edges of two pieces without round sides were tried, so
/// that the least overlap is the depth. `apart` leads from one origin to the other.
#[inline]
pub(crate) fn try_directions(
    (a, at_a): (&Piece, &Place),
    (b, at_b): (&Piece, &Place),
    apart: Vec3,
    mut enough: impl FnMut(Vec3) -> bool,
) -> bool {
    let symmetric = a.symmetric && b.symmetric;
    // of two that look the same from behind only the direction from one to the other can be the shorter way out
    let mut both = |n: Vec3| -> bool {
        if symmetric {
            return enough(if dot(n, apart) < 0.0 { scale(n, -1.0) } else { n });
        }
        enough(n) || enough(scale(n, -1.0))
    };
    let few = a.normals.len() <= MOST_NORMALS && b.normals.len() <= MOST_NORMALS;
    if few {
        let decided =
            a.normals.iter().any(|n| both(at_a.turned(*n))) || b.normals.iter().any(|n| both(at_b.turned(*n)));
        if decided {
            return false;
        }
    }
    if a.edges.len() * b.edges.len() > MOST_EDGE_PAIRS {
        return false;
    }
    for one in &a.edges {
        let one = at_a.turned(*one);
        for two in &b.edges {
            if let Some(n) = unit(cross(one, at_b.turned(*two)))
                && both(n)
            {
                return false;
            }
        }
    }
    a.flat && b.flat && few
}
