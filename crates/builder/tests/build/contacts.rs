//! What may touch what, and what two are to each other.

use super::{close, definition, errors, expression, model, model_with};
use mainspring_builder::{BuildOptions, Domain, build};
use mainspring_model::{
    ContactMethod, ContactPair, ContactQuantity, ImpactLaw, Load, Model, Node, Penalty, Probe, Shape, Touched,
    Treatment, Trigger,
};

const BALLS: &str = "space planar
primitive ball { shape = disc(1 cm); mass = 1 kg; friction = 0.4; restitution = 0.9 }
primitive plain { shape = disc(1 cm); mass = 1 kg }
part a = ball() at (0, 0) cm
part b = ball() at (5, 0) cm
part c = plain() at (10, 0) cm
part d = plain() at (15, 0) cm
mass m = 1 kg at (20, 0) cm
obstacle floor = halfplane((0, -2) cm, (0, 2)) { friction = 0.9; restitution = 0.4 }
obstacle wall = rect(1 cm, 10 cm) at (30, 0) cm
";

fn pairs(m: &Model) -> Vec<String> {
    (0..m.contacts.pairs.len()).map(|i| m.contact_names(i).join("-")).collect()
}

fn pair(m: &Model, name: &str) -> ContactPair {
    let at = pairs(m).iter().position(|p| p == name).unwrap_or_else(|| panic!("no {name} in {:?}", pairs(m)));
    m.contacts.pairs[at]
}

fn balls(text: &str) -> Model {
    model(&format!("{BALLS}{text}"))
}

fn without(text: &str, domain: Domain) -> Model {
    model_with(&format!("{BALLS}{text}"), &BuildOptions { without: vec![domain], ..BuildOptions::default() })
}

#[test]
fn nothing_touches_unless_said() {
    assert!(balls("").contacts.pairs.is_empty());
    assert!(balls("contacts none").contacts.pairs.is_empty());
    let codes: Vec<String> = balls("").notes.iter().map(|n| n.code.clone()).collect();
    assert_eq!(codes, ["N0618"]);
    assert!(balls("contacts none").notes.is_empty());
}

#[test]
fn all_is_every_pair_of_shapes_of_which_one_moves() {
    let m = balls("fix d\ncontacts all");
    // four discs, one of them fixed, a point and two obstacles: C(5, 2) + 4·2 pairs
    let want = [
        "a-b", "a-c", "a-d", "a-m", "a-floor", "a-wall", "b-c", "b-d", "b-m", "b-floor", "b-wall", "c-d", "c-m",
        "c-floor", "c-wall", "m-d", "m-floor", "m-wall",
    ];
    assert_eq!(pairs(&m), want);
    assert!(m.contacts.pairs.iter().all(|p| p.a != 3));
}

#[test]
fn a_part_that_cannot_move_comes_second() {
    let m = balls("fix a\ncontact a, b");
    assert_eq!(pairs(&m), ["b-a"]);
}

#[test]
fn joined_neighbours_touch_only_where_named() {
    let joint = "joint j = revolute(a.center, b.center)\n";
    assert!(!pairs(&balls(&format!("{joint}contacts all"))).contains(&"a-b".to_owned()));
    assert!(!pairs(&balls(&format!("{joint}contacts a, b, c"))).contains(&"a-b".to_owned()));
    assert_eq!(pairs(&balls(&format!("{joint}contacts b, a"))), ["a-b"]);
    assert_eq!(pairs(&balls(&format!("{joint}contact a, b"))), ["a-b"]);
}

#[test]
fn wheels_of_a_gear_are_neighbours() {
    let m = balls(
        "joint j = revolute(ground (0, 0), a.center)\njoint k = revolute(ground (5 cm, 0), b.center)
joint g = gear(j, k) { ratio = -1 }\ncontacts a, b, c",
    );
    assert_eq!(pairs(&m), ["a-c", "b-c"]);
}

#[test]
fn lists_add_up() {
    assert_eq!(pairs(&balls("contacts a, b, floor\ncontacts c, a")), ["a-b", "a-c", "a-floor", "b-floor"]);
}

#[test]
fn composites_and_families_stand_for_all_their_parts() {
    let text = "composite two { part x = ball(); part y = plain() at (1, 0) m; joint j = weld(x, y) }
part tw = two() at (0, 1) m\npart l[0..3] = plain() at (0, 2) m\n";
    let m = balls(&format!("{text}contact tw, floor\ncontacts l, c\ncontacts tw"));
    // the two of `tw` are welded, so they do not touch each other
    assert_eq!(pairs(&m), ["c-l[0]", "c-l[1]", "c-l[2]", "tw.x-floor", "tw.y-floor"]);
    let m = balls(&format!("{text}contacts l"));
    assert_eq!(pairs(&m), ["l[0]-l[1]", "l[0]-l[2]", "l[1]-l[2]"]);
}

