"""The numbers of the scenes with actuator arrays, from closed forms; shares nothing with Mainspring and needs no packages.

python3 scenes/array_twin.py
"""

import cmath
import math

G = 9.81


def damped(z0, v0, t, rho, k, c):
    """z(t) of rho z'' + k z' + c z = 0; c may be complex (a whirl is its imaginary part)."""
    root = cmath.sqrt(k * k - 4 * rho * c)
    r1, r2 = (-k + root) / (2 * rho), (-k - root) / (2 * rho)
    a = (v0 - r2 * z0) / (r1 - r2)
    return a * cmath.exp(r1 * t) + (z0 - a) * cmath.exp(r2 * t)


def translate():
    """The work of the field, f A (line - x0) for any outline that ends wholly beyond the line, is that of friction."""
    f, mu, line, x0 = 20, 0.25, 0.2, 0.06
    for name, rho in (("light", 6), ("square", 6.5), ("hexagon", 7)):
        print("translate", name, x0 + f * (line - x0) / (mu * rho * G))
    print("translate light speed at 0.3 s", (f - mu * 6 * G) / 6 * 0.3)


def swirl():
    """rho J w' = s J - k J w, the polar moment J of any outline."""
    s, k, rho = 200, 50, 1
    for t in (0.02, 2):
        fade = 1 - math.exp(-k * t / rho)
        print("swirl at", t, "rate", s / k * fade, "angle", s / k * (t - rho / k * fade))


def centre():
    tee = -0.14 + (9 * 0.0175 - 6 * 0.01) / 15
    starts = {"round": (0.15, 0.6j), "bar": (-0.12 + 0.05j, 0), "tee": (tee * 1j, -0.9)}
    for name, (z0, v0) in starts.items():
        v0 = complex(v0)
        x = damped(z0.real if isinstance(z0, complex) else z0, v0.real, 3, 1, 2, 40).real
        y = damped(z0.imag if isinstance(z0, complex) else 0, v0.imag, 3, 1, 2, 40).real
        print("centre", name, x, y)


def align():
    """A bar w by h nearly along the line of a squeeze f: its moment is -f h (h^2/6 - w^2/4) times its angle."""
    w, h, f, k, rho = 0.02, 0.06, 60, 300, 1
    polar = w * h * (w * w + h * h) / 12
    stiff = f * h * (h * h / 6 - w * w / 4)
    print("align near at 0.2 s", damped(1e-3, 0, 0.2, rho * polar, k * polar, stiff).real)


def sieve():
    """A disc in the mouth is at rest where 30 N/m^2 on all of it is 90 N/m^2 on what is over the fields that push back."""
    half = 0.012
    for r in (0.024, 0.032):
        reach = math.sqrt(r * r - half * half)

        def over(centre):
            area = lambda u: u * math.sqrt(r * r - u * u) + r * r * math.asin(u / r) - 2 * half * u
            return area(reach) - area(max(-reach, min(reach, -centre)))

        low, high = -reach, reach
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if 90 * over(middle) < 30 * math.pi * r * r else (low, middle)
        print("sieve radius", r, "rests at", (low + high) / 2)
    print("sieve small ones fall at", 0.27 / 0.2 + 1 / 150)


def conveyor():
    """mu g until the belt's speed, then with it."""
    print("conveyor at 1 s", 0.04 + 0.2 * 1 - 0.2**2 / (2 * 0.3 * G))


def detour():
    """Dry friction on the straight line, and a table of 40 by 24 cm at 2 W/m^2 for 7 s."""
    print("detour least", 0.3 * 3 * G * math.pi * 0.015**2 * 0.32, "all on", 2 * 0.4 * 0.24 * 7)


def detour_drawn():
    """The way of the puck by steps of a hundredth of a millisecond; what windows of radius 17 mm draw while they are on."""
    push, drag, rho, dry, h = 20, 200, 3, 0.3 * 3 * G, 1e-5
    frames = [
        ((1, 0), lambda t, p: p[0] + 0.10),
        (None, lambda t, p: math.radians(13) - math.radians(45) * (1 + math.cos(t * math.pi / 3))),
        ((1, 0), lambda t, p: p[0]),
        ((0, 1), lambda t, p: p[1] - 0.05),
        ((1, 0), lambda t, p: p[0] - (0.18 - 0.03 * t) - 0.03),
        ((0, -1), lambda t, p: -p[1]),
        ((1, 0), lambda t, p: p[0] - 0.16),
    ]

    def slope(v, way):
        speed = math.hypot(*v)
        if way is None and speed < 1e-9:
            return (0.0, 0.0)
        rub = drag if drag * speed > dry else dry / max(speed, 1e-300)
        pushed = (0, 0) if way is None else (push * way[0], push * way[1])
        if speed == 0:
            pushed, rub = tuple(f * (1 - dry / push) for f in pushed), 0
        return tuple((f - rub * u) / rho for f, u in zip(pushed, v))

    def step(p, v, way, h):
        move = lambda a, b, k: tuple(x + k * y for x, y in zip(a, b))
        k1 = slope(v, way)
        k2 = slope(move(v, k1, h / 2), way)
        k3 = slope(move(v, k2, h / 2), way)
        k4 = slope(move(v, k3, h), way)
        mean = tuple((a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4))
        to = move(v, mean, h)
        if way is None and to[0] <= 0:
            to = (0.0, 0.0)
        return tuple(x + h * (a + b) / 2 for x, a, b in zip(p, v, to)), to

    t, p, v, on = 0.0, (-0.16, 0.0), (0.0, 0.0), 0.0
    for way, done in frames:
        begun = t
        while True:
            q, w = step(p, v, way, h)
            a, b = done(t, p), done(t + h, q)
            if b > 0:
                part = h * a / (a - b)
                p, v = step(p, v, way, part)
                t += part
                break
            t, p, v = t + h, q, w
        if way is not None:
            on += t - begun
    print("detour drawn", 2 * math.pi * 0.017**2 * on, "after", t)


