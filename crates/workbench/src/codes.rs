//! Codes of every layer in one list.

use mainspring_definition::Code;

/// Codes of what is asked for besides the scene: options of the command, settings of [`simulate`](crate::simulate).
pub const CODES: &[Code] = &[
    Code {
        code: "E0901",
        title: "a setting without a value",
        explanation: "`--set` takes a path, an equals sign and a value:\n\n    mainspring run scene.mech --set crank.l='12 cm'",
    },
    Code {
        code: "E0902",
        title: "a time outside the run",
        explanation: "`--at` reads values at a moment of the run; it must lie between 0 and the end. `--until` makes the \
run longer.",
    },
    Code {
        code: "E0903",
        title: "an expression that does not stand alone",
        explanation: "The value of `--set` and `--probe` is one expression, as it could stand right of `=` in a scene: \
`12 cm`, `norm(j.force)`, `crank.angle`.",
    },
    Code {
        code: "E0904",
        title: "the recording would overwrite the scene",
        explanation: "`--out` names the scene itself or a file it uses. Nothing was run or written. Give the recording \
another name, such as `results/run.mcap`.",
    },
    Code {
        code: "E0905",
        title: "the recording cannot be resumed",
        explanation: "`--resume` continues a run from the last checkpoint of its recording, so that it ends in the same \
bits as if it had never stopped. That needs the same scene, settings and version, a recording that is whole up to the \
checkpoint, and an end that is not before the one it was made for. Nothing was changed. An exact sweep is traced as a whole \
before its first frame, so it is written again from t = 0, under the same demands.\n\n\
`mainspring info FILE` tells how a recording was made; without `--resume` it is replaced. One that is damaged before \
its last checkpoint goes on from a clean copy:\n\n    mainspring recover FILE -o clean.mcap\n    mainspring run \
scene.mech --out clean.mcap --resume",
    },
    Code {
        code: "E0906",
        title: "a recording under another format's name",
        explanation: "A run is recorded as MCAP, whatever the file is called; under `.csv` or `.json` other programs would \
take it for something else. Nothing was run or written. Name it `.mcap`, and make tables of it:\n\n    \
mainspring export run.mcap --to csv",
    },
    Code {
        code: "E0907",
        title: "no such part to orient",
        explanation: "`mainspring orient` is about one part with an outline. A scene with several needs `--part` and a name, as it \
stands in the scene, indices and all:\n\n    mainspring orient tray.mech --part 'plate[3]'",
    },
    Code {
        code: "E0908",
        title: "orienting in space",
        explanation: "Force fields orient parts that lie on a surface, seen from above, so `mainspring orient` takes planar scenes. \
Draw the part's outline from above in a scene that begins with `space planar`.",
    },
    Code {
        code: "E0909",
        title: "a part that the field does not orient",
        explanation: "A squeeze field turns a part until its two halves face each other across the line. A disc or a ring is not \
turned at all, and a part too nearly round is turned by less than can be told from rounding. A radial field with a constant one \
does not turn a part whose halves balance about its centre, such as a rectangle; squeezes may.\n\n\
Give the part a notch, a flat or a corner, and describe round edges as arcs (`disc`, `capsule`, `sector`), not as many short \
lines.",
    },
    Code {
        code: "E0912",
        title: "a margin that cannot be had",
        explanation: "Every squeeze but the first must take what the one before leaves, with `--margin` to spare on both sides. The \
shape of the part says how much there is; the message says the most. Without `--margin` the shortest script is taken and, among \
those, the one with the largest margin.",
    },
    Code {
        code: "E0913",
        title: "an outline that cannot be written",
        explanation: "`--write` writes the part as polygons, discs, capsules and sectors, with holes of these, and reads it back. \
An outline with other curved edges, or one whose area and moments do not come out, is not written. The plan itself does not depend \
on it: leave `--write` out.",
    },
    Code {
        code: "E0920",
        title: "an exact sweep has nothing to assemble",
        explanation: "A scene of `method sweep` has a root, pawls and obstacles instead of parts with mass and joints, and is \
followed from event to event instead of in time steps. Commands that need a mechanism, such as `mainspring orient`, refuse it; \
`mainspring run`, `check` and `info` take it. To move the same shapes in time, give them masses, joints and springs under `method event`.",
    },
    Code {
        code: "W0911",
        title: "a quantity that is no finite number",
        explanation: "A recorded quantity was NaN or infinite in some frames, as a division by zero or the root of a \
negative number gives. The motion itself is sound: a state that is not finite stops the run. The recording holds `NaN` \
or `inf` there, plots have a gap and JSON has null.\n\n\
Guard the expression: `if r > 1 mm then f/r else 0 N/m`.",
    },
    Code {
        code: "N0910",
        title: "positions are recorded",
        explanation: "The scene has no `record`, `plot` or `quantity` line, which would leave the recording empty; the \
positions (and angles, in the plane) of its bodies are recorded instead, of the first 256 of them if there are more. \
`record` says what else to record.",
    },
];

/// Every code that any layer reports, in the order of their numbers.
#[must_use]
pub fn all_codes() -> Vec<Code> {
    let layers = [
        mainspring_language::CODES,
        mainspring_builder::CODES,
        mainspring_dynamics::CODES,
        mainspring_engine::CODES,
        mainspring_sweep_run::CODES,
        CODES,
    ];
    let mut all: Vec<Code> = layers.into_iter().flatten().copied().collect();
    all.sort_by_key(|c| (c.code.get(1..).unwrap_or(""), c.code));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_there_once() {
        let all = all_codes();
        assert!(all.len() > 40);
        for pair in all.windows(2) {
            assert_ne!(pair[0].code, pair[1].code);
        }
        assert!(all.iter().all(|c| c.code.len() == 5 && !c.title.is_empty() && !c.explanation.is_empty()));
    }
}
