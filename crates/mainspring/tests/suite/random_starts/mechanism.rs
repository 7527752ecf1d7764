//! Random mechanisms that are known to be consistent: a tree of joints with given coordinates and rates, loops closed by joints whose
//! points are put where the parts are, rates that keep the loops closed.

use super::rigid::{Pose, Twist, V3, add, cross, dot, norm, orthonormal, scale, sub, take_out};
use crate::pushed_rows::Dice;

/// A kind of joint in the campaign; in the plane it slides along x, in space along z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Revolute,
    Prismatic,
    /// slot in the plane, cylindrical in space
    Both,
    /// loops only
    Distance,
    /// loops in space only
    Spherical,
}

impl Kind {
    pub fn word(self, space: bool) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Both => ["slot", "cylindrical"][usize::from(space)],
            Self::Distance => "distance",
            Self::Spherical => "spherical",
        }
    }

    /// Whether it has a travel, and an angle.
    pub fn has(self) -> [bool; 2] {
        match self {
            Self::Revolute => [false, true],
            Self::Prismatic => [true, false],
            Self::Both => [true, true],
            Self::Distance | Self::Spherical => [false, false],
        }
    }
}

/// A joint between two markers.
#[derive(Clone, Debug)]
pub struct Joint {
    pub kind: Kind,
    /// bodies, none for the ground, and markers in their axes
    pub ends: [(Option<usize>, Pose); 2],
    /// travel and angle, and how fast they change
    pub value: [f64; 2],
    pub rate: [f64; 2],
    pub compliant: bool,
    /// the body at its second end hangs on it
    pub tree: bool,
}

/// Σ factor · rate over coordinates (joint, 0 travel, 1 angle) is 0; the line that says so.
#[derive(Clone, Debug)]
pub struct Coupling {
    pub terms: Vec<(usize, usize, f64)>,
    pub line: String,
}

#[derive(Clone, Debug)]
pub struct Mechanism {
    pub space: bool,
    pub poses: Vec<Pose>,
    pub twists: Vec<Twist>,
    /// those that bodies hang on first: joint i carries body i
    pub joints: Vec<Joint>,
    pub couplings: Vec<Coupling>,
}

fn random_pose(dice: &mut Dice, space: bool, reach: f64) -> Pose {
    let mut at = [dice.between(-reach, reach), dice.between(-reach, reach), 0.0];
    if !space {
        return Pose::turned(at, dice.between(-3.0, 3.0));
    }
    at[2] = dice.between(-reach, reach);
    // three turns about axes in turn
    let about_x = |a: f64| {
        let (s, c) = (libm::sin(a), libm::cos(a));
        Pose { at: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]] }
    };
    let turn = Pose::turned([0.0; 3], dice.between(-3.0, 3.0))
        .then(&about_x(dice.between(-3.0, 3.0)))
        .then(&Pose::turned([0.0; 3], dice.between(-3.0, 3.0)));
    Pose { at, ..turn }
}

impl Mechanism {
    /// None where the dice fell on something that is too near to a singular position to be said to be regular.
    pub fn random(dice: &mut Dice) -> Option<Self> {
        let space = dice.roll() < 0.45;
        let mut made = Self { space, poses: Vec::new(), twists: Vec::new(), joints: Vec::new(), couplings: Vec::new() };
        let bodies = 2 + dice.index(if space { 4 } else { 5 });
        for b in 0..bodies {
            // mostly chains
            let parent = match dice.roll() {
                x if b == 0 || x < 0.15 => None,
                x if x < 0.8 => Some(b - 1),
                _ => Some(dice.index(b)),
            };
            let kind = match dice.roll() {
                x if x < 0.6 => Kind::Revolute,
                x if x < 0.8 => Kind::Prismatic,
                _ => Kind::Both,
            };
            let (near, far) = (random_pose(dice, space, 0.4), random_pose(dice, space, 0.4));
            made.hang(dice, kind, (parent, near), far);
        }
        if dice.roll() < 0.35 {
            made.add_gears(dice);
        }
        if dice.roll() < 0.25 {
            made.add_rack(dice);
        }
        let loops = if dice.roll() < 0.25 { 0 } else { 1 + dice.index(2) };
        for _ in 0..loops {
            made.close_a_loop(dice);
        }
        if dice.roll() < 0.3 {
            // joints anywhere, or those that close loops
            let tree = dice.roll() < 0.5;
            for j in 0..made.joints.len() {
                made.joints[j].compliant = dice.roll() < 0.6 && (tree || !made.joints[j].tree);
            }
        }
        made.find_rates(dice)?;
        Some(made)
    }

