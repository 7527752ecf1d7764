//! Overlap of parts and windows with curved edges against closed forms, slopes against differences, parts far out.

use mainspring_fields::{
    Affine, Footprint, Patch, PlacedFootprint, Wrench, overlap, overlap_slopes, push, push_slopes,
};
use mainspring_geometry::{PlaneMoments, Region};
use mainspring_trust::{Against, case};
use proptest::prelude::*;
use std::f64::consts::{PI, TAU};

fn placed(region: &Region, origin: [f64; 2], position: [f64; 2], angle: f64) -> PlacedFootprint {
    let footprint = Footprint::new(region, origin);
    let mut placed = PlacedFootprint::new(&footprint);
    placed.place(&footprint, position, angle);
    placed
}

fn numbers(m: &PlaneMoments) -> [f64; 6] {
    [m.area, m.first[0], m.first[1], m.second[0], m.second[1], m.second[2]]
}

/// Each moment within `tolerance` of the size of the part's own.
fn assert_close(a: &PlaneMoments, b: &PlaneMoments, own: &PlaneMoments, tolerance: f64) {
    let arm = (own.polar() / own.area).sqrt();
    let scale = [1.0, arm, arm, arm * arm, arm * arm, arm * arm];
    let (x, y) = (numbers(a), numbers(b));
    for i in 0..6 {
        assert!(
            (x[i] - y[i]).abs() <= tolerance * own.area * scale[i],
            "moment {i}: {} ≠ {}\n{a:?}\n{b:?}",
            x[i],
            y[i]
        );
    }
}

fn star(radii: &[f64]) -> Region {
    let n = radii.len() as f64;
    let corner = |(i, r): (usize, &f64)| {
        let (s, c) = libm::sincos(TAU * i as f64 / n);
        [r * c, r * s]
    };
    Region::polygon(&radii.iter().enumerate().map(corner).collect::<Vec<_>>()).expect("sound").0
}

/// A rounded bar with a round hole and a slotted window: lines and arcs on both sides.
fn bar() -> Region {
    let bar = Region::capsule([-1.0, 0.2], [1.2, -0.1], 0.6).expect("sound");
    bar.difference(&Region::disc([0.3, 0.05], 0.3).expect("sound")).expect("sound")
}

fn slot() -> Region {
    let slot = Region::capsule([-0.7, 0.0], [0.5, 0.9], 0.5).expect("sound");
    slot.difference(&Region::disc([0.1, 0.5], 0.25).expect("sound")).expect("sound")
}

#[test]
fn the_lens_of_two_discs_has_its_textbook_area() {
    let (r, s) = (1.0f64, 0.7f64);
    let part = placed(&Region::disc([0.0; 2], r).expect("sound"), [0.0; 2], [0.0; 2], 0.3);
    let mut worst = 0f64;
    for i in 0..=60 {
        let d = 0.3001 + 1.4 * f64::from(i) / 60.0;
        for turn in 0..8 {
            let (sin, cos) = libm::sincos(f64::from(turn) * 0.8);
            let got = overlap(&part, &Patch::new(&Region::disc([d * cos, d * sin], s).expect("sound")));
            let half = |a: f64, b: f64| libm::acos(((d * d + a * a - b * b) / (2.0 * d * a)).clamp(-1.0, 1.0));
            let (alpha, beta) = (half(r, s), half(s, r));
            let piece = |q: f64, angle: f64| q * q * (angle - 0.5 * libm::sin(2.0 * angle));
            let exact = if d >= r + s { 0.0 } else { piece(r, alpha) + piece(s, beta) };
            worst = worst.max((got.area - exact).abs());
            // along the line of centres the lens leans to no side
            assert!((got.first[1] * cos - got.first[0] * sin).abs() < 1e-13);
        }
    }
    case!(
        "two discs that overlap",
        "area of the lens",
        Against::ClosedForm,
        "r²(α − sin α cos α) + s²(β − sin β cos β)"
    )
    .unit("m^2")
    .off(worst, 1e-13);
}

#[test]
fn a_disc_cut_by_a_half_plane_is_a_cap() {
    let r: f64 = 0.8;
    let part = placed(&Region::disc([0.4, 0.1], r).expect("sound"), [0.4, 0.1], [3.0, -2.0], 1.0);
    let own = part.moments();
    for i in 0..24 {
        let angle = TAU * f64::from(i) / 24.0 + 0.01;
        let height = 0.7 * r * libm::cos(3.0 * f64::from(i));
        // beyond the line at `height` from the disc's middle, in direction `angle`
        let window = Region::rect_corners([height, -9.0], [9.0, 9.0]).expect("sound");
        let mut patch = Patch::new(&window);
        patch.place(&window, [3.0, -2.0], angle);
        let (s, c) = libm::sincos(angle);
        let exact = PlaneMoments::cap([0.0; 2], r, [c, s], libm::acos(height / r));
        assert_close(&overlap(&part, &patch), &exact, &own, 1e-14);
    }
}

