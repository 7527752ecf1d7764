//! Random problems: star-shaped and toothed polygons, holes, overlaps, hinges in, on and outside of the pawl, starts relaxed,
//! cocked and in contact; every second one on a small grid, where edges lie flush and events coincide.

use mainspring_sweep::{Angle, Obstacle, Pawl, Place, Problem, Rational, rational};

/// A small generator of random numbers (splitmix64).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 … n − 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// lo … hi, evenly.
    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }
}

/// What numbers a problem is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Whole numbers.
    Grid,
    /// Three decimals.
    Decimal,
    /// All bits of a float.
    Float,
}

/// n/d.
pub fn ratio(n: i64, d: i64) -> Rational {
    Rational::from(n) / Rational::from(d)
}

/// A number in a style.
fn number(x: f64, style: Style) -> Rational {
    match style {
        Style::Grid => Rational::from(libm::rint(x) as i64),
        Style::Decimal => ratio(libm::rint(x * 1000.0) as i64, 1000),
        Style::Float => rational(x),
    }
}

fn place(x: f64, y: f64, style: Style) -> Place {
    [number(x, style), number(y, style)]
}

/// a + b.
pub fn plus(a: &Place, b: &Place) -> Place {
    [&a[0] + &b[0], &a[1] + &b[1]]
}

