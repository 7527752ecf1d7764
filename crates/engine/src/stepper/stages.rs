//! Stages of explicit methods and their weighted sums.

use super::stepper::Start;
use mainspring_dynamics::System;

/// Evaluates the stages `which` of an explicit method; `stage` is left at the last one's state.
pub(super) fn evaluate_stages(
    system: &mut dyn System,
    from: Start<'_>,
    (nodes, weights): (&[f64], &[&[(usize, f64)]]),
    which: std::ops::Range<usize>,
    k: &mut [Vec<f64>],
    stage: &mut [f64],
) {
    k[0].copy_from_slice(from.f);
    for s in which {
        combine(from.y, from.h, k, weights[s], stage);
        system.derivative(from.time + nodes[s] * from.h, stage, &mut k[s]);
    }
}

/// y = y0 + h Σ wᵢ kᵢ
pub(super) fn combine(y0: &[f64], h: f64, stages: &[Vec<f64>], weights: &[(usize, f64)], out: &mut [f64]) {
    weighted(stages, weights, out);
    for (out, y0) in out.iter_mut().zip(y0) {
        *out = y0 + h * *out;
    }
}

/// Σ wᵢ kᵢ, four entries at a time so that the sums stay in registers.
pub(super) fn weighted(stages: &[Vec<f64>], weights: &[(usize, f64)], out: &mut [f64]) {
    let mut at = 0;
    while let Some(four) = out[at..].first_chunk_mut::<4>() {
        let mut sum = [0.0; 4];
        for &(i, w) in weights {
            if let Some(k) = stages[i][at..].first_chunk::<4>() {
                for l in 0..4 {
                    sum[l] += w * k[l];
                }
            }
        }
        *four = sum;
        at += 4;
    }
    for j in at..out.len() {
        out[j] = 0.0;
        for &(i, w) in weights {
            out[j] += w * stages[i][j];
        }
    }
}
