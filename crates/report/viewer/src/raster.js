// Shaded triangles, lines and balls with hidden parts hidden, pixel by pixel: no graphics card needed.
//
// Depth is kept as w = 1/distance, which is linear across the picture; larger is nearer. Twice as many pixels as the
// picture has each way, so that edges come out smooth when it is drawn at half size.

const SHADES = 64;

export class Raster {
  width = 0;
  height = 0;
  canvas = document.createElement("canvas");
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  /** @type {ImageData | null} */
  #image = null;
  #pixels = new Uint32Array(0);
  #depth = new Float32Array(0);
  #owner = new Uint16Array(0);
  /** what was touched: left, top, right, bottom */
  #touched = [0, 0, 0, 0];

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.width = this.canvas.width = Math.max(1, Math.round(width));
    this.height = this.canvas.height = Math.max(1, Math.round(height));
    // kept in ordinary memory: it is written pixel by pixel
    this.#context = this.canvas.getContext("2d", { willReadFrequently: true });
    this.#image = new ImageData(this.width, this.height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#depth = new Float32Array(this.width * this.height);
    this.#owner = new Uint16Array(this.width * this.height);
    this.#touched = [0, 0, 0, 0];
  }

  clear() {
    const [left, top, right, bottom] = this.#touched;
    for (let y = top; y < bottom; y++) {
      const [from, to] = [y * this.width + left, y * this.width + right];
      this.#pixels.fill(0, from, to);
      this.#depth.fill(0, from, to);
      this.#owner.fill(0, from, to);
    }
    this.#context?.clearRect(left, top, right - left, bottom - top);
    this.#touched = [this.width, this.height, 0, 0];
  }

  /** Draws what there is into a picture with `fine` times fewer pixels each way. @param {CanvasRenderingContext2D} onto @param {number} fine */
  finish(onto, fine) {
    let [left, top, right, bottom] = this.#touched;
    if (!(right > left && bottom > top && this.#image)) {
      this.#touched = [0, 0, 0, 0];
      return;
    }
    // whole pixels of the picture, so that each is the mean of its own
    [left, top] = [left - (left % fine), top - (top % fine)];
    [right, bottom] = [Math.min(this.width, right + fine - (right % fine)), Math.min(this.height, bottom + fine - (bottom % fine))];
    const [wide, high] = [right - left, bottom - top];
    this.#touched = [left, top, right, bottom];
    this.#context?.putImageData(this.#image, 0, 0, left, top, wide, high);
    onto.imageSmoothingQuality = "low";
    onto.drawImage(this.canvas, left, top, wide, high, left / fine, top / fine, wide / fine, high / fine);
  }

  /** Whose pixel it is, 0 for nobody's. @param {number} x @param {number} y */
  owner(x, y) {
    const [i, j] = [Math.round(x), Math.round(y)];
    return i < 0 || j < 0 || i >= this.width || j >= this.height ? 0 : this.#owner[j * this.width + i];
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom */
  #touch(left, top, right, bottom) {
    const t = this.#touched;
    if (left < t[0]) t[0] = left;
    if (top < t[1]) t[1] = top;
    if (right > t[2]) t[2] = right;
    if (bottom > t[3]) t[3] = bottom;
  }

  /**
   * Corners in pixels with w, and how bright each is, 0 to 1.
   * @param {number} ax @param {number} ay @param {number} aw @param {number} ai
   * @param {number} bx @param {number} by @param {number} bw @param {number} bi
   * @param {number} cx @param {number} cy @param {number} cw @param {number} ci
   * @param {Uint32Array} shades @param {number} owner
   */
  triangle(ax, ay, aw, ai, bx, by, bw, bi, cx, cy, cw, ci, shades, owner) {
    const { width, height } = this;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (!(Math.abs(area) > 1e-6)) return;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const leftmost = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const rightmost = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    if (top > bottom || leftmost > rightmost) return;
    this.#touch(leftmost, top, rightmost + 1, bottom + 1);
    const wx = ((bw - aw) * (cy - ay) - (cw - aw) * (by - ay)) / area;
    const wy = ((cw - aw) * (bx - ax) - (bw - aw) * (cx - ax)) / area;
    const ix = (SHADES * ((bi - ai) * (cy - ay) - (ci - ai) * (by - ay))) / area;
    const iy = (SHADES * ((ci - ai) * (bx - ax) - (bi - ai) * (cx - ax))) / area;
    const [pixels, depth, owners] = [this.#pixels, this.#depth, this.#owner];
    for (let y = top; y <= bottom; y++) {
      const line = y + 0.5;
      let from = Infinity;
      let to = -Infinity;
      if (ay <= line !== by <= line) {
        const x = ax + ((line - ay) * (bx - ax)) / (by - ay);
        if (x < from) from = x;
        if (x > to) to = x;
      }
      if (by <= line !== cy <= line) {
        const x = bx + ((line - by) * (cx - bx)) / (cy - by);
        if (x < from) from = x;
        if (x > to) to = x;
      }
      if (cy <= line !== ay <= line) {
        const x = cx + ((line - cy) * (ax - cx)) / (ay - cy);
        if (x < from) from = x;
        if (x > to) to = x;
      }
      const first = Math.max(leftmost, Math.ceil(from - 0.5));
      const last = Math.min(rightmost, Math.floor(to - 0.5));
      let w = aw + wx * (first + 0.5 - ax) + wy * (line - ay);
      let shade = SHADES * ai + ix * (first + 0.5 - ax) + iy * (line - ay);
      for (let i = y * width + first; i <= y * width + last; i++, w += wx, shade += ix) {
        if (w <= depth[i]) continue;
        depth[i] = w;
        pixels[i] = shades[shade < 0 ? 0 : shade >= SHADES ? SHADES - 1 : shade | 0];
        owners[i] = owner;
      }
    }
  }

  /**
   * A straight line so many pixels wide; without an owner it does not take the place of what it lies on.
   * @param {ArrayLike<number>} a @param {ArrayLike<number>} b x, y, w @param {number} wide
   * @param {Uint32Array} shades @param {number} bright 0 to 1 @param {number} owner @param {number} [nearer]
   */
  line(a, b, wide, shades, bright, owner, nearer = 1) {
    if (!(a[2] > 0 && b[2] > 0)) return;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const size = Math.hypot(dx, dy);
    if (!(size < 1e5)) return;
    const [ux, uy] = size > 1e-6 ? [dx / size, dy / size] : [1, 0];
    const [nx, ny] = [(-wide / 2) * uy, (wide / 2) * ux];
    const [aw, bw] = [a[2] * nearer, b[2] * nearer];
    const [x0, y0, x1, y1] = [a[0] - 0.3 * ux, a[1] - 0.3 * uy, b[0] + 0.3 * ux, b[1] + 0.3 * uy];
    const s = bright;
    this.triangle(x0 + nx, y0 + ny, aw, s, x0 - nx, y0 - ny, aw, s, x1 + nx, y1 + ny, bw, s, shades, owner);
    this.triangle(x1 + nx, y1 + ny, bw, s, x0 - nx, y0 - ny, aw, s, x1 - nx, y1 - ny, bw, s, shades, owner);
  }

  /**
   * A ball so many pixels in radius, lit from the upper left.
   * @param {ArrayLike<number>} at x, y, w @param {number} radius @param {Uint32Array} shades @param {number} owner
   * @param {number} [nearer]
   */
  ball(at, radius, shades, owner, nearer = 1) {
    const { width, height } = this;
    if (!(at[2] > 0)) return;
    const [left, right] = [Math.max(0, Math.ceil(at[0] - radius)), Math.min(width - 1, Math.floor(at[0] + radius))];
    const [top, bottom] = [Math.max(0, Math.ceil(at[1] - radius)), Math.min(height - 1, Math.floor(at[1] + radius))];
    if (left > right || top > bottom) return;
    this.#touch(left, top, right + 1, bottom + 1);
    const w = at[2] * nearer;
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [dx, dy] = [(x - at[0]) / radius, (y - at[1]) / radius];
        const z2 = 1 - dx * dx - dy * dy;
        const i = y * width + x;
        if (z2 < 0 || w <= this.#depth[i]) continue;
        const light = 0.45 + 0.55 * Math.max(0, -0.4 * dx - 0.55 * dy + 0.73 * Math.sqrt(z2));
        this.#depth[i] = w;
        this.#pixels[i] = shades[Math.min(SHADES - 1, (SHADES * light) | 0)];
        this.#owner[i] = owner;
      }
    }
  }
}

/** Every brightness of a colour, dark to light, as pixels. @param {[number, number, number]} rgb */
export function shadesOf(rgb) {
  const shades = new Uint32Array(SHADES);
  const bytes = new Uint8Array(shades.buffer);
  for (let i = 0; i < SHADES; i++) {
    const light = i / (SHADES - 1);
    rgb.forEach((c, k) => {
      // the brightest fifth goes towards white
      const gloss = Math.max(0, light - 0.8) * 0.9;
      bytes[4 * i + k] = Math.min(255, c * Math.min(1, light / 0.8) * (1 - gloss) + 255 * gloss);
    });
    bytes[4 * i + 3] = 255;
  }
  return shades;
}
