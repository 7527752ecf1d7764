//! Which pairs touch: blocks on blocks, corners on corners, parts in holes.

use crate::scenery::{Dice, Throw, box_of, notched, place, shape};
use mainspring_geometry::touch::{
    FeatureKind, FeaturePair, Motion, Primitive, Surface, distance, margin, meet, near, stands, touching,
};
use mainspring_geometry::{Region, Segment};
use std::f64::consts::FRAC_PI_4;

const SLACK: f64 = 1e-10;

fn surface(region: &Region) -> Surface {
    Surface::of_region(region, [0.0; 3])
}

fn contacts(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion) -> Vec<FeaturePair> {
    let mut out = Vec::new();
    touching(a, of_a, b, of_b, SLACK, &[], &mut out);
    out
}

fn normals(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion) -> Vec<[f64; 3]> {
    let list = contacts(a, of_a, b, of_b);
    let m = |p: &FeaturePair| {
        meet(&a.features()[p.a as usize].primitive, of_a, &b.features()[p.b as usize].primitive, of_b)
            .expect("they can touch")
    };
    list.iter().map(|p| m(p).normal).collect()
}

#[test]
fn features_of_a_rectangle_a_bar_and_a_notched_plate() {
    let kinds = |r: &Region, k: FeatureKind| surface(r).features().iter().filter(|f| f.kind == k).count();
    let all = |r: &Region| [FeatureKind::Corner, FeatureKind::Edge, FeatureKind::Arc].map(|k| kinds(r, k));
    assert_eq!(all(&box_of(2.0, 1.0)), [4, 4, 0]);
    assert_eq!(all(&Region::capsule([0.0, 0.0], [1.0, 0.3], 0.2).unwrap()), [0, 2, 2]);
    // six convex corners, the bite is hollow
    assert_eq!(all(&notched(0.2)), [6, 5, 1]);
    let ell = Region::polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]).unwrap().0;
    assert_eq!(all(&ell), [5, 6, 0]);
    // a point in the middle of a side is no corner
    let split = Region::polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]).unwrap().0;
    assert_eq!(all(&split), [4, 5, 0]);
    let hollow = surface(&notched(0.2));
    let bite = hollow.features().iter().find(|f| f.kind == FeatureKind::Arc).unwrap();
    assert!(matches!(bite.primitive, Primitive::Point { radius, .. } if (radius + 0.2).abs() < 1e-15));
}

#[test]
fn cusps_are_corners_only_where_the_material_is_thin() {
    // a curved triangle between three circles that touch: all cusps are thin
    let h = 3f64.sqrt();
    let centers = [[-1.0, 0.0], [1.0, 0.0], [0.0, h]];
    let mid = |i: usize, j: usize| [0, 1].map(|k| 0.5 * (centers[i][k] + centers[j][k]));
    let arc = |i: usize, from: [f64; 2], to: [f64; 2]| Segment::Arc {
        from,
        to,
        center: centers[i],
        sweep: -std::f64::consts::FRAC_PI_3,
    };
    let (ab, bc, ca) = (mid(0, 1), mid(1, 2), mid(2, 0));
    let thin = Region::closed(vec![arc(1, ab, bc), arc(2, bc, ca), arc(0, ca, ab)]).unwrap().0;
    let corners = surface(&thin).features().iter().filter(|f| f.kind == FeatureKind::Corner).count();
    assert_eq!(corners, 3);
}

#[test]
fn a_block_on_a_block_has_two_contacts() {
    let (low, high) = (surface(&box_of(2.0, 1.0)), surface(&box_of(1.0, 1.0)));
    for shift in [0.0, 0.2, 0.5, -0.5, 0.9, -1.3] {
        let up = place(shift, 1.0, 0.0);
        let list = contacts(&low, &Motion::REST, &high, &up);
        assert_eq!(list.len(), 2, "shift {shift}: {list:?}");
        assert!(normals(&low, &Motion::REST, &high, &up).iter().all(|n| n[1] == 1.0));
    }
    // equal widths, sides flush; and the same block turned upside down
    for angle in [0.0, std::f64::consts::PI] {
        let list = contacts(&low, &Motion::REST, &low, &place(0.0, 1.0, angle));
        assert_eq!(list.len(), 2, "{list:?}");
    }
    // on a half-space both lower corners
    let floor = Surface::half_space([0.0, -0.5, 0.0], [0.0, 3.0, 0.0]);
    assert_eq!(contacts(&floor, &Motion::REST, &high, &place(4.0, 0.0, 0.0)).len(), 2);
    assert_eq!(contacts(&high, &place(4.0, 0.0, 0.0), &floor, &Motion::REST).len(), 2);
}

