//! Codes of errors found while assembling equations.

use mainspring_definition::Code;

/// Every code this crate reports, with its explanation.
pub const CODES: &[Code] = &[
    Code {
        code: "E0701",
        title: "a loop of joints cannot be closed",
        explanation: "Joints that close a loop are solved by Newton's method from where `at`, the other joints and \
`guess` lines put the parts. Here it ended with the named joints still apart.\n\nUsual causes: a link too short to \
reach, a ground point in the wrong place, or a start so far away that the solution on the other side of a dead point \
is nearer.\n\n    joint r = revolute(ground (90 cm, 0), rocker.b)   // crank + rod + rocker is only 65 cm\n\nMend the \
lengths, or add `guess o = 60 deg` for a joint of the loop.",
    },
    Code {
        code: "E0702",
        title: "drives depend on each other",
        explanation: "A drive prescribes the motion of a joint coordinate and its effort is solved for. A mechanism \
with one degree of freedom can take one such drive; the motion prescribed by a second one already follows from the \
first, so its effort would be arbitrary.\n\n    drive o speed = 2 rad/s\n    drive r speed = 1 rad/s    // a four-bar \
has one freedom\n\nRemove one, or make it an effort: `drive r torque = 0.1 N*m`.",
    },
    Code {
        code: "E0703",
        title: "start values that cannot hold",
        explanation: "`start joint = value rate speed` must hold exactly at t = 0 together with all joints, drives and \
other starts. Here they contradict each other: the message says which line cannot hold, by how much, and which lines it follows from \
otherwise; what is said first counts.\n\n    start crank = 60 deg\n    start rocker = 100 deg   // follows from the crank: \
0.12 rad off\n\nLeave one of these lines out. `guess` is for a position that need not hold, `moving` and `spinning` for a velocity.",
    },
    Code {
        code: "E0704",
        title: "an expression is not finite at the start",
        explanation: "A force, drive, spring or constraint evaluates to infinity or to no number at t = 0, for example \
by dividing by a length that is zero there, or by the root of a negative number.",
    },
    Code {
        code: "E0705",
        title: "a drive at a dead point",
        explanation: "At the start the driven coordinate cannot move, to first order, although the mechanism has \
freedom: a slider-crank whose slider is driven while crank and rod stand in line is like that. The position is \
singular; the drive's effort would be infinite. Start a little away from it, or drive another joint.",
    },
    Code {
        code: "E0706",
        title: "friction on a reaction that is not unique",
        explanation: "A friction coefficient multiplies the joint's reaction. Where joints hold more than is needed (a \
spatial four-bar made of four hinges, a parallelogram with a spare link) rigid bodies do not say how the reactions share \
the load, so neither how large friction is. Give the friction as a force or torque of its own, or free what is held \
twice.",
    },
    Code {
        code: "E0707",
        title: "joint coordinates do not fit",
        explanation: "`coordinates = joint` solves open trees of joints in the joints' own coordinates. Loops, rolling and \
distance joints, gears, equations of the user's own, joints that come or go, friction in joints and the integrator \
`symplectic` need maximal coordinates. `coordinates = auto`, the default, chooses by itself.",
    },
    Code {
        code: "E0708",
        title: "a start in a singular position",
        explanation: "Where a loop lies flat (a parallelogram with all its bars in one line) its conditions depend on each \
other and it could go on in more than one way. From rest, or with a velocity that belongs to none of these motions, \
nothing says which. A start a little away from there can be told, and the position is then passed.",
    },
    Code {
        code: "E0709",
        title: "parts overlap at the start",
        explanation: "Two parts that may touch start inside each other, deeper than the rounding of a scene's numbers (a \
billionth of the smaller one). Nothing says how they got there, and pushing them apart would be a jump; move one of them, or \
leave the pair out of `contacts`. Parts that just touch, edge on edge or corner on corner, are fine; a disc that fills a round \
hole without play is not: it touches all round, and no place of contact says which way the force acts.",
    },
    Code {
        code: "E0714",
        title: "a joint starts beyond its stop",
        explanation: "`limits` are rigid stops: the joint's coordinate must start between them. Change the start or the limits; \
`--without contacts` leaves the stops out.",
    },
    Code {
        code: "E0715",
        title: "a part without a surface",
        explanation: "Only parts and obstacles with a shape whose surface is known can touch.",
    },
    Code {
        code: "E0716",
        title: "an array whose cells have no place",
        explanation: "The lines between the cells of an array must rise from one to the next. Far from the origin, or with \
a very small pitch, rounding makes neighbours of them the same number. Bring the array nearer to the origin, or make its cells \
larger.",
    },
    Code {
        code: "E0724",
        title: "a mechanism too far from the origin",
        explanation: "Places are given by floats, which lie the farther apart the farther they are from zero: at 10 km they are \
exact to 2e-12 m, at the distance of the Sun to 3e-5 m. A mechanism runs wherever that is less than a millionth of its size; \
what the scene says of this one's parts is coarser. Place it nearer to the origin.",
    },
    Code {
        code: "N0710",
        title: "redundant joints",
        explanation: "Some rows of the named joints follow from the others, as in a parallelogram with a spare link or \
a spatial four-bar made of four hinges. The motion is not affected. How the reactions share the load is not determined \
by rigid-body mechanics; those reported have the smallest sum of squares (torques measured over the mechanism's \
length).",
    },
    Code {
        code: "W0712",
        title: "a given velocity was changed",
        explanation: "`moving` and `spinning` say how a part moves at t = 0. Joints, drives and `start … rate` lines \
must hold as well; where they contradict, they win, and the part starts with the nearest velocity (weighted by mass) \
that they allow. Giving only `spinning`, or only `moving`, leaves the other free.",
    },
    Code {
        code: "W0713",
        title: "a spring without a direction",
        explanation: "The two ends of the spring coincide at t = 0 while its rest length is positive: it pushes, but \
nothing says which way, and the force jumps as soon as the ends part. Move one end, or set `rest = 0`.",
    },
    Code {
        code: "W0717",
        title: "a compliant joint that begins open",
        explanation: "Compliant joints are closed before the run like rigid ones, so that their springs begin at rest. These \
do not close that way: their springs begin with a force. Check lengths and places, or `guess` the joints of the loop nearer to \
where it closes. Velocities likewise: a loop with compliant joints begins to move as it would with rigid ones, unless rates that \
are started or driven contradict that; then the named joint opens from the first moment on.",
    },
    Code {
        code: "W0718",
        title: "a mechanism that begins elsewhere",
        explanation: "Loops are closed from where parts are placed, and `guess` says which of several ways is meant. Here \
closing moved a joint far from its guess, perhaps onto another branch, or a joint whose speed is driven could not begin where it \
stands. Look at the start (`mainspring run scene.mech --at 0`), say with `start` what is known exactly, and `guess` the others \
nearer to where they are.",
    },
    Code {
        code: "W0719",
        title: "switches without end",
        explanation: "Steps of a script, or jumps of expressions of time (`step`, `floor`, `mod`, comparisons of `t`), follow each \
other so fast that this run would take more than a million steps for them alone. Each is met exactly. More than ten million end a \
run (E0818). What switches faster than anything moves acts by its mean: a force that is on half of the time is half the force.",
    },
    Code {
        code: "N0720",
        title: "parts on top of each other",
        explanation: "Two parts of one shape begin in the same place, turned alike, and nothing lies between them: no pin through both, no \
spring; nor do they hang alike on one point, as two pendulums on one pin. Often one was meant to stand elsewhere, or a loop has closed onto itself: the links of a parallelogram that fold \
onto each other. Place one of them with `at`, or `guess` the angle of a joint of the loop.",
    },
    Code {
        code: "N0721",
        title: "two starts for one freedom",
        explanation: "A mechanism with one freedom needs one `start`; where a second one begins follows from it through the joints. \
The two agree here, so they are accepted. When one is changed they contradict each other (E0703). Keep one, and `guess` the others.",
    },
    Code {
        code: "E0722",
        title: "a disc that starts flat",
        explanation: "`rolling` with `disc` is a thin disc that touches its plane at the lowest point of its rim. Flat on the plane it \
has none. Start it upright or leaning. A disc that lies, or falls and comes to lie, is a matter of contact: give the part a shape with some \
thickness (`shape = cylinder(10 cm, 1 cm)`), make the plane an `obstacle`, and let the two touch (`contact coin, floor`).",
    },
    Code {
        code: "N0725",
        title: "places known less exactly than usual",
        explanation: "A mechanism far from the origin is computed near to it, so that its motion is as exact as anywhere. But what a \
scene says of its parts' places is rounded where they are, and what is recorded of them again. The note says by how much, over the \
mechanism's size.",
    },
    Code {
        code: "N0711",
        title: "nothing can move",
        explanation: "Joints and drives leave no degree of freedom and nothing prescribes a motion: the mechanism is a \
structure. It is simulated all the same; its reactions are the result.",
    },
];
