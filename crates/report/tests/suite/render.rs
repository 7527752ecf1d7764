//! Pictures and movies of small made-up runs: both back-ends agree, files decode to what went in, and nothing hostile
//! gets through.

use mainspring_record::{
    ArrowKind, Drawing, DrawnArrow, DrawnBody, DrawnJoint, DrawnShape, DrawnSpring, Frame, Memory, Obstacle, Place,
    Schema, Sink,
};
use mainspring_report::font;
use mainspring_report::render::{
    Camera, Film, Format, Image, Item, Layer, Picture, PictureStyle, PlaybackRate, RenderError, Text, faults, png,
};
use proptest::prelude::*;
use resvg::{tiny_skia, usvg};

fn at(body: usize, x: f64, y: f64) -> Place {
    Place { body: Some(body), point: [x, y, 0.0] }
}

fn ground(x: f64, y: f64) -> Place {
    Place { body: None, point: [x, y, 0.0] }
}

fn joint(kind: &str, a: Place, b: Place, axis: [f64; 3], size: f64) -> DrawnJoint {
    DrawnJoint { path: format!("a_{kind}"), kind: kind.to_owned(), a, b, axis, size, attached: true }
}

fn body(path: &str, shape: DrawnShape) -> DrawnBody {
    DrawnBody {
        path: path.to_owned(),
        shape,
        points: vec![("tip".to_owned(), [0.4, 0.0, 0.0])],
        mass: 1.0,
        fixed: false,
        arrives: false,
    }
}

fn rectangle(w: f64, h: f64) -> DrawnShape {
    DrawnShape::Outline { loops: vec![vec![[-w, -h], [w, -h], [w, h], [-w, h]]] }
}

/// A lever on a pin, a slider on a rail, a bob on a rod and a spring between the first two, `size` times a metre.
fn planar(size: f64) -> Memory {
    let s = |c: f64| c * size;
    let drawing = Drawing {
        gravity: [0.0, -9.81, 0.0],
        length: size,
        bodies: vec![
            body("lever", rectangle(s(0.4), s(0.05))),
            body("slider", rectangle(s(0.1), s(0.08))),
            body("bob", DrawnShape::Dot),
        ],
        joints: vec![
            joint("revolute", ground(0.0, 0.0), at(0, s(-0.4), 0.0), [0.0, 0.0, 1.0], 0.0),
            joint("prismatic", ground(0.0, s(-0.5)), at(1, 0.0, 0.0), [1.0, 0.0, 0.0], 0.0),
            joint("distance", at(0, s(0.4), 0.0), at(2, 0.0, 0.0), [1.0, 0.0, 0.0], s(0.3)),
        ],
        springs: vec![DrawnSpring {
            path: "s".to_owned(),
            a: at(0, 0.0, 0.0),
            b: at(1, 0.0, 0.0),
            rest: s(0.4),
            attached: true,
        }],
        arrows: vec![DrawnArrow { path: "a".to_owned(), kind: ArrowKind::Reaction, place: at(0, s(-0.4), 0.0) }],
        obstacles: vec![Obstacle {
            path: "rock".to_owned(),
            shape: DrawnShape::Outline { loops: vec![vec![[s(0.9), s(-0.7)], [s(1.2), s(-0.7)], [s(1.0), s(-0.4)]]] },
        }],
        ..Drawing::default()
    };
    let mut memory = Memory::default();
    memory.begin(&Schema { scene: "lever".to_owned(), drawing, ..Schema::default() }).expect("made-up runs are sound");
    for i in 0..=20 {
        let t = f64::from(i) / 20.0;
        let (sin, cos) = (libm::sin(t), libm::cos(t));
        let bob = [s(0.8 * cos), s(0.8 * sin - 0.3)];
        let poses = [s(0.4 * cos), s(0.4 * sin), t, s(0.3 + 0.3 * t), s(-0.5), 0.0, bob[0], bob[1], 0.0];
        memory
            .frame(&Frame { poses: &poses, arrows: &[3.0 * cos, 3.0 * sin], ..Frame::bare(t, &[]) })
            .expect("made-up runs are sound");
    }
    memory
}

