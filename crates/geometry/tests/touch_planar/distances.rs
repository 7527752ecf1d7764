//! Distance against closed forms and against points sampled on both outlines.

use crate::scenery::{Dice, Throw, box_of, place, shape};
use mainspring_geometry::touch::{Motion, Surface, distance};
use mainspring_geometry::{Region, Segment};
use mainspring_trust::{Against, case};

fn surface(region: &Region) -> Surface {
    Surface::of_region(region, [0.0; 3])
}

/// Points of an outline in the world, at most `step` apart, ends included.
fn sampled(region: &Region, at: &Motion, step: f64) -> Vec<[f64; 2]> {
    let mut points = Vec::new();
    for piece in region.loops().iter().flatten() {
        let place = |t: f64| match *piece {
            Segment::Line { from, to } => [0, 1].map(|i| from[i] + t * (to[i] - from[i])),
            Segment::Arc { from, center, sweep, .. } => {
                let (s, c) = libm::sincos(sweep * t);
                let v = [from[0] - center[0], from[1] - center[1]];
                [center[0] + c * v[0] - s * v[1], center[1] + s * v[0] + c * v[1]]
            }
        };
        let n = libm::ceil(6.0 / step) as usize;
        for k in 0..=n {
            let [x, y] = place(k as f64 / n as f64);
            let [x, y, _] = at.point([x, y, 0.0]);
            points.push([x, y]);
        }
    }
    points
}

fn local(at: &Motion, p: [f64; 2]) -> [f64; 2] {
    let [x, y, _] = at.local([p[0], p[1], 0.0]);
    [x, y]
}

#[test]
fn closed_forms() {
    let (small, large) =
        (surface(&Region::disc([0.0; 2], 0.3).unwrap()), surface(&Region::disc([0.0; 2], 0.5).unwrap()));
    let gap = distance(&small, &place(3.0, 4.0, 0.2), &large, &Motion::REST);
    case!("two discs", "distance", Against::ClosedForm, "|d| − r₁ − r₂").answer(4.2, "m").off(gap - 4.2, 1e-15);
    let deep = distance(&small, &place(0.7, 0.0, 1.0), &large, &Motion::REST);
    assert!((deep + 0.1).abs() < 1e-15, "{deep}");
    let bar = surface(&Region::capsule([0.0, 0.0], [2.0, 0.0], 0.25).unwrap());
    assert!((distance(&bar, &Motion::REST, &small, &place(1.3, 1.0, 0.0)) - 0.45).abs() < 1e-15);
    assert!((distance(&bar, &Motion::REST, &small, &place(5.0, 4.0, 0.0)) - (5.0 - 0.55)).abs() < 1e-15);
    let square = surface(&box_of(1.0, 1.0));
    let tip = 0.5 + 0.5f64.sqrt();
    let turned = distance(&square, &Motion::REST, &square, &place(0.0, 2.0, std::f64::consts::FRAC_PI_4));
    case!("two squares, one on its tip", "distance", Against::ClosedForm, "2 − 1/2 − 1/√2")
        .answer(2.0 - tip, "m")
        .off(turned - (2.0 - tip), 1e-15);
    let floor = Surface::half_space([0.0, 0.5, 0.0], [0.0, 1.0, 0.0]);
    assert!((distance(&floor, &Motion::REST, &square, &place(3.0, 2.0, 0.0)) - 1.0).abs() < 1e-15);
    assert!((distance(&large, &place(0.0, 0.8, 0.0), &floor, &Motion::REST) + 0.2).abs() < 1e-15);
    // two thin bars across each other: no corner of either is inside, the deepest points are half a thickness in
    let thin = surface(&box_of(1.0, 1e-6));
    let cross = distance(&thin, &Motion::REST, &thin, &place(0.0, 0.0, 1.0));
    assert!((cross + 0.5e-6).abs() < 1e-12, "{cross}");
}

#[test]
fn holes_are_respected_and_containment_is_deep() {
    let frame = box_of(4.0, 4.0).difference(&box_of(2.0, 2.0)).unwrap();
    let (frame, part) = (surface(&frame), surface(&box_of(0.5, 0.5)));
    assert!((distance(&frame, &Motion::REST, &part, &Motion::REST) - 0.75).abs() < 1e-9);
    assert!((distance(&part, &place(0.5, 0.0, 0.0), &frame, &Motion::REST) - 0.25).abs() < 1e-9);
    assert!(distance(&frame, &Motion::REST, &part, &place(1.5, 0.0, 0.0)) < -0.2);
    assert!(distance(&part, &place(1.5, 1.5, 0.3), &frame, &Motion::REST) < -0.2);
    // a part that fills the hole and the frame's material as well
    let cover = surface(&box_of(6.0, 6.0));
    assert!(distance(&cover, &Motion::REST, &frame, &Motion::REST) < -0.9);
}

