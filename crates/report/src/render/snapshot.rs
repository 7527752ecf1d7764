//! A run at any time: poses between frames, forces, and which joints and springs hold.

use super::contact_marks::{Flash, contacts};
use crate::tolerances::SMALL_TURN;
use mainspring_record::{ContactMark, DrawnWindow, Memory, Place, Visibility};

/// Where a body is and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// of the body frame's origin, m
    pub at: [f64; 3],
    /// columns are the body's axes in world axes
    pub axes: [[f64; 3]; 3],
}

impl Pose {
    /// The world's own.
    pub const WORLD: Self = Self { at: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// A direction of the body in world axes.
    #[must_use]
    pub fn turned(&self, d: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|i| self.axes[0][i] * d[0] + self.axes[1][i] * d[1] + self.axes[2][i] * d[2])
    }

    /// A point of the body in world axes.
    #[must_use]
    pub fn placed(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = self.turned(p);
        [0, 1, 2].map(|i| self.at[i] + turned[i])
    }
}

/// A run at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// s
    pub time: f64,
    /// of each body; none where it is not there, or the recording has no numbers
    pub poses: Vec<Option<Pose>>,
    /// of each window; none where the recording has no numbers
    pub windows: Vec<Option<Pose>>,
    /// of each window: on
    pub on: Vec<bool>,
    /// of each script: index of the frame it shows
    pub frames: Vec<Option<usize>>,
    /// of each arrow, N; those of fields N/m² or m/s; zero where the recording has no numbers
    pub arrows: Vec<[f64; 3]>,
    /// where parts touch
    pub contacts: Vec<ContactMark>,
    /// impacts just now
    pub flashes: Vec<Flash>,
    /// of each joint: holds
    pub joints: Vec<bool>,
    /// of each spring: acts
    pub springs: Vec<bool>,
}

impl Snapshot {
    /// Between the two frames round `time`: positions and angles linear, orientations along the shorter great circle.
    #[must_use]
    pub fn at(memory: &Memory, time: f64) -> Self {
        Self::of(memory, &Visibility::of(&memory.schema.drawing, &memory.events), time)
    }

    /// As [`Snapshot::at`], with what the events say looked up already.
    #[must_use]
    pub fn of(memory: &Memory, shown: &Visibility, time: f64) -> Self {
        let drawing = &memory.schema.drawing;
        let last = memory.times.len().saturating_sub(1);
        let after = memory.times.partition_point(|t| *t <= time).min(last);
        let before = after.saturating_sub(1);
        let (t0, t1) = (memory.times[before], memory.times[after]);
        // at or beyond the last frame both are the last one
        let part = if t1 > t0 { ((time - t0) / (t1 - t0)).clamp(0.0, 1.0) } else { 1.0 };
        // what is lost is not made up: the last frame before it stands still
        let part = if part < 1.0 && memory.lost_between(t0, t1) { 0.0 } else { part };
        // rows that a broken recording lacks are empty
        let (length, width) = (memory.schema.pose_len(), memory.schema.arrow_len());
        let poses = |frame: usize| row(&memory.poses, frame, length * drawing.poses());
        let arrows = |frame: usize| row(&memory.arrows, frame, width * drawing.arrows.len());
        let pose = |i: usize| {
            let row = i * length..(i + 1) * length;
            between(poses(before).get(row.clone())?, poses(after).get(row)?, part)
        };
        let arrow = |i: usize| {
            let mut force = [0.0; 3];
            for (k, component) in force.iter_mut().enumerate().take(width) {
                let at = |f: &[f64]| f.get(i * width + k).copied().unwrap_or(0.0);
                *component = mixed(at(arrows(before)), at(arrows(after)), part);
            }
            if force.iter().all(|f| f.is_finite()) { force } else { [0.0; 3] }
        };
        let mut moving = drawing.bodies.len();
        let window = |w: &DrawnWindow| {
            moving += usize::from(w.moves);
            if w.moves { pose(moving - 1) } else { Some(Pose::WORLD) }
        };
        Self {
            time,
            windows: drawing.windows.iter().map(window).collect(),
            on: (0..drawing.windows.len()).map(|i| shown.is_on(i, time)).collect(),
            frames: (0..drawing.scripts.len()).map(|i| shown.frame(i, time)).collect(),
            poses: (0..drawing.bodies.len()).map(|i| pose(i).filter(|_| shown.there(i, time))).collect(),
            arrows: (0..drawing.arrows.len()).map(arrow).collect(),
            contacts: contacts(memory, before, after, part),
            flashes: Vec::new(),
            joints: drawing.joints.iter().map(|j| holds(memory, &j.path, j.attached, time)).collect(),
            springs: drawing.springs.iter().map(|s| holds(memory, &s.path, s.attached, time)).collect(),
        }
    }

