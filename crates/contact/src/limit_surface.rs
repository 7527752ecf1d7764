//! Friction of an area: a part that lies on a table and may move in three ways, sliding along two axes and turning.
//!
//! The wrenches that hold it form a convex body; its boundary, the limit surface, is made of the wrenches with which friction
//! brakes its motions, each of which the others exceed in nothing: friction does the most it can against the motion there is.
//! Twists and wrenches are in the coordinates of the three rows.

use mainspring_numerics::vec3::{Vec3, scale};
use std::fmt::Debug;
use std::sync::Arc;

/// The limit surface of a part at rest.
pub trait LimitSurface: Debug + Send + Sync {
    /// Wrench on the boundary with which static friction would brake a twist, and how it changes with it (`[i][j]`: of
    /// component i with component j). The wrench depends on the direction of the twist alone.
    fn braking(&self, twist: Vec3) -> (Vec3, [Vec3; 3]);

    /// How much of the limit surface a driving wrench uses up, 1 on it, and the twist it begins with when it is exceeded.
    fn gauge(&self, drive: Vec3) -> (f64, Vec3);

    /// Kinetic over static friction, at most 1.
    fn kinetic_share(&self) -> f64;
}

/// The same shape with a share of static friction, and kinetic friction at most that.
pub fn weakened(surface: &Arc<dyn LimitSurface>, share: f64) -> Arc<dyn LimitSurface> {
    Arc::new(Weakened { whole: Arc::clone(surface), share })
}

#[derive(Debug)]
struct Weakened {
    whole: Arc<dyn LimitSurface>,
    share: f64,
}

impl LimitSurface for Weakened {
    fn braking(&self, twist: Vec3) -> (Vec3, [Vec3; 3]) {
        let (wrench, slopes) = self.whole.braking(twist);
        (scale(wrench, self.share), slopes.map(|row| scale(row, self.share)))
    }

    fn gauge(&self, drive: Vec3) -> (f64, Vec3) {
        let (gauge, twist) = self.whole.gauge(drive);
        (gauge / self.share, twist)
    }

    fn kinetic_share(&self) -> f64 {
        (self.whole.kinetic_share() / self.share).min(1.0)
    }
}
