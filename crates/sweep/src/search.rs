//! What is met first: along an arc, in free flight, and while a pawl falls at one time.
//!
//! Each is a walk along a motion of the pawl, in pieces that grow while nothing is near, so that the work follows what is
//! met and not what there is. Each piece asks the trees for pairs of edges that come near, and each pair for its two curves.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use crate::arc::{Ahead, Arc, What, sign};
use crate::curve::{Curve, Kind, Number};
use crate::numbers::{Ball, Brackets, Certainty, Enclosure, Interval, Rational, Ring, Sign, quadratic, to_interval};
use crate::point::{Form, Judge, Point, Recipe};
use crate::tree::{Motion, Pair, Scratch, Tree};

/// Where obstacles and pawl are looked up.
pub(crate) struct Finder<'a> {
    pub judge: &'a Judge<'a>,
    pub pawl_tree: &'a Tree,
    pub land_tree: &'a Tree,
    /// Largest distance of the pawl's outline from the hinge.
    pub reach: f64,
    /// Added to boxes for rounding.
    pub margin: f64,
    /// Whether boxes are used; without them every pair is a candidate.
    pub lazy: bool,
    pub scratch: RefCell<Scratch>,
    /// How far each kind of walk could look at once the last time, m of scaled lengths.
    pub steps_taken: Cell<[f64; 3]>,
    /// What the last piece of a walk found near.
    pub seen: RefCell<Seen>,
}

/// Pairs of edges that come near at times and places of one chart within ranges.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub pairs: Vec<(u32, u32)>,
    t: Option<Interval>,
    u: (f64, f64),
    chart: i32,
}

impl Seen {
    /// Notes what the pairs are good for.
    fn covers(&mut self, t: Interval, chart: i32, from: f64, to: f64) {
        (self.t, self.chart, self.u) = (Some(t), chart, (from.min(to), from.max(to)));
    }

    /// Whether everything near a time and place is among the pairs.
    fn holds(&self, t: Interval, chart: i32, u: Interval) -> bool {
        let (lo, hi) = self.u;
        self.t.is_some_and(|own| own.lo <= t.lo && t.hi <= own.hi) && self.chart == chart && lo <= u.lo && u.hi <= hi
    }
}

/// Angles within a range, by the middle and half of it, as floats.
#[derive(Clone, Copy)]
pub(crate) struct Facing {
    cos: f64,
    sin: f64,
    by: f64,
}

impl Facing {
    /// Any angle.
    const ALL: Self = Self { cos: 1.0, sin: 0.0, by: f64::INFINITY };

    /// Places of a chart from one to another.
    fn within(chart: i32, from: f64, to: f64) -> Self {
        let (a, b) = (angle(from, chart), angle(to, chart));
        let mid = 0.5 * (a + b);
        Self { cos: libm::cos(mid), sin: libm::sin(mid), by: 0.5 * (b - a).abs() }
    }

    /// One angle by enclosures of cos and sin.
    fn at(c: Interval, s: Interval) -> Self {
        Self { cos: c.mid(), sin: s.mid(), by: 2.0 * (c.width() + s.width()) }
    }
}

/// Pairs of edges at most in one piece of a walk, unless it is shorter than this part of a usual edge.
const FEW: usize = 24;
const SHORTEST: f64 = 1e-6;

/// The kinds of walks.
#[derive(Clone, Copy)]
enum Walk {
    Arc,
    Flight,
    Fall,
}

/// cos and sin of kπ + 2 atan u.
pub(crate) fn cos_sin(u: Interval, chart: i32) -> (Interval, Interval) {
    let below = Interval::ONE + u.sqr();
    let parity = if chart.rem_euclid(2) == 1 { -1.0 } else { 1.0 };
    ((Interval::ONE - u.sqr()).div(below).scale(parity), u.scale(2.0 * parity).div(below))
}

/// u of an angle given by cos and sin, in a chart.
pub(crate) fn u_of(c: Interval, s: Interval, chart: i32) -> Interval {
    let parity = if chart.rem_euclid(2) == 1 { -1.0 } else { 1.0 };
    s.scale(parity).div(Interval::ONE + c.scale(parity))
}

/// The angle kπ + 2 atan u, rad.
pub(crate) fn angle(u: f64, chart: i32) -> f64 {
    f64::from(chart) * std::f64::consts::PI + 2.0 * libm::atan(u)
}

