//! Numbers on a [`Pattern`]: fill, factorise, solve. No allocation after [`Factor::new`].

use crate::multibody::kkt::border::Border;
use crate::multibody::kkt::pattern::{Off, Pattern, Pivot};
use crate::tolerances::WEAK_PIVOT;

/// Values of the KKT matrix and its block LDLᵀ.
///
/// Use: [`clear`](Factor::clear), write the body and coupling blocks, [`mask`](Factor::mask) rows that do not act,
/// [`factorise`](Factor::factorise), then any number of [`solve`](Factor::solve)s.
#[derive(Clone, Debug)]
pub struct Factor {
    /// blocks as `Pattern` places them; after `factorise`, unit-lower factors and diagonals
    pub values: Vec<f64>,
    scaled: Vec<f64>,
    /// per unknown: the size a row's pivot had before later rows were taken out; written by `factorise`
    scale: Vec<f64>,
    /// per unknown: taken out by the last `factorise`; its column of earlier factors is still there, so `solve` skips it
    left_out: Vec<bool>,
    /// part of a loop row's pivot left after cancellation below which the row is remembered as [`Factor::weakest`]
    pub weak: f64,
    /// the loop row whose pivot lost most of its size to cancellation: what is left, and its unknown
    weakest: (f64, usize),
    /// rows beside the pattern, until the next factorisation
    border: Option<Border>,
}

/// A row whose pivot vanished: it follows from rows eliminated before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependent {
    /// index of the unknown (columns first)
    pub unknown: usize,
}

impl Factor {
    /// CuttingScratch for a pattern.
    #[must_use]
    pub fn new(pattern: &Pattern) -> Self {
        Self {
            values: vec![0.0; pattern.len],
            scaled: vec![0.0; pattern.scratch],
            scale: vec![0.0; pattern.unknowns],
            left_out: vec![false; pattern.unknowns],
            weak: WEAK_PIVOT,
            weakest: (WEAK_PIVOT, usize::MAX),
            border: None,
        }
    }

    /// The row of a loop that came nearest to following from others in the last `factorise`: what was left of its pivot
    /// (the square of the sine of its angle to the others, by masses), and its unknown; None if that is not small.
    #[must_use]
    pub fn weakest(&self) -> Option<(f64, usize)> {
        (self.weakest.1 != usize::MAX).then_some(self.weakest)
    }

    /// Every row that closes a loop and was not taken out: what the last `factorise` left of its pivot, and its unknown.
    pub fn closing<'a>(&'a self, pattern: &'a Pattern) -> impl Iterator<Item = (f64, usize)> + 'a {
        let closing = pattern.pivots.iter().filter(|p| p.closes);
        closing.flat_map(move |p| {
            let rows = (0..p.size).filter(move |i| !self.left_out[p.unknown + i]);
            rows.map(move |i| {
                let (pivot, size) = (self.values[p.at + i * p.size + i].abs(), self.scale[p.unknown + i]);
                (if size > 0.0 { pivot / size } else { 1.0 }, p.unknown + i)
            })
        })
    }

    /// Zero wherever filling does not write: it must then write every body block and every coupling block whole.
    pub fn clear(&mut self, pattern: &Pattern) {
        self.border = None;
        for &(from, end) in &pattern.unfilled {
            self.values[from..end].fill(0.0);
        }
    }

    /// Takes unknown rows out: `active[unknown]` false makes that unknown zero. Call after filling.
    pub fn mask(&mut self, pattern: &Pattern, active: &[bool]) {
        for pivot in &pattern.pivots {
            let n = pivot.size;
            for i in 0..n {
                if active[pivot.unknown + i] {
                    continue;
                }
                for j in 0..n {
                    self.values[pivot.at + i * n + j] = 0.0;
                    self.values[pivot.at + j * n + i] = 0.0;
                }
                // the sign its neighbours have, so that nothing else changes
                self.values[pivot.at + i * n + i] = if pivot.unknown + i < pattern.columns { 1.0 } else { -1.0 };
                for off in &pivot.offs {
                    for r in 0..off.size {
                        self.values[off.at + r * n + i] = 0.0;
                    }
                }
            }
            // blocks where the masked unknown is on the row side
            for off in &pivot.offs {
                for r in 0..off.size {
                    if !active[off.unknown + r] {
                        self.values[off.at + r * n..off.at + (r + 1) * n].fill(0.0);
                    }
                }
            }
        }
    }

