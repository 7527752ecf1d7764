// Windows and arrays of actuators: which are on, which frame each script shows, and how fields are drawn below the parts.

import { through } from "mainspring/colours.js";
import { decode } from "mainspring/run.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/run.js").Between} Between */
/** @typedef {import("mainspring/stage.js").Moment} Moment */
/** @typedef {import("mainspring/document.js").DrawnWindow} DrawnWindow */
/** @typedef {import("mainspring/cameras.js").PlaneCamera} PlaneCamera */
/** @typedef {[number, number]} Pixel */
/** @typedef {CanvasRenderingContext2D} Context */

/** Arrows are at least so far apart, and at least and at most so long, px. */
const APART = 16;
const SHORTEST = 7;
const LONGEST = 36;
/** Cells narrower than this have no lines between them, px. */
const CELL = 6;

/** A window made ready: `places` and `vectors` in its own axes, `area` in m². @typedef {{ item: DrawnWindow, loops: ArrayLike<number>[], lines: ArrayLike<number>[], pad: ArrayLike<number>, places: ArrayLike<number>, vectors: ArrayLike<number>, area: number, thinned: Map<number, number[]> }} Ready */

export class Fields {
  shown = true;

  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    this.scripts = run.drawing.scripts ?? [];
    this.windows = (run.drawing.windows ?? []).map(ready);
    this.bins = (run.drawing.bins ?? []).map((bin) => ({ path: bin.path, loops: loopsOf(bin.shape) }));
    /** largest force per area, N/m², and speed, m/s */
    this.strongest = [this.#strongest(false), this.#strongest(true)];
  }

  /** Whether there is anything to show. */
  get possible() {
    return this.windows.length + this.bins.length + this.scripts.length > 0;
  }

  /** @param {boolean} moving */
  #strongest(moving) {
    let most = 0;
    for (const { item, vectors } of this.windows) {
      if ((item.kind === "velocity") !== moving) continue;
      if (item.changing === null) for (let i = 0; i < 2 * item.count; i += 2) most = Math.max(most, Math.hypot(vectors[i], vectors[i + 1]) || 0);
      else {
        for (let k = 0; k < item.count; k++) {
          const [x, y] = [0, 1].map((axis) => this.run.arrowTracks[2 * (/** @type {number} */ (item.changing) + k) + axis] ?? []);
          for (let frame = 0; frame < x.length; frame++) most = Math.max(most, Math.hypot(x[frame], y[frame]) || 0);
        }
      }
    }
    return most;
  }

  /** Which frame a script shows, as its number; none before it begins and when it is over. @param {number} script @param {number} time */
  frame(script, time) {
    const spans = this.scripts[script].spans;
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle][0] <= time) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    return span && (time < span[1] || (time === span[1] && time >= this.run.to)) ? span[2] : null;
  }

  /** Name of the frame a script shows. @param {number} script @param {number} time */
  name(script, time) {
    const { frames, spans, spans_left_out: left } = this.scripts[script];
    const frame = this.frame(script, time);
    if (frame !== null) return frames[frame]?.name ?? "";
    return left > 0 && time > (spans[spans.length - 1]?.[1] ?? 0) ? "not kept in this page" : "off";
  }

  /** What scripts show: `sort: gather`. @param {number} time @returns {string[]} */
  active(time) {
    return this.scripts.map(({ path }, i) => `${path}: ${this.name(i, time)}`);
  }

  /** Numbers of the windows that are on. @param {number} time @returns {Set<number>} */
  on(time) {
    const on = new Set(this.windows.flatMap(({ item }, i) => (item.always ? [i] : [])));
    this.scripts.forEach(({ frames }, i) => {
      const frame = this.frame(i, time);
      if (frame !== null) for (const w of frames[frame]?.on ?? []) on.add(w);
    });
    return on;
  }

  /** An arrow of a window in its own axes. @param {Ready} window @param {number} k @param {Between} at @returns {Pixel} */
  vector({ item, vectors }, k, at) {
    if (item.changing === null) return [vectors[2 * k], vectors[2 * k + 1]];
    const v = this.run.arrow(item.changing + k, at);
    return [v[0] || 0, v[1] || 0];
  }

  /** How long the strongest arrow is, px. @param {number} scale px a metre */
  length(scale) {
    let length = LONGEST;
    for (const window of this.windows) {
      const count = thin(window, scale).length;
      if (count > 0 && window.area > 0) length = Math.min(length, 0.85 * scale * Math.sqrt(window.area / count));
    }
    return Math.max(SHORTEST, length);
  }

  /** Round values and how long their arrows are. @param {number} scale px a metre @returns {{ value: number, unit: string, pixels: number, kind: "field" | "belt" }[]} */
  samples(scale) {
    const length = this.length(scale);
    /** @type {["field" | "belt", string][]} */
    const kinds = [["field", "N/m^2"], ["belt", "m/s"]];
    return kinds.flatMap(([kind, unit], i) => {
      const most = this.strongest[i];
      if (!(most > 0)) return [];
      const ten = 10 ** Math.floor(Math.log10(most * (1 + 1e-9)));
      const value = Number((Math.floor((most / ten) * (1 + 1e-9)) * ten).toPrecision(1));
      return [{ value, unit, pixels: (length * value) / most, kind }];
    });
  }
}

