// Forces as arrows: how long one newton is, and what the legend says.

import { round } from "mainspring/units.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {"reaction" | "applied" | "spring" | "contact"} Kind */

/** @type {[Kind, string][]} */
export const KINDS = [
  ["reaction", "joint on its second part"],
  ["applied", "applied force"],
  ["spring", "spring on its second end"],
];
/** @type {[Kind, string]} */
export const CONTACT = ["contact", "contact on its first part"];

export class Forces {
  shown = false;
  /** times the usual length */
  scale = 1;

  /** @param {Run} run @param {import("mainspring/contacts.js").Contacts} contacts their forces are drawn to the same scale */
  constructor(run, contacts) {
    this.run = run;
    this.contacts = contacts;
    this.kinds = KINDS.filter(([kind]) => run.drawing.arrows.some((a) => a.kind === kind));
    this.usual = this.#usual();
  }

  /** A large force of this run, N: all but a twentieth are smaller. */
  #usual() {
    const sizes = [];
    const looks = Math.min(60, this.run.count);
    for (let look = 0; look < looks; look++) {
      const index = Math.round((look * (this.run.count - 1)) / Math.max(1, looks - 1));
      for (let a = 0; a < this.run.drawing.arrows.length; a++) {
        if (this.run.drawing.arrows[a].kind === "field") continue;
        const size = Math.hypot(...this.run.arrow(a, { index, part: 0 }));
        if (Number.isFinite(size) && size > 0) sizes.push(size);
      }
      for (const { force } of this.contacts.of(index)) {
        const size = Math.hypot(...force);
        if (Number.isFinite(size) && size > 0) sizes.push(size);
      }
    }
    sizes.sort((a, b) => a - b);
    return sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0;
  }

  /** Pixels a newton, in a picture of this size. @param {number} size px */
  pixels(size) {
    return this.usual > 0 ? (0.22 * size * this.scale) / this.usual : 0;
  }

  /** A round force and how long its arrow is. @param {number} size px */
  sample(size) {
    const pixels = this.pixels(size);
    const force = pixels > 0 ? round(90 / pixels) : 0;
    return { force, pixels: force * pixels };
  }
}
