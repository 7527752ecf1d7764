// A run ready to be looked at: tracks as typed arrays, and anything of it at any moment.

import { degrees, quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/document.js").Document} Document */
/** @typedef {import("mainspring/document.js").Track} Track */
/** @typedef {import("mainspring/document.js").Place} Place */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */

/** Where a moment lies between two frames. @typedef {{ index: number, part: number }} Between */

/** Twelve numbers a body: a place and three columns of axes. */
export const POSE = 12;

/** @param {Track} track @param {number} count @returns {Float32Array | Float64Array | Uint32Array} */
export function decode(track, count) {
  if ("value" in track) return new Float64Array(count).fill(track.value);
  const text = atob(track.data);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  if (track.type === "i16") {
    const out = new Float32Array(bytes.length / 2);
    for (let i = 0; i < out.length; i++) {
      const n = view.getInt16(2 * i, true);
      out[i] = n === -32768 ? NaN : track.low + n * track.step;
    }
    return out;
  }
  if (track.type === "f32") return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
  if (track.type === "u32") return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
  return Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
}

/** Tracks of many poses. @param {import("mainspring/document.js").Blocks} poses @param {number} frames */
function apart({ count, blocks }, frames) {
  const whole = blocks.map((b) => decode(b, count * frames));
  return Array.from({ length: count * blocks.length }, (_, i) => {
    const first = Math.floor(i / blocks.length) * frames;
    return whole[i % blocks.length].subarray(first, first + frames);
  });
}

export class Run {
  /** @param {Document} document */
  constructor(document) {
    this.document = document;
    this.drawing = document.drawing;
    this.spatial = document.drawing.spatial;
    /** quasi-static: no masses, angles in degrees; the first body is the root, the others are pawls */
    this.sweep = (document.settings ?? []).some(([name, value]) => name === "method" && value === "sweep");
    const { frames } = document;
    this.count = frames.count;
    this.times = decode(frames.times, frames.count);
    const all = (/** @type {Track[]} */ tracks) => tracks.map((t) => decode(t, frames.count));
    this.poseTracks = Array.isArray(frames.poses) ? all(frames.poses) : apart(frames.poses, frames.count);
    this.arrowTracks = all(frames.arrows);
    this.values = all(frames.values);
    this.balance = all(frames.balance);
    const { bodies } = this.drawing;
    for (const body of bodies) if (body.shape.kind === "same") body.shape = bodies[body.shape.body].shape;
    /** bodies that come or go, and when they are there */
    this.coming = bodies.flatMap(({ there }, body) => (there ? [{ body, there }] : []));
    let moving = bodies.length;
    /** of each window: the number of its pose among all poses; none if it stays */
    this.windowPoses = (this.drawing.windows ?? []).map((w) => (w.moves ? moving++ : null));
    this.from = this.times[0] ?? 0;
    this.to = this.times[this.count - 1] ?? 0;
    /** path → moments at which it was attached or released, in order @type {Map<string, { time: number, attached: boolean }[]>} */
    this.switched = new Map();
    for (const event of document.events) {
      if (event.kind !== "attach" && event.kind !== "release") continue;
      for (const path of event.who) {
        const moments = this.switched.get(path) ?? [];
        moments.push({ time: event.time, attached: event.kind === "attach" });
        this.switched.set(path, moments);
      }
    }
  }

  /** @param {number} time @returns {Between} */
  between(time) {
    let low = 0;
    let high = this.count - 1;
    if (high <= 0 || time <= this.times[0]) return { index: 0, part: 0 };
    if (time >= this.times[high]) return { index: high, part: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle;
    }
    const span = this.times[high] - this.times[low];
    // what is lost is not made up: the last frame before it stands still
    if (this.lostBetween(this.times[low], this.times[high])) return { index: low, part: 0 };
    return { index: low, part: span > 0 ? (time - this.times[low]) / span : 0 };
  }

  /** Whether frames between two moments are lost. @param {number} before @param {number} after */
  lostBetween(before, after) {
    return this.document.gaps.some(([first, last]) => first < after && last > before);
  }

  /** A track at a moment, linear between frames. @param {ArrayLike<number>} track @param {Between} at */
  read(track, { index, part }) {
    const value = track[index];
    return part === 0 ? value : value + part * (track[index + 1] - value);
  }

  /** @param {number} column @param {number} time */
  value(column, time) {
    return this.read(this.values[column], this.between(time));
  }

  /** Poses of all bodies, `POSE` numbers each. @param {Between} at @param {Float64Array} [into] */
  poses(at, into = new Float64Array(POSE * this.drawing.bodies.length)) {
    for (let body = 0; body < this.drawing.bodies.length; body++) {
      if (this.spatial) this.#spatial(body, at, into);
      else this.#planar(body, at, into);
    }
    if (this.coming.length > 0) {
      const time = this.#time(at);
      for (const { body, there } of this.coming) if (!this.#within(there, time)) into.fill(NaN, POSE * body, POSE * (body + 1));
    }
    return into;
  }

  /** Whether a body is there. @param {number} body @param {number} time */
  there(body, time) {
    const { there } = this.drawing.bodies[body];
    return !there || this.#within(there, time);
  }

  /** @param {Between} at */
  #time({ index, part }) {
    const time = this.times[index];
    return part > 0 ? time + part * (this.times[index + 1] - time) : time;
  }

  /** @param {[number, number][]} stretches @param {number} time */
  #within(stretches, time) {
    // a moment between frames is known to rounding only
    const now = time + 1e-12 * (this.to - this.from);
    return stretches.some(([from, to]) => from <= now && (now < to || to >= this.to));
  }

  /** Place and cosine and sine of the angle of a window. @param {number} window @param {Between} at @returns {[number, number, number, number]} */
  windowPose(window, at) {
    const pose = this.windowPoses[window];
    if (pose === null || this.spatial) return [0, 0, 1, 0];
    const [x, y, angle] = [0, 1, 2].map((k) => this.read(this.poseTracks[3 * pose + k], at));
    return [x, y, Math.cos(angle), Math.sin(angle)];
  }

  /** @param {number} body @param {Between} at @param {Float64Array} into */
  #planar(body, at, into) {
    const [x, y, angle] = [0, 1, 2].map((k) => this.read(this.poseTracks[3 * body + k], at));
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    into.set([x, y, 0, cos, sin, 0, -sin, cos, 0, 0, 0, 1], POSE * body);
  }

  /** @param {number} body @param {Between} at @param {Float64Array} into */
  #spatial(body, at, into) {
    const first = 7 * body;
    const track = (/** @type {number} */ k) => this.poseTracks[first + k];
    const q = [3, 4, 5, 6].map((k) => track(k)[at.index]);
    if (at.part > 0) {
      const next = [3, 4, 5, 6].map((k) => track(k)[at.index + 1]);
      turnTowards(q, next, at.part);
    }
    const size = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2) || 1;
    const [w, x, y, z] = q.map((c) => c / size);
    into.set(
      [
        this.read(track(0), at), this.read(track(1), at), this.read(track(2), at),
        1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
        2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
        2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
      ],
      POSE * body,
    );
  }

  /** A force, N. @param {number} arrow @param {Between} at @returns {Vector} */
  arrow(arrow, at) {
    const n = this.spatial ? 3 : 2;
    const part = (/** @type {number} */ k) => (k < n ? this.read(this.arrowTracks[n * arrow + k], at) : 0);
    return [part(0), part(1), part(2)];
  }

  /** A value of a column in words. @param {number} column @param {number} value SI */
  told(column, value) {
    const { unit } = this.document.columns[column];
    return this.sweep && unit === "rad" ? degrees(value) : quantity(value, unit);
  }

  /** A column as charts take it. @param {number} column @returns {{ name: string, unit: string, y: ArrayLike<number> }} */
  curve(column) {
    const { name, unit } = this.document.columns[column];
    const y = this.values[column];
    return this.sweep && unit === "rad" ? { name, unit: "deg", y: Float64Array.from(y, (v) => (v * 180) / Math.PI) } : { name, unit, y };
  }

  /** Whether a joint or spring acts at a moment. @param {{ path: string, attached: boolean }} item @param {number} time */
  attached(item, time) {
    const moments = this.switched.get(item.path);
    if (!moments) return item.attached;
    let attached = item.attached;
    for (const moment of moments) {
      if (moment.time > time) break;
      attached = moment.attached;
    }
    return attached;
  }

  /** Columns that belong to what is at `path`. @param {string} path */
  columnsOf(path) {
    /** @type {number[]} */
    const found = [];
    this.document.columns.forEach((column, index) => {
      const at = column.name.indexOf(path);
      const before = column.name[at - 1];
      const after = column.name[at + path.length];
      if (at >= 0 && after === "." && (before === undefined || "(, ".includes(before))) found.push(index);
    });
    return found;
  }
}

