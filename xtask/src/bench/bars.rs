//! The bars: how much faster than a peer we must be where both drift equally little.
//!
//! An engine's time at a drift is read off each of its ladders between the two rungs around it (straight in logarithms), and
//! the best of its methods counts. A peer that never gets there is compared at its best rung, and that is said.

use crate::bench::mechanisms::Mechanism;
use crate::bench::rungs::Rung;
use serde_json::{Value, json};

/// What must hold.
struct Demand {
    mechanism: &'static str,
    /// drift at most
    drift: f64,
    /// our joints open by at most this, m
    gap: f64,
    peer: &'static str,
    /// at least this many times faster; for the reference: at most this many times slower
    times: f64,
}

const DEMANDS: [Demand; 8] = [
    Demand { mechanism: "double_pendulum", drift: 1e-9, gap: f64::INFINITY, peer: "mujoco", times: 10.0 },
    Demand { mechanism: "double_pendulum", drift: 1e-9, gap: f64::INFINITY, peer: "exudyn", times: 5.0 },
    Demand { mechanism: "double_pendulum", drift: 1e-9, gap: f64::INFINITY, peer: "drake", times: 5.0 },
    Demand { mechanism: "chain", drift: 1e-6, gap: f64::INFINITY, peer: "mujoco", times: 5.0 },
    Demand { mechanism: "four_bar", drift: 1e-9, gap: 1e-12, peer: "mujoco", times: 100.0 },
    Demand { mechanism: "double_pendulum", drift: 1e-9, gap: f64::INFINITY, peer: "reference", times: 3.0 },
    Demand { mechanism: "chain", drift: 1e-6, gap: f64::INFINITY, peer: "reference", times: 3.0 },
    Demand { mechanism: "four_bar", drift: 1e-9, gap: 1e-12, peer: "reference", times: 3.0 },
];

/// What came of a demand.
#[derive(Debug, PartialEq)]
pub struct Bar {
    pub words: String,
    pub met: bool,
    /// how many times faster (for the reference: slower) we are
    pub ratio: Option<f64>,
    pub note: String,
}

impl Bar {
    pub fn json(&self) -> Value {
        json!({ "bar": self.words, "met": self.met, "ratio": self.ratio, "note": self.note })
    }
}

/// The bars of the mechanisms that were run.
pub fn all(results: &[(&Mechanism, Vec<Rung>)], missing: &[String]) -> Vec<Bar> {
    let run = |name: &str| results.iter().find(|(m, _)| m.name == name).map(|(_, rungs)| rungs.as_slice());
    DEMANDS.iter().filter_map(|demand| Some(judge(demand, run(demand.mechanism)?, missing))).collect()
}

fn judge(demand: &Demand, rungs: &[Rung], missing: &[String]) -> Bar {
    let (peer, goal) = (demand.peer, demand.peer == "reference");
    let words = if goal {
        format!(
            "{} at drift {:.0e}: at most {}× the hand-written reference",
            demand.mechanism, demand.drift, demand.times
        )
    } else {
        format!("{} at drift {:.0e}: at least {}× faster than {peer}", demand.mechanism, demand.drift, demand.times)
    };
    let unmet = |note: String| Bar { words: words.clone(), met: false, ratio: None, note };
    if missing.iter().any(|m| m == peer) {
        return unmet("unmet: peer not installed".to_owned());
    }
    let of = |engine: &str| rungs.iter().filter(|r| r.engine == engine).cloned().collect::<Vec<_>>();
    let (ours, theirs) = (of("ours"), of(peer));
    let closed = ours
        .iter()
        .filter(|r| r.drift.is_some_and(|d| d <= demand.drift))
        .all(|r| r.gap.is_some_and(|g| g <= demand.gap));
    let Some(our_time) = time_at(&ours, demand.drift) else {
        return unmet("unmet: our own run is not there or drifts more".to_owned());
    };
    let reached = time_at(&theirs, demand.drift);
    let (their_time, mut note) = match (reached, best(&theirs)) {
        (Some(time), _) => (time, String::new()),
        (None, Some((time, drift))) => (time, format!(", which does not get there: at its best it drifts {drift:.0e}")),
        (None, None) => return unmet("unmet: no run of the peer".to_owned()),
    };
    if !closed {
        note.push_str(", but our joints open too far");
    }
    let ratio = if goal { our_time / their_time } else { their_time / our_time };
    let met = closed && if goal { ratio <= demand.times && reached.is_some() } else { ratio >= demand.times };
    let note = format!("ours {:.3} ms/s, {peer} {:.3} ms/s{note}", 1e3 * our_time, 1e3 * their_time);
    Bar { words, met, ratio: Some(ratio), note }
}

