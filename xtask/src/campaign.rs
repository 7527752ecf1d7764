//! `cargo xtask campaign`: random scenes of some families; each is sound and must reach its end with nothing in doubt.
//!
//! A scene is made from the name of its family and a seed, the same text on every machine. Families are about friction,
//! stops and limits of drives together with contact, where the engine must decide what sticks, slips and touches; about
//! mechanisms that work by contact, from cams to escapements; about walkers, crowds and solids in space.

mod arms;
mod bearings;
mod cams;
mod dice;
mod dominoes;
mod driven;
mod drops;
mod escapements;
mod families;
mod fourbar;
mod gears;
mod geneva;
mod grippers;
mod heaps;
mod latches;
mod limited;
mod method;
mod on_a_table;
mod outcome;
mod outline;
mod overlap;
mod pawls;
mod pegs;
mod pieces;
mod pins;
mod plane;
mod pyramids;
mod rail;
mod ratchets;
mod row;
mod runs;
mod smooth;
mod solids;
mod spun;
mod statement_order;
mod struck;
mod table;
mod tilting;
mod tops;
mod trays;
mod turned;
mod walkers;
mod wanted;

use crate::release;
use crate::step::{Count, Steps, command_is_built, program, target_folder};
use families::{FAMILIES, Family};
use outcome::Outcome;
use std::fs;
use std::path::{Path, PathBuf};
use wanted::Wanted;

/// How far accelerations and forces may differ when statements come in another order, over the largest of them: rounding.
const SAME_TO: f64 = 1e-12;

/// What the words after `campaign` ask for; None where they make no sense.
pub fn parse(words: &[&str]) -> Option<Wanted> {
    let wanted = Wanted::read(words)?;
    wanted.families.iter().all(|name| FAMILIES.iter().any(|f| f.name == name)).then_some(wanted)
}

/// Runs what is wanted, with the program of the release profile if there is one.
pub fn run(steps: &mut Steps, wanted: &Wanted) {
    steps.step("campaign", |root| {
        let Some(program) = wanted.program.clone().or_else(|| built(root)) else { return Count::one(false) };
        println!("   with {}", program.display());
        let seeds = |_: &Family| wanted.seeds.clone().collect();
        told(if wanted.turned {
            compare_directions(&program, &target(root), wanted, seeds)
        } else if wanted.order {
            compare_orders(&program, &target(root), wanted, seeds)
        } else {
            carry_out(&program, &target(root), wanted, seeds)
        })
    });
}

/// The fixed share alone, with the program of the release profile if there is one.
pub fn check_built(steps: &mut Steps) {
    match built(&steps.root) {
        Some(program) => check(steps, &program),
        None => steps.step("campaign: a fixed share", |_| Count::one(false)),
    }
}

/// A fixed share of every family, as one step.
pub fn check(steps: &mut Steps, program: &Path) {
    steps.step("campaign: a fixed share", |root| {
        told(carry_out(program, &target(root), &Wanted::default(), Family::share))
    });
    for word in ["stepping", "penalty"] {
        steps.step(&format!("campaign: a share under `method {word}`"), |root| {
            let wanted = Wanted { method: method::Method::read(word), ..Wanted::default() };
            told(carry_out(program, &target(root), &wanted, |family| family.under(word)))
        });
    }
    steps.step("campaign: statements in any order", |root| {
        told(compare_orders(program, &target(root), &Wanted::default(), Family::reordered))
    });
    steps.step("campaign: scenes turned in space", |root| {
        told(compare_directions(program, &target(root), &Wanted::default(), Family::turned))
    });
}

/// The program of the release profile, else of the development profile, which is built if need be.
fn built(root: &Path) -> Option<PathBuf> {
    release::program(root).or_else(|| command_is_built(root).then(|| program(&target(root))))
}

fn target(root: &Path) -> PathBuf {
    target_folder(root).unwrap_or_else(|| root.join("target"))
}

fn told(done: Result<Count, String>) -> Count {
    done.unwrap_or_else(|why| {
        println!("   {why}");
        Count::one(false)
    })
}

