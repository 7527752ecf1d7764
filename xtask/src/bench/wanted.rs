//! What `cargo xtask bench` is asked for.

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// scenes in which parts touch, not mechanisms
    pub contact: bool,
    /// many parts that touch, not mechanisms
    pub crowds: bool,
    /// actuator arrays, not mechanisms
    pub fields: bool,
    /// the exact sweep, not mechanisms
    pub sweep: bool,
    /// few rungs of ours, and ours alone unless engines are named
    pub quick: bool,
    /// names of mechanisms or scenes; none: all
    pub only: Vec<String>,
    /// names of engines; none: all
    pub engines: Vec<String>,
}

impl Wanted {
    /// From the words after `bench`; None for a word that is no option. Names are checked by the caller, who knows them.
    pub fn read(words: &[&str]) -> Option<Self> {
        let mut wanted = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let list = |text: &&str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
            match *word {
                "contact" => wanted.contact = true,
                "crowds" => wanted.crowds = true,
                "fields" => wanted.fields = true,
                "sweep" => wanted.sweep = true,
                "--quick" => wanted.quick = true,
                "--only" => wanted.only = list(words.next()?),
                "--engines" => wanted.engines = list(words.next()?),
                _ => return None,
            }
        }
        Some(wanted)
    }

    /// Whether a mechanism or scene is run.
    pub fn runs(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// Whether an engine is measured.
    pub fn wants(&self, engine: &str) -> bool {
        match self.engines.as_slice() {
            [] => !self.quick || engine == "ours",
            named => named.iter().any(|e| e == engine),
        }
    }
}
