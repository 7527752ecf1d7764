//! The sign of a number: what every decision of the sweep comes down to.

use std::cmp::Ordering;

/// Below, at or above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Below zero.
    Minus,
    /// Exactly zero.
    Zero,
    /// Above zero.
    Plus,
}

impl Sign {
    /// The sign of the negated number.
    pub fn flip(self) -> Self {
        match self {
            Self::Minus => Self::Plus,
            Self::Zero => Self::Zero,
            Self::Plus => Self::Minus,
        }
    }

    /// The sign of a product.
    pub fn times(self, other: Self) -> Self {
        match self {
            Self::Minus => other.flip(),
            Self::Zero => Self::Zero,
            Self::Plus => other,
        }
    }

    /// −1, 0 or 1.
    pub fn number(self) -> i64 {
        match self {
            Self::Minus => -1,
            Self::Zero => 0,
            Self::Plus => 1,
        }
    }

    /// The sign of `a − b` where `order` is how `a` stands to `b`.
    pub fn of_order(order: Ordering) -> Self {
        match order {
            Ordering::Less => Self::Minus,
            Ordering::Equal => Self::Zero,
            Ordering::Greater => Self::Plus,
        }
    }

    /// How the number stands to zero.
    pub fn order(self) -> Ordering {
        self.number().cmp(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::Sign;

    #[test]
    fn signs_multiply_as_numbers_do() {
        for a in [Sign::Minus, Sign::Zero, Sign::Plus] {
            assert_eq!(a.flip().number(), -a.number());
            assert_eq!(Sign::of_order(a.order()), a);
            for b in [Sign::Minus, Sign::Zero, Sign::Plus] {
                assert_eq!(a.times(b).number(), a.number() * b.number());
            }
        }
    }
}
