"""Exudyn: trees as a `KinematicTree` (minimal coordinates) with its explicit solvers; loops as planar rigid bodies with
revolute joints and the generalised-α method, its solver for constraints.

Exudyn loops inside the library. The fast build without range checks is used. Samples come from a sensor in a run apart;
the timed run writes nothing.
"""

import sys
import time

sys.exudynFast = True

import exudyn as exu
import numpy as np
from exudyn.itemInterface import (
    LoadMassProportional,
    LoadTorqueVector,
    MarkerBodyMass,
    MarkerBodyPosition,
    MarkerBodyRigid,
    NodeGenericODE2,
    NodeRigidBody2D,
    ObjectConnectorSpringDamper,
    ObjectGround,
    ObjectJointRevolute2D,
    ObjectKinematicTree,
    ObjectRigidBody2D,
    SensorNode,
)

from ladder import SAMPLES, arguments, check, climb, fail
from mechanism import Mechanism, Motion

EXPLICIT = {
    "RK67": "minimal coordinates; order 6, its highest, fixed steps",
    "DOPRI5": "minimal coordinates; order 5 with error control, its best adaptive one",
}
ALPHA = {
    "generalised-α 0.9": ("index 3 with spectral radius 0.9, its default for constraints", 0.9, False),
    "trapezoidal": ("index 2, spectral radius 1: no numerical damping", 1.0, True),
}


class Tree:
    """Hinges in minimal coordinates; a ball joint is three hinges, the first two links without mass."""

    def __init__(self, m):
        self.m, self.mbs = m, exu.SystemContainer().AddSystem()
        links = []  # parent link, hinge point, axis, mass, inertia, centre, rate
        self.link_of = {None: -1}
        self.ball = m.joints[m.tree[0][0]]["kind"] == "spherical"
        if self.ball:
            (j, _, child, _), = m.tree
            point, (axes, rates) = m.joints[j]["point"], m.three_hinges()
            none = (0.0, np.zeros((3, 3)), point)
            links = [(-1, point, axes[0], *none, rates[0]), (0, point, axes[1], *none, rates[1])]
            links.append((1, point, axes[2], m.mass[child], m.inertia[child], m.start[child], rates[2]))
        else:
            for (j, parent, child, _), rate in zip(m.tree, m.rates()):
                joint = m.joints[j]
                inertia = np.eye(3) * m.inertia[child][2, 2] if m.planar else m.inertia[child]
                links.append((self.link_of[parent], joint["point"], joint["axis"], m.mass[child], inertia, m.start[child], rate))
                self.link_of[child] = len(links) - 1
        self.links = links
        n = len(links)
        frames = [frame(axis) for _, _, axis, *_ in links]
        turns, offsets, centres, inertias = exu.Matrix3DList(), exu.Vector3DList(), exu.Vector3DList(), exu.Matrix3DList()
        for i, (parent, point, _, _, inertia, centre, _) in enumerate(links):
            before, origin = (np.eye(3), np.zeros(3)) if parent < 0 else (frames[parent], links[parent][1])
            turns.Append(before.T @ frames[i])
            offsets.Append(before.T @ (point - origin))
            centres.Append(frames[i].T @ (centre - point))
            inertias.Append(frames[i].T @ inertia @ frames[i])
        node = self.mbs.AddNode(NodeGenericODE2(
            referenceCoordinates=[0.0] * n, initialCoordinates=[0.0] * n,
            initialCoordinates_t=[float(l[-1]) for l in links], numberOfODE2Coordinates=n,
        ))
        self.mbs.AddObject(ObjectKinematicTree(
            nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ] * n, linkParents=[l[0] for l in links],
            jointTransformations=turns, jointOffsets=offsets, linkInertiasCOM=inertias, linkCOMs=centres,
            linkMasses=[float(l[3]) for l in links], gravity=m.gravity,
        ))
        kinds = (exu.OutputVariableType.Coordinates, exu.OutputVariableType.Coordinates_t)
        self.sensors = [self.mbs.AddSensor(SensorNode(nodeNumber=node, storeInternal=True, outputVariableType=k)) for k in kinds]
        self.mbs.Assemble()

    def motion(self):
        q, v = (np.array(self.mbs.GetSensorStoredData(s)) for s in self.sensors)
        times, q, v = q[:, 0], q[:, 1:], v[:, 1:]
        make = Motion.of_three_hinges if self.ball else Motion.of_hinges
        return make(self.m, times, q, v)


