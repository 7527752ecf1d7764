//! Pictures and a page of a made-up run with contacts, to be looked at: `cargo run --example contact_pictures -- FOLDER`.

#[path = "../tests/suite/support/touching.rs"]
mod support;

use mainspring_report::Page;
use mainspring_report::render::{Film, PictureStyle, PlaybackRate, png};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    std::fs::create_dir_all(&folder)?;
    for (name, spatial) in [("plane", false), ("space", true)] {
        let run = support::touching(spatial);
        for dark in [false, true] {
            let film = Film::new(&run, &PictureStyle { forces: true, dark, ..PictureStyle::default() })?;
            let film = film.at_playback_rate(PlaybackRate { fps: 25.0, speed: 1.0 });
            for time in [0.45, 1.06, 2.5] {
                let file = folder.join(format!("{name}-{}-{time}.png", if dark { "dark" } else { "light" }));
                std::fs::write(file, png(&film.picture(time).raster()?)?)?;
            }
        }
        std::fs::write(folder.join(format!("{name}.html")), Page::default().html(&run)?)?;
    }
    Ok(())
}
