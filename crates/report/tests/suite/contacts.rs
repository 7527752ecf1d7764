//! Contacts in pictures and on the page: arrows as long as their force, rings at blows only, lanes that tell when.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::touching;

use mainspring_record::{ContactMode, DrawnShape, Memory};
use mainspring_report::Page;
use mainspring_report::render::{Colour, Film, Item, Layer, Picture, PictureStyle, PlaybackRate, Theme, faults};
use serde_json::Value;
use touching::touching;

fn look(spatial: bool) -> PictureStyle {
    let camera = spatial.then(|| "iso".parse().unwrap());
    PictureStyle { size: [640, 480], forces: true, camera, ..PictureStyle::default() }
}

/// Filled heads of arrows in a colour, and lines in it.
fn drawn(picture: &Picture, colour: Colour) -> (usize, usize) {
    let (mut heads, mut lines) = (0, 0);
    for item in &picture.items {
        if let Item::Path { layer: Layer::Forces, fill, stroke, closed, .. } = item {
            heads += usize::from(*fill == Some(colour) && *closed);
            lines += usize::from(stroke.is_some_and(|(c, _)| c.0[..3] == colour.0[..3]));
        }
    }
    (heads, lines)
}

#[test]
fn pictures_with_contacts_are_sound() {
    for spatial in [false, true] {
        let run = touching(spatial);
        for dark in [false, true] {
            let film = Film::new(&run, &PictureStyle { dark, ..look(spatial) }).unwrap();
            for time in [0.0, 0.41, 1.2, 3.0] {
                let picture = film.picture(time);
                assert_eq!(faults(&picture).unwrap(), Vec::<String>::new(), "{spatial} {dark} {time}");
                let said: Vec<&str> = picture
                    .items
                    .iter()
                    .filter_map(|i| match i {
                        Item::Text(text) => Some(text.text.as_str()),
                        _ => None,
                    })
                    .collect();
                assert!(said.iter().any(|t| t.starts_with("contact ") && t.ends_with('N')), "{said:?}");
            }
        }
    }
}

#[test]
fn there_is_an_arrow_for_each_point_and_a_ring_for_each_blow() {
    let run = touching(false);
    let film = Film::new(&run, &look(false)).unwrap();
    let colour = Theme::light().contact;
    let rings = |time: f64| {
        film.picture(time)
            .items
            .iter()
            .filter(|i| matches!(i, Item::Path { layer: Layer::Forces, pieces, .. } if pieces[0].len() == 41))
            .count()
    };
    // block: two points, wheel: one; each has a head and a dot; the block's friction is drawn apart
    let (heads, _) = drawn(&film.picture(0.3), colour);
    assert_eq!((heads, rings(0.3)), (6, 0));
    let blow = run.events.iter().find(|e| e.kind == "impact").unwrap().time;
    assert_eq!([rings(blow - 1e-6), rings(blow), rings(blow + 0.02)], [0, 1, 0]);
    // in a movie it stays a while and is gone after 0.15 s
    let movie = film.clone().at_playback_rate(PlaybackRate { fps: 25.0, speed: 1.0 });
    let seen = |time: f64| movie.picture(time).items.len();
    assert!(seen(blow + 0.14) > seen(blow + 0.16));
    // without forces only rings are left
    let plain = Film::new(&run, &PictureStyle { forces: false, ..look(false) }).unwrap();
    assert_eq!(drawn(&plain.picture(0.3), colour), (0, 0));
    assert_eq!(drawn(&plain.picture(blow), colour).1, 1);
}

