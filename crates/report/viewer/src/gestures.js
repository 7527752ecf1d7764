// Pointers and wheels on the picture, as moves of the view.

/** @typedef {[number, number]} Pixel */

/**
 * @typedef {object} Moves
 * @property {(dx: number, dy: number) => void} drag
 * @property {(dx: number, dy: number) => void} slide with Shift, the other button, or two fingers
 * @property {(factor: number, at: Pixel) => void} zoom
 * @property {(at: Pixel | null) => void} point moved over, or left
 */

/** @param {HTMLElement} element @param {Moves} moves */
export function gestures(element, moves) {
  /** @type {Map<number, Pixel>} */
  const down = new Map();
  let sliding = false;
  const place = (/** @type {MouseEvent} */ e) => {
    const box = element.getBoundingClientRect();
    return /** @type {Pixel} */ ([e.clientX - box.left, e.clientY - box.top]);
  };
  const spread = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  element.addEventListener("pointerdown", (e) => {
    down.set(e.pointerId, place(e));
    sliding = e.shiftKey || e.button === 1 || e.button === 2;
    element.setPointerCapture(e.pointerId);
  });
  element.addEventListener("pointermove", (e) => {
    const [at, before] = [place(e), down.get(e.pointerId)];
    if (!before) return moves.point(at);
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    if (down.size === 2) {
      const wide = spread();
      down.set(e.pointerId, at);
      const now = spread();
      const [a, b] = [...down.values()];
      moves.slide(dx / 2, dy / 2);
      if (wide > 0 && now > 0) moves.zoom(now / wide, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      return undefined;
    }
    down.set(e.pointerId, at);
    if (sliding) moves.slide(dx, dy);
    else moves.drag(dx, dy);
    return moves.point(null);
  });
  const up = (/** @type {PointerEvent} */ e) => down.delete(e.pointerId);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", () => moves.point(null));
  element.addEventListener("contextmenu", (e) => e.preventDefault());
  element.addEventListener(
    "wheel",
    (e) => {
      e.preventDefault();
      // lines and pages count as many pixels
      const step = e.deltaY * (e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 400 : 1);
      moves.zoom(Math.exp(-0.0016 * Math.max(-400, Math.min(400, step))), place(e));
    },
    { passive: false },
  );
}
