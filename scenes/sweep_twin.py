"""Independent numbers of the snap_… scenes: plain floats, the formulas for one contact, and outlines laid on each other.

A pawl with hinge p(t) = p0 + v t touches either with a corner q on an edge (B) or with an edge on a corner w (A). Both give its
angle, its force and the push of the root in closed form (Donald and Pai 1990, with Coulomb friction worked out anew). What
touches when is written down here scene by scene, as one reads it off a drawing; a search that knows nothing but outlines then
confirms it: a little nearer to rest the pawl would be inside an obstacle, a little farther it would be free.

    python3 scenes/sweep_twin.py            prints everything
    python3 scenes/sweep_twin.py --write    writes it into the expect.json files, hashes stay

Lengths in mm, forces in N, stiffness in N·mm. Needs nothing but Python.
"""

import json
import math
import os
import sys


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def turned(a, angle):
    c, s = math.cos(angle), math.sin(angle)
    return (c * a[0] - s * a[1], s * a[0] + c * a[1])


def normal(a, b):
    """Outward, of an edge of a counterclockwise outline."""
    length = math.dist(a, b)
    return ((b[1] - a[1]) / length, (a[0] - b[0]) / length)


def angle(a):
    return math.atan2(a[1], a[0])


def wrapped(theta):
    return math.remainder(theta, 2 * math.pi)


class Pawl:
    def __init__(self, outline, hinge, velocity, stiffness, friction, obstacles):
        self.outline, self.p0, self.v = outline, hinge, velocity
        self.kappa, self.mu, self.obstacles = stiffness, friction, obstacles
        self.speed = math.hypot(*velocity)

    def p(self, t):
        return (self.p0[0] + self.v[0] * t, self.p0[1] + self.v[1] * t)

    def meets(self, w, q, sign):
        """When corner q of the pawl can be at the corner w: |w − p(t)| = |q|, the earlier (−1) or the later (+1) time."""
        x = minus(w, self.p0)
        a, b, c = dot(self.v, self.v), -2 * dot(x, self.v), dot(x, x) - dot(q, q)
        return (-b + sign * math.sqrt(b * b - 4 * a * c)) / (2 * a)


class OnEdge:
    """B: corner q of the pawl on the edge from w0 to w1; side +1 turns the pawl up from its rest, −1 down."""

    def __init__(self, pawl, q, w0, w1, side):
        self.pawl, self.q, self.w0, self.n, self.side = pawl, q, w0, normal(w0, w1), side

    def at_rest(self):
        """When it touches with θ = 0."""
        x = minus(self.w0, self.q)
        return dot(minus(x, self.pawl.p0), self.n) / dot(self.pawl.v, self.n)

    def theta(self, t):
        h = dot(minus(self.pawl.p(t), self.w0), self.n)
        return wrapped(angle(self.n) - angle(self.q) - self.side * math.acos(-h / math.hypot(*self.q)))

    def lever(self, t, theta):
        return turned(self.q, theta), self.n


class OnCorner:
    """A: the edge of the pawl from q0 to q1 on the corner w."""

    def __init__(self, pawl, q0, q1, w, side):
        self.pawl, self.w, self.side = pawl, w, side
        self.q0, self.n = q0, normal(q0, q1)
        self.d = dot(self.n, q0)

    def at_rest(self):
        x = minus(self.w, self.pawl.p0)
        return (dot(x, self.n) - self.d) / dot(self.pawl.v, self.n)

    def theta(self, t):
        r = minus(self.w, self.pawl.p(t))
        s = self.side * math.sqrt(dot(r, r) - self.d * self.d)
        return wrapped(angle(r) - angle(self.n) - math.atan2(s, self.d))

    def lever(self, t, theta):
        n = turned(self.n, theta)
        return minus(self.w, self.pawl.p(t)), (-n[0], -n[1])


def felt(contact, t):
    """θ, normal force, push on the root along its way and heat a second, at a sliding contact."""
    pawl = contact.pawl
    theta = contact.theta(t)
    r, n = contact.lever(t, theta)
    arm, h = cross(r, n), -dot(r, n)
    leads = math.copysign(1, dot(pawl.v, r))
    below = abs(arm) - pawl.mu * leads * h
    assert below > 0, "it would stick"
    force = pawl.kappa * abs(theta) / below
    across = pawl.mu * contact.side * leads
    along = (n[0] - across * n[1], n[1] + across * n[0])
    push = -force * dot(pawl.v, along) / pawl.speed
    heat = pawl.mu * force * abs(dot(pawl.v, r) / arm)
    return theta, force, push, heat


