//! Surfaces, windows, arrays, frames, scripts, bins, and parts that arrive and leave.

use super::{errors_with, expression as said_as, model, model_with};
use mainspring_builder::{BuildOptions, Domain};
use mainspring_definition::Dimension;
use mainspring_model::{
    Action, Drawer, Leaving, Level, Load, Model, Node, NodeId, Pad, Probe, Step, SurfaceLaw, SwitchTarget, Trigger,
};

pub const PLATE: &str = "space planar
primitive plate(outline: region) { shape = outline; area_density = 0.5 kg/m^2 }
";

/// The sorting scene of the language's design.
const SORT: &str = "space planar
surface { gravity = 9.81 m/s^2; static_friction = 0.4; dynamic_friction = 0.3; viscous = 500 N*s/m^3; law = hybrid }
primitive plate(outline: region) { shape = outline; area_density = 0.5 kg/m^2 }
window left  = rect((0, 0) cm, (20, 30) cm)  { force = ( 40, 0) N/m^2; priority = 1 }
window right = rect((20, 0) cm, (40, 30) cm) { force = (-40, 0) N/m^2; priority = 1 }
window hole  = rect((18, 12) cm, (22, 18) cm) { force = (0, 0) N/m^2; priority = 9 }
window away  = (rect((0, 0) cm, (40, 30) cm) - hole.region) { force = (0, 60) N/m^2; priority = 2 }
frame gather { left, right, hole }
frame reject { away, hole }
script sort  { gather for 3 s;  reject for 2 s;  repeat 4 }
part good = plate(rect(3.8 cm, 5.8 cm)) at (20, 15) cm turned 5 deg
part bad  = plate(polygon((0,0),(6,0),(3,6)) cm) at (20, 15) cm turned 5 deg arriving 10 s
";

pub fn with(text: &str) -> Model {
    model(&format!("{PLATE}part p = plate(rect(2 cm, 1 cm)) at (1, 2) cm\n{text}"))
}

/// A node's value at a place and a time.
fn value(m: &Model, node: NodeId, [x, y]: [f64; 2], t: f64) -> f64 {
    let tape = m.programs.tape(&[node]);
    let mut values = vec![0.0; m.programs.nodes.len()];
    let probe = |p: usize| match m.programs.probes[p] {
        Probe::FieldX => x,
        Probe::FieldY => y,
        other => panic!("{other:?}"),
    };
    m.programs.evaluate(&tape, t, t, probe, &mut values);
    values[node]
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs().max(1.0)
}

#[test]
fn the_sorting_scene_becomes_windows_frames_and_steps() {
    let m = model(SORT);
    let surface = m.fields.surface.as_ref().unwrap();
    assert_eq!(
        (surface.gravity, surface.static_friction, surface.dynamic_friction, surface.viscous, surface.law),
        (9.81, 0.4, 0.3, 500.0, SurfaceLaw::Hybrid)
    );
    let paths: Vec<&str> = m.fields.windows.iter().map(|w| w.path.as_str()).collect();
    assert_eq!(paths, ["left", "right", "hole", "away"]);
    assert_eq!(m.fields.windows.iter().map(|w| w.priority).collect::<Vec<_>>(), [1, 1, 9, 2]);
    // the hole is taken away: 40 × 30 − 4 × 6 cm²
    assert!(close(m.fields.windows[3].region.moments().area, 0.12 - 0.0024));
    for w in &m.fields.windows {
        assert!(!w.moves);
        let Action::Force { density, affine, varies } = w.action else { panic!("{w:?}") };
        assert!(affine && !varies);
        assert!(density.iter().all(|n| m.programs.level(*n) == Level::Constant));
    }
    assert_eq!(m.fields.frames[0].windows, [0, 1, 2]);
    assert_eq!(m.fields.frames[1].windows, [2, 3]);
    assert_eq!(
        m.fields.scripts[0].steps,
        [
            Step::Show { frame: 0, duration: Some(3.0), exits: Vec::new() },
            Step::Show { frame: 1, duration: Some(2.0), exits: Vec::new() },
            Step::Again { to: 0, times: Some(4), counter: 0 },
        ]
    );
    assert_eq!(m.fields.scripts[0].counters, 1);
    assert_eq!((m.bodies[0].present, m.bodies[1].present), (true, false));
    let [arrival] = m.switches.as_slice() else { panic!("{:?}", m.switches) };
    assert!(arrival.attach);
    assert_eq!(arrival.targets, [SwitchTarget::Part { body: 1, into: Leaving::Said }]);
    assert!(matches!(arrival.trigger, Trigger::At(t) if t == 10.0));
    assert!(m.notes.is_empty(), "{:?}", m.notes);
}

