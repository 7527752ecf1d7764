//! What was probably meant by a name that is not there.

use mainspring_workbench::definition::did_you_mean;

/// Names offered at most.
const OFFERED: usize = 3;
/// Nobody means a name by one this long.
const LONGEST: usize = 64;

/// The names that are nearest to what was typed, the best first; none where nothing is near.
///
/// A name may be near as a whole (`pendulm`), by its beginning or a part of it (`double`), or word by word: `body hight`
/// is nearest to `height of the body`.
pub fn near<'n>(typed: &str, names: &[&'n str]) -> Vec<&'n str> {
    if typed.trim().is_empty() || typed.chars().count() > LONGEST {
        return Vec::new();
    }
    if let Some(mistyped) = did_you_mean(typed, names.iter().copied()) {
        return vec![mistyped];
    }
    let lower = typed.to_lowercase();
    let mut found: Vec<&str> = names.iter().copied().filter(|n| n.to_lowercase().contains(&lower)).collect();
    let wanted = words(typed);
    let mut scored: Vec<(usize, &str)> =
        names.iter().map(|name| (matches(&wanted, &words(name)), *name)).filter(|(score, _)| *score > 0).collect();
    let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    // one word of several says nothing
    scored.retain(|(score, _)| *score == best && 2 * best > wanted.len());
    found.extend(scored.into_iter().map(|(_, name)| name));
    let mut listed: Vec<&str> = Vec::new();
    for name in found {
        if listed.len() < OFFERED && !listed.contains(&name) {
            listed.push(name);
        }
    }
    listed
}

/// "did you mean `a` or `b`?"
pub fn question(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    (!quoted.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}

fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// How many of the words that were typed are among those of a name, or nearly.
fn matches(wanted: &[String], words: &[String]) -> usize {
    let there =
        |w: &&String| words.contains(*w) || w.len() > 2 && did_you_mean(w, words.iter().map(String::as_str)).is_some();
    wanted.iter().filter(there).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_guessed() {
        let names = ["pendulum", "double_pendulum", "four_bar", "height of the bob", "bob.position.y", "rod.force"];
        for (typed, first) in [
            ("pendulm", "pendulum"),
            ("double", "double_pendulum"),
            ("bob hight", "height of the bob"),
            ("position bob", "bob.position.y"),
            ("Four_Bar", "four_bar"),
            ("forbar", "four_bar"),
        ] {
            assert_eq!(near(typed, &names).first(), Some(&first), "{typed}");
        }
        for typed in ["", "zzz", "crank of the thing", &"x".repeat(70_000)] {
            assert!(near(typed, &names).is_empty(), "{typed:.20}");
        }
    }
}
