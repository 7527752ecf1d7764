//! A sink that keeps what the scene's plots need, in bounded memory however long the run.

use crate::decimate::DecimatedCurve;
use mainspring_record::{Column, Ending, Event, Frame, Schema, Sink, SinkError};
use mainspring_report::{Curve, Marker, Plot};

/// Stretches of all curves together; a picture is 1,400 half pixels wide.
const STRETCHES: usize = 2_000_000;
/// Stretches of one curve.
const MOST: usize = 4096;
/// Events kept for markers; a picture has room for fewer.
const EVENTS: usize = 10_000;

/// Gathers the plots of a run.
#[derive(Default)]
pub struct PlotSink {
    plots: Vec<Gathered>,
    columns: Vec<Column>,
    events: Vec<Event>,
    /// times of the first and the last frame, s
    span: Option<[f64; 2]>,
}

struct Gathered {
    title: String,
    against: Option<usize>,
    /// column and what is kept of it
    curves: Vec<(usize, DecimatedCurve)>,
}

impl PlotSink {
    /// One plot for each `plot` line.
    #[must_use]
    pub fn plots(&self) -> Vec<Plot> {
        let markers = Marker::of_events(&self.events, self.span.unwrap_or_default());
        self.plots.iter().map(|plot| self.plot(plot, &markers)).collect()
    }

    fn plot(&self, plot: &Gathered, markers: &[Marker]) -> Plot {
        let bottom = plot.against.and_then(|c| self.columns.get(c));
        let curves = plot.curves.iter().filter_map(|(c, kept)| {
            let column = self.columns.get(*c)?;
            let (x, y) = kept.points();
            Some(Curve { name: column.name.clone(), unit: column.unit(), x, y, right: false })
        });
        Plot {
            title: plot.title.clone(),
            x_name: bottom.map_or_else(|| "time".to_owned(), |c| c.name.clone()),
            x_unit: bottom.map_or_else(|| "s".to_owned(), Column::unit),
            curves: curves.collect(),
            // an event has a time, which is no place on another axis
            markers: if bottom.is_none() { markers.to_vec() } else { Vec::new() },
            log: [false; 2],
        }
    }
}

impl Sink for PlotSink {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.columns.clone_from(&schema.columns);
        let all: usize = schema.plots.iter().map(|p| p.curves.len()).sum();
        let stretches = (STRETCHES / all.max(1)).clamp(256, MOST);
        let plots = schema.plots.iter().map(|plot| Gathered {
            title: plot.title.clone(),
            against: plot.against,
            curves: plot.curves.iter().map(|c| (*c, DecimatedCurve::new(stretches))).collect(),
        });
        self.plots = plots.collect();
        Ok(())
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        let value = |c: usize| frame.values.get(c).copied().unwrap_or(f64::NAN);
        self.span = Some([self.span.map_or(frame.time, |s| s[0]), frame.time]);
        for plot in &mut self.plots {
            let x = plot.against.map_or(frame.time, value);
            plot.curves.iter_mut().for_each(|(c, kept)| kept.push(x, value(*c)));
        }
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        if self.events.len() < EVENTS {
            self.events.push(event.clone());
        }
        Ok(())
    }

    fn finish(&mut self, _: &Ending) -> Result<(), SinkError> {
        Ok(())
    }
}
