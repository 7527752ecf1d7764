//! Two runs side by side: whether they agree, where they part first, and by how much. Streams both.

use crate::contacts;
use crate::damage::ReadError;
use crate::stream::{Item, Stream};
use crate::tolerances::TIME_ROUNDING;
use mainspring_record::{ArrowKind, BALANCE, DrawnWindow, Ending, Event, Frame, Schema, WindowKind};
use serde::Serialize;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Events of one run held until the other's come.
const HELD: usize = 100_000;

/// What two runs differ in.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Differences {
    /// every number, event and ending is the same, to the bit
    pub identical: bool,
    /// everything is the same within the tolerance; settings and scene may differ
    pub agree: bool,
    /// frames at the same time in both
    pub frames: u64,
    /// frames at times that only the first, only the second has
    pub frames_only: [u64; 2],
    /// first time that only one of them has, s
    pub first_only: Option<f64>,
    /// columns that only the first, only the second has
    pub columns_only: [Vec<String>; 2],
    /// scene, version, settings that differ: name, first, second
    pub settings: Vec<(String, String, String)>,
    /// where they part first
    pub first: Option<Divergence>,
    /// columns that differ, in the order of the first run
    pub columns: Vec<ColumnDifference>,
    /// events of both, and the first that differ
    pub events: [u64; 2],
    /// the first event that differs, as each run has it
    pub first_event: Option<[Option<Event>; 2]>,
    /// how they ended, if that differs
    pub endings: Option<[Option<Ending>; 2]>,
}

/// Where a number differs first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// s
    pub time: f64,
    /// column
    pub column: String,
    /// its unit
    pub unit: String,
    /// in the first and in the second run
    pub values: [f64; 2],
}

/// How a column differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnDifference {
    /// as in the scene; poses, arrows and the energy balance by what they are
    pub name: String,
    /// SI unit
    pub unit: String,
    /// frames in which it differs beyond the tolerance
    pub count: u64,
    /// the first of them, s
    pub first: f64,
    /// largest difference, SI, and when, s
    pub absolute: [f64; 2],
    /// largest difference over the larger of the two, and when, s
    pub relative: [f64; 2],
}

/// Compares two runs. Numbers agree when they differ by no more than `tolerance` times the larger of them or, below 1 in
/// SI units, by no more than `tolerance`.
///
/// # Errors
/// One of them cannot be read.
pub fn compare(a: &mut dyn Stream, b: &mut dyn Stream, tolerance: f64) -> Result<Differences, ReadError> {
    let mut found = Differences { settings: settings(a.schema(), b.schema()), ..Differences::default() };
    let (names_a, names_b) = (names(a.schema()), names(b.schema()));
    let places: BTreeMap<&str, usize> = names_b.iter().enumerate().map(|(i, n)| (n.0.as_str(), i)).collect();
    let pairs: Vec<(usize, usize)> =
        names_a.iter().enumerate().filter_map(|(i, n)| places.get(n.0.as_str()).map(|j| (i, *j))).collect();
    let shown = |list: &[(String, String)], has: &dyn Fn(&str) -> bool| {
        list.iter().map(|n| &n.0).filter(|n| !has(n)).cloned().collect::<Vec<_>>()
    };
    let in_a: BTreeMap<&str, ()> = names_a.iter().map(|n| (n.0.as_str(), ())).collect();
    found.columns_only =
        [shown(&names_a, &|n: &str| places.contains_key(n)), shown(&names_b, &|n: &str| in_a.contains_key(n))];
    let mut state = Comparing { tolerance, pairs, names: names_a, found, identical: true, columns: BTreeMap::new() };
    state.run(a, b)?;
    Ok(state.close())
}

/// The next frame of a run, and what came before it.
#[derive(Default)]
struct Side {
    row: Option<(f64, Vec<f64>)>,
    /// its contacts, every number of them
    contacts: Vec<[f64; contacts::ROW]>,
    /// which bodies were stepped
    stepped: Vec<u64>,
    events: VecDeque<Event>,
    ending: Option<Ending>,
}

