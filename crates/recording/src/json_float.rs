//! Floats in JSON, every bit kept: JSON has no NaN and no infinity, so those become strings.

use mainspring_record::{Doubt, Ending, Event};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A float as a JSON number, or as `"inf"`, `"-inf"`, `"nan 0x7ff8000000000000"`.
#[derive(Clone, Copy)]
pub struct JsonFloat(pub f64);

impl Serialize for JsonFloat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            x if x.is_finite() => serializer.serialize_f64(x),
            x if x.is_nan() => serializer.serialize_str(&format!("nan {:#018x}", x.to_bits())),
            x if x > 0.0 => serializer.serialize_str("inf"),
            _ => serializer.serialize_str("-inf"),
        }
    }
}

impl<'de> Deserialize<'de> for JsonFloat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Plain(f64),
            Text(String),
        }
        Ok(Self(match Either::deserialize(deserializer)? {
            Either::Plain(x) => x,
            Either::Text(text) => match (text.as_str(), text.strip_prefix("nan 0x")) {
                ("inf", _) => f64::INFINITY,
                ("-inf", _) => f64::NEG_INFINITY,
                (_, Some(bits)) => u64::from_str_radix(bits, 16)
                    .map(f64::from_bits)
                    .ok()
                    .filter(|x| x.is_nan())
                    .ok_or_else(|| D::Error::custom("no NaN"))?,
                _ => return Err(D::Error::custom("no number")),
            },
        }))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventText {
    time: JsonFloat,
    order: u32,
    kind: String,
    who: Vec<String>,
    numbers: Vec<(String, JsonFloat)>,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndingText {
    time: JsonFloat,
    reason: String,
    error: Option<String>,
    /// hexadecimal: programs that read JSON numbers as floats would lose bits
    hash: String,
    work: Vec<(String, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<DoubtText>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DoubtText {
    measure: String,
    who: Vec<String>,
    since: JsonFloat,
    worst: JsonFloat,
    worst_at: JsonFloat,
    allowed: JsonFloat,
    unit: String,
    text: String,
}

impl From<Doubt> for DoubtText {
    fn from(doubt: Doubt) -> Self {
        let Doubt { measure, who, since, worst, worst_at, allowed, unit, text } = doubt;
        let [since, worst, worst_at, allowed] = [since, worst, worst_at, allowed].map(JsonFloat);
        Self { measure, who, since, worst, worst_at, allowed, unit, text }
    }
}

impl From<DoubtText> for Doubt {
    fn from(doubt: DoubtText) -> Self {
        let DoubtText { measure, who, since, worst, worst_at, allowed, unit, text } = doubt;
        let [since, worst, worst_at, allowed] = [since, worst, worst_at, allowed].map(|x| x.0);
        Self { measure, who, since, worst, worst_at, allowed, unit, text }
    }
}

/// An event as one JSON object.
pub fn event_text(event: &Event) -> Result<Vec<u8>, serde_json::Error> {
    let Event { time, order, kind, who, numbers, text } = event.clone();
    let numbers = numbers.into_iter().map(|(name, x)| (name, JsonFloat(x))).collect();
    serde_json::to_vec(&EventText { time: JsonFloat(time), order, kind, who, numbers, text })
}

/// What [`event_text`] wrote.
pub fn event_from(bytes: &[u8]) -> Result<Event, serde_json::Error> {
    let EventText { time, order, kind, who, numbers, text } = serde_json::from_slice(bytes)?;
    let numbers = numbers.into_iter().map(|(name, x)| (name, x.0)).collect();
    Ok(Event { time: time.0, order, kind, who, numbers, text })
}

/// An ending as one JSON object.
pub fn ending_text(ending: &Ending) -> Result<Vec<u8>, serde_json::Error> {
    let Ending { time, reason, error, hash, work, doubts } = ending.clone();
    let (time, hash) = (JsonFloat(time), format!("{hash:#018x}"));
    let doubts = doubts.into_iter().map(DoubtText::from).collect();
    serde_json::to_vec(&EndingText { time, reason, error, hash, work, doubts })
}

/// What [`ending_text`] wrote.
pub fn ending_from(bytes: &[u8]) -> Result<Ending, serde_json::Error> {
    let EndingText { time, reason, error, hash, work, doubts } = serde_json::from_slice(bytes)?;
    let hash = hash.strip_prefix("0x").and_then(|h| u64::from_str_radix(h, 16).ok());
    let hash = hash.ok_or_else(|| serde_json::Error::custom("the hash is no hexadecimal number"))?;
    let doubts = doubts.into_iter().map(Doubt::from).collect();
    Ok(Ending { time: time.0, reason, error, hash, work, doubts })
}

/// What those objects look like, for public viewers.
pub const EVENT_SCHEMA: &str = r#"{"type":"object","title":"mainspring.Event","properties":{"time":{"type":["number","string"],"description":"s"},"order":{"type":"integer"},"kind":{"type":"string"},"who":{"type":"array","items":{"type":"string"}},"numbers":{"type":"array","items":{"type":"array"}},"text":{"type":"string"}}}"#;
/// See [`EVENT_SCHEMA`].
pub const END_SCHEMA: &str = r#"{"type":"object","title":"mainspring.Ending","properties":{"time":{"type":["number","string"],"description":"s"},"reason":{"type":"string"},"error":{"type":["string","null"]},"hash":{"type":"string"},"work":{"type":"array","items":{"type":"array"}},"doubts":{"type":"array","items":{"type":"object"}}}}"#;
