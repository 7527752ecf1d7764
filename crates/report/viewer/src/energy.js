// The energy ledger: its terms now, and where the energy is over the run.

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

/** Terms that are energy now, not so far. */
const STORED = ["kinetic", "potential", "spring"];
/** What a sweep puts otherwise: only the root is driven, only pawls rub and fall. @type {Record<string, string>} */
const SWEPT = { work: "put in by the root so far", dissipated: "turned to heat by friction so far", lost: "lost in snaps and falls" };
/** What a sweep knows nothing of: it has no masses, switches nothing, and closes no joints by numbers. */
const NOT_SWEPT = ["kinetic", "potential", "switched", "projected"];

/** @param {Player} player */
export function energyLedger(player) {
  const { run } = player;
  const meaning = (/** @type {string} */ term) => (run.sweep ? SWEPT[term] : undefined) ?? MEANING[term] ?? "";
  const nothing = (/** @type {ArrayLike<number>} */ y) => Array.prototype.every.call(y, (v) => v === 0);
  const known = run.document.terms
    .map((term, i) => ({ term, y: run.balance[i] }))
    .filter(({ term, y }) => !(run.sweep && NOT_SWEPT.includes(term) && nothing(y)));
  const terms = known.map(({ term }) => term);
  const cells = terms.map(() => h("td", { class: "ms-number" }));
  const names = terms.map((term) => h("th", { scope: "row" }, term));
  const meanings = terms.map((term) => h("td", { class: "ms-quiet" }, meaning(term)));
  const rows = terms.map((_, i) => h("tr", {}, names[i], cells[i], meanings[i]));
  player.onChange(() => {
    const at = run.between(player.time);
    known.forEach(({ term, y }, i) => {
      const value = run.read(y, at);
      // less than nothing lost is a gain, and is called so
      const gain = term === "lost" && value < 0;
      write(names[i], gain ? "gained" : term);
      write(meanings[i], meaning(gain ? "gained" : term));
      write(cells[i], quantity(gain ? -value : value, "J"));
    });
  });
  const total = Float64Array.from({ length: run.count }, (_, i) => run.balance[0][i] + run.balance[1][i] + run.balance[2][i]);
  const stored = known.filter(({ term }) => STORED.includes(term)).map(({ term, y }) => ({ name: term, unit: "J", y }));
  const curves = stored.length > 1 ? [...stored, { name: "total", unit: "J", y: total }] : stored;
  const moving = curves.filter(({ y }) => !nothing(y));
  const chart = new Chart(player, { title: "Energy", curves: moving.length > 0 ? moving : curves, x: null, height: 170 });
  const table = h(
    "table",
    { class: "ms-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "energy"), h("th", { scope: "col", class: "ms-number" }, "now"), h("th", { scope: "col" }, "what it is"))),
    h("tbody", {}, ...rows),
  );
  return h("div", { class: "ms-energy" }, chart.element, table);
}
