// Everything that has a name in the picture, in one list; and where bodies without a shape are held.

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */

/** `index` is the place among parts of its sort. @typedef {{ path: string, sort: "body" | "joint" | "spring" | "obstacle" | "window" | "bin", kind: string, index: number }} Part */

/** What windows are called. */
const WINDOWS = { force: "window of force", velocity: "window of velocity", array: "array" };

/** @param {Run} run @returns {Part[]} */
export function partsOf({ drawing, sweep }) {
  return [
    ...drawing.bodies.map((b, index) => part("body", b.path, sweep ? (index === 0 ? "root" : "pawl") : bodyKind(b), index)),
    ...drawing.joints.map((j, index) => part("joint", j.path, `${j.kind} joint`, index)),
    ...drawing.springs.map((x, index) => part("spring", x.path, "spring", index)),
    ...drawing.obstacles.map((o, index) => part("obstacle", o.path, "obstacle", index)),
    ...(drawing.windows ?? []).map((w, index) => part("window", w.path, WINDOWS[w.kind], index)),
    ...(drawing.bins ?? []).map((b, index) => part("bin", b.path, "bin", index)),
  ];
}

/** @param {import("mainspring/document.js").Body} body */
function bodyKind({ fixed, shape, points }) {
  if (fixed) return "fixed body";
  if (shape.kind !== "dot") return "body";
  return points.length > 0 ? "body without a shape" : "point mass";
}

/** @param {Part["sort"]} sort @param {string} path @param {string} kind @param {number} index @returns {Part} */
const part = (sort, path, kind, index) => ({ sort, path, kind, index });

/** How far apart joints are on most bodies, m; as large as the mechanism where none has two. @param {Run} run @param {Vector[][]} held */
export function spacing({ drawing }, held) {
  const gaps = held
    .filter((points) => points.length > 1)
    .map(([a, ...others]) => Math.min(...others.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))))
    .sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? drawing.length;
}

/** Places of each body where joints, springs and named points are, each once, in body axes. @param {Run} run @returns {Vector[][]} */
export function heldAt({ drawing }) {
  const close = 1e-6 * (drawing.length || 1);
  /** @type {Vector[][]} */
  const held = drawing.bodies.map(() => []);
  const put = (/** @type {number | null} */ body, /** @type {Vector} */ point) => {
    if (body === null || !held[body]) return;
    const near = (/** @type {Vector} */ p) => Math.hypot(p[0] - point[0], p[1] - point[1], p[2] - point[2]) <= close;
    if (!held[body].some(near)) held[body].push(point);
  };
  for (const { a, b } of [...drawing.joints, ...drawing.springs]) {
    put(a.body, a.point);
    put(b.body, b.point);
  }
  drawing.bodies.forEach((body, i) => body.points.slice(0, 12).forEach((p) => put(i, p.point)));
  return held;
}

/** Radius of an outline that is a disc round the centre of mass, m; 0 for others. @param {ArrayLike<number>[]} loops x, y each */
export function discRadius(loops) {
  let [low, high, corners] = [0, 0, 0];
  for (const loop of loops) {
    let [least, most] = [Infinity, 0];
    for (let i = 0; i < loop.length; i += 2) {
      const r = Math.hypot(loop[i], loop[i + 1]);
      [least, most] = [Math.min(least, r), Math.max(most, r)];
    }
    if (most > high) [low, high, corners] = [least, most, loop.length / 2];
  }
  return corners > 12 && low > 0.97 * high ? high : 0;
}
