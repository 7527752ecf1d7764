"""Numbers of the gallery's contact scenes, found without Mainspring: ratchet, rattle, clearance, escapement, peg, gripper."""

import math

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, fsolve


def ratchet():
    """Round tip of the click against flank and slope of a tooth; balance of torques. cm, N, N mm."""
    pivot, length, tip, root, top = np.array([-3.5, 9.0]), 5.9, 0.2, 4.0, 5.0
    push, stiffness, rest, pitch = 60.0, 20.0, math.radians(-110), math.pi / 6

    def polar(r, a):
        return r * np.array([math.cos(a), math.sin(a)])

    def place(flank, click):
        c = pivot + polar(length, click)
        foot, head = polar(root, flank), polar(top, flank + pitch)
        along = (head - foot) / np.linalg.norm(head - foot)
        return c, foot, np.array([-math.sin(flank), math.cos(flank)]), np.array([along[1], -along[0]])

    def gaps(z):
        c, foot, n1, n2 = place(*z)
        return [c @ n1 - tip, (c - foot) @ n2 - tip]

    z = fsolve(gaps, [1.55, -0.9], xtol=1e-13)
    c, _, n1, n2 = place(*z)
    cross = lambda a, b: a[0] * b[1] - a[1] * b[0]
    p1, p2 = c - tip * n1, c - tip * n2
    arms = 10 * np.array([[cross(p1, n1), cross(p2, n2)], [cross(p1 - pivot, n1), cross(p2 - pivot, n2)]])
    forces = np.linalg.solve(arms, [push, -stiffness * (rest - z[1])])
    return z[0] % pitch, z[1], forces.sum()


def rattle(a=0.01, w=30.0, e=0.7, room=0.027, x=0.0, v=0.4, end=2.0):
    """Blows of a disc of 20 g between the ends of a shaken slot, and the energy lost in them."""
    t, blows, lost = 0.0, [], 0.0
    while True:
        left = lambda s: room - abs(x + v * (s - t) - a * math.sin(w * s))
        s = t + 1e-9
        while left(s) > 0 and s < end:
            s += 1e-5
        if s >= end:
            return len(blows), blows[-1], x + v * (end - t), v, lost
        s = brentq(left, max(s - 1e-5, t + 1e-9), s, xtol=1e-15, rtol=1e-15)
        x, t = x + v * (s - t), s
        wall = a * w * math.cos(w * t)
        lost += 0.01 * (1 - e * e) * (v - wall) ** 2
        v = wall - e * (v - wall)
        blows.append(t)


def clearance(crank=24.0, play=0.02):
    """Rocker of the linkage 4, 12, 8 over 10 cm without play, and how far play may turn it."""
    dx, dy = 4 * math.cos(crank) - 10, 4 * math.sin(crank)
    d = math.hypot(dx, dy)
    rocker = math.atan2(dy, dx) - math.acos((64 + d * d - 144) / (16 * d))
    transmission = math.acos((64 + 144 - d * d) / (2 * 8 * 12))
    return rocker % (2 * math.pi), play / 8 / math.sin(transmission)


def escapement():
    """Period of the free pendulum for small swings."""
    bob = [(0, -29), (2.1, -28.1), (3, -26), (2.1, -23.9), (0, -23), (-2.1, -23.9), (-3, -26), (-2.1, -28.1)]
    rod = [(-0.2, -23), (0.2, -23), (0.2, 0), (-0.2, 0)]
    first = second = 0.0
    for outline in (bob, rod):
        for (x0, y0), (x1, y1) in zip(outline, outline[1:] + outline[:1]):
            c = (x0 * y1 - x1 * y0) * 1e-4
            first -= (y0 + y1) * 1e-2 * c / 6
            second += (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1) * 1e-4 * c / 12
    return 2 * math.pi * math.sqrt(second / (9.81 * first))