/** @param {import("mainspring/document.js").Shape} shape */
const loopsOf = (shape) => (shape.kind === "outline" ? shape.loops.map((l) => decode(l, 2)) : []);

/** @param {DrawnWindow} item @returns {Ready} */
function ready(item) {
  const loops = loopsOf(item.shape);
  const areas = loops.map((l) => {
    let twice = 0;
    for (let i = 0; i < l.length; i += 2) twice += l[i] * l[(i + 3) % l.length] - l[(i + 2) % l.length] * l[i + 1];
    return Math.abs(twice) / 2;
  });
  const area = 2 * Math.max(0, ...areas) - areas.reduce((a, b) => a + b, 0);
  const lines = item.lines.map((l, k) => (item.line_counts[k] > 0 ? decode(l, item.line_counts[k]) : []));
  const [places, vectors] = [item.places, item.vectors].map((t) => decode(t, 2 * item.count));
  const pad = item.pad && item.pad_count ? decode(item.pad, 2 * item.pad_count) : [];
  return { item, loops, lines, pad, places, vectors, area, thinned: new Map() };
}

/** Numbers of the arrows far enough apart: every k-th column and row of a grid, every k-th of others. @param {Ready} window @param {number} scale px a metre */
function thin(window, scale) {
  // steps of a fifth, so that a zoom does not make the choice flicker
  const level = Math.ceil(5 * Math.log2(APART / scale));
  const known = window.thinned.get(level);
  if (known) return known;
  const least = 2 ** (level / 5);
  const { places, item } = window;
  const all = Array.from({ length: item.count }, (_, k) => k);
  const axes = [0, 1].map((axis) => {
    const sorted = all.map((k) => places[2 * k + axis]).sort((a, b) => a - b);
    const slack = 1e-5 * (sorted[sorted.length - 1] - sorted[0]);
    return sorted.filter((c, i) => i === 0 || c - sorted[i - 1] > slack);
  });
  const gap = (/** @type {number[]} */ axis) => (axis[axis.length - 1] - axis[0]) / Math.max(1, axis.length - 1);
  /** @type {number[]} */
  let kept;
  if (axes[0].length * axes[1].length <= 4 * item.count) {
    const strides = axes.map((axis) => Math.max(1, Math.min(axis.length, Math.ceil(least / (gap(axis) || least) - 0.01))));
    const number = (/** @type {number[]} */ axis, /** @type {number} */ c) => axis.findIndex((x) => x >= c - 0.4 * gap(axis));
    // as far from one end as from the other, and from the edge, which long arrows must not cross
    kept = all.filter((k) => axes.every((axis, i) => {
      const count = Math.floor(axis.length / strides[i]);
      const offset = (axis.length - 1 - (count - 1) * strides[i]) >> 1;
      const place = number(axis, places[2 * k + i]) - offset;
      return place >= 0 && place % strides[i] === 0 && place / strides[i] < count;
    }));
  } else {
    const spacing = Math.sqrt(window.area / Math.max(1, item.count)) || least;
    const stride = Math.max(1, Math.ceil((least / spacing) ** 2));
    kept = all.filter((k) => k % stride === 0);
  }
  window.thinned.set(level, kept);
  return kept;
}

/**
 * Below everything that moves. Returns the names written, for checks.
 * @param {Context} c @param {Moment} moment @param {PlaneCamera} camera
 * @returns {{ text: string, box: [number, number, number, number] }[]}
 */
