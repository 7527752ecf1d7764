//! Every number of this crate that decides.

/// Height of a strip, of its row, that is rounding: what a closed outline leaves.
/// from: ε, 450 of them
/// Sums over the fragments of an outline.
pub(crate) const STRIP_ROUNDING: f64 = 1e-13;

/// Quarters of a turn by which an arc may miss the end of one.
/// from: ε, 4.5 of them
/// Ends of arcs given in quarters must be found as such.
pub(crate) const QUARTER_ROUNDING: f64 = 1e-15;

/// Differences of values of the limit surface below this, of the size of their terms, tell nothing.
/// from: ε, 45 of them
/// Sums over an outline.
pub(crate) const VALUE_ROUNDING: f64 = 1e-14;

/// Gradients on the limit surface, of order one, below this are rounding.
/// from: ε, nine of them
/// Newton's method ends there.
pub(crate) const GRADIENT_SETTLED: f64 = 2e-15;

/// Share of the expected descent that a step must reach.
/// from: Armijo's rule
/// The usual value; any small one does.
pub(crate) const SUFFICIENT_DESCENT: f64 = 1e-4;

/// Turns slower than this, relative to |v|/radius, are summed by series or along spokes.
/// from: ε and the degree of the series: 6⁻²¹ is below rounding
/// The closed form about a centre further than six radii away loses digits.
pub(crate) const SLOW_TURN: f64 = 1.0 / 6.0;

/// Term of the series, in the ratio of its radius, below which the rest is left out.
/// from: ε, a two-thousandth
/// What is left out is below rounding even of its second derivative.
pub(crate) const SERIES_END: f64 = 1e-19;

/// By how much the axes of a mapped arc, squared, may differ for it to be one of a circle.
/// from: ε, 4.5 of them
/// Rounding of the map.
pub(crate) const ROUND_ARC: f64 = 1e-15;

/// Most panels of an arc.
/// from: memory and time; an arc of a full turn in panels of 0.6 mrad
/// Bounds the work for arcs of absurd sweep.
pub(crate) const MOST_PANELS: f64 = 1e4;

/// Widest panel of a curved edge (rad) about a near centre of rotation.
/// from: sixteen points a panel, which are exact to rounding up to there
/// Wider ones would be halved at once.
pub(crate) const WIDEST_PANEL: f64 = 1.6;

/// Narrowest first panel (rad) near a centre of rotation.
/// from: ε, its square root, a hundredth of it
/// Singularities closer than this are below rounding.
pub(crate) const NARROWEST_PANEL: f64 = 1e-10;

/// Share of a panel below which what is left of an arc is added to it.
/// from: the panel; a thousandth does not change its accuracy
/// No sliver at the end.
pub(crate) const LAST_PANEL: f64 = 1e-3;

/// Widest panel of a curved edge (rad) whose moments are summed.
/// from: sixteen points a panel
/// Polynomials in sine and cosine are exact to rounding there.
pub(crate) const MOMENT_PANEL: f64 = 0.8;

/// Widest panel of a curved edge (rad) along spokes and for the series.
/// from: ten points a panel
/// Exact to rounding where no centre of rotation is near.
pub(crate) const SPOKE_PANEL: f64 = 0.4;

/// Turn, in speeds over the radius, below which four points along a line and three along a spoke do.
/// from: ε, by the error of these rules, (1/100)⁷
/// A part that hardly turns is as good as straight.
pub(crate) const HARDLY_TURNS: f64 = 0.01;

/// How far halves of an edge may differ from the whole, of the size of the integrals.
/// from: ε, 45 of them
/// Adaptive rules halve until they agree to this.
pub(crate) const HALVES_AGREE: f64 = 1e-14;

/// Unevenness of breakpoints, of their pitch, up to which they count as even.
/// from: what files keep, nine digits
/// Only the first guess of a cell comes from it, which is then corrected.
pub(crate) const EVEN_PITCH: f64 = 1e-9;

/// Difference of coordinates that is too small to be divided by.
/// from: the smallest normal float, 1e28 of them
/// A quotient of it would overflow.
pub(crate) const NOT_DIVISIBLE: f64 = 1e-280;

