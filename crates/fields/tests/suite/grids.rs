//! The sweep over a grid against the sum of overlaps cell by cell, its slopes against differences, its cost in fragments.

use mainspring_fields::{
    Affine, Footprint, Grid, GridError, GridScratch, Lattice, Pads, Patch, PlacedFootprint, Wrench, overlap, push,
};
use mainspring_geometry::Region;
use mainspring_trust::{Against, Worst, case};
use proptest::prelude::*;
use std::f64::consts::TAU;

fn star(radii: &[f64]) -> Region {
    let n = radii.len() as f64;
    let corner = |(i, r): (usize, &f64)| {
        let (s, c) = libm::sincos(TAU * i as f64 / n);
        [r * c, r * s]
    };
    Region::polygon(&radii.iter().enumerate().map(corner).collect::<Vec<_>>()).expect("sound").0
}

fn drilled(radii: &[f64]) -> Region {
    star(radii).difference(&star(&[0.4, 0.3, 0.35, 0.2])).expect("sound")
}

fn rounded() -> Region {
    let bar = Region::capsule([-1.0, 0.2], [1.2, -0.1], 0.6).expect("sound");
    bar.difference(&Region::disc([0.3, 0.05], 0.3).expect("sound")).expect("sound")
}

fn even(from: f64, pitch: f64, cells: usize) -> Vec<f64> {
    (0..=cells).map(|i| from + pitch * i as f64).collect()
}

/// Pads of 0.3 with gaps of 0.2.
fn gaps(from: f64, pads: usize) -> Vec<f64> {
    (0..pads).flat_map(|i| [from + 0.5 * i as f64, from + 0.5 * i as f64 + 0.3]).collect()
}

fn density(column: usize, row: usize) -> [f64; 2] {
    let k = (7 * column + 13 * row) as f64;
    [libm::sin(k), libm::cos(1.7 * k)]
}

fn densities(columns: &[f64], rows: &[f64]) -> Vec<[f64; 2]> {
    let (across, up) = (columns.len() - 1, rows.len() - 1);
    (0..up).flat_map(|row| (0..across).map(move |column| density(column, row))).collect()
}

/// Cell by cell.
fn by_cells(placed: &PlacedFootprint, columns: &[f64], rows: &[f64], f: impl Fn(usize, usize) -> [f64; 2]) -> Wrench {
    let mut sum = Wrench::default();
    for (row, y) in rows.windows(2).enumerate() {
        for (column, x) in columns.windows(2).enumerate() {
            let cell = Patch::new(&Region::rect_corners([x[0], y[0]], [x[1], y[1]]).expect("sound"));
            let field = Affine { value: f(column, row), ..Affine::default() };
            sum = sum.plus(&push(&overlap(placed, &cell), &field, placed.position()));
        }
    }
    sum
}

fn off(a: &Wrench, b: &Wrench) -> f64 {
    let d = a.with(b, -1.0);
    d.force[0].abs().max(d.force[1].abs()).max(d.torque.abs())
}

fn placed(footprint: &Footprint, position: [f64; 2], angle: f64) -> PlacedFootprint {
    let mut placed = PlacedFootprint::new(footprint);
    placed.place(footprint, position, angle);
    placed
}

static SWEEP: Worst = Worst::new();

