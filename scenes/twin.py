"""Independent numbers for the gallery: reduced coordinates in numpy, integrated by scipy's DOP853 at 1e-13.

Shares nothing with Mainspring. Run with numpy and scipy installed: python3 scenes/twin.py
The values printed stand in the expect.json files beside each scene.
"""

import numpy as np
from scipy.integrate import solve_ivp

G = 9.81


def rot(a, v):
    c, s = np.cos(a), np.sin(a)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1]])


class Chain:
    """Planar open chain in absolute angles: link i turns about its pin, the next pin at d[i], its centre at c[i]."""

    def __init__(self, d, c, m, inertia, gravity):
        self.d, self.c, self.m, self.i, self.g = map(np.asarray, (d, c, m, inertia, gravity))
        self.n = len(m)

    def geometry(self, th):
        """Directions: arms[i, k] is link k's share of the arm to the centre of link i."""
        n = self.n
        cos, sin = np.cos(th), np.sin(th)
        d = np.stack([cos * self.d[:, 0] - sin * self.d[:, 1], sin * self.d[:, 0] + cos * self.d[:, 1]], 1)
        c = np.stack([cos * self.c[:, 0] - sin * self.c[:, 1], sin * self.c[:, 0] + cos * self.c[:, 1]], 1)
        arms = np.zeros((n, n, 2))
        for i in range(n):
            arms[i, :i] = d[:i]
            arms[i, i] = c[i]
        return arms, d

    def equations(self, th, w, torque):
        arms, _ = self.geometry(th)
        perp = np.stack([-arms[..., 1], arms[..., 0]], -1)
        mass = np.einsum("i,ija,ika->jk", self.m, perp, perp) + np.diag(self.i)
        centripetal = -np.einsum("ija,j->ia", arms, w**2)
        force = self.m[:, None] * (self.g - centripetal)
        return mass, np.einsum("ija,ia->j", perp, force) + torque

    def free(self, t, y):
        n = self.n
        mass, rhs = self.equations(y[:n], y[n:], np.zeros(n))
        return np.concatenate([y[n:], np.linalg.solve(mass, rhs)])

    def end(self, th):
        return self.geometry(th)[1].sum(0)


def run(f, y0, t):
    return solve_ivp(f, (0, t), y0, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]


def double_pendulum():
    l, m = 0.5, 7800 * 0.005 * 0.5 * 0.02
    i = m * (l**2 + 0.02**2) / 12
    ch = Chain([[l, 0]] * 2, [[l / 2, 0]] * 2, [m] * 2, [i] * 2, [0, -G])
    y = run(ch.free, np.zeros(4), 3.0)
    print("double_pendulum t=3: shoulder, elbow", y[0], y[1] - y[0])


def chain():
    n, l = 50, 0.04
    m = 7800 * 0.005 * l * 0.005
    i = m * (l**2 + 0.005**2) / 12
    ch = Chain([[l, 0]] * n, [[l / 2, 0]] * n, [m] * n, [i] * n, [0, -G])
    y = run(ch.free, np.zeros(2 * n), 0.5)
    print("chain t=0.5: end", *ch.end(y[:n]))


def five_body():
    # symmetric about the y-z plane: a planar chain with x -> -z, y -> y (z = -x)
    th, h, rho = 0.02, 0.2, 7800
    m = rho * th * th * h
    i = m * (h**2 + th**2) / 12
    r = 0.75 * th
    mb = rho * 4 / 3 * np.pi * r**3
    ib = 0.4 * mb * r**2
    # pin at the back (z = -th/2): centre of the link from its pin, in (-z, y) axes: (-th/2, -h/2)
    c = [-th / 2, -h / 2]
    d = [0, -h]
    last = [-th / 2, -h - 0.75 * th]
    ch = Chain([d, d, last, [0, 0]], [c, c, c, [0, 0]], [m, m, m, mb], [i, i, i, ib], [0, -G])
    y = run(ch.free, np.zeros(8), 2.0)
    print("five_body t=2: bob y", 1 - th / 2 + ch.end(y[:4])[1], "z", -th / 2 - ch.end(y[:4])[0])


def cart():
    def f(t, y):
        x, v = y
        tension = 80 * (x - 0.25) + 0.4 * v - 40 * (x - 0.25) + 3 * v * abs(v) + 2 * np.sin(3 * t)
        return [v, -tension / 2]

    print("cart t=10: travel", run(f, [0.3, 0.5], 10.0)[0])


def free_body():
    a, b, c = 0.1, 0.06, 0.02
    m = 2700 * a * b * c
    i = m / 12 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])

    def f(t, w):
        return np.cross(i * w, w) / i

    w = run(f, np.array([0.001, 5, 0.001]), 20.0)
    print("free_body t=20: |w|", np.linalg.norm(w), " |L|", np.linalg.norm(i * np.array([0.001, 5, 0.001])))


