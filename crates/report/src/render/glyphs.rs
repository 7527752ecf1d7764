//! Text as outlines of the embedded font.

use crate::font;
use std::sync::OnceLock;
use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The letters of a line of text that begins at `at`, px; none if there is nothing to see.
pub(crate) fn outline(text: &str, at: [f64; 2], size: f64, bold: bool) -> Option<Path> {
    let face = face(bold);
    let scale = size / f64::from(face.units_per_em());
    let mut pen = Pen { path: PathBuilder::new(), scale: scale as f32, at: at.map(|c| c as f32) };
    let mut x = at[0];
    for c in text.chars().filter(|c| !c.is_control()) {
        pen.at[0] = x as f32;
        // glyph 0 is the font's own sign for what it does not have
        face.outline_glyph(face.glyph_index(c).unwrap_or(GlyphId(0)), &mut pen);
        x += font::width(c.encode_utf8(&mut [0; 4]), size, bold);
    }
    pen.path.finish()
}

struct Pen {
    path: PathBuilder,
    scale: f32,
    at: [f32; 2],
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        [self.at[0] + self.scale * x, self.at[1] - self.scale * y]
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([x1, y1], [x, y]) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ([x1, y1], [x2, y2], [x, y]) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn face(bold: bool) -> &'static Face<'static> {
    static FACES: OnceLock<[Face<'static>; 2]> = OnceLock::new();
    let parse = |bytes| Face::parse(bytes, 0).expect("the embedded font is sound");
    &FACES.get_or_init(|| [parse(font::REGULAR), parse(font::BOLD)])[usize::from(bold)]
}