proptest! {
    #[test]
    fn the_sweep_is_the_sum_over_cells(
        radii in prop::collection::vec(0.5..1.5f64, 3..12), x in -1.0..4.0f64, y in -1.0..4.0f64, angle in -4.0..4.0f64,
        level in 0.0..2.0f64,
    ) {
        let mut scratch = GridScratch::default();
        for region in [drilled(&radii), rounded()] {
            let footprint = Footprint::new(&region, [0.1, -0.1]);
            let placed = placed(&footprint, [x, y], angle);
            for (columns, rows) in [(even(0.0, 0.25, 12), even(0.1, 0.25, 10)), (gaps(0.0, 7), gaps(-0.4, 8))] {
                let grid = Grid::new(&columns, &rows, &[densities(&columns, &rows)]).expect("sound");
                let exact = by_cells(&placed, &columns, &rows, density).times(level);
                let scale = footprint.area() * (1.0 + footprint.radius());
                let got = grid.wrench(&placed, &[level], &mut scratch);
                case!("parts over grids", "wrench of the sweep, of density times area", Against::OtherWay, "overlap with every cell")
                    .unit("")
                    .off_at_worst(&SWEEP, off(&got, &exact) / scale, 1e-13);
                let by = grid.lattice().wrench_by(&placed, &mut scratch, density).times(level);
                prop_assert!(off(&by, &exact) < 1e-13 * scale, "{:?} {:?}", by, exact);
                // two groups that share out every density
                let mut halves = [Vec::new(), Vec::new()];
                for (i, f) in densities(&columns, &rows).into_iter().enumerate() {
                    halves[i % 2].push(f);
                    halves[1 - i % 2].push([0.0; 2]);
                }
                let both = Grid::new(&columns, &rows, &halves).expect("sound");
                let sum = both.wrench(&placed, &[level, level], &mut scratch);
                prop_assert!(off(&sum, &exact) < 1e-13 * scale);
                let one = both.wrench(&placed, &[level, 0.0], &mut scratch).plus(&both.wrench(&placed, &[0.0, level], &mut scratch));
                prop_assert!(off(&one, &exact) < 1e-13 * scale);
            }
        }
    }

    #[test]
    fn slopes_are_differences(x in 0.0..3.0f64, y in 0.0..3.0f64, angle in -4.0..4.0f64) {
        let mut scratch = GridScratch::default();
        let (columns, rows) = (gaps(0.0, 7), even(-0.4, 0.45, 9));
        let grid = Grid::new(&columns, &rows, &[densities(&columns, &rows)]).expect("sound");
        for region in [drilled(&[1.0, 1.2, 0.8, 1.1, 0.9]), rounded()] {
            let footprint = Footprint::new(&region, [0.1, -0.1]);
            let here = placed(&footprint, [x, y], angle);
            let (wrench, slopes) = grid.wrench_slopes(&here, &[1.5], &mut scratch);
            prop_assert_eq!(wrench, grid.wrench(&here, &[1.5], &mut scratch));
            let (_, by) = grid.lattice().wrench_slopes_by(&here, &mut scratch, density);
            let h = 1e-6;
            for k in 0..3 {
                let mut step = |s: f64| {
                    let mut pose = [x, y, angle];
                    pose[k] += s;
                    grid.wrench(&placed(&footprint, [pose[0], pose[1]], pose[2]), &[1.5], &mut scratch)
                };
                let measured = step(h).with(&step(-h), -1.0).times(0.5 / h);
                // a corner on a line of the grid within h bends the slope by no more than √h
                prop_assert!(off(&measured, &slopes[k]) < 1e-4, "by {}: {:?} ≠ {:?}", k, measured, slopes[k]);
                prop_assert!(off(&by[k].times(1.5), &slopes[k]) < 1e-12);
            }
        }
    }
}

#[test]
fn edges_along_grid_lines_are_no_trouble() {
    let mut scratch = GridScratch::default();
    let lines = even(0.0, 1.0, 6);
    let grid = Grid::new(&lines, &lines, &[densities(&lines, &lines)]).expect("sound");
    let region = Region::rect_corners([1.0, 1.0], [4.0, 3.0]).expect("sound");
    let hole = Region::rect_corners([2.0, 1.0], [3.0, 2.0]).expect("sound");
    let footprint = Footprint::new(&region.difference(&hole).expect("sound"), [2.0, 2.0]);
    for quarter in 0..4 {
        let placed = placed(&footprint, [3.0, 2.0], f64::from(quarter) * TAU / 4.0);
        let exact = by_cells(&placed, &lines, &lines, density);
        assert!(off(&grid.wrench(&placed, &[1.0], &mut scratch), &exact) < 1e-14);
        assert!(off(&grid.lattice().wrench_by(&placed, &mut scratch, density), &exact) < 1e-14);
    }
}

