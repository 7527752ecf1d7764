//! Formatting is idempotent, and printing a definition gives it back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mainspring_language::{NoImports, format, load, print};

fuzz_target!(|text: &str| {
    let Ok(once) = format(text) else { return };
    assert_eq!(format(&once).as_ref(), Ok(&once));
    let (definition, diagnostics) = load("scene.mech", text, &mut NoImports);
    if diagnostics.is_empty() {
        let printed = print(&definition);
        let (again, diagnostics) = load("scene.mech", &printed, &mut NoImports);
        assert!(diagnostics.is_empty());
        assert_eq!(printed, print(&again));
    }
});
