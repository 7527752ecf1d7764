//! Vectors, matrices and quaternions obey their laws.

use mainspring_numerics::matrix3::{self, Mat3};
use mainspring_numerics::symmetric3::{self, Symmetric3};
use mainspring_numerics::{angle, quaternion, symmetric2, vec2, vec3};
use proptest::prelude::*;
use std::f64::consts::TAU;

fn near(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
}

fn full(m: &Symmetric3) -> Mat3 {
    [[m[0], m[1], m[2]], [m[1], m[3], m[4]], [m[2], m[4], m[5]]]
}

proptest! {
    #[test]
    fn products_of_vectors(a in prop::array::uniform3(-2.0..2.0f64), b in prop::array::uniform3(-2.0..2.0f64), c in prop::array::uniform3(-2.0..2.0f64)) {
        let n = vec3::cross(a, b);
        prop_assert!(vec3::dot(n, a).abs() < 1e-12 && vec3::dot(n, b).abs() < 1e-12);
        prop_assert!((vec3::triple(a, b, c) - vec3::triple(b, c, a)).abs() < 1e-12);
        // a×(b×c) = b (a·c) − c (a·b)
        let left = vec3::cross(a, vec3::cross(b, c));
        let right = vec3::combine(vec3::dot(a, c), b, -vec3::dot(a, b), c);
        prop_assert!(near(&left, &right));
        let (p, q) = ([a[0], a[1]], [b[0], b[1]]);
        prop_assert_eq!(vec2::cross(p, q), vec2::dot(vec2::perp(p), q));
        prop_assert!((vec2::norm(p) - vec2::hypot(p)).abs() <= 1e-15 * vec2::hypot(p));
        let r = vec2::direction(c[0]);
        prop_assert!(near(&vec2::rotate_back(r, vec2::rotate(r, p)), &p));
    }

    #[test]
    fn quaternions_are_rotations(w in prop::array::uniform3(-2.0..2.0f64), u in prop::array::uniform3(-2.0..2.0f64), v in prop::array::uniform3(-2.0..2.0f64)) {
        let (p, q) = (quaternion::from_rotation_vector(w), quaternion::from_rotation_vector(u));
        let r = quaternion::to_matrix(p);
        prop_assert!(near(&matrix3::rotate(&r, v), &quaternion::rotate(p, v)));
        prop_assert!(near(&matrix3::rotate_back(&r, matrix3::rotate(&r, v)), &v));
        prop_assert!(near(&quaternion::rotate(quaternion::multiply(p, q), v), &quaternion::rotate(p, quaternion::rotate(q, v))));
        prop_assert!(near(&quaternion::rotate(quaternion::conjugate(p), quaternion::rotate(p, v)), &v));
        // a quaternion and its negative are one turn
        let back = quaternion::from_matrix(&r);
        let same = if back.iter().zip(&p).map(|(x, y)| x * y).sum::<f64>() < 0.0 { back.map(|x| -x) } else { back };
        prop_assert!(near(&same, &p));
        let length = vec3::norm(w);
        if let Some(axis) = vec3::unit(w) {
            prop_assert!(near(&quaternion::about_axis(axis, length), &p));
        }
        let (s, c) = libm::sincos(w[2]);
        let about_z = quaternion::to_matrix(quaternion::about_axis([0.0, 0.0, 1.0], w[2]));
        let turned = matrix3::turn_about_z(&r, s, c);
        prop_assert!(near(&matrix3::rotate(&turned, v), &matrix3::rotate(&r, matrix3::rotate(&about_z, v))));
    }

    #[test]
    fn symmetric_matrices(m in prop::array::uniform6(-1.0..1.0f64), w in prop::array::uniform3(-2.0..2.0f64), a in prop::array::uniform3(-2.0..2.0f64)) {
        let m = [m[0] + 4.0, m[1], m[2], m[3] + 4.0, m[4], m[5] + 4.0];
        prop_assert!(near(&symmetric3::times(&m, symmetric3::times(&symmetric3::inverse(&m), a)), &a));
        let r = quaternion::to_matrix(quaternion::from_rotation_vector(w));
        let (packed, plain) = (full(&symmetric3::rotate(&r, &m)), matrix3::rotate_tensor(&r, &full(&m)));
        prop_assert!((0..3).all(|i| near(&packed[i], &plain[i])));
        // L B and its transpose, with B = M L
        let b = symmetric3::times_skew(&m, a);
        let (straight, transposed) = (full(&symmetric3::skew_times(w, &b)), full(&symmetric3::skew_times_transposed(w, &b)));
        let column = |j: usize| [b[0][j], b[1][j], b[2][j]];
        for i in 0..3 {
            for j in i..3 {
                prop_assert!((straight[i][j] - vec3::cross(w, column(j))[i]).abs() < 1e-12);
                prop_assert!((transposed[i][j] - vec3::cross(w, column(i))[j]).abs() < 1e-12);
            }
        }
        let small = [m[0], m[1], m[3]];
        let f = [a[0], a[1]];
        prop_assert!(near(&symmetric2::times(&small, symmetric2::solve(&small, f)), &f));
    }

    #[test]
    fn angles_keep_to_their_turn(x in -50.0..50.0f64, turns in -9..9i32) {
        prop_assert!((angle::unwrap_near(x + TAU * f64::from(turns), x) - x).abs() < 1e-12);
    }
}

#[test]
fn a_small_turn_is_as_smooth_as_a_large_one() {
    let at = |a: f64| quaternion::from_rotation_vector([a, 0.0, 0.0])[1] / a;
    assert!((at(1e-4 * (1.0 - 1e-12)) - at(1e-4)).abs() < 1e-16);
    assert_eq!(quaternion::from_rotation_vector([0.0; 3]), quaternion::IDENTITY);
    assert_eq!(vec3::unit([0.0; 3]), None);
}
