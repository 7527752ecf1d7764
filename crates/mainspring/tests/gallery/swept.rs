//! What an exact sweep must have come to: why it ended, peak forces, work and where it went.

use mainspring::Run;
use mainspring_trust::{Against, Case};
use serde::Deserialize;

/// The answer of a sweep as `expect.json` has it; what is left out is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swept {
    /// `end`, `jam_pair`, `stick` …
    cause: String,
    /// largest force along the way, N; 0 for none
    push: Option<Is>,
    /// largest force against it, N; 0 for none
    pull: Option<Is>,
    /// of the root, J
    work: Option<Is>,
    /// by friction, J
    dissipated: Option<Is>,
    /// in snaps, J
    lost: Option<Is>,
    /// in springs, more than at the start, J
    stored: Option<Is>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Is {
    is: f64,
    within: f64,
}

impl Swept {
    /// Compares with a run; what is wrong goes to `wrong`.
    pub fn check(&self, scene: &str, run: &Run, source: Option<&String>, wrong: &mut Vec<String>) {
        let Some(told) = &run.sweep else {
            wrong.push("`swept` is of exact sweeps, and this scene is none".to_owned());
            return;
        };
        if told.cause != self.cause {
            wrong.push(format!("it ended by `{}`, not by `{}`", told.cause, self.cause));
        }
        let Some((against, source)) = source.and_then(|s| Against::read(s)) else {
            wrong.push("swept: say where the numbers come from: \"source\": \"kind: …\"".to_owned());
            return;
        };
        let insertion = &told.insertion;
        let force = |peak: Option<mainspring::Peak>| peak.map_or(0.0, |p| p.force);
        let compared = [
            ("peak push", "N", &self.push, force(insertion.peak)),
            ("peak pull", "N", &self.pull, force(insertion.pull)),
            ("work of the root", "J", &self.work, insertion.work),
            ("heat of friction", "J", &self.dissipated, insertion.dissipated),
            ("lost in snaps", "J", &self.lost, insertion.lost),
            ("stored in springs", "J", &self.stored, insertion.stored),
        ];
        for (what, unit, expected, found) in compared {
            let Some(expected) = expected else { continue };
            let case = Case::new(&format!("gallery: {scene}"), &what, against, &source)
                .answer(expected.is, unit)
                .work(run.outcome.work.steps, run.outcome.work.evaluations)
                .rerun(&format!("cargo test -p mainspring --test gallery {scene}"));
            if let Err(off) = case.check(found - expected.is, expected.within) {
                wrong.push(format!("{what}: {found} {unit} is {off}, of {}", expected.is));
            }
        }
    }
}
