//! A scene in space, turned as a whole, is the same scene: it must take the same work and end in the same place.
//!
//! Loose parts on fixed things are turned about the origin, gravity with them. What bounces and topples doubles small
//! differences until no digit is left, whichever way it is turned: so the scene is also run with its first part moved by next to
//! nothing, three times along other axes, and compared up to the last frame before any of these goes its own way.

use super::dice::Dice;
use super::runs::{self, Scene};
use serde_json::Value;
use std::path::Path;

/// By how much the first part is moved, over the smallest size in the scene.
const NUDGE: f64 = 1e-10;

/// A nudged run goes its own way when some part is farther off than this, over that size: a hundred nudges.
const OWN_WAY: f64 = 1e-8;

/// How far parts may be from where the turned run has them, over that size.
const SAME_PLACE: f64 = 1e-7;

/// By how much steps and evaluations may differ, over the fewer of them,
const SAME_WORK: f64 = 0.1;

/// but so few steps always.
const FEW_STEPS: f64 = 10.0;

type Vector = [f64; 3];
type Matrix = [Vector; 3];

/// What came of a scene and of the same turned.
#[derive(Clone, Debug)]
pub struct Found {
    /// up to which time they were compared, of how long, s
    pub until: [f64; 2],
    /// largest distance of a part's centre from where it should be, over the smallest size
    pub apart: f64,
    /// steps, with rejected ones, and evaluations of both
    pub work: [[f64; 2]; 2],
    /// in steps of equal length, s, of both
    pub stepped: [f64; 2],
}

impl Found {
    /// Why it is not the same, if it is not.
    pub fn complaint(&self) -> Option<String> {
        if self.until[0] == 0.0 {
            return Some("goes its own way from the first frame".to_owned());
        }
        let [one, other] = self.work;
        let differs = |k: usize, few: f64| (one[k] - other[k]).abs() > (SAME_WORK * one[k].min(other[k])).max(few);
        let work = (differs(0, FEW_STEPS) && differs(1, 0.0))
            .then(|| format!("{} and {} steps, {} and {} evaluations", one[0], other[0], one[1], other[1]));
        let apart = (self.apart > SAME_PLACE).then(|| format!("{:.1e} of its size apart", self.apart));
        let why: Vec<String> = [work, apart].into_iter().flatten().collect();
        let stepped = if self.stepped[0].max(self.stepped[1]) > 0.0 {
            format!("; {:.3} and {:.3} s stepped", self.stepped[0], self.stepped[1])
        } else {
            String::new()
        };
        (!why.is_empty()).then(|| format!("{} at {} s{stepped}", why.join(", "), self.until[0]))
    }
}

/// The three numbers of the first `(x, y, z)` in a text, and what follows it.
fn vector(text: &str) -> Option<(Vector, &str)> {
    let (inside, rest) = text.split_once('(')?.1.split_once(')')?;
    let numbers: Vec<f64> = inside.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    Some((numbers.try_into().ok()?, rest))
}

fn times(m: &Matrix, v: Vector) -> Vector {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let column = |j: usize| [b[0][j], b[1][j], b[2][j]];
    let columns = [0, 1, 2].map(|j| times(a, column(j)));
    [0, 1, 2].map(|i| [columns[0][i], columns[1][i], columns[2][i]])
}

/// From a quaternion, real part first.
fn rotation([w, x, y, z]: [f64; 4]) -> Matrix {
    let size = (w * w + x * x + y * y + z * z).sqrt();
    let [w, x, y, z] = [w, x, y, z].map(|c| c / size);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

fn about(axis: Vector, degrees: f64) -> Matrix {
    let half = 0.5 * degrees.to_radians();
    let size = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z] = axis.map(|c| c / size * libm::sin(half));
    rotation([libm::cos(half), x, y, z])
}

/// `turned … deg about …` for a rotation.
fn written(m: &Matrix) -> String {
    // of the four components the largest first, so that none is lost
    let squares = [
        1.0 + m[0][0] + m[1][1] + m[2][2],
        1.0 + m[0][0] - m[1][1] - m[2][2],
        1.0 - m[0][0] + m[1][1] - m[2][2],
        1.0 - m[0][0] - m[1][1] + m[2][2],
    ];
    let largest = (0..4).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let s = 2.0 * squares[largest].sqrt();
    let [minus, plus] =
        [-1.0, 1.0].map(|by| [m[2][1] + by * m[1][2], m[0][2] + by * m[2][0], m[1][0] + by * m[0][1]].map(|x| x / s));
    let [w, x, y, z] = match largest {
        0 => [0.25 * s, minus[0], minus[1], minus[2]],
        1 => [minus[0], 0.25 * s, plus[2], plus[1]],
        2 => [minus[1], plus[2], 0.25 * s, plus[0]],
        _ => [minus[2], plus[1], plus[0], 0.25 * s],
    };
    let size = (x * x + y * y + z * z).sqrt();
    let axis = if size > 0.0 { [x, y, z].map(|c| c / size) } else { [0.0, 0.0, 1.0] };
    format!("turned {} deg about {}", 2.0 * libm::atan2(size, w).to_degrees(), tuple(axis))
}

