//! Arrows of windows and arrays that change, for those who draw them.

use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use mainspring_model::Action;
use mainspring_numerics::vec3::Vec3;

impl Table {
    /// Vectors of these arrows at the time last evaluated, in their windows' own axes; nothing of what is off.
    pub fn show_fields(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64) {
        let arrows = std::mem::take(&mut self.changing_arrows);
        if arrows.is_empty() {
            return;
        }
        let model = std::sync::Arc::clone(&bodies.model);
        let count = model.fields.windows.len();
        let mut shown: Vec<Vec<Vec3>> = vec![Vec::new(); count + model.fields.arrays.len()];
        for &(item, place) in &arrows {
            let on = self.chosen.get(item) == Some(&true);
            let vector = match item.checked_sub(count) {
                _ if !on => [0.0; 2],
                None => self.window_arrow(bodies, others, item, place, time),
                Some(a) => self.array_arrow(bodies, others, a, shown[item].len(), time),
            };
            shown[item].push([vector[0], vector[1], 0.0]);
        }
        self.changing = shown;
        self.changing_arrows = arrows;
    }

    fn window_arrow(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        w: usize,
        place: [f64; 2],
        time: f64,
    ) -> [f64; 2] {
        let [x, y, angle] = self.active_windows[w].place;
        let (sin, cos) = libm::sincos(angle);
        let world = [x + cos * place[0] - sin * place[1], y + sin * place[0] + cos * place[1]];
        let [fx, fy] = match bodies.model.fields.windows[w].action {
            Action::Force { density, .. } => {
                let tape = std::mem::take(&mut self.active_windows[w].tape);
                let f = self.density_at(bodies, others, &tape, density, world, time);
                self.active_windows[w].tape = tape;
                f
            }
            Action::Velocity(_) => bodies.belts[w].map(|u| u.value),
        };
        if bodies.model.fields.windows[w].moves { [cos * fx + sin * fy, cos * fy - sin * fx] } else { [fx, fy] }
    }

    /// The mean of the cells an arrow stands for.
    fn array_arrow(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        a: usize,
        block: usize,
        time: f64,
    ) -> [f64; 2] {
        let model = std::sync::Arc::clone(&bodies.model);
        let array = &model.fields.arrays[a];
        let Some((_, across, up)) = array.arrow_blocks().into_iter().nth(block) else { return [0.0; 2] };
        let tape = std::mem::take(&mut self.active_arrays[a].tape);
        let (mut sum, mut cells) = ([0.0; 2], 0.0);
        for row in up {
            for column in across.clone() {
                let cell = row * array.cells[0] + column;
                let level = self.active_arrays[a].levels.get(array.group_of(cell)).copied().unwrap_or(1.0);
                let f = match array.density {
                    Some(nodes) => self.density_at(bodies, others, &tape, nodes, array.middle(column, row), time),
                    None => array.densities[cell],
                };
                sum = [sum[0] + f[0] * level, sum[1] + f[1] * level];
                cells += 1.0;
            }
        }
        self.active_arrays[a].tape = tape;
        sum.map(|s| s / cells)
    }
}