class Loops:
    """Planar bodies in absolute coordinates, held by revolute joints."""

    def __init__(self, m):
        self.m, self.mbs = m, exu.SystemContainer().AddSystem()
        mbs = self.mbs
        ground = mbs.AddObject(ObjectGround())
        self.nodes, objects = [], []
        for b in range(len(m.bodies)):
            node = mbs.AddNode(NodeRigidBody2D(
                referenceCoordinates=[m.start[b][0], m.start[b][1], 0.0], initialCoordinates=[0.0] * 3,
                initialVelocities=[m.velocity[b][0], m.velocity[b][1], m.spin[b][2]],
            ))
            self.nodes.append(node)
            objects.append(mbs.AddObject(ObjectRigidBody2D(
                nodeNumber=node, mass=m.mass[b], inertia=m.inertia[b][2, 2]
            )))
            if np.any(m.gravity):
                marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=objects[b]))
                mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=m.gravity))

        def marker(body, point, kind=MarkerBodyPosition):
            number = ground if body is None else objects[body]
            return mbs.AddMarker(kind(bodyNumber=number, localPosition=point - m.place(body)))

        for joint in m.joints:
            sides = [marker(joint[side], joint["point"]) for side in "ab"]
            mbs.AddObject(ObjectJointRevolute2D(markerNumbers=sides))
        for s in m.springs:
            ends = [marker(s[e], s[e + "_point"]) for e in "ab"]
            mbs.AddObject(ObjectConnectorSpringDamper(
                markerNumbers=ends, stiffness=s["stiffness"], damping=s["damping"], referenceLength=s["rest"]
            ))
        for t in m.torques:
            joint = m.joints[t["joint"]]
            for side, sign in (("b", 1.0), ("a", -1.0)):
                if joint[side] is not None:
                    on = marker(joint[side], m.place(joint[side]), MarkerBodyRigid)
                    mbs.AddLoad(LoadTorqueVector(markerNumber=on, loadVector=[0, 0, sign * t["torque"]]))
        kinds = (exu.OutputVariableType.Coordinates, exu.OutputVariableType.Coordinates_t)
        self.sensors = [
            [mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=k)) for n in self.nodes]
            for k in kinds
        ]
        mbs.Assemble()

    def motion(self):
        q, v = (np.stack([np.array(self.mbs.GetSensorStoredData(s)) for s in sensors], 1) for sensors in self.sensors)
        times, q, v = q[:, 0, 0], q[..., 1:], v[..., 1:]
        x = q[..., :2] + self.m.start[None, :, :2]
        return Motion.of_plane(self.m, times, x, q[..., 2], v[..., :2], v[..., 2])


def frame(axis):
    """A rotation whose z axis is `axis`."""
    x = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = x - (x @ axis) * axis
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(axis, x), axis], 1)


def settings(end, write_period):
    s = exu.SimulationSettings()
    s.solution.file.write = False
    s.solution.sensors.writePeriod = write_period
    s.timeIntegration.endTime = end
    s.timeIntegration.verboseMode = 0
    s.parallel.numberOfThreads = 1
    return s


def timed(system, s, kind):
    begin = time.process_time()
    done = system.mbs.SolveDynamic(s, solverType=kind)
    spent = time.process_time() - begin
    if done is False:
        raise ArithmeticError("the solver gave up")
    return spent


def solve(make, kind, times, prepare):
    """A run with samples, then one without for the time, unless the first took long."""
    spent, motion = [], None
    for period in (times[1] - times[0], times[-1])[-1 if len(times) == 2 else 0 :]:
        s, system = settings(times[-1], period), make()
        prepare(s)
        spent.append(timed(system, s, kind))
        motion = motion or system.motion()
        if spent[0] > 2.0:
            break
    return min(spent), motion


def explicit(m, method, setting, times):
    def prepare(s):
        t = s.timeIntegration
        t.explicit.computeEndOfStepAccelerations = False
        if method == "RK67":
            t.automaticStepSize = False
            t.numberOfSteps = max(1, round(setting * times[-1] / m.until))
        else:
            t.automaticStepSize = True
            t.relativeTolerance = t.absoluteTolerance = setting
            t.minimumStepSize = 1e-12
            t.initialStepSize = 1e-4 * m.until
            t.numberOfSteps = 10  # the longest step is a tenth of the run: none is held back

    make, kind = lambda: Tree(m), getattr(exu.DynamicSolverType, method)
    spent, motion = solve(make, kind, times, prepare)
    if len(times) > 2 and motion.off(m.reference) is None and times[-1] > m.reference["time"]:
        # adaptive steps do not end at sample times: a shorter run ends where the error is taken
        s, system = settings(m.reference["time"], m.reference["time"]), make()
        prepare(s)
        timed(system, s, kind)
        at_reference = system.motion()
        motion.off = at_reference.off
    return spent, motion


def alpha(m, radius, index2, steps, times):
    def prepare(s):
        t = s.timeIntegration
        t.numberOfSteps = max(1, round(steps * times[-1] / m.until))
        t.adaptiveStep = False
        t.generalizedAlpha.spectralRadius = radius
        t.generalizedAlpha.useIndex2Constraints = index2
        t.generalizedAlpha.useNewmark = index2
        t.newton.useModifiedNewton = True
        t.newton.relativeTolerance, t.newton.absoluteTolerance = 1e-10, 1e-12

    kind = exu.DynamicSolverType.TrapezoidalIndex2 if index2 else exu.DynamicSolverType.GeneralizedAlpha
    return solve(lambda: Loops(m), kind, times, prepare)


def main():
    options = arguments()
    m = Mechanism(options.mechanism)
    steps = [(f"h {m.until / s:.0e} s", s) for s in (SAMPLES * k for k in (1, 2, 5, 10, 20, 50, 100, 200, 500))]
    if m.loops:
        if not m.planar:
            fail("exudyn", "loops in space are not part of this benchmark")
        for method, (reason, radius, index2) in ALPHA.items():
            simulate = lambda setting, times: alpha(m, radius, index2, setting, times)
            if check("exudyn", method, m, 1e-5, simulate, SAMPLES * 100):
                climb("exudyn", method, reason, m, simulate, steps, 2.5, options)
        return
    for method, reason in EXPLICIT.items():
        simulate = lambda setting, times: explicit(m, method, setting, times)
        rungs = steps if method == "RK67" else [(f"tol {10.0**-k:.0e}", 10.0**-k) for k in range(4, 13)]
        if check("exudyn", method, m, 1e-7, simulate, rungs[6][1]):
            climb("exudyn", method, reason, m, simulate, rungs, 2.5 if method == "RK67" else 1.6, options)


if __name__ == "__main__":
    main()
