//! Parts are taken hold of, dragged and let go.

use crate::hand::{Grab, Hand, HandId, body_of, force_name, inputs};
use crate::input_log::Input;
use crate::live_error::LiveError;
use crate::session::Live;
use mainspring_definition::SpaceKind;
use mainspring_model::{BodyId, Pose};
use mainspring_numerics::quaternion::{conjugate, rotate};
use mainspring_numerics::vec2;
use mainspring_numerics::vec3::sub;
use std::sync::Arc;

impl Live {
    /// Takes hold of a part.
    ///
    /// # Errors
    /// When no such part moves, or numbers make no sense.
    pub fn grab(&mut self, grab: Grab) -> Result<HandId, LiveError> {
        self.come_to_now()?;
        let id = self.do_grab(&grab)?;
        self.log.push(self.now, Input::Grab(grab));
        Ok(id)
    }

    pub(crate) fn do_grab(&mut self, grab: &Grab) -> Result<HandId, LiveError> {
        finite("the point of a grab, m,", &grab.point)?;
        let body = body_of(&self.model, &grab.body)?;
        let axes = if self.model.space == SpaceKind::Planar { 2 } else { 3 };
        let mass = self.model.bodies[body].mass;
        let hand = Hand::new(self.next_hand, grab, self.local(body, grab.point), mass, axes)?;
        let mut version = (*self.version).clone();
        if version.hands.iter().all(|hand| hand.open) {
            version.hands.clear();
        }
        version.mechanism += 1;
        let index = version.hands.len();
        version.hands.push(hand.clone());
        self.take_version(version)?;
        let (id, time) = (hand.id, self.engine.time());
        self.next_hand += 1;
        self.engine.set_inputs(&inputs(index, &hand, time, grab.point, [0.0; 3]), &mut self.watch)?;
        self.drawn = false;
        Ok(id)
    }

    /// A place in the world as the body frame has it.
    fn local(&mut self, body: BodyId, point: [f64; 3]) -> [f64; 3] {
        let state = self.engine.state().to_vec();
        let mut poses: Vec<Pose> = Vec::new();
        self.engine.system().poses(&state, &mut poses);
        let pose = poses[body];
        let arm = sub(point, pose.position);
        if self.model.space == SpaceKind::Planar {
            let [x, y] = vec2::rotate_by([arm[0], arm[1]], -pose.angle);
            [x, y, 0.0]
        } else {
            rotate(conjugate(pose.orientation), arm)
        }
    }

    /// Moves a hand: it is at `target`, m, and moves on with `velocity`, m/s.
    ///
    /// # Errors
    /// When that hand holds nothing, or numbers are not finite.
    pub fn drag(&mut self, hand: HandId, target: [f64; 3], velocity: [f64; 3]) -> Result<(), LiveError> {
        self.holding(hand)?;
        self.come_to_now()?;
        self.do_drag(hand, target, velocity)?;
        self.log.push(self.now, Input::Drag { hand, target, velocity });
        Ok(())
    }

    pub(crate) fn do_drag(&mut self, hand: HandId, target: [f64; 3], velocity: [f64; 3]) -> Result<(), LiveError> {
        finite("the place of a hand, m,", &target)?;
        finite("the velocity of a hand, m/s,", &velocity)?;
        let index = self.holding(hand)?;
        let numbers = inputs(index, &self.version.hands[index], self.engine.time(), target, velocity);
        self.drawn = false;
        Ok(self.engine.set_inputs(&numbers, &mut self.watch)?)
    }

    /// Place of a hand that holds something.
    fn holding(&self, hand: HandId) -> Result<usize, LiveError> {
        let holds = |h: &Hand| h.id == hand && !h.open;
        self.version.hands.iter().position(holds).ok_or(LiveError::NoHand(hand))
    }

    /// What a hand exerts on its part at the present moment, N, world axes.
    ///
    /// # Errors
    /// When that hand holds nothing, or joints cannot be closed.
    pub fn grab_force(&mut self, hand: HandId) -> Result<[f64; 3], LiveError> {
        self.holding(hand)?;
        let read = self.read(&force_name(hand))?;
        let mut force = [0.0; 3];
        force.iter_mut().zip(read.values).for_each(|(to, x)| *to = x);
        Ok(force)
    }

    /// Lets go.
    ///
    /// # Errors
    /// When that hand holds nothing.
    pub fn release(&mut self, hand: HandId) -> Result<(), LiveError> {
        self.holding(hand)?;
        self.come_to_now()?;
        self.do_release(hand)?;
        self.log.push(self.now, Input::Release(hand));
        Ok(())
    }

    pub(crate) fn do_release(&mut self, hand: HandId) -> Result<(), LiveError> {
        let index = self.holding(hand)?;
        let mut version = (*self.version).clone();
        version.hands[index].open = true;
        let numbers = inputs(index, &version.hands[index], self.engine.time(), [0.0; 3], [0.0; 3]);
        self.version = Arc::new(version);
        self.drawn = false;
        Ok(self.engine.set_inputs(&numbers, &mut self.watch)?)
    }
}

fn finite(what: &'static str, numbers: &[f64]) -> Result<(), LiveError> {
    match numbers.iter().find(|x| !x.is_finite()) {
        Some(&value) => Err(LiveError::Number { what, value, positive: false }),
        None => Ok(()),
    }
}
