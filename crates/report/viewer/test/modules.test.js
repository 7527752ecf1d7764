// Modules that need no browser: numbers as text, the scene language, a run between its frames.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Fields } from "mainspring/fields.js";
import { tokens } from "mainspring/highlight.js";
import { fitted } from "mainspring/lanes.js";
import { decode, Run } from "mainspring/run.js";
import { degrees, energy, moment, number, pretty, quantity, round, shown, ticks } from "mainspring/units.js";
import { part, valueAt } from "mainspring/cursor.js";

test("numbers have units people use", () => {
  assert.equal(pretty("N*m/s^2"), "N·m/s²");
  assert.equal(quantity(0.0123, "m"), "12.30 mm");
  assert.equal(quantity(-0.5, "rad"), "−0.5000 rad");
  assert.equal(quantity(2e-15, "J"), "2.000·10⁻¹⁵ J");
  assert.equal(quantity(20e-3, "m", 1), "20 mm");
  assert.equal(quantity(NaN, "m"), "no number");
  assert.equal(number(-Infinity), "−∞");
  assert.equal(quantity(0, "N"), "0 N");
  assert.deepEqual(shown("kg*m^2", 3e-4), { text: "mg·m²", size: 1e-6 });
  assert.deepEqual([degrees(Math.PI / 6), degrees(1e-5), degrees(Infinity)], ["30.00°", "0.0005730°", "∞"]);
  const fine = ticks(0, 0.004, "deg", 4);
  assert.deepEqual([fine.unit, ...fine.marks.map((m) => m.label)], ["deg", "0.000", "0.001", "0.002", "0.003", "0.004"]);
  assert.equal(moment(0.01234, 0.03), "12.34 ms");
  assert.equal(moment(5, 60), "5.00 s");
  assert.deepEqual([energy(2), energy(-0.4377), energy(0)], ["lost 2.000 J", "gained 0.4377 J", "lost 0 J"]);
});

test("ticks are round and within", () => {
  assert.deepEqual(ticks(0, 10, "s", 6).marks.map((m) => m.label), ["0", "2", "4", "6", "8", "10"]);
  for (const [low, high] of [[0, 1e-9], [-3, 7], [1e6, 1e6 + 3], [-1e-3, 1e300], [5, 5]]) {
    for (const { at } of ticks(low, high, "m", 5).marks) assert.ok(at >= low - 1e-6 * (high - low) && at <= high + 1e-6 * (high - low));
  }
  assert.equal(round(0.037), 0.02);
});

test("long names keep their ends, short ones all of it", () => {
  const width = (/** @type {string} */ text) => text.length;
  assert.equal(fitted(["block", "floor"], 13, width), "block – floor");
  assert.equal(fitted(["a_rather_long_name[0]", "hook"], 16, width), "a_ra…e[0] – hook");
  assert.equal(fitted(["a_rather_long_name[10]", "a_long_pawl[3]"], 17, width), "a_r…10] – a_l…[3]");
  assert.equal(fitted(["script.of.lights"], 9, width), "scri…ghts");
  assert.equal(fitted([], 9, width), "");
});

test("axes go there and back", () => {
  for (const axis of [{ from: -2, to: 5, log: false }, { from: 0.01, to: 100, log: true }]) {
    for (const f of [0, 0.3, 1]) assert.ok(Math.abs(part(axis, valueAt(axis, f)) - f) < 1e-12);
  }
});

test("the language is told apart and nothing is lost", () => {
  const text = 'let l = 2.5e-3 N*mm/rad^2 // gap\njoint j = revolute(ground (0, 1) cm, bob.mass)\nplot "a \\" b" m /* open';
  const found = tokens(text);
  assert.equal(found.map((t) => t.text).join(""), text);
  const of = (/** @type {string} */ kind) => found.filter((t) => t.kind === kind).map((t) => t.text.trim());
  assert.deepEqual(of("word"), ["let", "joint", "plot"]);
  assert.ok(of("unit").join(" ").includes("mm") && of("unit").includes("cm") && !of("unit").includes("m"));
  assert.deepEqual(of("text"), ['"a \\" b"']);
  assert.deepEqual(of("comment"), ["// gap", "/* open"]);
  for (const odd of ["", "\u0000", '"', "/*", "1.", "é°≤\ud800", "</script>"]) assert.equal(tokens(odd).map((t) => t.text).join(""), odd);
});

/** @param {number[]} values */
const track = (values) => ({ type: /** @type {const} */ ("f64"), data: Buffer.from(new Float64Array(values).buffer).toString("base64") });

test("tracks decode, and what is no number stays none", () => {
  const bytes = Buffer.from(new Int16Array([-32768, 0, 100]).buffer).toString("base64");
  const values = decode({ type: "i16", low: 1, step: 0.01, data: bytes }, 3);
  assert.ok(Number.isNaN(values[0]) && values[1] === 1 && values[2] === 2);
  assert.deepEqual([...decode({ value: 3 }, 2)], [3, 3]);
});

