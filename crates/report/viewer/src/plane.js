// A mechanism in the plane.

import { corners, include, nothing, swept } from "mainspring/boxes.js";
import { PlaneCamera } from "mainspring/cameras.js";
import { families, through } from "mainspring/colours.js";
import { drawContacts } from "mainspring/contacts.js";
import { drawWindows } from "mainspring/fields.js";
import { anchor, arrow, halfPlane, hatched, pin, rail, rod, support, weld, zigzag } from "mainspring/marks.js";
import { discRadius, heldAt, spacing } from "mainspring/parts.js";
import { decode, onBody, turned, whereIs } from "mainspring/run.js";
import { round } from "mainspring/units.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/stage.js").Moment} Moment */
/** @typedef {import("mainspring/parts.js").Part} Part */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */
/** @typedef {import("mainspring/document.js").Joint} Joint */
/** @typedef {[number, number]} Pixel */
/** @typedef {CanvasRenderingContext2D} Context */

/** How near a pointer must come, px. */
const REACH = 9;
/** More traces than this are drawn together, in so many steps from faint to strong. */
const MANY = 60;
const FADES = 3;

export class PlaneView {
  camera = new PlaneCamera();
  help = "drag to move, wheel or pinch to zoom";
  /** text drawn on the canvas, for checks @type {{ text: string, box: [number, number, number, number] }[]} */
  labels = [];
  /** @type {Float64Array} */
  #poses = new Float64Array(0);
  #time = 0;

  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    this.held = heldAt(run);
    this.spacing = spacing(run, this.held);
    this.colour = families(run.drawing);
    /** @param {import("mainspring/document.js").Shape} shape */
    const loops = (shape) => (shape.kind === "outline" ? shape.loops.map((l) => decode(l, 2)) : []);
    this.outlines = run.drawing.bodies.map((b) => loops(b.shape));
    this.discs = this.outlines.map(discRadius);
    this.obstacles = run.drawing.obstacles.map((o) => loops(o.shape));
    this.bins = (run.drawing.bins ?? []).map((b) => loops(b.shape));
    this.windows = (run.drawing.windows ?? []).map((w) => loops(w.shape));
    this.box = this.#box();
    /** of slides: least and greatest place along the axis @type {Map<Joint, [number, number]>} */
    this.travel = new Map(run.drawing.joints.map((j) => [j, this.#travel(j)]));
    const heaviest = Math.max(...run.drawing.bodies.map((b) => b.mass), 1e-300);
    this.dots = run.drawing.bodies.map((b) => 4 + 4 * Math.cbrt(Math.max(0, b.mass) / heaviest));
  }

  #box() {
    const still = nothing();
    for (const loops of [...this.obstacles, ...this.bins]) for (const l of loops) for (let i = 0; i < l.length; i += 2) include(still, [l[i], l[i + 1], 0]);
    const looks = Math.min(60, this.run.count);
    for (let look = 0; look < looks; look++) {
      const at = { index: Math.round((look * (this.run.count - 1)) / Math.max(1, looks - 1)), part: 0 };
      this.windows.forEach((loops, w) => {
        if (look > 0 && this.run.windowPoses[w] === null) return;
        for (const l of loops) for (let i = 0; i < l.length; i += 2) include(still, this.#onWindow(w, at, [l[i], l[i + 1]]));
      });
    }
    const points = this.run.drawing.bodies.map((_, i) => {
      const box = nothing();
      for (const l of this.outlines[i]) for (let k = 0; k < l.length; k += 2) include(box, [l[k], l[k + 1], 0]);
      for (const p of this.held[i]) include(box, p);
      if (this.outlines[i].length === 0) include(box, [0, 0, 0]);
      return corners(box);
    });
    return swept(this.run, points, still);
  }

  /** A point of a window in the world. @param {number} window @param {import("mainspring/run.js").Between} at @param {ArrayLike<number>} p @returns {Vector} */
  #onWindow(window, at, p) {
    const [x, y, cos, sin] = this.run.windowPose(window, at);
    return [x + cos * p[0] - sin * p[1], y + sin * p[0] + cos * p[1], 0];
  }

  /** @param {Joint} joint @returns {[number, number]} */
  #travel(joint) {
    let [low, high] = [0, 0];
    const looks = Math.min(100, this.run.count);
    for (let look = 0; look < looks; look++) {
      const poses = this.run.poses({ index: Math.round((look * (this.run.count - 1)) / Math.max(1, looks - 1)), part: 0 });
      const [a, b] = [whereIs(poses, joint.a), whereIs(poses, joint.b)];
      const d = turned(poses, joint.a.body, joint.axis);
      const s = (b[0] - a[0]) * d[0] + (b[1] - a[1]) * d[1];
      if (Number.isFinite(s)) [low, high] = [Math.min(low, s), Math.max(high, s)];
    }
    return [low, high];
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    Object.assign(this.camera, { width, height });
  }

