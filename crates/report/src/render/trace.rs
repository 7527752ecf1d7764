//! The path of a point until now: strong where it just was, fainter before.

use super::film::Trace;

/// Steps from strong to faint.
const STEPS: usize = 12;
/// What is left of the oldest part.
const FAINTEST: f64 = 0.3;

impl Trace {
    /// Lines from the oldest to the newest with their strength, 0 to 1. The path fades over a third of the span.
    pub(crate) fn strokes(&self, now: f64, span: f64) -> Vec<(f64, Vec<[f64; 3]>)> {
        let step = (span / 3.0 / STEPS as f64).max(f64::MIN_POSITIVE);
        let rank = |time: f64| (((now - time) / step) as usize).min(STEPS);
        let mut strokes: Vec<(f64, Vec<[f64; 3]>)> = Vec::new();
        let mut current = usize::MAX;
        for (time, place) in self.path.iter().filter(|(time, _)| *time <= now) {
            let Some(point) = place else {
                current = usize::MAX;
                continue;
            };
            let rank = rank(*time);
            if rank == current {
                if let Some((_, points)) = strokes.last_mut() {
                    points.push(*point);
                }
                continue;
            }
            // the new stroke begins where the old one ends
            let joint = strokes.last().filter(|_| current != usize::MAX).and_then(|(_, p)| p.last().copied());
            let strength = 1.0 - (1.0 - FAINTEST) * rank as f64 / STEPS as f64;
            strokes.push((strength, joint.into_iter().chain([*point]).collect()));
            current = rank;
        }
        strokes.retain(|(_, points)| points.len() > 1);
        strokes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::colour::Colour;

    #[test]
    fn a_path_is_whole_and_fades() {
        let place = |i: usize| (i != 50).then_some([i as f64, 0.0, 0.0]);
        let trace = Trace { colour: Colour::hex(0), path: (0..=100).map(|i| (i as f64, place(i))).collect() };
        let strokes = trace.strokes(90.0, 100.0);
        assert!(strokes.windows(2).all(|w| w[0].0 <= w[1].0) && (strokes[strokes.len() - 1].0 - 1.0).abs() < 1e-12);
        let ends: Vec<f64> = strokes.iter().flat_map(|(_, p)| [p[0][0], p[p.len() - 1][0]]).collect();
        assert_eq!((ends[0], ends[ends.len() - 1]), (0.0, 90.0));
        // joined everywhere but at the gap
        let gaps: Vec<&[f64]> = ends[1..ends.len() - 1].chunks(2).filter(|c| c[0] != c[1]).collect();
        assert_eq!(gaps, [&[49.0, 51.0][..]]);
        assert!(trace.strokes(-1.0, 100.0).is_empty());
    }
}
