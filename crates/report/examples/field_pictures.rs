//! Pictures and pages of made-up runs on actuator arrays, to be looked at: `cargo run --example field_pictures -- FOLDER`.

#[path = "../tests/suite/support/fields.rs"]
mod support;

use mainspring_report::Page;
use mainspring_report::render::{Film, Format, PictureStyle, PlaybackRate, png};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    std::fs::create_dir_all(&folder)?;
    for (name, run) in [("sorting", support::sorting()), ("thousand", support::thousand())] {
        for dark in [false, true] {
            let film = Film::new(&run, &PictureStyle { dark, ..PictureStyle::default() })?;
            for time in [0.5, 1.2, 2.0] {
                let file = folder.join(format!("{name}-{}-{time}.png", if dark { "dark" } else { "light" }));
                std::fs::write(file, png(&film.picture(time).raster()?)?)?;
            }
        }
        let film = Film::new(&run, &PictureStyle { size: [480, 360], ..PictureStyle::default() })?;
        let file = std::fs::File::create(folder.join(format!("{name}.gif")))?;
        film.movie(file, Format::Gif, PlaybackRate { fps: 10.0, speed: 1.0 }, &mut |_| true)?;
        std::fs::write(folder.join(format!("{name}.html")), Page::default().html(&run)?)?;
    }
    let part = Page { from: Some(1.8), to: Some(3.0), ..Page::default() };
    std::fs::write(folder.join("part.html"), part.html(&support::sorting())?)?;
    Ok(())
}
