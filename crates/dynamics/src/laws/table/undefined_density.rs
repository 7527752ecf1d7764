//! What windows and arrays are given by expressions that have no answer at a moment: told by name, so that the run stops there.

use crate::laws::table::table::Table;
use mainspring_model::{Action, Fields, Jet};

impl Table {
    /// The first place, velocity, power or level of what is on that is no finite number, in words.
    pub fn lost(&self, fields: &Fields, belts: &[[Jet; 2]]) -> Option<String> {
        let lost = |what: &str, path: &str| Some(format!("the {what} of `{path}` is not a finite number"));
        let on = |i: usize| self.chosen.get(i) == Some(&true);
        for (w, (window, active)) in fields.windows.iter().zip(&self.active_windows).enumerate().filter(|(w, _)| on(*w))
        {
            if active.place.iter().any(|x| !x.is_finite()) {
                return lost("place", &window.path);
            }
            if matches!(window.action, Action::Velocity(_)) && belts[w].iter().any(|u| !u.value.is_finite()) {
                return lost("velocity", &window.path);
            }
            if !active.power.is_finite() {
                return lost("power", &window.path);
            }
        }
        for (a, (array, active)) in fields.arrays.iter().zip(&self.active_arrays).enumerate() {
            if on(self.active_windows.len() + a) && active.levels.iter().any(|level| !level.is_finite()) {
                return lost("level", &array.path);
            }
        }
        None
    }
}
