//! Planes of sweeps as a run keeps them: beyond an early end, dots on the edge, colours of a page, angles in degrees.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use mainspring_definition::Dimension;
use mainspring_record::{Column, DrawnPlane, Ending, Event, Memory, PlotSpec, Schema};
use mainspring_report::{Page, PlanePicture, PlotStyle, Theme};
use roxmltree::{Document, Node};
use serde_json::Value;

/// A pawl deflected by half its travel that sticks at 1 m; its floor is known up to 1.08 m.
fn stuck() -> Memory {
    let column = |name: &str, dimension, angle| Column { name: name.to_owned(), dimension, angle };
    let plane = DrawnPlane {
        path: "hook".to_owned(),
        angle: 1,
        travel: 0,
        range: [-0.2, 0.7],
        floors: vec![vec![[0.0, 0.0], [1.08, 0.54]]],
        sticks: vec![vec![[1.0, 0.5], [1.08, 0.54]]],
        free: vec![vec![[0.0, 0.0, 0.7], [1.0, 0.5, 0.7]]],
        ..DrawnPlane::default()
    };
    let mut schema = Schema {
        settings: vec![("method".to_owned(), "sweep".to_owned())],
        columns: vec![column("travel", Dimension::LENGTH, false), column("hook.angle", Dimension::NONE, true)],
        plots: vec![PlotSpec { title: "Angles".to_owned(), curves: vec![1], against: Some(0) }],
        ..Schema::default()
    };
    schema.drawing.planes.push(plane);
    let mut run = Memory { schema, ..Memory::default() };
    for i in 0..=10 {
        let t = 0.1 * f64::from(i);
        run.times.push(t);
        run.values.extend([t, 0.5 * t]);
        run.balance.push([0.0; 9]);
    }
    let event = |time: f64, text: &str| Event {
        time,
        order: 0,
        kind: "event".to_owned(),
        who: vec!["hook".to_owned()],
        numbers: vec![("travel".to_owned(), time), ("angle".to_owned(), 0.5 * time)],
        text: text.to_owned(),
    };
    run.events = vec![event(0.0, "touches"), event(1.0, "sticks")];
    run.ending = Some(Ending { time: 1.0, reason: "finished".to_owned(), ..Ending::default() });
    run
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

fn panel<'a>(document: &'a Document<'a>) -> Node<'a, 'a> {
    document.descendants().find(|n| n.attribute("class") == Some("panel")).unwrap()
}

fn picture(run: &Memory) -> PlanePicture {
    PlanePicture::from_run(&run.schema.drawing.planes[0], run).unwrap()
}

#[test]
fn what_a_run_keeps_beyond_its_end_is_shown_with_a_line_at_the_end() {
    let run = stuck();
    let whole = picture(&run);
    assert_eq!((whole.x[0], whole.end), (0.0, Some(1.0)));
    assert!((whole.x[1] - 1.08).abs() < 1e-6);
    let svg = whole.svg();
    let document = Document::parse(&svg).unwrap();
    let field = panel(&document);
    let line = document.descendants().rfind(|n| n.attribute("class") == Some("end")).unwrap();
    let x: f64 = line.attribute("d").unwrap().trim_start_matches('M').split(' ').next().unwrap().parse().unwrap();
    let (left, right) = (number(field, "data-left"), number(field, "data-right"));
    assert!((x - left - (right - left) / 1.08).abs() < 0.1, "{x} in {left} to {right}");
    assert!(document.descendants().any(|n| n.has_tag_name("text") && n.text() == Some("end")));
    // a part of a run, one broken off and one that went all its way end where their path does
    let part = Memory { ending: run.ending.clone().map(|e| Ending { time: 2.0, ..e }), ..stuck() };
    let broken = Memory { ending: None, ..stuck() };
    let mut all = stuck();
    all.schema.drawing.planes[0].floors[0][1] = [1.0, 0.5];
    for run in [part, broken, all] {
        let shown = picture(&run);
        assert_eq!((shown.x, shown.end), ([0.0, 1.0], None));
        assert!(!shown.svg().contains("class=\"end\""));
    }
}

#[test]
fn dots_on_the_edge_are_whole_and_have_the_outline_of_their_theme() {
    let mut run = stuck();
    run.ending = None;
    let whole = picture(&run);
    let svg = whole.svg_with(&PlotStyle { theme: Theme::Page, ..PlotStyle::default() });
    let document = Document::parse(&svg).unwrap();
    let field = panel(&document);
    let dots: Vec<_> = document.descendants().filter(|n| n.attribute("class") == Some("event")).collect();
    assert_eq!(dots.len(), 2);
    for dot in dots {
        let group = dot.parent_element().unwrap();
        assert_eq!(dot.attribute("style"), Some("fill:var(--plot-paper,#ffffff)"));
        assert_eq!(group.attribute("style"), Some("stroke:var(--plot-ink,#2b3036)"));
        let clip = dot.ancestors().find_map(|n| n.attribute("clip-path")).unwrap();
        let id = clip.trim_start_matches("url(#").trim_end_matches(')');
        let room =
            document.descendants().find(|n| n.attribute("id") == Some(id)).unwrap().first_element_child().unwrap();
        let reach = number(dot, "r") + 0.5 * number(group, "stroke-width");
        assert!(number(room, "x") <= number(dot, "cx") - reach);
        assert!(number(room, "x") + number(room, "width") >= number(dot, "cx") + reach);
    }
    // the first and the last lie on the edge itself
    assert!(svg.contains(&format!("cx=\"{}\"", number(field, "data-left"))));
    assert!(svg.contains(&format!("cx=\"{}\"", number(field, "data-right"))));
}

#[test]
fn plots_of_a_sweep_are_in_degrees_and_those_of_others_are_not() {
    let plot = |run: &Memory| -> String {
        let html = Page::default().html(run).unwrap();
        let text = html.split_once("id=\"run\">").unwrap().1.split_once("</script>").unwrap().0;
        let document: Value = serde_json::from_str(text).unwrap();
        document["plots"][0]["svg"].as_str().unwrap().to_owned()
    };
    let swept = plot(&stuck());
    assert!(swept.contains(">hook.angle (deg)<") && swept.contains(">20</text>"), "{swept}");
    let document = Document::parse(&swept).unwrap();
    let curve = document.descendants().find(|n| n.attribute("class") == Some("curve")).unwrap();
    assert_eq!((curve.attribute("data-unit"), curve.attribute("data-shown")), (Some("rad"), Some("deg")));
    // the values themselves stay SI
    assert!((number(curve, "data-y1") - 0.53).abs() < 1e-12);
    let mut other = stuck();
    other.schema.settings = vec![("method".to_owned(), "event".to_owned())];
    let plain = plot(&other);
    assert!(plain.contains(">hook.angle (rad)<") && !plain.contains("deg"), "{plain}");
}
