//! Contact in words: what touches, and what an impact is reported as: who, how fast, and what became of the energy.

use crate::laws::touch::state::Site;
use crate::laws::touch::touch::Touch;
use crate::multibody::event_text::{energy, figures, quoted};
use crate::multibody::multibody::Multibody;
use crate::tolerances::IMPACT_ENERGY_ROUNDING;
use mainspring_geometry::touch::{Feature, FeatureKind};
use mainspring_record::{FeatureName, FeatureWord};

/// What an impact did at one pair or stop.
pub struct ImpactReport {
    /// before it, m/s or rad/s
    pub speed: f64,
    /// after it, m/s or rad/s
    pub rebound: f64,
    /// N·s or N·m·s
    pub impulse: f64,
    /// J; below zero if the law gained energy
    pub lost: f64,
    /// whether the impact as a whole gained energy
    pub gained: bool,
}

impl ImpactReport {
    /// What became of the energy; rounding is neither loss nor gain.
    fn energy(&self) -> String {
        if self.lost.abs() <= IMPACT_ENERGY_ROUNDING * self.impulse * (self.speed + self.rebound.abs()) {
            return "nothing lost".to_owned();
        }
        let from = if self.gained { "" } else { " from what is struck with it" };
        if self.lost < 0.0 { format!("{}{from}", energy(self.lost)) } else { energy(self.lost) }
    }
}

/// A piece of a surface as recordings call it, too.
pub const fn feature_name(feature: &Feature) -> FeatureName {
    let word = match feature.kind {
        FeatureKind::Corner => FeatureWord::Corner,
        FeatureKind::Edge => FeatureWord::Edge,
        FeatureKind::Arc => FeatureWord::Arc,
        FeatureKind::Face => FeatureWord::Face,
        FeatureKind::Ball => FeatureWord::Ball,
        FeatureKind::Side => FeatureWord::Side,
        FeatureKind::Rim => FeatureWord::Rim,
        FeatureKind::Whole => FeatureWord::Surface,
    };
    FeatureName { word, number: feature.number }
}

/// Which end of a joint's range.
pub const fn stop_word(upper: bool) -> &'static str {
    if upper { "upper stop" } else { "lower stop" }
}

/// Which tooth side of a gear with play.
pub const fn tooth_word(upper: bool) -> &'static str {
    if upper { "upper flank" } else { "lower flank" }
}

impl Touch {
    /// An impact in words, with units: a pair's, which stop of which joint, which tooth side of which gear.
    pub fn impact_text(&self, bodies: &Multibody, site: Site, report: &ImpactReport) -> String {
        let (who, speed) = (quoted(&self.site_names(bodies, site)), figures(report.speed));
        let (angle, end) = match site {
            Site::Pair { .. } => return format!("{who} collide at {speed} m/s, {}", report.energy()),
            Site::Stop { joint, upper } => {
                (bodies.model.joints[joint as usize].kind.coordinates().first() == Some(&true), stop_word(upper))
            }
            Site::Tooth { mesh, upper } => (bodies.rows[self.meshes[mesh as usize].row].angle, tooth_word(upper)),
        };
        let unit = if angle { "rad/s" } else { "m/s" };
        let rebound = match report.rebound > self.slow(bodies, 1.0) {
            true => format!("rebounds at {} {unit}", figures(report.rebound)),
            false => "does not rebound".to_owned(),
        };
        format!("{who} meets its {end} at {speed} {unit}, {rebound}, {}", report.energy())
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_four_digits() {
        for (x, text) in [
            (0.437_71, "0.4377"),
            (2.24, "2.240"),
            (0.0, "0.000"),
            (12_345.6, "12346"),
            (0.000_123_45, "0.0001234"),
            (3.2e-13, "3.200e-13"),
            (4.5e7, "4.500e7"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(figures(x), text);
        }
    }

    #[test]
    fn a_gain_is_not_a_loss_below_zero() {
        let report = |lost, gained| ImpactReport { speed: 1.0, rebound: 0.5, impulse: 2.0, lost, gained }.energy();
        assert_eq!(report(0.25, false), "0.2500 J lost");
        assert_eq!(report(-0.437_71, true), "gained 0.4377 J");
        assert_eq!(report(-0.25, false), "gained 0.2500 J from what is struck with it");
        assert_eq!(report(-1e-16, false), "nothing lost");
    }
}
