//! Fenced blocks of Markdown files, for the commands of the README and everything in the book.

/// A fenced block.
#[derive(Debug, PartialEq)]
pub struct Block {
    /// what stands behind the opening fence
    pub mark: String,
    /// first line of its text, counted from 1
    pub line: usize,
    /// its text, each line ended
    pub text: String,
}

impl Block {
    /// The first word of the mark: `mech` of `mech,file=a.mech`.
    pub fn language(&self) -> &str {
        self.words().next().unwrap_or_default()
    }

    /// Whether a word stands behind the language.
    pub fn says(&self, word: &str) -> bool {
        self.words().skip(1).any(|w| w == word)
    }

    /// The value of `key=value` behind the language.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.words().skip(1).filter_map(|w| w.split_once('=')).find(|(k, _)| *k == key).map(|(_, value)| value)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.mark.split([',', ' ']).filter(|w| !w.is_empty())
    }

    /// The number of lines of its text.
    pub fn height(&self) -> usize {
        self.text.lines().count()
    }
}

/// Every fenced block, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (i, line) in text.lines().enumerate() {
        match (line.trim().strip_prefix("```"), open.take()) {
            (Some(mark), None) => {
                open = Some(Block { mark: mark.trim().to_owned(), line: i + 2, text: String::new() });
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_their_marks_lines_and_texts() {
        let found = blocks("# x\n```sh\nls\n```\ntext\n```mech,file=a.mech,wrong\n\nb\n```\n```\nplain\n```\n");
        let told: Vec<_> = found.iter().map(|b| (b.language(), b.line, b.text.as_str())).collect();
        assert_eq!(told, [("sh", 3, "ls\n"), ("mech", 7, "\nb\n"), ("", 11, "plain\n")]);
        assert_eq!(
            (found[1].value("file"), found[1].says("wrong"), found[1].says("mech")),
            (Some("a.mech"), true, false)
        );
        assert_eq!(found[1].height(), 2);
    }
}
