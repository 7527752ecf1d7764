// The scene's own plots, drawn already, brought to life; and any other column on demand.

import { Chart, swatch } from "mainspring/chart.js";
import { PanelCursor } from "mainspring/cursor.js";
import { h, write } from "mainspring/dom.js";
import { icon } from "mainspring/icons.js";

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
  for (const svg of drawings) {
    const cursors = follow(player, plot, svg);
    player.onChangeSeen(svg, () => cursors.forEach((c) => c.update()));
  }
  const shown = plot.against === null ? plot.curves : [plot.against, ...plot.curves];
  const values = shown.map(() => h("span", { class: "ms-value" }));
  const strokes = drawings[0] ? [...drawings[0].querySelectorAll("g.curve")] : [];
  const stroke = (/** @type {number} */ c) => strokes.find((g) => g.getAttribute("data-name") === columns[c].name);
  const sample = (/** @type {number} */ c) => {
    const line = stroke(c)?.querySelector("path.line");
    return line instanceof SVGElement && c !== plot.against ? [swatch(line.style.stroke, line.getAttribute("stroke-dasharray"))] : [];
  };
  const entries = shown.map((c, i) => h("li", {}, ...sample(c), h("span", { class: "ms-name" }, columns[c].name), values[i]));
  const update = () => {
    const at = player.run.between(player.time);
    shown.forEach((c, i) => write(values[i], player.run.told(c, player.run.read(player.run.values[c], at))));
  };
  const readouts = h("ul", { class: "ms-readouts" }, ...entries);
  player.onChangeSeen(readouts, update);
  return h("figure", { class: "ms-card ms-figure", "aria-label": plot.title }, ...drawings, readouts);
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
  const x = plot.against === null ? null : player.run.values[plot.against];
  const values = (/** @type {Element} */ curve) => {
    const name = curve.getAttribute("data-name");
    const column = plot.curves.find((c) => columns[c].name === name);
    return column === undefined ? undefined : player.run.values[column];
  };
  return [...svg.querySelectorAll("g.panel")].map((panel) => new PanelCursor(player, panel, x, values));
}

/** @param {Player} player */
function picker(player) {
  const { columns } = player.run.document;
  if (columns.length === 0) return [];
  const option = (/** @type {{ name: string }} */ { name }, /** @type {number} */ i) => h("option", { value: i }, name);
  const what = h("select", { id: "ms-what" }, ...columns.map(option));
  const over = h("select", { id: "ms-over" }, h("option", { value: -1 }, "time"), ...columns.map(option));
  const curve = (/** @type {number} */ i) => player.run.curve(i);
  const add = () => {
    const [y, x] = [Number(what.value), Number(over.value)];
    const chart = new Chart(player, { title: columns[y].name, curves: [curve(y)], x: x >= 0 ? curve(x) : null, height: 240 });
    const remove = h("button", { type: "button", class: "ms-icon ms-remove", "aria-label": "Remove this plot", title: "Remove this plot", onclick: () => holder.remove() }, icon("close"));
    const title = x >= 0 ? `${columns[y].name} over ${columns[x].name}` : columns[y].name;
    const holder = h("div", { class: "ms-card ms-added" }, h("h3", {}, title), remove, chart.element);
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
