//! `array pads = grid(40, 30, pitch = 1 cm) at … { force = …; groups = 3; group = mod(i, 3); level = … }`.
//!
//! Column and row of a cell are read off the place its density is asked for, i = ⌊(x − corner)/pitch⌋, so that one
//! expression serves all cells, those whose density changes in time included.

use crate::actuators::layout::Layout;
use crate::actuators::phase::TablePhase;
use crate::context::value::{Number, Placed, Scalar, ScopeId, Value};
use crate::evaluate::options::Options;
use crate::evaluate::windows::known_place;
use crate::limits;
use crate::results::drafts::ArrayDraft;
use crate::tolerances::{PAD_CENTRED, PAD_FITS};
use mainspring_definition::words::ARRAY_OPTIONS;
use mainspring_definition::{Diagnostic, Dimension, Expr, ExprKind, Span};
use mainspring_geometry::{Region, Segment};
use mainspring_model::NodeId;
use mainspring_model::Probe;
use mainspring_model::{Array, Pad};
use mainspring_model::{BinaryFn, UnaryFn};

impl<'a> TablePhase<'_, 'a> {
    /// Works all arrays out.
    pub fn collect_arrays(&mut self) {
        for id in 0..self.ev.known.table.arrays.len() {
            if self.ev.cx.findings.stopped {
                return;
            }
            if let Some(array) = self.array(id) {
                self.fields.arrays.push(array);
            }
        }
    }

    pub fn array(&mut self, id: usize) -> Option<Array> {
        let ArrayDraft { path, span, value, placement, options, scope } = &self.ev.known.table.arrays[id];
        let (path, span, value, placement) = (path.clone(), *span, *value, *placement);
        let (own, scope) = (*options, *scope);
        let grid = self.grid(value, scope);
        let place = self.actuator_place(placement, scope, &path, span, "an array");
        let mut options = self.actuator_options(&path, own, scope, ARRAY_OPTIONS)?;
        let place = place?;
        let Some([x, y, _]) = known_place(place).filter(|p| p[2] == 0.0) else {
            self.ev.cx.findings.report(
                Diagnostic::error("E0522", span, "an array stands still and upright: `at` is its lower left corner")
                    .help("leave `turned` out, and give `at` as numbers"),
            );
            return None;
        };
        let (cells, pitch) = grid?;
        self.cells += cells[0] * cells[1];
        if self.cells > limits::CELLS {
            self.ev.cx.findings.report_limit(span, &format!("arrays with more than {} cells together", limits::CELLS));
            return None;
        }
        let layout = Layout { cells, pitch, corner: [x, y], span };
        let inner = self.scope_of_cells(scope, &layout);
        let duty = options.take("duty");
        let said = (options.take("directions"), options.take("strength"));
        let force = options.take("force");
        let groups = self.groups(&mut options, inner, &layout);
        let priority = self.option_whole(&mut options, "priority", scope).unwrap_or(0);
        let on = self.option_on(&mut options, scope);
        let power = match options.take("power") {
            Some(given) => {
                let worth = self.ev.eval(given.expr, scope);
                self.ev.cx.not_negative(&worth, Dimension::POWER, given.expr.span, "the power of a cell", "E0522")
            }
            None => None,
        };
        let pad = options.take("pad").and_then(|given| self.pad(given.expr, scope, pitch));
        let level = options.take("level");
        self.ev.check_unused(options, "array");
        let Some(force) = force else {
            self.ev.cx.findings.report(
                Diagnostic::error("E0522", span, format!("`{path}` has no force"))
                    .help("add `{ force = (40, 0) N/m^2 }`, which may read `x`, `y`, `i`, `j` and `t`"),
            );
            return None;
        };
        let (duty, duties) = match duty {
            Some(given) => {
                let (scalar, duties) = self.duty(given.expr, inner, &layout)?;
                (Some(scalar), duties)
            }
            None => (None, Vec::new()),
        };
        let asked = self.density(force.expr, inner, "an array")?;
        let four = self.four_directions(said, scope, &layout)?;
        let (groups, count) = groups?;
        let levels = self.levels(level.map(|g| g.expr), scope, count)?;
        let mut array = Array {
            path,
            span,
            cells,
            pitch,
            corner: layout.corner,
            pad,
            block: if four.is_some() { 2 } else { 1 },
            densities: Vec::new(),
            groups,
            levels,
            density: None,
            priority,
            on,
            power,
            duties,
        };
        let with_duty = |b: &mut Self, s: Scalar| match duty {
            Some(d) => b.ev.cx.binary(BinaryFn::Mul, s, d),
            None => s,
        };
        let nodes = asked.map(|s| {
            let scaled = with_duty(self, s);
            self.ev.cx.node(scaled)
        });
        let varies = nodes.into_iter().any(|n| self.dependence(n).varies);
        match (four, varies) {
            (Some(strength), false) => {
                array.densities = self.four_cells(nodes, strength, &layout, force.expr.span)?;
                // each cell pushes along one axis, at its own share of the strength
                array.duties = array.densities.iter().map(|f| f[0].abs().max(f[1].abs()) / strength).collect();
            }
            (Some(_), true) => {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0522", force.expr.span, "with `directions = four` the force stays the same")
                        .help("let `level` change in time"),
                );
                return None;
            }
            (None, false) => array.densities = self.cell_vectors(nodes, &layout, force.expr.span)?,
            (None, true) => array.density = Some(nodes),
        }
        Some(array)
    }

    /// `grid(40, 30, pitch = 1 cm)`: cells and pitch.
    pub fn grid(&mut self, value: &'a Expr, scope: ScopeId) -> Option<([usize; 2], [f64; 2])> {
        let (call, unit) = match &value.kind {
            ExprKind::WithUnit(inner, written) => (&**inner, Some(self.ev.cx.unit(written)?)),
            _ => (value, None),
        };
        let ExprKind::Call { function, arguments } = &call.kind else {
            return self.no_grid(value.span);
        };
        if function.text != "grid" {
            return self.no_grid(function.span);
        }
        const NAMES: &[&str] = &["columns", "rows", "pitch"];
        let slots = self.ev.cx.slots("grid", arguments, NAMES)?;
        let values = self.ev.slot_values(&slots[..2], scope, None);
        let pitch = self.ev.slot_values(&slots[2..], scope, unit);
        let mut cells = [0; 2];
        for ((slot, found), name) in cells.iter_mut().zip(values).zip(NAMES) {
            let Some(found) = found else {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0210", value.span, format!("`grid` needs `{name}`"))
                        .help("write `grid(40, 30, pitch = 1 cm)`"),
                );
                return None;
            };
            let n = self.ev.cx.whole(&found.value, found.span, &format!("the number of {name}"))?;
            match usize::try_from(n).ok().filter(|n| (1..=limits::GRID).contains(n)) {
                Some(n) => *slot = n,
                None => {
                    let message = format!("an array has 1 to {} {name}, found {n}", limits::GRID);
                    self.ev.cx.findings.report(
                        Diagnostic::error("E0522", found.span, message).help("make the cells larger, or fewer"),
                    );
                    return None;
                }
            }
        }
        let Some(Some(pitch)) = pitch.into_iter().next() else {
            self.ev.cx.findings.report(
                Diagnostic::error("E0210", value.span, "`grid` needs `pitch`")
                    .help("write `grid(40, 30, pitch = 1 cm)`; cells that are not square have a pitch `(1, 2) cm`"),
            );
            return None;
        };
        Some((cells, self.pitch(&pitch)?))
    }

    fn no_grid(&mut self, span: Span) -> Option<([usize; 2], [f64; 2])> {
        self.ev.cx.findings.report(
            Diagnostic::error("E0522", span, "an array is a grid of cells")
                .help("write `array pads = grid(40, 30, pitch = 1 cm) { … }`"),
        );
        None
    }

    fn pitch(&mut self, pitch: &Placed) -> Option<[f64; 2]> {
        let one = |b: &mut Self, v: &Value| b.ev.cx.positive(v, Dimension::LENGTH, pitch.span, "the pitch", "E0522");
        match &pitch.value {
            Value::Tuple(items) if items.len() == 2 => Some([one(self, &items[0])?, one(self, &items[1])?]),
            single => one(self, single).map(|p| [p, p]),
        }
    }

    /// A scope in which `x`, `y`, `i` and `j` are those of a cell.
    fn scope_of_cells(&mut self, scope: ScopeId, layout: &Layout) -> ScopeId {
        let mut names = Vec::new();
        for (k, name) in ["i", "j"].into_iter().enumerate() {
            let probe = if k == 0 { Probe::FieldX } else { Probe::FieldY };
            let at = Scalar::Node(self.ev.cx.probe(probe));
            let from = self.ev.cx.binary(BinaryFn::Sub, at, Scalar::Known(layout.corner[k]));
            let cells = self.ev.cx.binary(BinaryFn::Div, from, Scalar::Known(layout.pitch[k]));
            let scalar = self.ev.cx.unary(UnaryFn::Floor, cells);
            let number = Number { scalar, dimension: Dimension::NONE, angle: 0, bare: true };
            names.push((name, Value::Number(number)));
        }
        self.scope_at_place(scope, names)
    }

    /// `groups = 3; group = mod(i + j, 3)`: the group of each cell, and how many there are.
    fn groups(&mut self, options: &mut Options<'a>, inner: ScopeId, layout: &Layout) -> Option<(Vec<u8>, usize)> {
        let (count, group) = (options.take("groups"), options.take("group"));
        let said = match &count {
            Some(given) => {
                let value = self.ev.eval(given.expr, inner);
                let n = self.ev.cx.whole(&value, given.expr.span, "the number of groups")?;
                match usize::try_from(n).ok().filter(|n| (1..=limits::GROUPS).contains(n)) {
                    Some(n) => Some(n),
                    None => {
                        let message = format!("an array has 1 to {} groups, found {n}", limits::GROUPS);
                        self.ev.cx.findings.report(
                            Diagnostic::error("E0522", given.expr.span, message)
                                .help("cells that do the same at the same time share a group"),
                        );
                        return None;
                    }
                }
            }
            None => None,
        };
        let Some(given) = group else {
            if let (Some(given), Some(2..)) = (count, said) {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0522", given.span, "`groups` without `group`: which cell is in which?")
                        .help("add `group = mod(i + j, 2)`, from 0 on"),
                );
                return None;
            }
            return Some((Vec::new(), 1));
        };
        let value = self.ev.eval(given.expr, inner);
        let number = self.ev.cx.number(&value, Dimension::NONE, given.expr.span, "the group of a cell")?;
        let node = self.static_node(number.scalar, given.expr.span, "the group of a cell")?;
        let worth = self.cell_numbers(node, layout);
        let most = said.unwrap_or(limits::GROUPS);
        let mut groups = Vec::with_capacity(worth.len());
        for (at, g) in worth.into_iter().enumerate() {
            if !(g >= 0.0 && g < most as f64 && g == g.trunc()) {
                let cell = layout.name(at);
                self.ev.cx.findings.report(
                    Diagnostic::error("E0522", given.expr.span, format!("the group of {cell} is {g}"))
                        .help(format!("groups are whole numbers from 0 to {}", most - 1)),
                );
                return None;
            }
            groups.push(g as u8);
        }
        let largest = groups.iter().copied().max().unwrap_or(0);
        let count = said.unwrap_or(usize::from(largest) + 1);
        if count * groups.len() > limits::CELL_GROUPS {
            let message = format!("{} cells in {count} groups are more than can be followed", groups.len());
            self.ev.cx.findings.report(
                Diagnostic::error("E0522", given.expr.span, message)
                    .help(format!("cells times groups stay below {}", limits::CELL_GROUPS)),
            );
            return None;
        }
        Some((if count == 1 { Vec::new() } else { groups }, count))
    }

    /// The level of each group over time.
    fn levels(&mut self, expr: Option<&'a Expr>, scope: ScopeId, count: usize) -> Option<Vec<NodeId>> {
        let Some(expr) = expr else { return Some(vec![self.ev.cx.node(Scalar::Known(1.0)); count]) };
        let mut levels = Vec::with_capacity(count);
        for g in 0..count {
            let number = Value::Number(Number::bare(g as f64));
            let inner = self.ev.cx.names.scope_with(scope, vec![("group", number)]);
            let level = self.changing(expr, inner, Dimension::NONE, "the level of a group")?;
            levels.push(self.ev.cx.node(level.scalar));
        }
        Some(levels)
    }

    /// `duty = …`, checked to lie between 0 and 1 in every cell, and its value in each.
    fn duty(&mut self, expr: &'a Expr, inner: ScopeId, layout: &Layout) -> Option<(Scalar, Vec<f64>)> {
        let value = self.ev.eval(expr, inner);
        let number = self.ev.cx.number(&value, Dimension::NONE, expr.span, "the duty of a cell")?;
        let node = self.static_node(number.scalar, expr.span, "the duty of a cell")?;
        let duties = self.cell_numbers(node, layout);
        for (at, d) in duties.iter().enumerate() {
            if !(0.0..=1.0).contains(d) {
                let cell = layout.name(at);
                self.ev.cx.findings.report(
                    Diagnostic::error("E0522", expr.span, format!("the duty of {cell} is {d}"))
                        .help("a duty lies between 0 and 1; `clamp(x, 0, 1)` keeps it there"),
                );
                return None;
            }
        }
        Some((number.scalar, duties))
    }

    /// The node of what must not change in time.
    fn static_node(&mut self, scalar: Scalar, span: Span, what: &str) -> Option<NodeId> {
        let node = self.ev.cx.node(scalar);
        if !self.dependence(node).varies {
            return Some(node);
        }
        self.ev.cx.findings.report(
            Diagnostic::error("E0522", span, format!("{what} stays the same during a run; this changes"))
                .help("`level` is what changes in time, for each group; so may `force`"),
        );
        None
    }

    /// `pad = rect(8 mm, 8 mm)` or `disc(4 mm)`: what of each cell acts, about its middle.
    fn pad(&mut self, expr: &'a Expr, scope: ScopeId, pitch: [f64; 2]) -> Option<Pad> {
        let region = self.ev.region_of(expr, scope)?;
        let Some(pad) = pad_of(&region) else {
            self.ev.cx.findings.report(
                Diagnostic::error("E0522", expr.span, "a pad is a rectangle or a disc about the middle of its cell")
                    .help("write `pad = rect(8 mm, 8 mm)` or `pad = disc(4 mm)`"),
            );
            return None;
        };
        let size = match pad {
            Pad::Rect(size) => size,
            Pad::Disc(radius) => [2.0 * radius; 2],
        };
        // a pad that is to fill its cell may be a rounding larger
        if (0..2).any(|k| size[k] > pitch[k] * (1.0 + PAD_FITS)) {
            let message =
                format!("the pad is {} m × {} m, the cell only {} m × {} m", size[0], size[1], pitch[0], pitch[1]);
            self.ev
                .cx
                .findings
                .report(Diagnostic::error("E0522", expr.span, message).help("a pad lies within its cell"));
            return None;
        }
        Some(match pad {
            Pad::Rect(size) => Pad::Rect([size[0].min(pitch[0]), size[1].min(pitch[1])]),
            Pad::Disc(radius) => Pad::Disc(radius.min(0.5 * pitch[0].min(pitch[1]))),
        })
    }
}

/// The pad a region is.
fn pad_of(region: &Region) -> Option<Pad> {
    let [outline] = region.loops() else { return None };
    if let [Segment::Arc { from, center, .. }] = outline.as_slice() {
        return (*center == [0.0; 2]).then(|| Pad::Disc(libm::hypot(from[0], from[1])));
    }
    let (low, high) = region.bounds();
    let size = [high[0] - low[0], high[1] - low[1]];
    let centred = (0..2).all(|k| (low[k] + high[k]).abs() <= PAD_CENTRED * size[k]);
    let corners = outline.len() == 4
        && outline.iter().all(|s| {
            let p = s.from();
            s.is_straight() && (0..2).all(|k| p[k] == low[k] || p[k] == high[k])
        });
    (centred && corners).then_some(Pad::Rect(size))
}
