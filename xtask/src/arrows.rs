//! Which of our crates may depend on which. Dev-dependencies are free: tests may look anywhere.

use crate::rooms::is_law;
use crate::step::{cargo, output};
use serde_json::Value;
use std::path::Path;

/// Left may depend on right, directly.
const ARROWS: &[(&str, &[&str])] = &[
    ("audit", &["definition", "joints", "model", "numerics", "overlap", "record"]),
    ("builder", &["definition", "geometry", "joints", "model", "numerics"]),
    ("contact", &["numerics"]),
    ("definition", &[]),
    ("fields", &["geometry", "numerics"]),
    ("geometry", &["numerics"]),
    ("joints", &["definition", "numerics"]),
    ("language", &["definition"]),
    ("model", &["definition", "geometry", "joints", "numerics"]),
    ("numerics", &[]),
    ("overlap", &["geometry", "numerics"]),
    ("record", &["definition"]),
    ("dynamics", &["contact", "definition", "fields", "geometry", "joints", "model", "numerics", "record"]),
    ("engine", &["audit", "definition", "dynamics", "joints", "model", "numerics", "record"]),
    ("recording", &["definition", "record"]),
    ("report", &["definition", "joints", "model", "record", "recording"]),
    ("sweep-run", &["definition", "dynamics", "engine", "model", "record", "sweep"]),
    ("orient", &["builder", "fields", "geometry", "language", "model"]),
    (
        "workbench",
        &[
            "builder",
            "definition",
            "dynamics",
            "engine",
            "fields",
            "geometry",
            "language",
            "model",
            "orient",
            "record",
            "recording",
            "report",
            "sweep",
            "sweep-run",
        ],
    ),
    ("live", &["definition", "dynamics", "engine", "model", "numerics", "record", "workbench"]),
    ("cli", &["recording", "workbench"]),
    ("mainspring", &["cli", "recording", "workbench"]),
    ("sweep", &["numerics"]),
    ("trust", &[]),
    ("xtask", &[]),
];

/// Finds dependencies between our crates that the table does not allow.
pub fn check(root: &Path) -> Result<(), Vec<String>> {
    let metadata = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]).current_dir(root));
    let metadata: Option<Value> = metadata.and_then(|text| serde_json::from_str(&text).ok());
    let Some(packages) = metadata.as_ref().and_then(|m| m["packages"].as_array()) else {
        return Err(vec!["cargo metadata cannot be read".to_owned()]);
    };
    let findings = wrong_arrows(&arrows_of(packages));
    if findings.is_empty() { Ok(()) } else { Err(findings) }
}

/// Each crate with those of our crates that it needs to be built, by short name.
fn arrows_of(packages: &[Value]) -> Vec<(String, Vec<String>)> {
    let short = |name: &str| name.strip_prefix("mainspring-").unwrap_or(name).to_owned();
    let name = |v: &Value| v["name"].as_str().map(short);
    let ours: Vec<String> = packages.iter().filter_map(name).collect();
    let needs = |package: &Value| -> Vec<String> {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let built = dependencies.filter(|d| d["kind"].as_str() != Some("dev") && d["path"].is_string());
        built.filter_map(name).filter(|d| ours.contains(d)).collect()
    };
    packages.iter().filter_map(|p| Some((name(p)?, needs(p)))).collect()
}

fn wrong_arrows(arrows: &[(String, Vec<String>)]) -> Vec<String> {
    let mut findings = Vec::new();
    for (from, to) in arrows {
        // whatever the table says
        for target in to.iter().filter(|t| is_law(from) && is_law(t)) {
            findings.push(format!("`{from}` must not depend on `{target}`: laws do not name each other"));
        }
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| name == from) else {
            findings.push(format!("crate `{from}` has no row in xtask/src/arrows.rs: add one, and to ARCHITECTURE.md"));
            continue;
        };
        for target in to.iter().filter(|t| !allowed.contains(&t.as_str())) {
            findings.push(format!("`{from}` must not depend on `{target}`: arrows point one way (ARCHITECTURE.md)"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_arrows_and_unknown_crates_are_found() {
        let packages = serde_json::json!([
            { "name": "mainspring-language", "dependencies": [
                { "name": "mainspring-definition", "kind": null, "path": "x" },
                { "name": "mainspring-model", "kind": null, "path": "x" },
                { "name": "mainspring-engine", "kind": "dev", "path": "x" },
                { "name": "serde", "kind": null } ] },
            { "name": "mainspring-definition", "dependencies": [] },
            { "name": "mainspring-model", "dependencies": [] },
            { "name": "mainspring-engine", "dependencies": [] },
            { "name": "mainspring-toys", "dependencies": [] },
        ]);
        let findings = wrong_arrows(&arrows_of(packages.as_array().unwrap()));
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert!(findings[0].contains("`language` must not depend on `model`") && findings[1].contains("`toys`"));
    }

    #[test]
    fn a_law_that_depends_on_another_is_found() {
        let crates = [("joint-friction", vec!["touch"]), ("touch", vec![]), ("stops", vec!["contact"])];
        let owned = crates.map(|(name, needs)| (name.to_owned(), needs.into_iter().map(str::to_owned).collect()));
        let laws: Vec<String> = wrong_arrows(&owned).into_iter().filter(|f| f.contains("laws do not name")).collect();
        assert_eq!(laws, ["`joint-friction` must not depend on `touch`: laws do not name each other"]);
    }

    #[test]
    fn the_table_has_no_circles() {
        // every crate only needs crates that stand above it in some order: take away leaves until none is left
        let mut rest: Vec<_> = ARROWS.to_vec();
        while !rest.is_empty() {
            let names: Vec<&str> = rest.iter().map(|(n, _)| *n).collect();
            let before = rest.len();
            rest.retain(|(_, needs)| needs.iter().any(|n| names.contains(n)));
            assert!(rest.len() < before, "{rest:?}");
        }
    }
}