/// Share of a part below which what is pushed of it counts as if it were that large.
/// from: the part's area
/// Where only a sliver is pushed rounding decides on which side of an edge a node lies.
pub(crate) const SLIVER: f64 = 1e-5;

/// A jump of a density (N/m²) that has no bound.
/// from: the largest float, with room for areas
/// Products with it stay finite.
pub(crate) const BOUNDLESS: f64 = 1e250;

/// Lever of a radial field, of the part's size, that counts as zero.
/// from: ε, 4,500 of them
/// Differences of integrals over the outline.
pub(crate) const NO_LEVER: f64 = 1e-12;

/// Step of an angle (rad) at which a root is found.
/// from: ε, two of them
/// No float of use is nearer.
pub(crate) const ANGLE_ROUNDING: f64 = 4e-16;

/// Step of Newton's method on an angle (rad) that ends it.
/// from: ε, 4.5 of them
/// One more step would only add rounding.
pub(crate) const ANGLE_SETTLED: f64 = 1e-15;

/// Half width (rad) below which ranges of directions are not halved again.
/// from: ε, its square root
/// A kink or a value only touched is known no better.
pub(crate) const SMALLEST_RANGE: f64 = 2e-8;

/// Ranges of directions wider than this (rad) are held, narrower ones touched; equilibria nearer than it are one.
/// from: SMALLEST_RANGE, fifty times
/// Wider than what halving leaves.
pub(crate) const TOUCHED_RANGE: f64 = 1e-6;

/// Direction (rad) at which the search for roots begins.
/// from: nothing: no direction anyone would draw
/// A root just there would be found at both ends.
pub(crate) const SEARCH_START: f64 = 0.123_456_7;

/// Width (rad) to which ends of ranges of rest are found, and within which they are one.
/// from: ε, 450 of them
/// As good as the moments they come from.
pub(crate) const REST_END: f64 = 1e-13;

/// Angle (rad) below a whole period that is the period.
/// from: REST_END
/// The same direction must not appear at both ends.
pub(crate) const PERIOD_ROUNDING: f64 = 1e-13;

/// Width of the bracket of a bisecting line, of the part's radius, that ends the search.
/// from: ε, a twentieth
/// The bracket is then the same float.
pub(crate) const BISECTOR_CLOSED: f64 = 1e-17;

/// Area, of the rounding of the part's area, at which a line bisects it.
/// from: the part's own rounding
/// Well within it no step helps.
pub(crate) const BISECTOR_NOISE: f64 = 0.02;

/// What is added to the width of a strip around a chord, of the part's radius.
/// from: ε, 45 of them
/// A bound must stay one after rounding.
pub(crate) const STRIP_SLACK: f64 = 1e-14;

/// Rounding of a part's area, of the square of its radius.
/// from: ε, 4.5 of them
/// A sum over the outline.
pub(crate) const AREA_ROUNDING: f64 = 1e-15;

/// Area, in roundings of it, below which a part is too thin.
/// from: AREA_ROUNDING
/// Three digits must be left to halve it.
pub(crate) const THIN: f64 = 1e3;

/// Length of a step, of the part's size, that ends the search for the lowest point of distances.
/// from: ε, 4.5 of them
/// No place is known better.
pub(crate) const STEP_ROUNDING: f64 = 1e-15;

/// Length of a step, of the part's size, below which the full step is taken without a look at the value.
/// from: ε, its cube root
/// Near the bottom values no longer tell.
pub(crate) const TRUSTED_STEP: f64 = 1e-5;

/// Share of a step below which it is not shortened any more.
/// from: ε, its square root with some room
/// A convex function falls along it for certain.
pub(crate) const SHORTEST_SHARE: f64 = 1e-6;

/// Error of the integrals over an arc, of the part's size squared, at which halving ends.
/// from: ε, 4.5 of them
/// Rounding of the sums.
pub(crate) const ARC_ROUNDING: f64 = 1e-15;

/// Margins of a plan below this (rad) are none.
/// from: equilibria are known to 1e-12 rad, a thousand times
/// A plan must not rest on rounding.
pub(crate) const LEAST_MARGIN: f64 = 1e-9;

/// Differences of basins (rad) below which turn functions are alike.
/// from: LEAST_MARGIN
/// Symmetric parts have them equal but for rounding.
pub(crate) const ALIKE: f64 = 1e-9;
