//! Buffers of sums over grids.

/// Buffers of an evaluation, and how many fragments were walked.
#[derive(Clone, Debug, Default)]
pub struct GridScratch {
    /// fragments of outline walked so far
    pub fragments: u64,
    pub(crate) cover: Vec<[f64; 5]>,
}
