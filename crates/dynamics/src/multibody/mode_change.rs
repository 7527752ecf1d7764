//! Changes of mode as they are reported: what came to rest, met, parted, arrived or was shown.

use crate::multibody::results::ProjectError;

/// Which way a mode changed. Stops and contacts between parts know the same four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransitionKind {
    /// came to rest under friction
    Stick,
    /// began to slide, or went on the other way
    Slip,
    /// two surfaces met
    Contact,
    /// two surfaces came apart
    Part,
    /// two parts collided, or a joint met its stop
    Impact,
    /// bounces ended
    Rest,
    /// a contact passed to other features of the same two parts
    Support,
    /// no finite force was consistent; an impulse ended the slip
    Jam,
    /// an impact law gained energy
    Gain,
    /// an impact without end was finished without rebound
    Plastic,
    /// rigid parts at rest do not determine what a contact carries
    Open,
    /// on the table, dry or viscous friction became the larger one
    Friction,
    /// a drive came to its effort limit and gives way
    Limit,
    /// a drive with an effort limit has caught up with its motion
    Follow,
    /// a script shows another frame
    Frame,
    /// a part arrives
    Arrive,
    /// a part leaves
    Leave,
}

impl TransitionKind {
    /// As events are called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Contact => "contact",
            Self::Part => "part",
            Self::Impact => "impact",
            Self::Rest => "rest",
            Self::Support => "support",
            Self::Jam => "jam",
            Self::Gain => "gain",
            Self::Plastic => "plastic",
            Self::Open => "open",
            Self::Friction => "friction",
            Self::Limit => "limit",
            Self::Follow => "follow",
            Self::Frame => "frame",
            Self::Arrive => "arrive",
            Self::Leave => "leave",
        }
    }
}

/// A change of mode, for the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// which way
    pub kind: TransitionKind,
    /// paths of the joint, or of the two parts
    pub who: Vec<String>,
    /// named numbers, SI
    pub numbers: Vec<(&'static str, f64)>,
    /// for people
    pub text: String,
}

/// No consistent set of modes.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum TransitionError {
    /// the reaction that friction needs grows without bound
    #[error("friction in `{joint}` jams: the force it would need grows faster than the friction it causes")]
    Jam { joint: String },
    /// a prescribed motion that nothing gives way to
    #[error("the prescribed motion of {} drives {}", quoted_list(.drives), jammed(.contacts))]
    Driven { drives: Vec<String>, contacts: Vec<Vec<String>> },
    /// parts that are held from all sides and still approach
    #[error("{} are driven into each other and nothing gives way", pair_list(.contacts))]
    Wedged { contacts: Vec<Vec<String>> },
    /// sticking, slipping, touching and parting chase each other
    #[error("no set of resting and sliding joints is consistent; `{joint}` changes over and over")]
    Undecided { joint: String },
    /// a script goes round without ever showing a frame
    #[error("script `{script}` goes round at step {step} of its list without showing a frame")]
    LostScript { script: String, step: usize },
    /// positions or velocities could not follow
    #[error(transparent)]
    Open(#[from] ProjectError),
}

fn quoted_list(paths: &[String]) -> String {
    paths.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ")
}

/// Pairs of parts that meet, and joints that have come to their end.
fn jammed(contacts: &[Vec<String>]) -> String {
    let (pairs, ends): (Vec<Vec<String>>, Vec<Vec<String>>) =
        contacts.iter().cloned().partition(|names| names.len() > 1);
    let parts = format!("parts into each other that cannot give way: {}", pair_list(&pairs));
    let which = if ends.len() == 1 { "its stop or flank" } else { "their stops or flanks" };
    let ends = format!("{} against {which}", quoted_list(&ends.concat()));
    match (contacts.iter().any(|names| names.len() > 1), contacts.iter().any(|names| names.len() == 1)) {
        (true, true) => format!("{parts}; and {ends}"),
        (false, true) => ends,
        _ => parts,
    }
}

fn pair_list(pairs: &[Vec<String>]) -> String {
    let pair = |names: &Vec<String>| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" and ");
    pairs.iter().map(pair).collect::<Vec<_>>().join("; ")
}
