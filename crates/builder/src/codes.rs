//! What the builder's codes mean.

use mainspring_definition::Code;

const fn code(code: &'static str, title: &'static str, explanation: &'static str) -> Code {
    Code { code, title, explanation }
}

/// Every code the builder uses.
pub const CODES: &[Code] = &[
    // names, structure, scopes
    code(
        "E0201",
        "unknown name",
        "A name is used that nothing visible declares. Names are looked up from the inside \
        out: the block, the primitive or composite, the scene. `joint j = revolute(ground, cran.a)` with a part \
        `crank` is such a slip. Declare the name, or correct its spelling.",
    ),
    code(
        "E0202",
        "declared twice",
        "Two things in one scope have the same name, or one option is given twice. In a \
        `for`, a part needs an index so that each turn makes its own: `part l[i] = bar(2 cm)`.",
    ),
    code(
        "E0203",
        "reserved name",
        "`t`, `ground`, `last`, `true` and `false` always mean the same and cannot be \
        declared; a point cannot be called `position` or another quantity of a part. Choose another name.",
    ),
    code(
        "E0204",
        "statement out of place",
        "A primitive is one rigid body: fields, points, `let`, `for`, `if`. A \
        composite holds parts and joints. `space`, `gravity`, `method`, `run`, `record` and `plot` belong to the top \
        level of the scene.",
    ),
    code("E0205", "no space", "A scene says where it lives: `space planar` or `space spatial`, once, at the top."),
    code(
        "E0206",
        "no such member",
        "An index leads outside a family or list, an index is missing, or something \
        without members has one. Families are counted as they were declared; `l[last]` is the last one.",
    ),
    code(
        "E0207",
        "another kind of thing",
        "A name leads to a thing of another kind than is needed here: a joint where \
        a part is wanted, a composite where a point is, a primitive that was never made into a part.",
    ),
    code(
        "E0208",
        "composite inside itself",
        "Composites nest too deep, which happens when one contains itself: \
        `composite a { part inner = a() }`. Stop the descent with an `if` on a count that becomes smaller.",
    ),
    code(
        "E0209",
        "limit exceeded",
        "The scene asks for more than the builder allows: 100 000 parts, 2 000 000 \
        statements carried out, lists of 100 000, a million values in lists of lists, 5 000 000 cells of arrays, a million pairs \
        that may touch, 1000 constraints, outlines of 5000 edges where they touch or have arcs, expressions 128 deep. Usually a range \
        is written wrongly.",
    ),
    code(
        "E0210",
        "arguments do not fit",
        "An argument is missing, one too many, given twice, or named as no parameter \
        is. `primitive bar(l: length)` is used as `bar(10 cm)` or `bar(l = 10 cm)`.",
    ),
    code(
        "E0211",
        "unknown kind of parameter",
        "After the colon of a parameter stands a kind: a dimension such as \
        `length`, `density`, `angle`, `number`, or `count`, `region`, `solid`, `shape`, `text`, `flag`, `material`, \
        `vector`, `list`.",
    ),
    code(
        "E0212",
        "defined through itself",
        "A `let` or `quantity` needs its own value: `let a = b + 1 m` and \
        `let b = a`. One of the names must not need the others.",
    ),
    code(
        "E0213",
        "not available in this version",
        "The language knows this word, its physics comes with a later \
        version. Take the statement out to run the rest.",
    ),
    code(
        "E0214",
        "nothing to set",
        "`--set path=value` names something that cannot be set. A `let`, a parameter or \
        field of a part (`p.thickness`), a material's field (`steel.density`), an option of a joint or spring \
        (`s.stiffness`), an option of a `contact` line (`contact(a, b).friction`), `gravity` and `run.duration` can. In an exact sweep these are a `let`, `body.moves`, \
        `body.from` and `body.until` of the root, `hook.at` and the options of a pawl, `at` and `turned` of an obstacle, \
        `run.duration` and `run.every`.",
    ),
    code("E0215", "nothing to run", "The scene has no part and no mass. Add one: `mass bob = 50 g at (0, 1) m`."),
    code(
        "E0216",
        "said twice",
        "`space`, `gravity`, `run`, `method`, `impact` and the start of a joint are said once; two lines about \
        the same contact or the same two materials agree.",
    ),
    code(
        "E0217",
        "unknown option",
        "An option, setting or field is written that this statement does not have: `stifness` for `stiffness`, or the \
        `friction` of two parts on a joint between others. The message lists those there are. Correct the spelling, or move the \
        line to the statement it belongs to: friction of a contact is said by `contact a, b { friction = 0.3 }`, the motion of a \
        joint by `drive o speed = 2 rad/s`, where it begins by `start o = 30 deg`.",
    ),
    // dimensions, units, expressions
    code(
        "E0301",
        "dimensions differ",
        "Every quantity has a dimension, and only like is added to like: `2 m + 3 s` is \
        an error where it is written. A plain number has no dimension (a literal 0 fits any); give it a unit.",
    ),
    code(
        "E0302",
        "unknown unit",
        "Units are SI with prefixes (`mm`, `kg`, `ms`, `kN`), `deg`, `rpm`, `turn`, and \
        `in`, `ft`, `lb`, `lbf`, `psi` and the like, joined with `*`, `/` and whole powers: `N*m`, `m/s^2`.",
    ),
    code(
        "E0303",
        "another kind of value",
        "A number is found where a vector is wanted, text where a number is, or the \
        like. `.x`, `.y`, `.z` and `norm(v)` make numbers of vectors; `(x, y)` makes a vector.",
    ),
    code(
        "E0304",
        "not a number",
        "Division by zero, the root of a negative number, or a number beyond about 1e308, \
        found while the scene is built. `if n > 0 then 1/n else 0` works out only the branch it takes.",
    ),
    code(
        "E0305",
        "must be known beforehand",
        "Sizes, masses, stiffnesses and places are fixed when the scene is \
        built and cannot be measured during the run. A force that changes with the motion is written as `force = …` \
        inside a spring or as an actuator.",
    ),
    code(
        "E0306",
        "power of a dimension",
        "A quantity with a dimension can be raised to a known whole power; its root \
        exists where all powers are even: `sqrt(2 m^2)`, not `sqrt(2 m)`.",
    ),
    code(
        "E0307",
        "unknown function",
        "Functions are `sin cos tan asin acos atan atan2 sinh cosh tanh sqrt exp log \
        log10 abs sign floor ceil min max clamp mod step smoothstep smootherstep table spline norm dot cross random before contact` and the shape \
        words. A primitive is not called in an expression: it makes a part.",
    ),
    code(
        "E0308",
        "no such quantity",
        "A part has `position velocity acceleration angle rate momentum …`, a joint \
        `angle rate` or `travel speed`, `force torque effort`, a spring `length rate force energy`, the ledger \
        `energy.kinetic …`. `work` is what a force, a drive, an actuator or a constraint has done since the start, \
        `dissipated` what a damper has taken out; only what has one can be asked for it.",
    ),
    code(
        "E0309",
        "read too early",
        "Loads may read positions, rates and time: forces and accelerations are solved \
        from the loads, so reading them is an algebraic loop. Prescribed motion reads time alone; a constraint reads \
        positions and time.",
    ),
    code(
        "E0310",
        "whole number wanted",
        "Counts, indices, ranges and seeds are whole numbers, indices and counts 0 or \
        more.",
    ),
    code(
        "E0311",
        "not a condition in time",
        "`when` needs comparisons with `<` and `>`, joined with `and`, `or`, \
        `not`. Two changing numbers are never caught being equal: say from which side the moment is reached.",
    ),
    code(
        "E0312",
        "table without sense",
        "`table(x, (x0, y0), (x1, y1), …)` and `spline(…)` need at least two points \
        with rising x, known when the scene is built.",
    ),
    code(
        "E0313",
        "number of components",
        "Vectors have 2 components in a planar scene and 3 in a spatial one: `(1, 2) m` where the scene says `space planar`, \
        `(1, 2, 0) m` where it says `space spatial`. Angles, rates and torques of the plane are single numbers.",
    ),
    // shapes and mass
    code(
        "E0401",
        "mass unknown",
        "Nothing says how heavy a body is. In the plane: `density` and `thickness`, or \
        `area_density`, or `mass`. In space: `density` or `mass`. A body without a shape needs `mass` and `inertia`.",
    ),
    code(
        "E0402",
        "size not positive",
        "Widths, heights and radii are positive lengths; the two ends of a capsule are \
        different points; a ring's inner radius is below its outer one.",
    ),
    code(
        "E0403",
        "mass not positive",
        "Masses, densities, thicknesses and moments of inertia are positive and finite.",
    ),
    code(
        "E0404",
        "impossible inertia",
        "Principal moments of inertia obey a triangle: none exceeds the sum of the \
        other two, since each is a sum of squares of distances. The matrix is symmetric.",
    ),
    code(
        "E0405",
        "shape of the other space",
        "Planar scenes are made of regions (`rect`, `polygon`, `disc` …), spatial \
        ones of solids (`box`, `sphere` …). `extrude(region, height)` makes a solid of a region. `halfplane(point, normal)` \
        (in space `halfspace`) has no end and is for obstacles alone.",
    ),
    code(
        "E0406",
        "outline without sense",
        "Edges of one outline cross, corners coincide or enclose no area, nothing is left after combining regions, or a hole \
        of `pierced` is not inside. List corners once, in order round the outline. `+ - & ^` take outlines that cross, \
        touch or share edges, arcs too; only where arcs run within some billionths of their size of each other \
        rounding can hide what lies inside, and is not guessed. Pieces and holes of one obstacle of a sweep must not touch in \
        a single point: draw them as two obstacles, which may, or keep them apart.",
    ),
    code(
        "E0407",
        "mass said twice",
        "A body is given its mass in two ways, for example `mass` and `density`. Keep one.",
    ),
    code(
        "E0408",
        "coefficient out of range",
        "Friction is 0 or more, restitution between 0 and 1. `static_friction` goes with `friction` and is not less.",
    ),
    // joints, placement, drives, run
    code(
        "E0501",
        "unknown kind of joint",
        "In the plane: revolute, prismatic, weld, distance, slot, gear, rack, \
        rolling. In space: spherical, revolute, prismatic, cylindrical, universal, weld, distance, planar, gear, \
        rack, rolling.",
    ),
    code(
        "E0502",
        "joint of the other space",
        "The joint exists, but not in this scene's space: a slot is planar, a \
        ball joint spatial.",
    ),
    code(
        "E0503",
        "joined to itself",
        "Both sides of a joint or spring are on the same part (or both on the ground), which hold together anyway. \
        `joint j = revolute(a.p, b.q)` names points of two parts, `revolute(ground (0, 0), b.q)` one of the ground.",
    ),
    code(
        "E0504",
        "point mass has no orientation",
        "A point mass cannot be turned, welded or twisted. Use a joint that \
        holds only its place, or a part with a shape.",
    ),
    code(
        "E0505",
        "unplaced part",
        "Nothing says where a part stands: it has no `at` and no chain of joints leads from \
        it to the ground or to a part that is placed. One error stands for all parts that hang together.",
    ),
    code(
        "E0506",
        "joint or spring option",
        "An option of a joint or spring has a value it cannot have: reversed \
        limits, a length of zero, a gear without ratio, a negative stiffness.",
    ),
    code(
        "E0507",
        "no such coordinate",
        "Welds, ball joints and distances have no single angle or travel that could be \
        driven, limited or given a spring.",
    ),
    code(
        "E0508",
        "directions make no frame",
        "An axis needs length, and `zero` must not be parallel to it. In the \
        plane a frame is an angle (`turned`), in space `axis` and `zero`.",
    ),
    code(
        "E0509",
        "run setting out of range",
        "Times are positive, as are the stiffness and speeds of `method` and `impact`; `rtol` lies between 1e-14 and \
        0.1; a run records at most 1e7 frames; a law or treatment of impacts is one of those there are.",
    ),
    code(
        "E0510",
        "unknown integrator",
        "The message lists the integrators. `auto` is the default: `dop853`, and `radau` while the motion is stiff; \
        the reference says under Running what each is for.",
    ),
    code(
        "E0511",
        "gear without joints",
        "A gear or rack connects two joints, not two parts: first the joints about \
        which the wheels turn, then `gear(first, second) { teeth = (20, 40) }`. A rack needs one that turns and one \
        that slides.",
    ),
    code(
        "E0512",
        "driven twice",
        "The motion of one joint coordinate is prescribed by two drives, which cannot both be \
        met. Leave one out, or make it an effort: `drive o torque = 2 N*m`.",
    ),
    code(
        "E0513",
        "spring without sense",
        "A spring is `linear(a.p, b.q)`, `rotary(joint)` or, in the plane, \
        `rotary(a, b)`, and has a stiffness, a damping or an actuator.",
    ),
    code(
        "E0514",
        "turned without at",
        "`turned` turns a part where `at` puts it. The angle of a part that a joint \
        places is the joint's: `start joint = 30 deg` or `guess joint = 30 deg`.",
    ),
    code(
        "E0515",
        "constraint on nothing",
        "A constraint relates positions or angles of parts; one that reads none of \
        them either always holds or never.",
    ),
    code(
        "E0516",
        "the same joint twice",
        "Two joints of one kind hold the same two parts at the same points, along the same axes: the second holds \
        nothing that the first does not, so their shares of the force would be arbitrary. `joint a = revolute(ground, \
        x.p)` and `joint b = revolute(ground, x.p)` are such a pair. Leave one of them out.",
    ),
    code(
        "E0517",
        "friction or play that cannot be",
        "Friction is simulated in revolute and prismatic joints: a plain number is a coefficient on the joint's \
        reaction (a hinge then needs its `pin_radius`), a force or torque is a level of its own. `static_friction` is \
        of the same kind and not less. A joint whose motion is prescribed takes no friction: it could only add to the \
        drive's effort, and at rest nothing says how much. `restitution` goes with `limits`, or with `backlash` on gears \
        and racks.",
    ),
    code(
        "E0518",
        "contact that cannot be",
        "A contact is between two parts, or a part and an obstacle, that both have a shape and of which at least one can \
        move: `contact ball, floor`. A point mass touches as a point, or as a disc or ball of its `radius`; two points never \
        touch. `contacts a, b, c` is for every pair among them, \
        `materials steel, rubber { … }` for two materials. `spinning` resists turning about a contact's normal, which \
        only spatial scenes have.",
    ),
    code(
        "E0519",
        "no such contact",
        "A contact is measured that this scene does not have: `contact(ball, floor).force` and `ball.touches(floor)` \
        need `contacts all`, or a line that names the two. Parts joined by a joint touch only where `contact a, b` names \
        them.",
    ),
    code(
        "E0520",
        "no array in space",
        "Surfaces, windows, arrays, frames, scripts and bins belong to planar scenes: parts lie on the plane and are \
        pushed in it. Write `space planar`, or leave them out.",
    ),
    code(
        "E0521",
        "window that cannot be",
        "A window has a region and either a `force`, a density in N/m^2 that may read `x`, `y` and `t`, or a `velocity` \
        of its surface, one for all of it. `at` and `turned` place it and may read the time. Other clauses belong to \
        parts.",
    ),
    code(
        "E0522",
        "array that cannot be",
        "An array is `grid(columns, rows, pitch = 1 cm)` with a `force`. It has 1 to 1000 columns and rows and up to 64 \
        groups; a `pad` lies within its cell, a `duty` between 0 and 1. Groups and duties stay the same during a run; \
        `level` and `force` may change. With `directions = four` one cell of each block of four pushes along +x, +y, \
        −x and −y, so at most a quarter of `strength` can be asked for.",
    ),
    code(
        "E0523",
        "empty frame",
        "A frame names the windows, arrays and groups that are on together: `frame gather { left, right }`. Where \
        nothing shall be on, a script says `off for 2 s`.",
    ),
    code(
        "E0524",
        "script that cannot be",
        "A step shows a frame `for` a positive time, `until` a condition holds, or until one of its `when … -> label` \
        leads elsewhere. Labels are unique within a script; `end` is where it is over. Loops go round at least once, and \
        every circle of steps shows some frame, or time would stand still.",
    ),
    code(
        "E0525",
        "two velocities at one place",
        "Two windows with velocities lie over each other with the same priority and can be on together, so nothing says \
        how the surface moves there. Give one of them a higher `priority`, or cut it: `window b = rect(…) - a.region`.",
    ),
    code(
        "E0526",
        "surface that cannot be",
        "`surface { gravity = 9.81 m/s^2; static_friction = 0.4; dynamic_friction = 0.3; viscous = 500 N*s/m^3; law = \
        hybrid }`: nothing is negative, static friction is not less than dynamic, the law is `hybrid`, `pointwise`, \
        `coulomb` or `viscous`, and `grain` goes with `across`. `drag = 5 N*s/m` of a primitive is not negative either.",
    ),
    code(
        "E0527",
        "part that cannot arrive or leave",
        "Parts arrive at a time that is not negative and leave when a condition holds. Only parts that stand free do: \
        not fixed ones, none with joints or springs, no obstacles. Under `method penalty` none does, neither into bins nor \
        over the edge of a surface: that takes `method event`.",
    ),
    code(
        "E0528",
        "effort limit without sense",
        "`limit = 5 N*m` is the largest effort of a drive that prescribes a position or a speed. A drive that prescribes an \
        acceleration has none, and an effort is limited where it is written: `min(max(…, -5 N*m), 5 N*m)`.",
    ),
    // notes
    code(
        "E0529",
        "gear without a carrier",
        "Wheels mesh as seen from the part that carries the axles of both. Where two joints are on one part, that is it. A sun on \
        the ground and a planet on an arm are seen from the arm, if a joint turns the arm about the sun's axis:\n\n    joint js = \
        revolute(ground (0, 0), sun)\n    joint jc = revolute(ground (0, 0), arm)\n    joint jp = revolute(arm.pin, planet)\n    \
        joint mesh = gear(js, jp) { teeth = (20, 16) }\n\n`carrier = arm` says which part it is where there are several. \
        Backlash is only for wheels whose joints are on one part.",
    ),
    code(
        "E0531",
        "outside the exact sweep",
        "`method sweep` knows one root that translates, pawls hinged on it and obstacles of straight edges in the plane, \
        and nothing else: no masses, joints, loads, materials, contacts between pawls, pawls on pawls, no root that turns; nor \
        can it be asked for other quantities than `travel` and `insertion_force` of the root and `angle`, `deflection`, `rate`, \
        `force`, `friction_force` and `reaction` of a pawl. The message names what is outside; `method event` has it.",
    ),
    code(
        "E0532",
        "a statement of the exact sweep",
        "`root`, `pawl` and `report` mean something under `method sweep` only. Add that line, or write parts, joints and \
        springs, which the other methods run.",
    ),
    code(
        "E0533",
        "the root of a sweep",
        "A sweep has exactly one root. It `moves` with a velocity that is not zero, `from` a place, `until` a distance or \
        a time above 0: `root body moves (1, 0) mm/s from (0, 0) mm until 40 mm`. Its speed is between 1e-30 and 1e30 m/s, \
        and so are lengths in m and the time in s.",
    ),
    code(
        "E0534",
        "a pawl of a sweep",
        "A sweep has at least one pawl. Its spring has a stiffness above 0, friction is not negative, and the angles \
        `rest` and `start` stay within a thousand turns: `pawl hook on body at (0, 3) mm = polygon(…) mm { stiffness = \
        12 N*mm/rad; friction = 0.2 }`.",
    ),
    code(
        "E0535",
        "an outline a sweep cannot use",
        "A sweep is exact for straight edges: `polygon`, `rect` and what is made of them. An obstacle may have holes and \
        pieces; the root and each pawl are one polygon without holes. An outline is at least 1e-30 m large and at most 1e30 m \
        away. `method event` knows arcs and holes everywhere.",
    ),
    code(
        "E0536",
        "nothing of that name to report",
        "A sweep can report `events`, `contacts` and `insertion_force`; without a `report` line it reports all of them.",
    ),
    code(
        "N0611",
        "friction and rebound not said",
        "Nothing says how two parts that may touch rub or bounce, so friction 0 and restitution 0 are taken: they slide \
        freely and do not rebound. Give the primitives or their materials `friction` and `restitution`, or the pair: \
        `contact a, b { friction = 0.3; restitution = 0.5 }`.",
    ),
    code(
        "N0612",
        "frame that is never shown",
        "A frame is on while a step of a script shows it. No script names this one, so what is in no other frame is \
        never on.",
    ),
    code(
        "N0616",
        "friction of the surface not said",
        "The surface has neither dry nor viscous friction, so parts slide on it freely and never stop of themselves. \
        Give it `friction`, or `static_friction` and `dynamic_friction`, or `viscous`.",
    ),
    code(
        "N0617",
        "a bare angle of more than a turn",
        "A number without a unit is an angle in radians: `turned 45` is 45 rad, a little more than seven turns. Degrees are \
        written `45 deg`.",
    ),
    code(
        "N0618",
        "nothing can touch it",
        "Parts touch only what a `contact` or `contacts` line names. Nothing can touch this obstacle, or this part that hangs on \
        no joint: whatever meets it passes through. `contacts all` lets everything touch, `contacts none` says that nothing is to.",
    ),
    code(
        "N0619",
        "a spring that is nothing but a torque",
        "The torque of a rotary spring resists, as its stiffness does: k (angle − rest) + b · rate + torque, and where it is \
        positive it turns the joint back. The torque of a joint (`joint o = revolute(…) { torque = … }`, `drive o torque = …`) \
        drives: where it is positive it turns the joint forth.",
    ),
    code(
        "N0620",
        "an axis that a joint has turned",
        "`axis = …` of a joint is in the axes of its first part. That part has no `at`, and another joint has turned it, so that \
        the axis points elsewhere in the world. `axis = …` written in `ground(…)` turns the part that hangs there until its own \
        z axis lies along it; written on the joint, `revolute(ground (0, 0, 0), case, axis = (1, 0, 0))`, it leaves the part \
        as drawn.",
    ),
    // warnings
    code(
        "W0605",
        "coincident joints",
        "Two joints of different kinds hold the same two parts at the same point. The motion is right, but \
        what both hold is redundant, and the reactions are shared between them in the least way. Keep the one that holds more, \
        such as a `weld` beside a `revolute`.",
    ),
    code(
        "W0606",
        "outline turned",
        "An outline given clockwise has been turned; the shape is the same. List the corners counter-clockwise.",
    ),
    code(
        "W0608",
        "`at` is not kept",
        "Joints place parts: a joint moves its second part (or the one farther from the ground) so that the two points \
        meet, even where `at` puts it elsewhere. What the joint leaves free, such as the angle of a hinge, stays as \
        `at … turned` says, unless `start` or `guess` give it. `part c = bar(1 m) at (0, 0)` with \
        `joint o = revolute(ground (0, 30 cm), c.a)` is such a case. Leave `at` out, or make the two agree.",
    ),
    code(
        "W0609",
        "driven against a stop",
        "The motion of a joint is prescribed and the joint has limits, which are rigid stops. A prescribed motion has no \
        largest effort, so if it meets a stop the run ends there. Keep the motion within the limits, or give the drive a \
        largest effort: `drive j angle = … { limit = 5 N*m }`.",
    ),
    code(
        "W0610",
        "not measured without contacts",
        "`--without contacts` leaves no pair whose gap or point could be measured. What reads them is left out of this \
        run; forces and impulses are zero.",
    ),
    code(
        "W0613",
        "step that is never reached",
        "The steps before it loop for ever or jump elsewhere, and no label leads to it. Give a step before it an exit, \
        `when … -> label`, or the loop an end, `repeat 4`, or leave the step out.",
    ),
    code(
        "W0614",
        "part without an outline",
        "What windows and the surface do to a part is integrated over its outline. A part without a shape, and a point \
        mass, feel neither. Give its primitive a `shape`, such as `shape = disc(1 cm)`.",
    ),
    code(
        "W0615",
        "nothing is taken away",
        "In `a - b` the two regions have no area in common, so `a` stays as it is. A hole that was meant to be inside \
        lies outside: check the places, or use `pierced(outline, hole)`, which makes this an error.",
    ),
    code(
        "W0621",
        "drag that does nothing",
        "`drag = 5 N*s/m` of a primitive is the viscous constant of its friction on the surface, in place of the surface's own \
        `viscous` times the area of the part. Without a surface, under `law = coulomb`, and for a part that a joint holds, there \
        is no such friction. `force f on p = -(5 N*s/m)*p.velocity` brakes any part.",
    ),
];
