//! Text in pictures: escaping, and cutting what is too long.

use crate::font::width;

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

/// Cut in the middle with … to fit `room` pixels: the ends of a path say most. Measured as it will be drawn, with
/// spaces for what XML cannot hold.
pub fn fitted(text: &str, size: f64, bold: bool, room: f64) -> String {
    let characters: Vec<char> = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let whole: String = characters.iter().collect();
    if width(&whole, size, bold) <= room {
        return whole;
    }
    let cut = |kept: usize| -> String {
        let (head, tail) = (&characters[..kept.div_ceil(2)], &characters[characters.len() - kept / 2..]);
        head.iter().chain(&['…']).chain(tail).collect()
    };
    // the most that fits, found by halving: names can be very long
    let (mut fits, mut too_many) = (0, characters.len());
    while fits + 1 < too_many {
        let kept = usize::midpoint(fits, too_many);
        if width(&cut(kept), size, bold) <= room { fits = kept } else { too_many = kept }
    }
    if fits == 0 { String::new() } else { cut(fits) }
}

/// A path without what it shares with another's folder.
pub fn short<'a>(path: &'a str, beside: &str) -> &'a str {
    let folder = beside.rfind('.').map_or("", |dot| &beside[..=dot]);
    path.strip_prefix(folder).filter(|rest| !rest.is_empty()).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitted("short", 12.0, false, 100.0), "short");
        let cut = fitted("hand.finger[2].middle.position.y", 12.0, false, 100.0);
        assert!(
            cut.starts_with("hand") && cut.ends_with(".y") && cut.contains('…') && width(&cut, 12.0, false) <= 100.0
        );
        assert_eq!(fitted("anything", 12.0, false, 1.0), "");
        assert_eq!(escape("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot; ");
    }
}
