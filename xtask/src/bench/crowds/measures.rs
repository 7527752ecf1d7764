//! What is measured of a run, from what an engine tells of its parts.

use super::overlap;
use super::pose::{Pose, Sample};
use super::scene::Scene;
use super::vector::{dot, length, minus};

/// How long before the end everything should be at rest, s.
const REST: f64 = 0.5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// deepest at any sample, m
    pub overlap: f64,
    /// largest speed of any centre over the last half second, m/s; only of scenes at rest that ran to their end
    pub creep: Option<f64>,
    /// largest rise of kinetic and potential energy over the start, J
    pub gain: f64,
}

/// Of as much of the run as there is.
pub fn all(scene: &Scene, samples: &[Sample]) -> Option<Measured> {
    let (first, last) = (samples.first()?, samples.last()?);
    let start = energy(scene, &first.poses);
    let rises = samples.iter().map(|s| energy(scene, &s.poses) - start);
    let overlaps = samples.iter().map(|s| overlap::worst(scene, &s.poses));
    let whole = last.time > scene.until - 1e-6;
    Some(Measured {
        overlap: overlaps.fold(0.0, f64::max),
        creep: (whole && scene.rests).then(|| creep(scene, samples)),
        gain: rises.fold(0.0, f64::max),
    })
}

/// From the places of successive samples.
fn creep(scene: &Scene, samples: &[Sample]) -> f64 {
    let late = samples.windows(2).filter(|pair| pair[0].time > scene.until - REST - 1e-6);
    let speeds = late.flat_map(|pair| {
        let span = pair[1].time - pair[0].time;
        pair[0].poses.iter().zip(&pair[1].poses).map(move |(a, b)| length(minus(b.position, a.position)) / span)
    });
    speeds.fold(0.0, f64::max)
}

/// Kinetic and potential, J.
fn energy(scene: &Scene, poses: &[Pose]) -> f64 {
    let of = |(body, pose): (&super::scene::Body, &Pose)| {
        let turning =
            body.inertia().into_iter().zip(pose.axes).map(|(i, axis)| i * dot(axis, pose.spin) * dot(axis, pose.spin));
        0.5 * body.mass * dot(pose.velocity, pose.velocity) + 0.5 * turning.sum::<f64>()
            - body.mass * dot(scene.gravity(), pose.position)
    };
    scene.bodies.iter().zip(poses).map(of).sum()
}

/// Power of n in the cost of a family, by least squares in logarithms.
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 2 {
        return None;
    }
    let logs: Vec<[f64; 2]> = points.iter().map(|(n, cost)| [libm::log(*n), libm::log(*cost)]).collect();
    let many = points.iter().map(|_| 1.0).sum::<f64>();
    let mean = [0, 1].map(|k| logs.iter().map(|l| l[k]).sum::<f64>() / many);
    let sum = |f: fn(f64, f64) -> f64| logs.iter().map(|l| f(l[0] - mean[0], l[1] - mean[1])).sum::<f64>();
    Some(sum(|x, y| x * y) / sum(|x, _| x * x))
}

#[cfg(test)]
mod tests {
    use super::super::scenes;
    use super::*;

    fn stack() -> (Scene, Vec<Pose>) {
        let scene = scenes::all().remove(0);
        let poses = scene.bodies.iter().map(Pose::at_start).collect();
        (scene, poses)
    }

    #[test]
    fn a_stack_that_stays_has_nothing_to_be_told() {
        let (scene, poses) = stack();
        let samples: Vec<Sample> =
            (0..=60).map(|k| Sample { time: f64::from(k) / 60.0, poses: poses.clone() }).collect();
        let measured = all(&scene, &samples).unwrap();
        assert!(measured.overlap < 1e-13 && measured.creep == Some(0.0) && measured.gain == 0.0);
        // half of a run has no end
        assert_eq!(all(&scene, &samples[..30]).unwrap().creep, None);
        assert_eq!(all(&scene, &[]), None);
    }

    #[test]
    fn a_box_that_sinks_and_one_that_is_thrown_up_are() {
        let (scene, poses) = stack();
        let at = |k: i32| {
            let mut poses = poses.clone();
            // 6 mm/s, only in the last tenth of a second
            poses[49].position[1] -= 1e-4 * f64::from((k - 54).max(0));
            poses[0].velocity = [3.0, 4.0, 0.0];
            poses[0].spin = [0.0, 0.0, if k == 30 { 6.0 } else { 0.0 }];
            Sample { time: f64::from(k) / 60.0, poses }
        };
        let measured = all(&scene, &(0..=60).map(at).collect::<Vec<_>>()).unwrap();
        assert!((measured.overlap - 6e-4).abs() < 1e-13);
        assert!((measured.creep.unwrap() - 6e-3).abs() < 1e-12);
        // 1/2 · (0.2² + 0.2²)/12 kg·m² · (6 rad/s)²
        assert!((measured.gain - 0.12).abs() < 1e-9);
    }

    #[test]
    fn a_square_law_has_the_power_two() {
        let points = [50.0, 200.0, 1000.0].map(|n: f64| (n, 3.0 * n * n));
        assert!((exponent(&points).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(exponent(&points[..1]), None);
    }
}