#[test]
fn what_the_surface_leaves_open_has_defaults() {
    let surface = |text: &str| with(&format!("surface {{ {text} }}")).fields.surface.unwrap();
    let s = surface("");
    assert_eq!((s.gravity, s.static_friction, s.dynamic_friction, s.viscous), (9.81, 0.0, 0.0, 0.0));
    assert_eq!((s.law, s.grain, s.region.is_none()), (SurfaceLaw::Hybrid, None, true));
    for text in ["friction = 0.3", "static_friction = 0.3", "dynamic_friction = 0.3"] {
        let s = surface(text);
        assert_eq!((s.static_friction, s.dynamic_friction), (0.3, 0.3), "{text}");
    }
    let s = surface("friction = 0.3; static_friction = 0.5");
    assert_eq!((s.static_friction, s.dynamic_friction), (0.5, 0.3));
    for (word, law) in [
        ("hybrid", SurfaceLaw::Hybrid),
        ("pointwise", SurfaceLaw::Pointwise),
        ("coulomb", SurfaceLaw::Coulomb),
        ("viscous", SurfaceLaw::Viscous),
    ] {
        assert_eq!(surface(&format!("law = {word}")).law, law);
    }
    let s = surface("grain = 90 deg; across = 0.5; friction = 0.2");
    let grain = s.grain.unwrap();
    assert!(close(grain.angle, std::f64::consts::FRAC_PI_2) && grain.across == 0.5);
    let s = surface("region = rect(1 m, 2 m)");
    assert_eq!(s.region.unwrap().moments().area, 2.0);
}

#[test]
fn densities_are_affine_exactly_where_their_form_says_so() {
    for (text, affine, varies) in [
        ("(x*(3 N/m^3), y*(2 N/m^3) + 1 N/m^2)", true, false),
        ("(2*x - y/2 + 3 cm, 0 m)*(1 N/m^3)", true, false),
        ("(x*(1 N/m^3)*sin(t/(1 s)), 0)", true, true),
        ("(if t > 1 s then x else -y, 0 m)*(1 N/m^3)", true, true),
        ("(p.position.x, x)*(1 N/m^3)", true, true),
        ("(x*x, 0 m^2)*(1 N/m^4)", false, false),
        ("(norm((x, y)), x)*(1 N/m^3)", false, false),
        ("(if x > 0 m then 1 else 2, 0) N/m^2", false, false),
        ("(1 m/x, 0)*(1 N/m^2)", false, false),
        ("(abs(x), y)*(1 N/m^3)", false, false),
        ("(x*t*y, 0 m^2*s)*(1 N/m^4/s)", false, true),
    ] {
        let m = with(&format!("window w = rect(1 m, 1 m) {{ force = {text} }}"));
        let Action::Force { affine: a, varies: v, .. } = m.fields.windows[0].action else { panic!() };
        assert_eq!((a, v), (affine, varies), "{text}");
    }
    let m = with("let x = 3 m\nlet y = x\nwindow w = rect(y, 1 m) { force = (x*(2 N/m^3), t*(1 N/m^2/s)) }");
    let Action::Force { density, .. } = m.fields.windows[0].action else { panic!() };
    assert_eq!(value(&m, density[0], [5.0, 7.0], 2.0), 10.0);
    assert_eq!(value(&m, density[1], [5.0, 7.0], 2.0), 2.0);
}

