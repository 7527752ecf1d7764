//! Dense solvers against each other and against what is known of their solutions.

use mainspring_numerics::cholesky::{self, independent_rows};
use mainspring_numerics::elimination::{gauss_jordan, solve_partial_pivoting, solve_without_pivoting};
use mainspring_numerics::envelope_cholesky::{Envelope, cuthill_mckee};
use mainspring_numerics::lu::Lu;
use mainspring_numerics::row_reduction::reduce_rows;
use proptest::prelude::*;

const DEPENDENT: f64 = 1e-11;

#[test]
fn three_equal_feet_share_and_weights_shift_the_share() {
    // one equation x₀ + x₁ + x₂ = 3, given three times
    let out = reduce_rows(&mut [1.0; 9], &mut [3.0; 3], 3, 3, DEPENDENT);
    assert_eq!(out.pivots.len(), 1);
    assert!(out.left < 1e-15);
    let even = out.least(&[1.0; 3]).unwrap();
    assert!(even.iter().all(|x| (x - 1.0).abs() < 1e-15), "{even:?}");
    let shifted = out.least(&[1.0, 2.0, 0.0]).unwrap();
    assert!((shifted[0] - 1.0).abs() < 1e-15 && (shifted[1] - 2.0).abs() < 1e-15 && shifted[2] == 0.0);
    assert_eq!(out.basic().iter().sum::<f64>(), 3.0);
}

#[test]
fn independent_rows_are_as_many_as_the_rank() {
    // A Aᵀ with A 7 × 3, two rows alike and one zero
    let a: [[f64; 3]; 7] = [
        [1.0, 0.0, 2.0],
        [0.5, 1.0, 0.0],
        [1.0, 0.0, 2.0],
        [0.0; 3],
        [1.5, 1.0, 2.0],
        [0.0, 3.0, 1.0],
        [2.0, -1.0, 0.5],
    ];
    let gram: Vec<f64> = a.iter().flat_map(|x| a.iter().map(|y| x.iter().zip(y).map(|(p, q)| p * q).sum())).collect();
    let chosen = independent_rows(&gram, 7, DEPENDENT);
    let by_rows = reduce_rows(&mut gram.clone(), &mut [0.0; 7], 7, 7, DEPENDENT);
    assert_eq!(chosen.len(), 3);
    assert_eq!(by_rows.rows.len(), 3);
    let det = |r: &[usize]| {
        let [x, y, z] = [a[r[0]], a[r[1]], a[r[2]]];
        x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0])
    };
    assert!(det(&chosen).abs() > 1.0, "{chosen:?}");
}

#[test]
fn a_system_without_solution_says_how_far_off() {
    let out = reduce_rows(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 2.0], 2, 2, DEPENDENT);
    assert_eq!(out.pivots.len(), 1);
    assert_eq!(out.left, 1.0);
}

#[test]
fn a_shuffled_chain_is_put_in_line() {
    // links 3–0–4–1–2
    let neighbours = vec![vec![3, 4], vec![4, 2], vec![1], vec![0], vec![0, 1]];
    let order = cuthill_mckee(&neighbours);
    assert!(order == [3, 0, 4, 1, 2] || order == [2, 1, 4, 0, 3], "{order:?}");
}

#[test]
fn agrees_with_the_dense_solve() {
    // |i − j| ≤ 2, diagonally dominant
    let n = 9;
    let entry = |i: usize, j: usize| match i.abs_diff(j) {
        0 => 4.0 + i as f64,
        1 => -1.0 + 0.1 * (i + j) as f64,
        2 => 0.5,
        _ => 0.0,
    };
    let mut envelope = Envelope::new((0..n).map(|i: usize| i.saturating_sub(2)).collect());
    let mut dense = vec![0.0; n * n];
    for i in 0..n {
        for j in envelope.first(i)..=i {
            let place = envelope.place(i, j);
            envelope.cells[place] = entry(i, j);
        }
        for j in 0..n {
            dense[i * n + j] = entry(i, j);
        }
    }
    let mut x: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
    let mut y = x.clone();
    assert!(envelope.factorise());
    envelope.solve(&mut x);
    assert!(cholesky::solve(&mut dense, &mut y, n));
    assert!(x.iter().zip(&y).all(|(a, b)| (a - b).abs() < 1e-14), "{x:?} {y:?}");
    let mut flat = Envelope::new(vec![0, 0]);
    flat.cells.copy_from_slice(&[1.0, 1.0, 1.0]);
    assert!(!flat.factorise());
}

