//! Looks a picture over the way a careful reader would: is everything there, whole, apart and readable?

use super::colour::{Colour, contrast};
use super::list::{Item, Layer, Picture, Text};
use super::style::RenderError;
use crate::tolerances::{COVERED, TEXT_CONTRAST};

/// What is wrong with a picture, each in a sentence: text that is cut off, overlaps or is hard to read, a mechanism
/// that is missing or leaves the frame. Empty if it is fine.
///
/// # Errors
/// The picture cannot be drawn.
pub fn faults(picture: &Picture) -> Result<Vec<String>, RenderError> {
    let mut found = Vec::new();
    let [width, height] = picture.size.map(f64::from);
    let texts: Vec<&Text> = picture.texts().collect();
    for (i, text) in texts.iter().enumerate() {
        let [left, top, right, bottom] = text.bounds();
        if left < 0.0 || top < 0.0 || right > width || bottom > height {
            found.push(format!("`{}` is cut off", text.text));
        }
        for other in &texts[i + 1..] {
            let [l, t, r, b] = other.bounds();
            if left < r && l < right && top < b && t < bottom {
                found.push(format!("`{}` overlaps `{}`", text.text, other.text));
            }
        }
    }
    let below = picture.raster_of(|item| !matches!(item, Item::Text(_)))?;
    for text in &texts {
        let [left, top, right, bottom] = text.bounds().map(|c| c.max(0.0) as usize);
        let rows = top..bottom.min(picture.size[1] as usize);
        let columns = left..right.min(picture.size[0] as usize);
        let worst = rows.flat_map(|y| columns.clone().map(move |x| y * picture.size[0] as usize + x)).map(|i| {
            let [r, g, b, a] = below.pixels[i];
            let over = picture.behind.towards(Colour([r, g, b, 255]), f64::from(a) / 255.0);
            contrast(text.colour, over)
        });
        let worst = worst.fold(f64::INFINITY, f64::min);
        if worst < TEXT_CONTRAST {
            found.push(format!("`{}` has a contrast of only {worst:.1}", text.text));
        }
    }
    let outside = |p: &[f64]| !(0.0..=width).contains(&p[0]) || !(0.0..=height).contains(&p[1]);
    let leaves = picture.items.iter().any(|item| match item {
        Item::Path { layer: Layer::Mechanism | Layer::Forces, pieces, .. } => {
            pieces.iter().flatten().any(|p| outside(p))
        }
        Item::Solids(solids) => solids.faces.iter().flat_map(|f| &f.corners).any(|p| outside(p)),
        _ => false,
    });
    if leaves {
        found.push("the mechanism leaves the frame".to_owned());
    }
    let mut bare = picture.clone();
    bare.paper = None;
    let mechanism = bare.raster_of(|i| matches!(i, Item::Path { layer: Layer::Mechanism, .. } | Item::Solids(_)))?;
    let covered = mechanism.pixels.iter().filter(|p| p[3] > 0).count() as f64 / (width * height);
    if covered < COVERED[0] {
        found.push(format!("the mechanism covers only {:.3} % of the picture", 100.0 * covered));
    }
    if covered > COVERED[1] {
        found.push(format!("the mechanism covers {:.0} % of the picture", 100.0 * covered));
    }
    Ok(found)
}
