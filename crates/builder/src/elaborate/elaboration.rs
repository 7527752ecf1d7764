//! The elaboration phase: a scene's statements carried out in order. Values and parts are made at once; what needs all
//! names (joints, loads, contacts, channels) is deferred.

use crate::context::state::Context;
use crate::context::value::{LazyId, Placed, ScopeId};
use crate::evaluate::evaluator::Evaluator;
use crate::results::drafts::Drafts;
use crate::results::known::Known;
use crate::results::parts::Parts;
use crate::results::swept::SweptNames;
use crate::settings::state::Settings;
use crate::sweep::Sweep;
use mainspring_definition::{Declarator, Name, Span, Statement};
use mainspring_model::Frame;
use std::collections::BTreeMap;

/// A statement kept until all names are there, with its scope.
pub type Deferred<'a> = (ScopeId, &'a Statement);

/// The phase while it runs.
pub struct Elaboration<'p, 'a> {
    pub made: Made<'p, 'a>,
    pub settings: Settings,
    pub sweep: Sweep<'a>,
    pub deferred: Vec<Deferred<'a>>,
    /// `quantity` lines by their paths
    pub quantities: Vec<(String, LazyId)>,
    /// the primitive whose block is carried out
    pub draft: Draft<'a>,
    /// names of the primitives and composites round the current statement
    pub nested: Vec<&'a str>,
    /// statements carried out so far
    pub statements: usize,
}

/// What expressions can see of this phase.
pub struct Made<'p, 'a> {
    pub cx: &'p mut Context<'a>,
    /// nothing yet, for the phases to come
    pub known: Known<'p, 'a>,
    pub parts: Parts,
    pub table: Drafts<'a>,
    pub swept: SweptNames,
}

/// What the phase hands on.
pub struct Elaborated<'a> {
    pub parts: Parts,
    pub table: Drafts<'a>,
    pub swept: SweptNames,
    pub settings: Settings,
    pub sweep: Sweep<'a>,
    pub deferred: Vec<Deferred<'a>>,
    pub quantities: Vec<(String, LazyId)>,
}

/// A primitive while its block is carried out.
#[derive(Default)]
pub struct Draft<'a> {
    pub fields: BTreeMap<&'a str, Placed>,
    /// points in the shape's frame
    pub points: Vec<(&'a Name, Option<i64>, Frame)>,
}

impl<'a> Made<'_, 'a> {
    /// The evaluator, which sees what has been made so far.
    pub fn at(&mut self) -> Evaluator<'_, 'a> {
        let known = Known { parts: &self.parts, table: &self.table, swept: &self.swept, ..self.known };
        Evaluator { cx: self.cx, known }
    }
}

impl<'p, 'a> Elaboration<'p, 'a> {
    /// Nothing read yet; `sweep` is where the scene says that it is a sweep.
    pub fn new(cx: &'p mut Context<'a>, known: Known<'p, 'a>, sweep: Option<Span>) -> Self {
        let (parts, table, swept) = (Parts::default(), Drafts::default(), SweptNames::default());
        Self {
            made: Made { cx, known, parts, table, swept },
            settings: Settings::default(),
            sweep: Sweep::new(sweep),
            deferred: Vec::new(),
            quantities: Vec::new(),
            draft: Draft::default(),
            nested: Vec::new(),
            statements: 0,
        }
    }

    /// The indices a declared name stands for: one None without an index.
    pub fn indices(&mut self, declarator: &'a Declarator, scope: ScopeId) -> Vec<Option<i64>> {
        self.sweep.indices(&mut self.made.at(), declarator, scope)
    }
}

/// Carries out a scene's statements; `sweep` is where the scene says that it is a sweep.
pub fn elaborate<'a>(
    cx: &mut Context<'a>,
    nothing: Known<'_, 'a>,
    scene: ScopeId,
    sweep: Option<Span>,
) -> Elaborated<'a> {
    let definition = cx.input.definition;
    let mut phase = Elaboration::new(cx, nothing, sweep);
    phase.block(&definition.statements, scene);
    let Elaboration { made: Made { parts, table, swept, .. }, settings, sweep, deferred, quantities, .. } = phase;
    Elaborated { parts, table, swept, settings, sweep, deferred, quantities }
}
