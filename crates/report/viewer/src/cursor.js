// A line and dots on a plot's panel that follow the time, and moments picked by dragging on it.
//
// A panel is any SVG group with `data-x` and `data-y` (least and greatest value), `data-box` (left, top, right, bottom
// in the SVG's own pixels) and, for logarithmic axes, `data-log`.

import { s } from "mainspring/dom.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {{ y: ArrayLike<number>, colour: string }} Followed */

export class PanelCursor {
  /**
   * @param {Player} player @param {SVGGElement} panel
   * @param {ArrayLike<number> | null} x what runs along the bottom; none: time
   * @param {Followed[]} curves
   */
  constructor(player, panel, x, curves) {
    const numbers = (/** @type {string} */ name) => (panel.getAttribute(name) ?? "").split(/\s+/).map(Number);
    this.player = player;
    this.x = x;
    this.curves = curves;
    const [x0, x1] = numbers("data-x");
    const [y0, y1] = numbers("data-y");
    const [left, top, right, bottom] = numbers("data-box");
    this.low = x0;
    this.high = x1;
    this.bottomValue = y0;
    this.topValue = y1;
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
    this.logs = panel.getAttribute("data-log") ?? "";
    this.line = s("line", { class: "ms-cursor", y1: this.top, y2: this.bottom });
    if (x) this.line.setAttribute("visibility", "hidden");
    this.dots = curves.map(({ colour }) => s("circle", { class: "ms-cursor-dot", r: 4, fill: colour }));
    this.area = s("rect", {
      class: "ms-pick", x: this.left, y: this.top, width: this.right - this.left, height: this.bottom - this.top,
      fill: "transparent",
    });
    panel.append(this.line, ...this.dots, this.area);
    if (!x) this.#pick();
  }

  #pick() {
    const { area, player } = this;
    const go = (/** @type {PointerEvent} */ e) => {
      const box = area.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (e.clientX - box.left) / (box.width || 1)));
      player.seek(this.#unmapped(part));
    };
    area.classList.add("ms-scrubs");
    area.addEventListener("pointerdown", (e) => {
      area.setPointerCapture(e.pointerId);
      player.pause();
      go(e);
    });
    area.addEventListener("pointermove", (e) => area.hasPointerCapture(e.pointerId) && go(e));
  }

  /** Value at a part of the width. @param {number} part */
  #unmapped(part) {
    if (!this.logs.includes("x")) return this.low + part * (this.high - this.low);
    return Math.exp(Math.log(this.low) + part * (Math.log(this.high) - Math.log(this.low)));
  }

  /** @param {number} value @param {number} low @param {number} high @param {boolean} log */
  #part(value, low, high, log) {
    return log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  }

  update() {
    const { player, x } = this;
    const { run } = player;
    const at = run.between(player.time);
    const across = this.#part(x ? run.read(x, at) : player.time, this.low, this.high, this.logs.includes("x"));
    const px = this.left + across * (this.right - this.left);
    if (!x) {
      this.line.setAttribute("x1", px.toFixed(2));
      this.line.setAttribute("x2", px.toFixed(2));
    }
    this.curves.forEach(({ y }, i) => {
      const up = this.#part(run.read(y, at), this.bottomValue, this.topValue, this.logs.includes("y"));
      const py = this.bottom - up * (this.bottom - this.top);
      const seen = Number.isFinite(px) && Number.isFinite(py) && across >= -0.001 && across <= 1.001 && up >= -0.001 && up <= 1.001;
      this.dots[i].setAttribute("visibility", seen ? "visible" : "hidden");
      if (!seen) return;
      this.dots[i].setAttribute("cx", px.toFixed(2));
      this.dots[i].setAttribute("cy", py.toFixed(2));
    });
  }
}
