//! From one frame of the plane to another.

use mainspring_numerics::vec2::{Vec2, add, rotate, rotate_back, scale, sub};

/// A point p goes to `by + turned p`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// (cos, sin) of the turn
    pub turn: Vec2,
    pub by: Vec2,
}

impl Motion {
    #[inline]
    pub fn point(&self, p: Vec2) -> Vec2 {
        add(self.by, rotate(self.turn, p))
    }

    pub fn inverse(&self) -> Self {
        Self { turn: [self.turn[0], -self.turn[1]], by: scale(rotate_back(self.turn, self.by), -1.0) }
    }

    /// A box around a box that moved.
    pub fn bounds(&self, [low, high]: [Vec2; 2]) -> [Vec2; 2] {
        let half = scale(sub(high, low), 0.5);
        let middle = self.point(add(low, half));
        let [c, s] = self.turn.map(f64::abs);
        let reach = [c * half[0] + s * half[1], s * half[0] + c * half[1]];
        [sub(middle, reach), add(middle, reach)]
    }
}
