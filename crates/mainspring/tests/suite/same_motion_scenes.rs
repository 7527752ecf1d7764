//! Random mechanisms, and views they are written through.

use std::fmt::Write;

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x9e37_79b9);
        dice.unit();
        dice
    }

    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((b ^ (b >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A vector of that length, flat in the plane.
    fn vector(&mut self, spatial: bool, length: f64) -> [f64; 3] {
        loop {
            let z = if spatial { self.between(-1.0, 1.0) } else { 0.0 };
            let v = [self.between(-1.0, 1.0), self.between(-1.0, 1.0), z];
            let size = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.1..=1.0).contains(&size) {
                return v.map(|x| x / size * length);
            }
        }
    }

    /// A power of ten between 10^−most and 10^most.
    fn power(&mut self, most: f64) -> f64 {
        10.0_f64.powf(self.between(-most, most))
    }
}

/// Of its sizes from zero up to which a mechanism is moved: floats there are 2e-10 of one apart.
const FLOATS_HOLD: f64 = 1e6;

pub const FAMILIES: [&str; 8] =
    ["four_bar", "pendulum", "flying_chain", "flying_springs", "ball", "flying_discs", "hanging", "tumbling"];

/// A mechanism of a kind.
pub struct Case {
    pub family: &'static str,
    pub seed: u64,
    pub spatial: bool,
    /// nothing holds it
    pub flies: bool,
    pub parts: Vec<&'static str>,
    /// m
    pub size: f64,
    /// s
    pub time: f64,
}

impl Case {
    pub fn new(family: &'static str, seed: u64) -> Self {
        let parts: &[&str] = match family {
            "four_bar" => &["crank", "rod", "rocker"],
            "ball" => &["a"],
            "pendulum" | "flying_discs" | "flying_springs" | "hanging" => &["a", "b"],
            _ => &["a", "b", "c"],
        };
        let spatial = matches!(family, "hanging" | "tumbling");
        let flies = family.starts_with("flying") || family == "tumbling";
        Self { family, seed, spatial, flies, parts: parts.to_vec(), size: 0.3, time: 1.0 }
    }
}

/// Where from, how fast and in which units a mechanism is looked at.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// unit axis and angle, rad
    turn: ([f64; 3], f64),
    /// m
    offset: [f64; 3],
    /// m/s
    boost: [f64; 3],
    /// a second, a metre, a kilogram of the mechanism in s, m, kg
    time: f64,
    length: f64,
    mass: f64,
}