export function drawWindows(c, moment, camera) {
  const { fields, look, time, at, lit } = moment;
  if (!fields.shown) return [];
  const on = fields.on(time);
  const length = fields.length(camera.scale);
  for (const [i, { loops }] of fields.bins.entries()) {
    const colour = lit?.sort === "bin" && lit.index === i ? look.accent : look.muted;
    outline(c, loops, (x, y) => camera.pixel([x, y]));
    hatch(c, through(colour, 0.5), camera);
    c.strokeStyle = colour;
    c.lineWidth = 1.5;
    c.stroke();
  }
  fields.windows.forEach((window, i) => {
    const { item, loops } = window;
    const [x0, y0, cos, sin] = fields.run.windowPose(i, at);
    const pixel = (/** @type {number} */ x, /** @type {number} */ y) => camera.pixel([x0 + cos * x - sin * y, y0 + sin * x + cos * y]);
    const belt = item.kind === "velocity";
    const colour = lit?.sort === "window" && lit.index === i ? look.accent : belt ? look.belt : look.field;
    const most = fields.strongest[belt ? 1 : 0];
    /** @type {[Pixel, Pixel][]} */
    const arrows = [];
    for (const k of on.has(i) && most > 0 ? thin(window, camera.scale) : []) {
      const [vx, vy] = fields.vector(window, k, at);
      const [px, py] = pixel(window.places[2 * k], window.places[2 * k + 1]);
      const [dx, dy] = [(cos * vx - sin * vy) / most, (sin * vx + cos * vy) / most].map((d) => 0.5 * length * Math.max(-1.25, Math.min(1.25, d)));
      if (Math.hypot(dx, dy) > 0.5) arrows.push([[px - dx, py + dy], [px + dx, py - dy]]);
    }
    outline(c, loops, pixel);
    if (!on.has(i) || (item.count > 0 && arrows.length === 0)) {
      c.strokeStyle = through(colour, 0.5);
      c.lineWidth = 1;
      c.setLineDash([4, 4]);
      c.stroke();
      c.setLineDash([]);
      return;
    }
    c.fillStyle = through(colour, item.kind === "array" ? 0.08 : 0.13);
    c.fill("evenodd");
    c.strokeStyle = through(colour, 0.85);
    c.lineWidth = 1.25;
    c.stroke();
    cells(c, window, pixel, camera.scale, through(colour, 0.3));
    if (belt) chevrons(c, arrows, colour);
    else slender(c, arrows, colour);
  });
  return names(c, moment, camera);
}

/** A path of loops. @param {Context} c @param {ArrayLike<number>[]} loops @param {(x: number, y: number) => Pixel} pixel */
function outline(c, loops, pixel) {
  c.beginPath();
  for (const l of loops) {
    for (let i = 0; i < l.length; i += 2) {
      const [x, y] = pixel(l[i], l[i + 1]);
      if (i === 0) c.moveTo(x, y);
      else c.lineTo(x, y);
    }
    c.closePath();
  }
}

/** Slanted lines within the path, which stays. @param {Context} c @param {string} colour @param {PlaneCamera} camera */
function hatch(c, colour, { width, height }) {
  c.save();
  c.clip("evenodd");
  const lines = new Path2D();
  for (let s = 5; s < width + height; s += 11) {
    lines.moveTo(s, 0);
    lines.lineTo(s - height, height);
  }
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.stroke(lines);
  c.restore();
}

/** Pads, or lines between cells. @param {Context} c @param {Ready} window @param {(x: number, y: number) => Pixel} pixel @param {number} scale @param {string} colour */
function cells(c, { loops, lines, pad }, pixel, scale, colour) {
  const ends = [0, 1].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const l of loops) for (let i = axis; i < l.length; i += 2) [low, high] = [Math.min(low, l[i]), Math.max(high, l[i])];
    return [low, high];
  });
  if ([0, 1].some((axis) => ((ends[axis][1] - ends[axis][0]) / (lines[axis].length + 1)) * scale < CELL)) return;
  if (pad.length > 0) {
    const middles = [0, 1].map((axis) => {
      const all = [ends[axis][0], ...Array.from(lines[axis]), ends[axis][1]];
      return all.slice(1).map((b, i) => (all[i] + b) / 2);
    });
    const at = (/** @type {number} */ x, /** @type {number} */ y) => Array.from(pad, (p, i) => p + (i % 2 === 0 ? x : y));
    outline(c, middles[1].flatMap((y) => middles[0].map((x) => at(x, y))), pixel);
    c.fillStyle = through(colour, 0.4);
    c.fill();
    c.strokeStyle = colour;
    c.lineWidth = 0.75;
    c.stroke();
    return;
  }
  c.beginPath();
  for (const x of Array.from(lines[0])) (c.moveTo(...pixel(x, ends[1][0])), c.lineTo(...pixel(x, ends[1][1])));
  for (const y of Array.from(lines[1])) (c.moveTo(...pixel(ends[0][0], y)), c.lineTo(...pixel(ends[0][1], y)));
  c.strokeStyle = colour;
  c.lineWidth = 0.75;
  c.stroke();
}

