//! Lines of the file beside the table.

use mainspring_record::{Column, Event, Schema};
use serde::{Deserialize, Serialize};

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// the first: what the frames will hold
    Run(About),
    /// something happened
    Event(Event),
    /// the last, unless the run was killed
    End {
        /// lines of the table, its header not counted
        frames: u64,
    },
}

/// A schema with its units spelt out.
#[derive(Serialize, Deserialize)]
pub struct About {
    scene: String,
    version: String,
    settings: Vec<(String, String)>,
    columns: Vec<Described>,
}

/// A column with its unit.
#[derive(Serialize, Deserialize)]
struct Described {
    #[serde(flatten)]
    column: Column,
    unit: String,
}

impl Line {
    pub fn run(schema: &Schema) -> Self {
        let Schema { scene, version, settings, columns, .. } = schema.clone();
        let described = |column: Column| Described { unit: column.unit(), column };
        Self::Run(About { scene, version, settings, columns: columns.into_iter().map(described).collect() })
    }

    /// Reads a line. JSON has no NaN: one among an event's numbers was written as null.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut value: serde_json::Value = serde_json::from_str(text)?;
        let mut missing = Vec::new();
        if let Some(numbers) = value.pointer_mut("/event/numbers").and_then(|n| n.as_array_mut()) {
            for (i, pair) in numbers.iter_mut().enumerate() {
                if let Some(number) = pair.get_mut(1).filter(|n| n.is_null()) {
                    *number = 0.0.into();
                    missing.push(i);
                }
            }
        }
        let mut line: Self = serde_json::from_value(value)?;
        if let Self::Event(event) = &mut line {
            missing.into_iter().for_each(|i| event.numbers[i].1 = f64::NAN);
        }
        Ok(line)
    }
}

impl From<About> for Schema {
    fn from(about: About) -> Self {
        let About { scene, version, settings, columns } = about;
        Self { scene, version, settings, columns: columns.into_iter().map(|d| d.column).collect(), ..Self::default() }
    }
}