/// A box that turns about a hinge, and a top without a shape.
fn spatial(size: f64) -> Memory {
    let h = [0.3, 0.1, 0.05].map(|c| c * size);
    let vertices: Vec<[f64; 3]> =
        (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { h[k] } else { -h[k] })).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let edges = vec![[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
    let point = |x: f64| [x * size, 0.0, 0.0];
    let mut top = body("top", DrawnShape::Dot);
    top.points = vec![("tip".to_owned(), [0.0, 0.0, -0.2 * size])];
    let drawing = Drawing {
        spatial: true,
        gravity: [0.0, 0.0, -9.81],
        length: size,
        bodies: vec![body("block", DrawnShape::Mesh { vertices, triangles, edges }), top],
        joints: vec![joint(
            "revolute",
            Place { body: None, point: [0.0; 3] },
            Place { body: Some(0), point: point(-0.3) },
            [0.0, 1.0, 0.0],
            0.0,
        )],
        ..Drawing::default()
    };
    let mut memory = Memory::default();
    memory.begin(&Schema { scene: "block".to_owned(), drawing, ..Schema::default() }).expect("made-up runs are sound");
    for i in 0..=10 {
        let t = f64::from(i) / 10.0;
        let (sin, cos) = (libm::sin(0.3 * t), libm::cos(0.3 * t));
        let turned = [cos, 0.0, 0.0, sin];
        let poses =
            [&[0.3 * size, 0.0, 0.3 * size][..], &turned, &[0.8 * size, 0.2 * size, 0.2 * size], &turned].concat();
        memory.frame(&Frame { poses: &poses, ..Frame::bare(t, &[]) }).expect("made-up runs are sound");
    }
    memory
}

fn small() -> PictureStyle {
    PictureStyle { size: [320, 240], ..PictureStyle::default() }
}

fn by_resvg(picture: &Picture) -> Vec<[u8; 4]> {
    let mut options = usvg::Options { font_family: font::FAMILY.to_owned(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(font::REGULAR.to_vec());
    options.fontdb_mut().load_font_data(font::BOLD.to_vec());
    let tree = usvg::Tree::from_str(&picture.svg(), &options).expect("made-up runs are sound");
    let mut map = tiny_skia::Pixmap::new(picture.size[0], picture.size[1]).expect("made-up runs are sound");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut map.as_mut());
    map.pixels().iter().map(|p| p.demultiply()).map(|p| [p.red(), p.green(), p.blue(), p.alpha()]).collect()
}

/// Mean difference and the part of pixels that differ by more than 64 in some colour.
fn difference(a: &[[u8; 4]], b: &[[u8; 4]]) -> (f64, f64) {
    let off = |(p, q): (&[u8; 4], &[u8; 4])| (0..3).map(|i| p[i].abs_diff(q[i])).max().expect("made-up runs are sound");
    let all: Vec<u8> = a.iter().zip(b).map(off).collect();
    let count = all.len() as f64;
    (all.iter().map(|d| f64::from(*d)).sum::<f64>() / count, all.iter().filter(|d| **d > 64).count() as f64 / count)
}

#[test]
fn svg_and_pixels_are_the_same_picture() {
    for (memory, most) in [(planar(1.0), 0.002), (spatial(1.0), 0.006)] {
        for dark in [false, true] {
            let traces = vec![format!("{}.tip", memory.schema.drawing.bodies[0].path)];
            let film = Film::new(&memory, &PictureStyle { dark, forces: true, traces, ..small() }).unwrap();
            let picture = film.picture(0.7);
            let (mean, far) = difference(&by_resvg(&picture), &picture.raster().unwrap().pixels);
            assert!(mean < 1.5 && far < most, "mean {mean}, far off {far}");
            // and the comparison would see a missing body
            let mut less = picture.clone();
            less.items.retain(|i| !matches!(i, Item::Path { layer: Layer::Mechanism, .. } | Item::Solids(_)));
            let (mean, far) = difference(&by_resvg(&picture), &less.raster().unwrap().pixels);
            assert!(mean > 0.5 && far > 2.0 * most, "mean {mean}, far off {far}");
        }
    }
}

#[test]
fn the_checker_finds_planted_faults() {
    for memory in [planar(1.0), spatial(1.0)] {
        let film = Film::new(&memory, &small()).unwrap();
        let good = film.picture(0.3);
        assert_eq!(faults(&good).unwrap(), [""; 0]);
        let text = good.texts().next().unwrap().clone();
        let with = |text: Text| {
            let mut picture = good.clone();
            picture.items.push(Item::Text(text));
            faults(&picture).unwrap().join("; ")
        };
        assert!(with(text.clone()).contains("overlaps"));
        assert!(with(Text { at: [-5.0, 100.0], ..text.clone() }).contains("cut off"));
        assert!(with(Text { at: [310.0, 100.0], ..text.clone() }).contains("cut off"));
        let pale = good.behind.towards(text.colour, 0.3);
        assert!(with(Text { at: [20.0, 60.0], colour: pale, ..text.clone() }).contains("contrast"));
        let mut empty = good.clone();
        empty.items.retain(|i| matches!(i, Item::Text(_)));
        assert!(faults(&empty).unwrap().join("; ").contains("covers only"));
        let away = match memory.schema.drawing.spatial {
            true => Camera::Around { azimuth: 0.0, elevation: 0.2, distance: Some(0.7) },
            false => Camera::Plane { middle: [0.4, 0.0], width: 0.5 },
        };
        let near = Film::new(&memory, &PictureStyle { camera: Some(away), ..small() }).unwrap();
        assert!(faults(&near.picture(0.3)).unwrap().join("; ").contains("leaves the frame"));
    }
}

#[test]
fn everything_stays_in_the_frame_at_any_scale_and_shape_of_picture() {
    for power in [-9, -3, 0, 4, 9] {
        let size = libm::exp10(f64::from(power));
        for memory in [planar(size), spatial(size)] {
            for shape in [[320, 240], [240, 320], [400, 160]] {
                let film = Film::new(&memory, &PictureStyle { size: shape, ..PictureStyle::default() }).unwrap();
                for time in [0.0, 0.55, 1.0] {
                    let found = faults(&film.picture(time)).unwrap();
                    assert_eq!(found, [""; 0], "1e{power} m, {shape:?}, {time} s");
                }
            }
        }
    }
}

fn films(look: &PictureStyle) -> Vec<(Memory, Result<(), RenderError>)> {
    let with = |change: &dyn Fn(&mut Memory)| {
        let mut memory = planar(1.0);
        change(&mut memory);
        let made = Film::new(&memory, look).map(|film| {
            for time in [f64::NAN, -1.0, 0.0, 0.5, f64::INFINITY] {
                let picture = film.picture(time);
                assert!(picture.svg().ends_with("</svg>\n"));
                picture.raster().expect("a picture has a size");
            }
        });
        (memory, made)
    };
    vec![
        with(&|m| m.poses.iter_mut().for_each(|p| *p = f64::NAN)),
        with(&|m| m.poses.iter_mut().step_by(3).for_each(|p| *p = f64::INFINITY)),
        with(&|m| m.times.iter_mut().for_each(|t| *t = f64::NAN)),
        with(&|m| m.times.truncate(1)),
        with(&|m| *m = Memory { schema: m.schema.clone(), ..Memory::default() }),
        with(&|m| m.schema.drawing = Drawing::default()),
        with(&|m| m.poses.clear()),
        with(&|m| m.arrows.clear()),
        with(&|m| m.arrows.iter_mut().for_each(|a| *a = 1e300)),
        with(&|m| {
            m.schema.drawing.bodies[0].shape = DrawnShape::Outline { loops: vec![vec![], vec![[f64::NAN; 2]; 3]] }
        }),
        with(&|m| m.schema.drawing.bodies[0].shape = rectangle(0.0, 0.0)),
        with(&|m| m.schema.drawing.bodies[0].shape = rectangle(1e300, 1e-300)),
        with(&|m| m.schema.drawing.joints[0].a.body = Some(99)),
        with(&|m| m.schema.drawing.joints.iter_mut().for_each(|j| j.axis = [f64::NAN; 3])),
        with(&|m| m.schema.drawing.joints.iter_mut().for_each(|j| "slot".clone_into(&mut j.kind))),
        with(&|m| m.schema.drawing.joints.iter_mut().for_each(|j| (j.kind, j.size) = ("rolling".to_owned(), 0.2))),
        with(&|m| m.schema.drawing.springs[0].rest = f64::NAN),
        with(&|m| m.schema.drawing.gravity = [f64::NAN; 3]),
        with(&|m| m.schema.scene = "機械 \u{0} <&\" ".repeat(50)),
        with(&|m| m.schema.drawing.spatial = true),
    ]
}

#[test]
fn hostile_runs_give_a_picture_or_a_reason() {
    let looks = [
        small(),
        PictureStyle { forces: true, size: [16, 16], ..small() },
        PictureStyle { forces: true, dark: true, ..small() },
    ];
    for look in looks {
        let reasons: Vec<bool> = films(&look).iter().map(|(_, made)| made.is_err()).collect();
        // nothing at all to draw is an error, a broken part is left out
        assert!(reasons[2] && reasons[4] && reasons[5] && reasons[6], "{reasons:?}");
        assert!(!reasons[3] && !reasons[7] && !reasons[10] && !reasons[18], "{reasons:?}");
    }
    for (size, fits) in [([0, 10], false), ([9000, 10], false), ([16, 16], true)] {
        assert_eq!(Film::new(&planar(1.0), &PictureStyle { size, ..PictureStyle::default() }).is_ok(), fits);
    }
    let memory = planar(1.0);
    let wrong = |look: PictureStyle| Film::new(&memory, &look).map(|_| ()).unwrap_err().to_string();
    assert!(wrong(PictureStyle { traces: vec!["leaver".to_owned()], ..small() }).contains("`lever`"));
    assert!(wrong(PictureStyle { from: Some(3.0), ..small() }).contains("from 0 s to 1 s"));
    assert!(wrong(PictureStyle { camera: Some(Camera::ISO), ..small() }).contains("x,y,width"));
}

proptest! {
    /// Whatever numbers a spatial recording holds, it draws or says why not.
    #[test]
    fn wild_numbers_do_no_harm(
        wild in prop::collection::vec((any::<prop::sample::Index>(), prop::num::f64::ANY), 1..12), forces: bool,
    ) {
        let mut memory = spatial(1.0);
        let count = memory.poses.len();
        for (i, value) in wild {
            memory.poses[i.index(count)] = value;
        }
        let look = PictureStyle { forces, size: [64, 48], ..PictureStyle::default() };
        if let Ok(film) = Film::new(&memory, &look) {
            film.picture(0.37).raster().unwrap();
            prop_assert!(film.picture(0.37).svg().ends_with("</svg>\n"));
        }
    }
}

#[test]
fn movies_decode_to_what_went_in() {
    let memory = planar(1.0);
    let film = Film::new(&memory, &PictureStyle { size: [120, 90], ..PictureStyle::default() }).unwrap();
    // 30 frames a second do not fit ticks of 10 ms: they must come out right on average
    let pace = PlaybackRate { fps: 30.0, speed: 0.5 };
    let mut bytes = Vec::new();
    let count = film.movie(&mut bytes, Format::Gif, pace, &mut |_| true).unwrap();
    assert_eq!(count, 61);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (120, 90));
    let (mut frames, mut ticks, mut canvas) = (0, 0, vec![[0_u8; 4]; 120 * 90]);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (i, p) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, p)| p[3] > 0) {
            let (x, y) = (i % frame.width as usize, i / frame.width as usize);
            canvas[(y + frame.top as usize) * 120 + x + frame.left as usize] = [p[0], p[1], p[2], p[3]];
        }
        let time = film.moments(pace).unwrap()[frames];
        let (mean, far) = difference(&canvas, &film.picture(time).raster().unwrap().pixels);
        assert!(mean < 2.0 && far < 1e-3, "frame {frames}: mean {mean}, far off {far}");
        frames += 1;
        ticks += frame.delay;
    }
    assert_eq!((frames, ticks), (61, 203));
    let mut again = Vec::new();
    film.movie(&mut again, Format::Gif, pace, &mut |_| true).unwrap();
    assert!(bytes == again, "the same bytes every time");
}

