// What the viewer is given: one run as a plain object. SI units, world axes.

/**
 * One number over all frames. With `value` it never changes. Otherwise `data` is base64 of little-endian numbers of
 * `type`; for `i16` each n stands for `low + n·step`, and the least n for what is no number.
 * @typedef {{ value: number } | { type: "i16", low: number, step: number, data: string }
 *   | { type: "f32" | "f64" | "u32", data: string }} Track
 */

/** Many poses: each block has one number of every pose, pose after pose. @typedef {{ count: number, blocks: Track[] }} Blocks */

/** @typedef {{ body: number | null, point: [number, number, number] }} Place a point on a body, or of the world */

/**
 * A body of the shape `same` has that of another body.
 * @typedef {{ kind: "dot" } | { kind: "outline", loops: Track[] } | { kind: "same", body: number }
 *   | { kind: "half_space", point: [number, number, number], normal: [number, number, number] }
 *   | { kind: "mesh", vertices: Track, triangles: Track, edges: Track }} Shape
 */

/** @typedef {{ path: string, shape: Shape, points: { name: string, point: [number, number, number] }[], mass: number,
 *   fixed: boolean, there?: [number, number][] }} Body `there`: stretches of time, where it is not always there */

/** `symbol`: how it is drawn.
 * @typedef {{ path: string, kind: string, symbol: string, a: Place, b: Place, axis: [number, number, number], size: number,
 *   attached: boolean }} Joint */

/** @typedef {{ path: string, a: Place, b: Place, rest: number, attached: boolean }} Spring */

/** @typedef {{ path: string, kind: "reaction" | "applied" | "spring" | "field", place: Place }} Arrow */

/**
 * A window or an array of actuators, in its own axes where it moves. `count` arrows: `places` (x, y each, m) and
 * `vectors` (N/m² or m/s); those that change come with the frames, from the arrow of number `changing` on.
 * @typedef {object} DrawnWindow
 * @property {string} path
 * @property {"force" | "velocity" | "array"} kind
 * @property {Shape} shape
 * @property {boolean} moves its poses come after those of the bodies
 * @property {boolean} always on whatever scripts show
 * @property {[Track, Track]} lines between cells: columns and rows, m
 * @property {[number, number]} line_counts
 * @property {Track} [pad] what of every cell acts, about its middle, m
 * @property {number} [pad_count]
 * @property {number} count
 * @property {Track} places
 * @property {Track} vectors
 * @property {number | null} changing
 */

/** `spans`: from, to and number of the frame shown. @typedef {{ path: string, frames: { name: string, on: number[] }[],
 *   spans: [number, number, number][], spans_left_out: number }} Script */

/**
 * @typedef {object} Drawing
 * @property {boolean} spatial in space rather than in the plane
 * @property {[number, number, number]} gravity m/s²
 * @property {number} length largest extent, m
 * @property {Body[]} bodies in the order of the poses
 * @property {Joint[]} joints
 * @property {Spring[]} springs
 * @property {Arrow[]} arrows in the order of the frames' arrows
 * @property {{ path: string, shape: Shape }[]} obstacles
 * @property {DrawnWindow[]} [windows] lowest first
 * @property {Script[]} [scripts]
 * @property {{ path: string, shape: Shape }[]} [bins] where parts leave
 */

/** @typedef {{ time: number, kind: string, who: string[], numbers: [string, number | null][], text: string }} Event */

/** Events that crowd together: from number `first` of the events on, `listed` of its `count` are there. @typedef {{ first: number,
 *   listed: number, count: number, to: number, label: string, text: string }} Burst */

/** @typedef {{ time: number, impulse: number | null, speed: number | null, lost: number | null,
 *   at: [number | null, number | null, number | null] }} Blow */

/** A pair's time: from, to and mode of each stretch in which it touches. @typedef {{ pair: number,
 *   stretches: [number, number, number][], blows: Blow[] }} Lane */

/**
 * Where parts touch. Tracks have `count` numbers: one for each point of contact, frame after frame; `ends` has for each
 * frame where its points end.
 * @typedef {object} Touching
 * @property {[string, string][]} pairs names
 * @property {string[]} modes
 * @property {string[]} words kinds of features
 * @property {Lane[]} lanes
 * @property {number} lanes_left_out
 * @property {number} count
 * @property {Track} ends
 * @property {Track} pair
 * @property {Track[]} point m
 * @property {Track[]} normal from the first part to the second
 * @property {Track[]} force on the second part, N
 * @property {Track} slip m/s
 * @property {Track} mode
 * @property {[Track, Track][]} features word and number, of the first and of the second part
 */

/** @typedef {{ title: string, curves: number[], against: number | null, svg: string, narrow?: string }} Plotted */

/**
 * @typedef {object} Document
 * @property {string} title
 * @property {string} scene
 * @property {string} version of the program
 * @property {[string, string][]} settings
 * @property {{ name: string, text: string, cut: boolean }[]} sources the scene's texts
 * @property {string[]} command makes the run again, word by word
 * @property {{ time: number, reason: string, doubts?: { since: number, text: string }[], cause: string | null, error: string | null, hash: string, work: [string, number][] } | null} ending
 * @property {{ name: string, unit: string }[]} columns
 * @property {string[]} terms of the energy ledger
 * @property {Plotted[]} plots drawn already
 * @property {Drawing} drawing
 * @property {Event[]} events
 * @property {Burst[]} [bursts] which of the events are read as one line, in order
 * @property {number} events_left_out
 * @property {[number, number, number | null][]} [stepped] stretches in which contacts of whole steps were taken together: from, to, s, and
 *   how many bodies; none: all that move
 * @property {number} recorded frames in the recording
 * @property {[number, number][]} gaps stretches of time whose frames are lost, s
 * @property {number} from first moment, s
 * @property {number} to last moment, s
 * @property {Touching} [contacts] only where parts may touch
 * @property {number} speed at which it is shown at first
 * @property {{ count: number, times: Track, poses: Track[] | Blocks, arrows: Track[], values: Track[], balance: Track[] }} frames
 */

export {};
