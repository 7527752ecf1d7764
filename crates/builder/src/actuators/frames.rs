//! `frame gather { left, right }`: windows, arrays and groups that are on together.

use crate::actuators::phase::TablePhase;
use crate::context::names::Binding;
use crate::context::value::{Entity, ScopeId, Value};
use crate::results::drafts::FrameDraft;
use mainspring_definition::{Diagnostic, Path};
use mainspring_model::FieldFrame;

impl<'a> TablePhase<'_, 'a> {
    /// Works all frames out.
    pub fn collect_frames(&mut self) {
        for id in 0..self.ev.known.table.frames.len() {
            let FrameDraft { path, span, members, scope } = &self.ev.known.table.frames[id];
            let (path, span, members, scope) = (path.clone(), *span, *members, *scope);
            if members.is_empty() {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0523", span, format!("frame `{path}` is empty: nothing would be on"))
                        .help("name windows, arrays or groups in it; a script says `off for 2 s` where all shall rest"),
                );
            }
            let mut frame = FieldFrame { path, span, windows: Vec::new(), arrays: Vec::new() };
            for member in members {
                self.frame_member(member, scope, &mut frame);
            }
            frame.windows.sort_unstable();
            frame.windows.dedup();
            frame.arrays.sort_unstable();
            frame.arrays.dedup();
            self.fields.frames.push(frame);
        }
    }

    fn frame_member(&mut self, path: &'a Path, scope: ScopeId, frame: &mut FieldFrame) {
        let values = match self.family_of(path, scope) {
            Some(values) => values,
            None => match self.ev.entity(path, scope, "a window, array or group") {
                Some(entity) => vec![Value::Entity(entity)],
                None => return,
            },
        };
        let before = (frame.windows.len(), frame.arrays.len());
        let mut open = values;
        let mut poisoned = false;
        while let Some(value) = open.pop() {
            match value {
                Value::Entity(Entity::Window(w)) => frame.windows.push(w),
                Value::Entity(Entity::Array(a)) => frame.arrays.push(a),
                Value::Entity(Entity::Windows(inside) | Entity::Group(inside)) => {
                    for bound in self.ev.cx.names.scopes[inside].names.values() {
                        match &bound.0 {
                            Binding::Value(v @ (Value::Entity(_) | Value::Poison)) => open.push(v.clone()),
                            Binding::Family(f) => open.extend(self.ev.cx.names.families[*f].values().cloned()),
                            _ => {}
                        }
                    }
                }
                Value::Poison => poisoned = true,
                _ => {}
            }
        }
        if before == (frame.windows.len(), frame.arrays.len()) && !poisoned {
            self.ev.cx.findings.report(
                Diagnostic::error("E0523", path.span, "there is no window and no array in this")
                    .help("a frame is made of windows, arrays and groups of them"),
            );
        }
    }

    /// All members of a family that is named without an index.
    fn family_of(&mut self, path: &'a Path, scope: ScopeId) -> Option<Vec<Value>> {
        let (last, front) = path.segments.split_last()?;
        if last.index.is_some() {
            return None;
        }
        let binding = if front.is_empty() {
            self.ev.cx.names.lookup(scope, &last.name.text)
        } else {
            let Value::Entity(entity) = self.ev.eval_segments(front, scope) else { return None };
            let inside = self.ev.scope_of(entity)?;
            self.ev.cx.names.scopes[inside].names.get(last.name.text.as_str()).map(|b| b.0.clone())
        };
        match binding {
            Some(Binding::Family(f)) => Some(self.ev.cx.names.families[f].values().cloned().collect()),
            _ => None,
        }
    }
}
