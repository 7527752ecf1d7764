//! Imports from the file system stay below the scene's folder.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use mainspring_language::{FolderLoader, Loader, load};
use std::fs;
use std::path::{Path, PathBuf};

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("scene/lib")).unwrap();
    folder
}

#[test]
fn files_beside_and_below_the_scene_are_found() {
    let folder = fresh("found");
    let scene = folder.join("scene/main.mech");
    fs::write(folder.join("scene/lib/gears.mech"), "use \"teeth.mech\"\nlet a = 1").unwrap();
    fs::write(folder.join("scene/lib/teeth.mech"), "let b = 1").unwrap();
    let text = "use \"lib/gears.mech\"\nlet c = 3";
    let (definition, diagnostics) = load(scene.to_str().unwrap(), text, &mut FolderLoader::beside(&scene));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(definition.statements.len(), 3);
    assert!(definition.sources[2].name.ends_with("scene/lib/teeth.mech"));
}

#[test]
fn what_is_no_file_or_leads_out_is_refused() {
    let folder = fresh("refused");
    fs::write(folder.join("secret.mech"), "let a = 1").unwrap();
    fs::write(folder.join("scene/bad.mech"), b"let a = \xff").unwrap();
    let scene = folder.join("scene/main.mech");
    let mut loader = FolderLoader::beside(&scene);
    assert_eq!(loader.load("missing.mech"), Err("there is no such file".to_owned()));
    assert_eq!(loader.load("lib"), Err("it is not a file".to_owned()));
    assert!(loader.load("../secret.mech").is_err());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.mech", folder.join("scene/link.mech")).unwrap();
        assert!(loader.load("link.mech").unwrap_err().contains("leaves the scene's folder"));
    }
    let (_, diagnostics) = load("main.mech", "use \"bad.mech\"", &mut loader);
    assert_eq!(diagnostics[0].code, "E0002");
    assert!(diagnostics[0].message.contains("bad.mech"));
}

#[test]
fn imports_are_bounded_in_number_and_size() {
    let mut chain = |path: &str| -> Result<Vec<u8>, String> {
        let n: u32 = path.trim_end_matches(".mech").parse().unwrap();
        Ok(format!("use \"{}.mech\"\nlet a{n} = 1", n + 1).into_bytes())
    };
    let (definition, diagnostics) = load("main.mech", "use \"0.mech\"", &mut chain);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "E0008");
    assert_eq!(definition.sources.len(), 257);
    let mut large = |_: &str| -> Result<Vec<u8>, String> { Ok(vec![b' '; 15 << 20]) };
    let text: String = (0..6).map(|i| format!("use \"{i}.mech\"\n")).collect();
    let (_, diagnostics) = load("main.mech", &text, &mut large);
    assert!(diagnostics.iter().any(|d| d.code == "E0008"));
}

#[test]
fn an_empty_scene_says_so() {
    for text in ["", " \n", "// nothing\n", "\u{feff}"] {
        let (_, diagnostics) = load("main.mech", text, &mut mainspring_language::NoImports);
        assert_eq!(diagnostics[0].code, "E0003", "{text:?}");
    }
}
