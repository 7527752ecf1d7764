//! Which boxes overlap: sort and sweep.
//!
//! Boxes are sorted by where they begin along the axis on which they are spread widest, and swept in that order; only those that
//! overlap along it are compared along the others. Infinite boxes are compared with all. What is swept are boxes with some room
//! around them: as long as all stay within theirs, the pairs found then are all there can be, and only they are compared again.

/// A box: its lowest and highest corner, which may be infinite.
pub type Bounds = ([f64; 3], [f64; 3]);

/// Room around a box on each side, of its size.
const ROOM: f64 = 0.125;

/// Finds overlapping boxes; keeps its memory between calls.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    order: Vec<usize>,
    active: Vec<usize>,
    /// for every box, the allowed pairs it is in: (other, place in the list)
    partners: Vec<Vec<(usize, usize)>>,
    /// boxes with room around them, when they were last swept
    roomy: Vec<Bounds>,
    /// pairs of them that overlap: place in the list, and both boxes
    candidates: Vec<(usize, [usize; 2])>,
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
        let stay = self.roomy.len() == boxes.len() && self.roomy.iter().zip(boxes).all(|(room, own)| within(own, room));
        if !stay {
            self.roomy.clear();
            self.roomy.extend(boxes.iter().map(with_room));
            self.sweep();
        }
        let both = |[i, j]: [usize; 2]| overlap(&boxes[i], &boxes[j]);
        out.clear();
        out.extend(self.candidates.iter().filter(|(_, pair)| both(*pair)).map(|(place, _)| *place));
    }

    /// Finds the allowed pairs of boxes with room around them that overlap.
    fn sweep(&mut self) {
        let boxes = &self.roomy;
        self.candidates.clear();
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
                        self.candidates.push((place, [i, j]));
                    }
                }
            } else {
                for &j in self.active.iter().filter(|&&j| overlap(&boxes[i], &boxes[j])) {
                    let first = partners.partition_point(|p| p.0 < j);
                    let own = partners[first..].iter().take_while(|p| p.0 == j);
                    self.candidates.extend(own.map(|p| (p.1, [i, j])));
                }
            }
            self.active.push(i);
        }
        self.candidates.sort_unstable();
    }
}

/// The places of the allowed pairs whose boxes overlap, once; for many calls with the same pairs keep a [`BroadPhase`].
#[inline]
pub fn overlapping(boxes: &[Bounds], allowed: &[(usize, usize)], out: &mut Vec<usize>) {
    BroadPhase::new(allowed).overlapping(boxes, out);
}

fn within(a: &Bounds, b: &Bounds) -> bool {
    (0..3).all(|k| b.0[k] <= a.0[k] && a.1[k] <= b.1[k])
}

/// A box with room around it.
fn with_room((low, high): &Bounds) -> Bounds {
    let sides = [0, 1, 2].map(|k| high[k] - low[k]);
    let room = ROOM * sides.into_iter().filter(|s| s.is_finite()).fold(0.0, f64::max);
    (low.map(|x| x - room), high.map(|x| x + room))
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
