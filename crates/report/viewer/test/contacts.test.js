// Contacts on the page: the timeline, its keys, what it tells, arrows and rings in the picture.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { faults } from "./check.js";
import { browser, folder, open, pageOf, pixels, time } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */
/** @typedef {import("playwright-core").Page} Page */

const ROD = `space planar
gravity (0, -9.81) m/s^2
primitive rod_ { shape = rect(1 m, 2 cm); mass = 1 kg }
part rod = rod_() at (0, 0.5) m turned 35 deg moving (0.5 m/s, -2 m/s)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact rod, floor { friction = 0.6; restitution = 0.9 }
impact { law = newton }
record rod.position
run 0.1 s every 10 ms
`;
const ARM = `space planar
gravity (0, -9.81) m/s^2
primitive bar { shape = rect(1 m, 1 mm); mass = 1 kg; point a = (-0.5, 0) m }
part arm = bar()
joint hinge = revolute(ground (0, 0), arm.a) { limits = (-30, 30) deg; restitution = 0.5 }
record arm.angle
run 0.4 s every 10 ms
`;

/** @type {Awaited<ReturnType<typeof browser>>} */
let shown;
/** @type {(name: string) => string} */
const address = (name) => pathToFileURL(join(process.env.CONTACT_PAGES ?? folder, `${name}.html`)).href;
before(async () => {
  shown = await browser();
  // a made-up run: a disc bounces, a block slides and stops, a disc rolls
  const words = ["run", "--quiet", "--package", "mainspring-report", "--example", "contact_pictures", "--", folder];
  if (!process.env.CONTACT_PAGES) execFileSync("cargo", words, { cwd: resolve(import.meta.dirname, "../../../.."), stdio: ["ignore", "ignore", "inherit"] });
});
after(() => shown.close());

/** @param {Page} tab @param {number} at s */
const seek = (tab, at) => tab.evaluate((t) => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.seek(t), at);

