//! Nothing may start inside something else.

use crate::laws::touch::state::Site;
use crate::laws::touch::touch::Touch;
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Multibody;
use crate::multibody::surfaces::surface;
use crate::tolerances::START_OVERLAP;
use mainspring_geometry::touch::{Surface, distance, fills_hole};
use mainspring_model::{Model, Touched};
use mainspring_numerics::vec3::{norm, sub};

/// Overlaps looked for; more are of one cause, and half a million are soon asked for.
const MOST_OVERLAPS: usize = 200;

/// Every part that may touch must have a surface.
pub fn check_surfaces(model: &Model) -> Result<(), Vec<AssembleError>> {
    let mut errors: Vec<AssembleError> = Vec::new();
    // each is made once: of many parts there are many more pairs
    let bodies = model.bodies.len();
    let mut made: Vec<Option<Result<Surface, String>>> = vec![None; bodies + model.obstacles.len()];
    for pair in &model.contacts.pairs {
        let other = match pair.b {
            Touched::Body(b) => b,
            Touched::Obstacle(o) => bodies + o,
        };
        let parties = [pair.a, other].map(|i| {
            let (path, shape, center) = match i.checked_sub(bodies) {
                None => (&model.bodies[i].path, model.bodies[i].shape.as_ref(), model.bodies[i].center),
                Some(o) => (&model.obstacles[o].path, Some(&model.obstacles[o].shape), [0.0; 3]),
            };
            made[i].get_or_insert_with(|| surface(shape, center));
            (path, i)
        });
        let parties = parties.map(|(path, i)| (path, made[i].as_ref()));
        if let [(path, Some(Ok(a))), (other, Some(Ok(b)))] = parties
            && let Some(why) = Surface::refuses(a, b)
        {
            let why = format!("{why}: `{path}` and `{other}`; leave the two out of `contacts`, or use another shape");
            errors.push(AssembleError::NoSurface { path: path.clone(), why, span: pair.span });
            continue;
        }
        for (path, surface) in parties {
            let known = |e: &AssembleError| matches!(e, AssembleError::NoSurface { path: p, .. } if p == path);
            if let Some(Err(why)) = surface
                && !errors.iter().any(known)
            {
                errors.push(AssembleError::NoSurface { path: path.clone(), why: why.clone(), span: pair.span });
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

impl Touch {
    /// Pairs that overlap at (q, 0), and stops that are passed.
    pub fn check_overlaps(&self, bodies: &mut Multibody, q: &[f64]) -> Result<(), Vec<AssembleError>> {
        if !self.any() {
            return Ok(());
        }
        bodies.kinematics(q, &vec![0.0; bodies.nv]);
        let mut errors = Vec::new();
        for (k, pair) in self.pairs.iter().enumerate().filter(|(_, p)| self.both_present(bodies, p)) {
            let (ma, mb) = (self.party_motion(bodies, &pair.a), self.party_motion(bodies, &pair.b));
            let (a, b) = (&self.surfaces[pair.a.surface], &self.surfaces[pair.b.surface]);
            // circles around both that keep apart say enough
            if norm(sub(ma.position, mb.position)) > a.radius() + b.radius() {
                continue;
            }
            if errors.len() >= MOST_OVERLAPS {
                break;
            }
            let depth = -distance(a, &ma, b, &mb);
            if depth > START_OVERLAP * pair.size {
                let [first, second] = bodies.model.contact_names(k).map(str::to_owned);
                errors.push(AssembleError::Overlap { first, second, depth, span: bodies.model.contacts.pairs[k].span });
            } else if fills_hole(a, &ma, b, &mb, START_OVERLAP * pair.size) {
                let [first, second] = bodies.model.contact_names(k).map(str::to_owned);
                errors.push(AssembleError::NoPlay { first, second, span: bodies.model.contacts.pairs[k].span });
            }
        }
        for &joint in &self.stops {
            for upper in [false, true] {
                let site = Site::Stop { joint: joint as u32, upper };
                let of = &bodies.model.joints[joint];
                if let Some(c) = self.contact_at(bodies, site)
                    && of.attached
                    && c.gap < -START_OVERLAP * c.scale
                {
                    let angle = of.kind.coordinates().first() == Some(&true);
                    errors.push(AssembleError::BeyondStop { path: of.path.clone(), by: -c.gap, angle, span: of.span });
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}
