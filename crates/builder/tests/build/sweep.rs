//! Scenes of `method sweep`: every number is the rational that the text says.

use super::{definition, expression, model, model_with};
use dashu_ratio::RBig;
use mainspring_builder::{BuildOptions, Domain, build};
use mainspring_definition::builder::{Scene, call, method, number, obstacle, pawl, quantity, report, root, tuple};
use mainspring_definition::{Expr, Span};
use mainspring_language::{NoImports, format, load, print};
use mainspring_model::{Ring, SweepModel, SweepReport};
use mainspring_trust::Against::ClosedForm;
use mainspring_trust::case;
use proptest::prelude::*;

/// p/q
pub fn ratio(p: i64, q: u64) -> RBig {
    RBig::from_parts(p.into(), q.into())
}

/// A snap fastener; `line` stands before it.
pub fn fastener(line: &str) -> String {
    format!(
        "space planar
method sweep
{line}
obstacle plate = polygon((0, 0), (10, 0), (10, 5), (0, 5)) mm
root body = rect(2 mm, 1 mm) moves (1, 0) mm/s from (-20, 7) mm until 40 mm
pawl hook on body at (0, 3) mm = polygon((0, 0), (6, -1), (6, 1)) mm {{ stiffness = 12 N*mm/rad; friction = 0.2 }}
report events, insertion_force
"
    )
}

fn swept(text: &str) -> SweepModel {
    model(text).sweep().expect("a sweep").clone()
}

/// The value of an expression, by way of the pawl's hinge.
fn exact(lets: &str, value: &str) -> RBig {
    let text = fastener(lets).replace("at (0, 3) mm", &format!("at ({value}, 0 m)"));
    swept(&text).pawls[0].hinge[0].clone()
}

#[test]
fn everything_is_there_in_si() {
    let sweep = swept(&fastener(""));
    assert_eq!(sweep.root, "body");
    assert_eq!(sweep.velocity, [ratio(1, 1000), ratio(0, 1)]);
    assert_eq!(sweep.start, [ratio(-20, 1000), ratio(7, 1000)]);
    // 40 mm at 1 mm/s
    assert_eq!(sweep.until, ratio(40, 1));
    let corners = |p: &[[RBig; 2]]| p.to_vec();
    let outline = sweep.root_outline.as_ref().unwrap();
    let (w, h) = (ratio(1, 1000), ratio(1, 2000));
    let want = [[-&w, -&h], [w.clone(), -&h], [w.clone(), h.clone()], [-&w, h.clone()]];
    assert_eq!(corners(&outline.points), want);
    assert_eq!(sweep.obstacles.len(), 1);
    assert_eq!(sweep.obstacles[0].rings[0].points[2], [ratio(10, 1000), ratio(5, 1000)]);
    let hook = &sweep.pawls[0];
    assert_eq!((hook.name.as_str(), &hook.hinge), ("hook", &[ratio(0, 1), ratio(3, 1000)]));
    assert_eq!((&hook.stiffness, &hook.friction), (&ratio(12, 1000), &ratio(1, 5)));
    assert_eq!((hook.rest.sheet, &hook.rest.half_tangent), (0, &ratio(0, 1)));
    assert_eq!(hook.start, hook.rest);
    assert_eq!(sweep.report, [SweepReport::Events, SweepReport::InsertionForce]);
    assert_eq!(sweep.vertices(), 4 + 4 + 3);
    assert!(model(&fastener("")).bodies.is_empty());
    assert!(model(super::BAR).sweep().is_none());
}