impl Side {
    fn advance(&mut self, stream: &mut dyn Stream) -> Result<u64, ReadError> {
        let mut row = self.row.take().map(|(_, row)| row).unwrap_or_default();
        let mut events = 0;
        let pairs = stream.schema().contact_pairs.len();
        while let Some(item) = stream.next()? {
            match item {
                Item::Frame(frame) => {
                    row.clear();
                    flatten(&frame, pairs, &mut row);
                    self.contacts.clear();
                    self.contacts.extend(frame.contacts.iter().map(contacts::row));
                    self.stepped.clear();
                    self.stepped.extend_from_slice(frame.stepped);
                    self.row = Some((frame.time, row));
                    break;
                }
                Item::Event(event) => {
                    events += 1;
                    self.events.push_back(event);
                }
                Item::End(ending) => self.ending = Some(ending),
                Item::Checkpoint(_) | Item::Gap { .. } => {}
            }
        }
        Ok(events)
    }
}

struct Comparing {
    tolerance: f64,
    pairs: Vec<(usize, usize)>,
    names: Vec<(String, String)>,
    found: Differences,
    identical: bool,
    columns: BTreeMap<usize, ColumnDifference>,
}

impl Comparing {
    fn run(&mut self, a: &mut dyn Stream, b: &mut dyn Stream) -> Result<(), ReadError> {
        let (mut left, mut right) = (Side::default(), Side::default());
        self.found.events[0] += left.advance(a)?;
        self.found.events[1] += right.advance(b)?;
        loop {
            self.events(&mut left, &mut right, false);
            let order = match (&left.row, &right.row) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some((s, _)), Some((t, _))) if same_moment(*s, *t) => std::cmp::Ordering::Equal,
                (Some((s, _)), Some((t, _))) => s.total_cmp(t),
            };
            if order.is_eq() {
                if let (Some(x), Some(y)) = (&left.row, &right.row) {
                    self.frame(x, y);
                    let bits = |list: &[[f64; contacts::ROW]]| {
                        list.as_flattened().iter().map(|x| x.to_bits()).collect::<Vec<_>>()
                    };
                    self.identical &= bits(&left.contacts) == bits(&right.contacts);
                    self.identical &= left.stepped == right.stepped;
                }
            } else {
                let early = if order.is_lt() { &left.row } else { &right.row };
                let time = early.as_ref().map_or(f64::NAN, |r| r.0);
                self.found.frames_only[usize::from(order.is_gt())] += 1;
                self.found.first_only.get_or_insert(time);
            }
            if order.is_le() {
                self.found.events[0] += left.advance(a)?;
            }
            if order.is_ge() {
                self.found.events[1] += right.advance(b)?;
            }
        }
        self.events(&mut left, &mut right, true);
        if left.ending != right.ending {
            self.found.endings = Some([left.ending, right.ending]);
        }
        Ok(())
    }

    fn near(&self, x: f64, y: f64) -> bool {
        x.to_bits() == y.to_bits()
            || x == y
            || (x.is_nan() && y.is_nan())
            // an infinity is near nothing but itself
            || (x.is_finite() && y.is_finite() && (x - y).abs() <= self.tolerance * x.abs().max(y.abs()).max(1.0))
    }

    fn frame(&mut self, (time, a): &(f64, Vec<f64>), (other, b): &(f64, Vec<f64>)) {
        self.found.frames += 1;
        self.identical &= time.to_bits() == other.to_bits();
        for k in 0..self.pairs.len() {
            let (i, j) = self.pairs[k];
            let (x, y) = (a[i], b[j]);
            if x.to_bits() == y.to_bits() {
                continue;
            }
            self.identical = false;
            if !self.near(x, y) {
                self.part(*time, i, [x, y]);
            }
        }
    }

    fn part(&mut self, time: f64, index: usize, values: [f64; 2]) {
        let (name, unit) = self.names[index].clone();
        let column = self.columns.entry(index).or_insert_with(|| ColumnDifference {
            name: name.clone(),
            unit: unit.clone(),
            count: 0,
            first: time,
            absolute: [0.0, time],
            relative: [0.0, time],
        });
        column.count += 1;
        let apart = (values[0] - values[1]).abs();
        // a number against none is as far apart as can be
        let apart = if apart.is_nan() { f64::INFINITY } else { apart };
        if apart > column.absolute[0] {
            column.absolute = [apart, time];
        }
        let relative = apart / values[0].abs().max(values[1].abs());
        let relative = if relative.is_nan() { f64::INFINITY } else { relative };
        if relative > column.relative[0] {
            column.relative = [relative, time];
        }
        self.found.first.get_or_insert(Divergence { time, column: name, unit, values });
    }

    /// Compares the events both have by now; at the end also those only one has.
    fn events(&mut self, left: &mut Side, right: &mut Side, ended: bool) {
        let full = left.events.len().max(right.events.len()) > HELD;
        loop {
            let pair = match (left.events.front(), right.events.front()) {
                (None, None) => return,
                (Some(_), Some(_)) => [left.events.pop_front(), right.events.pop_front()],
                _ if ended || full => [left.events.pop_front(), right.events.pop_front()],
                _ => return,
            };
            if let [Some(x), Some(y)] = &pair {
                self.identical &= format!("{x:?}") == format!("{y:?}");
                let numbers = x.numbers.len() == y.numbers.len()
                    && x.numbers.iter().zip(&y.numbers).all(|(p, q)| p.0 == q.0 && self.near(p.1, q.1));
                let plain = (&x.kind, &x.who, x.order) == (&y.kind, &y.who, y.order);
                if plain && numbers && self.near(x.time, y.time) {
                    continue;
                }
            }
            self.identical = false;
            self.found.first_event.get_or_insert(pair);
        }
    }

    fn close(self) -> Differences {
        let near = match &self.found.endings {
            Some([Some(x), Some(y)]) => self.near(x.time, y.time),
            _ => false,
        };
        let mut found = self.found;
        found.columns = self.columns.into_values().collect();
        let structure = found.frames_only == [0, 0] && found.columns_only.iter().all(Vec::is_empty);
        // the hash and the work differ whenever a bit does; only how and when the runs ended counts beyond bits
        let near_ends = match &found.endings {
            None => true,
            Some([Some(x), Some(y)]) => x.reason == y.reason && near,
            Some(_) => false,
        };
        found.identical = self.identical && structure && found.endings.is_none();
        found.agree = structure && found.columns.is_empty() && found.first_event.is_none() && near_ends;
        found
    }
}

