//! A part cut into trapezoids, each told which of several windows act on it.
//!
//! Upright lines through every corner and every crossing of the outlines cut the part's box into slabs; within one no
//! two edges cross, so they have an order from below, and between neighbours in that order nothing changes. Windows are
//! entered and left by their own winding, the highest priority inside wins and equal ones act together. Nothing is
//! built that a rounding could break: edges that nearly coincide enclose nearly nothing, in either order. Straight lines
//! may cut further, along creases of what is to be integrated: they bound trapezoids and change nothing else.

use crate::footprint::{Bounds, Piece, PlacedFootprint};
use crate::overlap::{Cover, Patch, cover, crossings};
use crate::trapezoid::Trapezoid;

/// A window and its rank.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// where it acts
    pub patch: &'a Patch,
    /// the highest wins where windows overlap, equal ones act together
    pub priority: i64,
}

/// A straight line relative to the part's origin: the points r with normal·r = offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// across it, of any length but none
    pub normal: [f64; 2],
    /// normal·r on it (m, times the length of the normal)
    pub offset: f64,
}

impl Line {
    /// What of it lies in a box, as an edge rightwards; `None` where it runs upright or does not enter.
    fn within(&self, bounds: &Bounds) -> Option<Piece> {
        let ([nx, ny], [low, high]) = (self.normal, [bounds.low, bounds.high]);
        if ny == 0.0 {
            return None;
        }
        let (mut left, mut right) = (low[0], high[0]);
        if nx != 0.0 {
            let ends = [low[1], high[1]].map(|y| (self.offset - ny * y) / nx);
            left = left.max(ends[0].min(ends[1]));
            right = right.min(ends[0].max(ends[1]));
        }
        let height = |x: f64| ((self.offset - nx * x) / ny).clamp(low[1], high[1]);
        (left < right).then(|| Piece::line([left, height(left)], [right, height(right)]))
    }

    /// Where it runs upright.
    fn upright(&self) -> Option<f64> {
        (self.normal[1] == 0.0).then(|| self.offset / self.normal[0])
    }
}

/// Buffers of [`slabs`], reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct SlabScratch {
    /// edges relative to the part's origin, and whose they are: 0 the part's, k + 1 those of layer k, then lines
    pieces: Vec<(Piece, usize)>,
    cuts: Vec<f64>,
    active: Vec<(f64, usize)>,
    winding: Vec<i32>,
    acting: Vec<usize>,
    before: Vec<usize>,
}

