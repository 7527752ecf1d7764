//! Symmetric 3×3 matrices by six numbers (xx, xy, xz, yy, yz, zz), and the products the spatial recursion needs.

use crate::multibody::math::{Mat3, Vec3, cross, dot};

/// xx, xy, xz, yy, yz, zz
pub type Symmetric = [f64; 6];

/// M a
pub fn times(m: &Symmetric, a: Vec3) -> Vec3 {
    [
        m[0] * a[0] + m[1] * a[1] + m[2] * a[2],
        m[1] * a[0] + m[3] * a[1] + m[4] * a[2],
        m[2] * a[0] + m[4] * a[1] + m[5] * a[2],
    ]
}

/// to += m
pub fn add_to(to: &mut Symmetric, m: &Symmetric) {
    for k in 0..6 {
        to[k] += m[k];
    }
}

/// a − b
pub fn sub(a: &Symmetric, b: &Symmetric) -> Symmetric {
    std::array::from_fn(|k| a[k] - b[k])
}

/// M − a bᵀ, where a bᵀ is symmetric (a along b).
pub fn less(m: &Symmetric, a: Vec3, b: Vec3) -> Symmetric {
    [
        m[0] - a[0] * b[0],
        m[1] - a[0] * b[1],
        m[2] - a[0] * b[2],
        m[3] - a[1] * b[1],
        m[4] - a[1] * b[2],
        m[5] - a[2] * b[2],
    ]
}

/// R M Rᵀ
pub fn turned(r: &Mat3, m: &Symmetric) -> Symmetric {
    let half = [times(m, r[0]), times(m, r[1]), times(m, r[2])];
    [
        dot(half[0], r[0]),
        dot(half[0], r[1]),
        dot(half[0], r[2]),
        dot(half[1], r[1]),
        dot(half[1], r[2]),
        dot(half[2], r[2]),
    ]
}

/// G I Gᵀ + m (c² − c cᵀ): a body's inertia about a point from which its centre is at c, in axes of which G are the body's.
pub fn about(g: &Mat3, i: &Mat3, m: f64, c: Vec3) -> Symmetric {
    let own = turned(g, &[i[0][0], i[0][1], i[0][2], i[1][1], i[1][2], i[2][2]]);
    let c2 = dot(c, c);
    [
        own[0] + m * (c2 - c[0] * c[0]),
        own[1] - m * c[0] * c[1],
        own[2] - m * c[0] * c[2],
        own[3] + m * (c2 - c[1] * c[1]),
        own[4] - m * c[1] * c[2],
        own[5] + m * (c2 - c[2] * c[2]),
    ]
}

/// M⁻¹ by cofactors.
pub fn inverse(m: &Symmetric) -> Symmetric {
    let c = [
        m[3] * m[5] - m[4] * m[4],
        m[2] * m[4] - m[1] * m[5],
        m[1] * m[4] - m[2] * m[3],
        m[0] * m[5] - m[2] * m[2],
        m[1] * m[2] - m[0] * m[4],
        m[0] * m[3] - m[1] * m[1],
    ];
    let k = 1.0 / (m[0] * c[0] + m[1] * c[1] + m[2] * c[2]);
    c.map(|x| k * x)
}

/// B M
pub fn matrix_times(b: &Mat3, m: &Symmetric) -> Mat3 {
    b.map(|row| times(m, row))
}

/// K Bᵀ where that is symmetric.
pub fn outer(k: &Mat3, b: &Mat3) -> Symmetric {
    [dot(k[0], b[0]), dot(k[0], b[1]), dot(k[0], b[2]), dot(k[1], b[1]), dot(k[1], b[2]), dot(k[2], b[2])]
}

/// M L, L the matrix of l×: each row of M crossed with l.
pub fn times_skew(m: &Symmetric, l: Vec3) -> Mat3 {
    [cross([m[0], m[1], m[2]], l), cross([m[1], m[3], m[4]], l), cross([m[2], m[4], m[5]], l)]
}

/// Upper triangle of L B.
pub fn skew_times(l: Vec3, b: &Mat3) -> Symmetric {
    [
        l[1] * b[2][0] - l[2] * b[1][0],
        l[1] * b[2][1] - l[2] * b[1][1],
        l[1] * b[2][2] - l[2] * b[1][2],
        l[2] * b[0][1] - l[0] * b[2][1],
        l[2] * b[0][2] - l[0] * b[2][2],
        l[0] * b[1][2] - l[1] * b[0][2],
    ]
}

/// Upper triangle of (L B)ᵀ.
pub fn skew_times_back(l: Vec3, b: &Mat3) -> Symmetric {
    [
        l[1] * b[2][0] - l[2] * b[1][0],
        l[2] * b[0][0] - l[0] * b[2][0],
        l[0] * b[1][0] - l[1] * b[0][0],
        l[2] * b[0][1] - l[0] * b[2][1],
        l[0] * b[1][1] - l[1] * b[0][1],
        l[0] * b[1][2] - l[1] * b[0][2],
    ]
}
