//! What a squeeze field does to a part, and the plan that orients it.

use super::arguments::OrientArguments;
use super::friction::Friction;
use super::part::Part;
use super::refusal::Refusal;
use mainspring_workbench::fields::strategy::{Equilibrium, Plan, Squeeze, TurnFunction};
use mainspring_workbench::orient::{Rehearsal, Rehearsed};
use std::path::Path;

/// Parts of the scene that `--write` makes.
const STARTS: usize = 36;

/// All that is found out about it.
pub struct Findings<'a> {
    pub part: Part<'a>,
    pub density: f64,
    pub squeeze: Squeeze,
    pub equilibria: Vec<Equilibrium>,
    pub function: TurnFunction,
    pub plan: Plan,
    pub friction: Option<Friction>,
    pub written: Option<(&'a Path, Rehearsed)>,
    pub drawn: Option<&'a Path>,
}

/// Finds equilibria, turn function, plan and what friction holds; tries the plan out where a scene is to be written.
pub fn find<'a>(arguments: &'a OrientArguments, part: Part<'a>) -> Result<Findings<'a>, Refusal> {
    let density = arguments.density;
    let refuse = |error| Refusal::strategy(part.body, error);
    let squeeze = Squeeze::of(part.region).map_err(refuse)?;
    let function = squeeze.turn_function().map_err(refuse)?;
    let equilibria = squeeze.equilibria().map_err(refuse)?;
    let plan = function.plan(arguments.margin.unwrap_or(0.0)).map_err(refuse)?;
    let friction = Friction::of(&part, &squeeze, density).map_err(refuse)?;
    let written = match &arguments.write {
        None => None,
        Some(path) => {
            let area = squeeze.area();
            let rehearsal = Rehearsal {
                region: part.region,
                squeeze: &squeeze,
                function: &function,
                plan: &plan,
                density,
                area_density: part.body.mass / area,
                starts: STARTS,
                turned_off: 0.0,
                moved_off: 0.02 * area.sqrt(),
                seed: 0,
            };
            Some((path.as_path(), rehearsal.scene().map_err(|e| Refusal::rehearsal(part.body, e))?))
        }
    };
    let drawn = arguments.plot.as_deref();
    Ok(Findings { density, squeeze, equilibria, function, plan, friction, written, drawn, part })
}