#[test]
fn cost_grows_with_fragments_and_not_with_cells() {
    let footprint = Footprint::new(&drilled(&[1.0, 1.3, 0.9, 1.2, 1.1, 0.8, 1.0]), [0.0; 2]);
    let mut counts = Vec::new();
    let mut wrenches = Vec::new();
    for cells in [100, 1_000] {
        let lines = even(0.0, 0.125, cells);
        let grid = Grid::new(&lines, &lines, &[vec![[1.0, -2.0]; cells * cells]]).expect("sound");
        let mut scratch = GridScratch::default();
        wrenches.push(grid.wrench(&placed(&footprint, [6.0, 7.0], 0.4), &[1.0], &mut scratch));
        counts.push(scratch.fragments);
    }
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0] > 50 && counts[0] < 300, "{counts:?}");
    assert_eq!(wrenches[0], wrenches[1]);
    // twice as fine: about twice the fragments, four times the cells
    let lines = even(0.0, 0.0625, 200);
    let grid = Grid::new(&lines, &lines, &[vec![[1.0, -2.0]; 200 * 200]]).expect("sound");
    let mut scratch = GridScratch::default();
    let _ = grid.wrench(&placed(&footprint, [6.0, 7.0], 0.4), &[1.0], &mut scratch);
    let ratio = scratch.fragments as f64 / counts[0] as f64;
    assert!((1.7..2.1).contains(&ratio), "{ratio}");
}

#[test]
fn far_into_a_large_grid_nothing_is_lost() {
    // one density everywhere: the wrench is known, wherever the part lies
    let lines = even(0.0, 1.0, 1_000);
    let grid = Grid::new(&lines, &lines, &[vec![[0.7, 1.0]; 1_000_000]]).expect("sound");
    let footprint = Footprint::new(&drilled(&[2.0, 2.3, 1.9, 2.2, 2.1]), [0.1, 0.2]);
    let mut scratch = GridScratch::default();
    let mut worst = 0f64;
    for i in 0..200 {
        let at = [5.0 + 4.95 * f64::from(i), 990.3 - 4.9 * f64::from(i)];
        let placed = placed(&footprint, at, 0.1 * f64::from(i));
        let exact = push(&placed.moments(), &Affine { value: [0.7, 1.0], ..Affine::default() }, at);
        worst = worst.max(off(&grid.wrench(&placed, &[1.0], &mut scratch), &exact));
    }
    let scale = footprint.area() * footprint.radius();
    case!(
        "a part anywhere on 1000 × 1000 cells",
        "wrench of one density, relative",
        Against::ClosedForm,
        "f A and f × S"
    )
    .unit("")
    .off(worst / scale, 1e-12);
}

#[test]
fn covered_cells_are_counted() {
    let lattice = Lattice::new(&even(0.0, 1.0, 8), &even(0.0, 1.0, 8)).expect("sound");
    let footprint = Footprint::new(&Region::rect(3.0, 2.5).expect("sound"), [0.0; 2]);
    let mut scratch = GridScratch::default();
    let mut cells = Vec::new();
    lattice.coverage(&placed(&footprint, [4.0, 3.5], 0.0), &mut scratch, |cell| {
        cells.push((cell.column, cell.row, cell.area))
    });
    cells.sort_by_key(|c| (c.1, c.0));
    // x from 2.5 to 5.5, y from 2.25 to 4.75
    let exact: Vec<(usize, usize, f64)> = [(2, 0.75), (3, 1.0), (4, 0.75)]
        .into_iter()
        .flat_map(|(row, h)| [(2, 0.5), (3, 1.0), (4, 1.0), (5, 0.5)].map(|(column, w)| (column, row, w * h)))
        .collect();
    assert_eq!(cells, exact);
}