test("a lane for each pair that touched, with bars and ticks in their places", async () => {
  const { tab, trouble } = await open(shown.context, address("plane"));
  const lanes = tab.locator(".ms-lane");
  assert.deepEqual(await lanes.locator(".ms-lane-name").allTextContents(), ["block – floor", "wheel – floor", "ball – floor"]);
  const widths = await lanes.first().evaluate((lane) => {
    const all = lane.querySelector(".ms-lane-track")?.getBoundingClientRect().width ?? 0;
    return [...lane.querySelectorAll(".ms-bar")].map((b) => [b.className, b.getBoundingClientRect().width / all]);
  });
  const stop = 2 / (0.3 * 9.81) / 3;
  assert.equal(widths[0][0], "ms-bar ms-bar-slip");
  assert.ok(Math.abs(Number(widths[0][1]) - stop) < 0.005 && Math.abs(Number(widths[1][1]) - (1 - stop)) < 0.005);
  const heights = await lanes.nth(2).locator(".ms-blow").evaluateAll((all) => all.map((b) => b.getBoundingClientRect().height));
  assert.ok(heights.length > 9 && Math.abs(heights[1] / heights[0] - 0.6) < 0.05, String(heights));
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("the cursor follows the time, a press on a lane goes there, the pointer tells", async () => {
  const { tab, trouble } = await open(shown.context, address("plane"));
  const track = tab.locator(".ms-lane-track").first();
  const box = await track.boundingBox();
  assert.ok(box);
  await tab.mouse.click(box.x + box.width / 3, box.y + box.height / 2);
  assert.ok(Math.abs((await time(tab)) - 1) < 0.02);
  const line = await tab.locator(".ms-touch-over i").boundingBox();
  assert.ok(line && Math.abs(line.x + 1 - (box.x + box.width / 3)) < 2, "the cursor is not on the lanes");
  assert.match((await tab.locator(".ms-touch-said").textContent()) ?? "", /block – floor at (0\.99|1\.0)\d+ s: stick, 9\.81\d* N; corner 1 on edge 1; corner 2 on edge 1/);
  const ball = await tab.locator(".ms-lane-track").nth(2).boundingBox();
  assert.ok(ball);
  await tab.mouse.move(ball.x + (ball.width * Math.sqrt((2 * 0.8) / 9.81)) / 3, ball.y + 10);
  assert.match((await tab.locator(".ms-touch-said").textContent()) ?? "", /ball – floor .*: apart\. Blow at 0\.40\d* s: impulse 6\.3\d* N·s, 3\.96\d* m\/s before, lost 5\.02\d* J\./);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("with the keyboard one goes from change to change", async () => {
  const { tab } = await open(shown.context, address("plane"));
  await tab.locator(".ms-lane-track").nth(2).focus();
  await tab.keyboard.press("Enter");
  const first = Math.sqrt((2 * 0.8) / 9.81);
  assert.ok(Math.abs((await time(tab)) - first) < 1e-9);
  await tab.keyboard.press("Enter");
  assert.ok(Math.abs((await time(tab)) - first * (1 + 2 * 0.6)) < 1e-9);
  await tab.keyboard.press("Shift+Enter");
  assert.ok(Math.abs((await time(tab)) - first) < 1e-9);
  await tab.close();
});

test("arrows and rings are shown and hidden", async () => {
  for (const name of ["plane", "space"]) {
    const { tab, trouble } = await open(shown.context, address(name));
    const blow = Math.sqrt((2 * 0.8) / 9.81);
    await seek(tab, blow + 0.01);
    const [struck, box] = [await pixels(tab), tab.getByRole("checkbox", { name: "Contacts" })];
    assert.equal(await box.isChecked(), true);
    assert.match((await tab.locator(".ms-legend").textContent()) ?? "", /contact on its first part/);
    await tab.keyboard.press("c");
    assert.equal(await box.isChecked(), false);
    assert.notEqual(await pixels(tab), struck);
    assert.equal(await tab.locator(".ms-legend").isVisible(), false);
    assert.deepEqual(trouble, []);
    await tab.close();
  }
});

test("nothing overlaps, is cut off or too faint, light and dark, wide and narrow", async () => {
  for (const name of ["plane", "space"]) {
    for (const [width, theme] of /** @type {[number, string][]} */ ([[1280, "light"], [1280, "dark"], [390, "light"]])) {
      const { tab } = await open(shown.context, address(name));
      await tab.setViewportSize({ width, height: 800 });
      await tab.evaluate((t) => {
        const element = /** @type {Shown} */ (document.getElementById("viewer"));
        element.dataset.theme = t;
        element.viewer.stage.restyle();
      }, theme);
      await seek(tab, 1.2);
      await pixels(tab);
      assert.deepEqual(await tab.evaluate(faults), [], `${name} ${width} ${theme}`);
      await tab.close();
    }
  }
});

test("the timeline has times below it and says what it is for", async () => {
  const { tab } = await open(shown.context, address("plane"));
  assert.deepEqual(await tab.locator(".ms-touch-axis span").allTextContents(), ["time (s)", "0", "1", "2", "3"]);
  assert.match((await tab.locator(".ms-touch-said").textContent()) ?? "", /Point at a lane/);
  const track = await tab.locator(".ms-lane-track").first().boundingBox();
  const last = await tab.locator(".ms-touch-axis .ms-last").boundingBox();
  assert.ok(track && last && Math.abs(last.x + last.width - track.x - track.width) < 1.5, "the last time is not at the end");
  await tab.close();
});

test("energy gained is called a gain, in the list, on the lane and in the ledger", async () => {
  const { tab, trouble } = await open(shown.context, pageOf(ROD, "rod"));
  await seek(tab, 0.1);
  const list = (await tab.locator(".ms-event-text").allTextContents()).join("; ");
  assert.match(list, /rod and floor collide at 2\.832 m\/s, gained 0\.9630 J/);
  assert.match(list, /the impact law newton gained 0\.9630 J/);
  await tab.locator(".ms-lane-track").focus();
  await tab.keyboard.press("Shift+Enter");
  assert.match((await tab.locator(".ms-touch-said").textContent()) ?? "", /before, gained 0\.9630 J\./);
  await seek(tab, 0.1);
  await tab.getByRole("tab", { name: "Energy" }).click();
  assert.match((await tab.locator(".ms-energy").textContent()) ?? "", /gained0\.9630 J/);
  await seek(tab, 0);
  assert.match((await tab.locator(".ms-energy").textContent()) ?? "", /lost0 J/);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("a joint that meets its stop flashes and says which", async () => {
  const { tab, trouble } = await open(shown.context, pageOf(ARM, "arm"));
  assert.match((await tab.locator(".ms-event-text").first().textContent()) ?? "", /^hinge meets its lower stop at 3\.836 rad\/s/);
  await seek(tab, 0.2682);
  const struck = await pixels(tab);
  await tab.keyboard.press("c");
  assert.notEqual(await pixels(tab), struck);
  assert.deepEqual(trouble, []);
  await tab.close();
});
