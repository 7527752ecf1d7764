//! The page of a run: same bytes for the same run, the part asked for, hostile and broken runs.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use mainspring_definition::Dimension;
use mainspring_record::{
    Column, Drawing, DrawnBody, DrawnJoint, DrawnShape, Ending, Event, Memory, Place, PlotSpec, Schema,
};
use mainspring_report::{Page, PageError};
use proptest::prelude::*;
use serde_json::Value;

/// One body on a circle, and a column.
fn run(frames: usize, every: f64) -> Memory {
    let body = |path: &str| DrawnBody {
        path: path.to_owned(),
        shape: DrawnShape::Dot,
        points: vec![("end".to_owned(), [0.1, 0.0, 0.0])],
        mass: 1.0,
        fixed: false,
        arrives: false,
    };
    let place = |body, x| Place { body, point: [x, 0.0, 0.0] };
    let joint = DrawnJoint {
        path: "pin".to_owned(),
        kind: "revolute".to_owned(),
        a: place(None, 0.0),
        b: place(Some(0), -1.0),
        axis: [0.0, 0.0, 1.0],
        size: 0.0,
        attached: true,
    };
    let schema = Schema {
        scene: "circle".to_owned(),
        columns: vec![Column { name: "arm.x".to_owned(), dimension: Dimension::LENGTH, angle: false }],
        plots: vec![PlotSpec { title: "x".to_owned(), curves: vec![0], against: None }],
        drawing: Drawing { length: 2.0, bodies: vec![body("arm")], joints: vec![joint], ..Drawing::default() },
        ..Schema::default()
    };
    let mut run = Memory { schema, ..Memory::default() };
    for i in 0..frames {
        let t = i as f64 * every;
        run.times.push(t);
        run.values.push(libm::cos(t));
        run.poses.extend([libm::cos(t), libm::sin(t), t]);
        run.balance.push([0.0; 9]);
    }
    run.ending = Some(Ending { time: every * frames as f64, reason: "finished".to_owned(), ..Ending::default() });
    run
}

/// The run as the viewer gets it.
fn document(html: &str) -> Value {
    let text = html.split_once("id=\"run\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

fn switch(time: f64, kind: &str) -> Event {
    let (kind, who) = (kind.to_owned(), vec!["pin".to_owned()]);
    Event { time, order: 0, kind, who, numbers: vec![("n".to_owned(), f64::NAN)], text: "it changed".to_owned() }
}

#[test]
fn same_run_same_bytes_and_nothing_from_elsewhere() {
    let run = run(1001, 0.01);
    let html = Page::default().html(&run).unwrap();
    assert_eq!(html, Page::default().html(&run).unwrap());
    for elsewhere in ["src=\"http", "href=\"http", "url(http", "@import"] {
        assert!(!html.contains(elsewhere), "{elsewhere}");
    }
    let document = document(&html);
    assert_eq!((document["title"].as_str(), document["frames"]["count"].as_u64()), (Some("circle"), Some(601)));
    assert_eq!(document["recorded"], 1001);
    assert!(document["plots"][0]["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn fewer_pictures_make_a_smaller_page() {
    let run = run(1001, 0.01);
    let page = |fps| Page { fps, ..Page::default() }.html(&run).unwrap();
    assert_eq!(document(&page(10.0))["frames"]["count"], 101);
    assert!(page(10.0).len() < page(60.0).len());
}

#[test]
fn a_part_of_a_run_knows_what_is_attached_in_it() {
    let mut run = run(101, 0.1);
    run.events = vec![switch(2.0, "release"), switch(6.0, "attach")];
    let page = Page { from: Some(3.0), to: Some(5.0), title: Some("part".to_owned()), ..Page::default() };
    let part = document(&page.html(&run).unwrap());
    assert_eq!((part["from"].as_f64(), part["to"].as_f64()), (Some(run.times[30]), Some(run.times[50])));
    assert_eq!(
        (&part["drawing"]["joints"][0]["attached"], part["events"].as_array().unwrap().len()),
        (&false.into(), 0)
    );
    assert_eq!(part["title"], "part");
    let outside = Page { from: Some(50.0), ..Page::default() };
    assert_eq!(outside.html(&run), Err(PageError::Outside));
}

#[test]
fn runs_with_nothing_in_them_are_refused_and_broken_ones_shown() {
    assert_eq!(Page::default().html(&Memory::default()), Err(PageError::Empty));
    let mut broken = run(3, 0.1);
    broken.ending = None;
    // lists cut short, numbers that are none
    broken.poses.truncate(4);
    broken.values[1] = f64::NAN;
    broken.balance[2] = [f64::INFINITY; 9];
    broken.schema.plots[0].curves = vec![0, 99];
    let document = document(&Page::default().html(&broken).unwrap());
    assert!(document["ending"].is_null());
    assert_eq!(document["frames"]["count"], 3);
}

#[test]
fn a_million_events_do_not_fill_the_page() {
    let mut run = run(1001, 0.01);
    let mut other = switch(1.0, "limit");
    other.who.clear();
    run.events = vec![other; 20_000];
    run.events.push(switch(9.0, "release"));
    let html = Page::default().html(&run).unwrap();
    let document = document(&html);
    let events = document["events"].as_array().unwrap();
    assert_eq!((events.len(), document["events_left_out"].as_u64()), (2000, Some(18_001)));
    assert_eq!(events.last().unwrap()["kind"], "release");
    assert!(html.len() < 1_000_000, "{}", html.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Whatever texts a run carries, they come back as they were and end no element.
    #[test]
    fn texts_are_carried_untouched(text in "\\PC*|(</script>|<!--|]]>|&lt;|\u{2028}|\"|\\\\)*") {
        let mut run = run(3, 0.1);
        run.schema.scene.clone_from(&text);
        run.schema.drawing.bodies[0].path.clone_from(&text);
        run.schema.origin.sources = vec![(text.clone(), text.clone())];
        run.schema.plots[0].title.clone_from(&text);
        let html = Page { title: Some(text.clone()), ..Page::default() }.html(&run).unwrap();
        prop_assert_eq!(html.matches("</script").count(), 3);
        prop_assert_eq!(html.matches("<!--").count(), 0);
        let document = document(&html);
        prop_assert_eq!(document["sources"][0]["text"].as_str(), Some(text.as_str()));
        prop_assert_eq!(document["drawing"]["bodies"][0]["path"].as_str(), Some(text.as_str()));
    }
}
