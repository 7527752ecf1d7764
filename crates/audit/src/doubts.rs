//! The list of doubts: one for each measure and those it is about, with its worst moment.

use crate::tolerances::SHOWN_DIGITS;
use mainspring_record::Doubt;

/// Doubts told one by one; a run that has more is wrong all over, and the rest are only counted.
const MOST: usize = 50;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// a part inside another
    Overlap,
    /// a joint whose sides are apart
    Joint,
    /// a joint beyond its stop
    Stop,
    /// gears that have slipped
    Gear,
    /// a prescribed motion that is elsewhere
    Drive,
    /// energy that does not balance
    Energy,
    /// the same, by more than was ever exchanged: fixed steps that are too long
    Divergence,
    /// friction or a damper that gives energy
    Dissipation,
    /// stepped contacts that give energy
    Gain,
    /// a state that projection had to move far
    Projection,
}

impl Measure {
    /// In one word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Overlap => "overlap",
            Self::Joint => "joint",
            Self::Stop => "stop",
            Self::Gear => "gear",
            Self::Drive => "drive",
            Self::Energy | Self::Divergence => "energy",
            Self::Dissipation => "dissipation",
            Self::Gain => "gain",
            Self::Projection => "projection",
        }
    }
}

/// Something measured that is more than it may be.
pub struct Excess<'a> {
    pub measure: Measure,
    pub who: &'a [&'a str],
    pub amount: f64,
    pub allowed: f64,
    pub unit: &'static str,
}

/// Whether an amount is more than is allowed; what is no number is.
pub fn exceeds(amount: f64, allowed: f64) -> bool {
    amount > allowed || amount.is_nan()
}

/// Adds an excess to the list, or to the doubt of the same measure and parts.
pub fn note(doubts: &mut Vec<Doubt>, time: f64, excess: &Excess<'_>) {
    let Excess { measure, who, amount, allowed, unit } = *excess;
    let word = measure.word();
    let same =
        doubts.iter_mut().find(|d| d.measure == word && d.who.iter().map(String::as_str).eq(who.iter().copied()));
    if let Some(doubt) = same {
        doubt.since = doubt.since.min(time);
        if amount > doubt.worst {
            (doubt.worst, doubt.worst_at, doubt.allowed) = (amount, time, allowed);
            doubt.text = sentence(excess);
        }
        return;
    }
    if doubts.len() < MOST {
        let who: Vec<String> = who.iter().map(|&name| name.to_owned()).collect();
        let text = sentence(excess);
        let measure = word.to_owned();
        let unit = unit.to_owned();
        doubts.push(Doubt { measure, who, since: time, worst: amount, worst_at: time, allowed, unit, text });
    }
}

fn sentence(excess: &Excess<'_>) -> String {
    let Excess { measure, who, amount, unit, .. } = *excess;
    let first = who.first().copied().unwrap_or_default();
    let last = who.last().copied().unwrap_or_default();
    let much = format!("{} {unit}", figure(amount));
    match measure {
        Measure::Overlap => format!("`{first}` is {much} inside `{last}`"),
        Measure::Joint => format!("the sides of `{first}` are {much} apart"),
        Measure::Stop => format!("`{first}` is {much} beyond its stop"),
        Measure::Gear => format!("`{first}` has slipped by {much}"),
        Measure::Drive => format!("`{first}` is {much} from what is prescribed"),
        Measure::Energy => format!("the energy balance is off by {much}"),
        Measure::Divergence => {
            format!(
                "the motion diverges, its steps are too long: the energy balance is off by {much}, more than was exchanged"
            )
        }
        Measure::Dissipation => format!("friction or damping of `{first}` gave {much} instead of taking it"),
        Measure::Gain => format!("stepped contacts gave back {much} of what they had taken"),
        Measure::Projection => format!("a step ended {} of its size off the joints and contacts", figure(amount)),
    }
}

/// A number in three digits.
fn figure(x: f64) -> String {
    if !(0.1..1e4).contains(&x.abs()) {
        return format!("{x:.SHOWN_DIGITS$e}");
    }
    let whole = [1.0, 10.0, 100.0].iter().filter(|power| x.abs() >= **power).count();
    format!("{x:.*}", (SHOWN_DIGITS + 1).saturating_sub(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        let shown = [0.0456, 0.1234, 2.804, 83.74, 512.3, 9999.0, 12345.6, 3e-9, -1.5].map(figure);
        assert_eq!(shown, ["4.56e-2", "0.123", "2.80", "83.7", "512", "9999", "1.23e4", "3.00e-9", "-1.50"]);
    }

    #[test]
    fn one_doubt_is_kept_for_each_measure_and_those_it_is_about() {
        let mut doubts = Vec::new();
        let mut tell = |time: f64, measure: Measure, who: &[&str], amount: f64| {
            note(&mut doubts, time, &Excess { measure, who, amount, allowed: 0.5, unit: "m" });
        };
        tell(1.0, Measure::Overlap, &["a", "b"], 2.0);
        tell(2.0, Measure::Overlap, &["a", "b"], 3.0);
        tell(3.0, Measure::Overlap, &["a", "b"], 1.0);
        tell(3.0, Measure::Overlap, &["a", "c"], 1.0);
        tell(4.0, Measure::Joint, &["j"], f64::NAN);
        assert_eq!(doubts.len(), 3);
        assert_eq!((doubts[0].since, doubts[0].worst, doubts[0].worst_at), (1.0, 3.0, 2.0));
        assert_eq!(doubts[0].text, "`a` is 3.00 m inside `b`");
        for i in 0..2 * MOST {
            note(
                &mut doubts,
                5.0,
                &Excess { measure: Measure::Gear, who: &[&i.to_string()], amount: 1.0, allowed: 0.0, unit: "m" },
            );
        }
        assert_eq!(doubts.len(), MOST);
    }
}
