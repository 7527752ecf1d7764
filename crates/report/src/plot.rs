//! What a plot shows, before it is drawn.

use crate::axis::Axis;
use crate::tolerances::LARGEST;
use mainspring_record::{Burst, Column, Event, EventGroup, Memory, event_groups};

/// Curves of two units that are still distinguished in one panel.
const TOGETHER: usize = 6;
/// Changes of a script's frame, and how many of them are marked at most.
const FRAME: &str = "frame";
const TURNS: usize = 40;

/// Curves over time, or over each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// stands above
    pub title: String,
    /// what runs along the bottom: `time`, or a path
    pub x_name: String,
    /// its SI unit as text
    pub x_unit: String,
    /// curves of one unit share an axis; a few curves of two units share a panel with an axis at each side; otherwise
    /// each unit has a panel, below each other
    pub curves: Vec<Curve>,
    /// moments to mark
    pub markers: Vec<Marker>,
    /// logarithmic axes: x, y; what is not positive is then a gap, and the picture says how much that was
    pub log: [bool; 2],
}

/// One curve; NaN and infinite values are gaps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// as in the scene
    pub name: String,
    /// SI unit as text: `m/s^2`
    pub unit: String,
    /// SI
    pub x: Vec<f64>,
    /// SI, one for each x
    pub y: Vec<f64>,
    /// asked to stand on the axis at the right
    pub right: bool,
}

/// A moment worth a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marker {
    /// where on the x axis (SI)
    pub x: f64,
    /// a word
    pub label: String,
    /// a sentence, shown when pointed at
    pub text: String,
}

impl Marker {
    /// One for each event of a run that lasts from `span[0]` to `span[1]`, s, or for a burst of them at its first.
    #[must_use]
    pub fn of_events(events: &[Event], span: [f64; 2]) -> Vec<Self> {
        let of = |group: &EventGroup| {
            let first = &events[group.events.start];
            let (label, text) = match Burst::of(group, events) {
                Some(burst) => (burst.label(), burst.text),
                None => (first.kind.clone(), first.text.clone()),
            };
            Self { x: first.time, label, text }
        };
        event_groups(events, span).iter().map(of).collect()
    }
}

impl Plot {
    /// Of columns of a run over time, or over the column `against`. Indices past the last column are passed over.
    #[must_use]
    pub fn from_run(title: &str, run: &Memory, curves: &[usize], against: Option<usize>) -> Self {
        let columns = &run.schema.columns;
        let x_column = against.and_then(|i| columns.get(i).map(|c| (i, c)));
        // where frames are lost the curve has a gap
        let cut = |mut values: Vec<f64>| {
            for i in (1..run.times.len()).rev() {
                if run.lost_between(run.times[i - 1], run.times[i]) && i <= values.len() {
                    values.insert(i, f64::NAN);
                }
            }
            values
        };
        let x: Vec<f64> = cut(match x_column {
            Some((i, _)) => run.column(i).collect(),
            None => run.times.clone(),
        });
        let curve = |(i, c): (usize, &Column)| Curve {
            name: c.name.clone(),
            unit: c.unit(),
            x: x.clone(),
            y: cut(run.column(i).collect()),
            right: false,
        };
        // a script that goes round and round would hide the curves behind its changes
        let turns = run.events.iter().filter(|e| e.kind == FRAME).count();
        let mut markers = Marker::of_events(&run.events, run.span());
        markers.retain(|m| turns <= TURNS || m.label != FRAME);
        Self {
            title: title.to_owned(),
            x_name: x_column.map_or_else(|| "time".to_owned(), |(_, c)| c.name.clone()),
            x_unit: x_column.map_or_else(|| "s".to_owned(), |(_, c)| c.unit()),
            curves: curves.iter().filter_map(|&i| columns.get(i).map(|c| (i, c))).map(curve).collect(),
            // an event has a time, which is no place on another axis
            markers: if x_column.is_none() { markers } else { Vec::new() },
            log: [false; 2],
        }
    }

