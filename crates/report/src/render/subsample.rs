//! Which arrows of a field are drawn: rows and columns left out evenly until the rest are far enough apart and few enough.

use crate::tolerances::{SAME_POINT, STEP_ROUNDING};

/// Indices of `places` (m), about `least` (m) or more apart and not many more than `most`, in order.
///
/// Places on a grid keep a grid: every k-th column and row. Others keep the first in each square of a net.
pub(crate) fn subsample(places: &[[f64; 2]], least: f64, most: usize) -> Vec<usize> {
    let sound: Vec<usize> = (0..places.len()).filter(|i| places[*i].iter().all(|c| c.is_finite())).collect();
    if sound.len() < 2 {
        return sound;
    }
    let axes = [0, 1].map(|k| distinct(sound.iter().map(|i| places[*i][k]).collect()));
    let cells = axes[0].len() * axes[1].len();
    let many = (sound.len() as f64 / most.max(1) as f64).sqrt();
    if cells <= 4 * sound.len() {
        let stride = axes.each_ref().map(|axis| {
            let gap = (axis[axis.len() - 1] - axis[0]) / (axis.len() - 1).max(1) as f64;
            let apart = if gap > 0.0 { libm::ceil(least / gap - STEP_ROUNDING) } else { 1.0 };
            apart.max(libm::ceil(many - STEP_ROUNDING)).clamp(1.0, axis.len() as f64) as usize
        });
        let kept = |i: usize| {
            (0..2).all(|k| {
                let axis = &axes[k];
                let place = axis.partition_point(|c| *c < places[i][k] - slack(axis));
                // as far from one end as from the other, and from the edge, which long arrows must not cross
                let count = axis.len() / stride[k];
                let offset = (axis.len() - 1 - (count - 1) * stride[k]) / 2;
                place >= offset && (place - offset).is_multiple_of(stride[k]) && (place - offset) / stride[k] < count
            })
        };
        return sound.into_iter().filter(|i| kept(*i)).collect();
    }
    let low = axes.each_ref().map(|axis| axis[0]);
    let size = axes.each_ref().map(|axis| axis[axis.len() - 1] - axis[0]);
    let net = least.max((size[0] * size[1] / most.max(1) as f64).sqrt()).max(f64::MIN_POSITIVE);
    let mut taken = std::collections::BTreeSet::new();
    sound.into_iter().filter(|i| taken.insert([0, 1].map(|k| ((places[*i][k] - low[k]) / net) as u64))).collect()
}

/// Numbers that differ by more than rounding, in order.
fn distinct(mut all: Vec<f64>) -> Vec<f64> {
    all.sort_by(f64::total_cmp);
    let slack = slack(&all);
    all.dedup_by(|a, b| *a - *b <= slack);
    all
}

fn slack(sorted: &[f64]) -> f64 {
    SAME_POINT * (sorted[sorted.len() - 1] - sorted[0])
}

/// How far apart neighbours are, m: the side of the square each has to itself.
pub(crate) fn spacing(places: &[[f64; 2]], area: f64) -> f64 {
    if places.is_empty() { f64::INFINITY } else { (area.abs() / places.len() as f64).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(n: usize, pitch: f64) -> Vec<[f64; 2]> {
        (0..n * n).map(|i| [(i % n) as f64 * pitch, (i / n) as f64 * pitch]).collect()
    }

    #[test]
    fn a_grid_stays_a_grid() {
        let all = grid(9, 0.1);
        assert_eq!(subsample(&all, 0.1, 600).len(), 81);
        // every second, then every fourth, as far from one side as from the other
        let half = subsample(&all, 0.11, 600);
        assert_eq!(half.len(), 16);
        assert!(half.iter().all(|i| i % 9 % 2 == 1 && i / 9 % 2 == 1));
        assert_eq!(subsample(&all, 0.4, 600), [20, 24, 56, 60]);
        // many cells: no more than requested, and all over the grid
        let large = grid(300, 0.01);
        let some = subsample(&large, 0.0, 600);
        assert!((300..=600).contains(&some.len()), "{}", some.len());
        let reach = some.iter().map(|i| i % 300).max().unwrap() - some.iter().map(|i| i % 300).min().unwrap();
        assert!(reach > 270);
        assert_eq!(subsample(&large, 1e9, 600).len(), 1);
    }

    #[test]
    fn scattered_places_are_thinned_too() {
        let all: Vec<[f64; 2]> = (0..5000_u32)
            .map(|i| [libm::sin(f64::from(i) * 1.7), libm::cos(f64::from(i) * 2.3)])
            .chain([[f64::NAN, 0.0]])
            .collect();
        let some = subsample(&all, 0.0, 400);
        assert!((200..=500).contains(&some.len()), "{}", some.len());
        assert!(subsample(&all, 0.5, 400).len() <= 25);
        assert!(subsample(&[], 0.1, 5).is_empty());
        assert_eq!(subsample(&[[1.0, 1.0], [1.0, 1.0]], 0.1, 5), [0, 1]);
    }
}
