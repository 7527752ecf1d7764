// Symbols of joints, springs and supports in the plane, drawn in pixels.

import { through } from "mainspring/colours.js";

/** @typedef {import("mainspring/colours.js").Look} Look */
/** @typedef {[number, number]} Pixel */
/** @typedef {CanvasRenderingContext2D} Context */

/** @param {Context} c @param {Pixel} at @param {Look} look @param {number} [radius] */
export function pin(c, at, look, radius = 4.5) {
  c.beginPath();
  c.arc(at[0], at[1], radius, 0, 7);
  c.fillStyle = look.paper;
  c.fill();
  c.strokeStyle = look.ink;
  c.lineWidth = Math.min(1.75, 0.5 * radius);
  c.stroke();
}

/** @param {Context} c @param {Pixel} at @param {Look} look */
export function weld(c, at, look) {
  c.fillStyle = look.ink;
  c.fillRect(at[0] - 4, at[1] - 4, 8, 8);
}

/** A point of the world that something hangs on. @param {Context} c @param {Pixel} at @param {Look} look */
export function anchor(c, [x, y], look) {
  hatched(c, [x - 9, y], [x + 9, y], look);
  c.beginPath();
  c.arc(x, y, 3, 0, 7);
  c.fillStyle = look.ink;
  c.fill();
}

/** A triangle on hatched ground below a pin. @param {Context} c @param {Pixel} at @param {Look} look */
export function support(c, [x, y], look) {
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x - 9, y + 15);
  c.lineTo(x + 9, y + 15);
  c.closePath();
  c.fillStyle = look.still;
  c.fill();
  c.strokeStyle = look.ink;
  c.lineWidth = 1.5;
  c.lineJoin = "round";
  c.stroke();
  hatched(c, [x - 14, y + 15], [x + 14, y + 15], look);
}

/** A line with ground on its right hand. @param {Context} c @param {Pixel} from @param {Pixel} to @param {Look} look */
export function hatched(c, from, to, look) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.hypot(dx, dy);
  if (!(size > 0.5) || size > 1e5) return;
  const [ux, uy] = [dx / size, dy / size];
  c.strokeStyle = look.ink;
  c.lineWidth = 1.5;
  c.beginPath();
  c.moveTo(...from);
  c.lineTo(...to);
  c.stroke();
  c.lineWidth = 1;
  c.strokeStyle = look.muted;
  c.beginPath();
  for (let s = 4; s <= size; s += 6) {
    const [x, y] = [from[0] + s * ux, from[1] + s * uy];
    c.moveTo(x, y);
    c.lineTo(x - 5 * ux - 5 * uy, y - 5 * uy + 5 * ux);
  }
  c.stroke();
}

/**
 * Ground without end: its surface from one side of the picture to the other.
 * @param {Context} c @param {Pixel} at a point of it @param {Pixel} free px, out of the ground @param {Pixel} size of the picture @param {Look} look
 */
export function halfPlane(c, at, free, size, look) {
  const long = Math.hypot(...free) || 1;
  // the ground is on the right hand of this
  const along = [-free[1] / long, free[0] / long];
  let [low, high] = [-Infinity, Infinity];
  for (const i of [0, 1]) {
    if (Math.abs(along[i]) < 1e-12) {
      if (at[i] < 0 || at[i] > size[i]) return;
      continue;
    }
    const [a, b] = [-at[i] / along[i], (size[i] - at[i]) / along[i]];
    [low, high] = [Math.max(low, Math.min(a, b)), Math.min(high, Math.max(a, b))];
  }
  if (!(low < high)) return;
  const place = (/** @type {number} */ s) => /** @type {Pixel} */ ([at[0] + s * along[0], at[1] + s * along[1]]);
  hatched(c, place(low), place(high), look);
}

/** Two thin lines that guide a slide. @param {Context} c @param {Pixel} from @param {Pixel} to @param {Look} look @param {number} [gap] */
export function rail(c, from, to, look, gap = 4) {
  const size = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (!(size > 0.5) || size > 1e5) return;
  const [nx, ny] = [(-gap * (to[1] - from[1])) / size, (gap * (to[0] - from[0])) / size];
  c.strokeStyle = look.muted;
  c.lineWidth = 1.25;
  c.beginPath();
  for (const side of [-1, 1]) {
    c.moveTo(from[0] + side * nx, from[1] + side * ny);
    c.lineTo(to[0] + side * nx, to[1] + side * ny);
  }
  c.stroke();
}

/** @param {Context} c @param {Pixel} from @param {Pixel} to @param {string} colour @param {number} [width] */
export function rod(c, from, to, colour, width = 3) {
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.lineCap = "round";
  c.beginPath();
  c.moveTo(...from);
  c.lineTo(...to);
  c.stroke();
  c.lineCap = "butt";
}

/** A spring of so many turns. @param {Context} c @param {Pixel} from @param {Pixel} to @param {string} colour @param {number} [half] px */
export function zigzag(c, from, to, colour, half = 7) {
  const turns = 9;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.hypot(dx, dy);
  c.strokeStyle = colour;
  c.lineWidth = 1.75;
  c.lineJoin = "round";
  c.beginPath();
  c.moveTo(...from);
  if (size > 1) {
    const [nx, ny] = [(-half * dy) / size, (half * dx) / size];
    for (let i = 0; i <= 2 * turns; i++) {
      const s = 0.12 + (0.76 * i) / (2 * turns);
      const side = i === 0 || i === 2 * turns ? 0 : i % 2 ? 1 : -1;
      c.lineTo(from[0] + s * dx + side * nx, from[1] + s * dy + side * ny);
    }
  }
  c.lineTo(...to);
  c.stroke();
}

/** @param {Context} c @param {Pixel} from @param {Pixel} to @param {string} colour @param {string} paper */
export function arrow(c, from, to, colour, paper) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.hypot(dx, dy);
  if (!(size > 1.5) || !Number.isFinite(size)) return;
  const head = Math.min(10, 0.5 * size);
  const [ux, uy] = [dx / size, dy / size];
  const base = /** @type {Pixel} */ ([to[0] - head * ux, to[1] - head * uy]);
  const draw = (/** @type {string} */ ink, /** @type {number} */ more) => {
    c.strokeStyle = c.fillStyle = ink;
    c.lineWidth = 2.25 + more;
    c.beginPath();
    c.moveTo(...from);
    c.lineTo(...base);
    c.stroke();
    c.beginPath();
    c.moveTo(...to);
    c.lineTo(base[0] - 0.45 * head * uy, base[1] + 0.45 * head * ux);
    c.lineTo(base[0] + 0.45 * head * uy, base[1] - 0.45 * head * ux);
    c.closePath();
    c.lineWidth = more;
    if (more > 0) c.stroke();
    c.fill();
  };
  // a rim keeps it apart from what lies below
  draw(through(paper, 0.85), 2.5);
  draw(colour, 0);
}