/** From `q` a part of the way to `next`, the short way. @param {number[]} q @param {number[]} next @param {number} part */
function turnTowards(q, next, part) {
  let cos = q[0] * next[0] + q[1] * next[1] + q[2] * next[2] + q[3] * next[3];
  const sign = cos < 0 ? -1 : 1;
  cos *= sign;
  let [a, b] = [1 - part, part];
  if (cos < 0.9995) {
    const angle = Math.acos(cos);
    const sin = Math.sin(angle);
    a = Math.sin((1 - part) * angle) / sin;
    b = Math.sin(part * angle) / sin;
  }
  for (let k = 0; k < 4; k++) q[k] = a * q[k] + sign * b * next[k];
}

/** A place in the world. @param {Float64Array} poses @param {Place} place @returns {Vector} */
export function whereIs(poses, { body, point }) {
  return body === null ? point : onBody(poses, body, point);
}

/** A point of a body in the world. @param {Float64Array} poses @param {number} body @param {ArrayLike<number>} p @returns {Vector} */
export function onBody(poses, body, p) {
  const o = POSE * body;
  const along = (/** @type {number} */ i) =>
    poses[o + i] + poses[o + 3 + i] * p[0] + poses[o + 6 + i] * p[1] + poses[o + 9 + i] * p[2];
  return [along(0), along(1), along(2)];
}

/** A direction of a body in the world. @param {Float64Array} poses @param {number | null} body @param {Vector} d @returns {Vector} */
export function turned(poses, body, d) {
  if (body === null) return d;
  const o = POSE * body;
  const along = (/** @type {number} */ i) => poses[o + 3 + i] * d[0] + poses[o + 6 + i] * d[1] + poses[o + 9 + i] * d[2];
  return [along(0), along(1), along(2)];
}