    fn axis(&self) -> V3 {
        if self.space { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] }
    }

    fn relative(&self, value: [f64; 2]) -> Pose {
        Pose::turned(scale(self.axis(), value[0]), value[1])
    }

    /// A body on a joint.
    fn hang(&mut self, dice: &mut Dice, kind: Kind, near: (Option<usize>, Pose), far: Pose) -> usize {
        let has = kind.has();
        let roll = |dice: &mut Dice, low: f64, high: f64, on: bool| if on { dice.between(low, high) } else { 0.0 };
        let value = [roll(dice, -0.3, 0.3, has[0]), roll(dice, -3.0, 3.0, has[1])];
        let rate = [roll(dice, -1.0, 1.0, has[0]), roll(dice, -3.0, 3.0, has[1])];
        let body = self.poses.len();
        let pose = self.marker(near).then(&self.relative(value)).then(&far.inverse());
        self.poses.push(pose);
        let joint = Joint { kind, ends: [near, (Some(body), far)], value, rate, compliant: false, tree: true };
        self.joints.insert(body, joint);
        body
    }

    /// A sun and an arm about one axis, a planet on the arm, each axis this way or that; or two wheels on one part.
    fn add_gears(&mut self, dice: &mut Dice) {
        // joints that close loops come later: indices of joints are those of bodies
        let base = if dice.roll() < 0.5 { None } else { Some(dice.index(self.poses.len())) };
        let flips = [(); 3].map(|()| if self.space && dice.roll() < 0.5 { -1.0 } else { 1.0 });
        let seat = random_pose(dice, self.space, 0.3);
        let way = |pose: Pose, flip: f64| {
            let axes = if flip < 0.0 {
                [pose.axes[0], scale(pose.axes[1], -1.0), scale(pose.axes[2], -1.0)]
            } else {
                pose.axes
            };
            Pose { axes, ..pose }
        };
        let hub = Pose::turned([0.0; 3], dice.between(-3.0, 3.0));
        let sun = self.hang(dice, Kind::Revolute, (base, way(seat, flips[0])), hub);
        let teeth = [12.0 + dice.index(30) as f64, 12.0 + dice.index(30) as f64];
        let (mut line, mut terms) = (String::new(), Vec::new());
        match dice.index(3) {
            0 => {
                let beside = Pose { at: add(seat.at, seat.out([0.2, 0.0, 0.0])), ..seat };
                let wheel = self.hang(dice, Kind::Revolute, (base, way(beside, flips[1])), hub);
                let ratio = dice.between(-2.0, 2.0);
                line += &format!("joint mesh = gear(j{sun}, j{wheel}) {{ ratio = {ratio:?} }}");
                terms.extend([(wheel, 1, 1.0), (sun, 1, -ratio)]);
            }
            1 => {
                let beside = Pose { at: add(seat.at, seat.out([0.2, 0.0, 0.0])), ..seat };
                let wheel = self.hang(dice, Kind::Revolute, (base, way(beside, flips[1])), hub);
                line += &format!("joint mesh = gear(j{sun}, j{wheel}) {{ teeth = ({}, {}) }}", teeth[0], teeth[1]);
                // outside each other: against each other, as seen from one side
                terms.extend([(sun, 1, flips[0] * teeth[0]), (wheel, 1, flips[1] * teeth[1])]);
            }
            _ => {
                let arm = self.hang(dice, Kind::Revolute, (base, way(seat, flips[1])), way(hub, flips[1]));
                let tip = Pose { at: [0.2, 0.0, 0.0], ..Pose::ORIGIN };
                let planet = self.hang(dice, Kind::Revolute, (Some(arm), way(tip, flips[2])), hub);
                let internal = dice.roll() < 0.3;
                let inside = if internal { "; internal" } else { "" };
                line +=
                    &format!("joint mesh = gear(j{sun}, j{planet}) {{ teeth = ({}, {}){inside} }}", teeth[0], teeth[1]);
                // Willis, all about the seat's axis: the planet beside the arm, and the sun less the arm
                let side = if internal { -1.0 } else { 1.0 };
                terms.extend([
                    (planet, 1, flips[2] * teeth[1]),
                    (sun, 1, side * flips[0] * teeth[0]),
                    (arm, 1, -side * flips[1] * teeth[0]),
                ]);
            }
        }
        self.couplings.push(Coupling { terms, line });
    }

    /// A pinion on a part, and a rack that slides on it, or on a carriage that does.
    fn add_rack(&mut self, dice: &mut Dice) {
        let base = if dice.roll() < 0.5 { None } else { Some(dice.index(self.poses.len())) };
        let (seat, rail) = (random_pose(dice, self.space, 0.3), random_pose(dice, self.space, 0.3));
        let radius = dice.between(0.02, 0.2) * if dice.roll() < 0.3 { -1.0 } else { 1.0 };
        let pinion = self.hang(dice, Kind::Revolute, (base, seat), Pose::ORIGIN);
        let (mut rack, mut terms) = (self.hang(dice, Kind::Prismatic, (base, rail), Pose::ORIGIN), Vec::new());
        if dice.roll() < 0.6 {
            // along the carriage's rail, forth or back
            let back = dice.roll() < 0.5;
            let axes = if back { Pose::ORIGIN.axes.map(|a| [-a[0], a[1], -a[2]]) } else { Pose::ORIGIN.axes };
            let axes = if back && !self.space { Pose::turned([0.0; 3], std::f64::consts::PI).axes } else { axes };
            terms.push((rack, 0, if back { -1.0 } else { 1.0 }));
            rack = self.hang(dice, Kind::Prismatic, (Some(rack), Pose { at: [0.0, 0.1, 0.0], axes }), Pose::ORIGIN);
        }
        terms.extend([(rack, 0, 1.0), (pinion, 1, -radius)]);
        let line = format!("joint run_on = rack(j{pinion}, j{rack}) {{ radius = {radius:?} m }}");
        self.couplings.push(Coupling { terms, line });
    }

    fn close_a_loop(&mut self, dice: &mut Dice) {
        let bodies = self.poses.len();
        let last = bodies - 1 - dice.index(bodies.min(2));
        let other = if dice.roll() < 0.7 { None } else { Some(dice.index(bodies)).filter(|&b| b != last) };
        let kind = match (self.space, dice.index(4)) {
            (true, 0 | 1) => Kind::Spherical,
            (true, 2) | (false, 0) => Kind::Distance,
            (_, 3) => Kind::Both,
            (true, _) => Kind::Distance,
            (false, 1) => Kind::Prismatic,
            (false, _) => Kind::Revolute,
        };
        let near = (other, random_pose(dice, self.space, 0.4));
        let has = kind.has();
        let value =
            [if has[0] { dice.between(-0.3, 0.3) } else { 0.0 }, if has[1] { dice.between(-3.0, 3.0) } else { 0.0 }];
        let step = match kind {
            Kind::Distance | Kind::Spherical => {
                let mut any = random_pose(dice, self.space, 0.5);
                if kind == Kind::Spherical {
                    any.at = [0.0; 3];
                }
                any
            }
            _ => self.relative(value),
        };
        let there = self.marker(near).then(&step);
        let far = (Some(last), self.poses[last].inverse().then(&there));
        self.joints.push(Joint { kind, ends: [near, far], value, rate: [0.0; 2], compliant: false, tree: false });
    }

    pub fn marker(&self, end: (Option<usize>, Pose)) -> Pose {
        end.0.map_or(Pose::ORIGIN, |b| self.poses[b]).then(&end.1)
    }

    fn marker_twist(&self, end: (Option<usize>, Pose)) -> Twist {
        let Some(b) = end.0 else { return Twist::default() };
        Twist { v: self.twists[b].at(self.poses[b].out(end.1.at)), w: self.twists[b].w }
    }

    /// Every coordinate that bodies hang on: joint, and 0 for its travel or 1 for its angle.
    pub fn coordinates(&self) -> Vec<(usize, usize)> {
        let all = self.joints.iter().enumerate().filter(|(_, j)| j.tree);
        all.flat_map(|(j, joint)| (0..2).filter(move |&k| joint.kind.has()[k]).map(move |k| (j, k))).collect()
    }

    /// Poses that these values of the tree's coordinates lead to.
    pub fn place(&mut self) {
        for b in 0..self.poses.len() {
            let [near, far] = self.joints[b].ends;
            self.poses[b] = self.marker(near).then(&self.relative(self.joints[b].value)).then(&far.1.inverse());
        }
    }

    /// Twists that the rates of the tree's coordinates lead to.
    pub fn spin(&mut self) {
        self.twists = vec![Twist::default(); self.poses.len()];
        for b in 0..self.poses.len() {
            let [near, far] = self.joints[b].ends;
            let (stand, from) = (self.marker(near), self.marker_twist(near));
            let here = self.marker(far);
            let [slide, turn] = self.joints[b].rate;
            let w = add(from.w, scale(stand.axes[2], turn));
            let v = add(from.at(sub(here.at, stand.at)), scale(stand.out(self.axis()), slide));
            self.twists[b] = Twist { v: sub(v, cross(w, sub(here.at, self.poses[b].at))), w };
        }
    }

    /// How fast the rows of a joint open, and by how much they are open.
    pub fn opening(&self, joint: &Joint) -> Vec<[f64; 2]> {
        let [a, b] = joint.ends.map(|end| self.marker(end));
        let [ta, tb] = joint.ends.map(|end| self.marker_twist(end));
        let (apart, speed) = (sub(b.at, a.at), sub(tb.v, ta.v));
        let along = |axis: V3| [dot(apart, axis), dot(speed, axis) + dot(apart, cross(ta.w, axis))];
        let beside = |i: usize, k: usize| {
            let (x, y) = (a.axes[i], b.axes[k]);
            [dot(x, y), dot(cross(ta.w, x), y) + dot(x, cross(tb.w, y))]
        };
        let mut rows = match (joint.kind, self.space) {
            (Kind::Distance, _) => {
                let drawn = self.drawn_length(joint);
                vec![[norm(apart) - drawn, dot(apart, speed) / norm(apart)]]
            }
            (Kind::Revolute | Kind::Spherical, _) => vec![along(a.axes[0]), along(a.axes[1]), along(a.axes[2])],
            (Kind::Prismatic | Kind::Both, false) => vec![along(a.axes[1])],
            (Kind::Prismatic | Kind::Both, true) => vec![along(a.axes[0]), along(a.axes[1])],
        };
        if self.space && !matches!(joint.kind, Kind::Distance | Kind::Spherical) {
            rows.extend([beside(0, 2), beside(1, 2)]);
        }
        if joint.kind == Kind::Prismatic {
            rows.push(beside(0, 1));
        }
        rows
    }

    /// Length of a distance joint: what `value` holds for it.
    fn drawn_length(&self, joint: &Joint) -> f64 {
        joint.value[0]
    }

    /// How fast a joint's travel and angle change.
    pub fn measured_rate(&self, joint: &Joint) -> [f64; 2] {
        let [a, b] = joint.ends.map(|end| self.marker(end));
        let [ta, tb] = joint.ends.map(|end| self.marker_twist(end));
        let axis = a.out(self.axis());
        let (apart, speed) = (sub(b.at, a.at), sub(tb.v, ta.v));
        [dot(speed, axis) + dot(apart, cross(ta.w, axis)), dot(sub(tb.w, ta.w), a.axes[2])]
    }

    /// Rates of everything that must not change: rows of loops that hold so far, and of gears.
    pub fn rows(&self, soft: bool) -> Vec<f64> {
        let held = self.joints.iter().filter(|j| !j.tree && (soft || !j.compliant));
        let mut rows: Vec<f64> = held.flat_map(|j| self.opening(j).into_iter().map(|row| row[1])).collect();
        for coupling in &self.couplings {
            rows.push(coupling.terms.iter().map(|&(j, k, factor)| factor * self.joints[j].rate[k]).sum());
        }
        rows
    }

    /// The same per unit rate of each coordinate: one list a row. Further rows: the rate of a joint's coordinate.
    pub fn slopes(&self, soft: bool, more: &[(usize, usize)]) -> Vec<Vec<f64>> {
        let mut probe = self.clone();
        let coordinates = self.coordinates();
        let mut columns = Vec::new();
        for &(j, k) in &coordinates {
            probe.joints.iter_mut().for_each(|joint| joint.rate = [0.0; 2]);
            probe.joints[j].rate[k] = 1.0;
            probe.spin();
            let mut column = probe.rows(soft);
            column.extend(more.iter().map(|&(j, k)| probe.measured_rate(&probe.joints[j])[k]));
            columns.push(column);
        }
        (0..columns[0].len()).map(|r| columns.iter().map(|c| c[r]).collect()).collect()
    }

    /// Rates that keep loops closed and gears in mesh; None near a singular position.
    fn find_rates(&mut self, _: &mut Dice) -> Option<()> {
        for j in 0..self.joints.len() {
            if self.joints[j].kind == Kind::Distance {
                let [a, b] = self.joints[j].ends.map(|end| self.marker(end));
                self.joints[j].value[0] = norm(sub(b.at, a.at));
                if self.joints[j].value[0] < 0.1 {
                    return None;
                }
            }
        }
        let coordinates = self.coordinates();
        let basis = orthonormal(&self.slopes(true, &[]))?;
        if basis.len() >= coordinates.len() {
            return None;
        }
        let mut rates: Vec<f64> = coordinates.iter().map(|&(j, k)| self.joints[j].rate[k]).collect();
        take_out(&basis, &mut rates);
        take_out(&basis, &mut rates);
        for (&(j, k), rate) in coordinates.iter().zip(rates) {
            self.joints[j].rate[k] = rate;
        }
        self.spin();
        for j in 0..self.joints.len() {
            if !self.joints[j].tree {
                let has = self.joints[j].kind.has();
                let rate = self.measured_rate(&self.joints[j]);
                self.joints[j].rate = [0, 1].map(|k| if has[k] { rate[k] } else { 0.0 });
            }
        }
        Some(())
    }
}
