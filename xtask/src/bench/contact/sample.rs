//! What an engine tells of a moment, and what is measured of a run.

use serde_json::Value;

/// Where every body is and how it moves at a moment: x, y, angle and their rates.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub time: f64,
    pub bodies: Vec<[f64; 6]>,
}

/// One number for each of the scene's measures; none where there is nothing to measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    pub values: Vec<Option<f64>>,
    /// a few words, as "slides"
    pub verdict: String,
}

impl Sample {
    /// From `[time, x, y, angle, vx, vy, rate, x, …]`.
    pub fn read(line: &Value) -> Option<Self> {
        let numbers: Vec<f64> = line.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
        let (time, rest) = numbers.split_first()?;
        let (bodies, left) = rest.as_chunks::<6>();
        left.is_empty().then(|| Self { time: *time, bodies: bodies.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_six_numbers_a_body() {
        let sample = Sample::read(&serde_json::json!([0.5, 1, 2, 3, 4, 5, 6])).unwrap();
        assert_eq!(sample, Sample { time: 0.5, bodies: vec![[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]] });
        assert_eq!(Sample::read(&serde_json::json!([0.5, 1, 2])), None);
    }
}