#[test]
fn arrows_are_as_long_as_their_force() {
    let tip = |run: &Memory, time: f64| {
        let film = Film::new(run, &look(false)).unwrap();
        let colour = Theme::light().contact;
        let mut arrows = Vec::new();
        for item in &film.picture(time).items {
            // a head is a triangle whose first corner is the tip
            if let Item::Path { layer: Layer::Forces, fill: Some(c), pieces, .. } = item
                && *c == colour
                && pieces[0].len() == 3
            {
                arrows.push(pieces[0][0]);
            }
        }
        arrows
    };
    let run = touching(false);
    // at the end the wheel and the ball carry their weight, the block half of it on each corner
    let tips = tip(&run, 3.0);
    assert_eq!(tips.len(), 4, "{tips:?}");
    let [ball, left, right, wheel] = [tips[0][1], tips[1][1], tips[2][1], tips[3][1]];
    assert!((ball - wheel).abs() < 1e-9 && (left - right).abs() < 1e-9);
    // the point itself: half the force is half the way up
    let floor = 2.0 * left - ball;
    let mut light = run.clone();
    light.contacts.iter_mut().filter(|c| c.pair == 2).for_each(|c| c.force = c.force.map(|f| 0.25 * f));
    let quarter = tip(&light, 3.0)[3][1];
    assert!((quarter - (floor + 0.25 * (ball - floor))).abs() < 1e-6, "{quarter} {floor} {ball}");
}

#[test]
fn a_run_without_contacts_looks_as_it_did() {
    let mut bare = touching(false);
    (bare.contacts, bare.contact_ends) = (Vec::new(), Vec::new());
    bare.events.clear();
    let with = Film::new(&bare, &look(false)).unwrap().picture(1.0);
    bare.schema.contact_pairs.clear();
    let without = Film::new(&bare, &look(false)).unwrap().picture(1.0);
    assert_eq!(with, without);
    assert!(!document(&Page::default().html(&bare).unwrap()).as_object().unwrap().contains_key("contacts"));
}

#[test]
fn ground_without_end_reaches_across_the_picture() {
    let mut run = touching(false);
    for normal in [[0.0, 1.0, 0.0], [0.6, 0.8, 0.0], [1.0, 0.0, 0.0]] {
        run.schema.drawing.obstacles[0].shape = DrawnShape::HalfSpace { point: [0.0; 3], normal };
        let picture = Film::new(&run, &look(false)).unwrap().picture(1.0);
        let longest = picture.items.iter().filter_map(|i| match i {
            Item::Path { layer: Layer::Ground, pieces, .. } => {
                Some(pieces.iter().map(|p| libm::hypot(p[0][0] - p[1][0], p[0][1] - p[1][1])).fold(0.0, f64::max))
            }
            _ => None,
        });
        assert!(longest.fold(0.0, f64::max) > 470.0, "{normal:?}");
    }
}

fn document(html: &str) -> Value {
    let text = html.split_once("id=\"run\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_page_has_lanes_of_all_pairs_that_touch() {
    let run = touching(false);
    // so many pictures a second that every frame is kept
    let page = document(&Page { fps: 240.0, ..Page::default() }.html(&run).unwrap());
    let contacts = &page["contacts"];
    assert_eq!(contacts["pairs"].as_array().unwrap().len(), 4);
    let lanes = contacts["lanes"].as_array().unwrap();
    // the ball never reaches the block
    let pairs: Vec<u64> = lanes.iter().map(|l| l["pair"].as_u64().unwrap()).collect();
    assert_eq!(pairs, [1, 2, 0]);
    let block = lanes[0]["stretches"].as_array().unwrap();
    let stop = 2.0 / (touching::FRICTION * 9.81);
    assert_eq!((&block[0][2], &block[1][2]), (&(ContactMode::Slip as u8).into(), &(ContactMode::Stick as u8).into()));
    assert!((block[0][1].as_f64().unwrap() - stop).abs() < 1e-12, "the event says when, not the frame");
    // the blows are those of the closed form
    let blows = lanes[2]["blows"].as_array().unwrap();
    let times: Vec<f64> = blows.iter().map(|b| b["time"].as_f64().unwrap()).collect();
    let steps: Vec<f64> = times.windows(2).map(|w| w[1] - w[0]).collect();
    assert!(times.len() > 9 && steps.windows(2).all(|w| (w[1] / w[0] - touching::RESTITUTION).abs() < 1e-9));
    assert_eq!(page["contacts"]["count"], run.contacts.len());
    // a part of the run has the contacts of that part
    let part = Page { from: Some(1.0), to: Some(2.0), ..Page::default() };
    let part = document(&part.html(&run).unwrap());
    let inside: usize = (100..=200).map(|i| run.contacts_at(i).len()).sum();
    assert_eq!(part["contacts"]["count"], inside);
}
