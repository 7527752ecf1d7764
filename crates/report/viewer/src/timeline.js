// The contact timeline: a lane for each pair that ever touched, bars for what it did, ticks at blows as high as they were hard.

import { h, write } from "mainspring/dom.js";
import { energy, moment, quantity, ticks } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/contacts.js").Contacts} Contacts */
/** @typedef {import("mainspring/document.js").Lane} Lane */

/** What the modes look like, in words. */
const MEANING = [["stick", "rests"], ["slip", "slides"], ["roll", "rolls"]];

/** Said while no lane is pointed at. */
const HINT = "Point at a lane to read it, press to go there.";
/** More lanes than this are drawn lower. */
const ROOMY = 8;
/** The least height of a blow, percent: that of the strip below the bars. */
const LEAST = 25;

/** Times below the lanes. @param {Player} player */
function axis({ run }) {
  const whole = run.to - run.from || 1;
  const { unit, marks } = ticks(run.from, run.to, "s", 5);
  const labels = marks.map(({ at, label }) => {
    const place = (100 * (at - run.from)) / whole;
    const mark = h("span", { class: place < 4 ? "ms-first" : place > 96 ? "ms-last" : "" }, label);
    mark.style.left = `${place}%`;
    return mark;
  });
  return h("div", { class: "ms-touch-axis", "aria-hidden": "true" }, h("span", {}, `time (${unit})`), h("div", {}, ...labels));
}

/** @param {Player} player @param {Contacts} contacts @returns {HTMLElement[]} nothing where nothing ever touched */
export function timeline(player, contacts) {
  const data = contacts.data;
  if (!data || data.lanes.length === 0) return [];
  const said = h("p", { class: "ms-touch-said ms-quiet", role: "status" }, HINT);
  const say = (/** @type {string} */ text) => {
    write(said, text || HINT);
    said.classList.toggle("ms-quiet", !text);
  };
  const cursor = h("i");
  const rows = data.lanes.map((l) => new LaneRow(player, contacts, l, say));
  const key = MEANING.filter((_, mode) => data.lanes.some((l) => l.stretches.some((x) => x[2] === mode)));
  const legend = key.map(([name, means]) => h("span", { class: "ms-touch-key" }, h("i", { class: `ms-bar ms-bar-${name}` }), means));
  if (contacts.largest > 0) legend.push(h("span", { class: "ms-touch-key" }, h("i", { class: "ms-blow" }), `blow, up to ${quantity(contacts.largest, "N*s", 3)}`));
  const over = h("div", { class: "ms-touch-over", "aria-hidden": "true" }, h("div", {}, cursor));
  const dense = rows.length > ROOMY ? " ms-dense" : "";
  const lanes = h("div", { class: `ms-touch-lanes${dense}` }, ...rows.map((r) => r.element), over);
  const { run } = player;
  const whole = run.to - run.from || 1;
  player.onChange(() => {
    cursor.style.left = `${(100 * (player.time - run.from)) / whole}%`;
    rows.forEach((r) => r.follow());
  });
  const left = data.lanes_left_out;
  const more = left > 0 ? [h("p", { class: "ms-quiet" }, `${left} more pairs touched; a table of all contacts comes with “mainspring export --what contacts”.`)] : [];
  const title = `Contacts (${data.lanes.length === 1 ? "1 pair" : `${data.lanes.length} pairs`})`;
  return [
    h(
      "section",
      { class: "ms-card ms-touch", "aria-label": "Contact timeline" },
      h("details", { open: true }, h("summary", {}, h("b", {}, title), h("span", { class: "ms-touch-legend" }, ...legend)), h("div", { class: "ms-touch-scroll" }, lanes), h("div", { class: "ms-touch-below" }, axis(player)), said, ...more),
    ),
  ];
}

class LaneRow {
  #focused = false;

