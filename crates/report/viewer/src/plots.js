// The scene's own plots, drawn already, brought to life; and any other column on demand.

import { Chart } from "mainspring/chart.js";
import { PanelCursor } from "mainspring/cursor.js";
import { h, write } from "mainspring/dom.js";
import { icon } from "mainspring/icons.js";
import { quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */
/** @typedef {import("mainspring/document.js").Plotted} Plotted */

/** @param {Player} player */
export function plots(player) {
  const own = player.run.document.plots.map((plot) => card(player, plot));
  return h("section", { class: "ms-plots", "aria-label": "Plots" }, ...own, ...picker(player));
}

/** @param {Player} player @param {Plotted} plot */
function card(player, plot) {
  const { columns } = player.run.document;
  const drawings = [plot.svg, plot.narrow].flatMap((text) => (text ? [drawing(text)] : []));
  if (drawings.length > 1) {
    drawings[0]?.classList.add("ms-wide");
    drawings[1]?.classList.add("ms-narrow");
  }
  const cursors = drawings.flatMap((svg) => follow(player, plot, svg));
  const shown = plot.against === null ? plot.curves : [plot.against, ...plot.curves];
  const values = shown.map(() => h("span", { class: "ms-value" }));
  const entries = shown.map((c, i) => h("li", {}, h("span", { class: "ms-name" }, columns[c].name), values[i]));
  const update = () => {
    cursors.forEach((c) => c.update());
    const at = player.run.between(player.time);
    shown.forEach((c, i) => write(values[i], quantity(player.run.read(player.run.values[c], at), columns[c].unit)));
  };
  player.onChange(update);
  return h("figure", { class: "ms-card ms-figure", "aria-label": plot.title }, ...drawings, h("ul", { class: "ms-readouts" }, ...entries));
}

/** The picture as elements. Nothing in it runs: it is parsed as a document of its own, and the page's policy holds. @param {string} text */
function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  svg.classList.add("ms-drawn");
  return svg;
}

/** @param {Player} player @param {Plotted} plot @param {SVGSVGElement} svg */
function follow(player, plot, svg) {
  const { columns } = player.run.document;
  // curves of one unit share a panel, in order of first appearance
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const c of plot.curves) {
    const { unit } = columns[c];
    groups.set(unit, [...(groups.get(unit) ?? []), c]);
  }
  const x = plot.against === null ? null : player.run.values[plot.against];
  const panels = /** @type {SVGGElement[]} */ ([...svg.querySelectorAll("g.panel")]);
  return [...groups.values()].flatMap((group, i) => {
    const panel = panels[i];
    if (!panel) return [];
    const strokes = [...panel.querySelectorAll(".curve")];
    const curves = group.map((c, k) => ({ y: player.run.values[c], colour: strokes[k]?.getAttribute("stroke") ?? "currentColor" }));
    return [new PanelCursor(player, panel, x, curves)];
  });
}

/** @param {Player} player */
function picker(player) {
  const { columns } = player.run.document;
  if (columns.length === 0) return [];
  const option = (/** @type {{ name: string }} */ { name }, /** @type {number} */ i) => h("option", { value: i }, name);
  const what = h("select", { id: "ms-what" }, ...columns.map(option));
  const over = h("select", { id: "ms-over" }, h("option", { value: -1 }, "time"), ...columns.map(option));
  const curve = (/** @type {number} */ i) => ({ ...columns[i], y: player.run.values[i] });
  const add = () => {
    const [y, x] = [Number(what.value), Number(over.value)];
    const chart = new Chart(player, { title: columns[y].name, curves: [curve(y)], x: x >= 0 ? curve(x) : null, height: 240 });
    const remove = h("button", { type: "button", class: "ms-icon ms-remove", "aria-label": "Remove this plot", title: "Remove this plot", onclick: () => holder.remove() }, icon("close"));
    const holder = h("div", { class: "ms-card ms-added" }, remove, chart.element);
    form.before(holder);
  };
  const form = h(
    "form",
    { class: "ms-card ms-picker", onsubmit: (e) => (e.preventDefault(), add()) },
    h("label", {}, h("span", {}, "Plot"), what),
    h("label", {}, h("span", {}, "over"), over),
    h("button", { type: "submit", class: "ms-button" }, "Add plot"),
  );
  return [form];
}
