//! What a pair of outlines keeps between looks: which edges are so far outside that nothing has to be looked at until the
//! pair has moved that far.

use super::motion::Motion;
use super::outline::Outline;
use mainspring_numerics::vec2::{norm, sub};

/// A pair's memory; it changes no verdict.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutlineMemory {
    last: Option<Motion>,
    /// how far any place of the second has moved past the first since the memory began, m; at least that
    pub travel: f64,
    /// travel up to which each edge of the first and of the second is outside the other
    pub clear: [Vec<f64>; 2],
    /// workspace: where an edge is cut by the other outline
    pub splits: Vec<f64>,
}

impl OutlineMemory {
    /// For another pair.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// The pair stands as `to_a` says now.
    pub fn move_to(&mut self, a: &Outline, b: &Outline, to_a: &Motion) {
        let step = self.last.map(|last| norm(sub(to_a.by, last.by)) + norm(sub(to_a.turn, last.turn)) * b.radius);
        match step.map(|step| self.travel + step).filter(|travel| travel.is_finite()) {
            Some(travel) => self.travel = travel,
            None => {
                self.travel = 0.0;
                for (clear, outline) in self.clear.iter_mut().zip([a, b]) {
                    clear.clear();
                    clear.resize(outline.edges.len(), 0.0);
                }
            }
        }
        self.last = Some(*to_a);
    }
}