  /** @param {Player} player @param {Contacts} contacts @param {Lane} lane @param {(text: string) => void} say */
  constructor(player, contacts, lane, say) {
    this.player = player;
    this.contacts = contacts;
    this.lane = lane;
    this.say = say;
    const [first, second] = contacts.data?.pairs[lane.pair] ?? ["", ""];
    this.name = `${first} – ${second}`;
    const { run } = player;
    const whole = run.to - run.from || 1;
    const place = (/** @type {number} */ t) => (100 * (Math.min(run.to, Math.max(run.from, t)) - run.from)) / whole;
    const bars = lane.stretches.map(([from, to, mode]) => {
      const bar = h("i", { class: `ms-bar ms-bar-${contacts.data?.modes[mode] ?? "stick"}` });
      bar.style.left = `${place(from)}%`;
      bar.style.width = `${Math.max(0, place(to) - place(from))}%`;
      return bar;
    });
    const ticks = lane.blows.map((blow) => {
      const tick = h("i", { class: "ms-blow" });
      const size = contacts.largest > 0 ? Math.abs(blow.impulse ?? 0) / contacts.largest : 1;
      tick.style.left = `${place(blow.time)}%`;
      tick.style.height = `${Math.max(LEAST, 100 * size)}%`;
      return tick;
    });
    this.track = h("div", { class: "ms-lane-track", tabindex: 0, role: "img", "aria-label": this.#summary() }, ...bars, ...ticks);
    this.element = h("div", { class: "ms-lane" }, h("span", { class: "ms-lane-name", title: this.name }, this.name), this.track);
    this.#listen();
    /** moments worth going to, in order */
    this.changes = [...lane.stretches.flatMap(([from, to]) => [from, to]), ...lane.blows.map((b) => b.time)].sort((a, b) => a - b);
  }

  #summary() {
    const { stretches, blows } = this.lane;
    const long = stretches.reduce((sum, [from, to]) => sum + to - from, 0);
    const times = (/** @type {number} */ n) => (n === 1 ? "once" : `${n} times`);
    return `${this.name}: touches ${times(stretches.length)}, ${quantity(long, "s", 3)} together, strikes ${times(blows.length)}. Enter goes to the next change, Shift Enter to the one before.`;
  }

  #listen() {
    const { track, player } = this;
    const time = (/** @type {PointerEvent} */ e) => {
      const box = track.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (e.clientX - box.left) / (box.width || 1)));
      return player.run.from + part * (player.run.to - player.run.from);
    };
    track.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      track.setPointerCapture(e.pointerId);
      player.pause();
      player.seek(time(e));
    });
    track.addEventListener("pointermove", (e) => {
      if (track.hasPointerCapture(e.pointerId)) player.seek(time(e));
      this.say(this.told(time(e)));
    });
    track.addEventListener("pointerleave", () => this.say(this.#focused ? this.told(player.time) : ""));
    track.addEventListener("focus", () => ((this.#focused = true), this.say(this.told(player.time))));
    track.addEventListener("blur", () => ((this.#focused = false), this.say("")));
    track.addEventListener("keydown", (e) => {
      if (e.key !== "Enter") return;
      e.preventDefault();
      this.leap(e.shiftKey ? -1 : 1);
    });
  }

  /** To the next change of this pair, or the one before. @param {number} way */
  leap(way) {
    const { player } = this;
    const near = 1e-9 * (player.run.to - player.run.from);
    const next = way > 0 ? this.changes.find((t) => t > player.time + near) : [...this.changes].reverse().find((t) => t < player.time - near);
    player.pause();
    if (next !== undefined) player.seek(next);
  }

  follow() {
    if (this.#focused) this.say(this.told(this.player.time));
  }

  /** What this pair does at a moment. @param {number} time */
  told(time) {
    const { contacts, lane, player } = this;
    const { run } = player;
    const when = `${this.name} at ${moment(time, run.to)}`;
    // as near as two pixels
    const near = 0.003 * (run.to - run.from);
    const blow = lane.blows.find((b) => Math.abs(b.time - time) <= near);
    const struck = blow ? ` Blow at ${moment(blow.time, run.to)}: impulse ${quantity(blow.impulse ?? NaN, "N*s")}${blow.speed === null ? "" : `, ${quantity(blow.speed, "m/s")} before`}${blow.lost === null ? "" : `, ${energy(blow.lost)}`}.` : "";
    const stretch = lane.stretches.find(([from, to]) => time >= from && time <= to);
    if (!stretch) return `${when}: apart.${struck}`;
    const marks = contacts.at(run.between(time)).filter((m) => m.pair === lane.pair);
    const mode = contacts.data?.modes[stretch[2]] ?? "";
    if (marks.length === 0) return `${when}: ${mode}.${struck}`;
    const total = [0, 1, 2].map((k) => marks.reduce((sum, m) => sum + m.force[k], 0));
    const slip = Math.max(...marks.map((m) => m.slip));
    const where = marks.slice(0, 3).map((m) => `${m.features[0]} on ${m.features[1]}`).join("; ");
    const others = marks.length > 3 ? ` and ${marks.length - 3} more` : "";
    return `${when}: ${mode}, ${quantity(Math.hypot(...total), "N")}${slip > 0 ? `, slip ${quantity(slip, "m/s", 3)}` : ""}; ${where}${others}.${struck}`;
  }
}
