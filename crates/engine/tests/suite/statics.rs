//! Forces of contact against statics: what balance of forces and moments alone says about things that stand still, and
//! the angles at which they no longer do.
//!
//! Supports are round where a support shall be one point: a beam on flat blocks rests on the corners of both.

use crate::support;

use mainspring_engine::Outcome;
use mainspring_record::Memory;
use mainspring_trust::{Against::ClosedForm, case, largest};
use support::{column, first, last, lawless, moved, of, run_solids, threshold};

const G: f64 = 9.81;

/// A beam of 2 m and 3 kg on round supports at some places, and a roller of 2 kg on it at 40 cm from its middle.
fn beam(supports: &[f64]) -> (Outcome, Memory) {
    let mut scene = "space planar
gravity (0, -9.81) m/s^2
solid beam = rect(2 m, 10 cm); 3 kg at (0, 5 cm)
solid load = disc(8 cm); 2 kg at (40 cm, 18 cm)
contact beam, load { friction = 0.3 }
"
    .to_owned();
    let mut columns = vec!["contact(beam, load).normal_force".to_owned()];
    for (i, x) in supports.iter().enumerate() {
        scene += &format!("obstacle s{i} = disc(({x}, -0.05) m, 5 cm)\ncontact beam, s{i} {{ friction = 0.4 }}\n");
        columns.push(format!("contact(beam, s{i}).normal_force"));
    }
    run_solids(&(scene + &format!("record {}\nrun 0.5 s every 0.1 s\n", columns.join(", "))))
}

#[test]
fn a_beam_on_two_supports() {
    let (_, memory) = beam(&[-0.7, 0.8]);
    // moments about the left support: 1.5 m N₁ = 0.7 m · 3 kg g + 1.1 m · 2 kg g
    let right = (0.7 * 3.0 + 1.1 * 2.0) * G / 1.5;
    for (name, exact) in [("load", 2.0 * G), ("s0", 5.0 * G - right), ("s1", right)] {
        let force = column(&memory, &format!("contact(beam, {name}).normal_force"));
        case!(format!("beam on two supports: {name}"), "normal force", ClosedForm, "balance of forces and moments")
            .answer(exact, "N")
            .off(largest(force.iter().map(|f| f - exact)), 1e-11);
    }
    assert!(moved(&memory) < 1e-12, "{}", moved(&memory));
}

#[test]
fn a_beam_on_three_supports() {
    let at = [-0.7, 0.1, 0.8];
    let (_, memory) = beam(&at);
    let force: Vec<Vec<f64>> = (0..3).map(|i| column(&memory, &format!("contact(beam, s{i}).normal_force"))).collect();
    // two equations for three forces: with the middle one m, the others follow; all must press
    let (weight, moment) = (5.0 * G, 0.4 * 2.0 * G);
    let ends = |m: f64| {
        let right = (moment - at[1] * m - at[0] * (weight - m)) / (at[2] - at[0]);
        [weight - m - right, right]
    };
    let most = (1..=100_000).map(|k| weight * f64::from(k) / 1e5).take_while(|m| ends(*m).iter().all(|f| *f >= 0.0));
    let most = most.last().expect("some load is possible");
    let range = |pick: fn([f64; 2]) -> f64| {
        let (a, b) = (pick(ends(0.0)), pick(ends(most)));
        [a.min(b), a.max(b)]
    };
    let ranges = [range(|e| e[0]), [0.0, most], range(|e| e[1])];
    for frame in 0..memory.times.len() {
        let f = [force[0][frame], force[1][frame], force[2][frame]];
        case!("beam on three supports", "sum of the forces", ClosedForm, "the weight")
            .answer(weight, "N")
            .off(f.iter().sum::<f64>() - weight, 1e-11);
        let turning: f64 = f.iter().zip(at).map(|(f, x)| f * x).sum();
        case!("beam on three supports", "moment of the forces", ClosedForm, "that of the load")
            .answer(moment, "N*m")
            .off(turning - moment, 1e-11);
        for (f, [low, high]) in f.iter().zip(ranges) {
            assert!(*f > low + 0.1 && *f < high - 0.1, "{f} in {low} … {high}");
        }
    }
    assert!(moved(&memory) < 1e-12, "{}", moved(&memory));
}

