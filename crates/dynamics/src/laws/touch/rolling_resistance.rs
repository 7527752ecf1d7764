//! Resistance of a contact to rolling and, in space, to spinning about its normal: a torque of at most `arm`·λₙ.
//!
//! Rows after those of all contacts: how fast the second turns relative to the first, about the tangents (rolling; in the plane about
//! z) or the normal (spinning). A resistance holds, or it turns and is −arm λₙ along the turning, as friction is against slip.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::forces::regularized_direction;
use crate::laws::touch::resistance::{ROLLING, RollingResistance, SPINNING, TurnMode};
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{AT_LIMIT_WEAKENED, AT_REST, MOVES, SLIP_ENDS, SLIP_WITHOUT_DIRECTION};
use mainspring_contact::{Mode, Resistance, Slip};
use mainspring_model::BodyId;
use mainspring_numerics::vec3::{Vec3, add, dot, scale, sub};

/// What changed in how two parts turn on each other, in words, if anything did; true where it came to an end.
pub fn turning_change(was: &[Touching], is: &[Touching]) -> Option<(bool, &'static str)> {
    for (kind, begins, ends) in
        [(ROLLING, "begin to roll", "stop rolling"), (SPINNING, "begin to spin", "stop spinning")]
    {
        let any = |list: &[Touching]| list.iter().any(|t| matches!(t.turning[kind], TurnMode::Turn(_)));
        let resists = |list: &[Touching]| list.iter().any(|t| t.turning[kind] != TurnMode::Free);
        match (any(was), any(is)) {
            (true, false) if resists(is) => return Some((true, ends)),
            (false, true) if resists(was) => return Some((false, begins)),
            _ => {}
        }
    }
    None
}

/// A contact without resistances yet.
pub fn plain(c: &Contact, site: Site, mode: TouchMode) -> Touching {
    Touching {
        site,
        mode,
        offset: c.gap,
        axis: c.axis,
        force: [0.0; 3],
        weights: [0.0; 3],
        turning: [TurnMode::Free; 2],
        torque: [0.0; 3],
        torque_weights: [0.0; 3],
    }
}

impl Touch {
    /// Resistances of `touch.contacts` at these sites, at the state of `kinematics`, into `touch.turns`.
    pub fn read_turns(&mut self, bodies: &Multibody, sites: impl Iterator<Item = Site>) {
        let mut turns = std::mem::take(&mut self.rolling_resistances);
        turns.clear();
        let mut first = self.contacts.len() * self.rows();
        for (contact, site) in sites.enumerate() {
            let Some((pair, _)) = Self::features(site) else { continue };
            let (law, of) = (&bodies.model.contacts.pairs[pair], &self.pairs[pair]);
            if law.rolling == 0.0 && law.spinning == 0.0 {
                continue;
            }
            let spin = sub(self.party_motion(bodies, &of.b).spin, self.party_motion(bodies, &of.a).spin);
            let c = &self.contacts[contact];
            let around = if self.tangents == 1 { [[0.0, 0.0, 1.0], [0.0; 3]] } else { c.tangents };
            let across = self.tangents;
            let ways = [(ROLLING, across, law.rolling, around), (SPINNING, 1, law.spinning, [c.normal, [0.0; 3]])];
            for (kind, rows, arm, axes) in ways.into_iter().filter(|w| w.2 > 0.0) {
                let rate = axes.map(|axis| dot(axis, spin));
                turns.push(RollingResistance { contact, kind, first, rows, arm, axes, rate });
                first += rows;
            }
        }
        self.rolling_resistances = turns;
    }

    /// Rows of all contacts and resistances.
    pub fn touch_rows(&self) -> usize {
        let turning: usize = self.rolling_resistances.iter().map(|t| t.rows).sum();
        self.contacts.len() * self.rows() + turning
    }

    /// Row `r` of a resistance times velocities (or accelerations).
    pub fn turn_times(&self, bodies: &Multibody, t: &RollingResistance, r: usize, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (side, body) in self.contacts[t.contact].bodies.iter().enumerate() {
            if let Some(b) = *body {
                let (span, row) = (bodies.spans[b], t.row(&*bodies.frames, r, side == 1));
                for i in 0..span.v_len {
                    sum += row[i] * v[span.v + i];
                }
            }
        }
        sum
    }

    /// Mode of a resistance in the mode of the whole.
    pub fn turn_mode(&self, t: &RollingResistance) -> TurnMode {
        self.state.touching.get(t.contact).map_or(TurnMode::Free, |c| c.turning[t.kind])
    }

    /// The same, for a solve: directions turn with the motion.
    pub fn turn_as_decided(&self, t: &RollingResistance) -> Mode {
        match self.turn_mode(t) {
            TurnMode::Free => Mode::Open,
            TurnMode::Hold => Mode::Stick,
            TurnMode::Turn(start) => {
                let from = t.axes.map(|axis| dot(start, axis));
                Mode::Slip(if t.rows == 1 {
                    [from[0].signum(), 0.0]
                } else {
                    regularized_direction(t.rate, from, SLIP_WITHOUT_DIRECTION * self.clock).0
                })
            }
        }
    }

