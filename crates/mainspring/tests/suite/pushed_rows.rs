//! Random rows of sliders that push, strike and stop each other, each with friction of its own: against a method that shares
//! nothing with the event method (time stepping of all laws in small steps), and with statements in another order.

use mainspring::prelude::*;
use mainspring::{Run, simulate};
use std::fmt::Write;

/// Numbers between 0 and 1, always the same.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }

    pub fn index(&mut self, n: usize) -> usize {
        ((self.roll() * n as f64) as usize).min(n - 1)
    }
}

/// Blocks of 4 cm on one line, each with a mass, a friction force, a start and a load a + b t.
struct Row {
    mass: Vec<f64>,
    friction: Vec<f64>,
    place: Vec<f64>,
    speed: Vec<f64>,
    load: Vec<[f64; 2]>,
    /// of a wall beyond the last
    wall: Option<f64>,
}

const SIDE: f64 = 0.04;

impl Row {
    fn random(dice: &mut Dice) -> Self {
        let n = 2 + dice.index(3);
        let mut row = Self {
            mass: Vec::new(),
            friction: Vec::new(),
            place: Vec::new(),
            speed: Vec::new(),
            load: Vec::new(),
            wall: None,
        };
        let mut x = 0.0;
        for _ in 0..n {
            row.mass.push(dice.between(0.3, 2.0));
            row.friction.push(if dice.roll() < 0.2 { 0.0 } else { dice.between(0.2, 5.0) });
            row.place.push(x);
            row.speed.push(if dice.roll() < 0.6 { 0.0 } else { dice.between(-0.5, 0.8) });
            row.load.push(if dice.roll() < 0.5 {
                [0.0; 2]
            } else {
                [dice.between(-4.0, 6.0), dice.between(-3.0, 8.0)]
            });
            // exactly touching, or well apart
            x += SIDE + if dice.roll() < 0.5 { 0.0 } else { dice.between(0.005, 0.05) };
        }
        if dice.roll() < 0.4 {
            row.wall = Some(x - SIDE + 0.5 * SIDE + if dice.roll() < 0.5 { 0.0 } else { 0.03 });
        }
        row
    }

    /// The scene, with its parts, joints and contacts in this order.
    fn text(&self, order: &[usize]) -> String {
        let mut text = String::from("space planar\n");
        if let Some(wall) = self.wall {
            writeln!(text, "obstacle wall = halfplane(({wall:.17} m, 0 m), (-1, 0))").expect("text takes all");
        }
        for &i in order {
            let (mass, x) = (self.mass[i], self.place[i]);
            writeln!(
                text,
                "primitive block{i} {{ shape = rect(4 cm, 4 cm); mass = {mass:.17} kg; friction = 0; restitution = 0 }}\n\
                 part p{i} = block{i}() at ({x:.17} m, 0 m)"
            )
            .expect("text takes all");
        }
        for &i in order.iter().rev() {
            let (x, friction, speed) = (self.place[i], self.friction[i], self.speed[i]);
            let law = if friction > 0.0 { format!(" {{ friction = {friction:.17} N }}") } else { String::new() };
            writeln!(
                text,
                "joint j{i} = prismatic(ground ({x:.17} m, 0 m), p{i}.center){law}\nstart j{i} = 0 m rate {speed:.17} m/s"
            )
            .expect("text takes all");
        }
        for &i in order.iter().filter(|&&i| i + 1 < self.mass.len()) {
            writeln!(text, "contact p{i}, p{}", i + 1).expect("text takes all");
        }
        if self.wall.is_some() {
            writeln!(text, "contact p{}, wall", self.mass.len() - 1).expect("text takes all");
        }
        for &i in order {
            let [a, b] = self.load[i];
            if [a, b] != [0.0; 2] {
                writeln!(text, "force f{i} on p{i} = ({a:.17} N + {b:.17} N/s * t, 0 N)").expect("text takes all");
            }
        }
        text + "run 0.5 s every 100 ms\n"
    }

    fn run(&self, order: &[usize], probe: impl Fn(usize) -> String, at: f64) -> (Run, Vec<f64>) {
        let mut settings = Settings { max_steps: Some(20_000), ..Settings::default() }.at(at);
        for i in 0..self.mass.len() {
            settings = settings.probe(&probe(i));
        }
        let text = self.text(order);
        let run = simulate(text.as_str(), &settings).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(run.outcome.doubts.is_empty(), "{:?}\n{text}", run.outcome.doubts);
        let values = (0..self.mass.len()).map(|i| run.value(&probe(i)).expect("it is measured")[0]).collect();
        (run, values)
    }