    /// Factorises in place. Row pivots below `tolerance` times their size before cancellation are reported to
    /// `dependent` and taken out (their unknown becomes zero). Cost: one pass over the pattern.
    pub fn factorise(&mut self, pattern: &Pattern, tolerance: f64, dependent: impl FnMut(Dependent)) {
        self.factorise_sound(pattern, tolerance, tolerance, dependent);
    }

    /// As [`Factor::factorise`], with a tolerance of its own for rows that close loops: what is left is as well-conditioned as that
    /// says.
    pub fn factorise_sound(
        &mut self,
        pattern: &Pattern,
        in_tree: f64,
        closing: f64,
        mut dependent: impl FnMut(Dependent),
    ) {
        self.scale.fill(0.0);
        self.left_out.fill(false);
        self.weakest = (self.weak, usize::MAX);
        for pivot in &pattern.pivots {
            let rows_from = pattern.columns;
            let tolerance = if pivot.closes { closing } else { in_tree };
            match pivot.size {
                0 => {}
                1 => self.pivot::<1>(pivot, rows_from, tolerance, &mut dependent),
                2 => self.pivot::<2>(pivot, rows_from, tolerance, &mut dependent),
                3 => self.pivot::<3>(pivot, rows_from, tolerance, &mut dependent),
                4 => self.pivot::<4>(pivot, rows_from, tolerance, &mut dependent),
                5 => self.pivot::<5>(pivot, rows_from, tolerance, &mut dependent),
                6 => self.pivot::<6>(pivot, rows_from, tolerance, &mut dependent),
                _ => self.pivot_of_any_size(pivot, rows_from, tolerance, &mut dependent),
            }
        }
    }

    /// As [`Factor::factorise`], every block by the loops for any size: the twin that tests compare with.
    #[doc(hidden)]
    pub fn factorise_plainly(&mut self, pattern: &Pattern, tolerance: f64, mut dependent: impl FnMut(Dependent)) {
        self.scale.fill(0.0);
        self.left_out.fill(false);
        self.weakest = (self.weak, usize::MAX);
        for pivot in &pattern.pivots {
            self.pivot_of_any_size(pivot, pattern.columns, tolerance, &mut dependent);
        }
    }

