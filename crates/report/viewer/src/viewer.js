// The viewer: a run in an element of a page. `new Viewer(element, document)`; `close()` takes it away again.

import { options, transport } from "mainspring/controls.js";
import { h } from "mainspring/dom.js";
import { energyLedger } from "mainspring/energy.js";
import { eventCount, eventList } from "mainspring/events.js";
import { facts } from "mainspring/facts.js";
import { helpDialog } from "mainspring/help.js";
import { icon } from "mainspring/icons.js";
import { press } from "mainspring/keys.js";
import { Player } from "mainspring/player.js";
import { plots } from "mainspring/plots.js";
import { Run } from "mainspring/run.js";
import { scriptTimeline } from "mainspring/scripts.js";
import { sources } from "mainspring/source.js";
import { Stage } from "mainspring/stage.js";
import { tabs } from "mainspring/tabs.js";
import { timeline } from "mainspring/timeline.js";
import { quantity } from "mainspring/units.js";

/** @typedef {import("mainspring/document.js").Document} Document */

export class Viewer {
  #pressed = (/** @type {KeyboardEvent} */ event) => {
    if (!event.defaultPrevented && press(this, event)) event.preventDefault();
  };
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #turned = () => this.stage.restyle();
  /** the theme to go back to after printing @type {string | undefined} */
  #screen;
  // paper is white, and holds still
  #printing = () => {
    this.player.pause();
    this.#screen = this.element.dataset.theme;
    this.element.dataset.theme = "light";
    this.stage.restyle();
    this.stage.draw();
  };
  #printed = () => {
    if (this.#screen) this.element.dataset.theme = this.#screen;
    else delete this.element.dataset.theme;
    this.stage.restyle();
  };

  /** @param {HTMLElement} element emptied first @param {Document} document see document.js */
  constructor(element, document) {
    this.element = element;
    this.run = new Run(document);
    this.player = new Player(this.run);
    this.stage = new Stage(this.player);
    this.help = helpDialog(this.stage.view.help);
    element.classList.add("ms");
    element.replaceChildren(
      this.#head(),
      ...this.#trouble(),
      h("div", { class: "ms-body" }, h("div", { class: "ms-column" }, this.#picture(), ...scriptTimeline(this.player, this.stage.fields), ...timeline(this.player, this.stage.contacts), this.#details()), plots(this.player)),
      this.help,
    );
    this.stage.restyle();
    this.player.changed();
    element.ownerDocument.addEventListener("keydown", this.#pressed);
    this.#dark.addEventListener("change", this.#turned);
    addEventListener("beforeprint", this.#printing);
    addEventListener("afterprint", this.#printed);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
  }

  #head() {
    const { document, spatial, from, to } = this.run;
    const whole = from > 0 ? `${quantity(from, "s", 3)} to ${quantity(to, "s", 3)}` : quantity(to, "s", 3);
    // a motion that something ended did not get as far as it was to
    const cause = document.ending?.cause;
    const until = cause ? document.settings.find(([name]) => name === "duration") : undefined;
    const reached = until ? `${whole} of ${until[1]}` : whole;
    const ended = cause ?? document.ending?.reason ?? "broken off";
    const said = [document.scene, `${reached} ${spatial ? "in space" : "in the plane"}`, ended, `Mainspring ${document.version}`];
    const button = (/** @type {string} */ label, /** @type {() => void} */ does, /** @type {Node | string} */ face) =>
      h("button", { type: "button", class: "ms-icon", "aria-label": label, title: label, onclick: does }, face);
    return h(
      "header",
      { class: "ms-head" },
      h("div", {}, h("h1", {}, document.title), h("p", { class: "ms-quiet" }, said.filter((x) => x && x !== document.title).join(" · "))),
      h("div", { class: "ms-tools" }, button("Light or dark (D)", () => this.toggleTheme(), icon("sun")), button("Keys (?)", () => this.help.showModal(), h("b", {}, "?"))),
    );
  }

  #trouble() {
    const { ending, gaps } = this.run.document;
    const note = (/** @type {string} */ text) => h("p", { class: "ms-trouble", role: "note" }, text);
    const lost = gaps.map(([first, last]) => `${quantity(first, "s")} to ${quantity(last, "s")}`).join(", ");
    const said = lost ? [note(`The recording is damaged: what happened from ${lost} is lost; there the picture stands still and curves have a gap.`)] : [];
    if (!ending) said.push(note("The recording was broken off: this is what was saved of it."));
    else if (ending.doubts?.length) {
      const [first, ...more] = ending.doubts;
      const rest = more.length > 0 ? `, and ${more.length === 1 ? "one more doubt" : `${more.length} more doubts`} (see events)` : "";
      said.push(note(`This run is doubtful since ${quantity(first.since, "s")}: ${first.text}${rest}.`));
    }
    if (ending?.error) said.push(note(`The run failed at ${quantity(ending.time, "s")}: ${ending.error}`));
    return said;
  }

  #picture() {
    return h("section", { class: "ms-card ms-picture", "aria-label": "Mechanism" }, this.stage.element, transport(this.player), options(this.stage));
  }

  #details() {
    const { events } = this.run.document;
    const all = [
      { name: events.length > 0 ? `Events (${eventCount(this.run.document)})` : "Events", panel: eventList(this.player) },
      { name: "Energy", panel: energyLedger(this.player) },
      { name: "Parts", panel: this.#parts() },
      { name: "Scene", panel: sources(this.run.document) },
      { name: "Run", panel: facts(this.run) },
    ];
    // what there is most to say about comes first
    const order = events.length > 0 ? all : [...all.slice(1), all[0]];
    return h("section", { class: "ms-card ms-details", "aria-label": "Details" }, tabs("Details", order));
  }

  #parts() {
    const { stage } = this;
    const buttons = stage.parts.map((part) =>
      h(
        "button",
        {
          type: "button", class: "ms-part",
          onfocus: () => stage.point(part), onblur: () => stage.point(null),
          onpointerenter: () => stage.point(part), onpointerleave: () => stage.point(null),
        },
        h("span", { class: "ms-name" }, part.path),
        h("span", { class: "ms-quiet" }, part.kind),
      ),
    );
    return h("ul", { class: "ms-parts", "aria-label": "Parts; focus one to see it in the picture" }, ...buttons.map((b) => h("li", {}, b)));
  }

  toggleTheme() {
    const { element } = this;
    const dark = element.dataset.theme ? element.dataset.theme === "dark" : this.#dark.matches;
    element.dataset.theme = dark ? "light" : "dark";
    this.stage.restyle();
  }

  /** Stops and lets go of everything. */
  close() {
    this.player.close();
    this.stage.close();
    this.element.ownerDocument.removeEventListener("keydown", this.#pressed);
    this.#dark.removeEventListener("change", this.#turned);
    removeEventListener("beforeprint", this.#printing);
    removeEventListener("afterprint", this.#printed);
    this.element.replaceChildren();
    this.element.classList.remove("ms");
  }
}
