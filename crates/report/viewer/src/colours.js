// Colours of the picture, taken from the style sheet so that page, plots and mechanism agree.

/** @typedef {import("mainspring/document.js").Drawing} Drawing */

/**
 * @typedef {object} Look
 * @property {string} ink lines and marks
 * @property {string} muted
 * @property {string} grid
 * @property {string} paper behind the mechanism
 * @property {string} still what does not move
 * @property {string} accent what is pointed at
 * @property {string[]} bodies
 * @property {string[]} traces
 * @property {string} field windows that push
 * @property {string} belt windows whose surface moves
 * @property {Record<"reaction" | "applied" | "spring" | "contact" | "field", string>} forces
 */

/** @param {Element} element @returns {Look} */
export function lookOf(element) {
  const style = getComputedStyle(element);
  const read = (/** @type {string} */ name) => style.getPropertyValue(`--ms-${name}`).trim() || "#808080";
  const list = (/** @type {string} */ name) => read(name).split(/\s+/);
  return {
    ink: read("ink"),
    muted: read("muted"),
    grid: read("grid"),
    paper: read("paper"),
    still: read("still"),
    accent: read("accent"),
    bodies: list("bodies"),
    traces: list("traces"),
    field: read("field"),
    belt: read("belt"),
    forces: { reaction: read("reaction"), applied: read("applied"), spring: read("spring-force"), contact: read("contact"), field: read("field") },
  };
}

/** Which colour each body has: alike for bodies that differ only in their numbers. @param {Drawing} drawing */
export function families(drawing) {
  /** @type {string[]} */
  const seen = [];
  return drawing.bodies.map((body) => {
    const family = body.path.replace(/\[\d+\]/g, "");
    if (!seen.includes(family)) seen.push(family);
    return seen.indexOf(family);
  });
}

/** Red, green, blue from `#rrggbb`. @param {string} colour @returns {[number, number, number]} */
export function channels(colour) {
  const n = parseInt(colour.slice(1, 7), 16);
  return Number.isNaN(n) ? [128, 128, 128] : [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** `colour` seen through. @param {string} colour @param {number} alpha */
export function through(colour, alpha) {
  return `rgb(${channels(colour).join(" ")} / ${alpha})`;
}

/** Some of the way to white, as `#rrggbb`. @param {string} colour */
export function lighter(colour) {
  return `#${channels(colour).map((c) => Math.round(c + 0.55 * (255 - c)).toString(16).padStart(2, "0")).join("")}`;
}
