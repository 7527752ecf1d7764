//! A curve in bounded memory: of every stretch the ends and the extremes are kept, so that peaks survive.

#[derive(Clone, Copy, Debug)]
struct Point {
    number: u64,
    x: f64,
    y: f64,
}

/// The points of a stretch that a picture needs.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: Point,
    last: Point,
    lowest: Point,
    highest: Point,
    leftmost: Point,
    rightmost: Point,
}

impl Stretch {
    fn of(point: Point) -> Self {
        Self { first: point, last: point, lowest: point, highest: point, leftmost: point, rightmost: point }
    }

    fn join(self, next: Self) -> Self {
        // gaps (NaN) lose against numbers
        let least =
            |a: Point, b: Point, key: fn(&Point) -> f64| if key(&b) < key(&a) || key(&a).is_nan() { b } else { a };
        let most =
            |a: Point, b: Point, key: fn(&Point) -> f64| if key(&b) > key(&a) || key(&a).is_nan() { b } else { a };
        Self {
            first: self.first,
            last: next.last,
            lowest: least(self.lowest, next.lowest, |p| p.y),
            highest: most(self.highest, next.highest, |p| p.y),
            leftmost: least(self.leftmost, next.leftmost, |p| p.x),
            rightmost: most(self.rightmost, next.rightmost, |p| p.x),
        }
    }
}

/// Points as they come, at most `2 * stretches` stretches of them.
#[derive(Clone, Debug)]
pub struct DecimatedCurve {
    most: usize,
    /// points in a stretch, a power of two
    stride: u64,
    whole: Vec<Stretch>,
    open: Option<(Stretch, u64)>,
    count: u64,
}

impl DecimatedCurve {
    pub fn new(stretches: usize) -> Self {
        Self { most: 2 * stretches.max(1), stride: 1, whole: Vec::new(), open: None, count: 0 }
    }

    pub fn push(&mut self, x: f64, y: f64) {
        let one = Stretch::of(Point { number: self.count, x, y });
        self.count += 1;
        let (stretch, length) = match self.open.take() {
            None => (one, 1),
            Some((before, length)) => (before.join(one), length + 1),
        };
        if length < self.stride {
            self.open = Some((stretch, length));
            return;
        }
        self.whole.push(stretch);
        if self.whole.len() >= self.most {
            self.whole = self
                .whole
                .chunks(2)
                .map(|pair| pair.iter().copied().reduce(Stretch::join).unwrap_or(pair[0]))
                .collect();
            self.stride *= 2;
        }
    }

    /// x and y of what was kept, in the order it came.
    pub fn points(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for s in self.whole.iter().chain(self.open.as_ref().map(|(s, _)| s)) {
            let mut points = [s.first, s.lowest, s.highest, s.leftmost, s.rightmost, s.last];
            points.sort_by_key(|p| p.number);
            let mut last = None;
            for p in points.iter().filter(|p| last.replace(p.number) != Some(p.number)) {
                xs.push(p.x);
                ys.push(p.y);
            }
        }
        (xs, ys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_curve_is_kept_whole() {
        let mut curve = DecimatedCurve::new(8);
        (0..15).for_each(|i| curve.push(f64::from(i), f64::from(i * i % 7)));
        let (x, y) = curve.points();
        assert_eq!(x, (0..15).map(f64::from).collect::<Vec<_>>());
        assert_eq!(y, (0..15).map(|i| f64::from(i * i % 7)).collect::<Vec<_>>());
    }

    #[test]
    fn a_long_curve_keeps_its_peak_its_gap_and_its_ends() {
        let mut curve = DecimatedCurve::new(100);
        let value = |i: u32| if i == 654_321 { 99.0 } else { f64::from(i % 7) };
        (0..1_000_000).for_each(|i| curve.push(f64::from(i), if i == 0 { f64::NAN } else { value(i) }));
        let (x, y) = curve.points();
        assert!(x.len() <= 6 * 201 && x.len() == y.len());
        assert!(x[0] == 0.0 && y[0].is_nan() && x[x.len() - 1] == 999_999.0);
        assert!(x.contains(&654_321.0) && y.contains(&99.0));
        assert!(x.windows(2).all(|w| w[0] < w[1]));
    }
}
