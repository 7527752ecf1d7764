"""Independent numbers for the gallery's blocks, balls and discs in contact: each mode of contact written out by hand,
integrated by scipy's DOP853 at 1e-13, changes of mode as its events. Shares nothing with Mainspring.

Run with numpy and scipy installed: python3 scenes/blocks_twin.py
The values printed stand in the expect.json files beside each scene.
"""

import numpy as np
from scipy.integrate import quad, solve_ivp

G = 9.81


def until(f, y0, event, t=10.0):
    event.terminal = True
    out = solve_ivp(f, (0, t), y0, method="DOP853", rtol=1e-13, atol=1e-13, events=event)
    return out.t[-1], out.y[:, -1]


def bouncing_ball():
    fall, e = np.sqrt(2 / G), 0.9
    times = fall + 2 * fall * np.cumsum([0] + [e**k for k in range(1, 60)])
    print("bouncing_ball: impacts before 8.5 s", sum(times < 8.5), "first, 44th:", times[0], times[43])
    print("   bounces add up to", fall * (1 + e) / (1 - e))


def cradle():
    # a disc and a bar, less what they share, of unit area density; axes along the bar, down from the pin
    r, w, l, pull = 0.02, 0.002, 0.2, np.radians(45)
    h = np.sqrt(r * r - w * w / 4)  # height at which the bar leaves the disc
    area = np.pi * r * r + w * l
    # the shared piece: |x| < w/2, 0 < y < sqrt(r² − x²), y up from the disc's centre
    top = lambda x: np.sqrt(r * r - x * x)
    piece = quad(top, -w / 2, w / 2, epsabs=1e-18)[0]
    moment = lambda f: quad(f, -w / 2, w / 2, epsabs=1e-20)[0]
    area -= piece
    first = w * l * l / 2 - moment(lambda x: top(x) ** 2 / 2)  # of y
    second = np.pi * r**4 / 2 + w * l**3 / 3 + l * w**3 / 12 - moment(lambda x: top(x) ** 3 / 3 + x * x * top(x))
    center = first / area
    about_center = second - area * center**2
    arm = l - center
    about_pin = about_center + area * arm**2
    f = lambda t, y: [y[1], -area * G * arm / about_pin * np.sin(y[0])]
    bottom = lambda t, y: y[0]
    bottom.direction = 1
    quarter, y = until(f, [-pull, 0], bottom)
    print("cradle: first blow at", quarter, "rate", y[1], "then every", 2 * quarter, h)
    for end in (2.0, 3.0):
        k = int((end - quarter) // (2 * quarter))  # blows before, less one
        after = end - quarter - 2 * quarter * k
        y = solve_ivp(f, (0, after), [0, y[1]], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
        print("   at", end, "after", k + 1, "blows: angle of what swings", y[0], "to the", "right" if k % 2 == 0 else "left (-)")
        y = [0, solve_ivp(f, (0, quarter), [-pull, 0], method="DOP853", rtol=1e-13, atol=1e-13).y[1, -1]]


def heavy_on_light():
    e, m, big = 0.5, 7800 * 0.05 * 0.1 * 0.04, 7800 * 0.05 * 0.2 * 0.2
    v = [0.0, -np.sqrt(2 * G * 0.2)]
    first = -v[1]
    blows = 0
    while True:
        if v[1] - v[0] < -1e-15 * first:
            p = (1 + e) * (v[0] - v[1]) / (1 / m + 1 / big)
            v = [v[0] - p / m, v[1] + p / big]
        elif v[0] < -1e-15 * first:
            v[0] = -e * v[0]
        else:
            break
        blows += 1
    print("heavy_on_light: first blow at", np.sqrt(2 * 0.2 / G), "one after the other, until none approaches:", v, blows)
    print("   as one problem: heavy", e * first, "forces at rest", big * G, (big + m) * G)


def block_off_block():
    w, h, mu, start, v0, edge = 0.2, 0.1, 0.2, -0.2, 1.8, 0.3
    inertia = (w * w + h * h) / 12  # of a unit mass
    # face on face until the load's place, mu h/2 ahead of the middle, comes to the edge
    way = edge - mu * h / 2 - start
    tips = (v0 - np.sqrt(v0 * v0 - 2 * mu * G * way)) / (mu * G)
    speed = v0 - mu * G * tips

    def parts(y):
        x, z, a, vx, vz, rate = y
        t, n = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        r = np.array([edge, 0.3]) - [x, z]
        s, along = r @ t, np.array([vx, vz]) @ t
        slip = along + rate * h / 2
        normal = (G * np.cos(a) + 2 * rate * along + rate**2 * h / 2) / (1 + s * (s - mu * np.sign(slip) * h / 2) / inertia)
        return t, n, s, slip, normal

    def f(_, y):
        t, n, s, slip, normal = parts(y)
        force = normal * (n - mu * np.sign(slip) * t) + [0, -G]
        return [*y[3:], *force, normal * (s - mu * np.sign(slip) * h / 2) / inertia]

    y0 = [edge - mu * h / 2, 0.35, 0, speed, 0, 0]
    events = [lambda t, y: parts(y)[4], lambda t, y: parts(y)[2] + w / 2, lambda t, y: parts(y)[3] + 1e-9]
    for e in events:
        e.terminal = True
    out = solve_ivp(f, (0, 3), y0, method="DOP853", rtol=1e-13, atol=1e-13, events=events)
    y = out.y[:, -1]
    print("block_off_block: tips at", tips, "parts at", tips + out.t[-1], "which", [len(e) for e in out.t_events], y)
    check = 0.05
    mid = solve_ivp(f, (0, out.t[-1] - check), y0, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    print("   normal force half way, N per kg", parts(mid)[4], "slip", parts(mid)[3])
    return tips, tips + out.t[-1], y


def incline():
    slope, mu = np.radians(25), 0.3
    a = G * (np.sin(slope) - mu * np.cos(slope))
    print("incline: slid after 0.6 s", a * 0.18, "speed", a * 0.6)
    print("   holds: friction over normal force", np.tan(slope), "normal", 20 * 0.12 * 0.08 * G * np.cos(slope))
    # tipping about the lower corner: angle b turned so far, the half diagonal begins at foot = atan(h/w) above the slope
    w, h = 0.06, 0.2
    r, foot = np.hypot(w, h) / 2, np.arctan(h / w)
    inertia = (w * w + h * h) / 12 + r * r
    # the centre's direction from the corner, against the horizontal: π − foot − slope − b, counter-clockwise
    direction = lambda b: np.pi - foot - slope - b
    f = lambda t, y: [y[1], G * r * np.cos(direction(y[0])) / inertia]
    out = solve_ivp(f, (0, 0.25), [0, 0], method="DOP853", rtol=1e-13, atol=1e-13, dense_output=True)
    worst = 0.0
    for t in np.linspace(0, 0.25, 501):
        b, rate = out.sol(t)
        d = direction(b)
        u, v = np.array([np.cos(d), np.sin(d)]), np.array([np.sin(d), -np.cos(d)])
        force = r * (f(t, [b, rate])[1] * v - rate**2 * u) + [0, G]
        worst = max(worst, abs(force @ [np.cos(slope), -np.sin(slope)] / (force @ [np.sin(slope), np.cos(slope)])))
    b, rate = out.y[:, -1]
    print("   tips: at 0.25 s angle", -slope - b, "rate", -rate, "most friction needed so far", worst)


def rolling_after_slip():
    v, r, mu, spin = 2.0, 0.1, 0.2, 60.0
    print("rolling_after_slip: plain rolls at", v / (3 * mu * G), "with", 2 * v / 3)
    print("   backspun rolls at", (v + r * spin) / (3 * mu * G), "with", (2 * v - r * spin) / 3, "turns back at", v / (mu * G))


def rocking_block():
    w, h, tilt, mass = 0.1, 0.4, np.radians(10), 8.0
    r, alpha = np.hypot(w, h) / 2, np.arctan(w / h)
    share = 1 - 1.5 * np.sin(alpha) ** 2
    high = lambda a: mass * G * r * (np.cos(alpha - a) - np.cos(alpha))
    energy, time = high(tilt), 0.0
    inertia = 4 / 3 * mass * r * r
    f = lambda t, y: [y[1], -mass * G * r / inertia * np.sin(alpha - y[0])]
    down = lambda t, y: y[0]
    print("rocking_block: share of the rate", share, "of the energy", share**2)
    quarter, y = until(f, [tilt, 0], down)
    time += quarter
    for k in range(6):
        lost = energy * (1 - share**2)
        print("   blow", k, "at", time, "loses", lost)
        energy -= lost
        down.direction = -1
        swing, y = until(f, [0, np.sqrt(2 * energy / inertia)], down)
        time += swing


for scene in (bouncing_ball, cradle, heavy_on_light, block_off_block, incline, rolling_after_slip, rocking_block):
    scene()
