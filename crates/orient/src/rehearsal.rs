//! A scene in which a plan is carried out by the engine: many parts of one shape, each turned otherwise, on a viscous surface;
//! two windows a squeeze, a frame for both, and a script that shows one frame after the other.

use crate::read_back::read_back;
use crate::settling::Settling;
use crate::shape_text::{length_text, shape_text, trimmed};
use crate::tolerances::{EQUAL_TURNS, READ_BACK, SETTLED, TURNED_ON_THE_WAY};
use mainspring_fields::strategy::{Plan, Squeeze, StrategyError, TurnFunction};
use mainspring_geometry::Region;
use mainspring_model::Shape;
use std::f64::consts::{PI, TAU};
use std::fmt::Write;

/// Curves of the scene's plot; more cannot be told apart.
const CURVES: usize = 12;
/// Frames recorded of every squeeze.
const FRAMES: f64 = 60.0;

/// What is tried out, and from where. Parts do not touch each other.
#[derive(Clone, Copy, Debug)]
pub struct Rehearsal<'a> {
    /// outline of the part
    pub region: &'a Region,
    /// the same in a squeeze field
    pub squeeze: &'a Squeeze,
    /// where squeezes take it
    pub function: &'a TurnFunction,
    /// what is carried out
    pub plan: &'a Plan,
    /// of the field (N/m²)
    pub density: f64,
    /// of the part (kg/m²)
    pub area_density: f64,
    /// how many parts, turned evenly round a whole turn
    pub starts: usize,
    /// every start is turned this much off (rad), at random to both sides
    pub turned_off: f64,
    /// every start is moved this much off along x and y (m), at random to both sides
    pub moved_off: f64,
    /// of the random numbers, three to a part
    pub seed: usize,
}

/// A scene and how its numbers were chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Rehearsed {
    /// in canonical form
    pub text: String,
    /// how long each squeeze lasts (s)
    pub durations: Vec<f64>,
    /// viscous friction of the surface (N·s/m³)
    pub viscous: f64,
    /// the first part's turn (rad)
    pub first: f64,
    /// distance of the start nearest to an unstable equilibrium from it (rad)
    pub nearest: f64,
}

/// Why there is no scene.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RehearsalError {
    /// nothing to plan for
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// an outline that cannot be written
    #[error("the outline cannot be written: {cause}")]
    Outline {
        /// what came of it
        cause: String,
    },
}

