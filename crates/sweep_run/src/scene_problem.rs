//! A scene of `method sweep` as the question that `mainspring_sweep` answers, every rational handed over unchanged.
//!
//! The scene draws a pawl at angle 0 and says at which angle ρ its spring is relaxed; the sweep wants it drawn where it
//! is relaxed and counts θ from there. So corners are turned by ρ, exactly, through cos ρ = ±(1 − u²)/(1 + u²) and
//! sin ρ = ±2u/(1 + u²) with u = tan(ρ/2); the start becomes θ₀ = start − ρ, whose half-angle tangent is
//! (a − b)/(1 + ab), or minus its inverse one sheet further where that is beyond 1.

use mainspring_model::{Angle as Drawn, Exact, Ring, SweepModel, SweepObstacle};
use mainspring_sweep::{Angle, Obstacle, Pawl, Place, Problem};

/// Which ring of which obstacle of the scene a ring of the problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingOf {
    /// index into the scene's obstacles
    pub obstacle: usize,
    /// index into its rings
    pub ring: usize,
}

/// The question, and where its obstacles come from: `[obstacle][ring]`.
#[derive(Clone, Debug)]
pub struct SceneProblem {
    /// for the tracer
    pub problem: Problem,
    /// of each of its rings
    pub rings: Vec<Vec<RingOf>>,
}

/// A scene as a problem.
#[must_use]
pub fn pose(sweep: &SweepModel) -> SceneProblem {
    let mut rings = Vec::new();
    let mut obstacles = Vec::new();
    for (n, obstacle) in sweep.obstacles.iter().enumerate() {
        let pieces = pieces(obstacle);
        let several = pieces.len() > 1;
        for (k, piece) in pieces.into_iter().enumerate() {
            // a name for each, so that a fault says where it is
            let name = &obstacle.name;
            obstacles.push(Obstacle {
                name: if several { format!("{name}, piece {}", k + 1) } else { name.clone() },
                rings: piece.iter().map(|&r| obstacle.rings[r].points.clone()).collect(),
            });
            rings.push(piece.into_iter().map(|ring| RingOf { obstacle: n, ring }).collect());
        }
    }
    let moved = |p: &Place| plus(p, &sweep.start);
    let pawls = sweep.pawls.iter().map(|pawl| Pawl {
        name: pawl.name.clone(),
        hinge: moved(&pawl.hinge),
        outline: turned(&pawl.outline, &pawl.rest),
        stiffness: pawl.stiffness.to_f64().value(),
        friction: pawl.friction.clone(),
        start: angle_difference(&pawl.start, &pawl.rest),
    });
    let problem = Problem {
        velocity: sweep.velocity.clone(),
        obstacles,
        pawls: pawls.collect(),
        root: sweep.root_outline.as_ref().map(|ring| ring.points.iter().map(moved).collect()),
        end: sweep.until.clone(),
    };
    SceneProblem { problem, rings }
}

fn plus(a: &Place, b: &Place) -> Place {
    [&a[0] + &b[0], &a[1] + &b[1]]
}

/// Corners turned by an angle, exactly.
fn turned(ring: &Ring, by: &Drawn) -> Vec<Place> {
    let [c, s] = Angle { sheet: by.sheet, half: by.half_tangent.clone() }.cos_sin();
    ring.points.iter().map(|p| [&c * &p[0] - &s * &p[1], &s * &p[0] + &c * &p[1]]).collect()
}

/// a − b, exactly.
#[must_use]
pub fn angle_difference(a: &Drawn, b: &Drawn) -> Angle {
    let (u, v) = (&a.half_tangent, &b.half_tangent);
    let sheet = a.sheet - b.sheet;
    let (above, below) = (u - v, Exact::ONE + u * v);
    if below == Exact::ZERO {
        // 90° and −90° on their sheets: half a turn
        return Angle { sheet: sheet + if *u > Exact::ZERO { 1 } else { -1 }, half: Exact::ZERO };
    }
    let half = above / below;
    if half > Exact::ONE {
        return Angle { sheet: sheet + 1, half: -(Exact::ONE / half) };
    }
    if half < -Exact::ONE {
        return Angle { sheet: sheet - 1, half: -(Exact::ONE / half) };
    }
    Angle { sheet, half }
}

