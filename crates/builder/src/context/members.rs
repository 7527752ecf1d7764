//! What a composite, a family or a value holds: its bodies and obstacles.

use crate::context::names::{Binding, Names};
use crate::context::value::{Entity, Value};
use mainspring_model::Touched;

impl Names<'_> {
    /// Parts and obstacles in a value, through composites and families, in the order they are kept.
    pub fn touched_in(&self, value: &Value) -> Vec<Touched> {
        let mut found = Vec::new();
        let mut open: Vec<Value> = vec![value.clone()];
        while let Some(value) = open.pop() {
            match value {
                Value::Entity(Entity::Body(b)) => found.push(Touched::Body(b)),
                Value::Entity(Entity::Obstacle(o)) => found.push(Touched::Obstacle(o)),
                Value::Entity(Entity::Group(scope)) => {
                    for bound in self.scopes[scope].names.values() {
                        match &bound.0 {
                            Binding::Value(v @ Value::Entity(_)) => open.push(v.clone()),
                            Binding::Family(f) => open.extend(self.families[*f].values().cloned()),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        found.sort_unstable_by_key(|t| order(*t));
        found.dedup();
        found
    }

    /// Every body of a part or composite.
    pub fn bodies_of(&self, entity: Entity) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![entity];
        while let Some(e) = open.pop() {
            match e {
                Entity::Body(b) => found.push(b),
                Entity::Group(scope) => {
                    for bound in self.scopes[scope].names.values() {
                        match &bound.0 {
                            Binding::Value(Value::Entity(e @ (Entity::Body(_) | Entity::Group(_)))) => open.push(*e),
                            Binding::Family(f) => open.extend(self.families[*f].values().filter_map(|v| match v {
                                Value::Entity(e @ (Entity::Body(_) | Entity::Group(_))) => Some(*e),
                                _ => None,
                            })),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

pub fn order(touched: Touched) -> (bool, usize) {
    match touched {
        Touched::Body(b) => (false, b),
        Touched::Obstacle(o) => (true, o),
    }
}
