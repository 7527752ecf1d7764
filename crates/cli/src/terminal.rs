//! The two streams; colours are taken out where nobody would see them (pipes, files, `NO_COLOR`).

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// Names of lines in a summary.
pub const LABEL: Style = Style::new().bold();
/// What is less important.
pub const FAINT: Style = Style::new().dimmed();
/// What went well.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What went wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// Characters of a line that is shown whole.
const LONGEST: usize = 2000;

/// Text in a style.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Writes results.
///
/// # Errors
/// The stream takes no more.
pub fn say(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes what is not the result: errors and remarks. If even that fails there is nobody left to tell.
pub fn remark(text: &str) {
    let text: String = text.split_inclusive('\n').map(cut).collect();
    let _nobody_to_tell = anstream::stderr().lock().write_all(text.as_bytes());
}

/// A line that fills no screen: the beginning and the end of one that would, as names of 70,000 letters make it.
pub fn cut(line: &str) -> String {
    let count = line.chars().count();
    if count <= LONGEST {
        return line.to_owned();
    }
    let first: String = line.chars().take(LONGEST / 2).collect();
    let last: String = line.chars().skip(count - LONGEST / 4).collect();
    format!("{first} … {last}")
}

/// One line that says what went wrong.
pub fn complain(text: &str) {
    remark(&format!("{}: {text}\n", styled(BAD, "error")));
}