#[test]
fn bad_grids_are_refused_in_words() {
    let lines = even(0.0, 1.0, 2);
    let wrong = |columns: &[f64], rows: &[f64], groups: &[Vec<[f64; 2]>]| Grid::new(columns, rows, groups).unwrap_err();
    assert_eq!(wrong(&[0.0], &lines, &[vec![]]), GridError::TooFew { axis: "columns", found: 1 });
    let back = wrong(&lines, &[0.0, 1.0, 1.0], &[vec![[0.0; 2]; 4]]);
    assert_eq!(back, GridError::Breakpoint { axis: "rows", index: 2, value: 1.0 });
    assert_eq!(wrong(&lines, &lines, &[]), GridError::NoGroup);
    assert_eq!(wrong(&lines, &lines, &[vec![[0.0; 2]; 3]]), GridError::Count { group: 0, found: 3, cells: 4 });
    let nan = vec![[0.0; 2], [0.0; 2], [0.0, f64::NAN], [0.0; 2]];
    assert_eq!(wrong(&lines, &lines, &[nan]), GridError::Density { column: 0, row: 1, group: 0 });
    let many = even(0.0, 1.0, 10_000);
    assert!(wrong(&many, &many, &[vec![]]).to_string().contains("too large"));
}

#[test]
fn round_pads_are_felt_where_they_are_under_the_part() {
    let disc = Region::disc([0.0; 2], 0.11).expect("sound");
    let square = Region::rect(0.3, 0.3).expect("sound");
    let (columns, rows) = (even(0.0, 0.5, 6), even(-0.4, 0.5, 7));
    let all: Vec<[f64; 2]> = (0..8).flat_map(|row| (0..7).map(move |column| density(column, row))).collect();
    let mut scratch = GridScratch::default();
    for (region, angle) in [(drilled(&[1.4, 1.2, 0.8, 1.1, 1.3]), 0.3), (rounded(), 1.1), (rounded(), -0.4)] {
        let footprint = Footprint::new(&region, [0.1, -0.1]);
        let here = placed(&footprint, [1.3, 1.6], angle);
        let pads = Pads::new(&disc, &columns, &rows, std::slice::from_ref(&all)).expect("sound");
        let mut exact = Wrench::default();
        for (row, y) in rows.iter().enumerate() {
            for (column, x) in columns.iter().enumerate() {
                let pad = Patch::new(&disc.moved([*x, *y]).expect("sound"));
                let field = Affine { value: density(column, row), ..Affine::default() };
                exact = exact.plus(&push(&overlap(&here, &pad), &field, here.position()));
            }
        }
        let (got, slopes) = pads.wrench_slopes(&here, &[1.0]);
        assert!(off(&got, &exact) < 1e-14, "{got:?} {exact:?}");
        assert_eq!(got, pads.wrench(&here, &[1.0]));
        let h = 1e-6;
        for k in 0..3 {
            let step = |s: f64| {
                let mut pose = [1.3, 1.6, angle];
                pose[k] += s;
                pads.wrench(&placed(&footprint, [pose[0], pose[1]], pose[2]), &[1.0])
            };
            let measured = step(h).with(&step(-h), -1.0).times(0.5 / h);
            assert!(off(&measured, &slopes[k]) < 1e-6, "by {k}: {measured:?} {slopes:?}");
        }
        // square pads are a grid with gaps
        let pads = Pads::new(&square, &columns, &rows, std::slice::from_ref(&all)).expect("sound");
        let lines = |middles: &[f64]| middles.iter().flat_map(|m| [m - 0.15, m + 0.15]).collect::<Vec<_>>();
        let lattice = Lattice::new(&lines(&columns), &lines(&rows)).expect("sound");
        let gapped = lattice.wrench_by(&here, &mut scratch, |column, row| {
            if column % 2 == 0 && row % 2 == 0 { density(column / 2, row / 2) } else { [0.0; 2] }
        });
        assert!(off(&pads.wrench(&here, &[1.0]), &gapped) < 1e-14);
    }
}