    /// Eliminates a pivot of N unknowns: the operations of [`Factor::pivot_of_any_size`] in the same order, so the same
    /// bits, with sizes the compiler knows.
    fn pivot<const N: usize>(
        &mut self,
        pivot: &Pivot,
        rows_from: usize,
        tolerance: f64,
        dependent: &mut impl FnMut(Dependent),
    ) {
        let first = pivot.unknown;
        let mut d = [[0.0; N]; N];
        for (row, stored) in d.iter_mut().zip(self.values[pivot.at..pivot.at + N * N].chunks_exact(N)) {
            row.copy_from_slice(stored);
        }
        for j in 0..N {
            let unknown = first + j;
            let mut dj = d[j][j];
            if unknown >= rows_from {
                let mut size = self.scale[unknown].max(dj.abs());
                for k in 0..j {
                    dj -= d[j][k] * d[j][k] * d[k][k];
                    size = size.max(dj.abs());
                }
                if pivot.closes && dj.abs() <= self.weakest.0 * size {
                    self.weaken(dj, size, unknown);
                }
                if dj.abs() <= tolerance * size {
                    dependent(Dependent { unknown });
                    self.leave_out(pivot, &mut d, j);
                    continue;
                }
            } else {
                for k in 0..j {
                    dj -= d[j][k] * d[j][k] * d[k][k];
                }
            }
            d[j][j] = dj;
            for i in j + 1..N {
                let mut s = d[i][j];
                for k in 0..j {
                    s -= d[i][k] * d[j][k] * d[k][k];
                }
                d[i][j] = s / dj;
            }
        }
        for (row, stored) in d.iter().zip(self.values[pivot.at..pivot.at + N * N].chunks_exact_mut(N)) {
            stored.copy_from_slice(row);
        }
        for off in &pivot.offs {
            match off.size {
                0 => {}
                1 => self.divide::<N, 1>(off, &d),
                2 => self.divide::<N, 2>(off, &d),
                3 => self.divide::<N, 3>(off, &d),
                4 => self.divide::<N, 4>(off, &d),
                5 => self.divide::<N, 5>(off, &d),
                6 => self.divide::<N, 6>(off, &d),
                more => (0..more).for_each(|r| {
                    let (at, scratch) = (off.at + r * N, off.scratch + r * N);
                    self.divide::<N, 1>(&Off { at, scratch, ..*off }, &d);
                }),
            }
        }
        for update in &pivot.updates {
            let (left, right) = (pivot.offs[update.left], pivot.offs[update.right]);
            if update.left != update.right {
                self.update_other::<N>(&left, &right, update.at);
                continue;
            }
            match left.size {
                0 => {}
                1 => self.update_own::<N, 1>(&left, update.at),
                2 => self.update_own::<N, 2>(&left, update.at),
                3 => self.update_own::<N, 3>(&left, update.at),
                4 => self.update_own::<N, 4>(&left, update.at),
                5 => self.update_own::<N, 5>(&left, update.at),
                6 => self.update_own::<N, 6>(&left, update.at),
                _ => self.update_own_of_any_size::<N>(&left, update.at),
            }
        }
    }

    /// M rows of a block below the pivot: X = B L⁻ᵀ (kept in `scaled`), then the factor B ← X D⁻¹.
    #[inline]
    fn divide<const N: usize, const M: usize>(&mut self, off: &Off, d: &[[f64; N]; N]) {
        let rows = self.values[off.at..off.at + M * N].chunks_exact_mut(N);
        let scaled = self.scaled[off.scratch..off.scratch + M * N].chunks_exact_mut(N);
        for (row, scaled) in rows.zip(scaled) {
            let mut x = [0.0; N];
            x.copy_from_slice(row);
            for j in 0..N {
                for k in 0..j {
                    x[j] -= x[k] * d[j][k];
                }
            }
            scaled.copy_from_slice(&x);
            for j in 0..N {
                row[j] = x[j] / d[j][j];
            }
        }
    }

    /// Schur update of the diagonal block of what a block belongs to, lower part.
    #[inline]
    fn update_own<const N: usize, const M: usize>(&mut self, off: &Off, at: usize) {
        let (mut l, mut x) = ([[0.0; N]; M], [[0.0; N]; M]);
        for (row, stored) in l.iter_mut().zip(self.values[off.at..off.at + M * N].chunks_exact(N)) {
            row.copy_from_slice(stored);
        }
        for (row, stored) in x.iter_mut().zip(self.scaled[off.scratch..off.scratch + M * N].chunks_exact(N)) {
            row.copy_from_slice(stored);
        }
        let target = &mut self.values[at..at + M * M];
        let scale = &mut self.scale[off.unknown..off.unknown + M];
        for r in 0..M {
            for c in 0..=r {
                let mut s = 0.0;
                for k in 0..N {
                    s += l[r][k] * x[c][k];
                }
                target[r * M + c] -= s;
            }
            scale[r] = scale[r].max(target[r * M + r].abs());
        }
    }