def thousand():
    """A pull and a whirl that are linear in the place: one complex oscillator a coin."""
    for name, z0 in (("c[0]", complex(-19.5 * 0.044, -12 * 0.07)), ("c[512]", complex(0.5 * 0.044, 0))):
        print("thousand", name, damped(z0, 0, 2, 1, 30, 20 - 30j))


def lens(d, a, b):
    """Area that two circles of radius a and b have in common, their centres d apart."""
    if d >= a + b:
        return 0.0
    if d <= abs(a - b):
        return math.pi * min(a, b) ** 2
    u, w = (d * d + a * a - b * b) / (2 * d), (d * d + b * b - a * a) / (2 * d)
    half = math.sqrt(max(a * a - u * u, 0))
    return a * a * math.acos(max(-1, min(1, u / a))) + b * b * math.acos(max(-1, min(1, w / b))) - d * half


def pads():
    """A disc over round pads: every pad pushes with the lens they have in common; fourth order between switches."""
    push, steer, k, rho, radius, pad = 40, 2000, 100, 1.5, 0.012, 0.004
    area = math.pi * radius**2
    force, group = {}, {}
    for column in range(24):
        for row in range(4):
            x, y = 0.02 * column + 0.01, 0.02 * row + 0.01
            fx = push if x < 0.4 else -push
            fy = steer * ((0.02 if y < 0.04 else 0.06) - y)
            # of each block: +x and +y below, -x and -y above, at the full strength, four times the block's push
            pushes = [(max(fx, 0), 0), (0, max(fy, 0)), (min(fx, 0), 0), (0, min(fy, 0))]
            for n, (px, py) in enumerate(pushes):
                cell = (2 * column + n % 2, 2 * row + n // 2)
                force[cell] = (4 * px, 4 * py)
                group[cell] = column % 4 + (0 if cell[1] < 4 else 4)

    def pull(x, y, levels):
        fx = fy = 0.0
        for i in range(max(int(100 * x) - 3, 0), min(int(100 * x) + 4, 48)):
            for j in range(max(int(100 * y) - 3, 0), min(int(100 * y) + 4, 8)):
                if levels[group[i, j]]:
                    px, py = force[i, j]
                    if px or py:
                        common = lens(math.hypot(x - 0.01 * i - 0.005, y - 0.01 * j - 0.005), radius, pad)
                        fx, fy = fx + px * common, fy + py * common
        return fx / (rho * area), fy / (rho * area)

    def rate(s, levels):
        fx, fy = pull(s[0], s[1], levels)
        return s[2], s[3], fx - k / rho * s[2], fy - k / rho * s[3]

    for name, start in (("carried", 0.027), ("nudged", 0.054)):
        for dt in (5e-4, 2.5e-4):
            s, n = (0.03, start, 0.0, 0.0), round(4.5 / dt)
            for step in range(n):
                # switches fall on ends of steps; the middle of a step tells the levels of all of it
                t = (step + 0.5) * dt
                levels = [(t / (0.6 if g < 4 else 0.25) - g / 4) % 1 < 0.5 for g in range(8)]
                a = rate(s, levels)
                b = rate([p + dt / 2 * q for p, q in zip(s, a)], levels)
                c = rate([p + dt / 2 * q for p, q in zip(s, b)], levels)
                d = rate([p + dt * q for p, q in zip(s, c)], levels)
                s = tuple(p + dt / 6 * (e + 2 * f + 2 * g + h) for p, e, f, g, h in zip(s, a, b, c, d))
                if (step + 1) * 3 % n == 0:
                    print("pads", name, "step", dt, "at", (step + 1) * dt, *s)


for scene in (translate, swirl, centre, align, sieve, conveyor, detour, detour_drawn, pads, thousand):
    scene()
