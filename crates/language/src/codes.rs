//! Every code this crate reports, explained.

use mainspring_definition::Code;

const fn code(code: &'static str, title: &'static str, explanation: &'static str) -> Code {
    Code { code, title, explanation }
}

/// Codes of files and imports (E00xx) and of syntax (E01xx).
pub const CODES: &[Code] = &[
    code(
        "E0001",
        "a file cannot be read",
        "A scene or a file it uses does not exist, is no plain file, or may not be read.\n\n\
         Check the name: the path in `use \"gears.mech\"` is relative to the file that says it.",
    ),
    code(
        "E0002",
        "the file is not UTF-8 text",
        "Scenes are UTF-8 text. The message says which byte is not.\n\n\
         Save the file as UTF-8; a file that begins with FF FE or FE FF is UTF-16.",
    ),
    code(
        "E0003",
        "the scene is empty",
        "A scene needs at least one statement; comments and white space do not count.\n\n\
         `mainspring new` writes a small scene to begin with.",
    ),
    code(
        "E0004",
        "the file is too large",
        "One file may have 16 MiB and two million words and symbols, so that no scene can exhaust the machine.\n\n\
         Families of parts are written with `for`, not one by one; tables of measured data can be thinned.",
    ),
    code(
        "E0005",
        "files import one another",
        "A file uses itself, directly or through others; the message lists the circle.\n\n\
         Move what the files share to a third one that uses neither.",
    ),
    code(
        "E0006",
        "an import leaves the scene's folder",
        "`use` only reads files below the folder of the scene itself, so that running someone's scene never reads \
         other files: no absolute paths, no `..` out of the folder, no links out of it.\n\n\
         Copy the file below the scene's folder.",
    ),
    code(
        "E0007",
        "an imported file may only define things",
        "A file that is imported may hold `primitive`, `composite`, `material`, `let` and `use`. Parts, joints, \
         gravity, runs and plots belong to the scene, where a reader looks for them.\n\n\
         Wrap parts and joints in a `composite` and make it a part of the scene.",
    ),
    code(
        "E0008",
        "too many imports",
        "A scene may import 256 files with 64 MiB in all, so that no scene can exhaust the machine. Put what belongs together \
        into one file, and write what repeats with `for`.",
    ),
    code("E0009", "more errors", "Only the first hundred errors are shown. Mend them and run again."),
    code(
        "E0010",
        "`use` inside a block",
        "`use` joins definitions to the whole scene, so it stands at the top level of a file, not in a composite, \
         `for` or `if`.",
    ),
    code(
        "E0100",
        "something else was expected",
        "The text has no reading at this place. The message says what was found and what could stand there.\n\n\
         \x20   let g 3          // expected `=`\n\
         \x20   let d = 2 m s    // units are multiplied with `*`: 2 m*s\n\
         \x20   f(1 2)           // expected `,` or `)`",
    ),
    code(
        "E0101",
        "a character without meaning",
        "A character that the language does not use, such as `≤` (write `<=`), `°` (write `deg`), `#` (comments \
         begin with `//`), or a byte that shows that the file is not text.",
    ),
    code(
        "E0102",
        "an unknown statement",
        "A statement begins with a keyword (`part`, `joint`, `let`, `run` …) or is a field, `name = value`.\n\n\
         \x20   jont o = revolute(ground (0, 0), crank.a)    // did you mean `joint`?\n\n\
         A misspelt keyword is read as the nearest one, so that the rest of the scene can still be checked.",
    ),
    code(
        "E0103",
        "nested too deeply",
        "Brackets, blocks and prefix operators may be nested 100 deep, and one expression may have 256 operations \
         inside one another; a sum of n terms counts n − 1.\n\n\
         Name parts of the expression with `let`, build families with `for`.",
    ),
    code(
        "E0104",
        "a bracket is never closed",
        "A `(`, `[` or `{` has no partner. The message marks where it was opened.\n\n\
         \x20   let a = rect(1 cm, 2 cm     // add `)`",
    ),
    code(
        "E0105",
        "a bracket closes nothing",
        "A `}` stands where no block is open. Either it is one too many, or a `{` before it is missing.",
    ),
    code(
        "E0106",
        "a value is missing",
        "An expression was expected: a number, a name, a call, a tuple.\n\n\
         \x20   let a =          // a value after `=`\n\
         \x20   let b = 1 +      // a value after `+`\n\
         \x20   let c = (1, )    // a tuple has at least two values",
    ),
    code(
        "E0107",
        "a name is missing",
        "A name was expected: letters, digits and `_`, not beginning with a digit. The words `if`, `then`, `else`, \
         `and`, `or`, `not`, `true`, `false` cannot be names; all other keywords can.",
    ),
    code(
        "E0108",
        "a text is never closed",
        "A text begins and ends with `\"` on the same line. A quote inside is written `\\\"`, a line break `\\n`.",
    ),
    code("E0109", "a comment is never closed", "A comment that begins with `/*` ends with `*/`; comments do not nest."),
    code(
        "E0110",
        "an unknown unit",
        "The word right after a value is its unit, and there is none of that name.\n\n\
         \x20   let a = 2 cmm    // did you mean `cm`?\n\n\
         SI units take the usual prefixes (`mm`, `kN`, `ms`); there are also `deg`, `rpm`, `turn`, `min`, `in`, \
         `ft`, `lb`, `lbf`, `psi`, `percent` and others. Units combine as `N*mm/rad`, `kg/m^3`, `1/s`.",
    ),
    code(
        "E0111",
        "a number that cannot be used",
        "A number is written `12`, `0.5`, `1e-3`, `1_000`, with a digit before the point. It must fit a double: \
         `1e400` is too large, `1e-400` too small.",
    ),
    code(
        "E0112",
        "a chain of comparisons or ranges",
        "`a < b < c` has no meaning; write `a < b and b < c`. A range has two ends: `0..4`, or `0..=4` with the last.",
    ),
    code(
        "E0113",
        "a word out of a fixed list",
        "Only certain words may stand here, and the message lists them: `space planar` or `space spatial`; a drive's \
         `angle`, `travel`, `position`, `speed`, `rate`, `acceleration`, `torque`, `force` or `effort`.",
    ),
    code(
        "E0114",
        "said twice",
        "A clause such as `at` or `turned` is given twice, or two exclude each other: a switch acts `at` a time or \
         `when` a condition holds.",
    ),
    code(
        "E0115",
        "a statement lacks a part",
        "The statement needs something more (or less), which the message names.\n\n\
         \x20   release j                 // `when` a condition or `at` a time\n\
         \x20   force push = (1, 0) N     // `on` what it acts\n\
         \x20   plot x.y                  // a title in quotes comes first",
    ),
    code(
        "E0116",
        "a unit's power",
        "The power of a unit is a whole number: `m^2`, `s^-1`. For a root of a quantity use `sqrt`.",
    ),
    code(
        "E0117",
        "not available in this version",
        "The language has this construct, but its physics is not there yet. It is read, formatted and kept, but the \
         scene cannot be run with it.",
    ),
    code(
        "E0118",
        "only a plain name can be called",
        "Functions, primitives and composites are called by their own name: `bar(10 cm)`, not `parts.bar(10 cm)`.",
    ),
    code(
        "E0119",
        "an unknown escape in a text",
        "After a backslash a text may have `\"`, `\\`, `n` (line break) or `t` (tab). A backslash is written `\\\\`.",
    ),
    code(
        "E0120",
        "nothing to set",
        "An edit such as `--set crank.l=12 cm` names a value in the text by its path: a `let`, a field of a \
         material, a parameter of a primitive or composite or of one part, an option of a joint, spring or run, or \
         `gravity`, `run`. The message says which name was not found.",
    ),
    code(
        "E0121",
        "not a value",
        "What is to be set must be one expression, such as `12 cm`, `(0, 1) m` or `2*pi rad/s`.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(CODES.windows(2).all(|w| w[0].code < w[1].code));
        assert!(CODES.iter().all(|c| !c.title.is_empty() && !c.explanation.is_empty()));
    }
}
