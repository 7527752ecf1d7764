// The scene's texts, as they were when it was run.

import { h } from "mainspring/dom.js";
import { tokens } from "mainspring/highlight.js";
import { tabs } from "mainspring/tabs.js";

/** @typedef {import("mainspring/document.js").Document} Document */

/** @param {Document} run */
export function sources(run) {
  if (run.sources.length === 0) return h("p", { class: "ms-quiet" }, "This scene was made by a program and has no text.");
  const shown = run.sources.map(({ name, text, cut }) => ({
    name: name.split(/[\\/]/).pop() || name,
    panel: h("div", {}, listing(text), ...(cut ? [h("p", { class: "ms-quiet" }, "The rest is too long for a page.")] : [])),
  }));
  return shown.length === 1 ? shown[0].panel : tabs("Files of the scene", shown);
}

/** @param {string} text */
function listing(text) {
  const code = h("code");
  let line = h("span", { class: "ms-line" });
  for (const { kind, text: piece } of tokens(text.replace(/\r\n?/g, "\n").replace(/\n$/, ""))) {
    piece.split("\n").forEach((part, i) => {
      if (i > 0) {
        code.append(line, "\n");
        line = h("span", { class: "ms-line" });
      }
      if (part) line.append(kind === "plain" ? part : h("span", { class: `ms-${kind}` }, part));
    });
  }
  code.append(line);
  return h("pre", { class: "ms-source", tabindex: 0, "aria-label": "Scene text" }, code);
}