impl Rehearsal<'_> {
    /// The scene, read back once to make sure that its part is the one that was planned for.
    ///
    /// # Errors
    /// An outline that cannot be written, or is not read back as it was.
    pub fn scene(&self) -> Result<Rehearsed, RehearsalError> {
        let settling = Settling::of(self.squeeze, self.region, self.density, self.area_density)?;
        let (first, nearest) = self.first();
        let nearest = (nearest - self.turned_off).max(SETTLED);
        // what moves to the line turns a little on the way
        let durations = settling.durations(self.function, self.plan, TURNED_ON_THE_WAY * nearest);
        let shape = shape_text(self.region, self.squeeze.center()).ok_or_else(|| RehearsalError::Outline {
            cause: "it has curved edges that are those of no disc, capsule or sector".to_owned(),
        })?;
        let text = self.written(&settling, &shape, first, &durations);
        let text = mainspring_language::format(&text).map_err(|findings| RehearsalError::Outline {
            cause: findings.first().map_or_else(String::new, |f| f.message.clone()),
        })?;
        self.check(&text)?;
        Ok(Rehearsed { text, durations, viscous: settling.viscous, first, nearest })
    }

    /// The turn of the first part that keeps all starts farthest from unstable equilibria, and that distance (rad).
    fn first(&self) -> (f64, f64) {
        let step = TAU / self.starts.max(1) as f64;
        let away = |first: f64| {
            let distance = |unstable: f64| {
                // starts and equilibria repeat themselves; two starts half a turn apart meet the same
                (0..self.starts.max(1)).map(move |i| {
                    let off = (first + step * i as f64 - unstable) / PI;
                    PI * (off - libm::round(off)).abs()
                })
            };
            self.function.basins.iter().flat_map(|b| distance(b.from)).fold(PI, f64::min)
        };
        let looks = (0..64).map(|i| step * f64::from(i) / 64.0).map(|first| (first, away(first)));
        looks.fold((0.0, -1.0), |best, look| if look.1 > best.1 + EQUAL_TURNS { look } else { best })
    }

    fn written(&self, settling: &Settling<'_>, shape: &str, first: f64, durations: &[f64]) -> String {
        let plan = self.plan;
        let mut text = String::new();
        let mut add = |line: String| {
            text.push_str(&line);
            text.push('\n');
        };
        let (count, end, period) = (plan.angles.len(), degrees(plan.orientation), degrees(plan.period));
        let squeezes = if count == 1 { "A squeeze brings".to_owned() } else { format!("{count} squeezes bring") };
        add(format!("// {squeezes} a part to {end} deg (modulo {period} deg) from any orientation: tried from"));
        add(format!("// {} starts at once; parts do not touch each other.", self.starts));
        add("space planar\n".to_owned());
        add(format!("let density = {} N/m^2", self.density));
        add(format!("let reach = {}", length_text(settling.radius * (2.0 + 0.3 * count as f64))));
        for (i, angle) in plan.angles.iter().enumerate() {
            add(format!("let line_{} = {} deg", i + 1, exact_degrees(*angle)));
        }
        add("\n// the stiffest motion is damped critically: parts settle without swinging past".to_owned());
        add(format!("surface {{ viscous = {} N*s/m^3; law = viscous }}", significant(settling.viscous, 4)));
        let area_density = significant(self.area_density, 9);
        add(format!("primitive plate {{ shape = {shape}; area_density = {area_density} kg/m^2 }}\n"));
        for i in 1..=count {
            let window = |name: &str, from: &str, to: &str, push: &str| {
                format!("window {name}_{i} = rect({from}, {to}) at (0, 0) turned line_{i} {{ force = density*{push} }}")
            };
            add(window("left", "(-reach, 0 m)", "(reach, reach)", &format!("(sin(line_{i}), -cos(line_{i}))")));
            add(window("right", "(-reach, -reach)", "(reach, 0 m)", &format!("(-sin(line_{i}), cos(line_{i}))")));
            add(format!("frame squeeze_{i} {{ left_{i}, right_{i} }}"));
        }
        add("\n// long enough for the slowest to settle".to_owned());
        let steps: Vec<String> =
            durations.iter().enumerate().map(|(i, t)| format!("  squeeze_{} for {t} s", i + 1)).collect();
        add(format!("script orient {{\n{}\n}}\n", steps.join("\n")));
        let step = 360.0 / self.starts.max(1) as f64;
        let random = |k: usize, off: &str| match self.seed + k {
            0 => format!("random(3*i, -{off}, {off})"),
            seed => format!("random(3*i + {seed}, -{off}, {off})"),
        };
        let (mut at, mut off) = ("(0, 0)".to_owned(), String::new());
        if self.moved_off > 0.0 {
            add(format!("let astray = {}", length_text(self.moved_off)));
            at = format!("({}, {})", random(0, "astray"), random(1, "astray"));
        }
        if self.turned_off > 0.0 {
            add(format!("let askew = {} deg", degrees(self.turned_off)));
            off = format!(" + {}", random(2, "askew"));
        }
        add(format!("for i in 0..{} {{", self.starts));
        add(format!("  part piece[i] = plate() at {at} turned {} deg + i*({step} deg){off}", degrees(first)));
        add("}\n".to_owned());
        let total: f64 = durations.iter().sum();
        let every = significant(total / FRAMES / count.max(1) as f64, 2);
        let total = significant(total, 6);
        add(format!("run {total} s every {every} s {{ integrator = dopri5; rtol = 1e-6; atol = 1e-6 }}"));
        let apart = self.starts.div_ceil(CURVES).max(1);
        let curves: Vec<String> = (0..self.starts)
            .step_by(apart)
            .map(|i| format!("mod(piece[{i}].angle, {} deg)", exact_degrees(plan.period)))
            .collect();
        // of the writer only memory could fail
        let _written = writeln!(text, "plot \"orientation\" {}", curves.join(", "));
        text
    }

    fn check(&self, text: &str) -> Result<(), RehearsalError> {
        let wrong = |cause: String| RehearsalError::Outline { cause };
        let model = read_back("rehearsal", text).map_err(wrong)?;
        let shape = model.bodies.first().and_then(|b| b.shape.as_ref());
        let Some(Shape::Region(read)) = shape else { return Err(wrong("no outline is read back".to_owned())) };
        let ((_, want), (_, found)) = (self.region.central_moments(), read.central_moments());
        for (want, found, what) in
            [(want.area, found.area, "an area of"), (want.polar(), found.polar(), "a polar moment of")]
        {
            if (found / want - 1.0).abs() > READ_BACK {
                return Err(wrong(format!("{what} {found:e} is read back where {want:e} is meant (SI units)")));
            }
        }
        Ok(())
    }
}

/// For people.
fn degrees(angle: f64) -> String {
    trimmed(angle.to_degrees(), 4)
}

/// To more digits than settling leaves.
fn exact_degrees(angle: f64) -> String {
    trimmed(angle.to_degrees(), 10)
}

/// So many digits, with an exponent where that is shorter.
fn significant(value: f64, digits: usize) -> String {
    let rounded = format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value);
    let plain = format!("{rounded}");
    if plain.len() <= digits + 4 { plain } else { format!("{rounded:e}") }
}
