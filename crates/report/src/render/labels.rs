//! Title, time stamp and scales, in the margins.

use super::film::{Film, View};
use super::list::{Item, Layer, Picture, Text};
use super::marks;
use super::scale;
use super::snapshot::Snapshot;
use crate::font;
use crate::text::fitted;
use mainspring_record::ArrowKind;

pub(crate) fn draw(film: &Film<'_>, moment: &Snapshot, picture: &mut Picture) {
    let u = film.unit;
    let [width, height] = picture.size.map(f64::from);
    let margin = 16.0 * u;
    let lost = if film.memory.is_lost(moment.time) { " (lost)" } else { "" };
    let now = if film.look.clock { format!("{}{lost}", clock(film, moment.time)) } else { String::new() };
    let widest = if film.look.clock {
        font::width(&clock(film, film.span[1]), 15.0 * u, false).max(font::width(&now, 15.0 * u, false))
    } else {
        0.0
    };
    let line = |text: String, at: [f64; 2], size: f64, bold: bool, faint: bool| {
        let colour = if faint { film.theme.faint } else { film.theme.ink };
        Item::Text(Text { text, at, size, bold, colour })
    };
    if film.look.title {
        let size = 17.0 * u;
        let room = width - 2.0 * margin - widest - 16.0 * u;
        let title = fitted(&film.memory.schema.scene, size, true, room);
        if !title.is_empty() {
            picture.items.push(line(title, [margin, 29.0 * u], size, true, false));
        }
    }
    if film.look.clock && widest + 2.0 * margin <= width {
        // from the left of the widest, so that it does not jitter
        picture.items.push(line(now, [width - margin - widest, 29.0 * u], 15.0 * u, false, false));
    }
    let said = super::windows::active(film, moment);
    if !said.is_empty() {
        let size = 13.0 * u;
        let said = fitted(&said, size, false, width - 2.0 * margin);
        if !said.is_empty() {
            picture.items.push(line(said, [margin, film.head() * u + 4.0 * u], size, false, true));
        }
    }
    let below = height - 16.0 * u;
    let mut free = margin;
    if film.look.grid {
        let step = match &film.view {
            View::Plane(view) => Some((scale::round_below(70.0 * u / view.scale), view.scale)),
            View::Space(_) => None,
        };
        let text = match (&film.view, step) {
            (View::Space(view), _) => format!("grid {}", scale::length(super::spatial::grid_step(view))),
            (_, Some((metres, _))) => scale::length(metres),
            _ => String::new(),
        };
        if let Some((metres, pixels)) = step {
            let bar = metres * pixels;
            let y = below - 4.5 * u;
            let tick = 4.0 * u;
            let ends = [vec![[free, y - tick], [free, y + tick]], vec![[free + bar, y - tick], [free + bar, y + tick]]];
            let mut lines = vec![vec![[free, y], [free + bar, y]]];
            lines.extend(ends);
            picture.lines(Layer::Labels, lines, (film.theme.faint, 1.5 * u));
            free += bar + 8.0 * u;
        }
        let size = 13.0 * u;
        let wide = font::width(&text, size, false);
        if free + wide + margin <= width {
            picture.items.push(line(text, [free, below], size, false, true));
            free += wide + 18.0 * u;
        }
    }
    if matches!(film.view, View::Plane(_)) {
        free = super::windows::key(film, picture, free, below);
    }
    if film.strongest > 0.0 {
        legend(film, picture, free, below);
    }
}

/// What the colours mean, each with an arrow of a round length for the scale.
fn legend(film: &Film<'_>, picture: &mut Picture, mut free: f64, below: f64) {
    let u = film.unit;
    let width = f64::from(picture.size[0]) - 16.0 * u;
    let size = 13.0 * u;
    let newtons = scale::round_below(film.strongest * 60.0 * u / film.force_length());
    let long = newtons * film.force_length() / film.strongest;
    let arrows = &film.memory.schema.drawing.arrows;
    let kinds = [(ArrowKind::Reaction, "joint"), (ArrowKind::Applied, "applied"), (ArrowKind::Spring, "spring")];
    let drawn = kinds.into_iter().filter(|(kind, _)| arrows.iter().any(|a| a.kind == *kind));
    let named = drawn.map(|(kind, name)| (film.force_colour(kind), name));
    let touching = (!film.memory.contacts.is_empty()).then_some((film.theme.contact, "contact"));
    for (colour, name) in named.chain(touching) {
        let text = format!("{name} {}", scale::force(newtons));
        let wide = font::width(&text, size, false);
        if free + long + 8.0 * u + wide > width {
            return;
        }
        let ends = [[free, below - 4.5 * u], [free + long, below - 4.5 * u]];
        marks::arrow(picture, Layer::Labels, ends, colour, None, u);
        let at = [free + long + 8.0 * u, below];
        picture.items.push(Item::Text(Text { text, at, size, bold: false, colour: film.theme.faint }));
        free += long + 8.0 * u + wide + 18.0 * u;
    }
}

/// As many decimals as distinguish a thousandth of the span, three at least for spans of seconds.
fn clock(film: &Film<'_>, time: f64) -> String {
    let span = (film.span[1] - film.span[0]).max(film.span[1].abs() * 1e-6);
    // a time of milliseconds is read in milliseconds
    let (name, size) = match film.span[1].abs().max(film.span[0].abs()) {
        t if t == 0.0 || t >= 1.0 => ("s", 1.0),
        t if t >= 1e-3 => ("ms", 1e-3),
        t if t >= 1e-6 => ("µs", 1e-6),
        _ => ("ns", 1e-9),
    };
    let decimals = (3.0 - libm::ceil(libm::log10((span / size).max(1e-12)))).clamp(0.0, 9.0) as usize;
    let decimals = if name == "s" { decimals.clamp(2, 9) } else { decimals.max(1) };
    if time.abs() / size >= 1e9 {
        return format!("t = {time:.4e} s");
    }
    format!("t = {:.decimals$} {name}", time / size)
}
