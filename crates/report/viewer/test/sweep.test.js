// An exact sweep on the page: the plane of travel and angle, its moving point, events with units, work without bound.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./check.js";
import { browser, open, pageOf, pixels } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */
/** @typedef {import("playwright-core").Page} Page */

// a box meets a corner 0.6 m above its hinge and slides until friction holds it
const BOX = `space planar
method sweep
obstacle wedge = polygon((1, 0.6), (3, 0.4), (3, 0.8)) m
root car = rect((-1.2, -0.1) m, (-0.8, 0.1) m) moves (1, 0) m/s from (-0.5, 0) m until 2 s
pawl box on car = polygon((-1, -1.2), (1, -1.2), (1, 1.2), (-1, 1.2)) m {
  stiffness = 1 N*m/rad
  friction = 0.3
}
`;
// a lever over a tooth: it climbs, passes onto the tooth's back and is relaxed again
const LEVER = `space planar
method sweep
obstacle tooth = polygon((1, -1), (2, -1), (1.5, -0.5)) m
root car = rect((-0.2, 0.1) m, (0.2, 0.4) m) moves (1, 0) m/s until 4 m
pawl lever on car = polygon((-0.1, -0.8), (0.1, -0.8), (0.1, 0), (-0.1, 0)) m { stiffness = 2 N*m/rad }
`;

// names that differ only at their ends
const NAMES = `space planar
method sweep
for i in 0..2 { obstacle a_rather_long_obstacle_name_of_tooth[i] = polygon((0, 0), (6, 0), (6, 3)) mm at (20 mm + 6 mm*i, -8 mm) }
root cover = rect((-12, -3) mm, (-2, 3) mm) moves (10, 0) mm/s until 26 mm
for i in 0..4 {
  pawl a_long_pawl_name_indeed[i] on cover at (2 mm*i, 0 mm) = polygon((-1, -1), (10, -6), (11, -5.5), (0, 1)) mm { stiffness = 10 N*mm/rad }
}
`;

/** @type {Awaited<ReturnType<typeof browser>>} */
let shown;
/** @type {string[]} */
let [box, lever, names] = ["", "", ""];
before(async () => {
  shown = await browser();
  [box, lever, names] = [pageOf(BOX, "sweep-box"), pageOf(LEVER, "sweep-lever"), pageOf(NAMES, "sweep-names")];
});
after(() => shown.close());

/** @param {Page} tab @param {number} at s */
async function seek(tab, at) {
  await tab.evaluate((t) => {
    const { player } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
    player.pause();
    player.seek(t);
  }, at);
  await pixels(tab);
}

