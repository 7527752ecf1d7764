//! A film made from a run: colours, scales, paths and the camera are chosen once, from samples of the whole span.

use super::colour::{Theme, families};
use super::contact_marks::FLASH;
use super::field_scale::Fields;
use super::figure::{extremes, figures, tracks};
use super::film::{Film, Trace, View};
use super::ground;
use super::movie::PlaybackRate;
use super::snapshot::Snapshot;
use super::style::{PictureStyle, RenderError};
use super::trails::trails;
use super::view::{Plane, Space};
use crate::tolerances::FARTHEST;
use mainspring_record::{ArrowKind, Drawing, Memory, Visibility};

/// Frames looked at for framing and scales.
const SAMPLES: usize = 800;
/// Bodies from which on fewer frames are looked at.
const MANY: usize = 200;
/// Points of a traced path.
const TRACED: usize = 3000;

impl<'a> Film<'a> {
    /// Looks through the run once and chooses colours, scales and the camera.
    ///
    /// # Errors
    /// There is nothing to draw, or the look does not go with the run.
    pub fn new(memory: &'a Memory, look: &PictureStyle) -> Result<Self, RenderError> {
        let drawing = &memory.schema.drawing;
        if look.size.iter().any(|s| !(16..=8192).contains(s)) {
            return Err(RenderError::Size(look.size[0], look.size[1]));
        }
        if memory.times.is_empty() {
            return Err(RenderError::Nothing("the recording has no frames"));
        }
        if drawing.bodies.is_empty() && drawing.obstacles.is_empty() && drawing.windows.is_empty() {
            return Err(RenderError::Nothing(
                "the recording says nothing of bodies; tables have only columns: make it from the scene, or from a \
                 recording that `mainspring run` wrote",
            ));
        }
        if memory.poses.len() < memory.times.len() * drawing.poses() * memory.schema.pose_len() {
            return Err(RenderError::Nothing("the recording has no poses of its bodies"));
        }
        let span = span(memory, look)?;
        let theme = if look.dark { Theme::dark() } else { Theme::light() };
        let unit = (f64::from(look.size[0].min(look.size[1])) / 480.0).clamp(0.4, 6.0);
        let families = families(drawing.bodies.iter().map(|b| b.path.as_str()));
        let figures = figures(drawing, &theme, &families);
        let shown = Visibility::of(drawing, &memory.events);
        let sampled = sampled(memory, &shown, span);
        let tracks = tracks(drawing, &sampled);
        let strongest = if look.forces { strongest(drawing, &sampled) } else { 0.0 };
        // points requested stand alone
        let trails = if look.traces.is_empty() { trails(memory, &shown, span) } else { Vec::new() };
        let mut film = Self {
            memory,
            look: look.clone(),
            theme,
            span,
            unit,
            figures,
            tracks,
            traces: Vec::new(),
            shown,
            fields: Fields::default(),
            window_reach: drawing.windows.iter().map(|w| extremes(&w.shape)).collect(),
            trails,
            strongest,
            // a still shows the impacts since the frame before
            lasting: mean_step(memory),
            view: View::Plane(Plane { middle: [0.0; 2], scale: 1.0, centre: [0.0; 2] }),
        };
        film.traces = look.traces.iter().map(|t| film.trace(t)).collect::<Result<_, _>>()?;
        film.view = film.framed(&sampled)?;
        if let View::Plane(view) = &film.view {
            film.fields = Fields::of(&film, &sampled, view.scale);
        }
        Ok(film)
    }

    /// The same, with rings at impacts that stay long enough to be seen in a movie of this pace.
    #[must_use]
    pub fn at_playback_rate(mut self, pace: PlaybackRate) -> Self {
        self.lasting = (FLASH * pace.speed).max(pace.speed / pace.fps);
        self
    }

    fn trace(&self, wanted: &str) -> Result<Trace, RenderError> {
        let bodies = &self.memory.schema.drawing.bodies;
        let found = bodies.iter().enumerate().find_map(|(i, body)| {
            if body.path == wanted {
                return Some((i, [0.0; 3]));
            }
            let name = wanted.strip_prefix(&body.path)?.strip_prefix('.')?;
            let point = body.points.iter().find(|(n, _)| n == name).map(|(_, p)| *p);
            Some((i, point.or((name == "center").then_some([0.0; 3]))?))
        });
        let Some((body, point)) = found else {
            let mut names: Vec<String> = Vec::new();
            for body in bodies {
                names.push(body.path.clone());
                names.extend(body.points.iter().map(|(n, _)| format!("{}.{n}", body.path)));
            }
            names.truncate(12);
            let known = format!("there are, for instance, `{}`", names.join("`, `"));
            return Err(RenderError::Trace { wanted: wanted.to_owned(), known });
        };
        let [from, to] = self.span;
        let frames = self.memory.times.iter().filter(|t| (from..=to).contains(*t)).count();
        let count = frames.clamp(2, TRACED);
        let time = |i: usize| from + (to - from) * i as f64 / (count - 1) as f64;
        let place = mainspring_record::Place { body: Some(body), point };
        let path =
            (0..count).map(|i| (time(i), Snapshot::of(self.memory, &self.shown, time(i)).place(&place))).collect();
        Ok(Trace { colour: self.theme.outline(self.figures[body].colour), path })
    }

