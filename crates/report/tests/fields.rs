//! Windows, arrays, scripts, bins and parts that come and go, in pictures: what is on and there is drawn, the rest is
//! not, and everything can be read.

#[path = "support/fields.rs"]
mod fields;

use fields::{sorting, thousand};
use mainspring_record::{DrawnShape, Memory};
use mainspring_report::render::{Film, Item, Layer, Look, Picture, Theme, faults, png};

/// Writes pictures where someone wants to look at them.
fn keep(name: &str, picture: &Picture) {
    if let Some(folder) = std::env::var_os("MAINSPRING_LOOK") {
        let image = picture.raster().unwrap();
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), png(&image).unwrap()).unwrap();
    }
}

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
            let film = Film::new(&run, &Look { size, dark, ..Look::default() }).unwrap();
            for time in [0.0, 1.2, 2.0, 3.0, 4.0] {
                let picture = film.picture(time);
                let found = faults(&picture).unwrap();
                keep(&format!("{}-{}x{}-{time}", if dark { "dark" } else { "light" }, size[0], size[1]), &picture);
                assert!(found.is_empty(), "{size:?} at {time}: {found:?}");
            }
        }
    }
}

#[test]
fn the_active_frame_is_named_and_its_windows_are_on() {
    let run = sorting();
    let film = Film::new(&run, &Look::default()).unwrap();
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

/// How many pixels of two pictures differ within a box of the world, m.
fn differ(a: &Picture, b: &Picture) -> usize {
    let (a, b) = (a.raster().unwrap(), b.raster().unwrap());
    a.pixels.iter().zip(&b.pixels).filter(|(p, q)| p != q).count()
}

#[test]
fn parts_are_drawn_only_while_they_are_there() {
    let run = sorting();
    let look = Look { clock: false, ..Look::default() };
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
    let look = Look { clock: false, ..Look::default() };
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
    let film = Film::new(&run, &Look { size: [400, 300], ..Look::default() }).unwrap();
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
    assert!(Film::new(&bare, &Look::default()).is_ok());
}

#[test]
fn centres_leave_traces_that_begin_with_the_part() {
    let run = sorting();
    let film = Film::new(&run, &Look::default()).unwrap();
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
    let chosen = Film::new(&run, &Look { traces: vec!["disc".to_owned()], ..Look::default() }).unwrap();
    assert!(items(&chosen.picture(2.0), Layer::Trace) > 0);
    let mut plain = run.clone();
    plain.schema.drawing.windows.retain(|w| w.moves);
    plain.schema.drawing.windows.iter_mut().for_each(|w| w.shape = DrawnShape::Dot);
    plain.schema.drawing.scripts.clear();
    assert!(items(&Film::new(&plain, &Look::default()).unwrap().picture(2.0), Layer::Windows) < 4);
}

#[test]
fn a_thousand_parts_stay_small() {
    let run = thousand();
    for dark in [false, true] {
        let film = Film::new(&run, &Look { dark, ..Look::default() }).unwrap();
        let picture = film.picture(1.6);
        keep(&format!("thousand-{dark}"), &picture);
        assert!(faults(&picture).unwrap().is_empty(), "{:?}", faults(&picture));
        let svg = picture.svg();
        assert!(svg.len() < 900_000, "{} bytes", svg.len());
        // cells of a pixel have no lines, and arrows are thinned
        assert!(filled(&picture, film_theme(dark).field) <= 602);
    }
}

fn film_theme(dark: bool) -> Theme {
    if dark { Theme::dark() } else { Theme::light() }
}
