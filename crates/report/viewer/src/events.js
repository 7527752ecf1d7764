// What happened, and when; each moment one press away.

import { h } from "mainspring/dom.js";
import { moment, number, quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/document.js").Event} Event */

/** What a blow's text does not say already: how it went on, how hard it was, and where. @param {Event} event */
function blow({ who, numbers }) {
  const of = (/** @type {string} */ name) => numbers.find(([n]) => n === name)?.[1] ?? NaN;
  // a joint may turn or slide, which its text tells
  const units = who.length === 2 ? { rebound: "m/s", impulse: "N*s" } : { rebound: "", impulse: "" };
  const told = Object.entries(units).filter(([name]) => !Number.isNaN(of(name)));
  const parts = told.map(([name, unit]) => `${name} ${quantity(of(name), unit)}`);
  const place = ["x", "y", "z"].map(of);
  const seen = place[2] === 0 ? place.slice(0, 2) : place;
  if (!seen.some(Number.isNaN)) parts.push(`at (${seen.map((x) => number(x)).join(", ")}) m`);
  return parts.join(", ");
}

/** @param {Event} event */
function said(event) {
  if (event.kind === "impact") return blow(event);
  return event.numbers.map(([name, value]) => `${name} = ${number(value ?? NaN)}`).join(", ");
}

/** @param {Player} player */
export function eventList(player) {
  const { events, events_left_out: left } = player.run.document;
  if (events.length === 0) return h("p", { class: "ms-quiet" }, "Nothing was attached, released or passed a limit during this run.");
  const buttons = events.map((event) => {
    const numbers = said(event);
    return h(
      "button",
      { type: "button", class: "ms-event", onclick: () => (player.pause(), player.seek(event.time)) },
      h("span", { class: "ms-event-time" }, moment(event.time, player.run.to)),
      h("span", { class: "ms-event-kind" }, event.kind),
      h("span", { class: "ms-event-text" }, event.text, numbers ? ` (${numbers})` : ""),
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