impl Default for View {
    fn default() -> Self {
        Self { turn: ([0.0, 0.0, 1.0], 0.0), offset: [0.0; 3], boost: [0.0; 3], time: 1.0, length: 1.0, mass: 1.0 }
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn turned((axis, angle): ([f64; 3], f64), v: [f64; 3]) -> [f64; 3] {
    if angle == 0.0 {
        return v;
    }
    // Rodrigues
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let along: f64 = (0..3).map(|i| axis[i] * v[i]).sum();
    let across = cross(axis, v);
    [0, 1, 2].map(|i| v[i] * cos + across[i] * sin + axis[i] * along * (1.0 - cos))
}

impl View {
    /// One of every kind, and one of all at once.
    pub fn of(case: &Case, dice: &mut Dice) -> Vec<Self> {
        let plain = Self::default();
        let axis = if case.spatial { dice.vector(true, 1.0) } else { [0.0, 0.0, 1.0] };
        let turn = (axis, dice.between(-3.0, 3.0));
        let far = dice.between(0.0, 1e4);
        let offset = dice.vector(case.spatial, far);
        let fast = if case.flies { dice.between(0.0, 100.0) } else { 0.0 };
        let boost = dice.vector(case.spatial, fast);
        let [time, length, mass] = [dice.power(6.0), dice.power(4.0), dice.power(6.0)];
        let mut all = Self { turn, offset, boost, time, length, mass };
        if all.far(case) > FLOATS_HOLD {
            // what is small, slow and far away: places and speeds in its own units, or floats would hold nothing of it
            all.offset = offset.map(|x| x * length);
            all.boost = boost.map(|v| v * length / time);
        }
        let mut out = vec![
            Self { turn, ..plain },
            Self { offset, ..plain },
            Self { time, ..plain },
            Self { length, ..plain },
            Self { mass, ..plain },
            all,
        ];
        if case.flies {
            out.push(Self { boost, ..plain });
        }
        out
    }

    fn place(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = turned(self.turn, p);
        [0, 1, 2].map(|i| turned[i] * self.length + self.offset[i])
    }

    fn velocity(&self, v: [f64; 3]) -> [f64; 3] {
        let turned = turned(self.turn, v);
        [0, 1, 2].map(|i| turned[i] * self.length / self.time + self.boost[i])
    }

    /// A place and a velocity, at a time, as they are without the view.
    pub fn back(&self, p: [f64; 3], v: [f64; 3], time: f64) -> [[f64; 3]; 2] {
        let turn = (self.turn.0, -self.turn.1);
        let place = [0, 1, 2].map(|i| (p[i] - self.offset[i] - self.boost[i] * time) / self.length);
        let velocity = [0, 1, 2].map(|i| (v[i] - self.boost[i]) * self.time / self.length);
        [turned(turn, place), turned(turn, velocity)]
    }

    /// How many of its sizes, and of its speeds, the mechanism is away from zero.
    pub fn far(&self, case: &Case) -> f64 {
        let size = |v: &[f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (length, time) = (case.size * self.length, case.time * self.time);
        1.0 + (size(&self.offset) + size(&self.boost) * time) / length
    }
}

struct Pen<'a> {
    text: String,
    view: &'a View,
    spatial: bool,
}

impl Pen<'_> {
    fn tuple(&self, v: [f64; 3]) -> String {
        if self.spatial { format!("({:?}, {:?}, {:?})", v[0], v[1], v[2]) } else { format!("({:?}, {:?})", v[0], v[1]) }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("memory");
    }

    fn gravity(&mut self, g: f64) {
        let down = if self.spatial { [0.0, 0.0, -g] } else { [0.0, -g, 0.0] };
        let (view, plain) = (self.view, turned(self.view.turn, down));
        let g = plain.map(|x| x * view.length / (view.time * view.time));
        self.line(&format!("gravity {} m/s^2", self.tuple(g)));
    }

    /// A bar with ends `p` and `q` along x.
    fn bar(&mut self, name: &str, length: f64, mass: f64) {
        let (l, m) = (length * self.view.length, mass * self.view.mass);
        let (shape, end) = if self.spatial {
            (format!("box({l:?} m, {:?} m, {:?} m)", 0.1 * l, 0.15 * l), [0.5 * l, 0.0, 0.0])
        } else {
            (format!("rect({l:?} m, {:?} m)", 0.1 * l), [0.5 * l, 0.0, 0.0])
        };
        let ends = [end.map(|x| -x), end].map(|e| self.tuple(e));
        self.line(&format!(
            "primitive {name} {{ shape = {shape}; mass = {m:?} kg; point p = {} m; point q = {} m }}",
            ends[0], ends[1]
        ));
    }

    fn disc(&mut self, name: &str, radius: f64, mass: f64) {
        let (r, m) = (radius * self.view.length, mass * self.view.mass);
        self.line(&format!("primitive {name} {{ shape = circle({r:?} m); mass = {m:?} kg }}"));
    }

    /// A part at a place, turned about z in the plane and with the view, moving and spinning.
    fn part(&mut self, name: &str, of: &str, at: [f64; 3], turn: f64, moving: [f64; 3], spinning: [f64; 3]) {
        let (view, (axis, angle)) = (self.view, self.view.turn);
        let (p, v) = (self.tuple(view.place(at)), self.tuple(view.velocity(moving)));
        let w = turned(view.turn, spinning).map(|x| x / view.time);
        let (turn, spin) = if self.spatial {
            (format!("turned {angle:?} rad about {}", self.tuple(axis)), self.tuple(w))
        } else {
            (format!("turned {:?} rad", turn + angle), format!("{:?}", w[2]))
        };
        self.line(&format!("part {name} = {of}() at {p} m {turn} moving {v} m/s spinning {spin} rad/s"));
    }

    fn ground(&self, at: [f64; 3]) -> String {
        let p = self.view.place(at);
        let parts: Vec<String> = p.iter().take(if self.spatial { 3 } else { 2 }).map(|x| format!("{x:?} m")).collect();
        format!("ground ({})", parts.join(", "))
    }

    /// Stiffness in N/m, damping in N·s/m, rest in m.
    fn spring(&mut self, name: &str, ends: &str, [k, c, rest]: [f64; 3]) {
        let View { time, length, mass, .. } = *self.view;
        let (k, c, rest) = (k * mass / (time * time), c * mass / time, rest * length);
        self.line(&format!(
            "spring {name} = linear({ends}) {{ stiffness = {k:?} N/m; damping = {c:?} N*s/m; rest = {rest:?} m }}"
        ));
    }
}

/// Place and velocity of the middle of a bar that begins at `end`, `half` a bar long, with a spin; its other end is the next `end`.
fn carried(end: &mut [[f64; 3]; 2], half: [f64; 3], spin: [f64; 3]) -> [[f64; 3]; 2] {
    let across = cross(spin, half);
    let [at, moving] = *end;
    let by = |times: f64| {
        [0, 1].map(|k| {
            let (from, step) = if k == 0 { (at, half) } else { (moving, across) };
            [0, 1, 2].map(|i| from[i] + times * step[i])
        })
    };
    *end = by(2.0);
    by(1.0)
}

/// The scene of a case through a view.
pub fn written(case: &Case, view: &View) -> String {
    let (spatial, mut dice) = (case.spatial, Dice::new(case.seed));
    let mut pen = Pen { text: String::new(), view, spatial };
    let none = [0.0; 3];
    pen.line(if spatial { "space spatial" } else { "space planar" });
    let about = |rate: f64| [0.0, 0.0, rate];
    match case.family {
        "four_bar" => {
            pen.gravity(9.81);
            let [l0, l1, l2, l3] =
                [(0.1, 0.12), (0.28, 0.32), (0.23, 0.27), (0.28, 0.32)].map(|(a, b)| dice.between(a, b));
            for (name, l) in [("crank_bar", l0), ("rod_bar", l1), ("rocker_bar", l2)] {
                pen.bar(name, l, 5.0 * l);
            }
            let (first, last) = (pen.ground(none), pen.ground([l3, 0.05, 0.0]));
            let start = dice.between(0.6, 1.2) + view.turn.1;
            pen.line("part crank = crank_bar()\npart rod = rod_bar()\npart rocker = rocker_bar()");
            pen.line(&format!("joint o = revolute({first}, crank.p)\njoint x = revolute(crank.q, rod.p)"));
            pen.line(&format!("joint y = revolute(rod.q, rocker.p)\njoint r = revolute({last}, rocker.q)"));
            pen.line(&format!("start o = {start:?} rad\nguess y = -125 deg"));
        }
        "pendulum" => {
            pen.gravity(9.81);
            let [l, m] = [(); 2].map(|()| dice.between(0.1, 0.2));
            pen.bar("long", l, dice.between(0.2, 1.0));
            pen.bar("short", m, dice.between(0.2, 1.0));
            let pin = pen.ground([0.3, 0.1, 0.0]);
            let (one, two) = (dice.between(-1.5, 0.0) + view.turn.1, dice.between(-0.7, 0.7));
            pen.line(&format!("part a = long()\npart b = short()\njoint o = revolute({pin}, a.p)"));
            pen.line(&format!("joint x = revolute(a.q, b.p)\nstart o = {one:?} rad\nstart x = {two:?} rad"));
            let hook = pen.ground([0.1, 0.0, 0.0]);
            let stiff = dice.between(5.0, 40.0);
            pen.spring("s", &format!("{hook}, a.q"), [stiff, dice.between(0.0, 0.3), 0.1]);
        }
        "flying_chain" => {
            pen.gravity(dice.between(0.0, 10.0));
            let l = dice.between(0.08, 0.12);
            pen.bar("link", l, dice.between(0.1, 1.0));
            let turns = [0.0, dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
            let mut end = [none; 2];
            for (name, turn) in ["a", "b", "c"].into_iter().zip(turns) {
                let spin = about(dice.between(-3.0, 3.0));
                let half = [0.5 * l * libm::cos(turn), 0.5 * l * libm::sin(turn), 0.0];
                let [at, moving] = carried(&mut end, half, spin);
                pen.part(name, "link", at, turn, moving, spin);
            }
            pen.line("joint x = revolute(a.q, b.p)\njoint y = revolute(b.q, c.p)");
            if dice.unit() < 0.5 {
                pen.spring("s", "a.p, c.q", [dice.between(5.0, 50.0), dice.between(0.0, 0.3), 0.2]);
            }
        }
        "flying_springs" => {
            pen.gravity(dice.between(0.0, 10.0));
            pen.bar("link", 0.1, dice.between(0.1, 1.0));
            for (name, x) in [("a", 0.0), ("b", 0.25)] {
                let (turn, moving) = (dice.between(-1.0, 1.0), dice.vector(false, 0.3));
                pen.part(name, "link", [x, 0.0, 0.0], turn, moving, about(dice.between(-3.0, 3.0)));
            }
            for (name, ends) in [("s", "a.q, b.p"), ("u", "a.p, b.p")] {
                pen.spring(name, ends, [dice.between(5.0, 50.0), dice.between(0.0, 0.2), dice.between(0.1, 0.2)]);
            }
        }
        "ball" => {
            pen.gravity(9.81);
            pen.disc("round", 0.05, dice.between(0.1, 1.0));
            let (l, floor) = (view.length, view.place([0.0, -0.5, 0.0]));
            let shape = format!("rect({:?} m, {:?} m)", 6.0 * l, l);
            pen.line(&format!("obstacle floor = {shape} at {} m turned {:?} rad", pen.tuple(floor), view.turn.1));
            let moving = [dice.between(-0.5, 0.5), dice.between(-0.5, 0.5), 0.0];
            pen.part("a", "round", [0.1, dice.between(0.1, 0.3), 0.0], 0.0, moving, about(dice.between(-9.0, 9.0)));
            let [rough, bounce] = [dice.between(0.05, 0.4), dice.between(0.3, 0.7)];
            pen.line(&format!("contact a, floor {{ friction = {rough:?}; restitution = {bounce:?} }}"));
        }
        "flying_discs" => {
            pen.gravity(dice.between(0.0, 10.0));
            pen.disc("round", 0.05, dice.between(0.1, 1.0));
            let meet = dice.between(0.3, 0.8);
            pen.part("a", "round", none, 0.0, [meet, 0.0, 0.0], about(dice.between(-9.0, 9.0)));
            pen.part("b", "round", [0.3, dice.between(-0.06, 0.06), 0.0], 0.0, none, none);
            let [rough, bounce] = [dice.between(0.0, 0.4), dice.between(0.3, 0.9)];
            pen.line(&format!("contact a, b {{ friction = {rough:?}; restitution = {bounce:?} }}"));
        }
        "hanging" => {
            pen.gravity(9.81);
            pen.bar("link", 0.12, dice.between(0.1, 1.0));
            let mut end = [none; 2];
            for (name, spin) in [("a", dice.vector(true, 2.0)), ("b", dice.vector(true, 2.0))] {
                let [at, moving] = carried(&mut end, [0.06, 0.0, 0.0], spin);
                pen.part(name, "link", at, 0.0, moving, spin);
            }
            let pin = pen.ground(none);
            pen.line(&format!("joint o = spherical({pin}, a.p)\njoint x = spherical(a.q, b.p)"));
        }
        _ => {
            pen.gravity(dice.between(0.0, 10.0));
            pen.bar("link", 0.1, dice.between(0.1, 1.0));
            let mut end = [none; 2];
            for name in ["a", "b", "c"] {
                let spin = dice.vector(true, 2.0);
                let [at, moving] = carried(&mut end, [0.05, 0.0, 0.0], spin);
                pen.part(name, "link", at, 0.0, moving, spin);
            }
            pen.line("joint x = spherical(a.q, b.p)\njoint y = spherical(b.q, c.p)");
            pen.spring("s", "a.p, c.q", [dice.between(5.0, 50.0), dice.between(0.0, 0.3), 0.2]);
        }
    }
    let long = case.time * view.time;
    pen.line(&format!("run {long:?} s every {:?} s", 0.1 * long));
    pen.text
}
