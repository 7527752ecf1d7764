// What the keys do, over the page.

import { h } from "mainspring/dom.js";
import { icon } from "mainspring/icons.js";
import { KEYS } from "mainspring/keys.js";

/** @param {string} pointing what the pointer does in the picture */
export function helpDialog(pointing) {
  const rows = KEYS.map(([key, does]) =>
    h("tr", {}, h("th", { scope: "row" }, ...key.split(" ").flatMap((k, i) => (i > 0 ? [" ", h("kbd", {}, k)] : [h("kbd", {}, k)]))), h("td", {}, does)),
  );
  const dialog = h(
    "dialog",
    { class: "ms-help", "aria-label": "Keys" },
    h(
      "div",
      { class: "ms-help-head" },
      h("h2", {}, "Keys"),
      h("button", { type: "button", class: "ms-icon", "aria-label": "Close (Escape)", title: "Close (Escape)", onclick: () => dialog.close() }, icon("close")),
    ),
    h("table", {}, h("tbody", {}, ...rows)),
    h("p", {}, `In the picture: ${pointing}; rest on a part to see what it is. Drag on a plot to go to a moment.`),
  );
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  return dialog;
}