#[test]
fn sums_and_products_of_decimals_are_exact() {
    let mut off = RBig::ZERO;
    for (value, p, q) in [
        ("12 mm + 17 mm", 29, 1000),
        ("0.1 mm*3", 3, 10_000),
        ("0.1 mm + 0.2 mm", 3, 10_000),
        ("1 mm/3", 1, 3000),
        ("-(2.5 mm - 1 in)", 229, 10_000),
        ("3 mil", 762, 10_000_000),
        ("(0.1 m)^2/(1 mm)", 10, 1),
        ("(2^-3) mm", 1, 8000),
        ("(1 + 0.5) mm", 15, 10_000),
        ("1.5 mm*sqrt(4)", 3, 1000),
        ("min(0.3 mm, 0.1 mm)", 1, 10_000),
        ("abs(-0.7 mm)", 7, 10_000),
        ("if 1 < 2 then 0.3 mm else 4 mm", 3, 10_000),
    ] {
        let found = exact("", value);
        assert_eq!(found, ratio(p, q), "{value}");
        off = off.max(found - ratio(p, q));
    }
    case!("lengths of a sweep", "sums, products and quotients of decimals", ClosedForm, "fractions by long hand")
        .unit("m")
        .off(off.to_f64().value(), 0.0);
    // what floats make of it: 0.1 + 0.2 is not 0.3
    assert_ne!(0.1 + 0.2, 0.3);
}

#[test]
fn functions_are_worth_their_floats() {
    let root = libm_sqrt(2.0);
    assert_eq!(exact("", "sqrt(2) mm"), RBig::try_from(root).unwrap() * ratio(1, 1000));
    // only the part under the root is rounded
    assert_eq!(exact("", "sqrt(2)*0.1 mm"), RBig::try_from(root).unwrap() * ratio(1, 10_000));
    assert_eq!(exact("", "pi*0.1 mm"), RBig::try_from(std::f64::consts::PI).unwrap() * ratio(1, 10_000));
}

fn libm_sqrt(x: f64) -> f64 {
    x.sqrt()
}

#[test]
fn names_lists_and_loops_stay_exact() {
    let lets = "let pitch = 0.1 mm\nlet corner = (0.2, 0.3) mm\nlet steps = [0.1 mm, 0.7 mm]\nlet n = 0.3";
    assert_eq!(exact(lets, "3*pitch"), ratio(3, 10_000));
    assert_eq!(exact(lets, "corner.y - corner.x"), ratio(1, 10_000));
    assert_eq!(exact(lets, "steps[1] + steps[0]"), ratio(8, 10_000));
    assert_eq!(exact(lets, "n mm"), ratio(3, 10_000));
    assert_eq!(exact("let a = b + 0.1 mm\nlet b = 0.2 mm", "a"), ratio(3, 10_000));
    let teeth = "for i in 0..3 { obstacle tooth[i] = move(rect(0.1 mm, 1 mm), (0.3*i, 50) mm) }
for x in [0.1, 0.7] { for y in [60.1 mm] { obstacle peg[10*x] = polygon((0, 0), (1, 0), (0, 1)) mm at (x mm, y) } }";
    let sweep = swept(&fastener(teeth));
    assert_eq!(sweep.obstacles[2].rings[0].points[0], [ratio(55, 100_000), ratio(495, 10_000)]);
    assert_eq!(sweep.obstacles[2].name, "tooth[2]");
    assert_eq!(sweep.obstacles[4].rings[0].points[0], [ratio(7, 10_000), ratio(601, 10_000)]);
}

#[test]
fn values_set_from_outside_are_exact() {
    let set = |path: &str, value: &str, text: &str| {
        let options = BuildOptions { overrides: vec![(path.to_owned(), expression(value))], ..BuildOptions::default() };
        model_with(text, &options).sweep().unwrap().clone()
    };
    let text = fastener("let gap = 1 mm").replace("at (0, 3) mm", "at (gap, 0 m)");
    assert_eq!(set("gap", "0.1 mm + 0.2 mm", &text).pawls[0].hinge[0], ratio(3, 10_000));
    let text = fastener("");
    assert_eq!(set("hook.friction", "0.3", &text).pawls[0].friction, ratio(3, 10));
    assert_eq!(set("hook.stiffness", "0.3 N*mm", &text).pawls[0].stiffness, ratio(3, 10_000));
    assert_eq!(set("hook.rest", "90 deg", &text).pawls[0].start.half_tangent, ratio(1, 1));
    assert_eq!(set("body.until", "3 s", &text).until, ratio(3, 1));
    assert_eq!(set("body.moves", "(3, 4) mm/s", &text).until, ratio(8, 1));
    assert_eq!(set("body.from", "(0.3, 0) mm", &text).start[0], ratio(3, 10_000));
    assert_eq!(set("hook.at", "(0.3, 0) mm", &text).pawls[0].hinge[0], ratio(3, 10_000));
}

