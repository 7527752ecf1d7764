// Points and directions in space.

/** @typedef {[number, number, number]} Vector */

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Vector} a @param {number} k @returns {Vector} */
export const scale = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @param {Vector} a */
export const length = (a) => Math.sqrt(dot(a, a));

/** One long, or `otherwise` where there is no direction. @param {Vector} a @param {Vector} otherwise @returns {Vector} */
export function unit(a, otherwise) {
  const size = length(a);
  return size > 1e-12 && Number.isFinite(size) ? scale(a, 1 / size) : otherwise;
}

/** Two directions square to `axis` and to each other. @param {Vector} axis @returns {[Vector, Vector]} */
export function across(axis) {
  const other = /** @type {Vector} */ (Math.abs(axis[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
  const first = unit(cross(axis, other), [0, 1, 0]);
  return [first, cross(axis, first)];
}