    /// Pose of a body, or the world.
    #[must_use]
    pub fn pose(&self, body: Option<usize>) -> Option<Pose> {
        match body {
            None => Some(Pose::WORLD),
            Some(i) => self.poses.get(i).copied().flatten(),
        }
    }

    /// A place in world axes, m.
    #[must_use]
    pub fn place(&self, place: &Place) -> Option<[f64; 3]> {
        let point = self.pose(place.body)?.placed(place.point);
        point.iter().all(|c| c.is_finite()).then_some(point)
    }
}

fn row(all: &[f64], frame: usize, width: usize) -> &[f64] {
    all.get(frame * width..(frame + 1) * width).unwrap_or_default()
}

/// Whether a joint or spring holds, given the `attach` and `release` events until then.
fn holds(memory: &Memory, path: &str, first: bool, time: f64) -> bool {
    let named = memory.events.iter().filter(|e| e.time <= time && e.who.iter().any(|w| w == path));
    named.fold(first, |holds, event| match event.kind.as_str() {
        "attach" => true,
        "release" => false,
        _ => holds,
    })
}

fn mixed(a: f64, b: f64, part: f64) -> f64 {
    // the ends exactly, also when the other end is not a number
    match part {
        0.0 => a,
        1.0 => b,
        _ => a + (b - a) * part,
    }
}

fn between(a: &[f64], b: &[f64], part: f64) -> Option<Pose> {
    let pose = match (a, b) {
        ([x0, y0, angle0], [x1, y1, angle1]) => {
            let angle = mixed(*angle0, *angle1, part);
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let at = [mixed(*x0, *x1, part), mixed(*y0, *y1, part), 0.0];
            Pose { at, axes: [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]] }
        }
        ([x0, y0, z0, q0 @ ..], [x1, y1, z1, q1 @ ..]) => {
            let at = [mixed(*x0, *x1, part), mixed(*y0, *y1, part), mixed(*z0, *z1, part)];
            let (q0, q1) = (<[f64; 4]>::try_from(q0).ok()?, <[f64; 4]>::try_from(q1).ok()?);
            Pose { at, axes: axes_of(slerp(q0, q1, part)) }
        }
        _ => return None,
    };
    let sound = pose.at.iter().chain(pose.axes.iter().flatten()).all(|c| c.is_finite());
    sound.then_some(pose)
}

/// Along the shorter great circle; q and −q are the same orientation.
fn slerp(a: [f64; 4], b: [f64; 4], part: f64) -> [f64; 4] {
    if part == 0.0 {
        return a;
    }
    if part == 1.0 {
        return b;
    }
    let dot: f64 = (0..4).map(|i| a[i] * b[i]).sum();
    let b = if dot < 0.0 { b.map(|c| -c) } else { b };
    let angle = libm::acos(dot.abs().min(1.0));
    let (from, to) = if angle < SMALL_TURN {
        (1.0 - part, part)
    } else {
        let sin = libm::sin(angle);
        (libm::sin((1.0 - part) * angle) / sin, libm::sin(part * angle) / sin)
    };
    [0, 1, 2, 3].map(|i| from * a[i] + to * b[i])
}

