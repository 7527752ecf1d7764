//! LANGUAGE.md is true: every example in it assembles, and every word the code knows is in it.

use mainspring::definition::units::unit_names;
use mainspring::definition::words as tables;
use mainspring::prelude::*;
use mainspring::{check, prepare};
use std::fs;
use std::path::{Path, PathBuf};

/// Stands before every ```` ```mech fragment ````.
const PRELUDE: &str = "space planar
gravity (0, -9.81) m/s^2
primitive bar(l: length) {
  shape = rect(l, 1 cm)
  area_density = 40 kg/m^2
  point a = (-l/2, 0)
  point b = (l/2, 0)
}
run 1 s
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn reference() -> String {
    fs::read_to_string(root().join("LANGUAGE.md")).expect("the reference is there")
}

/// Line and scene of every example.
fn examples(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().map(|(_, l)| l).take_while(|l| *l != "```").collect();
        match kind {
            "mech" => found.push((number + 1, block.join("\n"))),
            "mech fragment" => found.push((number + 1, format!("{PRELUDE}{}", block.join("\n")))),
            other => panic!("line {}: what is `{other}`?", number + 1),
        }
    }
    found
}

#[test]
fn every_example_assembles() {
    let examples = examples(&reference());
    assert!(examples.len() >= 6);
    for (line, scene) in examples {
        let scene = Scene::text("example", &scene);
        // an exact sweep has nothing to assemble
        if let Ok(checked) = check(&scene, &Settings::default())
            && checked.model.sweep().is_some()
        {
            assert!(checked.notes.is_empty(), "line {line}: {:#?}", checked.notes);
            continue;
        }
        match prepare(&scene, &Settings::default()) {
            Ok(prepared) => {
                assert!(prepared.notes.iter().all(|n| n.code == "N0910"), "line {line}: {:#?}", prepared.notes);
            }
            Err(wrong) => panic!("line {line}:\n{wrong}"),
        }
    }
}

/// Every word in back quotes; `atan2(y, x)` counts as `atan2`.
fn quoted(text: &str) -> Vec<&str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans.flat_map(|s| s.split(|c: char| !c.is_alphanumeric() && c != '_')).filter(|w| !w.is_empty()).collect()
}

/// The list of words that follows `name` in a source of the builder.
fn words_of(file: &str, name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("crates/builder/src").join(file)).expect("the file is there");
    let from = text.find(&format!("const {name}: &[&str]")).unwrap_or_else(|| panic!("no {name} in {file}"));
    let list = &text[from..from + text[from..].find("];").expect("lists end")];
    let words: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(!words.is_empty(), "{name}");
    words
}

#[test]
fn every_word_is_there() {
    let text = reference();
    let known = quoted(&text);
    let mut words: Vec<String> = unit_names().map(str::to_owned).collect();
    // prefixed units are told by their prefix
    words.retain(|u| mainspring::definition::find_unit(u).is_some() && !is_prefixed(u));
    for (file, name) in [
        ("joints/joint.rs", "DIRECTIONS"),
        ("measure/entity.rs", "BODY_PLANAR"),
        ("measure/entity.rs", "BODY_SPATIAL"),
        ("measure/entity.rs", "BODY_POINT"),
        ("measure/entity.rs", "POINT"),
        ("measure/ledger.rs", "ENERGY"),
        ("measure/contact.rs", "CONTACT"),
        ("measure/actuators.rs", "ON_SURFACE"),
        ("evaluate/questions.rs", "QUESTIONS"),
    ] {
        words.extend(words_of(file, name));
    }
    let statements = mainspring::definition::STATEMENTS.iter();
    words.extend(statements.flat_map(|entry| entry.words.iter().chain(entry.options)).map(|word| (*word).to_owned()));
    for list in [tables::METHODS, tables::INTEGRATORS, tables::SPRINGS, tables::PARAMETER_KINDS] {
        words.extend(list.iter().map(|word| (*word).to_owned()));
    }
    words.extend(tables::function_words().chain(tables::shape_words()).map(str::to_owned));
    words.extend(mainspring::definition::IMPACT_LAWS.iter().map(|(word, _)| (*word).to_owned()));
    words.extend(mainspring::definition::IMPACT_TREATMENTS.iter().map(|(word, _)| (*word).to_owned()));
    words.extend(mainspring_joints::all_words().into_iter().map(str::to_owned));
    words.extend(mainspring::definition::Dimension::names().map(str::to_owned));
    let missing: Vec<&String> = words.iter().filter(|w| !known.contains(&w.as_str())).collect();
    assert!(missing.is_empty(), "LANGUAGE.md does not mention {missing:?}");
}

fn is_prefixed(unit: &str) -> bool {
    let rest = unit.get(1..).filter(|r| !r.is_empty());
    rest.is_some_and(|r| ["m", "g", "s", "N", "J", "W", "Pa", "Hz", "rad", "bar"].contains(&r)) && unit != "Pa"
}

#[test]
fn every_option_of_a_joint_and_spring_is_there() {
    let text = reference();
    let known = quoted(&text);
    let mut options = 0;
    let of_builder = [
        "joints/options.rs",
        "joints/gears.rs",
        "joints/friction.rs",
        "joints/backlash.rs",
        "loads/springs.rs",
        "contacts/lines.rs",
        "evaluate/coefficients.rs",
    ];
    let of_kinds = fs::read_dir(root().join("crates/joints/src/kinds")).unwrap().map(|entry| entry.unwrap().path());
    let shared = root().join("crates/joints/src/rolling.rs");
    let files = of_builder.map(|file| root().join("crates/builder/src").join(file)).into_iter();
    for file in files.chain(of_kinds).chain([shared]) {
        let source = fs::read_to_string(file).unwrap();
        for asked in [
            "options.take(\"",
            "option_amount(options, \"",
            "option_amount(&mut options, \"",
            "option_flag(options, \"",
            "options.positive_length(\"",
            "options.length(\"",
            "options.flag(\"",
        ] {
            for piece in source.split(asked).skip(1) {
                let name = piece.split('"').next().unwrap().trim_start_matches("compliant.");
                assert!(known.contains(&name), "LANGUAGE.md does not mention the option `{name}`");
                options += 1;
            }
        }
    }
    // the sources still spell options the way this test looks for them
    assert!(options >= 24, "{options}");
}
