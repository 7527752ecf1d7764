//! Plots read back from their SVG: the curves are where the data is.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use mainspring_definition::Dimension;
use mainspring_record::{Column, Event, Frame, Memory, Schema, Sink};
use mainspring_report::{Curve, Marker, Plot};
use proptest::prelude::*;
use roxmltree::{Document, Node};

fn curve(name: &str, unit: &str, x: Vec<f64>, y: impl Fn(f64) -> f64) -> Curve {
    let y = x.iter().map(|x| y(*x)).collect();
    Curve { name: name.to_owned(), unit: unit.to_owned(), x, y }
}

fn over_time(curves: Vec<Curve>) -> Plot {
    Plot { title: "test".to_owned(), x_name: "time".to_owned(), x_unit: "s".to_owned(), curves, markers: Vec::new() }
}

fn steps(n: u32, to: f64) -> Vec<f64> {
    (0..n).map(|i| to * f64::from(i) / f64::from(n - 1)).collect()
}

fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', 'M', 'L']).filter(|w| !w.is_empty()).map(|w| w.parse().unwrap()).collect()
}

fn panels<'a>(document: &'a Document<'a>) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|n| n.attribute("class") == Some("panel")).collect()
}

/// The pieces of every curve of a panel, in SI, and half a pixel in SI.
fn read_back(panel: Node<'_, '_>) -> (Vec<Vec<Vec<[f64; 2]>>>, [f64; 2]) {
    let [x, y, frame] = ["data-x", "data-y", "data-box"].map(|a| numbers(panel.attribute(a).unwrap()));
    let scale = [(x[1] - x[0]) / (frame[2] - frame[0]), (y[1] - y[0]) / (frame[3] - frame[1])];
    let si = |p: &[f64]| [x[0] + (p[0] - frame[0]) * scale[0], y[0] + (frame[3] - p[1]) * scale[1]];
    let piece = |d: &str| numbers(d).chunks(2).map(si).collect::<Vec<_>>();
    let curves = panel.children().filter(|n| n.attribute("class") == Some("curve"));
    let pieces = |n: Node<'_, '_>| n.attribute("d").unwrap().split('M').filter(|d| !d.is_empty()).map(piece).collect();
    (curves.map(pieces).collect(), scale.map(|s| 0.5 * s))
}

