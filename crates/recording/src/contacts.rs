//! The points of contact of a frame as a message of their own, which follows the frame's.
//!
//! CDR of a time, a count and that many rows of floats, so that public viewers plot them too:
//!
//! ```text
//! float64 time, uint32 count, [4 bytes], count × (pair, x y z, normal, force, gap, slip, mode, features)
//! ```
//! There is one such message for every frame of a scene in which parts may touch, none in other scenes; so a chunk's
//! note need not count them.

use crate::layout::CDR;
use mainspring_record::{ContactMark, ContactMode, FeatureName, FeatureWord, Schema};

/// Numbers of a point of contact.
pub const ROW: usize = 17;
/// Names of these numbers, with what they are.
const FIELDS: [(&str, &str); ROW] = [
    ("pair", "which two, see above"),
    ("x", "m"),
    ("y", "m"),
    ("z", "m"),
    ("normal_x", "from the first part to the second"),
    ("normal_y", ""),
    ("normal_z", ""),
    ("force_x", "N, on the second part"),
    ("force_y", "N"),
    ("force_z", "N"),
    ("gap", "m"),
    ("slip", "m/s"),
    ("mode", "0 stick, 1 slip, 2 roll"),
    ("feature_first", "0 surface, 1 corner, 2 edge, 3 arc, 4 face, 5 ball, 6 side, 7 rim"),
    ("number_first", "counted from 1"),
    ("feature_second", "as feature_first"),
    ("number_second", "counted from 1"),
];
/// Bytes before the rows.
const HEAD: usize = CDR.len() + 8 + 4;
/// Between the count and the first row.
const PAD: usize = 4;
/// Pairs whose names the definition lists; all are in the schema.
const NAMED: usize = 500;

/// Bytes of the message of so many points of contact.
pub fn bytes(count: usize) -> usize {
    HEAD + if count == 0 { 0 } else { PAD + 8 * ROW * count }
}

/// Appends the message, without the CDR header.
pub fn put(out: &mut Vec<u8>, time: f64, marks: &[ContactMark]) {
    out.extend(time.to_le_bytes());
    out.extend((marks.len() as u32).to_le_bytes());
    if !marks.is_empty() {
        out.extend([0; PAD]);
    }
    for mark in marks {
        row(mark).iter().for_each(|x| out.extend(x.to_le_bytes()));
    }
}

/// All numbers of a point of contact.
pub fn row(mark: &ContactMark) -> [f64; ROW] {
    let ([x, y, z], [nx, ny, nz], [fx, fy, fz]) = (mark.point, mark.normal, mark.force);
    let feature = |i: usize| [f64::from(mark.features[i].word as u8), f64::from(mark.features[i].number)];
    let ([ka, na], [kb, nb]) = (feature(0), feature(1));
    let mode = f64::from(mark.mode as u8);
    [f64::from(mark.pair), x, y, z, nx, ny, nz, fx, fy, fz, mark.gap, mark.slip, mode, ka, na, kb, nb]
}

/// Whether a message reads as contacts between so many pairs.
pub fn sound(data: &[u8], pairs: usize) -> bool {
    let mut whole = true;
    each(data, pairs, |mark| whole &= mark.is_some()).is_some() && whole
}

/// The points of contact of a sound message.
pub fn take(data: &[u8], pairs: usize, out: &mut Vec<ContactMark>) {
    out.clear();
    each(data, pairs, |mark| out.extend(mark));
}

/// Calls `found` for each row; none if the message has the wrong length.
fn each(data: &[u8], pairs: usize, mut found: impl FnMut(Option<ContactMark>)) -> Option<()> {
    let count = u32::from_le_bytes(data.get(HEAD - 4..HEAD)?.try_into().ok()?) as usize;
    if data.len() as u64 != HEAD as u64 + if count == 0 { 0 } else { (PAD + 8 * ROW * count) as u64 } {
        return None;
    }
    let rows = data.get(HEAD + PAD..).unwrap_or_default();
    for bytes in rows.chunks_exact(8 * ROW) {
        let (numbers, _) = bytes.as_chunks::<8>();
        let mut row = [0.0; ROW];
        row.iter_mut().zip(numbers).for_each(|(x, b)| *x = f64::from_le_bytes(*b));
        found(mark(&row, pairs));
    }
    Some(())
}

