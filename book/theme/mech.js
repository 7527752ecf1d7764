// Colours for scenes: mdBook's highlighter does not know the language, so it is taught and the blocks are done again.
(function () {
  "use strict";
  if (!window.hljs) return;
  // begin words
  const keywords =
    "use space gravity method impact material materials primitive composite part mass fix base obstacle joint " +
    "start guess drive spring force torque let quantity constraint release attach stop for if point contact " +
    "contacts run record plot surface window array group frame script bin root pawl report controller hand " +
    "knob realtime room solve string study then else and or not true false at turned about moving spinning " +
    "arriving leaving axis zero rate every against along on moves from when until in";
  const things =
    "planar spatial revolute prismatic weld distance slot gear rack rolling spherical cylindrical universal " +
    "linear rotary drag rect disc circle capsule ring sector polygon halfplane cut pierced move turn scale " +
    "mirror box sphere ellipsoid cylinder cone polyhedron extrude halfspace ground sin cos tan asin acos atan " +
    "atan2 sinh cosh tanh exp log log10 sqrt abs sign floor ceil min max clamp mod step smoothstep " +
    "smootherstep table spline norm dot cross random before";
  const constants =
    "t pi tau e last";
  // end words
  window.hljs.registerLanguage("mech", function (hljs) {
    return {
      keywords: { keyword: keywords, built_in: things, literal: constants },
      contains: [
        hljs.C_LINE_COMMENT_MODE,
        hljs.C_BLOCK_COMMENT_MODE,
        hljs.QUOTE_STRING_MODE,
        { className: "number", begin: /\b\d+(\.\d+)?([eE][-+]?\d+)?/, relevance: 0 },
      ],
    };
  });
  for (const block of document.querySelectorAll("code.language-mech")) {
    block.removeAttribute("data-highlighted");
    const coloured = window.hljs.highlight
      ? window.hljs.highlight("mech", block.textContent, true)
      : { value: block.innerHTML };
    block.innerHTML = coloured.value;
    block.classList.add("hljs");
  }
})();
