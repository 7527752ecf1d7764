// Actuator arrays on the page: windows and their fields, active frames, the script timeline, parts that come and go.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { faults } from "./check.js";
import { browser, folder, open, pixels, time } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */
/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof browser>>} */
let shown;
const made = process.env.FIELD_PAGES ?? folder;
/** @param {string} name */
const file = (name) => join(made, `${name}.html`);
/** @param {string} name */
const address = (name) => pathToFileURL(file(name)).href;
before(async () => {
  shown = await browser();
  // made-up runs: four seconds of sorting, and a thousand parts
  const words = ["run", "--quiet", "--package", "mainspring-report", "--example", "field_pictures", "--", folder];
  if (!process.env.FIELD_PAGES) execFileSync("cargo", words, { cwd: resolve(import.meta.dirname, "../../../.."), stdio: ["ignore", "ignore", "inherit"] });
});
after(() => shown.close());

/** @param {Page} tab @param {number} at s */
const seek = (tab, at) => tab.evaluate((t) => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.seek(t), at);
/** @param {Page} tab */
const active = async (tab) => {
  await pixels(tab);
  return tab.locator(".ms-frames").textContent();
};

test("the active frame is told, and its lane has a bar for each stretch", async () => {
  const { tab, trouble } = await open(shown.context, address("sorting"));
  for (const [at, said] of /** @type {[number, string][]} */ ([[0, "sort: push"], [1.49, "sort: push"], [1.5, "sort: squeeze"], [3.5, "sort: off"], [4, "sort: off"]])) {
    await seek(tab, at);
    assert.equal(await active(tab), said, `at ${at}`);
  }
  const bars = tab.locator(".ms-scripts .ms-lane-track .ms-bar");
  assert.deepEqual(await bars.allTextContents(), ["push", "squeeze"]);
  const boxes = await Promise.all([bars.nth(0).boundingBox(), bars.nth(1).boundingBox(), tab.locator(".ms-scripts .ms-lane-track").boundingBox()]);
  const [push, squeeze, lane] = boxes.map((b) => b ?? { x: 0, width: 0 });
  assert.ok(Math.abs(push.width / lane.width - 1.5 / 4) < 0.01 && Math.abs(squeeze.width / lane.width - 2 / 4) < 0.01);
  assert.ok(Math.abs(squeeze.x - lane.x - (1.5 / 4) * lane.width) < 2);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("a lane is read by pointing and walked with Enter", async () => {
  const { tab, trouble } = await open(shown.context, address("sorting"));
  const lane = tab.locator(".ms-scripts .ms-lane-track");
  await lane.hover({ position: { x: 4, y: 8 } });
  assert.match((await tab.locator(".ms-scripts [role=status]").textContent()) ?? "", /push, 1\.50 s long; on: gather, wave\.$/);
  await lane.focus();
  const moments = [];
  for (let i = 0; i < 3; i++) {
    await tab.keyboard.press("Enter");
    moments.push(await time(tab));
  }
  assert.deepEqual(moments, [1.5, 3.5, 3.5]);
  await tab.keyboard.press("Shift+Enter");
  assert.equal(await time(tab), 1.5);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("W hides windows and shows them again; frames change the picture", async () => {
  const { tab, trouble } = await open(shown.context, address("sorting"));
  await seek(tab, 1);
  const [all, box] = [await pixels(tab), tab.getByRole("checkbox", { name: "Field (W)" })];
  assert.ok(await box.isChecked());
  await tab.keyboard.press("w");
  assert.ok(!(await box.isChecked()));
  const bare = await pixels(tab);
  assert.notEqual(bare, all);
  assert.ok(await tab.locator(".ms-legend").isHidden());
  await tab.keyboard.press("w");
  assert.equal(await pixels(tab), all);
  assert.deepEqual(await tab.locator(".ms-legend > div").allTextContents(), ["40 N/m²", "50 mm/s"]);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("parts are found only while they are there, windows where nothing lies on them", async () => {
  const { tab, trouble } = await open(shown.context, address("sorting"));
  /** @param {number} at @param {[number, number]} place m */
  const under = async (at, place) => {
    await seek(tab, at);
    await pixels(tab);
    return tab.evaluate((p) => {
      const { stage } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
      const found = stage.view.hit(/** @type {any} */ (stage.view.camera).pixel(p));
      return found && stage.parts.find((x) => x.sort === found.sort && x.index === found.index)?.path;
    }, place);
  };
  // the plate waits at (0.06, 0.11) and arrives at 0.8 s
  assert.equal(await under(0.79, [0.06, 0.11]), "gather");
  assert.equal(await under(0.8, [0.06, 0.11]), "plate");
  const disc = /** @type {[number, number]} */ ([0.04 + 0.09 * 2.45, 0.05 + 0.02 * Math.sin(4.9)]);
  assert.equal(await under(2.45, disc), "disc");
  assert.equal(await under(2.5, disc), "rejects");
  // the belt goes along
  assert.equal(await under(0, [0.06, 0.19]), "belt");
  assert.equal(await under(4, [0.06, 0.19]), null);
  assert.equal(await under(4, [0.18, 0.19]), "belt");
  await tab.getByRole("tab", { name: "Parts" }).click();
  await seek(tab, 3);
  await tab.locator(".ms-part", { hasText: "disc" }).hover();
  await pixels(tab);
  assert.match((await tab.locator(".ms-tip").textContent()) ?? "", /^discbodynot there now/);
  await tab.locator(".ms-part", { hasText: "pads" }).hover();
  await pixels(tab);
  assert.match((await tab.locator(".ms-tip").textContent()) ?? "", /^padsarrayon/);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("every part leaves a trace, and T takes them away", async () => {
  const { tab, trouble } = await open(shown.context, address("sorting"));
  await seek(tab, 2);
  const traced = await pixels(tab);
  assert.equal(await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.stage.traces.chosen.size), 2);
  await tab.keyboard.press("t");
  assert.notEqual(await pixels(tab), traced);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("a part of a run knows what came before it", async () => {
  const { tab, trouble } = await open(shown.context, address("part"));
  assert.equal(await active(tab), "sort: squeeze");
  const there = await tab.evaluate(() => {
    const { run } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
    return [1.8, 2.49, 2.5, 3].map((t) => [run.there(0, t), run.there(1, t)]);
  });
  assert.deepEqual(there, [[true, true], [true, true], [false, true], [false, true]]);
  assert.deepEqual(trouble, []);
  await tab.close();
});

for (const [width, height] of [[1280, 900], [820, 1100], [390, 844]]) {
  for (const colorScheme of /** @type {("light" | "dark")[]} */ (["light", "dark"])) {
    test(`everything can be read at ${width} × ${height} in ${colorScheme}`, async () => {
      const other = await browser({ viewport: { width, height }, colorScheme });
      for (const name of ["sorting", "thousand"]) {
        const { tab, trouble } = await open(other.context, address(name));
        for (const at of [0, 1.2, 2]) {
          await seek(tab, at);
          await pixels(tab);
          assert.deepEqual(await tab.evaluate(faults), [], `${name} at ${at}`);
        }
        assert.deepEqual(trouble, []);
        await tab.close();
      }
      await other.close();
    });
  }
}

test("a thousand parts are one page below a megabyte, each where it was", async () => {
  assert.ok(statSync(file("thousand")).size < 1e6, `${statSync(file("thousand")).size} bytes`);
  const { tab, trouble } = await open(shown.context, address("thousand"));
  assert.equal(await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.run.poseTracks.length), 3000);
  const place = await tab.evaluate(() => {
    const { run } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
    const poses = run.poses(run.between(1));
    return [poses[12 * 999], poses[12 * 999 + 1]];
  });
  const [r, turn] = [0.24, 2.399963 * 999 + 0.3];
  assert.ok(Math.abs(place[0] - 0.25 - r * Math.cos(turn)) < 1e-4 && Math.abs(place[1] - 0.25 - r * Math.sin(turn)) < 1e-4, `${place}`);
  assert.deepEqual(trouble, []);
  await tab.close();
});