#[test]
fn windows_that_cover_or_miss_a_part_give_all_or_nothing() {
    let part = placed(&bar(), [0.2, 0.0], [5.0, 7.0], 0.4);
    let whole = Patch::new(&Region::rect_corners([-1e6, -1e6], [1e6, 1e6]).expect("sound"));
    assert_eq!(overlap(&part, &whole), part.moments());
    let round = Patch::new(&Region::disc([4.0, 7.0], 9.0).expect("sound"));
    assert_eq!(overlap(&part, &round), part.moments());
    let away = Patch::new(&Region::disc([4.0, 27.0], 9.0).expect("sound"));
    assert_eq!(overlap(&part, &away), PlaneMoments::default());
    // inside the window's hole
    let holed = Region::rect(100.0, 100.0)
        .expect("sound")
        .difference(&Region::disc([5.0, 7.0], 20.0).expect("sound"))
        .expect("sound");
    assert_eq!(overlap(&part, &Patch::new(&holed)), PlaneMoments::default());
    // just over the part's sides the general way gives the same
    let tight = Patch::new(&Region::rect_corners([5.0 - 2.0, 6.0], [5.0 + 0.1, 8.0]).expect("sound"));
    let rest = Patch::new(&Region::rect_corners([5.0 + 0.1, 6.0], [5.0 + 2.0, 8.0]).expect("sound"));
    assert_close(&overlap(&part, &tight).plus(&overlap(&part, &rest)), &part.moments(), &part.moments(), 1e-14);
}

#[test]
fn a_part_far_from_the_worlds_origin_loses_nothing() {
    // all coordinates fit in few bits, so that moving them by 2^30 is exact
    let part = Region::polygon(&[[0.0, 0.0], [3.0, 0.5], [2.5, 2.0], [1.0, 2.5]]).expect("sound").0;
    let window = Region::polygon(&[[1.0, -1.0], [4.0, 1.0], [1.5, 3.0]]).expect("sound").0;
    let near = overlap(&placed(&part, [1.0, 1.0], [1.0, 1.0], 0.0), &Patch::new(&window));
    let far = 1_073_741_824.0;
    let there = Patch::new(&window.moved([far, -far]).expect("sound"));
    assert_eq!(overlap(&placed(&part, [1.0, 1.0], [1.0 + far, 1.0 - far], 0.0), &there), near);
}

#[test]
fn slopes_of_curved_parts_under_curved_windows_are_the_differences() {
    let (part, window) = (bar(), slot());
    let footprint = Footprint::new(&part, [0.1, 0.0]);
    let patch = Patch::new(&window);
    let field = Affine { at: [0.3, 0.1], value: [2.0, -1.0], slope: [[0.5, -0.7], [1.1, 0.4]] };
    let mut at = PlacedFootprint::new(&footprint);
    for i in 0..12 {
        let pose = [0.1 * f64::from(i) - 0.5, 0.3 - 0.03 * f64::from(i), 0.55 * f64::from(i) + 0.1];
        let mut moments = |pose: [f64; 3]| {
            at.place(&footprint, [pose[0], pose[1]], pose[2]);
            (overlap(&at, &patch), at.clone())
        };
        let (_, here) = moments(pose);
        let (sum, slopes) = overlap_slopes(&here, &patch);
        assert_eq!(sum, overlap(&here, &patch));
        let wrenches = push_slopes(&sum, &slopes, &field, here.position());
        let h = 1e-5;
        for k in 0..3 {
            let mut step = |by: f64| {
                let mut moved = pose;
                moved[k] += by;
                let (m, l) = moments(moved);
                (m, push(&m, &field, l.position()))
            };
            let ((a, fa), (b, fb)) = (step(h), step(-h));
            let (a, b, slope) = (numbers(&a), numbers(&b), numbers(&slopes[k]));
            for j in 0..6 {
                let measured = (a[j] - b[j]) / (2.0 * h);
                assert!((measured - slope[j]).abs() < 2e-8, "moment {j} by {k}: {measured} ≠ {}", slope[j]);
            }
            let measured = fa.with(&fb, -1.0).times(0.5 / h);
            let off = measured.with(&wrenches[k], -1.0);
            assert!(off.force[0].abs() + off.force[1].abs() + off.torque.abs() < 1e-7, "{measured:?}\n{wrenches:?}");
        }
    }
}