/// Whether two frames are of one moment: the same time but for round-off, whatever the tolerance of the values.
fn same_moment(s: f64, t: f64) -> bool {
    s == t || (s.is_nan() && t.is_nan()) || (s - t).abs() <= TIME_ROUNDING * s.abs().min(t.abs())
}

fn flatten(frame: &Frame<'_>, pairs: usize, row: &mut Vec<f64>) {
    row.extend_from_slice(frame.values);
    row.extend_from_slice(frame.poses);
    row.extend_from_slice(frame.arrows);
    row.extend_from_slice(&frame.balance);
    // of each pair: how many points touch, their force, the fastest slip
    let from = row.len();
    row.resize(from + pairs * TOUCH.len(), 0.0);
    for mark in frame.contacts {
        let at = from + mark.pair as usize * TOUCH.len();
        let Some([points, x, y, z, slip]) = row.get_mut(at..at + TOUCH.len()) else { continue };
        *points += 1.0;
        [x, y, z].into_iter().zip(mark.force).for_each(|(sum, force)| *sum += force);
        *slip = slip.max(mark.slip);
    }
}

/// What of a pair that touches is compared, with its unit.
const TOUCH: [(&str, &str); 5] =
    [("points", ""), ("force x", "N"), ("force y", "N"), ("force z", "N"), ("slip", "m/s")];

