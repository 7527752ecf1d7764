//! Nothing may start inside something else.

use crate::core::Core;
use crate::space::Space;
use crate::system::AssembleError;
use mainspring_geometry::touch::distance;

/// Overlap at the start, over the size of the smaller part, that rounding of a scene's numbers may leave.
const ROUNDING: f64 = 1e-9;

/// Pairs that overlap at (q, 0), and stops that are passed.
pub(crate) fn check_overlaps<S: Space>(core: &mut Core<S>, q: &[f64]) -> Result<(), Vec<AssembleError>> {
    if !core.touch.any() {
        return Ok(());
    }
    core.kinematics(q, &vec![0.0; core.nv]);
    let mut errors = Vec::new();
    for (k, pair) in core.touch.pairs.iter().enumerate() {
        let (ma, mb) = (core.party_motion(&pair.a), core.party_motion(&pair.b));
        let (a, b) = (&core.touch.surfaces[pair.a.surface], &core.touch.surfaces[pair.b.surface]);
        let depth = -distance(a, &ma, b, &mb);
        if depth > ROUNDING * pair.size {
            let [first, second] = core.model.contact_names(k).map(str::to_owned);
            errors.push(AssembleError::Overlap { first, second, depth, span: core.model.contacts.pairs[k].span });
        }
    }
    for &joint in &core.touch.stops {
        for upper in [false, true] {
            let site = super::Site::Stop { joint: joint as u32, upper };
            let of = &core.model.joints[joint];
            if let Some(c) = core.contact_at(site)
                && of.attached
                && c.gap < -ROUNDING * c.scale
            {
                let angle = of.kind.coordinates().first() == Some(&true);
                errors.push(AssembleError::BeyondStop {
                    path: of.path.clone(),
                    by: -c.gap,
                    angle,
                    span: of.span,
                });
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
