//! Numbers and names in the texts of events.

/// "0.25 J lost", or "gained 0.25 J" where less than nothing was lost.
pub fn energy(lost: f64) -> String {
    let size = figures(lost.abs());
    if lost < 0.0 { format!("gained {size} J") } else { format!("{size} J lost") }
}

/// Four digits, an exponent where plain figures would be long.
pub fn figures(x: f64) -> String {
    let text = format!("{x:.3e}");
    let exponent = text.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok());
    match exponent {
        Some(e) if (-4..6).contains(&e) => format!("{x:.*}", usize::try_from(3 - e).unwrap_or(0)),
        _ => text,
    }
}

/// `a` and `b`, or `a`.
pub fn quoted(who: &[String]) -> String {
    who.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(" and ")
}
