//! Where a pawl that falls comes to rest: by intervals where they tell, else exactly, just after the time of the fall.
//!
//! At a rational time after the fall the first curve in the way is found by exact comparison. It is the one at the time of the
//! fall too if nothing changes in between: no curve in the way ends, turns back, reaches the angle fallen from or crosses it.

use std::cmp::Ordering;

use crate::arc::Arc;
use crate::chart::{angle, cos_sin};
use crate::curve::Curve;
use crate::fall::Landing;
use crate::form::Form;
use crate::numbers::{Brackets, Certainty, Interval, Rational, quadratic, roots_in};
use crate::point::Point;
use crate::tolerances::RANGE_SLACK;
use crate::trace_state::{Following, Trace};

impl Trace<'_> {
    /// Where a fall from a point ends: the arc it lands on, if any, and the angle.
    pub fn land_from(
        &self,
        point: &Point,
        u: Interval,
        chart: i32,
        sigma: i8,
        met: &[Curve],
    ) -> (Option<Following>, f64) {
        if !(u.is_finite() && point.t.is_finite()) && self.predicates().unsure() {
            return (None, 0.0);
        }
        match self.finder.fall(point.t, u, chart, sigma, met) {
            Landing::Zero => (None, 0.0),
            Landing::OnCurve { curve, chart, u } => {
                let (c, s) = cos_sin(u, chart);
                match self.predicates().near_sign(Form::Rate(curve), point.t, c, s) {
                    Some(rate) => {
                        let dir = -(rate.number() as i8) * sigma;
                        (
                            Some(Following { arc: Arc { curve, sigma, chart, dir }, u, met: vec![curve] }),
                            angle(u.mid(), chart),
                        )
                    }
                    None => self.land_exactly(point, u, chart, sigma, met),
                }
            }
            Landing::Unsure => self.land_exactly(point, u, chart, sigma, met),
        }
    }

    /// The same by exact arithmetic, at a rational time just after the point.
    fn land_exactly(
        &self,
        point: &Point,
        u: Interval,
        chart: i32,
        sigma: i8,
        met: &[Curve],
    ) -> (Option<Following>, f64) {
        let (finder, predicates) = (self.finder, self.predicates());
        if predicates.unsure() {
            return (None, 0.0);
        }
        let mut beside = finder.beside(point, met);
        loop {
            let time = predicates.fixed(beside.clone(), Rational::ZERO, 0);
            let rays = finder.fan(point, angle(u.mid(), chart), met, &beside);
            let below = if sigma > 0 { rays.first() } else { rays.last() };
            let from = below.map_or((chart, u), |ray| (ray.chart, ray.at.x));
            let from = (from.0, Interval::new(from.1.lo.max(-1.0), from.1.hi.min(1.0)));
            let found = finder.fall_at(&beside, from, below.map(|ray| &ray.at), sigma);
            // what holds just after must hold all the time since
            let landed = found.as_ref().map(|(curve, _)| *curve);
            if let Some(change) = finder.first_change(point, &time, (chart, u), sigma, landed, met) {
                beside = predicates.between(point, &change);
                continue;
            }
            let Some((curve, at)) = found else { return (None, 0.0) };
            let rate = predicates.sign(Form::Rate(curve), &at).number() as i8;
            let landed_chart = at.construction.chart().unwrap_or(chart);
            let arc = Arc { curve, sigma, chart: landed_chart, dir: -rate * sigma };
            // where it is at the point itself, and whether that is zero
            let held = self.root_near(point, curve, landed_chart, at.x);
            if landed_chart == 0 && held.contains(0.0) && self.passes_zero(point, curve) {
                return (None, 0.0);
            }
            let on = Following { arc, u: held, met: vec![curve] };
            return (Some(on), angle(held.mid(), landed_chart));
        }
    }

    /// The root in u of a curve at the time of a point, the one nearest to where it was seen; both where they are one.
    fn root_near(&self, point: &Point, curve: Curve, chart: i32, seen: Interval) -> Interval {
        let [f0, f1] = curve.gap::<Interval>(self.predicates().world).charted(chart);
        let poly = f0.add(&f1.scale(&point.t));
        let mut found = Brackets::default();
        // where the other root may be infinitely far, only what is within the chart is searched
        let within = 1.0 + RANGE_SLACK;
        if quadratic(&poly, &mut found) == Certainty::Certain
            || roots_in(&poly, -within, within, &mut found) == Certainty::Certain
        {
            let far = |x: Interval| (x.mid() - seen.mid()).abs();
            let nearest = found.iter().map(|b| b.interval()).min_by(|a, b| far(*a).total_cmp(&far(*b)));
            return nearest.unwrap_or(seen);
        }
        let part = |n: usize| poly.coefficients().get(n).copied().unwrap_or(Interval::ZERO);
        let (a, b, c) = (part(2), part(1), part(0));
        let within = (b.sqr() - (a * c).scale(4.0)).hi.max(0.0).sqrt();
        let root = (b.scale(-1.0) + Interval::new(-within, within)).div(a.scale(2.0));
        if root.is_finite() { root } else { seen }
    }

    /// Whether a curve is at θ = 0 at the time of a point.
    fn passes_zero(&self, point: &Point, curve: Curve) -> bool {
        let predicates = self.predicates();
        let f = curve.gap::<Rational>(predicates.world);
        let (start, rate) = (&f.c[0] + &f.k[0], &f.c[1] + &f.k[1]);
        if rate == Rational::ZERO {
            return start == Rational::ZERO;
        }
        predicates.order(&predicates.fixed(-start / rate, Rational::ZERO, 0), point) == Ordering::Equal
    }
}
