//! Windows, arrays, scripts and bins as a viewer needs them.

use crate::drawn_shape::shape;
use mainspring_dynamics::{Arrow, arrows};
use mainspring_model::{Action, Array, Model, NodeId, Pad, Probe, Shape, Step, Window};
use mainspring_record::{DrawnScript, DrawnWindow, Obstacle, WindowKind};

/// Most lines between cells, each way: more would be grey.
const LINES: usize = 60;
/// Corners of a round pad as drawn.
const CORNERS: usize = 20;

/// All windows and arrays.
pub(crate) fn windows(model: &Model) -> Vec<DrawnWindow> {
    let fields = &model.fields;
    let count = fields.windows.len();
    // each list is gone through once: scenes may have tens of thousands of windows
    let mut framed = vec![false; count + fields.arrays.len()];
    for frame in &fields.frames {
        frame.windows.iter().for_each(|w| framed[*w] = true);
        frame.arrays.iter().for_each(|a| framed[count + a] = true);
    }
    let mut first_arrow = vec![None; framed.len()];
    for (k, arrow) in arrows(model).iter().enumerate() {
        if let Arrow::Field { item, .. } = arrow {
            first_arrow[*item] = first_arrow[*item].or(Some(k));
        }
    }
    let mut start = AtStart { model, values: vec![0.0; model.programs.nodes.len()] };
    fields
        .drawn_order()
        .into_iter()
        .map(|i| {
            let drawn = match i.checked_sub(count) {
                None => window(&mut start, &fields.windows[i], !framed[i]),
                Some(a) => array(&mut start, &fields.arrays[a], !framed[i]),
            };
            let first = first_arrow[i];
            let kept = |(_, f): &([f64; 2], [f64; 2])| first.is_some() || *f != [0.0; 2];
            DrawnWindow { changing: first, arrows: drawn.arrows.into_iter().filter(kept).collect(), ..drawn }
        })
        .collect()
}

/// All scripts, frames by the places of what they show in [`windows`].
pub(crate) fn scripts(model: &Model) -> Vec<DrawnScript> {
    let fields = &model.fields;
    let order = fields.drawn_order();
    let mut places = vec![0; order.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i] = place;
    }
    let place = |i: usize| places[i];
    let frame = |f: usize| {
        let frame = &fields.frames[f];
        let arrays = frame.arrays.iter().map(|a| place(fields.windows.len() + a));
        let mut on: Vec<usize> = frame.windows.iter().map(|&w| place(w)).chain(arrays).collect();
        on.sort_unstable();
        (frame.path.clone(), on)
    };
    let script = |s: &mainspring_model::Script| {
        let (mut shown, mut seen) = (Vec::new(), vec![false; fields.frames.len()]);
        for step in &s.steps {
            if let Step::Show { frame, .. } = step
                && !std::mem::replace(&mut seen[*frame], true)
            {
                shown.push(*frame);
            }
        }
        DrawnScript { path: s.path.clone(), frames: shown.into_iter().map(frame).collect() }
    };
    fields.scripts.iter().map(script).collect()
}

/// All bins.
pub(crate) fn bins(model: &Model) -> Vec<Obstacle> {
    let bin = |b: &mainspring_model::Bin| Obstacle {
        path: b.path.clone(),
        shape: shape(&Shape::Region(b.region.clone()), |p| p),
    };
    model.fields.bins.iter().map(bin).collect()
}

/// Values at t = 0.
struct AtStart<'m> {
    model: &'m Model,
    /// scratch, one slot a node
    values: Vec<f64>,
}

impl AtStart<'_> {
    /// Values of nodes at a place.
    fn read<const N: usize>(&mut self, nodes: [NodeId; N], place: [f64; 2]) -> [f64; N] {
        let programs = &self.model.programs;
        let tape = programs.tape(&nodes);
        let probe = |p: usize| match programs.probes[p] {
            Probe::FieldX => place[0],
            Probe::FieldY => place[1],
            _ => 0.0,
        };
        programs.evaluate(&tape, 0.0, 0.0, probe, &mut self.values);
        nodes.map(|n| self.values[n])
    }
}

