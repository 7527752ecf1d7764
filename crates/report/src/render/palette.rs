//! The colours of a GIF: the commonest as they are, the rest by median cut; the same for all frames, so nothing flickers.

use super::raster::Image;
use std::collections::HashMap;

/// Colours kept exactly because many pixels have them.
const EXACT: usize = 96;

/// Up to 255 colours, and the nearest of them for every colour requested.
pub(crate) struct Palette {
    pub colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// For images like these.
    pub(crate) fn of(images: &[Image]) -> Self {
        let mut pixels: Vec<[u8; 3]> = images.iter().flat_map(|i| &i.pixels).map(|[r, g, b, _]| [*r, *g, *b]).collect();
        pixels.sort_unstable();
        let mut counted: Vec<(u64, [u8; 3])> =
            pixels.chunk_by(|a, b| a == b).map(|run| (run.len() as u64, run[0])).collect();
        if counted.len() <= 255 {
            return Self::with(counted.into_iter().map(|(_, c)| c).collect());
        }
        counted.sort_unstable_by(|a, b| b.cmp(a));
        let mut colours: Vec<[u8; 3]> = counted.iter().take(EXACT).map(|(_, c)| *c).collect();
        colours.extend(median_cut(counted.split_off(EXACT), 255 - EXACT));
        colours.sort_unstable();
        colours.dedup();
        Self::with(colours)
    }

    fn with(colours: Vec<[u8; 3]>) -> Self {
        let colours = if colours.is_empty() { vec![[0; 3]] } else { colours };
        Self { colours, known: HashMap::new() }
    }

    /// Number of the nearest colour.
    pub(crate) fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        if let Some(index) = self.known.get(&colour) {
            return *index;
        }
        let off = |other: &[u8; 3]| -> i32 {
            (0..3).map(|i| [2, 4, 1][i] * (i32::from(colour[i]) - i32::from(other[i])).pow(2)).sum()
        };
        let best = (0..self.colours.len()).min_by_key(|i| off(&self.colours[*i])).unwrap_or(0) as u8;
        self.known.insert(colour, best);
        best
    }
}

/// Means of at most `most` boxes of like colours, each cut where half of its weight lies.
fn median_cut(counted: Vec<(u64, [u8; 3])>, most: usize) -> Vec<[u8; 3]> {
    let spread = |of: &[(u64, [u8; 3])]| {
        let range = |i: usize| {
            let values = || of.iter().map(|(_, c)| c[i]);
            values().max().unwrap_or(0) - values().min().unwrap_or(0)
        };
        (0..3).map(|i| (range(i), i)).max_by_key(|(range, i)| (*range, 3 - i)).unwrap_or((0, 0))
    };
    // square roots: large areas are exact already, small ones must not be forgotten
    let weigh = |count: u64| (count as f64).sqrt();
    let mut boxes = vec![counted];
    while boxes.len() < most {
        let worth =
            |of: &Vec<(u64, [u8; 3])>| f64::from(spread(of).0) * of.iter().map(|(n, _)| weigh(*n)).sum::<f64>().sqrt();
        let Some(largest) = (0..boxes.len()).max_by(|a, b| worth(&boxes[*a]).total_cmp(&worth(&boxes[*b]))) else {
            break;
        };
        let (range, axis) = spread(&boxes[largest]);
        if range == 0 {
            break;
        }
        let whole = &mut boxes[largest];
        whole.sort_unstable_by_key(|(n, c)| (c[axis], *c, *n));
        let half = whole.iter().map(|(n, _)| weigh(*n)).sum::<f64>() / 2.0;
        let mut sum = 0.0;
        let cut = whole.iter().position(|(n, _)| {
            sum += weigh(*n);
            sum >= half
        });
        let at = (cut.unwrap_or(0) + 1).clamp(1, whole.len() - 1);
        let rest = whole.split_off(at);
        boxes.push(rest);
    }
    let mean = |of: &Vec<(u64, [u8; 3])>| {
        let total: u64 = of.iter().map(|(n, _)| n).sum::<u64>().max(1);
        [0, 1, 2].map(|i| ((of.iter().map(|(n, c)| n * u64::from(c[i])).sum::<u64>() + total / 2) / total) as u8)
    };
    boxes.iter().filter(|b| !b.is_empty()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are_and_many_stay_near() {
        let few = Image { size: [2, 1], pixels: vec![[1, 2, 3, 255], [255, 255, 255, 255]] };
        let mut palette = Palette::of(&[few]);
        assert_eq!(palette.colours, [[1, 2, 3], [255, 255, 255]]);
        assert_eq!(palette.nearest([250, 251, 252]), 1);
        let ramp: Vec<[u8; 4]> = (0..=255_u8).flat_map(|i| (0..16).map(move |j| [i, 255 - i, 16 * j, 255])).collect();
        let mut palette = Palette::of(&[Image { size: [256, 16], pixels: ramp.clone() }]);
        assert!(palette.colours.len() <= 255);
        for [r, g, b, _] in ramp {
            let index = palette.nearest([r, g, b]);
            let near = palette.colours[index as usize];
            let off = (0..3).map(|i| near[i].abs_diff([r, g, b][i])).max().unwrap();
            assert!(off <= 28, "{r} {g} {b} {near:?}");
        }
    }
}
