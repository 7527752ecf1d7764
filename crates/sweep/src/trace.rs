//! The motion of one pawl: from event to event, each decided for certain.
//!
//! The state is the point nearest to θ = 0 of the part of the free angles it is in. It is free at zero, or follows the arc that
//! holds it up; at each point where that arc ends or another is met, [`crate::degenerate_transitions`] says what follows.

use std::cmp::Ordering;

use crate::arc::{Ahead, Arc, What, sign};
use crate::boxed::Span;
use crate::chart::{cos_sin, u_of};
use crate::curve::{Curve, Kind as CurveKind, around_edges, around_vertices};
use crate::degenerate_transitions::{Next, Ray};
use crate::finder::Finder;
use crate::form::Form;
use crate::interval_ends::ending;
use crate::numbers::{Interval, Rational, Sign};
use crate::point::{Point, PointConstruction};
use crate::simple_transitions::{AtZero, SimpleTransition};
use crate::tolerances::{START_LIFTS, START_TOUCHES};
use crate::trace_state::{BadStart, Following, Limit, Trace};
use crate::trajectory::{self, Event, Kind, Piece, Trajectory};

impl<'a> Trace<'a> {
    /// The whole motion.
    pub fn run(
        finder: &'a Finder<'a>,
        stiffness: f64,
        start: &crate::problem::Angle,
        limit: &Limit<'_>,
    ) -> Result<Self, BadStart> {
        let now = finder.predicates.fixed(Rational::ZERO, start.half.clone(), start.sheet);
        let theta = start.to_radians();
        let mut trace = Self {
            finder,
            stiffness,
            events: Vec::new(),
            pieces: Vec::new(),
            ended: None,
            now,
            theta,
            since: (0.0, theta),
            begun: trajectory::Limit::Plain,
            time: 0.0,
            late: 0.0,
            begun_late: 0.0,
            last: limit.time,
            ends: false,
            on: None,
            spans: Vec::new(),
        };
        trace.report(Kind::Start, None, None, None);
        trace.begin(start, limit)?;
        while trace.ended.is_none() && !trace.predicates().doubt.get() {
            match trace.on.take() {
                None => trace.fly(limit),
                Some(on) => trace.slide(on, limit),
            }
        }
        Ok(trace)
    }

    /// The trajectory found.
    pub fn finish(self) -> Trajectory {
        Trajectory {
            events: self.events,
            pieces: self.pieces,
            counts: self.finder.predicates.counts.get(),
            stiffness: self.stiffness,
        }
    }

    fn report(&mut self, kind: Kind, from: Option<Curve>, to: Option<Curve>, after: Option<f64>) {
        let (from, to) =
            (from.map(|c| self.predicates().world.contact(c)), to.map(|c| self.predicates().world.contact(c)));
        let time = self.time;
        self.events.push(Event { time, theta: self.theta, theta_after: after, kind, from, to });
    }

    /// Ends the piece under way at the present point and begins the next there.
    fn close(&mut self, on: Option<&Following>, limit: trajectory::Limit) {
        let end = self.time;
        if self.predicates().world.boxed {
            let start = self.spans.last().map_or(Interval::ZERO, |span| span.end);
            let near = 0.5 * (self.since.1 + self.theta);
            self.spans.push(Span { start, end: self.now.t, on: on.map(|on| (on.arc.curve, on.arc.sigma)), near });
        }
        if end > self.since.0 {
            let (contact, law) = match on {
                None => (None, None),
                Some(Following { arc, .. }) => {
                    let world = self.predicates().world;
                    let law = world.law(arc.curve, arc.sigma, arc.dir == 0, self.stiffness);
                    (Some(world.contact(arc.curve)), Some(law))
                }
            };
            self.pieces.push(Piece {
                start: self.since.0,
                end,
                theta_start: self.since.1,
                theta_end: self.theta,
                contact,
                law,
                limits: [self.begun, limit],
                late: [self.begun_late, self.late],
            });
        }
        self.since = (end, self.theta);
        self.begun_late = self.late;
    }

    fn end(&mut self, kind: Kind, from: Option<Curve>, to: Option<Curve>) {
        // what would jam from here on has gone all the way
        self.report(if self.ends { Kind::End } else { kind }, from, to, None);
        self.ended = Some(self.predicates().as_seen_by_others(&self.now));
    }

