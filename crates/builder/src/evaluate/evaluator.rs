//! The evaluator: what an expression is worth, given what earlier phases have made.

use crate::context::state::Context;
use crate::measure::measuring::Measuring;
use crate::results::known::Known;

/// Evaluates expressions in scopes.
pub struct Evaluator<'e, 'a> {
    pub cx: &'e mut Context<'a>,
    pub known: Known<'e, 'a>,
}

impl<'e, 'a> Evaluator<'e, 'a> {
    /// Sees what is known so far.
    pub fn new(cx: &'e mut Context<'a>, known: Known<'e, 'a>) -> Self {
        Self { cx, known }
    }

    /// Evaluates what nobody asked for, so that it is checked all the same.
    pub fn force_the_rest(&mut self) {
        for id in 0..self.cx.names.lazies.len() {
            self.force(id);
        }
    }

    /// What measures things by name.
    pub fn measuring(&mut self) -> Measuring<'_, 'a> {
        Measuring { cx: self.cx, known: self.known }
    }
}
