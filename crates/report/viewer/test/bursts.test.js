// Bursts of events as one line that opens, and stretches of stepped time, on the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { faults } from "./check.js";
import { browser, gallery, open, page, pageOf, time } from "./support.js";

/** @typedef {import("./support.js").Shown} Shown */
/** @typedef {import("playwright-core").Page} Page */

const BALL = `space planar
gravity (0, -9.81) m/s^2
primitive ball_ { shape = disc(2 cm); mass = 50 g }
part ball = ball_() at (0, 20) cm
obstacle floor = halfplane((0, 0) m, (0, 1))
contact ball, floor { restitution = 0.5 }
record ball.position.y
plot "height" ball.position.y
run 2 s every 10 ms
`;

/** @type {Awaited<ReturnType<typeof browser>>} */
let shown;
/** @type {string} */
let ball;
/** @type {string} */
let heap;
before(async () => {
  shown = await browser();
  ball = pageOf(BALL, "ball");
  heap = page(gallery().find((g) => g.name === "funnel")?.file ?? "", "funnel");
});
after(() => shown.close());

/** @param {Page} tab @param {number} at s */
const seek = (tab, at) => tab.evaluate((t) => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.seek(t), at);

/** What the burst says, how many lines it opened, which line is the present one. @param {Page} tab */
const state = (tab) =>
  tab.evaluate(() => {
    const button = document.querySelector(".ms-burst");
    const list = document.getElementById(button?.getAttribute("aria-controls") ?? "");
    return {
      expanded: button?.getAttribute("aria-expanded"),
      hidden: list?.hidden,
      lines: list?.querySelectorAll(".ms-event").length,
      present: document.querySelectorAll(".ms-event[aria-current]").length,
      text: button?.querySelector(".ms-event-text")?.textContent ?? "",
    };
  });

test("a burst opens with the mouse and goes to its moment", async () => {
  const { tab, trouble } = await open(shown.context, ball);
  const burst = tab.locator(".ms-burst");
  assert.equal(await burst.count(), 1);
  const closed = await state(tab);
  assert.match(closed.text, /^\d+ blows and 2 changes of contact in [\d.]+ ms between ball and floor, closer and closer$/);
  assert.deepEqual([closed.expanded, closed.hidden, closed.lines], ["false", true, 0]);
  const said = (closed.text.match(/\d+/g) ?? []).map(Number);
  await burst.click();
  const opened = await state(tab);
  assert.deepEqual([opened.expanded, opened.hidden, opened.lines], ["true", false, said[0] + 2]);
  const from = await time(tab);
  // told from the beginning of the burst, since times of its events are all but the same
  assert.deepEqual(await tab.locator(".ms-burst-events .ms-event-time").evaluateAll((all) => [all[0].textContent, all.every((t) => t.textContent?.startsWith("+"))]), ["+0 s", true]);
  // the events below go to their moments, later ones later
  const lines = tab.locator(".ms-burst-events .ms-event");
  await lines.nth(3).click();
  assert.ok((await time(tab)) > from);
  assert.equal(await lines.nth(3).getAttribute("aria-current"), "true");
  // every event is counted in the title of its tab, however few lines there are
  const events = await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.run.document.events.length);
  assert.equal(await tab.getByRole("tab").first().textContent(), `Events (${events})`);
  await burst.click();
  assert.equal((await state(tab)).expanded, "false");
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("it opens with the keyboard, and stays open while the time moves", async () => {
  const { tab, trouble } = await open(shown.context, ball);
  // by Tab alone, from the line before it
  const before = tab.locator(".ms-events > li > .ms-event:not(.ms-burst)").last();
  await before.focus();
  await tab.keyboard.press("Tab");
  assert.ok(await tab.evaluate(() => document.activeElement?.classList.contains("ms-burst")));
  await tab.keyboard.press("Enter");
  const count = (await state(tab)).lines ?? 0;
  assert.ok(count > 5);
  // the next stop is its first event
  await tab.keyboard.press("Tab");
  assert.ok(await tab.evaluate(() => document.activeElement?.closest(".ms-burst-events") !== null));
  for (const at of [0, 0.1, 1.9, 0.3]) {
    await seek(tab, at);
    const { expanded, lines, present } = await state(tab);
    assert.deepEqual([expanded, lines, present], ["true", count, at > 0.15 ? 1 : 0]);
  }
  await tab.keyboard.press("Shift+Tab");
  // space is for the line that has the focus, not for playing
  await tab.keyboard.press(" ");
  assert.equal((await state(tab)).expanded, "false");
  assert.equal(await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.playing), false);
  // closed, its line stands for all of it
  await seek(tab, 1.9);
  assert.equal(await tab.locator(".ms-burst").getAttribute("aria-current"), "true");
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("one mark on the slider and one on a plot for a whole burst", async () => {
  const { tab } = await open(shown.context, ball);
  const lines = await tab.locator(".ms-events > li").count();
  assert.equal(await tab.locator(".ms-mark").count(), lines);
  const marks = await tab.locator(".ms-wide line.marker").evaluateAll((all) => all.map((m) => m.querySelector("title")?.textContent ?? ""));
  assert.equal(marks.filter((m) => /blows and 2 changes/.test(m)).length, 1);
  await tab.close();
});

test("stepped stretches are shaded, named in the legend and said of a moment", async () => {
  const { tab, trouble } = await open(shown.context, heap);
  const [from, to] = await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.run.document.stepped?.[0] ?? [NaN, NaN]);
  const events = await tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.run.document.events);
  // to the moment of the event, not of a frame
  assert.equal(from, events.find((e) => e.kind === "stepping")?.time);
  assert.match((await tab.locator(".ms-touch-legend").textContent()) ?? "", /stepped, /);
  const share = await tab.evaluate(() => {
    const band = document.querySelector(".ms-touch-under .ms-stepped")?.getBoundingClientRect();
    const lanes = document.querySelector(".ms-lane-track")?.getBoundingClientRect();
    return band && lanes ? [(band.left - lanes.left) / lanes.width, (band.right - lanes.left) / lanes.width] : [];
  });
  assert.ok(Math.abs(share[0] - from / 1.2) < 0.01 && Math.abs(share[1] - to / 1.2) < 0.01, String(share));
  const slider = tab.getByRole("slider", { name: "Time" });
  await seek(tab, 0.05);
  assert.doesNotMatch((await slider.getAttribute("aria-valuetext")) ?? "", /stepped/);
  await seek(tab, 0.6);
  assert.match((await slider.getAttribute("aria-valuetext")) ?? "", /, stepped$/);
  assert.match((await slider.getAttribute("title")) ?? "", /^Stepped from /);
  const lane = tab.locator(".ms-lane-track").first();
  await lane.focus();
  assert.match((await tab.locator(".ms-touch-said").first().textContent()) ?? "", /\(stepped\)/);
  assert.deepEqual(trouble, []);
  await tab.close();
});

test("opened bursts fit in a narrow page, light and dark", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const narrow = await browser({ viewport: { width: 360, height: 900 }, colorScheme });
    const { tab } = await open(narrow.context, ball);
    await tab.locator(".ms-burst").click();
    assert.deepEqual(await tab.evaluate(faults), []);
    await narrow.close();
  }
});