#[test]
fn what_a_scene_leaves_unsaid_can_be_set() {
    let set = |path: &str, value: &str| {
        let text =
            fastener("").replace(" at (0, 3) mm", "").replace(" from (-20, 7) mm", "").replace("; friction = 0.2", "");
        let options = BuildOptions { overrides: vec![(path.to_owned(), expression(value))], ..BuildOptions::default() };
        model_with(&text, &options).sweep().unwrap().clone()
    };
    assert_eq!(set("hook.at", "(0, 0.3) mm").pawls[0].hinge, [ratio(0, 1), ratio(3, 10_000)]);
    assert_eq!(set("body.from", "(-20, 0.3) mm").start, [ratio(-20, 1000), ratio(3, 10_000)]);
    assert_eq!(set("hook.friction", "0.3").pawls[0].friction, ratio(3, 10));
    assert_eq!(set("hook.start", "90 deg").pawls[0].start.half_tangent, ratio(1, 1));
    let corner = |sweep: &SweepModel| sweep.obstacles[0].rings[0].points[1].clone();
    assert_eq!(corner(&set("plate.at", "(0.1, 0.2) mm")), [ratio(101, 10_000), ratio(2, 10_000)]);
    assert_eq!(corner(&set("plate.turned", "90 deg")), [ratio(0, 1), ratio(10, 1000)]);
    // a root that does not say how far it goes
    let text = fastener("").replace(" until 40 mm", "");
    let options =
        BuildOptions { overrides: vec![("body.until".to_owned(), expression("3 mm"))], ..BuildOptions::default() };
    assert_eq!(model_with(&text, &options).sweep().unwrap().until, ratio(3, 1));
}

#[test]
fn corners_and_edges_are_counted_as_written() {
    let rings = |region: &str| swept(&fastener(&format!("obstacle x = {region}"))).obstacles[0].rings.clone();
    let corners = |ring: &Ring| (0..ring.points.len()).map(|k| ring.corner_number(k)).collect::<Vec<_>>();
    let edges = |ring: &Ring| (0..ring.points.len()).map(|k| ring.edge_number(k)).collect::<Vec<_>>();
    let numbers = |region: &str| {
        let rings = rings(region);
        (corners(&rings[0]), edges(&rings[0]))
    };
    assert_eq!(numbers("polygon((0, 0), (4, 0), (0, 3)) mm"), (vec![1, 2, 3], vec![1, 2, 3]));
    // clockwise: the model has corners 1, 3, 2, so that its first edge is the text's third
    assert_eq!(numbers("polygon((0, 0), (0, 3), (4, 0)) mm"), (vec![1, 3, 2], vec![3, 2, 1]));
    // a doubled corner is named by its first number, the edge from it by its last; one that closes the outline is the first
    let doubled = "polygon((0, 0), (0, 3), (0, 3), (0, 3), (4, 0), (0, 0)) mm";
    assert_eq!(numbers(doubled), (vec![1, 5, 2], vec![5, 4, 1]));
    let written: Vec<[f64; 2]> =
        rings(doubled)[0].as_written().iter().map(|p| [p[0].to_f64().value(), p[1].to_f64().value()]).collect();
    assert_eq!(written, [[0.0, 0.0], [0.0, 0.003], [0.0, 0.003], [0.0, 0.003], [0.004, 0.0], [0.0, 0.0]]);
    assert_eq!(numbers("polygon((0, 0), (4, 0), (4, 0), (0, 3), (0, 0)) mm"), (vec![1, 2, 4], vec![1, 3, 4]));
    // what goes on straight is one edge, from the corner it begins at in the text
    assert_eq!(
        numbers("polygon((0, 0), (0, 1), (0, 3), (4, 0), (2, 0)) mm"),
        (vec![1, 5, 4, 3, 2], vec![4, 4, 3, 1, 1])
    );
    // moved, turned, scaled and mirrored outlines keep their numbers
    let clockwise = "polygon((0, 0), (0, 3), (4, 0)) mm";
    for made in
        ["move(P, (1, 2) mm)", "turn(P, 90 deg)", "turn(P, 30 deg)", "scale(P, 2)", "P turned 20 deg at (1, 2) mm"]
    {
        assert_eq!(numbers(&made.replace('P', clockwise)), (vec![1, 3, 2], vec![3, 2, 1]), "{made}");
    }
    assert_eq!(numbers(&format!("mirror({clockwise})")), (vec![1, 2, 3], vec![1, 2, 3]));
    // a hole runs clockwise; one that is written so keeps its order
    let pierced = rings("pierced(rect((-9, -9) mm, (9, 9) mm), polygon((0, 0), (0, 3), (4, 0)) mm)");
    assert_eq!((corners(&pierced[1]), edges(&pierced[1])), (vec![1, 2, 3], vec![1, 2, 3]));
    // 1/3 as a float lies below the line that it is on
    let touching = "polygon((0, 0), (3, 1), (3, -2), (1.1, -2), (1, 1/3), (0.9, -2), (0, -2)) m";
    let found = build(&definition(&fastener(&format!("obstacle x = {touching}"))), &BuildOptions::default());
    let found = found.expect_err("edges that meet");
    assert!(found.iter().any(|f| f.message.contains("from corner 1 and corner 5 meet")), "{found:?}");
}

