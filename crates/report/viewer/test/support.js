// Pages made by the program itself, opened in a real browser.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../../../..");
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** How long anything may take, ms: long enough for a machine that does ten other things, short enough to end. */
const PATIENCE = 600_000;

/** A folder that goes away with the tests. */
export const folder = mkdtempSync(join(tmpdir(), "mainspring-pages-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @param {string[]} words of the command line */
function mainspring(...words) {
  const program = process.env.MAINSPRING;
  const [command, ...first] = program ? [program] : ["cargo", "run", "--quiet", "--package", "mainspring", "--"];
  execFileSync(command, [...first, ...words], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
}

/** Makes a page of a scene's file. @param {string} scene @param {string} name @param {string[]} more @returns {string} its address */
export function page(scene, name, ...more) {
  const file = join(folder, `${name}.html`);
  mainspring("report", scene, "-o", file, ...more);
  return pathToFileURL(file).href;
}

/** Makes a page of a scene's text. @param {string} text @param {string} name @param {string[]} more */
export function pageOf(text, name, ...more) {
  const file = join(folder, `${name}.mech`);
  writeFileSync(file, text);
  return page(file, name, ...more);
}

/** Every scene of the gallery, once: its name and file. */
export function gallery() {
  return readdirSync(join(ROOT, "scenes"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, file: join(ROOT, "scenes", name, "scene.mech") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {import("playwright-core").BrowserContextOptions} [options] */
export async function browser(options = {}) {
  const launched = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS, timeout: PATIENCE });
  const context = await launched.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE);
  return { context, close: () => launched.close() };
}

/**
 * Opens a page and writes down everything that should not happen.
 * @param {import("playwright-core").BrowserContext} context @param {string} address
 */
export async function open(context, address) {
  const tab = await context.newPage();
  /** @type {string[]} */
  const trouble = [];
  // the tests themselves read the picture back, and are told that it is slow
  const ours = (/** @type {string} */ text) => text.includes("Multiple readback operations");
  tab.on("console", (m) => ["error", "warning"].includes(m.type()) && !ours(m.text()) && trouble.push(m.text()));
  tab.on("pageerror", (e) => trouble.push(String(e)));
  tab.on("dialog", (d) => (trouble.push(`dialog: ${d.message()}`), d.dismiss()));
  tab.on("request", (r) => /^(file|data|blob):/.test(r.url()) || trouble.push(`asked for ${r.url()}`));
  await tab.goto(address);
  await tab.waitForFunction(() => document.querySelector("canvas")?.width);
  return { tab, trouble };
}

/** @typedef {import("mainspring/viewer.js").Viewer} Viewer */
/** @typedef {HTMLElement & { viewer: Viewer }} Shown */

/** Where the clock is, s. @param {import("playwright-core").Page} tab */
export const time = (tab) => tab.evaluate(() => /** @type {Shown} */ (document.getElementById("viewer")).viewer.player.time);

/** The picture's pixels, as a short text that changes with them. @param {import("playwright-core").Page} tab */
export const pixels = (tab) =>
  tab.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { canvas } = /** @type {Shown} */ (document.getElementById("viewer")).viewer.stage;
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let hash = 0;
    for (let i = 0; i < data.length; i++) hash = (Math.imul(hash, 31) + data[i]) | 0;
    return hash;
  });
