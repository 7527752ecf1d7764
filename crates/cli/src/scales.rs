//! What quantities of a sweep are measured against, so that rounding is shown as zero.

use mainspring_workbench::Run;

/// What quantities of a run are measured against: what is 1e-12 of it is rounding.
#[derive(Clone, Copy, Default)]
pub struct Scales {
    /// s
    pub time: f64,
    /// m
    pub travel: f64,
    /// rad/s
    pub rate: f64,
    /// N
    pub force: f64,
    /// J
    pub energy: f64,
}

impl Scales {
    /// Of a run of a sweep; all 0 for any other.
    pub fn of(run: &Run) -> Self {
        let (Some(report), Some(sweep)) = (&run.sweep, run.model.sweep()) else { return Self::default() };
        let float = |x: &mainspring_workbench::model::Exact| x.to_f64().value();
        let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        let (time, mut travel) = (run.model.run.duration, finite(report.travel));
        let speed = sweep.velocity.iter().map(float).fold(0.0, libm::hypot);
        travel = travel.max(speed * time);
        let mut scales = Self { time, travel, ..Self::default() };
        for pawl in &sweep.pawls {
            let reach = pawl.outline.points.iter().map(|p| libm::hypot(float(&p[0]), float(&p[1]))).fold(0.0, f64::max);
            let of_it = report.events.iter().filter(|e| e.pawl == pawl.name);
            let angles = of_it.flat_map(|e| [e.angle, e.angle_after.unwrap_or(e.angle)]);
            let most = angles.map(|a| finite(a - pawl.rest.radians)).fold(0.0, f64::max);
            scales.rate = scales.rate.max(speed / reach);
            scales.force = scales.force.max(float(&pawl.stiffness) * most / reach);
            scales.energy = scales.energy.max(0.5 * float(&pawl.stiffness) * most * most);
        }
        let insertion = &report.insertion;
        for peak in [&insertion.peak, &insertion.pull].into_iter().flatten() {
            scales.force = scales.force.max(finite(peak.force));
        }
        for work in [insertion.work, insertion.stored, insertion.dissipated, insertion.lost] {
            scales.energy = scales.energy.max(finite(work));
        }
        scales
    }

    /// Of quantities with this unit.
    pub fn unit(&self, unit: &str) -> f64 {
        match unit {
            "s" => self.time,
            "m" => self.travel,
            // a radian is the scale of every angle
            "rad" if self.time > 0.0 => 1.0,
            "rad/s" => self.rate,
            "N" => self.force,
            "J" => self.energy,
            _ => 0.0,
        }
    }
}
