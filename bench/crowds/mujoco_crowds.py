"""MuJoCo: contacts are springs and dampers solved by a convex program, friction a cone around their force.

In the plane every body moves by two slides and a hinge; a disc is a sphere, a rectangle a box, any other polygon a prism.
Restitution does not exist as a number: where there is one, the contact's spring and damper are given such that a ball leaves
with e times its speed.
"""

import math
import sys
from pathlib import Path

import mujoco

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "contact"))
from restitution import ratio  # noqa: E402
from scene import Scene, run  # noqa: E402

THICK = 0.2  # of what is flat, m

# steps a frame, setting, reason; time constant of a contact, angular frequency where it throws back, further options
WAYS = {
    "usual": dict(
        steps=8,
        setting="h 1/480 s",
        reason="as it comes: a step of about its 2 ms, contacts with a time constant of 20 ms, pyramidal cones",
        constant=0.02,
        omega=50.0,
        option="",
        impedance="",
    ),
    "fine": dict(
        steps=16,
        setting="h 1/960 s, hard",
        reason="a step of about a millisecond, contacts with a time constant of two steps, the hardest it takes, "
        "impedance 0.9999, elliptic cones, friction 100 times harder than the normal direction, solver to 1e-10",
        constant=2 / 960,
        omega=96.0,
        option='cone="elliptic" impratio="100" tolerance="1e-10" iterations="200"',
        impedance='solimp="0.9999 0.9999 0.001 0.5 2"',
    ),
}


def numbers(*values):
    return " ".join(repr(float(v)) for v in values)


def boxed(corners):
    """Width and height of a rectangle about the origin along the axes."""
    x, y = max(c[0] for c in corners), max(c[1] for c in corners)
    if len(corners) == 4 and all(math.isclose(abs(c[0]), x) and math.isclose(abs(c[1]), y) for c in corners):
        return x, y
    return None


def text(scene, way):
    if scene.restitution > 0:
        z, omega = ratio(scene.restitution), way["omega"]
        solref = numbers(-omega * omega, -2 * z * omega)
    else:
        solref = numbers(way["constant"], 1)
    surface = f'friction="{numbers(scene.friction, 0, 0)}" solref="{solref}" {way["impedance"]} condim="3"'
    meshes = {}

    def prism(corners):
        points = tuple(numbers(x, y, z) for x, y in corners for z in (-THICK / 2, THICK / 2))
        name = meshes.setdefault(points, f"m{len(meshes)}")
        return f'type="mesh" mesh="{name}"'

    def shape(s):
        if "disc" in s or "sphere" in s:
            return f'type="sphere" size="{numbers(s.get("disc") or s["sphere"])}"'
        if "box" in s:
            return f'type="box" size="{numbers(*(0.5 * x for x in s["box"]))}"'
        if "capsule" in s:
            radius, straight = s["capsule"]
            return f'type="capsule" size="{numbers(radius, straight / 2)}"'
        half = boxed(s["polygon"])
        return f'type="box" size="{numbers(*half, THICK / 2)}"' if half else prism(s["polygon"])

    world = ""
    for fixed in scene.fixed:
        if "half" in fixed:
            point, normal = fixed["half"]["point"], fixed["half"]["normal"]
            world += f'<geom type="plane" size="0 0 1" pos="{numbers(*point)}" zaxis="{numbers(*normal)}" {surface}/>'
        else:
            world += f"<geom {prism(fixed['polygon'])} {surface}/>"
    for b in scene.bodies:
        angle = b["angle"]
        if scene.plane:
            # slides are along the world's axes, whatever the body's angle
            joints = (
                f'<joint type="slide" axis="{numbers(math.cos(angle), -math.sin(angle), 0)}"/>'
                f'<joint type="slide" axis="{numbers(math.sin(angle), math.cos(angle), 0)}"/>'
                f'<joint type="hinge" axis="0 0 1"/>'
            )
            moments = [b["inertia"][2]] * 3
        else:
            joints, moments = "<freejoint/>", b["inertia"]
        world += (
            f'<body pos="{numbers(*b["position"])}" axisangle="{numbers(*b["axis"], angle)}">'
            f'<inertial pos="0 0 0" mass="{numbers(b["mass"])}" diaginertia="{numbers(*moments)}"/>'
            f"{joints}<geom {shape(b['shape'])} {surface}/></body>"
        )
    assets = "".join(f'<mesh name="{name}" vertex="{" ".join(points)}"/>' for points, name in meshes.items())
    return f"""<mujoco><compiler angle="radian"/><size memory="1G"/>
<option timestep="{1 / (way["steps"] * scene.frames)!r}" gravity="{numbers(*scene.gravity)}" {way["option"]}/>
<asset>{assets}</asset><worldbody>{world}</worldbody></mujoco>"""


def make(scene, way):
    model = mujoco.MjModel.from_xml_string(text(scene, way))
    data = mujoco.MjData(model)
    # places of bodies before the first step
    mujoco.mj_forward(model, data)

    def advance(steps):
        mujoco.mj_step(model, data, nstep=steps)
        if any(w.number for w in data.warning):
            raise ArithmeticError("MuJoCo warned of an unstable simulation or of too little memory")

    def read():
        row = []
        for k, b in enumerate(scene.bodies):
            if scene.plane:
                (x, y, a), rates = data.qpos[3 * k : 3 * k + 3], data.qvel[3 * k : 3 * k + 3]
                row += [b["position"][0] + x, b["position"][1] + y, b["angle"] + a, *rates]
            else:
                place, rates = data.qpos[7 * k : 7 * k + 7], data.qvel[6 * k : 6 * k + 6]
                # its turning rate is in the body's axes
                w, (x, y, z) = place[3], place[4:7]
                turn = [
                    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
                ]
                row += [*place, *rates[:3], *(sum(t * r for t, r in zip(line, rates[3:])) for line in turn)]
        return [float(v) for v in row]

    return advance, read


def main():
    scene = Scene()
    for method, way in WAYS.items():
        run(scene, "mujoco", method, way["setting"], way["reason"], way["steps"], lambda: make(scene, way))


if __name__ == "__main__":
    main()
