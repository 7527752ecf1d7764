//! What every phase shares: the scene, its names, the code of run-time expressions, and the findings.

use crate::context::code::Code;
use crate::context::findings::Findings;
use crate::context::names::Names;
use crate::context::overrides::Overrides;
use crate::options::{BuildOptions, Domain};
use mainspring_definition::{Definition, SpaceKind};

/// What is fixed before the first statement is read.
pub struct Input<'a> {
    pub definition: &'a Definition,
    pub options: &'a BuildOptions,
    pub space: SpaceKind,
    /// whether the scene is an exact sweep
    pub sweep: bool,
}

/// What every phase shares.
pub struct Context<'a> {
    pub input: Input<'a>,
    pub findings: Findings,
    pub overrides: Overrides<'a>,
    pub names: Names<'a>,
    pub code: Code,
    /// expressions inside expressions being evaluated
    pub depth: usize,
}

impl<'a> Context<'a> {
    /// Nothing declared yet.
    pub fn new(input: Input<'a>, findings: Findings) -> Self {
        let overrides = Overrides::new(&input.options.overrides);
        Self { input, findings, overrides, names: Names::default(), code: Code::default(), depth: 0 }
    }

    /// Whether the caller leaves a domain out of this run.
    pub fn leaves_out(&self, domain: Domain) -> bool {
        self.input.options.without.contains(&domain)
    }
}