    /// Curves by panel, in order of first appearance.
    pub(crate) fn groups(&self) -> Vec<Group<'_>> {
        let one_unit = |curves: &[&Curve]| curves.windows(2).all(|w| w[0].unit == w[1].unit);
        let (right, left): (Vec<&Curve>, Vec<&Curve>) = self.curves.iter().partition(|c| c.right);
        if !right.is_empty() && one_unit(&left) && one_unit(&right) {
            // an axis at the right alone would look like a mistake
            return vec![if left.is_empty() { Group { left: right, right: left } } else { Group { left, right } }];
        }
        let mut units: Vec<Vec<&Curve>> = Vec::new();
        for curve in &self.curves {
            match units.iter_mut().find(|p| p[0].unit == curve.unit) {
                Some(panel) => panel.push(curve),
                None => units.push(vec![curve]),
            }
        }
        if units.len() == 2 && self.curves.len() <= TOGETHER {
            let right = units.pop().unwrap_or_default();
            let left = units.pop().unwrap_or_default();
            return vec![Group { left, right }];
        }
        units.into_iter().map(|left| Group { left, right: Vec::new() }).collect()
    }

    /// Whether it is a path of something: lengths over lengths.
    pub(crate) fn in_the_plane(&self) -> bool {
        !self.runs_rightwards()
            && self.log == [false; 2]
            && self.x_unit == "m"
            && self.curves.iter().all(|c| c.unit == "m")
    }

    /// A curve's points, with gaps as NaN.
    pub(crate) fn points<'a>(&self, curve: &'a Curve) -> impl Iterator<Item = [f64; 2]> + use<'a> {
        let [log_x, log_y] = self.log;
        let sound = move |x, y| Axis::takes(log_x, x) && Axis::takes(log_y, y);
        curve.x.iter().zip(&curve.y).map(move |(&x, &y)| if sound(x, y) { [x, y] } else { [f64::NAN; 2] })
    }

    /// Points that only a log axis has no place for.
    pub(crate) fn left_out(&self) -> usize {
        let [log_x, log_y] = self.log;
        let takes = |logs: [bool; 2], x: f64, y: f64| Axis::takes(logs[0], x) && Axis::takes(logs[1], y);
        let left_out = |p: &(&f64, &f64)| takes([false; 2], *p.0, *p.1) && !takes([log_x, log_y], *p.0, *p.1);
        self.curves.iter().map(|c| c.x.iter().zip(&c.y).filter(left_out).count()).sum()
    }

    /// From the least to the greatest x; over time also where there is nothing to show.
    pub(crate) fn x_range(&self) -> Option<(f64, f64)> {
        if self.runs_rightwards() {
            range_of(self.curves.iter().flat_map(|c| &c.x).copied().filter(|x| Axis::takes(self.log[0], *x)))
        } else {
            range_of(self.curves.iter().flat_map(|c| self.points(c)).map(|p| p[0]))
        }
    }

    /// Whether every curve runs left to right, as over time.
    pub(crate) fn runs_rightwards(&self) -> bool {
        self.curves.iter().all(|c| c.x.windows(2).all(|w| w[0] <= w[1]))
    }
}

/// Curves of one panel.
pub(crate) struct Group<'a> {
    pub left: Vec<&'a Curve>,
    /// those of the axis at the right, where there is one
    pub right: Vec<&'a Curve>,
}

/// Least and greatest of the values that can be shown.
pub fn range_of(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|v| v.abs() <= LARGEST).fold(None, |range, v| match range {
        None => Some((v, v)),
        Some((low, high)) => Some((v.min(low), v.max(high))),
    })
}

/// The y axis of a path in the plane, widened where one unit would be longer on it than on x; none where equal lengths
/// would waste most of the picture.
pub fn equalise(x: &Axis, y: &Axis, size: [f64; 2], most: f64) -> Option<Axis> {
    let per_pixel = [(x.high - x.low) / size[0], (y.high - y.low) / size[1]];
    let wanted = per_pixel[0].max(per_pixel[1]);
    if wanted > 8.0 * per_pixel[0].min(per_pixel[1]) {
        return None;
    }
    let more = 0.5 * (wanted * size[1] - (y.high - y.low));
    Some(Axis::over(y.low - more, y.high + more, "m", most))
}