def arm():
    n, l = 7, 0.25
    r, p = np.eye(3), np.zeros(3)
    for k in range(n):
        a = np.radians(20 * (k + 1))
        c, s = np.cos(a), np.sin(a)
        r = r @ (np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) if k % 2 else np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
        p = p + r @ np.array([0, 0, l])
    print("arm t=3: tip", *p)


def gears():
    rho, h, mod = 7800, 0.008, 0.002
    disc = lambda z: 0.5 * rho * h * np.pi * (mod * z / 2) ** 4
    m = rho * 0.02 * 0.02 * 0.04
    # everything on the pinion's angle a: b = -a/3, c = 0.06 b
    inertia = disc(20) + disc(60) / 9 + m * 0.02**2
    torque = -0.05 + m * G * 0.02
    acc = torque / inertia
    print("gears t=1: a", acc / 2, "b", -acc / 6, "c", -0.06 * acc / 6)


def four_bar():
    o, r = np.zeros(2), np.array([0.30, 0.05])
    for t in (0.0, 1.3):
        b = o + 0.10 * np.array([np.cos(np.pi / 3 + 2 * np.pi * t), np.sin(np.pi / 3 + 2 * np.pi * t)])
        d = r - b
        base = np.arctan2(d[1], d[0])
        q = np.hypot(*d)
        # the rod's pin above the line from crank pin to ground pin
        a = np.arccos((0.30**2 + q**2 - 0.25**2) / (2 * 0.30 * q))
        pin = b + 0.30 * np.array([np.cos(base + a), np.sin(base + a)])
        # the rocker's x axis runs from its pin a (at the rod) to b (at the ground)
        print(f"four_bar t={t}: rocker angle", np.arctan2(*(r - pin)[::-1]))


def hand():
    """Finger 0 in its plane: root driven, two sprung joints. Axes (x, z); joint angle about +y turns z into x."""
    l = [0.04, 0.032, 0.024]
    m = [1200 * 0.012**2 * x for x in l]
    i = [mm * (x**2 + 0.012**2) / 12 for mm, x in zip(m, l)]
    ch = Chain([[x, 0] for x in l], [[x / 2, 0] for x in l], m, i, [-G, 0])
    k, b = [0.2, 0.1], [4e-4, 2e-4]

    # plane axes: first = z, second = x; a turn about +y by a turns z towards x: counter-clockwise in (z, x)
    def root(t):
        s = min(max(t / 0.6, 0), 1)
        a = -np.radians(40)
        rate = a * 6 * s * (1 - s) / 0.6 if 0 < t < 0.6 else 0.0
        acc = a * (6 - 12 * s) / 0.36 if 0 <= t <= 0.6 else 0.0
        return a * s * s * (3 - 2 * s), rate, acc

    def f(t, y):
        a0, w0, acc0 = root(t)
        th = np.array([a0, y[0], y[1]])
        w = np.array([w0, y[2], y[3]])
        t2 = -(k[0] * (th[1] - th[0]) + b[0] * (w[1] - w[0]))
        t3 = -(k[1] * (th[2] - th[1]) + b[1] * (w[2] - w[1]))
        mass, rhs = ch.equations(th, w, np.array([-t2, t2 - t3, t3]))
        acc = np.linalg.solve(mass[1:, 1:], rhs[1:] - mass[1:, 0] * acc0)
        return [y[2], y[3], acc[0], acc[1]]

    y = run(f, np.zeros(4), 0.5)
    end = ch.end(np.array([root(0.5)[0], y[0], y[1]]))
    print("hand t=0.5: finger 0 tip z", 0.005 + end[0], "x", 0.8 * 0.045 + end[1])
    y = run(f, np.zeros(4), 0.6)
    y = solve_ivp(f, (0.6000000001, 2.0), y, method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]
    end = ch.end(np.array([root(2.0)[0], y[0], y[1]]))
    print("hand t=2: finger 0 tip z", 0.005 + end[0], "x", 0.8 * 0.045 + end[1])


def spare_link():
    """Three equal cranks and a coupler that translates: one angle."""
    m, mc, l = 7800 * 0.005 * 0.02 * 0.4, 7800 * 0.005 * 0.02 * 0.2, 0.2
    inertia = m * l**2 + 3 * mc * ((l**2 + 0.02**2) / 12 + l**2 / 4)
    moment = G * (m * l + 3 * mc * l / 2)
    y = run(lambda t, y: [y[1], -moment * np.cos(y[0]) / inertia], np.array([np.radians(50), -2.0]), 3.0)
    print("spare_link t=3: crank angle", y[0], "rate", y[1])


if __name__ == "__main__":
    for case in (double_pendulum, chain, five_body, cart, free_body, arm, gears, four_bar, hand, spare_link):
        case()