test("the plane of travel and angle has a path, what is free, and a point that goes with time", async () => {
  const { tab, trouble } = await open(shown.context, box);
  const figure = tab.locator("figure[aria-label='box over travel']");
  await figure.scrollIntoViewIfNeeded();
  assert.match((await figure.locator("desc").first().textContent()) ?? "", /^Angle of `box` over travel: its path, \d+ curves/);
  const drawn = figure.locator("svg.ms-wide");
  assert.ok((await drawn.locator(".free path").count()) > 0 && (await drawn.locator(".floor").count()) > 0);
  assert.deepEqual(await drawn.locator("circle.event title").allTextContents(), ["edge 2 of `box` meets corner 1 of `wedge`", "friction holds edge 2 of `box` on corner 1 of `wedge`"]);
  // r = (0.95, 0.6) m from the hinge, the edge 1 m from it: ℓ = √(|r|² − 1) and θ = atan2(0.6 − 0.95 ℓ, 0.95 + 0.6 ℓ)
  const along = Math.sqrt(0.95 ** 2 + 0.6 ** 2 - 1);
  for (const [at, angle] of [[0.25, 0], [0.55, Math.atan2(0.6 - 0.95 * along, 0.95 + 0.6 * along)]]) {
    await seek(tab, at);
    const { x, y } = await drawn.evaluate((svg) => {
      const [panel, curve, dot] = [".panel", ".curve", ".ms-cursor-dot"].map((name) => svg.querySelector(name));
      if (!panel || !curve || !dot) return { x: NaN, y: NaN };
      const of = (/** @type {Element} */ from, /** @type {string} */ name) => Number(from.getAttribute(name));
      const part = (/** @type {number} */ v, /** @type {number} */ a, /** @type {number} */ b) => (v - a) / (b - a);
      const x = part(of(dot, "cx"), of(panel, "data-left"), of(panel, "data-right"));
      const y = part(of(dot, "cy"), of(panel, "data-bottom"), of(panel, "data-top"));
      const [x0, x1, y0, y1] = [of(panel, "data-x0"), of(panel, "data-x1"), of(curve, "data-y0"), of(curve, "data-y1")];
      return { x: x0 + (x1 - x0) * x, y: y0 + (y1 - y0) * y };
    });
    // a frame is no farther than 10 ms from where it was asked for, a pixel is 0.002 rad
    assert.ok(Math.abs(x - at) < 0.01 && Math.abs(y - angle) < 0.02, `at ${at}: ${x}, ${y}`);
    // the number beneath is in the unit of the axis
    const beneath = (await figure.locator(".ms-readouts .ms-value").allTextContents()).at(-1) ?? "";
    const told = (parseFloat(beneath.replace("−", "-")) * Math.PI) / 180;
    assert.ok(beneath.endsWith("°") && Math.abs(told - angle) < 0.02, beneath);
  }
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("events tell travel, angle and force with their units, and no word is broken but at its underscores", async () => {
  const { tab } = await open(shown.context, box);
  const told = await tab.locator(".ms-event small").allTextContents();
  assert.deepEqual(told, ["travel 0 m, insertion force 0 N", "travel 0.5000 m, angle 0°, insertion force 0 N", "travel 0.6456 m, angle 18.38°"]);
  await tab.close();
  const { tab: other } = await open(shown.context, lever);
  const kinds = other.locator(".ms-event-kind");
  assert.ok((await kinds.allTextContents()).includes("contact_change"));
  const broken = await kinds.evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
  assert.deepEqual(broken, []);
  const lines = await kinds.evaluateAll((all) =>
    all.map((e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      return [e.textContent?.split("_").length ?? 1, new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size];
    }),
  );
  for (const [parts, rows] of lines) assert.ok(rows <= parts, `${rows} lines for ${parts} parts`);
  await other.close();
});

test("where sliding runs into sticking work and heat have no bound", async () => {
  const { tab, trouble } = await open(shown.context, box);
  await tab.getByRole("tab", { name: "Energy" }).click();
  await seek(tab, 0.6);
  const cell = (/** @type {string} */ name) => tab.locator(`.ms-energy tr:has(th:text-is("${name}")) td`).first().textContent();
  assert.match((await cell("work")) ?? "", /^[\d.]+ mJ$/);
  await seek(tab, 2);
  assert.deepEqual([await cell("work"), await cell("dissipated")], ["∞", "∞"]);
  assert.doesNotMatch((await cell("spring")) ?? "", /∞|no number/);
  assert.doesNotMatch((await cell("residual")) ?? "", /∞|no number/);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("beyond an early end curves go on a little, and a line says where it was", async () => {
  for (const [address, beyond] of /** @type {[string, number][]} */ ([[box, 1.08], [lever, 1]])) {
    const { tab } = await open(shown.context, address);
    const panel = tab.locator("figure[aria-label$='over travel'] svg.ms-wide .panel");
    const [left, right, last] = await panel.evaluate((p) => ["data-left", "data-right", "data-x1"].map((name) => Number(p.getAttribute(name))));
    const line = panel.locator("path.end");
    assert.equal(await line.count(), beyond > 1 ? 1 : 0);
    if (beyond > 1) {
      // 1 m/s: metres are seconds
      const stuck = await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.run.to);
      assert.ok(Math.abs(last - beyond * stuck) < 1e-6, `${last} ${stuck}`);
      const x = Number(((await line.getAttribute("d")) ?? "").match(/^M([\d.]+) /)?.[1]);
      assert.ok(Math.abs((x - left) / (right - left) - 1 / beyond) < 0.001, String(x));
      // what holds is beyond it
      const hatched = await panel.locator("path.stick").evaluate((p) => Math.max(...[...(p.getAttribute("d") ?? "").matchAll(/[ML]([\d.]+) /g)].map((m) => Number(m[1]))));
      assert.ok(hatched > x + 5, String(hatched));
    }
    await tab.close();
  }
});

test("events on the plane have an outline that is seen, light and dark, also on its edge", async () => {
  const { tab } = await open(shown.context, box);
  for (const theme of ["light", "dark"]) {
    await tab.evaluate((t) => void (/** @type {Shown} */ (document.getElementById("viewer")).dataset.theme = t), theme);
    const dots = tab.locator("figure[aria-label='box over travel'] svg.ms-wide circle.event");
    const looks = await dots.evaluateAll((all) => all.map((dot) => [getComputedStyle(dot).stroke, getComputedStyle(dot).fill]));
    assert.ok(looks.length > 0);
    const [ink, paper] = theme === "light" ? ["rgb(43, 48, 54)", "rgb(255, 255, 255)"] : ["rgb(223, 227, 232)", "rgb(20, 23, 28)"];
    for (const look of looks) assert.deepEqual(look, [ink, paper], theme);
  }
  await tab.close();
});

test("names that differ only at their ends can be told apart, or pointed at", async () => {
  for (const width of [1400, 500]) {
    const { tab } = await open(shown.context, names);
    await tab.setViewportSize({ width, height: 900 });
    await pixels(tab);
    const lanes = await tab.locator(".ms-lane-name").evaluateAll((all) => all.map((e) => ({ text: e.textContent ?? "", title: e.getAttribute("title"), spills: e.scrollWidth > e.clientWidth })));
    assert.ok(lanes.length > 4);
    assert.equal(new Set(lanes.map((l) => l.text)).size, lanes.length, JSON.stringify(lanes));
    for (const { title, spills } of lanes) assert.ok(/^a_rather_long_obstacle_name_of_tooth\[\d\] – a_long_pawl_name_indeed\[\d\]$/.test(title ?? "") && !spills, title ?? "");
    const cut = await tab.locator("svg.mainspring-plot text").evaluateAll((all) =>
      all.filter((e) => e.checkVisibility() && e.textContent?.includes("…")).map((e) => e.querySelector("title")?.textContent ?? ""),
    );
    assert.ok(cut.length > 0);
    for (const title of cut) assert.match(title, /a_long_pawl_name_indeed\[\d\]/);
    await tab.close();
  }
});

test("the ledger and the parts are those of a sweep, and its angles are in degrees", async () => {
  const { tab, trouble } = await open(shown.context, box);
  await tab.getByRole("tab", { name: "Energy" }).click();
  assert.deepEqual(await tab.locator(".ms-energy tbody th").allTextContents(), ["spring", "work", "dissipated", "lost", "residual"]);
  assert.deepEqual(await tab.locator(".ms-energy .ms-readouts .ms-name").allTextContents(), ["spring"]);
  await tab.getByRole("tab", { name: "Parts" }).click();
  assert.deepEqual(await tab.locator(".ms-parts .ms-quiet").allTextContents(), ["root", "pawl", "revolute joint", "obstacle"]);
  await seek(tab, 2);
  const angles = tab.locator("figure[aria-label='Angles of pawls']");
  assert.match((await angles.locator("svg.ms-wide").textContent()) ?? "", /box\.angle \(deg\)/);
  assert.equal((await angles.locator(".ms-value").allTextContents()).at(-1), "18.38°");
  await tab.locator("#ms-what").selectOption({ label: "box.angle" });
  await tab.getByRole("button", { name: "Add plot" }).click();
  assert.equal(await tab.locator(".ms-added .ms-label").last().textContent(), "deg");
  assert.equal(await tab.locator(".ms-added .ms-value").textContent(), "18.38°");
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("nothing overlaps, spills or is too faint, wide and narrow, light and dark", async () => {
  for (const [address, width] of /** @type {[string, number][]} */ ([[lever, 1280], [lever, 420], [box, 420], [names, 420]])) {
    for (const theme of ["light", "dark"]) {
      const { tab } = await open(shown.context, address);
      await tab.setViewportSize({ width, height: 900 });
      await tab.evaluate((t) => {
        const element = /** @type {Shown} */ (document.getElementById("viewer"));
        element.dataset.theme = t;
        element.viewer.stage.restyle();
      }, theme);
      await seek(tab, 1.5);
      assert.deepEqual(await tab.evaluate(faults), [], `${width} ${theme}`);
      await tab.close();
    }
  }
});

test("the head says what ended a motion, and how much of its way it went", async () => {
  for (const [address, stuck] of /** @type {[string, boolean][]} */ ([[box, true], [lever, false]])) {
    const { tab } = await open(shown.context, address);
    const head = (await tab.locator(".ms-head p").textContent()) ?? "";
    assert.equal(head.includes("stick of `box`"), stuck, head);
    assert.equal(/\d s of 2 s in the plane/.test(head), stuck, head);
    assert.equal(head.includes("finished"), !stuck, head);
    await tab.close();
  }
});
