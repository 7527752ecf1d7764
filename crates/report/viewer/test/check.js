// Finds what a person would see at once: text over text, text cut off, text too faint, an empty picture. Runs in the page.

/** @typedef {{ sort: "overlap" | "clipped" | "contrast" | "empty", text: string }} Fault */

/** @returns {Fault[]} */
export function faults() {
  /** @type {Fault[]} */
  const found = [];
  /** @typedef {{ text: string, element: Element, box: DOMRect }} Piece */
  /** @type {Piece[]} */
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const skipped = "script, style, noscript, title, desc, option, template";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? "").trim();
    if (!element || !text || element.closest(skipped) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0.5 && box.height > 0.5) pieces.push({ text: text.slice(0, 60), element, box });
  }
  const canvas = document.querySelector("canvas");
  const shown = /** @type {any} */ (document.getElementById("viewer"))?.viewer;
  const origin = canvas?.getBoundingClientRect();
  if (canvas && origin) {
    for (const { text, box } of shown?.stage.view.labels ?? []) {
      const rect = new DOMRect(origin.left + box[0], origin.top + box[1], box[2] - box[0], box[3] - box[1]);
      pieces.push({ text: `canvas ${text}`, element: canvas, box: rect });
    }
  }
  /** What a scrolling or hiding ancestor leaves of a box. @param {Piece} piece */
  const visible = ({ element, box }) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let scrolled = false;
    for (let up = /** @type {Element | null} */ (element); up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (up === document.documentElement || up === document.body) continue;
      const edge = up.getBoundingClientRect();
      scrolled ||= /auto|scroll/.test(overflowX + overflowY);
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { left, top, right, bottom, scrolled };
  };
  const seen = pieces.map((piece) => ({ ...piece, left: visible(piece) })).filter(({ left }) => left.right - left.left > 0.5 && left.bottom - left.top > 0.5);
  // text lines have room above and below their letters
  const inner = (/** @type {{ left: number, top: number, right: number, bottom: number }} */ b) => {
    const room = 0.22 * (b.bottom - b.top);
    return { left: b.left + 0.5, right: b.right - 0.5, top: b.top + room, bottom: b.bottom - room };
  };
  const boxes = seen.map((s) => inner(s.left));
  for (let i = 0; i < seen.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom) continue;
      if (seen[i].element === seen[j].element && seen[i].element !== canvas) continue;
      // what lies below something that covers it is not seen
      if (covered(seen[i], a) || covered(seen[j], b)) continue;
      found.push({ sort: "overlap", text: `“${seen[i].text}” and “${seen[j].text}”` });
    }
  }
  /** @param {Piece} piece @param {{ left: number, top: number, right: number, bottom: number }} b */
  function covered(piece, b) {
    if (piece.element === canvas) return false;
    const top = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
    if (!top) return false;
    const related = top.contains(piece.element) || piece.element.contains(top) || top.closest("svg") === piece.element.closest("svg");
    return !related && getComputedStyle(top).pointerEvents !== "none" && top !== canvas;
  }
  for (const piece of pieces) {
    const { left, top, right, bottom, scrolled } = visible(piece);
    const cut = piece.box.right - right > 1.5 || left - piece.box.left > 1.5 || piece.box.bottom - bottom > 3 || top - piece.box.top > 3;
    if (cut && !scrolled) found.push({ sort: "clipped", text: `“${piece.text}” by what it stands in` });
    const svg = piece.element.closest("svg")?.getBoundingClientRect();
    if (svg && (piece.box.left < svg.left - 1.5 || piece.box.right > svg.right + 1.5 || piece.box.top < svg.top - 3 || piece.box.bottom > svg.bottom + 3)) {
      found.push({ sort: "clipped", text: `“${piece.text}” by its drawing` });
    }
    if (!scrolled && (piece.box.right > document.documentElement.clientWidth + 1 || piece.box.left < -1)) {
      found.push({ sort: "clipped", text: `“${piece.text}” by the window` });
    }
  }
  /** @param {string} colour */
  const rgba = (colour) => {
    const n = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return colour.startsWith("rgb") ? [n[0], n[1], n[2], n[3] ?? 1] : [0, 0, 0, 0];
  };
  const light = (/** @type {number[]} */ [r, g, b]) => {
    const part = (/** @type {number} */ c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const over = (/** @type {number[]} */ a, /** @type {number[]} */ b) => [0, 1, 2].map((k) => a[k] * a[3] + b[k] * (1 - a[3]));
  /** @param {Element} element */
  const behind = (element) => {
    const layers = [];
    for (let up = /** @type {Element | null} */ (element); up; up = up.parentElement) {
      const paper = up instanceof SVGSVGElement ? up.querySelector(":scope > rect.paper") : null;
      if (paper) layers.push(rgba(getComputedStyle(paper).fill));
      layers.push(rgba(getComputedStyle(up).backgroundColor));
      if (layers[layers.length - 1][3] === 1 || (paper && layers[layers.length - 2][3] === 1)) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  };
  for (const { element, text } of seen) {
    if (element === canvas) continue;
    const style = getComputedStyle(element);
    const ink = rgba(element instanceof SVGElement ? style.fill : style.color);
    const paper = behind(element);
    const [a, b] = [light(over(ink, paper)), light(paper)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push({ sort: "contrast", text: `“${text}” ${contrast.toFixed(2)}` });
  }
  if (canvas) {
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    let [sum, squares] = [0, 0];
    const count = data.length / 4;
    for (let i = 0; i < data.length; i += 4) {
      const value = data[i] + data[i + 1] + data[i + 2];
      sum += value;
      squares += value * value;
    }
    // a grid alone has a variance near 50
    if (!(squares / count - (sum / count) ** 2 > 100)) found.push({ sort: "empty", text: "the picture shows nothing" });
  }
  return found;
}