/// Rings of an obstacle, each outline with the holes in it.
fn pieces(obstacle: &SweepObstacle) -> Vec<Vec<usize>> {
    let areas: Vec<Exact> = obstacle.rings.iter().map(|ring| doubled_area(&ring.points)).collect();
    let mut pieces: Vec<Vec<usize>> =
        (0..areas.len()).filter(|&r| areas[r] > Exact::ZERO).map(|outer| vec![outer]).collect();
    for hole in (0..areas.len()).filter(|&r| areas[r] < Exact::ZERO) {
        let Some(corner) = obstacle.rings[hole].points.first() else { continue };
        let around = |piece: &&mut Vec<usize>| inside(corner, &obstacle.rings[piece[0]].points);
        // of outlines one in another the innermost has the hole
        let owner = pieces.iter_mut().filter(around).min_by(|a, b| areas[a[0]].cmp(&areas[b[0]]));
        if let Some(owner) = owner {
            owner.push(hole);
        }
    }
    pieces
}

/// Twice the area, positive counter-clockwise.
fn doubled_area(points: &[Place]) -> Exact {
    let cross = |a: &Place, b: &Place| &a[0] * &b[1] - &a[1] * &b[0];
    (0..points.len()).fold(Exact::ZERO, |sum, k| sum + cross(&points[k], &points[(k + 1) % points.len()]))
}

/// Whether a point that is on no edge lies inside.
fn inside(point: &Place, ring: &[Place]) -> bool {
    let mut within = false;
    for (k, a) in ring.iter().enumerate() {
        let b = &ring[(k + 1) % ring.len()];
        if (a[1] <= point[1]) == (b[1] <= point[1]) {
            continue;
        }
        let side = (&b[0] - &a[0]) * (&point[1] - &a[1]) - (&b[1] - &a[1]) * (&point[0] - &a[0]);
        within ^= (side > Exact::ZERO) == (b[1] > a[1]);
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_definition::Span;

    fn ratio(p: i64, q: u64) -> Exact {
        Exact::from_parts(p.into(), q.into())
    }

    fn angle(sheet: i32, p: i64, q: u64) -> Drawn {
        let half_tangent = ratio(p, q);
        let radians = f64::from(sheet) * std::f64::consts::PI + 2.0 * libm::atan(half_tangent.to_f64().value());
        Drawn { sheet, half_tangent, radians }
    }

    #[test]
    fn differences_of_angles_are_the_angle_between() {
        let all: Vec<Drawn> = (-2..=2)
            .flat_map(|sheet| {
                [(-1, 1), (-3, 4), (-1, 3), (0, 1), (1, 7), (2, 3), (1, 1)].map(|(p, q)| angle(sheet, p, q))
            })
            .collect();
        for a in &all {
            for b in &all {
                let d = angle_difference(a, b);
                assert!((d.to_radians() - (a.radians - b.radians)).abs() < 1e-14, "{a:?} {b:?} {d:?}");
                assert!(d.half <= Exact::ONE && d.half >= -Exact::ONE);
            }
        }
        // exactly the angle, not the float beside it
        assert_eq!(angle_difference(&angle(0, 3, 4), &angle(0, 1, 3)).half, ratio(1, 3));
    }

    #[test]
    fn a_rest_angle_turns_corners_exactly() {
        let points = vec![[ratio(5, 1), ratio(0, 1)]];
        let ring = Ring::in_order(points, Span::NOWHERE);
        // tan(ρ/2) = 1/2: 3-4-5
        assert_eq!(turned(&ring, &angle(0, 1, 2)), [[ratio(3, 1), ratio(4, 1)]]);
        assert_eq!(turned(&ring, &angle(1, 0, 1)), [[ratio(-5, 1), ratio(0, 1)]]);
    }

    #[test]
    fn holes_go_to_the_innermost_outline_around_them() {
        let square = |x: i64, half: i64, hole: bool| {
            let mut points = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
                .map(|[a, b]: [i64; 2]| [Exact::from(x + a * half), Exact::from(b * half)])
                .to_vec();
            if hole {
                points.reverse();
            }
            Ring::in_order(points, Span::NOWHERE)
        };
        let rings = vec![
            square(0, 1, true),
            square(0, 9, false),
            square(0, 2, false),
            square(0, 5, true),
            square(50, 3, false),
            square(50, 1, true),
        ];
        let obstacle = SweepObstacle { name: "a".to_owned(), span: Span::NOWHERE, rings };
        assert_eq!(pieces(&obstacle), [vec![1, 3], vec![2, 0], vec![4, 5]]);
    }
}
