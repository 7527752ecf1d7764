//! Parts inside each other.

use crate::doubts::{Excess, Measure, note};
use crate::look::SoftContact;
use crate::places::place;
use crate::tolerances::{OVERLAP, ROUNDING, SOFT_DEPTH, SOFT_OVERLAP, STEPPED_OVERLAP};
use mainspring_definition::SpaceKind;
use mainspring_model::{ContactMethod, Leaving, Model, Shape as ModelShape, SwitchTarget, Touched};
use mainspring_numerics::vec3::norm;
use mainspring_overlap::{Memory, Place, Shape, depth, measurable};
use mainspring_record::Doubt;

/// Pairs up to which all are looked at.
const FEW_PAIRS: usize = 64;

/// Looks at every pair that may touch.
pub struct OverlapWatch {
    /// of bodies, then of obstacles; None: none, or nothing that touches
    shapes: Vec<Option<Shape>>,
    /// where the obstacles stand
    obstacles: Vec<Place>,
    pairs: Vec<WatchedPair>,
    /// pairs of two finite shapes: (shape, other shape, place among the pairs), in order
    finite: Vec<(usize, usize, usize)>,
    /// of each shape, where those begin that it is the first of
    first: Vec<usize>,
    /// places among the pairs of those that reach without end
    endless: Vec<usize>,
    /// scratch: finite shapes from left to right, and pairs that are near
    order: Vec<(f64, f64, usize)>,
    near: Vec<usize>,
}

/// What overlaps are judged by at a moment.
#[derive(Clone, Copy)]
pub struct OverlapLook<'a> {
    /// s
    pub time: f64,
    pub attached: &'a dyn Fn(SwitchTarget) -> bool,
    /// contacts of whole steps are taken together
    pub stepped: &'a dyn Fn(usize) -> bool,
    /// contacts under the penalty method
    pub soft: Option<&'a [SoftContact]>,
}

struct WatchedPair {
    /// index into the model's pairs
    pair: usize,
    /// indices into the shapes
    shapes: [usize; 2],
    /// of the smaller, m
    size: f64,
    memory: Memory,
    /// how deep springs were that last explained an overlap which lasts, m: a blade whose tip a corner has cut through is inside
    /// until it is drawn off, and nothing presses any more
    explained: f64,
}

impl OverlapWatch {
    pub fn new(model: &Model) -> Self {
        let planar = model.space == SpaceKind::Planar;
        let make = |shape: &ModelShape, center: [f64; 3]| match shape {
            ModelShape::Region(region) => Shape::of_region(region, [center[0], center[1]]),
            ModelShape::Solid(solid) => Shape::of_solid(solid, center),
            ModelShape::Point { scale } => Shape::point(*scale),
            ModelShape::HalfSpace { point, normal } => Shape::half_space(*point, *normal, planar),
        };
        let bodies = model.bodies.len();
        let mut wanted = vec![false; bodies + model.obstacles.len()];
        let index = |touched: Touched| match touched {
            Touched::Body(b) => b,
            Touched::Obstacle(o) => bodies + o,
        };
        for pair in &model.contacts.pairs {
            wanted[pair.a] = true;
            wanted[index(pair.b)] = true;
        }
        let of_bodies = model.bodies.iter().map(|b| b.shape.as_ref().map(|s| (s, b.center)));
        let of_obstacles = model.obstacles.iter().map(|o| Some((&o.shape, [0.0; 3])));
        let shapes: Vec<Option<Shape>> = (of_bodies.chain(of_obstacles).zip(&wanted))
            .map(|(shape, wanted)| shape.filter(|_| *wanted).map(|(s, center)| make(s, center)))
            .collect();
        let mut pairs = Vec::new();
        for (p, pair) in model.contacts.pairs.iter().enumerate() {
            let both = [pair.a, index(pair.b)];
            let [Some(a), Some(b)] = both.map(|i| shapes[i].as_ref()) else { continue };
            if measurable(a, b) {
                let size = a.size().min(b.size());
                pairs.push(WatchedPair { pair: p, shapes: both, size, memory: Memory::default(), explained: 0.0 });
            }
        }
        let obstacles = model.obstacles.iter().map(|o| place(model.space, &o.pose)).collect();
        let ends = |w: &WatchedPair| {
            w.shapes.iter().all(|&i| shapes[i].as_ref().is_some_and(|s: &Shape| s.radius().is_finite()))
        };
        let endless = (0..pairs.len()).filter(|&k| !ends(&pairs[k])).collect();
        let mut finite: Vec<(usize, usize, usize)> = Vec::new();
        for (k, w) in pairs.iter().enumerate().filter(|(_, w)| ends(w)) {
            finite.push((w.shapes[0].min(w.shapes[1]), w.shapes[0].max(w.shapes[1]), k));
        }
        finite.sort_unstable();
        let first = (0..=shapes.len()).map(|i| finite.partition_point(|f| f.0 < i)).collect();
        Self { shapes, obstacles, pairs, finite, first, endless, order: Vec::new(), near: Vec::new() }
    }

