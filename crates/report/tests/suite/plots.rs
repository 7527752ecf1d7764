//! Plots read back from their SVG: the curves are where the data is.

use mainspring_definition::Dimension;
use mainspring_record::{Column, Event, Frame, Memory, Schema, Sink};
use mainspring_report::{Curve, Marker, Plot, PlotStyle, Theme, check};
use proptest::prelude::*;
use roxmltree::Document;

use crate::read_back;
use read_back::{number, panels, read_back};

fn curve(name: &str, unit: &str, x: Vec<f64>, y: impl Fn(f64) -> f64) -> Curve {
    let y = x.iter().map(|x| y(*x)).collect();
    Curve { name: name.to_owned(), unit: unit.to_owned(), x, y, right: false }
}

fn over_time(curves: Vec<Curve>) -> Plot {
    Plot { title: "test".to_owned(), x_name: "time".to_owned(), x_unit: "s".to_owned(), curves, ..Plot::default() }
}

fn steps(n: u32, to: f64) -> Vec<f64> {
    (0..n).map(|i| to * f64::from(i) / f64::from(n - 1)).collect()
}

#[test]
fn curves_lie_where_the_data_is() {
    let plot = over_time(vec![
        curve("a", "m", steps(200, 3.0), |t| 0.02 * libm::sin(5.0 * t)),
        curve("b", "m", steps(77, 3.0), |t| 0.01 * t),
    ]);
    let svg = plot.svg();
    for (drawn, data) in read_back(&svg).iter().zip(&plot.curves) {
        assert_eq!((drawn.pieces.len(), drawn.name.as_str(), drawn.unit.as_str()), (1, data.name.as_str(), "m"));
        assert_eq!(drawn.pieces[0].len(), data.x.len());
        for (p, (x, y)) in drawn.points().zip(data.x.iter().zip(&data.y)) {
            assert!(drawn.apart(0, p[0], *x) <= 0.000_51 && drawn.apart(1, p[1], *y) <= 0.000_51, "{p:?} {x} {y}");
        }
    }
    assert!(svg.contains(">mm<"), "small lengths are shown in millimetres");
}

#[test]
fn tick_labels_tell_the_truth() {
    let plot = over_time(vec![curve("f", "N", steps(50, 0.04), |t| 3e4 * t / 0.04 - 1e4)]);
    let svg = plot.svg();
    let document = Document::parse(&svg).unwrap();
    let panel = panels(&document)[0];
    let frame = ["data-left", "data-top", "data-right", "data-bottom"].map(|a| number(panel, a));
    let [x, y] = read_back(&svg)[0].range;
    let mut checked = [0, 0];
    for text in panel.children().filter(|n| n.has_tag_name("text")) {
        let Ok(value) = text.text().unwrap_or("").replace('−', "-").parse::<f64>() else { continue };
        let at = |a: &str| text.attribute(a).unwrap().parse::<f64>().unwrap();
        if text.attribute("text-anchor") == Some("middle") {
            let want = x[0] + (at("x") - frame[0]) / (frame[2] - frame[0]) * (x[1] - x[0]);
            assert!((value * 1e-3 - want).abs() < 1e-6, "{value} ms at {want} s");
            checked[0] += 1;
        } else {
            let want = y[0] + (frame[3] - (at("y") - 4.0)) / (frame[3] - frame[1]) * (y[1] - y[0]);
            assert!((value * 1e3 - want).abs() < 2.0, "{value} kN at {want} N");
            checked[1] += 1;
        }
    }
    assert!(checked[0] >= 4 && checked[1] >= 4, "{checked:?}");
    assert!(svg.contains(">time (ms)<") && svg.contains(">f (kN)<"));
}

