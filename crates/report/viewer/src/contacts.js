// Where parts touch: forces as arrows, rings where they have just struck.

import { through } from "mainspring/colours.js";
import { arrow } from "mainspring/marks.js";
import { decode } from "mainspring/run.js";
import { add, scale } from "mainspring/vectors.js";

/** @typedef {import("mainspring/run.js").Run} Run */
/** @typedef {import("mainspring/document.js").Event} Event */
/** @typedef {import("mainspring/document.js").Blow} Blow */
/** @typedef {import("mainspring/run.js").Between} Between */
/** @typedef {import("mainspring/stage.js").Moment} Moment */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */
/** @typedef {[number, number]} Pixel */

/** `force` is on the second part, N. @typedef {{ pair: number, point: Vector, normal: Vector, force: Vector, slip: number, mode: number, features: [string, string] }} Mark */
/** `size` 0 to 1, `age` 0 at the blow and 1 when it is gone. @typedef {{ at: Vector, size: number, age: number }} Flash */

/** How long a ring stays, seconds of watching. */
const FLASH = 0.15;
/** Friction below this part of the force is not drawn apart. */
const SEEN = 0.03;

/** Blows of joints at their stops, which have no lane. @param {Event[]} events @returns {Blow[]} */
function atStops(events) {
  return events.filter((e) => e.kind === "impact" && e.who.length === 1).map((e) => {
    const of = (/** @type {string} */ name) => e.numbers.find(([n]) => n === name)?.[1] ?? null;
    return { time: e.time, impulse: of("impulse"), speed: of("speed"), lost: of("lost"), at: [of("x"), of("y"), of("z")] };
  });
}

/** @param {Blow[]} blows */
const hardest = (blows) => blows.reduce((most, b) => Math.max(most, Math.abs(b.impulse ?? 0)), 0);

/** Those with a place, each with its size from 0 to 1 among them. @param {Blow[]} blows */
function placed(blows) {
  const most = hardest(blows);
  return blows
    .filter((b) => b.at[0] !== null && b.at[1] !== null)
    .map((b) => ({ time: b.time, at: /** @type {Vector} */ (b.at.map((x) => x ?? 0)), size: most > 0 ? Math.sqrt(Math.abs(b.impulse ?? 0) / most) : 1 }));
}

export class Contacts {
  shown = true;

  /** @param {Run} run */
  constructor(run) {
    const data = run.document.contacts ?? null;
    this.data = data;
    this.count = data?.count ?? 0;
    const whole = (/** @type {import("mainspring/document.js").Track | undefined} */ t) => (t ? decode(t, this.count) : []);
    this.ends = data ? decode(data.ends, run.count) : [];
    this.pair = whole(data?.pair);
    this.mode = whole(data?.mode);
    this.slip = whole(data?.slip);
    this.point = (data?.point ?? []).map(whole);
    this.normal = (data?.normal ?? []).map(whole);
    this.force = (data?.force ?? []).map(whole);
    this.features = (data?.features ?? []).map((two) => two.map(whole));
    const struck = (data?.lanes ?? []).flatMap((lane) => lane.blows);
    /** the hardest blow between two parts, N·s */
    this.largest = hardest(struck);
    this.blows = [...placed(struck), ...placed(atStops(run.document.events))].sort((a, b) => a.time - b.time);
  }

  /** Whether any parts may touch, or joints met their stops. */
  get possible() {
    return this.data !== null || this.blows.length > 0;
  }

  /** @param {number} k @returns {Mark} */
  #mark(k) {
    const vector = (/** @type {ArrayLike<number>[]} */ axes) => /** @type {Vector} */ (axes.map((a) => a[k]));
    const name = (/** @type {number} */ side) => {
      const [word, number] = this.features[side].map((f) => f[k]);
      return `${this.data?.words[word] ?? ""}${number > 0 ? ` ${number}` : ""}`;
    };
    return {
      pair: this.pair[k], mode: this.mode[k], slip: this.slip[k], features: [name(0), name(1)],
      point: vector(this.point), normal: vector(this.normal), force: vector(this.force),
    };
  }

  /** Of one frame. @param {number} frame @returns {Mark[]} */
  of(frame) {
    const found = [];
    for (let k = frame > 0 ? this.ends[frame - 1] : 0; k < (this.ends[frame] ?? 0); k++) found.push(this.#mark(k));
    return found;
  }

  /** Between two frames: those of both move steadily, the others are there up to halfway. @param {Between} at @returns {Mark[]} */
  at({ index, part }) {
    const first = this.of(index);
    if (part === 0) return first;
    const second = this.of(index + 1);
    const same = (/** @type {Mark} */ a, /** @type {Mark} */ b) => a.pair === b.pair && a.features[0] === b.features[0] && a.features[1] === b.features[1];
    const mixed = (/** @type {Vector} */ a, /** @type {Vector} */ b) => add(scale(a, 1 - part), scale(b, part));
    const found = first.flatMap((mark) => {
      const later = second.find((m) => same(m, mark));
      if (!later) return part < 0.5 ? [mark] : [];
      return [{ ...(part < 0.5 ? mark : later), point: mixed(mark.point, later.point), force: mixed(mark.force, later.force) }];
    });
    return part < 0.5 ? found : [...found, ...second.filter((m) => !first.some((f) => same(f, m)))];
  }

  /** Blows just struck. @param {number} time @param {number} speed @returns {Flash[]} */
  flashes(time, speed) {
    const lasting = FLASH * speed;
    return this.blows
      .filter((b) => b.time <= time && time - b.time < lasting)
      .map(({ time: at, at: where, size }) => ({ at: where, size, age: (time - at) / lasting }));
  }
}

/**
 * Over everything else, since a contact lies between two parts. The arrow is the force on the first part, which is
 * always one that moves; the thin line goes along the normal and then across, as friction does.
 * @param {CanvasRenderingContext2D} c @param {Moment} moment
 * @param {(p: Vector) => Pixel | null} pixel @param {number} metres drawn for a newton
 */
export function drawContacts(c, { contacts, look, at, time, speed }, pixel, metres) {
  if (!contacts.shown || !contacts.possible) return;
  const colour = look.forces.contact;
  for (const { point, normal, force } of contacts.at(at)) {
    const along = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
    const size = Math.hypot(...force);
    const [from, square, to] = [point, add(point, scale(normal, -along * metres)), add(point, scale(force, -metres))].map(pixel);
    if (!from || !square || !to) continue;
    if (Math.sqrt(Math.max(0, size * size - along * along)) > SEEN * size) {
      c.strokeStyle = colour;
      c.lineWidth = 1;
      c.beginPath();
      c.moveTo(...from);
      c.lineTo(...square);
      c.lineTo(...to);
      c.stroke();
    }
    arrow(c, from, to, colour, look.paper);
    c.beginPath();
    c.arc(from[0], from[1], 3, 0, 7);
    c.fillStyle = colour;
    c.fill();
    c.strokeStyle = look.paper;
    c.lineWidth = 1;
    c.stroke();
  }
  for (const { at: where, size, age } of contacts.flashes(time, speed)) {
    const middle = pixel(where);
    if (!middle) continue;
    c.beginPath();
    c.arc(middle[0], middle[1], (7 + 22 * size) * (0.55 + 0.45 * age), 0, 7);
    c.strokeStyle = through(colour, 1 - age);
    c.lineWidth = 1.5 + 3 * (1 - age);
    c.stroke();
  }
}
