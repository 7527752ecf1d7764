//! What must come out: our error on each scene, and that we are as near as each peer's most accurate rung for no more CPU.
//!
//! Of our rungs that are as near as the peer ever gets the cheapest counts.

use crate::bench::bars::Bar;
use crate::bench::contact::rung::Rung;
use crate::bench::contact::scene::Scene;
use crate::bench::peers::ENGINES;

/// Our first measure of a scene must not exceed this.
struct Demand {
    scene: &'static str,
    limit: f64,
}

const DEMANDS: [Demand; 6] = [
    Demand { scene: "bounce", limit: 1e-11 },
    Demand { scene: "elastic", limit: 1e-11 },
    Demand { scene: "cradle", limit: 1e-12 },
    Demand { scene: "incline_above", limit: 1e-9 },
    Demand { scene: "incline_below", limit: 1e-9 },
    Demand { scene: "roll", limit: 1e-9 },
];

/// The bars of the scenes that were run: one for ourselves, one a peer.
pub fn all(results: &[(Scene, Vec<Rung>)], missing: &[String]) -> Vec<Bar> {
    let mut bars = Vec::new();
    for demand in &DEMANDS {
        let Some((scene, rungs)) = results.iter().find(|(scene, _)| scene.name == demand.scene) else { continue };
        bars.push(own(demand, scene, rungs));
        for peer in &ENGINES[1..] {
            if missing.iter().any(|m| m == peer) || rungs.iter().any(|r| r.engine == *peer) {
                bars.push(beside(scene, peer, rungs, missing));
            }
        }
    }
    bars
}

/// Cost and first measure of an engine's rungs.
fn numbers<'a>(rungs: &'a [Rung], engine: &'a str) -> impl Iterator<Item = [f64; 2]> + 'a {
    let found = rungs.iter().filter(move |r| r.engine == engine);
    found.filter_map(|r| Some([r.cpu?, (*r.measured.values.first()?)?]))
}

/// The most accurate rung, and of equals the cheapest.
fn best(rungs: &[Rung], engine: &str) -> Option<[f64; 2]> {
    numbers(rungs, engine).min_by(|a, b| a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0])))
}

fn own(demand: &Demand, scene: &Scene, rungs: &[Rung]) -> Bar {
    let measure = scene.measures.first().map_or("", |(name, _)| *name);
    let words = format!("{}: our {measure} within {:.0e} of the closed form", scene.name, demand.limit);
    match best(rungs, "ours") {
        Some([cpu, value]) => Bar {
            words,
            met: value <= demand.limit,
            ratio: None,
            note: format!("{value:.1e} at {:.3} ms/s", 1e3 * cpu),
        },
        None => Bar { words, met: false, ratio: None, note: "unmet: no run of ours".to_owned() },
    }
}

fn beside(scene: &Scene, peer: &str, rungs: &[Rung], missing: &[String]) -> Bar {
    let words = format!("{}: as near as {peer} at its most accurate, for no more CPU", scene.name);
    let unmet = |note: &str| Bar { words: words.clone(), met: false, ratio: None, note: note.to_owned() };
    if missing.iter().any(|m| m == peer) {
        return unmet("unmet: peer not installed");
    }
    let Some(ours) = best(rungs, "ours") else { return unmet("unmet: no run of ours") };
    let Some(theirs) = best(rungs, peer) else { return unmet("unmet: no run of the peer") };
    let near = numbers(rungs, "ours").filter(|[_, value]| *value <= theirs[1]).min_by(|a, b| a[0].total_cmp(&b[0]));
    let show = |[cpu, value]: [f64; 2]| format!("{value:.1e} at {:.3} ms/s", 1e3 * cpu);
    let note = format!("ours {}, {peer} {}", show(near.unwrap_or(ours)), show(theirs));
    let ratio = near.map(|[cpu, _]| theirs[0] / cpu);
    Bar { words, met: ratio.is_some_and(|r| r >= 1.0), ratio, note }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::contact::sample::Measured;
    use crate::bench::contact::scenes;

    fn rung(engine: &str, cpu: f64, value: f64) -> Rung {
        let measured = Measured { values: vec![Some(value), Some(value)], ..Measured::default() };
        Rung { engine: engine.to_owned(), cpu: Some(cpu), measured, ..Rung::default() }
    }

    #[test]
    fn bars_tell_what_is_missing_and_compare_the_best_rungs() {
        let judged = |rungs: Vec<Rung>, missing: &[String]| {
            let scene = scenes::all().remove(0);
            all(&[(scene, rungs)], missing)
        };
        let absent = judged(vec![], &["box2d".to_owned()]);
        assert_eq!(absent.len(), 2);
        assert!(absent.iter().all(|b| !b.met) && absent[1].note == "unmet: peer not installed");
        let ours = [rung("ours", 1e-3, 1e-6), rung("ours", 2e-3, 1e-12)];
        let good = judged(ours.iter().cloned().chain([rung("box2d", 1.0, 1e-4)]).collect(), &[]);
        assert!(good.iter().all(|b| b.met), "{good:?}");
        assert!(good[1].ratio.is_some_and(|r| (r - 1000.0).abs() < 1e-9));
        let beaten = judged(ours.iter().cloned().chain([rung("pymunk", 1e-4, 1e-13)]).collect(), &[]);
        assert!(beaten[0].met && !beaten[1].met);
        let coarse = judged(vec![rung("ours", 1e-3, 1e-6), rung("box2d", 1e-4, 1e-4)], &[]);
        // nearer, but dearer
        assert!(!coarse[0].met && !coarse[1].met && coarse[1].ratio.is_some_and(|r| r < 1.0));
    }
}