    /// Lists the pairs whose circles overlap from left to right, and those that reach without end.
    fn list_near(&mut self, bodies: usize, places: &[Place]) {
        self.near.clear();
        if self.finite.len() <= FEW_PAIRS {
            self.near.extend(0..self.pairs.len());
            return;
        }
        self.near.extend(&self.endless);
        self.order.clear();
        for (i, shape) in self.shapes.iter().enumerate() {
            if let Some(radius) = shape.as_ref().map(Shape::radius).filter(|r| r.is_finite()) {
                let at = if i < bodies { &places[i] } else { &self.obstacles[i - bodies] };
                let x = at.position[0];
                // what is nowhere is near everything
                let (low, high) =
                    if x.is_finite() { (x - radius, x + radius) } else { (f64::NEG_INFINITY, f64::INFINITY) };
                self.order.push((low, high, i));
            }
        }
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let height = |i: usize| (if i < bodies { &places[i] } else { &self.obstacles[i - bodies] }).position[1];
        let reach = |i: usize| self.shapes[i].as_ref().map_or(0.0, Shape::radius);
        for (at, &(_, high, i)) in self.order.iter().enumerate() {
            for &(_, _, k) in self.order[at + 1..].iter().take_while(|(low, ..)| *low <= high) {
                if (height(i) - height(k)).abs() > reach(i) + reach(k) {
                    continue;
                }
                let (one, other) = (i.min(k), i.max(k));
                let own = &self.finite[self.first[one]..self.first[one + 1]];
                let first = own.partition_point(|f| f.1 < other);
                self.near.extend(own[first..].iter().take_while(|f| f.1 == other).map(|f| f.2));
            }
        }
        self.near.sort_unstable();
    }

    /// What springs last explained, m; [pairs that are watched], nothing where no overlap lasts.
    pub fn explained(&self) -> Vec<f64> {
        let lasts = self.pairs.iter().any(|watched| watched.explained > 0.0);
        if lasts { self.pairs.iter().map(|watched| watched.explained).collect() } else { Vec::new() }
    }

    /// Takes that up again.
    pub fn remember(&mut self, explained: &[f64]) {
        for (watched, &explained) in self.pairs.iter_mut().zip(explained) {
            watched.explained = explained;
        }
    }

    /// Whether there are pairs to look at.
    pub fn any(&self) -> bool {
        !self.pairs.is_empty()
    }

    pub fn look(&mut self, model: &Model, look: OverlapLook<'_>, places: &[Place], doubts: &mut Vec<Doubt>) {
        let penalty = matches!(model.contacts.method, ContactMethod::Penalty(_));
        if self.pairs.is_empty() || (penalty && look.soft.is_none()) {
            return;
        }
        let bodies = model.bodies.len();
        let present = |i: usize| i >= bodies || (look.attached)(SwitchTarget::Part { body: i, into: Leaving::Said });
        self.list_near(bodies, places);
        if penalty {
            let mut near = self.near.iter().copied().peekable();
            for (at, watched) in self.pairs.iter_mut().enumerate() {
                if near.next_if_eq(&at).is_none() {
                    watched.explained = 0.0;
                }
            }
        }
        for &at in &self.near {
            let watched = &mut self.pairs[at];
            let [i, k] = watched.shapes;
            let (Some(a), Some(b)) = (&self.shapes[i], &self.shapes[k]) else { continue };
            let at = |i: usize| if i < bodies { &places[i] } else { &self.obstacles[i - bodies] };
            let (at, bt) = (at(i), at(k));
            let deep = depth(a, at, b, bt, &mut watched.memory);
            if deep <= 0.0 {
                watched.explained = 0.0;
                continue;
            }
            let far = norm(at.position).max(norm(bt.position)).max(watched.size);
            let share = if (look.stepped)(watched.pair) { STEPPED_OVERLAP } else { OVERLAP };
            let mut allowed = share * watched.size + ROUNDING * far;
            if penalty {
                let springs = look.soft.into_iter().flatten().filter(|c| c.pair == watched.pair).map(|c| c.depth);
                let deepest = springs.fold(0.0, f64::max);
                allowed += SOFT_OVERLAP * watched.size;
                if deep <= allowed + SOFT_DEPTH * deepest {
                    watched.explained = deepest;
                }
                allowed += SOFT_DEPTH * watched.explained.max(deepest);
            }
            if deep > allowed && present(i) && present(k) {
                let who = model.contact_names(watched.pair);
                note(
                    doubts,
                    look.time,
                    &Excess { measure: Measure::Overlap, who: &who, amount: deep, allowed, unit: "m" },
                );
            }
        }
    }
}
