use super::{close, errors, model};
use std::time::Instant;

const LINK: &str = "space planar
primitive link { shape = rect(10 cm, 1 cm); area_density = 1 kg/m^2; point a = (-5, 0) cm; point b = (5, 0) cm; point hole[0..3] = (0, 0) }
";

#[test]
fn chains_are_families() {
    let m = model(&format!(
        "{LINK}let n = 5
part l[0..n] = link()
joint j[0] = revolute(ground, l[0].a)
for i in 1..n {{ joint j[i] = revolute(l[i - 1].b, l[i].a) }}
for i in 0..n {{ if i > 2 {{ record l[i].angle, norm(l[i - 1].position) }} }}
record l[last].b.position.x, j[last - 1].angle"
    ));
    assert_eq!(m.bodies.len(), 5);
    assert_eq!(m.joints.len(), 5);
    assert_eq!(m.bodies[4].path, "l[4]");
    close(m.bodies[4].pose.position[0], 0.45);
    let names: Vec<&str> = m.channels.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "l[3].angle",
            "norm(l[2].position)",
            "l[4].angle",
            "norm(l[3].position)",
            "l[last].b.position.x",
            "j[last - 1].angle"
        ]
    );
}

#[test]
fn hands_have_as_many_fingers_as_asked_for() {
    for fingers in [3, 4] {
        let m = model(&format!(
            "{LINK}composite finger(n: count = 3) {{
  part f[0..n] = link()
  for i in 1..n {{ joint k[i] = revolute(f[i - 1].b, f[i].a) }}
  point root = f[0].a
  point tip = f[last].b
}}
composite hand(fingers: count) {{
  part palm = link()
  for i in 0..fingers {{
    part finger[i] = finger()
    joint knuckle[i] = revolute(palm.b, finger[i].root)
  }}
}}
part h = hand(fingers = {fingers}) at (0, 0) m
quantity reach = h.finger[{fingers} - 1].tip.x"
        ));
        assert_eq!(m.bodies.len(), 1 + 3 * fingers);
        assert_eq!(m.joints.len(), 3 * fingers);
        assert!(m.bodies.iter().any(|b| b.path == format!("h.finger[{}].f[2]", fingers - 1)));
    }
}

#[test]
fn recursion_that_ends_is_fine() {
    let m = model(&format!(
        "{LINK}composite tree(n: count) {{ part trunk = link(); if n > 0 {{ part sub = tree(n - 1); joint j = weld(trunk.b, sub.trunk.a) }} }}
part t1 = tree(5) at (0, 0) m"
    ));
    assert_eq!(m.bodies.len(), 6);
}

#[test]
fn what_has_no_end_is_an_error_at_once() {
    let start = Instant::now();
    for (text, code) in [
        ("for i in 0..1000000000 { let x = i }", "E0209"),
        ("for i in 0..1000000000 { }", "E0209"),
        ("for i in 0..1000000 { for j in 0..1000000 { for k in 0..1000000 { } } }", "E0209"),
        ("part l[0..1000000000] = link() at (0, 0)", "E0209"),
        ("for i in 0..1000000 { part l[i] = link() at (0, 0) }", "E0209"),
        ("composite a { part b = a() }\npart x = a() at (0, 0)", "E0208"),
        (
            "composite a { part b = c(); part d = c() }\ncomposite c { part e = a(); part f = a() }\npart x = a() at (0, 0)",
            "E0208",
        ),
    ] {
        let found = errors(&format!("{LINK}{text}"));
        assert_eq!(found[0].0, code, "{text}: {found:?}");
    }
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn long_chains_of_names_are_shallow() {
    let mut text = LINK.to_owned();
    text.push_str("part x = link() at (0, 0)\nlet a0 = 1 m\n");
    for i in 1..2000 {
        text.push_str(&format!(
            "let a{i} = a{} + 1 mm\nlet b{i} = {} + x.position.x\n",
            i - 1,
            if i == 1 { "a0".to_owned() } else { format!("b{}", i - 1) }
        ));
    }
    text.push_str("record a1999\nrecord if t > 1 s then 1 else 2");
    model(&text);
}

#[test]
fn a_hundred_thousand_windows_take_seconds() {
    let start = Instant::now();
    let m = model(
        "space planar
surface { viscous = 30 N*s/m^3; law = viscous }
for k in 0..100000 { window f[k] = rect(1 cm, 1 cm) at (k*(1 cm), 0) { force = (1, 0) N/m^2 } }
primitive c { shape = disc(2 mm); area_density = 1 kg/m^2 }
part p = c() at (1, 1) cm",
    );
    // what each window needs is asked for window by window, and must not be looked for among all of them
    assert!(m.fields.windows.iter().all(|w| m.programs.tape(&w.place).order.len() <= 3));
    assert_eq!(m.fields.windows.len(), 100_000);
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn a_hundred_thousand_parts_take_seconds() {
    let start = Instant::now();
    let m = model(&format!(
        "{LINK}let n = 99999
part l[0..n] = link()
joint j[0] = revolute(ground, l[0].a)
for i in 1..n {{ joint j[n - i] = revolute(l[n - i - 1].b, l[n - i].a) {{ damping = 1 N*m*s }} }}"
    ));
    assert_eq!(m.bodies.len(), 99_999);
    assert!((m.bodies[99_998].pose.position[0] - 9999.85).abs() < 1e-6);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
