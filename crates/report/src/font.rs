//! The one font of every picture: DejaVu Sans, cut down and carried along, so that pictures need no installed font and
//! come out the same everywhere.
//!
//! It holds Latin, Greek, superscripts, arrows and the usual signs of mathematics; see `fonts/LICENSE`.

use std::sync::OnceLock;
use ttf_parser::Face;

/// Name of the embedded family, as pictures ask for it.
pub const FAMILY: &str = "DejaVu Sans";

/// The regular cut as a TrueType file.
pub const REGULAR: &[u8] = include_bytes!("../fonts/sans-regular.ttf");

/// The bold cut as a TrueType file.
pub const BOLD: &[u8] = include_bytes!("../fonts/sans-bold.ttf");

/// Width of a character the font does not have, in em: about that of a Chinese character.
const UNKNOWN: f64 = 1.0;

/// Width of a line of text at a font size of `size`, both in px. Characters the font does not have count as one em;
/// control characters have no width.
#[must_use]
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    let em = f64::from(face.units_per_em());
    let advance = |c: char| match face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph)) {
        Some(advance) => f64::from(advance) / em,
        None if c.is_control() => 0.0,
        None => UNKNOWN,
    };
    size * text.chars().map(advance).sum::<f64>()
}

/// How far letters reach above the baseline at a font size of `size`, both in px.
#[must_use]
pub fn ascent(size: f64) -> f64 {
    size * f64::from(face(false).ascender()) / f64::from(face(false).units_per_em())
}

/// How far letters reach below the baseline at a font size of `size`, both in px; positive.
#[must_use]
pub fn descent(size: f64) -> f64 {
    -size * f64::from(face(false).descender()) / f64::from(face(false).units_per_em())
}

/// Whether the font can draw this character.
#[must_use]
pub fn has(c: char) -> bool {
    face(false).glyph_index(c).is_some()
}

fn face(bold: bool) -> &'static Face<'static> {
    static FACES: OnceLock<[Face<'static>; 2]> = OnceLock::new();
    let parse = |bytes| Face::parse(bytes, 0).expect("the embedded font is sound");
    &FACES.get_or_init(|| [parse(REGULAR), parse(BOLD)])[usize::from(bold)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_add_up_and_scale() {
        // DejaVu Sans has 2048 units an em: an m is 1995 wide, an i 569, a bold m 2134
        assert!((width("m", 2048.0, false) - 1995.0).abs() < 1e-9);
        assert!((width("mi", 2048.0, false) - 2564.0).abs() < 1e-9);
        assert!((width("m", 2048.0, true) - 2134.0).abs() < 1e-9);
        assert!((width("crank.angle", 24.0, false) - 2.0 * width("crank.angle", 12.0, false)).abs() < 1e-9);
        assert!(width("", 12.0, false) == 0.0);
    }

    #[test]
    fn what_the_font_has_not_still_measures() {
        assert!((width("機械", 10.0, false) - 20.0).abs() < 1e-9);
        assert!(width("\u{7}\u{0}", 10.0, true) == 0.0);
        assert!(!has('機'));
    }

    #[test]
    fn what_pictures_write_is_there_in_both_cuts() {
        let signs = "−·×±≤≥≈≠∞√∂∆∑∫′″°µΩ…–—‘’“”→←↑↓↔↻↺⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺₀₁₂₃äöüßéñøčłőπθωφαβγλΔΣ";
        let ascii: String = (' '..='~').collect();
        for c in ascii.chars().chain(signs.chars()) {
            assert!(face(false).glyph_index(c).is_some() && face(true).glyph_index(c).is_some(), "{c}");
        }
    }

    #[test]
    fn lines_have_height() {
        assert!(ascent(10.0) > 7.0 && ascent(10.0) < 11.0 && descent(10.0) > 1.5 && descent(10.0) < 4.0);
    }
}
