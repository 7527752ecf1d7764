//! What rotation about a point is summed up to.

/// R, Q and L (xx, xy, yy).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pivot {
    /// R (m²)
    pub spread: [f64; 2],
    /// Q (m³)
    pub reach: f64,
    /// L (m)
    pub stiffness: [f64; 3],
}
