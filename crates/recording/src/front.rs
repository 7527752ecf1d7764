//! The front of a recording: who wrote it, the run's schema, the channels; and a checksum over all of it.

use crate::contacts;
use crate::container::{Cursor, HEAD, MAGIC, bytes, map, op, record, string};
use crate::damage::Damage;
use crate::json_float::{END_SCHEMA, EVENT_SCHEMA};
use crate::layout::{CHECKPOINTS, CONTACTS, END, EVENTS, FRAMES, TOPICS, Widths, field_names, message_definition};
use mainspring_record::{DrawnShape, DrawnWindow, Place, Schema};
use sha2::{Digest, Sha256};

/// Largest front that is written or read, bytes.
pub const LIMIT: u64 = 1 << 28;
/// Profile in the header: marks the file as ours.
pub const PROFILE: &str = "mainspring";

const RUN: &str = "mainspring.run";
const SCHEMA: &str = "mainspring.schema";
const COLUMNS: &str = "mainspring.columns";

/// Schema and channel records: they stand in the front and again in the summary.
pub fn put_channels(schema: &Schema, out: &mut Vec<u8>) {
    let definition = message_definition(schema);
    let touching = contacts::message_definition(schema);
    let schemas = [
        (1_u16, "mainspring/msg/Frame", "ros2msg", definition.as_str()),
        (2, "mainspring.Event", "jsonschema", EVENT_SCHEMA),
        (3, "mainspring.Ending", "jsonschema", END_SCHEMA),
        (4, "mainspring/msg/Contacts", "ros2msg", touching.as_str()),
    ];
    for (id, name, encoding, data) in schemas.into_iter().take(usize::from(counts(schema).0)) {
        record(out, op::SCHEMA, |out| {
            out.extend(id.to_le_bytes());
            string(out, name);
            string(out, encoding);
            bytes(out, data.as_bytes());
        });
    }
    let channels = [
        (FRAMES, 1_u16, "cdr"),
        (EVENTS, 2, "json"),
        (CHECKPOINTS, 0, "application/octet-stream"),
        (END, 3, "json"),
        (CONTACTS, 4, "cdr"),
    ];
    for (id, schema, encoding) in channels.into_iter().take(counts(schema).1 as usize) {
        record(out, op::CHANNEL, |out| {
            out.extend(id.to_le_bytes());
            out.extend(schema.to_le_bytes());
            string(out, TOPICS[usize::from(id) - 1]);
            string(out, encoding);
            map(out, |_| {});
        });
    }
}

/// How many schema and channel records there are: those of contacts only where parts may touch.
pub fn counts(schema: &Schema) -> (u16, u32) {
    if schema.contact_pairs.is_empty() { (3, 4) } else { (4, 5) }
}

/// A metadata record's place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    pub name: &'static str,
    pub offset: u64,
    pub length: u64,
}

/// Everything before the first chunk, and where its metadata are.
///
/// # Errors
/// The schema cannot be written so that it reads back the same.
pub fn front(schema: &Schema) -> Result<(Vec<u8>, Vec<Indexed>), String> {
    sound(schema)?;
    let json = serde_json::to_string(schema).map_err(|e| e.to_string())?;
    if serde_json::from_str::<Schema>(&json).ok().as_ref() != Some(schema) {
        return Err("a mass, a shape or a place of the scene is no finite number".to_owned());
    }
    let mut out = MAGIC.to_vec();
    record(&mut out, op::HEADER, |out| {
        string(out, PROFILE);
        string(out, &format!("mainspring {}", schema.version));
    });
    let mut indexed = Vec::new();
    let mut metadata = |name: &'static str, pairs: &mut dyn Iterator<Item = (String, String)>| {
        let offset = out.len() as u64;
        record(&mut out, op::METADATA, |out| {
            string(out, name);
            map(out, |out| {
                for (key, value) in pairs {
                    string(out, &key);
                    string(out, &value);
                }
            });
        });
        indexed.push(Indexed { name, offset, length: out.len() as u64 - offset });
    };
    metadata(RUN, &mut about(schema).into_iter());
    let crc = format!("{:08x}", crc32fast::hash(json.as_bytes()));
    metadata(SCHEMA, &mut [("json".to_owned(), json), ("crc32".to_owned(), crc)].into_iter());
    let fields = field_names(&schema.columns).into_iter().zip(&schema.columns);
    let described =
        fields.map(|(f, c)| (f, serde_json::json!({ "name": c.name.as_str(), "unit": c.unit() }).to_string()));
    metadata(COLUMNS, &mut described.into_iter());
    put_channels(schema, &mut out);
    let crc = crc32fast::hash(&out);
    record(&mut out, op::FRONT, |out| out.extend(crc.to_le_bytes()));
    if out.len() as u64 > LIMIT {
        return Err(format!("the scene's description takes {} bytes, more than {LIMIT}", out.len()));
    }
    Ok((out, indexed))
}

