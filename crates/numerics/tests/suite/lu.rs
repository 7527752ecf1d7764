//! Solutions of real and complex systems satisfy their equations; singular ones are refused.

use mainspring_numerics::complex_lu::ComplexLu;
use mainspring_numerics::lu::Lu;

/// A full matrix that needs pivoting, the same every time.
fn number(i: usize, j: usize, seed: u64) -> f64 {
    let z = (seed + 31 * i as u64 + 977 * j as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((z ^ (z >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
}

#[test]
fn solutions_satisfy_their_equations() {
    for n in [1, 2, 7, 20] {
        let (mut real, mut complex) = (Lu::new(n), ComplexLu::new(n));
        for i in 0..n {
            for j in 0..n {
                // nothing on the diagonal: without row exchanges it would fail at once
                let x = if i == j && n > 1 { 0.0 } else { number(i, j, 1) };
                (real.a[i * n + j], complex.re[i * n + j], complex.im[i * n + j]) = (x, x, number(i, j, 5));
            }
        }
        let (a, re, im) = (real.a.clone(), complex.re.clone(), complex.im.clone());
        let b: Vec<f64> = (0..n).map(|i| number(i, 0, 9)).collect();
        let c: Vec<f64> = (0..n).map(|i| number(i, 0, 10)).collect();
        assert!(real.factorise() && complex.factorise());
        let (mut x, mut p, mut q) = (b.clone(), b.clone(), c.clone());
        real.solve(&mut x);
        complex.solve(&mut p, &mut q);
        for i in 0..n {
            let row = |m: &[f64], x: &[f64]| (0..n).map(|j| m[i * n + j] * x[j]).sum::<f64>();
            assert!((row(&a, &x) - b[i]).abs() < 1e-12);
            assert!((row(&re, &p) - row(&im, &q) - b[i]).abs() < 1e-12);
            assert!((row(&re, &q) + row(&im, &p) - c[i]).abs() < 1e-12);
        }
    }
}

#[test]
fn a_singular_matrix_is_refused() {
    let mut real = Lu::new(2);
    real.a.copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
    assert!(!real.factorise());
    let mut complex = ComplexLu::new(2);
    complex.im.copy_from_slice(&[1.0, 2.0, 2.0, 4.0]);
    assert!(!complex.factorise());
}
