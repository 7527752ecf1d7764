//! Columns as people name them: `a.angle`, `bob.*`, several with commas.

use mainspring::record::Column;

/// Columns that are named; close names where one is not there.
///
/// # Errors
/// What was named and is not there, with what may have been meant.
pub fn chosen(columns: &[Column], asked: &[String]) -> Result<Vec<usize>, String> {
    let mut list = Vec::new();
    for word in asked.iter().flat_map(|text| split(text)) {
        let before = list.len();
        for (i, column) in columns.iter().enumerate().filter(|(_, c)| c.name == word || matches(&word, &c.name)) {
            if column.name == word || word.contains(['*', '?']) {
                list.push(i);
            }
        }
        if list.len() == before {
            return Err(format!("no column is called `{word}`{}", hint(columns, &word)));
        }
    }
    let mut seen = vec![false; columns.len()];
    list.retain(|i| !std::mem::replace(&mut seen[*i], true));
    Ok(list)
}

/// At commas that stand in no parentheses: names of columns may be expressions.
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

/// `*` is any text, `?` any character. Remembers only the last star: linear in memory, no blow-up.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, n) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

/// Names close to a wrong one, or the first few there are.
fn hint(columns: &[Column], word: &str) -> String {
    let mut close: Vec<(usize, &str)> = columns.iter().map(|c| (distance(word, &c.name), c.name.as_str())).collect();
    close.sort();
    let near: Vec<String> = (close.iter().filter(|(d, name)| *d <= name.chars().count().max(4) / 2))
        .take(3)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    if !near.is_empty() {
        return format!("; did you mean {}?", near.join(" or "));
    }
    let some: Vec<String> = columns.iter().take(8).map(|c| format!("`{}`", c.name)).collect();
    match columns.len() {
        0 => "; there are none".to_owned(),
        n if n > some.len() => format!("; there are {} and {} more", some.join(", "), n - some.len()),
        _ => format!("; there are {}", some.join(", ")),
    }
}

/// Edits between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(200).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().take(200).enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for j in 0..b.len() {
            let change = corner + usize::from(b[j] != c);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring::definition::Dimension;

    #[test]
    fn columns_are_found_by_name_and_by_pattern() {
        let names = ["bob.x", "bob.y", "max(a, b)", "rod.force"];
        let columns = names.map(|n| Column { name: n.to_owned(), dimension: Dimension::NONE, angle: false });
        let find = |text: &str| chosen(&columns, &[text.to_owned()]);
        assert_eq!(find("rod.force, bob.*"), Ok(vec![3, 0, 1]));
        assert_eq!(find("max(a, b),bob.?"), Ok(vec![2, 0, 1]));
        assert_eq!(find("*o*c*"), Ok(vec![3]));
        assert!(find("bob.z").unwrap_err().contains("did you mean `bob.x` or `bob.y`"));
        assert!(find("zzzzzzzzzzzzzzzz").unwrap_err().contains("there are `bob.x`"));
        assert!(!matches("a*a*a*a*b", &"a".repeat(5000)));
    }
}