/// a − b.
pub fn minus(a: &Place, b: &Place) -> Place {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

/// A polygon that is star-shaped about a centre.
fn star(dice: &mut Dice, centre: [f64; 2], radii: [f64; 2], style: Style) -> Vec<Place> {
    let n = 3 + dice.below(6);
    let first = dice.between(0.0, std::f64::consts::TAU);
    let mut ring: Vec<Place> = (0..n)
        .map(|k| {
            let at = first + (k as f64 + dice.between(-0.35, 0.35)) * std::f64::consts::TAU / n as f64;
            let r = dice.between(radii[0], radii[1]);
            place(centre[0] + r * libm::cos(at), centre[1] + r * libm::sin(at), style)
        })
        .collect();
    if dice.percent(50) {
        ring.reverse();
    }
    ring
}

/// A row of teeth on a base, turned by quarter turns.
fn teeth(dice: &mut Dice, centre: [f64; 2], style: Style) -> Vec<Place> {
    let n = 3 + dice.below(5) as i64;
    let quarter = dice.below(4);
    let mut chain: Vec<[f64; 2]> =
        (0..n).map(|k| [(2 * k - n) as f64 + dice.between(-0.8, 0.8), dice.between(-1.0, 2.5)]).collect();
    chain.push([n as f64, -2.5]);
    chain.push([-n as f64 - 1.0, -2.5]);
    chain
        .iter()
        .map(|&[x, y]| {
            let [x, y] = match quarter {
                0 => [x, y],
                1 => [-y, x],
                2 => [-x, -y],
                _ => [y, -x],
            };
            place(centre[0] + x, centre[1] + y, style)
        })
        .collect()
}

fn obstacle(dice: &mut Dice, n: usize, centre: [f64; 2], style: Style) -> Obstacle {
    let rings = match dice.below(10) {
        0..=5 => vec![star(dice, centre, [0.6, 3.0], style)],
        6..=8 => vec![teeth(dice, centre, style)],
        _ => vec![star(dice, centre, [2.5, 4.0], style), star(dice, centre, [0.5, 1.2], style)],
    };
    Obstacle { name: format!("o{n}"), rings }
}

fn pawl(dice: &mut Dice, n: usize, hinge: Place, style: Style) -> Pawl {
    let away = dice.between(0.0, 3.5);
    let way = dice.between(0.0, std::f64::consts::TAU);
    let mut outline = star(dice, [away * libm::cos(way), away * libm::sin(way)], [0.5, 2.6], style);
    match dice.below(8) {
        // on a corner
        0 => {
            let corner = dice.pick(&outline);
            outline = outline.iter().map(|q| minus(q, &corner)).collect();
        }
        // on an edge
        1 => {
            let k = dice.below(outline.len() as u64) as usize;
            let (a, b) = (&outline[k], &outline[(k + 1) % outline.len()]);
            let mid = [(&a[0] + &b[0]) / Rational::from(2), (&a[1] + &b[1]) / Rational::from(2)];
            outline = outline.iter().map(|q| minus(q, &mid)).collect();
        }
        _ => {}
    }
    let friction = if dice.percent(50) { Rational::ZERO } else { ratio(1 + dice.below(7) as i64, 5) };
    Pawl { name: format!("p{n}"), hinge, outline, stiffness: dice.between(0.5, 4.0), friction, start: start(dice) }
}

/// Relaxed mostly, cocked sometimes.
fn start(dice: &mut Dice) -> Angle {
    if dice.percent(65) {
        return Angle::zero();
    }
    let sheet = if dice.percent(80) { 0 } else { dice.pick(&[-2, -1, 1, 2, 3]) };
    Angle { sheet, half: ratio(dice.below(13) as i64 - 6, 6) }
}

/// Moves an obstacle so that a point of it lies on a corner of the pawl as it starts.
fn bring_into_contact(dice: &mut Dice, problem: &mut Problem) {
    let pawl = &problem.pawls[0];
    let [c, s] = pawl.start.cos_sin();
    let q = dice.pick(&pawl.outline);
    let turned = [&c * &q[0] - &s * &q[1], &s * &q[0] + &c * &q[1]];
    let corner = plus(&pawl.hinge, &turned);
    let k = dice.below(problem.obstacles.len() as u64) as usize;
    let rings = &mut problem.obstacles[k].rings;
    let e = dice.below(rings[0].len() as u64) as usize;
    let (a, b) = (rings[0][e].clone(), rings[0][(e + 1) % rings[0].len()].clone());
    let part = dice.pick(&[ratio(0, 1), ratio(1, 2), ratio(1, 3)]);
    let on = [&a[0] + (&b[0] - &a[0]) * &part, &a[1] + (&b[1] - &a[1]) * &part];
    let by = minus(&corner, &on);
    for w in rings.iter_mut().flatten() {
        *w = plus(w, &by);
    }
}

/// The style of the problem of a seed.
pub fn style_of(seed: u64) -> Style {
    match seed % 4 {
        0 | 2 => Style::Grid,
        1 => Style::Decimal,
        _ => Style::Float,
    }
}

/// The problem of a seed; it may start in an overlap and be refused.
pub fn problem(seed: u64) -> Problem {
    let mut dice = Dice::new(seed);
    let style = style_of(seed);
    let velocity = if style == Style::Grid {
        let (x, y) = dice.pick(&[(1, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (2, 1), (1, -2), (0, -1)]);
        [Rational::from(x), Rational::from(y)]
    } else {
        let way = dice.between(0.0, std::f64::consts::TAU);
        place(libm::cos(way), libm::sin(way), style)
    };
    let (vx, vy) = (as_f64(&velocity[0]), as_f64(&velocity[1]));
    let speed = libm::sqrt(vx * vx + vy * vy);
    let (ux, uy) = (vx / speed, vy / speed);
    let hinge = place(dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), style);
    let inside = dice.percent(12);
    let mut obstacles = Vec::new();
    if inside {
        let rings =
            vec![star(&mut dice, [0.0, 0.0], [12.0, 13.0], style), star(&mut dice, [0.0, 0.0], [4.0, 9.0], style)];
        obstacles.push(Obstacle { name: "o0".to_owned(), rings });
    }
    for n in 0..1 + dice.below(4) as usize {
        let (along, across) = (dice.between(2.0, 10.0), dice.between(-4.0, 4.0));
        let centre = [along * ux - across * uy, along * uy + across * ux];
        obstacles.push(obstacle(&mut dice, n + usize::from(inside), centre, style));
    }
    let first = pawl(&mut dice, 0, hinge, style);
    let mut pawls = vec![first];
    if dice.percent(12) {
        let hinge = place(dice.between(-3.0, 3.0), dice.between(-3.0, 3.0), style);
        pawls.push(pawl(&mut dice, 1, hinge, style));
    }
    let end = number((16.0 / speed).max(4.0), style);
    let mut problem = Problem { velocity, obstacles, pawls, root: None, end };
    if dice.percent(20) {
        bring_into_contact(&mut dice, &mut problem);
    }
    problem
}

/// The nearest float.
pub fn as_f64(x: &Rational) -> f64 {
    x.to_f64().value()
}
