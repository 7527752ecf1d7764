//! Windows, arrays, scripts, bins and parts that come and go, in pictures: what is on and there is drawn, the rest is
//! not, and everything can be read.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::made_fields as fields;

use fields::{sorting, thousand};
use mainspring_record::{DrawnShape, Event, Memory};
use mainspring_report::Page;
use mainspring_report::render::{Film, Item, Layer, Picture, PictureStyle, Theme, faults};

fn words(picture: &Picture) -> Vec<&str> {
    picture.texts().map(|t| t.text.as_str()).collect()
}

fn items(picture: &Picture, wanted: Layer) -> usize {
    picture.items.iter().filter(|i| matches!(i, Item::Path { layer, .. } if *layer == wanted)).count()
}

/// Points of areas filled with a colour, whatever its opacity.
fn filled(picture: &Picture, colour: mainspring_report::render::Colour) -> usize {
    let same = |c: &mainspring_report::render::Colour| c.0[..3] == colour.0[..3];
    let of = |i: &Item| match i {
        Item::Path { layer: Layer::Windows, pieces, fill: Some(fill), .. } if same(fill) => pieces.len(),
        _ => 0,
    };
    picture.items.iter().map(of).sum()
}

#[test]
fn every_picture_can_be_read() {
    let run = sorting();
    for dark in [false, true] {
        for size in [[320, 240], [960, 720], [1600, 900], [300, 700]] {
            let film = Film::new(&run, &PictureStyle { size, dark, ..PictureStyle::default() }).unwrap();
            for time in [0.0, 1.2, 2.0, 3.0, 4.0] {
                let picture = film.picture(time);
                let found = faults(&picture).unwrap();
                assert!(found.is_empty(), "{size:?} at {time}: {found:?}");
            }
        }
    }
}

#[test]
fn the_active_frame_is_named_and_its_windows_are_on() {
    let run = sorting();
    let film = Film::new(&run, &PictureStyle::default()).unwrap();
    let said = |time: f64, text: &str| {
        let picture = film.picture(time);
        assert!(words(&picture).contains(&text), "{:?} at {time}", words(&picture));
    };
    said(0.0, "sort: push");
    said(1.499, "sort: push");
    said(1.5, "sort: squeeze");
    said(3.5, "sort: off");
    said(1.0, "40 N/m²");
    said(1.0, "5 cm/s");
    said(1.0, "rejects");
    // what is on is tinted: `gather` and `wave` while pushing, `pads` while squeezing, `belt` always
    let theme = Theme::light();
    let tints = |time: f64| {
        let picture = film.picture(time);
        let tint =
            |i: &&Item| matches!(i, Item::Path { layer: Layer::Windows, fill: Some(c), .. } if c.opacity() < 0.5);
        (picture.items.iter().filter(tint).count(), filled(&picture, theme.belt))
    };
    assert_eq!([tints(1.0), tints(2.0), tints(3.8)], [(3, 1), (2, 1), (1, 1)]);
}

/// How many pixels of two pictures differ.
fn differ(a: &Picture, b: &Picture) -> usize {
    let (a, b) = (a.raster().unwrap(), b.raster().unwrap());
    a.pixels.iter().zip(&b.pixels).filter(|(p, q)| p != q).count()
}

#[test]
fn parts_are_drawn_only_while_they_are_there() {
    let run = sorting();
    let look = PictureStyle { clock: false, ..PictureStyle::default() };
    let film = Film::new(&run, &look).unwrap();
    let parts = |time: f64| items(&film.picture(time), Layer::Mechanism);
    // a disc has spokes and a dot of its own
    let (disc, both, plate) = (parts(0.79), parts(0.8), parts(2.5));
    assert!(disc > 0 && plate > 0 && both == disc + plate, "{disc} {both} {plate}");
    // the same without the events: both are there all the time but for the plate, which never comes
    let silent = Memory { events: Vec::new(), ..run.clone() };
    let film = Film::new(&silent, &look).unwrap();
    assert_eq!(items(&film.picture(3.0), Layer::Mechanism), disc);
}