    /// Moves to a point of an arc, or of θ = 0.
    fn go(&mut self, point: &Point, arc: Option<&Arc>, limit: &Limit<'_>) {
        self.theta = match arc {
            None => 0.0,
            Some(arc) => self.angle_near(point, arc),
        };
        self.now = point.clone();
        let now = self.is_end(point, limit);
        self.ends = now && limit.kind == Kind::End;
        (self.time, self.late) = (self.in_order(if now { limit.time } else { point.t.mid() }), 0.0);
    }

    /// What the start is in contact with, and whether it can be.
    fn begin(&mut self, start: &crate::problem::Angle, limit: &Limit<'_>) -> Result<(), BadStart> {
        let finder = self.finder;
        let point = self.now.clone();
        let met = finder.through(&point, &[]);
        if start.sheet == 0 && start.half == Rational::ZERO {
            if let Some((i, j)) = finder.overlap(&Rational::ZERO, &Rational::ZERO, 0) {
                return Err(BadStart::Overlap(i, j));
            }
            if limit.before(self.predicates(), &point) {
                self.end(limit.kind, None, None);
            } else if !met.is_empty() {
                self.at_zero(&point, met, None, Kind::Collision);
            }
            return Ok(());
        }
        if self.predicates().unsure() {
            return Ok(()); // an angle alone does not say what it touches in every world
        }
        let sigma = if self.theta > 0.0 { 1 } else { -1 };
        let mut from = self.now.x;
        if let Some((i, j)) = finder.overlap(&Rational::ZERO, &start.half, start.sheet) {
            // an angle written in decimals may lie a little inside what it is meant to touch
            let free = |u: &Rational| {
                finder.overlap(&Rational::ZERO, u, start.sheet).is_none()
                    && !finder.swallowed(&Rational::ZERO, u, start.sheet)
            };
            // by as little as will do: next to a jam there is room for no more
            let lifted = START_LIFTS.map(|part| self.now.x.mid() + f64::from(sigma) * part * START_TOUCHES);
            let Some(out) = lifted.into_iter().find(|u| free(&crate::numbers::rational(*u))) else {
                return Err(BadStart::Overlap(i, j));
            };
            from = Interval::point(out);
        }
        if limit.before(self.predicates(), &point) {
            self.end(limit.kind, None, None);
            return Ok(());
        }
        if from == self.now.x && !met.is_empty() {
            match finder.resolve(&point, self.theta, &met, sigma) {
                Next::Follow(ray) => {
                    let on = self.onto(&ray, met, &point);
                    self.settle(on, Kind::ContactStart, None);
                    return Ok(());
                }
                Next::Jam(curve) => {
                    self.end(Kind::JamPair, None, curve);
                    return Ok(());
                }
                Next::Fall | Next::Free => {}
            }
        }
        let before = self.theta;
        let (landed, at) = self.land_from(&point, from, start.sheet, sigma, &met);
        match landed {
            Some(on) if (at - before).abs() <= 4.0 * START_TOUCHES => {
                self.theta = at;
                self.since = (0.0, at);
                if let Some(first) = self.events.first_mut() {
                    first.theta = before;
                }
                self.settle(on, Kind::ContactStart, None);
            }
            landed => {
                self.report(Kind::Release, None, None, Some(at));
                self.theta = at;
                self.since = (0.0, at);
                match landed {
                    Some(on) => self.settle(on, Kind::Land, None),
                    None => self.rest_at_zero(&point),
                }
            }
        }
        Ok(())
    }

    /// Free at θ = 0 until something comes.
    fn fly(&mut self, limit: &Limit<'_>) {
        let ahead = self.finder.flight(&self.now, limit.point, false);
        if !self.predicates().settled(&ahead) {
            return;
        }
        let first = ahead.first().filter(|first| !limit.before(self.predicates(), &first.point));
        let Some(first) = first else {
            self.go(limit.point, None, limit);
            self.time = self.in_order(limit.time);
            self.close(None, trajectory::Limit::Plain);
            self.end(limit.kind, None, None);
            return;
        };
        let point = first.point.clone();
        let known: Vec<Curve> =
            ahead.iter().filter_map(|a| if let What::Cross(b) = a.what { Some(b) } else { None }).collect();
        let met = self.finder.through(&point, &known);
        self.go(&point, None, limit);
        self.close(None, trajectory::Limit::Plain);
        self.at_zero(&point, met, None, Kind::Collision);
    }

