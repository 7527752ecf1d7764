//! Words of commands that people may paste into a shell.

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=,+@%-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.chars().any(char::is_control) {
        // as shells write what no terminal should see
        let escaped = |c: char| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if c.is_ascii_control() => format!("\\x{:02x}", c as u32),
            c if c.is_control() => format!("\\u{:04x}", c as u32),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_be_pasted() {
        for (word, shown) in [
            ("a/b-1.mech", "a/b-1.mech"),
            ("", "''"),
            ("it's", r"'it'\''s'"),
            ("norm(a)", "'norm(a)'"),
            ("a\nb\u{1b}'", r"$'a\x0ab\x1b\''"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }
}
