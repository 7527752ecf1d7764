//! What a run is made of: a schema, frames, events; and the [`Sink`] that every method writes to.

use mainspring_definition::Dimension;
use serde::{Deserialize, Serialize};

/// What the frames of a run hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// scene name
    pub scene: String,
    /// program version that made it
    pub version: String,
    /// how it was run: (name, value as text), in a fixed order
    pub settings: Vec<(String, String)>,
    /// without time, which every frame has
    pub columns: Vec<Column>,
}

/// One column of a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// as in the scene: `p.bob.position.y`
    pub name: String,
    /// its dimension
    pub dimension: Dimension,
    /// an angle in radians
    pub angle: bool,
}

impl Column {
    /// SI unit as text: `m`, `rad`, `N`; empty for a plain number.
    #[must_use]
    pub fn unit(&self) -> String {
        match (self.angle, self.dimension) {
            (true, Dimension::NONE) => "rad".to_owned(),
            (true, Dimension::RATE) => "rad/s".to_owned(),
            (true, Dimension::ANGULAR_ACCELERATION) => "rad/s^2".to_owned(),
            // energy and torque share a dimension; what is called energy, work or heat is shown in joules
            (_, Dimension::ENERGY) if ["energy", ".work", ".dissipated"].iter().any(|w| self.name.contains(w)) => {
                "J".to_owned()
            }
            (_, d) => d.si_unit(),
        }
    }
}

/// Something that happened at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// s
    pub time: f64,
    /// order among events at the same time
    pub order: u32,
    /// `release`, `attach`, `limit`, `end` …
    pub kind: String,
    /// paths of what took part
    pub who: Vec<String>,
    /// named numbers, SI
    pub numbers: Vec<(String, f64)>,
    /// one sentence for people
    pub text: String,
}

/// Where a run goes. Methods call `begin` once, then frames and events in time order, then `finish`.
pub trait Sink {
    /// What the frames will hold.
    ///
    /// # Errors
    /// When it cannot be written.
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError>;
    /// One frame: time and a value per column.
    ///
    /// # Errors
    /// When it cannot be written.
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), SinkError>;
    /// One event.
    ///
    /// # Errors
    /// When it cannot be written.
    fn event(&mut self, event: &Event) -> Result<(), SinkError>;
    /// Everything so far is safe on return; also called after a failed run.
    ///
    /// # Errors
    /// When it cannot be written.
    fn finish(&mut self) -> Result<(), SinkError>;
}

/// A sink could not take what it was given.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the recording: {cause}")]
pub struct SinkError {
    /// what the system said
    pub cause: String,
}

/// Keeps a run in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// as given
    pub schema: Schema,
    /// s
    pub times: Vec<f64>,
    /// row by row: `values[frame * columns + column]`
    pub values: Vec<f64>,
    /// as given
    pub events: Vec<Event>,
}

impl Memory {
    /// All values of one column.
    pub fn column(&self, index: usize) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().skip(index).step_by(self.schema.columns.len().max(1)).copied()
    }

    /// Index of the column called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.schema.columns.iter().position(|c| c.name == name)
    }
}

impl Sink for Memory {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.schema = schema.clone();
        Ok(())
    }

    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), SinkError> {
        self.times.push(time);
        self.values.extend_from_slice(values);
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        self.events.push(event.clone());
        Ok(())
    }

    fn finish(&mut self) -> Result<(), SinkError> {
        Ok(())
    }
}