    fn update_own_of_any_size<const N: usize>(&mut self, off: &Off, at: usize) {
        for r in 0..off.size {
            self.update_row::<N>(off, off, r, r + 1, at + r * off.size);
            let size = self.values[at + r * off.size + r].abs();
            self.scale[off.unknown + r] = self.scale[off.unknown + r].max(size);
        }
    }

    /// Schur update of the block between what two blocks belong to.
    fn update_other<const N: usize>(&mut self, left: &Off, right: &Off, at: usize) {
        for r in 0..left.size {
            self.update_row::<N>(left, right, r, right.size, at + r * right.size);
        }
    }

    fn update_row<const N: usize>(&mut self, left: &Off, right: &Off, r: usize, wide: usize, at: usize) {
        let mut l = [0.0; N];
        l.copy_from_slice(&self.values[left.at + r * N..left.at + (r + 1) * N]);
        let rows = self.scaled[right.scratch..right.scratch + wide * N].chunks_exact(N);
        for (target, x) in self.values[at..at + wide].iter_mut().zip(rows) {
            let mut s = 0.0;
            for k in 0..N {
                s += l[k] * x[k];
            }
            *target -= s;
        }
    }

    #[cold]
    fn weaken(&mut self, pivot: f64, size: f64, unknown: usize) {
        self.weakest = (if size > 0.0 { pivot.abs() / size } else { 0.0 }, unknown);
    }

    /// Row j of a pivot follows from others: unit pivot of its neighbours' sign, nothing below or beside it.
    #[cold]
    fn leave_out<const N: usize>(&mut self, pivot: &Pivot, d: &mut [[f64; N]; N], j: usize) {
        self.left_out[pivot.unknown + j] = true;
        d[j][..j].fill(0.0);
        d[j][j] = -1.0;
        for row in &mut d[j + 1..] {
            row[j] = 0.0;
        }
        for off in &pivot.offs {
            for r in 0..off.size {
                self.values[off.at + r * N + j] = 0.0;
            }
        }
    }

    fn pivot_of_any_size(
        &mut self,
        pivot: &Pivot,
        rows_from: usize,
        tolerance: f64,
        dependent: &mut impl FnMut(Dependent),
    ) {
        let n = pivot.size;
        let d = pivot.at;
        // dense LDLᵀ of the diagonal block
        for j in 0..n {
            let unknown = pivot.unknown + j;
            let is_row = unknown >= rows_from;
            let mut dj = self.values[d + j * n + j];
            let mut size = self.scale[unknown].max(dj.abs());
            for k in 0..j {
                let l = self.values[d + j * n + k];
                dj -= l * l * self.values[d + k * n + k];
                size = size.max(dj.abs());
            }
            if is_row && pivot.closes && dj.abs() <= self.weakest.0 * size {
                self.weaken(dj, size, unknown);
            }
            if is_row && dj.abs() <= tolerance * size {
                dependent(Dependent { unknown });
                self.left_out[unknown] = true;
                // leave the row out: unit pivot of its neighbours' sign, nothing below or beside it
                for k in 0..j {
                    self.values[d + j * n + k] = 0.0;
                }
                self.values[d + j * n + j] = -1.0;
                for i in j + 1..n {
                    self.values[d + i * n + j] = 0.0;
                }
                for off in &pivot.offs {
                    for r in 0..off.size {
                        self.values[off.at + r * n + j] = 0.0;
                    }
                }
                continue;
            }
            self.values[d + j * n + j] = dj;
            for i in j + 1..n {
                let mut s = self.values[d + i * n + j];
                for k in 0..j {
                    s -= self.values[d + i * n + k] * self.values[d + j * n + k] * self.values[d + k * n + k];
                }
                self.values[d + i * n + j] = s / dj;
            }
        }
        if n == 0 || pivot.offs.is_empty() {
            return;
        }
        // off-diagonal blocks: X = B L⁻ᵀ (kept in `scaled`), then the factor B ← X D⁻¹
        for off in &pivot.offs {
            let at = off.scratch;
            for r in 0..off.size {
                let row = off.at + r * n;
                for j in 0..n {
                    let mut s = self.values[row + j];
                    for k in 0..j {
                        s -= self.scaled[at + r * n + k] * self.values[d + j * n + k];
                    }
                    self.scaled[at + r * n + j] = s;
                }
                for j in 0..n {
                    self.values[row + j] = self.scaled[at + r * n + j] / self.values[d + j * n + j];
                }
            }
        }
        // Schur updates of what lies below
        for update in &pivot.updates {
            let (left, right) = (pivot.offs[update.left], pivot.offs[update.right]);
            let (ml, mr) = (left.size, right.size);
            let same = update.left == update.right;
            for r in 0..ml {
                for c in 0..if same { r + 1 } else { mr } {
                    let mut s = 0.0;
                    for k in 0..n {
                        s += self.values[left.at + r * n + k] * self.scaled[right.scratch + c * n + k];
                    }
                    let target = update.at + r * mr + c;
                    self.values[target] -= s;
                    if same && r == c {
                        let unknown = left.unknown + r;
                        let size = self.values[target].abs();
                        if size > self.scale[unknown] {
                            self.scale[unknown] = size;
                        }
                    }
                }
            }
        }
    }

