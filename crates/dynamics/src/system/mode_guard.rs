//! Which guard of a change of mode: the law it belongs to, and that law's own name for it.

use crate::laws::joint_friction::guards::FrictionJointId;
use crate::laws::penalty::overlaps::PenaltyGuard;
use crate::laws::table::scripts::ScriptExit;
use crate::laws::table::stick_slip::PartGuard;
use crate::laws::touch::guards::ContactGuard;

/// A guard of a change of mode, by the law it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeGuard {
    /// a joint with friction sticks, slips or turns round
    JointFriction(FrictionJointId),
    /// a closed contact changes, a joint reaches a stop, or a gear with play a tooth side
    Contact(ContactGuard),
    /// an overlap under the penalty method begins, ends or changes
    Penalty(PenaltyGuard),
    /// a condition ends a step of a script
    Script(ScriptExit),
    /// a part on the table comes to rest or sets off, or another friction brakes it
    Part(PartGuard),
    /// parts that were apart meet: found by [`Guards::first_touch`](crate::Guards::first_touch), not by a value
    Meeting,
}
