// How much room a mechanism takes over a whole run.

import { onBody, whereIs } from "mainspring/run.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */
/** @typedef {{ low: Vector, high: Vector }} Box */

const LOOKS = 60;
/** A part that flies off may widen the picture to so many times what is there at first. */
const WIDEST = 12;

/** @returns {Box} */
export const nothing = () => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });

/** @param {Box} box @param {ArrayLike<number>} p */
export function include(box, p) {
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(p[k])) continue;
    box.low[k] = Math.min(box.low[k], p[k]);
    box.high[k] = Math.max(box.high[k], p[k]);
  }
}

/** Corners of a box. @param {Box} box @returns {Vector[]} */
export function corners({ low, high }) {
  if (low[0] > high[0]) return [];
  const pick = (/** @type {number} */ i) =>
    /** @type {Vector} */ ([0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k])));
  return [0, 1, 2, 3, 4, 5, 6, 7].map(pick);
}

/**
 * Room taken over the run by bodies (each by the corners given for it), joints, springs and what stands still.
 * @param {Run} run @param {Vector[][]} bodies corners in body axes @param {Box} still
 * @param {Vector[]} [seen] gets every place looked at, as far as it is not too far off
 */
export function swept(run, bodies, still, seen = []) {
  const { joints, springs } = run.drawing;
  const all = { low: [...still.low], high: [...still.high] };
  const whole = /** @type {Box} */ (all);
  /** @type {Vector[]} */
  const places = corners(still);
  let counted = 0;
  /** @type {Box | null} */
  let first = null;
  const poses = run.poses({ index: 0, part: 0 });
  // a thousand parts are looked at less often
  const looks = Math.min(Math.max(12, Math.round(LOOKS * Math.min(1, 100 / Math.max(1, bodies.length)))), run.count);
  for (let look = 0; look < looks; look++) {
    const index = looks > 1 ? Math.round((look * (run.count - 1)) / (looks - 1)) : 0;
    run.poses({ index, part: 0 }, poses);
    bodies.forEach((points, body) => points.forEach((p) => places.push(onBody(poses, body, p))));
    for (const { a, b } of [...joints, ...springs]) places.push(whereIs(poses, a), whereIs(poses, b));
    for (; counted < places.length; counted++) include(whole, places[counted]);
    first ??= { low: [...whole.low], high: [...whole.high] };
  }
  const box = first ? limited(whole, first, run.drawing.length) : whole;
  const within = (/** @type {Vector} */ p) => p.every((x, k) => x >= box.low[k] && x <= box.high[k]);
  for (const p of places) if (within(p)) seen.push(p);
  return box;
}

/** @param {Box} box @param {Box} first @param {number} length */
function limited(box, first, length) {
  const size = Math.max(length, ...[0, 1, 2].map((k) => first.high[k] - first.low[k]).filter(Number.isFinite), 1e-9);
  for (let k = 0; k < 3; k++) {
    if (!(box.high[k] >= box.low[k])) [box.low[k], box.high[k]] = [-0.5 * size, 0.5 * size];
    const middle = Number.isFinite(first.low[k] + first.high[k]) ? (first.low[k] + first.high[k]) / 2 : 0;
    box.low[k] = Math.max(box.low[k], middle - (WIDEST / 2) * size);
    box.high[k] = Math.min(box.high[k], middle + (WIDEST / 2) * size);
  }
  return box;
}
