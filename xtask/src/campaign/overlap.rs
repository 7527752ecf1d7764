//! How deep parts of a planar scene are in one another, from its text and the places that a run recorded: another program
//! than the one that ran it.

use super::outline::Outline;
use super::plane::{Point, direction};
use serde_json::Value;
use std::collections::HashMap;

/// How much deeper than its deepest spring a pair under the penalty method may be, over the depth of that spring.
const UNEXPLAINED: f64 = 0.05;

/// The scene with what [`deepest`] reads recorded; nothing of a scene in space. Under the penalty method this includes how deep
/// the springs of every pair are.
pub fn recorded(text: &str) -> Option<String> {
    let drawn = Drawn::read(text)?;
    let mut names: Vec<String> = Vec::new();
    for (name, _) in &drawn.parts {
        names.extend(["origin.x", "origin.y", "angle"].map(|q| format!("{name}.{q}")));
    }
    if is_soft(text) {
        names.extend(drawn.pairs.iter().map(|&(i, other)| drawn.gap(i, other)));
    }
    let record = names.join(", ");
    (!record.is_empty()).then(|| format!("{text}record {record}\n"))
}

fn is_soft(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("method penalty"))
}

/// The deepest overlap of two things that may touch, m, in any frame of a table of recorded quantities; negative where none
/// touch. Under the penalty method only what is deeper than the springs counts. What is cut out of shapes is not read: such pairs are left out, and none is left where nothing is near.
pub fn deepest(text: &str, table: &str) -> Option<f64> {
    let drawn = Drawn::read(text)?;
    let json: Value = serde_json::from_str(table).ok()?;
    let names: Vec<&str> = json["columns"].as_array()?.iter().filter_map(|c| c["name"].as_str()).collect();
    let column: HashMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    let mut worst = f64::NEG_INFINITY;
    for frame in json["frames"].as_array()? {
        let number = |name: String| frame[*column.get(name.as_str())?].as_f64();
        let place = |name: &str| {
            let coordinates = ["origin.x", "origin.y", "angle"].map(|q| number(format!("{name}.{q}")));
            let [Some(x), Some(y), Some(angle)] = coordinates else { return None };
            Some(([x, y], angle.to_degrees()))
        };
        let placed = |(name, outline): &(String, Option<Outline>)| {
            let (at, turned) = place(name)?;
            Some((outline.as_ref()?.placed(at, turned), at, outline.as_ref()?.reach()))
        };
        let parts: Vec<Option<(Outline, Point, f64)>> = drawn.parts.iter().map(placed).collect();
        for &(i, other) in &drawn.pairs {
            let Some((part, at, reach)) = &parts[i] else { continue };
            let soft = number(drawn.gap(i, other)).map_or(0.0, |gap| (1.0 + UNEXPLAINED) * (-gap).max(0.0));
            worst = worst.max(
                -soft
                    + match other {
                        Other::Part(j) => match &parts[j] {
                            Some((second, to, far)) if libm::hypot(at[0] - to[0], at[1] - to[1]) <= reach + far => {
                                part.depth(second)
                            }
                            _ => continue,
                        },
                        Other::Fixed(k) => match &drawn.fixed[k].1 {
                            Some(fixed) => part.depth(fixed),
                            None => continue,
                        },
                    },
            );
        }
    }
    worst.is_finite().then_some(worst)
}

/// What a part may touch.
#[derive(Clone, Copy)]
enum Other {
    Part(usize),
    Fixed(usize),
}

/// What a scene draws; no outline where this cannot be read.
struct Drawn {
    parts: Vec<(String, Option<Outline>)>,
    fixed: Vec<(String, Option<Outline>)>,
    pairs: Vec<(usize, Other)>,
}

