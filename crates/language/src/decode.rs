//! Bytes to text.

use crate::limits;
use mainspring_definition::{Diagnostic, Span};

/// What an MCAP file begins with.
const RECORDING: &[u8] = b"\x89MCAP0\r\n";

/// The text that the bytes of a file hold; spans of the error have source 0.
///
/// # Errors
/// When the file is too large or is not UTF-8 text; the error says which byte is wrong.
pub fn decode(bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    decode_source(bytes, 0)
}

pub(crate) fn decode_source(bytes: Vec<u8>, source: u32) -> Result<String, Box<Diagnostic>> {
    let whole = Span { source, start: 0, end: 0 };
    if bytes.starts_with(RECORDING) {
        let finding = Diagnostic::error("E0002", Span::NOWHERE, "this is a recording, not a scene");
        return Err(Box::new(finding.help("`mainspring info`, `plot` and `report` read it; the scene is in it")));
    }
    if bytes.len() > limits::FILE_BYTES {
        let message = format!("the file has {} bytes; at most {} are read", bytes.len(), limits::FILE_BYTES);
        let finding = Diagnostic::error("E0004", whole, message);
        return Err(Box::new(
            finding.help("write what repeats with `for`, and take the rest from other files with `use`"),
        ));
    }
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count();
        let message = format!("the file is not UTF-8 text: line {line}, byte {} is wrong", at + 1);
        let help = if wide { "it looks like UTF-16: save it as UTF-8" } else { "save it as UTF-8" };
        Box::new(Diagnostic::error("E0002", Span::NOWHERE, message).help(help))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_place() {
        assert_eq!(decode(b"let a = 1".to_vec()).unwrap(), "let a = 1");
        let error = decode(b"let a\n = \xff".to_vec()).unwrap_err();
        assert_eq!(
            (error.code.as_str(), error.message.as_str()),
            ("E0002", "the file is not UTF-8 text: line 2, byte 10 is wrong")
        );
        let recording = decode(b"\x89MCAP0\r\n\xff".to_vec()).unwrap_err();
        assert_eq!(
            (recording.code.as_str(), recording.message.as_str()),
            ("E0002", "this is a recording, not a scene")
        );
        assert!(decode(vec![0xff, 0xfe, b'a', 0]).unwrap_err().help.unwrap().contains("UTF-16"));
    }
}
