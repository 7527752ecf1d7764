"""MuJoCo: joint coordinates, RK4 (its most accurate integrator), loops as soft equality constraints.

`mj_step(model, data, nstep)` loops inside the library, so Python is entered a thousand times a run, not once a step.
Contacts, limits, actuators, sensors and (for trees) the whole constraint solver are switched off: they would only cost.
"""

import time

import mujoco
import numpy as np

from ladder import SAMPLES, arguments, check, climb
from mechanism import Mechanism, Motion, from_quaternion

REASON = "RK4: order 4, the highest MuJoCo has; its Euler and implicit integrators are of order 1"
# MuJoCo's loops are soft constraints: impedance 0.9999 (its hardest), the solver to 1e-14; of the stiffnesses tried these two
# drift least: stiffer ones (2 steps, its limit) and softer ones, more and less damped, drift 3 to 1000 times more
LOOPS = {
    "RK4 damped loops": ("; loops critically damped, time constant 4 steps", lambda h: f"{4 * h!r} 1"),
    "RK4 sprung loops": ("; loops undamped, stiffness 0.01/step²", lambda h: f"{-0.01 / h**2!r} 0"),
}

MULTIPLES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def numbers(values):
    return " ".join(repr(float(v)) for v in np.ravel(values))


def model_text(m, step, softness):
    children = {}
    for i, (j, parent, child, sense) in enumerate(m.tree):
        children.setdefault(parent, []).append((i, j, child))

    def body(i, j, child, parent):
        joint = m.joints[j]
        inertia = m.inertia[child]
        # in the plane only the last moment counts; equal ones are always physical
        full = np.eye(3) * inertia[2, 2] if m.planar else inertia
        six = [full[0, 0], full[1, 1], full[2, 2], full[0, 1], full[0, 2], full[1, 2]]
        kind = "ball" if joint["kind"] == "spherical" else "hinge"
        axis = "" if kind == "ball" else f'axis="{numbers(joint["axis"])}"'
        inner = "".join(body(*c, child) for c in children.get(child, []))
        return (
            f'<body name="b{child}" pos="{numbers(m.start[child] - m.place(parent))}">'
            f'<inertial pos="0 0 0" mass="{numbers(m.mass[child])}" fullinertia="{numbers(six)}"/>'
            f'<joint name="j{i}" type="{kind}" pos="{numbers(joint["point"] - m.start[child])}" {axis}/>'
            + "".join(f'<site name="s{k}{e}" pos="{numbers(s[e + "_point"] - m.start[child])}"/>'
                      for k, s in enumerate(m.springs) for e in "ab" if s[e] == child)
            + f"{inner}</body>"
        )

    sites = "".join(
        f'<site name="s{k}{e}" pos="{numbers(s[e + "_point"])}"/>'
        for k, s in enumerate(m.springs) for e in "ab" if s[e] is None
    )
    tendons = "".join(
        f'<spatial stiffness="{s["stiffness"]!r}" damping="{s["damping"]!r}" springlength="{s["rest"]!r}">'
        f'<site site="s{k}a"/><site site="s{k}b"/></spatial>'
        for k, s in enumerate(m.springs)
    )
    connects = ""
    for j in m.loops:
        joint = m.joints[j]
        one, two = (joint["a"], joint["b"]) if joint["a"] is not None else (joint["b"], joint["a"])
        second = "" if two is None else f'body2="b{two}"'
        connects += (
            f'<connect body1="b{one}" {second} anchor="{numbers(joint["point"] - m.start[one])}" '
            f'solref="{softness}" solimp="0.9999 0.9999 0.001 0.5 2"/>'
        )
    constraint = "enable" if m.loops else "disable"
    return f"""<mujoco><compiler angle="radian"/>
<option timestep="{step!r}" integrator="RK4" gravity="{numbers(m.gravity)}" tolerance="1e-14" iterations="50">
<flag contact="disable" limit="disable" frictionloss="disable" actuation="disable" sensor="disable" constraint="{constraint}"/></option>
<worldbody>{sites}{"".join(body(*c, None) for c in children[None])}</worldbody>
<tendon>{tendons}</tendon><equality>{connects}</equality></mujoco>"""


def run(m, steps, times, softness=lambda step: ""):
    """`steps` a run, a multiple of the number of samples."""
    step = m.until / steps
    model = mujoco.MjModel.from_xml_string(model_text(m, step, softness(step)))
    data = mujoco.MjData(model)
    ball = m.joints[m.tree[0][0]]["kind"] == "spherical"
    # MuJoCo gives a ball joint's rate in the body's axes, which are the world's at t = 0
    data.qvel[:] = m.spin[m.tree[0][2]] if ball else m.rates()
    if not ball:
        data.qfrc_applied[:] = m.efforts()
    counts = np.rint(np.diff(times) / step).astype(int)
    q, v = [data.qpos.copy()], [data.qvel.copy()]
    spent = 0.0
    for count in counts:
        begin = time.process_time()
        mujoco.mj_step(model, data, nstep=int(count))
        spent += time.process_time() - begin
        q.append(data.qpos.copy())
        v.append(data.qvel.copy())
    if sum(w.number for w in data.warning):
        raise ArithmeticError("MuJoCo warned of an unstable simulation and started over")
    q, v = np.array(q), np.array(v)
    if not ball:
        return spent, Motion.of_hinges(m, times, q, v)
    R = from_quaternion(q)
    return spent, Motion.of_ball(m, times, R, np.einsum("tij,tj->ti", R, v))


def main():
    options = arguments()
    m = Mechanism(options.mechanism)
    rungs = [(f"h {m.until / s:.0e} s", s) for s in (SAMPLES * k for k in MULTIPLES)]
    if not m.loops:
        simulate = lambda steps, times: run(m, steps, times)
        if check("mujoco", "RK4", m, 1e-7, simulate, SAMPLES * 100):
            climb("mujoco", "RK4", REASON, m, simulate, rungs, 2.5, options)
        return
    for method, (why, softness) in LOOPS.items():
        simulate = lambda steps, times: run(m, steps, times, softness)
        if check("mujoco", method, m, 1e-5, simulate, SAMPLES * 100):
            climb("mujoco", method, REASON + why, m, simulate, rungs, 2.5, options)


if __name__ == "__main__":
    main()
