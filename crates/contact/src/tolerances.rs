//! Every number of this crate that decides. Forces and rates are those of the scaled problem, of order one, where nothing
//! else is said.

/// A pivot smaller than this, of rows and columns scaled to one, is a dependence and not a number.
/// from: ε, 45,000 of them
/// Rows through long chains of joints carry that much rounding; contacts that differ by a micrometre in a metre differ by more.
pub(crate) const DEPENDENT: f64 = 1e-11;

/// Largest residual a solution may have.
/// from: DEPENDENT, a hundred times
/// What a pivot near the edge of dependence leaves, with room for some in a row.
pub const RESIDUAL: f64 = 1e-9;

/// Force of sliding contacts that is as good as infinite.
/// from: RESIDUAL, a tenth of its inverse
/// At the very edge of Painlevé's region the residual is lost beside such a force.
pub(crate) const UNBOUNDED_FORCE: f64 = 1e8;

/// Residual below which a shared load need not go.
/// from: ε, 4,500 of them
/// A share must not cost accuracy, but rounding below this does not come from it.
pub(crate) const SHARE_RESIDUAL: f64 = 1e-12;

/// Residual accepted at once.
/// from: ε, 4,500 of them
/// What a well-conditioned solve leaves.
pub(crate) const GOOD_RESIDUAL: f64 = 1e-12;

/// Residual accepted where better is not found at once.
/// from: RESIDUAL, a tenth
/// Below what a solution may have, so that another start is tried before the limit is used up.
pub(crate) const ACCEPTABLE_RESIDUAL: f64 = 1e-10;

/// Residual accepted after Lemke's method without any other start.
/// from: ACCEPTABLE_RESIDUAL, a tenth
/// Other starts cost far more than they win from here.
pub(crate) const RESIDUAL_AFTER_LEMKE: f64 = 0.1 * ACCEPTABLE_RESIDUAL;

/// Load, over what areas bear, that is none at all.
/// from: ε squared, a twentieth
/// Rounding of rounding: dividing by it would only overflow.
pub(crate) const NO_LOAD: f64 = 1e-33;

/// Forces and rates below this are zero.
/// from: GOOD_RESIDUAL
/// A force or rate that a good residual cannot tell from zero.
pub(crate) const ZERO: f64 = 1e-12;

/// A normal force below this is set to zero after a load is shared.
/// from: ZERO, a hundredth
/// Small enough that the residual does not feel it.
pub(crate) const CLEAN_FORCE: f64 = 0.01 * ZERO;

/// Diagonal entry of W, of the largest, below which nothing can move the contact.
/// from: ε, 45 of them
/// Rounding of a sum of products of the largest size.
pub(crate) const IMMOVABLE: f64 = 1e-14;

/// Slip speed above which a force at its bound counts as slipping.
/// from: RESIDUAL
/// A slower slip may be the error of an answer that holds.
pub(crate) const SLIP_SPEED: f64 = 1e-9;

/// Share of its bound from which friction counts as being at it.
/// from: the accuracy of a relaxed start, three digits
/// Only a guess comes from it, which is solved for and checked.
pub(crate) const LOAD_AT_BOUND: f64 = 0.999;

/// What each row gives in proximal steps, in the order of trial.
/// from: DEPENDENT, its square root, and a hundred times more and less
/// Enough to part rows that nearly coincide; it vanishes from the answer as steps converge.
pub(crate) const PROXIMAL_GIVE: [f64; 3] = [1e-6, 1e-4, 1e-8];

/// Change of a sweep of relaxation that ends it.
/// from: ε, 45 of them
/// Further sweeps only move rounding.
pub(crate) const RELAXED: f64 = 1e-14;

/// Error of the equations at which Newton's method ends.
/// from: ε, half of it
/// Nothing smaller can be computed for unknowns of order one.
pub(crate) const CONVERGED: f64 = 1e-16;

/// Slip speed below which a direction of slip is not followed.
/// from: ε, 45 of them
/// The direction of a slower slip is rounding.
pub(crate) const TURNING_SPEED: f64 = 1e-14;

/// Rates up to this count as none: the contact stays closed and may carry.
/// from: ZERO, ten times
/// What two solves one after the other leave.
pub(crate) const CLOSED: f64 = 1e-11;

/// Least weight of a holding tangent, of what its mean normal force would give.
/// from: ε, its square root with room for a hundred contacts
/// Keeps the small matrix of the share positive definite.
pub(crate) const LEAST_TANGENT_WEIGHT: f64 = 1e-6;

