//! Columns of a run chosen by name, title, pattern or beginning.

use mainspring::definition::did_you_mean;
use mainspring::record::Memory;

/// Names listed in an error.
const LISTED: usize = 8;

/// Columns a word stands for, in the order of the recording: the column of that name, those of the `plot` line of that
/// title, those that match a pattern with `*` and `?`, or those that begin with it (`crank` is `crank.angle` and
/// `crank.position.x` but not `crankshaft.angle`).
///
/// # Errors
/// One sentence, with names that are near.
pub fn columns(run: &Memory, word: &str) -> Result<Vec<usize>, String> {
    if let Some(index) = run.find(word) {
        return Ok(vec![index]);
    }
    if let Some(plot) = run.schema.plots.iter().find(|p| p.title == word) {
        return Ok(plot.curves.clone());
    }
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..run.schema.columns.len()).filter(|&i| fits(&run.schema.columns[i].name)).collect()
    };
    let found = if word.contains(['*', '?']) {
        those(&|name| matches(word, name))
    } else {
        those(&|name| name.strip_prefix(word).is_some_and(|rest| rest.starts_with(['.', '['])))
    };
    if found.is_empty() { Err(unknown(run, word)) } else { Ok(found) }
}

/// The one column a word stands for.
///
/// # Errors
/// When it stands for none, or for several.
pub fn column(run: &Memory, word: &str) -> Result<usize, String> {
    match columns(run, word)?.as_slice() {
        [only] => Ok(*only),
        several => {
            let names: Vec<String> =
                several.iter().take(LISTED).map(|&i| format!("`{}`", run.schema.columns[i].name)).collect();
            Err(format!("`{word}` stands for {} columns, one is needed: {}", several.len(), names.join(", ")))
        }
    }
}

fn unknown(run: &Memory, word: &str) -> String {
    let names = || run.schema.columns.iter().map(|c| c.name.as_str());
    let bare = word.trim_matches(|c| c == '*' || c == '?').to_lowercase();
    let mut near: Vec<&str> = did_you_mean(word, names()).into_iter().collect();
    near.extend(names().filter(|n| !bare.is_empty() && n.to_lowercase().contains(&bare)));
    // a path with one wrong step still shares its first or last
    let ends = [bare.split('.').next(), bare.rsplit('.').next()];
    near.extend(
        ends.into_iter().flatten().filter(|e| e.len() > 2).flat_map(|e| names().filter(move |n| n.contains(e))),
    );
    let mut listed: Vec<String> = Vec::new();
    for name in near {
        let quoted = format!("`{name}`");
        if listed.len() < LISTED && !listed.contains(&quoted) {
            listed.push(quoted);
        }
    }
    let shown: String = word.chars().take(80).collect();
    if listed.is_empty() {
        return format!("nothing recorded is called `{shown}`; without a path this command lists what there is");
    }
    format!("nothing recorded is called `{shown}`; did you mean {}?", listed.join(" or "))
}

/// Whether a name fits a pattern: `*` is any text, `?` one character. Takes no more than pattern × name steps.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                back = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match back {
                // the last star takes one character more
                Some((star, taken)) => {
                    back = Some((star, taken + 1));
                    p = star + 1;
                    n = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring::definition::Dimension;
    use mainspring::record::{Column, Plotted};

    fn run() -> Memory {
        let names =
            ["crank.angle", "crank.position.x", "crankshaft.angle", "link[0].angle", "link[1].angle", "norm(o.force)"];
        let column = |n: &str| Column { name: n.to_owned(), dimension: Dimension::NONE, angle: false };
        let mut run = Memory::default();
        run.schema.columns = names.map(column).to_vec();
        run.schema.plots = vec![Plotted { title: "pin forces".to_owned(), curves: vec![5], against: None }];
        run
    }

    #[test]
    fn words_stand_for_columns() {
        let run = run();
        for (word, wanted) in [
            ("crank.angle", vec![0]),
            ("crank", vec![0, 1]),
            ("link", vec![3, 4]),
            ("link[1]", vec![4]),
            ("*.angle", vec![0, 2, 3, 4]),
            ("link[?].*", vec![3, 4]),
            ("*force*", vec![5]),
            ("*", vec![0, 1, 2, 3, 4, 5]),
            ("pin forces", vec![5]),
        ] {
            assert_eq!(columns(&run, word), Ok(wanted), "{word}");
        }
        assert_eq!(column(&run, "link[0]"), Ok(3));
        assert!(column(&run, "crank").unwrap_err().contains("2 columns"));
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is_near() {
        let run = run();
        assert!(columns(&run, "crank.angel").unwrap_err().contains("`crank.angle`"));
        assert!(columns(&run, "force").unwrap_err().contains("`norm(o.force)`"));
        assert!(columns(&run, "crank.torque").unwrap_err().contains("`crank.angle` or `crank.position.x`"));
        assert!(columns(&run, "zzz*").unwrap_err().contains("lists"));
        assert!(columns(&run, &"x".repeat(100_000)).unwrap_err().len() < 300);
        assert!(!matches(&"*a".repeat(200), &"a".repeat(150)));
    }
}