fn tuple([x, y, z]: Vector) -> String {
    format!("({x}, {y}, {z})")
}

/// A line of a part or an obstacle, placed anew.
fn placed(line: &str, turn: &Matrix) -> Option<String> {
    let (head, mut tail) = line.split_once(" at ").unwrap_or((line, ""));
    let mut place = [0.0; 3];
    if !tail.is_empty() {
        (place, tail) = vector(tail)?;
    }
    let mut stands: Matrix = about([0.0, 0.0, 1.0], 0.0);
    if let Some((_, turned)) = tail.split_once("turned ") {
        let (degrees, rest) = turned.split_once(" deg")?;
        let axis = rest.strip_prefix(" about ").map_or(Some([0.0, 0.0, 1.0]), |axis| Some(vector(axis)?.0))?;
        stands = about(axis, degrees.parse().ok()?);
    }
    let mut out = format!("{head} at {} m {}", tuple(times(turn, place)), written(&product(turn, &stands)));
    for (word, unit) in [("moving", "m/s"), ("spinning", "rad/s")] {
        if let Some((_, rate)) = tail.split_once(word) {
            out.push_str(&format!(" {word} {} {unit}", tuple(times(turn, vector(rate)?.0))));
        }
    }
    Some(out)
}

/// The whole scene turned; none where it has what this cannot turn.
fn turned(text: &str, turn: &Matrix) -> Option<String> {
    let line = |line: &str| {
        if line.starts_with("joint ") || line.starts_with("force ") {
            return None;
        }
        if line.starts_with("gravity ") {
            return Some(format!("gravity {} m/s^2", tuple(times(turn, vector(line)?.0))));
        }
        if let Some((head, rest)) = line.split_once("halfspace(") {
            let (point, rest) = vector(rest)?;
            let (normal, rest) = vector(rest)?;
            return Some(format!(
                "{head}halfspace({} m, {}{rest}",
                tuple(times(turn, point)),
                tuple(times(turn, normal))
            ));
        }
        if line.starts_with("obstacle ") || line.starts_with("part ") {
            placed(line, turn)
        } else {
            Some(line.to_owned())
        }
    };
    text.lines().map(|l| line(l).map(|l| l + "\n")).collect()
}

/// The scene with its first part a little farther along an axis.
fn nudged(text: &str, axis: usize, by: f64) -> Option<String> {
    let start = text.find("\npart ")?;
    let place = start + text[start..].find(" at ")? + 4;
    let (mut at, rest) = vector(&text[place..])?;
    at[axis] += by;
    Some(format!("{}{}{rest}", &text[..place], tuple(at)))
}

/// The smallest length in the shapes of parts, m.
fn smallest(text: &str) -> Option<f64> {
    let shapes = text.lines().filter_map(|line| line.split_once("shape = ")?.1.split(';').next());
    let words =
        shapes.flat_map(|shape| shape.split(|c: char| "(), ".contains(c)).filter_map(|w| w.parse::<f64>().ok()));
    words.map(f64::abs).filter(|x| *x > 0.0).min_by(f64::total_cmp)
}

/// Times, and where every part is at each.
struct Course {
    times: Vec<f64>,
    /// by frame, then by part
    places: Vec<Vec<Vector>>,
}

impl Course {
    fn read(table: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(table).ok()?;
        let mut course = Self { times: Vec::new(), places: Vec::new() };
        for frame in json["frames"].as_array()? {
            let numbers: Vec<f64> = frame.as_array()?.iter().map(|x| x.as_f64()).collect::<Option<_>>()?;
            let (time, rest) = numbers.split_first()?;
            course.times.push(*time);
            course.places.push(rest.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect());
        }
        Some(course)
    }

    /// How far the parts of another are from these, turned, at a frame.
    fn apart(&self, other: &Self, turn: &Matrix, frame: usize) -> f64 {
        let (Some(own), Some(others)) = (self.places.get(frame), other.places.get(frame)) else { return f64::INFINITY };
        let distance = |(p, q): (&Vector, &Vector)| {
            let p = times(turn, *p);
            let d = [0, 1, 2].map(|i| p[i] - q[i]);
            d.iter().map(|x| x * x).sum::<f64>().sqrt()
        };
        own.iter().zip(others).map(distance).fold(0.0, f64::max)
    }
}

/// Steps with rejected ones, evaluations; seconds stepped.
fn work(answer: &str) -> Option<([f64; 2], f64)> {
    let json: Value = serde_json::from_str(answer).ok()?;
    let count = |name: &str| json["work"][name].as_f64();
    Some(([count("steps")? + count("rejected")?, count("evaluations")?], json["stepped"].as_f64().unwrap_or(0.0)))
}

