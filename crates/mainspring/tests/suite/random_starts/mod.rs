//! Random mechanisms, consistent and contradictory by construction: how they begin, and what is refused of them by name.
//!
//! Places and velocities are made by rigid motions of the test's own (`rigid`), so that what begins is compared with an answer from
//! elsewhere: what lines say holds to 1e-12, and loops, gears and racks neither stand open nor open.

mod mechanism;
mod rigid;
mod scene;

use crate::pushed_rows::Dice;
use mainspring::definition::Diagnostic;
use mainspring::prelude::*;
use mainspring::{Failure, Run, SceneErrors, simulate};
use mechanism::{Kind, Mechanism};
use rigid::{Pose, Twist, length, orthonormal, orthonormal_by, take_out};
use scene::{Drive, NAMES, SAID_IN, Said, text};

/// How near to what is said a mechanism begins, per unit of what is said.
const EXACT: f64 = 1e-12;

/// What a scene leads to: a run, or errors.
fn outcome(scene: &str, probes: &[String]) -> Result<Run, Vec<Diagnostic>> {
    let mut settings = Settings { at: vec![0.0], ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    match simulate(Scene::text("scene", scene), &settings) {
        Ok(run) => Ok(run),
        Err(Failure::Scene(SceneErrors { findings, .. })) => {
            Err(findings.into_iter().filter(Diagnostic::is_error).collect())
        }
        Err(other) => panic!("{other}\n{scene}"),
    }
}

/// Probes of everything that is compared.
fn probes(made: &Mechanism) -> Vec<String> {
    let mut probes = Vec::new();
    for (j, joint) in made.joints.iter().enumerate() {
        for k in (0..2).filter(|&k| joint.kind.has()[k]) {
            probes.extend(NAMES[k].map(|name| format!("j{j}.{name}")));
        }
    }
    for b in 0..made.poses.len() {
        let own: &[&str] =
            if made.space { &["axis_x", "axis_y", "axis_z", "angular_velocity"] } else { &["angle", "rate"] };
        probes.extend(["position", "velocity"].iter().chain(own).map(|name| format!("b{b}.{name}")));
    }
    probes
}

/// The mechanism as it begins, poses and velocities as they are read.
fn begun(made: &Mechanism, run: &Run) -> Mechanism {
    let mut begun = made.clone();
    for b in 0..made.poses.len() {
        let read = |name: &str| -> Vec<f64> { run.value(&format!("b{b}.{name}")).expect("read").to_vec() };
        let three = |name: &str| -> [f64; 3] {
            let v = read(name);
            [v[0], v[1], v.get(2).copied().unwrap_or(0.0)]
        };
        if made.space {
            begun.poses[b] = Pose { at: three("position"), axes: ["axis_x", "axis_y", "axis_z"].map(three) };
            begun.twists[b] = Twist { v: three("velocity"), w: three("angular_velocity") };
        } else {
            begun.poses[b] = Pose::turned(three("position"), read("angle")[0]);
            begun.twists[b] = Twist { v: three("velocity"), w: [0.0, 0.0, read("rate")[0]] };
        }
    }
    begun
}

/// The largest of what joints are open by, of how fast they open, and of how far gears are from meshing.
fn worst(begun: &Mechanism, compliant: bool) -> [f64; 2] {
    let mut worst: [f64; 2] = [0.0; 2];
    for joint in begun.joints.iter().filter(|j| compliant || !j.compliant) {
        for row in begun.opening(joint) {
            worst = [0, 1].map(|i| worst[i].max(row[i].abs()));
        }
    }
    let mut now = begun.clone();
    for j in 0..now.joints.len() {
        now.joints[j].rate = begun.measured_rate(&begun.joints[j]);
    }
    for coupling in &now.couplings {
        let size: f64 = coupling.terms.iter().map(|(_, _, factor)| factor.abs()).sum();
        let sum: f64 = coupling.terms.iter().map(|&(j, k, factor)| factor * now.joints[j].rate[k]).sum();
        worst[1] = worst[1].max(sum.abs() / size);
    }
    worst
}

/// What was said holds.
fn holds(made: &Mechanism, said: &Said, run: &Run, scene: &str) {
    for j in 0..made.joints.len() {
        for k in 0..2 {
            for (name, asked, held) in
                [(0, said.value[j][k], said.drive[j][k] != Some(Drive::Speed)), (1, said.rate[j][k], true)]
            {
                let Some(asked) = asked.filter(|_| held) else { continue };
                let is = run.value(&format!("j{j}.{}", NAMES[k][name])).expect("read")[0];
                assert!(
                    (is - asked).abs() <= EXACT * (1.0 + asked.abs()),
                    "j{j}.{} is {is}, not {asked}, off by {:e}\n{scene}",
                    NAMES[k][name],
                    is - asked
                );
            }
        }
    }
}

/// Runs a scene that is consistent.
fn begins(made: &Mechanism, said: &Said) -> (Run, String) {
    let scene = text(made, said);
    let run = match outcome(&scene, &probes(made)) {
        Ok(run) => run,
        Err(errors) => panic!("refused: {errors:#?}\n{scene}"),
    };
    holds(made, said, &run, &scene);
    (run, scene)
}

fn noted(run: &Run, code: &str) -> Vec<String> {
    run.notes.iter().filter(|n| n.code == code).map(|n| n.message.clone()).collect()
}

/// Rates of the tree, in the order of its coordinates.
fn rates(made: &Mechanism) -> Vec<f64> {
    made.coordinates().iter().map(|&(j, k)| made.joints[j].rate[k]).collect()
}

/// A consistent scene: any lines that are true of it, and hints for the rest.
fn consistent(dice: &mut Dice, made: &Mechanism) {
    let mut said = Said::nothing(made);
    let share = [dice.roll(), dice.roll()];
    let mut lines = Vec::new();
    for (j, joint) in made.joints.iter().enumerate() {
        for k in (0..2).filter(|&k| joint.kind.has()[k]) {
            if dice.roll() < share[0] {
                said.value[j][k] = Some(joint.value[k]);
            }
            if dice.roll() < share[1] {
                said.rate[j][k] = Some(joint.rate[k]);
            }
            lines.push((j, k));
        }
    }
    // drives, as many as do not follow from each other
    let mut driven: Vec<(usize, usize)> = Vec::new();
    for (j, k) in lines {
        if dice.roll() > 0.15 {
            continue;
        }
        driven.push((j, k));
        let (alone, with) =
            (orthonormal(&made.slopes(true, &driven[..driven.len() - 1])), orthonormal(&made.slopes(true, &driven)));
        match (alone, with, said.rate[j][k]) {
            (Some(a), Some(b), Some(_)) if b.len() > a.len() && !made.joints[j].compliant => {
                let position = said.value[j][k].is_some() && dice.roll() < 0.6;
                said.drive[j][k] = Some(if position { Drive::Position } else { Drive::Speed });
                if !position {
                    said.value[j][k] = None;
                }
            }
            _ => {
                driven.pop();
            }
        }
    }
    for b in 0..made.poses.len() {
        if dice.roll() < 0.15 {
            said.moving[b] = Some((made.twists[b].v, made.twists[b].w));
        }
    }
    let (run, scene) = begins(made, &said);
    for code in ["W0712", "W0717", "W0718"] {
        assert!(noted(&run, code).is_empty(), "{:?}\n{scene}", run.notes);
    }
    let [open, opening] = worst(&begun(made, &run), true);
    assert!(open <= 4.0 * EXACT && opening <= 20.0 * EXACT, "open by {open:e}, opening with {opening:e}\n{scene}");
}

/// Hints that are not quite right, and starts that say all there is to say: loops are closed to what is meant.
fn from_hints(dice: &mut Dice, made: &Mechanism) -> bool {
    let coordinates = made.coordinates();
    let mut said = Said::nothing(made);
    let mut held = Vec::new();
    for &(j, k) in &coordinates {
        held.push((j, k));
        let more =
            match (orthonormal(&made.slopes(true, &held[..held.len() - 1])), orthonormal(&made.slopes(true, &held))) {
                (Some(a), Some(b)) => b.len() > a.len(),
                _ => return false,
            };
        if more {
            (said.value[j][k], said.rate[j][k]) = (Some(made.joints[j].value[k]), Some(made.joints[j].rate[k]));
        } else {
            held.pop();
            said.guess[j][k] += dice.between(-0.02, 0.02);
        }
    }
    if !made.couplings.is_empty() || held.len() == coordinates.len() {
        return false;
    }
    // far from where two positions meet
    if orthonormal_by(&made.slopes(true, &held), 0.3).is_none() {
        return false;
    }
    let (run, scene) = begins(made, &said);
    let begun = begun(made, &run);
    let [open, opening] = worst(&begun, true);
    assert!(open <= 4.0 * EXACT && opening <= 20.0 * EXACT, "open by {open:e}, opening with {opening:e}\n{scene}");
    // the one position near the hints, and the one motion: the same as was made
    for (b, (is, should)) in begun.poses.iter().zip(&made.poses).enumerate() {
        let off = rigid::norm(rigid::sub(is.at, should.at));
        let fast = rigid::norm(rigid::sub(begun.twists[b].v, made.twists[b].v));
        assert!(off < 1e-9 && fast < 1e-8, "b{b} begins {off:e} m beside, {fast:e} m/s\n{scene}");
    }
    true
}

/// Names in backticks after a word.
fn named(message: &str) -> Vec<String> {
    let quoted = message.split('`').skip(1).step_by(2);
    quoted.map(|q| q.trim_start_matches("start ").to_owned()).collect()
}

/// What a contradiction must be told by: each line that is refused is one that was said, its number has a unit, and without the
/// lines that are refused the scene begins. Where one line is refused, it also does without any of those it is said to contradict.
fn refused_by_name(made: &Mechanism, said: &Said, rate: bool) {
    let scene = text(made, said);
    let errors = match outcome(&scene, &probes(made)) {
        Err(errors) => errors,
        Ok(run) => panic!("it begins\n{:?}\n{scene}", run.notes),
    };
    // a loop that is held more than once may not close at all from where a wrong line places it
    if !rate && orthonormal(&made.slopes(true, &[])).is_none_or(|b| b.len() < made.slopes(true, &[]).len()) {
        assert!(errors.iter().all(|e| ["E0701", "E0703"].contains(&e.code.as_str())), "{errors:#?}\n{scene}");
        return;
    }
    assert!(errors.iter().all(|e| e.code == "E0703"), "{errors:#?}\n{scene}");
    let coordinate = |name: &str| {
        let j: usize = name.trim_start_matches('j').parse().expect("a joint");
        let k = (0..2).filter(|&k| said.value[j][k].is_some() || said.rate[j][k].is_some());
        (j, k.collect::<Vec<_>>())
    };
    let fewer_lines = |names: &[String]| {
        let mut fewer = said.clone();
        for name in names {
            let (j, kinds) = coordinate(name);
            for k in kinds {
                fewer.drive[j][k] = None;
                if rate {
                    fewer.rate[j][k] = None;
                } else {
                    fewer.value[j][k] = None;
                }
            }
        }
        fewer
    };
    let without = |names: &[String]| outcome(&text(made, &fewer_lines(names)), &[]).is_ok();
    let mut lines = Vec::new();
    for error in &errors {
        let names = named(&error.message);
        let (j, kinds) = coordinate(&names[0]);
        assert!(!kinds.is_empty(), "{} was not said\n{scene}", names[0]);
        let per_second = if rate { "/s" } else { "" };
        let mut units = kinds.iter().flat_map(|&k| SAID_IN[k]);
        assert!(
            units.any(|unit| error.message.contains(&format!(" {unit}{per_second} off"))),
            "{}\n{scene}",
            error.message
        );
        let off = error.message.split("it is ").nth(1).and_then(|s| s.split(' ').next()).expect("a number");
        assert!(off.parse::<f64>().expect("a number") > 1e-6, "{}\n{scene}", error.message);
        let _ = j;
        lines.push(names[0].clone());
    }
    // no more than four are named at once
    assert!(lines.len() >= 4 || without(&lines), "refused without {lines:?} too: {errors:#?}\n{scene}");
    if let [one] = errors.as_slice() {
        // it and the lines it is said to contradict are enough for that, and none of them is too many
        let every: Vec<String> = (0..made.joints.len()).map(|j| format!("j{j}")).collect();
        let with = |kept: &[String]| {
            let rest: Vec<String> = every.iter().filter(|name| !kept.contains(name)).cloned().collect();
            outcome(&text(made, &fewer_lines(&rest)), &[]).is_ok()
        };
        let names = named(&one.message);
        assert!(!with(&names), "{names:?} do not contradict each other: {}\n{scene}", one.message);
        // of a joint with two coordinates it is not said which
        let plain = names.iter().all(|name| coordinate(name).1.len() == 1);
        for other in names[1..].iter().filter(|_| plain) {
            let fewer: Vec<String> = names.iter().filter(|name| *name != other).cloned().collect();
            assert!(with(&fewer), "{other} is not needed: {}\n{scene}", one.message);
        }
    }
}

/// Everything about the tree is said, and one thing of it is not so.
fn contradictory(dice: &mut Dice, made: &Mechanism, rate: bool) -> Option<&'static str> {
    let coordinates = made.coordinates();
    let mut said = Said::nothing(made);
    for &(j, k) in &coordinates {
        said.value[j][k] = Some(made.joints[j].value[k]);
        said.rate[j][k] = Some(made.joints[j].rate[k]);
    }
    let &(j, k) = &coordinates[dice.index(coordinates.len())];
    let by = dice.between(0.05, 0.3) * if dice.roll() < 0.5 { 1.0 } else { -1.0 };
    let mut wrong = made.clone();
    if rate {
        wrong.joints[j].rate[k] += by;
        said.rate[j][k] = Some(wrong.joints[j].rate[k]);
    } else {
        wrong.joints[j].value[k] += by;
        said.value[j][k] = Some(wrong.joints[j].value[k]);
        // one contradiction at a time
        said.rate.iter_mut().for_each(|r| *r = [None; 2]);
        wrong.place();
    }
    wrong.spin();
    if dice.roll() < 0.3 && rate {
        // a drive says what another start does
        let &(i, l) = &coordinates[dice.index(coordinates.len())];
        if (i, l) != (j, k)
            && orthonormal(&made.slopes(true, &[(i, l)])).is_some_and(|b| b.len() > made.slopes(true, &[]).len())
        {
            said.drive[i][l] = Some(Drive::Position);
        }
    }
    let broken = |soft: bool| {
        let held = wrong.joints.iter().filter(|j| !j.tree && (soft || !j.compliant));
        let rows: Vec<[f64; 2]> = held.flat_map(|j| wrong.opening(j)).collect();
        let worst = rows.iter().map(|row| row[usize::from(rate)].abs()).fold(0.0, f64::max);
        let gears = if rate {
            let sums = wrong
                .couplings
                .iter()
                .map(|c| c.terms.iter().map(|&(j, k, factor)| factor * wrong.joints[j].rate[k]).sum::<f64>().abs());
            sums.fold(0.0, f64::max)
        } else {
            0.0
        };
        worst.max(gears)
    };
    // a loop whose joints are all rigid, or one that something in it lets open
    let soft_tree = wrong.joints.iter().any(|j| j.tree && j.compliant);
    let (all, rigid) = (broken(true), broken(false));
    if all < 1e-3 {
        return None;
    }
    if rigid >= 1e-3 && !soft_tree {
        refused_by_name(made, &said, rate);
        return Some("refused");
    }
    if soft_tree || rigid >= 1e-9 {
        return None;
    }
    // compliant joints take it: the lines hold, and a warning says which joint opens
    let (run, scene) = begins(made, &said);
    let soft: Vec<String> =
        (0..made.joints.len()).filter(|&j| made.joints[j].compliant).map(|j| format!("j{j}")).collect();
    let open = noted(&run, "W0717");
    assert!(!open.is_empty(), "{:?}\n{scene}", run.notes);
    assert!(open.iter().all(|m| soft.contains(&named(m)[0])), "{open:?}\n{scene}");
    let unit: &[&str] = if rate { &["m/s", "rad/s", "deg/s"] } else { &[" mm", " cm", " m", " deg"] };
    assert!(open.iter().all(|m| unit.iter().any(|u| m.contains(u))), "{open:?}\n{scene}");
    let [open, opening] = worst(&begun(made, &run), false);
    assert!(open <= 4.0 * EXACT && opening <= 20.0 * EXACT, "open by {open:e}, opening with {opening:e}\n{scene}");
    Some("strained")
}