fn window(start: &mut AtStart<'_>, window: &Window, always: bool) -> DrawnWindow {
    let [x, y, angle] = start.read(window.place, [0.0; 2]);
    let (sin, cos) = libm::sincos(angle);
    let world = |p: [f64; 2]| [x + cos * p[0] - sin * p[1], y + sin * p[0] + cos * p[1]];
    let (nodes, kind) = match window.action {
        Action::Force { density, .. } => (density, WindowKind::Force),
        Action::Velocity(u) => (u, WindowKind::Velocity),
    };
    let mut places = Vec::new();
    for place in window.arrow_places() {
        let [fx, fy] = start.read(nodes, world(place));
        // a window that moves is drawn in its own axes
        let entry =
            if window.moves { (place, [cos * fx + sin * fy, cos * fy - sin * fx]) } else { (world(place), [fx, fy]) };
        places.push(entry);
    }
    let drawn = shape(&Shape::Region(window.region.clone()), |p| {
        if window.moves {
            p
        } else {
            let [x, y] = world([p[0], p[1]]);
            [x, y, 0.0]
        }
    });
    DrawnWindow {
        path: window.path.clone(),
        kind,
        shape: drawn,
        moves: window.moves,
        lines: [Vec::new(), Vec::new()],
        pad: Vec::new(),
        arrows: places,
        changing: None,
        always,
    }
}

fn array(start: &mut AtStart<'_>, array: &Array, always: bool) -> DrawnWindow {
    let columns = array.cells[0];
    let drawn = array.outline().map_or(mainspring_record::DrawnShape::Dot, |r| shape(&Shape::Region(r), |p| p));
    let levels: Vec<f64> = array.levels.iter().map(|&n| start.read([n], [0.0; 2])[0]).collect();
    let mut density = |i: usize, j: usize| {
        let cell = j * columns + i;
        let group = array.group_of(cell);
        match array.density {
            Some(nodes) => start.read(nodes, array.middle(i, j)),
            None => {
                let level = levels.get(group).copied().unwrap_or(1.0);
                array.densities.get(cell).copied().unwrap_or([0.0; 2]).map(|f| f * level)
            }
        }
    };
    let mut places = Vec::new();
    for (place, across, up) in array.arrow_blocks() {
        // the mean of the cells an arrow stands for
        let count = (across.len() * up.len()) as f64;
        let cells = up.flat_map(|j| across.clone().map(move |i| (i, j)));
        let sum = cells.map(|(i, j)| density(i, j)).fold([0.0; 2], |s, f| [s[0] + f[0], s[1] + f[1]]);
        places.push((place, sum.map(|s| s / count)));
    }
    let lines = [0, 1].map(|axis| {
        let cells = array.cells[axis];
        if cells > LINES {
            return Vec::new();
        }
        (1..cells).map(|k| array.corner[axis] + k as f64 * array.pitch[axis]).collect()
    });
    DrawnWindow {
        path: array.path.clone(),
        kind: WindowKind::Array,
        shape: drawn,
        moves: false,
        pad: if array.cells.iter().all(|n| *n <= LINES) { array.pad.map_or_else(Vec::new, pad) } else { Vec::new() },
        lines,
        arrows: places,
        changing: None,
        always,
    }
}

/// The outline of a pad about its middle, m.
fn pad(pad: Pad) -> Vec<[f64; 2]> {
    match pad {
        Pad::Rect([w, h]) => [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| [x * w, y * h]).to_vec(),
        Pad::Disc(radius) => (0..CORNERS)
            .map(|k| {
                let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / CORNERS as f64);
                [radius * cos, radius * sin]
            })
            .collect(),
    }
}