/// A ladder of 3 m and 8 cm leaning at `angle` against a smooth wall, friction 0.4 on the floor; `load` N a metre from
/// its middle. Floor and wall touch corners of one side, so that with the lower one as origin the wall's is at
/// L (cos θ, sin θ), the middle of the ladder at L/2 (cos θ, sin θ) + d/2 (−sin θ, cos θ).
fn ladder(angle: f64, load: f64) -> (Outcome, Memory) {
    let (s, c) = libm::sincos(angle);
    run_solids(&format!(
        "space planar
gravity (0, -9.81) m/s^2
primitive ladder_ {{ shape = rect(3 m, 8 cm); mass = 12 kg; point rung = (1 m, -4 cm) }}
part ladder = ladder_() at ({}, {}) m turned {angle} rad
obstacle floor = halfplane((0, 0) m, (0, 1))
obstacle wall = halfplane(({}, 0) m, (-1, 0))
contact ladder, floor {{ friction = 0.4 }}
contact ladder, wall {{ friction = 0 }}
force climber on ladder.rung = (0, {}) N
record contact(ladder, floor).normal_force, contact(ladder, floor).friction_force, contact(ladder, wall).normal_force, contact(ladder, floor).mode, ladder.angular_acceleration
run 0.5 s every 0.1 s
",
        1.5 * c - 0.04 * s,
        1.5 * s + 0.04 * c,
        3.0 * c,
        -load,
    ))
}

#[test]
fn a_ladder_against_a_smooth_wall() {
    let angle = 1.2_f64;
    let (s, c) = libm::sincos(angle);
    let (_, memory) = ladder(angle, 700.0);
    // moments about the foot: L sin θ N = m g (L/2 cos θ − d/2 sin θ) + F 2.5 m cos θ
    let wall = (12.0 * G * (1.5 * c - 0.04 * s) + 700.0 * 2.5 * c) / (3.0 * s);
    let floor = 12.0 * G + 700.0;
    for (what, exact) in [
        ("contact(ladder, floor).normal_force", floor),
        ("contact(ladder, floor).friction_force", wall),
        ("contact(ladder, wall).normal_force", wall),
    ] {
        case!("ladder with a climber", what, ClosedForm, "balance of forces and moments")
            .answer(exact, "N")
            .off(largest(column(&memory, what).iter().map(|f| f - exact)), 1e-9);
    }
    assert!(moved(&memory) < 1e-12, "{}", moved(&memory));
}

#[test]
fn a_ladder_slips_below_its_angle() {
    // without a climber N_wall = m g (cot θ − d/L)/2, which friction balances until it is μ m g
    let limit = libm::atan(1.0 / (0.8 + 0.08 / 3.0));
    for by in [1e-3, 1e-6, 1e-9] {
        let (_, stands) = ladder(limit + by, 0.0);
        assert!(column(&stands, "contact(ladder, floor).mode").iter().all(|m| *m == 1.0), "{by} above");
        assert!(moved(&stands) < 1e-12, "{by}: {}", moved(&stands));
        let (_, slips) = ladder(limit - by, 0.0);
        assert!(column(&slips, "contact(ladder, floor).mode").iter().all(|m| *m == 2.0), "{by} below");
        assert!(last(&slips, "ladder.angular_acceleration") < 0.0 && moved(&slips) > 0.1 * by);
    }
    let found = threshold(0.5, 1.2, |angle| first(&ladder(angle, 0.0).1, "contact(ladder, floor).mode") == 2.0);
    case!("ladder against a wall", "angle at which it slips", ClosedForm, "cot θ = 2μ + d/L")
        .answer(limit, "rad")
        .off(found - limit, 1e-9);
}