/// A part is said to move otherwise than joints and starts let it: it gives way, by name, and nothing else does.
fn moved_otherwise(dice: &mut Dice, made: &Mechanism) -> bool {
    if made.joints.iter().any(|j| j.tree && j.compliant) {
        return false;
    }
    let mut said = Said::nothing(made);
    for &(j, k) in &made.coordinates() {
        (said.value[j][k], said.rate[j][k]) = (Some(made.joints[j].value[k]), Some(made.joints[j].rate[k]));
    }
    for b in 0..made.poses.len() {
        if dice.roll() < 0.3 {
            said.moving[b] = Some((made.twists[b].v, made.twists[b].w));
        }
    }
    let odd = dice.index(made.poses.len());
    let mut twist = made.twists[odd];
    twist.v[0] += dice.between(0.1, 0.5);
    said.moving[odd] = Some((twist.v, twist.w));
    let (run, scene) = begins(made, &said);
    let changed: Vec<String> = noted(&run, "W0712").iter().map(|m| named(m)[0].clone()).collect();
    assert_eq!(changed, [format!("b{odd}")], "{:?}\n{scene}", run.notes);
    let [open, opening] = worst(&begun(made, &run), true);
    assert!(open <= 4.0 * EXACT && opening <= 20.0 * EXACT, "open by {open:e}, opening with {opening:e}\n{scene}");
    true
}

