// What people do with a page: play, scrub, press keys, point, turn; and what hostile scenes try.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, gallery, open, page, pageOf, pixels, time } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */
/** @typedef {import("playwright-core").Page} Page */

const NASTY = "</script><img src=x onerror=alert(1)><!-- ]]> <svg onload=alert(2)> ${alert(3)} &lt;";
const SCENE = `space planar
gravity (0, -9.81) m/s^2
// ${NASTY}
/* ${NASTY.replaceAll("*/", "")} */
mass bob = 1 kg at (1, 0) m
mass other = 2 kg at (2, 0) m
joint rod = distance(ground (0, 0), bob.center) { length = 1 m }
spring s = linear(bob.center, other.center) { stiffness = 20 N/m; rest = 90 cm }
release rod at 1.5 s
release s at 2 s
run 3 s every 10 ms
plot ${JSON.stringify(NASTY)} bob.position.y
plot "path" bob.position.y against bob.position.x
`;

/** @type {Awaited<ReturnType<typeof browser>>} */
let shown;
/** @type {string} */
let planar;
/** @type {string} */
let spatial;
before(async () => {
  shown = await browser();
  planar = pageOf(SCENE, "nasty", "--title", NASTY);
  spatial = page(gallery().find((g) => g.name === "hand")?.file ?? "", "hand");
});
after(() => shown.close());

/** @param {Page} tab @param {number} at s */
const seek = (tab, at) => tab.evaluate((t) => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.seek(t), at);

test("play moves it, pause stops it", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  const first = await pixels(tab);
  assert.equal(await time(tab), 0);
  await tab.getByRole("button", { name: "Play" }).click();
  await tab.waitForFunction(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.time > 0.3);
  await tab.getByRole("button", { name: "Pause" }).click();
  const [stopped, moved] = [await time(tab), await pixels(tab)];
  assert.notEqual(moved, first);
  await tab.waitForTimeout(80);
  assert.equal(await time(tab), stopped);
  assert.equal(await pixels(tab), moved);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("it plays by itself unless less motion is asked for", async () => {
  const still = await open(shown.context, planar);
  assert.equal(await still.tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.playing), false);
  await still.tab.emulateMedia({ reducedMotion: "no-preference" });
  await still.tab.reload();
  await still.tab.waitForFunction(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer?.player.time > 0.05);
  await still.tab.close();
});

