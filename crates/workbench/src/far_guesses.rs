//! Joints that begin far from where they were guessed.

use crate::tolerances::FAR_FROM_GUESS;
use mainspring_definition::Diagnostic;
use mainspring_dynamics::Guessed;

/// Joints that one warning names.
const NAMED: usize = 4;

/// One warning about all joints that closing has moved far from their guess, the farthest first; lengths are measured against
/// that of the mechanism, m.
pub fn far_from_guess(guesses: &[Guessed], length: f64) -> Option<Diagnostic> {
    let turn = std::f64::consts::TAU;
    let off = |g: &Guessed| {
        let off = g.value - g.guess;
        if g.angle { (off - turn * (off / turn).round()).abs() } else { off.abs() / length }
    };
    let mut far: Vec<&Guessed> = guesses.iter().filter(|g| off(g) > FAR_FROM_GUESS).collect();
    far.sort_by(|a, b| off(b).total_cmp(&off(a)));
    let worst = far.first()?;
    let said = |g: &&Guessed| {
        let (scale, unit, digits) = if g.angle { (360.0 / turn, " deg", 1) } else { (1.0, " m", 4) };
        let (value, guess) = (g.value * scale, g.guess * scale);
        format!("`{}` begins at {value:.digits$}{unit} (guess {guess:.digits$}{unit})", g.path)
    };
    let mut names: Vec<String> = far.iter().take(NAMED).map(said).collect();
    if far.len() > NAMED {
        names.push(format!("{} more", far.len() - NAMED));
    }
    let message = format!("loops close far from what was guessed: {}", names.join(", "));
    Some(Diagnostic::warning("W0718", worst.span, message).help(
        "perhaps that is another branch: look at the start, and guess other joints of these loops too, or nearer",
    ))
}
