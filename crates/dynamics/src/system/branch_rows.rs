//! Rows that keep to a branch through a singular position, as sums of what places on it say.

use mainspring_numerics::cholesky;

/// Where a branch passes, and rows that keep to it.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// rows that these replace
    pub instead_of: Vec<usize>,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    /// G; [rows][nv]
    pub rows: Vec<Vec<f64>>,
    /// G v
    pub rates: Vec<f64>,
    /// G v̇
    pub accelerations: Vec<f64>,
}

/// What one place says.
pub struct BranchPlace {
    /// unit covectors, lengths in lengths of the mechanism, that span what D says beside the others
    pub covectors: Vec<Vec<f64>>,
    pub rates: Vec<f64>,
    pub accelerations: Vec<f64>,
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Branch {
    /// Adds what a place says, times a weight: the projections of the covectors `onto`.
    pub fn add(&mut self, place: &BranchPlace, onto: &[Vec<f64>], weight: f64) -> bool {
        let n = onto.len();
        let gram: Vec<f64> = place.covectors.iter().flat_map(|a| place.covectors.iter().map(|b| dot(a, b))).collect();
        for (m, wanted) in onto.iter().enumerate() {
            let mut shares: Vec<f64> = place.covectors.iter().map(|c| dot(c, wanted)).collect();
            if !cholesky::solve(&mut gram.clone(), &mut shares, n) {
                return false;
            }
            for (share, covector) in shares.iter().zip(&place.covectors) {
                for (sum, x) in self.rows[m].iter_mut().zip(covector) {
                    *sum += weight * share * x;
                }
            }
            self.rates[m] += weight * dot(&shares, &place.rates);
            self.accelerations[m] += weight * dot(&shares, &place.accelerations);
        }
        true
    }

    pub fn none(rows: usize, q: usize, v: usize) -> Self {
        Self {
            instead_of: Vec::new(),
            q: vec![0.0; q],
            v: vec![0.0; v],
            rows: vec![vec![0.0; v]; rows],
            rates: vec![0.0; rows],
            accelerations: vec![0.0; rows],
        }
    }
}
