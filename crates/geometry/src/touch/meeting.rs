//! Two features at one moment.

use super::jet::{Jet, VecJet};

/// Two features at one moment; world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// positive apart, negative one inside the other
    pub gap: f64,
    /// ġ
    pub rate: f64,
    /// g̈ if no body accelerated
    pub bias: f64,
    /// unit, from a to b
    pub normal: [f64; 3],
    /// ṅ
    pub normal_rate: [f64; 3],
    /// where they touch (in the middle of the gap)
    pub point: [f64; 3],
    /// how the place of contact moves: not the velocity of a point of either body
    pub point_rate: [f64; 3],
}

#[inline]
pub(crate) fn meeting(g: Jet, n: VecJet, point: VecJet) -> Meeting {
    Meeting { gap: g.x, rate: g.d, bias: g.dd, normal: n.x, normal_rate: n.d, point: point.x, point_rate: point.d }
}

/// The same with a and b exchanged.
#[inline]
pub(crate) fn turned(m: Meeting) -> Meeting {
    Meeting { normal: m.normal.map(|x| -x), normal_rate: m.normal_rate.map(|x| -x), ..m }
}