#[test]
fn a_radial_field_holds_a_disc_by_a_spring() {
    // f = −k (r − c) over the whole disc: F = −k A (centre − c), no torque
    let part = placed(&Region::disc([0.0; 2], 0.5).expect("sound"), [0.0; 2], [0.3, -0.2], 0.7);
    let all = Patch::new(&Region::rect(20.0, 20.0).expect("sound"));
    let field = Affine { at: [1.0, 1.0], value: [0.0; 2], slope: [[-3.0, 0.0], [0.0, -3.0]] };
    let got = push(&overlap(&part, &all), &field, part.position());
    let area = PI * 0.25;
    let exact = Wrench { force: [3.0 * area * 0.7, 3.0 * area * 1.2], torque: 0.0 };
    let off = got.with(&exact, -1.0);
    assert!(off.force[0].abs() < 1e-14 && off.force[1].abs() < 1e-14 && off.torque.abs() < 1e-15, "{got:?}");
}

fn pose() -> impl Strategy<Value = ([f64; 2], f64)> {
    ([-1.0..1.0f64, -1.0..1.0f64], -4.0..4.0f64)
}

proptest! {
    /// A window and what is left outside it share out the part.
    #[test]
    fn two_halves_of_the_plane_share_out_a_part(
        radii in prop::collection::vec(0.3..1.5f64, 3..12), (position, angle) in pose(), tilt in 0.0..6.3f64, off in -1.0..1.0f64,
    ) {
        for region in [star(&radii), bar()] {
            let part = placed(&region, [0.1, 0.0], position, angle);
            let side = |a: [f64; 2], b: [f64; 2]| {
                let region = Region::rect_corners(a, b).expect("sound");
                let mut patch = Patch::new(&region);
                patch.place(&region, [0.2, 0.1], tilt);
                overlap(&part, &patch)
            };
            let sum = side([-50.0, -50.0], [off, 50.0]).plus(&side([off, -50.0], [50.0, 50.0]));
            assert_close(&sum, &part.moments(), &part.moments(), 1e-13);
        }
    }

    /// The part under the window is the window under the part.
    #[test]
    fn part_and_window_can_change_places((position, angle) in pose(), radii in prop::collection::vec(0.3..1.5f64, 3..12)) {
        for (a, b) in [(bar(), slot()), (star(&radii), slot()), (bar(), star(&radii))] {
            let place = |r: &Region| r.turned(angle).expect("sound").moved(position).expect("sound");
            let one = overlap(&placed(&a, [0.0; 2], position, angle), &Patch::new(&b)).moved(position);
            let other = overlap(&placed(&b, [0.0; 2], [0.0; 2], 0.0), &Patch::new(&place(&a)));
            assert_close(&one, &other, &a.moments(), 1e-13);
        }
    }

    /// Slopes of straight parts, where no edge of one lies along one of the other.
    #[test]
    fn slopes_are_differences(radii in prop::collection::vec(0.5..1.5f64, 3..10), (position, angle) in pose()) {
        let footprint = Footprint::new(&star(&radii), [0.1, -0.2]);
        let patch = Patch::new(&Region::rect_corners([-0.7, -0.4], [0.9, 0.8]).expect("sound"));
        let mut at = PlacedFootprint::new(&footprint);
        at.place(&footprint, position, angle);
        let (_, slopes) = overlap_slopes(&at, &patch);
        let h = 1e-6;
        for k in 0..3 {
            let mut step = |by: f64| {
                let (mut p, mut q) = (position, angle);
                if k < 2 { p[k] += by } else { q += by }
                at.place(&footprint, p, q);
                numbers(&overlap(&at, &patch))
            };
            let (a, b, slope) = (step(h), step(-h), numbers(&slopes[k]));
            for j in 0..6 {
                let measured = (a[j] - b[j]) / (2.0 * h);
                // a corner on an edge within h bends the slope by at most the edge's turn times h
                prop_assert!((measured - slope[j]).abs() < 2e-5, "moment {} by {}: {} ≠ {}", j, k, measured, slope[j]);
            }
        }
    }
}

#[test]
fn upright_and_level_edges_have_slopes_too() {
    // a unit square half under a window: sliding in gains its height, the moments' slopes are polynomials
    let part = placed(&Region::rect(1.0, 1.0).expect("sound"), [0.0; 2], [0.0; 2], 0.0);
    let patch = Patch::new(&Region::rect_corners([0.25, -3.0], [5.0, 0.125]).expect("sound"));
    let (m, slopes) = overlap_slopes(&part, &patch);
    // covered: x from a = 0.25 to ½, y from −½ to b = 0.125, about the part's origin; moving by δ shifts a and b by −δ
    let (a, b) = (0.25, 0.125);
    let (w, h) = (0.5 - a, b + 0.5);
    assert!((m.area - w * h).abs() < 1e-16);
    assert!((slopes[0].area - h).abs() < 1e-15 && (slopes[1].area + w).abs() < 1e-15);
    assert!((slopes[0].first[0] - a * h).abs() < 1e-15 && (slopes[1].first[1] + b * w).abs() < 1e-15);
    assert!((slopes[0].second[0] - a * a * h).abs() < 1e-15 && (slopes[1].second[2] + b * b * w).abs() < 1e-15);
}
