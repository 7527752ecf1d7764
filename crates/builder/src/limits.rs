//! Bounds on what one scene may ask for, so that a slip of the finger is an error and not a hang.

/// parts and point masses; obstacles of a sweep
pub const PARTS: usize = 100_000;
/// statements carried out, every turn of a `for` counted
pub const STATEMENTS: usize = 2_000_000;
/// blocks and values kept at once, which bounds memory
pub const KEPT: usize = 500_000;
/// composites inside composites
pub const NESTING: usize = 64;
/// expressions inside expressions, names that lead to names
pub const DEPTH: usize = 128;
/// elements of a list or points of a shape
pub const LIST: usize = 100_000;
/// edges of a shape with arcs
pub const CURVED: usize = 5_000;
/// edges of a shape that may touch: what closes in on what is looked for among all of them
pub const TOUCHED_EDGES: usize = 5_000;
/// constraints of the user's own: what follows from what is decided by all of them together
pub const CONSTRAINTS: usize = 1_000;
/// values of a list, those of lists in it counted as often as they occur
pub const LIST_OF_LISTS: usize = 1_000_000;
/// pairs that may touch, each line about them counted
pub const PAIRS: usize = 1_000_000;
/// windows of force or velocity
pub const WINDOWS: usize = 100_000;
/// columns, and rows, of an array
pub const GRID: usize = 1000;
/// cells of all arrays together
pub const CELLS: usize = 5_000_000;
/// groups of cells of an array
pub const GROUPS: usize = 64;
/// cells of an array times its groups
pub const CELL_GROUPS: usize = 20_000_000;
/// operations of all run-time expressions together
pub const NODES: usize = 4_000_000;
/// errors reported before the builder gives up
pub const FINDINGS: usize = 100;
/// frames of one recording
pub const FRAMES: f64 = 1e7;
