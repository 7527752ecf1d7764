// How the run was made, what it cost, and how to make it again.

import { h } from "mainspring/dom.js";
import { quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/run.js").Run} Run */

/** A word as a shell takes it. @param {string} word */
const quoted = (word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** @param {string} title @param {[string, string][]} rows */
function table(title, rows) {
  if (rows.length === 0) return [];
  const row = (/** @type {[string, string]} */ [name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));
  return [h("section", {}, h("h3", {}, title), h("table", { class: "ms-table" }, h("tbody", {}, ...rows.map(row))))];
}

/** @param {Run} run */
export function facts(run) {
  const { command, version, ending, settings, recorded, drawing } = run.document;
  /** @type {[string, string][]} */
  const made = [
    ["program", `Mainspring ${version}`],
    ["ended", ending ? `${ending.cause ?? ending.reason} at ${quantity(ending.time, "s")}` : "broken off: the recording has no end"],
  ];
  if (ending?.error) made.push(["because", ending.error]);
  if (ending) made.push(["hash of the final state", ending.hash]);
  made.push(["frames", run.count < recorded ? `${run.count} of ${recorded} recorded, in between interpolated` : `${recorded} recorded, in between interpolated`]);
  const pawls = drawing.bodies.length - 1;
  const swept = `a root with ${pawls === 1 ? "1 pawl" : `${pawls} pawls`}`;
  made.push(["mechanism", run.sweep ? swept : `${drawing.bodies.length} bodies, ${drawing.joints.length} joints, ${drawing.springs.length} springs`]);
  const again =
    command.length > 0
      ? h("pre", { class: "ms-command", tabindex: 0, "aria-label": "Command" }, h("code", {}, command.map(quoted).join(" ")))
      : h("p", { class: "ms-quiet" }, "The scene was made and run by a program.");
  const check = ending ? [h("p", { class: "ms-quiet" }, "The same version gives the same bits on every machine: compare the hash.")] : [];
  return h(
    "div",
    { class: "ms-facts" },
    h("section", {}, h("h3", {}, "Make it again"), again, ...check),
    ...table("This run", made),
    ...table("Settings", settings),
    ...table("Work done", (ending?.work ?? []).map(([name, count]) => [name.replaceAll("_", " "), count.toLocaleString("en-GB").replaceAll(",", "\u202f")])),
  );
}
