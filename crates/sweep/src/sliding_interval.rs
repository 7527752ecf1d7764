//! Stretches of contact over which the sense of sliding stays, and the state at any time of them.
//!
//! Pieces are cut where v · r = 0. On an edge of the pawl r = w − p(t), so that is once, at t = v · (w − p₀)/|v|². On a
//! vertex of the pawl |r| = ρ, so r ⟂ v means |ℓ| = ρ|v·N|/|v| and h = −ℓ (v·T)/(v·N); h is linear in time, so that too is
//! one time. The sense ε is then a constant of the stretch, and forces at its ends are limits from inside.
//!
//! Where a lever is about to vanish ℓ² goes to zero linearly, and a time rounded in its last place leaves half of the
//! digits of ℓ. So everything is counted from the nearer end, at which ℓ is known from the angle, or to vanish for certain:
//! ℓ² = ℓ₀² − 2h₀(v·N)τ − (v·N)²τ² on a vertex of the pawl, ℓ₀² − 2(v·r₀)τ + |v|²τ² on an edge.

use crate::contact::Contact;
use crate::force::{Law, Touch};
use crate::tolerances::{LENGTHS_AGREE, REVERSAL_AT_END, SAME_TIME};
use crate::trajectory::{Limit, Piece, State};
use mainspring_numerics::vec2::{cross, dot, norm};

/// A contact with one sense of sliding.
#[derive(Clone, Debug)]
pub(crate) struct SlidingInterval<'a> {
    pub contact: Option<Contact>,
    pub start: End,
    pub end: End,
    law: &'a Law,
    /// Angles between which it turns.
    turn: [f64; 2],
    /// How long it lasts, s: of a short one better known than its ends.
    length: f64,
    /// Sign of v · r inside.
    pub epsilon: f64,
}

/// One end of a stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub time: f64,
    /// What is left of the time beyond its last place.
    late: f64,
    theta: Option<f64>,
    /// |ℓ| and h.
    lever: f64,
    height: f64,
    /// From the hinge to the obstacle's vertex, and how it leads: v · r, zero where that is certain.
    r: [f64; 2],
    leading: f64,
    /// Whether sliding runs into sticking here, so that the force grows without bound.
    locked: bool,
}

/// A time, counted from the nearer end of a stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct When {
    late: bool,
    since: f64,
}

/// How long after a place of the obstacle's vertex v · r vanishes on a contact, if it ever does, with |ℓ| and h then.
fn reversal(law: &Law, ahead: [f64; 2]) -> Option<(f64, f64, f64)> {
    let v = law.velocity;
    match law.touch {
        Touch::Edge { d, .. } => {
            let far = cross(v, ahead).abs() / law.speed();
            let square = (far - d.abs()) * (far + d.abs());
            (square >= 0.0).then(|| (dot(v, ahead) / dot(v, v), square.sqrt(), d))
        }
        Touch::Vertex { q, n } => {
            let (along_n, along_t) = (dot(v, n), dot(v, [-n[1], n[0]]));
            if along_n == 0.0 || law.flat {
                return None;
            }
            let lever = norm(q) * along_n.abs() / law.speed();
            let h = -law.sigma * lever * along_t / along_n;
            Some(((h + dot(ahead, n)) / along_n, lever, h))
        }
    }
}

impl Piece {
    /// Its sliding_intervals, in order; none in free flight.
    pub(crate) fn sliding_intervals(&self) -> impl Iterator<Item = SlidingInterval<'_>> {
        let whole = self.law.as_ref().map(|law| {
            let [start, end] = [
                law.end([self.start, self.late[0]], self.theta_start, self.limits[0]),
                law.end([self.end, self.late[1]], self.theta_end, self.limits[1]),
            ];
            let ahead = law.ahead(self.start, self.late[0]);
            // an end that is the turn itself is rounded to one side or the other
            let near = REVERSAL_AT_END * (self.end - self.start) + SAME_TIME * self.start.abs().max(self.end.abs());
            let middle = reversal(law, ahead)
                .map(|(after, lever, height)| (self.start + (after + self.late[0]), lever, height))
                .filter(|(time, ..)| *time > self.start + near && *time < self.end - near)
                .map(|(time, lever, height)| {
                    let along = cross(law.velocity, ahead) / dot(law.velocity, law.velocity);
                    let r = [-law.velocity[1] * along, law.velocity[0] * along];
                    End { time, late: 0.0, theta: None, lever, height, r, leading: 0.0, locked: false }
                });
            (law, start, middle, end)
        });
        let ends = whole.into_iter().flat_map(|(law, start, middle, end)| {
            let first = (law, start, middle.unwrap_or(end));
            [Some(first), middle.map(|middle| (law, middle, end))]
        });
        ends.flatten().map(|(law, start, end)| {
            let (r, ..) = law.geometry(0.5 * start.time + 0.5 * end.time);
            let leading = dot(law.velocity, r);
            let epsilon = if leading == 0.0 { 0.0 } else { leading.signum() };
            let turn = [self.theta_start, self.theta_end];
            SlidingInterval { contact: self.contact, length: law.length(&start, &end), start, end, law, turn, epsilon }
        })
    }
}

