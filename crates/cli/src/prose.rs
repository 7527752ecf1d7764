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

/// Words whose full stop ends no sentence.
const SHORTENED: [&str; 14] =
    ["fig", "figs", "eq", "eqs", "no", "sec", "ch", "vol", "pp", "cf", "vs", "ca", "approx", "resp"];

/// Up to the first full stop, question or exclamation mark that ends a sentence: one with a space and no small letter or
/// digit behind it, and not that of a shortened word ("Fig. 7", "A. Doe", "i.e. so").
pub fn first_sentence(text: &str) -> &str {
    let ends = |&(at, mark): &(usize, char)| {
        let Some(rest) = text[at + mark.len_utf8()..].strip_prefix(' ') else { return false };
        let begins = rest.trim_start().chars().next().is_none_or(|c| !c.is_lowercase() && !c.is_ascii_digit());
        let word = text[..at].rsplit([' ', '(', ',']).next().unwrap_or("");
        let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
        let dotted = word.contains('.') && word.chars().all(|c| c == '.' || c.is_alphabetic());
        let short = dotted || initial || SHORTENED.contains(&word.to_lowercase().as_str());
        begins && (mark != '.' || !short)
    };
    let end = text.char_indices().filter(|(_, c)| ['.', '?', '!'].contains(c)).find(ends);
    end.map_or(text, |(at, mark)| &text[..at + mark.len_utf8()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_goes_on_after_a_shortened_word() {
        for (text, first) in [
            ("The example of newton-1989, Fig. 7: a block. It slides.", "The example of newton-1989, Fig. 7: a block."),
            ("See Fig. A of it. Then more.", "See Fig. A of it."),
            ("It slows, i.e. It stops. More.", "It slows, i.e. It stops."),
            ("After A. Doe and B. Roe. More.", "After A. Doe and B. Roe."),
            ("A rod of 1.5 m. 3 of them.", "A rod of 1.5 m. 3 of them."),
            ("Does it tick? It does.", "Does it tick?"),
            ("`x` is shaken (e = 0.9). `y` is not.", "`x` is shaken (e = 0.9)."),
            ("no end", "no end"),
            ("An end.", "An end."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), first);
        }
    }

    #[test]
    fn prose_is_broken_and_examples_are_not() {
        let long = "word ".repeat(30);
        let text = wrapped(&format!("{}\n\n    {long}", long.trim_end()), 0);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 4 && lines[0].len() <= WIDTH && lines[3].len() == 154, "{lines:?}");
        assert_eq!(wrapped("one two", 4), "one two");
    }
}
