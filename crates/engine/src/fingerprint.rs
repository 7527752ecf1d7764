//! Numbers that tell states, and mechanisms, apart: FNV-1a over their bits.

use crate::options::Options;
use mainspring_model::{Model, RunSettings};
use std::fmt::Write as _;

/// FNV-1a, byte by byte.
struct Fnv(u64);

impl Fnv {
    const START: Self = Self(0xcbf2_9ce4_8422_2325);

    fn bytes(mut self, bytes: impl IntoIterator<Item = u8>) -> Self {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }
}

impl std::fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = Self(self.0).bytes(text.bytes()).0;
        Ok(())
    }
}

/// FNV-1a over the bits of a time and a state: equal for two runs only if every bit is.
#[must_use]
pub fn state_hash(time: f64, y: &[f64]) -> u64 {
    Fnv::START.bytes(std::iter::once(&time).chain(y).flat_map(|x| x.to_bits().to_le_bytes())).0
}

/// Of everything that decides how a run goes on: the whole model but its name, notes and plots, and the settings but how long
/// the run is. A field that is added to the model must be named here, or this does not compile.
pub(crate) fn fingerprint(model: &Model, settings: &RunSettings, options: &Options) -> u64 {
    let Model {
        name: _,
        space,
        gravity,
        bodies,
        joints,
        springs,
        forces,
        drives,
        starts,
        constraints,
        switches,
        obstacles,
        contacts,
        fields,
        sweep,
        programs,
        channels,
        plots: _,
        probes,
        run: _,
        notes: _,
    } = model;
    let RunSettings { duration: _, every, integrator, rtol, atol, max_step, frame_steps, step, coordinates } = settings;
    let mut hash = Fnv::START;
    let written = write!(
        hash,
        "{:?}{:?}{:?}{:?}{:?}{:?}",
        (space, gravity, bodies, joints, springs, forces, drives, starts),
        (constraints, switches, obstacles, contacts),
        (fields, sweep),
        (programs, channels, probes),
        (every, integrator, rtol, atol, (max_step, frame_steps), step, coordinates),
        &options.at,
    );
    debug_assert!(written.is_ok(), "writing into a hash cannot fail");
    hash.0
}
