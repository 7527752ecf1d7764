// Every gallery scene's page, light and dark, wide and narrow: nothing overlaps, is cut off, too faint or empty.

import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { faults } from "./check.js";
import { browser, gallery, open, page } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */

/** @type {Awaited<ReturnType<typeof browser>>} */
let wide;
before(async () => {
  wide = await browser();
  await wide.context.addInitScript(`window.faults = ${faults}`);
});
after(() => wide.close());

const SIZES = [{ width: 1280, height: 800 }, { width: 390, height: 800 }];
const VIEWS = ["Energy", "Parts", "Scene", "Run", "Events"];
/** Screenshots of all of them, where a folder is given. */
const PICTURES = process.env.MAINSPRING_SCREENSHOTS;

/**
 * Goes through the views within the page, forces shown with the parts: what is wrong in each, and how long a picture took, ms.
 * @param {string[]} views
 */
async function look(views) {
  const { player, stage } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
  const found = [];
  for (const view of views) {
    const tab = [...document.querySelectorAll("[role=tab]")].find((tab) => tab.textContent?.includes(view));
    if (!(tab instanceof HTMLElement)) {
      found.push({ view, sort: "missing", text: "its tab" });
      continue;
    }
    tab.click();
    if (tab.ariaSelected !== "true") found.push({ view, sort: "missing", text: "the view: its tab does not open it" });
    if (stage.forces.shown !== (view === "Parts")) document.querySelector("[data-key=forces]")?.dispatchEvent(new MouseEvent("click"));
    player.seek(player.run.from + 0.43 * (player.run.to - player.run.from));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    found.push(.../** @type {{ faults: typeof faults }} */ (/** @type {unknown} */ (window)).faults().map((fault) => ({ view, ...fault })));
  }
  return { found, took: stage.took };
}

for (const { name, file } of gallery()) {
  test(`${name}: page`, async () => {
    const address = page(file, name);
    const size = statSync(fileURLToPath(address)).size;
    assert.ok(size < 1_000_000, `${size} bytes`);
    const { tab, trouble } = await open(wide.context, address);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await tab.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const viewport of SIZES) {
        await tab.setViewportSize(viewport);
        const { found, took } = await tab.evaluate(look, VIEWS);
        assert.deepEqual(found, [], `${name} ${colorScheme} ${viewport.width}`);
        if (viewport.width === 1280 && colorScheme === "light") console.log(`${name}: ${(size / 1000).toFixed(0)} kB, a picture in ${took.toFixed(1)} ms`);
        if (PICTURES) {
          mkdirSync(PICTURES, { recursive: true });
          await tab.getByRole("tab", { name: "Energy" }).first().click();
          await tab.screenshot({ path: join(PICTURES, `${name}-${colorScheme}-${viewport.width}.png`), fullPage: true });
        }
      }
    }
    assert.deepEqual(trouble, []);
    await tab.close();
  });
}

test("the check finds faults planted on purpose", async () => {
  const { tab } = await open(wide.context, page(gallery()[0].file, "planted"));
  const plant = async (/** @type {string} */ html) => {
    await tab.evaluate((text) => {
      const holder = document.createElement("div");
      holder.id = "planted";
      holder.style.cssText = "position:absolute;left:300px;top:60px;z-index:9;pointer-events:none";
      holder.innerHTML = text;
      document.getElementById("viewer")?.append(holder);
    }, html);
    const found = (await tab.evaluate(faults)).map((f) => f.sort);
    await tab.evaluate(() => document.getElementById("planted")?.remove());
    return found;
  };
  assert.deepEqual(await tab.evaluate(faults), []);
  assert.ok((await plant('<b>one text</b><b style="position:absolute;left:4px;top:2px">another</b>')).includes("overlap"));
  assert.ok((await plant('<div style="width:30px;overflow:hidden;white-space:nowrap">a long text indeed</div>')).includes("clipped"));
  assert.ok((await plant('<div style="position:fixed;left:1270px;top:0;white-space:nowrap">out of the window</div>')).includes("clipped"));
  assert.ok((await plant('<svg width="40" height="20"><text x="20" y="14">beyond the drawing</text></svg>')).includes("clipped"));
  assert.ok((await plant('<span style="color:#999;background:#fff">faint</span>')).includes("contrast"));
  await tab.evaluate(() => {
    const { stage } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
    stage.canvas.getContext("2d")?.clearRect(0, 0, 1e5, 1e5);
  });
  assert.ok((await tab.evaluate(faults)).some((f) => f.sort === "empty"));
  await tab.close();
});
