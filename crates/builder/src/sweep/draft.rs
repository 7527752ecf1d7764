//! What a sweep is made of while its scene is read.

use crate::context::value::{LazyId, ScopeId};
use crate::results::swept::SweptNames;
use crate::sweep::worth::Worth;
use mainspring_definition::Span;
use mainspring_model::Exact;
use mainspring_model::{Follows, Loss, Traced};
use mainspring_model::{Ring, SweepObstacle, SweepPawl, SweepReport};
use std::collections::BTreeMap;

/// The root as gathered.
pub struct Root {
    pub name: String,
    pub span: Span,
    pub velocity: [Traced; 2],
    pub start: [Traced; 2],
    pub until: Traced,
    pub outline: Option<Ring>,
}

/// Exact worths of names.
#[derive(Debug, Default)]
pub struct ExactNames<'a> {
    pub lets: BTreeMap<LazyId, Worth>,
    /// variables of `for` over lists
    pub variables: BTreeMap<(ScopeId, &'a str), Worth>,
}

/// What is said of a sweep.
#[derive(Default)]
pub struct Sweep<'a> {
    /// where the scene says that it is one
    pub said: Option<Span>,
    pub names: ExactNames<'a>,
    pub root: Option<Root>,
    /// a root line was there, right or wrong
    pub root_said: Option<Span>,
    pub obstacles: Vec<SweepObstacle>,
    pub pawls: Vec<SweepPawl>,
    pub pawl_said: bool,
    /// pawls that have a name already
    pub named: usize,
    pub report: Vec<SweepReport>,
    /// what decides by a dimension what there is in the drawing
    pub lost: Option<Loss>,
}

impl Sweep<'_> {
    /// Nothing read yet; `said` is where the scene says that it is a sweep.
    pub fn new(said: Option<Span>) -> Self {
        Self { said, ..Self::default() }
    }

    /// The first names, for messages.
    pub fn swept_names(&self) -> SweptNames {
        let root = self.root.as_ref().map(|root| root.name.clone());
        SweptNames { root, pawl: self.pawls.first().map(|pawl| pawl.name.clone()) }
    }
}

/// Values, and how they follow from dimensions.
pub fn apart([x, y]: [Traced; 2]) -> ([Exact; 2], [Follows; 2]) {
    ([x.value, y.value], [x.follows, y.follows])
}
