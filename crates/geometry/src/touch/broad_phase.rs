//! Which boxes overlap: sort and sweep.
//!
//! Boxes are sorted by where they begin along the axis on which they are spread widest, and swept in that order; only those that
//! overlap along it are compared along the others. Infinite boxes are compared with all.

/// A box: its lowest and highest corner, which may be infinite.
pub type Bounds = ([f64; 3], [f64; 3]);

/// Finds overlapping boxes; keeps its memory between calls.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    order: Vec<usize>,
    active: Vec<usize>,
    /// for every box, the allowed pairs it is in: (other, place in the list)
    partners: Vec<Vec<(usize, usize)>>,
}

impl BroadPhase {
    /// For boxes of which only these pairs are ever asked for; pairs with a box that is not there never overlap.
    #[must_use]
    pub fn new(allowed: &[(usize, usize)]) -> Self {
        let mut broad = Self::default();
        for (place, &(a, b)) in allowed.iter().enumerate() {
            let top = a.max(b) + 1;
            if broad.partners.len() < top {
                broad.partners.resize(top, Vec::new());
            }
            broad.partners[a].push((b, place));
            if a != b {
                broad.partners[b].push((a, place));
            }
        }
        for list in &mut broad.partners {
            list.sort_unstable();
        }
        broad
    }

    /// Puts the places of the allowed pairs whose boxes overlap (or touch) into `out`, in increasing order.
    pub fn overlapping(&mut self, boxes: &[Bounds], out: &mut Vec<usize>) {
        out.clear();
        let axis = widest(boxes);
        self.order.clear();
        self.order.extend((0..boxes.len()).filter(|&i| self.partners.get(i).is_some_and(|p| !p.is_empty())));
        self.order.sort_unstable_by(|&i, &j| boxes[i].0[axis].total_cmp(&boxes[j].0[axis]).then(i.cmp(&j)));
        self.active.clear();
        for &i in &self.order {
            let start = boxes[i].0[axis];
            self.active.retain(|&j| boxes[j].1[axis] >= start);
            let partners = &self.partners[i];
            // the shorter list leads
            if partners.len() < self.active.len() {
                let before = |j: usize, other: &Bounds| other.0[axis].total_cmp(&start).then(j.cmp(&i)).is_lt();
                for &(j, place) in partners {
                    if boxes.get(j).is_some_and(|other| before(j, other) && overlap(&boxes[i], other)) {
                        out.push(place);
                    }
                }
            } else {
                for &j in self.active.iter().filter(|&&j| overlap(&boxes[i], &boxes[j])) {
                    let first = partners.partition_point(|p| p.0 < j);
                    out.extend(partners[first..].iter().take_while(|p| p.0 == j).map(|p| p.1));
                }
            }
            self.active.push(i);
        }
        out.sort_unstable();
    }
}

/// The places of the allowed pairs whose boxes overlap, once; for many calls with the same pairs keep a [`BroadPhase`].
#[inline]
pub fn overlapping(boxes: &[Bounds], allowed: &[(usize, usize)], out: &mut Vec<usize>) {
    BroadPhase::new(allowed).overlapping(boxes, out);
}

fn overlap(a: &Bounds, b: &Bounds) -> bool {
    (0..3).all(|k| a.0[k] <= b.1[k] && b.0[k] <= a.1[k])
}

/// The axis along which the middles of finite boxes are spread widest.
fn widest(boxes: &[Bounds]) -> usize {
    let spread = [0, 1, 2].map(|k| {
        let middles = boxes.iter().map(|b| 0.5 * (b.0[k] + b.1[k])).filter(|x| x.is_finite());
        let (low, high) = middles.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
        high - low
    });
    (0..3).fold(0, |best, k| if spread[k] > spread[best] { k } else { best })
}
