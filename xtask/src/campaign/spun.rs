//! How the first wheel of a mechanism is turned.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, load};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spun {
    /// whatever it takes
    Prescribed,
    /// with a torque up to a limit
    Limited,
    /// nothing turns it but its own swing
    Free,
    /// by a torque
    Loaded,
}

/// Lines that turn a hinge, which begins at some angle in degrees; `torque` is one that matters there, N·m.
pub fn turned(dice: &mut Dice, scene: &mut Scene, joint: &str, begins: f64, how: Spun, torque: f64) {
    let speed = dice.between(3.0, 25.0);
    let speed = dice.signed(speed);
    let swing = if dice.chance(0.3) { Some(dice.between(1.0, 8.0)) } else { None };
    let law = match swing {
        None => format!("{speed} rad/s"),
        Some(rate) => format!("{speed} rad/s * cos({rate} rad/s * t)"),
    };
    let rate = match how {
        Spun::Prescribed | Spun::Limited => {
            let limit = rounded(torque * dice.between(0.2, 3.0), 5);
            let limit = if how == Spun::Limited { format!(" {{ limit = {limit} N*m }}") } else { String::new() };
            scene.add(&format!("drive {joint} speed = {law}{limit}"));
            scene.add(&format!("start {joint} = {begins} deg"));
            return;
        }
        Spun::Free => speed,
        Spun::Loaded => {
            let part = load(dice, "N*m", rounded(torque, 5));
            scene.add(&format!("drive {joint} torque = {part}"));
            0.0
        }
    };
    scene.add(&format!("start {joint} = {begins} deg rate {rate} rad/s"));
}