/// A block of 10 cm by 30 cm on a slope; the slope's tangent over that of its diagonal is `ratio`.
fn tall(ratio: f64) -> (Outcome, Memory, f64) {
    let slope = libm::atan(ratio / 3.0);
    let (s, c) = libm::sincos(slope);
    let (out, memory) = run_solids(&format!(
        "space planar
gravity ({}, {}) m/s^2
solid block = rect(10 cm, 30 cm); 1 kg at (0, 15 cm)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact block, floor {{ friction = 0.9 }}
record block.angle, block.angular_acceleration, contact(block, floor).points, contact(block, floor).slip
run 1 s every 0.1 s
",
        G * s,
        -G * c
    ));
    // about the lower corner: I = m (w² + h²)/3
    let turn = G * (0.15 * s - 0.05 * c) / ((0.01 + 0.09) / 3.0);
    (out, memory, turn)
}

#[test]
fn a_block_tips_where_the_slope_beats_its_shape() {
    for by in [1e-9, 1e-6, 1e-3] {
        let (out, stands, _) = tall(1.0 - by);
        assert!(moved(&stands) < 1e-12 && of(&out.events, "support").is_empty(), "{by}: {}", moved(&stands));
        let (_, tips, turn) = tall(1.0 + by);
        assert!(first(&tips, "contact(block, floor).points") == 1.0 && last(&tips, "block.angle") < -turn, "{by}");
        case!(
            format!("block on a slope {by:e} beyond tan α = w/h"),
            "angular acceleration at the start",
            ClosedForm,
            "3 g (h sin α − w cos α)/(2 (w² + h²))"
        )
        .answer(-turn, "rad/s^2")
        .off(first(&tips, "block.angular_acceleration") + turn, 1e-12);
        assert!(
            first(&tips, "contact(block, floor).slip") < 1e-12 && first(&stands, "contact(block, floor).slip") < 1e-12
        );
    }
    let found = threshold(0.5, 1.5, |ratio| first(&tall(ratio).1, "contact(block, floor).points") == 2.0);
    case!("block on a slope", "tan α h/w at which it tips", ClosedForm, "1").answer(1.0, "1").off(found - 1.0, 1e-9);
}

#[test]
fn a_wedge_in_a_groove() {
    // sides that rise at a to the left and b to the right: N₁ sin a = N₂ sin b, N₁ cos a + N₂ cos b = m g
    let (a, b) = (0.9_f64, 0.5_f64);
    let ((sa, ca), (sb, cb)) = (libm::sincos(a), libm::sincos(b));
    // the wedge is cut off below, so that it does not reach the bottom of the groove
    let left = |r: f64| format!("({}, {}) cm", -r * ca, r * sa);
    let right = |r: f64| format!("({}, {}) cm", r * cb, r * sb);
    let (_, memory) = run_solids(&format!(
        "space planar
gravity (0, -9.81) m/s^2
solid wedge = polygon({}, {}, {}, {}); 2 kg at (0, 0)
obstacle left = halfplane((0, 0) m, ({sa}, {ca}))
obstacle right = halfplane((0, 0) m, ({}, {cb}))
contact wedge, left {{ friction = 0 }}
contact wedge, right {{ friction = 0 }}
record contact(wedge, left).normal_force, contact(wedge, right).normal_force
run 0.5 s every 0.1 s
",
        left(3.0),
        right(4.0),
        right(12.0),
        left(9.0),
        -sb,
    ));
    let over = 2.0 * G / libm::sin(a + b);
    for (side, exact) in [("left", over * sb), ("right", over * sa)] {
        let force = column(&memory, &format!("contact(wedge, {side}).normal_force"));
        case!(format!("wedge in a groove: {side}"), "normal force", ClosedForm, "m g sin b/sin(a + b)")
            .answer(exact, "N")
            .off(largest(force.iter().map(|f| f - exact)), 1e-11);
    }
    assert!(moved(&memory) < 1e-12, "{}", moved(&memory));
    let worst = (0..memory.times.len()).map(|f| lawless(memory.contacts_at(f), |_| [0.0; 2]));
    assert!(largest(worst) < 1e-9);
}
