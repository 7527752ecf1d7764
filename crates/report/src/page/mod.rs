//! The page to share: one HTML file that holds the run, the viewer and nothing from elsewhere.

mod base64;
mod contacts;
mod document;
mod events;
mod fields;
mod frame_selection;
mod modules;
mod pack;
mod shapes;
mod shell;
mod time_range;

use mainspring_record::{Memory, Visibility};

/// What most pages stay below, bytes.
const SIZE: usize = 950_000;
/// What frames may take even where the rest of the page is large, bytes.
const LEAST: usize = 300_000;

/// How a page is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// stands above; none: the scene's name
    pub title: Option<String>,
    /// pictures kept for each second of watching, 1 to 240
    pub fps: f64,
    /// first moment shown, s
    pub from: Option<f64>,
    /// last moment shown, s
    pub to: Option<f64>,
}

impl Default for Page {
    fn default() -> Self {
        Self { title: None, fps: 60.0, from: None, to: None }
    }
}

/// A page cannot be made of this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageError {
    /// no frame at all
    Empty,
    /// no frame between `from` and `to`
    Outside,
}

impl std::fmt::Display for PageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Empty => "there is no frame in it to show",
            Self::Outside => "there is no frame between --from and --to",
        })
    }
}

impl std::error::Error for PageError {}

impl Page {
    /// The whole file as text. Same run, same bytes.
    ///
    /// # Errors
    /// When there is no frame to show.
    pub fn html(&self, run: &Memory) -> Result<String, PageError> {
        if run.times.is_empty() {
            return Err(PageError::Empty);
        }
        // what came before the part says who is there in it
        let shown = Visibility::of(&run.schema.drawing, &run.events);
        let part = time_range::part(run, self.from, self.to);
        let run = part.as_ref().unwrap_or(run);
        if run.times.is_empty() {
            return Err(PageError::Outside);
        }
        let title = self.title.as_deref().filter(|t| !t.trim().is_empty()).unwrap_or(&run.schema.scene);
        let title = if title.is_empty() { "scene" } else { title };
        let chosen = fields::page_arrows(&run.schema.drawing);
        let mut document = document::without_frames(run, title, &shown, &chosen);
        let taken = modules::size() + document.to_string().len();
        let room = SIZE.saturating_sub(taken).max(LEAST);
        let each = document::bytes_per_frame(run, &chosen).max(1);
        let kept = frame_selection::kept(run, self.fps.clamp(1.0, 240.0), room / each, frame_selection::fewest(each));
        document["frames"] = document::frames(run, &kept, &chosen);
        if let Some(contacts) = contacts::contacts(run, &kept) {
            document["contacts"] = contacts;
        }
        Ok(shell::html(title, &document))
    }
}
