"""Numbers of the gallery's woodpecker, found without Mainspring: each mode of contact written out by hand and integrated by
scipy's DOP853, changes of mode as its events, blows by Coulomb's law with restitution of energy.

Run with numpy and scipy installed: python3 scenes/woodpecker_twin.py
"""

import math
import numpy as np
from scipy.integrate import solve_ivp


def woodpecker(end=1.0):
    """Sleeve (y, a) and bird (b) on a pole: every mode written out, changes of mode as scipy's events, blows by hand. SI."""
    m, i, big, ib, k, g, mu, e = 3e-4, 5e-9, 4.5e-3, 7e-7, 0.012, 9.81, 0.5, 0.5
    out, far, pole, sleeve, half, beak = 0.010, 0.015, 0.0025, 0.0031, 0.007, (-0.0045, 0.020)

    def turned(p, a):
        c, s = math.cos(a), math.sin(a)
        return np.array([c * p[0] - s * p[1], s * p[0] + c * p[1]]), np.array([-s * p[0] - c * p[1], c * p[0] - s * p[1]])

    def mass_and_load(q, v):
        arm, darm = turned((out, 0), q[1])
        body, dbody = turned((far, 0), q[2])
        j = np.array([[0, darm[0], dbody[0]], [1, darm[1], dbody[1]]])
        bend = -arm * v[1] ** 2 - body * v[2] ** 2
        mass = np.diag([m, i, ib]) + big * j.T @ j
        twist = k * (q[2] - q[1])
        return mass, np.array([-m * g, twist, -twist]) - big * j.T @ (bend + [0, g])

    def contact(c, q, v):
        """Gap, its row, the row of the slip, and what both accelerate by at rest: 0 lower corner, 1 upper corner, 2 beak."""
        if c < 2:
            p, d = turned((sleeve, half * (2 * c - 1)), q[1])
            return p[0] - pole, np.array([0, d[0], 0]), np.array([1, d[1], 0]), -p * v[1] ** 2
        arm, darm = turned((out, 0), q[1])
        tip, dtip = turned(beak, q[2])
        return arm[0] + tip[0] - pole, np.array([0, darm[0], dtip[0]]), np.array([1, darm[1], dtip[1]]), -arm * v[1] ** 2 - tip * v[2] ** 2

    def forces(mode, q, v):
        """Acceleration, normal force and friction; mode: none, or contact and 0 (sticks) or the sign of the slip."""
        mass, load = mass_and_load(q, v)
        if mode is None:
            return np.linalg.solve(mass, load), 0.0, 0.0
        c, slip = mode
        _, n, t, bias = contact(c, q, v)
        free = np.linalg.solve(mass, load)
        if slip == 0:
            rows = np.array([n, t])
            f = np.linalg.solve(rows @ np.linalg.solve(mass, rows.T), -rows @ free - bias)
        else:
            f = -(n @ free + bias[0]) / (n @ np.linalg.solve(mass, n - mu * slip * t)) * np.array([1, -mu * slip])
        return free + np.linalg.solve(mass, n * f[0] + t * f[1]), f[0], f[1]

    def strike(c, q, v):
        """Coulomb's law through the blow; the work of the rebound is e**2 that of the approach."""
        mass, _ = mass_and_load(q, v)
        _, n, t, _ = contact(c, q, v)
        rows = np.array([n, t])
        w = rows @ np.linalg.solve(mass, rows.T)
        (vn, vt), p, work, asked, e2 = rows @ v, np.zeros(2), 0.0, None, (e * e if c == 2 else 0.0)
        slip = np.sign(vt)
        for _ in range(9):
            way = np.array([1, -mu * slip]) if slip else np.array([1, -w[0, 1] / w[1, 1]])
            dn, dt = w @ way
            # until the approach ends, the rebound has its work, or the slip does
            if asked is None:
                step = -vn / dn
            else:
                step = (-vn + math.sqrt(vn * vn + 2 * dn * (asked - work))) / dn
            stops = slip and dt * slip < 0 and -vt / dt < step
            if stops:
                step = -vt / dt
            work += vn * step + dn * step * step / 2
            p, vn, vt = p + step * way, vn + dn * step, vt + dt * step
            if stops:
                vt = 0.0
                slip = 0 if abs(w[0, 1]) <= mu * w[1, 1] else np.sign(w[0, 1])
            elif asked is None:
                asked, work, vn = -e2 * work, 0.0, 0.0
                if asked == 0:
                    break
            else:
                break
        return v + np.linalg.solve(mass, n * p[0] + t * p[1])

    def decide(c, q, v):
        """Mode of a corner that touches and does not approach."""
        _, n, t, _ = contact(c, q, v)
        if n @ v > 1e-9:
            return None
        if abs(t @ v) > 1e-9:
            choices = [np.sign(t @ v)]
        else:
            choices = [0, 1, -1]
        for slip in choices:
            a, f, rub = forces((c, slip), q, v)
            if f > 0 and (abs(rub) <= mu * f + 1e-15 if slip == 0 else abs(t @ v) > 1e-9 or slip * (t @ a + contact(c, q, v)[3][1]) > 0):
                return (c, slip)
        return None

    def go(mode, t, y):
        rate = lambda _, y: np.concatenate([y[3:], forces(mode, y[:3], y[3:])[0]])
        held = None if mode is None else mode[0]
        guards = []
        for c in range(3):
            f = (lambda t, y, c=c: contact(c, y[:3], y[3:])[0]) if c != held else (lambda t, y: forces(mode, y[:3], y[3:])[1])
            f.direction = -1
            guards.append(f)
        if mode is not None and mode[1] == 0:
            f = lambda t, y: mu * forces(mode, y[:3], y[3:])[1] - abs(forces(mode, y[:3], y[3:])[2])
            f.direction = -1
            guards.append(f)
        elif mode is not None:
            f = lambda t, y: mode[1] * (contact(held, y[:3], y[3:])[2] @ y[3:])
            f.direction = -1
            guards.append(f)
        for f in guards:
            f.terminal = True
        return solve_ivp(rate, (t, end), y, method="DOP853", rtol=1e-12, atol=1e-14, events=guards)

    t, mode, pecks, jams = 0.0, None, [], 0
    y = np.array([0, -0.08, -0.28, -0.3, 0, -8])
    while True:
        run = go(mode, t, y)
        t, q, v = run.t[-1], run.y[:3, -1], run.y[3:, -1]
        if run.status == 0:
            return pecks, jams, q
        which = next(c for c, times in enumerate(run.t_events) if len(times))
        held = None if mode is None else mode[0]
        if which < 3 and which != held:
            v = strike(which, q, v)
            if which == 2:
                pecks.append((t, q[0]))
            touches = which if which < 2 else held
            mode = None if touches is None else decide(touches, q, v)
        elif which == held:
            mode = None
        elif mode[1] == 0:
            mode = (held, -np.sign(forces(mode, q, v)[2]))
        else:
            mode = decide(held, q, v)
        jams += mode is not None and mode[1] == 0
        y = np.concatenate([q, v])


pecks, jams, q = woodpecker()
print("pecks", len(pecks), "first", *pecks[0], "last", *pecks[-1], "period and drop", *np.diff(pecks, axis=0)[-1])
print("jams", jams, "at the end: height", q[0], "sleeve", q[1], "bird", q[2])