/// CPU time of the cheapest way to a drift, s a simulated second.
fn time_at(rungs: &[Rung], drift: f64) -> Option<f64> {
    let mut methods: Vec<&str> = rungs.iter().map(|r| r.method.as_str()).collect();
    methods.dedup();
    let times = methods.iter().filter_map(|method| {
        let mut ladder: Vec<(f64, f64)> =
            rungs.iter().filter(|r| r.method == *method).filter_map(|r| Some((r.cpu?, r.drift?))).collect();
        ladder.sort_by(|a, b| a.0.total_cmp(&b.0));
        let first = ladder.iter().position(|rung| rung.1 <= drift)?;
        let (time, reached) = ladder[first];
        if first == 0 {
            return Some(time);
        }
        let (before, more) = ladder[first - 1];
        // straight in logarithms; a drift of nothing counts as rounding
        let part = libm::log(more / drift) / libm::log(more / reached.max(1e-16));
        Some(before * libm::pow(time / before, part.clamp(0.0, 1.0)))
    });
    times.min_by(f64::total_cmp)
}

/// CPU time and drift of the rung that drifts least.
fn best(rungs: &[Rung]) -> Option<(f64, f64)> {
    rungs.iter().filter_map(|r| Some((r.cpu?, r.drift?))).min_by(|a, b| a.1.total_cmp(&b.1))
}

pub fn print(bars: &[Bar]) {
    if bars.is_empty() {
        return;
    }
    println!("-- bars");
    for bar in bars {
        let ratio = bar.ratio.map_or_else(|| "      -".to_owned(), |r| format!("{r:6.1}×"));
        println!("   {:5}  {ratio}  {}  ({})", if bar.met { "met" } else { "unmet" }, bar.words, bar.note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rung(engine: &str, method: &str, cpu: f64, drift: f64) -> Rung {
        let words = |w: &str| w.to_owned();
        let (engine, method) = (words(engine), words(method));
        Rung { engine, method, cpu: Some(cpu), drift: Some(drift), gap: Some(1e-15), ..Rung::default() }
    }

    #[test]
    fn time_is_read_between_rungs_of_one_method() {
        let rungs = [rung("x", "a", 1.0, 1e-6), rung("x", "a", 100.0, 1e-10), rung("x", "b", 20.0, 1e-9)];
        // halfway in logarithms on ladder a: 10, less than b's 20
        assert!((time_at(&rungs, 1e-8).unwrap() - 10.0).abs() < 1e-9);
        assert_eq!(time_at(&rungs, 1e-12), None);
    }

    #[test]
    fn a_peer_that_is_absent_or_never_gets_there_is_told() {
        let ours = rung("ours", "dop853", 1e-3, 1e-10);
        let judged = |rungs: &[Rung], missing: &[String]| judge(&DEMANDS[0], rungs, missing);
        let absent = judged(std::slice::from_ref(&ours), &["mujoco".to_owned()]);
        assert!(!absent.met && absent.note == "unmet: peer not installed");
        let never = judged(&[ours.clone(), rung("mujoco", "RK4", 0.1, 1e-5)], &[]);
        assert!(never.met && never.note.contains("does not get there"));
        let slow = judged(&[ours.clone(), rung("mujoco", "RK4", 5e-3, 1e-10)], &[]);
        assert!(!slow.met && slow.ratio.is_some_and(|r| (r - 5.0).abs() < 1e-9));
        assert!(!judged(&[ours], &[]).met);
    }
}