    /// Positions after 0.5 s by steps of h: all impulses of a step at once, by relaxation (Moreau 1988).
    fn stepped(&self, h: f64) -> Vec<f64> {
        let n = self.mass.len();
        let (mut x, mut v) = (self.place.clone(), self.speed.clone());
        let steps = (0.5 / h).round() as usize;
        let (mut push, mut rub) = (vec![0.0; n], vec![0.0; n]);
        for step in 0..steps {
            let t = (step as f64 + 0.5) * h;
            let free: Vec<f64> =
                (0..n).map(|i| v[i] + h * (self.load[i][0] + self.load[i][1] * t) / self.mass[i]).collect();
            let gap = |i: usize| {
                if i + 1 < n { x[i + 1] - x[i] - SIDE } else { self.wall.map_or(1.0, |w| w - x[i] - 0.5 * SIDE) }
            };
            // push[i] acts between block i and what is after it
            for _ in 0..4000 {
                let mut moved = 0.0_f64;
                let after = |push: &[f64], rub: &[f64], i: usize| {
                    let before = if i > 0 { push[i - 1] } else { 0.0 };
                    free[i] + (before - push[i] + rub[i]) / self.mass[i]
                };
                for i in 0..n {
                    if i + 1 < n || self.wall.is_some() {
                        let next = if i + 1 < n { after(&push, &rub, i + 1) } else { 0.0 };
                        let opens = next - after(&push, &rub, i) + gap(i).max(0.0) / h;
                        let soft = 1.0 / self.mass[i] + if i + 1 < n { 1.0 / self.mass[i + 1] } else { 0.0 };
                        let was = push[i];
                        push[i] = (was - opens / soft).max(0.0);
                        moved = moved.max((push[i] - was).abs());
                    }
                    let was = rub[i];
                    let most = h * self.friction[i];
                    rub[i] = (was - after(&push, &rub, i) * self.mass[i]).clamp(-most, most);
                    moved = moved.max((rub[i] - was).abs());
                }
                if moved < 1e-14 {
                    break;
                }
            }
            let next: Vec<f64> = (0..n)
                .map(|i| free[i] + (if i > 0 { push[i - 1] } else { 0.0 } - push[i] + rub[i]) / self.mass[i])
                .collect();
            v = next;
            (0..n).for_each(|i| x[i] += h * v[i]);
        }
        x
    }
}

/// One of four parts of 200 rows.
fn rows_end_where_small_steps_end(part: usize) {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let rows: Vec<Row> = (0..200).map(|_| Row::random(&mut dice)).collect();
    for (trial, row) in rows.iter().enumerate().skip(part).step_by(4) {
        let order: Vec<usize> = (0..row.mass.len()).collect();
        let (run, is) = row.run(&order, |i| format!("p{i}.position.x"), 0.5);
        let off = |h: f64| row.stepped(h).iter().zip(&is).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        let (coarse, fine) = (off(1e-3), off(1e-4));
        assert!(
            fine < 5e-4 && fine < 0.4 * coarse + 5e-6,
            "trial {trial}: {coarse:e}, then {fine:e}\n{}",
            row.text(&order)
        );
        let mut crowd = 0;
        for e in &run.outcome.events {
            crowd = crowd.max(run.outcome.events.iter().filter(|o| o.time == e.time).count());
        }
        assert!(crowd <= 100, "trial {trial}: {crowd} events at one moment\n{}", row.text(&order));
    }
}

#[test]
fn rows_of_sliders_end_where_small_steps_end() {
    rows_end_where_small_steps_end(0);
}

#[test]
fn rows_of_sliders_end_where_small_steps_end_too() {
    rows_end_where_small_steps_end(1);
}

#[test]
fn more_rows_of_sliders_end_where_small_steps_end() {
    rows_end_where_small_steps_end(2);
}

#[test]
fn the_last_rows_of_sliders_end_where_small_steps_end() {
    rows_end_where_small_steps_end(3);
}

#[test]
fn the_order_of_statements_does_not_matter() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for trial in 0..200 {
        let mut row = Row::random(&mut dice);
        row.speed.fill(0.0);
        let n = row.mass.len();
        let order: Vec<usize> = (0..n).collect();
        let mut other = order.clone();
        for i in (1..n).rev() {
            other.swap(i, dice.index(i + 1));
        }
        let probe = |i: usize| format!("p{i}.acceleration.x");
        let (_, one) = row.run(&order, probe, 0.0);
        let (_, two) = row.run(&other, probe, 0.0);
        let size = one.iter().fold(1.0_f64, |m, a| m.max(a.abs()));
        for (a, b) in one.iter().zip(&two) {
            assert!((a - b).abs() <= 1e-12 * size, "trial {trial}: {one:?} {two:?}\n{}", row.text(&other));
        }
    }
}
