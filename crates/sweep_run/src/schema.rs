//! What frames of a sweep hold: columns, plots and the drawing.

use crate::contact_names::ContactNames;
use crate::quantities::{EACH, Quantity, SHARED, quantities};
use crate::readings;
use crate::scene_problem::SceneProblem;
use mainspring_model::{Exact, Model, Ring, SweepModel};
use mainspring_record::{
    ArrowKind, Column, Drawing, DrawnArrow, DrawnBody, DrawnJoint, DrawnShape, Obstacle, Origin, Place, PlotSpec,
    Schema,
};
use mainspring_sweep::Motion;
use std::collections::BTreeMap;

/// Pawls whose angles are plotted together.
const PLOTTED: usize = 8;

fn columns(quantities: &[Quantity]) -> Vec<Column> {
    let column = |q: &Quantity, name: String| Column { name, dimension: q.dimension, angle: q.angle };
    let of = |q: &Quantity| match q.width {
        1 => vec![column(q, q.name.clone())],
        n => (0..n).map(|axis| column(q, format!("{}.{}", q.name, ["x", "y", "z"][axis.min(2)]))).collect(),
    };
    quantities.iter().flat_map(of).collect()
}

/// Index of each pair (obstacle, pawl) that ever touches, in the order of names' indices.
pub type Pairs = BTreeMap<(usize, usize), u32>;

/// Those that touch in a motion.
pub fn pairs(motion: &Motion, names: ContactNames<'_>) -> Pairs {
    let mut pairs = Pairs::new();
    for (n, trajectory) in motion.pawls.iter().enumerate() {
        let touched = trajectory.pieces.iter().filter_map(|piece| piece.contact);
        for contact in touched {
            pairs.insert((names.obstacle_index(contact), n), 0);
        }
    }
    (0..).zip(pairs.values_mut()).for_each(|(k, index)| *index = k);
    pairs
}

/// The schema of a run.
pub fn schema(model: &Model, sweep: &SweepModel, posed: &SceneProblem, pairs: &Pairs, origin: Origin) -> Schema {
    let mut quantities = quantities(sweep);
    let recorded = readings::recorded(model, &quantities);
    quantities.extend(recorded.into_iter().map(Quantity::of));
    let mut plots = vec![
        PlotSpec { title: "Insertion force".to_owned(), curves: vec![1], against: Some(0) },
        PlotSpec { title: "Angles of pawls".to_owned(), curves: Vec::new(), against: Some(0) },
    ];
    let angles = (0..sweep.pawls.len()).take(PLOTTED).map(|n| SHARED + EACH * n);
    plots[1].curves.extend(angles);
    plots.extend(readings::plots(model, sweep));
    let names =
        |&(obstacle, pawl): &(usize, usize)| [sweep.obstacles[obstacle].name.clone(), sweep.pawls[pawl].name.clone()];
    Schema {
        scene: model.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        settings: vec![
            ("method".to_owned(), "sweep".to_owned()),
            ("duration".to_owned(), format!("{} s", model.run.duration)),
            ("every".to_owned(), format!("{} s", model.run.every)),
        ],
        columns: columns(&quantities),
        plots,
        drawing: drawing(sweep, posed),
        contact_pairs: pairs.keys().map(names).collect(),
        stepped: false,
        origin,
    }
}

fn float(p: &[Exact; 2]) -> [f64; 2] {
    [p[0].to_f64().value(), p[1].to_f64().value()]
}

fn outline<'r>(rings: impl IntoIterator<Item = &'r Ring>) -> DrawnShape {
    DrawnShape::Outline { loops: rings.into_iter().map(|ring| ring.points.iter().map(float).collect()).collect() }
}

/// The root first, then the pawls about their hinges as drawn; each pawl's hinge is a joint with the root.
fn drawing(sweep: &SweepModel, posed: &SceneProblem) -> Drawing {
    let body = |path: &str, shape| DrawnBody {
        path: path.to_owned(),
        shape,
        points: Vec::new(),
        mass: 0.0,
        fixed: false,
        arrives: false,
    };
    let root = body(&sweep.root, sweep.root_outline.as_ref().map_or(DrawnShape::Dot, |ring| outline([ring])));
    let pawls = sweep.pawls.iter().map(|pawl| body(&pawl.name, outline([&pawl.outline])));
    let on_root = |p: &[Exact; 2]| {
        let [x, y] = float(p);
        Place { body: Some(0), point: [x, y, 0.0] }
    };
    let on_pawl = |n: usize| Place { body: Some(n + 1), point: [0.0; 3] };
    let joints = sweep.pawls.iter().enumerate().map(|(n, pawl)| DrawnJoint {
        path: format!("{}.hinge", pawl.name),
        kind: "revolute".to_owned(),
        a: on_root(&pawl.hinge),
        b: on_pawl(n),
        axis: [0.0, 0.0, 1.0],
        size: 0.0,
        attached: true,
    });
    let pushed = Place { body: Some(0), point: [0.0; 3] };
    let mut arrows = vec![DrawnArrow { path: "insertion_force".to_owned(), kind: ArrowKind::Applied, place: pushed }];
    arrows.extend(sweep.pawls.iter().enumerate().map(|(n, pawl)| DrawnArrow {
        path: format!("{}.hinge", pawl.name),
        kind: ArrowKind::Reaction,
        place: on_pawl(n),
    }));
    Drawing {
        length: extent(sweep, posed),
        bodies: std::iter::once(root).chain(pawls).collect(),
        joints: joints.collect(),
        arrows,
        obstacles: sweep
            .obstacles
            .iter()
            .map(|o| Obstacle { path: o.name.clone(), shape: outline(&o.rings) })
            .collect(),
        ..Drawing::default()
    }
}

/// Largest side of the box round root and pawls, m.
fn extent(sweep: &SweepModel, posed: &SceneProblem) -> f64 {
    let mut low = [f64::INFINITY; 2];
    let mut high = [f64::NEG_INFINITY; 2];
    let mut add = |p: [f64; 2]| {
        for k in 0..2 {
            low[k] = low[k].min(p[k]);
            high[k] = high[k].max(p[k]);
        }
    };
    for pawl in &posed.problem.pawls {
        let [x, y] = float(&pawl.hinge);
        add([x, y]);
        pawl.outline.iter().map(float).for_each(|p| add([x + p[0], y + p[1]]));
    }
    posed.problem.root.iter().flatten().map(float).for_each(&mut add);
    if sweep.root_outline.is_none() {
        add(float(&sweep.start));
    }
    (high[0] - low[0]).max(high[1] - low[1])
}
