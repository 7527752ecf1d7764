// The script timeline: a lane for each script, a bar for each stretch in which it shows a frame.

import { h, write } from "mainspring/dom.js";
import { axis, TimeLane } from "mainspring/lanes.js";
import { moment, quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/fields.js").Fields} Fields */

const HINT = "Point at a lane to read it, press to go there.";
/** Bars of a lane at most; more are narrower than a pixel. */
const MOST = 1500;
/** Frames named beside the title at most. */
const NAMED = 10;
/** Colours that frames have, in turn. */
const COLOURS = 6;

/** @param {Player} player @param {Fields} fields @returns {HTMLElement[]} nothing where there is no script */
export function scriptTimeline(player, fields) {
  if (fields.scripts.length === 0) return [];
  const said = h("p", { class: "ms-touch-said ms-quiet", role: "status" }, HINT);
  const say = (/** @type {string} */ text) => {
    write(said, text || HINT);
    said.classList.toggle("ms-quiet", !text);
  };
  // frames of one name have one colour, whatever the script
  const named = [...new Set(fields.scripts.flatMap((s) => s.frames.map((f) => f.name)))];
  const rows = fields.scripts.map((_, i) => new ScriptLane(player, fields, i, named, say));
  const key = (/** @type {string} */ name) => h("span", { class: "ms-touch-key" }, h("i", { class: `ms-bar ms-frame-${named.indexOf(name) % COLOURS}` }), name);
  const more = named.length > NAMED ? [h("span", {}, `and ${named.length - NAMED} more`)] : [];
  const cursor = h("i");
  const over = h("div", { class: "ms-touch-over", "aria-hidden": "true" }, h("div", {}, cursor));
  const lanes = h("div", { class: "ms-touch-lanes" }, ...rows.map((r) => r.element), over);
  const { run } = player;
  player.onChange(() => {
    cursor.style.left = `${(100 * (player.time - run.from)) / (run.to - run.from || 1)}%`;
    rows.forEach((r) => r.follow());
  });
  const title = rows.length === 1 ? "Script" : `Scripts (${rows.length})`;
  return [
    h(
      "section",
      { class: "ms-card ms-touch ms-scripts", "aria-label": "Script timeline" },
      h("details", { open: true }, h("summary", {}, h("b", {}, title), h("span", { class: "ms-touch-legend" }, ...named.slice(0, NAMED).map(key), ...more)), h("div", { class: "ms-touch-scroll" }, lanes), h("div", { class: "ms-touch-below" }, axis(player)), said),
    ),
  ];
}

class ScriptLane extends TimeLane {
  /** @param {Player} player @param {Fields} fields @param {number} index @param {string[]} named @param {(text: string) => void} say */
  constructor(player, fields, index, named, say) {
    const script = fields.scripts[index];
    super(player, [script.path], say);
    this.fields = fields;
    this.index = index;
    const bars = script.spans.slice(0, MOST).map(([from, to, frame]) => {
      const name = script.frames[frame]?.name ?? "";
      return this.lay(h("i", { class: `ms-bar ms-frame-${named.indexOf(name) % COLOURS}` }, h("span", {}, name)), from, to);
    });
    this.track.append(...bars);
    this.changes = [...new Set(script.spans.flatMap(([from, to]) => [from, to]))].sort((a, b) => a - b);
    const times = script.spans.length === 1 ? "once" : `${script.spans.length} times`;
    this.track.setAttribute("aria-label", `${script.path}: shows a frame ${times}. Enter goes to the next change, Shift Enter to the one before.`);
    // a name that does not fit its bar is left to the legend
    new ResizeObserver(() => {
      const wide = this.track.clientWidth;
      for (const [i, bar] of bars.entries()) {
        const label = /** @type {HTMLElement} */ (bar.firstElementChild);
        const [from, to] = script.spans[i];
        const room = ((this.place(to) - this.place(from)) / 100) * wide - 8;
        label.hidden = room < 14 || ((label.hidden = false), label.offsetWidth > room);
      }
    }).observe(this.track);
  }

  /** What this script shows at a moment. @param {number} time @override */
  told(time) {
    const { fields, index, player } = this;
    const when = `${this.name} at ${moment(time, player.run.to)}`;
    const script = fields.scripts[index];
    const frame = fields.frame(index, time);
    if (frame === null) return `${when}: ${fields.name(index, time)}.`;
    const on = script.frames[frame].on.map((w) => fields.windows[w]?.item.path).filter(Boolean);
    const span = script.spans.find(([from, to]) => time >= from && time <= to) ?? [time, time];
    const rest = on.length > 5 ? ` and ${on.length - 5} more` : "";
    return `${when}: ${script.frames[frame].name}, ${quantity(span[1] - span[0], "s", 3)} long; on: ${on.slice(0, 5).join(", ") || "nothing"}${rest}.`;
  }
}