/// Share of the largest normal force below which a place bears next to nothing.
/// from: a third of √[`DEPENDENT`]
/// Far more than rounding, far less than what a load that is shared leaves to any place.
pub(crate) const EMPTY_SHARE: f64 = 1e-6;

/// Change of weights that ends their iteration.
/// from: RESIDUAL
/// Weights only choose among equal motions; finer ones change no answer.
pub(crate) const WEIGHTS_SETTLED: f64 = 1e-9;

/// A pull smaller than this, of a normal or beyond a cone, is rounding.
/// from: ε, 4.5 of them
/// One rounding of numbers of order one.
pub(crate) const PULL: f64 = 1e-15;

/// Share by which a force may leave its cone.
/// from: ε, 45 of them
/// Rounding of the length of a friction force.
pub(crate) const CONE_SLACK: f64 = 1e-14;

/// Normal force that counts as zero.
/// from: ACCEPTABLE_RESIDUAL
/// What solutions are accurate to.
pub(crate) const ZERO_NORMAL_FORCE: f64 = 1e-10;

/// A column entry smaller than this is rounding, not a pivot, in Lemke's method.
/// from: DEPENDENT
/// The same dependence, met in a tableau.
pub(crate) const LEMKE_PIVOT: f64 = 1e-11;

/// Ratios of Lemke's method nearer than this are a tie.
/// from: ε, 450 of them
/// Rounding that pivots have gathered; ties are broken by whole rows.
pub(crate) const LEMKE_TIE: f64 = 1e-13;

/// Entries of the simplex tableau below this are rounding.
/// from: DEPENDENT, ten times
/// Rounding of a reduced row with pivots at the edge of dependence.
pub(crate) const SIMPLEX_ZERO: f64 = 1e-10;

/// Sum of artificial variables up to which a programme counts as feasible, and least pivot that replaces one.
/// from: SIMPLEX_ZERO, a hundred times
/// Rows add their errors; forces of the answer are feasible, so only rounding has to be forgiven.
pub(crate) const SIMPLEX_FEASIBLE: f64 = 1e-8;

/// Ratios of the simplex method nearer than this are a tie.
/// from: ε, 45 of them
/// Ties go to the first variable, so that the method cannot cycle.
pub(crate) const SIMPLEX_TIE: f64 = 1e-14;

/// Residual, relative to the sizes of what it is the difference of, that is rounding.
/// from: ε, 1.8 of them
/// The best that a correction of the residual can reach.
pub(crate) const RESIDUAL_ROUNDING: f64 = 4e-16;

/// Residual that is too large to be used.
/// from: ε, 450 of them
/// Elimination of the columns does better than that.
pub(crate) const RESIDUAL_SPOILT: f64 = 1e-13;

/// Least weight of an unknown while modes last.
/// from: LEAST_TANGENT_WEIGHT, squared
/// A contact without weight could take no load at all, however little.
pub(crate) const LEAST_WEIGHT: f64 = 1e-12;

/// Pivot of columns scaled to one, or opening of a contact by its own sliding force over that without friction, at which friction
/// is about to jam.
/// from: √ε × 6.7
/// Forces are ten million times as large as loads there; nothing goes on so far but a motion into the jam.
pub(crate) const NEARLY_JAMS: f64 = 1e-7;

/// Pivot below which columns, scaled to one, are dependent while modes last.
/// from: DEPENDENT, a hundredth
/// Columns were independent when modes were decided; below this friction jams.
pub(crate) const SINGULAR: f64 = 1e-13;

/// Residual of an impact without rebound beyond which nothing can give way.
/// from: √ε × 67
/// Far above what a badly scaled problem leaves, far below a part that is driven into another.
pub(crate) const JAMMED: f64 = 1e-6;

/// Residual beyond which a plastic impact has no solution.
/// from: ε, 45,000 of them
/// Rounding stays well below.
pub(crate) const EXACT: f64 = 1e-11;

/// Rise of energy, of the terms it is the difference of, that is more than rounding while restitution is chosen.
/// from: ε, 4.5 of them
/// The tightest bound that plastic impacts, which cannot raise it, always meet.
pub(crate) const ENERGY_RISES: f64 = 1e-15;

/// Rise of energy, of the terms it is the difference of, that is reported.
/// from: ε, 4,500 of them
/// Many impacts one after the other add their rounding.
pub(crate) const GAINED: f64 = 1e-12;

/// Error of the work given back, of that owed, at which the first trial stands.
/// from: ε, 450 of them
/// Without friction the first trial is exact but for rounding.
pub(crate) const REBOUND_EXACT: f64 = 1e-13;

/// Shortfall of the work given back, of that owed, at which the search ends.
/// from: ε, 45 of them
/// From below, so that energy does not rise.
pub(crate) const REBOUND_BELOW: f64 = 1e-14;