/// Calls `visit` for trapezoids that make up the part, with the indices of the layers that act there (none where no
/// window is), from left to right and from below.
pub fn slabs(
    placed: &PlacedFootprint,
    layers: &[Layer<'_>],
    scratch: &mut SlabScratch,
    visit: impl FnMut(&Trapezoid, &[usize]),
) {
    slabs_cut(placed, layers.len(), |k| layers[k], &[], scratch, visit);
}

/// The same with `count` layers, of which `layer` gives each, and every trapezoid cut along `lines` too.
pub fn slabs_cut<'a>(
    placed: &PlacedFootprint,
    count: usize,
    layer: impl Fn(usize) -> Layer<'a>,
    lines: &[Line],
    scratch: &mut SlabScratch,
    mut visit: impl FnMut(&Trapezoid, &[usize]),
) {
    let SlabScratch { pieces, cuts, active, winding, acting, before } = scratch;
    let (bounds, position) = (placed.bounds(), placed.position());
    pieces.clear();
    pieces.extend(placed.pieces().iter().map(|p| (*p, 0)));
    // how deep inside each one starts, below the part
    winding.clear();
    winding.resize(count + 1, 0);
    for k in 0..count {
        let patch = layer(k).patch;
        match cover(placed, patch, position) {
            Cover::Outside => {}
            Cover::Inside => winding[k + 1] = 1,
            Cover::Partly => pieces.extend(patch.pieces().iter().map(|p| (p.seen_from(position), k + 1))),
        }
    }
    for (k, line) in lines.iter().enumerate() {
        pieces.extend(line.within(bounds).map(|piece| (piece, count + 1 + k)));
    }
    // upright edges bound no stretch of x; edges above the part are never reached from below
    pieces.retain(|(p, _)| {
        let (a, b, _) = p.rightwards();
        a[0] < b[0] && b[0] > bounds.low[0] && a[0] < bounds.high[0] && a[1].min(b[1]) <= bounds.high[1]
    });
    cut(pieces, bounds.low[0], bounds.high[0], cuts);
    let inner = |x: &f64| *x > bounds.low[0] && *x < bounds.high[0];
    let before_lines = cuts.len();
    cuts.extend(lines.iter().filter_map(Line::upright).filter(inner));
    if cuts.len() > before_lines {
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
    }
    for slab in cuts.windows(2) {
        let [left, right] = [slab[0], slab[1]];
        let middle = 0.5 * (left + right);
        active.clear();
        for (i, (piece, _)) in pieces.iter().enumerate() {
            let (a, b, _) = piece.rightwards();
            if a[0] <= left && b[0] >= right {
                active.push((piece.height(middle), i));
            }
        }
        active.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // the trapezoid that is open: its lower edge, the layers on it in `before`
        let mut open: Option<usize> = None;
        let start = winding.len();
        winding.extend_from_within(..);
        for &(_, i) in active.iter() {
            let (piece, owner) = &pieces[i];
            if *owner > count {
                if let Some(lower) = open {
                    visit(&Trapezoid::new(position, [left, right], pieces[lower].0, *piece), before);
                    open = Some(i);
                }
                continue;
            }
            winding[start + owner] -= piece.rightwards().2 as i32;
            let now = &winding[start..];
            acting_of(count, |k| layer(k).priority, now, acting);
            let inside = now[0] > 0;
            if open.is_some() && inside && acting == before {
                continue;
            }
            if let Some(lower) = open {
                visit(&Trapezoid::new(position, [left, right], pieces[lower].0, *piece), before);
            }
            open = inside.then_some(i);
            std::mem::swap(acting, before);
        }
        winding.truncate(start);
    }
}

/// The layers with the highest priority of those the place is inside of.
fn acting_of(count: usize, priority: impl Fn(usize) -> i64, winding: &[i32], acting: &mut Vec<usize>) {
    acting.clear();
    let inside = |k: &usize| winding[k + 1] > 0;
    if let Some(most) = (0..count).filter(inside).map(&priority).max() {
        acting.extend((0..count).filter(inside).filter(|&k| priority(k) == most));
    }
}

/// The x of every corner and crossing between `low` and `high`, in order, each once.
fn cut(pieces: &[(Piece, usize)], low: f64, high: f64, cuts: &mut Vec<f64>) {
    cuts.clear();
    cuts.extend([low, high]);
    let mut add = |x: f64| {
        if x > low && x < high {
            cuts.push(x);
        }
    };
    for (i, (e, owner)) in pieces.iter().enumerate() {
        let (a, b, _) = e.rightwards();
        add(a[0]);
        add(b[0]);
        for (f, _) in pieces[i + 1..].iter().filter(|(_, other)| other != owner) {
            let (c, d, _) = f.rightwards();
            let (l, r) = (a[0].max(c[0]), b[0].min(d[0]));
            let (below, above) = (a[1].min(b[1]).max(c[1].min(d[1])), a[1].max(b[1]).min(c[1].max(d[1])));
            if l >= r || below > above {
                continue;
            }
            if e.bend.is_none() && f.bend.is_none() {
                let (at_left, at_right) = (e.height(l) - f.height(l), e.height(r) - f.height(r));
                if at_left * at_right < 0.0 {
                    add(l + at_left / (at_left - at_right) * (r - l));
                }
            } else {
                crossings(e, f, l, r).into_iter().for_each(&mut add);
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
}
