//! Shapes with straight edges, corner by corner as written.
//!
//! `polygon`, `rect`, `move`, `scale`, `turn` by right angles and `mirror` at multiples of 45° take rational corners to
//! rational ones; `pierced` and `-` do where the hole lies inside and apart from every edge. What other operations make
//! is taken from the ordinary region, each coordinate the rational that its float is.

use crate::sweep::number::{of_float, to_float};
use crate::sweep::simple::{inside, meeting};
use mainspring_definition::Span;
use mainspring_geometry::{Region, Segment};
use mainspring_model::Exact;
use mainspring_model::Ring;
use mainspring_model::{Loss, Traced};

/// Outer rings counter-clockwise, holes clockwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outline {
    pub rings: Vec<Ring>,
}

impl Outline {
    /// The ordinary region; None with arcs.
    pub(super) fn of(region: &Region, span: Span) -> Option<Self> {
        let ring = |edges: &Vec<Segment>| {
            let corner = |edge: &Segment| match edge {
                Segment::Line { from, .. } => Some([of_float(from[0])?, of_float(from[1])?]),
                Segment::Arc { .. } => None,
            };
            let points: Vec<[Exact; 2]> = edges.iter().map(corner).collect::<Option<_>>()?;
            Some(Ring::in_order(points, span))
        };
        Some(Self { rings: region.loops().iter().map(ring).collect::<Option<_>>()? })
    }

    /// A polygon through points, turned counter-clockwise; repeated corners count once.
    pub fn through(points: Vec<([Traced; 2], Span)>) -> Option<Self> {
        let written = points.len() as u32;
        let mut kept: Vec<(([Traced; 2], Span), [u32; 2])> = Vec::with_capacity(points.len());
        for (number, corner) in (1..).zip(points) {
            match kept.last_mut() {
                Some((last, numbers)) if same_place(&last.0, &corner.0) => {
                    lose_if_apart(&mut last.0, &corner);
                    numbers[1] = number;
                }
                _ => kept.push((corner, [number; 2])),
            }
        }
        while let [(first, _), .., (last, _)] = kept.as_mut_slice()
            && same_place(&first.0, &last.0)
        {
            lose_if_apart(&mut first.0, last);
            kept.pop();
        }
        if kept.len() < 3 {
            return None;
        }
        let mut ring = Ring { written, ..Ring::in_order(Vec::new(), Span::NOWHERE) };
        for ((corner, span), numbers) in kept {
            ring.push(corner, span, numbers);
        }
        if twice_area(&ring.points) < Exact::ZERO {
            ring.turn_round();
        }
        Some(Self { rings: vec![ring] })
    }

    pub fn map(&self, f: impl Fn(&[Traced; 2]) -> [Traced; 2], mirrors: bool) -> Self {
        let mapped = |ring: &Ring| {
            let (written, reversed) = (ring.written, ring.reversed);
            let mut made = Ring { written, reversed, ..Ring::in_order(Vec::new(), Span::NOWHERE) };
            for at in 0..ring.points.len() {
                made.push(f(&ring.corner(at)), ring.spans[at], ring.numbers[at]);
            }
            if mirrors {
                made.turn_round();
            }
            made
        };
        Self { rings: self.rings.iter().map(mapped).collect() }
    }

    pub(super) fn moved(&self, by: &[Traced; 2]) -> Self {
        self.map(|p| [p[0].plus(&by[0]), p[1].plus(&by[1])], false)
    }

    /// Turned counter-clockwise by right angles.
    pub(super) fn turned(&self, right_angles: i64) -> Self {
        self.map(
            |p| match right_angles.rem_euclid(4) {
                0 => p.clone(),
                1 => [p[1].negated(), p[0].clone()],
                2 => [p[0].negated(), p[1].negated()],
                _ => [p[1].clone(), p[0].negated()],
            },
            false,
        )
    }

    /// Turned by any angle (rad) written at `span`, each coordinate rounded to a float.
    pub(super) fn turned_by_float(&self, angle: f64, span: Span) -> Option<Self> {
        let (s, c) = libm::sincos(angle);
        let mut turned = self.clone();
        for ring in &mut turned.rings {
            for point in &mut ring.points {
                let [x, y] = [to_float(&point[0]), to_float(&point[1])];
                *point = [of_float(c * x - s * y)?, of_float(s * x + c * y)?];
            }
            for follows in ring.follows.iter_mut().filter(|f| f.iter().any(Option::is_some)) {
                let why = "turned by an angle that is no right angle, corners are rounded";
                *follows = [Loss::follows(span, why), Loss::follows(span, why)];
            }
        }
        Some(turned)
    }

    /// The same, every corner known for single values of dimensions only.
    pub(super) fn lost(mut self, span: Span, why: &str) -> Self {
        for follows in self.rings.iter_mut().flat_map(|r| r.follows.iter_mut().flatten()) {
            *follows = Loss::follows(span, why);
        }
        self
    }

    /// Without what lies in `hole`; None unless that is one ring strictly inside.
    pub(super) fn pierced(&self, hole: &Self) -> Option<Self> {
        let [hole] = hole.rings.as_slice() else { return None };
        let mut rings = self.rings.clone();
        if !inside(hole.points.first()?, &rings) {
            return None;
        }
        let mut hole = hole.clone();
        hole.turn_round();
        rings.push(hole);
        meeting(&rings).is_none().then_some(Self { rings })
    }
}

fn same_place(a: &[Traced; 2], b: &[Traced; 2]) -> bool {
    a[0].value == b[0].value && a[1].value == b[1].value
}

/// Of two corners that coincide as drawn one is kept; where they may come apart it stands for neither.
fn lose_if_apart(kept: &mut [Traced; 2], dropped: &([Traced; 2], Span)) {
    for (kept, dropped_part) in kept.iter_mut().zip(&dropped.0) {
        if kept.follows != dropped_part.follows {
            kept.follows = Loss::follows(dropped.1, "this corner lies on its neighbour as drawn, and may come apart");
        }
    }
}

/// Twice the area that a ring encloses, positive counter-clockwise (m²).
pub(super) fn twice_area(points: &[[Exact; 2]]) -> Exact {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).fold(Exact::ZERO, |sum, (a, b)| sum + &a[0] * &b[1] - &a[1] * &b[0])
}
