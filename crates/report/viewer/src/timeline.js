// The contact timeline: a lane for each pair that ever touched, bars for what it did, ticks at blows as high as they were hard.

import { h, write } from "mainspring/dom.js";
import { axis, TimeLane } from "mainspring/lanes.js";
import { bands, steppedAt, steppedKey } from "mainspring/steps.js";
import { energy, moment, quantity } from "mainspring/units.js";

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
  legend.push(...steppedKey(player.run));
  const under = h("div", { class: "ms-touch-under", "aria-hidden": "true" }, h("div", {}, ...bands(player.run)));
  const over = h("div", { class: "ms-touch-over", "aria-hidden": "true" }, h("div", {}, cursor));
  const dense = rows.length > ROOMY ? " ms-dense" : "";
  const lanes = h("div", { class: `ms-touch-lanes${dense}` }, ...rows.map((r) => r.element), under, over);
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

class LaneRow extends TimeLane {
  /** @param {Player} player @param {Contacts} contacts @param {Lane} lane @param {(text: string) => void} say */
  constructor(player, contacts, lane, say) {
    super(player, contacts.data?.pairs[lane.pair] ?? [], say);
    this.contacts = contacts;
    this.lane = lane;
    const bars = lane.stretches.map(([from, to, mode]) =>
      this.lay(h("i", { class: `ms-bar ms-bar-${contacts.data?.modes[mode] ?? "stick"}` }), from, to),
    );
    const ticks = lane.blows.map((blow) => {
      const tick = h("i", { class: "ms-blow" });
      const size = contacts.largest > 0 ? Math.abs(blow.impulse ?? 0) / contacts.largest : 1;
      tick.style.left = `${this.place(blow.time)}%`;
      tick.style.height = `${Math.max(LEAST, 100 * size)}%`;
      return tick;
    });
    this.track.append(...bars, ...ticks);
    this.track.setAttribute("aria-label", this.#summary());
    this.changes = [...lane.stretches.flatMap(([from, to]) => [from, to]), ...lane.blows.map((b) => b.time)].sort((a, b) => a - b);
  }

  #summary() {
    const { stretches, blows } = this.lane;
    const long = stretches.reduce((sum, [from, to]) => sum + to - from, 0);
    const times = (/** @type {number} */ n) => (n === 1 ? "once" : `${n} times`);
    return `${this.name}: touches ${times(stretches.length)}, ${quantity(long, "s", 3)} together, strikes ${times(blows.length)}. Enter goes to the next change, Shift Enter to the one before.`;
  }

  /** What this pair does at a moment. @param {number} time @override */
  told(time) {
    const { contacts, lane, player } = this;
    const { run } = player;
    const when = `${this.name} at ${moment(time, run.to)}${steppedAt(run, time) ? " (stepped)" : ""}`;
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
