// From the world to pixels: a window in the plane, and an eye that circles in space.

import { add, cross, dot, scale, sub, unit } from "mainspring/vectors.js";

/** @typedef {import("mainspring/vectors.js").Vector} Vector */
/** @typedef {import("mainspring/boxes.js").Box} Box */
/** @typedef {[number, number]} Pixel */

const CLOSEST = 1e-4;
const FARTHEST = 1e4;

/** @param {number} x */
const clamped = (x) => Math.min(FARTHEST, Math.max(CLOSEST, x));

export class PlaneCamera {
  width = 1;
  height = 1;
  x = 0;
  y = 0;
  /** pixels a metre */
  scale = 1;
  /** pixels a metre when all is in view */
  whole = 1;

  /** @param {Box} box @param {{ top: number, bottom: number }} room pixels kept free */
  fit({ low, high }, { top, bottom }) {
    const [wide, high2] = [Math.max(high[0] - low[0], 1e-12), Math.max(high[1] - low[1], 1e-12)];
    const [across, up] = [Math.max(this.width - 56, 40), Math.max(this.height - top - bottom, 40)];
    this.whole = Math.min(across / wide, up / high2);
    this.scale = this.whole;
    this.x = (low[0] + high[0]) / 2;
    this.y = (low[1] + high[1]) / 2 + (top - bottom) / 2 / this.scale;
  }

  /** @param {ArrayLike<number>} p @returns {Pixel} */
  pixel(p) {
    return [this.width / 2 + (p[0] - this.x) * this.scale, this.height / 2 - (p[1] - this.y) * this.scale];
  }

  /** By a factor, about a pixel. @param {number} factor @param {Pixel} at */
  zoom(factor, at) {
    const next = this.whole * clamped((this.scale * factor) / this.whole);
    const [dx, dy] = [at[0] - this.width / 2, at[1] - this.height / 2];
    this.x += dx / this.scale - dx / next;
    this.y -= dy / this.scale - dy / next;
    this.scale = next;
  }

  /** @param {number} dx @param {number} dy pixels */
  drag(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }
}

export class OrbitCamera {
  width = 1;
  height = 1;
  /** @type {Vector} */
  target = [0, 0, 0];
  distance = 1;
  whole = 1;
  /** rad, about `up` */
  azimuth = -0.9;
  /** rad, above the ground */
  elevation = 0.4;
  /** half of the height seen, over the distance */
  half = Math.tan(0.3);
  /** towards the eye @type {Vector} */
  back = [0, 0, 1];
  /** rightwards in the picture @type {Vector} */
  right = [1, 0, 0];
  /** upwards in the picture @type {Vector} */
  above = [0, 1, 0];
  /** @type {Vector} */
  eye = [0, 0, 1];
  /** pixels, of one metre a metre away */
  focal = 1;

  /** @param {Vector} up */
  constructor(up) {
    this.up = up;
    const other = /** @type {Vector} */ (Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]);
    this.east = unit(sub(other, scale(up, dot(other, up))), [1, 0, 0]);
    this.north = cross(up, this.east);
    this.look();
  }

  /** Axes of the picture, after the angles have changed. */
  look() {
    const [ca, sa, ce, se] = [
      Math.cos(this.azimuth), Math.sin(this.azimuth), Math.cos(this.elevation), Math.sin(this.elevation),
    ];
    const level = add(scale(this.east, ca), scale(this.north, sa));
    this.back = add(scale(level, ce), scale(this.up, se));
    this.right = add(scale(this.east, -sa), scale(this.north, ca));
    this.above = cross(this.back, this.right);
    this.eye = add(this.target, scale(this.back, this.distance));
    this.focal = this.height / 2 / this.half;
  }

  /** @param {Vector[]} points */
  fit(points) {
    const box = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
    for (const p of points) for (let k = 0; k < 3; k++) {
      box.low[k] = Math.min(box.low[k], p[k]);
      box.high[k] = Math.max(box.high[k], p[k]);
    }
    this.target = /** @type {Vector} */ (box.low.map((low, k) => (low + box.high[k]) / 2));
    this.look();
    // as near as all points allow
    const [tall, wide] = [this.half * 0.8, (this.half * 0.86 * this.width) / this.height];
    this.distance = 1e-9;
    for (const p of points) {
      const d = sub(p, this.target);
      const [x, y, z] = [dot(d, this.right), dot(d, this.above), dot(d, this.back)];
      this.distance = Math.max(this.distance, z + Math.abs(x) / wide, z + Math.abs(y) / tall);
    }
    this.whole = this.distance;
    this.look();
  }

  /** x, y in pixels and 1/depth, which is 0 or less behind the eye. @param {ArrayLike<number>} p @returns {Vector} */
  project(p) {
    /** @type {Vector} */
    const at = [0, 0, 0];
    this.projectInto(p, at, 0);
    return at;
  }

  /** The same, to a place in a list. @param {ArrayLike<number>} p @param {Vector | Float32Array} into @param {number} o */
  projectInto(p, into, o) {
    const { eye, right, above, back, focal } = this;
    const [dx, dy, dz] = [p[0] - eye[0], p[1] - eye[1], p[2] - eye[2]];
    const w = -1 / (dx * back[0] + dy * back[1] + dz * back[2]);
    const k = focal * w;
    into[o] = this.width / 2 + k * (dx * right[0] + dy * right[1] + dz * right[2]);
    into[o + 1] = this.height / 2 - k * (dx * above[0] + dy * above[1] + dz * above[2]);
    into[o + 2] = w;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.distance = this.whole * Math.min(100, Math.max(0.02, this.distance / factor / this.whole));
    this.look();
  }

  /** @param {number} dx @param {number} dy pixels */
  orbit(dx, dy) {
    this.azimuth -= 0.008 * dx;
    this.elevation = Math.min(1.55, Math.max(-1.55, this.elevation + 0.008 * dy));
    this.look();
  }

  /** @param {number} dx @param {number} dy pixels */
  pan(dx, dy) {
    const k = this.distance / this.focal;
    this.target = add(this.target, add(scale(this.right, -dx * k), scale(this.above, dy * k)));
    this.look();
  }
}
