// The keyboard.

/** @typedef {import("mainspring/viewer.js").Viewer} Viewer */

/** What each key does, as the help says it. @type {[string, string][]} */
export const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one frame back or on"],
  ["Shift ← →", "a twentieth of the run back or on"],
  ["Home End", "to the start, to the end"],
  ["+ −", "zoom in, zoom out"],
  ["0", "show all of the mechanism"],
  ["↑ ↓", "with the picture focused: move or turn it (with Shift sideways)"],
  ["L", "loop or stop at the end"],
  ["F", "forces"],
  ["C", "forces and blows where parts touch"],
  ["W", "windows and their fields"],
  ["Enter", "with a lane of contacts or of a script focused: to its next change (with Shift the one before)"],
  ["T", "traces"],
  ["D", "light or dark"],
  ["?", "this help"],
];

/** Elements that need these keys themselves. A dialog just closed may hold the focus until the next frame, and needs none. */
const TYPING = "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable], dialog[open] *";
const PRESSING = "button, summary, a[href], input[type=checkbox], [role=tab]";
const SLIDING = "input[type=range]:not(.ms-scrub *), [role=tab]";

/** @param {Viewer} viewer @param {KeyboardEvent} event @returns {boolean} whether it was for us */
export function press(viewer, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.altKey || event.metaKey || target?.closest(TYPING)) return false;
  const { player, stage } = viewer;
  const far = event.shiftKey;
  const sliding = target?.closest(SLIDING);
  switch (event.key) {
    case " ":
      if (target?.closest(PRESSING)) return false;
      player.toggle();
      return true;
    case "ArrowLeft":
    case "ArrowRight": {
      if (sliding) return false;
      const way = event.key === "ArrowLeft" ? -1 : 1;
      if (far) player.leap(0.05 * way);
      else player.step(way);
      return true;
    }
    case "ArrowUp":
    case "ArrowDown": {
      if (target !== stage.canvas) return false;
      const way = event.key === "ArrowUp" ? 24 : -24;
      stage.nudge(far ? way : 0, far ? 0 : way);
      return true;
    }
    case "Home":
    case "End":
      if (sliding) return false;
      player.seek(event.key === "Home" ? player.run.from : player.run.to);
      return true;
    case "+":
    case "=":
      stage.zoom(1.3);
      return true;
    case "-":
    case "−":
      stage.zoom(1 / 1.3);
      return true;
    case "0":
      stage.fit();
      return true;
    case "?":
      viewer.help.showModal();
      return true;
    default:
      return letter(viewer, event.key.toLowerCase());
  }
}

/** @param {Viewer} viewer @param {string} key */
function letter(viewer, key) {
  switch (key) {
    case "l":
      viewer.player.toggleLoop();
      return true;
    case "f":
      viewer.element.querySelector("[data-key=forces]")?.dispatchEvent(new MouseEvent("click"));
      return true;
    case "c":
      viewer.element.querySelector("[data-key=contacts]")?.dispatchEvent(new MouseEvent("click"));
      return true;
    case "w":
      viewer.element.querySelector("[data-key=fields]")?.dispatchEvent(new MouseEvent("click"));
      return true;
    case "t":
      viewer.element.querySelector("[data-key=traces]")?.dispatchEvent(new MouseEvent("click"));
      return true;
    case "d":
      viewer.toggleTheme();
      return true;
    default:
      return false;
  }
}