#[test]
fn all_in_a_composite_is_about_its_parts_and_the_obstacles() {
    let m = balls(
        "composite two { part x = ball(); part y = plain() at (1, 0) m; contacts all }\npart tw = two() at (0, 1) m",
    );
    assert_eq!(pairs(&m), ["tw.x-tw.y", "tw.x-floor", "tw.x-wall", "tw.y-floor", "tw.y-wall"]);
}

#[test]
fn two_of_one_kind_keep_their_coefficients() {
    let p = pair(&balls("contacts all"), "a-b");
    assert_eq!((p.friction, p.static_friction, p.restitution), (0.4, 0.4, 0.9));
    assert_eq!((p.rolling, p.spinning), (0.0, 0.0));
}

#[test]
fn different_ones_give_the_geometric_mean() {
    let p = pair(&balls("contacts all"), "a-floor");
    // √(0.4·0.9) and √(0.9·0.4)
    close(p.friction, 0.6);
    close(p.restitution, 0.6);
    close(p.static_friction, 0.6);
}

#[test]
fn what_only_one_says_holds_and_what_none_says_is_zero() {
    let m = balls("contacts all");
    let p = pair(&m, "a-c");
    assert_eq!((p.friction, p.restitution), (0.4, 0.9));
    let p = pair(&m, "c-d");
    assert_eq!((p.friction, p.static_friction, p.restitution), (0.0, 0.0, 0.0));
    // c-d, c-m, c-wall, d-m, d-wall and m-wall
    let note = m.notes.iter().find(|n| n.code == "N0611").expect("defaults are shown");
    assert!(note.message.contains("`c` and `d` (and 5 more pairs)"), "{}", note.message);
}

#[test]
fn the_closer_word_wins() {
    let text = "material steel { density = 7800 kg/m^3; thickness = 1 mm; friction = 0.2; static_friction = 0.3; restitution = 0.5 }
material rubber { density = 900 kg/m^3; thickness = 1 mm; friction = 0.8; restitution = 0.2 }
primitive ps { shape = disc(1 cm); material = steel }
primitive pr { shape = disc(1 cm); material = rubber }
primitive po { shape = disc(1 cm); material = rubber; friction = 0.05 }
part s = ps() at (0, 1) m
part r = pr() at (0, 2) m
part o = po() at (0, 3) m
contacts s, r, o
";
    // materials alone
    let p = pair(&balls(text), "s-r");
    close(p.friction, 0.4);
    close(p.static_friction, 0.24f64.sqrt());
    close(p.restitution, 0.1f64.sqrt());
    // the two materials together, unless a part says it itself
    let table = format!("{text}materials rubber, steel {{ friction = 0.7; rolling = 0.1 mm }}\n");
    let p = pair(&balls(&table), "s-r");
    assert_eq!((p.friction, p.static_friction, p.rolling), (0.7, 0.7, 1e-4));
    close(p.restitution, 0.1f64.sqrt());
    let p = pair(&balls(&table), "s-o");
    close(p.friction, 0.1);
    assert_eq!(p.rolling, 1e-4);
    // the pair's own line
    let p = pair(&balls(&format!("{table}contact r, s {{ friction = 0.9; restitution = 1 }}")), "s-r");
    assert_eq!((p.friction, p.static_friction, p.restitution, p.rolling), (0.9, 0.9, 1.0, 1e-4));
}

#[test]
fn a_line_on_the_parts_themselves_comes_before_one_on_their_composite() {
    let text = "composite two { part x = ball(); part y = plain() at (1, 0) m }\npart tw = two() at (0, 1) m\n";
    let (close_one, wide) = ("contact tw.x, floor { friction = 0.1 }\n", "contact tw, floor { friction = 0.7 }\n");
    for order in [format!("{close_one}{wide}"), format!("{wide}{close_one}")] {
        let m = balls(&format!("{text}{order}"));
        assert_eq!((pair(&m, "tw.x-floor").friction, pair(&m, "tw.y-floor").friction), (0.1, 0.7));
    }
    let twice = errors(&format!("{BALLS}contact a, b {{ friction = 0.1 }}\ncontact b, a {{ friction = 0.2 }}"));
    assert_eq!(twice, [("E0216".to_owned(), "contact b, a { friction = 0.2 }".to_owned())]);
    // the same said twice is no contradiction
    assert_eq!(pairs(&balls("contact a, b { friction = 0.1 }\ncontact b, a { friction = 0.1 }")), ["a-b"]);
}