#[test]
fn windows_that_move_and_fields_that_change_do() {
    let run = sorting();
    let still = |keep: &str| {
        let mut run = run.clone();
        run.schema.drawing.bodies.clear();
        let width = run.poses.len() / run.times.len();
        run.poses = run.poses.chunks(width).flat_map(|row| row[6..].to_vec()).collect();
        run.events.retain(|e| e.kind == "frame" && e.time == 0.0);
        run.schema.drawing.windows.iter_mut().filter(|w| w.path != keep).for_each(|w| {
            w.arrows.clear();
            w.changing = None;
        });
        run
    };
    let look = PictureStyle { clock: false, ..PictureStyle::default() };
    for (name, least) in [("belt", 500), ("wave", 200)] {
        let run = still(name);
        let film = Film::new(&run, &look).unwrap();
        let (first, later) = (film.picture(0.2), film.picture(1.4));
        assert!(differ(&first, &later) > least, "{name}: {}", differ(&first, &later));
        assert_eq!(differ(&first, &film.picture(0.2)), 0);
    }
}

#[test]
fn the_camera_sees_windows_and_bins() {
    let run = sorting();
    let film = Film::new(&run, &PictureStyle { size: [400, 300], ..PictureStyle::default() }).unwrap();
    for time in [0.0, 2.0, 4.0] {
        let picture = film.picture(time);
        let [left, top, right, bottom] = picture.room;
        for item in &picture.items {
            let Item::Path { layer: Layer::Windows, pieces, .. } = item else { continue };
            assert!(pieces.iter().flatten().all(|[x, y]| (left..=right).contains(x) && (top..=bottom).contains(y)));
        }
    }
    // an array with nothing on it is a picture too
    let mut bare = run.clone();
    (bare.schema.drawing.bodies, bare.poses) = (Vec::new(), vec![0.0; 3 * run.times.len()]);
    assert!(Film::new(&bare, &PictureStyle::default()).is_ok());
}

#[test]
fn centres_leave_traces_that_begin_with_the_part() {
    let run = sorting();
    let film = Film::new(&run, &PictureStyle::default()).unwrap();
    let drawn = |time: f64| {
        let picture = film.picture(time);
        let trace = |i: &Item| match i {
            Item::Path { layer: Layer::Trace, pieces, .. } => pieces.iter().map(Vec::len).sum(),
            _ => 0,
        };
        picture.items.iter().map(trace).sum::<usize>()
    };
    assert!(drawn(0.0) == 0 && drawn(0.7) > 8 && drawn(2.0) > drawn(0.7) + 10, "{} {}", drawn(0.7), drawn(2.0));
    // points asked for stand alone
    let chosen = Film::new(&run, &PictureStyle { traces: vec!["disc".to_owned()], ..PictureStyle::default() }).unwrap();
    assert!(items(&chosen.picture(2.0), Layer::Trace) > 0);
    let mut plain = run.clone();
    plain.schema.drawing.windows.retain(|w| w.moves);
    plain.schema.drawing.windows.iter_mut().for_each(|w| w.shape = DrawnShape::Dot);
    plain.schema.drawing.scripts.clear();
    assert!(items(&Film::new(&plain, &PictureStyle::default()).unwrap().picture(2.0), Layer::Windows) < 4);
}

#[test]
fn a_thousand_parts_stay_small() {
    let run = thousand();
    for dark in [false, true] {
        let film = Film::new(&run, &PictureStyle { dark, ..PictureStyle::default() }).unwrap();
        let picture = film.picture(1.6);
        assert!(faults(&picture).unwrap().is_empty(), "{:?}", faults(&picture));
        let svg = picture.svg();
        assert!(svg.len() < 900_000, "{} bytes", svg.len());
        // cells of a pixel have no lines, and arrows are thinned
        assert!(filled(&picture, film_theme(dark).field) <= 602);
    }
}