#[test]
fn windows_are_placed_move_and_switch() {
    let m = with("window w = rect(2 cm, 1 cm) at (3 cm, t*(1 cm/s)) turned 30 deg { velocity = (1, 0) cm/s; on = t > 2 s; power = 3 W/m^2 }
window v = rect(2 cm, 1 cm) at (3, 4) cm turned 90 deg { force = (1, 0) N/m^2 }
window cut = rect((0, 0) cm, (10, 10) cm) - v.region { force = (1, 0) N/m^2 }");
    let w = &m.fields.windows[0];
    assert!(w.moves);
    assert!(close(value(&m, w.place[1], [0.0; 2], 5.0), 0.05));
    assert!(close(value(&m, w.place[2], [0.0; 2], 5.0), std::f64::consts::FRAC_PI_6));
    let on = w.on.unwrap();
    assert_eq!((value(&m, on, [0.0; 2], 1.0), value(&m, on, [0.0; 2], 3.0)), (0.0, 1.0));
    assert_eq!(value(&m, w.power.unwrap(), [0.0; 2], 0.0), 3.0);
    assert!(matches!(w.action, Action::Velocity(_)));
    // `v.region` is where the window stands: turned upright about (3, 4) cm
    let cut = &m.fields.windows[2].region;
    assert!(close(cut.moments().area, 0.01 - 0.0002));
    assert!(!cut.contains([0.03, 0.048]) && cut.contains([0.038, 0.04]));
}

#[test]
fn groups_give_their_members_what_these_do_not_say() {
    let m = with(
        "group gates {
  priority = 3; on = t > 1 s
  force = (1, 0) N/m^2
  window a = disc(1 cm)
  window b = disc(1 cm) { priority = 5; velocity = (1, 0) cm/s }
  for i in 0..2 { window g[i] = rect(1 cm, 1 cm) at (i, 0) cm { force = (i, 1) N/m^2 } }
  group inner { priority = 7; array pads = grid(2, 2, pitch = 1 cm) }
}
window lone = disc(1 cm) { force = (0, 1) N/m^2 }
frame all { gates }
frame some { gates.g, gates.inner }
frame two { gates.g[1], lone }
script s { all for 1 s; some for 1 s; two for 1 s; off for 2 s }",
    );
    let paths: Vec<(&str, i64)> = m.fields.windows.iter().map(|w| (w.path.as_str(), w.priority)).collect();
    assert_eq!(paths, [("gates.a", 3), ("gates.b", 5), ("gates.g[0]", 3), ("gates.g[1]", 3), ("lone", 0)]);
    assert!(m.fields.windows[..4].iter().all(|w| w.on.is_some()) && m.fields.windows[4].on.is_none());
    assert!(matches!(m.fields.windows[1].action, Action::Velocity(_)));
    assert_eq!((m.fields.arrays[0].path.as_str(), m.fields.arrays[0].priority), ("gates.inner.pads", 7));
    assert_eq!(m.fields.arrays[0].densities, [[1.0, 0.0]; 4]);
    let frames: Vec<(&[usize], &[usize])> =
        m.fields.frames.iter().map(|f| (f.windows.as_slice(), f.arrays.as_slice())).collect();
    assert_eq!(frames, [(&[0, 1, 2, 3][..], &[0][..]), (&[2, 3], &[0]), (&[3, 4], &[]), (&[], &[])]);
    assert_eq!(m.fields.frames[3].path, "off");
}

#[test]
fn windows_in_a_composite_stand_in_its_frame() {
    let m = with(
        "composite cell(push: pressure) {
  window w = rect(2 cm, 2 cm) at (1, 0) cm turned 10 deg { force = (push, 0) }
  bin b = disc(1 cm) at (0, 2) cm
}
part a = cell(3 N/m^2) at (5, 0) cm
part b = cell(4 N/m^2) at (0, 5) cm turned 90 deg",
    );
    let at = |w: usize| m.fields.windows[w].place.map(|n| value(&m, n, [0.0; 2], 0.0));
    assert_eq!(m.fields.windows[1].path, "b.w");
    assert!(at(0).iter().zip([0.06, 0.0, 10f64.to_radians()]).all(|(a, b)| close(*a, b)));
    assert!(at(1).iter().zip([0.0, 0.06, 100f64.to_radians()]).all(|(a, b)| close(*a, b)));
    assert!(m.fields.bins[1].region.contains([-0.025, 0.05]) && !m.fields.bins[1].region.contains([0.0, 0.07]));
}