/// Width of a bracket, of its upper end, that ends a search.
/// from: ε, 4.5 of them
/// No float of use lies inside.
pub(crate) const BRACKET_CLOSED: f64 = 1e-15;

/// Speed of slip after an impact, of the fastest before, that counts as slipping under the rule of the cilia paper.
/// from: RESIDUAL
/// What a solution may leave of a contact that holds.
pub(crate) const CILIA_SLIDES: f64 = 1e-9;

/// Normal speed won for each unit of impulse, of that without friction, below which none is won.
/// from: ε, 45 of them
/// A difference of two numbers of that size.
pub(crate) const NO_GAIN: f64 = 1e-14;

/// Velocities of two contacts nearer than this part of their size are the same.
/// from: RESIDUAL
/// Corners of a face that comes down flat differ by rounding of their positions only.
pub(crate) const ALIKE: f64 = 1e-9;

/// Approach below this part of the fastest counts as zero.
/// from: ε, 4,500 of them
/// What is left of an approach that an impact has stopped.
pub(crate) const APPROACH: f64 = 1e-12;

/// Approach, of the fastest slip, that contacts are given which sliding friction presses shut.
/// from: RESIDUAL
/// Enough that standing still is no solution, too little to add energy that shows.
pub(crate) const PRESSED_SHUT: f64 = 1e-9;

/// Coefficient of friction that no force exceeds.
/// from: 1 / √ε / 67
/// Larger ones would be lost against the normal's part in rounding.
pub(crate) const NO_LIMIT: f64 = 1e6;

/// Share of a slip below which it has ended by an impulse.
/// from: [`PRESSED_SHUT`] × 1000
/// What friction that is about to end it leaves.
pub(crate) const SLIP_ENDED: f64 = 1e-6;

/// What a step of the Taylor series leaves out, of the slip at its start.
/// from: ε, half of it
/// The series costs little more for its last digits.
pub(crate) const SERIES_LEFT_OUT: f64 = 1e-16;

/// Slip slower than this, of the fastest speed before, goes straight to its end.
/// from: APPROACH
/// It is approached exponentially; what is left is a straight piece.
pub(crate) const SLIP_ENDS: f64 = 1e-12;

/// Determinant of the tangential part of W, of its size squared, below which one direction cannot move.
/// from: ε, 45 of them
/// A difference of two products of that size.
pub(crate) const NO_MOTION: f64 = 1e-14;

/// Error of a step of a slip that turns during a blow, of the approach.
/// from: RESIDUAL, a hundredth
/// Some hundred steps stay below what a solution may be off.
pub(crate) const PHASE_ACCURACY: f64 = 0.01 * RESIDUAL;

/// Slip of a blow that counts as ended, of the fastest.
/// from: SLIP_ENDS
/// The same end of a slip.
pub(crate) const PHASE_AT_REST: f64 = 1e-12;

/// Slip that turns during a blow and counts as ended, of what it was.
/// from: PHASE_ACCURACY, a hundred times
/// It dies away exponentially in the clock of the steps, and below their accuracy no longer does.
pub(crate) const TURNING_ENDS: f64 = 100.0 * PHASE_ACCURACY;

/// Share of what the first sweep changed at which impulses of a step that moves are done.
/// from: √[`DEPENDENT`] × 300
/// A step is off by as much as it is long in any case.
pub(crate) const CROWD_DONE: f64 = 1e-3;

/// Share of a scene's speed at which they will do where sweeps no longer help.
/// from: [`CROWD_DONE`]
/// Far below what a step of first order can promise.
pub(crate) const CROWD_WELL: f64 = 1e-3;

/// Sweeps no longer help where a score of them leaves more than this share.
/// from: half, with room for a change that goes up and down
/// What shifts a load between places that bear the same goes on for ever, and moves nothing.
pub(crate) const CROWD_IDLE: f64 = 0.7;

/// What is added to the diagonal of rows scaled to one, so that those that follow from each other can be eliminated.
/// from: √ε, a hundredth
/// Three proximal steps take back its cube, and a tower of hundreds answers its softest motion with a hundred thousand times more.
pub(crate) const DIRECT_SHIFT: f64 = 1e-10;

/// Multiplications up to which elimination is tried in a step: at once, and where sweeps do not come to an end.
/// from: a tower of a thousand boxes, which takes 144,000; ten times more, a millisecond
/// What sweeps do not find at rest would tremble for ever; wide heaps take far more and are left to them.
pub(crate) const DIRECT_WORK: [usize; 2] = [200_000, 2_000_000];