/** @param {boolean} spatial @param {number[][]} poses tracks @param {[number, number][]} [gaps] */
function run(spatial, poses, gaps = []) {
  const body = { path: "b", shape: { kind: "dot" }, points: [], mass: 1, fixed: false };
  const event = (/** @type {number} */ time, /** @type {string} */ kind) => ({ time, kind, who: ["j"], numbers: [], text: "" });
  return new Run(/** @type {any} */ ({
    drawing: { spatial, bodies: [body], joints: [], springs: [], arrows: [], obstacles: [], gravity: [0, 0, 0], length: 1 },
    events: [event(1, "release"), event(2, "attach")],
    gaps,
    columns: [{ name: "b.position.x", unit: "m" }, { name: "norm(b.velocity)", unit: "m/s" }, { name: "bb.x", unit: "m" }],
    frames: { count: 2, times: track([0, 2]), poses: poses.map(track), arrows: [], values: [], balance: [] },
  }));
}

test("between frames angles go straight and turns the short way", () => {
  const planar = run(false, [[0, 4], [1, 1], [0, 7]]);
  const pose = planar.poses(planar.between(1));
  assert.ok(Math.abs(pose[0] - 2) < 1e-12 && Math.abs(pose[3] - Math.cos(3.5)) < 1e-12);
  // the same turn with the other sign: 90 degrees about z
  const half = Math.SQRT1_2;
  const spatial = run(true, [[0, 0], [0, 0], [0, 0], [1, -half], [0, 0], [0, 0], [0, -half]]);
  const turned = spatial.poses(spatial.between(1));
  assert.ok(Math.abs(turned[3] - half) < 1e-9 && Math.abs(turned[4] - half) < 1e-9);
  assert.deepEqual(spatial.between(-1), { index: 0, part: 0 });
  assert.deepEqual(spatial.between(9), { index: 1, part: 0 });
});

test("what is lost is not made up: the last frame before it stands still", () => {
  const lost = run(false, [[0, 4], [1, 1], [0, 7]], [[0.5, 1.5]]);
  assert.deepEqual(lost.between(1), { index: 0, part: 0 });
  const elsewhere = run(false, [[0, 4], [1, 1], [0, 7]], [[2, 3]]);
  assert.deepEqual(elsewhere.between(1), { index: 0, part: 0.5 });
});

test("joints come and go at their moments; columns find their part", () => {
  const it = run(false, [[0, 0], [0, 0], [0, 0]]);
  const joint = { path: "j", attached: true };
  assert.deepEqual([0.9, 1, 1.9, 2].map((t) => it.attached(joint, t)), [true, false, false, true]);
  assert.deepEqual(it.columnsOf("b"), [0, 1]);
});

test("scripts turn windows on and off, the strongest arrow is known, parts come and go", () => {
  const it = run(false, [[0, 4], [1, 1], [0, 0], [0, 2], [0, 0], [0, Math.PI]]);
  const square = { kind: /** @type {const} */ ("outline"), loops: [track([0, 0, 1, 0, 1, 1, 0, 1])] };
  const window = (/** @type {string} */ kind, /** @type {boolean} */ moves, /** @type {number[]} */ vector) => ({
    path: kind, kind, shape: square, moves, always: moves, lines: [{ value: 0 }, { value: 0 }], line_counts: [0, 0], count: 1,
    places: track([0.5, 0.5]), vectors: track(vector), changing: null,
  });
  const drawing = {
    ...it.drawing,
    bodies: [{ ...it.drawing.bodies[0], there: [[0.5, 1]] }],
    windows: [window("force", false, [30, 40]), window("velocity", true, [0, 0.02])],
    scripts: [{ path: "s", frames: [{ name: "in", on: [0] }, { name: "out", on: [] }], spans: [[0, 1, 0], [1, 1.5, 1]], spans_left_out: 0 }],
  };
  const moved = new Run(/** @type {any} */ ({ ...it.document, drawing }));
  const fields = new Fields(moved);
  assert.deepEqual([0, 0.99, 1, 1.5, 2].map((t) => fields.active(t)[0]), ["s: in", "s: in", "s: out", "s: off", "s: off"]);
  assert.deepEqual([0, 1].map((t) => [...fields.on(t)].sort()), [[0, 1], [1]]);
  assert.deepEqual(fields.strongest.map((x) => Number(x.toFixed(6))), [50, 0.02]);
  assert.deepEqual(fields.samples(100).map(({ value, unit }) => [value, unit]), [[50, "N/m^2"], [0.02, "m/s"]]);
  assert.deepEqual([0, 0.5, 0.99, 1].map((t) => moved.there(0, t)), [false, true, true, false]);
  assert.ok(Number.isNaN(moved.poses(moved.between(0))[0]) && moved.poses(moved.between(0.5))[0] === 1);
  const [x, y, cos, sin] = moved.windowPose(1, moved.between(1));
  assert.ok(Math.abs(x - 1) + Math.abs(y) + Math.abs(cos) + Math.abs(sin - 1) < 1e-12);
  assert.deepEqual(moved.windowPose(0, moved.between(1)), [0, 0, 1, 0]);
});
