// The clock of a run: where it is, whether it moves, how fast.

/** @typedef {import("mainspring/run.js").Run} Run */

export class Player {
  #frame = 0;
  #last = 0;
  /** @type {(() => void)[]} */
  #listeners = [];
  /** @type {IntersectionObserver[]} */
  #watchers = [];

  /** @param {Run} run */
  constructor(run) {
    this.run = run;
    this.time = run.from;
    this.speed = run.document.speed;
    this.loop = true;
    this.playing = false;
    /** the change being told comes from the clock */
    this.ticking = false;
  }

  /** Called after every change. @param {() => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** The same, but while it plays only where the element can be seen. @param {Element} element @param {() => void} listener */
  onChangeSeen(element, listener) {
    let seen = true;
    const watcher = new IntersectionObserver((entries) => {
      seen = entries[entries.length - 1].isIntersecting;
      if (seen) listener();
    });
    watcher.observe(element);
    this.#watchers.push(watcher);
    this.onChange(() => (seen || !this.playing) && listener());
  }

  changed() {
    for (const listener of this.#listeners) listener();
  }

  play() {
    if (this.playing || this.run.to <= this.run.from) return;
    if (this.time >= this.run.to) this.time = this.run.from;
    this.playing = true;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.changed();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {number} time */
  seek(time) {
    this.time = Math.min(this.run.to, Math.max(this.run.from, time));
    this.changed();
  }

  /** By so many frames. @param {number} frames */
  step(frames) {
    this.pause();
    const { index, part } = this.run.between(this.time);
    const start = frames < 0 && part > 1e-9 ? index + 1 : index;
    this.seek(this.run.times[Math.min(this.run.count - 1, Math.max(0, start + frames))]);
  }

  /** By a part of the whole. @param {number} part */
  leap(part) {
    this.seek(this.time + part * (this.run.to - this.run.from));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.changed();
  }

  toggleLoop() {
    this.loop = !this.loop;
    this.changed();
  }

  /** @param {number} now */
  #tick(now) {
    if (!this.playing) return;
    // a page that was in the background goes on where it was
    const passed = Math.min(Math.max(now - this.#last, 0), 250) / 1000;
    this.#last = now;
    const { from, to } = this.run;
    this.time += passed * this.speed;
    if (this.time >= to) {
      if (this.loop) this.time = from + ((this.time - from) % (to - from));
      else {
        this.time = to;
        this.playing = false;
      }
    }
    this.ticking = true;
    this.changed();
    this.ticking = false;
    if (this.playing) this.#frame = requestAnimationFrame((next) => this.#tick(next));
  }

  /** Stops for good. */
  close() {
    this.pause();
    this.#listeners = [];
    this.#watchers.forEach((w) => w.disconnect());
  }
}
