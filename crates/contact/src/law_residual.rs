//! By how much the force of one point of contact is off the laws it obeys.

/// By how much a normal force and a friction force are off Coulomb's law, N: a pull, friction beyond its limit, or friction
/// that is not against the slip. Without `slip` the point sticks; a slip of speed zero has begun and has no direction yet.
///
/// `limits` are the coefficients of kinetic and static friction, of the size of the normal force.
#[must_use]
pub fn law_residual(normal: f64, friction: [f64; 2], slip: Option<[f64; 2]>, limits: [f64; 2]) -> f64 {
    let size = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
    let [kinetic, fixed] = limits.map(|coefficient| coefficient * normal.max(0.0));
    let pull = (-normal).max(0.0);
    let off = match slip {
        None => (size(friction) - fixed).max(0.0),
        Some([0.0, 0.0]) => (size(friction) - kinetic).abs(),
        Some(slip) => {
            let against = kinetic / size(slip);
            size([friction[0] + against * slip[0], friction[1] + against * slip[1]])
        }
    };
    pull.max(off)
}

#[cfg(test)]
mod tests {
    use super::law_residual;

    const LIMITS: [f64; 2] = [0.25, 0.5];

    fn near(is: f64, should: f64) {
        assert!((is - should).abs() < 1e-15 * 8.0, "{is} is not {should}");
    }

    #[test]
    fn forces_that_obey_the_law_are_off_by_nothing() {
        near(law_residual(8.0, [2.4, -3.2], None, LIMITS), 0.0);
        near(law_residual(8.0, [-1.2, 1.6], Some([3.0, -4.0]), LIMITS), 0.0);
        near(law_residual(8.0, [0.0, 2.0], Some([0.0; 2]), LIMITS), 0.0);
        near(law_residual(0.0, [0.0; 2], None, LIMITS), 0.0);
    }

    #[test]
    fn each_way_to_break_it_is_told_in_newtons() {
        near(law_residual(-3.0, [0.0; 2], None, LIMITS), 3.0);
        near(law_residual(8.0, [3.0, 4.0], None, LIMITS), 1.0);
        // too little, and along the slip
        near(law_residual(8.0, [-1.0, 0.0], Some([2.0, 0.0]), LIMITS), 1.0);
        near(law_residual(8.0, [2.0, 0.0], Some([2.0, 0.0]), LIMITS), 4.0);
        near(law_residual(8.0, [0.5, 0.0], Some([0.0; 2]), LIMITS), 1.5);
    }
}
