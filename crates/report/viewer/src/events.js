// What happened, and when; each moment one press away. A burst, many events in a moment, is one line that opens.

import { h } from "mainspring/dom.js";
import { degrees, moment, number, quantity, shown } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/document.js").Event} Event */
/** @typedef {import("mainspring/document.js").Burst} Burst */

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

/** A line of the list: when, what kind, what. @param {string} when @param {(Node | string)[]} kind @param {(Node | string)[]} text */
const cells = (when, kind, text) => [
  h("span", { class: "ms-event-time" }, when),
  h("span", { class: "ms-event-kind" }, ...kind),
  h("span", { class: "ms-event-text" }, ...text),
];

/** @param {Player} player @param {Event} event @param {number} [since] of its burst, whose events are nearer to each other than times can say */
function line(player, event, since) {
  const numbers = told(event);
  const when = since === undefined ? moment(event.time, player.run.to) : `+${quantity(event.time - since, "s", 3)}`;
  return h(
    "button",
    { type: "button", class: "ms-event", onclick: () => (player.pause(), player.seek(event.time)) },
    ...cells(when, breakable(event.kind), [...named(event.text), ...(numbers ? [h("small", {}, numbers)] : [])]),
  );
}

let made = 0;

/** A burst as one line that opens. Its events are made when it is opened first. */
class BurstLine {
  /** @type {HTMLButtonElement[]} */
  lines = [];

  /** @param {Player} player @param {Burst} burst @param {Event[]} own those of its events that are listed */
  constructor(player, burst, own) {
    this.player = player;
    this.burst = burst;
    this.own = own;
    const id = `ms-burst-${made++}`;
    this.list = h("ol", { id, class: "ms-burst-events", "aria-label": burst.label, hidden: true });
    this.button = h(
      "button",
      { type: "button", class: "ms-event ms-burst", "aria-expanded": "false", "aria-controls": id, onclick: () => this.toggle() },
      ...cells(moment(own[0].time, player.run.to), ["burst"], named(burst.text)),
    );
    this.element = h("li", {}, this.button, this.list);
  }

  get open() {
    return !this.list.hidden;
  }

  toggle() {
    const { player, own } = this;
    const open = !this.open;
    if (open && this.lines.length === 0) this.#fill();
    this.list.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    // at the end of the list they would open unseen
    this.lines[0]?.scrollIntoView({ block: "nearest" });
    // as any line, it goes to its moment
    player.pause();
    player.seek(own[0].time);
  }

  #fill() {
    const { player, burst, own } = this;
    this.lines = own.map((event) => line(player, event, own[0].time));
    const left = burst.count - own.length;
    const more = left > 0 ? [h("li", { class: "ms-quiet ms-burst-more" }, `${left} more are in the recording.`)] : [];
    this.list.append(...this.lines.map((l) => h("li", {}, l)), ...more);
  }

  /** The line of one of its events, if it is open; else its own. @param {number} index */
  lineOf(index) {
    return (this.open ? this.lines[index] : undefined) ?? this.button;
  }
}

/** How many events a run had, listed or not. @param {import("mainspring/document.js").Document} document */
export const eventCount = ({ events, bursts = [], events_left_out: left }) => events.length + left + bursts.reduce((sum, b) => sum + b.count - b.listed, 0);

/** @param {Player} player */
export function eventList(player) {
  const { events, bursts = [], events_left_out: left } = player.run.document;
  if (events.length === 0) return h("p", { class: "ms-quiet" }, "Nothing was attached, released or passed a limit during this run.");
  /** what to mark while an event is the latest @type {(() => HTMLElement)[]} */
  const lineOf = [];
  /** @type {HTMLElement[]} */
  const items = [];
  let next = 0;
  const alone = (/** @type {number} */ end) => {
    for (; next < end; next++) {
      const button = line(player, events[next]);
      lineOf.push(() => button);
      items.push(h("li", {}, button));
    }
  };
  for (const burst of bursts) {
    alone(burst.first);
    next = burst.first + burst.listed;
    const shown = new BurstLine(player, burst, events.slice(burst.first, next));
    for (let i = 0; i < burst.listed; i++) lineOf.push(() => shown.lineOf(i));
    shown.button.addEventListener("click", () => mark());
    items.push(shown.element);
  }
  alone(events.length);
  /** @type {HTMLElement | undefined} */
  let marked;
  const mark = () => {
    // the latest that has happened
    let now = -1;
    while (now + 1 < events.length && events[now + 1].time <= player.time) now++;
    const line = lineOf[now]?.();
    if (line === marked) return;
    marked?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "true");
    marked = line;
  };
  player.onChange(mark);
  const more = left > 0 ? [h("p", { class: "ms-quiet" }, `${left} more are in the recording.`)] : [];
  return h("div", {}, h("ol", { class: "ms-events" }, ...items), ...more);
}
