//! What each cell of an array does: one expression evaluated in the middle of every cell, and the four directions.
//!
//! With `directions = four` the cells of each 2 × 2 block push along +x, +y, −x and −y (lower left, lower right, upper
//! left, upper right), each with `strength` at full duty. A block that shall push with f on average runs the cell of
//! direction d at duty u = max(0, 4 f·d / strength): a quarter of the block times strength × u along d, over both
//! axes, is f.

use crate::actuators::layout::Layout;
use crate::actuators::phase::TablePhase;
use crate::context::value::ScopeId;
use crate::evaluate::options::Given;
use mainspring_definition::{Diagnostic, Dimension, Span};
use mainspring_model::NodeId;
use mainspring_model::Probe;

/// Which way the cells of a block push: lower left, lower right, upper left, upper right.
const DIRECTIONS: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

impl<'a> TablePhase<'_, 'a> {
    /// Some nodes at many places.
    fn at_places<const N: usize>(
        &self,
        nodes: [NodeId; N],
        places: impl Iterator<Item = [f64; 2]>,
        mut visit: impl FnMut([f64; N]),
    ) {
        let tape = self.ev.cx.code.programs.tape(&nodes);
        let mut values = vec![0.0; self.ev.cx.code.programs.nodes.len()];
        for [x, y] in places {
            let probe = |p: usize| match self.ev.cx.code.programs.probes[p] {
                Probe::FieldX => x,
                Probe::FieldY => y,
                _ => f64::NAN,
            };
            self.ev.cx.code.programs.evaluate(&tape, 0.0, 0.0, probe, &mut values);
            visit(nodes.map(|n| values[n]));
        }
    }

    /// A number in the middle of every cell.
    pub fn cell_numbers(&self, node: NodeId, layout: &Layout) -> Vec<f64> {
        let mut found = Vec::with_capacity(layout.cells[0] * layout.cells[1]);
        self.at_places([node], middles(layout), |[v]| found.push(v));
        found
    }

    /// A vector in the middle of every cell; None after a report.
    pub fn cell_vectors(&mut self, nodes: [NodeId; 2], layout: &Layout, span: Span) -> Option<Vec<[f64; 2]>> {
        let mut found = Vec::with_capacity(layout.cells[0] * layout.cells[1]);
        self.at_places(nodes, middles(layout), |v| found.push(v));
        if let Some(at) = found.iter().position(|v| !v.iter().all(|c| c.is_finite())) {
            self.no_force(layout.name(at), span);
            return None;
        }
        Some(found)
    }

    fn no_force(&mut self, cell: String, span: Span) {
        self.ev.cx.findings.report(
            Diagnostic::error("E0304", span, format!("the force of {cell} is not a finite number"))
                .help("look for a division by zero or a root of a negative number there"),
        );
    }

    /// `directions = four; strength = 40 N/m^2`: the strength, Some(None) without; None after a report.
    pub fn four_directions(
        &mut self,
        (directions, strength): (Option<Given<'a>>, Option<Given<'a>>),
        scope: ScopeId,
        layout: &Layout,
    ) -> Option<Option<f64>> {
        let (directions, strength) = match (directions, strength) {
            (None, None) => return Some(None),
            (Some(d), Some(s)) => (d, s),
            (Some(given), None) | (None, Some(given)) => {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0522", given.span, "`directions` and `strength` go together")
                        .help("write `directions = four; strength = 40 N/m^2`"),
                );
                return None;
            }
        };
        let word = self.ev.chosen_word(directions.expr, scope)?;
        if word.as_deref() != Some("four") {
            let shown = word.unwrap_or_else(|| "this".to_owned());
            self.ev.cx.findings.report(
                Diagnostic::error("E0522", directions.expr.span, format!("no directions `{shown}`"))
                    .help("there is `four`: along +x, +y, −x and −y; without this option every cell pushes any way"),
            );
            return None;
        }
        if layout.cells.iter().any(|n| n % 2 == 1) {
            let [columns, rows] = layout.cells;
            let message =
                format!("four directions need blocks of 2 × 2 cells; {columns} × {rows} do not make whole ones");
            self.ev
                .cx
                .findings
                .report(Diagnostic::error("E0522", layout.span, message).help("take even numbers of columns and rows"));
            return None;
        }
        let value = self.ev.eval(strength.expr, scope);
        let what = "the strength of a cell";
        self.ev.cx.positive(&value, Dimension::PRESSURE, strength.expr.span, what, "E0522").map(Some)
    }

    /// The densities of cells that push in four directions; None after a report.
    pub fn four_cells(
        &mut self,
        nodes: [NodeId; 2],
        strength: f64,
        layout: &Layout,
        span: Span,
    ) -> Option<Vec<[f64; 2]>> {
        let [columns, rows] = layout.cells;
        let mut asked = Vec::with_capacity(columns * rows / 4);
        let blocks = (0..rows / 2).flat_map(|r| (0..columns / 2).map(move |c| (c, r)));
        let centre = |(c, r): (usize, usize)| {
            [0, 1].map(|k| layout.corner[k] + 2.0 * ([c, r][k] as f64 + 0.5) * layout.pitch[k])
        };
        self.at_places(nodes, blocks.map(centre), |f| asked.push(f));
        let mut densities = vec![[0.0; 2]; columns * rows];
        for (block, f) in asked.into_iter().enumerate() {
            let (c, r) = (block % (columns / 2), block / (columns / 2));
            for (which, d) in DIRECTIONS.into_iter().enumerate() {
                let at = (2 * r + which / 2) * columns + 2 * c + which % 2;
                let duty = (4.0 * (f[0] * d[0] + f[1] * d[1]) / strength).max(0.0);
                if !(f[0].is_finite() && f[1].is_finite()) {
                    self.no_force(layout.name(at), span);
                    return None;
                }
                if duty > 1.0 {
                    let cell = layout.name(at);
                    let message = format!(
                        "{cell} would need a duty of {duty}: ({}, {}) N/m^2 asked of cells of {strength} N/m^2",
                        f[0], f[1]
                    );
                    self.ev.cx.findings.report(
                        Diagnostic::error("E0522", span, message).help(
                            "one cell in four pushes each way, so at most a quarter of `strength` can be asked for",
                        ),
                    );
                    return None;
                }
                densities[at] = d.map(|part| part * duty * strength);
            }
        }
        Some(densities)
    }
}

fn middles(layout: &Layout) -> impl Iterator<Item = [f64; 2]> {
    let layout = *layout;
    (0..layout.cells[1]).flat_map(move |row| (0..layout.cells[0]).map(move |column| layout.middle(column, row)))
}
