//! Where a pawl that falls at one time is stopped: by intervals for every time of a narrow range, or exactly at a rational time.

use std::cmp::Ordering;

use crate::arc::sign;
use crate::chart::{angle, cos_sin};
use crate::curve::Curve;
use crate::finder::Finder;
use crate::finder::Seen;
use crate::form::Form;
use crate::nearby_edges::{FEW, Facing, Walk};
use crate::numbers::{Ball, Brackets, Certainty, Interval, Rational, Ring, Sign, quadratic, to_interval};
use crate::point::{Point, PointConstruction};
use crate::tolerances::FALL_SLACK;

/// Where a pawl lands.
#[derive(Clone, Debug)]
pub(crate) enum Landing {
    /// At rest, θ = 0.
    Zero,
    /// On a curve, at u of a chart.
    OnCurve { curve: Curve, chart: i32, u: Interval },
    /// Intervals do not tell.
    Unsure,
}

impl Finder<'_> {
    /// Where a pawl that falls towards θ = 0 from the angle (u, chart) is stopped, for every time within `t`; `met` are the
    /// curves through the point it falls from.
    pub fn fall(&self, t: Interval, u: Interval, chart: i32, sigma: i8, met: &[Curve]) -> Landing {
        let predicates = self.predicates;
        let down = -f64::from(sigma);
        let start = chart;
        let (mut chart, mut from) = (chart, if sigma > 0 { u.hi } else { u.lo });
        let reach = self.reach.max(f64::MIN_POSITIVE);
        let mut step = self.first_step(Walk::Fall) / reach;
        let mut most = FEW;
        let mut seen = self.seen.borrow_mut();
        seen.t = None;
        loop {
            let stop = if chart == 0 { 0.0 } else { down };
            let mut to = from + down * step;
            let whole = (to - stop) * down >= 0.0 || !to.is_finite() || !self.steps();
            if whole {
                to = stop;
            }
            let length = (to - from).abs() * reach;
            if !self.near_few(&self.turning(t, chart, from, to), length, &mut most, &mut seen.pairs) {
                step = 0.5 * (to - from).abs();
                continue;
            }
            self.looked(Walk::Fall, step * reach, seen.pairs.len());
            let (lo, hi) = (from.min(to), from.max(to));
            let mut best: Option<(Curve, Interval)> = None;
            seen.covers(t, chart, from, to);
            let Seen { pairs, curves, .. } = &mut *seen;
            self.curves(pairs, Facing::within(chart, from, to), curves);
            for &b in &*curves {
                predicates.count(|c| c.pairs += 1);
                let mut found = Brackets::default();
                let quick = predicates.quick() && {
                    let poly = b.gap::<Ball>(predicates.world).at_time(&Ball::of(t), chart);
                    quadratic(&poly, &mut found) == Certainty::Certain
                };
                if !quick
                    && quadratic(&b.gap::<Interval>(predicates.world).at_time(&t, chart), &mut found)
                        != Certainty::Certain
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
                    let Some(lever) = predicates.near_sign(Form::Lever(b), t, c, s) else { return Landing::Unsure };
                    if lever != sign(sigma) {
                        continue;
                    }
                    match self.surely_applies(b, t, c, s) {
                        None => return Landing::Unsure,
                        Some(false) => continue,
                        Some(true) => {}
                    }
                    if chart == 0 && x.contains(0.0) || predicates.world.boxed && (x.lo < lo || hi < x.hi) {
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
                return Landing::OnCurve { curve, chart, u };
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
    /// or reaches the angle fallen from, or crosses the one landed on, or θ = 0 if that was reached, or one of those met where
    /// the fall begins: these part from there, and what they pass was in the way at first.
    pub fn first_change(
        &self,
        point: &Point,
        until: &Point,
        from: (i32, Interval),
        sigma: i8,
        landed: Option<Curve>,
        met: &[Curve],
    ) -> Option<Point> {
        let predicates = self.predicates;
        let (top, bottom) = (angle(from.1.mid(), from.0), 0.0);
        let mid = 0.5 * (top + bottom);
        let t = point.t.hull(until.t);
        let motion = self.motion(t, bottom, top + f64::from(sigma) * FALL_SLACK, libm::cos(mid), libm::sin(mid));
        let mut pairs = Vec::new();
        self.near(&motion, &mut pairs);
        let top_u = crate::numbers::rational(from.1.mid());
        let mut first: Option<Point> = None;
        let mut curves = Vec::new();
        self.curves(&pairs, Facing::ALL, &mut curves);
        for b in curves {
            let mut times = Vec::new();
            predicates.changes(b, &mut times);
            let [f0, f1] = b.gap::<Rational>(predicates.world).charted(from.0);
            let rate = f1.eval(&top_u);
            if rate != Rational::ZERO {
                times.push(predicates.fixed(-f0.eval(&top_u) / rate, Rational::ZERO, 0));
            }
            match landed {
                Some(a) if a == b || a.neighbours(b, predicates.world) => {}
                Some(a) => self.meetings(a, b, &mut times),
                None => {
                    let (zero, f) = (Interval::ZERO, b.gap::<Rational>(predicates.world));
                    if f.c[1].add(&f.k[1]) != Rational::ZERO {
                        times.push(predicates.point(PointConstruction::Turn { on: b, u: 0, chart: 0 }, zero));
                    }
                }
            }
            for &m in met.iter().filter(|m| **m != b && !m.neighbours(b, predicates.world)) {
                self.meetings(m, b, &mut times);
            }
            for time in times {
                if predicates.order(&time, point) == Ordering::Greater
                    && predicates.order(&time, until) != Ordering::Greater
                    && first.as_ref().is_none_or(|held| predicates.order(&time, held) == Ordering::Less)
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
            match self.predicates.near_sign(form, t, c, s) {
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
        let predicates = self.predicates;
        let near_t = to_interval(t);
        let down = -f64::from(sigma);
        let (mut chart, mut edge) = (from.0, if sigma > 0 { from.1.hi.min(1.0) } else { from.1.lo.max(-1.0) });
        let (mut pairs, mut curves) = (Vec::new(), Vec::new());
        loop {
            let stop = if chart == 0 { 0.0 } else { down };
            self.near(&self.turning(near_t, chart, edge, stop), &mut pairs);
            let mut best: Option<(Curve, Point)> = None;
            self.curves(&pairs, Facing::within(chart, edge, stop), &mut curves);
            for &b in &curves {
                predicates.count(|c| c.pairs += 1);
                let construction = PointConstruction::At { t: t.clone(), on: b, chart };
                for point in predicates.points(&construction, edge.min(stop), edge.max(stop)).into_iter().flatten() {
                    let not_above = |limit: &Point| {
                        let order = predicates.order_by_angle(&point, limit);
                        if sigma > 0 { order == Ordering::Less } else { order == Ordering::Greater }
                    };
                    if chart == from.0 && below.is_some_and(|limit| !not_above(limit)) {
                        continue;
                    }
                    if predicates.sign(Form::Lever(b), &point) != sign(sigma) || !predicates.applies(b, &point) {
                        continue;
                    }
                    let higher =
                        best.as_ref().is_none_or(|(curve, held)| match predicates.order_by_angle(&point, held) {
                            Ordering::Equal => self.reaches_farther(b, *curve),
                            order => order == if sigma > 0 { Ordering::Greater } else { Ordering::Less },
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
