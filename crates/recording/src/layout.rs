//! What is where in a recording: channels, the fields of a frame, and how long a frame is.

use mainspring_record::{ArrowKind, BALANCE, Column, ContactMark, Frame, Schema};

/// One struct of floats a frame, as CDR.
pub const FRAMES: u16 = 1;
/// One JSON object an event.
pub const EVENTS: u16 = 2;
/// States from which the run can be continued; opaque.
pub const CHECKPOINTS: u16 = 3;
/// How the run ended, a JSON object; the last message of a run that was not killed.
pub const END: u16 = 4;
/// Where parts touch, one message right after each frame; only where any may, see `contacts.rs`.
pub const CONTACTS: u16 = 5;
/// Topics of the channels 1 to 5.
pub const TOPICS: [&str; 5] = ["/frames", "/events", "/checkpoints", "/end", "/contacts"];

/// Little-endian CDR.
pub const CDR: [u8; 4] = [0, 1, 0, 0];

/// Largest chunk before compression, and largest frame, checkpoint or event, bytes: what a reader may have to allocate.
pub const LARGEST: usize = 1 << 28;

/// How many numbers a frame has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    pub columns: usize,
    pub poses: usize,
    pub arrows: usize,
    /// pairs that may touch
    pub pairs: usize,
    /// words that say which bodies were stepped
    pub stepped: usize,
}

impl Widths {
    pub fn of(schema: &Schema) -> Self {
        Self {
            columns: schema.columns.len(),
            poses: schema.drawing.poses() * schema.pose_len(),
            arrows: schema.drawing.arrows.len() * schema.arrow_len(),
            pairs: schema.contact_pairs.len(),
            stepped: schema.stepped_len(),
        }
    }

    /// Whether every frame is followed by its contacts.
    pub fn touching(self) -> bool {
        self.pairs > 0
    }

    /// Numbers of a frame: time, values, poses, arrows, balance.
    pub fn numbers(self) -> usize {
        1 + self.columns + self.poses + self.arrows + BALANCE.len()
    }

    /// Bytes of a frame's message.
    pub fn bytes(self) -> usize {
        CDR.len() + 8 * (self.numbers() + self.stepped)
    }

    pub fn fit(self, frame: &Frame<'_>) -> bool {
        (frame.values.len(), frame.poses.len(), frame.arrows.len()) == (self.columns, self.poses, self.arrows)
            && frame.stepped.len() == self.stepped
            && frame.contacts.iter().all(|c| (c.pair as usize) < self.pairs)
    }

    /// A frame out of its numbers, its contacts and which bodies were stepped.
    pub fn frame<'a>(self, row: &'a [f64], contacts: &'a [ContactMark], stepped: &'a [u64]) -> Frame<'a> {
        let (values, rest) = row[1..].split_at(self.columns);
        let (poses, rest) = rest.split_at(self.poses);
        let (arrows, rest) = rest.split_at(self.arrows);
        let mut balance = [0.0; BALANCE.len()];
        balance.copy_from_slice(rest);
        Frame { time: row[0], values, poses, arrows, balance, contacts, stepped }
    }
}

/// Appends a frame's message.
pub fn put_frame(out: &mut Vec<u8>, frame: &Frame<'_>) {
    let mut floats = |list: &[f64]| list.iter().for_each(|x| out.extend(x.to_le_bytes()));
    floats(&[frame.time]);
    floats(frame.values);
    floats(frame.poses);
    floats(frame.arrows);
    floats(&frame.balance);
    frame.stepped.iter().for_each(|word| out.extend(word.to_le_bytes()));
}

/// Names of the columns as fields of a message: lower-case letters, digits and single underscores, each once.
pub fn field_names(columns: &[Column]) -> Vec<String> {
    let mut taken: std::collections::BTreeSet<String> =
        ["time", "poses", "arrows", "balance", "stepped"].map(str::to_owned).into_iter().collect();
    let mut names = Vec::with_capacity(columns.len());
    for column in columns {
        let plain = field_name(&column.name);
        let mut name = plain.clone();
        let mut number = 2_u64;
        while taken.contains(&name) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn field_name(name: &str) -> String {
    let mut field = String::new();
    for c in name.chars().flat_map(char::to_lowercase).take(120) {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            field.push(c);
        } else if !field.is_empty() && !field.ends_with('_') {
            field.push('_');
        }
    }
    let field = field.trim_end_matches('_');
    match field.chars().next() {
        Some(c) if c.is_ascii_lowercase() => field.to_owned(),
        Some(_) => format!("c_{field}"),
        None => "c".to_owned(),
    }
}

/// The frame as a ROS 2 message definition, which public viewers read; names and units as in the scene in comments.
pub fn message_definition(schema: &Schema) -> String {
    let widths = Widths::of(schema);
    let mut text = "# one moment of a run; SI units, world axes\nfloat64 time  # s\n".to_owned();
    for (field, column) in field_names(&schema.columns).iter().zip(&schema.columns) {
        let plain: String = column.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        text.push_str(&format!("float64 {field}  # {plain} [{}]\n", column.unit()));
    }
    let each = if schema.drawing.spatial { "x y z qw qx qy qz" } else { "x y angle" };
    let windows = if schema.drawing.windows.iter().any(|w| w.moves) { ", then of each window that moves" } else { "" };
    if widths.poses > 0 {
        text.push_str(&format!("float64[{}] poses  # {each} of each body{windows}\n", widths.poses));
    }
    let fields = schema.drawing.arrows.iter().any(|a| a.kind == ArrowKind::Field);
    let fields = if fields { ", and of fields [N/m^2] or [m/s]" } else { "" };
    if widths.arrows > 0 {
        text.push_str(&format!("float64[{}] arrows  # force vectors [N]{fields}\n", widths.arrows));
    }
    text.push_str(&format!("float64[{}] balance  # {} [J]\n", BALANCE.len(), BALANCE.join(" ")));
    if widths.stepped > 0 {
        let what = "bit b % 64 of word b / 64: body b was stepped";
        text.push_str(&format!("uint64[{}] stepped  # {what}\n", widths.stepped));
    }
    text
}

/// Simulated time in whole nanoseconds, as MCAP has it; too long, too short or no number at all goes to the nearest
/// that can be said. The exact time is in the message.
pub fn nanoseconds(time: f64) -> u64 {
    (time * 1e9) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_definition::Dimension;

    #[test]
    fn fields_are_plain_and_each_once() {
        let column = |name: &str| Column { name: name.to_owned(), dimension: Dimension::NONE, angle: false };
        let names = ["a.b", "A_b", "time", "norm(o.force)", "2x", "√", "", "a__b", "b[1].Größe", "a.b.2", "a b"];
        let fields = field_names(&names.map(column));
        let want =
            ["a_b", "a_b_2", "time_2", "norm_o_force", "c_2x", "c", "c_2", "a_b_3", "b_1_gr_e", "a_b_2_2", "a_b_4"];
        assert_eq!(fields, want);
    }

    #[test]
    fn times_are_nanoseconds_as_far_as_that_goes() {
        for (time, want) in
            [(0.0, 0), (1.5, 1_500_000_000), (-1.0, 0), (f64::NAN, 0), (1e300, u64::MAX), (f64::INFINITY, u64::MAX)]
        {
            assert_eq!(nanoseconds(time), want);
        }
    }
}