/// Where a pawl lands.
#[derive(Clone, Debug)]
pub(crate) enum Landing {
    /// At rest, θ = 0.
    Zero,
    /// On a curve, at u of a chart.
    On { curve: Curve, chart: i32, u: Interval },
    /// Intervals do not tell.
    Unsure,
}

impl Finder<'_> {
    /// The curves that may be touched during a motion.
    fn near(&self, motion: &Motion, pairs: &mut Vec<(u32, u32)>) {
        let world = self.judge.world;
        if self.lazy {
            self.look(motion, usize::MAX, pairs);
        } else {
            pairs.clear();
            for i in 0..world.pawl.len() {
                pairs.extend((0..world.land.len()).map(|j| (i, j)));
            }
        }
    }

    /// Whether to walk in pieces. Over a box what is found in a piece may reach into the next, so there is only one.
    fn steps(&self) -> bool {
        self.lazy && !self.judge.world.boxed
    }

    /// Pairs of edges that come near for times and angles within ranges.
    pub fn near_sector(&self, t: Interval, from: f64, to: f64, pairs: &mut Vec<(u32, u32)>) {
        let mid = 0.5 * (from + to);
        self.look(&self.motion(t, from, to, libm::cos(mid), libm::sin(mid)), usize::MAX, pairs);
    }

    /// The curves that may be touched during a motion that moves the pawl by `length`; `false` where they are too many and
    /// the motion can be shortened.
    fn near_few(&self, motion: &Motion, length: f64, pairs: &mut Vec<(u32, u32)>) -> bool {
        if self.steps() && length > SHORTEST * self.land_tree.usual {
            return self.look(motion, FEW, pairs);
        }
        self.near(motion, pairs);
        true
    }

    /// Pairs of edges that come near, by the trees.
    fn look(&self, motion: &Motion, most: usize, pairs: &mut Vec<(u32, u32)>) -> bool {
        let pawl = &self.judge.world.pawl;
        let trees = Pair { pawl, pawl_tree: self.pawl_tree, land_tree: self.land_tree };
        let (boxes, all) = trees.near(motion, most, &mut self.scratch.borrow_mut(), pairs);
        self.judge.count(|c| c.boxes += boxes);
        all
    }

    /// How far to look at first: twice as far as the last time, about four usual edges at most.
    fn first_step(&self, of: Walk) -> f64 {
        (2.0 * self.steps_taken.get()[of as usize]).min(4.0 * self.land_tree.usual)
    }

    /// Remembers how far a walk could look at once.
    fn looked(&self, of: Walk, length: f64) {
        let mut taken = self.steps_taken.get();
        taken[of as usize] = length;
        self.steps_taken.set(taken);
    }

    fn motion(&self, t: Interval, from: f64, to: f64, c: f64, s: f64) -> Motion {
        let world = self.judge.world;
        let (p, v) = (Interval::hinge(world), Interval::velocity(world));
        let at = [p[0] + v[0] * t, p[1] + v[1] * t];
        Motion {
            hinge: [at[0].mid(), at[1].mid()],
            hinge_by: [0.5 * at[0].width(), 0.5 * at[1].width()],
            cos: c,
            sin: s,
            turn_by: 0.5 * (to - from).abs() * (1.0 + 1e-9),
            margin: self.margin,
        }
    }

    /// The motion between two angles of a chart, for times within a range.
    fn turning(&self, t: Interval, chart: i32, from: f64, to: f64) -> Motion {
        let (a, b) = (angle(from, chart), angle(to, chart));
        let mid = 0.5 * (a + b);
        self.motion(t, a, b, libm::cos(mid), libm::sin(mid))
    }

    /// Keeps the earliest of what is ahead, and all that come with it.
    pub fn keep(&self, best: &mut Vec<Ahead>, ahead: Ahead) {
        if self.judge.world.boxed {
            // all that may be the earliest; who uses them asks whether they are one
            let t = ahead.point.t;
            if !best.iter().any(|held| held.point.t.hi < t.lo) {
                best.retain(|held| t.hi >= held.point.t.lo);
                best.push(ahead);
            }
            return;
        }
        match best.first().map(|first| self.judge.order(&ahead.point, &first.point)) {
            None | Some(Ordering::Equal) => best.push(ahead),
            Some(Ordering::Less) => {
                best.clear();
                best.push(ahead);
            }
            Some(Ordering::Greater) => {}
        }
    }

    /// The curves of pairs of edges that exist and may touch at angles within a range, other than one and its neighbours.
    fn curves<'p>(
        &'p self,
        pairs: &'p [(u32, u32)],
        facing: Facing,
        but: Option<Curve>,
    ) -> impl Iterator<Item = Curve> + 'p {
        let world = self.judge.world;
        pairs.iter().flat_map(|&(i, j)| [Curve::b(i, j), Curve::a(i, j)]).filter(move |b| {
            b.exists(world)
                && (world.boxed || !self.lazy || self.may_face(*b, facing))
                && but.is_none_or(|a| *b != a && !a.neighbours(*b, world))
        })
    }

    /// Whether the orientation of a pair may allow it to touch at an angle of a range: no where a condition fails by more than
    /// turning through the range and rounding can make up for.
    fn may_face(&self, b: Curve, facing: Facing) -> bool {
        let world = self.judge.world;
        let (pawl, land) = (&world.pawl.way, &world.land.way);
        // R e · N of an edge of the pawl and the outward normal of one of the obstacles
        let faces = |e: [f64; 3], g: [f64; 3], sign: f64| {
            let x = [facing.cos * e[0] - facing.sin * e[1], facing.sin * e[0] + facing.cos * e[1]];
            let spare = e[2] * g[2] * (facing.by + 1e-9) + self.margin * (e[2] + g[2] + self.margin);
            sign * (x[0] * g[1] - x[1] * g[0]) >= -spare
        };
        match b.kind {
            Kind::B => {
                let g = land[b.j as usize];
                faces(pawl[b.i as usize], g, 1.0) && faces(pawl[world.pawl.prev(b.i) as usize], g, -1.0)
            }
            // x · R n of an edge of the obstacles: the same with the roles exchanged, n = e turned by −90°
            Kind::A => {
                let e = pawl[b.i as usize];
                faces(e, land[b.j as usize], -1.0) && faces(e, land[world.land.prev(b.j) as usize], 1.0)
            }
        }
    }

    /// Adds to what is ahead on an arc the curves it meets no later than that. `met` are the curves through `now`.
    pub fn crossings(&self, arc: &Arc, now: &Point, u: Interval, met: &[Curve], best: &mut Vec<Ahead>) {
        let mut seen = self.seen.borrow_mut();
        seen.t = None;
        if arc.dir == 0 {
            self.crossings_of_flat(arc, now, u, best, &mut seen.pairs);
            return;
        }
        let end = best.first().map_or(Interval::point(f64::from(arc.dir)), |ahead| ahead.point.place(arc.chart));
        let (start, stop) = if arc.dir > 0 { (u.lo, end.hi.min(1.0)) } else { (u.hi, end.lo.max(-1.0)) };
        let [f0, f1] = arc.curve.gap::<Interval>(self.judge.world).charted(arc.chart);
        let time = |x: f64| f0.at(x).div(f1.at(x)).scale(-1.0);
        let last = best.first().map(|ahead| ahead.point.t);
        let mut from = start;
        let mut t_from = now.t;
        let reach = self.reach.max(f64::MIN_POSITIVE);
        let mut step = self.first_step(Walk::Arc) / reach;
        let forward = f64::from(arc.dir);
        loop {
            let mut to = from + forward * step;
            let whole = (to - stop) * forward >= 0.0 || !to.is_finite() || !self.steps();
            if whole {
                to = stop;
            }
            let t_to = if whole { last.unwrap_or_else(|| time(to)) } else { time(to) };
            let range = t_from.hull(t_to);
            let length = (to - from).abs() * reach;
            if !self.near_few(&self.turning(range, arc.chart, from, to), length, &mut seen.pairs) {
                step = 0.5 * (to - from).abs();
                continue;
            }
            self.looked(Walk::Arc, step * reach);
            let found = best.len();
            let first = best.first().map(|ahead| ahead.point.t);
            seen.covers(range, arc.chart, from, to);
            let facing = Facing::within(arc.chart, from, to);
            for b in self.curves(&seen.pairs, facing, Some(arc.curve)) {
                if self.surely_clear(arc, b, Interval::new(from.min(to), from.max(to)), range, 0) {
                    continue;
                }
                // a little beyond both ends, so that no root is too near one to be certain; order in time sorts them out
                self.cross(arc, now, u, met, b, from.min(to) - 1e-9, from.max(to) + 1e-9, best);
            }
            if whole || best.len() != found || best.first().map(|ahead| ahead.point.t) != first {
                return;
            }
            from = to;
            t_from = t_to;
            step *= 2.0;
        }
    }

    fn cross(
        &self,
        arc: &Arc,
        now: &Point,
        u: Interval,
        met: &[Curve],
        b: Curve,
        lo: f64,
        hi: f64,
        best: &mut Vec<Ahead>,
    ) {
        let judge = self.judge;
        judge.count(|c| c.pairs += 1);
        let recipe = Recipe::Cross { a: arc.curve, b, chart: arc.chart };
        let mut starts = 0;
        for point in judge.points(&recipe, lo, hi).into_iter().flatten() {
            let here = point.x.lo <= u.hi && u.lo <= point.x.hi;
            if here && met.contains(&b) {
                starts += 1;
                if starts > 1 {
                    judge.unsure(); // two crossings in the range of the start
                }
                continue;
            }
            if judge.all(&[&|| judge.applies(b, &point), &|| judge.order(&point, now) == Ordering::Greater]) {
                self.keep(best, Ahead { point, what: What::Cross(b) });
            }
        }
    }

    fn crossings_of_flat(
        &self,
        arc: &Arc,
        now: &Point,
        u: Interval,
        best: &mut Vec<Ahead>,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let judge = self.judge;
        let (c, s) = cos_sin(u, arc.chart);
        let v = Interval::velocity(judge.world);
        let speed = (v[0].sqr() + v[1].sqr()).sqrt().mid();
        let mut step = 4.0 * self.land_tree.usual / speed;
        let mut from = now.t;
        loop {
            let mut to = Interval::point(from.hi + step);
            let last = best.first().map(|ahead| ahead.point.t);
            if last.is_none() && judge.unsure() {
                return;
            }
            let whole = last.is_some_and(|last| to.hi >= last.lo || !to.is_finite()) || !self.steps();
            if let (true, Some(last)) = (whole, last) {
                to = last;
            }
            if last.is_none() && step > 1e6 * self.land_tree.usual / speed * f64::from(judge.world.land.len() + 1) {
                return; // nothing ends it: the obstacle has no end along the motion
            }
            let mut motion = self.motion(from.hull(to), 0.0, 0.0, c.mid(), s.mid());
            if judge.world.boxed {
                motion.turn_by = 2.0 * c.width().max(s.width());
            }
            self.near(&motion, pairs);
            let found = best.len();
            for b in self.curves(pairs, Facing::at(c, s), Some(arc.curve)) {
                judge.count(|c| c.pairs += 1);
                let flat = Recipe::Flat { on: arc.curve, by: b, chart: arc.chart };
                // over a box the angle is known by other means than this polynomial
                let pad = if judge.world.boxed { 2.0 * u.width() + 1e-9 } else { 0.0 };
                let (lo, hi) = ((u.lo - pad).max(-1.0), (u.hi + pad).min(1.0));
                for point in judge.points(&flat, lo, hi).into_iter().flatten() {
                    if judge.all(&[
                        &|| judge.sign(Form::Rate(b), &point) != Sign::Zero,
                        &|| judge.applies(b, &point),
                        &|| judge.order(&point, now) == Ordering::Greater,
                    ]) {
                        self.keep(best, Ahead { point, what: What::Cross(b) });
                    }
                }
            }
            if whole || best.len() != found || best.first().map(|ahead| ahead.point.t) != last {
                return;
            }
            from = to;
            step *= 2.0;
        }
    }

    /// The first time after `now`, and no later than `end`, at which the pawl at θ = 0 is touched by something coming.
    /// With `at_once`, what comes at `now` itself counts.
    pub fn flight(&self, now: &Point, end: &Point, at_once: bool) -> Vec<Ahead> {
        let judge = self.judge;
        let v = Interval::velocity(judge.world);
        let speed = (v[0].sqr() + v[1].sqr()).sqrt().mid();
        let mut step = self.first_step(Walk::Flight) / speed;
        let mut from = now.t;
        let mut best = Vec::new();
        let mut seen = self.seen.borrow_mut();
        loop {
            let mut to = Interval::point(from.hi + step);
            let whole = to.hi >= end.t.lo || !to.is_finite() || !self.steps();
            if whole {
                to = end.t;
            }
            let range = from.hull(to);
            if !seen.holds(range, 0, Interval::ZERO) {
                let motion = self.motion(range, 0.0, 0.0, 1.0, 0.0);
                if !self.near_few(&motion, (to.hi - from.hi) * speed, &mut seen.pairs) {
                    step = 0.5 * (to.hi - from.hi);
                    continue;
                }
                self.looked(Walk::Flight, step * speed);
                seen.covers(range, 0, 0.0, 0.0);
            }
            for b in self.curves(&seen.pairs, Facing { cos: 1.0, sin: 0.0, by: 0.0 }, None) {
                judge.count(|c| c.pairs += 1);
                let last = best.first().map_or(to.hi, |ahead: &Ahead| ahead.point.t.hi.min(to.hi));
                self.coming(b, now, end, last, at_once, &mut best);
            }
            // what was found beyond this piece may be preceded by what is found in the next
            if whole || best.first().is_some_and(|ahead| ahead.point.t.hi < to.lo) {
                return best;
            }
            best.clear();
            from = to;
            step *= 2.0;
        }
    }

    /// Keeps a curve that comes to touch the pawl at θ = 0, if no later than `last`.
    fn coming(&self, b: Curve, now: &Point, end: &Point, last: f64, at_once: bool, best: &mut Vec<Ahead>) {
        let judge = self.judge;
        let zero = Interval::ZERO;
        if judge.quick() {
            // the gap at θ = 0 is linear in time
            let f = b.gap::<Ball>(judge.world);
            let (gap, rate) = (f.c[0].add(&f.k[0]), f.c[1].add(&f.k[1]));
            if rate.sign() == Some(Sign::Plus) {
                return;
            }
            let t = gap.neg().divided(rate).interval();
            if t.hi < now.t.lo || t.lo > last {
                return;
            }
        }
        // v · N at θ = 0
        let coming = match judge.near_sign(Form::Rate(b), zero, Interval::ONE, zero) {
            Some(sign) => sign,
            None if judge.world.boxed => Sign::Minus, // in doubt: taken as coming, unless it is far
            None => {
                let f = b.gap::<Rational>(judge.world);
                crate::numbers::sign_of(&f.c[1].add(&f.k[1]))
            }
        };
        if coming != Sign::Minus {
            return;
        }
        let point = judge.point(Recipe::Turn { on: b, u: 0, chart: 0 }, zero);
        if point.t.hi < now.t.lo || point.t.lo > last {
            return;
        }
        let sure = !judge.world.boxed || judge.near_sign(Form::Rate(b), zero, Interval::ONE, zero).is_some();
        let when = if at_once { Ordering::Equal } else { Ordering::Greater };
        if judge.all(&[
            &|| sure || !judge.unsure(),
            &|| judge.applies(b, &point),
            &|| judge.order(&point, now) == when,
            &|| judge.order(&point, end) != Ordering::Greater,
        ]) {
            self.keep(best, Ahead { point, what: What::Cross(b) });
        }
    }

    /// Pairs of edges that are near each other at one time and angle.
    pub fn touching(&self, t: Interval, c: f64, s: f64, pairs: &mut Vec<(u32, u32)>) {
        self.near(&self.motion(t, 0.0, 0.0, c, s), pairs);
    }

    /// All curves through a point: those known to be, and those whose gap is exactly zero there and that can touch there.
    pub fn through(&self, point: &Point, known: &[Curve]) -> Vec<Curve> {
        let judge = self.judge;
        let (c, s) = (point.c, point.s);
        let spread = c.width().max(s.width());
        let mut seen = self.seen.borrow_mut();
        let chart = seen.chart;
        if !seen.holds(point.t, chart, point.place(chart)) {
            let mut motion = self.motion(point.t, 0.0, 0.0, c.mid(), s.mid());
            motion.turn_by = 2.0 * spread;
            self.near(&motion, &mut seen.pairs);
            seen.t = None;
        }
        let mut all: Vec<Curve> = known.iter().copied().filter(|c| c.exists(judge.world)).collect();
        for b in self.curves(&seen.pairs, Facing::at(c, s), None) {
            let touches = || judge.sign(Form::Gap(b), point) == Sign::Zero;
            if !all.contains(&b) && judge.all(&[&touches, &|| judge.applies(b, point)]) {
                all.push(b);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Where a pawl that falls towards θ = 0 from the angle (u, chart) is stopped, for every time within `t`; `met` are the
    /// curves through the point it falls from.
    pub fn fall(&self, t: Interval, u: Interval, chart: i32, sigma: i8, met: &[Curve]) -> Landing {
        let judge = self.judge;
        let down = -f64::from(sigma);
        let start = chart;
        let (mut chart, mut from) = (chart, if sigma > 0 { u.hi } else { u.lo });
        let reach = self.reach.max(f64::MIN_POSITIVE);
        let mut step = self.first_step(Walk::Fall) / reach;
        let mut seen = self.seen.borrow_mut();
        seen.t = None;
        loop {
            let stop = if chart == 0 { 0.0 } else { down };
            let mut to = from + down * step;
            let whole = (to - stop) * down >= 0.0 || !to.is_finite() || !self.steps();
            if whole {
                to = stop;
            }
            if !self.near_few(&self.turning(t, chart, from, to), (to - from).abs() * reach, &mut seen.pairs) {
                step = 0.5 * (to - from).abs();
                continue;
            }
            self.looked(Walk::Fall, step * reach);
            let (lo, hi) = (from.min(to), from.max(to));
            let mut best: Option<(Curve, Interval)> = None;
            seen.covers(t, chart, from, to);
            let facing = Facing::within(chart, from, to);
            for b in self.curves(&seen.pairs, facing, None) {
                judge.count(|c| c.pairs += 1);
                let mut found = Brackets::default();
                let quick = judge.quick() && {
                    let poly = b.gap::<Ball>(judge.world).at_time(&Ball::of(t), chart);
                    quadratic(&poly, &mut found) == Certainty::Certain
                };
                if !quick
                    && quadratic(&b.gap::<Interval>(judge.world).at_time(&t, chart), &mut found) != Certainty::Certain
                {
                    return Landing::Unsure;
                }
                for bracket in found.iter() {
                    let x = bracket.interval();
                    if x.hi < lo || hi < x.lo {
                        continue;
                    }
                    if chart == start && x.lo <= u.hi && u.lo <= x.hi {
                        // at the angle it falls from
                        if met.contains(&b) {
                            continue;
                        }
                        return Landing::Unsure;
                    }
                    let (c, s) = cos_sin(x, chart);
                    let Some(lever) = judge.near_sign(Form::Lever(b), t, c, s) else { return Landing::Unsure };
                    if lever != sign(sigma) {
                        continue;
                    }
                    match self.surely_applies(b, t, c, s) {
                        None => return Landing::Unsure,
                        Some(false) => continue,
                        Some(true) => {}
                    }
                    if chart == 0 && x.contains(0.0) || judge.world.boxed && (x.lo < lo || hi < x.hi) {
                        return Landing::Unsure;
                    }
                    let higher = best.as_ref().map(|(_, y)| if sigma > 0 { x.order(*y) } else { y.order(x) });
                    match higher {
                        None | Some(Some(Ordering::Greater)) => best = Some((b, x)),
                        Some(Some(Ordering::Less)) => {}
                        Some(_) => return Landing::Unsure,
                    }
                }
            }
            if let Some((curve, u)) = best {
                return Landing::On { curve, chart, u };
            }
            if whole && chart == 0 {
                return Landing::Zero;
            }
            if whole {
                // u = ∓1 of this chart is u = ±1 of the next
                chart -= i32::from(sigma);
                from = -down;
            } else {
                from = to;
            }
            step *= 2.0;
        }
    }

    /// The first time after a point, and no later than another, at which a curve in the way of a fall from there changes,
    /// or reaches the angle fallen from, or crosses the one landed on, or θ = 0 if that was reached.
    pub fn first_change(
        &self,
        point: &Point,
        until: &Point,
        from: (i32, Interval),
        sigma: i8,
        landed: Option<Curve>,
    ) -> Option<Point> {
        let judge = self.judge;
        let (top, bottom) = (angle(from.1.mid(), from.0), 0.0);
        let mid = 0.5 * (top + bottom);
        let t = point.t.hull(until.t);
        let motion = self.motion(t, bottom, top + f64::from(sigma) * 1e-6, libm::cos(mid), libm::sin(mid));
        let mut pairs = Vec::new();
        self.near(&motion, &mut pairs);
        let top_u = crate::numbers::rational(from.1.mid());
        let mut first: Option<Point> = None;
        for b in self.curves(&pairs, Facing::ALL, None) {
            let mut times = Vec::new();
            judge.changes(b, &mut times);
            let [f0, f1] = b.gap::<Rational>(judge.world).charted(from.0);
            let rate = f1.eval(&top_u);
            if rate != Rational::ZERO {
                times.push(judge.fixed(-f0.eval(&top_u) / rate, Rational::ZERO, 0));
            }
            match landed {
                Some(a) if a == b || a.neighbours(b, judge.world) => {}
                Some(a) => self.meetings(a, b, &mut times),
                None => {
                    let (zero, f) = (Interval::ZERO, b.gap::<Rational>(judge.world));
                    if f.c[1].add(&f.k[1]) != Rational::ZERO {
                        times.push(judge.point(Recipe::Turn { on: b, u: 0, chart: 0 }, zero));
                    }
                }
            }
            for time in times {
                if judge.order(&time, point) == Ordering::Greater
                    && judge.order(&time, until) != Ordering::Greater
                    && first.as_ref().is_none_or(|held| judge.order(&time, held) == Ordering::Less)
                {
                    first = Some(time);
                }
            }
        }
        first
    }

    /// Whether a pair of features touches at every point within enclosures, or at none, where that can be told.
    fn surely_applies(&self, b: Curve, t: Interval, c: Interval, s: Interval) -> Option<bool> {
        let mut sure = true;
        for form in [Form::Orientation(b, 0), Form::Orientation(b, 1), Form::Place(b, 0), Form::Place(b, 1)] {
            match self.judge.near_sign(form, t, c, s) {
                Some(Sign::Minus) => return Some(false),
                Some(Sign::Plus) => {}
                _ => sure = false,
            }
        }
        sure.then_some(true)
    }

    /// Exactly where a pawl that falls from just below an angle is stopped at a rational time: the first floor below `from`
    /// in the order met, as a point, or rest.
    pub fn fall_at(
        &self,
        t: &Rational,
        from: (i32, Interval),
        below: Option<&Point>,
        sigma: i8,
    ) -> Option<(Curve, Point)> {
        let judge = self.judge;
        let near_t = to_interval(t);
        let down = -f64::from(sigma);
        let (mut chart, mut edge) = (from.0, if sigma > 0 { from.1.hi.min(1.0) } else { from.1.lo.max(-1.0) });
        let mut pairs = Vec::new();
        loop {
            let stop = if chart == 0 { 0.0 } else { down };
            self.near(&self.turning(near_t, chart, edge, stop), &mut pairs);
            let mut best: Option<(Curve, Point)> = None;
            for b in self.curves(&pairs, Facing::within(chart, edge, stop), None) {
                judge.count(|c| c.pairs += 1);
                let recipe = Recipe::At { t: t.clone(), on: b, chart };
                for point in judge.points(&recipe, edge.min(stop), edge.max(stop)).into_iter().flatten() {
                    let not_above = |limit: &Point| {
                        let order = judge.order_by_angle(&point, limit);
                        if sigma > 0 { order == Ordering::Less } else { order == Ordering::Greater }
                    };
                    if chart == from.0 && below.is_some_and(|limit| !not_above(limit)) {
                        continue;
                    }
                    if judge.sign(Form::Lever(b), &point) != sign(sigma) || !judge.applies(b, &point) {
                        continue;
                    }
                    let higher = best.as_ref().is_none_or(|(_, held)| {
                        let order = judge.order_by_angle(&point, held);
                        if sigma > 0 { order == Ordering::Greater } else { order == Ordering::Less }
                    });
                    if higher {
                        best = Some((b, point));
                    }
                }
            }
            if best.is_some() || chart == 0 {
                return best;
            }
            chart -= i32::from(sigma);
            edge = -down;
        }
    }
}
