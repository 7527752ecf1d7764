"""Numbers of the gallery's walker, found without Mainspring: point masses on three links, blows by momentum.

The model is that of V. F. Hsu Chen, "Passive dynamic walking with knees: a point foot model", MIT, 2007. Coordinates: the
standing foot x and y, the angles of the standing leg, of the swinging thigh and of the swinging shank from upright.
"""

import math

G = 9.81
SLOPE = 0.0504
LINK = 0.5  # of a thigh and of a shank
INERTIA = 1e-5  # of a thigh, and of a shank
STEP = 1e-3

# where the masses are: each angle's distance along its link, up from the foot or down from the hip
HIP = [(2, 2 * LINK)]
FOOT = [(2, 2 * LINK), (3, -LINK), (4, -LINK)]
MASSES = [
    (0.05, [(2, 0.375)]),
    (0.5, [(2, LINK + 0.175)]),
    (0.5, HIP),
    (0.5, [(2, 2 * LINK), (3, -0.325)]),
    (0.05, [(2, 2 * LINK), (3, -LINK), (4, -0.125)]),
]
STANDS = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]
STRAIGHT = [[0, 0, 0, 1, -1]]


def solve(rows, right):
    n = len(right)
    a = [list(row) + [r] for row, r in zip(rows, right)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[p] = a[p], a[i]
        for k in range(i + 1, n):
            f = a[k][i] / a[i][i]
            for j in range(i, n + 1):
                a[k][j] -= f * a[i][j]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][j] * x[j] for j in range(i + 1, n))) / a[i][i]
    return x


def place(q, terms):
    return q[0] - sum(d * math.sin(q[k]) for k, d in terms), q[1] + sum(d * math.cos(q[k]) for k, d in terms)


def jacobian(q, terms):
    rows = [[1.0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0]]
    for k, d in terms:
        rows[0][k] -= d * math.cos(q[k])
        rows[1][k] -= d * math.sin(q[k])
    return rows


def inertia_and_load(q, v):
    m = [[0.0] * 5 for _ in range(5)]
    f = [0.0] * 5
    for mass, terms in MASSES:
        x, y = jacobian(q, terms)
        ax = sum(d * math.sin(q[k]) * v[k] ** 2 for k, d in terms)
        ay = -sum(d * math.cos(q[k]) * v[k] ** 2 for k, d in terms)
        for i in range(5):
            f[i] -= mass * (x[i] * ax + y[i] * (ay + G))
            for j in range(5):
                m[i][j] += mass * (x[i] * x[j] + y[i] * y[j])
    for k, links in ((2, 2), (3, 1), (4, 1)):
        m[k][k] += links * INERTIA
    return m, f


def held(m, f, rows):
    """Accelerations, or velocities after a blow, that the rows allow."""
    n = len(rows)
    both = [m[i] + [r[i] for r in rows] for i in range(5)] + [list(r) + [0.0] * n for r in rows]
    return solve(both, f + [0.0] * n)[:5]


def advance(q, v, h, rows):
    """One step of the classical Runge–Kutta method."""
    def rate(q, v):
        return held(*inertia_and_load(q, v), rows)

    def on(a, b, h):
        return [x + h * y for x, y in zip(a, b)]

    a1 = rate(q, v)
    v2 = on(v, a1, h / 2)
    a2 = rate(on(q, v, h / 2), v2)
    v3 = on(v, a2, h / 2)
    a3 = rate(on(q, v2, h / 2), v3)
    v4 = on(v, a3, h)
    a4 = rate(on(q, v3, h), v4)
    mean = lambda a, b, c, d: [(w + 2 * x + 2 * y + z) / 6 for w, x, y, z in zip(a, b, c, d)]
    return on(q, mean(v, v2, v3, v4), h), on(v, mean(a1, a2, a3, a4), h)


def until(q, v, rows, t, guard):
    """On to where the guard has become positive and falls to zero again."""
    armed = False
    while True:
        after = advance(q, v, STEP, rows)
        if armed and guard(after[0]) <= 0:
            low, high = 0.0, STEP
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if guard(advance(q, v, middle, rows)[0]) > 0 else (low, middle)
            return *advance(q, v, high, rows), t + high
        armed = armed or guard(after[0]) > 1e-4
        q, v = after
        t += STEP


def blow(q, v, rows):
    m, _ = inertia_and_load(q, v)
    return held(m, [sum(x * y for x, y in zip(row, v)) for row in m], rows)


def above(q):
    """Height of the swinging foot over the slope, once it is ahead."""
    x, y = place(q, FOOT)
    return y + x * math.tan(SLOPE) if x > q[0] else 1.0


def walk(steps):
    q, v, t = [0, 0, 0.1379, -0.2689, -0.3229], [0, 0, -0.9078, 0.8516, -1.2536], 0.0
    for i in range(steps):
        q, v, t = until(q, v, STANDS, t, lambda q: q[3] - q[4])
        v = blow(q, v, STANDS + STRAIGHT)
        print("knee", i, "straight at", t)
        q, v, t = until(q, v, STANDS + STRAIGHT, t, above)
        strikes = jacobian(q, FOOT)
        normal = [math.sin(SLOPE) * a + math.cos(SLOPE) * b for a, b in zip(*strikes)]
        speed = -sum(a * b for a, b in zip(normal, v))
        v = blow(q, v, strikes + STRAIGHT)
        print("foot", i, "strikes at", t, "speed", speed, "x", place(q, FOOT)[0], "hip", place(q, HIP))
        q, v = [*place(q, FOOT), q[3], q[2], q[2]], [0, 0, v[3], v[2], v[2]]


walk(7)
