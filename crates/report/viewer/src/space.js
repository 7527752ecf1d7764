// A mechanism in space: shaded, with hidden parts hidden, over a ground with a grid and shadows.

import { corners, include, nothing, swept } from "mainspring/boxes.js";
import { OrbitCamera } from "mainspring/cameras.js";
import { channels, families, lighter, through } from "mainspring/colours.js";
import { drawContacts } from "mainspring/contacts.js";
import { arrow } from "mainspring/marks.js";
import { heldAt, spacing } from "mainspring/parts.js";
import { FINE, Raster, shadesOf } from "mainspring/raster.js";
import { onBody, POSE, turned, whereIs } from "mainspring/run.js";
import { plate, solid } from "mainspring/solids.js";
import { round } from "mainspring/units.js";
import { across, add, dot, scale, sub, unit } from "mainspring/vectors.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/stage.js").Moment} Moment */
/** @typedef {import("mainspring/parts.js").Part} Part */
/** @typedef {import("mainspring/solids.js").Solid} Solid */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */
/** @typedef {[number, number]} Pixel */
/** @typedef {CanvasRenderingContext2D} Context */

/** A place being drawn. */
const SPOT = new Float64Array(3);
const STANDING = new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);

export class SpaceView {
  help = "drag to turn, Shift and drag to move, wheel or pinch to zoom";
  /** text drawn on the canvas, for checks @type {{ text: string, box: [number, number, number, number] }[]} */
  labels = [];
  #raster = new Raster();
  /** @type {Map<string, Int32Array>} */
  #shades = new Map();
  /** @type {Float64Array} */
  #poses = new Float64Array(0);
  #projected = new Float32Array(0);
  box = nothing();
  /** places that should be in view @type {Vector[]} */
  points = [];
  /** how high the ground is, m along `up` */
  ground = 0;

  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    const { gravity, bodies, obstacles } = run.drawing;
    this.up = unit(scale(gravity, -1), [0, 0, 1]);
    this.heavy = dot(gravity, gravity) > 0;
    this.camera = new OrbitCamera(this.up);
    this.held = heldAt(run);
    this.spacing = spacing(run, this.held);
    this.colour = families(run.drawing);
    const holding = [...run.drawing.joints, ...run.drawing.springs];
    this.free = bodies.map((b, i) => !b.fixed && !holding.some(({ a, b: c }) => a.body === i || c.body === i));
    this.solids = bodies.map((b) => solid(b.shape));
    this.standing = obstacles.map((o) => solid(o.shape));
    this.extent = this.#measure();
    const heaviest = Math.max(...bodies.map((b) => b.mass), 1e-300);
    this.balls = bodies.map((b) => 4.5 + 4.5 * Math.cbrt(Math.max(0, b.mass) / heaviest));
  }

  #measure() {
    const still = nothing();
    for (const s of this.standing) if (s) corners(s.box).forEach((p) => include(still, p));
    const points = this.run.drawing.bodies.map((_, i) => {
      const box = nothing();
      const own = this.solids[i];
      if (own) corners(own.box).forEach((p) => include(box, p));
      else include(box, [0, 0, 0]);
      this.held[i].forEach((p) => include(box, p));
      return corners(box);
    });
    this.box = swept(this.run, points, still, this.points);
    const levels = corners(this.box).map((p) => dot(p, this.up));
    this.ground = Math.min(...levels);
    const extent = Math.max(1e-9, ...[0, 1, 2].map((k) => this.box.high[k] - this.box.low[k]));
    this.#grounds(extent);
    return extent;
  }

  /** Ground without end: level, the grid lies on it; else it is a plate under the mechanism. @param {number} extent */
  #grounds(extent) {
    const middle = corners(this.box).reduce((sum, p) => add(sum, scale(p, 1 / 8)), /** @type {Vector} */ ([0, 0, 0]));
    /** @type {number[]} */
    const levels = [];
    for (const { shape } of this.run.drawing.obstacles) {
      if (shape.kind === "half_space" && dot(shape.normal, this.up) > 1 - 1e-9) levels.push(dot(shape.point, this.up));
    }
    if (levels.length > 0) this.ground = Math.max(...levels);
    this.run.drawing.obstacles.forEach(({ shape }, i) => {
      if (shape.kind !== "half_space" || dot(shape.normal, this.up) > 1 - 1e-9) return;
      this.standing[i] = plate(shape.point, shape.normal, middle, 0.62 * extent, this.up, this.ground);
    });
  }

  /** @param {number} width @param {number} height @param {number} dense the screen's pixels to one, each way */
  resize(width, height, dense) {
    Object.assign(this.camera, { width, height });
    this.camera.look();
    this.#raster.resize(width, height, dense < 1.5);
  }

  fit() {
    this.camera.azimuth = -0.9;
    this.camera.elevation = 0.4;
    this.camera.fit(this.points.length > 0 ? this.points : corners(this.box));
  }

  /** @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor);
  }

  /** @param {number} dx @param {number} dy */
  drag(dx, dy) {
    this.camera.orbit(dx, dy);
  }

  /** @param {number} dx @param {number} dy */
  slide(dx, dy) {
    this.camera.pan(dx, dy);
  }

  /** The side of a square of the grid, and how long it would be in the middle of the picture. */
  scaleBar() {
    const metres = round(this.extent / 5);
    return { metres, pixels: (metres * this.camera.focal) / this.camera.distance, of: "grid " };
  }

  /** @param {string} colour */
  #shadesOf(colour) {
    let shades = this.#shades.get(colour);
    if (!shades) this.#shades.set(colour, (shades = shadesOf(channels(colour))));
    return shades;
  }

  /** @param {Context} c @param {Moment} moment */
  draw(c, moment) {
    const { look, poses, lit, time } = moment;
    const { bodies, joints, springs } = this.run.drawing;
    this.#poses = poses;
    this.labels = [];
    this.#floor(c, moment);
    const raster = this.#raster;
    raster.clear();
    const ink = this.#shadesOf(look.ink);
    this.standing.forEach((s) => s && this.#solid(s, STANDING, 0, this.#shadesOf(look.still), null, ink, 0));
    bodies.forEach((body, i) => {
      if (!this.run.there(i, time)) return;
      const plain = body.fixed ? look.still : look.bodies[this.colour[i] % look.bodies.length];
      const colour = lit?.sort === "body" && lit.index === i ? look.accent : plain;
      const shades = this.#shadesOf(colour);
      const own = this.solids[i];
      // free it turns any way: opposite sides differ, so that the turning is seen
      if (own) this.#solid(own, poses, i, shades, this.free[i] ? this.#shadesOf(lighter(colour)) : null, ink, i + 1);
      else this.#bare(i, shades);
    });
    const accent = this.#shadesOf(look.accent);
    joints.forEach((joint, i) => {
      if (this.run.attached(joint, time)) this.#joint(joint, lit?.sort === "joint" && lit.index === i ? accent : ink, bodies.length + i + 1);
    });
    springs.forEach((spring, i) => {
      if (!this.run.attached(spring, time)) return;
      this.#coil(whereIs(poses, spring.a), whereIs(poses, spring.b), lit?.path === spring.path ? accent : ink, bodies.length + joints.length + i + 1);
    });
    this.#traces(moment);
    raster.finish(c);
    if (moment.forces.shown) this.#arrows(c, moment);
    const newton = (moment.forces.pixels(Math.min(this.camera.width, this.camera.height)) * this.camera.distance) / this.camera.focal;
    const pixel = (/** @type {Vector} */ p) => {
      const [x, y, near] = this.camera.project(p);
      return near > 0 ? /** @type {Pixel} */ ([x, y]) : null;
    };
    drawContacts(c, moment, pixel, newton);
    this.#triad(c, moment);
  }

  /** In raster pixels. @param {ArrayLike<number>} p */
  #fine(p) {
    const at = this.camera.project(p);
    at[0] *= FINE;
    at[1] *= FINE;
    return at;
  }

  /** Grid and shadows, below everything. @param {Context} c @param {Moment} moment */
  #floor(c, { look, poses }) {
    const { camera, up } = this;
    const cell = round(this.extent / 5);
    const [east, north] = [camera.east, camera.north];
    const centre = corners(this.box).reduce((sum, p) => add(sum, scale(p, 1 / 8)), /** @type {Vector} */ ([0, 0, 0]));
    const on = (/** @type {number} */ i, /** @type {number} */ j) =>
      add(add(scale(east, i * cell), scale(north, j * cell)), scale(up, this.ground));
    const [ci, cj] = [Math.round(dot(centre, east) / cell), Math.round(dot(centre, north) / cell)];
    const reach = 7;
    c.lineWidth = 1;
    for (let k = -reach; k <= reach; k++) {
      c.strokeStyle = through(look.grid, 1 - 0.8 * (Math.abs(k) / reach) ** 2);
      for (const [from, to] of [[on(ci + k, cj - reach), on(ci + k, cj + reach)], [on(ci - reach, cj + k), on(ci + reach, cj + k)]]) {
        const [a, b] = [camera.project(from), camera.project(to)];
        if (!(a[2] > 0 && b[2] > 0)) continue;
        c.beginPath();
        c.moveTo(a[0], a[1]);
        c.lineTo(b[0], b[1]);
        c.stroke();
      }
    }
    if (!this.heavy) return;
    c.beginPath();
    const dropped = (/** @type {Vector} */ p) => camera.project(add(p, scale(up, this.ground - dot(p, up))));
    this.solids.forEach((own, body) => {
      if (!own) {
        // a link or a point mass: its lines
        const centre2 = dropped(onBody(poses, body, [0, 0, 0]));
        if (centre2[2] > 0) {
          c.moveTo(centre2[0] + 5, centre2[1]);
          c.ellipse(centre2[0], centre2[1], 5, 2.5, 0, 0, 7);
        }
        return;
      }
      const { vertices, triangles, faces } = own;
      const local = backwards(poses, body, up);
      const drops = [];
      for (let i = 0; i < vertices.length; i += 3) drops.push(dropped(onBody(poses, body, [vertices[i], vertices[i + 1], vertices[i + 2]])));
      for (let t = 0; t < triangles.length; t += 3) {
        // those that face up cast the whole shadow, each wound the same way
        if (faces[t] * local[0] + faces[t + 1] * local[1] + faces[t + 2] * local[2] <= 0) continue;
        const [p, q, r] = [drops[triangles[t]], drops[triangles[t + 1]], drops[triangles[t + 2]]];
        if (!(p[2] > 0 && q[2] > 0 && r[2] > 0)) continue;
        c.moveTo(p[0], p[1]);
        c.lineTo(q[0], q[1]);
        c.lineTo(r[0], r[1]);
        c.closePath();
      }
    });
    c.fillStyle = through(look.ink, 0.13);
    c.fill("nonzero");
  }

  /**
   * @param {Solid} own @param {Float64Array} poses @param {number} body @param {Int32Array} shades
   * @param {Int32Array | null} ahead of faces along the body's axes @param {Int32Array} ink @param {number} owner
   */
  #solid(own, poses, body, shades, ahead, ink, owner) {
    const { camera } = this;
    const { vertices, triangles, faces, corners: round3, edges } = own;
    if (this.#projected.length < vertices.length) this.#projected = new Float32Array(vertices.length);
    const at = this.#projected;
    const o = POSE * body;
    for (let i = 0; i < vertices.length; i += 3) {
      const [x, y, z] = [vertices[i], vertices[i + 1], vertices[i + 2]];
      for (let k = 0; k < 3; k++) SPOT[k] = poses[o + k] + poses[o + 3 + k] * x + poses[o + 6 + k] * y + poses[o + 9 + k] * z;
      camera.projectInto(SPOT, at, i);
      at[i] *= FINE;
      at[i + 1] *= FINE;
    }
    // eye and light in the body's axes
    const origin = /** @type {Vector} */ ([0, 1, 2].map((k) => poses[POSE * body + k]));
    const eye = backwards(poses, body, sub(camera.eye, origin));
    const towards = unit(add(add(scale(camera.back, 0.7), scale(camera.above, 0.6)), scale(camera.right, -0.4)), camera.back);
    const light = backwards(poses, body, towards);
    const bright = (/** @type {number} */ k) =>
      0.34 + 0.58 * Math.max(0, round3[k] * light[0] + round3[k + 1] * light[1] + round3[k + 2] * light[2]);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      const facing = faces[t] * (eye[0] - vertices[a]) + faces[t + 1] * (eye[1] - vertices[a + 1]) + faces[t + 2] * (eye[2] - vertices[a + 2]);
      if (facing <= 0 || !(at[a + 2] > 0 && at[b + 2] > 0 && at[c + 2] > 0)) continue;
      this.#raster.triangle(
        at[a], at[a + 1], at[a + 2], bright(3 * t), at[b], at[b + 1], at[b + 2], bright(3 * t + 3),
        at[c], at[c + 1], at[c + 2], bright(3 * t + 6), ahead && forward(faces, t) ? ahead : shades, owner,
      );
    }
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [3 * edges[e], 3 * edges[e + 1]];
      this.#raster.line(at.subarray(a, a + 3), at.subarray(b, b + 3), 1.8, ink, 0.55, owner, 1.003);
    }
  }

  /** A body without a shape: a ball, and bars to where it is held. @param {number} i @param {Int32Array} shades */
  #bare(i, shades) {
    const centre = this.#fine(onBody(this.#poses, i, [0, 0, 0]));
    for (const p of this.held[i]) this.#raster.line(centre, this.#fine(onBody(this.#poses, i, p)), 8, shades, 0.7, i + 1);
    this.#raster.ball(centre, FINE * this.balls[i], shades, i + 1, 1.001);
  }

  /** @param {import("mainspring/document.js").Joint} joint @param {Int32Array} ink @param {number} owner */
  #joint(joint, ink, owner) {
    const poses = this.#poses;
    const [a, b] = [whereIs(poses, joint.a), whereIs(poses, joint.b)];
    const axis = unit(turned(poses, joint.a.body, joint.axis), this.up);
    const [pa, pb] = [this.#fine(a), this.#fine(b)];
    const near = 1.02;
    const metre = this.camera.focal / this.camera.distance;
    const mark = Math.min(14 / metre, Math.max(4 / metre, 0.14 * this.spacing));
    // px, for a joint that would be 14 long
    const thick = Math.max(0.5, (mark * metre) / 14);
    const bar = (/** @type {Vector} */ at, /** @type {Vector} */ d, /** @type {number} */ half, /** @type {number} */ wide) =>
      this.#raster.line(this.#fine(add(at, scale(d, -half))), this.#fine(add(at, scale(d, half))), wide * thick, ink, 0.6, owner, near);
    switch (joint.symbol) {
      case "rod":
        this.#raster.line(pa, pb, 5, ink, 0.6, owner);
        this.#raster.ball(pa, 6, ink, owner, near);
        this.#raster.ball(pb, 6, ink, owner, near);
        break;
      case "hinge":
        bar(b, axis, mark, 9);
        break;
      case "slider":
      case "cylinder":
        this.#raster.line(pa, pb, 4, ink, 0.6, owner);
        bar(b, axis, 2.2 * mark, 5);
        break;
      case "cross":
        bar(b, axis, mark, 6);
        bar(b, unit(turned(poses, joint.b.body, [1, 0, 0]), this.up), mark, 6);
        break;
      case "plane":
      case "roller": {
        const [u, v] = across(axis);
        const on = joint.symbol === "roller" ? add(b, scale(axis, -dot(sub(b, a), axis))) : b;
        bar(on, u, mark, 3);
        bar(on, v, mark, 3);
        break;
      }
      case "nothing":
        break;
      default:
        this.#raster.ball(pb, 11 * thick, ink, owner, near);
    }
  }

  /** @param {Vector} a @param {Vector} b @param {Int32Array} shades @param {number} owner */
  #coil(a, b, shades, owner) {
    const d = sub(b, a);
    const [u, v] = across(unit(d, this.up));
    const radius = (7 * this.camera.distance) / this.camera.focal;
    let before = this.#fine(a);
    const turns = 9;
    for (let i = 0; i <= 12 * turns; i++) {
      const angle = (i * Math.PI) / 6;
      const wide = i === 0 || i === 12 * turns ? 0 : radius;
      const s = 0.1 + (0.8 * i) / (12 * turns);
      const p = add(add(a, scale(d, s)), add(scale(u, wide * Math.cos(angle)), scale(v, wide * Math.sin(angle))));
      const here = this.#fine(p);
      this.#raster.line(before, here, 3.5, shades, 0.6 + 0.2 * Math.cos(angle), owner);
      before = here;
    }
    this.#raster.line(before, this.#fine(b), 3.5, shades, 0.6, owner);
  }

  /** @param {Moment} moment */
  #traces({ look, time, traces, speed, poses }) {
    if (!traces.shown) return;
    let number = 0;
    for (const index of traces.chosen) {
      const path = traces.path(index);
      const { from, now } = traces.stretch(time, speed);
      const shades = this.#shadesOf(look.traces[number++ % look.traces.length]);
      let before = this.#fine(path.subarray(3 * from, 3 * from + 3));
      const { body, point } = traces.points[index];
      for (let k = from + 1; k <= now + 1; k++) {
        const p = k <= now ? path.subarray(3 * k, 3 * k + 3) : onBody(poses, body, point);
        const here = this.#fine(p);
        const age = traces.whole ? 1 : (k - from) / (now + 1 - from);
        this.#raster.line(before, here, 1 + 3 * age, shades, 0.78, 0, 1.0005);
        before = here;
      }
    }
  }

  /** @param {Context} c @param {Moment} moment */
  #arrows(c, { look, at, forces, poses, time }) {
    const { joints, springs, arrows } = this.run.drawing;
    const pixels = forces.pixels(Math.min(this.camera.width, this.camera.height));
    const metres = (pixels * this.camera.distance) / this.camera.focal;
    arrows.forEach((item, i) => {
      const holder = [...joints, ...springs].find((x) => x.path === item.path);
      if (holder && !this.run.attached(holder, time)) return;
      const from = whereIs(poses, item.place);
      const [a, b] = [this.camera.project(from), this.camera.project(add(from, scale(this.run.arrow(i, at), metres)))];
      if (a[2] > 0 && b[2] > 0) arrow(c, [a[0], a[1]], [b[0], b[1]], look.forces[item.kind], look.paper);
    });
  }

  /** Which way x, y and z are. @param {Context} c @param {Moment} moment */
  #triad(c, { look }) {
    const { camera } = this;
    const [x0, y0] = [camera.width - 44, 46];
    c.font = "600 12px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    const axes = ["x", "y", "z"].map((name, k) => {
      const d = [0, 1, 2].map((i) => Number(i === k));
      const along = (/** @type {Vector} */ v) => d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
      return { name, x: along(camera.right), y: -along(camera.above), near: along(camera.back) };
    });
    axes.sort((p, q) => p.near - q.near);
    for (const { x, y } of axes) {
      c.strokeStyle = look.muted;
      c.lineWidth = 1.5;
      c.beginPath();
      c.moveTo(x0, y0);
      c.lineTo(x0 + 20 * x, y0 + 20 * y);
      c.stroke();
    }
    c.fillStyle = look.ink;
    /** @type {Pixel[]} */
    const taken = [];
    for (const { name, x, y } of axes.reverse()) {
      const [tx, ty] = [x0 + 29 * x, y0 + 29 * y];
      // an axis that points at the eye has no room for its name, nor one behind another
      if (Math.hypot(x, y) < 0.45 || taken.some((p) => Math.abs(p[0] - tx) < 10 && Math.abs(p[1] - ty) < 14)) continue;
      taken.push([tx, ty]);
      c.fillText(name, tx, ty);
      this.labels.push({ text: name, box: [tx - 4, ty - 6, tx + 4, ty + 6] });
    }
  }

  /** What is under the pointer. @param {Pixel} p @returns {{ sort: Part["sort"], index: number } | null} */
  hit(p) {
    const { bodies, joints } = this.run.drawing;
    const owner = this.#raster.owner(FINE * p[0], FINE * p[1]) - 1;
    if (owner < 0) return null;
    if (owner < bodies.length) return { sort: "body", index: owner };
    if (owner < bodies.length + joints.length) return { sort: "joint", index: owner - bodies.length };
    return { sort: "spring", index: owner - bodies.length - joints.length };
  }

  /** Where a part is in the picture. @param {{ sort: Part["sort"], index: number }} part @returns {Pixel} */
  whereIs({ sort, index }) {
    const { joints, springs } = this.run.drawing;
    const poses = this.#poses;
    /** @type {Vector} */
    let at = [0, 0, 0];
    if (sort === "body") at = onBody(poses, index, [0, 0, 0]);
    else if (sort === "joint") at = whereIs(poses, joints[index].b);
    else if (sort === "spring") at = scale(add(whereIs(poses, springs[index].a), whereIs(poses, springs[index].b)), 0.5);
    const [x, y] = this.camera.project(at);
    return [x, y];
  }
}

/** Whether a face looks along the positive one of the axes that it looks along most. @param {Float32Array} faces @param {number} t */
function forward(faces, t) {
  const [x, y, z] = [Math.abs(faces[t]), Math.abs(faces[t + 1]), Math.abs(faces[t + 2])];
  return faces[z > x && z > y ? t + 2 : y > x ? t + 1 : t] > 0;
}

/** A world direction in a body's axes. @param {Float64Array} poses @param {number} body @param {Vector} d @returns {Vector} */
function backwards(poses, body, d) {
  const o = POSE * body + 3;
  const along = (/** @type {number} */ k) => poses[o + k] * d[0] + poses[o + k + 1] * d[1] + poses[o + k + 2] * d[2];
  return [along(0), along(3), along(6)];
}
