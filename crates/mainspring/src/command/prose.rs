//! Text in lines.

/// Columns of a line, an indent not counted.
const WIDTH: usize = 88;

/// Prose broken at spaces, its second and further lines indented; lines that begin with a space are examples and stay.
pub fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with(' ') || line.is_empty() {
            lines.push(line.to_owned());
            continue;
        }
        let mut current = String::new();
        for word in line.split(' ') {
            if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > WIDTH {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_and_examples_are_not() {
        let long = "word ".repeat(30);
        let text = wrapped(&format!("{}\n\n    {long}", long.trim_end()), 0);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 4 && lines[0].len() <= WIDTH && lines[3].len() == 154, "{lines:?}");
        assert_eq!(wrapped("one two", 4), "one two");
    }
}
