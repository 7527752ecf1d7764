//! The block LDLᵀ against a dense pivoted solve, and its count of redundant rows against the rank, on random graphs.

use crate::support;

use mainspring_dynamics::kkt::{Element, Factor, Pattern};
use proptest::prelude::*;
use support::*;

/// A random mechanism as matrices: rows between bodies depend on relative motion only, as those of joints do.
struct Graph {
    widths: Vec<usize>,
    /// per body, square
    mass: Vec<Vec<Vec<f64>>>,
    elements: Vec<Element>,
    /// per element, row, block of the element: entries
    rows: Vec<Vec<Vec<Vec<f64>>>>,
}

/// Velocity of the body point that is at the world's origin, and spin, from (v, ω) at `p`; 3 × 3 or 6 × 6.
fn transport(p: V3, width: usize) -> Vec<Vec<f64>> {
    let mut t: Vec<Vec<f64>> = (0..width).map(|i| (0..width).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    if width == 3 {
        // v − ω×p
        (t[0][2], t[1][2]) = (p[1], -p[0]);
    } else {
        for k in 0..3 {
            let mut w = [0.0; 3];
            w[k] = 1.0;
            let v = outer(w, times(p, -1.0));
            for i in 0..3 {
                t[i][3 + k] = v[i];
            }
        }
    }
    t
}

/// `count` orthonormal vectors.
fn square(rng: &mut Dice, width: usize, count: usize) -> Vec<Vec<f64>> {
    let mut out: Vec<Vec<f64>> = Vec::new();
    while out.len() < count {
        let mut s: Vec<f64> = (0..width).map(|_| rng.between(-1.0, 1.0)).collect();
        for o in &out {
            let d: f64 = s.iter().zip(o).map(|(a, b)| a * b).sum();
            s.iter_mut().zip(o).for_each(|(a, b)| *a -= d * b);
        }
        let n = s.iter().map(|x| x * x).sum::<f64>().sqrt();
        if n > 0.1 {
            out.push(s.iter().map(|x| x / n).collect());
        }
    }
    out
}

impl Graph {
    fn random(rng: &mut Dice, bodies: usize, width: usize, loops: usize) -> Self {
        let mut widths = vec![width; bodies];
        // some things do not move
        for w in widths.iter_mut().skip(1) {
            if rng.chance(0.1) {
                *w = 0;
            }
        }
        let place: Vec<V3> = (0..bodies).map(|_| rng.vector(1.0)).collect();
        let mass = widths.iter().map(|&w| random_mass(rng, w)).collect();
        let mut graph = Self { widths, mass, elements: vec![], rows: vec![] };
        for b in 0..bodies {
            // a tree: each body hangs on an earlier one, on the ground, or floats
            let on = if b == 0 || rng.chance(0.2) { None } else { Some(rng.below(b)) };
            if rng.chance(0.9) {
                graph.joint(rng, &place, width, b, on, 1 + rng.0 as usize % width);
            }
        }
        for _ in 0..loops {
            let (a, b) = (rng.below(bodies), rng.below(bodies));
            match rng.below(3) {
                0 if a != b => graph.joint(rng, &place, width, a, Some(b), 1 + rng.0 as usize % 2),
                1 => graph.gear(rng, &place, width, bodies),
                _ => graph.absolute(rng, bodies),
            }
        }
        graph
    }

    /// s·(twist of b − twist of a), twists taken at the world's origin.
    fn relative(&self, s: &[f64], place: &[V3], b: usize, on: Option<usize>) -> Vec<(usize, Vec<f64>)> {
        let width = s.len();
        let row = |body: usize, sign: f64| {
            let t = transport(place[body], width);
            (body, (0..width).map(|j| sign * (0..width).map(|i| s[i] * t[i][j]).sum::<f64>()).collect())
        };
        let mut out = vec![row(b, 1.0)];
        out.extend(on.map(|a| row(a, -1.0)));
        out
    }

    fn joint(&mut self, rng: &mut Dice, place: &[V3], width: usize, b: usize, on: Option<usize>, rows: usize) {
        let grounded = on.is_none_or(|a| self.widths[a] == 0) || self.widths[b] == 0;
        // like a real joint's, the rows of one joint stand square to each other
        let entries = square(rng, width, rows).iter().map(|s| self.relative(s, place, b, on)).collect();
        self.add(entries, true, grounded);
    }

    /// One row over the relative motion of two pairs: up to four bodies.
    fn gear(&mut self, rng: &mut Dice, place: &[V3], width: usize, bodies: usize) {
        let mut row = Vec::new();
        let mut grounded = false;
        for _ in 0..2 {
            let (a, b) = (rng.below(bodies), rng.below(bodies));
            let on = (a != b && rng.chance(0.7)).then_some(a);
            grounded |= on.is_none() || self.widths[a] == 0 || self.widths[b] == 0;
            row.extend(self.relative(&square(rng, width, 1)[0], place, b, on));
        }
        self.add(vec![row], false, grounded);
    }

    /// One row of anybody's absolute motion.
    fn absolute(&mut self, rng: &mut Dice, bodies: usize) {
        let count = 1 + rng.below(4);
        let width = self.widths[0];
        let row =
            (0..count).map(|_| (rng.below(bodies), (0..width).map(|_| rng.between(-1.0, 1.0)).collect())).collect();
        self.add(vec![row], false, true);
    }

    fn add(&mut self, rows: Vec<Vec<(usize, Vec<f64>)>>, tree: bool, grounded: bool) {
        let mut blocks: Vec<usize> = rows.iter().flatten().map(|(b, _)| *b).filter(|&b| self.widths[b] > 0).collect();
        blocks.sort_unstable();
        blocks.dedup();
        if blocks.is_empty() {
            return;
        }
        let sum = |row: &Vec<(usize, Vec<f64>)>, b: usize| {
            let mut out = vec![0.0; self.widths[b]];
            for (_, r) in row.iter().filter(|(k, _)| *k == b) {
                out.iter_mut().zip(r).for_each(|(o, x)| *o += x);
            }
            out
        };
        let entries = rows.iter().map(|row| blocks.iter().map(|&b| sum(row, b)).collect()).collect();
        self.elements.push(Element { rows: rows.len(), blocks, tree, grounded });
        self.rows.push(entries);
    }

    fn columns(&self) -> usize {
        self.widths.iter().sum()
    }

    /// J as dense rows.
    fn jacobian(&self) -> Vec<Vec<f64>> {
        let first: Vec<usize> = self.widths.iter().scan(0, |at, w| Some(std::mem::replace(at, *at + w))).collect();
        let mut out = Vec::new();
        for (element, rows) in self.elements.iter().zip(&self.rows) {
            for row in rows {
                let mut dense = vec![0.0; self.columns()];
                for (&b, r) in element.blocks.iter().zip(row) {
                    dense[first[b]..first[b] + r.len()].copy_from_slice(r);
                }
                out.push(dense);
            }
        }
        out
    }

    /// [M Jᵀ; J 0] with the rows given.
    fn dense(&self, jacobian: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let n = self.columns();
        let mut k = vec![vec![0.0; n + jacobian.len()]; n + jacobian.len()];
        let mut at = 0;
        for (w, m) in self.widths.iter().zip(&self.mass) {
            for i in 0..*w {
                k[at + i][at..at + w].copy_from_slice(&m[i]);
            }
            at += w;
        }
        for (r, row) in jacobian.iter().enumerate() {
            for c in 0..n {
                k[n + r][c] = row[c];
                k[c][n + r] = row[c];
            }
        }
        k
    }

    fn fill(&self, pattern: &Pattern) -> Factor {
        let mut factor = Factor::new(pattern);
        // what an earlier factorisation left behind must not matter
        factor.values.fill(f64::NAN);
        factor.clear(pattern);
        for (b, m) in self.mass.iter().enumerate() {
            for (i, row) in m.iter().enumerate() {
                let at = pattern.block_at[b] + i * row.len();
                factor.values[at..at + row.len()].copy_from_slice(row);
            }
        }
        for (e, element) in self.elements.iter().enumerate() {
            for (k, &b) in element.blocks.iter().enumerate() {
                let (at, row_side) = pattern.coupling[e][k];
                let width = self.widths[b];
                for r in 0..element.rows {
                    for c in 0..width {
                        let place = if row_side { at + r * width + c } else { at + c * element.rows + r };
                        factor.values[place] = self.rows[e][r][k][c];
                    }
                }
            }
        }
        factor
    }
}

fn random_mass(rng: &mut Dice, width: usize) -> Vec<Vec<f64>> {
    let m = rng.between(0.5, 2.0);
    let mut out = vec![vec![0.0; width]; width];
    for (i, row) in out.iter_mut().enumerate() {
        row[i] = m;
    }
    match width {
        3 => out[2][2] = rng.between(0.1, 1.0),
        6 => {
            let inertia = rng.inertia();
            for i in 0..3 {
                out[3 + i][3..].copy_from_slice(&inertia[i]);
            }
        }
        _ => {}
    }
    out
}

/// (rank, clear): pivots are either large or round-off; anything between says that the draw is ill-conditioned.
fn rank(rows: &[Vec<f64>]) -> (usize, bool) {
    let sizes = pivot_sizes(rows);
    let clear = sizes.iter().all(|&s| !(1e-12..1e-2).contains(&s));
    (sizes.iter().filter(|&&s| s >= 1e-2).count(), clear)
}

/// 1e-10 for rows at decent angles; elimination through J M⁻¹ Jᵀ squares what the kept rows lack of that.
fn tolerance(rows: &[Vec<f64>]) -> f64 {
    let least = pivot_sizes(rows).into_iter().fold(0.1, f64::min);
    1e-12 / (least * least)
}

/// Whether each row, in the order of elimination, either follows from those before or stands well off them. Rows are
/// not pivoted: after one accepted at a sine of 1e-3, round-off of 1e-10 hides what follows from it.
fn well_ordered(graph: &Graph, pattern: &Pattern, active: impl Fn(usize) -> bool) -> bool {
    let (n, jacobian) = (graph.columns(), graph.jacobian());
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for pivot in pattern.pivots.iter().filter(|p| p.node >= graph.widths.len()) {
        for r in (pivot.unknown - n..pivot.unknown - n + pivot.size).filter(|&r| active(r)) {
            let mut row = jacobian[r].clone();
            let before = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            // twice: once is not orthogonal enough
            for _ in 0..2 {
                for b in &basis {
                    let d: f64 = row.iter().zip(b).map(|(x, y)| x * y).sum();
                    row.iter_mut().zip(b).for_each(|(x, y)| *x -= d * y);
                }
            }
            let left = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (1e-11..0.05).contains(&(left / before)) {
                return false;
            }
            if left / before >= 0.05 {
                basis.push(row.iter().map(|x| x / left).collect());
            }
        }
    }
    true
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |a, b| a.max(b.abs()))
}

