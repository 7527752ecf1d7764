//! Unions, differences, intersections and symmetric differences of random outlines of lines and arcs, against areas and
//! moments found slab by slab.
//!
//! `MAINSPRING_CASES=10000` tries that many pairs; without it, a few hundred.

mod outlines;
mod slabs;

use mainspring_geometry::{Region, RegionError, Segment};
use mainspring_trust::{Against, case};
use outlines::{Dice, pair};

type Combine = fn(&Region, &Region) -> Result<Region, RegionError>;
type Belongs = fn(bool, bool) -> bool;

const COMBINATIONS: [(&str, Combine, Belongs); 4] = [
    ("union", Region::union, |a, b| a || b),
    ("difference", Region::difference, |a, b| a && !b),
    ("intersection", Region::intersection, |a, b| a && b),
    ("symmetric difference", Region::xor, |a, b| a != b),
];

fn cases() -> usize {
    std::env::var("MAINSPRING_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

/// So many pairs, each with the middle of its box and its size.
fn pairs(count: usize) -> impl Iterator<Item = (u64, Region, Region, [f64; 2], f64)> {
    (0..)
        .filter_map(|seed| {
            let (a, b) = pair(&mut Dice(seed))?;
            let ((al, ah), (bl, bh)) = (a.bounds(), b.bounds());
            let (low, high) = ([0, 1].map(|i| al[i].min(bl[i])), [0, 1].map(|i| ah[i].max(bh[i])));
            let size = (high[0] - low[0]).max(high[1] - low[1]);
            // moments over slabs lose as many digits as circles are larger than the outlines, three times over
            let fit = largest_radius(&a).max(largest_radius(&b)) <= 100.0 * size;
            fit.then(|| (seed, a, b, [0, 1].map(|i| 0.5 * (low[i] + high[i])), size))
        })
        .take(count)
}

fn largest_radius(region: &Region) -> f64 {
    let radius = |s: &Segment| match *s {
        Segment::Line { .. } => 0.0,
        Segment::Arc { from, center, .. } => libm::hypot(from[0] - center[0], from[1] - center[1]),
    };
    region.loops().iter().flatten().map(radius).fold(0.0, f64::max)
}

#[test]
fn combinations_of_random_outlines_have_the_area_and_centre_of_their_slabs() {
    let (mut refused, mut worst_area, mut worst_centre) = (0, 0.0_f64, 0.0_f64);
    for (seed, a, b, middle, size) in pairs(cases()) {
        let back = [-middle[0], -middle[1]];
        let slabs = slabs::moments(&a.moved(back).unwrap(), &b.moved(back).unwrap(), COMBINATIONS.map(|c| c.2));
        for ((word, combine, _), slabs) in COMBINATIONS.into_iter().zip(slabs) {
            let (area, first) = match combine(&a, &b) {
                Ok(region) => (region.moments_about(middle).area, region.moments_about(middle).first),
                Err(RegionError::Empty) => (0.0, [0.0; 2]),
                Err(RegionError::Doubtful { .. }) => {
                    refused += 1;
                    continue;
                }
                Err(e) => panic!("seed {seed}, {word}: {e}"),
            };
            let off_area = (area - slabs[0]).abs() / (size * size);
            let off_centre = (0..2).map(|i| (first[i] - slabs[i + 1]).abs()).fold(0.0, f64::max) / (size * size * size);
            assert!(off_area <= 1e-9 && off_centre <= 1e-9, "seed {seed}, {word}: {area} for {}", slabs[0]);
            (worst_area, worst_centre) = (worst_area.max(off_area), worst_centre.max(off_centre));
        }
    }
    assert!(refused * 10_000 <= cases(), "{refused} refused");
    let source = "the plane in slabs between all ends and crossings, each in closed form";
    case!("random outlines of lines and arcs combined", "area, over their size squared", Against::OtherWay, source)
        .unit("")
        .off(worst_area, 1e-9);
    case!(
        "random outlines of lines and arcs combined",
        "∫x dA, ∫y dA, over their size cubed",
        Against::Independent,
        source
    )
    .unit("")
    .off(worst_centre, 1e-9);
}

#[test]
fn combinations_are_closed_and_hold_the_points_they_should() {
    for (seed, a, b, middle, size) in pairs(cases() / 2) {
        let mut dice = Dice(seed ^ 0xbeef);
        let points: Vec<[f64; 2]> = (0..40).map(|_| middle.map(|m| m + size * dice.between(-0.55, 0.55))).collect();
        for (word, combine, belongs) in COMBINATIONS {
            let made = combine(&a, &b);
            for outline in made.iter().flat_map(Region::loops) {
                for (i, segment) in outline.iter().enumerate() {
                    assert_eq!(segment.to(), outline[(i + 1) % outline.len()].from(), "seed {seed}, {word}");
                    if let Segment::Arc { from, to, center, sweep } = *segment {
                        let spoke = [from[0] - center[0], from[1] - center[1]];
                        let (s, c) = libm::sincos(sweep);
                        let end = [center[0] + c * spoke[0] - s * spoke[1], center[1] + s * spoke[0] + c * spoke[1]];
                        let off = libm::hypot(end[0] - to[0], end[1] - to[1]);
                        assert!(
                            off < 1e-9 * size && sweep.abs() <= std::f64::consts::TAU,
                            "seed {seed}, {word}: {off}"
                        );
                    }
                }
            }
            // on an outline either will do
            for &p in points.iter().filter(|p| a.depth(**p).abs().min(b.depth(**p).abs()) > 1e-9 * size) {
                let holds = made.as_ref().is_ok_and(|r| r.contains(p));
                let doubtful = matches!(made, Err(RegionError::Doubtful { .. }));
                assert!(doubtful || holds == belongs(a.contains(p), b.contains(p)), "seed {seed}, {word}: {p:?}");
            }
        }
    }
}

#[test]
fn a_region_combined_with_itself_is_itself_or_nothing() {
    for (seed, a, ..) in pairs(cases() / 4) {
        let area = a.central_moments().1.area;
        for (word, combine, belongs) in COMBINATIONS {
            match combine(&a, &a) {
                Ok(same) => {
                    let off = (same.central_moments().1.area / area - 1.0).abs();
                    assert!(belongs(true, true) && off < 1e-12, "seed {seed}, {word}: {off}");
                }
                Err(e) => assert!(e == RegionError::Empty && !belongs(true, true), "seed {seed}, {word}: {e}"),
            }
        }
    }
}

#[test]
fn a_cut_is_what_a_half_plane_leaves() {
    let mut tried = 0;
    for (seed, a, _, middle, size) in pairs(cases() / 2) {
        let mut dice = Dice(seed ^ 0xcafe);
        let angle = dice.between(0.0, std::f64::consts::TAU);
        let point = middle.map(|m| m + size * dice.between(-0.3, 0.3));
        let (s, c) = libm::sincos(angle);
        let half = Region::rect_corners([-4.0 * size, -4.0 * size], [0.0, 4.0 * size]).unwrap();
        let half = half.turned(angle).unwrap().moved(point).unwrap();
        if let (Ok(cut), Ok(met)) = (a.cut(point, [c, s]), a.intersection(&half)) {
            let areas = [cut, met].map(|r| r.central_moments().1.area);
            assert!((areas[0] - areas[1]).abs() < 1e-9 * size * size, "seed {seed}: {areas:?}");
            tried += 1;
        }
    }
    assert!(tried > cases() / 4, "{tried}");
}

#[test]
fn what_rounding_hides_is_refused() {
    // slices of a circle that touch in many places, and the same moved by some 1e-10
    let (a, b) = pair(&mut Dice(21971)).unwrap();
    let refused = a.union(&b).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "outlines with curved edges run so close to each other at (-5.914617694374768, 1.8485214247382478) that rounding \
         hides what lies inside"
    );
}
