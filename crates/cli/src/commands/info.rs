//! `mainspring info`.

use crate::actuators::{Actuators, Traffic};
use crate::event_list::{self, Listing};
use crate::exit::Exit;
use crate::json::text;
use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::shell::quoted;
use crate::source;
use crate::summary::doubts;
use crate::terminal::{BAD, FAINT, GOOD, say, styled};
use clap::Args;
use mainspring_workbench::record::{Ending, Event, Schema, SteppedStretch};
use mainspring_workbench::record::{shortened, shown};
use mainspring_workbench::recording::{ContactSummary, Damage, Recording, previous_recording};
use serde_json::json;
use std::io;
use std::path::PathBuf;

/// Stretches of stepped time shown before the rest are only counted.
const STRETCHES: usize = 5;
/// Columns, bodies and kinds of events shown before the rest are only counted.
const SHOWN: usize = 40;

const EXAMPLES: &str = "\
Examples:
  mainspring info out/four_bar/recording.mcap
  mainspring info recording.mcap --verify              reads every block and checks its sum
  mainspring info recording.mcap --events              what happened; bursts of events as one line
  mainspring info recording.mcap --events=each         every event, bursts opened
  mainspring info recording.mcap --json
  mainspring info latch.mech                           what a scene consists of, without running it

Reads the index and the blocks with events only, however long the recording; where parts may touch, all of it.

Exit codes: 0 fine, 3 the file cannot be read or is damaged";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct InfoArguments {
    /// A recording, or a scene
    #[arg(value_name = "RECORDING")]
    pub recording: PathBuf,
    /// Read the whole file and check every block
    #[arg(long)]
    pub verify: bool,
    /// List all events, a burst of them as one line; `--events=each` opens bursts
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "lines")]
    pub events: Option<Listing>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Everything that is reported of a recording.
struct RecordingReport<'a> {
    arguments: &'a InfoArguments,
    schema: &'a Schema,
    ending: Option<&'a Ending>,
    frames: u64,
    contacts: ContactSummary,
    span: Option<[f64; 2]>,
    events: &'a [Event],
    /// how often each kind happened
    kinds: Vec<(String, u64)>,
    /// who came and went
    traffic: Traffic,
    bytes: u64,
    /// chunks, bytes before and after compression
    blocks: (usize, u64, u64),
    damage: &'a [Damage],
}

pub fn run(arguments: &InfoArguments) -> io::Result<Exit> {
    let path = &arguments.recording;
    if source::is_scene(path) {
        return super::info_scene::run(path, arguments.json);
    }
    let mut recording = match source::open(path) {
        Ok(recording) => recording,
        Err(exit) => return Ok(exit),
    };
    let looked = recording.events().and_then(|events| {
        if arguments.verify {
            recording.verify()?;
        }
        Ok((events, recording.contact_summary()?))
    });
    let (events, contacts) = match looked {
        Ok(found) => found,
        Err(error) => return Ok(source::unreadable(path, &error)),
    };
    let report = RecordingReport { contacts, ..report_of(arguments, &recording, &events) };
    say(&if arguments.json { report.json() } else { report.plain() })?;
    Ok(if recording.damage().is_empty() { Exit::Fine } else { Exit::Failed })
}

fn report_of<'a>(arguments: &'a InfoArguments, recording: &'a Recording, events: &'a [Event]) -> RecordingReport<'a> {
    let mut kinds: Vec<(String, u64)> = Vec::new();
    for event in events {
        match kinds.iter_mut().find(|(kind, _)| *kind == event.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((event.kind.clone(), 1)),
        }
    }
    RecordingReport {
        arguments,
        schema: recording.schema(),
        ending: recording.ending(),
        frames: recording.frames(),
        contacts: ContactSummary::default(),
        span: recording.span(),
        events,
        kinds,
        traffic: Traffic::of(events),
        bytes: recording.bytes(),
        blocks: recording.blocks(),
        damage: recording.damage(),
    }
}

