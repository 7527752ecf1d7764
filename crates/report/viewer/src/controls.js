// Buttons and sliders below the picture.

import { h } from "mainspring/dom.js";
import { icon } from "mainspring/icons.js";
import { bands, steppedAt, steppedText } from "mainspring/steps.js";
import { MOST } from "mainspring/traces.js";
import { moment } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/stage.js").Stage} Stage */
/** @typedef {import("mainspring/icons.js").Icon} Icon */

export const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];
/** Marks of events on the slider at most; more would be one grey bar. */
const MARKS = 200;

/** @param {Icon} name @param {string} label @param {() => void} does @param {string} [more] */
const button = (name, label, does, more = "") =>
  h("button", { type: "button", class: `ms-icon ${more}`.trim(), "aria-label": label, title: label, onclick: does }, icon(name));

/** From when to when each line of the events is. @param {import("mainspring/document.js").Document} document @returns {[number, number][]} */
function moments({ events, bursts = [] }) {
  const first = new Map(bursts.map((b) => [b.first, b]));
  /** @type {[number, number][]} */
  const all = [];
  for (let i = 0; i < events.length; ) {
    const burst = first.get(i);
    all.push([events[i].time, burst?.to ?? events[i].time]);
    i += burst?.listed ?? 1;
  }
  return all;
}

/** Play, step, scrub, speed. @param {Player} player */
export function transport(player) {
  const { run } = player;
  const play = button("play", "Play (Space)", () => player.toggle(), "ms-primary");
  const loop = button("loop", "Loop (L)", () => player.toggleLoop());
  const scrub = h("input", {
    type: "range", min: run.from, max: run.to, step: "any", value: run.from, "aria-label": "Time", class: "ms-range",
    oninput: () => player.seek(Number(scrub.value)),
  });
  const speed = h("select", { "aria-label": "Speed", title: "Speed", onchange: () => player.setSpeed(Number(speed.value)) });
  for (const factor of SPEEDS) {
    const value = factor * run.document.speed;
    speed.append(h("option", { value, selected: factor === 1 }, `${Number(value.toPrecision(2))}×`));
  }
  const whole = run.to - run.from || 1;
  const place = (/** @type {number} */ time) => (100 * (Math.min(run.to, Math.max(run.from, time)) - run.from)) / whole;
  const marks = moments(run.document).slice(0, MARKS).map(([from, to]) => {
    const mark = h("span", { class: "ms-mark" });
    mark.style.left = `${place(from)}%`;
    // a burst as long as it takes
    if (to > from) mark.style.width = `max(2px, ${place(to) - place(from)}%)`;
    return mark;
  });
  player.onChange(() => {
    const label = player.playing ? "Pause (Space)" : "Play (Space)";
    if (play.title !== label) {
      play.replaceChildren(icon(player.playing ? "pause" : "play"));
      play.title = label;
      play.setAttribute("aria-label", label);
    }
    loop.setAttribute("aria-pressed", String(player.loop));
    scrub.value = String(player.time);
    const stretch = steppedAt(run, player.time);
    const title = stretch ? steppedText(...stretch) : "";
    if (scrub.title !== title) scrub.title = title;
    scrub.setAttribute("aria-valuetext", `${moment(player.time, run.to)} of ${moment(run.to, run.to)}${stretch ? ", stepped" : ""}`);
    if (Number(speed.value) !== player.speed) speed.value = String(player.speed);
  });
  return h(
    "div",
    { class: "ms-transport", role: "group", "aria-label": "Playing" },
    h(
      "div",
      { class: "ms-buttons" },
      button("restart", "To the start (Home)", () => player.seek(run.from)),
      button("back", "One frame back (←)", () => player.step(-1)),
      play,
      button("forward", "One frame on (→)", () => player.step(1)),
      loop,
    ),
    h("div", { class: "ms-scrub" }, h("div", { class: "ms-steps", "aria-hidden": "true" }, ...bands(run)), h("div", { class: "ms-marks", "aria-hidden": "true" }, ...marks), scrub),
    h("div", { class: "ms-pace" }, h("label", {}, h("span", { class: "ms-quiet" }, "speed "), speed)),
  );
}

/** Traces, forces, contacts and fields. @param {Stage} stage */
export function options(stage) {
  return h("div", { class: "ms-options" }, traceMenu(stage), ...forceChoice(stage), ...contactChoice(stage), ...fieldChoice(stage));
}

/** @param {Stage} stage */
function traceMenu(stage) {
  const { traces } = stage;
  const changed = () => stage.ask();
  const shown = check("Show traces (T)", traces.shown, (on) => ((traces.shown = on), changed()));
  shown.input.dataset.key = "traces";
  const whole = check("Whole path instead of the last stretch", traces.whole, (on) => ((traces.whole = on), changed()));
  const boxes = traces.points.slice(0, MOST).map(({ name }, i) =>
    check(name, traces.chosen.has(i), (on) => ((on ? traces.chosen.add(i) : traces.chosen.delete(i)), changed())).label,
  );
  const list = h("div", { class: "ms-list", role: "group", "aria-label": "Points to trace" }, ...boxes);
  return h("details", { class: "ms-menu" }, h("summary", {}, "Traces"), h("div", { class: "ms-panel" }, shown.label, whole.label, list));
}

/** @param {Stage} stage */
function forceChoice(stage) {
  const { forces } = stage;
  if (forces.kinds.length === 0) return [];
  const slider = h("input", {
    type: "range", min: -1, max: 1, step: 0.05, value: 0, class: "ms-range", "aria-label": "Length of force arrows",
    oninput: () => ((forces.scale = 10 ** Number(slider.value)), stage.ask()),
  });
  const length = h("label", { class: "ms-force-scale", hidden: true }, h("span", {}, "length"), slider);
  const show = check("Forces (F)", forces.shown, (on) => {
    forces.shown = on;
    length.hidden = !on;
    stage.ask();
  });
  show.input.dataset.key = "forces";
  return [show.label, length];
}

/** @param {Stage} stage */
function contactChoice(stage) {
  const { contacts } = stage;
  if (!contacts.possible) return [];
  const show = check("Contacts (C)", contacts.shown, (on) => {
    contacts.shown = on;
    stage.ask();
  });
  show.input.dataset.key = "contacts";
  return [show.label];
}

/** @param {Stage} stage */
function fieldChoice(stage) {
  const { fields } = stage;
  if (!fields.possible) return [];
  const show = check("Field (W)", fields.shown, (on) => {
    fields.shown = on;
    stage.ask();
  });
  show.input.dataset.key = "fields";
  return [show.label];
}

/** @param {string} text @param {boolean} on @param {(on: boolean) => void} changed */
function check(text, on, changed) {
  const input = h("input", { type: "checkbox", checked: on, onchange: () => changed(input.checked) });
  return { input, label: h("label", { class: "ms-check" }, input, h("span", {}, text)) };
}
