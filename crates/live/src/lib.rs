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
//!
//! A knob, as a slider would turn it while the mechanism runs:
//!
//! ```
//! use mainspring_live::{Live, LiveOptions, Swap};
//! use mainspring_workbench::{Scene, Settings};
//!
//! let scene = Scene::from("space planar
//! let k = 40 N/m
//! mass m = 1 kg at (0.1, 0) m
//! spring s = linear(ground (0, 0), m.center) { stiffness = k }");
//! let mut live = Live::open(&scene, &Settings::default(), LiveOptions::default())?;
//! live.steer(0.5, &mut || false)?;
//! let before = live.read("m.position.x")?.values[0];
//! assert_eq!(live.set("k", "90 N/m")?, Swap::Kept { moved: 0.0 });
//! assert_eq!(live.read("m.position.x")?.values[0], before);
//! live.steer(1.0, &mut || false)?;
//! assert!(live.ledger().relative < 1e-6);
//! # Ok::<(), mainspring_live::LiveError>(())
//! ```
//!
//! A mouse that pulls a part, frame by frame:
//!
//! ```
//! use mainspring_live::{Grab, Live, LiveOptions};
//! use mainspring_workbench::{Scene, Settings};
//!
//! let scene = Scene::from("space planar
//! mass m = 1 kg at (0, 0) m");
//! let mut live = Live::open(&scene, &Settings::default(), LiveOptions::default())?;
//! let hand = live.grab(Grab { body: "m".to_owned(), point: [0.0; 3], stiffness: None, damping: None })?;
//! for k in 1..=60 {
//!     let t = f64::from(k) / 60.0;
//!     live.drag(hand, [t, 0.0, 0.0], [1.0, 0.0, 0.0])?;
//!     live.steer(t, &mut || false)?;
//!     let x = live.frame()?.poses[0];
//!     assert!(x > 0.0 && x < 1.2);
//! }
//! live.release(hand)?;
//! # Ok::<(), mainspring_live::LiveError>(())
//! ```
//!
//! Back, and on from there with another number:
//!
//! ```
//! use mainspring_live::{Live, LiveOptions};
//! use mainspring_workbench::{Scene, Settings};
//!
//! let scene = Scene::from("space planar
//! gravity (0, -10) m/s^2
//! mass m = 1 kg at (0, 0) m");
//! let mut live = Live::open(&scene, &Settings::default(), LiveOptions::default())?;
//! live.play(2.0, &mut || false)?;
//! live.seek(1.0)?;
//! live.set("gravity", "(0, 0) m/s^2")?;
//! live.play(2.0, &mut || false)?;
//! // half a second squared of fall, then ten metres a second for a second
//! assert!((live.read("m.position.y")?.values[0] + 15.0).abs() < 1e-9);
//! # Ok::<(), mainspring_live::LiveError>(())
//! ```

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
