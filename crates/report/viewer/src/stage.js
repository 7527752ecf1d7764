// The moving picture: a canvas with what lies over it, and what can be chosen about it.

import { lookOf } from "mainspring/colours.js";
import { Contacts } from "mainspring/contacts.js";
import { h, write } from "mainspring/dom.js";
import { Fields } from "mainspring/fields.js";
import { CONTACT, Forces } from "mainspring/forces.js";
import { gestures } from "mainspring/gestures.js";
import { icon } from "mainspring/icons.js";
import { partsOf } from "mainspring/parts.js";
import { PlaneView } from "mainspring/plane.js";
import { SpaceView } from "mainspring/space.js";
import { Traces } from "mainspring/traces.js";
import { moment, quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/parts.js").Part} Part */

/**
 * All a view needs to draw one moment.
 * @typedef {object} Moment
 * @property {number} time s
 * @property {import("mainspring/run.js").Between} at
 * @property {Float64Array} poses
 * @property {import("mainspring/colours.js").Look} look
 * @property {Traces} traces
 * @property {Forces} forces
 * @property {Contacts} contacts
 * @property {Fields} fields
 * @property {Part | null} lit what is pointed at
 * @property {number} speed
 */

/** Values of a part shown at most. */
const VALUES = 6;

export class Stage {
  /** @type {Part | null} */
  lit = null;
  /** how long the last picture took, ms */
  took = 0;
  #waiting = 0;
  #fitted = false;

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.run = player.run;
    this.parts = partsOf(this.run);
    this.view = this.run.spatial ? new SpaceView(this.run) : new PlaneView(this.run);
    this.traces = new Traces(this.run);
    this.contacts = new Contacts(this.run);
    this.forces = new Forces(this.run, this.contacts);
    this.fields = new Fields(this.run);
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "img",
      "aria-label": `The mechanism ${this.run.document.scene}, ${this.run.spatial ? "in space" : "in the plane"}; ${this.view.help}`,
      class: "ms-canvas",
    });
    this.clock = h("div", { class: "ms-clock", role: "timer", "aria-label": "Time" });
    this.frames = h("div", { class: "ms-frames", role: "status", "aria-label": "Active frames", hidden: this.fields.scripts.length === 0 });
    this.bar = h("div", { class: "ms-scale" });
    this.barText = h("span");
    this.legend = h("div", { class: "ms-legend", hidden: true });
    this.tip = h("div", { class: "ms-tip", role: "status", hidden: true });
    this.element = h(
      "div",
      { class: this.run.spatial ? "ms-stage ms-space" : "ms-stage" },
      this.canvas,
      this.clock,
      this.frames,
      h("div", { class: "ms-measure" }, this.bar, this.barText),
      this.legend,
      h("div", { class: "ms-view", role: "group", "aria-label": "View" }, ...this.#buttons()),
      this.tip,
    );
    gestures(this.canvas, {
      drag: (dx, dy) => this.#moved(() => this.view.drag(dx, dy)),
      slide: (dx, dy) => this.#moved(() => this.view.slide(dx, dy)),
      zoom: (factor, at) => this.#moved(() => this.view.zoom(factor, at)),
      point: (at) => this.point(at && this.#find(at)),
    });
    this.look = lookOf(this.element);
    this.poses = this.run.poses({ index: 0, part: 0 });
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.element);
    // a clock that ticks does so just before the browser shows a picture
    player.onChange(() => (player.ticking ? this.draw() : this.ask()));
  }

  #buttons() {
    const button = (/** @type {import("mainspring/icons.js").Icon} */ name, /** @type {string} */ label, /** @type {() => void} */ does) =>
      h("button", { type: "button", class: "ms-icon", "aria-label": label, title: label, onclick: does }, icon(name));
    return [
      button("plus", "Zoom in (+)", () => this.zoom(1.3)),
      button("minus", "Zoom out (−)", () => this.zoom(1 / 1.3)),
      button("fit", "Show all (0)", () => this.fit()),
    ];
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#moved(() => this.view.zoom(factor, [this.view.camera.width / 2, this.view.camera.height / 2]));
  }

  /** Moves or turns the view. @param {number} dx @param {number} dy px */
  nudge(dx, dy) {
    this.#moved(() => this.view.drag(dx, dy));
  }

  fit() {
    this.#moved(() => this.view.fit());
    this.#fitted = true;
  }

  /** @param {() => void} move */
  #moved(move) {
    move();
    this.#fitted = false;
    this.ask();
  }

  /** @param {[number, number]} at @returns {Part | null} */
  #find(at) {
    const found = this.view.hit(at);
    return found && (this.parts.find((p) => p.sort === found.sort && p.index === found.index) ?? null);
  }

  /** Lights a part up and tells about it. @param {Part | null} part */
  point(part) {
    if (part === this.lit) return;
    this.lit = part;
    this.ask();
  }

  restyle() {
    this.look = lookOf(this.element);
    this.ask();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    const dense = Math.min(window.devicePixelRatio || 1, 3);
    this.canvas.width = Math.round(width * dense);
    this.canvas.height = Math.round(height * dense);
    const first = this.view.camera.width === 1;
    this.view.resize(width, height, dense);
    if (first || this.#fitted) this.fit();
    this.draw();
  }

  /** Draws once before the browser shows the next picture. */
  ask() {
    if (this.#waiting) return;
    this.#waiting = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.#waiting);
    this.#waiting = 0;
    const context = this.canvas.getContext("2d");
    const { width, height } = this.view.camera;
    if (!context || width <= 1) return;
    const began = performance.now();
    const { time, speed } = this.player;
    const at = this.run.between(time);
    this.run.poses(at, this.poses);
    context.setTransform(this.canvas.width / width, 0, 0, this.canvas.height / height, 0, 0);
    context.fillStyle = this.look.paper;
    context.fillRect(0, 0, width, height);
    const { look, traces, forces, contacts, fields, lit, poses } = this;
    this.view.draw(context, { time, at, poses, look, traces, forces, contacts, fields, lit, speed });
    this.#overlays();
    this.took = performance.now() - began;
  }

  #overlays() {
    const { time, run } = this.player;
    write(this.clock, `t = ${moment(time, run.to)}`);
    if (!this.frames.hidden) write(this.frames, this.fields.active(time).join(" · "));
    const { metres, pixels, of } = this.view.scaleBar();
    this.bar.style.width = `${Math.min(pixels, 0.4 * this.view.camera.width)}px`;
    write(this.barText, `${of}${quantity(metres, "m", 1)}`);
    this.#legend();
    this.#tell();
  }

  #legend() {
    const touching = this.contacts.shown && this.contacts.count > 0;
    const loaded = (this.forces.shown || touching) && this.forces.usual > 0;
    const { camera } = this.view;
    const samples = this.fields.shown && "scale" in camera ? this.fields.samples(camera.scale) : [];
    this.legend.hidden = !loaded && samples.length === 0;
    if (this.legend.hidden) return;
    const { force, pixels } = this.forces.sample(Math.min(camera.width, camera.height));
    const lengths = samples.map((x) => x.pixels.toFixed(0)).join(" ");
    const key = `${force} ${pixels.toFixed(1)} ${this.look.ink} ${this.forces.shown} ${touching} ${lengths}`;
    if (this.legend.dataset.key === key) return;
    this.legend.dataset.key = key;
    const row = (/** @type {[import("mainspring/forces.js").Kind, string]} */ [kind, label]) => {
      const line = h("span", { class: "ms-sample" });
      line.style.background = this.look.forces[kind];
      return h("div", {}, line, label);
    };
    const bar = h("span", { class: "ms-length" });
    bar.style.width = `${pixels}px`;
    const kinds = [...(this.forces.shown ? this.forces.kinds : []), ...(touching ? [CONTACT] : [])];
    const rows = loaded ? [...kinds.map(row), h("div", {}, bar, quantity(force, "N", 1))] : [];
    const fields = samples.map(({ value, unit, pixels: long, kind }) => {
      const sample = h("span", { class: `ms-way ms-way-${kind}` });
      sample.style.width = `${Math.max(long, 10)}px`;
      return h("div", {}, sample, quantity(value, unit, 1));
    });
    this.legend.replaceChildren(...rows, ...fields);
  }

  #tell() {
    const { lit } = this;
    this.tip.hidden = !lit;
    if (!lit) return;
    const { columns } = this.run.document;
    const at = this.run.between(this.player.time);
    const values = this.run.columnsOf(lit.path).slice(0, VALUES).map((c) => `${columns[c].name} = ${this.run.told(c, this.run.read(this.run.values[c], at))}`);
    if (lit.sort === "body" && !this.run.sweep) values.unshift(`mass ${quantity(this.run.drawing.bodies[lit.index].mass, "kg")}`);
    const away = lit.sort === "body" && !this.run.there(lit.index, this.player.time);
    if (away) values.unshift("not there now");
    if (lit.sort === "window") values.unshift(this.fields.on(this.player.time).has(lit.index) ? "on" : "off");
    if ((lit.sort === "joint" || lit.sort === "spring") && !this.run.attached(this.run.drawing[`${lit.sort}s`][lit.index], this.player.time)) {
      values.unshift("released now");
    }
    const arrow = this.run.drawing.arrows.findIndex((a) => a.path === lit.path && a.kind !== "field");
    if (arrow >= 0) values.push(`force ${quantity(Math.hypot(...this.run.arrow(arrow, at)), "N")}`);
    const text = [lit.path, lit.kind, ...values].join("\n");
    if (this.tip.dataset.text !== text) {
      this.tip.dataset.text = text;
      this.tip.replaceChildren(h("strong", {}, lit.path), h("span", {}, lit.kind), ...values.map((v) => h("span", {}, v)));
    }
    const { width, height } = this.view.camera;
    const [x, y] = away ? [width / 2, height / 2] : this.view.whereIs(lit);
    const box = this.tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, x + 16), Math.max(8, width - box.width - 8));
    const top = Math.min(Math.max(8, y - box.height - 12), Math.max(8, height - box.height - 8));
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  close() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.#waiting);
  }
}
