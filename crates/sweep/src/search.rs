//! What is met first: along an arc and in free flight.
//!
//! Each is a walk along a motion of the pawl, in pieces that grow while nothing is near, so that the work follows what is
//! met and not what there is. Each piece asks the trees for pairs of edges that come near, and each pair for its two curves.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use crate::arc::{Ahead, Arc, What};
use crate::curve::{Curve, Number};
use crate::form::Form;
use crate::near::{FEW, Facing, Seen, Walk};
use crate::numbers::{Ball, Enclosure, Interval, Rational, Ring, Sign};
use crate::point::{Judge, Point, Recipe};
use crate::tree::{Scratch, Tree};

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

impl Finder<'_> {
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

    /// Adds to what is ahead on an arc the curves it meets no later than that. `met` are the curves through `now`.
    pub fn crossings(&self, arc: &Arc, now: &Point, u: Interval, met: &[Curve], best: &mut Vec<Ahead>) {
        let judge = self.judge;
        let mut later: Vec<Curve> = Vec::new();
        let mut seen = self.seen.borrow_mut();
        seen.t = None;
        if arc.dir == 0 {
            self.crossings_of_flat(arc, now, u, best, &mut seen);
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
        let mut most = FEW;
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
            if !self.near_few(&self.turning(range, arc.chart, from, to), length, &mut most, &mut seen.pairs) {
                step = 0.5 * (to - from).abs();
                continue;
            }
            self.looked(Walk::Arc, step * reach, seen.pairs.len());
            let found = best.len();
            let first = best.first().map(|ahead| ahead.point.t);
            seen.covers(range, arc.chart, from, to);
            let Seen { pairs, curves, .. } = &mut *seen;
            self.curves(pairs, Facing::within(arc.chart, from, to), curves);
            for b in curves.iter().copied().filter(|b| self.apart_from(arc.curve, *b)) {
                let part = Interval::new(from.min(to), from.max(to));
                if !judge.world.boxed {
                    self.cross(arc, now, u, met, b, part, best);
                } else if !self.cross_in_box(arc, now, u, met, b, (part, range), best) {
                    later.push(b);
                }
            }
            // what is in doubt may be so only after what is met first
            for b in later.drain(..) {
                let part = Interval::new(from.min(to), from.max(to));
                let first = best.iter().fold(range.hi, |first, ahead| first.min(ahead.point.t.hi));
                let until = Interval::new(range.lo, first.max(range.lo));
                if !self.cross_in_box(arc, now, u, met, b, (part, until), best) {
                    judge.unsure();
                }
            }
            if whole || best.len() != found || best.first().map(|ahead| ahead.point.t) != first {
                return;
            }
            from = to;
            t_from = t_to;
            step *= 2.0;
        }
    }

    /// What is met of a curve on a part of an arc.
    #[allow(clippy::too_many_arguments, reason = "all of where it is, once for each pair")]
    pub fn cross(
        &self,
        arc: &Arc,
        now: &Point,
        u: Interval,
        met: &[Curve],
        b: Curve,
        part: Interval,
        best: &mut Vec<Ahead>,
    ) {
        // a little beyond both ends, so that no root is too near one to be certain; order in time sorts them out
        let (lo, hi) = (part.lo - 1e-9, part.hi + 1e-9);
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
        Seen { pairs, curves, .. }: &mut Seen,
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
            self.curves(pairs, Facing::at(c, s), curves);
            for b in curves.iter().copied().filter(|b| self.apart_from(arc.curve, *b)) {
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
        let mut most = FEW;
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
                if !self.near_few(&motion, (to.hi - from.hi) * speed, &mut most, &mut seen.pairs) {
                    step = 0.5 * (to.hi - from.hi);
                    continue;
                }
                self.looked(Walk::Flight, step * speed, seen.pairs.len());
                seen.covers(range, 0, 0.0, 0.0);
                let Seen { pairs, curves, .. } = &mut *seen;
                self.curves(pairs, Facing { cos: 1.0, sin: 0.0, by: 0.0 }, curves);
            }
            for &b in &seen.curves {
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

    /// Pairs of edges that are near each other at one time and angle, in order.
    pub fn touching(&self, t: Interval, c: f64, s: f64, pairs: &mut Vec<(u32, u32)>) {
        self.near(&self.motion(t, 0.0, 0.0, c, s), pairs);
        pairs.sort_unstable();
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
            seen.t = None;
            let Seen { pairs, curves, .. } = &mut *seen;
            self.near(&motion, pairs);
            self.curves(pairs, Facing::at(c, s), curves);
        }
        let mut all: Vec<Curve> = known.iter().copied().filter(|c| c.exists(judge.world)).collect();
        for &b in &seen.curves {
            let touches = || judge.sign(Form::Gap(b), point) == Sign::Zero;
            if !all.contains(&b) && judge.all(&[&touches, &|| judge.applies(b, point)]) {
                all.push(b);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
