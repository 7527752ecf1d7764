//! Words of a scene in messages: quoted, and what was probably meant by them.

use mainspring_definition::did_you_mean;

/// The candidate that was probably meant; long words are no slips of the finger, and comparing them takes long.
pub(crate) fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 40 { None } else { did_you_mean(word, candidates) }
}

/// A piece of text in back quotes, clipped.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", clip(text))
}

/// A piece of text, cut after forty characters.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