def sticks(contact, t):
    """The least friction with which a contact just touching at rest holds: |ℓ|/|h|, if the motion presses along it."""
    r, n = contact.lever(t, 0.0)
    arm, h = cross(r, n), -dot(r, n)
    assert dot(contact.pawl.v, r) * h > 0
    return abs(arm / h)


def inside(point, outline):
    """Strictly within a polygon, by half-lines."""
    odd = False
    for a, b in zip(outline, outline[1:] + outline[:1]):
        if (a[1] > point[1]) != (b[1] > point[1]):
            odd ^= point[0] < a[0] + (point[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
    return odd


def overlap(one, two):
    edges = [list(zip(o, o[1:] + o[:1])) for o in (one, two)]
    for a, b in edges[0]:
        for c, d in edges[1]:
            sides = [cross(minus(b, a), minus(c, a)), cross(minus(b, a), minus(d, a)),
                     cross(minus(d, c), minus(a, c)), cross(minus(d, c), minus(b, c))]
            if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
                return True
    return any(inside(p, two) for p in one) or any(inside(p, one) for p in two)


def blocked(pawl, t, theta):
    p = pawl.p(t)
    there = [(p[0] + x, p[1] + y) for x, y in (turned(q, theta) for q in pawl.outline)]
    box = [min(x for x, _ in there), max(x for x, _ in there)]
    near = (o for o in pawl.obstacles if min(x for x, _ in o) < box[1] and max(x for x, _ in o) > box[0])
    return any(overlap(there, o) for o in near)


def integral(f, a, b, n=2000):
    """Simpson's rule on √-graded halves: forces may start like a root."""
    def rule(g):
        h = 1.0 / n
        return h / 3 * sum((1 if k in (0, n) else 4 if k % 2 else 2) * g(k * h) for k in range(n + 1))
    return rule(lambda s: f(a + (b - a) * s * s * (3 - 2 * s)) * (b - a) * 6 * s * (1 - s))


class Story:
    """Stretches of contact of one pawl and what ends each."""

    def __init__(self, pawl):
        self.pawl, self.stretches, self.events = pawl, [], []
        # angles at the start and at the end
        self.begins = self.ends = 0.0

    def event(self, kind, t, theta=0.0, after=None):
        self.events.append((kind, t, theta, after))

    def slide(self, contact, a, b, end, after=None):
        """In contact from a to b; `end` is the kind of event there."""
        self.stretches.append((contact, a, b))
        theta = 0.0 if end == "break" else contact.theta(b)
        if end:
            self.event(end, b, theta, after)
        for k in range(1, 12):
            t = a + (b - a) * k / 12
            theta = contact.theta(t)
            assert theta * contact.side > 0
            nearer, farther = (theta + contact.side * d for d in (-1e-7, 1e-7))
            assert blocked(self.pawl, t, nearer) and not blocked(self.pawl, t, farther), (end, t, theta)

    def free(self, a, b):
        for k in range(1, 8):
            assert not blocked(self.pawl, a + (b - a) * k / 8, 0.0)

    def force(self, t):
        for contact, a, b in self.stretches:
            if a <= t <= b:
                return felt(contact, t)
        return (0.0, 0.0, 0.0, 0.0)


def largest(f, a, b):
    """Largest of f between a and b: the ends, and a search between."""
    times = [a + (b - a) * k / 400 for k in range(401)]
    k = max(range(401), key=lambda i: f(times[i]))
    low, high = times[max(k - 1, 0)], times[min(k + 1, 400)]
    for _ in range(100):
        x, y = low + (high - low) * 0.382, low + (high - low) * 0.618
        low, high = (x, high) if f(x) < f(y) else (low, y)
    return max(f(times[k]), f((low + high) / 2))


def summed(stories, times=1):
    """Peaks, work, heat and losses of all pawls together, N and J; what happens `times` times alike is told once."""
    cuts = sorted({t for s in stories for _, a, b in s.stretches for t in (a, b)})
    tiny = 1e-13
    push = pull = work = heat = 0.0
    for a, b in zip(cuts, cuts[1:]):
        active = [c for s in stories for c, x, y in s.stretches if x <= a + tiny and y >= b - tiny]
        if active and b - a > tiny:
            total = lambda t: sum(felt(c, t)[2] for c in active)
            push, pull = max(push, largest(total, a, b)), max(pull, largest(lambda t: -total(t), a, b))
            work += integral(lambda t: total(t) * stories[0].pawl.speed, a, b)
            heat += integral(lambda t: sum(felt(c, t)[3] for c in active), a, b)
    lost = sum(0.5 * s.pawl.kappa * (theta * theta - after * after)
               for s in stories for _, _, theta, after in s.events if after is not None)
    begun = sum(0.5 * s.pawl.kappa * s.begins ** 2 for s in stories)
    left = sum(0.5 * s.pawl.kappa * s.ends ** 2 for s in stories)
    assert abs(work - heat - lost - left + begun) < 1e-9 * max(work, begun, 1e-3), "the balance does not close"
    joule = 1e-3 * times
    return {"push": push, "pull": pull, "work": joule * work, "dissipated": joule * heat, "lost": joule * lost,
            "stored": joule * (left - begun)}


def crossing(one, two, a, b):
    """When two contacts ask for the same angle: bisection."""
    low = one.theta(a) - two.theta(a)
    for _ in range(200):
        t = 0.5 * (a + b)
        if (one.theta(t) - two.theta(t)) * low > 0:
            a = t
        else:
            b = t
    return 0.5 * (a + b)


def ramp():
    q, cam = (-15, -8), [(0, 0), (34, 0), (24, 4), (16, 4)]
    outline = [q, (-2, -2), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5), (-14.5, -5.5)]
    pawl = Pawl(outline, (2, 10), (10, 0), 120, 0.2, [cam])
    up, top, down = (OnEdge(pawl, q, cam[k], cam[(k + 1) % 4], -1) for k in (3, 2, 1))
    times = [up.at_rest(), pawl.meets(cam[3], q, 1), pawl.meets(cam[2], q, 1), down.at_rest()]
    story = Story(pawl)
    story.free(0, times[0])
    story.event("collision", times[0])
    for k, (contact, end) in enumerate([(up, "contact_change"), (top, "contact_change"), (down, "break")]):
        story.slide(contact, times[k], times[k + 1], end)
    return {"snap_ramp/scene": told({"pawl": story}, "end", at=2.7)}


CLICK = [(-12, -9), (-8.5, -4.5), (-1, -2), (2, -1), (2, 2), (-1, 2), (-12, -3.5)]


def saw(i, pitch, foot, high):
    return [(i * pitch + foot, 0), ((i + 1) * pitch, 0), ((i + 1) * pitch, high)]


def ratchet():
    bed = [(-8, -4), (56, -4), (56, 0), (-8, 0)]
    teeth = [saw(i, 6, 0, 3) for i in range(8)]
    pawl, q = Pawl(CLICK, (12.5, 10), (10, 0), 80, 0.15, [bed, *teeth]), CLICK[0]
    story = Story(pawl)
    for tooth in teeth:
        face = OnEdge(pawl, q, tooth[2], tooth[0], -1)
        a, b = face.at_rest(), pawl.meets(tooth[2], q, 1)
        story.event("collision", a)
        story.slide(face, a, b, "snap_vertex", 0.0)
    back = Pawl(CLICK, (40.5, 10), (-10, 0), 80, 0.15, [bed, *teeth])
    left = Story(back)
    left.begins = math.radians(-5)
    face = OnEdge(back, q, teeth[4][2], teeth[4][0], -1)
    left.event("release", 0.0, left.begins, face.theta(0.0))
    left.slide(face, 0.0, face.at_rest(), "break")
    steep = OnCorner(back, CLICK[6], CLICK[0], teeth[3][2], 1)
    # the tip goes down until the next tooth's face is below it: a ceiling for the angle
    a = steep.at_rest()
    b = crossing(steep, face, a, a + 0.1)
    left.event("collision", a)
    left.slide(steep, a, b, "jam_pair")
    left.ends = steep.theta(b)
    return {"snap_ratchet/scene": told({"click": story}, "end", at=1.7),
            "snap_ratchet/back": told({"click": left}, "jam_pair", at=0.48)}


HEAD = [(-2, -1), (20, -1), (22, -3), (23, -3), (27, -1), (27, 1), (-2, 1)]
FRAME = [(12, -12), (60, -12), (60, -8), (34, -8), (34, -1.5), (30, -1.5), (30, -8), (12, -8)]


def in_and_out(pawl, near, far, head, way):
    """A head over a lip with corners near (on the left) and far, inwards or outwards; the lip is below the head."""
    root, crest, front, tip = head
    lead = OnCorner(pawl, front, tip, near, 1)
    flat_near, flat_far = OnCorner(pawl, crest, front, near, 1), OnEdge(pawl, crest, far, near, 1)
    behind = OnCorner(pawl, root, crest, far, 1)
    order = [lead, flat_near, flat_far, behind][::way]
    ends = [pawl.meets(near, front, -way), pawl.meets(near, crest, -way), pawl.meets(far, crest, -way)][::way]
    times = [order[0].at_rest(), *ends, order[3].at_rest()]
    story = Story(pawl)
    story.free(0, times[0])
    story.event("collision", times[0])
    for k in range(4):
        story.slide(order[k], times[k], times[k + 1], "contact_change" if k < 3 else "break")
    return story


def fit():
    kappa = 3 * 2000 * 6 * 2**3 / 12 / 22
    inwards = in_and_out(Pawl(HEAD, (0, 0), (10, 0), kappa, 0.25, [FRAME]), FRAME[5], FRAME[4], HEAD[1:5], 1)
    out = in_and_out(Pawl(HEAD, (16, 0), (-10, 0), kappa, 0.25, [FRAME]), FRAME[5], FRAME[4], HEAD[1:5], -1)
    upright = [HEAD[0], (22, -1), *HEAD[2:]]
    pawl = Pawl(upright, (16, 0), (-10, 0), kappa, 0.25, [FRAME])
    face = OnCorner(pawl, upright[1], upright[2], FRAME[4], 1)
    held = Story(pawl)
    held.event("collision", face.at_rest())
    held.event("stick", face.at_rest())
    assert abs(sticks(face, face.at_rest()) - 1.5 / 22) < 1e-15
    return {"snap_fit/scene": told({"hook": inwards}, "end", at=0.6),
            "snap_fit/remove": told({"hook": out}, "end", at=0.35),
            "snap_fit/permanent": told({"hook": held}, "stick", at=0.3)}


def latch():
    outline = [(-16, -10), (-12, -5), (-2, -2.5), (2, -2), (2, 1.5), (-1.5, 2), (-16, -3.5)]
    striker = [(-6, -5), (34, -5), (34, 0), (22, 0), (22, 6), (11, 0), (6, 0), (6, 4), (-2, 0), (-6, 0)]
    pawl, q = Pawl(outline, (8, 12), (20, 0), 250, 0.2, [striker]), outline[0]
    story = Story(pawl)
    for k in (7, 4):
        face = OnEdge(pawl, q, striker[k], striker[k + 1], -1)
        a, b = face.at_rest(), pawl.meets(striker[k], q, 1)
        story.event("collision", a)
        story.slide(face, a, b, "snap_vertex", 0.0)
    # 33 mm from the door's front to the seal
    story.event("root_hit", 33 / 20)
    back = Pawl(outline, (40.5, 12), (-20, 0), 250, 0.2, [striker])
    face, under = OnCorner(back, outline[6], q, striker[4], 1), OnEdge(back, q, striker[2], striker[3], -1)
    a = face.at_rest()
    b = crossing(face, under, a, a + 0.05)
    held = Story(back)
    held.event("collision", a)
    held.slide(face, a, b, "jam_pair")
    held.ends = face.theta(b)
    return {"snap_latch/scene": told({"catch": story}, "root_hit", at=1.5),
            "snap_latch/open": told({"catch": held}, "jam_pair", at=0.15)}


def hook():
    outline = [(-2, -1), (2, -1), (2, 5), (-22, 5), (-22, -2), (-20.4, -2), (-20, 3), (-2, 3)]
    post = [(-30, -12), (-6, -12), (-6, -9), (-16, -9), (-16, -0.5), (-19, -0.5), (-19, -9), (-30, -9)]
    pawl = Pawl(outline, (0, 0), (5, 0), 60, 0.05, [post])
    draft = OnCorner(pawl, outline[5], outline[6], post[5], -1)
    top = OnEdge(pawl, outline[5], post[4], post[5], -1)
    over = OnCorner(pawl, outline[4], outline[5], post[4], -1)
    times = [draft.at_rest(), pawl.meets(post[5], outline[5], 1), pawl.meets(post[4], outline[5], 1),
             pawl.meets(post[4], outline[4], 1)]
    story = Story(pawl)
    story.free(0, times[0])
    story.event("collision", times[0])
    story.slide(draft, times[0], times[1], "contact_change")
    story.slide(top, times[1], times[2], "contact_change")
    story.slide(over, times[2], times[3], "snap_vertex", 0.0)
    held = Story(pawl)
    held.event("collision", times[0])
    held.event("stick", times[0])
    print("least friction that holds the hook:", sticks(draft, times[0]))
    return {"snap_hook/scene": told({"hook": story}, "end", at=0.29),
            "snap_hook/holds": told({"hook": held}, "stick", at=0.2)}


def jam():
    outline = [(-1.5, -1.5), (16, -7), (18, -6), (1, 2), (-1.5, 1.5)]
    floor, roof = [(14, -12), (50, -12), (50, -3), (38, -3), (20, -9), (14, -9)], [(26, 0), (50, 0), (50, 6), (26, 6)]
    pawl = Pawl(outline, (0, 0), (10, 0), 40, 0.1, [floor, roof])
    lift, edge = OnEdge(pawl, outline[1], floor[3], floor[4], 1), OnCorner(pawl, outline[2], outline[3], roof[0], -1)
    a = lift.at_rest()
    b = crossing(lift, edge, a + 0.2, a + 0.9)
    story = Story(pawl)
    story.event("collision", a)
    story.slide(lift, a, b, "jam_pair")
    story.ends = lift.theta(b)
    ramp_ = [(8, -16), (60, -16), (60, -8), (24, -8), (12, -14), (8, -14)]
    prop = Pawl([(-2, -1), (9, -12), (2, 1), (-1, 2)], (0, 0), (10, 0), 40, 0.2, [ramp_])
    face = OnEdge(prop, (9, -12), ramp_[3], ramp_[4], 1)
    held = Story(prop)
    held.event("collision", face.at_rest())
    held.event("stick", face.at_rest())
    assert abs(sticks(face, face.at_rest()) - 2 / 11) < 1e-15
    return {"snap_jam/scene": told({"finger": story}, "jam_pair", at=1.5),
            "snap_jam/sticks": told({"prop": held}, "stick", at=0.6)}


def rack():
    outline = [(-13.5, -8.5), (-11, -3.5), (0, -2), (14.2, -3.5), (13.5, -8.5), (17, -2), (2, 2), (-2, 2), (-14, -2)]
    teeth = [saw(i, 6, 3.3, 2.4) for i in range(10)]
    pawl = Pawl(outline, (14.5, 10), (10, 0), 20, 0.1, [[(-4, -4), (64, -4), (64, 0), (-4, 0)], *teeth])
    story = Story(pawl)
    for i in range(5):
        lead, trail = teeth[i + 4], teeth[i]
        up, down = OnEdge(pawl, outline[4], lead[2], lead[0], 1), OnEdge(pawl, outline[4], lead[1], lead[2], 1)
        times = [up.at_rest(), pawl.meets(lead[2], outline[4], -1), down.at_rest()]
        story.event("collision", times[0])
        story.slide(up, times[0], times[1], "contact_change")
        story.slide(down, times[1], times[2], "break")
        up = OnEdge(pawl, outline[0], trail[2], trail[0], -1)
        times = [up.at_rest(), pawl.meets(trail[2], outline[0], 1)]
        story.event("collision", times[0])
        story.slide(up, times[0], times[1], "snap_vertex", 0.0)
    return {"snap_rack/scene": told({"anchor": story}, "end", at=1.1)}


def pair():
    found = {}
    for name, behind in (("scene", 0.0), ("staggered", 4.5)):
        stories = {}
        for side, hook_behind in (("upper", 0.0), ("lower", behind)):
            head = [(x - (hook_behind if x > 0 else 0), y) for x, y in HEAD]
            # the upper one is the mirror image, with the same times and forces
            block = [(30, -16), (33, -16), (33, -5.5), (30, -5.5)]
            pawl = Pawl(head, (0, -4), (10, 0), 600, 0.2, [block])
            stories[side] = in_and_out(pawl, block[3], block[2], head[1:5], 1)
        found[f"snap_pair/{name}"] = told(stories, "end", at=0.6 if name == "scene" else 1.1, mirrored="upper")
    return found


def long():
    outline = [(-2.4, -1.9), (-0.4, -0.5), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4), (-2.4, -1.2)]
    strap = [(-4, -1), (10004, -1), (10004, 0), (-4, 0)]
    tooth = saw(0, 1, 0, 0.4)
    pawl, q = Pawl(outline, (0.5, 2), (100, 0), 5, 0.15, [strap, tooth, saw(1, 1, 0, 0.4)]), outline[0]
    face = OnEdge(pawl, q, tooth[2], tooth[0], -1)
    a, b = face.at_rest(), pawl.meets(tooth[2], q, 1)
    story = Story(pawl)
    story.event("collision", a)
    story.slide(face, a, b, "snap_vertex", 0.0)
    expect = told({"tongue": story}, "end", at=a + 0.007, times=10000)
    # the same every 0.01 s; the first 10,000 events are kept, three a tooth and one at the start
    for entry in expect["events"]:
        entry["count"] = 3333
        entry["nth"] = 3332
        entry["time"] = near(entry["time"]["is"] + 33.32, 1e-11)
    return {"snap_long/scene": expect}


