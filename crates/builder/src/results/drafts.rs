//! Surfaces, windows, arrays, frames, scripts and bins as declared: evaluated once all parts have names and places.

use crate::context::value::{Entity, ScopeId};
use mainspring_definition::{Expr, Field, Path, Placement, ScriptStep, Span};
use mainspring_geometry::Region;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Everything said so far of the surface and its actuators.
#[derive(Default)]
pub struct Drafts<'a> {
    pub surface: Option<SurfaceDraft<'a>>,
    pub windows: Vec<WindowDraft<'a>>,
    pub arrays: Vec<ArrayDraft<'a>>,
    pub frames: Vec<FrameDraft<'a>>,
    pub scripts: Vec<ScriptDraft<'a>>,
    pub bins: Vec<BinDraft<'a>>,
    /// by the scope that holds their members
    pub groups: BTreeMap<ScopeId, GroupDraft<'a>>,
    pub comings: Vec<Coming<'a>>,
}

pub struct SurfaceDraft<'a> {
    pub fields: &'a [Field],
    pub scope: ScopeId,
    pub span: Span,
}

pub struct WindowDraft<'a> {
    pub path: String,
    pub span: Span,
    pub region: Rc<Region>,
    pub placement: &'a Placement,
    pub options: &'a [Field],
    pub scope: ScopeId,
}

pub struct ArrayDraft<'a> {
    pub path: String,
    pub span: Span,
    pub value: &'a Expr,
    pub placement: &'a Placement,
    pub options: &'a [Field],
    pub scope: ScopeId,
}

pub struct FrameDraft<'a> {
    pub path: String,
    pub span: Span,
    pub members: &'a [Path],
    pub scope: ScopeId,
}

pub struct ScriptDraft<'a> {
    pub path: String,
    pub span: Span,
    pub steps: &'a [ScriptStep],
    pub scope: ScopeId,
}

pub struct BinDraft<'a> {
    pub path: String,
    pub span: Span,
    pub region: Rc<Region>,
    pub placement: &'a Placement,
    pub scope: ScopeId,
}

pub struct GroupDraft<'a> {
    /// the group round it
    pub parent: Option<ScopeId>,
    pub options: Vec<&'a Field>,
}

impl Drafts<'_> {
    /// How many things wait to be worked out in the scopes they stand in.
    pub fn waiting(&self) -> usize {
        let Self { windows, arrays, frames, scripts, bins, comings, .. } = self;
        windows.len() + arrays.len() + frames.len() + scripts.len() + bins.len() + comings.len()
    }

    /// Whether the scene has a surface, or what may draw power above one.
    pub fn has_table(&self) -> bool {
        self.surface.is_some() || !self.windows.is_empty() || !self.arrays.is_empty()
    }
}

/// A part or composite whose line says that it arrives or leaves.
#[derive(Clone)]
pub struct Coming<'a> {
    pub entity: Entity,
    pub path: String,
    pub placement: &'a Placement,
    pub scope: ScopeId,
}
