use super::placement::{FOUR_BAR, PENDULUM};
use mainspring_builder::{BuildOptions, build};
use mainspring_definition::Diagnostic;
use mainspring_language::{NoImports, load};
use std::time::{Duration, Instant};

/// SplitMix64, so that every machine mutates alike.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % below.max(1) as u64) as usize
    }
}

const RICH: &str = "space planar
let n = 4
material m { density = 1000 kg/m^3; thickness = 1 cm; restitution = 0.5 }
primitive link(l: length = 10 cm) { shape = rect(l, 1 cm) - disc(2 mm); material = m; point a = (-l/2, 0); point b = (l/2, 0) turned 10 deg }
composite chain(n: count) {
  part l[0..n] = link()
  for i in 1..n { joint j[i] = revolute(l[i - 1].b, l[i].a) { damping = 0.1 N*m*s; limits = (-90, 90) deg } }
  point tip = l[last].b
}
part c = chain(n) at (0, 1) m turned 10 deg moving (1, 0) m/s
fix c.l[0]
part s = link(l = 20 cm)
joint slide = prismatic(ground ((0, 0), angle = 20 deg), s.a) { force = -3 N/m*travel }
joint w = distance(c.tip, s.b)
part wheel = link()
joint roll = rolling(ground, wheel.a) { radius = 3 cm }
joint axle = revolute(ground (1, 1) m, wheel.b)
spring k = linear(c.tip, s.b) { stiffness = 40 N/m; rest = 5 cm; force = if t > 1 s then 1 N else 0 }
force push on s.b = (10, step(t, 2 s)*3) N
constraint level: c.tip.y = s.b.y
quantity reach = norm(c.tip - s.b)
release k when reach > 30 cm and t > 1 s
drive axle angle = spline(t, (0 s, 0 rad), (1 s, 1 rad), (2 s, 0.5 rad))
if n > 3 { record c.l[2].angle } else { record t }
run 2 s every 1 ms { integrator = merson; rtol = 1e-8 }
plot \"reach\" reach against t
";

const PUSHED: &str = "space planar
surface { friction = 0.2; viscous = 200 N*s/m^3; region = rect((0, 0) cm, (40, 30) cm); grain = 10 deg; across = 0.5 }
primitive puck { shape = disc(2 cm); area_density = 1 kg/m^2 }
array pads = grid(8, 6, pitch = 1 cm) at (1, 2) cm {
  force = (20 cm - x, 15 cm - y)*(9 N/m^3); duty = 1 - i/9; pad = disc(4 mm); groups = 2; group = mod(i + j, 2)
  level = if mod(t, 1 s) < 0.5 s then 1 - group else group; power = 2 mW
}
array four = grid(4, 2, pitch = (1, 2) cm) { force = (i, j) N/m^2; directions = four; strength = 40 N/m^2 }
group belts {
  priority = 3
  window up = pierced(rect((0, 0) cm, (4, 30) cm), disc((2, 2) cm, 1 cm)) { velocity = (0, 5) cm/s }
  for i in 0..3 { window w[i] = cut(rect(4 cm, 2 cm), (i, 0) mm, (1, 0)) at (t*(1 cm/s), 2 cm) turned i { force = (y, x)*(i*2 N/m^3); on = t > 1 s } }
}
frame a { pads, belts.w }
frame b { four, belts.up }
bin scrap = rect(1 cm, 1 cm) at (30, 0) cm
script s {
  again: a for 3 s until p[0].position.x > 3 cm
    when p[1].overlap(belts.up) > 1 cm^2 -> last
  loop 2 { b for 1 s; off for 1 s; a when p[1].present < 0.5 -> end }
  last: b for 2 s; repeat 3; jump again
}
part p[0..3] = puck() at (10, 10) cm arriving 2 s leaving when p[0].position.y > 20 cm or t > 9 s
record p[1].field_force, p[1].surface_torque, p[2].surface_heat, pads.power, surface.energy, scrap.count, s.step
run 2 s
";

const SWEPT: &str = "space planar
method sweep
let pitch = 0.1 mm*3
let steps = [(0.1, 0.2) mm, (3, 4) mm]
obstacle plate = pierced(rect((0, 0) mm, (90, 9) mm), rect((1, 1) mm, (2, 2) mm)) at (1, -10) mm turned 90 deg
for i in 0..3 { obstacle tooth[i] = move(polygon((0, 0), (2, 0), (2, 1.5)) mm, (12 mm + 30*pitch*i, 0 mm)) }
for x in [0.1, 0.7] { obstacle peg[10*x] = scale(mirror(rect(1 mm, 2 mm), 45 deg), 1/3) at (x mm, sqrt(2) cm) }
obstacle odd = turn(rect(1 mm, 2 mm), 30 deg) + rect(2 mm, 1 mm) - rect(0.1 mm, 0.1 mm)
root body = polygon((0, 0), steps[1], (0 mm, pitch)) moves (3, 4) mm/s from (-20, 12) mm until 40 mm
pawl hook on body at steps[0] = polygon((0, 0), (6, -7), (6, 1)) mm { stiffness = 12 N*mm/rad; rest = 2*atan(3/4) }
pawl tip[0..2] on body at (0, 3) mm = rect(steps[0], (9, 9) mm) { stiffness = 1 N*m/deg; start = 400 deg; friction = 0.2^2 }
report events, contacts
";

