//! The energy account of one contact during a blow: energetic restitution.
//!
//! The normal impulse p is the clock of a blow. The normal force does the work ∫ v_n dp: negative while bodies are
//! compressed (v_n < 0), positive while they spring back. Energetic restitution (Stronge 1990) ends the blow when the work
//! given back is e² of the work taken. Along a phase in which v_n grows by k for each unit of p, all moments are roots of
//! linear and quadratic equations.

/// Where a blow stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnergyAccount {
    /// normal speed now, m/s
    pub speed: f64,
    /// work of the normal impulse so far, J
    pub work: f64,
    /// work at the end of compression, once that is over
    pub deepest: Option<f64>,
    /// coefficient of restitution
    pub restitution: f64,
}

/// How a phase ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Phase {
    /// the blow is over after this normal impulse
    Over(f64),
    /// the phase reached its limit first
    Limit,
    /// the normal speed would never turn
    Stuck,
}

impl EnergyAccount {
    pub fn new(speed: f64, restitution: f64) -> Self {
        Self { speed, work: 0.0, deepest: None, restitution }
    }

    /// Work still to be given back; positive during restitution.
    pub fn owed(&self) -> f64 {
        self.deepest.map_or(f64::INFINITY, |w| w * (1.0 - self.restitution * self.restitution) - self.work)
    }

    /// Goes along a phase with constant dv_n/dp = `gain`, at most up to `limit`.
    pub fn advance(&mut self, gain: f64, limit: f64) -> Phase {
        let mut used = 0.0;
        if self.deepest.is_none() {
            let to_rest = if gain > 0.0 { -self.speed / gain } else { f64::INFINITY };
            if to_rest > limit {
                self.shift(gain, limit);
                return Phase::Limit;
            }
            if !to_rest.is_finite() {
                return Phase::Stuck;
            }
            self.work += 0.5 * self.speed * to_rest;
            self.speed = 0.0;
            self.deepest = Some(self.work);
            used = to_rest;
        }
        let owed = self.owed();
        if owed <= 0.0 {
            return Phase::Over(used);
        }
        let under = self.speed * self.speed + 2.0 * gain * owed;
        let needed = if under >= 0.0 { 2.0 * owed / (self.speed + under.sqrt()) } else { f64::INFINITY };
        let needed = if needed > 0.0 { needed } else { f64::INFINITY };
        if used + needed > limit {
            self.shift(gain, limit - used);
            return Phase::Limit;
        }
        if !needed.is_finite() {
            return Phase::Stuck;
        }
        self.shift(gain, needed);
        Phase::Over(used + needed)
    }

    fn shift(&mut self, gain: f64, impulse: f64) {
        if impulse.is_finite() {
            self.work += self.speed * impulse + 0.5 * gain * impulse * impulse;
            self.speed += gain * impulse;
        }
    }
}