#[test]
fn scripts_are_flattened() {
    let m = with(
        "window w = disc(1 cm) { force = (0, 1) N/m^2 }
frame a { w }
frame b { w }
script s {
  again: a for 3 s until p.position.x > 3 cm
    when p.position.y > 20 cm -> again
    when p.position.y < 0 cm -> end
  loop 3 { b for 1 s; loop { a until t > 2 s when t > 3 s -> last } }
  last: b when t > 3 s -> end
  jump again
}",
    );
    let steps = &m.fields.scripts[0].steps;
    let exits = |i: usize| match &steps[i] {
        Step::Show { exits, .. } => exits.iter().map(|e| e.to).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(steps.len(), 7);
    // the ways out in the order written, then `until`
    assert_eq!(exits(0), [0, 7, 1]);
    assert!(matches!(steps[1], Step::Show { frame: 1, duration: Some(d), .. } if d == 1.0));
    assert_eq!(exits(2), [5, 3]);
    assert_eq!(steps[3], Step::Again { to: 2, times: None, counter: 0 });
    assert_eq!(steps[4], Step::Again { to: 1, times: Some(3), counter: 1 });
    assert_eq!(exits(5), [7]);
    assert_eq!(steps[6], Step::Jump { to: 0 });
    assert_eq!(m.fields.scripts[0].counters, 2);
    let Step::Show { exits, .. } = &steps[0] else { panic!() };
    assert!(matches!(m.programs.nodes[exits[0].when], Node::Binary(..)));
}

#[test]
fn arrays_are_evaluated_cell_by_cell() {
    let m = with(
        "array pads = grid(4, 3, pitch = (1, 2) cm) at (10, 20) cm {
  force = ((x + y)*(1 N/m^3), i + 10*j) N/m^2
  duty = 1 - i/4
  groups = 3; group = mod(i + j, 3)
  level = if t > group*(1 s) then 1 else 0.5
  pad = rect(8 mm, 1 cm); power = 2 mW; priority = -2
}",
    );
    let a = &m.fields.arrays[0];
    assert_eq!((a.cells, a.pitch, a.corner), ([4, 3], [0.01, 0.02], [0.1, 0.2]));
    assert_eq!((a.pad, a.priority, a.power), (Some(Pad::Rect([0.008, 0.01])), -2, Some(0.002)));
    assert!(a.density.is_none());
    for j in 0..3 {
        for i in 0..4 {
            let (x, y) = (0.1 + 0.01 * (f64::from(i) + 0.5), 0.2 + 0.02 * (f64::from(j) + 0.5));
            let duty = 1.0 - f64::from(i) / 4.0;
            let at = usize::try_from(4 * j + i).unwrap();
            assert!(close(a.densities[at][0], (x + y) * duty), "{i} {j}");
            assert!(close(a.densities[at][1], (f64::from(i) + 10.0 * f64::from(j)) * duty));
            assert_eq!(i32::from(a.groups[at]), (i + j) % 3);
        }
    }
    let levels: Vec<f64> = a.levels.iter().map(|n| value(&m, *n, [0.0; 2], 1.5)).collect();
    assert_eq!(levels, [1.0, 1.0, 0.5]);
    // a density that changes in time stays an expression, duties included
    let m = with(
        "array pads = grid(4, 3, pitch = 1 cm) { force = (x*(1 N/m^3), t*(1 N/m^2/s)); duty = j/2; pad = disc(4 mm) }",
    );
    let a = &m.fields.arrays[0];
    let density = a.density.unwrap();
    assert!(a.densities.is_empty() && a.groups.is_empty() && a.levels.len() == 1);
    assert!(close(value(&m, density[1], [0.005, 0.015], 3.0), 1.5));
    assert_eq!(a.pad, Some(Pad::Disc(0.004)));
}

