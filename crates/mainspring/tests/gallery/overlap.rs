//! How deep parts are inside one another in any frame of a planar run, by brute force from the outlines alone.
//!
//! A depth is −(signed distance) of a point of one outline to the other: the sign from the winding number (a line's
//! angle; an arc counts as its chord and, inside the cap between chord and arc, one turn more), the distance from the
//! nearest of all segments. Points looked at: corners, places along every segment, and the point of each segment that
//! lies nearest to the centre of an arc of the other. Nothing of the search for contacts is used.

use mainspring::model::{ContactMethod, Model, Shape, Touched};
use mainspring::record::Memory;
use mainspring_geometry::{Region, Segment};

/// Places along each segment that are looked at, ends included.
const PLACES: u32 = 9;

type Point = [f64; 2];

/// The deepest overlap of a run, over the size of the smaller part.
pub struct Deepest {
    pub ratio: f64,
    pub time: f64,
    pub who: String,
}

/// What stands somewhere: an outline in the world, or all behind a line.
enum Outline {
    Region { segments: Vec<Segment>, low: Point, high: Point },
    HalfPlane { point: Point, normal: Point },
}

/// The deepest overlap of any pair that may touch and is there; none for spatial runs, penalty runs, and without contacts.
pub fn deepest(model: &Model, recording: &Memory) -> Option<Deepest> {
    let penalty = matches!(model.contacts.method, ContactMethod::Penalty(_));
    if recording.schema.drawing.spatial || penalty || model.contacts.pairs.is_empty() {
        return None;
    }
    let mut worst = Deepest { ratio: 0.0, time: 0.0, who: "nothing".to_owned() };
    let width = recording.schema.pose_len();
    let arrivals: Vec<f64> = (model.bodies.iter())
        .map(|body| {
            let arrives = recording.events.iter().find(|e| e.kind == "arrive" && e.who.contains(&body.path));
            if body.present { f64::NEG_INFINITY } else { arrives.map_or(f64::INFINITY, |e| e.time) }
        })
        .collect();
    for index in 0..recording.times.len() {
        let frame = recording.frame_at(index)?;
        let body = |i: usize| {
            let body = &model.bodies[i];
            let pose = &frame.poses[i * width..(i + 1) * width];
            Outline::new(body.shape.as_ref()?, [body.center[0], body.center[1]], [pose[0], pose[1]], pose[2])
        };
        let there = |i: usize| arrivals[i] <= frame.time;
        for pair in &model.contacts.pairs {
            if !there(pair.a) || matches!(pair.b, Touched::Body(b) if !there(b)) {
                continue;
            }
            let a = body(pair.a)?;
            let (b, name) = match pair.b {
                Touched::Body(b) => (body(b)?, &model.bodies[b].path),
                Touched::Obstacle(i) => {
                    let it = &model.obstacles[i];
                    let place = [it.pose.position[0], it.pose.position[1]];
                    (Outline::new(&it.shape, [0.0; 2], place, it.pose.angle)?, &it.path)
                }
            };
            let ratio = a.depth(&b) / a.size().min(b.size());
            if ratio > worst.ratio || ratio.is_nan() {
                worst = Deepest { ratio, time: frame.time, who: format!("{}, {name}", model.bodies[pair.a].path) };
            }
        }
    }
    Some(worst)
}

impl Outline {
    fn new(shape: &Shape, center: Point, place: Point, angle: f64) -> Option<Self> {
        let (s, c) = libm::sincos(angle);
        let turned = |p: Point| [c * p[0] - s * p[1], s * p[0] + c * p[1]];
        let put = |p: Point| add(place, turned(sub(p, center)));
        match shape {
            Shape::Region(region) => Some(Self::region(region, put)),
            Shape::HalfSpace { point, normal } => {
                Some(Self::HalfPlane { point: put([point[0], point[1]]), normal: turned([normal[0], normal[1]]) })
            }
            Shape::Solid(_) | Shape::Point { .. } => None,
        }
    }