/// Spans several of the blocks in which sums of a row are kept, with lines and with arcs, over the sides too.
fn a_wide_part_is_the_sum_over_cells(columns: &[f64], within: f64) {
    let rows = even(0.0, 0.3, 5);
    let mut scratch = GridScratch::default();
    let all = densities(columns, &rows);
    let grid = Grid::new(columns, &rows, std::slice::from_ref(&all)).expect("sound");
    let pair = Grid::new(columns, &rows, &[all.clone(), all]).expect("sound");
    for region in [drilled(&[0.9, 0.7, 0.8, 0.6, 0.9]), rounded().scaled(0.6).expect("sound")] {
        let footprint = Footprint::new(&region, [0.1, -0.1]);
        for (x, y, angle) in [(1.0, 0.7, 0.2), (0.6, 0.5, 2.0), (1.7, 1.2, 4.0), (1.05, 0.75, 0.0)] {
            let here = placed(&footprint, [x, y], angle);
            let exact = by_cells(&here, columns, &rows, density);
            let got = grid.wrench(&here, &[1.0], &mut scratch);
            assert!(off(&got, &exact) < within, "{got:?} {exact:?}");
            let both = pair.wrench(&here, &[0.25, 0.5], &mut scratch);
            assert!(off(&both, &exact.times(0.75)) < within);
            let by = grid.lattice().wrench_by(&here, &mut scratch, density);
            assert!(off(&by, &exact) < within);
        }
    }
}

#[test]
fn a_wide_part_over_many_columns_is_the_sum_over_cells() {
    a_wide_part_is_the_sum_over_cells(&even(0.0, 0.01, 210), 1e-13);
}

#[test]
fn a_part_over_hundreds_of_columns_is_the_sum_over_cells() {
    a_wide_part_is_the_sum_over_cells(&even(0.0, 0.0025, 840), 1e-13);
}

#[test]
fn a_pose_that_is_no_number_harms_nobody() {
    let lines = even(0.0, 0.3, 5);
    let grid = Grid::new(&lines, &lines, &[densities(&lines, &lines)]).expect("sound");
    let mut scratch = GridScratch::default();
    for region in [drilled(&[0.9, 0.7, 0.8]), rounded()] {
        let footprint = Footprint::new(&region, [0.1, -0.1]);
        for pose in [[f64::NAN, 0.0, 0.0], [0.0, f64::INFINITY, 0.0], [0.0, 0.0, f64::NAN], [1e300, -1e300, 1.0]] {
            let here = placed(&footprint, [pose[0], pose[1]], pose[2]);
            let _ = grid.wrench_slopes(&here, &[1.0], &mut scratch);
            let _ = grid.lattice().wrench_slopes_by(&here, &mut scratch, density);
            let _ = overlap(&here, &Patch::new(&rounded()));
        }
    }
}

#[test]
fn a_speck_over_large_cells_feels_no_rounding_of_theirs() {
    // a disc far smaller than a cell, in a field that is the same everywhere: force f A, no torque, on cells and on their lines
    let (radius, f) = (1e-5, [0.3, 0.1]);
    let lines: Vec<f64> = (0..=100).map(|k| f64::from(k) * 0.01).collect();
    let grid = Grid::new(&lines, &lines, &[vec![f; 100 * 100]]).expect("sound");
    let footprint = Footprint::new(&Region::disc([0.0; 2], radius).expect("sound"), [0.0; 2]);
    let mut placed = PlacedFootprint::new(&footprint);
    let area = footprint.area();
    let mut worst: f64 = 0.0;
    for k in 0..2000 {
        let x = 0.3 + f64::from(k) * 1.03e-5;
        placed.place(&footprint, [x, 0.5 + 0.3 * radius], 0.1);
        let w = grid.wrench(&placed, &[1.0], &mut GridScratch::default());
        for i in 0..2 {
            assert!((w.force[i] - f[i] * area).abs() < 1e-11 * area, "{x} {w:?}");
        }
        worst = worst.max(w.torque.abs() / (area * radius));
    }
    case!("speck over cells", "torque, over force times radius", Against::ClosedForm, "none").unit("").off(worst, 1e-8);
}
