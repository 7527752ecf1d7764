//! Which kinds of features can be a contact.

use super::extent::Extent;
use super::solid_surface::SolidSurface;
use crate::touch::primitive::Primitive;

/// Whether two features can be a contact at all.
pub(super) fn can_touch(a: &SolidSurface, i: usize, b: &SolidSurface, j: usize) -> bool {
    let meets = |(p, x): (&Primitive, &Extent), (q, y): (&Primitive, &Extent)| match (p, x, q, y) {
        (_, Extent::Ball { .. }, _, Extent::RimSpot { radius, .. }) => *radius < 0.0,
        (Primitive::Plane { .. }, _, _, Extent::RimSpot { radius, .. }) => *radius >= 0.0,
        (_, Extent::RimSpot { .. }, _, _) | (_, _, _, Extent::RimSpot { .. }) => false,
        (Primitive::Ellipsoid { .. }, _, Primitive::Plane { .. }, _) => true,
        (
            Primitive::Ellipsoid { .. } | Primitive::Cone { .. },
            _,
            Primitive::Ellipsoid { .. } | Primitive::Cone { .. },
            _,
        ) => true,
        (
            Primitive::Ellipsoid { .. } | Primitive::Cone { .. },
            _,
            Primitive::Point { radius, .. } | Primitive::Line { radius, .. },
            _,
        ) => *radius >= 0.0,
        (Primitive::Ellipsoid { .. } | Primitive::Cone { .. }, _, Primitive::Circle { radius, second, .. }, _) => {
            *radius > 0.0 && !second
        }
        (Primitive::Plane { .. }, _, Primitive::Point { .. }, _) => true,
        (Primitive::Plane { .. }, _, Primitive::Circle { radius, second, .. }, _) => *radius > 0.0 && !second,
        (_, Extent::Ball { .. }, Primitive::Point { .. }, _) => true,
        (_, Extent::Ball { .. }, Primitive::Circle { second, .. }, _) => !second,
        (
            Primitive::Point { radius: r, .. },
            Extent::Ball { .. } | Extent::Corner { .. } | Extent::Apex { .. },
            Primitive::Line { radius, .. },
            _,
        ) => {
            // a ball wider than the bore does not go in; two sharp ones meet elsewhere
            if *radius < 0.0 { *r < -radius } else { *r > 0.0 || *radius > 0.0 }
        }
        (Primitive::Line { radius: r, .. }, _, Primitive::Line { radius: s, .. }, _) => *r >= 0.0 && *s >= 0.0,
        (Primitive::Line { radius: r, .. }, _, Primitive::Circle { radius: s, .. }, _) => {
            if *r < 0.0 {
                *s > 0.0 && *s < -r
            } else {
                true
            }
        }
        (Primitive::Circle { .. }, _, Primitive::Circle { .. }, _) => true,
        _ => false,
    };
    let one = (&a.features[i].primitive, &a.pieces[i].extent);
    let two = (&b.features[j].primitive, &b.pieces[j].extent);
    if let (Primitive::Circle { .. }, Primitive::Circle { second, .. }) = (one.0, two.0) {
        // the first one's two places cover both
        return !second;
    }
    meets(one, two) || meets(two, one)
}
