//! Roots on dense output.

/// The smallest θ in (a, b] at which `g` has become positive, given g(a) ≤ 0 < g(b), to `tolerance` in θ.
///
/// ITP (Oliveira and Takahashi 2020): superlinear for smooth g, never more evaluations than bisection plus one.
/// Returns the upper end of the last bracket, so that g is positive there.
pub(crate) fn crossing(
    mut a: f64,
    mut b: f64,
    mut ga: f64,
    mut gb: f64,
    tolerance: f64,
    mut g: impl FnMut(f64) -> f64,
) -> f64 {
    let width = b - a;
    let k1 = 0.2 / width;
    let half = libm::ceil(libm::log2((width / (2.0 * tolerance)).max(1.0)));
    let most = half + 1.0;
    let mut j = 0.0;
    while b - a > 2.0 * tolerance {
        let middle = 0.5 * (a + b);
        let r = tolerance * libm::exp2(most - j) - 0.5 * (b - a);
        let delta = k1 * (b - a) * (b - a);
        let falsi = (gb * a - ga * b) / (gb - ga);
        let sign = if middle >= falsi { 1.0 } else { -1.0 };
        let truncated = if delta <= (middle - falsi).abs() { falsi + sign * delta } else { middle };
        let x = if (truncated - middle).abs() <= r { truncated } else { middle - sign * r };
        let x = if x > a && x < b { x } else { middle };
        let gx = g(x);
        if gx > 0.0 {
            (b, gb) = (x, gx);
        } else {
            (a, ga) = (x, gx);
        }
        j += 1.0;
        if j > 200.0 {
            break;
        }
    }
    b
}

#[cfg(test)]
mod tests {
    use super::crossing;

    #[test]
    fn finds_roots_with_few_evaluations() {
        let cases: [(&dyn Fn(f64) -> f64, f64); 3] = [
            (&|x| x * x * x - 0.2, 0.584_803_547_642_573_2),
            (&|x| if x > 0.3 { 1.0 } else { -1.0 }, 0.3),
            (&|x| (x - 0.7) * 1e-9, 0.7),
        ];
        for (f, root) in cases {
            let mut count = 0;
            let x = crossing(0.0, 1.0, f(0.0), f(1.0), 1e-14, |x| {
                count += 1;
                f(x)
            });
            assert!((x - root).abs() < 1e-13, "{x} {root}");
            assert!(f(x) > 0.0 && count < 60, "{count}");
        }
    }
}
