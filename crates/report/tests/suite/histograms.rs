//! Histograms: bins by the rule, every value counted once, bars as high as the counts.

use mainspring_report::{Histogram, Sample};
use proptest::prelude::*;
use roxmltree::Document;

fn sample(values: Vec<f64>) -> Sample {
    Sample { name: "x".to_owned(), unit: "m".to_owned(), values }
}

#[test]
fn evenly_spread_values_fill_the_bins_of_the_rule() {
    // n = 1000 over a range of 1: half of them lie within 0.5, bins are 2·0.5/10 = 0.1 wide
    let bins = sample((0..1000).map(|i| f64::from(i) / 999.0).collect()).bins();
    assert_eq!(bins.len(), 10);
    assert!(bins.iter().all(|b| b.count == 100), "{bins:?}");
    assert!(bins.windows(2).all(|w| w[0].to == w[1].from));
}

#[test]
fn the_time_of_an_oscillator_is_spent_at_its_turning_points() {
    // x = sin φ with φ even: P(a < x < b) = (asin b − asin a)/π
    let n = 36_000;
    let phase = |i: u32| (f64::from(i) + 0.5) / f64::from(n) * std::f64::consts::TAU;
    let bins = sample((0..n).map(|i| libm::sin(phase(i))).collect()).bins();
    assert!(bins.len() > 20);
    for bin in &bins {
        let wanted = (libm::asin(bin.to) - libm::asin(bin.from)) / std::f64::consts::PI;
        assert!((bin.count as f64 / f64::from(n) - wanted).abs() < 2e-4, "{bin:?} {wanted}");
    }
}

#[test]
fn bars_are_as_high_as_counts() {
    let histogram = Histogram {
        title: "bars".to_owned(),
        samples: vec![sample((0..500).map(|i| libm::sin(f64::from(i))).collect())],
    };
    let svg = histogram.svg();
    let document = Document::parse(&svg).unwrap();
    let number = |n: roxmltree::Node<'_, '_>, a: &str| n.attribute(a).unwrap().parse::<f64>().unwrap();
    let panel = document.descendants().find(|n| n.attribute("class") == Some("panel")).unwrap();
    let bars = document.descendants().find(|n| n.attribute("class") == Some("bars")).unwrap();
    let high = number(panel, "data-bottom") - number(panel, "data-top");
    let mut total = 0.0;
    for bar in bars.children().filter(|n| n.attribute("class") == Some("bar")) {
        let count = number(bar, "data-count");
        assert!((number(bar, "height") - count / number(bars, "data-y1") * high).abs() < 0.002);
        total += count;
    }
    assert!(total == 500.0);
}

proptest! {
    #[test]
    fn every_finite_value_is_counted_once(values in prop::collection::vec(any::<f64>(), 0..300), scale in -300..300_i32) {
        let values: Vec<f64> = values.iter().map(|v| libm::sin(*v) * libm::exp10(f64::from(scale))).collect();
        let bins = sample(values.clone()).bins();
        let finite = values.iter().filter(|v| v.is_finite()).count();
        prop_assert_eq!(bins.iter().map(|b| b.count).sum::<usize>(), finite);
        prop_assert!(bins.windows(2).all(|w| w[0].to == w[1].from && w[0].from < w[0].to));
        prop_assert!(bins.len() <= 100 && (finite == 0) == bins.is_empty());
        // counted again, another way
        for (i, bin) in bins.iter().enumerate() {
            let last = i + 1 == bins.len();
            let inside = values.iter().filter(|v| **v >= bin.from && (**v < bin.to || last && **v <= bin.to)).count();
            prop_assert_eq!(inside, bin.count);
        }
    }
}