    /// What happens at θ = 0 with contacts there; `old` is the arc that led there.
    fn at_zero(&mut self, point: &Point, met: Vec<Curve>, old: Option<Arc>, kind: Kind) {
        match (self.predicates().simple_transition_at_zero(point, &met), old) {
            (Some(AtZero::Free), Some(arc)) => {
                self.report(Kind::Break, Some(arc.curve), None, None);
                return;
            }
            (Some(AtZero::Follow(arc)), None) => {
                self.settle(Following { arc, u: Interval::ZERO, met }, kind, None);
                return;
            }
            _ => {}
        }
        match self.finder.resolve(point, 0.0, &met, 0) {
            Next::Free | Next::Fall => {
                if let Some(arc) = old {
                    self.report(Kind::Break, Some(arc.curve), None, None);
                }
            }
            Next::Follow(ray) => {
                let mut on = self.onto(&ray, met, point);
                on.u = Interval::ZERO;
                on.arc.chart = 0;
                match old {
                    // touched zero and goes on as before
                    Some(arc) if arc.curve == ray.curve => self.on = Some(on),
                    Some(arc) if arc.sigma == ray.lever => self.settle(on, Kind::ContactChange, Some(arc.curve)),
                    Some(arc) => {
                        self.report(Kind::Break, Some(arc.curve), None, None);
                        self.settle(on, kind, None);
                    }
                    None => self.settle(on, kind, None),
                }
            }
            Next::Jam(curve) => {
                let first = curve.or(met.first().copied());
                if old.is_none() {
                    self.report(Kind::Collision, None, first, None);
                }
                let kind = if self.one_contact(&met) { Kind::JamSingle } else { Kind::JamPair };
                self.end(kind, old.map(|arc| arc.curve).or(first), None);
            }
        }
    }

    /// The arc of a ray that leaves a point.
    fn onto(&self, ray: &Ray, met: Vec<Curve>, point: &Point) -> Following {
        let mut arc = self.predicates().arc(ray);
        // the chart of the point itself; the ray may already be in the next
        let mut u = u_of(point.c, point.s, arc.chart);
        if u.mid().abs() > 1.0 {
            arc.chart += if u.mid() > 0.0 { 1 } else { -1 };
            u = u_of(point.c, point.s, arc.chart);
        }
        if let Some(chart) = point.construction.chart()
            && chart == arc.chart
        {
            u = point.x;
        }
        Following { arc, u, met }
    }

    /// Tells of a new contact and tests whether it can slide.
    fn settle(&mut self, on: Following, kind: Kind, from: Option<Curve>) {
        if kind == Kind::Collision {
            self.refine_collision(on.arc.curve, on.arc.sigma);
            self.begun_late = self.late;
        }
        self.report(kind, from, Some(on.arc.curve), None);
        if self.sticks(&on) {
            let curve = on.arc.curve;
            self.end(Kind::Stick, Some(curve), None);
            return;
        }
        self.on = Some(on);
    }

    /// Whether a contact at the present point cannot slide.
    fn sticks(&self, on: &Following) -> bool {
        let predicates = self.predicates();
        let world = predicates.world;
        // what begins just as the way ends need not slide on
        if world.friction == Rational::ZERO || self.ends {
            return false;
        }
        let (curve, sigma) = (on.arc.curve, on.arc.sigma);
        let (c, s) = cos_sin(on.u, on.arc.chart);
        let t = self.now.t;
        if world.boxed {
            return predicates.sticks_in_box(curve, sigma, t, [c, s]);
        }
        let through = on.met.contains(&curve) && on.met.len() > usize::from(self.landed_only(on));
        let ask = |form: Form| -> Sign {
            match predicates.near_sign(form, t, c, s) {
                Some(sign) => sign,
                None if through => predicates.sign(form, &self.now),
                None => {
                    // a landing that is not a point by itself: just after it
                    let beside = self.finder.beside(&self.now, &[curve]);
                    let construction = PointConstruction::At { t: beside, on: curve, chart: on.arc.chart };
                    let near = predicates
                        .points(&construction, -1.0, 1.0)
                        .into_iter()
                        .flatten()
                        .find(|p| predicates.sign(Form::Lever(curve), p) == crate::arc::sign(sigma));
                    near.map_or(Sign::Plus, |p| predicates.sign(form, &p))
                }
            }
        };
        let leading = ask(Form::Leading(curve));
        let after = match (leading, curve.kind) {
            // sliding turns back just here: v · r falls in time, or goes with the angle
            (Sign::Zero, CurveKind::A) => Sign::Minus,
            (Sign::Zero, CurveKind::B) => ask(Form::Swing(curve)).times(sign(on.arc.dir)),
            (leading, _) => leading,
        };
        ask(Form::Slide { on: curve, sigma, epsilon: after.number() as i8 }) != Sign::Plus
    }

