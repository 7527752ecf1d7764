//! How the cost of a wrench grows: fits to times over fragments and over cells.

use serde_json::Value;

/// One grid: how many cells across, fragments of the outline, and ns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    pub cells: f64,
    pub fragments: f64,
    /// of a part that moves a little from call to call
    pub ns: f64,
    /// of one that is somewhere else at every call
    pub scattered: f64,
}

/// The grids of one series: "larger" (one pitch) or "finer" (one table).
pub fn series(lines: &[Value], which: &str) -> Vec<Grid> {
    let of = lines.iter().filter(|line| line["part"] == which);
    of.filter_map(|l| {
        let number = |name: &str| l[name].as_f64();
        Some(Grid {
            cells: number("cells")?,
            fragments: number("fragments")?,
            ns: number("ns")?,
            scattered: number("scattered").unwrap_or(f64::NAN),
        })
    })
    .collect()
}

/// The power of x that y grows with: slope of the line of least squares through the logarithms.
pub fn power(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (libm::log(*x), libm::log(*y))).collect();
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / n;
    let (mx, my) = (mean(&|p| p.0), mean(&|p| p.1));
    let spread: f64 = logs.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum();
    let common: f64 = logs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    (spread > 0.0).then(|| common / spread)
}

pub fn print(lines: &[Value]) {
    for (which, words) in
        [("larger", "cells of one pitch, ever more of them"), ("finer", "ever finer cells on one table")]
    {
        let grids = series(lines, which);
        println!("-- growth: the same part, {words}");
        println!("   {:>12} {:>10} {:>10} {:>12} {:>13}", "cells", "fragments", "µs", "ns/fragment", "scattered, µs");
        for Grid { cells, fragments, ns, scattered } in &grids {
            let (cells, each, scattered) = (format!("{cells}²"), ns / fragments, 1e-3 * scattered);
            println!("   {cells:>12} {fragments:>10.1} {:>10.2} {each:>12.1} {scattered:>13.2}", 1e-3 * ns);
        }
        let fit = |x: &dyn Fn(&Grid) -> f64| power(&grids.iter().map(|g| (x(g), g.ns)).collect::<Vec<_>>());
        if let Some(power) = fit(&|g| g.cells * g.cells) {
            println!("   time grows as cells to the power {power:.2}");
        }
        if let Some(power) = fit(&|g| g.fragments).filter(|_| which == "finer") {
            println!("   time grows as fragments to the power {power:.2}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_found() {
        let points: Vec<(f64, f64)> = (1..6).map(|k| (f64::from(k), 3.0 * libm::pow(f64::from(k), 1.5))).collect();
        assert!((power(&points).unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(power(&[(2.0, 1.0), (2.0, 3.0)]), None);
    }
}
