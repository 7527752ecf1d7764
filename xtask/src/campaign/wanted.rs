//! What `cargo xtask campaign` is asked for.

use super::method::Method;
use std::ops::Range;
use std::path::PathBuf;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub struct Wanted {
    /// names of families; none: all
    pub families: Vec<String>,
    pub seeds: Range<u64>,
    /// where the table goes, besides to the screen
    pub write: Option<PathBuf>,
    /// the program that runs scenes; none: the one that is built
    pub program: Option<PathBuf>,
    /// how many run at once; none: as many as there are cores
    pub threads: Option<usize>,
    /// on the clock, for one run, s
    pub limit: u64,
    /// not whether scenes finish, but whether they start alike in any order of their statements
    pub order: bool,
    /// not whether scenes finish, but whether they do the same when they are turned
    pub turned: bool,
    /// whether planar scenes are recorded and the overlap of their parts is measured
    pub overlap: bool,
    /// how contact is treated, whatever scenes say; none: as they say
    pub method: Option<Method>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            families: Vec::new(),
            seeds: 0..100,
            write: None,
            program: None,
            threads: None,
            limit: 60,
            order: false,
            turned: false,
            overlap: false,
            method: None,
        }
    }
}

impl Wanted {
    /// From the words after `campaign`; None for a word that is no option. The caller, who knows names, checks them.
    pub fn read(words: &[&str]) -> Option<Self> {
        let (mut wanted, mut stiffness) = (Self::default(), None);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--order" {
                wanted.order = true;
                continue;
            }
            if *word == "--turned" {
                wanted.turned = true;
                continue;
            }
            if *word == "--overlap" {
                wanted.overlap = true;
                continue;
            }
            let value = words.next()?;
            match *word {
                "--family" => wanted.families.extend(value.split(',').map(str::to_owned)),
                "--seeds" => wanted.seeds = range(value)?,
                "--write" => wanted.write = Some(value.into()),
                "--program" => wanted.program = Some(value.into()),
                "--limit" => wanted.limit = value.parse().ok()?,
                "--threads" => wanted.threads = Some(value.parse().ok()?),
                "--method" => wanted.method = Some(Method::read(value)?),
                "--stiffness" => stiffness = Some(value.parse().ok().filter(|k: &f64| *k > 0.0 && k.is_finite())?),
                _ => return None,
            }
        }
        if let Some(stiffness) = stiffness {
            let Some(Method::Penalty { .. }) = wanted.method else { return None };
            wanted.method = Some(Method::Penalty { stiffness });
        }
        Some(wanted)
    }

    /// How many scenes run at once.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Whether a family is run.
    pub fn wants(&self, family: &str) -> bool {
        self.families.is_empty() || self.families.iter().any(|name| name == family)
    }
}

/// From `3..7` (3 to 6), or `7` alone.
fn range(text: &str) -> Option<Range<u64>> {
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (from.parse().ok()?, to.parse().ok()?),
        None => {
            let one: u64 = text.parse().ok()?;
            (one, one.checked_add(1)?)
        }
    };
    (from < to).then_some(from..to)
}
