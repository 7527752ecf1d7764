// The kinds of words in the scene language: keywords, numbers with units, texts, comments.

/** @typedef {{ kind: "comment" | "text" | "number" | "unit" | "word" | "kind" | "plain", text: string }} Token */

// begin words
const KEYWORDS =
  "use space gravity method impact material materials primitive composite part mass fix base obstacle joint " +
  "start guess drive spring force torque let quantity constraint release attach stop for if point contact " +
  "contacts run record plot surface window array group frame script bin root pawl report controller hand " +
  "knob realtime room solve string study then else and or not true false at turned about moving spinning " +
  "arriving leaving axis zero rate every against along on moves from when until in";
const KINDS =
  "planar spatial revolute prismatic weld distance slot gear rack rolling spherical cylindrical universal " +
  "linear rotary drag rect disc circle capsule ring sector polygon halfplane cut pierced move turn scale " +
  "mirror box sphere ellipsoid cylinder cone polyhedron extrude halfspace ground";
const UNIT = /^(?:[nuµmcdkMG]?(?:m|g|s|N|J|W|Pa|Hz|rad|bar)|deg|turn|rev|rpm|min|hour|in|ft|mil|lb|oz|slug|lbf|ozf|kgf|psi|percent)$/;
// end words
const WORDS = new Set(KEYWORDS.split(" "));
const THINGS = new Set(KINDS.split(" "));
const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\\n]|\\[^\n])*"?)|([0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)|([\p{L}_][\p{L}\p{N}_]*)|(\s+)|([^])/gu;

/** Every character of the text is in some token. @param {string} text @returns {Token[]} */
export function tokens(text) {
  /** @type {Token[]} */
  const found = [];
  // a unit follows a number or a tuple, or goes on from another unit: N*m/s^2
  let expected = false;
  let within = false;
  let field = false;
  for (const [whole, comment, quoted, digits, word, space] of text.matchAll(TOKEN)) {
    /** @type {Token["kind"]} */
    let kind = "plain";
    if (comment) kind = "comment";
    else if (space) kind = "plain";
    else if (quoted) [kind, expected, within] = ["text", false, false];
    else if (digits) [kind, expected, within] = [within ? "unit" : "number", !within, within];
    else if (word) {
      if (expected && UNIT.test(word)) [kind, within] = ["unit", true];
      else {
        kind = field ? "plain" : WORDS.has(word) ? "word" : THINGS.has(word) ? "kind" : "plain";
        within = false;
      }
      expected = false;
    } else {
      const goesOn = within && "*/^-".includes(whole);
      if (!goesOn) within = false;
      expected = whole === ")" || whole === "]" || goesOn;
    }
    if (!space) field = whole === ".";
    if (space?.includes("\n")) [expected, within] = [false, false];
    const last = found[found.length - 1];
    if (last && last.kind === kind) last.text += whole;
    else found.push({ kind, text: whole });
  }
  return found;
}
