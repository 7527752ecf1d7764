//! What a scene records, plots and probes of a sweep: expressions over the quantities that every moment has.
//!
//! A run's numbers are those quantities, then what the scene records besides them, then probes, which are read but not
//! recorded. A recorded expression that is one of the quantities, by its name, is that column and no other.

use crate::quantities::{EACH, Quantity, SHARED, quantities};
use mainspring_model::{Channel, Model, NodeId, Probe, SweepModel, SweptQuantity, Tape};
use mainspring_record::PlotSpec;

/// Expressions of a model, ready to be read at any moment.
pub struct Readings<'m> {
    model: &'m Model,
    tape: Tape,
    nodes: Vec<NodeId>,
    scratch: Vec<f64>,
    /// how many numbers of a moment are recorded
    pub recorded: usize,
}

/// Recorded expressions that are no quantities by themselves.
pub fn recorded<'m>(model: &'m Model, own: &[Quantity]) -> Vec<&'m Channel> {
    model.channels.iter().filter(|c| own.iter().all(|q| q.name != c.name)).collect()
}

/// Probes that are not recorded anyway.
pub fn probed<'m>(model: &'m Model, own: &[Quantity]) -> Vec<&'m Channel> {
    let known = |c: &&Channel| model.channels.iter().all(|k| k.name != c.name) && own.iter().all(|q| q.name != c.name);
    model.probes.iter().filter(known).collect()
}

impl<'m> Readings<'m> {
    pub fn of(model: &'m Model, sweep: &SweepModel) -> Self {
        let own = quantities(sweep);
        let nodes_of = |list: Vec<&Channel>| list.into_iter().flat_map(|c| c.nodes.clone()).collect::<Vec<_>>();
        let mut nodes = nodes_of(recorded(model, &own));
        let recorded = SHARED + EACH * sweep.pawls.len() + nodes.len();
        nodes.extend(nodes_of(probed(model, &own)));
        let programs = &model.programs;
        Self { model, tape: programs.tape(&nodes), nodes, scratch: vec![0.0; programs.nodes.len()], recorded }
    }

    /// Numbers of a moment: recorded and probed.
    pub fn width(&self, sweep: &SweepModel) -> usize {
        SHARED + EACH * sweep.pawls.len() + self.nodes.len()
    }

    /// Works out what follows from the quantities, which come first in `values`, at a time (s).
    pub fn read(&mut self, values: &mut [f64], time: f64) {
        let Self { model, tape, nodes, scratch, .. } = self;
        let probes = &model.programs.probes;
        model.programs.evaluate(tape, time, time, |p| values[column(&probes[p])], scratch);
        let first = values.len() - nodes.len();
        for (slot, node) in values[first..].iter_mut().zip(nodes) {
            *slot = scratch[*node];
        }
    }
}

/// Where a quantity stands among the numbers of a moment.
fn column(probe: &Probe) -> usize {
    let Probe::Swept { pawl, quantity } = *probe else { return 0 };
    let of_pawl = |at: usize| SHARED + EACH * pawl + at;
    match quantity {
        SweptQuantity::Travel => 0,
        SweptQuantity::InsertionForce => 1,
        SweptQuantity::Angle => of_pawl(0),
        SweptQuantity::Deflection => of_pawl(1),
        SweptQuantity::Rate => of_pawl(2),
        SweptQuantity::Force => of_pawl(3),
        SweptQuantity::FrictionForce => of_pawl(4),
        SweptQuantity::Reaction(axis) => of_pawl(5 + usize::from(axis)),
    }
}

/// The scene's `plot` lines over columns.
pub fn plots(model: &Model, sweep: &SweepModel) -> Vec<PlotSpec> {
    let own = quantities(sweep);
    let mut starts = Vec::new();
    let mut next = SHARED + EACH * sweep.pawls.len();
    for channel in &model.channels {
        let before: usize = own.iter().take_while(|q| q.name != channel.name).map(|q| q.width).sum();
        if own.iter().any(|q| q.name == channel.name) {
            starts.push(before);
        } else {
            starts.push(next);
            next += channel.nodes.len();
        }
    }
    let of_channel = |&c: &usize| starts[c]..starts[c] + model.channels[c].nodes.len();
    let plot = |plot: &mainspring_model::Plot| PlotSpec {
        title: plot.title.clone(),
        curves: plot.curves.iter().flat_map(of_channel).collect(),
        against: plot.against.map(|c| starts[c]),
    };
    model.plots.iter().map(plot).collect()
}
