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
  dissipated: "turned to heat by dampers and friction so far",
  lost: "lost in blows and snaps, and when joints were attached",
  gained: "gained in blows by the law of impact, which “coulomb” never does, or by a jump",
  switched: "taken away or brought by springs that were switched",
  projected: "put in by closing the joints to round-off",
  residual: "what does not balance",
};

/** @param {Player} player */
export function energyLedger(player) {
  const { run } = player;
  const { terms } = run.document;
  const cells = terms.map(() => h("td", { class: "ms-number" }));
  const names = terms.map((term) => h("th", { scope: "row" }, term));
  const meanings = terms.map((term) => h("td", { class: "ms-quiet" }, MEANING[term] ?? ""));
  const rows = terms.map((_, i) => h("tr", {}, names[i], cells[i], meanings[i]));
  player.onChange(() => {
    const at = run.between(player.time);
    terms.forEach((term, i) => {
      const value = run.read(run.balance[i], at);
      // less than nothing lost is a gain, and is called so
      const gain = term === "lost" && value < 0;
      write(names[i], gain ? "gained" : term);
      write(meanings[i], MEANING[gain ? "gained" : term] ?? "");
      write(cells[i], quantity(gain ? -value : value, "J"));
    });
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
