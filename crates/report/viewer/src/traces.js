// Paths of points: which can be traced, and where they have been.

import { onBody } from "mainspring/run.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */
/** @typedef {{ name: string, body: number, point: Vector }} Traceable */

/** Points offered at most; a mechanism of thousands of parts would make the menu useless. */
export const MOST = 400;
/** Parts that leave traces on an array at most. */
const EVERY = 2000;

export class Traces {
  /** @type {Map<number, Float32Array>} */
  #paths = new Map();
  /** indices into `points` @type {Set<number>} */
  chosen = new Set();
  shown = true;
  /** all of the path rather than the last stretch */
  whole = false;
  /** on an array every part leaves a trace, in its own colour */
  every = false;

  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    /** @type {Traceable[]} */
    this.points = [];
    run.drawing.bodies.forEach((body, index) => {
      if (body.fixed) return;
      this.points.push({ name: `${body.path}.center`, body: index, point: [0, 0, 0] });
      for (const { name, point } of body.points) this.points.push({ name: `${body.path}.${name}`, body: index, point });
    });
    this.every = !run.spatial && (run.drawing.windows ?? []).length > 0;
    if (this.every) {
      const centres = this.points.filter((p) => p.point.every((c) => c === 0));
      this.points = [...centres, ...this.points.filter((p) => !centres.includes(p)).slice(0, MOST)];
      centres.slice(0, EVERY).forEach((_, i) => this.chosen.add(i));
      return;
    }
    this.points.length = Math.min(this.points.length, MOST);
    const most = this.#farthest();
    if (most >= 0) this.chosen.add(most);
  }

  /** The point that travels farthest; of equals the first. */
  #farthest() {
    let [best, way] = [-1, 0];
    const looks = Math.min(80, this.run.count);
    /** @type {(Vector | null)[]} */
    const last = this.points.map(() => null);
    const ways = this.points.map(() => 0);
    for (let look = 0; look < looks; look++) {
      const poses = this.run.poses({ index: Math.round((look * (this.run.count - 1)) / Math.max(1, looks - 1)), part: 0 });
      this.points.forEach(({ body, point }, i) => {
        const at = onBody(poses, body, point);
        const before = last[i];
        if (before) ways[i] += Math.hypot(at[0] - before[0], at[1] - before[1], at[2] - before[2]) || 0;
        last[i] = at;
      });
    }
    ways.forEach((w, i) => {
      if (w > 1.001 * way + 1e-9 * this.run.drawing.length) [best, way] = [i, w];
    });
    return best;
  }

  /** Where a point is at each frame. @param {number} index */
  path(index) {
    const known = this.#paths.get(index);
    if (known) return known;
    const path = new Float32Array(3 * this.run.count);
    const { body, point } = this.points[index];
    if (this.every) return this.#centres(index);
    const poses = new Float64Array(12 * this.run.drawing.bodies.length);
    for (let frame = 0; frame < this.run.count; frame++) {
      this.run.poses({ index: frame, part: 0 }, poses);
      path.set(onBody(poses, body, point), 3 * frame);
    }
    this.#paths.set(index, path);
    return path;
  }

  /** The same for a point of the plane, without going through all bodies. @param {number} index */
  #centres(index) {
    const { run } = this;
    const { body, point } = this.points[index];
    const [x, y, angle] = [0, 1, 2].map((k) => run.poseTracks[3 * body + k]);
    const path = new Float32Array(3 * run.count);
    for (let frame = 0; frame < run.count; frame++) {
      const [sin, cos] = [Math.sin(angle[frame]), Math.cos(angle[frame])];
      const there = run.there(body, run.times[frame]);
      path[3 * frame] = there ? x[frame] + cos * point[0] - sin * point[1] : NaN;
      path[3 * frame + 1] = there ? y[frame] + sin * point[0] + cos * point[1] : NaN;
    }
    this.#paths.set(index, path);
    return path;
  }

  /**
   * Frames to draw at a moment: from, to, and how long a stretch fades in.
   * @param {number} time @param {number} speed
   */
  stretch(time, speed) {
    const { run } = this;
    const now = run.between(time).index;
    if (this.whole) return { from: 0, now, fade: 0 };
    const past = this.every ? (run.to - run.from) / 3 : 1.6 * speed;
    return { from: run.between(time - past).index, now, fade: past };
  }
}
