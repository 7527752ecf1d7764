//! What a block shows against what came out.
//!
//! A line `…` stands for any number of lines. Some lines differ from run to run (how long it took, how large a file
//! became): of these only the first word counts.

/// First words of lines whose numbers vary.
const VARYING: [&str; 3] = ["speed", "size", "\"wall\":"];
const ANY: &str = "…";

fn same(shown: &str, real: &str) -> bool {
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let varies = first(shown).is_some_and(|word| VARYING.contains(&word.as_str()));
    shown.trim_end() == real.trim_end() || (varies && first(shown) == first(real))
}

/// Whether `shown` is what came out.
pub fn matches(shown: &str, real: &str) -> bool {
    if is_blank(shown) {
        return false;
    }
    let real: Vec<&str> = real.trim_end().lines().collect();
    let lines: Vec<&str> = shown.trim_end().lines().collect();
    let pieces: Vec<&[&str]> = lines.split(|l| l.trim() == ANY).collect();
    let starts_at = |piece: &[&str], at: usize| {
        at + piece.len() <= real.len() && piece.iter().zip(&real[at..]).all(|(a, b)| same(a, b))
    };
    let mut at = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let last = i + 1 == pieces.len();
        let found = match (i, last) {
            (0, _) => starts_at(piece, 0).then_some(0),
            (_, true) => real.len().checked_sub(piece.len()).filter(|&k| k >= at && starts_at(piece, k)),
            _ => (at..=real.len()).find(|&k| starts_at(piece, k)),
        };
        let Some(found) = found else { return false };
        at = found + piece.len();
    }
    at == real.len()
}

/// What should be shown instead: the same excerpt of what came out, found by the first word of each piece.
pub fn renewed(shown: &str, real: &str) -> Option<String> {
    let real: Vec<&str> = real.trim_end().lines().map(str::trim_end).collect();
    let lines: Vec<&str> = shown.trim_end().lines().collect();
    if is_blank(shown) || !lines.iter().any(|l| l.trim() == ANY) {
        return Some(ended(&real));
    }
    let pieces: Vec<&[&str]> = lines.split(|l| l.trim() == ANY).collect();
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let mut at = 0;
    let mut text: Vec<&str> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let from = match (piece.first(), i + 1 == pieces.len()) {
            (None, _) => real.len().min(at),
            _ if i == 0 => 0,
            (_, true) => real.len().checked_sub(piece.len()).filter(|&k| k >= at)?,
            (Some(line), false) => (at..real.len()).find(|&k| first(real[k]) == first(line))?,
        };
        at = from + piece.len();
        if i > 0 {
            text.push(ANY);
        }
        text.extend(real.get(from..at)?);
    }
    Some(ended(&text))
}

/// Shows nothing that could be wrong: a block still to be filled.
fn is_blank(shown: &str) -> bool {
    shown.lines().all(|l| l.trim().is_empty() || l.trim() == ANY)
}

fn ended(lines: &[&str]) -> String {
    lines.iter().flat_map(|l| [*l, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REAL: &str = "scene     a\nend       1 s\nspeed     500 × real time\nsteps     12\nvalues    1\n";

    #[test]
    fn only_what_came_out_may_be_shown() {
        assert!(matches(REAL, REAL));
        assert!(matches("scene     a\nend       1 s\nspeed     3 × real time\nsteps     12\nvalues    1", REAL));
        assert!(matches("scene     a\n…\nsteps     12\n…", REAL));
        assert!(matches("…\nvalues    1\n", REAL));
        assert!(!matches("scene     a\n…\nsteps     13\n…", REAL));
        assert!(!matches("…\n", REAL), "something must be shown");
        assert!(!matches("scene     a\n", REAL), "no more than is shown");
        assert!(!matches("…\nsteps     12\n", REAL), "the end is the end");
        assert!(!matches("…\nsteps     12\n…\nend       1 s\n…", REAL), "in order");
    }

    #[test]
    fn an_excerpt_stays_that_excerpt() {
        assert_eq!(renewed("scene     b\n…\nsteps     13\n…\n", REAL).unwrap(), "scene     a\n…\nsteps     12\n…\n");
        assert_eq!(renewed("…\nvalues    2\n", REAL).unwrap(), "…\nvalues    1\n");
        assert_eq!(renewed("old", REAL).unwrap(), REAL);
        assert_eq!(renewed("…", REAL).unwrap(), REAL);
        assert_eq!(renewed("…\nlost   1\n…", REAL), None);
        let again = renewed("scene     b\n…\nsteps     13\n…\n", REAL).unwrap();
        assert!(matches(&again, REAL));
    }
}