/// For people and other programs: the scene, its digest, its settings.
pub fn about(schema: &Schema) -> Vec<(String, String)> {
    let mut list = vec![("scene".to_owned(), schema.scene.clone()), ("version".to_owned(), schema.version.clone())];
    if let Some((name, text)) = schema.origin.sources.first() {
        let digest: String = Sha256::digest(text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
        list.push(("file".to_owned(), name.clone()));
        list.push(("sha256".to_owned(), digest));
        list.push(("text".to_owned(), text.clone()));
    }
    if !schema.origin.command.is_empty() {
        list.push(("command".to_owned(), schema.origin.command.join(" ")));
    }
    // a map has each key once
    let mut seen = Vec::new();
    for (name, value) in &schema.settings {
        if !seen.contains(&name) {
            seen.push(name);
            list.push((format!("setting.{name}"), value.clone()));
        }
    }
    list
}

/// What the front says.
#[derive(Debug)]
pub struct Front {
    pub schema: Schema,
    /// where it ends
    pub end: u64,
    /// where its check bytes end, and chunks begin
    pub chunks: u64,
    /// what is wrong with it though the schema is whole
    pub damage: Option<Damage>,
}

/// Reads the records before the first chunk; `bytes` may go on beyond them.
///
/// # Errors
/// Why there is no schema to be had. `None` asks for more bytes.
pub fn read_front(file: &[u8]) -> Result<Option<Front>, String> {
    let mut rest = Cursor::new(file);
    rest.take(MAGIC.len());
    let mut at = MAGIC.len();
    let mut schema: Option<Schema> = None;
    loop {
        let Some((opcode, body)) = rest.record() else { return Ok(None) };
        match opcode {
            op::HEADER | op::SCHEMA | op::CHANNEL => {}
            op::METADATA => {
                if let Some(json) = schema_text(body)? {
                    if schema.is_some() {
                        return Err("the run is described twice".to_owned());
                    }
                    let read: Schema =
                        serde_json::from_str(json).map_err(|e| format!("the run's description does not read: {e}"))?;
                    sound(&read)?;
                    schema = Some(read);
                }
            }
            op::FRONT => break finish(file, at, body, schema).map(Some),
            other => return Err(format!("a record of kind {other:#04x} at byte {at} stands before the channels")),
        }
        at += HEAD + body.len();
    }
}

/// Whether the bytes at the front of an MCAP file are those of another program: neither its header nor anything after
/// it names ours. One flipped byte does not make a recording foreign.
pub fn foreign(file: &[u8]) -> bool {
    let mut rest = Cursor::new(file);
    rest.take(MAGIC.len());
    let Some((op::HEADER, body)) = rest.record() else { return false };
    let profile = Cursor::new(body).string();
    let ours = format!("{PROFILE}.");
    profile.is_some_and(|p| p != PROFILE) && !file.windows(ours.len()).any(|w| w == ours.as_bytes())
}

fn finish(file: &[u8], at: usize, body: &[u8], schema: Option<Schema>) -> Result<Front, String> {
    let schema = schema.ok_or("there is no description of the run")?;
    let end = at + HEAD + body.len();
    let crc = Cursor::new(body).u32().filter(|_| body.len() == 4);
    let whole = crc == Some(crc32fast::hash(&file[..at]));
    let end = end as u64;
    let cause = "the names or channels at the front are damaged; the schema is whole";
    let damage = (!whole).then(|| Damage::new(0..end, cause));
    Ok(Front { schema, end, chunks: end, damage })
}

/// The schema's text, if this is the record that has it and its checksum is right.
fn schema_text(body: &[u8]) -> Result<Option<&str>, String> {
    let mut body = Cursor::new(body);
    let name = body.string().unwrap_or_default();
    if name != SCHEMA {
        return Ok(None);
    }
    let broken = || "the run's description is damaged".to_owned();
    let mut pairs = Cursor::new(body.counted().ok_or_else(broken)?);
    let (mut json, mut crc) = (None, None);
    while !pairs.is_empty() {
        let (key, value) = (pairs.string().ok_or_else(broken)?, pairs.string().ok_or_else(broken)?);
        match key {
            "json" => json = Some(value),
            "crc32" => crc = u32::from_str_radix(value, 16).ok(),
            _ => {}
        }
    }
    match json {
        Some(json) if crc == Some(crc32fast::hash(json.as_bytes())) => Ok(Some(json)),
        _ => Err("the run's description is damaged: its checksum is wrong".to_owned()),
    }
}

/// Whether everything in a schema points at something that is there; a viewer relies on it.
fn sound(schema: &Schema) -> Result<(), String> {
    let columns = schema.columns.len();
    let column = |c: &usize| *c < columns;
    if !schema.plots.iter().all(|p| p.curves.iter().all(column) && p.against.as_ref().is_none_or(column)) {
        return Err("a plot shows a column that is not there".to_owned());
    }
    let drawing = &schema.drawing;
    let placed = |p: &Place| p.body.is_none_or(|b| b < drawing.bodies.len());
    let joints = drawing.joints.iter().all(|j| placed(&j.a) && placed(&j.b));
    let springs = drawing.springs.iter().all(|s| placed(&s.a) && placed(&s.b));
    if !joints || !springs || !drawing.arrows.iter().all(|a| placed(&a.place)) {
        return Err("a joint, spring or force is on a body that is not there".to_owned());
    }
    let whole = |shape: &DrawnShape| match shape {
        DrawnShape::Mesh { vertices, triangles, edges } => {
            let there = |corner: &u32| (*corner as usize) < vertices.len();
            triangles.iter().flatten().all(there) && edges.iter().flatten().all(there)
        }
        DrawnShape::Dot | DrawnShape::Outline { .. } | DrawnShape::HalfSpace { .. } => true,
    };
    let bodies = drawing.bodies.iter().map(|b| &b.shape);
    let fixed = drawing.obstacles.iter().chain(&drawing.bins).map(|o| &o.shape);
    if !bodies.chain(fixed).chain(drawing.windows.iter().map(|w| &w.shape)).all(whole) {
        return Err("a surface has corners that are not there".to_owned());
    }
    let arrows_there = |w: &DrawnWindow| {
        let last = |first: usize| first.checked_add(w.arrows.len());
        w.changing.is_none_or(|first| last(first).is_some_and(|last| last <= drawing.arrows.len()))
    };
    if !drawing.windows.iter().all(arrows_there) {
        return Err("a window has arrows that are not there".to_owned());
    }
    let window = |w: &usize| *w < drawing.windows.len();
    if !drawing.scripts.iter().flat_map(|s| &s.frames).all(|(_, on)| on.iter().all(window)) {
        return Err("a frame of a script turns on a window that is not there".to_owned());
    }
    let widths = Widths::of(schema);
    if widths.bytes() > crate::layout::LARGEST / 2 {
        return Err(format!("a frame would have {} numbers, too many", widths.numbers()));
    }
    Ok(())
}
