//! Trait: what bounds a step.

/// What bounds a step before it is taken.
pub trait StepBounds: Send {
    /// Chooses the side of every time switch: the middle of the step about to be taken, s.
    fn set_switch_time(&mut self, time: f64);
    /// First moment in (from, to) at which an expression of time alone, or a scheduled switch, changes sides, s.
    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64>;
    /// How often expressions of time will switch between two moments: as often as at some of them.
    fn jumps_ahead(&mut self, from: f64, to: f64) -> f64;
    /// How often frames of scripts will change by themselves between two moments, from where they stand.
    fn frames_ahead(&self, from: f64, to: f64) -> f64;
    /// Longest step in which no joint whose angle wraps turns half a turn and no parts under the penalty method move further
    /// than is searched for overlaps, from the rates at y, s.
    fn turn_limit(&mut self, y: &[f64]) -> f64;
    /// Longest step in which nothing that slides comes to rest, from the rates `dy` at y, s.
    fn slip_limit(&mut self, _time: f64, _y: &[f64], _dy: &[f64]) -> f64 {
        f64::INFINITY
    }
    /// How fast friction turns with a slip in space that is slow, at the state `slip_limit` was last asked for, 1/s.
    fn slip_turn_rate(&self) -> f64 {
        0.0
    }
}
