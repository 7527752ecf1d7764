//! A whole run, or part of it, written as a table or as a recording of its own.

use super::table::{CLOCK, Format, Table};
#[cfg(feature = "tables")]
use super::{columns, tables};
use super::{csv, json};
use crate::export_error::ExportError;
use crate::recorder::Recorder;
use crate::selection::Selection;
use crate::stream::{Item, Stream};
use crate::writer::Output;
use mainspring_definition::Dimension;
use mainspring_record::{Column, Frame, Schema, Sink};
use std::io::Write;

/// Name of the column that says how many bodies were stepped; no quantity has a name like it.
const STEPPED: &str = "stepped bodies";

/// Writes the part `selection` of a run as a table; returns how many frames it has. A quantity that was recorded twice
/// under one name is written once, and one called `time` as [`beside_clock`] says: programs refuse equal names. Where a run may be stepped, a last column
/// tells how many bodies were; not beside columns chosen by the selection.
///
/// # Errors
/// The recording cannot be read or the table not written.
pub fn export<'o>(
    stream: &mut dyn Stream,
    selection: &Selection,
    format: Format,
    out: impl Write + Send + 'o,
) -> Result<u64, ExportError> {
    // beside all quantities, not beside those asked for by name
    let stepped = stream.schema().stepped && selection.columns.is_none();
    let selection = &Selection { columns: Some(each_once(stream.schema(), selection)), ..selection.clone() };
    let mut schema = selection.schema(stream.schema());
    if let Some(name) = beside_clock(&schema.columns) {
        schema.columns.iter_mut().filter(|c| c.name == CLOCK).for_each(|c| c.name.clone_from(&name));
    }
    if stepped {
        schema.columns.push(Column { name: STEPPED.to_owned(), dimension: Dimension::NONE, angle: false });
    }
    let mut row = Vec::new();
    let mut table: Box<dyn Table + 'o> = match format {
        Format::Csv { units } => Box::new(csv::Csv::new(out, &schema, units)?),
        Format::Json => Box::new(json::Json::new(out, &schema)?),
        #[cfg(feature = "tables")]
        Format::Parquet => Box::new(columns::Parquet::new(out, tables::columns(&schema))?),
        #[cfg(feature = "tables")]
        Format::Arrow => Box::new(columns::Arrow::new(out, tables::columns(&schema))?),
        #[cfg(not(feature = "tables"))]
        Format::Parquet | Format::Arrow => return Err(ExportError::NoTables),
    };
    let frames = feed(stream, selection, |item, values| match item {
        Item::Frame(frame) => {
            row.clear();
            row.extend_from_slice(values);
            row.extend(stepped.then(|| f64::from(frame.stepped_bodies())));
            table.frame(frame.time, &row)
        }
        other => table.other(other),
    })?;
    table.finish(stream.damage())?;
    Ok(frames)
}

/// Writes the part `selection` of a run as a recording of its own, without checkpoints; returns how many frames it has.
/// Blocks that are missing in the one are reported by the other too.
///
/// # Errors
/// As [`export`].
pub fn export_recording(
    stream: &mut dyn Stream,
    selection: &Selection,
    out: impl Output + 'static,
) -> Result<u64, ExportError> {
    let mut recorder = Recorder::to(out);
    recorder.begin(&selection.schema(stream.schema()))?;
    let mut ending = None;
    let frames = feed(stream, selection, |item, values| {
        match item {
            Item::Frame(frame) => recorder.frame(&Frame { values, ..frame })?,
            Item::Event(event) => recorder.event(&event)?,
            Item::End(found) => ending = Some(found),
            Item::Gap { frames } => recorder.gap(frames)?,
            Item::Checkpoint(_) => {}
        }
        Ok(())
    })?;
    match ending {
        Some(ending) => recorder.finish(&ending)?,
        // a run without an end stays one
        None => drop(recorder),
    }
    Ok(frames)
}

fn feed(
    stream: &mut dyn Stream,
    selection: &Selection,
    mut take: impl FnMut(Item<'_>, &[f64]) -> Result<(), ExportError>,
) -> Result<u64, ExportError> {
    let mut spacing = selection.spacing();
    let (mut frames, mut values) = (0, Vec::new());
    while let Some(item) = stream.next()? {
        if let Item::Frame(frame) = &item {
            if !spacing.takes(frame.time) {
                continue;
            }
            frames += 1;
            values.clear();
            match &selection.columns {
                None => values.extend_from_slice(frame.values),
                Some(columns) => values.extend(columns.iter().filter_map(|c| frame.values.get(*c))),
            }
        }
        take(item, &values)?;
    }
    Ok(frames)
}

/// The name that a recorded quantity called `time` has in tables, whose column `time` is the clock; none if there is
/// no such quantity.
#[must_use]
pub fn beside_clock(columns: &[Column]) -> Option<String> {
    let taken = |name: &str| columns.iter().any(|c| c.name == name);
    let numbered = (2_u64..).map(|i| format!("{CLOCK} (recorded {i})"));
    let mut names = std::iter::once(format!("{CLOCK} (recorded)")).chain(numbered);
    taken(CLOCK).then(|| names.find(|name| !taken(name))).flatten()
}

/// The columns requested, less those whose name was there before.
fn each_once(schema: &Schema, selection: &Selection) -> Vec<usize> {
    let mut names = std::collections::BTreeSet::new();
    let mut columns = selection.columns.clone().unwrap_or_else(|| (0..schema.columns.len()).collect());
    columns.retain(|c| schema.columns.get(*c).is_some_and(|c| names.insert(&c.name)));
    columns
}