#[test]
fn without_contacts_nothing_touches_and_nothing_stops() {
    let text = "contacts all\njoint j = prismatic(ground, a.center) { limits = (-1, 1) cm; restitution = 0.3 }
release j when a.touches(floor)\nrecord contact(a, floor).force, a.contact_force, contact(a, floor).heat";
    assert_eq!(balls(text).joints[0].stop, Some(0.3));
    let m = without(text, Domain::Contacts);
    assert!(m.contacts.pairs.is_empty());
    assert_eq!((m.joints[0].stop, m.joints[0].limits), (None, Some([-0.01, 0.01])));
    let Trigger::When(node) = m.switches[0].trigger else { panic!() };
    assert_eq!(m.programs.nodes[node], Node::Constant(-1.0));
    assert_eq!(m.channels.len(), 3);
    assert!(m.channels.iter().flat_map(|c| &c.nodes).all(|n| m.programs.nodes[*n] == Node::Constant(0.0)));
    // where a contact would be is not measured
    let m = without("contacts all\nrecord contact(a, b).gap, a.position", Domain::Contacts);
    assert_eq!(m.channels.len(), 1);
    assert_eq!(m.notes.iter().map(|n| n.code.as_str()).collect::<Vec<_>>(), ["W0610"]);
}

#[test]
fn without_friction_parts_still_touch() {
    let p = pair(&without("contact a, b { rolling = 1 mm }", Domain::Friction), "a-b");
    assert_eq!((p.friction, p.static_friction, p.rolling, p.restitution), (0.0, 0.0, 0.0, 0.9));
}

#[test]
fn force_is_on_the_part_named_second() {
    let m = balls("contacts all\nrecord contact(a, b).force, contact(b, a).force, contact(floor, a).point");
    let force = |axis| Probe::Contact { pair: 0, quantity: ContactQuantity::Force(axis) };
    let probe = |n: usize| match m.programs.nodes[n] {
        Node::Probe(p) => m.programs.probes[p],
        other => panic!("{other:?}"),
    };
    assert_eq!(m.channels[0].nodes.iter().map(|n| probe(*n)).collect::<Vec<_>>(), [force(0), force(1)]);
    for (axis, node) in m.channels[1].nodes.iter().enumerate() {
        let Node::Unary(mainspring_model::UnaryFn::Neg, inner) = m.programs.nodes[*node] else { panic!() };
        assert_eq!(probe(inner), force(u8::try_from(axis).unwrap()));
    }
    let Probe::Contact { pair, quantity: ContactQuantity::Point(0) } = probe(m.channels[2].nodes[0]) else { panic!() };
    assert_eq!(m.contact_path(pair), "contact(a, floor)");
}

#[test]
fn every_quantity_of_a_contact_has_its_unit() {
    let m = balls(
        "contacts all
record contact(a, b).gap, contact(a, b).normal_force, contact(a, b).friction_force, contact(a, b).impulse
record contact(a, b).slip, contact(a, b).mode, contact(a, b).points, contact(a, b).heat, contact(a, b).force.x
record a.contact_force, a.contact_torque, if a.touches(b) then 1 else 0
for p in 0..1 { record contact(a, b).point.y }",
    );
    let units: Vec<String> = m.channels.iter().map(|c| c.dimension.si_unit()).collect();
    assert_eq!(
        units,
        ["m", "N", "N", "kg*m/s", "m/s", "", "", "J", "N", "N", "J", "", "m"].map(|u| {
            // as the dimensions themselves spell them
            match u {
                "kg*m/s" => mainspring_definition::Dimension::MOMENTUM.si_unit(),
                "J" => mainspring_definition::Dimension::ENERGY.si_unit(),
                other => other.to_owned(),
            }
        })
    );
    assert_eq!(m.channels.last().unwrap().name, "contact(a, b).point.y");
    assert!(m.programs.probes.contains(&Probe::Work(Load::Contact(0))));
    assert!(m.programs.probes.contains(&Probe::ContactLoad { body: 0, torque: true, axis: 2 }));
}

