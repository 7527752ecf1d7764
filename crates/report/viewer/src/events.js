// What happened, and when; each moment one press away.

import { h } from "mainspring/dom.js";
import { degrees, moment, number, quantity, shown } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/document.js").Event} Event */

/** Units of what is told of two parts; of a joint they may be those of a turn or of a slide. @type {Record<string, string>} */
const OF_TWO = { speed: "m/s", rebound: "m/s", impulse: "N*s", normal_force: "N", friction_force: "N" };
/** Units of what is told of anything. @type {Record<string, string>} */
const OF_ANY = { lost: "J", gained: "J", accumulates: "s", travel: "m", insertion_force: "N" };
/** Angles, which are told in degrees. */
const ANGLES = ["angle", "angle_after"];
/** What the text of a blow says already, and where it was, which is told as a place. */
const IN_TEXT = ["speed", "lost", "x", "y", "z"];

/** Numbers of an event that its text does not say already. @param {Event} event */
function told({ kind, who, numbers }) {
  const blow = kind === "impact";
  // what has parted presses no more; the text of a stop says what there is to say
  if (kind === "part" || (blow && who.length < 2)) return "";
  const one = (/** @type {[string, number | null]} */ [name, value]) => {
    if (name === "points") return value === 1 ? "1 point" : `${value} points`;
    if (ANGLES.includes(name) && value !== null) return `${name.replaceAll("_", " ")} ${degrees(value)}`;
    const unit = OF_ANY[name] ?? (who.length === 2 ? OF_TWO[name] : undefined);
    const plain = Number.isInteger(value) && Math.abs(value ?? 0) < 1e6 ? String(value) : number(value ?? NaN);
    return `${name.replaceAll("_", " ")} ${unit ? quantity(value ?? NaN, unit) : plain}`;
  };
  const parts = numbers.filter(([name]) => !blow || !IN_TEXT.includes(name)).map(one);
  if (blow) parts.push(...place(numbers));
  return parts.join(", ");
}

/** Where a blow was; rounding counts as nothing. @param {[string, number | null][]} numbers @returns {string[]} */
function place(numbers) {
  const all = ["x", "y", "z"].map((axis) => numbers.find(([name]) => name === axis)?.[1] ?? NaN);
  const size = Math.max(...all.map(Math.abs));
  if (Number.isNaN(size)) return [];
  const clean = all.map((x) => (Math.abs(x) < 1e-9 * size || Math.abs(x) < 1e-12 ? 0 : x));
  const { text, size: one } = shown("m", size);
  return [`at (${clean.map((x) => number(x / one)).join(", ")}) ${text}`];
}

/** A word that may be broken after each underscore, and nowhere else. @param {string} word @returns {(Node | string)[]} */
function breakable(word) {
  return word.split(/(?<=_)/).flatMap((part, i) => (i > 0 ? [h("wbr", {}), part] : [part]));
}

/** Text whose names stand between backquotes. @param {string} text @returns {(Node | string)[]} */
function named(text) {
  const pieces = text.split("`");
  // one that is left open is only a sign
  if (pieces.length % 2 === 0) return [text];
  return pieces.map((piece, i) => (i % 2 === 1 ? h("b", {}, piece) : piece));
}

/** @param {Player} player */
export function eventList(player) {
  const { events, events_left_out: left } = player.run.document;
  if (events.length === 0) return h("p", { class: "ms-quiet" }, "Nothing was attached, released or passed a limit during this run.");
  const buttons = events.map((event) => {
    const numbers = told(event);
    return h(
      "button",
      { type: "button", class: "ms-event", onclick: () => (player.pause(), player.seek(event.time)) },
      h("span", { class: "ms-event-time" }, moment(event.time, player.run.to)),
      h("span", { class: "ms-event-kind" }, ...breakable(event.kind)),
      h("span", { class: "ms-event-text" }, ...named(event.text), ...(numbers ? [h("small", {}, numbers)] : [])),
    );
  });
  let last = -1;
  player.onChange(() => {
    // the latest that has happened
    let now = -1;
    while (now + 1 < events.length && events[now + 1].time <= player.time) now++;
    if (now === last) return;
    buttons[last]?.removeAttribute("aria-current");
    buttons[now]?.setAttribute("aria-current", "true");
    last = now;
  });
  const items = buttons.map((b) => h("li", {}, b));
  const more = left > 0 ? [h("p", { class: "ms-quiet" }, `${left} more are in the recording.`)] : [];
  return h("div", {}, h("ol", { class: "ms-events" }, ...items), ...more);
}
