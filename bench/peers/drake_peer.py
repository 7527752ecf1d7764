"""Drake: joint coordinates in a continuous-time `MultibodyPlant`, its error-controlled integrators by `SimulatorConfig`.

One `AdvanceTo` a run, which loops inside the library; samples come from a monitor in a run apart, at the ends of the steps
the integrator chose. Loops are left out: in continuous time the plant has no loop constraint (its ball constraint is for
the discrete solver, of order 1), and a stiff bushing would be another mechanism.
"""

import time

import numpy as np
from pydrake.math import RigidTransform
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import FixedOffsetFrame, RevoluteJoint, RotationalInertia, SpatialInertia
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig

from ladder import arguments, check, climb, fail
from mechanism import Mechanism, Motion

METHODS = {
    "runge_kutta5": "order 5, the highest Drake has, error-controlled",
    "runge_kutta3": "order 3, Drake's default, error-controlled",
}


class Plant:
    def __init__(self, m):
        self.m = m
        self.plant = plant = MultibodyPlant(time_step=0.0)
        plant.mutable_gravity_field().set_gravity_vector(m.gravity)
        bodies = {None: plant.world_body()}
        self.joints = []
        self.ball = m.joints[m.tree[0][0]]["kind"] == "spherical"
        if self.ball:
            self._ball(bodies[None])
            return
        for i, (j, parent, child, _) in enumerate(m.tree):
            inertia = np.eye(3) * m.inertia[child][2, 2] if m.planar else m.inertia[child]
            moments = RotationalInertia(*np.diag(inertia), inertia[0, 1], inertia[0, 2], inertia[1, 2])
            bodies[child] = plant.AddRigidBody(
                f"b{child}", SpatialInertia.MakeFromCentralInertia(m.mass[child], np.zeros(3), moments)
            )
            point, axis = m.joints[j]["point"], m.joints[j]["axis"]
            on = lambda body, name: plant.AddFrame(
                FixedOffsetFrame(name, bodies[body].body_frame(), RigidTransform(point - m.place(body)))
            )
            sides = on(parent, f"p{i}"), on(child, f"c{i}")
            self.joints.append(plant.AddJoint(RevoluteJoint(f"j{i}", *sides, axis, damping=0.0)))
        plant.Finalize()

    def _ball(self, world):
        """Three hinges, the first two links without mass: Drake's ball joint has its singular angle in the way of a top."""
        m, plant = self.m, self.plant
        (j, _, child, _), = m.tree
        point, (self.axes, self.start_rates) = m.joints[j]["point"], m.three_hinges()
        moments = RotationalInertia(*np.diag(m.inertia[child]), *m.inertia[child][[0, 0, 1], [1, 2, 2]])
        last = SpatialInertia.MakeFromCentralInertia(m.mass[child], m.start[child] - point, moments)
        parent = plant.AddFrame(FixedOffsetFrame("pin", world.body_frame(), RigidTransform(point)))
        for i, axis in enumerate(self.axes):
            body = plant.AddRigidBody(f"b{i}", last if i == 2 else SpatialInertia.Zero())
            joint = RevoluteJoint(f"j{i}", parent, body.body_frame(), axis, damping=0.0)
            self.joints.append(plant.AddJoint(joint))
            parent = body.body_frame()
        plant.Finalize()

    def simulator(self, scheme, accuracy):
        simulator = Simulator(self.plant)
        # steps as long as the accuracy allows
        config = SimulatorConfig(integration_scheme=scheme, accuracy=accuracy, max_step_size=0.1 * self.m.until, use_error_control=True)
        ApplySimulatorConfig(config, simulator)
        context = simulator.get_mutable_context()
        for joint, rate in zip(self.joints, self.start_rates if self.ball else self.m.rates()):
            joint.set_angular_rate(context, rate)
        simulator.Initialize()
        return simulator

    def run(self, scheme, accuracy, times):
        simulator = self.simulator(scheme, accuracy)
        begin = time.process_time()
        simulator.AdvanceTo(times[-1])
        spent = time.process_time() - begin
        if len(times) == 2:
            return spent, None
        simulator = self.simulator(scheme, accuracy)
        seen = []

        def look(context):
            seen.append((context.get_time(), self.plant.GetPositionsAndVelocities(context).copy()))

        simulator.set_monitor(look)
        # the time at which the error is taken must be met
        stop = self.m.reference["time"]
        if 0 < stop < times[-1]:
            simulator.AdvanceTo(stop)
        simulator.AdvanceTo(times[-1])
        return spent, self.motion(seen)

    def motion(self, seen):
        times, states = np.array([t for t, _ in seen]), np.array([x for _, x in seen])
        n = self.plant.num_positions()
        q, v = states[:, :n], states[:, n:]
        order = [joint.position_start() for joint in self.joints]
        make = Motion.of_three_hinges if self.ball else Motion.of_hinges
        return make(self.m, times, q[:, order], v[:, order])


def main():
    options = arguments()
    m = Mechanism(options.mechanism)
    if m.loops:
        fail("drake", "no loop constraint in continuous time (the ball constraint needs the discrete solver, order 1)")
    plant = Plant(m)
    for method, reason in METHODS.items():
        simulate = lambda accuracy, times: plant.run(method, accuracy, times)
        if not check("drake", method, m, 1e-6, simulate, 1e-9):
            continue
        rungs = [(f"accuracy {10.0**-k:.0e}", 10.0**-k) for k in range(3, 13)]
        climb("drake", method, reason, m, simulate, rungs, 1.8 if method == "runge_kutta5" else 2.2, options)


if __name__ == "__main__":
    main()