#[test]
fn regions_of_exact_operations_are_exact() {
    let points = |region: &str| {
        let sweep = swept(&fastener(&format!("obstacle x = {region}")));
        sweep.obstacles[0].rings.iter().map(|r| r.points.clone()).collect::<Vec<_>>()
    };
    let triangle = "polygon((0.1, 0), (0.3, 0), (0.1, 0.7)) mm";
    let of = |list: &[(i64, i64)]| -> Vec<[RBig; 2]> {
        list.iter().map(|(x, y)| [ratio(*x, 10_000), ratio(*y, 10_000)]).collect()
    };
    assert_eq!(points(triangle), [of(&[(1, 0), (3, 0), (1, 7)])]);
    assert_eq!(points(&format!("move({triangle}, (0.2, 0.1) mm)")), [of(&[(3, 1), (5, 1), (3, 8)])]);
    assert_eq!(points(&format!("scale({triangle}, 3)")), [of(&[(3, 0), (9, 0), (3, 21)])]);
    assert_eq!(points(&format!("turn({triangle}, 90 deg)")), [of(&[(0, 1), (0, 3), (-7, 1)])]);
    assert_eq!(points(&format!("turn({triangle}, -180 deg)")), [of(&[(-1, 0), (-3, 0), (-1, -7)])]);
    // left and right change places, and the corners run the other way
    assert_eq!(points(&format!("mirror({triangle})")), [of(&[(-1, 0), (-1, 7), (-3, 0)])]);
    assert_eq!(points(&format!("mirror({triangle}, 45 deg)")), [of(&[(0, 1), (7, 1), (0, 3)])]);
    assert_eq!(points(&format!("{triangle} turned 90 deg at (0.2, 0) mm")), [of(&[(2, 1), (2, 3), (-5, 1)])]);
    assert_eq!(points("rect((0.1, 0.1) mm, (0.3, 0.2) mm)"), [of(&[(1, 1), (3, 1), (3, 2), (1, 2)])]);
    // a hole runs clockwise
    for frame in ["pierced(rect(1 mm, 1 mm), rect(0.2 mm, 0.2 mm))", "rect(1 mm, 1 mm) - rect(0.2 mm, 0.2 mm)"] {
        let rings = points(frame);
        assert_eq!(rings[0], of(&[(-5, -5), (5, -5), (5, 5), (-5, 5)]));
        assert_eq!(rings[1], of(&[(-1, -1), (-1, 1), (1, 1), (1, -1)]));
    }
    // other angles and unions are worth their floats, which stay close
    for region in [format!("turn({triangle}, 30 deg)"), format!("{triangle} + rect(1 mm, 1 mm)")] {
        let rings = points(&region);
        assert!(rings[0].iter().flatten().all(|x| x.to_f64().value().abs() < 2e-3), "{region}");
    }
}

