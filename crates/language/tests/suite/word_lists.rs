//! The word lists in the reference and in both highlighters are those of the tables.
//!
//! `MAINSPRING_UPDATE=1 cargo test -p mainspring-language --test suite word_lists` writes them anew.

use mainspring_definition::word_lists;
use std::fs;
use std::path::Path;

#[test]
fn word_lists_in_other_files_are_those_of_the_tables() {
    let mut outdated = Vec::new();
    for list in word_lists::all(&mainspring_joints::all_words()) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(list.file);
        let text = fs::read_to_string(&file).unwrap();
        let (begin, end) = (format!("begin {}", list.name), format!("end {}", list.name));
        let from = text.find(&begin).unwrap_or_else(|| panic!("no `{begin}` in {}", list.file));
        let from = from + text[from..].find('\n').unwrap() + 1;
        let to = from + text[from..].find(&end).unwrap_or_else(|| panic!("no `{end}` in {}", list.file));
        let to = from + text[from..to].rfind('\n').map_or(0, |at| at + 1);
        if text[from..to] == list.text {
            continue;
        }
        if std::env::var_os("MAINSPRING_UPDATE").is_some_and(|value| value == "1") {
            fs::write(&file, format!("{}{}{}", &text[..from], list.text, &text[to..])).unwrap();
        } else {
            outdated.push(format!("{}: {}", list.file, list.name));
        }
    }
    assert!(outdated.is_empty(), "not as the tables say (MAINSPRING_UPDATE=1 writes them): {outdated:?}");
}
