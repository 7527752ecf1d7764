//! Contacts and events in words, with the names of the scene and corners counted from 1.

use super::problem::Posed;
use mainspring_model::SweepModel;
use mainspring_record::{FeatureName, FeatureWord};
use mainspring_sweep::{Contact, Event, Kind};

/// Names of a scene for the sweep's indices.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub sweep: &'a SweepModel,
    pub posed: &'a Posed,
}

/// A contact by its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    /// index of the obstacle in the scene
    pub obstacle: usize,
    /// what of the obstacle
    pub theirs: FeatureName,
    /// what of the pawl
    pub ours: FeatureName,
}

impl Words<'_> {
    /// The features of a contact. Corners and edges of an obstacle with several rings are counted through.
    pub fn touch(&self, contact: Contact) -> Touch {
        let named = |word, number| FeatureName { word, number };
        let (obstacle, ring, theirs, ours) = match contact {
            Contact::Edge { edge, obstacle, ring, vertex } => {
                (obstacle, ring, (FeatureWord::Corner, vertex), (FeatureWord::Edge, edge))
            }
            Contact::Vertex { vertex, obstacle, ring, edge } => {
                (obstacle, ring, (FeatureWord::Edge, edge), (FeatureWord::Corner, vertex))
            }
        };
        let of = self.posed.rings[obstacle as usize][ring as usize];
        let rings = &self.sweep.obstacles[of.obstacle].rings;
        let before: usize = rings[..of.ring].iter().map(|r| r.points.len()).sum();
        Touch {
            obstacle: of.obstacle,
            theirs: named(theirs.0, theirs.1 + before as u32 + 1),
            ours: named(ours.0, ours.1 + 1),
        }
    }

    /// "corner 3 on edge 2 of `plate`".
    pub fn contact(&self, contact: Contact) -> String {
        let Touch { theirs, ours, .. } = self.touch(contact);
        format!("{ours} on {theirs} of `{}`", self.obstacle(contact))
    }

    /// Name of the obstacle of a contact.
    pub fn obstacle(&self, contact: Contact) -> &str {
        &self.sweep.obstacles[self.touch(contact).obstacle].name
    }

    /// "edge 2 of `plate`".
    fn theirs(&self, contact: Option<Contact>) -> String {
        contact
            .map_or_else(|| "an obstacle".to_owned(), |c| format!("{} of `{}`", self.touch(c).theirs, self.obstacle(c)))
    }

    /// "corner 3 of `hook`".
    fn ours(&self, pawl: usize, contact: Option<Contact>) -> String {
        let name = &self.sweep.pawls[pawl].name;
        contact.map_or_else(|| format!("`{name}`"), |c| format!("{} of `{name}`", self.touch(c).ours))
    }

    /// An event of a pawl in one sentence.
    pub fn sentence(&self, pawl: usize, event: &Event) -> String {
        let Event { from, to, .. } = *event;
        let name = &self.sweep.pawls[pawl].name;
        let rest = self.sweep.pawls[pawl].rest.radians;
        let degrees = |theta: f64| format!("{}°", short((theta + rest).to_degrees()));
        let before = degrees(event.theta);
        let after = event.theta_after.map_or_else(String::new, degrees);
        match event.kind {
            Kind::Start => format!("`{}` begins to move", self.sweep.root),
            Kind::ContactStart => format!("{} rests on {} from the start", self.ours(pawl, to), self.theirs(to)),
            Kind::Release => format!("nothing holds `{name}` up: it falls from {before} to {after}"),
            Kind::Collision => format!("{} meets {}", self.ours(pawl, to), self.theirs(to)),
            Kind::Break => format!("{} leaves {}, its spring relaxed", self.ours(pawl, from), self.theirs(from)),
            Kind::SlideCollision => format!("{} runs onto {}", self.ours(pawl, to), self.theirs(to)),
            Kind::ContactChange => {
                format!("the contact passes on: {} slides on {}", self.ours(pawl, to), self.theirs(to))
            }
            Kind::JamPair => match to {
                Some(_) => format!("`{name}` jams between {} and {}", self.theirs(from), self.theirs(to)),
                None => format!("`{name}` jams at {}: no angle is left for it", self.theirs(from)),
            },
            Kind::JamSingle => format!("`{name}` jams: {} pushes straight at its hinge", self.theirs(from)),
            Kind::JamHinge => format!("the hinge of `{name}` runs into an obstacle"),
            Kind::SnapTangent | Kind::SnapVertex => {
                format!("{} snaps off {}, from {before} to {after}", self.ours(pawl, from), self.theirs(from))
            }
            Kind::Land => match to {
                Some(_) => format!("{} lands on {}", self.ours(pawl, to), self.theirs(to)),
                None => format!("`{name}` comes to rest, its spring relaxed"),
            },
            Kind::Stick => format!("friction holds {} on {}", self.ours(pawl, from), self.theirs(from)),
            Kind::RootHit => format!("the outline of `{}` hits an obstacle", self.sweep.root),
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
