//! How numbers of a sweep follow from dimensions that may differ.
//!
//! A study over ranges of dimensions must know every number of the drawing for all their values, and not by trying some. So
//! sums, products and quotients are kept beside the values they give, once the options name `let` lines as dimensions.
//! Sums of multiples are kept as such, which is exact for ranges too and does not grow. What else is done to a dimension
//! (`sqrt`, `min`, the condition of an `if`, an angle) is noted with its place, to be told when such a number is asked for.

use super::exact::Exact;
use mainspring_definition::Span;
use std::sync::Arc;

/// How a number follows from dimensions; `None` where it does not.
pub type Follows = Option<Arc<Formula>>;

/// A number by the dimensions it is made of, each in the unit of its own line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// a constant and multiples of dimensions
    Linear {
        /// what is added to the multiples
        constant: Exact,
        /// dimensions, rising, and their factors
        slopes: Vec<(usize, Exact)>,
    },
    /// two numbers put together
    Of {
        /// what is done
        operation: Operation,
        /// to what
        parts: [Arc<Formula>; 2],
        /// operations one in another
        depth: usize,
    },
    /// in a way that only single values go through
    Lost(Loss),
}

/// What is done to two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// a + b
    Plus,
    /// a·b
    Times,
    /// a/b
    Over,
}

/// Where the way from a dimension to a number is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// what was done to it
    pub span: Span,
    /// why that is no way for a range
    pub why: String,
}

/// Operations one in another that are kept.
const DEPTH: usize = 200;

/// A rational and how it follows from dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// the number
    pub value: Exact,
    /// how it follows
    pub follows: Follows,
}

impl Loss {
    /// What follows no longer, and why.
    #[must_use]
    pub fn follows(span: Span, why: impl Into<String>) -> Follows {
        Some(Arc::new(Formula::Lost(Self { span, why: why.into() })))
    }
}

impl From<Exact> for Traced {
    fn from(value: Exact) -> Self {
        Self { value, follows: None }
    }
}

fn linear(constant: Exact, slopes: Vec<(usize, Exact)>) -> Follows {
    let slopes: Vec<_> = slopes.into_iter().filter(|(_, slope)| !slope.is_zero()).collect();
    if slopes.is_empty() { None } else { Some(Arc::new(Formula::Linear { constant, slopes })) }
}

/// a + b of multiples of dimensions, both rising.
fn merged(a: &[(usize, Exact)], b: &[(usize, Exact)]) -> Vec<(usize, Exact)> {
    let mut all = a.to_vec();
    for (dimension, slope) in b {
        match all.binary_search_by_key(dimension, |(d, _)| *d) {
            Ok(at) => all[at].1 += slope,
            Err(at) => all.insert(at, (*dimension, slope.clone())),
        }
    }
    all
}

impl Formula {
    fn depth(&self) -> usize {
        if let Self::Of { depth, .. } = self { *depth } else { 0 }
    }

    /// A dimension in its own unit, times a factor.
    #[must_use]
    pub fn dimension(dimension: usize, factor: Exact) -> Follows {
        linear(Exact::ZERO, vec![(dimension, factor)])
    }
}

impl Traced {
    fn term(&self) -> Arc<Formula> {
        let constant = || Arc::new(Formula::Linear { constant: self.value.clone(), slopes: Vec::new() });
        self.follows.clone().unwrap_or_else(constant)
    }

    fn joined(operation: Operation, a: &Self, b: &Self) -> Follows {
        let (a, b) = (a.term(), b.term());
        for part in [&a, &b] {
            if let Formula::Lost(_) = **part {
                return Some(Arc::clone(part));
            }
        }
        let depth = 1 + a.depth().max(b.depth());
        if depth > DEPTH {
            return Loss::follows(Span::NOWHERE, format!("more than {DEPTH} operations, one in another"));
        }
        Some(Arc::new(Formula::Of { operation, parts: [a, b], depth }))
    }