impl Drawn {
    /// Of a planar scene that the campaign wrote, each statement on a line.
    fn read(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        if !lines.contains(&"space planar") {
            return None;
        }
        let after = |line: &str, word: &str| line.strip_prefix(word).map(str::to_owned);
        let kinds: HashMap<String, Option<Outline>> = lines
            .iter()
            .filter_map(|line| {
                let (name, fields) = line.strip_prefix("primitive ")?.split_once(" { shape = ")?;
                Some((name.to_owned(), outline(fields.split(';').next()?)))
            })
            .collect();
        let part = |line: &&str| {
            let (name, kind) = line.strip_prefix("part ")?.split_once(" = ")?;
            Some((name.to_owned(), kinds.get(kind.split('(').next()?)?.clone()))
        };
        let obstacle = |line: &&str| {
            let (name, shape) = line.strip_prefix("obstacle ")?.split_once(" = ")?;
            Some((name.to_owned(), outline(shape.split(" {").next()?)))
        };
        let mut drawn = Self {
            parts: lines.iter().filter_map(part).collect(),
            fixed: lines.iter().filter_map(obstacle).collect(),
            pairs: Vec::new(),
        };
        let named = lines.iter().filter_map(|line| {
            let pair = after(line, "contact ")?;
            let (a, b) = pair.split(" {").next()?.split_once(", ")?;
            drawn.pair(a, b)
        });
        drawn.pairs = named.collect();
        if lines.contains(&"contacts all") {
            for i in 0..drawn.parts.len() {
                drawn.pairs.extend((0..i).map(|j| (i, Other::Part(j))));
                drawn.pairs.extend((0..drawn.fixed.len()).map(|k| (i, Other::Fixed(k))));
            }
        }
        Some(drawn)
    }

    /// The name of the gap of a pair.
    fn gap(&self, i: usize, other: Other) -> String {
        let second = match other {
            Other::Part(j) => &self.parts[j].0,
            Other::Fixed(k) => &self.fixed[k].0,
        };
        format!("contact({}, {second}).gap", self.parts[i].0)
    }

    fn pair(&self, a: &str, b: &str) -> Option<(usize, Other)> {
        let part = |name: &str| self.parts.iter().position(|(part, _)| part == name);
        let fixed = |name: &str| self.fixed.iter().position(|(fixed, _)| fixed == name);
        match (part(a), part(b)) {
            (Some(i), Some(j)) => Some((i, Other::Part(j))),
            (Some(i), None) => Some((i, Other::Fixed(fixed(b)?))),
            (None, Some(j)) => Some((j, Other::Fixed(fixed(a)?))),
            (None, None) => None,
        }
    }
}

/// From the text of a shape in metres; none where something is cut out of it or turned.
fn outline(shape: &str) -> Option<Outline> {
    let pieces = shape.trim().split(" + ").map(piece).collect::<Option<Vec<_>>>()?;
    pieces.into_iter().reduce(|all, piece| all.and(&piece))
}

fn piece(text: &str) -> Option<Outline> {
    let (kind, rest) = text.split_once('(')?;
    if rest.contains(" - ") || rest.contains(" at ") {
        return None;
    }
    let numbers: Vec<f64> = rest
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    Some(match (kind, numbers.as_slice()) {
        ("polygon", all) if all.len() % 2 == 0 => {
            Outline::exact(all.chunks_exact(2).map(|c| [c[0], c[1]]).collect(), 0.0)
        }
        ("rect", &[w, h]) => corners([-0.5 * w, -0.5 * h], [0.5 * w, 0.5 * h]),
        ("rect", &[left, low, right, high]) => corners([left, low], [right, high]),
        ("disc", &[radius]) => Outline::exact(vec![[0.0, 0.0]], radius),
        ("disc", &[x, y, radius]) => Outline::exact(vec![[x, y]], radius),
        ("capsule", &[a, b, c, d, radius]) => Outline::exact(vec![[a, b], [c, d]], radius),
        ("halfplane", &[x, y, across, up]) => half([x, y], libm::atan2(up, across).to_degrees()),
        _ => return None,
    })
}

fn corners([left, low]: Point, [right, high]: Point) -> Outline {
    Outline::exact(vec![[left, low], [right, low], [right, high], [left, high]], 0.0)
}