#[test]
fn four_directions_add_up_to_the_force_asked_for() {
    let m = with(
        "array pads = grid(6, 4, pitch = 1 cm) { force = (x - 3 cm, 2 cm - y)*(100 N/m^3); directions = four; strength = 40 N/m^2 }",
    );
    let a = &m.fields.arrays[0];
    for block_row in 0..2usize {
        for block in 0..3usize {
            let middle = [0.02 * (block as f64 + 0.5), 0.02 * (block_row as f64 + 0.5)];
            let cells = [0, 1, 6, 7].map(|k| a.densities[block_row * 12 + block * 2 + k]);
            let mean = [0, 1].map(|c| cells.iter().map(|d| d[c]).sum::<f64>() / 4.0);
            assert!(close(mean[0], (middle[0] - 0.03) * 100.0) && close(mean[1], (0.02 - middle[1]) * 100.0));
            // each pushes its own way
            assert!(cells[0][0] >= 0.0 && cells[1][1] >= 0.0 && cells[2][0] <= 0.0 && cells[3][1] <= 0.0);
        }
    }
}

#[test]
fn a_million_cells_are_built() {
    let m = with(
        "array pads = grid(1000, 1000, pitch = 1 mm) { force = (500 mm - x, 500 mm - y)*(100 N/m^3); groups = 4; group = mod(i, 2) + 2*mod(j, 2) }",
    );
    let a = &m.fields.arrays[0];
    assert_eq!((a.densities.len(), a.groups.len()), (1_000_000, 1_000_000));
    assert!(close(a.densities[999_999][0], -49.95));
    assert_eq!(a.groups[1001], 3);
}

#[test]
fn parts_leave_into_bins_over_the_edge_and_when_told() {
    let m = model(&format!(
        "{PLATE}surface {{ friction = 0.1; region = rect(1 m, 1 m) }}
bin scrap = rect(10 cm, 10 cm) at (1, 0) m
part free = plate(rect(1 cm, 1 cm)) at (0, 0) arriving 1 s leaving when free.position.y > 3 cm
part held = plate(rect(1 cm, 1 cm)) at (0, 1) m
part stone = plate(rect(1 cm, 1 cm)) at (0, 2) m
fix stone
joint o = revolute(ground (0, 1 m), held.center)
mass bob = 1 g at (0, 0)
record scrap.count, free.present, bob.present"
    ));
    let targets: Vec<(bool, SwitchTarget)> = m.switches.iter().map(|s| (s.attach, s.targets[0])).collect();
    let part = |body, into| SwitchTarget::Part { body, into };
    assert_eq!(
        targets,
        [
            (true, part(0, Leaving::Said)),
            (false, part(0, Leaving::Said)),
            (false, part(0, Leaving::Bin(0))),
            (false, part(3, Leaving::Bin(0))),
            (false, part(0, Leaving::Edge)),
            (false, part(3, Leaving::Edge)),
        ]
    );
    assert!(m.fields.bins[0].region.contains([1.04, 0.0]));
    assert!(m.programs.probes.contains(&Probe::Inside { body: 0, bin: None }));
    assert_eq!(m.notes.iter().map(|n| n.code.as_str()).collect::<Vec<_>>(), ["W0614"]);
}

#[test]
fn a_composite_arrives_as_a_whole_and_moved_windows_follow_tables() {
    let text = format!(
        "{PLATE}composite pair {{ part a = plate(rect(1 cm, 1 cm)) at (0, 0); part b = plate(rect(1 cm, 1 cm)) at (3, 0) cm }}
part two = pair() at (1, 0) m arriving 2 s
for i in 0..2 {{ part p[i] = plate(disc(1 cm)) at (i, 1) m arriving i*(1 s) leaving when p[i].position.y > (i + 2)*(1 m) }}
window w = disc(1 cm) at (table(t, (0 s, 0 m), (2 s, 1 m)), 0) {{ force = (1, 0) N/m^2 }}"
    );
    let m = model(&text);
    let part = |body| SwitchTarget::Part { body, into: Leaving::Said };
    let said: Vec<(bool, Vec<SwitchTarget>)> = m.switches.iter().map(|s| (s.attach, s.targets.clone())).collect();
    // the first of the family is there from the start
    assert_eq!(
        said,
        [(true, vec![part(0), part(1)]), (false, vec![part(2)]), (true, vec![part(3)]), (false, vec![part(3)])]
    );
    assert_eq!(m.bodies.iter().map(|b| b.present).collect::<Vec<_>>(), [false, false, true, false]);
    assert!(m.fields.windows[0].moves);
    assert!(close(value(&m, m.fields.windows[0].place[0], [0.0; 2], 0.5), 0.25));
    let later =
        BuildOptions { overrides: vec![("two.arriving".to_owned(), said_as("5 s"))], ..BuildOptions::default() };
    assert!(matches!(model_with(&text, &later).switches[0].trigger, Trigger::At(t) if t == 5.0));
}