    fn framed(&self, sampled: &[Snapshot]) -> Result<View, RenderError> {
        let drawing = &self.memory.schema.drawing;
        let mut points = Vec::new();
        for moment in sampled {
            self.reach(moment, |p| points.push(p));
        }
        for obstacle in drawing.obstacles.iter().chain(&drawing.bins) {
            points.extend(extremes(&obstacle.shape));
        }
        points.extend(self.traces.iter().flat_map(|t| &t.path).filter_map(|(_, p)| *p));
        points.retain(|p| p.iter().all(|c| c.is_finite() && c.abs() < FARTHEST));
        if points.is_empty() {
            return Err(RenderError::Nothing("no body has a position in the span shown"));
        }
        // marks have a size in pixels whatever the scale
        let [left, top, right, bottom] = self.room();
        let arrows = if self.strongest > 0.0 { 0.8 * self.force_length() } else { 0.0 };
        let inset = 26.0 * self.unit + arrows;
        let inner = [left + inset, top + 0.6 * inset, right - inset, bottom - inset];
        Ok(if drawing.spatial {
            let mut view = Space::framing(&points, drawing.gravity, self.look.camera, inner, self.look.size)?;
            // where there is ground, the grid lies on it
            let levels = drawing.obstacles.iter().filter_map(|o| ground::level_of(&o.shape, view.sky));
            view.ground = levels.reduce(f64::max).unwrap_or(view.ground);
            View::Space(view)
        } else {
            View::Plane(Plane::framing(&points, self.look.camera, inner, self.look.size)?)
        })
    }

    /// Points that bound what is drawn at a moment, m.
    fn reach(&self, moment: &Snapshot, mut each: impl FnMut([f64; 3])) {
        let drawing = &self.memory.schema.drawing;
        for (figure, pose) in self.figures.iter().zip(&moment.poses) {
            if let Some(pose) = pose {
                figure.reach.iter().for_each(|p| each(pose.placed(*p)));
            }
        }
        for (reach, pose) in self.window_reach.iter().zip(&moment.windows) {
            if let Some(pose) = pose {
                reach.iter().for_each(|p| each(pose.placed(*p)));
            }
        }
        let joints = drawing.joints.iter().flat_map(|j| [&j.a, &j.b]);
        let springs = drawing.springs.iter().flat_map(|s| [&s.a, &s.b]);
        joints.chain(springs).filter_map(|place| moment.place(place)).for_each(&mut each);
        for (joint, track) in drawing.joints.iter().zip(&self.tracks) {
            if let (true, Some(at)) = (drawing.spatial, moment.place(&joint.a)) {
                // plates and hinges are somewhat larger than what they hold
                let thick = [joint.a.body, joint.b.body].into_iter().flatten().filter_map(|i| self.figures.get(i));
                let thick = thick.map(|f| f.thickness).filter(|t| *t > 0.0).fold(f64::INFINITY, f64::min);
                let size = 1.2 * if thick.is_finite() { thick } else { 0.04 * drawing.length };
                for k in 0..3 {
                    for side in [-size, size] {
                        let mut p = at;
                        p[k] += side;
                        each(p);
                    }
                }
            }
            track.ends(joint, moment).into_iter().flatten().for_each(&mut each);
        }
    }
}

/// Time from frame to frame on average, s.
fn mean_step(memory: &Memory) -> f64 {
    match memory.times.as_slice() {
        [first, .., last] if (last - first).is_finite() => (last - first) / (memory.times.len() - 1) as f64,
        _ => 0.0,
    }
}

fn span(memory: &Memory, look: &PictureStyle) -> Result<[f64; 2], RenderError> {
    let finite = || memory.times.iter().copied().filter(|t| t.is_finite());
    let (Some(first), Some(last)) = (finite().reduce(f64::min), finite().reduce(f64::max)) else {
        return Err(RenderError::Nothing("no frame has a time"));
    };
    let (from, to) = (look.from.unwrap_or(first), look.to.unwrap_or(last));
    let wrong = |cause| Err(RenderError::Span { first, last, from, to, cause });
    if !from.is_finite() || !to.is_finite() || from > to {
        // an end that was not given is not to blame
        let cause = match (look.from, look.to) {
            (Some(_), None) => "it begins after the last frame",
            (None, Some(_)) => "it ends before the first frame",
            _ => "its end is before its beginning",
        };
        return wrong(cause);
    }
    if from > last || to < first {
        return wrong("nothing was recorded then");
    }
    Ok([from.max(first), to.min(last)])
}

/// Moments spread over the span, its ends among them.
fn sampled(memory: &Memory, shown: &Visibility, [from, to]: [f64; 2]) -> Vec<Snapshot> {
    let frames = memory.times.iter().filter(|t| (from..=to).contains(*t)).count();
    // a thousand parts are not framed better by looking at them a thousand times
    let most = (SAMPLES * MANY / memory.schema.drawing.bodies.len().max(MANY)).max(60);
    let count = frames.clamp(2, most);
    (0..count).map(|i| Snapshot::of(memory, shown, from + (to - from) * i as f64 / (count - 1) as f64)).collect()
}

/// The strongest force but for the rarest moments: an impact that lasts one frame must not shrink all other arrows.
fn strongest(drawing: &Drawing, sampled: &[Snapshot]) -> f64 {
    let norm = |f: &[f64; 3]| f.iter().map(|c| c * c).sum::<f64>().sqrt();
    let is_force = |i: usize| drawing.arrows.get(i).is_some_and(|a| a.kind != ArrowKind::Field);
    let forces = |m: &Snapshot| {
        let arrows = m.arrows.iter().enumerate().filter(|(i, _)| is_force(*i)).map(|(_, f)| *f);
        arrows.chain(m.contacts.iter().map(|c| c.force)).collect::<Vec<_>>()
    };
    let mut largest: Vec<f64> = sampled.iter().map(|m| forces(m).iter().map(norm).fold(0.0, f64::max)).collect();
    largest.sort_by(f64::total_cmp);
    largest.get(largest.len() * 98 / 100).copied().filter(|f| f.is_finite()).unwrap_or(0.0)
}