/// Name and unit of every number of a frame after its time.
fn names(schema: &Schema) -> Vec<(String, String)> {
    let mut list: Vec<(String, String)> = schema.columns.iter().map(|c| (c.name.clone(), c.unit())).collect();
    let planar = [("x", "m"), ("y", "m"), ("angle", "rad")];
    let spatial = [("x", "m"), ("y", "m"), ("z", "m"), ("qw", ""), ("qx", ""), ("qy", ""), ("qz", "")];
    let pose: &[(&str, &str)] = if schema.drawing.spatial { &spatial } else { &planar };
    let moving = schema.drawing.windows.iter().filter(|w| w.moves).map(|w| &w.path);
    for path in schema.drawing.bodies.iter().map(|b| &b.path).chain(moving) {
        list.extend(pose.iter().map(|(axis, unit)| (format!("pose of {path}: {axis}"), (*unit).to_owned())));
    }
    for (i, arrow) in schema.drawing.arrows.iter().enumerate() {
        let axes = &["x", "y", "z"][..schema.arrow_len()];
        let (what, unit) = shown_by(schema, i);
        list.extend(axes.iter().map(|axis| (format!("{what} {i} of {}: {axis}", arrow.path), unit.to_owned())));
    }
    list.extend(BALANCE.map(|name| (format!("energy balance: {name}"), "J".to_owned())));
    for [a, b] in &schema.contact_pairs {
        list.extend(TOUCH.map(|(what, unit)| (format!("contact({a}, {b}): {what}"), unit.to_owned())));
    }
    list
}

/// What arrow `i` shows, and its unit.
fn shown_by(schema: &Schema, i: usize) -> (&'static str, &'static str) {
    if schema.drawing.arrows[i].kind != ArrowKind::Field {
        return ("force", "N");
    }
    let within =
        |w: &&DrawnWindow| w.changing.is_some_and(|first| (first..first.saturating_add(w.arrows.len())).contains(&i));
    match schema.drawing.windows.iter().find(within).map(|w| w.kind) {
        Some(WindowKind::Velocity) => ("surface velocity", "m/s"),
        _ => ("field", "N/m^2"),
    }
}

fn settings(a: &Schema, b: &Schema) -> Vec<(String, String, String)> {
    let mut list = Vec::new();
    let mut put = |name: &str, x: String, y: String| {
        if x != y {
            list.push((name.to_owned(), x, y));
        }
    };
    put("scene", a.scene.clone(), b.scene.clone());
    put("version", a.version.clone(), b.version.clone());
    let get = |schema: &Schema, name: &str| {
        schema.settings.iter().find(|(n, _)| n == name).map_or("not set".to_owned(), |(_, v)| v.clone())
    };
    let mut seen = Vec::new();
    for (name, _) in a.settings.iter().chain(&b.settings) {
        if !seen.contains(name) {
            put(name, get(a, name), get(b, name));
            seen.push(name.clone());
        }
    }
    let texts = |schema: &Schema| schema.origin.sources.iter().map(|s| s.1.clone()).collect::<Vec<_>>();
    if texts(a) != texts(b) {
        put("scene text", "one".to_owned(), "another".to_owned());
    }
    let [first, second] = [options(&a.origin.command), options(&b.origin.command)];
    // what a setting says already is not repeated
    let known = |name: &str| {
        let setting = if name == "--until" { "duration" } else { name.trim_start_matches('-') };
        [a, b].iter().all(|schema| schema.settings.iter().any(|(n, _)| n == setting))
    };
    let names: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
    for name in names.into_iter().filter(|name| !known(name)) {
        let value = |of: &BTreeMap<String, String>| of.get(name).cloned().unwrap_or_else(|| "not given".to_owned());
        put(name, value(&first), value(&second));
    }
    list
}

/// The command by its options; a `--set` by what it sets. Options that are given more than once have all their values.
fn options(command: &[String]) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut put = |name: String, value: &str| match found.entry(name) {
        Entry::Vacant(free) => {
            free.insert(value.to_owned());
        }
        Entry::Occupied(mut old) => {
            old.get_mut().push_str(", ");
            old.get_mut().push_str(value);
        }
    };
    // program and command are ours; then the scene's file
    let mut words = command.iter().skip(2);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--set" => {
                let (path, value) = words.next().and_then(|w| w.split_once('=')).unwrap_or_default();
                put(format!("--set {}", path.trim()), value.trim());
            }
            option if option.starts_with("--") => put(option.to_owned(), words.next().map_or("", String::as_str)),
            file => put("scene file".to_owned(), file),
        }
    }
    found
}
