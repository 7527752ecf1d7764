// Several panels in one place, one shown at a time; all of them in print.

import { h } from "mainspring/dom.js";

let made = 0;

/** @param {string} label @param {{ name: string, panel: HTMLElement }[]} tabs */
export function tabs(label, tabs) {
  const id = `ms-tabs-${made++}`;
  const buttons = tabs.map(({ name }, i) =>
    h("button", { type: "button", role: "tab", id: `${id}-tab-${i}`, "aria-controls": `${id}-panel-${i}`, onclick: () => choose(i) }, name),
  );
  const panels = tabs.map(({ name, panel }, i) =>
    h("div", { role: "tabpanel", id: `${id}-panel-${i}`, "aria-labelledby": `${id}-tab-${i}`, tabindex: 0, "data-name": name }, panel),
  );
  const list = h("div", { role: "tablist", "aria-label": label, class: "ms-tabs" }, ...buttons);
  /** @param {number} chosen */
  function choose(chosen) {
    buttons.forEach((b, i) => {
      b.setAttribute("aria-selected", String(i === chosen));
      b.tabIndex = i === chosen ? 0 : -1;
      panels[i].classList.toggle("ms-away", i !== chosen);
    });
  }
  list.addEventListener("keydown", (e) => {
    const now = buttons.findIndex((b) => b.tabIndex === 0);
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: buttons.length - 1 }[e.key];
    if (next === undefined) return;
    const to = (next + buttons.length) % buttons.length;
    choose(to);
    buttons[to].focus();
    e.preventDefault();
  });
  choose(0);
  return h("div", { class: "ms-tabbed" }, list, ...panels);
}
