//! Moments of P ∩ W on ten thousand random polygons against exact rational arithmetic: holes, shared edges, shared
//! corners, edges that run along each other, windows equal to the part.

mod fraction;

use fraction::{Corner, common_moments};
use mainspring_fields::{Footprint, Patch, PlacedFootprint, overlap};
use mainspring_geometry::Region;
use mainspring_trust::{Against, case};

/// A small generator: the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn up_to(&mut self, n: i64) -> i64 {
        (self.next() % (n as u64 + 1)) as i64
    }

    fn within(&mut self, n: i64) -> i64 {
        self.up_to(2 * n) - n
    }

    fn corner(&mut self, n: i64) -> Corner {
        [self.within(n), self.within(n)]
    }
}

/// Corners sorted about a point: mostly simple; those that are not are thrown again.
fn star(dice: &mut Dice, about: Corner, size: i64, corners: i64) -> Option<Region> {
    let mut points: Vec<Corner> = (0..corners).map(|_| dice.corner(size)).collect();
    points.sort_by(|a, b| libm::atan2(a[1] as f64, a[0] as f64).total_cmp(&libm::atan2(b[1] as f64, b[0] as f64)));
    let points: Vec<[f64; 2]> = points.iter().map(|p| [(p[0] + about[0]) as f64, (p[1] + about[1]) as f64]).collect();
    Region::polygon(&points).ok().map(|(region, _)| region)
}

/// Squares of a board: many collinear and shared edges, corners that touch, holes.
fn board(dice: &mut Dice, size: i64) -> Option<Region> {
    let step = 1 + dice.up_to(3);
    let mut region: Option<Region> = None;
    for _ in 0..2 + dice.up_to(7) {
        let low = dice.corner(size / step / 2).map(|x| (x * step) as f64);
        let [w, h] = [1 + dice.up_to(2), 1 + dice.up_to(2)].map(|x| (x * step) as f64);
        let rect = Region::rect_corners(low, [low[0] + w, low[1] + h]).ok()?;
        region = Some(match region {
            None => rect,
            Some(r) if dice.up_to(3) == 0 => r.difference(&rect).ok()?,
            Some(r) => r.union(&rect).ok()?,
        });
    }
    region
}

fn with_hole(dice: &mut Dice, region: Region) -> Option<Region> {
    let hole = star(dice, [0, 0], 4, 5)?;
    region.difference(&hole).ok()
}

/// The directed edges, if every corner is an integer.
fn edges(region: &Region) -> Option<Vec<[Corner; 2]>> {
    let corner = |p: [f64; 2]| p.iter().all(|x| x.fract() == 0.0).then(|| p.map(|x| x as i64));
    region.loops().iter().flatten().map(|s| Some([corner(s.from())?, corner(s.to())?])).collect()
}

fn part(dice: &mut Dice) -> Option<Region> {
    match dice.up_to(5) {
        0 | 1 => board(dice, 12),
        2 | 3 => {
            let corners = 3 + dice.up_to(7);
            let outer = star(dice, [0, 0], 16, corners)?;
            with_hole(dice, outer)
        }
        _ => {
            let corners = 3 + dice.up_to(9);
            let about = dice.corner(4);
            star(dice, about, 16, corners)
        }
    }
}

fn window(dice: &mut Dice, part: &Region) -> Option<Region> {
    let outline = &part.loops()[0];
    let any = |dice: &mut Dice| outline[dice.up_to(outline.len() as i64 - 1) as usize];
    match dice.up_to(6) {
        0 => Some(part.clone()),
        1 => part.moved(dice.corner(3).map(|x| x as f64)).ok(),
        2 => {
            // shares an edge
            let edge = any(dice);
            let third = dice.corner(20).map(|x| x as f64);
            Some(Region::polygon(&[edge.from(), edge.to(), third]).ok()?.0)
        }
        3 => {
            // shares three corners
            let corners = [any(dice).from(), any(dice).from(), any(dice).from()];
            Some(Region::polygon(&corners).ok()?.0)
        }
        4 => {
            let (a, b) = (dice.corner(18), dice.corner(18));
            Region::rect_corners(a.map(|x| x as f64), b.map(|x| x as f64)).ok()
        }
        5 => board(dice, 16),
        _ => self::part(dice),
    }
}

#[test]
fn ten_thousand_overlaps_agree_with_exact_arithmetic() {
    let mut dice = Dice(6);
    let (mut cases, mut holes, mut meeting, mut worst) = (0, 0, 0, 0f64);
    while cases < 10_000 {
        let Some(p) = part(&mut dice) else { continue };
        let Some(w) = window(&mut dice, &p) else { continue };
        let (Some(p_edges), Some(w_edges)) = (edges(&p), edges(&w)) else { continue };
        let about = dice.corner(6);
        let footprint = Footprint::new(&p, about.map(|x| x as f64));
        let mut placed = PlacedFootprint::new(&footprint);
        placed.place(&footprint, about.map(|x| x as f64), 0.0);
        let got = overlap(&placed, &Patch::new(&w));
        let exact = common_moments(&p_edges, &w_edges, about);

        let own = footprint.moments();
        let arm = (own.polar() / own.area).sqrt();
        let scale = [1.0, arm, arm, arm * arm, arm * arm, arm * arm].map(|s| s * own.area);
        let got = [got.area, got.first[0], got.first[1], got.second[0], got.second[1], got.second[2]];
        for i in 0..6 {
            let off = (got[i] - exact[i]).abs() / scale[i];
            worst = worst.max(off);
            assert!(off <= 1e-12, "moment {i}: {} instead of {}\n{p:?}\n{w:?}", got[i], exact[i]);
        }
        cases += 1;
        holes += usize::from(p.loops().len() > 1 || w.loops().len() > 1);
        meeting += usize::from(exact[0] > 0.0);
    }
    assert!(holes > 2_000, "only {holes} cases with holes");
    assert!(meeting > 7_000, "only {meeting} cases overlap");
    case!(
        "10 000 random parts and windows",
        "worst moment of P ∩ W, of the part's own",
        Against::Independent,
        "exact fractions"
    )
    .unit("")
    .off(worst, 1e-12);
}