#[test]
fn corner_against_the_line_of_a_side_is_no_contact() {
    let a = surface(&box_of(1.0, 1.0));
    let up = place(0.0, 1.0, 0.0);
    let mut pairs = Vec::new();
    near(&a, &Motion::REST, &a, &up, SLACK, &mut pairs);
    let standing: Vec<_> = pairs.iter().filter(|p| stands(&a, &Motion::REST, &a, &up, **p, SLACK)).collect();
    for p in &standing {
        let x = &a.features()[p.a as usize].primitive;
        let m = meet(x, &Motion::REST, &a.features()[p.b as usize].primitive, &up).unwrap();
        assert_eq!(m.normal, [0.0, 1.0, 0.0]);
    }
    assert_eq!(standing.len(), 4);
}

#[test]
fn vertex_on_vertex_is_one_contact() {
    let a = surface(&box_of(1.0, 1.0));
    // corner to corner, sides parallel: which side it is follows from the motion
    for (velocity, normal) in [([-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), ([0.0, -1.0, 0.0], [1.0, 0.0, 0.0])] {
        let at = Motion { velocity, ..place(1.0, 1.0, 0.0) };
        assert_eq!(normals(&a, &Motion::REST, &a, &at), vec![normal]);
    }
    assert_eq!(contacts(&a, &Motion::REST, &a, &place(1.0, 1.0, 0.0)).len(), 1);
    // tip on tip
    let diagonal = 2f64.sqrt();
    let turned = place(0.0, 0.0, FRAC_PI_4);
    assert_eq!(contacts(&a, &turned, &a, &place(0.0, diagonal, FRAC_PI_4)).len(), 1);
    let sharp = surface(&Region::polygon(&[[0.0, 0.0], [0.1, 1.0], [-0.1, 1.0]]).unwrap().0);
    let list = contacts(&a, &turned, &sharp, &place(0.0, diagonal / 2.0, 0.0));
    assert_eq!(list.len(), 1);
    assert_eq!(sharp.features()[list[0].b as usize].kind, FeatureKind::Corner);
}

#[test]
fn a_corner_in_a_notch_touches_both_sides() {
    let vee = surface(&Region::polygon(&[[-2.0, -1.0], [2.0, -1.0], [2.0, 2.0], [0.0, 0.0], [-2.0, 2.0]]).unwrap().0);
    let tip = surface(&Region::polygon(&[[0.0, 0.0], [0.5, 1.0], [-0.5, 1.0]]).unwrap().0);
    assert_eq!(contacts(&vee, &Motion::REST, &tip, &Motion::REST).len(), 2);
    let square = surface(&Region::polygon(&[[0.0, 0.0], [0.5, 0.5], [0.0, 1.0], [-0.5, 0.5]]).unwrap().0);
    // fills the notch: the bottom corner on both sides, and where its sides end
    assert_eq!(contacts(&vee, &Motion::REST, &square, &Motion::REST).len(), 4);
}

#[test]
fn collinear_and_nearly_parallel_edges() {
    let a = surface(&box_of(1.0, 1.0));
    for angle in [0.0, 1e-15, -1e-15, 1e-12, -1e-11] {
        let list = contacts(&a, &Motion::REST, &a, &place(0.25, 1.0, angle));
        assert_eq!(list.len(), 2, "angle {angle}: {list:?}");
    }
    // side by side on one line, apart along it
    assert!(contacts(&a, &Motion::REST, &a, &place(1.5, 1.0, 0.0)).is_empty());
    assert!((distance(&a, &Motion::REST, &a, &place(1.5, 1.0, 0.0)) - 0.5).abs() < 1e-15);
    // a split edge gives no second contact at its joint
    let split = surface(&Region::polygon(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 0.5], [0.5, 0.5], [-1.0, 0.5]]).unwrap().0);
    assert_eq!(contacts(&split, &Motion::REST, &a, &place(0.0, 1.0, 0.0)).len(), 2);
}

#[test]
fn disc_in_a_round_hole_of_nearly_its_radius() {
    let hole = Region::disc([0.0, 0.0], 0.25).unwrap();
    let ring = surface(&box_of(1.0, 1.0).difference(&hole).unwrap());
    for clearance in [1e-2, 1e-4, 1e-6] {
        let pin = surface(&Region::disc([0.0, 0.0], 0.25 - clearance).unwrap());
        assert!((distance(&ring, &Motion::REST, &pin, &Motion::REST) - clearance).abs() < 1e-15);
        let (s, c) = libm::sincos(0.7);
        let at = place(clearance * c, clearance * s, 0.0);
        let n = normals(&ring, &Motion::REST, &pin, &at);
        assert_eq!(n.len(), 1, "clearance {clearance}");
        assert!((n[0][0] + c).abs() < 1e-9 && (n[0][1] + s).abs() < 1e-9);
    }
    let tight = surface(&Region::disc([0.0, 0.0], 0.25).unwrap());
    assert_eq!(distance(&ring, &Motion::REST, &tight, &Motion::REST), 0.0);
    assert!(contacts(&ring, &Motion::REST, &tight, &Motion::REST).is_empty());
}

