//! The HTML round the run and the viewer's modules.

use super::{base64, modules};
use crate::text::escape;
use serde_json::{Map, Value, json};

/// Nothing may be fetched from anywhere, whatever a scene's names say.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; font-src data:";

pub fn html(title: &str, document: &Value) -> String {
    let address = |text: &str| format!("data:text/javascript;base64,{}", base64::encode(text.as_bytes()));
    let imports: Map<String, Value> =
        modules::MODULES.iter().map(|(name, text)| (format!("mainspring/{name}"), json!(address(text)))).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"generator\" content=\"mainspring\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n\
         <script type=\"importmap\">{imports}</script>\n</head>\n<body>\n\
         <main id=\"viewer\"><noscript>This page shows a moving mechanism and needs JavaScript to do so.</noscript></main>\n\
         <script type=\"application/json\" id=\"run\">{run}</script>\n\
         <script type=\"module\">import \"mainspring/page.js\";</script>\n</body>\n</html>\n",
        title = escape(title),
        style = modules::STYLE,
        imports = inert(&json!({ "imports": imports })),
        run = inert(document),
    )
}

/// JSON that cannot end the element it stands in, nor be taken for a comment.
fn inert(value: &Value) -> String {
    let escaped = |c: char| match c {
        '<' => Some("\\u003c"),
        '>' => Some("\\u003e"),
        '&' => Some("\\u0026"),
        '\u{2028}' => Some("\\u2028"),
        '\u{2029}' => Some("\\u2029"),
        _ => None,
    };
    let text = value.to_string();
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match escaped(c) {
            Some(code) => safe.push_str(code),
            None => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_run_ends_its_element() {
        let nasty = "</script><!-- ]]> <script>alert(1)</script> & \u{2028}";
        let text = inert(&json!({ nasty: nasty }));
        assert!(!text.contains(['<', '>', '&', '\u{2028}']));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), json!({ nasty: nasty }));
        let page = html(nasty, &json!({ "title": nasty }));
        assert_eq!(page.matches("</script>").count(), 3);
        assert!(page.contains("<title>&lt;/script&gt;"));
    }
}
