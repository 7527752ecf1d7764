// Numbers with units as people read them: a prefix where they would be long, real superscripts and minus signs.

const PREFIXES = new Map([[-9, "n"], [-6, "µ"], [-3, "m"], [3, "k"], [6, "M"], [9, "G"]]);
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** `N*m/s^2` as N·m/s². @param {string} unit */
export function pretty(unit) {
  return unit
    .replace(/\^(-?\d+)/g, (_, power) => superscript(power))
    .replaceAll("*", "·");
}

/** @param {string | number} power */
function superscript(power) {
  return [...String(power)].map((c) => (c === "-" ? "⁻" : RAISED[Number(c)])).join("");
}

/**
 * The unit for numbers up to `largest` (SI), and how many SI units one of it is.
 * @param {string} unit @param {number} largest
 * @returns {{ text: string, size: number }}
 */
export function shown(unit, largest) {
  const plain = { text: pretty(unit), size: 1 };
  if (unit === "deg") return plain;
  if (largest === 0 || !Number.isFinite(largest) || (largest >= 0.1 && largest < 1e4)) return plain;
  const power = 3 * Math.floor(Math.log10(largest * 1.002) / 3);
  if (power === 0) return plain;
  const size = Number(`1e${power}`);
  const prefix = PREFIXES.get(power);
  const end = unit.search(/[*/]/);
  const [first, rest] = end < 0 ? [unit, ""] : [unit.slice(0, end), unit.slice(end)];
  const prefixed = { text: pretty(`${prefix}${unit}`), size };
  if (prefix) {
    if (first === "s" && power < 0) return prefixed;
    if (["m", "N", "J", "W", "Pa"].includes(first)) return prefixed;
    if (first === "rad" && (power === -3 || power === -6)) return prefixed;
    if (first === "kg" && power === -3) return { text: pretty(`g${rest}`), size };
    if (first === "kg" && power === -6) return { text: pretty(`mg${rest}`), size };
  }
  return { text: `10${superscript(power)} ${plain.text}`.trim(), size };
}

/** A number of `digits` significant digits, with a true minus. @param {number} value @param {number} [digits] */
export function number(value, digits = 4) {
  if (Number.isNaN(value)) return "no number";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return scientific(value, digits);
  const text = value.toPrecision(digits);
  return (text.includes("e") ? String(Number(text)) : text).replace("-", "−");
}

/** @param {number} value @param {number} digits */
function scientific(value, digits) {
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  return `${mantissa.replace("-", "−")}·10${superscript(String(Number(power)))}`;
}

/** `12.30 mm`. @param {number} value SI @param {string} unit @param {number} [digits] */
export function quantity(value, unit, digits = 4) {
  if (!Number.isFinite(value)) return number(value);
  if (unit === "deg") return `${number(value, digits)}°`;
  const { text, size } = shown(unit, Math.abs(value));
  // no prefix to be had
  if (text.startsWith("10")) return `${scientific(value, digits)} ${pretty(unit)}`.trim();
  return `${number(value / size, digits)} ${text}`.trim();
}

/** An angle as tables tell it. @param {number} value rad */
export function degrees(value) {
  return quantity((value * 180) / Math.PI, "deg");
}

/** `lost 2 J`; less than nothing lost is `gained 2 J`. @param {number} lost J */
export function energy(lost) {
  return lost < 0 ? `gained ${quantity(-lost, "J")}` : `lost ${quantity(lost, "J")}`;
}

/** A moment in the unit and with the decimals that suit the whole, so that it does not jump about. @param {number} time @param {number} whole s */
export function moment(time, whole) {
  const { text, size } = shown("s", whole);
  const decimals = Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(Math.max(whole / size, 1)))));
  return `${(time / size).toFixed(decimals).replace("-", "−")} ${text}`;
}

/** The largest of 1, 2, 5 × 10ⁿ not above `rough`. @param {number} rough */
export function round(rough) {
  const ten = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [5, 2, 1]) if (factor * ten <= rough * 1.0001) return factor * ten;
  return ten;
}

/**
 * Round places between `low` and `high`, about `most` of them, with labels in a unit that suits.
 * @param {number} low @param {number} high @param {string} unit @param {number} most
 * @returns {{ unit: string, marks: { at: number, label: string }[] }}
 */
export function ticks(low, high, unit, most) {
  const { text, size } = shown(unit, Math.max(Math.abs(low), Math.abs(high)));
  const [from, to] = [low / size, high / size];
  let step = round((to - from) / Math.max(most, 1));
  while ((to - from) / step > most + 0.5) step = round(step * 2.6);
  if (!(step > 0) || !Number.isFinite(step)) return { unit: text, marks: [] };
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  const marks = [];
  for (let n = Math.ceil(from / step - 1e-9); n <= to / step + 1e-9 && marks.length < 50; n++) {
    const label = (n * step).toFixed(decimals).replace("-", "−");
    marks.push({ at: n * step * size, label: n === 0 ? label.replace("−", "") : label });
  }
  return { unit: text, marks };
}
