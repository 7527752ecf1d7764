//! Windows with priorities by slabs: against overlap, against inclusion and exclusion, and fields given by functions
//! against closed forms.

use mainspring_fields::{
    Footprint, Integral, Layer, Patch, PlacedFootprint, SlabScratch, Trapezoid, Wrench, overlap, slabs,
};
use mainspring_geometry::{PlaneMoments, Region, Segment};
use mainspring_trust::{Against, case};
use proptest::prelude::*;
use std::f64::consts::{PI, TAU};

fn placed(region: &Region, origin: [f64; 2], position: [f64; 2], angle: f64) -> PlacedFootprint {
    let footprint = Footprint::new(region, origin);
    let mut placed = PlacedFootprint::new(&footprint);
    placed.place(&footprint, position, angle);
    placed
}

fn star(radii: &[f64]) -> Region {
    let n = radii.len() as f64;
    let corner = |(i, r): (usize, &f64)| {
        let (s, c) = libm::sincos(TAU * i as f64 / n);
        [r * c, r * s]
    };
    Region::polygon(&radii.iter().enumerate().map(corner).collect::<Vec<_>>()).expect("sound").0
}

fn rounded() -> Region {
    let bar = Region::capsule([-1.0, 0.2], [1.2, -0.1], 0.6).expect("sound");
    bar.difference(&Region::disc([0.3, 0.05], 0.3).expect("sound")).expect("sound")
}