/// What came of one scene; an error where it does not run.
pub fn compare(program: &Path, folder: &Path, scene: &Scene) -> Result<Found, String> {
    let mut dice = Dice::new("turned", scene.seed);
    let turn = rotation([(); 4].map(|()| dice.between(-1.0, 1.0)));
    let cannot = || "has what cannot be turned".to_owned();
    let other = turned(&scene.text, &turn).ok_or_else(cannot)?;
    let size = smallest(&scene.text).ok_or_else(cannot)?;
    let parts = scene.text.lines().filter_map(|line| line.strip_prefix("part ")?.split(' ').next());
    let record: Vec<String> = parts.map(|p| format!("{p}.position")).collect();
    let course = |text: &str| {
        let text = format!("{text}record {}\n", record.join(", "));
        let table = runs::table(program, folder, &Scene { text, ..*scene }).unwrap_or_default();
        Course::read(&table).ok_or_else(|| "does not run to its end".to_owned())
    };
    let (own, others) = (course(&scene.text)?, course(&other)?);
    let still = about([0.0, 0.0, 1.0], 0.0);
    let mut frames = own.times.len();
    for axis in 0..3 {
        let moved = course(&nudged(&scene.text, axis, NUDGE * size).ok_or_else(cannot)?)?;
        frames = (0..frames).find(|&k| own.apart(&moved, &still, k) > OWN_WAY * size).unwrap_or(frames);
    }
    let length = own.times.last().copied().unwrap_or(0.0);
    let until = if frames == 0 { 0.0 } else { own.times[frames - 1] };
    if until == 0.0 {
        return Ok(Found { until: [0.0, length], apart: 0.0, work: [[0.0; 2]; 2], stepped: [0.0; 2] });
    }
    let apart = (0..frames).map(|k| own.apart(&others, &turn, k) / size).fold(0.0, f64::max);
    let mut found = Found { until: [until, length], apart, work: [[0.0; 2]; 2], stepped: [0.0; 2] };
    for (k, text) in [scene.text.clone(), other].into_iter().enumerate() {
        let answer = runs::run_until(program, folder, &Scene { text, ..*scene }, until).unwrap_or_default();
        (found.work[k], found.stepped[k]) =
            work(&answer).ok_or_else(|| "gives no answer that can be read".to_owned())?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "space spatial\ngravity (0, 0, -9.81) m/s^2\nobstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))\n\
                        obstacle block = box(0.1 m, 0.2 m, 0.3 m) at (0, 0, 0.15) m\n\
                        primitive k { shape = sphere(0.05 m); mass = 1 kg }\n\
                        part p = k() at (1, 2, 3) m turned 90 deg about (0, 0, 1) moving (1, 0, 0) m/s spinning (0, 0, 2) rad/s\n\
                        run 1 s every 10 ms\n";

    #[test]
    fn everything_that_has_a_direction_is_turned() {
        // x to y, y to z, z to x
        let turn = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let text = turned(TEXT, &turn).unwrap();
        assert!(text.contains("gravity (-9.81, 0, 0) m/s^2"), "{text}");
        assert!(text.contains("halfspace((0, 0, 0) m, (1, 0, 0))"), "{text}");
        assert!(text.contains("box(0.1 m, 0.2 m, 0.3 m) at (0.15, 0, 0) m turned "), "{text}");
        assert!(text.contains(" at (3, 1, 2) m turned "), "{text}");
        assert!(text.contains(" moving (0, 1, 0) m/s spinning (2, 0, 0) rad/s"), "{text}");
        assert!(turned("joint j = weld(a, b)\n", &turn).is_none());
    }

    #[test]
    fn rotations_are_written_as_they_are() {
        for quaternion in [[1.0, 0.0, 0.0, 0.0], [0.1, 0.9, -0.2, 0.3], [0.0, 0.0, 1.0, 0.0], [-0.2, 0.1, 0.1, -0.9]] {
            let m = rotation(quaternion);
            let text = written(&m);
            let (degrees, axis) = text.strip_prefix("turned ").unwrap().split_once(" deg about ").unwrap();
            let back = about(vector(axis).unwrap().0, degrees.parse().unwrap());
            for (row, other) in m.iter().zip(&back) {
                row.iter().zip(other).for_each(|(a, b)| assert!((a - b).abs() < 1e-14, "{quaternion:?}"));
            }
        }
    }

    #[test]
    fn the_first_part_is_nudged_and_the_smallest_length_found() {
        let text = nudged(TEXT, 1, 0.5).unwrap();
        assert!(text.contains("part p = k() at (1, 2.5, 3) m turned 90"), "{text}");
        assert_eq!(smallest(TEXT), Some(0.05));
    }

    #[test]
    fn what_differs_is_said() {
        let same = Found { until: [1.0; 2], apart: 1e-9, work: [[100.0, 3000.0], [105.0, 3100.0]], stepped: [0.0; 2] };
        assert_eq!(same.complaint(), None);
        assert!(Found { apart: 1e-6, ..same.clone() }.complaint().unwrap().contains("apart at 1 s"));
        let dear = Found { work: [[100.0, 3000.0], [130.0, 4000.0]], ..same.clone() };
        assert!(dear.complaint().unwrap().starts_with("100 and 130 steps"));
        assert!(Found { until: [0.0, 1.0], ..same }.complaint().is_some());
    }
}