/// The axes of a quaternion (w, x, y, z) of any length but zero.
fn axes_of(q: [f64; 4]) -> [[f64; 3]; 3] {
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    let [w, x, y, z] = q.map(|c| c / length);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_record::{Drawing, DrawnBody, DrawnJoint, DrawnShape, Event, Frame, Schema, Sink};
    use proptest::prelude::*;

    fn run(spatial: bool, frames: &[(f64, Vec<f64>)]) -> Memory {
        let body = DrawnBody {
            path: "b".to_owned(),
            shape: DrawnShape::Dot,
            points: Vec::new(),
            mass: 1.0,
            fixed: false,
            arrives: false,
        };
        let drawing = Drawing { spatial, bodies: vec![body], ..Drawing::default() };
        let mut memory = Memory::default();
        memory.begin(&Schema { drawing, ..Schema::default() }).unwrap();
        for (time, poses) in frames {
            memory.frame(&Frame { poses, ..Frame::bare(*time, &[]) }).unwrap();
        }
        memory
    }

    fn close(a: [f64; 3], b: [f64; 3]) -> bool {
        (0..3).all(|i| (a[i] - b[i]).abs() < 1e-12)
    }

    proptest! {
        /// Halfway and elsewhere between two turns about an axis lies the turn by that part of the angle.
        #[test]
        fn orientations_turn_steadily(
            axis in prop::array::uniform3(-1.0..1.0_f64), first in -3.0..3.0_f64, more in -3.0..3.0_f64,
            part in 0.0..1.0_f64, flip: bool, p in prop::array::uniform3(-1.0..1.0_f64),
        ) {
            let length = axis.iter().map(|c| c * c).sum::<f64>().sqrt();
            prop_assume!(length > 0.1);
            let u = axis.map(|c| c / length);
            let turn = |angle: f64| {
                let (s, c) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
                [c, s * u[0], s * u[1], s * u[2]]
            };
            // Rodrigues' formula, independent of quaternions
            let rotated = |angle: f64| {
                let (s, c) = (libm::sin(angle), libm::cos(angle));
                let dot: f64 = (0..3).map(|i| u[i] * p[i]).sum();
                let cross = [u[1] * p[2] - u[2] * p[1], u[2] * p[0] - u[0] * p[2], u[0] * p[1] - u[1] * p[0]];
                [0, 1, 2].map(|i| p[i] * c + cross[i] * s + u[i] * dot * (1.0 - c))
            };
            let second = if flip { turn(first + more).map(|c| -c) } else { turn(first + more) };
            let row = |q: [f64; 4]| [&[1.0, 2.0, 3.0][..], &q].concat();
            let memory = run(true, &[(0.0, row(turn(first))), (2.0, row(second))]);
            let pose = Snapshot::at(&memory, 2.0 * part).poses[0].unwrap();
            prop_assert!(close(pose.turned(p), rotated(first + part * more)));
            prop_assert!(close(pose.at, [1.0, 2.0, 3.0]));
        }
    }

    #[test]
    fn angles_turn_as_often_as_recorded() {
        let turns = 10.0 * core::f64::consts::PI;
        let memory = run(false, &[(0.0, vec![0.0, 0.0, 0.0]), (1.0, vec![1.0, -1.0, turns])]);
        let pose = Snapshot::at(&memory, 0.25).poses[0].unwrap();
        assert!(close(pose.at, [0.25, -0.25, 0.0]));
        // a quarter of five turns is a turn and a quarter
        assert!(close(pose.turned([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
        assert_eq!(Snapshot::at(&memory, -5.0).poses[0].unwrap().at[0], 0.0);
        assert_eq!(Snapshot::at(&memory, 50.0).poses[0].unwrap().at[0], 1.0);
    }

    #[test]
    fn at_a_jump_the_later_frame_counts_and_gaps_stay_gaps() {
        let memory =
            run(false, &[(0.0, vec![0.0; 3]), (1.0, vec![1.0; 3]), (1.0, vec![5.0; 3]), (2.0, vec![f64::NAN; 3])]);
        assert_eq!(Snapshot::at(&memory, 1.0).poses[0].unwrap().at[0], 5.0);
        assert_eq!(Snapshot::at(&memory, 0.5).poses[0].unwrap().at[0], 0.5);
        assert_eq!(Snapshot::at(&memory, 1.5).poses[0], None);
        assert_eq!(Snapshot::at(&memory, 2.0).poses[0], None);
    }

    #[test]
    fn events_attach_and_release() {
        let mut memory = run(false, &[(0.0, vec![0.0; 3]), (3.0, vec![0.0; 3])]);
        let here = Place { body: None, point: [0.0; 3] };
        memory.schema.drawing.joints.push(DrawnJoint {
            path: "pin".to_owned(),
            kind: "revolute".to_owned(),
            a: here,
            b: here,
            axis: [0.0, 0.0, 1.0],
            size: 0.0,
            attached: true,
        });
        for (time, kind, who) in [(1.0, "release", "pin"), (1.5, "attach", "other"), (2.0, "attach", "pin")] {
            memory.events.push(Event {
                time,
                order: 0,
                kind: kind.to_owned(),
                who: vec![who.to_owned()],
                numbers: Vec::new(),
                text: String::new(),
            });
        }
        let holds = [0.5, 1.0, 1.7, 2.0].map(|t| Snapshot::at(&memory, t).joints[0]);
        assert_eq!(holds, [true, false, false, true]);
    }
}
