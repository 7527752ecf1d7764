//! Charts in the terminal: as wide as asked, true to the data, readable without colour.

use mainspring_report::chart::{ChartStyle, Line};
use mainspring_report::{Curve, Histogram, Marker, Plot, Sample};
use proptest::prelude::*;

fn curve(name: &str, unit: &str, y: impl Fn(f64) -> f64) -> Curve {
    let x: Vec<f64> = (0..=400).map(|i| 0.025 * f64::from(i)).collect();
    let y = x.iter().map(|x| y(*x)).collect();
    Curve { name: name.to_owned(), unit: unit.to_owned(), x, y, right: false }
}

fn plot(curves: Vec<Curve>) -> Plot {
    Plot { title: "test".to_owned(), x_name: "time".to_owned(), x_unit: "s".to_owned(), curves, ..Plot::default() }
}

fn look(width: usize, rows: usize, ascii: bool) -> ChartStyle {
    ChartStyle { width, rows, ascii }
}

fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|l| l.iter().map(|p| p.text.as_str()).collect()).collect()
}

#[test]
fn a_straight_line_is_straight() {
    let lines = texts(&plot(vec![curve("x", "m", |t| t)]).chart(&look(40, 10, true)));
    let rows: Vec<(usize, usize)> = lines
        .iter()
        .enumerate()
        .filter_map(|(r, l)| l.split_once(['|', '+']).and_then(|(g, f)| f.find('*').map(|c| (r, g.len() + 1 + c))))
        .collect();
    assert_eq!(rows.len(), 10, "{lines:#?}");
    // down the rows the line goes left, by 36 columns over 10 rows
    for pair in rows.windows(2) {
        assert!(pair[0].1 > pair[1].1 && pair[0].1 - pair[1].1 <= 5, "{rows:?}");
    }
    assert!(lines[1] == "x (m)" && lines.last().unwrap().trim() == "time (s)", "{lines:#?}");
}

#[test]
fn tick_labels_stand_at_their_values() {
    // y = t from 0 to 10: the row labelled 4 is where the line passes the column labelled 4
    let lines = texts(&plot(vec![curve("x", "m", |t| t)]).chart(&look(80, 21, true)));
    let four = lines.iter().find(|l| l.trim_start().starts_with("4 +")).unwrap_or_else(|| panic!("{lines:#?}"));
    let column = usize::midpoint(four.find('*').unwrap(), four.rfind('*').unwrap());
    let labels = &lines[lines.len() - 2];
    let label = labels.find(" 4 ").unwrap() + 1;
    assert!(column.abs_diff(label) <= 2, "{lines:#?}");
}

#[test]
fn curves_differ_without_colour_and_the_legend_says_how() {
    let two = plot(vec![curve("a.angle", "rad", libm::sin), curve("b.angle", "rad", |t| libm::cos(t) + 3.0)]);
    for (ascii, marks) in [(false, ["●", "▲"]), (true, ["*", "+"])] {
        let lines = texts(&two.chart(&look(80, 16, ascii)));
        assert!(lines[1].contains(&format!("{} a.angle  {} b.angle  (rad)", marks[0], marks[1])), "{lines:#?}");
        let field = lines[2..18].concat();
        assert!(marks.iter().all(|m| field.contains(m)), "{lines:#?}");
    }
}

#[test]
fn events_and_what_a_log_axis_cannot_show_are_told() {
    let mut decay = plot(vec![curve("f", "N", |t| libm::exp(-t) - 1e-3)]);
    decay.markers = vec![Marker { x: 5.0, label: "release".to_owned(), text: String::new() }];
    decay.log = [false, true];
    let lines = texts(&decay.chart(&look(60, 12, false)));
    let left_out = decay.curves[0].y.iter().filter(|y| **y <= 0.0).count();
    assert!(lines.iter().any(|l| l == "▾ release at 5 s"), "{lines:#?}");
    assert!(lines.iter().any(|l| l.starts_with(&format!("{left_out} values not positive"))), "{lines:#?}");
    let sign = lines.iter().find(|l| l.trim() == "▾").unwrap();
    assert!(sign.chars().count().abs_diff(32) <= 3, "above the middle: {sign:?}");
}

#[test]
fn units_get_panels() {
    let lines = texts(&plot(vec![curve("a", "rad", libm::sin), curve("b", "N", libm::cos)]).chart(&look(60, 8, false)));
    assert!(lines.contains(&"a (rad)".to_owned()) && lines.contains(&"b (N)".to_owned()), "{lines:#?}");
}

#[test]
fn histograms_have_bars() {
    let values = (0..1000).map(|i| libm::sin(f64::from(i))).collect();
    let histogram = Histogram {
        title: "h".to_owned(),
        samples: vec![Sample { name: "x".to_owned(), unit: "m".to_owned(), values }],
    };
    let lines = texts(&histogram.chart(&look(60, 8, false)));
    assert!(lines.iter().filter(|l| l.contains('█')).count() >= 5, "{lines:#?}");
    assert!(lines[1].contains("1000 in"), "{lines:#?}");
}

proptest! {
    #[test]
    fn any_chart_keeps_to_its_width(
        x in prop::collection::vec(any::<f64>(), 0..30), y in prop::collection::vec(any::<f64>(), 0..30),
        sorted in any::<bool>(), log in any::<[bool; 2]>(), width in 0usize..200, rows in 0usize..40,
        ascii in any::<bool>(), marker in any::<f64>(), name in "[ -~]{0,200}", count in 1usize..12,
    ) {
        let mut x = x;
        if sorted {
            x.sort_by(f64::total_cmp);
        }
        let one = Curve { name, unit: "m/s^2".to_owned(), x, y: y.clone(), right: false };
        let mut all = plot(vec![one; count]);
        all.log = log;
        all.markers = vec![Marker { x: marker, label: "event".to_owned(), text: String::new() }];
        let look = look(width, rows, ascii);
        let histogram = Histogram { title: String::new(), samples: vec![Sample { values: y, ..Sample::default() }] };
        for line in texts(&all.chart(&look)).into_iter().chain(texts(&histogram.chart(&look))) {
            prop_assert!(line.chars().count() <= width.max(30), "{line:?}");
            prop_assert!(!ascii || line.is_ascii(), "{line:?}");
            prop_assert!(!line.contains(char::is_control), "a control character");
        }
    }
}
