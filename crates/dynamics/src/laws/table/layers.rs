//! Windows and arrays under others in motion, and moving surfaces under a part: the part is cut into trapezoids, each with
//! those that act on it.

use crate::laws::table::pushes::Given;
use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::laws::table::windows::Clear;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::tolerances::{COVER_SLIVER, QUADRATURE_TOLERANCE};
use mainspring_fields::Density;
use mainspring_fields::{Layer, PlacedFootprint, Wrench, push, slabs_cut};
use mainspring_model::Action;

impl Table {
    /// All that is on and may lie over a part, windows then arrays.
    fn layers(&self, bodies: &Multibody, placed: &PlacedFootprint, on: &mut Vec<usize>) {
        on.clear();
        on.extend((0..self.chosen.len()).filter(|&i| {
            self.chosen[i] && placed.bounds().meets(self.layer(bodies, i).patch.bounds(), placed.position())
        }));
    }

    /// A window, or an array, as a layer.
    fn layer(&self, bodies: &Multibody, i: usize) -> Layer<'_> {
        let fields = &bodies.model.fields;
        match i.checked_sub(fields.windows.len()) {
            None => Layer { patch: &self.active_windows[i].patch, priority: fields.windows[i].priority },
            Some(a) => Layer { patch: &self.active_arrays[a].patch, priority: fields.arrays[a].priority },
        }
    }

    fn is_layered(&self, w: usize) -> bool {
        self.chosen.get(w) == Some(&true) && matches!(self.active_windows[w].clear, Clear::Layered)
    }

    /// Force and torque on a body of what is layered.
    pub fn push_of_layers(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        part: &SlidingPart,
        time: f64,
    ) -> Wrench {
        let model = std::sync::Arc::clone(&bodies.model);
        let count = model.fields.windows.len();
        // pieces first: densities are evaluated with the whole system at hand
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut room = std::mem::take(&mut self.room);
        room.creases.clear();
        for (w, window) in model.fields.windows.iter().enumerate() {
            if let (Action::Force { density, affine: false, .. }, true) = (window.action, self.is_layered(w)) {
                let tape = std::mem::take(&mut self.active_windows[w].tape);
                self.crease(bodies, others, w, &tape, density, &part.placed, time, &mut room.creases);
                self.active_windows[w].tape = tape;
            }
        }
        self.layers(bodies, &part.placed, &mut room.on);
        let (on, found) = (&room.on, &mut room.found);
        found.clear();
        let layer = |k: usize| self.layer(bodies, on[k]);
        slabs_cut(&part.placed, on.len(), layer, &room.creases.lines, &mut scratch, |piece, acting| {
            for &k in acting {
                let clear = match on[k].checked_sub(count) {
                    None => &self.active_windows[on[k]].clear,
                    Some(a) => &self.active_arrays[a].clear,
                };
                if matches!(clear, Clear::Layered) {
                    found.push((on[k], *piece));
                }
            }
        });
        let found = &room.found;
        self.scratch = scratch;
        let mut sum = Wrench::default();
        let position = part.placed.position();
        let cells = &mut room.edges;
        cells.resize_with(cells.len().max(model.fields.arrays.len()), Vec::new);
        cells.iter_mut().for_each(Vec::clear);
        for (i, piece) in found {
            if let Some(a) = i.checked_sub(count) {
                piece.edges(|edge| cells[a].push(*edge));
            }
        }
        for (w, window) in model.fields.windows.iter().enumerate() {
            let Action::Force { density: nodes, affine, .. } = window.action else { continue };
            if !found.iter().any(|(i, _)| *i == w) {
                continue;
            }
            let pieces = found.iter().filter(|(i, _)| *i == w).map(|(_, piece)| piece);
            let tape = std::mem::take(&mut self.active_windows[w].tape);
            if affine {
                let density = self.affine(bodies, others, &tape, nodes, self.active_windows[w].uniform, part, time);
                let mut found = Wrench::default();
                pieces.for_each(|piece| found = found.plus(&push(&piece.moments(), &density, position)));
                sum = sum.plus(&self.known(&window.path, found));
            } else {
                let (curved, ranges) = (&room.creases.curved, &mut room.ranges);
                let mut density = Given { table: self, bodies, others, tape: &tape, nodes, time, curved, ranges };
                // what does not depend on the place is read from there
                density.at(position);
                room.quadrature.start(part.footprint.area(), QUADRATURE_TOLERANCE);
                pieces.for_each(|piece| room.quadrature.add(piece, &mut density));
                let integral = room.quadrature.finish(&mut density);
                sum = sum.plus(&self.settled(bodies, w, &integral));
            }
            self.active_windows[w].tape = tape;
        }
        for (a, edges) in cells.iter().enumerate().filter(|(_, e)| !e.is_empty()) {
            room.placed.place_edges(position, edges);
            let found = self.push_of_array(bodies, others, a, &model.fields.arrays[a], &room.placed, time);
            sum = sum.plus(&self.known(&model.fields.arrays[a].path, found));
        }
        self.room = room;
        sum
    }

    /// The first of the moving surfaces that are on and move as that of window w does; none if it stands still, as the ground.
    pub fn same_surface(&self, bodies: &Multibody, w: usize) -> Option<u32> {
        let moves = |i: usize| bodies.belts[i].map(|u| [u.value, u.first]);
        if moves(w) == [[0.0; 2]; 2] {
            return None;
        }
        let belt =
            |i: &usize| matches!(bodies.model.fields.windows[*i].action, Action::Velocity(_)) && self.window_acts(*i);
        (0..w).filter(belt).find(|&i| moves(i) == moves(w)).or(Some(w)).map(|i| i as u32)
    }

    /// Area of a part over a layered window where that acts, m².
    pub fn layered_overlap(&self, bodies: &Multibody, placed: &PlacedFootprint, window: usize) -> f64 {
        let mut on = Vec::new();
        self.layers(bodies, placed, &mut on);
        let mut area = 0.0;
        let mut scratch = mainspring_fields::SlabScratch::default();
        slabs_cut(
            placed,
            on.len(),
            |k| self.layer(bodies, on[k]),
            &[],
            &mut scratch,
            |piece, acting| {
                if acting.iter().any(|&k| on[k] == window) {
                    area += piece.moments().area;
                }
            },
        );
        area
    }

    /// Cuts a part by the moving surfaces under it: pieces with the velocity of each, none where the ground alone is there. Two
    /// that would move one place, if there are such.
    pub fn cut_by_belts(&mut self, bodies: &Multibody, part: &mut SlidingPart) -> Option<[usize; 2]> {
        part.spare.extend(part.pieces.drain(..).map(|(rim, _)| rim));
        part.surfaces.clear();
        part.slight.clear();
        let windows = &bodies.model.fields.windows;
        let under = |w: usize| {
            matches!(windows[w].action, Action::Velocity(_))
                && self.window_acts(w)
                && part.placed.bounds().meets(self.active_windows[w].patch.bounds(), part.placed.position())
        };
        if !(0..windows.len()).any(under) {
            return None;
        }
        let mut room = std::mem::take(&mut self.room);
        let mut scratch = std::mem::take(&mut self.scratch);
        self.layers(bodies, &part.placed, &mut room.on);
        let (on, edges, owners, areas) = (&room.on, &mut room.edges, &mut room.owners, &mut room.areas);
        edges.iter_mut().for_each(Vec::clear);
        owners.clear();
        areas.clear();
        let mut tie = None;
        let least = COVER_SLIVER * part.footprint.area();
        let windows = &bodies.model.fields.windows;
        slabs_cut(
            &part.placed,
            on.len(),
            |k| self.layer(bodies, on[k]),
            &[],
            &mut scratch,
            |piece, acting| {
                let mut belts = acting
                    .iter()
                    .map(|&k| on[k])
                    .filter(|&i| windows.get(i).is_some_and(|w| matches!(w.action, Action::Velocity(_))));
                let belt = belts.next();
                let surface = belt.and_then(|i| self.same_surface(bodies, i));
                let other = belts.find(|&i| self.same_surface(bodies, i) != surface);
                let area = piece.moments().area;
                if let (Some(one), Some(two), true) = (belt, other, area > least) {
                    tie = Some([one, two]);
                }
                let place = owners.iter().position(|s| *s == surface).unwrap_or_else(|| {
                    owners.push(surface);
                    areas.push(0.0);
                    owners.len() - 1
                });
                areas[place] += area;
                edges.resize_with(edges.len().max(owners.len()), Vec::new);
                piece.edges(|edge| edges[place].push(*edge));
            },
        );
        if owners.iter().any(Option::is_some) {
            // in order of their windows, the ground first
            part.surfaces.extend_from_slice(owners);
            part.surfaces.sort_unstable();
            for surface in &part.surfaces {
                let u = surface.map_or([0.0; 2], |w| bodies.belts[w as usize].map(|j| j.value));
                let mut rim = part.spare.pop().unwrap_or_default();
                let place = owners.iter().position(|s| s == surface).expect("each is there once");
                rim.trace(&edges[place]);
                part.slight.push(areas[place] <= least);
                part.pieces.push((rim, u));
            }
        }
        self.scratch = scratch;
        self.room = room;
        tie
    }
}
