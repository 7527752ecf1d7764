//! The formatter: canonical, idempotent, and true to what the text says.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::shared;

use mainspring_language::{NoImports, format, load, parse};
use shared::{comments, said, scenes, shape};

/// Formats, checks what must hold for every text, and returns the result.
fn formatted(text: &str) -> String {
    let once = format(text).unwrap();
    assert_eq!(format(&once).as_ref(), Ok(&once), "not idempotent on\n{text}");
    let (before, after) = (parse(text), parse(&once));
    assert!(after.diagnostics.is_empty(), "{text}\n{once}");
    assert_eq!(shape(&before.tree), shape(&after.tree), "{text}\n{once}");
    assert_eq!(comments(&before.tree), comments(&after.tree), "{text}\n{once}");
    let lower = |t: &str| said(&load("a", t, &mut NoImports).0);
    assert_eq!(lower(text), lower(&once));
    once
}

#[test]
fn every_scene_keeps_its_meaning() {
    let mut count = 0;
    for scene in scenes() {
        if parse(&scene).diagnostics.is_empty() {
            formatted(&scene);
            count += 1;
        }
    }
    assert!(count > 5);
}

#[test]
fn canonical_text() {
    let messy = "\u{feff}space   planar;gravity (0,-9.81)m/s^2\r\n\r\n\r\n// a comment
primitive bar(l:length=10cm,w : length){shape=rect(l,w);point a=(-l/2,0)
    point b = ( l / 2 , 0 )   // right end
}
part crank=bar( 10cm );  part rod=bar(30 cm)at(0,1)m turned 5deg // two
drive o  speed=2*pi rad/s
joint o=revolute(ground(0,0),crank.a){stiffness=1 N/m,adapt}
let x=-2 ^ 3*4 m/2 s+a[ 1+2 ].b
for i in 0 .. 4{part l[i]=bar(1 cm)}
if a==b and not c{}
else{
  fix a,b }
let p = polygon((0, 0),
 (1, 0),
      (0, 1)
  ) cm
let q = a +
  b
/* block */ let r = 1 /* in */ + 2";
    let want = "space planar
gravity (0, -9.81) m/s^2

// a comment
primitive bar(l: length = 10 cm, w: length) {
  shape = rect(l, w)
  point a = (-l/2, 0)
  point b = (l/2, 0)  // right end
}
part crank = bar(10 cm)
part rod = bar(30 cm) at (0, 1) m turned 5 deg  // two
drive o speed = 2*pi rad/s
joint o = revolute(ground (0, 0), crank.a) { stiffness = 1 N/m; adapt }
let x = -2^3 * 4 m / 2 s + a[1 + 2].b
for i in 0..4 { part l[i] = bar(1 cm) }
if a == b and not c {} else {
  fix a, b
}
let p = polygon((0, 0),
  (1, 0),
  (0, 1)
) cm
let q = a +
  b
/* block */ let r = 1 /* in */ + 2
";
    assert_eq!(formatted(messy), want);
}

#[test]
fn comments_of_neighbouring_lines_stand_in_one_column() {
    let text = "let a = 1 // one\nlet long_name = 2 // two\nlet b = 3\n";
    assert_eq!(formatted(text), "let a = 1          // one\nlet long_name = 2  // two\nlet b = 3\n");
}

#[test]
fn long_blocks_are_broken_and_short_ones_kept() {
    let field = "stiffness = 400 N/m; ".repeat(7);
    let out = formatted(&format!("joint o = revolute(a.b, c.d) {{ {field} }}"));
    assert_eq!(out.lines().count(), 9, "{out}");
    let kept = "primitive ball(r: length) { shape = sphere(r); density = 1 kg/m^3 }\n";
    assert_eq!(formatted(kept), kept);
}

#[test]
fn broken_text_is_left_alone() {
    assert_eq!(format("let a = ").unwrap_err()[0].code, "E0106");
}

#[test]
fn surfaces_and_scripts() {
    let messy = "surface{friction=0.3;law=hybrid}
window left=rect((0,0)cm,(20,30)cm)at(t*(1 cm/s),0){force=(40,0)N/m^2;priority=1}
group gates{priority=3 // for all
window a=disc(1 cm){force=(0,1)N/m^2};window b=disc(1 cm){force=(0,1)N/m^2}}
frame gather{left,gates.a}
frame wide{left, // first
gates
  }
frame empty{ }
script sort{gather for 3s;wide for 2s;repeat 4}
script wait{again:gather for 3 s until a.position.x>3 cm when b.position.y>2cm->again
// between
loop 3{wide for 1 s;jump again}
last  :  wide
 when t>3 s->end // over
}
part p=plate( )at(0,0)arriving 10s leaving when p.position.y>2 cm";
    let want = "surface { friction = 0.3; law = hybrid }
window left = rect((0, 0) cm, (20, 30) cm) at (t*(1 cm/s), 0) { force = (40, 0) N/m^2; priority = 1 }
group gates {
  priority = 3  // for all
  window a = disc(1 cm) { force = (0, 1) N/m^2 }
  window b = disc(1 cm) { force = (0, 1) N/m^2 }
}
frame gather { left, gates.a }
frame wide { left,  // first
  gates
}
frame empty {}
script sort { gather for 3 s; wide for 2 s; repeat 4 }
script wait {
  again: gather for 3 s until a.position.x > 3 cm when b.position.y > 2 cm -> again
  // between
  loop 3 { wide for 1 s; jump again }
  last: wide
    when t > 3 s -> end  // over
}
part p = plate() at (0, 0) arriving 10 s leaving when p.position.y > 2 cm
";
    assert_eq!(formatted(messy), want);
}

#[test]
fn comments_everywhere_survive() {
    for text in [
        "// only",
        "if a { fix b }\nelse { fix c }",
        "joint o = f(a)\n{ stiffness = 1 N/m }",
        "composite a {\n;\n}",
        "/* only */",
        "let a = // why\n  3",
        "let a = f(// first\n 1, // one\n 2 // two\n)",
        "joint o = f(a) // c\n { stiffness = 1 // d\n }",
        "primitive a { // note\n shape = b\n // last\n}",
        "primitive a {\n // lonely\n}",
        "material a { /* x */ }",
        "let a = 1 /* t */; /* u */ let b = 2",
        "if a { } // c\nelse { } // d",
        "controller g { // x\n state a { when b -> c } // y\n}\n\n// end",
        "let a = 1 /* long\n comment */ + 2",
        "part a = f(1)\n  at (0, 1) m // here\n  turned 5 deg",
    ] {
        formatted(text);
    }
}
