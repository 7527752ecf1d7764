//! What closed contacts are and what they remember between steps.

use crate::laws::touch::resistance::TurnMode;

/// Where something touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Site {
    /// two parts, by features
    Pair {
        /// index into `Contacts::pairs`
        pair: u32,
        /// feature of the first
        a: u32,
        /// feature of the second
        b: u32,
    },
    /// a joint at an end of its range
    Stop {
        /// which
        joint: u32,
        /// the upper one
        upper: bool,
    },
    /// a gear with play on one of its tooth sides
    Tooth {
        /// place in `Touch::meshes`
        mesh: u32,
        /// the upper one
        upper: bool,
    },
}

/// What a closed contact does.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum TouchMode {
    /// no slip: rests or rolls
    Stick,
    /// slides; the direction (unit, world) in which the second moves on the first when this began
    Slip([f64; 3]),
}

/// A closed contact.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Touching {
    /// where
    pub site: Site,
    /// how
    pub mode: TouchMode,
    /// gap that counts as none, m or rad: what it was when the contact closed
    pub offset: f64,
    /// which of `Touch::axes` its tangents are made from, in space
    pub axis: u8,
    /// forces of its rows when last decided, N
    pub force: [f64; 3],
    /// how its rows share loads that are not determined
    pub weights: [f64; 3],
    /// what resistances to rolling and to spinning do
    pub turning: [TurnMode; 2],
    /// their torques when last decided, N·m: rolling, then spinning
    pub torque: [f64; 3],
    /// how these share loads that are not determined
    pub torque_weights: [f64; 3],
}

/// What contacts remember between steps.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TouchState {
    /// closed contacts, stops and tooth sides, by the names of what they are of
    pub touching: Vec<Touching>,
    /// contacts that came to their limit at one moment
    pub strained: (Option<f64>, Vec<Site>),
    /// pairs whose load was reported to be open
    pub open_reported: Vec<u32>,
    /// contacts of a whole step are taken together at present
    pub stepped: bool,
    /// they no longer are, and what touches is to be found as at the start
    pub taken_back: bool,
    /// per contact pair: normal impulses of all impacts so far, N·s
    pub impulses: Vec<f64>,
}
