"""MuJoCo: contacts are springs and dampers solved by a convex program, friction a cone around their force.

`mj_step(model, data, nstep)` loops inside the library. Every body moves in the plane by two slides and a hinge; a disc is a
sphere, a rectangle a box as deep as wide. Restitution does not exist as a number: the contact's spring and damper are given
as stiffness and damping such that a ball leaves with e times its speed (MuJoCo takes gravity out while they touch).
"""

import math

import mujoco

from restitution import ratio
from scene import Scene, climb

# Angular frequency ω of a contact that throws back: the steps within it err by ω × step, its length 3/ω delays the ball. So
# either the first is kept small, or both fall together.
SPRINGS = {
    "stiff": ("contacts of 31 steps", lambda step: 0.1 / step),
    "softer": ("contacts whose steps grow in number as their length falls", lambda step: math.sqrt(10 / step)),
}


def numbers(*values):
    return " ".join(repr(float(v)) for v in values)


def text(scene, step, spring):
    if scene.restitution > 0:
        z, omega = ratio(scene.restitution), spring(step)
        # given as stiffness and damping, per mass
        solref = numbers(-omega * omega, -2 * z * omega)
    else:
        # time constant and damping ratio: two steps is the hardest it takes
        solref = numbers(2 * step, 1)
    sliding = max(scene.friction, 1e-5)
    surface = f'friction="{numbers(sliding, 0, 0)}" solref="{solref}" solimp="0.9999 0.9999 0.001 0.5 2" condim="{3 if scene.friction else 1}"'
    floor = ""
    if scene.floor:
        (x, y), (nx, ny) = scene.floor["point"], scene.floor["normal"]
        floor = f'<geom type="plane" size="0 0 1" pos="{numbers(x, y, 0)}" zaxis="{numbers(nx, ny, 0)}" {surface}/>'
    bodies = ""
    for b in scene.bodies:
        half = b["disc"] and f'type="sphere" size="{numbers(b["disc"])}"'
        if not half:
            w, h = b["rect"]
            half = f'type="box" size="{numbers(w / 2, h / 2, w / 2)}"'
        i = b["inertia"]
        bodies += (
            f'<body pos="{numbers(*b["position"], 0)}" euler="{numbers(0, 0, b["angle"])}">'
            f'<inertial pos="0 0 0" mass="{numbers(b["mass"])}" diaginertia="{numbers(i, i, i)}"/>'
            # slides are along the world's axes, whatever the body's angle
            f'<joint type="slide" axis="{numbers(math.cos(b["angle"]), -math.sin(b["angle"]), 0)}"/>'
            f'<joint type="slide" axis="{numbers(math.sin(b["angle"]), math.cos(b["angle"]), 0)}"/>'
            f'<joint type="hinge" axis="0 0 1"/><geom {half} {surface}/></body>'
        )
    return f"""<mujoco><compiler angle="radian"/>
<option timestep="{step!r}" integrator="Euler" cone="elliptic" gravity="{numbers(*scene.gravity, 0)}" tolerance="1e-14"
 iterations="100" ls_tolerance="1e-6" impratio="100"/>
<worldbody>{floor}{bodies}</worldbody></mujoco>"""


def make(scene, step, spring):
    model = mujoco.MjModel.from_xml_string(text(scene, step, spring))
    data = mujoco.MjData(model)
    for k, b in enumerate(scene.bodies):
        data.qvel[3 * k : 3 * k + 2] = b["velocity"]

    def advance(count):
        mujoco.mj_step(model, data, nstep=count)
        if any(w.number for w in data.warning):
            raise ArithmeticError("MuJoCo warned of an unstable simulation and started over")

    def read():
        row = []
        for k, b in enumerate(scene.bodies):
            x, y, a = data.qpos[3 * k : 3 * k + 3]
            row += [float(v) for v in (b["position"][0] + x, b["position"][1] + y, b["angle"] + a, *data.qvel[3 * k : 3 * k + 3])]
        return row

    return advance, read


def main():
    scene = Scene()
    # Euler, its default: RK4 was tried, costs four times more and is no nearer, for every contact begins within a step
    reason = "Euler, elliptic cones, Newton solver to 1e-14, hardest impedance; "
    if scene.restitution > 0:
        for method, (why, spring) in SPRINGS.items():
            climb(scene, "mujoco", method, reason + why, lambda step: make(scene, step, spring))
    else:
        why = "contacts with a time constant of two steps, the hardest it takes"
        climb(scene, "mujoco", "hard", reason + why, lambda step: make(scene, step, None))


if __name__ == "__main__":
    main()
