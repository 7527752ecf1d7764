//! Contacts with the names of the scene, corners and edges counted from 1 as the scene writes them.

use crate::scene_problem::SceneProblem;
use mainspring_model::{Ring, SweepModel};
use mainspring_record::{FeatureName, FeatureWord};
use mainspring_sweep::Contact;

/// Names of a scene for the sweep's indices.
#[derive(Clone, Copy)]
pub struct ContactNames<'a> {
    /// the scene
    pub sweep: &'a SweepModel,
    /// the problem it was posed as
    pub posed: &'a SceneProblem,
}

/// A contact by its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContactFeatures {
    /// index of the obstacle in the scene
    pub obstacle: usize,
    /// what of the obstacle
    pub theirs: FeatureName,
    /// what of the pawl
    pub ours: FeatureName,
}

impl ContactNames<'_> {
    /// The features of a pawl's contact, counted as the scene writes them. Corners and edges of an obstacle with several
    /// rings are counted through.
    #[must_use]
    pub fn features(&self, pawl: usize, contact: Contact) -> ContactFeatures {
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
        ContactFeatures { obstacle: of.obstacle, theirs, ours }
    }

    /// "corner 3 on edge 2 of `plate`".
    #[must_use]
    pub fn contact(&self, pawl: usize, contact: Contact) -> String {
        let ContactFeatures { theirs, ours, .. } = self.features(pawl, contact);
        format!("{ours} on {theirs} of `{}`", self.obstacle(contact))
    }

    /// Index in the scene of the obstacle of a contact.
    #[must_use]
    pub fn obstacle_index(&self, contact: Contact) -> usize {
        let (Contact::Edge { obstacle, ring, .. } | Contact::Vertex { obstacle, ring, .. }) = contact;
        self.posed.rings[obstacle as usize][ring as usize].obstacle
    }

    /// Name of the obstacle of a contact.
    #[must_use]
    pub fn obstacle(&self, contact: Contact) -> &str {
        &self.sweep.obstacles[self.obstacle_index(contact)].name
    }

    /// "edge 2 of `plate`".
    #[must_use]
    pub fn theirs(&self, pawl: usize, contact: Option<Contact>) -> String {
        let named = |c| format!("{} of `{}`", self.features(pawl, c).theirs, self.obstacle(c));
        contact.map_or_else(|| "an obstacle".to_owned(), named)
    }

    /// "corner 3 of `hook`".
    #[must_use]
    pub fn ours(&self, pawl: usize, contact: Option<Contact>) -> String {
        let name = &self.sweep.pawls[pawl].name;
        contact.map_or_else(|| format!("`{name}`"), |c| format!("{} of `{name}`", self.features(pawl, c).ours))
    }
}

/// Six digits at most.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