    /// The resistances as questions, with what is known of their turning; `due` says which have just come to an end or a limit.
    pub fn resistances(&self, bodies: &Multibody, sites: &[Site], due: &FiredGuards) -> Vec<Resistance> {
        let question = |t: &RollingResistance| {
            let at = (sites[t.contact], t.kind);
            let ended = if t.rows == 1 { MOVES } else { 2.0 * SLIP_ENDS };
            let still = if due.rolling_ended.contains(&at) { ended } else { AT_REST } * self.clock;
            let still = still.max(due.slow / bodies.length);
            let speed = t.speed();
            let slip = if speed <= still { Slip::Still } else { Slip::Along(t.rate.map(|w| w / speed)) };
            let weaker = if due.at_resistance_limit.contains(&at) { 1.0 - AT_LIMIT_WEAKENED[t.rows - 1] } else { 1.0 };
            Resistance { contact: t.contact, first: t.first, rows: t.rows, arm: t.arm * weaker, slip }
        };
        self.rolling_resistances.iter().map(question).collect()
    }

    /// What was decided for resistances, into the contacts of the mode; `at` is the place there of each contact asked about.
    pub fn keep_turns(&mut self, held: &mainspring_contact::ContactSolution, at: &[Option<usize>]) {
        let contacts = self.contacts.len();
        for (k, t) in self.rolling_resistances.iter().enumerate() {
            let Some(touching) = at[t.contact].and_then(|i| self.state.touching.get_mut(i)) else { continue };
            touching.turning[t.kind] = match held.modes[contacts + k] {
                Mode::Open => TurnMode::Free,
                Mode::Stick => TurnMode::Hold,
                Mode::Slip(d) => TurnMode::Turn(add(scale(t.axes[0], d[0]), scale(t.axes[1], d[1]))),
            };
            for r in 0..t.rows {
                let place = if t.kind == SPINNING { 2 } else { r };
                touching.torque[place] = held.force[t.first + r];
                touching.torque_weights[place] = held.weights[t.first + r];
            }
        }
    }

    /// Guards of contact i's resistances: |τ| − arm λₙ while they hold, the end of turning else.
    pub fn turn_guards(&self, i: usize, out: &mut [f64]) {
        out.fill(f64::NEG_INFINITY);
        for t in self.rolling_resistances.iter().filter(|t| t.contact == i) {
            out[t.kind] = match self.turn_mode(t) {
                TurnMode::Free => f64::NEG_INFINITY,
                TurnMode::Hold => self.twist(t),
                TurnMode::Turn(d) if t.rows == 1 => -t.rate[0] * dot(d, t.axes[0]),
                TurnMode::Turn(_) => SLIP_ENDS * self.clock - t.speed(),
            };
        }
    }

    /// |τ| − arm λₙ of a resistance that holds; in the plane all of a pair hold together.
    fn twist(&self, t: &RollingResistance) -> f64 {
        let k = self.rows();
        let torque = |o: &RollingResistance| &self.force[o.first..o.first + o.rows];
        if self.tangents == 2 {
            let size = torque(t).iter().map(|x| x * x).sum::<f64>().sqrt();
            return size - t.arm * self.force[k * t.contact];
        }
        let site = |o: &RollingResistance| self.state.touching[o.contact].site;
        let (mut sum, mut bound) = (0.0, 0.0);
        for o in &self.rolling_resistances {
            if self.turn_mode(o) == TurnMode::Hold && Self::same_pair(site(o), site(t)) {
                sum += torque(o).iter().sum::<f64>();
                bound += o.arm * self.force[k * o.contact];
            }
        }
        sum.abs() - bound
    }

    /// Whether resistance `kind` of contact i turns.
    pub fn is_rolling(&self, i: usize, kind: usize) -> bool {
        matches!(self.state.touching[i].turning[kind], TurnMode::Turn(_))
    }

    /// Longest step in which no rolling in space comes to an end: there the direction of its resistance does.
    pub fn turn_limit_of_contacts(&self, bodies: &Multibody) -> f64 {
        let mut limit = f64::INFINITY;
        for t in
            self.rolling_resistances.iter().filter(|t| t.rows == 2 && matches!(self.turn_mode(t), TurnMode::Turn(_)))
        {
            let change = [0, 1].map(|r| self.turn_times(bodies, t, r, &bodies.solution[..bodies.nv]));
            let slowing = -(t.rate[0] * change[0] + t.rate[1] * change[1]) / t.speed();
            if slowing > 0.0 && t.speed() > SLIP_ENDS * self.clock {
                limit = limit.min(0.95 * t.speed() / slowing);
            }
        }
        limit
    }

    /// Torque of resistances at contact i on the second of its pair, N·m.
    pub fn turning_torque(&self, i: usize) -> Vec3 {
        let own = self.rolling_resistances.iter().filter(|t| t.contact == i);
        own.fold([0.0; 3], |sum, t| (0..t.rows).fold(sum, |sum, r| add(sum, scale(t.axes[r], self.force[t.first + r]))))
    }

    /// Heat of the resistances of contact i, W.
    pub fn turning_power(&self, i: usize) -> f64 {
        let turns = |t: &&RollingResistance| t.contact == i && matches!(self.turn_mode(t), TurnMode::Turn(_));
        let heat = |t: &RollingResistance| (0..t.rows).map(|r| -self.force[t.first + r] * t.rate[r]).sum::<f64>();
        self.rolling_resistances.iter().filter(turns).map(heat).sum()
    }

    /// Bodies of a resistance.
    pub fn turn_bodies(&self, t: &RollingResistance) -> [Option<BodyId>; 4] {
        self.contacts[t.contact].bodies
    }
}
