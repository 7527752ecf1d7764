//! Numbers that look random and are the same for the same seed, on every machine.

/// SplitMix64 (Steele, Lea and Flood 2014). Whatever it gives is rounded to few digits, so that scenes can be read.
pub struct Dice(u64);

impl Dice {
    /// The dice of one scene: seeds of two families have nothing in common.
    pub fn new(family: &str, seed: u64) -> Self {
        // FNV-1a
        let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let name = family.bytes().fold(0xcbf2_9ce4_8422_2325, mixed);
        let mut dice = Self(name ^ seed.wrapping_mul(0xd134_2543_de82_ef95));
        dice.next();
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        b ^ (b >> 31)
    }

    /// From 0 up to, not including, 1.
    fn roll(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True in this share of all cases.
    pub fn chance(&mut self, share: f64) -> bool {
        self.roll() < share
    }

    /// One of 0 … n − 1.
    pub fn index(&mut self, n: usize) -> usize {
        ((self.roll() * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// One of low … high, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.index(high - low + 1)
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.index(choices.len())]
    }

    /// Between two numbers, with four digits.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let size = low.abs().max(high.abs());
        let decimals = [1000.0, 100.0, 10.0, 1.0, 0.1].iter().position(|bound| size >= *bound).unwrap_or(5);
        rounded(low + (high - low) * self.roll(), decimals)
    }

    /// A length in whole tenths of a millimetre, m.
    pub fn length(&mut self, low: f64, high: f64) -> f64 {
        rounded(low + (high - low) * self.roll(), 4)
    }

    /// Mostly 0, else a length.
    pub fn gap(&mut self, none: f64, low: f64, high: f64) -> f64 {
        if self.chance(none) { 0.0 } else { self.length(low, high) }
    }

    /// Whole degrees, or tenths of one.
    pub fn degrees(&mut self, low: f64, high: f64) -> f64 {
        rounded(low + (high - low) * self.roll(), 1)
    }

    /// Either this number or its negative.
    pub fn signed(&mut self, x: f64) -> f64 {
        if self.chance(0.5) { x } else { -x }
    }
}

/// The nearest number with so many decimals.
pub fn rounded(x: f64, decimals: usize) -> f64 {
    // what is written is read as the number nearest to it, which makes sums of them short to write again
    format!("{x:.decimals$}").parse().unwrap_or(x)
}

/// The same number without the last digits that sums leave behind; all digits of any other.
pub fn tidy(x: f64) -> f64 {
    let short = rounded(x, 10);
    // -0 is read like any other number but looks like a mistake
    if short == 0.0 && x.abs() < 1e-15 {
        0.0
    } else if (short - x).abs() < 1e-15 * x.abs().max(1.0) {
        short
    } else {
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_for_ever() {
        let mut dice = Dice::new("row", 7);
        let mut again = Dice::new("row", 7);
        let first: Vec<u64> = (0..8).map(|_| dice.next()).collect();
        assert_eq!(first, (0..8).map(|_| again.next()).collect::<Vec<_>>());
        assert_ne!(first[0], Dice::new("row", 8).next());
        assert_ne!(first[0], Dice::new("arms", 7).next());
        // published with the generator, for a state of 1234567
        assert_eq!(Dice(1_234_567).next(), 6_457_827_717_110_365_317);
    }

    #[test]
    fn numbers_stay_within_their_bounds_and_are_short() {
        let mut dice = Dice::new("bounds", 0);
        for _ in 0..1000 {
            let x = dice.between(0.2, 6.0);
            assert!((0.2..=6.0).contains(&x) && x.to_string().len() <= 5, "{x}");
            assert!((2..=5).contains(&dice.count(2, 5)));
            let y = dice.length(0.01, 0.02);
            assert!((0.01..=0.02).contains(&y) && y.to_string().len() <= 6, "{y}");
        }
    }
}