def peg(m=0.2, ram=0.3, push=10.0, drag=100.0, k=1000.0, c=5.0, mu=0.2, end=0.7):
    """A guided peg: down to the chamfer, along it, free between the walls, down one wall, to the bottom. Way down z, shift x."""
    both, touch, over, play, floor = m + ram, 0.0102, 0.0028, 0.0004, 0.048

    def until(f, t, y, *guards):
        for g in guards:
            g.terminal = True
        return solve_ivp(f, (t, end), y, method="DOP853", rtol=1e-13, atol=1e-15, events=guards, dense_output=True)

    fall = until(lambda t, y: [y[1], (push - drag * y[1]) / both], 0, [0, 0], lambda t, y: y[0] - touch)
    # a plastic blow on a slope of 45 deg, slipping: impulse q (1 + mu) up, q (1 - mu) sideways, then both are equally fast
    q = fall.y[1, -1] / ((1 + mu) / both + (1 - mu) / m)
    up = (1 + mu) / (1 - mu)  # for a unit sideways
    along = lambda t, y: [y[1], (push - drag * y[1] - up * (k * y[0] + c * y[1])) / (both + up * m)]
    slope = until(along, fall.t[-1], [0, (1 - mu) * q / m], lambda t, y: y[0] - over)
    x, v = slope.sol(0.13)
    side = m * along(0, [x, v])[1] + k * x + c * v
    # over the edge, and back to the wall
    left, v = slope.t[-1], slope.y[1, -1]
    back = lambda t, y: y[0] - over
    back.direction = -1
    flight = lambda t, y: [y[1], -(k * y[0] + c * y[1]) / m, y[3], (push - drag * y[3]) / both]
    free = until(flight, left, [over + 1e-18, v, touch + over, v], back, lambda t, y: y[0] - over - play)
    _, v, z, down = free.y[:, -1]
    slides = lambda t, y: [y[1], (push - drag * y[1] - mu * k * over) / both]
    wall = until(slides, free.t[-1], [z, down - mu * m * -v / both], lambda t, y: y[0] - floor)
    return fall.t[-1], x, side, up * side, left, free.t[-1], wall.sol(0.3)[0] - 0.008, wall.t[-1], wall.y[1, -1]


def gripper(close, friction=None, mu=0.8, disc=0.04, g=9.81):
    """How one finger presses at rest, by virtual work, its angles, and how the disc accelerates. It carries `friction`, or mu times
    its pressure where the disc slips through."""
    k, rest, r, links = (0.4, 0.2), -math.radians(20), 0.006, (0.040, 0.032, 0.024)
    heavy = (1200 * 0.012**2 * 0.032, 1200 * math.pi * r * r * (0.024 + 4 / 3 * r))
    first = math.radians(30 - close)
    along = lambda p: np.array([math.sin(p), -math.cos(p)])
    across = lambda p: np.array([math.cos(p), math.sin(p)])
    carries = lambda n: mu * n if friction is None else friction

    def balance(u):
        a2, a3, n = u
        p2, p3 = first + a2, first + a2 + a3
        tip = 0.036 + links[0] * along(first)[0] + links[1] * along(p2)[0] + links[2] * along(p3)[0]
        load = np.array([n, -carries(n)])
        # how the place of contact moves, and how the centres rise, for a turn in either joint
        by3 = links[2] * across(p3) + [0, -r]
        by2 = links[1] * across(p2) + by3
        rise3 = links[2] / 2 * across(p3)[1]
        rise2 = links[1] * across(p2)[1] + rise3
        weight = g * (heavy[0] * links[1] / 2 * across(p2)[1] + heavy[1] * rise2), g * heavy[1] * rise3
        return [k[0] * (a2 - rest) - load @ by2 + weight[0], k[1] * (a3 - rest) - load @ by3 + weight[1], tip - 0.022 - r]

    a2, a3, n = fsolve(balance, [rest, rest, 0.5], xtol=1e-13)
    return n, a2, a3, 3 * carries(n) / disc - g


for name in (ratchet, rattle, clearance, escapement, peg):
    print(name.__name__, name())
print("gripper holds", gripper(26, 0.04 * 9.81 / 3), "slips", gripper(19.7))
