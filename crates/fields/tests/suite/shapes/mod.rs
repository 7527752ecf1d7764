//! The parts friction is tested on.

use mainspring_fields::Footprint;
use mainspring_geometry::Region;

/// Parts convex and not, with and without holes, straight and curved, the origin not always at the centre of area.
pub fn shapes() -> Vec<(&'static str, Footprint)> {
    let polygon = |points: &[[f64; 2]]| Region::polygon(points).expect("a sound outline").0;
    let disc = |at, r| Region::disc(at, r).expect("a sound outline");
    let square = Region::rect(0.1, 0.1).expect("a sound outline");
    let ell = polygon(&[[0.0, 0.0], [0.3, 0.0], [0.3, 0.1], [0.1, 0.1], [0.1, 0.25], [0.0, 0.25]]);
    let holed = ell.difference(&polygon(&[[0.02, 0.02], [0.08, 0.03], [0.05, 0.07]])).expect("a sound outline");
    let star: Vec<[f64; 2]> = (0..10)
        .map(|i| {
            let (s, c) = libm::sincos(std::f64::consts::PI * f64::from(i) / 5.0);
            let r = if i % 2 == 0 { 1.0 } else { 0.45 };
            [r * c, r * s]
        })
        .collect();
    let gon: Vec<[f64; 2]> = (0..12)
        .map(|i| {
            let (s, c) = libm::sincos(std::f64::consts::PI * f64::from(i) / 6.0);
            [2.0 * c, 1.5 * s]
        })
        .collect();
    let sector = Region::sector([0.1, 0.2], 0.5, 0.3, 2.0).expect("a sound outline");
    let eccentric = disc([0.0; 2], 1.0).difference(&disc([0.3, 0.1], 0.4)).expect("a sound outline");
    vec![
        ("square", Footprint::new(&square, [0.0; 2])),
        ("L with a hole", Footprint::new(&holed, holed.central_moments().0)),
        ("L, origin outside", Footprint::new(&ell, [0.35, 0.3])),
        ("needle", Footprint::new(&Region::rect(1.0, 0.01).expect("a sound outline"), [0.1, 0.0])),
        ("star", Footprint::new(&polygon(&star), [0.0, 0.1])),
        ("twelve sides", Footprint::new(&polygon(&gon), [0.0; 2])),
        ("disc", Footprint::new(&disc([0.0; 2], 0.03), [0.0; 2])),
        ("disc with a hole off its centre", Footprint::new(&eccentric, [0.0; 2])),
        (
            "capsule",
            Footprint::new(&Region::capsule([-1.0, 0.0], [1.0, 0.5], 0.3).expect("a sound outline"), [0.2, 0.2]),
        ),
        ("sector", Footprint::new(&sector, sector.central_moments().0)),
    ]
}
