//! Where a body is and how it moves, as engines tell it.

use super::scene::Body;
use super::vector::{Vector, add, dot, length};

/// In world axes, SI.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// of the centre of mass
    pub position: Vector,
    /// the body's own x, y and z
    pub axes: [Vector; 3],
    pub velocity: Vector,
    pub spin: Vector,
}

/// All bodies at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub time: f64,
    pub poses: Vec<Pose>,
}

impl Sample {
    /// From the time and what follows for each body: x, y, angle and their rates in the plane; in space its place, its
    /// quaternion (w first) or its three axes, velocity and spin. None where numbers are missing or not finite.
    pub fn read(numbers: &[f64], plane: bool, bodies: usize) -> Option<Self> {
        let (time, rest) = numbers.split_first()?;
        if bodies == 0 || rest.is_empty() || rest.len() % bodies != 0 || !numbers.iter().all(|x| x.is_finite()) {
            return None;
        }
        let poses = rest.chunks(rest.len() / bodies).map(|told| match *told {
            [x, y, angle, vx, vy, rate] if plane => {
                let (sin, cos) = (libm::sin(angle), libm::cos(angle));
                Some(Pose {
                    position: [x, y, 0.0],
                    axes: [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]],
                    velocity: [vx, vy, 0.0],
                    spin: [0.0, 0.0, rate],
                })
            }
            [x, y, z, q0, q1, q2, q3, vx, vy, vz, wx, wy, wz] if !plane => Some(Pose {
                position: [x, y, z],
                axes: axes([q0, q1, q2, q3]),
                velocity: [vx, vy, vz],
                spin: [wx, wy, wz],
            }),
            [x, y, z, a, b, c, d, e, f, g, h, i, vx, vy, vz, wx, wy, wz] if !plane => Some(Pose {
                position: [x, y, z],
                axes: [[a, b, c], [d, e, f], [g, h, i]],
                velocity: [vx, vy, vz],
                spin: [wx, wy, wz],
            }),
            _ => None,
        });
        Some(Self { time: *time, poses: poses.collect::<Option<_>>()? })
    }
}

impl Pose {
    pub fn at_start(body: &Body) -> Self {
        let (sin, cos) = (libm::sin(0.5 * body.angle), libm::cos(0.5 * body.angle));
        let long = length(body.axis);
        let [x, y, z] = body.axis.map(|a| sin * a / long);
        Self { position: body.position, axes: axes([cos, x, y, z]), velocity: [0.0; 3], spin: [0.0; 3] }
    }

    /// A point given in the body's axes from its centre.
    pub fn place(&self, point: Vector) -> Vector {
        (0..3).fold(self.position, |sum, k| add(sum, point[k], self.axes[k]))
    }

    /// A point of the world in the body's axes from its centre.
    pub fn local(&self, point: Vector) -> Vector {
        self.axes.map(|axis| dot(axis, add(point, -1.0, self.position)))
    }

    /// Largest difference of any coordinate of place and axes.
    pub fn apart(&self, other: &Self) -> f64 {
        let all = |pose: &Self| [pose.position, pose.axes[0], pose.axes[1], pose.axes[2]].concat();
        all(self).iter().zip(all(other)).fold(0.0, |worst: f64, (a, b)| worst.max((a - b).abs()))
    }
}

/// Columns of the rotation that a quaternion is.
fn axes([w, x, y, z]: [f64; 4]) -> [Vector; 3] {
    let s = 2.0 / (w * w + x * x + y * y + z * z);
    [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;

    #[test]
    fn a_quarter_turn_is_one_in_every_way_of_telling() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let flat = Sample::read(&[0.5, 1.0, 2.0, std::f64::consts::FRAC_PI_2, 3.0, 4.0, 5.0], true, 1).unwrap();
        let told = [0.5, 1.0, 2.0, 0.0, half, 0.0, 0.0, half, 3.0, 4.0, 0.0, 0.0, 0.0, 5.0];
        let by_quaternion = Sample::read(&told, false, 1).unwrap();
        let told = [
            [0.5, 1.0, 2.0, 0.0].as_slice(),
            &[0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0],
            &[3.0, 4.0, 0.0, 0.0, 0.0, 5.0],
        ];
        let by_axes = Sample::read(&told.concat(), false, 1).unwrap();
        assert!(
            flat.poses[0].apart(&by_axes.poses[0]) < 1e-15 && by_quaternion.poses[0].apart(&by_axes.poses[0]) < 1e-15
        );
        assert_eq!((flat.time, flat.poses[0].velocity, flat.poses[0].spin), (0.5, [3.0, 4.0, 0.0], [0.0, 0.0, 5.0]));
        assert_eq!(by_axes.poses[0].place([2.0, 0.0, 0.0]), [1.0, 4.0, 0.0]);
        assert_eq!(by_axes.poses[0].local([1.0, 4.0, 0.0]), [2.0, 0.0, 0.0]);
    }

    #[test]
    fn what_is_missing_or_not_a_number_is_not_read() {
        assert_eq!(Sample::read(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], true, 1), None);
        assert_eq!(Sample::read(&[0.0, 1.0, 2.0, f64::NAN, 4.0, 5.0, 6.0], true, 1), None);
        assert_eq!(Sample::read(&[0.0], true, 1), None);
    }

    #[test]
    fn a_start_is_turned_about_its_axis() {
        let body = Body {
            shape: Shape::Sphere(1.0),
            mass: 1.0,
            position: [0.0; 3],
            axis: [0.0, 2.0, 0.0],
            angle: std::f64::consts::FRAC_PI_2,
        };
        let [x, y, z] = Pose::at_start(&body).place([1.0, 0.0, 0.0]);
        assert!(x.abs() < 1e-15 && y.abs() < 1e-15 && (z + 1.0).abs() < 1e-15);
    }
}
