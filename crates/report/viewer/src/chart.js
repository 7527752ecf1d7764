// A plot drawn in the browser, for what the scene's own plots do not show; it looks like those.

import { PanelCursor } from "mainspring/cursor.js";
import { h, s, write } from "mainspring/dom.js";
import { pretty, quantity, ticks } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {{ name: string, unit: string, y: ArrayLike<number> }} Curve */

const COLOURS = 7;
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2"];
const colour = (/** @type {number} */ i) => `var(--plot-curve-${i % COLOURS})`;
const dash = (/** @type {number} */ i) => DASHES[i % DASHES.length] || null;
const TEXT = 6.6;

/** A short stroke as the curve has it. @param {string} colour @param {string | null} dash */
export function swatch(colour, dash) {
  const line = s("line", { x1: 1, x2: 25, y1: 5, y2: 5, "stroke-width": 1.8, "stroke-dasharray": dash ?? undefined });
  line.style.stroke = colour;
  return s("svg", { class: "ms-swatch", width: 26, height: 10, "aria-hidden": "true" }, line);
}

export class Chart {
  width = 0;
  /** @type {PanelCursor | null} */
  cursor = null;

  /**
   * @param {Player} player
   * @param {{ title: string, curves: Curve[], x: Curve | null, height: number }} what all curves of one unit; `x` none: time
   */
  constructor(player, { title, curves, x, height }) {
    this.player = player;
    this.curves = curves;
    this.x = x;
    this.height = height;
    this.svg = s("svg", { class: "ms-chart", role: "img", "aria-label": title });
    this.values = curves.map(() => h("span", { class: "ms-value" }));
    const entries = curves.map(({ name }, i) => h("li", {}, swatch(colour(i), dash(i)), h("span", { class: "ms-name" }, name), this.values[i]));
    this.element = h("figure", { class: "ms-figure" }, this.svg, h("ul", { class: "ms-readouts" }, ...entries));
    new ResizeObserver(() => this.draw(this.svg.parentElement?.clientWidth ?? 0)).observe(this.element);
    player.onChangeSeen(this.element, () => this.update());
  }

  /** @param {number} width px */
  draw(width) {
    if (width < 60 || width === this.width) return;
    this.width = width;
    const { curves, x, player, height } = this;
    const along = x ? x.y : player.run.times;
    const [low, high] = spread(along, x ? 0.04 : 0);
    const all = curves.map(({ y }) => range(y));
    const [down, up] = padded(Math.min(...all.map((r) => r[0])), Math.max(...all.map((r) => r[1])), 0.06);
    const vertical = ticks(down, up, curves[0].unit, height / 42);
    const left = 22 + TEXT * Math.max(3, ...vertical.marks.map((m) => m.label.length)) + 8;
    const horizontal = ticks(low, high, x ? x.unit : "s", Math.max(2, (width - left) / 80));
    const [right, top, bottom] = [width - 14, 10, height - 40];
    const px = (/** @type {number} */ v) => left + ((v - low) / (high - low)) * (right - left);
    const py = (/** @type {number} */ v) => bottom - ((v - down) / (up - down)) * (bottom - top);
    const panel = s("g", {
      class: "panel", "data-x0": low, "data-x1": high, "data-x-log": 0,
      "data-left": left, "data-right": right, "data-top": top, "data-bottom": bottom,
    });
    for (const { at, label } of vertical.marks) {
      panel.append(s("line", { class: "ms-grid", x1: left, x2: right, y1: py(at), y2: py(at) }));
      panel.append(s("text", { class: "ms-tick", x: left - 6, y: py(at) + 4, "text-anchor": "end" }, label));
    }
    for (const { at, label } of horizontal.marks) {
      panel.append(s("line", { class: "ms-grid", x1: px(at), x2: px(at), y1: top, y2: bottom }));
      const half = (TEXT * label.length) / 2;
      if (px(at) + half <= width) panel.append(s("text", { class: "ms-tick", x: px(at), y: bottom + 16, "text-anchor": "middle" }, label));
    }
    panel.append(s("rect", { class: "ms-frame", x: left, y: top, width: right - left, height: bottom - top }));
    const unit = (/** @type {string} */ text) => (text ? ` (${text})` : "");
    const below = fitted(x ? x.name : "time", (right - left) / TEXT - 10) + unit(horizontal.unit);
    panel.append(s("text", { class: "ms-label", x: (left + right) / 2, y: height - 6, "text-anchor": "middle" }, below));
    const beside = vertical.unit || pretty(curves[0].unit);
    panel.append(s("text", { class: "ms-label", x: 12, y: (top + bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(top + bottom) / 2})` }, beside));
    curves.forEach(({ name, unit: of, y }, i) => {
      const line = s("path", {
        class: "line", fill: "none", "stroke-width": 1.8, "stroke-linejoin": "round", "stroke-dasharray": dash(i) ?? undefined,
        d: path(along, y, px, py),
      });
      line.style.stroke = colour(i);
      panel.append(s("g", { class: "curve", "data-name": name, "data-unit": of, "data-y0": down, "data-y1": up, "data-y-log": 0 }, s("title", {}, name), line));
    });
    this.svg.replaceChildren(panel);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.cursor = new PanelCursor(player, panel, x ? x.y : null, (_, i) => curves[i].y);
    this.update();
  }

  update() {
    this.cursor?.update();
    const at = this.player.run.between(this.player.time);
    this.curves.forEach(({ y, unit }, i) => write(this.values[i], quantity(this.player.run.read(y, at), unit)));
  }
}

/** @param {ArrayLike<number>} values @returns {[number, number]} */
function range(values) {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return low <= high ? [low, high] : [0, 1];
}

/** @param {ArrayLike<number>} values @param {number} room */
function spread(values, room) {
  return padded(...range(values), room);
}

/** With some width and room. @param {number} low @param {number} high @param {number} room @returns {[number, number]} */
function padded(low, high, room) {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  if (!(high - low > 1e-9 * largest)) {
    const more = largest === 0 ? 1 : 0.1 * largest;
    return [low - more, high + more];
  }
  return [low - room * (high - low), high + room * (high - low)];
}

/** @param {ArrayLike<number>} x @param {ArrayLike<number>} y @param {(v: number) => number} px @param {(v: number) => number} py */
function path(x, y, px, py) {
  let d = "";
  let down = false;
  for (let i = 0; i < y.length; i++) {
    const [a, b] = [px(x[i]), py(y[i])];
    const sound = Number.isFinite(a) && Number.isFinite(b);
    if (sound) d += `${down ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`;
    down = sound;
  }
  return d;
}

/** Cut in the middle. @param {string} text @param {number} most */
function fitted(text, most) {
  const room = Math.max(3, Math.floor(most));
  if (text.length <= room) return text;
  return `${text.slice(0, Math.ceil((room - 1) / 2))}…${text.slice(text.length - Math.floor((room - 1) / 2))}`;
}
