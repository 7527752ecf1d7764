//! Text in pictures: escaping, and how wide it will be without asking a font.

/// For element content and attribute values; control characters, which XML cannot hold, become spaces.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Width in pixels at font size `size`, on the wide side of the usual sans-serif fonts.
pub fn width(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | ' ' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '−' => 0.9,
        c if c.is_ascii() => 0.63,
        '⁰'..='⁹' | '²' | '³' | '¹' | '⁻' | '·' => 0.4,
        _ => 1.0,
    };
    size * text.chars().map(em).sum::<f64>()
}

/// Cut in the middle with … to fit `room` pixels: both ends of a path tell most.
pub fn fitted(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let characters: Vec<char> = text.chars().collect();
    for kept in (0..characters.len()).rev() {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let cut: String = (characters[..head].iter().copied())
            .chain(['…'])
            .chain(characters[characters.len() - tail..].iter().copied())
            .collect();
        if width(&cut, size) <= room {
            return cut;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitted("short", 12.0, 100.0), "short");
        let cut = fitted("hand.finger[2].middle.position.y", 12.0, 100.0);
        assert!(cut.starts_with("hand") && cut.ends_with(".y") && cut.contains('…') && width(&cut, 12.0) <= 100.0);
        assert_eq!(fitted("anything", 12.0, 1.0), "");
        assert_eq!(escape("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot; ");
    }
}