/// The scenes that are wanted.
fn scenes(wanted: &Wanted, seeds: impl Fn(&Family) -> Vec<u64>) -> Vec<(&'static Family, runs::Scene)> {
    let families = FAMILIES.iter().filter(|family| wanted.wants(family.name));
    let text = |family: &Family, seed| {
        let own = family.text(seed);
        wanted.method.map_or_else(|| own.clone(), |method| method.of(&own))
    };
    let scene = |family: &Family, seed| runs::Scene {
        family: family.name,
        seed,
        text: text(family, seed),
        by_event: family.by_event && wanted.method.is_none(),
    };
    families.flat_map(|family| seeds(family).into_iter().map(move |seed| (family, scene(family, seed)))).collect()
}

/// Tries scenes in other orders of their statements and tells those that begin otherwise.
fn compare_orders(
    program: &Path,
    target: &Path,
    wanted: &Wanted,
    seeds: impl Fn(&Family) -> Vec<u64>,
) -> Result<Count, String> {
    let scenes: Vec<runs::Scene> = scenes(wanted, seeds).into_iter().map(|(_, scene)| scene).collect();
    let folder = target.join("campaign");
    let found = statement_order::differences(program, &folder, &scenes, wanted.threads())?;
    let mut failed = 0;
    for (scene, found) in scenes.iter().zip(&found) {
        let complaint = match found {
            Ok(off) if *off <= SAME_TO => continue,
            Ok(off) => format!("accelerations or forces differ by {off:.2e} of the largest, {SAME_TO:.0e} is allowed"),
            Err(why) => why.clone(),
        };
        failed += 1;
        let file = runs::file(&folder, scene.family, scene.seed);
        fs::write(&file, &scene.text).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("   {} {}: {complaint} ({})", scene.family, scene.seed, file.display());
    }
    let worst = found.iter().flatten().fold(0.0_f64, |m, off| m.max(*off));
    println!("   {} scenes in four orders each, largest difference {worst:.2e}", scenes.len());
    Ok(Count { passed: scenes.len() - failed, failed })
}

/// Runs scenes in space as they are and turned, and tells those that take other work or end elsewhere.
fn compare_directions(
    program: &Path,
    target: &Path,
    wanted: &Wanted,
    seeds: impl Fn(&Family) -> Vec<u64>,
) -> Result<Count, String> {
    let scenes = scenes(wanted, |family| if family.turns { seeds(family) } else { Vec::new() });
    let scenes: Vec<runs::Scene> = scenes.into_iter().map(|(_, scene)| scene).collect();
    let folder = target.join("campaign");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let name = |i: usize| format!("{} {}", scenes[i].family, scenes[i].seed);
    let found =
        runs::side_by_side(scenes.len(), wanted.threads(), name, |i| turned::compare(program, &folder, &scenes[i]))?;
    let (mut failed, mut apart, mut whole) = (0, 0.0_f64, 0);
    for (scene, found) in scenes.iter().zip(&found) {
        let complaint = match found {
            Ok(found) => {
                whole += usize::from(found.until[0] == found.until[1]);
                let Some(complaint) = found.complaint() else {
                    apart = apart.max(found.apart);
                    continue;
                };
                complaint
            }
            Err(why) => why.clone(),
        };
        failed += 1;
        let file = runs::file(&folder, scene.family, scene.seed);
        fs::write(&file, &scene.text).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("   {} {}: {complaint} ({})", scene.family, scene.seed, file.display());
    }
    println!(
        "   {} scenes as they are and turned, {whole} compared to their ends; of those that are the same at most {apart:.1e} of \
         their size apart",
        scenes.len()
    );
    Ok(Count { passed: scenes.len() - failed, failed })
}

