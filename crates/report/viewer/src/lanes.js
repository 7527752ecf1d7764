// Lanes of time below the picture: one for each pair that touches or each script; point to read, press to go there.

import { h, write } from "mainspring/dom.js";
import { ticks } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */

/** Times below the lanes. @param {Player} player */
export function axis({ run }) {
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

/**
 * Names with a dash between them, in so much room: long ones are cut in the middle, since the ends of a name tell most.
 * @param {string[]} names @param {number} room px @param {(text: string) => number} width px
 */
export function fitted(names, room, width) {
  const letters = names.map((name) => [...name]);
  const cut = (/** @type {number} */ kept) =>
    letters.map((all) => (all.length <= kept ? all : [...all.slice(0, kept >> 1), "…", ...all.slice(all.length - (kept - (kept >> 1)))]).join("")).join(" – ");
  // the most letters of each that fit, found by halving
  let [fits, most] = [1, Math.max(1, ...letters.map((all) => all.length))];
  while (fits < most) {
    const kept = (fits + most + 1) >> 1;
    if (width(cut(kept)) <= room) fits = kept;
    else most = kept - 1;
  }
  return cut(fits);
}

const measuring = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");

/** Keeps a lane's names within their place as it changes. @param {HTMLElement} place @param {string[]} names */
function fit(place, names) {
  const width = (/** @type {string} */ text) => measuring?.measureText(text).width ?? 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (measuring) measuring.font = getComputedStyle(place).font;
    write(place, fitted(names, contentRect.width, width));
  }).observe(place);
}

export class TimeLane {
  #focused = false;
  /** moments worth going to, in order @type {number[]} */
  changes = [];

  /** @param {Player} player @param {string[]} names of what it is about @param {(text: string) => void} say */
  constructor(player, names, say) {
    this.player = player;
    this.name = names.join(" – ");
    this.say = say;
    this.track = h("div", { class: "ms-lane-track", tabindex: 0, role: "img" });
    const shown = h("span", { class: "ms-lane-name", title: this.name }, this.name);
    fit(shown, names);
    this.element = h("div", { class: "ms-lane" }, shown, this.track);
    this.#listen();
  }

  /** Where a moment lies on the lane, percent. @param {number} t */
  place(t) {
    const { run } = this.player;
    return (100 * (Math.min(run.to, Math.max(run.from, t)) - run.from)) / (run.to - run.from || 1);
  }

  /** Puts a bar where its time is. @param {HTMLElement} bar @param {number} from @param {number} to */
  lay(bar, from, to) {
    bar.style.left = `${this.place(from)}%`;
    bar.style.width = `${Math.max(0, this.place(to) - this.place(from))}%`;
    return bar;
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

  /** To the next change on this lane, or the one before. @param {number} way */
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

  /** What this lane says of a moment. @param {number} _time @returns {string} */
  told(_time) {
    return this.name;
  }
}
