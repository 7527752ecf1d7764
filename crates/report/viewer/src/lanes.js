// Lanes of time below the picture: one for each pair that touches or each script; point to read, press to go there.

import { h } from "mainspring/dom.js";
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

export class TimeLane {
  #focused = false;
  /** moments worth going to, in order @type {number[]} */
  changes = [];

  /** @param {Player} player @param {string} name @param {(text: string) => void} say */
  constructor(player, name, say) {
    this.player = player;
    this.name = name;
    this.say = say;
    this.track = h("div", { class: "ms-lane-track", tabindex: 0, role: "img" });
    this.element = h("div", { class: "ms-lane" }, h("span", { class: "ms-lane-name", title: name }, name), this.track);
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
