// Shaded triangles, lines and balls with hidden parts hidden, pixel by pixel: no graphics card needed.
//
// Depth is kept as w = 1/distance, which is linear across the picture; larger is nearer. Twice as many pixels as the
// picture has each way; where the screen shows fewer, each is the mean of four, so that edges come out smooth. What was
// touched is known row by row: only that is cleared and shrunk, and nothing is allocated while it plays.

const SHADES = 64;
/** Pixels to one of the picture, each way. */
export const FINE = 2;

export class Raster {
  width = 0;
  height = 0;
  canvas = document.createElement("canvas");
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  /** what is shown @type {ImageData | null} */
  #image = null;
  #shown = new Int32Array(0);
  #pixels = new Int32Array(0);
  #depth = new Float32Array(0);
  #owner = new Uint16Array(0);
  /** of each row: first pixel touched, and first after them */
  #first = new Int32Array(0);
  #after = new Int32Array(0);
  /** what was shown last: left, top, right, bottom in pixels of the canvas */
  #last = [0, 0, 0, 0];

  /** @param {number} width @param {number} height of the picture @param {boolean} smooth means of four are shown, not all */
  resize(width, height, smooth) {
    const [across, down] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
    this.width = FINE * across;
    this.height = FINE * down;
    this.canvas.width = smooth ? across : this.width;
    this.canvas.height = smooth ? down : this.height;
    // kept in ordinary memory: it is written pixel by pixel
    this.#context = this.canvas.getContext("2d", { willReadFrequently: true });
    this.#image = new ImageData(this.canvas.width, this.canvas.height);
    this.#shown = new Int32Array(this.#image.data.buffer);
    this.#pixels = smooth ? new Int32Array(this.width * this.height) : this.#shown;
    this.#depth = new Float32Array(this.width * this.height);
    this.#owner = new Uint16Array(this.width * this.height);
    this.#first = new Int32Array(this.height).fill(this.width);
    this.#after = new Int32Array(this.height);
    this.#last = [0, 0, 0, 0];
  }