/** Slender arrows, from and to. @param {Context} c @param {[Pixel, Pixel][]} arrows @param {string} colour */
export function slender(c, arrows, colour) {
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = 1.25;
  c.beginPath();
  for (const [from, to] of arrows) {
    c.moveTo(...from);
    c.lineTo(to[0] - 0.4 * (to[0] - from[0]), to[1] - 0.4 * (to[1] - from[1]));
  }
  c.stroke();
  c.beginPath();
  for (const [from, to] of arrows) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    c.moveTo(...to);
    c.lineTo(to[0] - 0.4 * dx - 0.17 * dy, to[1] - 0.4 * dy + 0.17 * dx);
    c.lineTo(to[0] - 0.4 * dx + 0.17 * dy, to[1] - 0.4 * dy - 0.17 * dx);
    c.closePath();
  }
  c.fill();
}

/** Two chevrons each, which show the way a surface moves. @param {Context} c @param {[Pixel, Pixel][]} arrows @param {string} colour */
export function chevrons(c, arrows, colour) {
  c.strokeStyle = colour;
  c.lineWidth = 1.5;
  c.lineJoin = c.lineCap = "round";
  c.beginPath();
  for (const [from, to] of arrows) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const point = (/** @type {number} */ along, /** @type {number} */ across) => /** @type {Pixel} */ ([from[0] + along * dx - across * dy, from[1] + along * dy + across * dx]);
    for (const tip of [0.62, 0.95]) {
      c.moveTo(...point(tip - 0.3, 0.3));
      c.lineTo(...point(tip, 0));
      c.lineTo(...point(tip - 0.3, -0.3));
    }
  }
  c.stroke();
  c.lineCap = "butt";
}

/** Names of bins, inside where there is room. @param {Context} c @param {Moment} moment @param {PlaneCamera} camera */
function names(c, { fields, look }, { width, height, ...camera }) {
  /** @type {{ text: string, box: [number, number, number, number] }[]} */
  const written = [];
  c.font = "12.5px system-ui, sans-serif";
  c.textBaseline = "middle";
  for (const { path, loops } of fields.bins) {
    const flat = loops.flatMap((l) => Array.from(l));
    const pixels = flat.flatMap((_, i) => (i % 2 === 0 ? [[width / 2 + (flat[i] - camera.x) * camera.scale, height / 2 - (flat[i + 1] - camera.y) * camera.scale]] : []));
    if (pixels.length === 0) continue;
    const [xs, ys] = [pixels.map((p) => p[0]), pixels.map((p) => p[1])];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const wide = c.measureText(path).width;
    const x = (left + right - wide) / 2;
    const inside = right - left > wide + 10 && bottom - top > 20 ? [(top + bottom) / 2] : [];
    const y = [...inside, bottom + 11, top - 11].find((y) => {
      // the corners have clock, legend, scale and buttons
      const corner = (x < 300 || x + wide > width - 220) && (y < 80 || y > height - 60);
      const hidden = x < 8 || x + wide > width - 8 || y < 12 || y > height - 12;
      return !corner && !hidden && !written.some(({ box: b }) => x < b[2] + 6 && b[0] < x + wide + 6 && y - 9 < b[3] && b[1] < y + 9);
    });
    if (y === undefined) continue;
    c.fillStyle = look.paper;
    c.fillRect(x - 4, y - 9, wide + 8, 18);
    c.fillStyle = look.muted;
    c.fillText(path, x, y + 0.5);
    written.push({ text: path, box: [x, y - 7, x + wide, y + 7] });
  }
  return written;
}
