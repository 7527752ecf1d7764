//! What a plot shows, before it is drawn.

use crate::axis::{Axis, LARGEST};
use mainspring_record::{Column, Memory};

/// Curves over time, or over each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// stands above
    pub title: String,
    /// what runs along the bottom: `time`, or a path
    pub x_name: String,
    /// its SI unit as text
    pub x_unit: String,
    /// curves of one unit share a panel, panels stand below each other
    pub curves: Vec<Curve>,
    /// moments to mark
    pub markers: Vec<Marker>,
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

impl Plot {
    /// Of columns of a run over time, or over the column `against`. Indices past the last column are passed over.
    #[must_use]
    pub fn from_run(title: &str, run: &Memory, curves: &[usize], against: Option<usize>) -> Self {
        let columns = &run.schema.columns;
        let x_column = against.and_then(|i| columns.get(i).map(|c| (i, c)));
        let x: Vec<f64> = match x_column {
            Some((i, _)) => run.column(i).collect(),
            None => run.times.clone(),
        };
        let curve = |(i, c): (usize, &Column)| Curve {
            name: c.name.clone(),
            unit: c.unit(),
            x: x.clone(),
            y: run.column(i).collect(),
        };
        let marker = |e: &mainspring_record::Event| Marker { x: e.time, label: e.kind.clone(), text: e.text.clone() };
        Self {
            title: title.to_owned(),
            x_name: x_column.map_or_else(|| "time".to_owned(), |(_, c)| c.name.clone()),
            x_unit: x_column.map_or_else(|| "s".to_owned(), |(_, c)| c.unit()),
            curves: curves.iter().filter_map(|&i| columns.get(i).map(|c| (i, c))).map(curve).collect(),
            // an event has a time, which is no place on another axis
            markers: if x_column.is_none() { run.events.iter().map(marker).collect() } else { Vec::new() },
        }
    }

    /// The picture as one SVG element, 800 pixels wide.
    #[must_use]
    pub fn svg(&self) -> String {
        crate::svg::draw(self)
    }

    /// Curves by unit, in order of first appearance.
    pub(crate) fn panels(&self) -> Vec<Vec<&Curve>> {
        let mut panels: Vec<Vec<&Curve>> = Vec::new();
        for curve in &self.curves {
            match panels.iter_mut().find(|p| p[0].unit == curve.unit) {
                Some(panel) => panel.push(curve),
                None => panels.push(vec![curve]),
            }
        }
        panels
    }

    /// From the least to the greatest x; over time also where there is nothing to show.
    pub(crate) fn x_range(&self) -> Option<(f64, f64)> {
        if self.runs_rightwards() {
            range_of(self.curves.iter().flat_map(|c| &c.x).copied())
        } else {
            range_of(self.curves.iter().flat_map(Curve::points).map(|p| p[0]))
        }
    }

    /// Whether every curve runs left to right, as over time.
    pub(crate) fn runs_rightwards(&self) -> bool {
        self.curves.iter().all(|c| c.x.windows(2).all(|w| w[0] <= w[1]))
    }
}

impl Curve {
    /// Points, with gaps as NaN.
    pub(crate) fn points(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let sound = |v: f64| v.abs() <= LARGEST;
        self.x.iter().zip(&self.y).map(move |(&x, &y)| if sound(x) && sound(y) { [x, y] } else { [f64::NAN; 2] })
    }
}

/// Least and greatest of the values that can be shown.
pub fn range_of(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|v| v.abs() <= LARGEST).fold(None, |range, v| match range {
        None => Some((v, v)),
        Some((low, high)) => Some((v.min(low), v.max(high))),
    })
}

/// Makes one unit as long on both axes by widening the shorter; left alone where that would waste most of the picture.
pub fn equalise(x: &Axis, y: &Axis, unit: &str, size: [f64; 2], most: [f64; 2]) -> Option<(Axis, Axis)> {
    let per_pixel = [(x.high - x.low) / size[0], (y.high - y.low) / size[1]];
    let wanted = per_pixel[0].max(per_pixel[1]);
    if wanted > 8.0 * per_pixel[0].min(per_pixel[1]) {
        return None;
    }
    let widened = |axis: &Axis, i: usize| {
        let more = 0.5 * (wanted * size[i] - (axis.high - axis.low));
        Axis::over(axis.low - more, axis.high + more, unit, most[i])
    };
    Some((widened(x, 0), widened(y, 1)))
}
