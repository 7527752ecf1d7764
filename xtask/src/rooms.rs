//! The rules of the rooms: no circle of files, inherent impls beside their type, laws that do not name each other, no file
//! that is too long. A room is a crate, or a top-level folder of its `src`.
//!
//! Sources are read as text, so calls of methods are not seen; that inherent impls stay in their type's room makes up for it.

mod analysis;
mod circles;
mod directions;
mod file_length;
mod graph;
mod inherent_impls;
mod laws;
mod measure;
mod recursions;
mod references;

pub use laws::is_law;

use crate::sources::package;
use crate::step::Steps;
use analysis::Analysis;
use measure::Measure;
use recursions::RECURSIONS;
use std::path::Path;

/// Every rule as a step of its own; exceptions are printed with their reasons.
pub fn check(steps: &mut Steps) {
    let crates: Vec<Analysis> = package::packages(&steps.root).into_iter().map(Analysis::of).collect();
    let result = |findings: Vec<String>| if findings.is_empty() { Ok(()) } else { Err(findings) };
    steps.check("no circle of files", |_| {
        for exception in RECURSIONS {
            println!("   may stay: {} ({})", exception.files.join(", "), exception.reason);
        }
        result(circles::findings(&crates, RECURSIONS))
    });
    steps.check("inherent impls in the room of their type", |_| result(inherent_impls::findings(&crates)));
    steps.check("laws do not name each other", |_| {
        let mut findings = laws::missing(&crates);
        findings.extend(laws::findings(&crates));
        result(findings)
    });
    steps.check("rooms look one way", |_| result(directions::findings(&crates)));
    steps.check("no source file above 600 lines", |root| result(file_length::findings(root)));
}

/// What `cargo xtask rooms` prints.
#[derive(Default)]
pub struct Wanted {
    /// names of crates; none: all
    crates: Vec<String>,
    /// numbers only
    measure: bool,
    /// every reference inside of a circle
    edges: bool,
}

impl Wanted {
    /// Reads `[--measure] [--edges] [CRATE…]`.
    pub fn read(words: &[&str]) -> Option<Self> {
        let mut wanted = Self::default();
        for word in words {
            match *word {
                "--measure" => wanted.measure = true,
                "--edges" => wanted.edges = true,
                word if word.starts_with('-') => return None,
                word => wanted.crates.push(word.to_owned()),
            }
        }
        Some(wanted)
    }
}

/// Lists what breaks a rule, crate by crate, with references that open each circle when cut; or the numbers.
pub fn list(root: &Path, wanted: &Wanted) {
    let packages = package::packages(root).into_iter();
    let packages = packages.filter(|p| wanted.crates.is_empty() || wanted.crates.contains(&p.name));
    let crates: Vec<Analysis> = packages.map(Analysis::of).collect();
    if wanted.measure {
        println!("{}", measure::table(&crates.iter().map(Measure::of).collect::<Vec<_>>()));
        return;
    }
    for analysis in &crates {
        list_crate(analysis, wanted.edges);
    }
    let rest = laws::findings(&crates).into_iter();
    rest.chain(file_length::findings(root)).for_each(|finding| println!("{finding}"));
}

fn list_crate(analysis: &Analysis, edges: bool) {
    let measure = Measure::of(analysis);
    println!(
        "== {}: {} files, {} circles with {} files, {} inherent impls outside of their room",
        measure.name, measure.files, measure.circles, measure.files_in_circles, measure.impls_outside
    );
    analysis.tree.unreadable.iter().for_each(|finding| println!("   {finding}"));
    for circle in analysis.graph.circles() {
        println!("   {}", circles::describe(analysis, &circle));
        let cut = circles::describe_cut(analysis, &circle);
        println!("      these {} references hold it together:", cut.len());
        cut.iter().for_each(|line| println!("         {line}"));
        if edges {
            println!("      all references inside:");
            for &from in &circle {
                let inside = analysis.graph.next[from].iter().filter(|to| circle.contains(to));
                inside.for_each(|&to| println!("         {}", circles::describe_edge(analysis, from, to)));
            }
        }
    }
    let outside = inherent_impls::findings(std::slice::from_ref(analysis));
    outside.iter().for_each(|finding| println!("   {finding}"));
}