impl Law {
    /// An end of a piece, from the angle there.
    fn end(&self, [time, late]: [f64; 2], theta: f64, limit: Limit) -> End {
        let tangent = limit == Limit::Tangent;
        let ahead = self.ahead(time, late);
        let (s, c) = libm::sincos(theta);
        let turned = |q: [f64; 2]| [c * q[0] - s * q[1], s * q[0] + c * q[1]];
        let mut leading = dot(self.velocity, ahead);
        let (lever, height) = match self.touch {
            Touch::Vertex { q, n } if tangent => (0.0, -norm(q) * dot(ahead, n).signum()),
            Touch::Vertex { q, n } => {
                let r = turned(q);
                (cross(n, r).abs(), -dot(r, n))
            }
            Touch::Edge { d, .. } if tangent => {
                // a lever that vanishes where sliding turns back grows in step with time
                if self.flat || leading.abs() <= REVERSAL_AT_END * self.speed() * d.abs() {
                    leading = 0.0;
                }
                (0.0, d)
            }
            Touch::Edge { n, d } => (cross(turned(n), ahead).abs(), d),
        };
        End { time, late, theta: Some(theta), lever, height, r: ahead, leading, locked: limit == Limit::Locked }
    }
}

impl SlidingInterval<'_> {
    /// A time within it.
    pub fn when(&self, time: f64) -> When {
        let time = time.min(self.end.time).max(self.start.time);
        // an end is known to the last places of its time: what is nearer is the end
        let since = |end: &End| {
            if (time - end.time).abs() <= SAME_TIME * end.time.abs() { 0.0 } else { (time - end.time) - end.late }
        };
        let (early, late) = (since(&self.start), since(&self.end));
        if early <= -late { When { late: false, since: early } } else { When { late: true, since: late } }
    }

    /// A time between two others, by its parts from each: nothing is lost where these are ends.
    pub fn between(&self, a: f64, b: f64, parts: [f64; 2]) -> When {
        let length = self.length(a, b);
        let from_start = if a == self.start.time { 0.0 } else { (a - self.start.time) - self.start.late };
        let to_end = if b == self.end.time { 0.0 } else { (self.end.time - b) + self.end.late };
        let early = from_start + length * parts[0];
        let late = to_end + length * parts[1];
        if early <= late { When { late: false, since: early } } else { When { late: true, since: -late } }
    }

    /// How long it is from one time to another.
    pub fn length(&self, a: f64, b: f64) -> f64 {
        let late = |time: f64, end: &End| if time == end.time { end.late } else { 0.0 };
        if a == self.start.time && b == self.end.time {
            self.length
        } else {
            (b - a) + (late(b, &self.end) - late(a, &self.start))
        }
    }

    /// Whether the force grows without bound towards the end of it, as one over the time left.
    pub fn locks(&self) -> bool {
        self.end.locked
    }

    /// μ, and how fast the root moves.
    pub fn rough_and_fast(&self) -> (f64, f64) {
        (self.law.friction, self.law.speed())
    }

    /// |ℓ| and h at a time.
    pub fn levers(&self, time: f64) -> (f64, f64) {
        let when = self.when(time);
        let end = if when.late { &self.end } else { &self.start };
        self.law.levers(end, when.since)
    }

    /// Where h vanishes inside, if it does.
    pub fn level(&self) -> Option<f64> {
        let (a, b) = (self.start.height, self.end.height);
        let between = (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0);
        between.then(|| self.start.time + (self.end.time - self.start.time) * (a / (a - b)))
    }

    /// The force that pushes the root at a time, N.
    pub fn insertion(&self, time: f64) -> f64 {
        self.state(self.when(time)).insertion
    }

    /// Everything at a time.
    pub fn state(&self, when: When) -> State {
        let law = self.law;
        let (v, sigma, speed) = (law.velocity, law.sigma, law.speed());
        let end = if when.late { &self.end } else { &self.start };
        let tau = when.since;
        let (lever, h) = law.levers(end, tau);
        let l = sigma * lever;
        let (r, n, approach, rate, slip);
        match law.touch {
            Touch::Vertex { n: normal, .. } => {
                let tangent = [-normal[1], normal[0]];
                approach = if law.flat { 0.0 } else { dot(v, normal) };
                r = [-h * normal[0] - l * tangent[0], -h * normal[1] - l * tangent[1]];
                n = normal;
                rate = if law.flat { 0.0 } else { -approach / l };
                slip = if law.flat { dot(v, tangent) } else { h * approach / l + dot(v, tangent) };
            }
            Touch::Edge { d, .. } => {
                let leading = end.leading - speed * speed * tau;
                r = [end.r[0] - v[0] * tau, end.r[1] - v[1] * tau];
                n = law.normal_of_edge(r, l, d);
                slip = if lever == 0.0 && leading == 0.0 { -self.epsilon * sigma * speed } else { -leading / l };
                let square = d * d + lever * lever;
                let turning = v[1] * r[0] - v[0] * r[1];
                rate = if law.flat || square == 0.0 { 0.0 } else { -(d * slip + turning) / square };
                // the product keeps its digits where both vanish
                approach = if rate.is_finite() { -rate * l } else { dot(v, n) };
            }
        }
        let theta = match end.theta {
            Some(theta) if tau == 0.0 || law.flat => theta,
            _ => {
                let base = law.angle(r, n);
                let turns = libm::rint((0.5 * (self.turn[0] + self.turn[1]) - base) / std::f64::consts::TAU);
                let [a, b] = self.turn;
                (base + turns * std::f64::consts::TAU).clamp(a.min(b), a.max(b))
            }
        };
        let below = lever - law.friction * self.epsilon * h;
        let normal = if end.locked && tau == 0.0 && theta != 0.0 || below < 0.0 {
            f64::INFINITY
        } else if theta == 0.0 {
            // angle and lever vanish together: |θ|/|ℓ| goes to 1/|h|
            if below == 0.0 && h != 0.0 { law.stiffness / h.abs() } else { 0.0 }
        } else {
            law.stiffness * theta.abs() / below
        };
        let part = law.friction * sigma * self.epsilon;
        let tangent = [-n[1], n[0]];
        let along = -(approach + part * dot(v, tangent)) / speed;
        // an edge that comes to lie along the motion presses without bound across it and with its power along it
        let smooth_limit = law.friction == 0.0 && normal.is_infinite() && rate.is_finite();
        let p = [law.hinge[0] + v[0] * (end.time + tau), law.hinge[1] + v[1] * (end.time + tau)];
        State {
            theta,
            rate,
            normal,
            direction: n,
            force: [normal * (n[0] + part * tangent[0]), normal * (n[1] + part * tangent[1])],
            insertion: if smooth_limit { law.stiffness * theta * rate / speed } else { normal * along },
            slip,
            point: Some([p[0] + r[0], p[1] + r[1]]),
        }
    }
}