#[test]
fn pads_are_drawn_in_their_cells_and_reach_the_page() {
    let mut run = sorting();
    let colour = film_theme(false).field;
    let plain = Film::new(&run, &PictureStyle::default()).unwrap().picture(0.5);
    let pad: Vec<[f64; 2]> =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|p| p.map(|c| 0.003 * c)).to_vec();
    let array = &mut run.schema.drawing.windows[0];
    array.always = true;
    assert_eq!((array.path.as_str(), array.lines[0].len(), array.lines[1].len()), ("pads", 23, 15));
    array.pad = pad;
    let picture = Film::new(&run, &PictureStyle::default()).unwrap().picture(0.5);
    assert!(faults(&picture).unwrap().is_empty(), "{:?}", faults(&picture));
    assert!(filled(&picture, colour) >= filled(&plain, colour) + 24 * 16, "{}", filled(&picture, colour));
    let document = document(&Page::default().html(&run).unwrap());
    assert_eq!(document["drawing"]["windows"][0]["pad_count"], 4);
    // an outline without numbers, or with far too many, leaves the lines
    for strange in [vec![[f64::NAN; 2]; 3], vec![[0.0; 2]; 100_000]] {
        run.schema.drawing.windows[0].pad = strange;
        let picture = Film::new(&run, &PictureStyle::default()).unwrap().picture(0.5);
        assert!(filled(&picture, colour) < 24 * 16 + filled(&plain, colour));
    }
}