    /// Along an arc to what comes first.
    fn slide(&mut self, mut on: Following, limit: &Limit<'_>) {
        let finder = self.finder;
        let predicates = self.predicates();
        let rough = predicates.world.friction != Rational::ZERO;
        if !(on.u.is_finite() && self.now.t.is_finite()) && predicates.unsure() {
            return;
        }
        if self.since.0 == self.time {
            self.begun = self.lever_at_start(&on);
        }
        let mut own: Vec<Ahead> = Vec::new();
        predicates.own(&on.arc, &self.now, on.u, rough, &mut own);
        let mut best: Vec<Ahead> = Vec::new();
        for ahead in own {
            finder.keep(&mut best, ahead);
        }
        finder.crossings(&on.arc, &self.now, on.u, &on.met, &mut best);
        if predicates.world.boxed {
            // what surely comes after the end need not be told apart
            best.retain(|ahead| ahead.point.t.lo <= limit.point.t.hi);
        }
        if !self.predicates().settled(&best) {
            return;
        }
        let beyond = best.first().is_none_or(|first| limit.before(predicates, &first.point));
        let limit_here = ending(&best);
        if beyond {
            self.now = limit.point.clone();
            (self.time, self.late) = (self.in_order(limit.time), 0.0);
            self.theta = self.angle_at_end(&on.arc, best.first(), limit_here);
            let ends = self.ends_at_hinge(&on.arc, limit.kind);
            self.close(Some(&on), ends);
            self.end(limit.kind, Some(on.arc.curve), None);
            return;
        }
        let point = best[0].point.clone();
        let arc = on.arc;
        if best.iter().all(|ahead| ahead.what == What::Chart) {
            self.go(&point, Some(&arc), limit);
            on.arc.chart += i32::from(arc.dir);
            on.u = Interval::point(-f64::from(arc.dir));
            on.met = vec![arc.curve];
            self.on = Some(on);
            return;
        }
        let is = |what: What| best.iter().any(|ahead| ahead.what == what);
        let zero = is(What::Zero) || self.is_relaxed(&point, &arc);
        if zero {
            self.go(&point, None, limit);
        } else {
            self.go(&point, Some(&arc), limit);
        }
        self.refine_event(&arc, &best);
        if is(What::Stick) {
            self.close(Some(&on), limit_here);
            self.end(Kind::Stick, Some(arc.curve), None);
            return;
        }
        let mut known = vec![arc.curve];
        for ahead in &best {
            match (ahead.what, &ahead.point.construction) {
                (What::Cross(b), _) => known.push(b),
                (What::Meet, PointConstruction::Meet { i, j }) => {
                    known.extend(around_vertices(predicates.world, *i, *j))
                }
                (What::Align, PointConstruction::Align { i, j, .. }) => {
                    known.extend(around_edges(predicates.world, *i, *j))
                }
                _ => {}
            }
        }
        let met = finder.through(&point, &known);
        if zero {
            self.close(Some(&on), limit_here);
            self.at_zero(&point, met, Some(arc), Kind::Collision);
            return;
        }
        if let Some(usual) = predicates.simple_transition(&point, &arc, &best, &met) {
            self.close(Some(&on), limit_here);
            match usual {
                SimpleTransition::Follow(next, kind) => {
                    let u = point.place(next.chart);
                    self.settle(Following { arc: next, u, met }, kind, Some(arc.curve));
                }
                SimpleTransition::Jam(other) => self.end(Kind::JamPair, Some(arc.curve), Some(other)),
                SimpleTransition::Fall => self.snap(&point, &arc, met, false),
            }
            return;
        }
        let tangent = is(What::Tangent);
        // alone, the sign of v · N tells; without one the room only narrows to a point
        let rate = if tangent && met.len() == 1 { predicates.sign(Form::Rate(arc.curve), &point) } else { Sign::Zero };
        let next = match rate {
            Sign::Minus => Next::Jam(None),
            Sign::Plus => Next::Fall,
            Sign::Zero => finder.resolve(&point, self.theta, &met, arc.sigma),
        };
        match next {
            Next::Follow(ray) if ray.curve == arc.curve && ray.lever == arc.sigma => {
                let mut next = self.onto(&ray, met, &point);
                next.arc.sigma = arc.sigma;
                // a curve may be two: the edge turns about the corner until it lies along the motion, then it stays so
                if next.arc.dir != arc.dir {
                    self.close(Some(&on), limit_here);
                }
                self.on = Some(next);
            }
            Next::Follow(ray) => {
                self.close(Some(&on), limit_here);
                let kind = self.kind_of_change(&arc, &ray);
                let on = self.onto(&ray, met, &point);
                self.settle(on, kind, Some(arc.curve));
            }
            Next::Jam(curve) => {
                self.close(Some(&on), limit_here);
                let against = |c: &Curve| {
                    !predicates.world.boxed
                        && predicates.sign(Form::Lever(*c), &point) == sign(-arc.sigma)
                        && predicates.applies(*c, &point)
                };
                let other = curve.filter(|c| *c != arc.curve).or_else(|| met.iter().copied().find(against));
                let kind = if tangent && self.one_contact(&met) { Kind::JamSingle } else { Kind::JamPair };
                self.end(kind, Some(arc.curve), other);
            }
            Next::Fall | Next::Free => {
                self.close(Some(&on), limit_here);
                self.snap(&point, &arc, met, tangent);
            }
        }
    }

