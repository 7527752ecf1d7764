//! Every scene of the gallery stands as the formatter would write it.

use std::path::Path;

#[test]
fn the_formatter_changes_no_scene() {
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut seen = 0;
    for folder in std::fs::read_dir(gallery).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()) {
        for file in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if file.extension().is_some_and(|e| e == "mech") {
                let text = std::fs::read_to_string(&file).unwrap();
                let formatted = mainspring::language::format(&text).unwrap();
                assert!(formatted == text, "{} is not canonical: run `mainspring fmt` on it", file.display());
                seen += 1;
            }
        }
    }
    assert!(seen >= 15, "only {seen} scenes found");
}