fn multiply(k: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    k.iter().map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        max_global_rejects: 100_000,
        ..ProptestConfig::default()
    })]

    /// Kernels of known size do what the loops for any size do, operation by operation.
    #[test]
    fn kernels_give_the_bits_of_plain_loops(seed in any::<u64>(), bodies in 1_usize..9, loops in 0_usize..4, space in 0..2) {
        let mut rng = Dice(seed);
        let graph = Graph::random(&mut rng, bodies, if space == 0 { 3 } else { 6 }, loops);
        let pattern = Pattern::new(&graph.widths, &graph.elements);
        let bits = |x: &[f64]| x.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        let (mut fast, mut plain) = (graph.fill(&pattern), graph.fill(&pattern));
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        fast.factorise(&pattern, 1e-10, |d| found.push(d));
        plain.factorise_plainly(&pattern, 1e-10, |d| expected.push(d));
        prop_assert_eq!(found, expected);
        prop_assert_eq!(bits(&fast.values), bits(&plain.values));
        let mut x: Vec<f64> = (0..pattern.unknowns).map(|_| rng.between(-1.0, 1.0)).collect();
        let mut y = x.clone();
        fast.solve(&pattern, &mut x);
        plain.solve_plainly(&pattern, &mut y);
        prop_assert_eq!(bits(&x), bits(&y));
    }

    /// Where only some blocks are pushed, it is enough to go through what hangs together with them.
    #[test]
    fn what_hangs_together_solves_alone(seed in any::<u64>(), bodies in 2_usize..9, loops in 0_usize..4, changes in 0_usize..8) {
        let mut rng = Dice(seed);
        let graph = Graph::random(&mut rng, bodies, 6, loops);
        let mut pattern = Pattern::new(&graph.widths, &graph.elements);
        for _ in 0..changes.min(8 * graph.elements.len()) {
            let e = rng.below(graph.elements.len());
            let acts = pattern.acts(e);
            pattern.set_acting(e, !acts);
        }
        let mut factor = graph.fill(&pattern);
        factor.factorise(&pattern, 1e-10, |_| {});
        let pushed: Vec<usize> = (0..2).map(|_| rng.below(graph.widths.len())).collect();
        let mut x = vec![0.0; pattern.unknowns];
        for &b in &pushed {
            let at: usize = graph.widths[..b].iter().sum();
            x[at..at + graph.widths[b]].iter_mut().for_each(|v| *v = rng.between(-1.0, 1.0));
        }
        let mut whole = x.clone();
        let mut trees = Vec::new();
        factor.solve_for(&pattern, &pushed, &mut trees, &mut x);
        factor.solve(&pattern, &mut whole);
        // equal as numbers: a zero that nothing reaches has no sign
        prop_assert_eq!(&x, &whole);
    }

    /// After any comings and goings the pattern solves like one analysed afresh for what acts.
    #[test]
    fn a_pattern_after_changes_solves_like_a_fresh_one(
        seed in any::<u64>(), bodies in 2_usize..9, loops in 0_usize..4, space in 0..2, changes in 1_usize..20
    ) {
        let mut rng = Dice(seed);
        let graph = Graph::random(&mut rng, bodies, if space == 0 { 3 } else { 6 }, loops);
        prop_assume!(!graph.elements.is_empty());
        let mut pattern = Pattern::new(&graph.widths, &graph.elements);
        let room: Vec<usize> = pattern.pivots.iter().map(|p| p.offs.capacity() + p.updates.capacity()).collect();
        let mut acting = vec![true; graph.elements.len()];
        for _ in 0..changes {
            let e = rng.below(acting.len());
            acting[e] = !acting[e];
            let before = pattern.redone;
            pattern.set_acting(e, acting[e]);
            prop_assert!(pattern.redone - before <= pattern.pivots.len() as u64);
        }
        // the way there does not matter
        let mut straight = Pattern::new(&graph.widths, &graph.elements);
        for (e, acts) in acting.iter().enumerate() {
            straight.set_acting(e, *acts);
        }
        for (a, b) in pattern.pivots.iter().zip(&straight.pivots) {
            let list = |p: &mainspring_dynamics::kkt::pattern::Pivot| {
                (p.size, p.offs.iter().map(|o| (o.node, o.at, o.scratch)).collect::<Vec<_>>(),
                 p.updates.iter().map(|u| (u.left, u.right, u.at)).collect::<Vec<_>>())
            };
            prop_assert_eq!(list(a), list(b));
        }
        let now: Vec<usize> = pattern.pivots.iter().map(|p| p.offs.capacity() + p.updates.capacity()).collect();
        prop_assert!(now.iter().zip(&room).all(|(n, r)| n <= r), "nothing grows");

        let kept = |e: usize| acting[e];
        let fresh_graph = Graph {
            widths: graph.widths.clone(),
            mass: graph.mass.clone(),
            elements: (0..acting.len()).filter(|&e| kept(e)).map(|e| graph.elements[e].clone()).collect(),
            rows: (0..acting.len()).filter(|&e| kept(e)).map(|e| graph.rows[e].clone()).collect(),
        };
        let fresh = Pattern::new(&fresh_graph.widths, &fresh_graph.elements);
        prop_assert!(pattern.fill() <= 4 * fresh.fill(), "{} {}", pattern.fill(), fresh.fill());
        let jacobian = fresh_graph.jacobian();
        prop_assume!(rank(&jacobian).1);
        let first: Vec<usize> = graph.elements.iter().scan(0, |at, e| Some(std::mem::replace(at, *at + e.rows))).collect();
        let row_acts = |r: usize| (0..acting.len()).any(|e| kept(e) && (first[e]..first[e] + graph.elements[e].rows).contains(&r));
        prop_assume!(well_ordered(&graph, &pattern, row_acts) && well_ordered(&fresh_graph, &fresh, |_| true));

        let n = graph.columns();
        let k = fresh_graph.dense(&jacobian);
        let wanted: Vec<f64> = (0..k.len()).map(|_| rng.between(-1.0, 1.0)).collect();
        let mut x = multiply(&k, &wanted);
        let mut y = vec![0.0; pattern.unknowns];
        y[..n].copy_from_slice(&x[..n]);
        let mut from = n;
        for e in (0..acting.len()).filter(|&e| kept(e)) {
            let rows = graph.elements[e].rows;
            y[n + first[e]..n + first[e] + rows].copy_from_slice(&x[from..from + rows]);
            from += rows;
        }
        let (mut one, mut two) = (fresh_graph.fill(&fresh), graph.fill(&pattern));
        one.factorise(&fresh, 1e-10, |_| {});
        two.factorise(&pattern, 1e-10, |_| {});
        one.solve(&fresh, &mut x);
        two.solve(&pattern, &mut y);
        let allowed = tolerance(&jacobian) * (1.0 + largest(&wanted));
        for i in 0..n {
            prop_assert!((x[i] - y[i]).abs() <= allowed, "{} {} {allowed:e}", x[i], y[i]);
        }
        // what does not act has no reaction
        for r in (0..pattern.unknowns - n).filter(|&r| !row_acts(r)) {
            prop_assert_eq!(y[n + r], 0.0);
        }
    }

    #[test]
    fn solves_like_a_dense_pivoted_solver(seed in any::<u64>(), bodies in 1_usize..9, loops in 0_usize..4, space in 0..2) {
        let mut rng = Dice(seed);
        let width = if space == 0 { 3 } else { 6 };
        let graph = Graph::random(&mut rng, bodies, width, loops);
        let jacobian = graph.jacobian();
        let (rank, clear) = rank(&jacobian);
        prop_assume!(clear);

        let pattern = Pattern::new(&graph.widths, &graph.elements);
        prop_assume!(well_ordered(&graph, &pattern, |_| true));
        let mut factor = graph.fill(&pattern);
        let mut dependent = Vec::new();
        factor.factorise(&pattern, 1e-10, |d| dependent.push(d.unknown));
        let n = graph.columns();
        prop_assert!(dependent.iter().all(|u| *u >= n));
        prop_assert_eq!(dependent.len(), jacobian.len() - rank, "redundant rows of {:?}", &graph.elements);

        // a right-hand side that all rows can meet; the motion is unique, the forces where no row is redundant
        let k = graph.dense(&jacobian);
        let wanted: Vec<f64> = (0..k.len()).map(|_| rng.between(-1.0, 1.0)).collect();
        let mut x = multiply(&k, &wanted);
        // whatever a left-out row asks for must not be heard
        for &u in &dependent {
            x[u] = 17.0;
        }
        factor.solve(&pattern, &mut x);
        let kept: Vec<usize> = (0..jacobian.len()).filter(|r| !dependent.contains(&(n + r))).collect();
        let rows: Vec<Vec<f64>> = kept.iter().map(|&r| jacobian[r].clone()).collect();
        let small = graph.dense(&rows);
        let full = multiply(&k, &wanted);
        let b: Vec<f64> = full[..n].iter().copied().chain(kept.iter().map(|&r| full[n + r])).collect();
        let reference = dense_solve(&small, &b).expect("full rank");
        let scale = largest(&reference).max(1.0);
        let near = tolerance(&rows) * scale;
        for i in 0..n {
            prop_assert!((x[i] - reference[i]).abs() < near, "column {i}: {} {}", x[i], reference[i]);
            prop_assert!((x[i] - wanted[i]).abs() < near, "the motion is not unique: {} {}", x[i], wanted[i]);
        }
        for (i, &r) in kept.iter().enumerate() {
            prop_assert!((x[n + r] - reference[n + i]).abs() < near, "row {r}: {} {}", x[n + r], reference[n + i]);
        }
        for &u in &dependent {
            prop_assert_eq!(x[u], 0.0);
        }
    }

    #[test]
    fn masked_rows_are_as_good_as_absent(seed in any::<u64>(), bodies in 1_usize..8, loops in 0_usize..4, space in 0..2) {
        let mut rng = Dice(seed);
        let graph = Graph::random(&mut rng, bodies, if space == 0 { 3 } else { 6 }, loops);
        let jacobian = graph.jacobian();
        let n = graph.columns();
        let kept: Vec<usize> = (0..jacobian.len()).filter(|_| rng.chance(0.6)).collect();
        let rows: Vec<Vec<f64>> = kept.iter().map(|&r| jacobian[r].clone()).collect();
        let (rank, clear) = rank(&rows);
        prop_assume!(clear);

        let pattern = Pattern::new(&graph.widths, &graph.elements);
        prop_assume!(well_ordered(&graph, &pattern, |r| kept.contains(&r)));
        let mut factor = graph.fill(&pattern);
        let mut active = vec![true; pattern.unknowns];
        for r in (0..jacobian.len()).filter(|r| !kept.contains(r)) {
            active[n + r] = false;
        }
        factor.mask(&pattern, &active);
        let mut dependent = Vec::new();
        factor.factorise(&pattern, 1e-10, |d| dependent.push(d.unknown));
        prop_assert!(dependent.iter().all(|&u| active[u]), "a masked row cannot be redundant");
        prop_assert_eq!(dependent.len(), kept.len() - rank);
        prop_assume!(dependent.is_empty());

        let k = graph.dense(&rows);
        let b: Vec<f64> = (0..k.len()).map(|_| rng.between(-1.0, 1.0)).collect();
        let reference = dense_solve(&k, &b).expect("full rank");
        let mut x = vec![0.0; pattern.unknowns];
        x[..n].copy_from_slice(&b[..n]);
        for (i, &r) in kept.iter().enumerate() {
            x[n + r] = b[n + i];
        }
        factor.solve(&pattern, &mut x);
        let near = tolerance(&rows) * largest(&reference).max(1.0);
        for i in 0..n {
            prop_assert!((x[i] - reference[i]).abs() < near);
        }
        for r in 0..jacobian.len() {
            match kept.iter().position(|&k| k == r) {
                Some(i) => prop_assert!((x[n + r] - reference[n + i]).abs() < near),
                None => prop_assert_eq!(x[n + r], 0.0),
            }
        }
    }
}

