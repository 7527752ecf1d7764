//! The numbers of the sweep: intervals, polynomials, algebraic numbers, and signs that are certain.
