//! How the arrows of windows are drawn over a whole film.

/// What stays the same about windows over a film.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    /// largest force per area, N/m², and speed, m/s; 0 where there is none
    pub strongest: [f64; 2],
    /// how long the arrow of each is, px
    pub length: f64,
    /// of each window: which of its arrows are drawn
    pub kept: Vec<Vec<usize>>,
}