fn assert_close(a: &PlaneMoments, b: &PlaneMoments, own: &PlaneMoments, tolerance: f64) {
    let numbers = |m: &PlaneMoments| [m.area, m.first[0], m.first[1], m.second[0], m.second[1], m.second[2]];
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

/// Moments by the set of layers that act.
fn shares(placed: &PlacedFootprint, layers: &[Layer<'_>]) -> Vec<(Vec<usize>, PlaneMoments)> {
    let mut shares: Vec<(Vec<usize>, PlaneMoments)> = Vec::new();
    slabs(placed, layers, &mut SlabScratch::default(), |trapezoid, acting| {
        let moments = trapezoid.moments();
        match shares.iter_mut().find(|(who, _)| who == acting) {
            Some((_, sum)) => *sum = sum.plus(&moments),
            None => shares.push((acting.to_vec(), moments)),
        }
    });
    shares
}

fn share(shares: &[(Vec<usize>, PlaneMoments)], of: impl Fn(&[usize]) -> bool) -> PlaneMoments {
    shares.iter().filter(|(who, _)| of(who)).fold(PlaneMoments::default(), |sum, (_, m)| sum.plus(m))
}

fn integral(placed: &PlacedFootprint, f: impl Fn([f64; 2]) -> [f64; 2], tolerance: f64) -> Integral {
    let mut sum = Integral::default();
    slabs(placed, &[], &mut SlabScratch::default(), |t, _| sum = sum.plus(&t.integrate(&f, tolerance)));
    sum
}

proptest! {
    #[test]
    fn one_window_by_slabs_is_its_overlap(
        radii in prop::collection::vec(0.4..1.5f64, 3..10), x in -1.0..1.0f64, y in -1.0..1.0f64, angle in -4.0..4.0f64,
    ) {
        let windows = [star(&[1.0, 0.5, 0.8, 0.4]), rounded(), Region::disc([0.2, 0.3], 0.7).expect("sound")];
        for region in [star(&radii), rounded()] {
            let part = placed(&region, [0.1, 0.0], [x, y], angle);
            let own = part.moments();
            for window in &windows {
                let patch = Patch::new(window);
                let shares = shares(&part, &[Layer { patch: &patch, priority: 0 }]);
                assert_close(&share(&shares, |who| who == [0]), &overlap(&part, &patch), &own, 1e-13);
                assert_close(&share(&shares, |_| true), &own, &own, 1e-13);
            }
        }
    }

    /// The highest wins, equal ones act together: against overlaps of overlaps.
    #[test]
    fn priorities_share_out_a_part(x in -1.0..1.0f64, y in -1.0..1.0f64, angle in -4.0..4.0f64) {
        let part = placed(&rounded(), [0.1, 0.0], [x, y], angle);
        let own = part.moments();
        let regions = [
            Region::rect_corners([-1.0, -0.5], [0.4, 0.9]).expect("sound"),
            Region::rect_corners([-0.3, -0.8], [1.1, 0.3]).expect("sound"),
            Region::polygon(&[[-0.6, -0.6], [0.8, -0.2], [0.1, 0.7]]).expect("sound").0,
        ];
        let patches = regions.clone().map(|r| Patch::new(&r));
        let moments = |r: &Region| overlap(&part, &Patch::new(r));
        let [a, b, c] = &regions;
        let layers = |p: [i64; 3]| [0, 1, 2].map(|k| Layer { patch: &patches[k], priority: p[k] });
        let shares_ranked = shares(&part, &layers([1, 2, 5]));
        assert_close(&share(&shares_ranked, |w| w == [2]), &moments(c), &own, 1e-13);
        assert_close(&share(&shares_ranked, |w| w == [1]), &moments(&b.difference(c).expect("sound")), &own, 1e-12);
        let rest = a.difference(b).expect("sound").difference(c).expect("sound");
        assert_close(&share(&shares_ranked, |w| w == [0]), &moments(&rest), &own, 1e-12);
        // the first two together, under the third
        let shares_equal = shares(&part, &layers([1, 1, 5]));
        let both = a.intersection(b).expect("sound").difference(c).expect("sound");
        assert_close(&share(&shares_equal, |w| w == [0, 1]), &moments(&both), &own, 1e-12);
        assert_close(&share(&shares_equal, |_| true), &own, &own, 1e-12);
    }

    /// The outlines of the trapezoids add up to what they enclose.
    #[test]
    fn outlines_of_trapezoids_enclose_their_area(x in -1.0..1.0f64, angle in -4.0..4.0f64) {
        let part = placed(&rounded(), [0.1, 0.0], [x, 0.2], angle);
        let patch = Patch::new(&Region::disc([0.2, 0.3], 0.7).expect("sound"));
        slabs(&part, &[Layer { patch: &patch, priority: 0 }], &mut SlabScratch::default(), |t, _| {
            let mut edges: Vec<Segment> = Vec::new();
            t.edges(|e| edges.push(*e));
            let close = |p: [f64; 2], q: [f64; 2]| (p[0] - q[0]).abs() + (p[1] - q[1]).abs() < 1e-12;
            assert!((0..edges.len()).all(|i| close(edges[i].to(), edges[(i + 1) % edges.len()].from())));
            // chords by the shoelace formula, and each arc's cap
            let cross = |p: [f64; 2], q: [f64; 2]| p[0] * q[1] - p[1] * q[0];
            let area = |e: &Segment| {
                let cap = match *e {
                    Segment::Line { .. } => 0.0,
                    Segment::Arc { from, center, sweep, .. } => {
                        let radius = libm::hypot(from[0] - center[0], from[1] - center[1]);
                        0.5 * radius * radius * (sweep - libm::sin(sweep))
                    }
                };
                0.5 * cross(e.from(), e.to()) + cap
            };
            let enclosed: f64 = edges.iter().map(area).sum();
            assert!((enclosed - t.moments().area).abs() < 1e-14, "{enclosed} {:?}", t.moments());
        });
    }
}

#[test]
fn a_wave_over_a_rectangle_is_its_closed_form() {
    // ∫∫ sin(kx) cos(ly) over a rectangle about c, turned by quarter turns so that sides stay on the axes
    let part = placed(&Region::rect(2.0, 1.0).expect("sound"), [0.0; 2], [0.7, 0.4], 0.0);
    let (k, l) = (9.0, 7.0);
    let f = |r: [f64; 2]| [libm::sin(k * r[0]) * libm::cos(l * r[1]), 1.0];
    let got = integral(&part, f, 1e-11);
    let exact = (libm::cos(k * -0.3) - libm::cos(k * 1.7)) / k * (libm::sin(l * 0.9) - libm::sin(l * -0.1)) / l;
    let off = (got.wrench.force[0] - exact).abs();
    case!("a wave of force over a rectangle", "force", Against::ClosedForm, "∫∫ sin kx cos ly dx dy")
        .answer(exact, "N")
        .off(off, 1e-9 * got.scale);
    assert!(off <= got.error.max(1e-15) && got.error <= 1e-11 * got.scale, "{got:?} {exact}");
    assert!((got.wrench.force[1] - 2.0).abs() < 1e-14);
}

#[test]
fn a_gaussian_over_a_disc_is_its_closed_form() {
    // ∫ e^(−a r²) dA = π/a (1 − e^(−a R²)); a swirl of it has torque ∫ r² e^(−a r²) dA
    let (a, radius) = (2.0, 1.3f64);
    let part = placed(&Region::disc([0.0; 2], radius).expect("sound"), [0.0; 2], [0.4, -0.3], 0.2);
    let f = |r: [f64; 2]| {
        let [x, y] = [r[0] - 0.4, r[1] + 0.3];
        let g = libm::exp(-a * (x * x + y * y));
        [g * (1.0 - y), g * x]
    };
    let got = integral(&part, f, 1e-11);
    let e = libm::exp(-a * radius * radius);
    let force = PI / a * (1.0 - e);
    let torque = PI / (a * a) * (1.0 - (1.0 + a * radius * radius) * e);
    let off = got.wrench.with(&Wrench { force: [force, 0.0], torque }, -1.0);
    let worst = off.force[0].abs().max(off.force[1].abs()).max(off.torque.abs() / radius);
    case!(
        "a Gaussian swirl over a disc",
        "wrench, of the largest density times area",
        Against::ClosedForm,
        "π/a (1 − e^(−aR²))"
    )
    .unit("")
    .off(worst / got.scale, 1e-11);
    assert!(got.error <= 1e-11 * got.scale, "{got:?}");
}

#[test]
fn what_cannot_be_integrated_says_so() {
    let part = placed(&rounded(), [0.0; 2], [0.0; 2], 0.3);
    // a jump across a slanted line: the stated error covers what is off
    let (jump, area) = (|r: [f64; 2]| [if r[0] + 0.3 * r[1] > 0.2 { 1.0 } else { 0.0 }, 0.0], part.moments().area);
    let got = integral(&part, jump, 1e-11);
    let (s, c) = libm::sincos(libm::atan2(0.3, 1.0));
    let window = Region::rect_corners([0.2 * c, -9.0], [9.0, 9.0]).expect("sound");
    let mut patch = Patch::new(&window);
    patch.place(&window, [0.0; 2], libm::atan2(s, c));
    let exact = overlap(&part, &patch).area;
    assert!(got.error > 1e-11 * area, "{got:?}");
    assert!((got.wrench.force[0] - exact).abs() <= got.error, "{got:?} {exact}");
    // no number at all
    assert_eq!(integral(&part, |_| [f64::NAN, 0.0], 1e-9).error, f64::INFINITY);
}

#[test]
fn the_rules_add_up() {
    // polynomials up to the rule's degree over a slanted trapezoid, against Green's moments
    let region = Region::polygon(&[[0.0, 0.0], [2.0, 0.5], [1.5, 2.0], [0.2, 1.0]]).expect("sound").0;
    let part = placed(&region, [1.0, 1.0], [1.0, 1.0], 0.0);
    let m = part.moments();
    let got = integral(&part, |r| [(r[0] - 1.0) * (r[1] - 1.0), (r[0] - 1.0) * (r[0] - 1.0)], 1e-12);
    assert!((got.wrench.force[0] - m.second[1]).abs() < 1e-15 && (got.wrench.force[1] - m.second[0]).abs() < 1e-15);
    // trapezoids come with places inside them
    slabs(&part, &[], &mut SlabScratch::default(), |t: &Trapezoid, _| {
        let [x, y] = t.middle();
        assert!(region.contains([x + 1.0, y + 1.0]));
    });
}