    /// Solves for `x` in place (right-hand side in, unknowns out).
    pub fn solve(&self, pattern: &Pattern, x: &mut [f64]) {
        pattern.pivots.iter().for_each(|pivot| self.forward_one(pivot, x));
        pattern.pivots.iter().rev().for_each(|pivot| self.back_one(pivot, x));
        if let Some(border) = &self.border {
            border.correct(x);
        }
    }

    /// Adds rows of velocities that every solve is to obey until the next factorisation, G x = 0; false if they depend on each other or
    /// on those factorised.
    pub fn add_border(&mut self, pattern: &Pattern, rows: Vec<Vec<f64>>) -> bool {
        let answer = |row: &Vec<f64>| {
            let mut x = row.clone();
            x.resize(pattern.unknowns, 0.0);
            self.solve(pattern, &mut x);
            x
        };
        let answers = rows.iter().map(answer).collect();
        self.border = Border::new(rows, answers);
        self.border.is_some()
    }

    /// Adds to a solution what makes G x = `wanted` of the rows beside the pattern.
    pub fn add_wanted(&self, wanted: &[f64], x: &mut [f64]) {
        if let Some(border) = &self.border {
            border.add_wanted(wanted, x);
        }
    }

    /// As [`Factor::solve`] for a right-hand side that is zero but for these column blocks: only what hangs together with them is
    /// gone through. `trees` is scratch.
    pub fn solve_for(&self, pattern: &Pattern, blocks: &[usize], trees: &mut Vec<usize>, x: &mut [f64]) {
        pattern.trees_of(blocks, trees);
        trees.iter().for_each(|&k| self.forward_one(&pattern.pivots[k], x));
        trees.iter().rev().for_each(|&k| self.back_one(&pattern.pivots[k], x));
        if let Some(border) = &self.border {
            border.correct(x);
        }
    }

    fn forward_one(&self, pivot: &Pivot, x: &mut [f64]) {
        match pivot.size {
            0 => {}
            1 => self.forward::<1>(pivot, x),
            2 => self.forward::<2>(pivot, x),
            3 => self.forward::<3>(pivot, x),
            4 => self.forward::<4>(pivot, x),
            5 => self.forward::<5>(pivot, x),
            6 => self.forward::<6>(pivot, x),
            _ => self.forward_of_any_size(pivot, x),
        }
    }

    fn back_one(&self, pivot: &Pivot, x: &mut [f64]) {
        match pivot.size {
            0 => {}
            1 => self.back::<1>(pivot, x),
            2 => self.back::<2>(pivot, x),
            3 => self.back::<3>(pivot, x),
            4 => self.back::<4>(pivot, x),
            5 => self.back::<5>(pivot, x),
            6 => self.back::<6>(pivot, x),
            _ => self.back_of_any_size(pivot, x),
        }
    }