fn mark(row: &[f64; ROW], pairs: usize) -> Option<ContactMark> {
    let whole = |x: f64, below: u64| (x >= 0.0 && x < below as f64 && x as u64 as f64 == x).then_some(x as u32);
    let feature = |word: f64, number: f64| {
        let word = whole(word, FeatureWord::ALL.len() as u64)?;
        Some(FeatureName { word: FeatureWord::ALL[word as usize], number: whole(number, 1 << 32)? })
    };
    let [pair, x, y, z, nx, ny, nz, fx, fy, fz, gap, slip, mode, ka, na, kb, nb] = *row;
    Some(ContactMark {
        pair: whole(pair, pairs as u64)?,
        point: [x, y, z],
        normal: [nx, ny, nz],
        force: [fx, fy, fz],
        gap,
        slip,
        mode: ContactMode::ALL[whole(mode, ContactMode::ALL.len() as u64)? as usize],
        features: [feature(ka, na)?, feature(kb, nb)?],
    })
}

/// The message as a ROS 2 definition, with the names of the pairs in comments.
pub fn message_definition(schema: &Schema) -> String {
    let plain = |name: &str| name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let mut text = "# where parts touch at a moment of a run; SI units, world axes\n".to_owned();
    for (i, [a, b]) in schema.contact_pairs.iter().enumerate().take(NAMED) {
        text.push_str(&format!("# pair {i}: {}, {}\n", plain(a), plain(b)));
    }
    text.push_str("float64 time  # s\nmainspring/Contact[] contacts\n");
    text.push_str(&format!("{}\nMSG: mainspring/Contact\n", "=".repeat(80)));
    for (name, what) in FIELDS {
        text.push_str(format!("float64 {name}  # {what}").trim_end_matches([' ', '#']));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_of_the_definition_are_those_of_the_types() {
        let told = |field: &str| FIELDS.iter().find(|f| f.0 == field).unwrap().1.to_owned();
        let listed =
            |words: Vec<&str>| words.iter().enumerate().map(|(i, w)| format!("{i} {w}")).collect::<Vec<_>>().join(", ");
        assert_eq!(told("mode"), listed(ContactMode::ALL.map(ContactMode::word).to_vec()));
        assert_eq!(told("feature_first"), listed(FeatureWord::ALL.map(FeatureWord::word).to_vec()));
        for (i, mode) in ContactMode::ALL.into_iter().enumerate() {
            assert_eq!(mode as usize, i);
        }
        for (i, word) in FeatureWord::ALL.into_iter().enumerate() {
            assert_eq!(word as usize, i);
        }
    }

    #[test]
    fn what_is_no_contact_is_refused() {
        let mark = ContactMark {
            pair: 2,
            point: [1.0, -0.0, f64::MIN_POSITIVE],
            normal: [0.0, 1.0, 0.0],
            force: [f64::NAN, f64::INFINITY, -1.0],
            gap: -1e-12,
            slip: 0.5,
            mode: ContactMode::Roll,
            features: [
                FeatureName { word: FeatureWord::Rim, number: u32::MAX },
                FeatureName { word: FeatureWord::Surface, number: 0 },
            ],
        };
        let mut data = CDR.to_vec();
        put(&mut data, 1.0, &[mark, mark]);
        assert_eq!(data.len(), bytes(2));
        let mut back = Vec::new();
        take(&data, 3, &mut back);
        assert!(sound(&data, 3) && back.len() == 2);
        assert_eq!(row(&back[1]).map(f64::to_bits), row(&mark).map(f64::to_bits));
        // a pair that is not there, a row cut off, words that are none
        assert!(!sound(&data, 2) && !sound(&data[..data.len() - 8], 3) && !sound(&data[..10], 3) && !sound(&[], 3));
        for (field, wrong) in [(0, 1.5), (0, -1.0), (12, 3.0), (12, f64::NAN), (13, 8.0), (14, 4.3e9), (16, 0.1)] {
            let mut bad = data.clone();
            let at = HEAD + PAD + 8 * (ROW + field);
            bad[at..at + 8].copy_from_slice(&f64::to_le_bytes(wrong));
            assert!(!sound(&bad, 3), "{field} {wrong}");
        }
        let mut none = CDR.to_vec();
        put(&mut none, 1.0, &[]);
        assert!(sound(&none, 0) && none.len() == bytes(0));
    }
}
