// What happened, and when; each moment one press away.

import { h } from "mainspring/dom.js";
import { moment, number } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */

/** @param {Player} player */
export function eventList(player) {
  const { events, events_left_out: left } = player.run.document;
  if (events.length === 0) return h("p", { class: "ms-quiet" }, "Nothing was attached, released or passed a limit during this run.");
  const buttons = events.map((event) => {
    const numbers = event.numbers.map(([name, value]) => `${name} = ${number(value ?? NaN)}`).join(", ");
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