  fit() {
    // clock and active frames are above
    this.camera.fit(this.box, { top: (this.run.drawing.scripts ?? []).length > 0 ? 76 : 52, bottom: 60 });
  }

  /** @param {number} factor @param {Pixel} at */
  zoom(factor, at) {
    this.camera.zoom(factor, at);
  }

  /** @param {number} dx @param {number} dy */
  drag(dx, dy) {
    this.camera.drag(dx, dy);
  }

  /** @param {number} dx @param {number} dy */
  slide(dx, dy) {
    this.camera.drag(dx, dy);
  }

  /** A round length that is about 100 pixels long. */
  scaleBar() {
    const metres = round(130 / this.camera.scale);
    return { metres, pixels: metres * this.camera.scale, of: "" };
  }

  /** @param {Context} c @param {Moment} moment */
  draw(c, moment) {
    const { look, time, poses } = moment;
    this.#poses = poses;
    this.#time = time;
    this.#grid(c, moment);
    this.labels = drawWindows(c, moment, this.camera);
    for (const loops of this.obstacles) this.#fill(c, loops, (p) => p, look.still, look.ink);
    for (const { shape } of this.run.drawing.obstacles) {
      if (shape.kind === "half_space") halfPlane(c, this.camera.pixel(shape.point), [shape.normal[0], -shape.normal[1]], [this.camera.width, this.camera.height], look);
    }
    this.#rails(c, moment);
    this.#traces(c, moment);
    const { bodies, joints, springs } = this.run.drawing;
    const order = bodies.map((_, i) => i).sort((a, b) => Number(bodies[b].fixed) - Number(bodies[a].fixed));
    for (const i of order) this.#body(c, i, moment);
    for (const spring of springs) {
      if (!this.run.attached(spring, time)) continue;
      const lit = moment.lit?.path === spring.path;
      zigzag(c, this.#at(spring.a), this.#at(spring.b), lit ? look.accent : look.ink);
      for (const end of [spring.a, spring.b]) if (end.body === null) anchor(c, this.#at(end), look);
    }
    for (const joint of joints) if (this.run.attached(joint, time)) this.#joint(c, joint, moment);
    if (moment.forces.shown) this.#arrows(c, moment);
    const newton = moment.forces.pixels(Math.min(this.camera.width, this.camera.height)) / this.camera.scale;
    drawContacts(c, moment, (p) => this.camera.pixel(p), newton);
  }

  /** @param {import("mainspring/document.js").Place} place @returns {Pixel} */
  #at(place) {
    return this.camera.pixel(whereIs(this.#poses, place));
  }

  /** @param {Context} c @param {Moment} moment */
  #grid(c, { look }) {
    const { camera } = this;
    const cell = round(80 / camera.scale);
    c.strokeStyle = look.grid;
    c.lineWidth = 1;
    c.beginPath();
    const left = camera.x - camera.width / 2 / camera.scale;
    const low = camera.y - camera.height / 2 / camera.scale;
    for (let i = Math.ceil(left / cell); (i * cell - left) * camera.scale <= camera.width; i++) {
      const x = Math.round((i * cell - left) * camera.scale) + 0.5;
      c.moveTo(x, 0);
      c.lineTo(x, camera.height);
    }
    for (let j = Math.ceil(low / cell); (j * cell - low) * camera.scale <= camera.height; j++) {
      const y = Math.round(camera.height - (j * cell - low) * camera.scale) + 0.5;
      c.moveTo(0, y);
      c.lineTo(camera.width, y);
    }
    c.stroke();
  }

  /** @param {Context} c @param {ArrayLike<number>[]} loops @param {(p: Vector) => Vector} moved @param {string} fill @param {string} line */
  #fill(c, loops, moved, fill, line) {
    c.beginPath();
    for (const l of loops) {
      for (let i = 0; i < l.length; i += 2) {
        const [x, y] = this.camera.pixel(moved([l[i], l[i + 1], 0]));
        if (i === 0) c.moveTo(x, y);
        else c.lineTo(x, y);
      }
      c.closePath();
    }
    c.fillStyle = fill;
    c.fill("evenodd");
    c.strokeStyle = line;
    c.lineWidth = 1.25;
    c.lineJoin = "round";
    c.stroke();
  }

  /** @param {Context} c @param {number} i @param {Moment} moment */
  #body(c, i, { look, lit, poses, time }) {
    const body = this.run.drawing.bodies[i];
    if (!this.run.there(i, time)) return;
    const plain = body.fixed ? look.still : look.bodies[this.colour[i] % look.bodies.length];
    const colour = lit?.sort === "body" && lit.index === i ? look.accent : plain;
    if (this.outlines[i].length > 0) {
      // on an array a part covers the field below it
      const covers = this.windows.length > 0;
      const line = body.fixed ? look.muted : covers ? through(look.ink, 0.75) : colour;
      this.#fill(c, this.outlines[i], (p) => onBody(poses, i, p), through(colour, body.fixed ? 0.9 : covers ? 0.85 : 0.55), line);
      this.#spokes(c, i, look, poses, covers ? line : colour);
      return;
    }
    const centre = this.camera.pixel(onBody(poses, i, [0, 0, 0]));
    const held = this.held[i].map((p) => this.camera.pixel(onBody(poses, i, p)));
    if (held.length >= 3) {
      const middle = [0, 1].map((k) => held.reduce((sum, p) => sum + p[k], 0) / held.length);
      held.sort((p, q) => Math.atan2(p[1] - middle[1], p[0] - middle[0]) - Math.atan2(q[1] - middle[1], q[0] - middle[0]));
    }
    if (held.length > 0) {
      c.beginPath();
      const outline = held.length === 1 ? [centre, held[0]] : held;
      outline.forEach((p, k) => (k === 0 ? c.moveTo(...p) : c.lineTo(...p)));
      if (held.length >= 3) c.closePath();
      c.fillStyle = through(colour, 0.35);
      if (held.length >= 3) c.fill();
      c.strokeStyle = colour;
      c.lineWidth = 5;
      c.lineJoin = c.lineCap = "round";
      c.stroke();
      c.lineCap = "butt";
    }
    c.beginPath();
    c.arc(centre[0], centre[1], held.length > 1 ? 3 : this.dots[i], 0, 7);
    c.fillStyle = held.length > 1 ? look.paper : colour;
    c.fill();
    c.strokeStyle = held.length > 1 ? colour : look.ink;
    c.lineWidth = 1.25;
    c.stroke();
  }