#[test]
fn corners_know_where_they_are_written() {
    let text = fastener("");
    let sweep = swept(&text);
    let spans = |s: Span| &text[s.start as usize..s.end as usize];
    assert_eq!(spans(sweep.pawls[0].outline.spans[1]), "(6, -1)");
    assert_eq!(spans(sweep.obstacles[0].rings[0].spans[3]), "(0, 5)");
    // a clockwise outline is turned, its places with it
    let text = fastener("").replace("(0, 0), (6, -1), (6, 1)", "(0, 0), (6, 1), (6, -1)");
    let sweep = swept(&text);
    assert_eq!(sweep.pawls[0].outline.points[1], [ratio(6, 1000), ratio(-1, 1000)]);
    let s = sweep.pawls[0].outline.spans[1];
    assert_eq!(&text[s.start as usize..s.end as usize], "(6, -1)");
}

#[test]
fn angles_enter_through_the_tangent_of_their_half() {
    let of = |angle: &str| {
        let text = fastener("").replace("friction = 0.2", &format!("friction = 0.2; rest = {angle}"));
        let rest = swept(&text).pawls[0].rest.clone();
        (rest.sheet, rest.half_tangent)
    };
    for (angle, sheet, p, q) in [
        ("0 deg", 0, 0, 1),
        ("90 deg", 0, 1, 1),
        ("-90 deg", 0, -1, 1),
        ("180 deg", 1, 0, 1),
        ("0.25 turn", 0, 1, 1),
        ("-pi/2", 0, -1, 1),
        ("pi rad", 1, 0, 1),
        ("2 turn", 4, 0, 1),
        ("2*atan(3/4)", 0, 3, 4),
        ("-2*atan(0.1)", 0, -1, 10),
        ("90 deg - 2*atan(1/3)", 0, 1, 2),
        ("2*atan(2)", 1, -1, 2),
    ] {
        assert_eq!(of(angle), (sheet, ratio(p, q)), "{angle}");
    }
    // tan 15°
    let (sheet, tangent) = of("30 deg");
    assert_eq!(sheet, 0);
    let want = 1.0 / (2.0 + 3f64.sqrt());
    case!("rest angle of a pawl, 30°", "tangent of its half", ClosedForm, "1/(2 + √3)")
        .answer(want, "")
        .off(tangent.to_f64().value() - want, 1e-16);
}

#[test]
fn friction_can_be_left_out_of_a_run() {
    let options = BuildOptions { without: vec![Domain::Friction], ..BuildOptions::default() };
    let model = model_with(&fastener(""), &options);
    assert_eq!(model.sweep().unwrap().pawls[0].friction, ratio(0, 1));
}

#[test]
fn what_the_builder_makes_is_what_the_text_says() {
    let point = |x: f64, y: f64| tuple([number(x), number(y)]);
    let polygon =
        |points: &[(f64, f64)]| -> Expr { call("polygon", points.iter().map(|(x, y)| point(*x, *y))).with_unit("mm") };
    let scene = Scene::planar()
        .with(method("sweep"))
        .with(obstacle("plate", polygon(&[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)])))
        .with(
            root("body", point(1.0, 0.0).with_unit("mm/s"))
                .outline(call("rect", [quantity(2.0, "mm"), quantity(1.0, "mm")]))
                .from(point(-20.0, 7.0).with_unit("mm"))
                .until(quantity(40.0, "mm")),
        )
        .with(
            pawl("hook", "body", polygon(&[(0.0, 0.0), (6.0, -1.0), (6.0, 1.0)]))
                .at(point(0.0, 3.0).with_unit("mm"))
                .option("stiffness", quantity(12.0, "N*mm/rad"))
                .option("friction", number(0.2)),
        )
        .with(report(["events", "insertion_force"]))
        .build();
    let (made, said) = (build(&scene, &BuildOptions::default()).unwrap(), model(&fastener("")));
    assert_eq!(without_places(made.sweep().unwrap()), without_places(said.sweep().unwrap()));
    // and its text says it again
    let (again, findings) = load("again.mech", &print(&scene), &mut NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    let again = build(&again, &BuildOptions::default()).unwrap();
    assert_eq!(without_places(again.sweep().unwrap()), without_places(said.sweep().unwrap()));
}