    /// Whether a floor that takes over rises above the old one or falls behind it.
    fn kind_of_change(&self, arc: &Arc, ray: &Ray) -> Kind {
        let predicates = self.predicates();
        if predicates.world.boxed {
            return Kind::ContactChange; // the name may differ from world to world
        }
        let PointConstruction::At { t, .. } = &ray.at.construction else { return Kind::ContactChange };
        // the old one may by then have come into the next chart, or not yet
        for chart in [ray.chart, arc.chart, arc.chart + i32::from(arc.dir)] {
            let construction = PointConstruction::At { t: t.clone(), on: arc.curve, chart };
            let old = predicates
                .points(&construction, -1.0, 1.0)
                .into_iter()
                .flatten()
                .find(|p| predicates.sign(Form::Lever(arc.curve), p) == sign(arc.sigma));
            if let Some(old) = old {
                let above = match ray.chart.cmp(&chart) {
                    Ordering::Equal => predicates.order_by_angle(&ray.at, &old),
                    other => other,
                };
                return if Sign::of_order(above) == sign(arc.sigma) {
                    Kind::SlideCollision
                } else {
                    Kind::ContactChange
                };
            }
        }
        Kind::ContactChange
    }

    /// The contact lets go: the pawl falls towards zero until something holds it.
    fn snap(&mut self, point: &Point, arc: &Arc, met: Vec<Curve>, tangent: bool) {
        let kind = if tangent { Kind::SnapTangent } else { Kind::SnapVertex };
        let u = point.place(arc.chart);
        let (landed, theta) = self.land_from(point, u, arc.chart, arc.sigma, &met);
        let theta = landed.as_ref().map_or(theta, |on| self.refined_landing(on.arc.curve, on.arc.sigma, theta));
        self.report(kind, Some(arc.curve), None, Some(theta));
        self.theta = theta;
        self.since.1 = theta;
        match landed {
            Some(on) => self.settle(on, Kind::Land, None),
            None => {
                self.report(Kind::Land, None, None, None);
                self.rest_at_zero(point);
            }
        }
    }

    /// At rest at θ = 0 after a fall: something may be coming at this very moment.
    fn rest_at_zero(&mut self, point: &Point) {
        let ahead = self.finder.flight(point, point, true);
        if let Some(first) = ahead.first() {
            let zero = first.point.clone();
            let known: Vec<Curve> =
                ahead.iter().filter_map(|a| if let What::Cross(b) = a.what { Some(b) } else { None }).collect();
            let met = self.finder.through(&zero, &known);
            self.at_zero(&zero, met, None, Kind::Collision);
        }
    }
}