#[test]
fn chains_fill_in_linearly() {
    // a chain's factor must not grow faster than the chain
    let values = |n: usize| {
        let widths = vec![6; n];
        let elements: Vec<Element> = (0..n)
            .map(|i| Element {
                rows: 5,
                blocks: if i == 0 { vec![0] } else { vec![i - 1, i] },
                tree: true,
                grounded: i == 0,
            })
            .collect();
        Pattern::new(&widths, &elements).len
    };
    assert_eq!(values(200) - values(100), values(300) - values(200));
}

/// A hinge that comes and goes near the tip of a long chain is redone there and nowhere else.
#[test]
fn a_change_near_the_tip_of_a_chain_costs_its_path_at_most() {
    let links = 200;
    let widths = vec![3; links];
    let hinge = |a: Option<usize>, b: usize| Element {
        rows: 2,
        blocks: a.into_iter().chain([b]).collect(),
        tree: true,
        grounded: a.is_none(),
    };
    let mut elements: Vec<Element> = (0..links).map(|b| hinge(b.checked_sub(1), b)).collect();
    // a latch between the third and the last link, and one that ties the tip to the ground
    elements.push(hinge(Some(links - 4), links - 1));
    elements.push(hinge(None, links - 1));
    let mut pattern = Pattern::new(&widths, &elements);
    pattern.set_acting(links + 1, false);
    let change = |pattern: &mut Pattern, e: usize, acts: bool| {
        let before = pattern.redone;
        pattern.set_acting(e, acts);
        pattern.redone - before
    };
    // the latch: the links and hinges between its ends, and itself
    for acts in [false, true, false] {
        let cost = change(&mut pattern, links, acts);
        assert!((1..=8).contains(&cost), "{cost}");
    }
    // the last hinge of the chain: the two it joins
    for acts in [false, true, false, true] {
        let cost = change(&mut pattern, links - 1, acts);
        assert!((1..=4).contains(&cost), "{cost}");
    }
    // a loop over the whole chain: every pivot on the way to the ground
    let cost = change(&mut pattern, links + 1, true);
    assert!(cost > 300 && cost <= 2 * links as u64 + 2, "{cost}");
    assert_eq!(pattern.changes, 9);
}
