//! Parts that arrive and leave: held where they are and taken no notice of while they are not there.

use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use mainspring_model::BodyId;

impl Table {
    /// How deep the centre of mass of a body is inside a bin, or inside the edge of the surface, m; negative outside.
    pub fn inside(&self, bodies: &Multibody, body: BodyId, bin: Option<usize>) -> f64 {
        let fields = &bodies.model.fields;
        let region = match bin {
            Some(b) => Some(&fields.bins[b].region),
            None => fields.surface.as_ref().and_then(|s| s.region.as_ref()),
        };
        let at = bodies.frames.center(body);
        region.map_or(f64::INFINITY, |r| r.depth([at[0], at[1]]))
    }
}