#[test]
fn gaps_stay_gaps_and_lone_points_are_seen() {
    let gappy = |t: f64| if (t - 0.5).abs() < 0.1 || t > 0.95 && t < 0.99 { f64::NAN } else { t };
    let mut holes = curve("holes", "", steps(101, 1.0), gappy);
    holes.y[3] = f64::INFINITY;
    holes.y[1] = f64::NEG_INFINITY;
    let svg = over_time(vec![holes]).svg();
    let pieces = &read_back(&svg)[0].pieces;
    let lines = pieces.iter().filter(|p| p.len() > 1).count();
    assert_eq!(lines, 3, "0.04 to 0.4, 0.6 to 0.95, 0.99 to 1");
    assert_eq!(pieces.len() - lines, 2, "0 and 0.02 stand between gaps");
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn a_million_points_make_a_small_file_with_the_same_extremes() {
    let wild = |t: f64| libm::sin(1e4 * t) * (1.0 + 0.5 * libm::sin(t));
    let plot = over_time(vec![curve("wild", "m", steps(1_000_000, 10.0), wild)]);
    let svg = plot.svg();
    assert!(svg.len() < 150_000, "{}", svg.len());
    let drawn = &read_back(&svg)[0];
    let high = |y: &mut dyn Iterator<Item = f64>| y.fold(f64::MIN, f64::max);
    let low = |y: &mut dyn Iterator<Item = f64>| y.fold(f64::MAX, f64::min);
    let data = &plot.curves[0].y;
    assert!(drawn.apart(1, high(&mut drawn.points().map(|p| p[1])), high(&mut data.iter().copied())) < 0.001);
    assert!(drawn.apart(1, low(&mut drawn.points().map(|p| p[1])), low(&mut data.iter().copied())) < 0.001);
}

#[test]
fn units_get_panels_and_legends_stay_off_the_data() {
    let mut plot = over_time(vec![
        curve("hand.finger[2].joint.angle with a very long name that goes on", "rad", steps(5, 1.0), |t| t),
        curve("force", "N", steps(5, 1.0), |t| t),
        curve("another angle with quite a long name as well, longer than most", "rad", steps(5, 1.0), |t| 2.0 * t),
        curve("third", "rad", steps(5, 1.0), |t| 3.0 * t),
        curve("lift", "m", steps(5, 1.0), |t| 3.0 * t),
    ]);
    plot.markers = vec![Marker { x: 0.5, label: "release".to_owned(), text: "o let go".to_owned() }];
    let svg = plot.svg();
    let document = Document::parse(&svg).unwrap();
    let panels = panels(&document);
    assert_eq!(panels.len(), 3);
    let edges = ["data-left", "data-top", "data-right", "data-bottom"];
    let boxes: Vec<[f64; 4]> = panels.iter().map(|p| edges.map(|e| number(*p, e))).collect();
    assert!(boxes[0][3] < boxes[1][1], "panels do not overlap");
    for name in ["another angle with quite a long name as well, longer than most", "third"] {
        let entry = document.descendants().find(|n| n.has_tag_name("text") && n.text() == Some(name)).unwrap();
        let [x, y] = ["x", "y"].map(|a| entry.attribute(a).unwrap().parse::<f64>().unwrap());
        assert!(y < boxes[0][1] && x > 0.0 && x < 800.0, "{name} above the panel");
    }
    let marker = document.descendants().find(|n| n.attribute("class") == Some("marker")).unwrap();
    let at: f64 = marker.attribute("x1").unwrap().parse().unwrap();
    assert!((at - 0.5 * (boxes[0][0] + boxes[0][2])).abs() < 0.01);
}

#[test]
fn text_is_escaped() {
    let mut plot = over_time(vec![curve("a < b & \"c\" </text><script>", "m", steps(3, 1.0), |t| t)]);
    plot.title = "<&>\"'\u{1}]]>".to_owned();
    plot.markers = vec![Marker { x: 0.5, label: "<x>".to_owned(), text: "&".to_owned() }];
    let svg = plot.svg();
    let document = Document::parse(&svg).unwrap();
    assert!(!document.descendants().any(|n| n.has_tag_name("script")));
}

#[test]
fn runs_become_plots() {
    let mut run = Memory::default();
    let column = |name: &str, dimension, angle| Column { name: name.to_owned(), dimension, angle };
    let columns = vec![column("x", Dimension::LENGTH, false), column("o.angle", Dimension::NONE, true)];
    run.begin(&Schema { columns, ..Default::default() }).unwrap();
    for i in 0..100 {
        let t = 0.1 * f64::from(i);
        run.frame(&Frame::bare(t, &[libm::cos(t), libm::sin(t)])).unwrap();
    }
    let event =
        Event { time: 5.0, order: 0, kind: "release".into(), who: vec![], numbers: vec![], text: "gone".into() };
    run.event(&event).unwrap();
    let plot = Plot::from_run("both", &run, &[0, 1, 7], None);
    assert_eq!((plot.curves.len(), plot.markers.len(), plot.x_unit.as_str()), (2, 1, "s"));
    assert_eq!((plot.curves[1].unit.as_str(), plot.curves[1].y[0]), ("rad", 0.0));
    let against = Plot::from_run("circle", &run, &[1], Some(0));
    assert_eq!((against.x_name.as_str(), against.markers.len()), ("x", 0));
    assert!(read_back(&against.svg())[0].points().all(|p| (libm::hypot(p[0], p[1]) - 1.0).abs() < 0.01));
}

#[test]
fn a_path_in_the_plane_keeps_its_shape() {
    let t = steps(500, 6.3);
    let (x, y) = (t.iter().map(|t| 2.0 + libm::cos(*t)).collect(), t.iter().map(|t| libm::sin(*t)).collect());
    let circle = Curve { name: "tip.position.y".to_owned(), unit: "m".to_owned(), x, y, right: false };
    let plot = Plot {
        x_name: "tip.position.x".to_owned(),
        x_unit: "m".to_owned(),
        curves: vec![circle],
        ..Default::default()
    };
    let pixel = read_back(&plot.svg())[0].pixel;
    assert!((pixel[0] / pixel[1] - 1.0).abs() < 0.02, "{pixel:?}");
}

#[test]
fn two_units_share_a_panel_with_an_axis_each() {
    let plot = over_time(vec![
        curve("crank.angle", "rad", steps(50, 1.0), |t| 6.0 * t),
        curve("drive.torque", "N*m", steps(50, 1.0), |t| 300.0 - 500.0 * t),
    ]);
    let svg = plot.svg();
    assert_eq!(panels(&Document::parse(&svg).unwrap()).len(), 1);
    let curves = read_back(&svg);
    assert_eq!((curves[0].axis.as_str(), curves[1].axis.as_str()), ("left", "right"));
    for (drawn, data) in curves.iter().zip(&plot.curves) {
        for (p, y) in drawn.points().zip(&data.y) {
            assert!(drawn.apart(1, p[1], *y) <= 0.000_51, "{} {y}", p[1]);
        }
    }
    assert!(svg.contains(">crank.angle (rad)<") && svg.contains(">drive.torque (N·m)<"));
    assert!(svg.contains(">← crank.angle<") && svg.contains(">drive.torque →<"), "the legend says which side");
}

#[test]
fn one_unit_can_have_two_axes() {
    let mut plot = over_time(vec![
        curve("large", "m", steps(50, 1.0), |t| 600.0 * t),
        curve("small", "m", steps(50, 1.0), |t| 0.001 * t),
    ]);
    plot.curves[1].right = true;
    let curves = read_back(&plot.svg());
    assert!(curves[0].range[1][1] > 600.0 && curves[1].range[1][1] < 0.0012 && curves[1].axis == "right");
}

#[test]
fn log_axes_leave_out_what_has_no_logarithm_and_say_so() {
    let mut plot = over_time(vec![curve("decay", "N", steps(101, 10.0), |t| libm::exp(-2.0 * t) - 1e-7)]);
    plot.log = [false, true];
    let svg = plot.svg();
    let drawn = &read_back(&svg)[0];
    let positive: Vec<(f64, f64)> =
        plot.curves[0].x.iter().copied().zip(plot.curves[0].y.iter().copied()).filter(|p| p.1 > 0.0).collect();
    assert_eq!(drawn.points().count(), positive.len());
    for (p, (x, y)) in drawn.points().zip(&positive) {
        assert!(drawn.apart(0, p[0], *x) <= 0.000_51 && drawn.apart(1, p[1], *y) <= 0.000_51);
    }
    assert!(svg.contains(&format!(">{} values that are not positive", 101 - positive.len())));
    plot.log = [true, true];
    assert!(plot.svg().contains(">21 values that are not positive"), "and time zero");
}

#[test]
fn ids_differ_and_pages_choose_colours() {
    let plot = over_time(vec![curve("a", "N", steps(5, 1.0), |t| t)]);
    let look = |prefix: &str| PlotStyle { theme: Theme::Page, id_prefix: prefix.to_owned(), ..PlotStyle::default() };
    let svg = plot.svg_with(&look("p1-"));
    assert!(svg.contains("id=\"p1-title\"") && !svg.contains("id=\"p2-title\""));
    assert!(svg.contains("style=\"stroke:var(--plot-curve-0,#005a94)\""));
    assert!(!plot.svg().contains("var("), "files have fixed colours");
    let dark = plot.svg_with(&PlotStyle { theme: Theme::Dark, ..PlotStyle::default() });
    assert!(dark.contains("#14171c") && !dark.contains("#ffffff"));
}

#[test]
fn pictures_fill_the_size_asked_for() {
    let plot = over_time(vec![
        curve("a", "N", steps(5, 1.0), |t| t),
        curve("b", "m", steps(5, 1.0), |t| t),
        curve("c", "s", steps(5, 1.0), |t| t),
    ]);
    let svg = plot.svg_with(&plot.fitting(&plot.default_style(), 1000.0, 700.0).unwrap());
    let document = Document::parse(&svg).unwrap();
    assert!((number(document.root_element(), "width") - 1000.0).abs() < 0.01);
    assert!((number(document.root_element(), "height") - 700.0).abs() < 3.0, "{}", &svg[..200]);
    let needed = plot.fitting(&plot.default_style(), 1000.0, 200.0).unwrap_err();
    assert!(needed > 200.0 && plot.fitting(&plot.default_style(), 1000.0, needed).is_ok(), "{needed}");
}

#[test]
fn png_has_the_size_and_the_same_bytes() {
    let plot = over_time(vec![curve("a", "N", steps(5, 1.0), |t| t)]);
    let png = plot.png(&plot.default_style(), 2.0).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((size(16), size(20)), (1600, 2 * (44 + 340 + 52)));
    assert!(png == plot.png(&plot.default_style(), 2.0).unwrap());
    assert!(plot.png(&plot.default_style(), f64::NAN).is_err() && plot.png(&plot.default_style(), 0.0).is_err());
    let huge = PlotStyle { width: 1e4, height_per_panel: 1e4, ..PlotStyle::default() };
    assert!(plot.png(&huge, 16.0).unwrap_err().to_string().contains("smaller"));
}

proptest! {
    #[test]
    fn any_numbers_give_a_sound_picture(
        x in prop::collection::vec(any::<f64>(), 0..40), y in prop::collection::vec(any::<f64>(), 0..40),
        sorted in any::<bool>(), marker in any::<f64>(), name in ".*", unit in "(m|s|N\\*m|kg\\*m\\^2|)",
        right in any::<bool>(), log in any::<[bool; 2]>(),
    ) {
        let mut x = x;
        if sorted {
            x.sort_by(f64::total_cmp);
        }
        let one = Curve { name: name.clone(), unit, x: x.clone(), y: y.clone(), right: false };
        let mut plot = over_time(vec![one, Curve { name, unit: "W".to_owned(), x, y, right }]);
        plot.markers = vec![Marker { x: marker, ..Default::default() }];
        plot.log = log;
        let svg = plot.svg();
        let document = Document::parse(&svg).unwrap();
        prop_assert!(panels(&document).len() == 1);
        for curve in read_back(&svg) {
            for point in curve.points() {
                for axis in 0..2 {
                    let [low, high] = curve.range[axis];
                    let inside = curve.apart(axis, point[axis], low) + curve.apart(axis, point[axis], high);
                    prop_assert!(inside <= curve.apart(axis, low, high) + 0.01, "{point:?} {:?}", curve.range);
                }
            }
        }
        prop_assert_eq!(check::findings(&svg), Vec::<String>::new());
    }
}
