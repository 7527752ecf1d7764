// The energy ledger: nine terms now, and where the energy is over the run.

import { Chart } from "mainspring/chart.js";
import { h, write } from "mainspring/dom.js";
import { quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/player.js").Player} Player */

/** @type {Record<string, string>} */
const MEANING = {
  kinetic: "of motion",
  potential: "of weight",
  spring: "stored in springs",
  work: "put in by forces and drives so far",
  dissipated: "turned to heat by dampers so far",
  lost: "lost when joints were attached",
  switched: "taken away or brought by springs that were switched",
  projected: "put in by closing the joints to round-off",
  residual: "what does not balance",
};

/** @param {Player} player */
export function energyLedger(player) {
  const { run } = player;
  const { terms } = run.document;
  const cells = terms.map(() => h("td", { class: "ms-number" }));
  const rows = terms.map((term, i) => h("tr", {}, h("th", { scope: "row" }, term), cells[i], h("td", { class: "ms-quiet" }, MEANING[term] ?? "")));
  player.onChange(() => {
    const at = run.between(player.time);
    cells.forEach((cell, i) => write(cell, quantity(run.read(run.balance[i], at), "J")));
  });
  const total = Float64Array.from({ length: run.count }, (_, i) => run.balance[0][i] + run.balance[1][i] + run.balance[2][i]);
  const curves = [...["kinetic", "potential", "spring"].map((name, i) => ({ name, unit: "J", y: run.balance[i] })), { name: "total", unit: "J", y: total }];
  const moving = curves.filter(({ y }) => Array.prototype.some.call(y, (v) => v !== 0));
  const chart = new Chart(player, { title: "Energy", curves: moving.length > 0 ? moving : curves, x: null, height: 170 });
  const table = h(
    "table",
    { class: "ms-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "energy"), h("th", { scope: "col", class: "ms-number" }, "now"), h("th", { scope: "col" }, "what it is"))),
    h("tbody", {}, ...rows),
  );
  return h("div", { class: "ms-energy" }, chart.element, table);
}