#[test]
fn animated_png_has_every_frame() {
    let memory = spatial(1.0);
    let film = Film::new(&memory, &PictureStyle { size: [64, 48], ..PictureStyle::default() }).unwrap();
    let mut bytes = Vec::new();
    let count = film.movie(&mut bytes, Format::Apng, PlaybackRate { fps: 12.5, speed: 1.0 }, &mut |_| true).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let control = reader.info().animation_control().copied().unwrap();
    assert_eq!((count, control.num_frames), (13, 13));
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    for _ in 0..13 {
        reader.next_frame(&mut buffer).unwrap();
        let delay = reader.info().frame_control().unwrap();
        assert_eq!(u32::from(delay.delay_den) * 2, u32::from(delay.delay_num) * 25);
    }
}

#[test]
fn stills_decode_to_their_pixels() {
    let memory = planar(1.0);
    for transparent in [false, true] {
        let film =
            Film::new(&memory, &PictureStyle { size: [64, 48], transparent, ..PictureStyle::default() }).unwrap();
        let image: Image = film.picture(0.5).raster().unwrap();
        let bytes = png(&image).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut buffer).unwrap();
        let channels = if transparent { 4 } else { 3 };
        let expected: Vec<u8> = image.pixels.iter().flat_map(|p| &p[..channels]).copied().collect();
        assert_eq!(buffer, expected);
        assert_eq!(image.pixels[64 * 24].last(), Some(&if transparent { 0 } else { 255 }));
    }
}

#[test]
fn movies_stop_when_told_and_refuse_to_be_endless() {
    let memory = planar(1.0);
    let film = Film::new(&memory, &small()).unwrap();
    let mut bytes = Vec::new();
    let pace = PlaybackRate { fps: 25.0, speed: 1.0 };
    assert_eq!(film.movie(&mut bytes, Format::Gif, pace, &mut |_| false), Err(RenderError::Stopped));
    for (fps, speed) in [(25.0, 1e-9), (f64::NAN, 1.0), (25.0, 0.0), (25.0, -1.0), (0.0, 1.0)] {
        assert!(
            film.movie(&mut bytes, Format::Apng, PlaybackRate { fps, speed }, &mut |_| true).is_err(),
            "{fps} {speed}"
        );
    }
}
