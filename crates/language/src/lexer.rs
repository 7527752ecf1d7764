//! Text to tokens, every byte kept.

use crate::limits;
use crate::syntax::SyntaxKind;
use logos::Logos;

/// A token that is not white space or comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub kind: SyntaxKind,
    /// index into all tokens
    pub at: u32,
    pub start: u32,
    pub end: u32,
    /// first of its line
    pub first: bool,
}

/// All tokens of a text, and the significant ones once more with what the parser asks about them.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// kind and end of every token, trivia included
    pub all: Vec<(SyntaxKind, u32)>,
    pub lexemes: Vec<Lexeme>,
}

/// Reads all tokens; None when there are more than [`limits::TOKENS`].
pub(crate) fn lex(text: &str) -> Option<Lexed> {
    let mut lexed = Lexed::default();
    let mut first = true;
    for (result, range) in SyntaxKind::lexer(text).spanned() {
        let piece = &text[range.clone()];
        let kind = match result {
            Ok(kind) => kind,
            Err(()) if piece.starts_with("/*") => SyntaxKind::UnclosedComment,
            Err(()) => SyntaxKind::Unknown,
        };
        let end = u32::try_from(range.end).ok()?;
        // a run of stray characters is one mistake
        if kind == SyntaxKind::Unknown
            && let Some((SyntaxKind::Unknown, last_end)) = lexed.all.last_mut()
            && let Some(lexeme) = lexed.lexemes.last_mut()
        {
            *last_end = end;
            lexeme.end = end;
            continue;
        }
        if lexed.all.len() >= limits::TOKENS {
            return None;
        }
        if kind.is_trivia() {
            first |= piece.contains('\n') && kind != SyntaxKind::LineComment;
        } else {
            let at = u32::try_from(lexed.all.len()).ok()?;
            lexed.lexemes.push(Lexeme { kind, at, start: u32::try_from(range.start).ok()?, end, first });
            first = false;
        }
        lexed.all.push((kind, end));
    }
    Some(lexed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use SyntaxKind::*;

    fn kinds(text: &str) -> Vec<SyntaxKind> {
        lex(text).unwrap().lexemes.iter().map(|l| l.kind).collect()
    }

    #[test]
    fn numbers_stop_before_ranges_and_units() {
        assert_eq!(kinds("0..4"), [Number, DotDot, Number]);
        assert_eq!(kinds("0..=4"), [Number, DotDotEqual, Number]);
        assert_eq!(kinds("1.5e-3mm"), [Number, Word]);
        assert_eq!(kinds("2em"), [Number, Word]);
        assert_eq!(kinds("1_000"), [Number]);
    }

    #[test]
    fn every_byte_is_in_some_token() {
        for text in ["a /* b */ c // d\n", "\"x", "\"a\\\"", "\"a\\", "/* open", "\u{feff}a\r\nb", "é\0≤x", "°", "…"]
        {
            let lexed = lex(text).unwrap();
            assert_eq!(lexed.all.last().unwrap().1 as usize, text.len(), "{text:?}");
            let mut at = 0;
            for (_, end) in lexed.all {
                assert!(text.get(at..end as usize).is_some_and(|t| !t.is_empty()), "{text:?}");
                at = end as usize;
            }
        }
        assert_eq!(kinds("/* open"), [UnclosedComment]);
        assert_eq!(kinds("\"x\ny"), [UnclosedText, Word]);
        assert_eq!(kinds("\"x\\\"\""), [Text]);
        assert_eq!(kinds("µm"), [Word]);
    }
}
