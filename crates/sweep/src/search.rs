//! What is met first: along an arc and in free flight.
//!
//! Each is a walk along a motion of the pawl, in pieces that grow while nothing is near, so that the work follows what is
//! met and not what there is. Each piece asks the trees for pairs of edges that come near, and each pair for its two curves.

use std::cmp::Ordering;

use crate::arc::{Ahead, Arc, What};
use crate::chart::cos_sin;
use crate::curve::Curve;
use crate::finder::{Finder, Seen};
use crate::form::Form;
use crate::nearby_edges::{FEW, Facing, Walk};
use crate::numbers::{Ball, Enclosure, Interval, Rational, Ring, Sign};
use crate::point::{Point, PointConstruction};
use crate::tolerances::{ENDLESS_WAY, RANGE_SLACK};
use crate::world_number::Number;

impl Finder<'_> {
    /// Keeps the earliest of what is ahead, and all that come with it.
    pub fn keep(&self, best: &mut Vec<Ahead>, ahead: Ahead) {
        if self.predicates.world.boxed {
            // all that may be the earliest; who uses them asks whether they are one
            let t = ahead.point.t;
            if !best.iter().any(|held| held.point.t.hi < t.lo) {
                best.retain(|held| t.hi >= held.point.t.lo);
                best.push(ahead);
            }
            return;
        }
        match best.first().map(|first| self.predicates.order(&ahead.point, &first.point)) {
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
        let predicates = self.predicates;
        let mut later: Vec<Curve> = Vec::new();
        let mut seen = self.seen.borrow_mut();
        seen.t = None;
        if arc.dir == 0 {
            self.crossings_of_flat(arc, now, u, best, &mut seen);
            return;
        }
        let end = best.first().map_or(Interval::point(f64::from(arc.dir)), |ahead| ahead.point.place(arc.chart));
        let (start, stop) = if arc.dir > 0 { (u.lo, end.hi.min(1.0)) } else { (u.hi, end.lo.max(-1.0)) };
        let [f0, f1] = arc.curve.gap::<Interval>(self.predicates.world).charted(arc.chart);
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
                if !predicates.world.boxed {
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
                    predicates.unsure();
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
        let (lo, hi) = (part.lo - RANGE_SLACK, part.hi + RANGE_SLACK);
        let predicates = self.predicates;
        predicates.count(|c| c.pairs += 1);
        let construction = PointConstruction::Cross { a: arc.curve, b, chart: arc.chart };
        let mut starts = 0;
        for point in predicates.points(&construction, lo, hi).into_iter().flatten() {
            let here = point.x.lo <= u.hi && u.lo <= point.x.hi;
            if here && met.contains(&b) {
                starts += 1;
                if starts > 1 {
                    predicates.unsure(); // two crossings in the range of the start
                }
                continue;
            }
            if predicates
                .all(&[&|| predicates.applies(b, &point), &|| predicates.order(&point, now) == Ordering::Greater])
            {
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
        let predicates = self.predicates;
        let (c, s) = cos_sin(u, arc.chart);
        let v = Interval::velocity(predicates.world);
        let speed = (v[0].sqr() + v[1].sqr()).sqrt().mid();
        let mut step = 4.0 * self.land_tree.usual / speed;
        let mut from = now.t;
        loop {
            let mut to = Interval::point(from.hi + step);
            let last = best.first().map(|ahead| ahead.point.t);
            if last.is_none() && predicates.unsure() {
                return;
            }
            let whole = last.is_some_and(|last| to.hi >= last.lo || !to.is_finite()) || !self.steps();
            if let (true, Some(last)) = (whole, last) {
                to = last;
            }
            if last.is_none()
                && step > ENDLESS_WAY * self.land_tree.usual / speed * f64::from(predicates.world.land.len() + 1)
            {
                return; // nothing ends it: the obstacle has no end along the motion
            }
            let mut motion = self.motion(from.hull(to), 0.0, 0.0, c.mid(), s.mid());
            if predicates.world.boxed {
                motion.turn_by = 2.0 * c.width().max(s.width());
            }
            self.near(&motion, pairs);
            let found = best.len();
            self.curves(pairs, Facing::at(c, s), curves);
            for b in curves.iter().copied().filter(|b| self.apart_from(arc.curve, *b)) {
                predicates.count(|c| c.pairs += 1);
                let flat = PointConstruction::Flat { on: arc.curve, by: b, chart: arc.chart };
                // over a box the angle is known by other means than this polynomial
                let pad = if predicates.world.boxed { 2.0 * u.width() + RANGE_SLACK } else { 0.0 };
                let (lo, hi) = ((u.lo - pad).max(-1.0), (u.hi + pad).min(1.0));
                for point in predicates.points(&flat, lo, hi).into_iter().flatten() {
                    if predicates.all(&[
                        &|| predicates.sign(Form::Rate(b), &point) != Sign::Zero,
                        &|| predicates.applies(b, &point),
                        &|| predicates.order(&point, now) == Ordering::Greater,
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
        let predicates = self.predicates;
        let v = Interval::velocity(predicates.world);
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
                predicates.count(|c| c.pairs += 1);
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
        let predicates = self.predicates;
        let zero = Interval::ZERO;
        if predicates.quick() {
            // the gap at θ = 0 is linear in time
            let f = b.gap::<Ball>(predicates.world);
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
        let coming = match predicates.near_sign(Form::Rate(b), zero, Interval::ONE, zero) {
            Some(sign) => sign,
            None if predicates.world.boxed => Sign::Minus, // in doubt: taken as coming, unless it is far
            None => {
                let f = b.gap::<Rational>(predicates.world);
                crate::numbers::sign_of(&f.c[1].add(&f.k[1]))
            }
        };
        if coming != Sign::Minus {
            return;
        }
        let point = predicates.point(PointConstruction::Turn { on: b, u: 0, chart: 0 }, zero);
        if point.t.hi < now.t.lo || point.t.lo > last {
            return;
        }
        let sure = !predicates.world.boxed || predicates.near_sign(Form::Rate(b), zero, Interval::ONE, zero).is_some();
        let when = if at_once { Ordering::Equal } else { Ordering::Greater };
        if predicates.all(&[
            &|| sure || !predicates.unsure(),
            &|| predicates.applies(b, &point),
            &|| predicates.order(&point, now) == when,
            &|| predicates.order(&point, end) != Ordering::Greater,
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
        let predicates = self.predicates;
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
        let mut all: Vec<Curve> = known.iter().copied().filter(|c| c.exists(predicates.world)).collect();
        for &b in &seen.curves {
            let touches = || predicates.sign(Form::Gap(b), point) == Sign::Zero;
            if !all.contains(&b) && predicates.all(&[&touches, &|| predicates.applies(b, point)]) {
                all.push(b);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