    /// As [`Factor::solve`], every block by the loops for any size: the twin that tests compare with.
    #[doc(hidden)]
    pub fn solve_plainly(&self, pattern: &Pattern, x: &mut [f64]) {
        pattern.pivots.iter().for_each(|pivot| self.forward_of_any_size(pivot, x));
        pattern.pivots.iter().rev().for_each(|pivot| self.back_of_any_size(pivot, x));
    }

    fn forward<const N: usize>(&self, pivot: &Pivot, x: &mut [f64]) {
        let d = &self.values[pivot.at..pivot.at + N * N];
        let mut own = [0.0; N];
        own.copy_from_slice(&x[pivot.unknown..pivot.unknown + N]);
        for i in 1..N {
            for k in 0..i {
                own[i] -= d[i * N + k] * own[k];
            }
        }
        x[pivot.unknown..pivot.unknown + N].copy_from_slice(&own);
        // the stored off blocks are X D⁻¹ = B L⁻ᵀ D⁻¹, exactly what multiplies the half-solved pivot
        for off in &pivot.offs {
            let rows = self.values[off.at..off.at + off.size * N].chunks_exact(N);
            for (target, row) in x[off.unknown..off.unknown + off.size].iter_mut().zip(rows) {
                let mut s = 0.0;
                for k in 0..N {
                    s += row[k] * own[k];
                }
                *target -= s;
            }
        }
    }

    fn back<const N: usize>(&self, pivot: &Pivot, x: &mut [f64]) {
        let d = &self.values[pivot.at..pivot.at + N * N];
        let left_out = &self.left_out[pivot.unknown..pivot.unknown + N];
        let mut own = [0.0; N];
        own.copy_from_slice(&x[pivot.unknown..pivot.unknown + N]);
        for i in 0..N {
            own[i] = if left_out[i] { 0.0 } else { own[i] / d[i * N + i] };
        }
        for off in &pivot.offs {
            let rows = self.values[off.at..off.at + off.size * N].chunks_exact(N);
            for (xr, row) in x[off.unknown..off.unknown + off.size].iter().zip(rows) {
                for k in 0..N {
                    own[k] -= row[k] * xr;
                }
            }
        }
        for i in (0..N).rev() {
            for k in i + 1..N {
                own[i] -= d[k * N + i] * own[k];
            }
        }
        x[pivot.unknown..pivot.unknown + N].copy_from_slice(&own);
    }

    fn forward_of_any_size(&self, pivot: &Pivot, x: &mut [f64]) {
        let (n, d, u) = (pivot.size, pivot.at, pivot.unknown);
        for i in 1..n {
            let mut s = x[u + i];
            for k in 0..i {
                s -= self.values[d + i * n + k] * x[u + k];
            }
            x[u + i] = s;
        }
        for off in &pivot.offs {
            let (m, first) = (off.size, off.unknown);
            for r in 0..m {
                let mut s = 0.0;
                for k in 0..n {
                    s += self.values[off.at + r * n + k] * x[u + k];
                }
                x[first + r] -= s;
            }
        }
    }

    fn back_of_any_size(&self, pivot: &Pivot, x: &mut [f64]) {
        let (n, d, u) = (pivot.size, pivot.at, pivot.unknown);
        for i in 0..n {
            x[u + i] = if self.left_out[u + i] { 0.0 } else { x[u + i] / self.values[d + i * n + i] };
        }
        for off in &pivot.offs {
            let (m, first) = (off.size, off.unknown);
            for r in 0..m {
                let xr = x[first + r];
                for k in 0..n {
                    x[u + k] -= self.values[off.at + r * n + k] * xr;
                }
            }
        }
        for i in (0..n).rev() {
            let mut s = x[u + i];
            for k in i + 1..n {
                s -= self.values[d + k * n + i] * x[u + k];
            }
            x[u + i] = s;
        }
    }
}
