//! Overlapping boxes against looking at every pair.

use crate::scenery::Dice;
use mainspring_geometry::touch::{Bounds, BroadPhase, overlapping};

fn overlap(a: &Bounds, b: &Bounds) -> bool {
    (0..3).all(|k| a.0[k] <= b.1[k] && b.0[k] <= a.1[k])
}

#[test]
fn same_as_every_pair() {
    let mut dice = Dice(77);
    for round in 0..200 {
        let n = 2 + dice.pick(40);
        let boxes: Vec<Bounds> = (0..n)
            .map(|_| {
                if dice.unit() < 0.05 {
                    return ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]);
                }
                let low = [0, 1, 2].map(|_| dice.between(0.0, 5.0));
                (low, low.map(|x| x + dice.between(0.0, 1.5)))
            })
            .collect();
        let mut allowed = Vec::new();
        for i in 0..n {
            for j in 0..n {
                if i != j && dice.unit() < 0.4 {
                    allowed.push((i, j));
                }
            }
        }
        allowed.push((0, n + 3));
        let mut out = Vec::new();
        overlapping(&boxes, &allowed, &mut out);
        let all = |&k: &usize| {
            let (i, j): (usize, usize) = allowed[k];
            j < n && overlap(&boxes[i], &boxes[j])
        };
        let expected: Vec<usize> = (0..allowed.len()).filter(all).collect();
        assert_eq!(out, expected, "round {round}");
        // the same again with the memory of another call
        let mut broad = BroadPhase::new(&allowed);
        broad.overlapping(&boxes[..1], &mut out);
        assert!(out.is_empty());
        broad.overlapping(&boxes, &mut out);
        assert_eq!(out, expected);
        // and as boxes move about, little or far
        let mut moving = boxes.clone();
        for step in 0..20 {
            let far = if step % 7 == 6 { 1.0 } else { 0.02 };
            for (low, high) in &mut moving {
                let by = [0, 1, 2].map(|_| far * dice.between(-1.0, 1.0));
                (0..3).for_each(|k| (low[k], high[k]) = (low[k] + by[k], high[k] + by[k]));
            }
            broad.overlapping(&moving, &mut out);
            let all = |&k: &usize| {
                let (i, j): (usize, usize) = allowed[k];
                j < n && overlap(&moving[i], &moving[j])
            };
            assert_eq!(out, (0..allowed.len()).filter(all).collect::<Vec<_>>(), "round {round}, step {step}");
        }
    }
}
