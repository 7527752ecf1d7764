// Contacts on the page: the timeline, its keys, what it tells, arrows and rings in the picture.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { faults } from "./check.js";
import { browser, folder, open, pixels, time } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */
/** @typedef {import("playwright-core").Page} Page */

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
