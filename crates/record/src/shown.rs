//! A file's name as messages show it: on one line, without control characters, and never long.

use std::path::Path;

/// Characters of a name that is shown whole.
const WHOLE: usize = 300;
/// Characters of the beginning and the end of a longer one.
const PART: usize = 60;

/// The name of a file for a message. What it names is found by the path itself, never by this.
///
/// ```
/// use mainspring_record::shown;
/// assert_eq!(shown("out/arm.mcap".as_ref()), "out/arm.mcap");
/// assert_eq!(shown("a\nb".as_ref()), "a\\nb");
/// ```
#[must_use]
pub fn shown(path: &Path) -> String {
    shortened(&path.to_string_lossy())
}

/// The same of any name.
#[must_use]
pub fn shortened(name: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let count = name.chars().count();
    if count <= WHOLE {
        return name.chars().map(escaped).collect();
    }
    let first: String = name.chars().take(PART).map(escaped).collect();
    let last: String = name.chars().skip(count - PART).map(escaped).collect();
    format!("{first}…{last} ({count} characters)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_a_line_and_short() {
        assert_eq!(shortened("größe/a b.mech"), "größe/a b.mech");
        assert_eq!(shortened("a\u{1b}[2J\r\n"), "a\\u{1b}[2J\\r\\n");
        let long = shortened(&"x".repeat(70_000));
        assert!(long.len() < 200 && long.ends_with("xxx (70000 characters)"), "{long}");
    }
}