fn carry_out(
    program: &Path,
    target: &Path,
    wanted: &Wanted,
    seeds: impl Fn(&Family) -> Vec<u64>,
) -> Result<Count, String> {
    let folder: PathBuf = target.join("campaign");
    let scenes: Vec<runs::Scene> = scenes(wanted, seeds).into_iter().map(|(_, scene)| scene).collect();
    let outcomes = runs::all(program, &folder, &scenes, wanted)?;
    let named: Vec<(&str, Outcome)> = scenes.iter().map(|scene| scene.family).zip(outcomes).collect();
    let table = table::markdown(&named);
    table.lines().for_each(|line| println!("   {line}"));
    for (scene, (_, outcome)) in scenes.iter().zip(&named).filter(|(_, (_, outcome))| !outcome.fine()) {
        let file = runs::file(&folder, scene.family, scene.seed);
        println!("   {} {}: {} ({})", scene.family, scene.seed, outcome.complaint(), file.display());
    }
    if let Some(file) = &wanted.write {
        fs::write(file, &table).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let passed = named.iter().filter(|(_, outcome)| outcome.fine()).count();
    Ok(Count { passed, failed: named.len() - passed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use method::Method;

    /// Families in space.
    const SPATIAL: [&str; 7] = ["drops", "dominoes", "grippers", "tops", "tilting", "cones", "ellipsoids"];

    /// Families in the plane whose parts need no joints.
    const LOOSE: [&str; 5] = ["trays", "pegs", "bearings", "pyramids", "heaps"];

    #[test]
    fn the_same_seed_gives_the_same_text_and_another_seed_another() {
        for family in &FAMILIES {
            let texts: Vec<String> = (0..20).map(|seed| family.text(seed)).collect();
            assert_eq!(texts, (0..20).map(|seed| family.text(seed)).collect::<Vec<_>>());
            for (i, text) in texts.iter().enumerate() {
                let body = |text: &str| text.split_once("\n\n").map(|(_, body)| body.to_owned());
                assert!(texts[..i].iter().all(|other| body(other) != body(text)), "{} {i} came before", family.name);
            }
        }
    }

    #[test]
    fn scenes_have_balanced_brackets_finite_numbers_and_one_run_line() {
        for family in &FAMILIES {
            for seed in 0..20 {
                let text = family.text(seed);
                for pair in ["()", "{}"] {
                    let count = |bracket: &str| text.matches(bracket).count();
                    assert_eq!(count(&pair[..1]), count(&pair[1..]), "{text}");
                }
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                assert_eq!(text.lines().filter(|line| line.starts_with("run ")).count(), 1, "{text}");
                let space = if SPATIAL.contains(&family.name) { "space spatial" } else { "space planar" };
                assert!(text.lines().any(|line| line == space), "{text}");
                // crowds of one kind are stepped, all others are left to the default
                assert_eq!(text.contains("method "), family.name == "trays", "{text}");
                let loose = [&LOOSE[..], &SPATIAL].concat().contains(&family.name);
                assert!(loose || text.contains("joint "), "{text}");
            }
        }
    }

    #[test]
    fn words_are_read_and_unknown_ones_refused() {
        let wanted =
            parse(&["--family", "row", "--family", "arms,gears", "--seeds", "3..7", "--write", "a.md"]).unwrap();
        assert_eq!((wanted.families.len(), wanted.seeds.clone()), (3, 3..7));
        assert!(wanted.wants("gears") && !wanted.wants("struck") && wanted.write.is_some());
        assert_eq!(parse(&["--seeds", "12"]).unwrap().seeds, 12..13);
        assert!(parse(&[]).unwrap().wants("struck") && !parse(&[]).unwrap().order);
        assert!(parse(&["--order", "--seeds", "2"]).unwrap().order);
        let wanted = parse(&["--overlap", "--limit", "5"]).unwrap();
        assert!(wanted.overlap && wanted.limit == 5);
        assert_eq!(parse(&["--method", "stepping"]).unwrap().method, Some(Method::Stepping));
        let soft = parse(&["--stiffness", "1e5", "--method", "penalty"]).unwrap().method;
        assert_eq!(soft, Some(Method::Penalty { stiffness: 1e5 }));
        for wrong in
            [&["--method", "magic"][..], &["--stiffness", "1e5"], &["--method", "penalty", "--stiffness", "-1"]]
        {
            assert_eq!(parse(wrong), None);
        }
        for wrong in [&["--family", "cows"][..], &["--seeds", "7..3"], &["--seeds"], &["--fast", "1"], &["row"]] {
            assert_eq!(parse(wrong), None);
        }
    }
}