def near(value, within):
    return {"is": value, "within": within}


def told(stories, cause, at, times=1, mirrored=None):
    """What expect.json says of a scene."""
    values, events, push = {}, [], 0.0
    for name, story in stories.items():
        sign = -1 if name == mirrored else 1
        theta, force, share, _ = story.force(at)
        push += share
        values[f"{name}.angle"] = {**near(sign * theta, 1e-12), "at": at}
        values[f"{name}.force"] = {**near(force, 1e-11), "at": at}
        kinds = {}
        for kind, t, theta, after in story.events:
            kinds.setdefault(kind, []).append((t, theta, after))
        for kind, list_ in kinds.items():
            t, theta, after = list_[-1]
            numbers = {} if kind == "root_hit" else {"angle": near(sign * theta, 1e-12)}
            if after is not None:
                numbers["angle_after"] = near(sign * after, 1e-12)
            who = [] if kind == "root_hit" else [name]
            events.append({"kind": kind, "who": who, "count": len(list_), "nth": -1, "time": near(t, 1e-12),
                           "numbers": numbers})
    values["insertion_force"] = {**near(push, 1e-11), "at": at}
    swept = {key: near(value, max(float(f"{1e-9 * abs(value):.0e}"), 1e-14)) for key, value in summed(list(stories.values()), times).items()}
    return {"source": "independent program: every contact by its formula, `scenes/sweep_twin.py`", "values": values,
            "events": events, "swept": {"cause": cause, **swept}, "energy_residual": 1e-11}


def pretty(expect):
    lines = ["{"]
    for key, value in expect.items():
        if isinstance(value, dict) and key in ("values", "swept"):
            body = ",\n".join(f"    {json.dumps(k)}: {spaced(v)}" for k, v in value.items())
            lines.append(f"  {json.dumps(key)}: {{\n{body}\n  }},")
        elif isinstance(value, list):
            body = ",\n".join(f"    {spaced(v)}" for v in value)
            lines.append(f"  {json.dumps(key)}: [\n{body}\n  ],")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)},")
    return "\n".join(lines).rstrip(",") + "\n}\n"


def spaced(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)}: {spaced(v)}" for k, v in value.items()) + " }" if value else "{}"
    return json.dumps(value, ensure_ascii=False)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    for scenes in (ramp, ratchet, fit, latch, hook, jam, rack, pair, long):
        for scene, expect in scenes().items():
            where, name = scene.split("/")
            path = os.path.join(folder, where, "expect.json" if name == "scene" else f"{name}.expect.json")
            if "--write" in sys.argv:
                if os.path.exists(path):
                    expect.update({k: v for k, v in json.load(open(path)).items() if k == "hash"})
                open(path, "w").write(pretty(expect))
            else:
                print(scene, pretty(expect))


main()
