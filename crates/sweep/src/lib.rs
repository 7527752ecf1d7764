//! Exact quasi-static motion of pawls on a translating root among polygons.

mod numbers;
