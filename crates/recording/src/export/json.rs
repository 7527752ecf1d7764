//! One JSON object: what was run, columns with units, frames as lists, events, which of them are bursts,
//! ending, damage. What is not finite is null.

use super::table::{Table, damaged};
use crate::damage::Damage;
use crate::export_error::ExportError;
use crate::front::about;
use crate::stream::Item;
use mainspring_record::{Burst, Ending, Event, Schema, event_groups};
use std::io::Write;

pub struct Json<W> {
    out: W,
    text: String,
    first: bool,
    /// kept until the frames are written; as many as a run's summary keeps
    events: Vec<Event>,
    ending: Option<Ending>,
    /// times of the first and the last frame, s
    span: Option<[f64; 2]>,
}

/// Events written; a run that chatters has more than anyone reads.
const EVENTS: usize = 1_000_000;

impl<W: Write> Json<W> {
    pub fn new(mut out: W, schema: &Schema) -> Result<Self, ExportError> {
        let run: serde_json::Map<String, serde_json::Value> =
            about(schema).into_iter().filter(|(key, _)| key != "text").map(|(k, v)| (k, v.into())).collect();
        let described = schema.columns.iter().map(|c| serde_json::json!({ "name": c.name.as_str(), "unit": c.unit() }));
        let time = serde_json::json!({ "name": "time", "unit": "s" });
        let columns: Vec<serde_json::Value> = std::iter::once(time).chain(described).collect();
        let (run, columns) = (serde_json::Value::from(run), serde_json::Value::from(columns));
        write!(out, "{{\n\"run\": {run},\n\"columns\": {columns},\n\"frames\": [")?;
        Ok(Self { out, text: String::new(), first: true, events: Vec::new(), ending: None, span: None })
    }
}

impl<W: Write> Table for Json<W> {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError> {
        self.span = Some([self.span.map_or(time, |s| s[0]), time]);
        let row: Vec<f64> = std::iter::once(time).chain(values.iter().copied()).collect();
        self.text.push_str(if self.first { "\n" } else { ",\n" });
        self.first = false;
        self.text.push_str(&serde_json::to_string(&row).map_err(|e| ExportError::Table(e.to_string()))?);
        if self.text.len() >= 1 << 16 {
            self.out.write_all(self.text.as_bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    fn other(&mut self, item: Item<'_>) -> Result<(), ExportError> {
        match item {
            Item::Event(event) if self.events.len() < EVENTS => self.events.push(event),
            Item::End(ending) => self.ending = Some(ending),
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, damage: &[Damage]) -> Result<(), ExportError> {
        let said = |e: serde_json::Error| ExportError::Table(e.to_string());
        self.out.write_all(self.text.as_bytes())?;
        let events: Vec<String> =
            self.events.iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(said)?;
        write!(self.out, "\n],\n\"events\": [{}],\n", events.join(",\n"))?;
        let groups = event_groups(&self.events, self.span.unwrap_or_default());
        let bursts: Vec<Burst> = groups.iter().filter_map(|group| Burst::of(group, &self.events)).collect();
        writeln!(self.out, "\"bursts\": {},", serde_json::to_string(&bursts).map_err(said)?)?;
        let ending = serde_json::to_string(&self.ending).map_err(said)?;
        // known only once all has been read
        let damage = damaged(damage);
        write!(self.out, "\"ending\": {ending},\n\"damage\": {damage}\n}}\n")?;
        Ok(self.out.flush()?)
    }
}
