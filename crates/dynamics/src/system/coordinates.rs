//! Which coordinates a run uses.

use crate::multibody::assemble_error::AssembleError;
use crate::system::mechanism::Mechanism;
use crate::system::system::System;
use crate::system::tree_system::Reduced;
use crate::tree::plan::{Obstacle, plan};
use crate::tree::{planar, spatial};
use mainspring_definition::SpaceKind;
use mainspring_model::Coordinates;

/// The system the run settings ask for: joint coordinates where they fit, unless told otherwise.
pub fn choose(core: Mechanism, start: Vec<f64>) -> Result<(Box<dyn System>, Vec<f64>), Vec<AssembleError>> {
    let wish = core.bodies.model.run.coordinates;
    if wish == Coordinates::Maximal || core.table.any {
        return Ok((Box::new(core), start));
    }
    match plan(&core.bodies) {
        // where no joint holds anything both are the same equations, and the maximal ones have exact derivatives
        Ok(steps) if wish == Coordinates::Auto && steps.iter().all(|s| s.joint.is_none()) => {
            Ok((Box::new(core), start))
        }
        Ok(steps) => match core.bodies.model.space {
            SpaceKind::Planar => {
                let (reduced, start) = Reduced::<planar::tree::Tree>::new(core, steps, &start);
                Ok((Box::new(reduced), start))
            }
            SpaceKind::Spatial => {
                let (reduced, start) = Reduced::<spatial::tree::Tree>::new(core, steps, &start);
                Ok((Box::new(reduced), start))
            }
        },
        Err(Obstacle { .. }) if wish == Coordinates::Auto => Ok((Box::new(core), start)),
        Err(Obstacle { reason, span }) => Err(vec![AssembleError::Coordinates { reason, span }]),
    }
}
