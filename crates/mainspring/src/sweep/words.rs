//! Contacts and events in words, with the names of the scene and corners counted from 1.

use super::problem::Posed;
use mainspring_model::{Ring, SweepModel};
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
    /// The features of a pawl's contact, counted as the scene writes them. Corners and edges of an obstacle with several
    /// rings are counted through.
    pub fn touch(&self, pawl: usize, contact: Contact) -> Touch {
        let corner = |ring: &Ring, at: u32, before: u32| FeatureName {
            word: FeatureWord::Corner,
            number: before + ring.corner_number(at as usize),
        };
        let side = |ring: &Ring, at: u32, before: u32| FeatureName {
            word: FeatureWord::Edge,
            number: before + ring.edge_number(at as usize),
        };
        let (Contact::Edge { obstacle, ring, .. } | Contact::Vertex { obstacle, ring, .. }) = contact;
        let of = self.posed.rings[obstacle as usize][ring as usize];
        let rings = &self.sweep.obstacles[of.obstacle].rings;
        let before = rings[..of.ring].iter().map(|r| r.written).sum();
        let (theirs, ours) = (&rings[of.ring], &self.sweep.pawls[pawl].outline);
        let (theirs, ours) = match contact {
            Contact::Edge { edge, vertex, .. } => (corner(theirs, vertex, before), side(ours, edge, 0)),
            Contact::Vertex { vertex, edge, .. } => (side(theirs, edge, before), corner(ours, vertex, 0)),
        };
        Touch { obstacle: of.obstacle, theirs, ours }
    }

    /// "corner 3 on edge 2 of `plate`".
    pub fn contact(&self, pawl: usize, contact: Contact) -> String {
        let Touch { theirs, ours, .. } = self.touch(pawl, contact);
        format!("{ours} on {theirs} of `{}`", self.obstacle(contact))
    }

    /// Index in the scene of the obstacle of a contact.
    pub fn obstacle_index(&self, contact: Contact) -> usize {
        let (Contact::Edge { obstacle, ring, .. } | Contact::Vertex { obstacle, ring, .. }) = contact;
        self.posed.rings[obstacle as usize][ring as usize].obstacle
    }

    /// Name of the obstacle of a contact.
    pub fn obstacle(&self, contact: Contact) -> &str {
        &self.sweep.obstacles[self.obstacle_index(contact)].name
    }

    /// "edge 2 of `plate`".
    fn theirs(&self, pawl: usize, contact: Option<Contact>) -> String {
        let named = |c| format!("{} of `{}`", self.touch(pawl, c).theirs, self.obstacle(c));
        contact.map_or_else(|| "an obstacle".to_owned(), named)
    }

    /// "corner 3 of `hook`".
    fn ours(&self, pawl: usize, contact: Option<Contact>) -> String {
        let name = &self.sweep.pawls[pawl].name;
        contact.map_or_else(|| format!("`{name}`"), |c| format!("{} of `{name}`", self.touch(pawl, c).ours))
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
            Kind::JamHinge => format!("the hinge of `{name}` runs into {}", self.hit_words(pawl, event)),
            Kind::SnapTangent | Kind::SnapVertex => {
                format!("{} snaps off {}, from {before} to {after}", self.ours(pawl, from), self.theirs(pawl, from))
            }
            Kind::Land => match to {
                Some(_) => format!("{} lands on {}", self.ours(pawl, to), self.theirs(pawl, to)),
                None => format!("`{name}` comes to rest, its spring relaxed"),
            },
            Kind::Stick => format!("friction holds {} on {}", self.ours(pawl, from), self.theirs(pawl, from)),
            Kind::RootHit => {
                format!("the outline of `{}` hits {}", self.sweep.root, self.hit_words(pawl, event))
            }
            Kind::Stopped => format!("`{name}` stops with the root"),
            Kind::End => format!("`{}` has gone all its way", self.sweep.root),
        }
    }
}

/// Six digits at most.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Four decimals at most.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