impl RecordingReport<'_> {
    /// What ended a motion that is all there.
    fn cause(&self, end: &Ending) -> Option<&str> {
        self.schema.cause().filter(|_| end.reason == "finished")
    }

    fn json(&self) -> String {
        let settings: serde_json::Map<_, _> =
            self.schema.settings.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect();
        let work: serde_json::Map<_, _> =
            self.ending.iter().flat_map(|e| &e.work).map(|(k, v)| (k.clone(), (*v).into())).collect();
        let kinds: serde_json::Map<_, _> = self.kinds.iter().map(|(k, v)| (k.clone(), (*v).into())).collect();
        let mut all = json!({
            "recording": self.arguments.recording.display().to_string(),
            "scene": self.schema.scene.as_str(),
            "version": self.schema.version.as_str(),
            "command": self.schema.origin.command.as_slice(),
            "settings": settings,
            "complete": self.ending.is_some(),
            "end": self.ending.map(|e| json!({
                "time": e.time, "reason": e.reason.as_str(), "cause": self.cause(e), "error": e.error.as_deref(),
            })),
            "verdict": self.ending.map(Ending::verdict),
            "doubts": self.ending.map(|e| &e.doubts),
            "hash": self.ending.map(|e| format!("{:#018x}", e.hash)),
            "work": work,
            "frames": self.frames,
            "span": self.span,
            "columns": self.schema.columns.iter()
                .map(|c| json!({ "name": c.name.as_str(), "unit": c.unit() })).collect::<Vec<_>>(),
            "bodies": self.schema.drawing.bodies.iter().map(|b| b.path.as_str()).collect::<Vec<_>>(),
            "events": kinds,
            "bytes": self.bytes,
            "blocks": { "count": self.blocks.0, "unpacked": self.blocks.1, "packed": self.blocks.2 },
            "damage": self.damage.iter().map(|d| json!({
                "from": d.range.start, "to": d.range.end, "time": d.time, "frames": d.frames, "cause": d.cause.as_str(),
            })).collect::<Vec<_>>(),
        });
        if !self.schema.contact_pairs.is_empty() {
            let ContactSummary { points, pairs, .. } = self.contacts;
            all["contacts"] = json!({ "pairs": self.schema.contact_pairs, "touching": pairs, "points": points });
        }
        if self.schema.stepped {
            let one = |s: &SteppedStretch| json!({ "from": s.from, "to": s.to, "bodies": self.bodies(s) });
            all["stepped"] = self.contacts.stepped.iter().map(one).collect();
        }
        if self.arguments.events.is_some() {
            all["event_list"] = json!(self.events);
            all["bursts"] = json!(event_list::bursts(self.events, self.span.unwrap_or_default()));
        }
        if let Some(actuators) = Actuators::drawn(&self.schema.drawing).some() {
            all["actuators"] = json!(actuators);
        }
        if let Some(traffic) = self.traffic.clone().some() {
            all["traffic"] = json!(traffic);
        }
        text(&all)
    }

    /// Names of the bodies stepped in a stretch.
    fn bodies(&self, stretch: &SteppedStretch) -> Vec<&str> {
        let bodies = self.schema.drawing.bodies.iter().enumerate();
        bodies.filter(|(b, _)| stretch.has(*b)).map(|(_, body)| body.path.as_str()).collect()
    }

    /// When bodies were stepped, and how many.
    fn stepped(&self, lines: &mut Lines) {
        let stretches = &self.contacts.stepped;
        let Some([first, last]) = self.span.filter(|_| !stretches.is_empty()) else { return };
        let sum: f64 = stretches.iter().map(|s| s.to - s.from).sum();
        let share = short(100.0 * sum / (last - first));
        lines.add("stepped", &format!("{} s of {} s ({share} %)", number(sum), number(last - first)));
        let moving = self.schema.drawing.bodies.iter().filter(|b| !b.fixed).count();
        for stretch in stretches.iter().take(STRETCHES) {
            let bodies = self.bodies(stretch).len();
            let who = if bodies == moving { "all that moves".to_owned() } else { counted(bodies, "body", "bodies") };
            lines.add("", &format!("{} s to {} s, {who}", number(stretch.from), number(stretch.to)));
        }
        if stretches.len() > STRETCHES {
            lines.add("", &format!("… and {} more stretches", stretches.len() - STRETCHES));
        }
    }

    fn plain(&self) -> String {
        let mut lines = Lines::default();
        let space = if self.schema.drawing.spatial { "spatial" } else { "planar" };
        lines.add(
            "scene",
            &format!("{}: {space}, recorded by version {}", shortened(&self.schema.scene), self.schema.version),
        );
        match self.ending {
            Some(end) => {
                // a motion that something ended did not get as far as it was to
                let cause = self.cause(end);
                let style = if end.verdict() == Ending::FINISHED && cause.is_none() { GOOD } else { BAD };
                let duration = self.schema.settings.iter().find(|(name, _)| name == "duration");
                let until = cause.and(duration).map_or_else(String::new, |(_, whole)| format!(" of {whole}"));
                let word = styled(style, cause.unwrap_or(end.verdict()));
                lines.add("end", &format!("{} s{until}, {word}", number(end.time)));
                end.error.iter().for_each(|why| lines.add("", why));
                doubts(&mut lines, &end.doubts);
            }
            None => lines.add("end", &format!("{}: the run was killed, or still goes on", styled(BAD, "broken off"))),
        }
        let frames = counted(usize::try_from(self.frames).unwrap_or(usize::MAX), "frame", "frames");
        match self.span {
            Some([first, last]) if self.frames > 1 => {
                let step = (last - first) / (self.frames - 1) as f64;
                let (first, last) = (number(first), number(last));
                lines
                    .add("frames", &format!("{frames}, t = {first} s to {last} s, every {} s on average", short(step)));
            }
            _ => lines.add("frames", &frames),
        }
        let settings: Vec<String> = self.schema.settings.iter().map(|(k, v)| format!("{k} {v}")).collect();
        lines.add("settings", &settings.join(", "));
        if !self.schema.origin.command.is_empty() {
            let words: Vec<String> = self.schema.origin.command.iter().map(|w| quoted(w)).collect();
            lines.add("made by", &words.join(" "));
        }
        let rows: Vec<(String, String)> = self.schema.columns.iter().map(|c| (c.name.clone(), c.unit())).collect();
        list("columns", &rows, &mut lines);
        let rows: Vec<(String, String)> =
            self.schema.drawing.bodies.iter().map(|b| (b.path.clone(), format!("{} kg", number(b.mass)))).collect();
        list("bodies", &rows, &mut lines);
        let actuators = Actuators::drawn(&self.schema.drawing).words();
        if !actuators.is_empty() {
            lines.add("table", &actuators.join(", "));
        }
        self.traffic.line().iter().for_each(|line| lines.add("parts", line));
        if !self.schema.contact_pairs.is_empty() {
            let ContactSummary { points, pairs: touching, .. } = self.contacts;
            let may = counted(self.schema.contact_pairs.len(), "pair", "pairs");
            let points = counted(usize::try_from(points).unwrap_or(usize::MAX), "point", "points");
            lines.add("contacts", &format!("{may} may touch, {touching} do; {points} in all frames together"));
        }
        self.stepped(&mut lines);
        let span = self.span.unwrap_or_default();
        if self.arguments.events.is_some() {
            event_list::add(&mut lines, self.events, span, self.events.len(), self.arguments.events, 0);
        } else {
            let rows: Vec<(String, String)> = self.kinds.iter().map(|(k, n)| (k.clone(), n.to_string())).collect();
            list("events", &rows, &mut lines);
            event_list::hint(self.events, span).iter().for_each(|hint| lines.add("", &styled(FAINT, hint)));
        }
        let (count, plain, packed) = self.blocks;
        let ratio = if packed > 0 { plain as f64 / packed as f64 } else { 1.0 };
        let blocks = counted(count, "block", "blocks");
        lines.add("size", &format!("{} on disk, {blocks}, packed {} times smaller", size(self.bytes), short(ratio)));
        if let Some(end) = self.ending {
            let work: Vec<String> =
                end.work.iter().map(|(name, n)| format!("{n} {}", counted_name(*n, name))).collect();
            lines.add("work", &work.join(", "));
            lines.add("hash", &format!("{:#018x} of the final state", end.hash));
        }
        let previous = previous_recording(&self.arguments.recording);
        if self.ending.is_none_or(|e| e.reason != "finished") && previous.exists() {
            lines.add("previous", &format!("{}: the recording that was there before", shown(&previous)));
        }
        for (i, damage) in self.damage.iter().enumerate() {
            lines.add(if i == 0 { "damage" } else { "" }, &styled(BAD, &damage.to_string()));
        }
        if self.arguments.verify && self.damage.is_empty() {
            lines.add("damage", &styled(GOOD, "none, every block was checked"));
        }
        lines.text
    }
}

/// "1 rejected step", "2 rejected steps".
fn counted_name(count: u64, name: &str) -> String {
    let name = name.replace('_', " ");
    if count == 1 { name.strip_suffix('s').unwrap_or(&name).to_owned() } else { name }
}

/// Names and what belongs to them, aligned; a long list is cut.
fn list(label: &str, rows: &[(String, String)], lines: &mut Lines) {
    let wide = rows.iter().take(SHOWN).map(|r| r.0.chars().count()).max().unwrap_or(0).min(48);
    for (i, (name, other)) in rows.iter().take(SHOWN).enumerate() {
        lines.add(if i == 0 { label } else { "" }, &format!("{:<wide$}  {other}", shortened(name)));
    }
    if rows.len() > SHOWN {
        lines.add("", &format!("… and {} more", rows.len() - SHOWN));
    }
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    let value = bytes as f64;
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} kB", short(value / 1e3)),
        1_000_000..1_000_000_000 => format!("{} MB", short(value / 1e6)),
        _ => format!("{} GB", short(value / 1e9)),
    }
}
