//! Events in words, with the names of the scene.

use crate::contact_names::ContactNames;
use mainspring_sweep::{Event, Kind};

impl ContactNames<'_> {
    /// An event of a pawl in one sentence.
    #[must_use]
    pub fn sentence(&self, pawl: usize, event: &Event) -> String {
        let Event { from, to, .. } = *event;
        let name = &self.sweep.pawls[pawl].name;
        let rest = self.sweep.pawls[pawl].rest.radians;
        let degrees = |theta: f64| format!("{}°", short((theta + rest).to_degrees()));
        let before = degrees(event.theta);
        let after = event.theta_after.map_or_else(String::new, degrees);
        match event.kind {
            Kind::Start => format!("`{}` begins to move", self.sweep.root),
            Kind::ContactStart => format!("{} rests on {} from the start", self.ours(pawl, to), self.theirs(pawl, to)),
            Kind::Release => format!("nothing holds `{name}` up: it falls from {before} to {after}"),
            Kind::Collision => format!("{} meets {}", self.ours(pawl, to), self.theirs(pawl, to)),
            Kind::Break => format!("{} leaves {}, its spring relaxed", self.ours(pawl, from), self.theirs(pawl, from)),
            Kind::SlideCollision => format!("{} runs onto {}", self.ours(pawl, to), self.theirs(pawl, to)),
            Kind::ContactChange => {
                format!("the contact passes on: {} slides on {}", self.ours(pawl, to), self.theirs(pawl, to))
            }
            Kind::JamPair => match to {
                Some(_) => format!("`{name}` jams between {} and {}", self.theirs(pawl, from), self.theirs(pawl, to)),
                None if self.either_way(pawl, event) => {
                    let theirs = self.theirs(pawl, from);
                    format!("`{name}` jams at {theirs}: it could turn either way, and nothing says which")
                }
                None => format!("`{name}` jams at {}: no angle is left for it", self.theirs(pawl, from)),
            },
            Kind::JamSingle => format!("`{name}` jams: {} pushes straight at its hinge", self.theirs(pawl, from)),
            Kind::JamHinge => format!("the hinge of `{name}` runs into {}", self.obstruction_text(pawl, event)),
            Kind::SnapTangent | Kind::SnapVertex => {
                format!("{} snaps off {}, from {before} to {after}", self.ours(pawl, from), self.theirs(pawl, from))
            }
            Kind::Land => match to {
                Some(_) => format!("{} lands on {}", self.ours(pawl, to), self.theirs(pawl, to)),
                None => format!("`{name}` comes to rest, its spring relaxed"),
            },
            Kind::Stick => format!("friction holds {} on {}", self.ours(pawl, from), self.theirs(pawl, from)),
            Kind::RootHit => {
                format!("the outline of `{}` hits {}", self.sweep.root, self.obstruction_text(pawl, event))
            }
            Kind::Stopped => format!("`{name}` stops with the root"),
            Kind::End => format!("`{}` has gone all its way", self.sweep.root),
        }
    }
}

/// Four decimals at most.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