#[test]
fn curves_lie_where_the_data_is() {
    let plot = over_time(vec![
        curve("a", "m", steps(200, 3.0), |t| 0.02 * libm::sin(5.0 * t)),
        curve("b", "m", steps(77, 3.0), |t| 0.01 * t),
    ]);
    let svg = plot.svg();
    let document = Document::parse(&svg).unwrap();
    let (curves, half_pixel) = read_back(panels(&document)[0]);
    for (drawn, data) in curves.iter().zip(&plot.curves) {
        assert_eq!(drawn.len(), 1);
        assert_eq!(drawn[0].len(), data.x.len());
        for (p, (x, y)) in drawn[0].iter().zip(data.x.iter().zip(&data.y)) {
            assert!((p[0] - x).abs() < 0.1 * half_pixel[0] && (p[1] - y).abs() < 0.1 * half_pixel[1]);
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
    let [x, y, frame] = ["data-x", "data-y", "data-box"].map(|a| numbers(panel.attribute(a).unwrap()));
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
    let document = Document::parse(&svg).unwrap();
    let (curves, _) = read_back(panels(&document)[0]);
    assert_eq!(curves[0].len(), 3, "0.04 to 0.4, 0.6 to 0.95, 0.99 to 1");
    let lone = document.descendants().filter(|n| n.attribute("class") == Some("point")).count();
    assert_eq!(lone, 2, "0 and 0.02 stand between gaps");
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn a_million_points_make_a_small_file_with_the_same_extremes() {
    let wild = |t: f64| libm::sin(1e4 * t) * (1.0 + 0.5 * libm::sin(t));
    let plot = over_time(vec![curve("wild", "m", steps(1_000_000, 10.0), wild)]);
    let svg = plot.svg();
    assert!(svg.len() < 150_000, "{}", svg.len());
    let document = Document::parse(&svg).unwrap();
    let (curves, half_pixel) = read_back(panels(&document)[0]);
    let high = |y: &mut dyn Iterator<Item = f64>| y.fold(f64::MIN, f64::max);
    let drawn = high(&mut curves[0][0].iter().map(|p| p[1]));
    assert!((drawn - high(&mut plot.curves[0].y.iter().copied())).abs() < half_pixel[1]);
}

#[test]
fn units_get_panels_and_legends_stay_off_the_data() {
    let mut plot = over_time(vec![
        curve("hand.finger[2].joint.angle with a very long name that goes on", "rad", steps(5, 1.0), |t| t),
        curve("force", "N", steps(5, 1.0), |t| t),
        curve("another angle with quite a long name as well, longer than most", "rad", steps(5, 1.0), |t| 2.0 * t),
        curve("third", "rad", steps(5, 1.0), |t| 3.0 * t),
    ]);
    plot.markers = vec![Marker { x: 0.5, label: "release".to_owned(), text: "o let go".to_owned() }];
    let svg = plot.svg();
    let document = Document::parse(&svg).unwrap();
    let panels = panels(&document);
    assert_eq!(panels.len(), 2);
    let boxes: Vec<Vec<f64>> = panels.iter().map(|p| numbers(p.attribute("data-box").unwrap())).collect();
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
    let svg = against.svg();
    let document = Document::parse(&svg).unwrap();
    let (curves, _) = read_back(panels(&document)[0]);
    assert!(curves[0].iter().flatten().all(|p| (libm::hypot(p[0], p[1]) - 1.0).abs() < 0.01));
}

#[test]
fn a_path_in_the_plane_keeps_its_shape() {
    let t = steps(500, 6.3);
    let (x, y) = (t.iter().map(|t| 2.0 + libm::cos(*t)).collect(), t.iter().map(|t| libm::sin(*t)).collect());
    let circle = Curve { name: "tip.position.y".to_owned(), unit: "m".to_owned(), x, y };
    let plot = Plot {
        x_name: "tip.position.x".to_owned(),
        x_unit: "m".to_owned(),
        curves: vec![circle],
        ..Default::default()
    };
    let svg = plot.svg();
    let document = Document::parse(&svg).unwrap();
    let (_, half_pixel) = read_back(panels(&document)[0]);
    assert!((half_pixel[0] / half_pixel[1] - 1.0).abs() < 0.05, "{half_pixel:?}");
}

proptest! {
    #[test]
    fn any_numbers_give_a_sound_picture(
        x in prop::collection::vec(any::<f64>(), 0..40), y in prop::collection::vec(any::<f64>(), 0..40),
        sorted in any::<bool>(), marker in any::<f64>(), name in ".*", unit in "(m|s|N\\*m|kg\\*m\\^2|)",
    ) {
        let mut x = x;
        if sorted {
            x.sort_by(f64::total_cmp);
        }
        let mut plot = over_time(vec![Curve { name: name.clone(), unit, x: x.clone(), y: y.clone() }, Curve { name, unit: "W".to_owned(), x, y }]);
        plot.markers = vec![Marker { x: marker, ..Default::default() }];
        let svg = plot.svg();
        let document = Document::parse(&svg).unwrap();
        for panel in panels(&document) {
            let frame = numbers(panel.attribute("data-box").unwrap());
            for curve in panel.children().filter(|n| n.attribute("class") == Some("curve")) {
                for point in numbers(curve.attribute("d").unwrap()).chunks(2) {
                    prop_assert!(point[0] >= frame[0] - 0.02 && point[0] <= frame[2] + 0.02, "{point:?} {frame:?}");
                    prop_assert!(point[1] >= frame[1] - 0.02 && point[1] <= frame[3] + 0.02, "{point:?} {frame:?}");
                }
            }
        }
    }
}
