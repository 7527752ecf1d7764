//! How contact is treated in the scenes of a campaign, whatever they say themselves.

/// Of springs in place of contacts unless another is given, N/m. Parts weigh grams to a kilogram: their weight presses them in
/// by a hundredth of a millimetre at most, a blow at one metre a second by a millimetre.
const STIFFNESS: f64 = 1e6;

/// A method of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    Event,
    Stepping,
    /// springs of so many N/m, damped by the restitution of each pair
    Penalty {
        stiffness: f64,
    },
}

impl Method {
    /// From its word in the language.
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "event" => Some(Self::Event),
            "stepping" => Some(Self::Stepping),
            "penalty" => Some(Self::Penalty { stiffness: STIFFNESS }),
            _ => None,
        }
    }

    /// A scene of the campaign, each statement on a line, under this method.
    pub fn of(self, text: &str) -> String {
        let own = |line: &&str| line.starts_with("method ");
        let kept: Vec<&str> = text.lines().filter(|line| !own(line)).collect();
        format!("{}\n{}\n", kept.join("\n"), self.statement())
    }

    fn statement(self) -> String {
        match self {
            Self::Event => "method event".to_owned(),
            Self::Stepping => "method stepping".to_owned(),
            Self::Penalty { stiffness } => format!("method penalty {{ stiffness = {stiffness:e} N/m }}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_has_the_method_that_is_asked_for_and_no_other() {
        let soft = Method::read("penalty").unwrap();
        let of = |text: &str| soft.of(text).lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            of("space planar\nrun 1 s\n"),
            ["space planar", "run 1 s", "method penalty { stiffness = 1e6 N/m }"]
        );
        assert_eq!(of("method stepping\nrun 1 s\n"), ["run 1 s", "method penalty { stiffness = 1e6 N/m }"]);
        assert_eq!(Method::read("event").unwrap().of("run 1 s\n"), "run 1 s\nmethod event\n");
        assert_eq!(Method::read("magic"), None);
    }
}