  /**
   * Lines and a dot on a disc, whose turning would not be seen.
   * @param {Context} c @param {number} i @param {import("mainspring/colours.js").Look} look @param {Float64Array} poses @param {string} colour
   */
  #spokes(c, i, look, poses, colour) {
    const radius = this.discs[i];
    const pixels = radius * this.camera.scale;
    if (pixels < 8) return;
    const at = (/** @type {number} */ r, /** @type {number} */ turn) =>
      this.camera.pixel(onBody(poses, i, [r * Math.cos(turn), r * Math.sin(turn), 0]));
    c.beginPath();
    for (let k = 0; k < 3; k++) {
      c.moveTo(...at(0, 0));
      c.lineTo(...at(0.9 * radius, (2 * Math.PI * k) / 3));
    }
    c.strokeStyle = colour;
    c.lineWidth = 1.5;
    c.stroke();
    const [x, y] = at(0.72 * radius, 0);
    c.beginPath();
    c.arc(x, y, Math.min(7, Math.max(2, 0.09 * pixels)), 0, 7);
    c.fillStyle = look.paper;
    c.fill();
    c.stroke();
  }

  /** What parts slide and roll on lies below them. @param {Context} c @param {Moment} moment */
  #rails(c, { look, time, poses }) {
    for (const joint of this.run.drawing.joints) {
      const slides = ["slider", "pin_in_slot"].includes(joint.symbol) && joint.size === 0;
      const rolls = joint.symbol === "roller" && this.#onLine(joint);
      if (!(slides || rolls) || !this.run.attached(joint, time)) continue;
      const a = whereIs(poses, joint.a);
      const d = turned(poses, joint.a.body, joint.axis);
      const [low, high] = this.travel.get(joint) ?? [0, 0];
      const more = slides ? 0.12 * Math.max(high - low, 20 / this.camera.scale) : 1.2 * joint.size;
      const end = (/** @type {number} */ s) => this.camera.pixel([a[0] + s * d[0], a[1] + s * d[1], 0]);
      const [from, to] = [end(low - more), end(high + more)];
      if (joint.a.body === null) hatched(c, from, to, look);
      else if (joint.symbol === "pin_in_slot") rail(c, from, to, look, 5);
      else rail(c, from, to, look);
    }
  }

  /** Whether what rolls keeps its radius from the line through `a`. @param {Joint} joint */
  #onLine(joint) {
    return [0, this.run.count - 1].every((index) => {
      const poses = this.run.poses({ index, part: 0 });
      const [a, b] = [whereIs(poses, joint.a), whereIs(poses, joint.b)];
      const d = turned(poses, joint.a.body, joint.axis);
      return Math.abs(d[0] * (b[1] - a[1]) - d[1] * (b[0] - a[0]) - joint.size) < 1e-3 * joint.size;
    });
  }

  /** @param {Context} c @param {Joint} joint @param {Moment} moment */
  #joint(c, joint, { look, lit }) {
    // many small links must not disappear under their pins
    const radius = Math.min(4.5, Math.max(1.6, 0.14 * this.spacing * this.camera.scale));
    const ink = lit?.path === joint.path ? { ...look, ink: look.accent } : look;
    const [a, b] = [this.#at(joint.a), this.#at(joint.b)];
    const grounded = joint.a.body === null || joint.b.body === null;
    switch (joint.symbol) {
      case "slider":
        if (this.run.drawing.bodies[joint.b.body ?? -1]?.shape.kind === "dot") weld(c, b, ink);
        break;
      case "rod":
        rod(c, a, b, ink.ink, 2.25);
        if (joint.a.body === null) support(c, a, ink);
        if (joint.b.body === null) support(c, b, ink);
        pin(c, a, ink, 0.8 * radius);
        pin(c, b, ink, 0.8 * radius);
        break;
      case "weld":
        weld(c, b, ink);
        break;
      case "roller":
        c.beginPath();
        c.arc(b[0], b[1], joint.size * this.camera.scale, 0, 7);
        c.strokeStyle = ink.muted;
        c.lineWidth = 1;
        c.setLineDash([4, 4]);
        c.stroke();
        c.setLineDash([]);
        break;
      case "pin_in_slot":
        if (joint.size > 0) {
          c.beginPath();
          c.arc(a[0], a[1], joint.size * this.camera.scale, 0, 7);
          c.strokeStyle = ink.muted;
          c.lineWidth = 1.25;
          c.stroke();
        }
        pin(c, b, ink, 0.8 * radius);
        break;
      case "nothing":
        break;
      default:
        if (grounded) support(c, joint.a.body === null ? a : b, ink);
        pin(c, b, ink, radius);
    }
  }

  /** @param {Context} c @param {Moment} moment */
  #traces(c, moment) {
    const { look, time, traces, speed, poses } = moment;
    if (!traces.shown) return;
    if (traces.every && traces.chosen.size > MANY) return this.#many(c, moment);
    let number = 0;
    for (const index of traces.chosen) {
      const path = traces.path(index);
      const { body, point } = traces.points[index];
      const colour = traces.every ? look.bodies[this.colour[body] % look.bodies.length] : look.traces[number++ % look.traces.length];
      const { from, now, fade } = traces.stretch(time, speed);
      const pixel = (/** @type {number} */ k) => this.camera.pixel([path[3 * k], path[3 * k + 1], 0]);
      const here = this.camera.pixel(onBody(poses, body, point));
      c.lineJoin = "round";
      if (traces.whole) {
        c.strokeStyle = through(colour, 0.28);
        c.lineWidth = 1.5;
        c.beginPath();
        along(c, pixel, 0, this.run.count - 1);
        c.stroke();
      }
      const pieces = fade > 0 ? 16 : 1;
      for (let piece = 0; piece < pieces; piece++) {
        const first = from + Math.floor(((now - from) * piece) / pieces);
        const last = from + Math.floor(((now - from) * (piece + 1)) / pieces);
        c.strokeStyle = through(colour, fade > 0 ? (0.9 * (piece + 1)) / pieces : 0.9);
        c.lineWidth = 2;
        c.beginPath();
        along(c, pixel, first, last);
        if (piece === pieces - 1) c.lineTo(...here);
        c.stroke();
      }
    }
  }

  /** Traces of many parts: all of one colour and age in one stroke. @param {Context} c @param {Moment} moment */
  #many(c, { look, time, traces, speed, poses }) {
    const { from, now } = traces.stretch(time, speed);
    /** @type {Map<string, number[]>} */
    const alike = new Map();
    for (const index of traces.chosen) {
      const colour = look.bodies[this.colour[traces.points[index].body] % look.bodies.length];
      const indices = alike.get(colour);
      if (indices) indices.push(index);
      else alike.set(colour, [index]);
    }
    c.lineWidth = 1;
    c.lineJoin = "round";
    for (let piece = 0; piece < FADES; piece++) {
      const [first, last] = [piece, piece + 1].map((p) => from + Math.floor(((now - from) * p) / FADES));
      for (const [colour, indices] of alike) {
        c.beginPath();
        for (const index of indices) {
          const path = traces.path(index);
          along(c, (k) => this.camera.pixel([path[3 * k], path[3 * k + 1], 0]), first, last);
          const { body, point } = traces.points[index];
          if (piece === FADES - 1) c.lineTo(...this.camera.pixel(onBody(poses, body, point)));
        }
        c.strokeStyle = through(colour, (0.8 * (piece + 1)) / FADES);
        c.stroke();
      }
    }
  }

  /** @param {Context} c @param {Moment} moment */
  #arrows(c, { look, at, forces, poses, time }) {
    const k = forces.pixels(Math.min(this.camera.width, this.camera.height));
    this.run.drawing.arrows.forEach((item, i) => {
      if (item.kind === "field" || !this.#acts(item.path, time)) return;
      const force = this.run.arrow(i, at);
      const from = this.camera.pixel(whereIs(poses, item.place));
      arrow(c, from, [from[0] + k * force[0], from[1] - k * force[1]], look.forces[item.kind], look.paper);
    });
  }

  /** @param {string} path @param {number} time */
  #acts(path, time) {
    const item = [...this.run.drawing.joints, ...this.run.drawing.springs].find((x) => x.path === path);
    return !item || this.run.attached(item, time);
  }

  /** What is under the pointer. @param {Pixel} p @returns {{ sort: Part["sort"], index: number } | null} */
  hit(p) {
    const { joints, springs, bodies } = this.run.drawing;
    const away = (/** @type {Pixel} */ q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const acting = (/** @type {{ path: string, attached: boolean }} */ x) => this.run.attached(x, this.#time);
    for (let index = joints.length - 1; index >= 0; index--) {
      const joint = joints[index];
      if (!acting(joint) || ["roller", "rod", "nothing"].includes(joint.symbol)) continue;
      if (away(this.#at(joint.b)) < REACH) return { sort: "joint", index };
    }
    // a mass at the end of a rod or a spring is the mass
    for (let index = bodies.length - 1; index >= 0; index--) {
      if (this.outlines[index].length > 0) continue;
      if (away(this.camera.pixel(onBody(this.#poses, index, [0, 0, 0]))) < this.dots[index] + 2) return { sort: "body", index };
    }
    for (let index = joints.length - 1; index >= 0; index--) {
      const joint = joints[index];
      if (joint.symbol !== "rod" || !acting(joint)) continue;
      if (apart(p, this.#at(joint.a), this.#at(joint.b)) < 6) return { sort: "joint", index };
    }
    for (let index = springs.length - 1; index >= 0; index--) {
      if (acting(springs[index]) && apart(p, this.#at(springs[index].a), this.#at(springs[index].b)) < REACH) return { sort: "spring", index };
    }
    for (let index = bodies.length - 1; index >= 0; index--) if (this.#over(p, index)) return { sort: "body", index };
    for (let index = this.obstacles.length - 1; index >= 0; index--) {
      if (within(p, this.obstacles[index], (q) => this.camera.pixel(q))) return { sort: "obstacle", index };
    }
    for (let index = this.bins.length - 1; index >= 0; index--) {
      if (within(p, this.bins[index], (q) => this.camera.pixel(q))) return { sort: "bin", index };
    }
    const at = this.run.between(this.#time);
    for (let index = this.windows.length - 1; index >= 0; index--) {
      if (within(p, this.windows[index], (q) => this.camera.pixel(this.#onWindow(index, at, q)))) return { sort: "window", index };
    }
    return null;
  }

  /** @param {Pixel} p @param {number} i */
  #over(p, i) {
    const pixel = (/** @type {Vector} */ q) => this.camera.pixel(onBody(this.#poses, i, q));
    if (this.outlines[i].length > 0) return within(p, this.outlines[i], pixel);
    const centre = pixel([0, 0, 0]);
    if (Math.hypot(p[0] - centre[0], p[1] - centre[1]) < REACH) return true;
    return this.held[i].some((q) => apart(p, centre, pixel(q)) < 6);
  }

  /** Where a part is in the picture. @param {{ sort: Part["sort"], index: number }} part @returns {Pixel} */
  whereIs({ sort, index }) {
    const { joints, springs } = this.run.drawing;
    if (sort === "body") return this.camera.pixel(onBody(this.#poses, index, [0, 0, 0]));
    if (sort === "joint") return this.#at(joints[index].b);
    if (sort === "spring") {
      const [a, b] = [this.#at(springs[index].a), this.#at(springs[index].b)];
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    }
    if (sort === "window") {
      const loop = this.windows[index][0];
      return loop ? this.camera.pixel(this.#onWindow(index, this.run.between(this.#time), loop)) : [0, 0];
    }
    const { shape } = (sort === "bin" ? (this.run.drawing.bins ?? []) : this.run.drawing.obstacles)[index];
    if (shape.kind === "half_space") return this.camera.pixel(shape.point);
    const loop = (sort === "bin" ? this.bins : this.obstacles)[index][0];
    return loop ? this.camera.pixel([loop[0], loop[1]]) : [0, 0];
  }
}

/** Goes along a path, with a gap where there is no place. @param {Context} c @param {(k: number) => Pixel} pixel @param {number} first @param {number} last */
function along(c, pixel, first, last) {
  let drawn = false;
  for (let k = first; k <= last; k++) {
    const [x, y] = pixel(k);
    if (drawn) c.lineTo(x, y);
    else c.moveTo(x, y);
    drawn = Number.isFinite(x + y);
  }
}

/** Distance of a point from a stretch. @param {Pixel} p @param {Pixel} a @param {Pixel} b */
function apart(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}

/** Whether a point is inside loops, by the even–odd rule. @param {Pixel} p @param {ArrayLike<number>[]} loops @param {(p: Vector) => Pixel} pixel */
function within(p, loops, pixel) {
  let inside = false;
  for (const l of loops) {
    let before = pixel([l[l.length - 2], l[l.length - 1], 0]);
    for (let i = 0; i < l.length; i += 2) {
      const here = pixel([l[i], l[i + 1], 0]);
      if (here[1] > p[1] !== before[1] > p[1] && p[0] < here[0] + ((p[1] - here[1]) * (before[0] - here[0])) / (before[1] - here[1])) inside = !inside;
      before = here;
    }
  }
  return inside;
}
