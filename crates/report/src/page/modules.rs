//! The viewer, as it stands in `viewer/src/`.

macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        /// Name and text of every module, in the order of their names.
        pub const MODULES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../viewer/src/", $name)))),*];
    };
}

modules!(
    "boxes.js",
    "cameras.js",
    "chart.js",
    "colours.js",
    "contacts.js",
    "controls.js",
    "cursor.js",
    "document.js",
    "dom.js",
    "energy.js",
    "events.js",
    "facts.js",
    "fields.js",
    "forces.js",
    "gestures.js",
    "help.js",
    "highlight.js",
    "icons.js",
    "keys.js",
    "lanes.js",
    "marks.js",
    "page.js",
    "parts.js",
    "plane.js",
    "player.js",
    "plots.js",
    "raster.js",
    "run.js",
    "scripts.js",
    "solids.js",
    "source.js",
    "space.js",
    "stage.js",
    "steps.js",
    "tabs.js",
    "timeline.js",
    "traces.js",
    "units.js",
    "vectors.js",
    "viewer.js",
);

/// How the page looks.
pub const STYLE: &str =
    concat!(include_str!("../../viewer/src/viewer.css"), include_str!("../../viewer/src/plots.css"));

/// Bytes of all this in a page.
pub fn size() -> usize {
    STYLE.len() + MODULES.iter().map(|(name, text)| name.len() + 60 + text.len().div_ceil(3) * 4).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_the_plots_colours() {
        for theme in [crate::Theme::Light, crate::Theme::Dark] {
            assert!(STYLE.contains(&theme.variables()), "{}", theme.variables());
        }
    }

    #[test]
    fn forces_have_the_colours_they_have_in_pictures() {
        use crate::render::colour::Theme;
        // dark twice: chosen, and where the system asks for it
        for (theme, times) in [(Theme::light(), 1), (Theme::dark(), 2)] {
            for (name, colour) in theme.forces() {
                let said = format!("--ms-{name}: {};", colour.css());
                assert_eq!(STYLE.matches(&said).count(), times, "{said}");
            }
        }
    }

    #[test]
    fn every_module_is_carried() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("viewer/src");
        let mut files: Vec<String> = (std::fs::read_dir(folder).unwrap())
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .filter(|f| f.ends_with(".js"))
            .collect();
        files.sort();
        assert_eq!(files, MODULES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }
}