#[test]
fn touching_is_a_condition() {
    let m = balls(
        "contacts all\njoint j = weld(c, d)\njoint k = revolute(ground (0, 0), a.center)
release j when a.touches(b) and not a.touches(floor)\nrelease k when t > 1 s or c.touches(a)",
    );
    let Trigger::When(node) = m.switches[0].trigger else { panic!() };
    // min(touches, −touches)
    let tape = m.programs.tape(&[node]);
    let mut values = vec![0.0; m.programs.nodes.len()];
    let of = |name: &str| pairs(&m).iter().position(|p| p == name).unwrap();
    let (ab, floor) = (of("a-b"), of("a-floor"));
    for (first, second, want) in [(1.0, -1.0, 1.0), (1.0, 1.0, -1.0), (-1.0, -1.0, -1.0)] {
        let read = |p: usize| match m.programs.probes[p] {
            Probe::Contact { pair, quantity: ContactQuantity::Touches } if pair == ab => first,
            Probe::Contact { pair, quantity: ContactQuantity::Touches } if pair == floor => second,
            other => panic!("{other:?}"),
        };
        m.programs.evaluate(&tape, 0.0, 0.0, read, &mut values);
        assert_eq!(values[node], want);
    }
}

#[test]
fn a_composite_touches_where_one_of_its_parts_does() {
    let m = balls(
        "composite two { part x = ball(); part y = plain() at (1, 0) m }\npart tw = two() at (0, 1) m\ncontacts all\nquantity hit = tw.touches(floor)",
    );
    let touches = m.programs.probes.iter().filter(|p| matches!(p, Probe::Contact { .. })).count();
    assert_eq!(touches, 2);
}

#[test]
fn methods_and_laws_by_name() {
    let c = balls("").contacts;
    assert_eq!((c.method, c.impact, c.treatment, c.rest_speed), <_>::default());
    let c =
        balls("method penalty { stiffness = 2e5 N/m; damping = 3 N*s/m; slip_speed = 2 mm/s; adapt = true }").contacts;
    let want = Penalty { stiffness: 2e5, damping: Some(3.0), slip_speed: 2e-3, adapt: true };
    assert_eq!(c.method, ContactMethod::Penalty(want));
    let c = balls("method penalty { adapt }\nimpact { law = newton; treatment = simultaneous; rest_speed = 1 mm/s }")
        .contacts;
    let want = Penalty { stiffness: 1e6, damping: None, slip_speed: 1e-3, adapt: true };
    assert_eq!(c.method, ContactMethod::Penalty(want));
    assert_eq!((c.impact, c.treatment, c.rest_speed), (ImpactLaw::Newton, Treatment::Simultaneous, Some(1e-3)));
    assert_eq!(balls("impact { law = cilia }").contacts.impact, ImpactLaw::Cilia);
    assert_eq!(
        balls("method event\nimpact { law = coulomb; treatment = sequential }").contacts.treatment,
        Treatment::Sequential
    );
}

#[test]
fn methods_and_coefficients_can_be_set_from_outside() {
    let set = |path: &str, value: &str| (path.to_owned(), expression(value));
    let overrides = vec![
        set("method", "penalty"),
        set("method.stiffness", "5 N/m"),
        set("impact.law", "newton"),
        set("floor.restitution", "1"),
        set("contact(a, b).friction", "0.25"),
    ];
    let options = BuildOptions { overrides, ..BuildOptions::default() };
    let m = model_with(&format!("{BALLS}contacts all\ncontact a, b {{ friction = 0.1 }}"), &options);
    let ContactMethod::Penalty(penalty) = m.contacts.method else { panic!() };
    assert_eq!((penalty.stiffness, m.contacts.impact), (5.0, ImpactLaw::Newton));
    assert_eq!(pair(&m, "a-b").friction, 0.25);
    close(pair(&m, "a-floor").restitution, 0.9f64.sqrt());
}

#[test]
fn what_is_stepped_may_be_kept_awake() {
    for (text, awake) in [
        ("method stepping", false),
        ("method stepping { sleep = on }", false),
        ("method stepping { step = 1 ms; sleep = off }", true),
        ("method event { sleep = off; crowds = step }", true),
    ] {
        assert_eq!(balls(text).contacts.awake, awake, "{text}");
    }
    for method in ["event", "stepping"] {
        let overrides = vec![("method".to_owned(), expression(method)), ("method.sleep".to_owned(), expression("off"))];
        let options = BuildOptions { overrides, ..BuildOptions::default() };
        assert!(model_with(&format!("{BALLS}contacts all"), &options).contacts.awake, "{method}");
    }
}