#[test]
fn fields_are_measured() {
    let m = with(
        "surface { friction = 0.3 }
window w = rect(1 m, 1 m) { force = (1, 0) N/m^2; power = 1 W/m^2 }
array pads = grid(2, 2, pitch = 1 cm) { force = (1, 0) N/m^2; power = 1 W }
frame f { w, pads }
script s { f until p.overlap(w) < 1 cm^2 }
bin b = disc(1 cm) at (1, 1) m
record p.field_force, p.field_torque, p.surface_force, p.surface_torque, p.field_work, p.surface_heat, p.present
record p.overlap(w), w.power, pads.power, surface.power, surface.energy, b.count, s.step",
    );
    let probes = |name: &str| -> Vec<Probe> {
        let channel = m.channels.iter().find(|c| c.name == name).unwrap();
        channel
            .nodes
            .iter()
            .map(|n| if let Node::Probe(p) = m.programs.nodes[*n] { m.programs.probes[p] } else { panic!() })
            .collect()
    };
    let load = |friction, axis| Probe::FieldLoad { body: 0, friction, axis };
    assert_eq!(probes("p.field_force"), [load(false, 0), load(false, 1)]);
    assert_eq!(probes("p.field_torque"), [load(false, 2)]);
    assert_eq!(probes("p.surface_force"), [load(true, 0), load(true, 1)]);
    assert_eq!(probes("p.surface_torque"), [load(true, 2)]);
    assert_eq!(probes("p.field_work"), [Probe::Work(Load::Field(0))]);
    assert_eq!(probes("p.surface_heat"), [Probe::Work(Load::Surface(0))]);
    assert_eq!(probes("p.present"), [Probe::Present { body: 0 }]);
    assert_eq!(probes("p.overlap(w)"), [Probe::Overlap { body: 0, window: 0 }]);
    assert_eq!(probes("w.power"), [Probe::Power(Drawer::Window(0))]);
    assert_eq!(probes("pads.power"), [Probe::Power(Drawer::Array(0))]);
    assert_eq!(probes("surface.power"), [Probe::Power(Drawer::All)]);
    assert_eq!(probes("surface.energy"), [Probe::Drawn]);
    assert_eq!(probes("b.count"), [Probe::Caught { bin: 0 }]);
    assert_eq!(probes("s.step"), [Probe::ScriptStep { script: 0 }]);
    let dimension = |name: &str| m.channels.iter().find(|c| c.name == name).unwrap().dimension;
    assert_eq!((dimension("p.overlap(w)"), dimension("w.power")), (Dimension::AREA, Dimension::POWER));
}

