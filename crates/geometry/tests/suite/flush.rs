//! Cylinders and cones that stand flush on a face, however the two are turned in space: their rim is parallel to the face, and its
//! lowest place is nowhere in particular. The gap is known, whatever the orientation.

use crate::motions;

use mainspring_geometry::Solid;
use mainspring_geometry::touch::Motion;
use mainspring_geometry::touch::spatial::{SolidSurface, distance};
use motions::{plus, rotation, turned, vector};
use proptest::prelude::*;

/// A point of turned axes, in the world.
fn out(rotation: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| (0..3).map(|j| rotation[i][j] * v[j]).sum())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_gap_of_what_stands_flush_is_exact(
        tilt in vector(),
        about in -3.0..3.0_f64,
        place in vector(),
        beside in prop::array::uniform2(-0.3..0.3_f64),
        size in prop::array::uniform2(0.05..0.5_f64),
        gap in prop::sample::select(vec![0.0, 1e-9, 1e-4, 0.02, -1e-9, -1e-5]),
        upside_down in any::<bool>(),
    ) {
        let [radius, height] = size;
        let frame = rotation(tilt);
        let up = out(frame, [0.0, 0.0, 1.0]);
        let table = SolidSurface::of_solid(&Solid::block(2.0, 2.0, 1.0).expect("sound"), [0.0; 3]).expect("sound");
        let ground = SolidSurface::half_space(plus(place, 0.5, up), up);
        let under = Motion { position: place, rotation: frame, ..Motion::REST };
        let can = Solid::cylinder(radius, height).expect("sound");
        let cone = Solid::cone(radius, height).expect("sound");
        for solid in [can.clone(), cone] {
            // a can stands on either end, a cone on its base
            let flips = upside_down && solid == can;
            let turn = if flips { turned(frame, out(frame, [std::f64::consts::PI, 0.0, 0.0])) } else { frame };
            let own = turned(turn, up.map(|x| x * about));
            let stands = plus(plus(place, beside[0], out(frame, [1.0, 0.0, 0.0])), beside[1], out(frame, [0.0, 1.0, 0.0]));
            let stands = plus(stands, 0.5 + 0.5 * height + gap, up);
            let over = Motion { position: stands, rotation: own, ..Motion::REST };
            let body = SolidSurface::of_solid(&solid, [0.0; 3]).expect("sound");
            for (what, is) in [
                ("block", distance(&table, &under, &body, &over)),
                ("block, the other way", distance(&body, &over, &table, &under)),
                ("half space", distance(&ground, &Motion::REST, &body, &over)),
            ] {
                prop_assert!((is - gap).abs() <= 1e-13 * 8.0, "{what}: {is} is not {gap}, off by {:e}", is - gap);
            }
        }
    }
}