#[test]
fn half_spaces_have_unit_normals() {
    let m = balls("");
    let Shape::HalfSpace { point, normal } = m.obstacles[0].shape else { panic!() };
    assert_eq!((point, normal), ([0.0, -0.02, 0.0], [0.0, 1.0, 0.0]));
    let m = model(
        "space spatial\nobstacle g = halfspace((0, 0, 1) m, (3, 0, 4)) at (1, 0, 0) m turned 90 deg about (0, 1, 0)
primitive s { shape = sphere(1 cm); mass = 1 kg }\npart x = s() at (0, 0, 0)\ncontact x, g { spinning = 1 mm; friction = 0.1 }",
    );
    let Shape::HalfSpace { normal, .. } = m.obstacles[0].shape else { panic!() };
    close(normal[0], 0.6);
    close(normal[2], 0.8);
    assert_eq!(m.contacts.pairs[0].b, Touched::Obstacle(0));
    assert_eq!(m.contacts.pairs[0].spinning, 1e-3);
}

#[test]
fn what_cannot_touch_is_an_error() {
    for (code, text, place) in [
        ("E0518", "mass n = 1 kg at (9, 9) m\ncontact m, n", "contact m, n"),
        ("E0518", "contact a, a", "contact a, a"),
        ("E0518", "contact a, b, c", "contact a, b, c"),
        ("E0518", "contacts a", "contacts a"),
        ("E0518", "contact floor, wall", "contact floor, wall"),
        ("E0518", "fix a, b\ncontact a, b", "contact a, b"),
        ("E0518", "contact a, b { spinning = 1 mm }", "spinning"),
        ("E0207", "joint j = weld(a, b)\ncontact j, a", "j"),
        ("E0519", "record contact(a, b).gap", "contact(a, b)"),
        ("E0519", "contact a, b\nquantity q = a.touches(c)", "a.touches(c"),
        ("E0519", "contact a, b\nrecord c.contact_force", "contact_force"),
        ("E0308", "contact a, b\nrecord contact(a, b).gaps", "gaps"),
        ("E0308", "contact a, b\nquantity q = a.touch(b)", "touch"),
        ("E0210", "contact a, b\nrecord contact(a).gap", "contact(a)"),
        ("E0210", "contact a, b\nquantity q = a.touches(b, c)", "touches"),
        ("E0309", "contact a, b\nforce f on a = contact(a, b).force", "contact(a, b).force"),
        ("E0309", "contact a, b\npart x = ball() at (contact(a, b).gap, 0)", "contact(a, b)"),
        ("E0216", "contacts all\ncontacts none", "contacts none"),
        ("E0216", "method event\nmethod penalty", "penalty"),
        ("E0216", "impact { law = newton }\nimpact { law = cilia }", "impact { law = cilia }"),
        ("E0217", "contact a, b { frictoin = 0.3 }", "frictoin"),
        ("E0217", "method event { stiffness = 1 N/m }", "stiffness"),
        ("E0217", "method stepping { stiffness = 1 N/m }", "stiffness"),
        ("E0509", "method stepping { step = 0 s }", "0 s"),
        ("E0217", "impact { laws = newton }", "laws"),
        ("E0217", "obstacle x = disc(1 cm) { colour = 1 }", "colour"),
        ("E0408", "contact a, b { restitution = 1.5 }", "1.5"),
        ("E0408", "contact a, b { friction = 0.5; static_friction = 0.3 }", "0.3"),
        ("E0408", "contact a, b { static_friction = 0.3 }", "contact a, b { static_friction = 0.3 }"),
        ("E0408", "material x { static_friction = 0.3 }", "0.3"),
        ("E0509", "impact { law = newto }", "newto"),
        ("E0509", "impact { treatment = newton }", "newton"),
        ("E0509", "method penalty { stiffness = 0 N/m }", "0 N/m"),
        ("E0213", "method leap", "leap"),
        (
            "E0405",
            "primitive x { shape = halfplane((0, 0), (0, 1)); mass = 1 kg }\npart y = x() at (0, 0)",
            "halfplane((0, 0), (0, 1))",
        ),
        ("E0405", "obstacle x = halfspace((0, 0), (0, 1))", "halfspace((0, 0), (0, 1))"),
        ("E0508", "obstacle x = halfplane((0, 0), (0, 0))", "(0, 0)"),
        ("E0303", "obstacle x = halfplane((0, 0), (0, 1)) + disc(1 cm)", "halfplane((0, 0), (0, 1)) + disc(1 cm)"),
        ("E0517", "joint j = revolute(ground (0, 0), a.center) { restitution = 0.5 }", "restitution"),
        ("E0408", "joint j = revolute(ground (0, 0), a.center) { limits = (-1, 1) rad; restitution = 2 }", "2"),
        ("E0518", "materials floor, wall, a { friction = 1 }", "materials floor, wall, a { friction = 1 }"),
    ] {
        let found = errors(&format!("{BALLS}{text}"));
        assert!(found.contains(&(code.to_owned(), place.to_owned())), "{text}: {found:?}");
    }
}