#[test]
fn options_are_set_from_outside_and_domains_left_out() {
    let text = format!("{SORT}record good.field_force, good.surface_heat, left.power, good.overlap(left), sort.step");
    let set = |path: &str, value: &str| {
        let options = BuildOptions { overrides: vec![(path.to_owned(), said_as(value))], ..BuildOptions::default() };
        model_with(&text, &options)
    };
    assert_eq!(set("surface.static_friction", "0.9").fields.surface.unwrap().static_friction, 0.9);
    let grain = BuildOptions {
        overrides: vec![("surface.grain".to_owned(), said_as("1 rad")), ("surface.across".to_owned(), said_as("2"))],
        ..BuildOptions::default()
    };
    assert_eq!(model_with(&text, &grain).fields.surface.unwrap().grain.unwrap().across, 2.0);
    assert_eq!(set("left.priority", "4").fields.windows[0].priority, 4);
    let m = set("left.force", "(x*(1 N/m^3), 0)");
    let Action::Force { density, .. } = m.fields.windows[0].action else { panic!() };
    assert_eq!(value(&m, density[0], [3.0, 0.0], 0.0), 3.0);
    assert!(set("left.power", "2 W/m^2").fields.windows[0].power.is_some());
    let misspelt =
        BuildOptions { overrides: vec![("left.prority".to_owned(), said_as("4"))], ..BuildOptions::default() };
    assert_eq!(errors_with(&text, &misspelt)[0].0, "E0214");

    let without = |domain| model_with(&text, &BuildOptions { without: vec![domain], ..BuildOptions::default() });
    let s = without(Domain::Friction).fields.surface.unwrap();
    assert_eq!((s.static_friction, s.dynamic_friction, s.viscous, s.gravity), (0.0, 0.0, 0.0, 9.81));
    assert_eq!(without(Domain::Gravity).fields.surface.unwrap().gravity, 0.0);
    let m = without(Domain::Control);
    assert!(m.fields.windows.is_empty() && m.fields.frames.is_empty() && m.fields.scripts.is_empty());
    assert!(
        m.channels.iter().flat_map(|c| &c.nodes).filter(|n| m.programs.nodes[**n] == Node::Constant(0.0)).count() >= 5
    );
    // parts still arrive
    assert_eq!(m.switches.len(), 1);
}

#[test]
fn regions_are_made_of_regions() {
    let area = |text: &str| {
        let m = with(&format!("window w = {text} {{ force = (1, 0) N/m^2 }}"));
        m.fields.windows[0].region.moments().area * 1e4
    };
    for (text, want) in [
        ("cut(rect(2 cm, 2 cm), (0, 0) cm, (1, 1))", 2.0),
        ("cut(rect(2 cm, 2 cm), (5, 0) mm, (1, 0))", 3.0),
        ("cut(rect(2 cm, 2 cm), halfplane((5, 0) mm, (1, 0)))", 3.0),
        ("group(rect(2 cm, 2 cm), move(rect(1 cm, 1 cm), (5, 0) cm))", 5.0),
        ("pierced(rect(4 cm, 4 cm), move(rect(1 cm, 1 cm), (1, 0) cm), move(rect(1 cm, 1 cm), (-1, 0) cm))", 14.0),
        ("rect(2 cm, 2 cm) & rect((0, 0) cm, (5, 5) cm)", 1.0),
        ("rect(2 cm, 2 cm) ^ rect((0, 0) cm, (5, 5) cm)", 27.0),
        ("scale(turn(mirror(rect(2 cm, 2 cm)), 30 deg), 2)", 16.0),
        ("group([rect(2 cm, 2 cm), move(disc(1 cm), (5, 0) cm)])", 4.0 + std::f64::consts::PI),
    ] {
        assert!((area(text) - want).abs() < 1e-9, "{text}: {}", area(text));
    }
}

#[test]
fn arrows_stand_for_whole_blocks_and_keep_off_round_edges() {
    let m = with(
        "array pads = grid(48, 8, pitch = 1 cm) { force = (10, 0) N/m^2; directions = four; strength = 40 N/m^2 }
array plain = grid(48, 8, pitch = 1 cm) at (0, 1) m { force = (10, 0) N/m^2 }
window round = disc(9 cm) { force = (10, 0) N/m^2 }
window square = rect(9 cm, 9 cm) at (1, 1) m { force = (10, 0) N/m^2 }",
    );
    let blocks = m.fields.arrays[0].arrow_blocks();
    assert_eq!(blocks.len(), 24 * 4);
    assert!(blocks.iter().all(|(_, i, j)| i.start % 2 == 0 && i.len() == 2 && j.start % 2 == 0 && j.len() == 2));
    assert_eq!(m.fields.arrays[1].arrow_blocks().len(), 48 * 8);
    // 2 cm apart: 8 mm off the edge
    let places = m.fields.windows[0].arrow_places();
    assert!(places.len() > 20 && places.iter().all(|[x, y]| libm::hypot(*x, *y) < 0.09 - 0.0075), "{places:?}");
    assert_eq!(m.fields.windows[1].arrow_places().len(), 81);
}
