// A line and dots on a plot's panel that follow the time, and moments picked by dragging on it.
//
// A panel is an SVG group as `report::svg` describes it: `data-x0`, `data-x1`, `data-x-log`, the pixels `data-left`,
// `data-right`, `data-top`, `data-bottom`; in it a group `curve` for each curve with `data-y0`, `data-y1`, `data-y-log`.

import { s } from "mainspring/dom.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {{ from: number, to: number, log: boolean }} Axis */

/** @param {Element} element @param {"x" | "y"} name @returns {Axis} */
function axis(element, name) {
  const read = (/** @type {string} */ what) => Number(element.getAttribute(`data-${name}${what}`));
  return { from: read("0"), to: read("1"), log: read("-log") === 1 };
}

/** Where a value lies between the ends, 0 to 1. @param {Axis} axis @param {number} value */
export function part({ from, to, log }, value) {
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

/** The value that lies there. @param {Axis} axis @param {number} part */
export function valueAt({ from, to, log }, part) {
  return log ? from * (to / from) ** part : from + part * (to - from);
}

export class PanelCursor {
  /**
   * @param {Player} player @param {Element} panel
   * @param {ArrayLike<number> | null} x what runs along the bottom; none: time
   * @param {(curve: Element, index: number) => ArrayLike<number> | undefined} values of each curve
   */
  constructor(player, panel, x, values) {
    const number = (/** @type {string} */ name) => Number(panel.getAttribute(`data-${name}`));
    this.player = player;
    this.x = x;
    this.along = axis(panel, "x");
    this.left = number("left");
    this.right = number("right");
    this.top = number("top");
    this.bottom = number("bottom");
    this.line = s("line", { class: "ms-cursor", y1: this.top, y2: this.bottom });
    if (x) this.line.setAttribute("visibility", "hidden");
    this.curves = [...panel.querySelectorAll("g.curve")].flatMap((curve, i) => {
      const y = values(curve, i);
      if (!y) return [];
      const dot = s("circle", { class: "ms-cursor-dot", r: 4 });
      const stroke = curve.querySelector("path.line");
      if (stroke instanceof SVGElement) dot.style.fill = stroke.style.stroke;
      return [{ y, up: axis(curve, "y"), dot }];
    });
    this.area = s("rect", {
      x: this.left, y: this.top, width: this.right - this.left, height: this.bottom - this.top, fill: "transparent",
    });
    panel.prepend(this.area);
    panel.append(this.line, ...this.curves.map((c) => c.dot));
    if (!x && panel instanceof SVGElement) this.#pick(panel);
  }

  /** @param {SVGElement} panel */
  #pick(panel) {
    const { area, player } = this;
    const go = (/** @type {PointerEvent} */ e) => {
      const box = area.getBoundingClientRect();
      player.seek(valueAt(this.along, Math.min(1, Math.max(0, (e.clientX - box.left) / (box.width || 1)))));
    };
    panel.classList.add("ms-scrubs");
    panel.addEventListener("pointerdown", (e) => {
      const box = area.getBoundingClientRect();
      if (e.button !== 0 || e.clientX < box.left || e.clientX > box.right || e.clientY < box.top || e.clientY > box.bottom) return;
      panel.setPointerCapture(e.pointerId);
      player.pause();
      go(e);
    });
    panel.addEventListener("pointermove", (e) => panel.hasPointerCapture(e.pointerId) && go(e));
  }

  update() {
    const { player, x } = this;
    const { run } = player;
    const at = run.between(player.time);
    const across = part(this.along, x ? run.read(x, at) : player.time);
    const px = this.left + across * (this.right - this.left);
    const within = (/** @type {number} */ f) => f >= -0.001 && f <= 1.001;
    if (!x) {
      this.line.setAttribute("visibility", within(across) ? "visible" : "hidden");
      this.line.setAttribute("x1", px.toFixed(2));
      this.line.setAttribute("x2", px.toFixed(2));
    }
    for (const { y, up, dot } of this.curves) {
      const f = part(up, run.read(y, at));
      const seen = within(across) && within(f);
      dot.setAttribute("visibility", seen ? "visible" : "hidden");
      if (!seen) continue;
      dot.setAttribute("cx", px.toFixed(2));
      dot.setAttribute("cy", (this.bottom - f * (this.bottom - this.top)).toFixed(2));
    }
  }
}
