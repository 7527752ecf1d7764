//! Runs that can be held: a [`Live`] advances on demand, takes inputs at their time, shows its present, can be changed, and can go
//! back.
//!
//! ```text
//! play      the engine's own steps, to the bit those of a run from beginning to end; frames between them are read from the step
//! steer     steps end where they are told, so that inputs act on time
//! grab      a spring from a point of a part to a hand, whose place and speed `drag` sets; its work is in the energy ledger
//! set       another value for whatever `--set` reaches; replace: another text. Parts keep the motion of those of their name
//! seek      back to a moment, by checkpoints and by doing again what was done since; what is done from there on is another story
//! ```
//!
//! Every input, and every end of a `steer`, is an entry of the [`InputLog`]: from the scene and the log a session is repeated to the
//! same bits. There are no files here, no clock and no threads.

mod changes;
mod hand;
mod history;
mod holding;
mod input_log;
mod live_error;
mod past;
mod session;
mod version;
mod watch;

pub use changes::Swap;
pub use hand::{Grab, HandId};
pub use history::HistoryLimits;
pub use input_log::{Ends, Input, InputLog};
pub use live_error::LiveError;
pub use past::Snapshot;
pub use session::{Live, LiveOptions, Pace, Reading};