    fn region(region: &Region, put: impl Fn(Point) -> Point) -> Self {
        let moved = |s: &Segment| match *s {
            Segment::Line { from, to } => Segment::Line { from: put(from), to: put(to) },
            Segment::Arc { from, to, center, sweep } => {
                Segment::Arc { from: put(from), to: put(to), center: put(center), sweep }
            }
        };
        let segments: Vec<Segment> = region.loops().iter().flatten().map(moved).collect();
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for segment in &segments {
            let round = match segment {
                Segment::Arc { from, center, .. } => vec![(*center, length(sub(*from, *center)))],
                Segment::Line { from, to } => vec![(*from, 0.0), (*to, 0.0)],
            };
            for (p, r) in round {
                for i in 0..2 {
                    low[i] = low[i].min(p[i] - r);
                    high[i] = high[i].max(p[i] + r);
                }
            }
        }
        Self::Region { segments, low, high }
    }

    fn size(&self) -> f64 {
        match self {
            Self::Region { low, high, .. } => (high[0] - low[0]).max(high[1] - low[1]),
            Self::HalfPlane { .. } => f64::INFINITY,
        }
    }

    /// How deep any point looked at of one is in the other, m; 0 where they are apart.
    fn depth(&self, other: &Self) -> f64 {
        if let (Self::Region { low: a, high: b, .. }, Self::Region { low: c, high: d, .. }) = (self, other)
            && (0..2).any(|i| a[i] > d[i] || c[i] > b[i])
        {
            return 0.0;
        }
        let one = |a: &Self, b: &Self| a.places(b).into_iter().map(|p| b.inside(p)).fold(0.0, f64::max);
        one(self, other).max(one(other, self))
    }

    /// Points of this outline that may be deepest in the other.
    fn places(&self, other: &Self) -> Vec<Point> {
        let Self::Region { segments, .. } = self else { return Vec::new() };
        let mut places = Vec::new();
        for segment in segments {
            places.extend((0..PLACES).map(|i| along(segment, f64::from(i) / f64::from(PLACES - 1))));
            match other {
                Self::Region { segments, .. } => {
                    let centers = segments.iter().filter_map(|s| match s {
                        Segment::Arc { center, .. } => Some(*center),
                        Segment::Line { .. } => None,
                    });
                    places.extend(centers.map(|c| nearest(segment, c)));
                }
                Self::HalfPlane { normal, .. } => {
                    if let Segment::Arc { center, .. } = segment {
                        // far behind the line: the arc's lowest point is nearest to there
                        let r = 1e3 * length(sub(segment.from(), *center));
                        places.push(nearest(segment, sub(*center, [r * normal[0], r * normal[1]])));
                    }
                }
            }
        }
        places
    }

    /// How deep a point is inside, m; negative or 0 outside.
    fn inside(&self, p: Point) -> f64 {
        match self {
            Self::HalfPlane { point, normal } => -dot(sub(p, *point), *normal),
            Self::Region { segments, .. } => {
                let turns: f64 = segments.iter().map(|s| winding(s, p)).sum();
                if turns < 0.5 {
                    return 0.0;
                }
                segments.iter().map(|s| length(sub(nearest(s, p), p))).fold(f64::INFINITY, f64::min)
            }
        }
    }
}

fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// The point a part `u` (0 to 1) of the way along.
fn along(segment: &Segment, u: f64) -> Point {
    match *segment {
        Segment::Line { from, to } => add(from, [u * (to[0] - from[0]), u * (to[1] - from[1])]),
        Segment::Arc { from, center, sweep, .. } => {
            let (s, c) = libm::sincos(u * sweep);
            let r = sub(from, center);
            add(center, [c * r[0] - s * r[1], s * r[0] + c * r[1]])
        }
    }
}

/// The point of a segment nearest to `p`.
fn nearest(segment: &Segment, p: Point) -> Point {
    match *segment {
        Segment::Line { from, to } => {
            let d = sub(to, from);
            along(segment, (dot(sub(p, from), d) / dot(d, d)).clamp(0.0, 1.0))
        }
        Segment::Arc { from, to, center, sweep } => {
            let (r, d) = (sub(from, center), sub(p, center));
            let (radius, far) = (length(r), length(d));
            // angle from the start, in the sense of the sweep
            let turn = libm::atan2(cross(r, d), dot(r, d)) * sweep.signum();
            let turn = if turn < 0.0 { turn + std::f64::consts::TAU } else { turn };
            if far > 0.0 && turn <= sweep.abs() {
                add(center, [d[0] * radius / far, d[1] * radius / far])
            } else if length(sub(p, from)) <= length(sub(p, to)) {
                from
            } else {
                to
            }
        }
    }
}

