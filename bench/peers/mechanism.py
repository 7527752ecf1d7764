"""A mechanism as plain numbers (printed by our `work_precision describe`), and what is measured of any motion of it.

All vectors are in world axes; every body's own axes are the world's at t = 0, so a rotation is 1 there and joint
coordinates are 0. Energy, drift, error and loop gap are computed here, by one formula for every peer.
"""

import json

import numpy as np


class Mechanism:
    def __init__(self, path):
        with open(path) as file:
            data = json.load(file)
        self.name, self.planar, self.until = data["name"], data["planar"], data["until"]
        self.gravity = np.array(data["gravity"])
        self.bodies, self.springs, self.torques = data["bodies"], data["springs"], data["torques"]
        self.mass = np.array([b["mass"] for b in self.bodies])
        self.inertia = np.array([b["inertia"] for b in self.bodies])
        self.start = np.array([b["position"] for b in self.bodies])
        self.velocity = np.array([b["velocity"] for b in self.bodies])
        self.spin = np.array([b["spin"] for b in self.bodies])
        self.joints = data["joints"]
        for joint in self.joints:
            joint["point"], joint["axis"] = np.array(joint["point"]), np.array(joint["axis"])
        for spring in self.springs:
            spring["a_point"], spring["b_point"] = np.array(spring["a_point"]), np.array(spring["b_point"])
        self.check, self.reference = data["check"], data["reference"]
        points = [j["point"] for j in self.joints] + list(self.start)
        self.size = float(np.max(np.ptp(np.array(points), axis=0)))
        self._span()

    def _span(self):
        """Joints that carry a body from the ground outwards (`tree`: joint, parent, child, sense) and those that close loops."""
        placed, self.tree, self.loops = {None}, [], []
        waiting = list(range(len(self.joints)))
        while waiting:
            for j in waiting:
                a, b = self.joints[j]["a"], self.joints[j]["b"]
                if a in placed and b in placed:
                    self.loops.append(j)
                elif a in placed:
                    self.tree.append((j, a, b, 1.0))
                    placed.add(b)
                elif b in placed:
                    self.tree.append((j, b, a, -1.0))
                    placed.add(a)
                else:
                    continue
                waiting.remove(j)
                break
            else:
                raise ValueError("parts that no joint connects with the ground")

    def place(self, body):
        """Centre of a body at t = 0; the ground's is the origin."""
        return np.zeros(3) if body is None else self.start[body]

    def rates(self):
        """Rate of each tree joint at t = 0."""
        spin = lambda body: np.zeros(3) if body is None else self.spin[body]
        return np.array([self.joints[j]["axis"] @ (spin(c) - spin(p)) for j, p, c, _ in self.tree])

    def three_hinges(self):
        """A ball joint as three hinges: axes (upright, across, along the body) and rates at t = 0."""
        (j, _, child, _), = self.tree
        along = self.start[child] - self.joints[j]["point"]
        along /= np.linalg.norm(along)
        up = np.array([0.0, 0.0, 1.0])
        across = np.cross(up, along)
        across /= np.linalg.norm(across)
        axes = np.stack([up, across, along])
        return axes, np.linalg.solve(axes.T, self.spin[child])

    def efforts(self):
        """Constant torque on each tree joint, along its axis from parent to child."""
        given = {t["joint"]: t["torque"] for t in self.torques}
        return np.array([sense * given.get(j, 0.0) for j, _, _, sense in self.tree])


