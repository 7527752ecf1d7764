// Colours for scenes: mdBook's highlighter does not know the language, so it is taught and the blocks are done again.
(function () {
  "use strict";
  if (!window.hljs) return;
  const statements =
    "space use gravity method let material primitive composite part mass obstacle point fix base joint start guess " +
    "drive spring force torque quantity constraint attach release contact contacts for in if then else run record plot";
  const words =
    "planar spatial at turned about moving spinning axis zero along on when rate every against and or not true false";
  const things =
    "revolute prismatic slot weld distance rolling gear rack cylindrical universal spherical linear rotary rect disc " +
    "circle capsule ring sector polygon box sphere cylinder cone polyhedron extrude move turn scale mirror sin cos tan " +
    "asin acos atan atan2 sqrt abs sign floor ceil min max clamp mod step smoothstep table spline norm dot cross random " +
    "before exp log log10 sinh cosh tanh ground";
  window.hljs.registerLanguage("mech", function (hljs) {
    return {
      keywords: { keyword: statements + " " + words, built_in: things, literal: "t pi tau e last" },
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