fn without_places(sweep: &SweepModel) -> SweepModel {
    let mut sweep = sweep.clone();
    sweep.root_span = Span::NOWHERE;
    let rings =
        sweep.obstacles.iter_mut().flat_map(|o| &mut o.rings).chain(sweep.pawls.iter_mut().map(|p| &mut p.outline));
    for ring in rings.chain(&mut sweep.root_outline) {
        ring.spans.fill(Span::NOWHERE);
    }
    sweep.obstacles.iter_mut().for_each(|o| o.span = Span::NOWHERE);
    sweep.pawls.iter_mut().for_each(|p| p.span = Span::NOWHERE);
    sweep.lets.iter_mut().for_each(|l| l.span = Span::NOWHERE);
    sweep
}

#[test]
fn formatting_and_printing_keep_the_sweep() {
    let text = fastener("let gap = 0.1 mm").replace("at (0, 3) mm", "at (gap, 3 mm)");
    let said = without_places(&swept(&text));
    assert_eq!(without_places(&swept(&format(&text).unwrap())), said);
    assert_eq!(without_places(&swept(&print(&definition(&text)))), said);
}

/// A random length over the names of `LETS`.
fn length() -> impl Strategy<Value = String> {
    let number =
        || (1u32..2000, 0u32..4).prop_map(|(n, places)| format!("{}", f64::from(n) / f64::from(10u32.pow(places))));
    let unit = || prop::sample::select(vec!["mm", "cm", "in", "m", "um"]);
    let leaf = prop_oneof![
        (number(), unit()).prop_map(|(n, u)| format!("{n} {u}")),
        (number(), number(), unit()).prop_map(|(a, b, u)| format!("({a} - {b}/3) {u}")),
        (number(), unit()).prop_map(|(n, u)| format!("sqrt({n}) {u}")),
        prop::sample::select(vec!["gap", "corner.y", "steps[1]", "count mm", "area/gap"]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 2, move |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) + ({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) - ({b})")),
            (inner.clone(), number()).prop_map(|(a, n)| format!("{n}*({a})/7")),
            (inner.clone(), number()).prop_map(|(a, n)| format!("({a})/{n}^2")),
            inner.clone().prop_map(|a| format!("-({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("max({a}, {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("if count > 2 then {a} else {b}")),
        ]
    })
}

const LETS: &str =
    "let gap = 0.3 mm\nlet corner = (1, 2.7) mm\nlet steps = [1 mm, 0.7 in]\nlet count = 3.1\nlet area = 2 mm^2";

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// The exact worth and the ordinary one, which puts a mass in place, are the same but for rounding.
    #[test]
    fn exact_and_ordinary_worth_agree(value in length()) {
        let ordinary = model(&format!("space planar\n{LETS}\nmass m = 1 kg at ({value}, 0 m)\n"));
        let (want, found) = (ordinary.bodies[0].pose.position[0], exact(LETS, &value).to_f64().value());
        prop_assert!((want - found).abs() <= 1e-9 * (1.0 + want.abs()), "{value}: {want} {found}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random decimals under random units, added and multiplied: the rational by long hand.
    #[test]
    fn decimals_with_units_are_their_rationals(
        terms in proptest::collection::vec((0u64..10_000_000_000, 0u32..9, 0usize..6, any::<bool>(), 1u64..50), 1..4),
    ) {
        const UNITS: [(&str, i64, u64); 6] =
            [("mm", 1, 1000), ("m", 1, 1), ("um", 1, 1_000_000), ("in", 254, 10_000), ("cm", 1, 100), ("km", 1000, 1)];
        let mut text = String::from("0 m");
        let mut want = RBig::ZERO;
        for (digits, places, unit, minus, divisor) in terms {
            let (name, p, q) = UNITS[unit];
            let shown = format!("{digits:0width$}", width = places as usize + 1);
            let (whole, fraction) = shown.split_at(shown.len() - places as usize);
            let decimal = if places == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") };
            text.push_str(&format!(" {} {decimal} {name}/{divisor}", if minus { "-" } else { "+" }));
            let value = RBig::from_parts(digits.into(), 10u64.pow(places).into()) * ratio(p, q) / RBig::from(divisor);
            want += if minus { -value } else { value };
        }
        prop_assert_eq!(exact("", &text), want, "{}", text);
    }
}