impl Law {
    /// The time from one end to another. Where both are late and near each other their difference has lost its digits;
    /// then ℓ₀² − ℓ₁² tells it, which is (h₁ + h₀)(v·N) times it on a vertex of the pawl, v · (r₀ + r₁) times it on an edge.
    fn length(&self, start: &End, end: &End) -> f64 {
        let plain = (end.time - start.time) + (end.late - start.late);
        let (per, size) = match self.touch {
            Touch::Vertex { q, n } => (dot(self.velocity, n) * (start.height + end.height), norm(q)),
            Touch::Edge { .. } => (start.leading + end.leading, norm(start.r)),
        };
        let by_levers = (start.lever - end.lever) * (start.lever + end.lever) / per;
        // what is lost by either way, in units of the last place
        let lost = start.time.abs().max(end.time.abs()) / plain;
        let lost_by_levers = size / (start.lever - end.lever).abs();
        let near = (by_levers - plain).abs() <= LENGTHS_AGREE * SAME_TIME * (start.time.abs() + end.time.abs());
        if !self.flat && near && lost_by_levers < lost { by_levers } else { plain }
    }

    /// |ℓ| and h some time after an end, or before it.
    fn levers(&self, end: &End, tau: f64) -> (f64, f64) {
        match self.touch {
            Touch::Vertex { .. } if self.flat => (end.lever, end.height),
            Touch::Vertex { n, .. } => {
                let by = dot(self.velocity, n) * tau;
                let square = end.lever * end.lever - (2.0 * end.height + by) * by;
                (square.max(0.0).sqrt(), end.height + by)
            }
            Touch::Edge { d, .. } => {
                let speed = self.speed();
                // an edge along the motion: ℓ is all of r along it
                if self.flat {
                    return ((end.leading / speed - speed * tau).abs(), d);
                }
                let by = speed * tau;
                let square = end.lever * end.lever - (2.0 * end.leading / speed - by) * by;
                (square.max(0.0).sqrt(), d)
            }
        }
    }
}
