//! Of a mechanism in maximal coordinates: steps that take all contacts together.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::state::Site;
use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::step_state::StepState;
use crate::system::traits::rattle::Unfit;
use crate::system::traits::stepping::Stepping;
use crate::tolerances::{START_OVERLAP, STEP_OF_FALL};
use mainspring_numerics::vec3::norm;

impl Stepping for Mechanism {
    fn step_together(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure> {
        self.step_awake(time, y, h)
    }

    fn stepping_unsupported(&self) -> Option<Unfit> {
        self.not_steppable()
    }

    fn take_step_loss(&mut self) -> f64 {
        std::mem::take(&mut self.stepping.lost) - std::mem::take(&mut self.laws.penalty.given)
    }

    fn stepped(&self) -> bool {
        Self::stepped(self)
    }

    fn set_stepped(&mut self, stepped: bool) {
        let state = &mut self.laws.touch.state;
        (state.stepped, state.taken_back) = (stepped, !stepped);
        self.laws.touch.struck.clear();
        self.steps = StepState::of(self.components.count);
        // efforts of steps are no modes, and modes no efforts of steps; drives that cannot follow their motion still cannot
        let friction = &mut self.laws.friction;
        for (mode, entry) in friction.state.modes.iter_mut().zip(&friction.list) {
            if !stepped || entry.drive.is_none() || mode.rests() {
                *mode = FrictionMode::NONE;
            }
        }
        self.remask();
        self.laws.touch.fixed = None;
        self.stepping.looked_at.clear();
    }

    fn count_places(&mut self, y: &[f64], pairs: &mut Vec<u32>) -> usize {
        self.take_stepped_contacts();
        self.show_events();
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        let sites = self.laws.touch.sites_here(&self.bodies, &FiredGuards::default(), START_OVERLAP);
        list_pairs(sites.iter().copied(), pairs);
        sites.len()
    }

    fn count_places_by_pair(&mut self, y: &[f64], pairs: &mut Vec<u32>) -> Vec<usize> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        let sites = self.laws.touch.sites_here(&self.bodies, &FiredGuards::default(), START_OVERLAP);
        list_pairs(sites.iter().copied(), pairs);
        let of = |pair: &u32| sites.iter().filter(|s| matches!(s, Site::Pair { pair: p, .. } if p == pair)).count();
        pairs.iter().map(of).collect()
    }

    fn touching_now(&self, pairs: &mut Vec<u32>) -> usize {
        let touching = &self.laws.touch.state.touching;
        list_pairs(touching.iter().map(|t| t.site), pairs);
        touching.len()
    }

    fn separate(&mut self, time: f64, y: &mut [f64]) -> Result<(), Failure> {
        self.push_apart_for_events(time, y)
    }

    fn fitting_step(&self) -> f64 {
        STEP_OF_FALL * (self.smallest() / self.pull()).sqrt()
    }
}

impl Mechanism {
    /// Size of the smallest part that may touch, m.
    fn smallest(&self) -> f64 {
        self.laws.touch.smallest.min(self.bodies.length)
    }

    /// Gravity, and where there is hardly any, what makes a step of a fitting length, m/s².
    pub fn pull(&self) -> f64 {
        norm(self.bodies.model.gravity).max(1.0)
    }
}

/// The pairs that places are of, in order, each once.
pub fn list_pairs(sites: impl Iterator<Item = Site>, pairs: &mut Vec<u32>) {
    pairs.clear();
    pairs.extend(sites.filter_map(|site| if let Site::Pair { pair, .. } = site { Some(pair) } else { None }));
    pairs.sort_unstable();
    pairs.dedup();
}