test("the cursor follows, and dragging on a plot goes to the moment", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  const cursor = () => tab.evaluate(() => {
    const panel = document.querySelector(".ms-wide g.panel");
    const number = (/** @type {string} */ name) => Number(panel?.getAttribute(name));
    const x = Number(panel?.querySelector(".ms-cursor")?.getAttribute("x1"));
    const y = Number(panel?.querySelector(".ms-cursor-dot")?.getAttribute("cy"));
    const curve = panel?.querySelector("g.curve");
    const [y0, y1] = ["data-y0", "data-y1"].map((name) => Number(curve?.getAttribute(name)));
    const part = (x - number("data-left")) / (number("data-right") - number("data-left"));
    const up = (number("data-bottom") - y) / (number("data-bottom") - number("data-top"));
    return { time: number("data-x0") + part * (number("data-x1") - number("data-x0")), value: y0 + up * (y1 - y0) };
  });
  for (const at of [0, 0.77, 2.2, 3]) {
    await seek(tab, at);
    const { time: t, value } = await cursor();
    const read = await tab.evaluate((s) => /** @type {Shown} */ (document.getElementById("viewer")).viewer.run.value(0, s), at);
    assert.ok(Math.abs(t - at) < 0.01, `${t} for ${at}`);
    assert.ok(Math.abs(value - read) < 0.05, `${value} for ${read}`);
  }
  const box = await tab.locator(".ms-wide g.panel rect").first().boundingBox();
  assert.ok(box);
  await tab.mouse.move(box.x + 0.25 * box.width, box.y + box.height / 2);
  await tab.mouse.down();
  assert.ok(Math.abs((await time(tab)) - 0.75) < 0.03);
  await tab.mouse.move(box.x + 0.5 * box.width, box.y + box.height / 2);
  await tab.mouse.up();
  assert.ok(Math.abs((await time(tab)) - 1.5) < 0.03);
  // over another column than time only the dot moves
  const dot = () => tab.locator(".ms-wide").nth(1).locator(".ms-cursor-dot").getAttribute("cx");
  await seek(tab, 0.1);
  const before2 = await dot();
  await seek(tab, 0.9);
  assert.notEqual(await dot(), before2);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("every key does what the help says", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  const state = () => tab.evaluate(() => {
    const { player, stage } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
    return { time: player.time, playing: player.playing, loop: player.loop, forces: stage.forces.shown, traces: stage.traces.shown, scale: stage.view.camera.width };
  });
  await tab.keyboard.press("ArrowRight");
  const one = await time(tab);
  assert.ok(one > 0 && one < 0.05);
  await tab.keyboard.press("ArrowLeft");
  assert.equal(await time(tab), 0);
  await tab.keyboard.press("Shift+ArrowRight");
  assert.ok(Math.abs((await time(tab)) - 0.15) < 1e-6);
  await tab.keyboard.press("Shift+ArrowLeft");
  assert.ok(Math.abs(await time(tab)) < 1e-6);
  await tab.keyboard.press("End");
  assert.ok(Math.abs((await time(tab)) - 3) < 1e-9);
  await tab.keyboard.press("Home");
  assert.equal(await time(tab), 0);
  await tab.keyboard.press("Space");
  assert.equal((await state()).playing, true);
  await tab.keyboard.press("Space");
  assert.equal((await state()).playing, false);
  for (const [key, what] of /** @type {const} */ ([["l", "loop"], ["f", "forces"], ["t", "traces"]])) {
    const was = (await state())[what];
    await tab.keyboard.press(key);
    assert.equal((await state())[what], !was, what);
  }
  const whole = await pixels(tab);
  await tab.keyboard.press("+");
  const near = await pixels(tab);
  assert.notEqual(near, whole);
  await tab.keyboard.press("-");
  await tab.keyboard.press("-");
  assert.notEqual(await pixels(tab), near);
  await tab.keyboard.press("0");
  assert.equal(await pixels(tab), whole);
  await tab.keyboard.press("d");
  assert.notEqual(await pixels(tab), whole);
  await tab.keyboard.press("?");
  await tab.getByRole("dialog").waitFor();
  await tab.keyboard.press("Escape");
  assert.equal(await tab.getByRole("dialog").count(), 0);
  // keys typed into a choice stay there
  await tab.keyboard.press("Home");
  await tab.locator("#ms-what").focus();
  await tab.keyboard.press("ArrowRight");
  assert.equal(await time(tab), 0);
  // the picture itself
  await tab.locator("canvas").focus();
  const before2 = await pixels(tab);
  await tab.keyboard.press("ArrowUp");
  assert.notEqual(await pixels(tab), before2);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("speed, loop and the slider", async () => {
  const { tab } = await open(shown.context, planar);
  await tab.getByRole("combobox", { name: "Speed" }).selectOption({ label: "4×" });
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Loop" }).click();
  await seek(tab, 2.9);
  await tab.getByRole("button", { name: "Play" }).click();
  await tab.waitForFunction(() => !(/** @type {Shown} */ (document.getElementById("viewer")).viewer.player.playing));
  assert.equal(await time(tab), 3);
  const slider = await tab.getByRole("slider", { name: "Time" }).boundingBox();
  assert.ok(slider);
  await tab.mouse.click(slider.x + slider.width / 2, slider.y + slider.height / 2);
  assert.ok(Math.abs((await time(tab)) - 1.5) < 0.1);
  await tab.close();
});

test("an event takes you to its moment, and what it lets go vanishes", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  await tab.getByRole("tab", { name: /Events/ }).click();
  await tab.getByRole("button", { name: /release.*rod/ }).click();
  assert.ok(Math.abs((await time(tab)) - 1.5) < 1e-9);
  const attached = (/** @type {number} */ at) => tab.evaluate((t) => {
    const { run } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
    return [run.attached(run.drawing.joints[0], t), run.attached(run.drawing.springs[0], t)];
  }, at);
  assert.deepEqual(await attached(1.49), [true, true]);
  assert.deepEqual(await attached(1.5), [false, true]);
  assert.deepEqual(await attached(2.5), [false, false]);
  assert.equal(await tab.locator(".ms-mark").count(), await tab.locator(".ms-event").count());
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("in the plane: wheel and drag change the picture, pointing shows a name", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  const box = await tab.locator("canvas").boundingBox();
  assert.ok(box);
  const seen = [await pixels(tab)];
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await tab.mouse.wheel(0, -300);
  seen.push(await pixels(tab));
  await tab.mouse.down();
  await tab.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 30, { steps: 3 });
  await tab.mouse.up();
  seen.push(await pixels(tab));
  assert.equal(new Set(seen).size, 3);
  await tab.getByRole("button", { name: "Show all" }).click();
  const bob = await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.stage.view.whereIs({ sort: "body", index: 1 }));
  await tab.mouse.move(box.x + bob[0], box.y + bob[1]);
  await tab.getByRole("status").getByText("other").first().waitFor();
  assert.match(await tab.getByRole("status").innerText(), /point mass[^]*2\.000 kg/);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("in space: turning, moving and zooming change the picture, pointing and focus show names", async () => {
  const { tab, trouble } = await open(shown.context, spatial);
  const box = await tab.locator("canvas").boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const seen = [await pixels(tab)];
  const drag = async () => {
    await tab.mouse.move(x, y);
    await tab.mouse.down();
    await tab.mouse.move(x + 70, y + 20, { steps: 3 });
    await tab.mouse.up();
    seen.push(await pixels(tab));
  };
  await drag();
  await tab.keyboard.down("Shift");
  await drag();
  await tab.keyboard.up("Shift");
  await tab.mouse.wheel(0, 200);
  seen.push(await pixels(tab));
  assert.equal(new Set(seen).size, 4);
  await tab.getByRole("button", { name: "Show all" }).click();
  assert.equal(await pixels(tab), seen[0]);
  await tab.mouse.move(x, y + 40);
  await tab.getByRole("status").locator("strong").waitFor();
  await tab.mouse.move(2, 2);
  await tab.getByRole("tab", { name: "Parts" }).click();
  await tab.mouse.move(2, 2);
  const plain = await pixels(tab);
  await tab.locator(".ms-part").nth(2).focus();
  assert.notEqual(await pixels(tab), plain);
  assert.equal(await tab.getByRole("status").locator("strong").innerText(), await tab.locator(".ms-part .ms-name").nth(2).innerText());
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("any column can be plotted", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  const before2 = await tab.locator(".ms-added").count();
  await tab.getByRole("button", { name: "Add plot" }).click();
  await tab.locator("#ms-over").selectOption({ index: 2 });
  await tab.getByRole("button", { name: "Add plot" }).click();
  assert.equal(await tab.locator(".ms-added").count(), before2 + 2);
  const d = await tab.locator(".ms-added path.line").first().getAttribute("d");
  assert.ok(d && d.split(/[ML]/).length > 100 && !d.includes("NaN"));
  await tab.getByRole("button", { name: "Remove this plot" }).first().click();
  assert.equal(await tab.locator(".ms-added").count(), before2 + 1);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("hostile titles, comments and names are only text", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  assert.equal(await tab.getByRole("heading", { level: 1 }).innerText(), NASTY.replace(/\s+/g, " "));
  assert.equal(await tab.title(), NASTY);
  await tab.getByRole("tab", { name: "Scene" }).click();
  assert.ok((await tab.locator(".ms-source").innerText()).includes(NASTY));
  assert.equal(await tab.locator("img, iframe, object").count(), 0);
  assert.equal(await tab.locator("script").count(), 3);
  await tab.waitForTimeout(100);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("frame times while playing, for the record", async () => {
  for (const [name, address] of [["plane", planar], ["space", spatial]]) {
    const { tab } = await open(shown.context, address);
    const took = await tab.evaluate(async () => {
      const { player, stage } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
      player.play();
      const times = [];
      for (let i = 0; i < 90; i++) {
        await new Promise((done) => requestAnimationFrame(done));
        times.push(stage.took);
      }
      return times.slice(30).sort((a, b) => a - b);
    });
    console.log(`${name}: a picture takes ${took[30].toFixed(1)} ms, at worst ${took[59].toFixed(1)} ms`);
    await tab.close();
  }
});

test("on paper it is light and holds still, whatever it was on the screen", async () => {
  const { tab, trouble } = await open(shown.context, planar);
  const look = () =>
    tab.evaluate(() => {
      const element = /** @type {Shown} */ (document.getElementById("viewer"));
      return { theme: element.dataset.theme, playing: element.viewer.player.playing, ink: element.viewer.stage.look.ink };
    });
  await tab.evaluate(() => {
    const { viewer } = /** @type {Shown} */ (document.getElementById("viewer"));
    viewer.toggleTheme();
    viewer.player.play();
  });
  const before = await look();
  assert.equal(before.theme, "dark");
  await tab.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const on = await look();
  assert.deepEqual([on.theme, on.playing], ["light", false]);
  assert.notEqual(on.ink, before.ink);
  await tab.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.deepEqual(await look(), { ...before, playing: false });
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("while it plays, picture, clock and cursor show one moment", async () => {
  for (const address of [planar, spatial]) {
    const { tab, trouble } = await open(shown.context, address);
    const apart = await tab.evaluate(async () => {
      const { player, stage } = /** @type {Shown} */ (document.getElementById("viewer")).viewer;
      let drawn = NaN;
      const draw = stage.view.draw.bind(stage.view);
      stage.view.draw = (c, moment) => ((drawn = moment.time), draw(c, moment));
      player.play();
      // the player's turn comes first in each picture
      const gaps = [];
      for (let i = 0; i < 12; i++) {
        await new Promise((done) => requestAnimationFrame(done));
        if (i > 1) gaps.push(player.time - drawn);
      }
      player.pause();
      return gaps;
    });
    assert.deepEqual(apart, apart.map(() => 0));
    assert.deepEqual(trouble, []);
    await tab.close();
  }
});

test("nothing of one picture stays in the next, on coarse and on fine screens", async () => {
  for (const deviceScaleFactor of [1, 2]) {
    const one = await browser({ deviceScaleFactor });
    const { tab, trouble } = await open(one.context, spatial);
    const at = async (/** @type {number} */ t) => (await seek(tab, t), pixels(tab));
    const [first, later] = [await at(0.2), await at(1.9)];
    assert.notEqual(first, later);
    assert.equal(await at(0.2), first);
    // zoomed in until all is covered, then back
    const zoom = (/** @type {number} */ f) => tab.evaluate((f) => /** @type {Shown} */ (document.getElementById("viewer")).viewer.stage.zoom(f), f);
    await zoom(8);
    await pixels(tab);
    await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.stage.fit());
    assert.equal(await at(1.9), later);
    assert.deepEqual(trouble, []);
    await one.close();
  }
});