    /// a + b.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let value = &self.value + &other.value;
        if self.follows.is_none() && other.follows.is_none() {
            return value.into();
        }
        let follows = match (&*self.term(), &*other.term()) {
            (Formula::Linear { constant: a, slopes: s }, Formula::Linear { constant: b, slopes: t }) => {
                linear(a + b, merged(s, t))
            }
            _ => Self::joined(Operation::Plus, self, other),
        };
        Self { value, follows }
    }

    /// −a.
    #[must_use]
    pub fn negated(&self) -> Self {
        self.times(&(-Exact::ONE).into())
    }

    /// Times a number that follows from nothing.
    fn scaled(&self, factor: &Exact) -> Follows {
        match self.follows.as_deref()? {
            Formula::Linear { constant, slopes } => {
                linear(constant * factor, slopes.iter().map(|(d, slope)| (*d, slope * factor)).collect())
            }
            _ => Self::joined(Operation::Times, self, &factor.clone().into()),
        }
    }

    /// a·b.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let follows = match (&self.follows, &other.follows) {
            (None, None) => None,
            (Some(_), None) => self.scaled(&other.value),
            (None, Some(_)) => other.scaled(&self.value),
            (Some(_), Some(_)) => Self::joined(Operation::Times, self, other),
        };
        Self { value: &self.value * &other.value, follows }
    }

    /// a/b; None by zero.
    #[must_use]
    pub fn over(&self, other: &Self) -> Option<Self> {
        if other.value.is_zero() {
            return None;
        }
        let follows = match (&self.follows, &other.follows) {
            (None, None) => None,
            (_, None) => self.scaled(&(Exact::ONE / &other.value)),
            _ => Self::joined(Operation::Over, self, other),
        };
        Some(Self { value: &self.value / &other.value, follows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(formula: &Formula, values: &[Exact]) -> Exact {
        match formula {
            Formula::Linear { constant, slopes } => {
                slopes.iter().fold(constant.clone(), |sum, (d, slope)| sum + slope * &values[*d])
            }
            Formula::Of { operation, parts: [a, b], .. } => {
                let (a, b) = (at(a, values), at(b, values));
                match operation {
                    Operation::Plus => a + b,
                    Operation::Times => a * b,
                    Operation::Over => a / b,
                }
            }
            Formula::Lost(loss) => panic!("{}", loss.why),
        }
    }

    #[test]
    fn formulas_give_the_value_and_others() {
        let x = Traced { value: Exact::from(3), follows: Formula::dimension(0, Exact::ONE) };
        let y = Traced { value: Exact::from(5), follows: Formula::dimension(1, Exact::ONE) };
        let two: Traced = Exact::from(2).into();
        // (2x − y)/(x + 2) + x·y
        let whole = two.times(&x).plus(&y.negated()).over(&x.plus(&two)).unwrap().plus(&x.times(&y));
        assert_eq!(at(whole.follows.as_ref().unwrap(), &[Exact::from(3), Exact::from(5)]), whole.value);
        let other = Exact::from(14 - 11) / Exact::from(9) + Exact::from(77);
        assert_eq!(at(whole.follows.as_ref().unwrap(), &[Exact::from(7), Exact::from(11)]), other);
        // sums of multiples do not grow, and what cancels is gone
        let sum = (0..500).fold(two.clone(), |sum, _| sum.plus(&x).plus(&y.negated()));
        assert!(matches!(sum.follows.as_deref(), Some(Formula::Linear { slopes, .. }) if slopes.len() == 2));
        assert_eq!(x.plus(&x.negated()).follows, None);
        assert_eq!(x.times(&Exact::ZERO.into()).follows, None);
    }

    #[test]
    fn what_is_lost_stays_lost_and_chains_end() {
        let lost = Traced { value: Exact::ONE, follows: Loss::follows(Span::NOWHERE, "it is rounded") };
        let x = Traced { value: Exact::from(3), follows: Formula::dimension(0, Exact::ONE) };
        for made in [lost.plus(&x), x.times(&lost), lost.negated(), x.over(&lost).unwrap()] {
            assert!(matches!(made.follows.as_deref(), Some(Formula::Lost(loss)) if loss.why == "it is rounded"));
        }
        let deep = (0..=DEPTH).fold(x.clone(), |power, _| power.times(&x));
        assert!(matches!(deep.follows.as_deref(), Some(Formula::Lost(loss)) if loss.why.contains("200")));
    }
}
