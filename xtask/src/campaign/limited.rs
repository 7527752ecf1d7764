//! Blocks and arms moved by drives with a largest effort, against other blocks, walls and stops.

use super::dice::Dice;
use super::driven;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    driven::pushed(dice, true)
}