/// The run as the viewer gets it.
fn document(html: &str) -> serde_json::Value {
    let text = html.split_once("id=\"run\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_page_has_windows_scripts_and_who_is_there() {
    let run = sorting();
    let html = Page::default().html(&run).unwrap();
    assert_eq!(html, Page::default().html(&run).unwrap());
    let document = document(&html);
    let drawing = &document["drawing"];
    let names: Vec<&str> = drawing["windows"].as_array().unwrap().iter().map(|w| w["path"].as_str().unwrap()).collect();
    assert_eq!(names, ["pads", "gather", "wave", "belt"]);
    assert_eq!(drawing["scripts"][0]["spans"], serde_json::json!([[0.0, 1.5, 0], [1.5, 3.5, 1]]));
    assert_eq!(drawing["bodies"][0]["there"], serde_json::json!([[0.0, 2.5]]));
    assert_eq!(drawing["bodies"][1]["there"], serde_json::json!([[0.8, 4.0]]));
    assert_eq!(drawing["bins"][0]["path"], "rejects");
    // arrows that change are those of `wave`, two numbers each; the belt's pose comes after the bodies'
    assert_eq!(
        (drawing["windows"][2]["changing"].as_u64(), drawing["windows"][2]["count"].as_u64()),
        (Some(0), Some(15))
    );
    assert_eq!(document["frames"]["arrows"].as_array().unwrap().len(), 30);
    assert_eq!(document["frames"]["poses"].as_array().unwrap().len(), 9);
    // a run without windows says nothing of them
    let mut plain = run.clone();
    plain.schema.drawing.windows.clear();
    (plain.schema.drawing.scripts, plain.schema.drawing.bins) = (Vec::new(), Vec::new());
    plain.poses = run.poses.chunks(9).flat_map(|row| row[..6].to_vec()).collect();
    let plain = self::document(&Page::default().html(&plain).unwrap());
    assert!(["windows", "scripts", "bins"].iter().all(|key| plain["drawing"].get(key).is_none()));
}

#[test]
fn a_part_of_a_run_shows_what_was_on_and_there() {
    let page = Page { from: Some(2.0), to: Some(3.0), ..Page::default() };
    let part = document(&page.html(&sorting()).unwrap());
    assert_eq!(part["drawing"]["scripts"][0]["spans"], serde_json::json!([[2.0, 3.0, 1]]));
    assert_eq!(part["drawing"]["bodies"][0]["there"], serde_json::json!([[2.0, 2.5]]));
    assert_eq!(part["drawing"]["bodies"][1]["there"], serde_json::json!([[2.0, 3.0]]));
    assert_eq!(part["frames"]["poses"].as_array().unwrap().len(), 9);
}

#[test]
fn large_arrays_and_busy_scripts_make_small_pages() {
    let html = Page::default().html(&thousand()).unwrap();
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
    let document = document(&html);
    assert_eq!(document["drawing"]["bodies"][7]["shape"], serde_json::json!({ "kind": "same", "body": 0 }));
    assert!(document["drawing"]["windows"][0]["count"].as_u64().unwrap() <= 600);
    assert!(document["frames"]["count"].as_u64().unwrap() >= 40);
    // twenty thousand changes of frame in four seconds, and 2,000 arrows that change
    let mut busy = sorting();
    let turn = |i: u32| Event {
        time: f64::from(i) * 2e-4,
        who: vec!["sort".to_owned(), ["push", "squeeze"][i as usize % 2].to_owned()],
        ..busy.events[0].clone()
    };
    let turns: Vec<Event> = (0..20_000).map(turn).collect();
    busy.events = turns;
    let drawing = &mut busy.schema.drawing;
    let wave = drawing.windows[2].clone();
    let many = (0..2000_u32)
        .map(|i| ([0.17 + 0.06 * f64::from(i % 50) / 50.0, 0.03 + 0.1 * f64::from(i / 50) / 40.0], [0.0; 2]));
    drawing.windows[2].arrows = many.collect();
    drawing.arrows = vec![drawing.arrows[0].clone(); 2000];
    let t = busy.times.len();
    busy.arrows = (0..4000 * t).map(|i| libm::sin(i as f64)).collect();
    assert_eq!(wave.changing, Some(0));
    let html = Page::default().html(&busy).unwrap();
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
    let document = self::document(&html);
    let count = document["drawing"]["windows"][2]["count"].as_u64().unwrap();
    assert!((50..=150).contains(&count), "{count}");
    assert_eq!(document["frames"]["arrows"].as_array().unwrap().len() as u64, 2 * count);
    assert_eq!(document["drawing"]["scripts"][0]["spans_left_out"], 17_000);
    assert!(!document["plots"][0]["svg"].as_str().unwrap().contains("sort shows"));
    // and they are pictures as they are
    assert!(faults(&Film::new(&busy, &PictureStyle::default()).unwrap().picture(2.0)).unwrap().is_empty());
}

#[test]
fn hostile_drawings_do_no_harm() {
    let mut run = sorting();
    let drawing = &mut run.schema.drawing;
    drawing.windows[0].arrows[0] = ([f64::NAN, 0.0], [1.0, 0.0]);
    drawing.windows[0].arrows[1].1 = [f64::INFINITY, f64::NAN];
    drawing.windows[0].lines[0] = vec![f64::NAN, f64::INFINITY];
    drawing.windows[1].shape = DrawnShape::Dot;
    drawing.windows[2].changing = Some(usize::MAX - 3);
    drawing.windows[3].shape = DrawnShape::Outline { loops: vec![vec![], vec![[f64::NAN, 1.0], [0.0, f64::INFINITY]]] };
    drawing.bins[0].path = "</script>\u{0}\u{202e}".repeat(40);
    drawing.scripts[0].frames[0].1.push(99);
    drawing.scripts[0].path = "s".repeat(4000);
    run.events.iter_mut().filter(|e| e.kind == "frame").for_each(|e| e.who[0] = "s".repeat(4000));
    run.events.push(Event { who: Vec::new(), ..run.events[0].clone() });
    run.poses.truncate(run.poses.len() - 2);
    // one number short of its last pose is no recording with poses
    assert!(Film::new(&run, &PictureStyle::default()).is_err());
    run.poses.extend([f64::NAN; 2]);
    for size in [[16, 16], [300, 200], [960, 720]] {
        let film = Film::new(&run, &PictureStyle { size, ..PictureStyle::default() }).unwrap();
        for time in [0.0, 1.7, 4.0] {
            assert!(film.picture(time).raster().is_ok() && !film.picture(time).svg().contains("NaN"));
        }
    }
    assert!(Page::default().html(&run).is_ok());
}

fn film_theme(dark: bool) -> Theme {
    if dark { Theme::dark() } else { Theme::light() }
}