proptest! {
    #[test]
    fn every_solver_finds_the_same_solution(entries in prop::collection::vec(-1.0..1.0f64, 36), right in prop::collection::vec(-1.0..1.0f64, 6)) {
        // B Bᵀ + 1 is positive definite, so that every method may be asked
        let n = 6;
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                let sum: f64 = (0..n).map(|k| entries[i * n + k] * entries[j * n + k]).sum();
                a[i * n + j] = sum + if i == j { 1.0 } else { 0.0 };
            }
        }
        let mut lu = Lu::new(n);
        lu.a.copy_from_slice(&a);
        prop_assert!(lu.factorise());
        let mut expected = right.clone();
        lu.solve(&mut expected);
        let close = |x: &[f64]| x.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-12);

        let mut x = right.clone();
        prop_assert_eq!(solve_without_pivoting(&mut a.clone(), &mut x), None);
        prop_assert!(close(&x));
        let mut x = right.clone();
        prop_assert!(solve_partial_pivoting(&mut a.clone(), &mut x) && close(&x));
        let mut x = right.clone();
        prop_assert!(gauss_jordan(&mut a.clone(), &mut x, n, n, 1e-12) && close(&x));
        let mut x = right.clone();
        prop_assert!(cholesky::solve(&mut a.clone(), &mut x, n) && close(&x));
        prop_assert!(close(&cholesky::solve_semidefinite(&mut a.clone(), &right, DEPENDENT)));
        prop_assert!(close(&reduce_rows(&mut a.clone(), &mut right.clone(), n, n, DEPENDENT).basic()));
        prop_assert_eq!(independent_rows(&a, n, DEPENDENT), (0..n).collect::<Vec<_>>());

        let mut small = [[0.0; 3]; 3];
        let mut lu = Lu::new(3);
        for i in 0..3 {
            for j in 0..3 {
                (small[i][j], lu.a[i * 3 + j]) = (a[i * n + j], a[i * n + j]);
            }
        }
        let v = [right[0], right[1], right[2]];
        let mut expected = v;
        prop_assert!(lu.factorise());
        lu.solve(&mut expected);
        let found = cholesky::solve3(&small, &v).unwrap();
        prop_assert!((0..3).all(|i| (found[i] - expected[i]).abs() < 1e-13));
    }

    #[test]
    fn a_semidefinite_system_is_solved_on_its_independent_rows(entries in prop::collection::vec(-1.0..1.0f64, 10), x in prop::collection::vec(-1.0..1.0f64, 5)) {
        // A Aᵀ of rank two in five unknowns, and a right side that it can make
        let n = 5;
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                a[i * n + j] = entries[2 * i] * entries[2 * j] + entries[2 * i + 1] * entries[2 * j + 1];
            }
        }
        let times = |x: &[f64]| -> Vec<f64> { (0..n).map(|i| (0..n).map(|j| a[i * n + j] * x[j]).sum()).collect() };
        let right = times(&x);
        let found = cholesky::solve_semidefinite(&mut a.clone(), &right, 1e-10);
        prop_assert!(found.iter().filter(|x| **x != 0.0).count() <= 2);
        let again = times(&found);
        prop_assert!(again.iter().zip(&right).all(|(x, y)| (x - y).abs() < 1e-4), "{again:?} {right:?}");
    }
}
