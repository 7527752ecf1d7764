//! What is said of outlines whose edges meet: in the words of the text where it lists the corners, by piece, hole and place
//! where an operation made them.

use super::number::to_float;
use super::outline::twice_area;
use super::simple::{Corner, common_place};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::Exact;
use mainspring_model::Ring;

/// The finding for two edges that meet, by their first corners, of a shape written at `span`.
pub(super) fn finding(rings: &[Ring], edges: [Corner; 2], span: Span, whose: &str) -> Diagnostic {
    let [a, b] = edges;
    let place = || in_words(&common_place(rings, a, b));
    let help = if whose.starts_with("obstacle") {
        "draw them as two obstacles, which may touch and overlap, or keep them apart"
    } else {
        "what moves is one polygon without holes: draw it as one, without the point where it touches itself"
    };
    if a.ring != b.ring {
        let message = format!("{} and {} of {whose} touch at {}", part(rings, a.ring), part(rings, b.ring), place());
        return Diagnostic::error("E0406", span, message).help(help);
    }
    let ring = &rings[a.ring];
    // corners that an operation made have one place in the text for all
    if ring.spans.iter().all(|of| *of == ring.spans[0]) {
        let message = format!("the outline of {whose} touches itself at {}: two parts meet there in a point", place());
        return Diagnostic::error("E0406", span, message).help(help);
    }
    let mut ends = edges.map(|c| (ring.edge_number(c.at), ring.spans[ring.edge_begin(c.at)]));
    ends.sort_by_key(|end| end.0);
    let [(first, at), (second, other)] = ends;
    let message = format!("the edges of {whose} from corner {first} and corner {second} meet at {}", place());
    Diagnostic::error("E0406", at, message)
        .also(other, "the other edge begins here")
        .help("list the corners in order round the outline")
}

/// "the outline", "piece 2", "the hole", "hole 3".
fn part(rings: &[Ring], at: usize) -> String {
    let solid = |ring: &Ring| twice_area(&ring.points) > Exact::ZERO;
    let alike = |ring: &&Ring| solid(ring) == solid(&rings[at]);
    let number = rings[..=at].iter().filter(alike).count();
    match (solid(&rings[at]), rings.iter().filter(alike).count()) {
        (true, 1) => "the outline".to_owned(),
        (true, _) => format!("piece {number}"),
        (false, 1) => "the hole".to_owned(),
        (false, _) => format!("hole {number}"),
    }
}

/// A place in mm, or in m where it is far.
fn in_words(place: &[Exact; 2]) -> String {
    let [x, y] = place.each_ref().map(to_float);
    let (factor, unit) = if x.abs().max(y.abs()) < 1.0 { (1e3, "mm") } else { (1.0, "m") };
    // six digits; anything more is the rounding of an operation
    let digits = |x: f64| format!("{x:.5e}").parse().unwrap_or(x);
    format!("({}, {}) {unit}", digits(factor * x), digits(factor * y))
}
