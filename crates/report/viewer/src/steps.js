// Stretches of time in which contacts of whole steps were taken together: shaded where time is shown.

import { h } from "mainspring/dom.js";
import { moment, quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/run.js").Run} Run */

/** What a stretch is, in a sentence. @param {number} from @param {number} to @param {number | null} bodies */
export function steppedText(from, to, bodies) {
  const who = bodies === null ? "" : bodies === 1 ? " for 1 part" : ` for ${bodies} parts`;
  return `Stepped from ${moment(from, to)} to ${moment(to, to)}${who}: contacts taken together, step by step`;
}

/** The stretch at a moment. @param {Run} run @param {number} time */
export const steppedAt = (run, time) => (run.document.stepped ?? []).find(([from, to]) => time >= from && time <= to);

/** A band for each stretch, across lanes whose width is the run. @param {Run} run */
export function bands(run) {
  const whole = run.to - run.from || 1;
  const place = (/** @type {number} */ t) => (100 * (Math.min(run.to, Math.max(run.from, t)) - run.from)) / whole;
  return (run.document.stepped ?? []).map(([from, to]) => {
    const band = h("span", { class: "ms-stepped" });
    band.style.left = `${place(from)}%`;
    band.style.width = `${place(to) - place(from)}%`;
    return band;
  });
}

/** The legend's entry; nothing where nothing was stepped. @param {Run} run */
export function steppedKey(run) {
  const all = run.document.stepped ?? [];
  if (all.length === 0) return [];
  const long = all.reduce((sum, [from, to]) => sum + to - from, 0);
  const title = "Contacts of a whole step taken together there, instead of one event after the other";
  return [h("span", { class: "ms-touch-key", title }, h("i", { class: "ms-stepped" }), `stepped, ${quantity(long, "s", 3)}`)];
}
