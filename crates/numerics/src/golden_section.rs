//! The golden section: a low place of a function is closed in on by one value a step.

/// (√5 − 1)/2, to the nearest float.
pub const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// (√5 − 1)/2, the float below: searches for switching times use it, and their bits must not change.
pub const GOLDEN_BELOW: f64 = 0.618_033_988_749_894_8;

/// A bracket around a low place, with two inner points that divide it by the golden section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoldenSection {
    /// ends of the bracket
    pub low: f64,
    /// ends of the bracket
    pub high: f64,
    /// the inner point nearer to `low`, and the value there
    pub near: (f64, f64),
    /// the inner point nearer to `high`, and the value there
    pub far: (f64, f64),
    ratio: f64,
}

impl GoldenSection {
    /// A bracket of which `f` has been asked at its two inner points; `ratio` is [`GOLDEN`] or [`GOLDEN_BELOW`].
    #[inline]
    #[must_use]
    pub fn new(low: f64, high: f64, ratio: f64, f: &mut impl FnMut(f64) -> f64) -> Self {
        let (x, y) = (high - ratio * (high - low), low + ratio * (high - low));
        Self { low, high, near: (x, f(x)), far: (y, f(y)), ratio }
    }

    /// Leaves out the side behind the higher of the inner values, `low` where they are equal or no numbers.
    #[inline]
    pub fn narrow(&mut self, f: &mut impl FnMut(f64) -> f64) {
        if self.near.1 < self.far.1 {
            (self.high, self.far) = (self.far.0, self.near);
            let x = self.high - self.ratio * (self.high - self.low);
            self.near = (x, f(x));
        } else {
            (self.low, self.near) = (self.near.0, self.far);
            let y = self.low + self.ratio * (self.high - self.low);
            self.far = (y, f(y));
        }
    }
}

/// The least value of a function with one low place, after `steps` steps.
#[inline]
#[must_use]
pub fn least_value(low: f64, high: f64, steps: u32, mut f: impl FnMut(f64) -> f64) -> f64 {
    let mut section = GoldenSection::new(low, high, GOLDEN, &mut f);
    for _ in 0..steps {
        section.narrow(&mut f);
    }
    section.near.1.min(section.far.1)
}

/// A place in (a, b) where `g`, positive at both ends with one dip between them, is no longer positive, if there is one.
#[inline]
#[must_use]
pub fn dip_to_zero(a: f64, b: f64, mut g: impl FnMut(f64) -> f64) -> Option<f64> {
    let mut section = GoldenSection::new(a, b, GOLDEN_BELOW, &mut g);
    for _ in 0..DIP_STEPS {
        if section.near.1 <= 0.0 {
            return Some(section.near.0);
        }
        if section.far.1 <= 0.0 {
            return Some(section.far.0);
        }
        section.narrow(&mut g);
    }
    None
}

/// Steps after which a dip that is still positive counts as one that stays so: the bracket is then 3e-13 of what it was.
const DIP_STEPS: u32 = 60;
