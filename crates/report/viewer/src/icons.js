// Small pictures on buttons.

import { s } from "mainspring/dom.js";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  restart: "M5 5h2.5v14H5zM20 5v14L9 12z",
  back: "M17 5v14L7 12z",
  forward: "M7 5v14l10-7z",
  loop: "M7 7h9V4l5 4.5L16 13v-3H8v3H5V9a2 2 0 0 1 2-2zM17 17H8v3l-5-4.5L8 11v3h8v-3h3v4a2 2 0 0 1-2 2z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  sun: "M12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10zM11 1.5h2v3.500h-2zM11 19h2v3.500h-2zM1.500 11H5v2H1.500zM19 11h3.500v2H19zM4 5.400l1.400-1.400 2.500 2.500-1.400 1.400zM16.100 17.500l1.400-1.400 2.500 2.500-1.400 1.400zM4 18.600l2.500-2.500 1.400 1.400-2.500 2.500zM16.100 6.500l2.500-2.500 1.400 1.400-2.500 2.500z",
  close: "M6.400 5 12 10.600 17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400L12 13.400 6.400 19 5 17.600l5.600-5.600L5 6.400z",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", fill: "currentColor" }, s("path", { d: PATHS[name] }));
}
