// Meshes ready to be shaded: normals of faces and of their corners, round where the surface is round.

import { include, nothing } from "mainspring/boxes.js";
import { decode } from "mainspring/run.js";
import { across, add, dot, scale, sub, unit } from "mainspring/vectors.js";

/** @typedef {import("mainspring/document.js").Shape} Shape */
/** @typedef {import("mainspring/vectors.js").Vector} Vector */

/**
 * @typedef {object} Solid
 * @property {ArrayLike<number>} vertices x, y, z
 * @property {ArrayLike<number>} triangles three corners each
 * @property {ArrayLike<number>} edges two ends each
 * @property {Float32Array} faces normal of each triangle
 * @property {Float32Array} corners normal at each corner of each triangle
 * @property {import("mainspring/boxes.js").Box} box
 */

/** Faces that meet at less than this are one round surface. */
const ROUND = Math.cos((35 * Math.PI) / 180);

/** @param {Shape} shape @returns {Solid | null} */
export function solid(shape) {
  if (shape.kind !== "mesh") return null;
  const [vertices, triangles, edges] = [shape.vertices, shape.triangles, shape.edges].map((t) => decode(t, 0));
  return shaded(Float64Array.from(vertices), triangles, edges);
}

/**
 * A thin plate under a place whose upper side lies in a plane; it ends at a height along `up`.
 * @param {Vector} point of the plane @param {Vector} normal @param {Vector} under @param {number} half of its side, m
 * @param {Vector} up @param {number} height m
 * @returns {Solid | null} nothing where all of it is lower
 */
export function plate(point, normal, under, half, up, height) {
  const n = unit(normal, [0, 0, 1]);
  const [u, v] = across(n);
  const middle = add(under, scale(n, -dot(sub(under, point), n)));
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => add(middle, add(scale(u, a * half), scale(v, b * half))));
  const top = square.flatMap((p, k) => {
    const q = square[(k + 1) % 4];
    const [a, b] = [dot(p, up) - height, dot(q, up) - height];
    const cut = a < 0 !== b < 0 ? [add(p, scale(sub(q, p), a / (a - b)))] : [];
    return a >= 0 ? [p, ...cut] : cut;
  });
  if (top.length < 3) return null;
  const count = top.length;
  const vertices = [...top, ...top.map((p) => add(p, scale(n, -0.03 * half)))].flat();
  const [triangles, edges] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let k = 1; k + 1 < count; k++) triangles.push(0, k, k + 1, count, count + k + 1, count + k);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    triangles.push(k, k + count, next + count, k, next + count, next);
    edges.push(k, next, k + count, next + count, k, k + count);
  }
  return shaded(Float64Array.from(vertices), triangles, edges);
}

/** @param {Float64Array} vertices @param {ArrayLike<number>} triangles @param {ArrayLike<number>} edges @returns {Solid} */
function shaded(vertices, triangles, edges) {
  const faces = normals(vertices, triangles);
  const box = nothing();
  for (let i = 0; i < vertices.length; i += 3) include(box, vertices.slice(i, i + 3));
  return { vertices, triangles, edges, faces, corners: rounded(vertices, triangles, faces), box };
}

/** @param {ArrayLike<number>} v @param {ArrayLike<number>} triangles */
function normals(v, triangles) {
  const faces = new Float32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
    const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
    const n = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    const size = Math.hypot(n[0], n[1], n[2]) || 1;
    faces.set([n[0] / size, n[1] / size, n[2] / size], t);
  }
  return faces;
}

/** @param {ArrayLike<number>} v @param {ArrayLike<number>} triangles @param {Float32Array} faces */
function rounded(v, triangles, faces) {
  /** faces about each place @type {Map<string, number[]>} */
  const about = new Map();
  const key = (/** @type {number} */ i) => `${v[3 * i]},${v[3 * i + 1]},${v[3 * i + 2]}`;
  for (let k = 0; k < triangles.length; k++) {
    const place = key(triangles[k]);
    const list = about.get(place);
    if (list) list.push(k - (k % 3));
    else about.set(place, [k - (k % 3)]);
  }
  const corners = new Float32Array(3 * triangles.length);
  for (let k = 0; k < triangles.length; k++) {
    const own = k - (k % 3);
    let [x, y, z] = [0, 0, 0];
    for (const face of about.get(key(triangles[k])) ?? [own]) {
      const cos = faces[own] * faces[face] + faces[own + 1] * faces[face + 1] + faces[own + 2] * faces[face + 2];
      if (cos < ROUND) continue;
      x += faces[face];
      y += faces[face + 1];
      z += faces[face + 2];
    }
    const size = Math.hypot(x, y, z) || 1;
    corners.set([x / size, y / size, z / size], 3 * k);
  }
  return corners;
}
