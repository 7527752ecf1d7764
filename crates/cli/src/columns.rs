//! Columns of a run chosen by name, title, pattern or beginning.

use crate::guess;
use mainspring_workbench::record::Schema;

/// Names listed in an error.
const LISTED: usize = 8;

/// Columns that words stand for, each once; a word may be several with commas.
///
/// # Errors
/// Of the first word that stands for none.
pub fn listed(schema: &Schema, words: &[String]) -> Result<Vec<usize>, String> {
    let mut all = Vec::new();
    for word in words.iter().flat_map(|text| split(text)) {
        all.extend(columns(schema, &word)?);
    }
    let mut seen = vec![false; schema.columns.len()];
    all.retain(|i| !std::mem::replace(&mut seen[*i], true));
    Ok(all)
}

/// At commas that stand in no brackets: names of columns may be expressions.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut depth) = (vec![String::new()], 0_i32);
    for c in text.chars() {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        match (c, words.last_mut()) {
            (',', _) if depth <= 0 => words.push(String::new()),
            (c, Some(word)) => word.push(c),
            (_, None) => {}
        }
    }
    words.iter().map(|w| w.trim().to_owned()).filter(|w| !w.is_empty()).collect()
}

/// Columns a word stands for, in the order of the recording: the column of that name, those of the `plot` line of that
/// title, those that match a pattern with `*` and `?`, or those that begin with it (`crank` is `crank.angle` and
/// `crank.position.x` but not `crankshaft.angle`).
///
/// # Errors
/// One sentence, with names that are near.
pub fn columns(schema: &Schema, word: &str) -> Result<Vec<usize>, String> {
    if let Some(index) = schema.columns.iter().position(|c| c.name == word) {
        return Ok(vec![index]);
    }
    if let Some(index) = of_root(schema, word).and_then(|own| schema.columns.iter().position(|c| c.name == own)) {
        return Ok(vec![index]);
    }
    if let Some(plot) = schema.plots.iter().find(|p| p.title == word) {
        return Ok(plot.curves.clone());
    }
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..schema.columns.len()).filter(|&i| fits(&schema.columns[i].name)).collect()
    };
    let found = if word.contains(['*', '?']) {
        those(&|name| matches(word, name))
    } else {
        those(&|name| name.strip_prefix(word).is_some_and(|rest| rest.starts_with(['.', '['])))
    };
    if found.is_empty() { Err(unknown(schema, word)) } else { Ok(found) }
}

/// `travel` for `cover.travel`: a sweep has one root, so its columns stand without its name.
fn of_root<'w>(schema: &Schema, word: &'w str) -> Option<&'w str> {
    let sweep = schema.settings.iter().any(|(name, value)| name == "method" && value == "sweep");
    let root = &schema.drawing.bodies.first().filter(|_| sweep)?.path;
    let own = word.strip_prefix(root.as_str())?.strip_prefix('.')?;
    ["travel", "insertion_force"].contains(&own).then_some(own)
}

/// The one column a word stands for.
///
/// # Errors
/// When it stands for none, or for several.
pub fn column(schema: &Schema, word: &str) -> Result<usize, String> {
    match columns(schema, word)?.as_slice() {
        [only] => Ok(*only),
        several => {
            let names: Vec<String> =
                several.iter().take(LISTED).map(|&i| format!("`{}`", schema.columns[i].name)).collect();
            Err(format!("`{word}` stands for {} columns, one is needed: {}", several.len(), names.join(", ")))
        }
    }
}

fn unknown(schema: &Schema, word: &str) -> String {
    let names = || schema.columns.iter().map(|c| c.name.as_str()).chain(schema.plots.iter().map(|p| p.title.as_str()));
    let bare = word.trim_matches(|c| c == '*' || c == '?').to_lowercase();
    let mut near: Vec<&str> = guess::near(word, &names().collect::<Vec<_>>());
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
        return format!(
            "nothing recorded is called `{shown}`; `mainspring plot` with the recording alone lists what there is"
        );
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
    use mainspring_workbench::definition::Dimension;
    use mainspring_workbench::record::{Column, PlotSpec};

    fn schema() -> Schema {
        let names =
            ["crank.angle", "crank.position.x", "crankshaft.angle", "link[0].angle", "link[1].angle", "norm(o.force)"];
        let column = |n: &str| Column { name: n.to_owned(), dimension: Dimension::NONE, angle: false };
        let plots = vec![PlotSpec { title: "pin forces".to_owned(), curves: vec![5], against: None }];
        Schema { columns: names.map(column).to_vec(), plots, ..Schema::default() }
    }

    #[test]
    fn words_stand_for_columns() {
        let schema = schema();
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
            assert_eq!(columns(&schema, word), Ok(wanted), "{word}");
        }
        assert_eq!(column(&schema, "link[0]"), Ok(3));
        assert!(column(&schema, "crank").unwrap_err().contains("2 columns"));
    }

    #[test]
    fn quantities_of_a_root_go_by_its_name_too() {
        use mainspring_workbench::record::{Drawing, DrawnBody, DrawnShape};
        let mut schema = schema();
        schema.columns[5].name = "travel".to_owned();
        schema.drawing = Drawing {
            bodies: vec![DrawnBody {
                path: "cover".to_owned(),
                shape: DrawnShape::Dot,
                points: Vec::new(),
                mass: 0.0,
                fixed: false,
                arrives: false,
            }],
            ..Drawing::default()
        };
        assert!(columns(&schema, "cover.travel").is_err());
        schema.settings = vec![("method".to_owned(), "sweep".to_owned())];
        assert_eq!(columns(&schema, "cover.travel"), Ok(vec![5]));
        assert_eq!(columns(&schema, "travel"), Ok(vec![5]));
        assert!(columns(&schema, "lid.travel").is_err());
    }

    #[test]
    fn lists_split_at_commas_outside_brackets() {
        let mut schema = schema();
        schema.columns[5].name = "max(a, b)".to_owned();
        let find = |text: &str| listed(&schema, &[text.to_owned()]);
        assert_eq!(find("link[1].angle, crank"), Ok(vec![4, 0, 1]));
        assert_eq!(find("max(a, b),crank.*,crank.angle"), Ok(vec![5, 0, 1]));
        assert!(find("crank, bob").unwrap_err().contains("`bob`"));
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is_near() {
        let schema = schema();
        assert!(columns(&schema, "crank.angel").unwrap_err().contains("`crank.angle`"));
        assert!(columns(&schema, "force").unwrap_err().contains("`norm(o.force)`"));
        assert!(columns(&schema, "crank.torque").unwrap_err().contains("`crank.angle` or `crank.position.x`"));
        assert!(columns(&schema, "zzz*").unwrap_err().contains("lists"));
        assert!(columns(&schema, &"x".repeat(100_000)).unwrap_err().len() < 300);
        assert!(!matches(&"*a".repeat(200), &"a".repeat(150)));
    }
}