#[test]
fn against_samples() {
    let mut dice = Dice(3);
    let step = 0.04;
    let (mut apart, mut overlapping) = (0, 0);
    for case in 0..400 {
        let (ra, rb) = (shape(&mut dice), shape(&mut dice));
        let throw = |dice: &mut Dice| Throw {
            at: [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)],
            angle: dice.between(0.0, 6.0),
            ..Throw::default()
        };
        let (ta, tb) = (throw(&mut dice).at(0.0), throw(&mut dice).at(0.0));
        let found = distance(&surface(&ra), &ta, &surface(&rb), &tb);
        assert!((found - distance(&surface(&rb), &tb, &surface(&ra), &ta)).abs() < 1e-12, "not symmetric");
        let (pa, pb) = (sampled(&ra, &ta, step), sampled(&rb, &tb, step));
        let square = |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
        let nearest =
            |p: &[f64; 2], list: &[[f64; 2]]| list.iter().map(|q| square(p, q)).fold(f64::INFINITY, f64::min).sqrt();
        let deep = |points: &[[f64; 2]], region: &Region, at: &Motion, outline: &[[f64; 2]]| {
            let inside = points.iter().filter(|p| region.contains(local(at, **p)));
            inside.map(|p| nearest(p, outline)).fold(0.0, f64::max)
        };
        let depth = deep(&pa, &rb, &tb, &pb).max(deep(&pb, &ra, &ta, &pa));
        if depth > step {
            overlapping += 1;
            // sampled distances to an outline are too long by at most half a step
            assert!(found < 0.0 && -found <= depth + step, "case {case}: {found}, sampled depth {depth}");
        } else if found > 0.0 {
            apart += 1;
            let sample = pa.iter().map(|p| nearest(p, &pb)).fold(f64::INFINITY, f64::min);
            assert!(found <= sample + 1e-12 && sample <= found + step, "case {case}: {found}, sampled {sample}");
        } else {
            assert!(-found <= depth + step, "case {case}: {found}");
        }
    }
    assert!(apart > 100 && overlapping > 50, "{apart} {overlapping}");
}

/// Shallow overlaps are measured exactly: push two shapes together by a known amount from where they touch.
#[test]
fn shallow_depth_of_a_disc_and_of_a_corner_in_a_wall() {
    let wall = surface(&box_of(2.0, 2.0));
    let mut dice = Dice(8);
    for _ in 0..200 {
        let (depth, angle) = (dice.between(1e-9, 1e-3), dice.between(0.2, 1.3));
        let disc = surface(&Region::disc([0.0; 2], 0.4).unwrap());
        let off = distance(&wall, &Motion::REST, &disc, &place(0.3, 1.4 - depth, angle)) + depth;
        assert!(off.abs() < 1e-14, "{off}");
        let (s, c) = libm::sincos(angle);
        let square = surface(&box_of(1.0, 1.0));
        let off = distance(&wall, &Motion::REST, &square, &place(0.3, 1.0 + 0.5 * (s + c) - depth, angle)) + depth;
        assert!(off.abs() < 1e-14, "{off}");
    }
}

#[test]
fn equal_parts_in_one_place_overlap() {
    // their outlines run along each other: no point of one lies inside the other
    let shapes = [
        Region::disc([0.0; 2], 0.3).unwrap(),
        box_of(1.0, 0.4),
        Region::capsule([0.0, 0.0], [2.0, 0.0], 0.25).unwrap(),
        Region::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.2, 0.2], [0.0, 1.0]]).unwrap().0,
    ];
    for region in &shapes {
        let one = surface(region);
        for off in [0.0, 1e-13] {
            let deep = distance(&one, &place(0.1, 0.2, 0.7), &one, &place(0.1 + off, 0.2, 0.7));
            assert!(deep < -1e-3, "{deep}");
        }
    }
    // side by side they only touch, and so does a plug in its hole
    let square = box_of(1.0, 1.0);
    let beside = distance(&surface(&square), &Motion::REST, &surface(&square), &place(1.0, 0.0, 0.0));
    let frame = box_of(3.0, 3.0).difference(&square).expect("a frame");
    let plugged = distance(&surface(&frame), &Motion::REST, &surface(&square), &Motion::REST);
    assert!(beside.abs() < 1e-12 && plugged.abs() < 1e-12, "{beside} {plugged}");
}
