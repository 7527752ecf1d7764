//! A picture as pixels.

use super::colour::Colour;
use super::depth;
use super::glyphs;
use super::list::{Item, Picture};
use super::solid::Solids;
use super::style::RenderError;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform,
};

/// Pixels, row by row from the top, each red, green, blue and opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// width and height, px
    pub size: [u32; 2],
    /// not multiplied by opacity
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// The picture as pixels.
    ///
    /// # Errors
    /// It has no size, or one too large for memory.
    pub fn raster(&self) -> Result<Image, RenderError> {
        self.raster_of(|_| true)
    }

    /// As [`Picture::raster`], of only some of its items.
    ///
    /// # Errors
    /// It has no size, or one too large for memory.
    pub fn raster_of(&self, wanted: impl Fn(&Item) -> bool) -> Result<Image, RenderError> {
        let [width, height] = self.size;
        let mut map = Pixmap::new(width, height).ok_or(RenderError::Size(width, height))?;
        if let Some(paper) = self.paper {
            map.fill(colour(paper));
        }
        for item in self.items.iter().filter(|i| wanted(i)) {
            match item {
                Item::Path { pieces, closed, fill, stroke, .. } => {
                    let Some(path) = path(pieces, *closed) else { continue };
                    if let Some(fill) = fill {
                        map.fill_path(&path, &paint(*fill), FillRule::EvenOdd, Transform::identity(), None);
                    }
                    if let Some((colour, width)) = stroke {
                        let stroke = Stroke {
                            width: *width as f32,
                            line_cap: LineCap::Round,
                            line_join: LineJoin::Round,
                            ..Stroke::default()
                        };
                        map.stroke_path(&path, &paint(*colour), &stroke, Transform::identity(), None);
                    }
                }
                Item::Text(text) => {
                    if let Some(path) = glyphs::outline(&text.text, text.at, text.size, text.bold) {
                        map.fill_path(&path, &paint(text.colour), FillRule::Winding, Transform::identity(), None);
                    }
                }
                Item::Solids(solids) => draw_solids(&mut map, solids),
            }
        }
        let plain = |p: &PremultipliedColorU8| {
            let p = p.demultiply();
            [p.red(), p.green(), p.blue(), p.alpha()]
        };
        Ok(Image { size: self.size, pixels: map.pixels().iter().map(plain).collect() })
    }
}

fn draw_solids(map: &mut Pixmap, solids: &Solids) {
    let size = [map.width() as usize, map.height() as usize];
    if let Some(shade) = solids.shade.filter(|_| !solids.shadow.is_empty()) {
        let mask = depth::shadow(solids, size);
        let [r, g, b, opacity] = shade.0;
        for (pixel, covered) in map.pixels_mut().iter_mut().zip(mask) {
            if covered > 0 {
                let part = (u32::from(covered) * u32::from(opacity) + 127) / 255;
                over(pixel, [r, g, b], part as u8);
            }
        }
    }
    let pixels = map.pixels_mut();
    depth::draw(solids, size, |x, y, colour, covered| over(&mut pixels[y * size[0] + x], colour, covered));
}

/// Puts a colour over what is there.
fn over(pixel: &mut PremultipliedColorU8, colour: [u8; 3], opacity: u8) {
    let (a, rest) = (u32::from(opacity), 255 - u32::from(opacity));
    let mix = |new: u32, old: u8| ((new * a + u32::from(old) * rest + 127) / 255) as u8;
    let alpha = mix(255, pixel.alpha());
    let [r, g, b] = colour.map(u32::from);
    let [r, g, b] = [mix(r, pixel.red()), mix(g, pixel.green()), mix(b, pixel.blue())].map(|c| c.min(alpha));
    if let Some(mixed) = PremultipliedColorU8::from_rgba(r, g, b, alpha) {
        *pixel = mixed;
    }
}

fn colour(c: Colour) -> Color {
    let [r, g, b, a] = c.0;
    Color::from_rgba8(r, g, b, a)
}

fn paint(c: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(c));
    paint
}

fn path(pieces: &[Vec<[f64; 2]>], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for piece in pieces.iter().filter(|p| p.len() > 1 && p.iter().flatten().all(|c| c.is_finite())) {
        for (i, [x, y]) in piece.iter().enumerate() {
            let (x, y) = (*x as f32, *y as f32);
            if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        if closed {
            builder.close();
        }
    }
    builder.finish()
}