fn mutate(text: &str, dice: &mut Dice) -> String {
    let mut bytes: Vec<char> = text.chars().collect();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(bytes.len());
        match dice.roll(8) {
            0 => {
                bytes.remove(at);
            }
            1 => bytes.insert(at, ['(', ')', '{', '}', '-', '*', '0', '9', '.', '/', '^', 'x'][dice.roll(12)]),
            2 => bytes[at] = ['0', '-', 'a', 'b', 'l', ' ', '+', '1'][dice.roll(8)],
            3 => {
                let other = dice.roll(bytes.len());
                bytes.swap(at, other);
            }
            4 => {
                // a line away
                let from = bytes[..at].iter().rposition(|c| *c == '\n').map_or(0, |i| i + 1);
                let to = bytes[at..].iter().position(|c| *c == '\n').map_or(bytes.len(), |i| at + i + 1);
                bytes.drain(from..to);
            }
            5 => {
                // a line twice
                let from = bytes[..at].iter().rposition(|c| *c == '\n').map_or(0, |i| i + 1);
                let to = bytes[at..].iter().position(|c| *c == '\n').map_or(bytes.len(), |i| at + i + 1);
                let line: Vec<char> = bytes[from..to].to_vec();
                bytes.splice(to..to, line);
            }
            6 => {
                // another number
                if let Some(i) = bytes[at..].iter().position(char::is_ascii_digit) {
                    let new = ["0", "1e9", "1e-300", "99999999", "-1", "1e308"][dice.roll(6)];
                    bytes.splice(at + i..=at + i, new.chars());
                }
            }
            _ => {
                // another word
                if let Some(i) = bytes[at..].iter().position(char::is_ascii_alphabetic) {
                    let end = bytes[at + i..].iter().position(|c| !c.is_ascii_alphanumeric()).unwrap_or(0);
                    let new =
                        ["n", "link", "c", "t", "m", "joint", "last", "ground", "chain", "slide", "s"][dice.roll(11)];
                    bytes.splice(at + i..at + i + end, new.chars());
                }
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes.into_iter().collect()
}

#[test]
fn ten_thousand_mutated_scenes_neither_panic_nor_hang() {
    let mut dice = Dice(42);
    let (mut fine, mut broken) = (0, 0);
    for i in 0..10_000 {
        let text = mutate([RICH, FOUR_BAR, PENDULUM, PUSHED][i % 4], &mut dice);
        let start = Instant::now();
        let (definition, findings) = load("mutated.mech", &text, &mut NoImports);
        let parsed = !findings.iter().any(Diagnostic::is_error);
        // what the parser recovered must not upset the builder either
        let built = build(&definition, &BuildOptions::default());
        assert!(start.elapsed() < Duration::from_secs(20), "slow:\n{text}");
        match built {
            Ok(m) => {
                fine += usize::from(parsed);
                assert!(
                    m.bodies.iter().all(|b| b.mass > 0.0 && b.pose.position.iter().all(|x| x.is_finite())),
                    "{text}"
                );
            }
            Err(errors) => {
                broken += 1;
                assert!(errors.iter().any(Diagnostic::is_error));
            }
        }
    }
    assert!(fine > 500 && broken > 3000, "{fine} fine, {broken} broken");
}

#[test]
fn mutated_sweeps_neither_panic_nor_hang() {
    let mut dice = Dice(43);
    let (mut fine, mut broken) = (0, 0);
    for _ in 0..1500 {
        let text = mutate(SWEPT, &mut dice);
        let (definition, _) = load("mutated.mech", &text, &mut NoImports);
        match build(&definition, &BuildOptions::default()) {
            Ok(m) => {
                // what builds as a sweep is whole
                let sweep = m.sweep().expect(&text);
                assert!(!sweep.pawls.is_empty() && sweep.pawls.iter().all(|p| p.outline.points.len() > 2), "{text}");
                assert!(sweep.pawls.iter().all(|p| p.outline.points.len() == p.outline.spans.len()), "{text}");
                fine += 1;
            }
            Err(errors) => {
                assert!(errors.iter().any(Diagnostic::is_error));
                broken += 1;
            }
        }
    }
    assert!(fine > 100 && broken > 500, "{fine} fine, {broken} broken");
}

#[test]
fn the_rich_scene_builds() {
    assert_eq!(super::model(SWEPT).sweep().map(|s| (s.pawls.len(), s.obstacles.len())), Some((3, 7)));
    super::model(PUSHED);
    let m = super::model(RICH);
    assert_eq!(m.bodies.len(), 6);
    assert_eq!(m.constraints.len(), 1);
}