/// One mechanism, and what it led to.
fn tried(seed: u64) -> Vec<&'static str> {
    let mut dice = Dice::new(seed);
    let made = loop {
        if let Some(made) = Mechanism::random(&mut dice) {
            break made;
        }
    };
    let mut done = vec!["begun"];
    consistent(&mut dice, &made);
    if from_hints(&mut dice, &made) {
        done.push("closed from hints");
    }
    done.extend([false, true].into_iter().filter_map(|rate| contradictory(&mut dice, &made, rate)));
    if moved_otherwise(&mut dice, &made) {
        done.push("gave way");
    }
    done
}

/// How many mechanisms led to what.
fn campaign(seeds: std::ops::Range<u64>, least: usize) {
    let (mut counts, mut wrong) = (std::collections::BTreeMap::new(), Vec::new());
    for seed in seeds {
        match std::panic::catch_unwind(|| tried(seed)) {
            Ok(done) => done.into_iter().for_each(|what| *counts.entry(what).or_insert(0) += 1),
            Err(_) => wrong.push(seed),
        }
    }
    assert!(wrong.is_empty(), "seeds {wrong:?}");
    assert!(counts.len() == 5 && counts.values().all(|n| *n >= least), "{counts:?}");
}

#[test]
fn a_hundred_random_mechanisms_begin_as_said_or_are_refused_by_name() {
    campaign(1000..1100, 1);
}

#[test]
#[ignore = "by hand: a thousand mechanisms"]
fn a_thousand_random_mechanisms_begin_as_said_or_are_refused_by_name() {
    campaign(1000..2000, 50);
}

/// The generator itself: what it makes is closed and stays so.
#[test]
fn what_is_drawn_is_consistent() {
    let mut dice = Dice::new(3);
    for _ in 0..200 {
        let Some(made) = Mechanism::random(&mut dice) else { continue };
        let [open, opening] = worst(&made, true);
        assert!(open < 1e-13 && opening < 1e-12, "{open:e} {opening:e}");
        let mut again = made.clone();
        again.place();
        again.spin();
        for b in 0..made.poses.len() {
            assert!(rigid::norm(rigid::sub(again.poses[b].at, made.poses[b].at)) < 1e-13);
        }
        let basis = orthonormal(&made.slopes(true, &[])).expect("regular");
        let mut left = rates(&made);
        let whole = length(&left);
        take_out(&basis, &mut left);
        assert!((length(&left) - whole).abs() < 1e-12);
        assert!(made.joints.iter().all(|j| j.kind != Kind::Spherical || made.space));
    }
}
