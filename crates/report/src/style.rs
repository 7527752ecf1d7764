//! How a picture looks: size, theme and colours.
//!
//! The curves' colours are Okabe and Ito's, moved in lightness until each stands out from the paper by 3:1 and any two
//! stay apart with every kind of colour vision; text stands out by 4.5:1 or more.

use crate::render::colour::{self, Colour};

/// A panel less high shows nothing, px.
pub(crate) const LEAST_HEIGHT: f64 = 40.0;

/// Size and theme of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotStyle {
    /// colours
    pub theme: Theme,
    /// of the whole picture, px; kept between 240 and 10,000
    pub width: f64,
    /// of each panel's field of curves, px; kept between 40 and 10,000
    pub height_per_panel: f64,
    /// begins every id, so that several pictures can stand in one page
    pub id_prefix: String,
    /// letters are outlines of the embedded font instead of text: drawn alike everywhere, but not to be searched or
    /// read aloud
    pub outlines: bool,
}

impl Default for PlotStyle {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            width: 800.0,
            height_per_panel: 300.0,
            id_prefix: "plot-".to_owned(),
            outlines: false,
        }
    }
}

impl PlotStyle {
    /// The same with letters as outlines.
    pub(crate) fn outlined(&self) -> Self {
        Self { outlines: true, ..self.clone() }
    }

    /// With sizes that can be drawn, in whole px.
    pub(crate) fn sound(&self) -> Self {
        let within = |value: f64, low: f64, usual: f64| {
            if value.is_nan() { usual } else { libm::round(value.clamp(low, 1e4)) }
        };
        Self {
            width: within(self.width, 240.0, 800.0),
            height_per_panel: within(self.height_per_panel, LEAST_HEIGHT, 300.0),
            ..self.clone()
        }
    }
}

/// Colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// dark on white, as for print
    #[default]
    Light,
    /// light on near black
    Dark,
    /// the page decides through custom properties, see [`Theme::variables`]; light where it does not
    Page,
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Paper,
    Ink,
    Title,
    Faint,
    Grid,
    Zero,
    Frame,
    Event,
    Curve(usize),
}

/// Curves before colours come round again.
pub(crate) const COLOURS: usize = 7;

const CURVES: [[&str; COLOURS]; 2] = [
    ["#005a94", "#c04000", "#008a63", "#c0629a", "#c48600", "#4a9bd4", "#1a1a1a"],
    ["#56b4e9", "#ff8a4c", "#12b886", "#f0a6cc", "#f0e442", "#8f8cff", "#f5f5f5"],
];

const FIXED: [Role; 8] =
    [Role::Paper, Role::Ink, Role::Title, Role::Faint, Role::Grid, Role::Zero, Role::Frame, Role::Event];

impl Role {
    fn name(self) -> String {
        match self {
            Self::Paper => "paper".to_owned(),
            Self::Ink => "ink".to_owned(),
            Self::Title => "title".to_owned(),
            Self::Faint => "faint".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Zero => "zero".to_owned(),
            Self::Frame => "frame".to_owned(),
            Self::Event => "event".to_owned(),
            Self::Curve(i) => format!("curve-{}", i % COLOURS),
        }
    }
}

impl Theme {
    /// The colour as `#rrggbb`; that of the light theme where the page decides.
    pub(crate) fn colour(self, role: Role) -> &'static str {
        let [light, dark] = match role {
            Role::Paper => ["#ffffff", "#14171c"],
            Role::Ink => ["#2b3036", "#dfe3e8"],
            Role::Title => ["#111418", "#f5f7f9"],
            Role::Faint => ["#50575f", "#b3bac3"],
            Role::Grid => ["#e4e7ea", "#2a2f36"],
            Role::Zero => ["#a9b0b7", "#59616b"],
            Role::Frame => ["#8b939c", "#6f7883"],
            Role::Event => ["#6b737c", "#98a1ab"],
            Role::Curve(i) => [CURVES[0][i % COLOURS], CURVES[1][i % COLOURS]],
        };
        if self == Self::Dark { dark } else { light }
    }

    /// `fill="#…"`, or the page's property where the page decides.
    pub(crate) fn paint(self, property: &str, role: Role) -> String {
        match self {
            Self::Page => format!("style=\"{property}:var(--plot-{},{})\"", role.name(), self.colour(role)),
            Self::Light | Self::Dark => format!("{property}=\"{}\"", self.colour(role)),
        }
    }

    /// Declarations of the custom properties that pictures of [`Theme::Page`] read, with this theme's colours:
    /// `--plot-paper: #ffffff; --plot-ink: …`. For a page's style sheet.
    #[must_use]
    pub fn variables(self) -> String {
        let curves = (0..COLOURS).map(Role::Curve);
        FIXED
            .into_iter()
            .chain(curves)
            .map(|role| format!("--plot-{}: {};", role.name(), self.colour(role)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Contrast of two colours `#rrggbb` as WCAG 2 has it, from 1 to 21; none if one is no such colour.
#[must_use]
pub fn contrast(a: &str, b: &str) -> Option<f64> {
    Some(colour::contrast(Colour::parse(a)?, Colour::parse(b)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

    #[test]
    fn contrast_is_as_published() {
        assert!((contrast("#ffffff", "#000000").unwrap() - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff").unwrap() - 4.48).abs() < 0.01);
        assert_eq!((contrast("red", "#ffffff"), contrast("#ffé1", "#ffffff")), (None, None));
    }

    #[test]
    fn text_and_curves_stand_out() {
        for theme in THEMES {
            let against_paper = |role| contrast(theme.colour(role), theme.colour(Role::Paper)).unwrap();
            for role in [Role::Ink, Role::Title, Role::Faint] {
                assert!(against_paper(role) >= 4.5, "{theme:?} {role:?}");
            }
            for role in (0..COLOURS).map(Role::Curve).chain([Role::Event, Role::Frame]) {
                assert!(against_paper(role) >= 3.0, "{theme:?} {role:?} {}", against_paper(role));
            }
        }
    }

    #[test]
    fn any_two_curves_differ_for_every_eye() {
        for theme in THEMES {
            let curve = |i: usize| Colour::parse(theme.colour(Role::Curve(i))).unwrap();
            for (i, j) in (0..COLOURS).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let apart = crate::colour_vision::apart(curve(i), curve(j));
                assert!(apart > 10.0, "{theme:?} {i} {j}: {apart}");
            }
        }
    }

    #[test]
    fn pages_get_every_colour() {
        let variables = Theme::Dark.variables();
        assert!(variables.contains("--plot-paper: #14171c;") && variables.contains("--plot-curve-6: #f5f5f5;"));
        assert_eq!(Theme::Page.paint("fill", Role::Ink), "style=\"fill:var(--plot-ink,#2b3036)\"");
    }
}