/// Turns of the segment about `p`.
fn winding(segment: &Segment, p: Point) -> f64 {
    let (from, to) = (sub(segment.from(), p), sub(segment.to(), p));
    let chord = libm::atan2(cross(from, to), dot(from, to)) / std::f64::consts::TAU;
    let Segment::Arc { center, sweep, .. } = *segment else { return chord };
    let within = length(sub(p, center)) < length(sub(segment.from(), center));
    // an arc run counter-clockwise bulges to the right of its chord; a full circle has none
    let side = cross(sub(segment.to(), segment.from()), sub(p, segment.from())) * sweep.signum();
    let full = segment.from() == segment.to();
    let cap = within && (full || side < 0.0);
    (if full { 0.0 } else { chord }) + if cap { sweep.signum() } else { 0.0 }
}

/// The measure itself, on overlaps known beforehand.
pub fn knows_depths() -> Result<(), String> {
    let square = |x: f64, y: f64, angle: f64| {
        let (region, _) =
            Region::polygon(&[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]).map_err(|e| e.to_string())?;
        Outline::new(&Shape::Region(region), [0.0; 2], [x, y], angle).ok_or_else(|| "no outline".to_owned())
    };
    let disc = |x: f64, y: f64, r: f64, sweep: f64| {
        let segments = vec![Segment::arc([x, y], r, 0.3, sweep * std::f64::consts::TAU)];
        Outline::Region { segments, low: [x - r, y - r], high: [x + r, y + r] }
    };
    let floor = Outline::HalfPlane { point: [0.0, 0.0], normal: [0.0, 1.0] };
    // a hole of radius 1 in a plate of radius 2
    let mut plate = disc(0.0, 0.0, 2.0, 1.0);
    if let (Outline::Region { segments, .. }, Outline::Region { segments: hole, .. }) =
        (&mut plate, disc(0.0, 0.0, 1.0, -1.0))
    {
        segments.extend(hole);
    }
    let cases = [
        ("squares side by side", square(0.0, 0.0, 0.0)?.depth(&square(1.0, 0.2, 0.0)?), 0.0),
        ("squares pushed together", square(0.0, 0.0, 0.0)?.depth(&square(1.0 - 1e-6, 0.2, 0.0)?), 1e-6),
        (
            "corner in an edge",
            square(0.0, 0.0, 0.0)?.depth(&square(0.5 + 0.5_f64.sqrt() - 1e-6, 0.0, 0.25 * std::f64::consts::PI)?),
            1e-6,
        ),
        ("square in the floor", square(0.0, 0.5 - 1e-6, 0.0)?.depth(&floor), 1e-6),
        ("disc in the floor", disc(0.0, 1.0 - 1e-6, 1.0, 1.0).depth(&floor), 1e-6),
        ("disc in a square", disc(0.13, 1.5 - 1e-6, 1.0, 1.0).depth(&square(0.0, 0.0, 0.0)?), 1e-6),
        ("discs", disc(0.0, 0.0, 1.0, 1.0).depth(&disc(1.2, 1.6 - 1e-6, 1.0, 1.0)), 0.8e-6),
        ("disc apart", disc(0.0, 0.0, 1.0, 1.0).depth(&disc(1.5, 1.5, 1.0, 1.0)), 0.0),
        ("disc free in a hole", disc(0.3, 0.0, 0.6, 1.0).depth(&plate), 0.0),
        ("disc in the wall of its hole", disc(0.4 + 1e-6, 0.0, 0.6, 1.0).depth(&plate), 1e-6),
    ];
    for (what, found, is) in cases {
        if (found - is).abs() > 1e-11 {
            return Err(format!("{what}: {found:e}, not {is:e}"));
        }
    }
    Ok(())
}