class Motion:
    """Centres P, rotations R since the start, velocities V and turning rates W of all bodies at some times."""

    def __init__(self, mechanism, times, P, R, V, W):
        self.m, self.times, self.P, self.R, self.V, self.W = mechanism, np.asarray(times), P, R, V, W

    @classmethod
    def of_hinges(cls, m, times, q, qd):
        """From angles and rates of the tree's hinges, [time, hinge]."""
        n, k = len(times), len(m.bodies)
        P, V, W = np.zeros((n, k, 3)), np.zeros((n, k, 3)), np.zeros((n, k, 3))
        R = np.zeros((n, k, 3, 3))
        zero, one = np.zeros((n, 3)), np.broadcast_to(np.eye(3), (n, 3, 3))
        for i, (j, parent, child, _) in enumerate(m.tree):
            point, axis = m.joints[j]["point"], m.joints[j]["axis"]
            p, r, v, w = (zero, one, zero, zero) if parent is None else (P[:, parent], R[:, parent], V[:, parent], W[:, parent])
            pin = p + r @ (point - m.place(parent))
            R[:, child] = r @ turned(axis, q[:, i])
            W[:, child] = w + (r @ axis) * qd[:, i : i + 1]
            arm = R[:, child] @ (m.start[child] - point)
            P[:, child] = pin + arm
            V[:, child] = v + np.cross(w, pin - p) + np.cross(W[:, child], arm)
        return cls(m, times, P, R, V, W)

    @classmethod
    def of_three_hinges(cls, m, times, q, qd):
        """From the angles and rates of the hinges that stand for a ball joint, [time, hinge]."""
        (j, _, child, _), = m.tree
        R, W = np.broadcast_to(np.eye(3), (len(times), 3, 3)), np.zeros((len(times), 3))
        for i, axis in enumerate(m.three_hinges()[0]):
            W = W + (R @ axis) * qd[:, i : i + 1]
            R = R @ turned(axis, q[:, i])
        return cls.of_ball(m, times, R, W)

    @classmethod
    def of_ball(cls, m, times, R, W):
        """Of one body on a ball joint, from its rotations and turning rates in world axes."""
        (j, _, child, _), = m.tree
        point = m.joints[j]["point"]
        arm = R @ (m.start[child] - point)
        one = lambda x: x[:, None]
        return cls(m, times, one(point + arm), one(R), one(np.cross(W, arm)), one(W))

    @classmethod
    def of_plane(cls, m, times, x, angle, v, rate):
        """From centres [time, body, 2] and angles [time, body] since the start, in the plane."""
        n, k = angle.shape
        P, V, W = np.zeros((n, k, 3)), np.zeros((n, k, 3)), np.zeros((n, k, 3))
        P[..., :2], V[..., :2], W[..., 2] = x, v, rate
        return cls(m, times, P, turned(np.array([0.0, 0.0, 1.0]), angle), V, W)

    def at(self, body, point):
        """Where a point of a body (given where it is at t = 0) goes."""
        if body is None:
            return np.broadcast_to(point, (len(self.times), 3))
        return self.P[:, body] + self.R[:, body] @ (point - self.m.start[body])

    def drift(self):
        """max |E − E0| / max K, the work of constant joint torques taken out."""
        m = self.m
        local = np.einsum("tbji,tbj->tbi", self.R, self.W)
        kinetic = 0.5 * np.einsum("b,tbi,tbi->t", m.mass, self.V, self.V)
        kinetic += 0.5 * np.einsum("tbi,bij,tbj->t", local, m.inertia, local)
        energy = kinetic - np.einsum("b,i,tbi->t", m.mass, m.gravity, self.P)
        for s in m.springs:
            length = np.linalg.norm(self.at(s["b"], s["b_point"]) - self.at(s["a"], s["a_point"]), axis=1)
            energy += 0.5 * s["stiffness"] * (length - s["rest"]) ** 2
        for t in m.torques:
            joint = m.joints[t["joint"]]
            angle = self.angle(joint["b"]) - self.angle(joint["a"])
            energy -= t["torque"] * (angle - angle[0])
        return float(np.max(np.abs(energy - energy[0])) / np.max(kinetic))

    def angle(self, body):
        """Angle of a body in the plane, whole turns counted."""
        if body is None:
            return np.zeros(len(self.times))
        return np.unwrap(np.arctan2(self.R[:, body, 1, 0], self.R[:, body, 0, 0]))

    def gap(self):
        """Largest distance between the two sides of any joint, m."""
        sides = lambda j: self.at(j["a"], j["point"]) - self.at(j["b"], j["point"])
        return max(float(np.max(np.linalg.norm(sides(j), axis=1))) for j in self.m.joints)

    def off(self, moment):
        """Largest distance of a centre from where it should be at that moment, over the mechanism's size; None if not reached."""
        index = int(np.argmin(np.abs(self.times - moment["time"])))
        if abs(self.times[index] - moment["time"]) > 1e-9:
            return None
        return float(np.max(np.linalg.norm(self.P[index] - np.array(moment["positions"]), axis=1)) / self.m.size)


def turned(axis, angle):
    """Rotations by angles about one axis (Rodrigues)."""
    angle = np.asarray(angle)[..., None, None]
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


def from_quaternion(q):
    """Rotations of unit quaternions (w, x, y, z), [..., 4]."""
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))
