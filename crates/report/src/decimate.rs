//! Fewer points, the same picture.

use std::collections::HashSet;

/// Pieces of a polyline, in pixels.
pub type Pieces = Vec<Vec<[f64; 2]>>;

/// Splits at points that are no numbers.
pub fn pieces(points: impl Iterator<Item = [f64; 2]>) -> Pieces {
    let mut pieces = vec![Vec::new()];
    for point in points {
        if !point.iter().all(|x| x.is_finite()) {
            pieces.push(Vec::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(point);
        }
    }
    pieces.retain(|p| !p.is_empty());
    pieces
}

/// For curves that run left to right: of every half pixel column the first, lowest, highest and last point.
pub fn columns(pieces: &Pieces) -> Pieces {
    pieces.iter().map(|piece| thin_columns(piece)).collect()
}

fn thin_columns(piece: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let column = |p: &[f64; 2]| (2.0 * p[0]).floor();
    let mut kept = Vec::new();
    let mut start = 0;
    while start < piece.len() {
        let end = start + piece[start..].iter().take_while(|p| column(p) == column(&piece[start])).count();
        let by_height = |&i: &usize, &j: &usize| piece[i][1].total_cmp(&piece[j][1]);
        let lowest = (start..end).min_by(by_height).unwrap_or(start);
        let highest = (start..end).max_by(by_height).unwrap_or(start);
        let mut chosen = [start, lowest, highest, end - 1];
        chosen.sort_unstable();
        let mut last = None;
        for i in chosen {
            if last != Some(i) {
                kept.push(piece[i]);
            }
            last = Some(i);
        }
        start = end;
    }
    kept
}

/// For curves that go anywhere: points less than half a pixel apart merge, strokes already drawn are left out.
pub fn strokes(pieces: &Pieces) -> Pieces {
    let cell = |p: [f64; 2]| p.map(|x| (2.0 * x).round() as i64);
    let mut drawn = HashSet::new();
    let mut thinned = Vec::new();
    for piece in pieces {
        let mut current = vec![piece[0]];
        for &point in &piece[1..] {
            let last = current[current.len() - 1];
            if cell(last) == cell(point) {
                continue;
            }
            if drawn.insert((cell(last), cell(point))) {
                current.push(point);
            } else {
                thinned.push(std::mem::replace(&mut current, vec![point]));
            }
        }
        thinned.push(current);
    }
    // a lone point left between strokes that were drawn before adds nothing; a lone piece does
    if thinned.len() > pieces.len() {
        thinned.retain(|piece| piece.len() > 1);
    }
    thinned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_points_keep_their_peaks() {
        let n = 1_000_000;
        let spike = 654_321;
        let piece: Vec<[f64; 2]> = (0..n)
            .map(|i| [700.0 * f64::from(i) / f64::from(n), if i == spike { 99.0 } else { f64::from(i % 7) }])
            .collect();
        let thin = columns(&vec![piece.clone()]).remove(0);
        assert!(thin.len() <= 4 * 1400 && thin.contains(&piece[spike as usize]));
        assert!(thin.first() == piece.first() && thin.last() == piece.last());
        assert!(thin.windows(2).all(|w| w[0][0] <= w[1][0]));
    }

    #[test]
    fn a_circle_run_a_thousand_times_is_drawn_once() {
        let point =
            |i: i32| [100.0 + 50.0 * libm::cos(0.02 * f64::from(i)), 100.0 + 50.0 * libm::sin(0.02 * f64::from(i))];
        let whole = vec![(0..300_000).map(point).collect::<Vec<_>>()];
        let count: usize = strokes(&whole).iter().map(Vec::len).sum();
        assert!(count < 20_000, "{count}");
    }
}
