//! Numbers as the viewer reads them: little-endian, in base64, as coarse as an eye may take them.
//!
//! A track is one number over all frames: `{"value": v}` if it never changes, else `{"type", "data"}`, with `low` and
//! `step` where whole numbers n stand for `low + n·step`. The least whole number stands for what is no number.

use super::base64;
use serde_json::{Value, json};

/// A track to within `fine`, or to single precision where that needs fewer bytes than its range asks for.
pub fn coarse(values: &[f64], fine: f64) -> Value {
    if let Some(value) = constant(values) {
        return json!({ "value": value });
    }
    let sound = || values.iter().copied().filter(|v| v.is_finite());
    let (low, high) = (sound().fold(f64::INFINITY, f64::min), sound().fold(f64::NEG_INFINITY, f64::max));
    let step = (high - low) / 65_534.0;
    if !(step <= 2.0 * fine && step > 0.0 && step.is_finite()) {
        return single(values);
    }
    let number = |v: f64| if v.is_finite() { (((v - low) / step).round() - 32_767.0) as i16 } else { i16::MIN };
    let bytes: Vec<u8> = values.iter().flat_map(|&v| number(v).to_le_bytes()).collect();
    json!({ "type": "i16", "low": low + 32_767.0 * step, "step": step, "data": base64::encode(&bytes) })
}

/// A track to single precision; NaN and infinities as they are.
pub fn single(values: &[f64]) -> Value {
    if let Some(value) = constant(values) {
        return json!({ "value": value });
    }
    let bytes: Vec<u8> = values.iter().flat_map(|&v| (v as f32).to_le_bytes()).collect();
    json!({ "type": "f32", "data": base64::encode(&bytes) })
}

/// A track to the last bit.
pub fn exact(values: &[f64]) -> Value {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    json!({ "type": "f64", "data": base64::encode(&bytes) })
}

/// Indices.
pub fn indices(values: impl Iterator<Item = u32>) -> Value {
    let bytes: Vec<u8> = values.flat_map(u32::to_le_bytes).collect();
    json!({ "type": "u32", "data": base64::encode(&bytes) })
}

fn constant(values: &[f64]) -> Option<f64> {
    let first = *values.first()?;
    (first.is_finite() && values.iter().all(|v| v.to_bits() == first.to_bits())).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str) -> Vec<u8> {
        let letter = |c: u8| match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        let bytes = text.trim_end_matches('=').bytes().collect::<Vec<_>>();
        let bits: Vec<u8> = bytes.iter().flat_map(|&c| (0..6).rev().map(move |i| letter(c) >> i & 1)).collect();
        bits.chunks_exact(8).map(|b| b.iter().fold(0, |n, bit| n << 1 | bit)).collect()
    }

    #[test]
    fn coarse_tracks_are_within_what_was_asked() {
        let values: Vec<f64> = (0..500).map(|i| 3.0 + libm::sin(0.1 * f64::from(i))).chain([f64::NAN]).collect();
        let track = coarse(&values, 1e-4);
        assert_eq!(track["type"], "i16");
        let (low, step) = (track["low"].as_f64().unwrap(), track["step"].as_f64().unwrap());
        let bytes = decode(track["data"].as_str().unwrap());
        assert_eq!(bytes.len(), 2 * values.len());
        for (pair, value) in bytes.chunks_exact(2).zip(&values) {
            let n = i16::from_le_bytes([pair[0], pair[1]]);
            if value.is_nan() {
                assert_eq!(n, i16::MIN);
            } else {
                assert!(n > i16::MIN && (low + f64::from(n) * step - value).abs() <= 1e-4);
            }
        }
        // a thousand turns are too many for sixteen bits
        assert_eq!(coarse(&[0.0, 6283.0], 1e-4)["type"], "f32");
        assert_eq!(coarse(&[2.5; 9], 1e-4), json!({ "value": 2.5 }));
        assert_eq!(coarse(&[f64::NAN; 3], 1e-4)["type"], "f32");
        assert_eq!(coarse(&[0.0, f64::INFINITY, 1e300, -1e300], 1e-4)["type"], "f32");
    }
}
