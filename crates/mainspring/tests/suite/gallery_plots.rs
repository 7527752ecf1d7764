//! Every `plot` line of the gallery: nothing overlaps, is clipped or too pale, and what is drawn is what was recorded.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use mainspring::record::Memory;
use mainspring::report::{Histogram, Plot, PlotStyle, Theme, check};
use mainspring::{Scene, Settings, simulate};
use std::path::PathBuf;

use crate::read_back;
use read_back::{Read, read_back};

/// What three decimals of a pixel leave open, and the rounding of reading back.
const DRAWN: f64 = 0.000_51;

fn scenes() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut scenes: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("scene.mech"))
        .filter(|file| file.exists())
        .collect();
    scenes.sort();
    scenes
}

fn plots(run: &Memory) -> Vec<Plot> {
    run.schema.plots.iter().map(|p| Plot::from_run(&p.title, run, &p.curves, p.against)).collect()
}

#[test]
fn every_plot_of_the_gallery_is_in_order_and_true() {
    let mut count = 0;
    for file in scenes() {
        let run =
            simulate(Scene::file(&file), &Settings::default()).unwrap_or_else(|e| panic!("{}: {e:?}", file.display()));
        let run = run.recording;
        for plot in plots(&run) {
            let what = format!("{}: {}", file.display(), plot.title);
            for theme in [Theme::Light, Theme::Dark, Theme::Page] {
                for width in [420.0, 800.0, 1200.0] {
                    let svg = plot.svg_with(&PlotStyle { theme, width, ..plot.default_style() });
                    assert_eq!(check::findings(&svg), Vec::<String>::new(), "{what}, {theme:?}, {width} px");
                }
            }
            drawn_is_recorded(&plot, &what);
            count += 1;
        }
        let every: Vec<usize> = (0..run.schema.columns.len()).collect();
        let histogram = Histogram::from_run("how often", &run, &every);
        assert_eq!(check::findings(&histogram.svg()), Vec::<String>::new(), "{}", file.display());
        for sample in &histogram.samples {
            let counted: usize = sample.bins().iter().map(|b| b.count).sum();
            assert_eq!(counted, sample.values.iter().filter(|v| v.is_finite()).count(), "{}", sample.name);
        }
    }
    assert!(count >= 30, "{count} plots");
}

/// Every vertex is a recorded point, and every recorded extreme is a vertex.
fn drawn_is_recorded(plot: &Plot, what: &str) {
    let curves = read_back(&plot.svg());
    assert_eq!(curves.len(), plot.curves.len(), "{what}");
    for data in &plot.curves {
        let drawn = curves.iter().find(|c| c.name == data.name).unwrap_or_else(|| panic!("{what}: {}", data.name));
        assert_eq!(drawn.unit, data.unit);
        assert!(drawn.range.iter().all(|[low, high]| low < high) && ["left", "right"].contains(&drawn.axis.as_str()));
        let near = |p: [f64; 2], q: [f64; 2]| (0..2).all(|i| drawn.apart(i, p[i], q[i]) <= DRAWN);
        let recorded: Vec<[f64; 2]> = data.x.iter().zip(&data.y).map(|(x, y)| [*x, *y]).collect();
        // drawn in the order recorded: one pass finds them all
        let mut from = 0;
        for p in drawn.points() {
            let found = (from..recorded.len()).find(|&i| near(p, recorded[i]));
            from = found.unwrap_or_else(|| panic!("{what}: {p:?} of {} was never recorded", data.name));
        }
        assert!(drawn.points().count() > 1, "{what}: {} is empty", data.name);
        // over time to the drawn precision; on paths points closer than a pixel are one
        let precision = if plot.x_name == "time" { DRAWN } else { 1.0 };
        let axes = if plot.x_name == "time" { vec![1] } else { vec![0, 1] };
        for axis in axes {
            for greatest in [false, true] {
                let wanted = extreme(&mut recorded.iter().copied(), axis, greatest);
                let got = extreme(&mut drawn.points(), axis, greatest);
                assert!(
                    drawn.apart(axis, wanted, got) <= precision,
                    "{what}: {wanted} of {} drawn as {got}",
                    data.name
                );
            }
        }
        if plot.x_name == "time" {
            all_peaks(drawn, &recorded, what);
        }
    }
}

/// Every local extreme of the recording has a vertex as high within half a pixel.
fn all_peaks(drawn: &Read, recorded: &[[f64; 2]], what: &str) {
    let vertices: Vec<[f64; 2]> = drawn.points().collect();
    for window in recorded.windows(3) {
        let [a, b, c] = [window[0][1], window[1][1], window[2][1]];
        let sign = if b > a && b >= c {
            1.0
        } else if b < a && b <= c {
            -1.0
        } else {
            continue;
        };
        let column = |v: &&[f64; 2]| drawn.apart(0, v[0], window[1][0]) <= 0.501;
        let reached = vertices.iter().filter(column).any(|v| sign * (v[1] - b) / drawn.pixel[1] >= -DRAWN);
        assert!(reached, "{what}: the peak of {} at {} s is missing", drawn.name, window[1][0]);
    }
}

fn extreme(points: &mut dyn Iterator<Item = [f64; 2]>, axis: usize, greatest: bool) -> f64 {
    let values = points.map(|p| p[axis]).filter(|v| v.is_finite());
    if greatest { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
}