/// As much of a half-plane as any scene is long.
fn half(point: Point, facing: f64) -> Outline {
    const FAR: f64 = 1000.0;
    let all = corners([-FAR, -FAR], [0.0, FAR]);
    // a direction of a right angle has no rounding in it
    let [x, y] = direction(facing);
    let turned = if x == 0.0 || y == 0.0 { facing.round() } else { facing };
    all.placed(point, turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "space planar\nprimitive k { shape = rect(0.2 m, 0.1 m); mass = 1 kg }\npart a = k() at (0, 0.05) m\n\
        part b = k() at (0, 0.15) m\nobstacle floor = halfplane((0, 0) m, (0, 1)) { friction = 0.5 }\n";

    fn table(frames: &str) -> String {
        let names = ["a.origin.x", "a.origin.y", "a.angle", "b.origin.x", "b.origin.y", "b.angle"];
        let columns: Vec<String> = names.iter().map(|n| format!(r#"{{"name": "{n}"}}"#)).collect();
        format!(r#"{{"columns": [{}], "frames": [{frames}]}}"#, columns.join(", "))
    }

    #[test]
    fn what_sinks_in_is_as_deep_as_it_sank() {
        let all = format!("{TEXT}contacts all\nrun 1 s\n");
        let deep = |frames: &str| deepest(&all, &table(frames)).unwrap();
        assert!(deep("[0, 0.05, 0, 0, 0.15, 0]").abs() < 1e-12);
        assert!((deep("[0, 0.05, 0, 0, 0.15, 0], [0, 0.05, 0, 0.01, 0.147, 0]") - 0.003).abs() < 1e-12);
        assert!((deep("[0, 0.04, 0, 0, 1.15, 0]") - 0.01).abs() < 1e-12);
        // a corner first
        let tilted = std::f64::consts::FRAC_PI_4;
        let low = 0.15 * std::f64::consts::FRAC_1_SQRT_2;
        assert!((deep(&format!("[0, {}, {tilted}, 0, 9, 0]", low - 0.002)) - 0.002).abs() < 1e-12);
    }

    #[test]
    fn what_springs_explain_is_no_overlap() {
        let all = format!("{TEXT}contact a, floor\nmethod penalty {{ stiffness = 1e6 N/m }}\nrun 1 s\n");
        assert!(recorded(&all).unwrap().contains(", contact(a, floor).gap"));
        let deep = |gap: f64| {
            let table = table(&format!("[0, 0.049, 0, 0, 9, 0, {gap}]"));
            deepest(&all, &table.replace("}], \"frames", "}, {\"name\": \"contact(a, floor).gap\"}], \"frames"))
                .unwrap()
        };
        assert!((deep(-0.0001) - 0.000895).abs() < 1e-12);
        assert!(deep(-0.00096) < 0.0 && (deep(0.0001) - 0.001).abs() < 1e-12);
    }

    #[test]
    fn only_pairs_that_may_touch_are_looked_at() {
        let one = format!("{TEXT}contact b, floor {{ friction = 0.2 }}\nrun 1 s\n");
        assert!(deepest(&one, &table("[0, -3, 0, 0, 0.2, 0]")).unwrap() < 0.0);
        assert!(
            recorded(&one)
                .unwrap()
                .ends_with("record a.origin.x, a.origin.y, a.angle, b.origin.x, b.origin.y, b.angle\n")
        );
        assert_eq!(recorded("space spatial\n"), None);
    }

    #[test]
    fn shapes_are_read_as_they_are_written() {
        let disc = outline("disc((0.1, 0) m, 0.05 m)").unwrap();
        assert!((disc.reach() - 0.15).abs() < 1e-12);
        assert!((disc.depth(&outline("disc(0.06 m)").unwrap()) - 0.01).abs() < 1e-12);
        let both = outline("polygon((0, 0), (1, 0), (0, 1)) m + capsule((0, 0) m, (-1, 0) m, 0.1 m)").unwrap();
        assert!((both.reach() - 1.1).abs() < 1e-12);
        assert!(outline("rect(1 m, 1 m) - disc(0.1 m)").is_none() && outline("ring(2 m, 1 m)").is_none());
    }
}