#[test]
fn margin_is_continuous_and_signed() {
    let (a, b) = (surface(&box_of(2.0, 1.0)), surface(&box_of(1.0, 1.0)));
    let pair = contacts(&a, &Motion::REST, &b, &place(0.25, 1.0, 0.0))[0];
    let slide: Vec<f64> =
        (0..200).map(|k| margin(&a, &Motion::REST, &b, &place(0.02 * f64::from(k) - 2.0, 1.0, 0.0), pair)).collect();
    assert!(slide.windows(2).all(|w| (w[1] - w[0]).abs() < 0.02 + 1e-12));
    assert!(slide.iter().any(|m| *m < 0.0) && slide.iter().any(|m| *m > 0.9));
}

/// A pair that stands is always among the near ones, and the place it names lies on both outlines.
#[test]
fn near_misses_nothing_that_can_touch() {
    let mut dice = Dice(5);
    for _ in 0..300 {
        let (ra, rb) = (shape(&mut dice), shape(&mut dice));
        let (a, b) = (surface(&ra), surface(&rb));
        let throw = Throw {
            at: [dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)],
            angle: dice.between(0.0, 6.0),
            ..Throw::default()
        };
        let at = throw.at(0.0);
        let reach = dice.between(0.0, 0.3);
        let mut pairs = Vec::new();
        near(&a, &Motion::REST, &b, &at, reach, &mut pairs);
        assert!(pairs.windows(2).all(|w| w[0] < w[1]));
        for i in 0..a.features().len() as u32 {
            for j in 0..b.features().len() as u32 {
                let pair = FeaturePair { a: i, b: j };
                let (x, y) = (&a.features()[i as usize].primitive, &b.features()[j as usize].primitive);
                let corners = [x, y].iter().all(|p| matches!(p, Primitive::Point { radius, .. } if *radius == 0.0));
                let hollow_edge = [(x, y), (y, x)].iter().any(|(p, q)| {
                    matches!(p, Primitive::Plane { .. })
                        && matches!(q, Primitive::Point { radius, .. } if *radius < 0.0)
                });
                let tight = matches!((x, y), (Primitive::Point { radius: p, .. }, Primitive::Point { radius: q, .. })
                    if p.min(*q) < 0.0 && p + q >= 0.0);
                let Some(m) = meet(x, &Motion::REST, y, &at) else { continue };
                if corners || hollow_edge || tight || m.gap.abs() > reach {
                    continue;
                }
                if margin(&a, &Motion::REST, &b, &at, pair) >= 0.0 {
                    assert!(pairs.contains(&pair), "{pair:?} at gap {}", m.gap);
                }
            }
        }
    }
}

/// Where the body's origin lies in the shape is a matter of description only; boxes and radii hold all points, tightly.
#[test]
fn the_origin_of_the_body_does_not_matter() {
    let mut dice = Dice(31);
    for _ in 0..200 {
        let (ra, rb) = (shape(&mut dice), shape(&mut dice));
        let center = [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), 0.0];
        let (a, b, moved) = (surface(&ra), surface(&rb), Surface::of_region(&rb, center));
        let at = place(dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), dice.between(0.0, 6.0));
        let there = Motion { position: at.point(center), ..at };
        let (d, e) = (distance(&a, &Motion::REST, &b, &at), distance(&a, &Motion::REST, &moved, &there));
        assert!((d - e).abs() < 1e-14, "{d} {e}");
        let (low, high) = moved.bounds_at(&there);
        let points: Vec<[f64; 3]> =
            rb.outline(1e-7).into_iter().flatten().map(|p| at.point([p[0], p[1], 0.0])).collect();
        for i in 0..2 {
            let (least, most) = points.iter().fold((f64::MAX, f64::MIN), |(l, h), p| (l.min(p[i]), h.max(p[i])));
            assert!(
                low[i] <= least + 1e-14 && least - low[i] < 2e-7 && high[i] >= most - 1e-14 && high[i] - most < 2e-7
            );
        }
        let far = |p: &[f64; 3]| libm::hypot(p[0] - there.position[0], p[1] - there.position[1]);
        let most = points.iter().map(far).fold(0.0, f64::max);
        assert!(moved.radius() >= most - 1e-14 && moved.radius() - most < 2e-7, "{} {most}", moved.radius());
    }
}
