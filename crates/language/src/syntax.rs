//! The kinds of tokens and nodes of the lossless tree, and the tree's types.

use logos::Logos;
use mainspring_definition::{STATEMENTS, StatementForm};

/// Writes the enum once and a table of all kinds next to it, so that raw kinds turn back without `unsafe`.
macro_rules! kinds {
    ($( $(#[$attribute:meta])* $name:ident, )*) => {
        /// What a token or a node of the tree is.
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each kind is named after what it holds")]
        pub enum SyntaxKind {
            $( $(#[$attribute])* $name, )*
            /// a statement that begins with a word
            Statement(StatementForm),
        }

        /// The kinds without statements, numbered.
        #[derive(Clone, Copy)]
        #[repr(u16)]
        enum Ordinal { $( $name, )* }

        const PLAIN: &[SyntaxKind] = &[ $( SyntaxKind::$name, )* ];

        impl SyntaxKind {
            /// The number of a kind in the tree: plain kinds first, then statements.
            fn number(self) -> usize {
                match self {
                    $( Self::$name => Ordinal::$name as usize, )*
                    Self::Statement(form) => PLAIN.len() + form as usize,
                }
            }
        }
    };
}

kinds! {
    // trivia; a byte-order mark counts as white space so that offsets stay those of the file
    #[regex(r"[ \t\r\n\x0c\u{feff}]+")]
    Whitespace,
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    #[token("/*", block_comment)]
    BlockComment,

    // literals and names
    #[regex(r"[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?")]
    Number,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Text,
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#)]
    UnclosedText,
    #[regex(r"[\p{XID_Start}_][\p{XID_Continue}]*")]
    Word,

    // punctuation
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token("..=")]
    DotDotEqual,
    #[token("->")]
    Arrow,
    #[token("=")]
    Equal,
    #[token("==")]
    EqualEqual,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("^")]
    Caret,
    #[token("&")]
    Ampersand,
    UnclosedComment,
    Unknown,
    // past the last token; never in a tree
    End,

    // lists
    Root,
    Block,
    Options,
    LaterBlock,
    // the steps of a script or of a loop in it
    Steps,

    // items of blocks that begin with no word of their own
    LaterItem,
    // one step of a script
    Step,
    // `name = value`, also in option blocks; `name` alone; `name { … }`
    Field,
    Flag,
    Nested,

    // pieces of statements
    Declarator,
    Index,
    Parameters,
    Parameter,
    Value,
    Clause,
    // `again:` and `when … -> again` in a script
    Label,
    Exit,
    Error,

    // expressions
    NumberExpr,
    TextExpr,
    BoolExpr,
    PathExpr,
    ParenExpr,
    TupleExpr,
    ListExpr,
    CallExpr,
    // `contact(a, b).force.x`; `ball.touches(floor)`
    MemberExpr,
    AskExpr,
    Argument,
    UnaryExpr,
    BinaryExpr,
    RangeExpr,
    IfExpr,
    UnitExpr,
    Unit,
}

/// Ends a block comment at `*/`, linear in its length; without an end it takes the rest of the text.
fn block_comment(lexer: &mut logos::Lexer<'_, SyntaxKind>) -> logos::FilterResult<(), ()> {
    match lexer.remainder().find("*/") {
        Some(at) => {
            lexer.bump(at + 2);
            logos::FilterResult::Emit(())
        }
        None => {
            lexer.bump(lexer.remainder().len());
            logos::FilterResult::Error(())
        }
    }
}

impl SyntaxKind {
    /// White space and comments.
    #[must_use]
    pub fn is_trivia(self) -> bool {
        self <= Self::BlockComment
    }

    /// A statement or an item of a block.
    #[must_use]
    pub fn is_item(self) -> bool {
        matches!(self, Self::Statement(_) | Self::LaterItem | Self::Step | Self::Field | Self::Flag | Self::Nested)
    }

    /// A node that stands for a value.
    #[must_use]
    pub fn is_expression(self) -> bool {
        (Self::NumberExpr..=Self::UnitExpr).contains(&self) && self != Self::Argument
    }
}

impl From<SyntaxKind> for rowan::SyntaxKind {
    fn from(kind: SyntaxKind) -> Self {
        // some hundred kinds
        Self(u16::try_from(kind.number()).unwrap_or(u16::MAX))
    }
}

/// The scene language, for the tree library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mech {}

impl rowan::Language for Mech {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        let number = usize::from(raw.0);
        let statement = || STATEMENTS.get(number - PLAIN.len()).map(|entry| SyntaxKind::Statement(entry.form));
        PLAIN.get(number).copied().or_else(statement).unwrap_or(SyntaxKind::Error)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        kind.into()
    }
}

/// A node of the lossless tree.
pub type Node = rowan::SyntaxNode<Mech>;
/// A token of the lossless tree.
pub type Token = rowan::SyntaxToken<Mech>;
/// A node or a token.
pub type Element = rowan::SyntaxElement<Mech>;