  clear() {
    const { width } = this;
    for (let y = 0; y < this.height; y++) {
      const [first, after] = [this.#first[y], this.#after[y]];
      if (first >= after) continue;
      this.#pixels.fill(0, y * width + first, y * width + after);
      this.#depth.fill(0, y * width + first, y * width + after);
      this.#first[y] = width;
      this.#after[y] = 0;
    }
    if (this.#shown === this.#pixels) return;
    const [left, top, right, bottom] = this.#last;
    for (let y = top; y < bottom; y++) this.#shown.fill(0, y * this.canvas.width + left, y * this.canvas.width + right);
  }

  /** Draws what there is into a picture. @param {CanvasRenderingContext2D} onto */
  finish(onto) {
    const now = this.#shown === this.#pixels ? this.#bounds() : this.#shrink();
    const before = this.#last;
    const some = now[2] > now[0] && now[3] > now[1];
    if (some || before[2] > before[0]) {
      // also where something was
      const all = !some ? before : before[2] > before[0] ? now.map((x, k) => (k < 2 ? Math.min : Math.max)(x, before[k])) : now;
      if (this.#image) this.#context?.putImageData(this.#image, 0, 0, all[0], all[1], all[2] - all[0], all[3] - all[1]);
    }
    this.#last = some ? now : [0, 0, 0, 0];
    if (!some) return;
    const [left, top, right, bottom] = now;
    const scale = this.canvas.width / (this.width / FINE);
    onto.imageSmoothingQuality = "low";
    onto.drawImage(
      this.canvas, left, top, right - left, bottom - top, left / scale, top / scale, (right - left) / scale, (bottom - top) / scale,
    );
  }

  /** Left, top, right and bottom of what was touched, whole pixels of the picture. */
  #bounds() {
    let [left, top, right, bottom] = [this.width, this.height, 0, 0];
    for (let y = 0; y < this.height; y++) {
      if (this.#first[y] >= this.#after[y]) continue;
      if (y < top) top = y;
      bottom = y + 1;
      if (this.#first[y] < left) left = this.#first[y];
      if (this.#after[y] > right) right = this.#after[y];
    }
    return [left - (left % FINE), top - (top % FINE), right + (right % FINE), bottom + (bottom % FINE)];
  }

  /** Means of four; says where. */
  #shrink() {
    const [pixels, shown, width, across] = [this.#pixels, this.#shown, this.width, this.canvas.width];
    let [left, top, right, bottom] = [across, this.canvas.height, 0, 0];
    for (let y = 0; y < this.canvas.height; y++) {
      const from = Math.min(this.#first[2 * y], this.#first[2 * y + 1]) >> 1;
      const to = (Math.max(this.#after[2 * y], this.#after[2 * y + 1]) + 1) >> 1;
      if (from >= to) continue;
      if (y < top) top = y;
      bottom = y + 1;
      if (from < left) left = from;
      if (to > right) right = to;
      let i = 2 * y * width + 2 * from;
      for (let o = y * across + from; o < y * across + to; o++, i += 2) {
        const a = pixels[i];
        const b = pixels[i + 1];
        const c = pixels[i + width];
        const d = pixels[i + width + 1];
        shown[o] = a === b && a === c && a === d ? a : mean(a, b, c, d);
      }
    }
    return [left, top, right, bottom];
  }

  /** Whose pixel it is, 0 for nobody's. @param {number} x @param {number} y */
  owner(x, y) {
    const [i, j] = [Math.round(x), Math.round(y)];
    if (!(i >= 0 && j >= 0 && i < this.width && j < this.height)) return 0;
    // owners of what was cleared stay behind
    return this.#depth[j * this.width + i] > 0 ? this.#owner[j * this.width + i] : 0;
  }

  /**
   * Corners in pixels with w, and how bright each is, 0 to 1.
   * @param {number} ax @param {number} ay @param {number} aw @param {number} ai
   * @param {number} bx @param {number} by @param {number} bw @param {number} bi
   * @param {number} cx @param {number} cy @param {number} cw @param {number} ci
   * @param {Int32Array} shades @param {number} owner
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
    const wx = ((bw - aw) * (cy - ay) - (cw - aw) * (by - ay)) / area;
    const wy = ((cw - aw) * (bx - ax) - (bw - aw) * (cx - ax)) / area;
    const ix = (SHADES * ((bi - ai) * (cy - ay) - (ci - ai) * (by - ay))) / area;
    const iy = (SHADES * ((ci - ai) * (bx - ax) - (bi - ai) * (cx - ax))) / area;
    const [pixels, depth, owners] = [this.#pixels, this.#depth, this.#owner];
    const [firsts, afters] = [this.#first, this.#after];
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
      if (first > last) continue;
      if (first < firsts[y]) firsts[y] = first;
      if (last >= afters[y]) afters[y] = last + 1;
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
   * @param {Int32Array} shades @param {number} bright 0 to 1 @param {number} owner @param {number} [nearer]
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
   * @param {ArrayLike<number>} at x, y, w @param {number} radius @param {Int32Array} shades @param {number} owner
   * @param {number} [nearer]
   */
  ball(at, radius, shades, owner, nearer = 1) {
    const { width, height } = this;
    if (!(at[2] > 0)) return;
    const [left, right] = [Math.max(0, Math.ceil(at[0] - radius)), Math.min(width - 1, Math.floor(at[0] + radius))];
    const [top, bottom] = [Math.max(0, Math.ceil(at[1] - radius)), Math.min(height - 1, Math.floor(at[1] + radius))];
    if (left > right || top > bottom) return;
    const w = at[2] * nearer;
    for (let y = top; y <= bottom; y++) {
      if (left < this.#first[y]) this.#first[y] = left;
      if (right >= this.#after[y]) this.#after[y] = right + 1;
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

/** The mean of four pixels, each there or not. @param {number} a @param {number} b @param {number} c @param {number} d */
function mean(a, b, c, d) {
  const there = (a >>> 31) + (b >>> 31) + (c >>> 31) + (d >>> 31);
  if (there === 0) return 0;
  const outer = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
  const middle = (a & 0xff00) + (b & 0xff00) + (c & 0xff00) + (d & 0xff00);
  const opacity = (there * 255 + 2) >> 2;
  const red = (((outer & 0xffff) / there) | 0) & 0xff;
  const green = (((middle >>> 8) / there) | 0) & 0xff;
  const blue = (((outer >>> 16) / there) | 0) & 0xff;
  return (opacity << 24) | (blue << 16) | (green << 8) | red;
}

/** Every brightness of a colour, dark to light, as pixels. @param {[number, number, number]} rgb */
export function shadesOf(rgb) {
  const shades = new Int32Array(SHADES);
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