#[test]
fn too_many_pairs_are_an_error_and_no_hang() {
    let text = format!("{BALLS}part l[0..2000] = plain() at (0, 2) m\ncontacts all");
    assert_eq!(errors(&text)[0].0, "E0209");
}

#[test]
fn any_option_of_a_line_about_two_can_be_set() {
    let set = |text: &str, given: &[(&str, &str)]| {
        let overrides = given.iter().map(|(p, v)| ((*p).to_owned(), expression(v))).collect();
        model_with(&format!("{BALLS}{text}"), &BuildOptions { overrides, ..BuildOptions::default() })
    };
    let line = "contact a, floor { restitution = 0.1 }\ncontacts b, floor\n";
    for path in ["contact(a, floor)", "contact(floor, a)"] {
        let one = |option: &str, value: &str| pair(&set(line, &[(&format!("{path}.{option}"), value)]), "a-floor");
        close(one("friction", "0.3").friction, 0.3);
        close(one("static_friction", "0.95").static_friction, 0.95);
        close(one("restitution", "0.2").restitution, 0.2);
        close(one("rolling", "2 mm").rolling, 2e-3);
        // what is not set stays
        close(one("rolling", "2 mm").restitution, 0.1);
    }
    // in whichever order the two are named, the last value counts
    let twice = set(line, &[("contact(a, floor).friction", "0.3"), ("contact(floor, a).friction", "0.5")]);
    close(pair(&twice, "a-floor").friction, 0.5);
    close(pair(&set("contact a, floor", &[("contact(a, floor).friction", "0.25")]), "a-floor").friction, 0.25);
}

#[test]
fn members_and_parts_of_composites_are_set_by_their_paths() {
    let text = "space planar
primitive ball { shape = disc(1 cm); mass = 1 kg }
composite two() {
  part left = ball() at (0, 0) cm
  part right = ball() at (5, 0) cm
  contact left, right
}
part pair = two() at (0, 0) cm
for i in 0..4 { part row[i] = ball() at (10*i, 10) cm }
contact row[1], row[2]
contact row[2], row[3]
";
    let set = |path: &str| {
        let overrides = vec![(path.to_owned(), expression("0.3"))];
        model_with(text, &BuildOptions { overrides, ..BuildOptions::default() })
    };
    let rubbing = |m: &Model| {
        pairs(m)
            .into_iter()
            .zip(&m.contacts.pairs)
            .filter(|(_, p)| p.friction == 0.3)
            .map(|(n, _)| n)
            .collect::<Vec<_>>()
    };
    assert_eq!(rubbing(&set("contact(pair.right, pair.left).friction")), ["pair.left-pair.right"]);
    assert_eq!(rubbing(&set("contact(row[3], row[2]).friction")), ["row[2]-row[3]"]);
}

#[test]
fn what_cannot_be_set_of_two_says_what_to_write() {
    let wrong = |text: &str, path: &str| {
        let overrides = vec![(path.to_owned(), expression("0.3"))];
        let options = BuildOptions { overrides, ..BuildOptions::default() };
        let errors = build(&definition(&format!("{BALLS}{text}")), &options).expect_err("nothing to set");
        let found: Vec<_> = errors.iter().filter(|d| d.is_error()).collect();
        let [finding] = found.as_slice() else { panic!("{errors:?}") };
        assert_eq!(finding.code, "E0214");
        format!("{} {}", finding.message, finding.help.clone().unwrap_or_default())
    };
    let none = wrong("contacts a, floor", "contact(a, floor).friction");
    assert!(none.contains("write `contact a, floor { friction = … }` in the scene"), "{none}");
    let option = wrong("contact a, floor", "contact(floor, a).fricton");
    assert!(option.contains("has no option `fricton`") && option.contains("did you mean `friction`?"), "{option}");
    let near = wrong("contact a, floor", "contact(a, flor).friction");
    assert!(near.contains("did you mean `contact(a, floor).friction`?"), "{near}");
}
