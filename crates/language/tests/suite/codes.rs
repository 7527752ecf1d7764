//! Every code that the sources report is explained, and every explanation is of a code that is reported.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use mainspring_language::CODES;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes_in(&path, found);
        } else if path.file_name().is_some_and(|n| n != "codes.rs") {
            let text = fs::read_to_string(&path).unwrap();
            for piece in text.split("\"E0").skip(1) {
                found.insert(format!("E0{}", &piece[..3]));
            }
        }
    }
}

#[test]
fn reported_codes_and_explained_codes_are_the_same() {
    let mut reported = BTreeSet::new();
    codes_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut reported);
    let explained: BTreeSet<String> = CODES.iter().map(|c| c.code.to_owned()).collect();
    assert_eq!(reported, explained);
}
