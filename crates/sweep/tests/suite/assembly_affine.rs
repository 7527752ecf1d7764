//! Numbers over boxes of dimensions: no value of the box lies outside of what they say.

use crate::given;

use given::ratio;
use mainspring_sweep::Rational;
use mainspring_sweep::assembly::{Affine, Scalar};
use proptest::prelude::*;

/// A small program over two dimensions: each step combines two earlier numbers.
fn run<S: Scalar>(values: &[S], steps: &[(u8, usize, usize)]) -> Option<S> {
    let mut numbers: Vec<S> = values.to_vec();
    numbers.push(S::number(ratio(3, 7)));
    for &(what, a, b) in steps {
        let (a, b) = (numbers[a % numbers.len()].clone(), numbers[b % numbers.len()].clone());
        numbers.push(match what % 4 {
            0 => a.plus(&b),
            1 => a.minus(&b),
            2 => a.times(&b),
            _ => a.over(&b)?,
        });
    }
    numbers.pop()
}

proptest! {
    #[test]
    fn every_value_is_held(
        middles in prop::array::uniform2(-40i64..40), widths in prop::array::uniform2(0i64..10),
        at in prop::array::uniform2(-8i64..=8), steps in prop::collection::vec((0u8..4, 0usize..9, 0usize..9), 1..7),
    ) {
        let mut boxes = Vec::new();
        let mut values = Vec::new();
        for k in 0..2 {
            let (middle, half) = (ratio(middles[k], 10), ratio(widths[k], 40));
            boxes.push(Affine::dimension(k, &(&middle - &half), &(&middle + &half)));
            values.push(&middle + half * ratio(at[k], 8));
        }
        if let Some(held) = run(&boxes, &steps) {
            // where no divisor of the box may be 0, none is
            let value: Rational = run(&values, &steps).expect("no divisor is 0");
            let (lo, hi) = held.range();
            prop_assert!(lo <= value && value <= hi);
            if widths == [0, 0] {
                prop_assert!(lo == value && hi == value);
            }
        }
    }
}

#[test]
fn what_cancels_cancels() {
    let x = Affine::dimension(0, &ratio(1, 1), &ratio(2, 1));
    let raised = x.plus(&Affine::number(ratio(1, 3)));
    let (lo, hi) = raised.minus(&x).range();
    assert_eq!((lo, hi), (ratio(1, 3), ratio(1, 3)));
    assert!(Affine::number(ratio(1, 1)).over(&x.minus(&Affine::number(ratio(3, 2)))).is_none());
}
