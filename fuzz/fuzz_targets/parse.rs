//! Any bytes: decoded, parsed and lowered without a panic, the tree complete, every span inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mainspring_language::{NoImports, decode, load, parse, render};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes.to_vec()) else { return };
    assert_eq!(parse(&text).tree.text(), text.as_str());
    let (definition, diagnostics) = load("scene.mech", &text, &mut NoImports);
    for label in diagnostics.iter().flat_map(|d| &d.labels) {
        let range = label.span.start as usize..label.span.end as usize;
        assert!(label.span.source == u32::MAX || text.get(range).is_some());
    }
    let _ = render(&diagnostics, &definition.sources, true);
});
