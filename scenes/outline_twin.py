"""Numbers of the gallery's scenes whose outlines are made of crossing arcs, found without Mainspring."""

import math


def gauss(f, a, b, pieces=64):
    """Gauss's rule of five points on equal pieces."""
    x1, x2 = math.sqrt(5 - 2 * math.sqrt(10 / 7)) / 3, math.sqrt(5 + 2 * math.sqrt(10 / 7)) / 3
    w1, w2 = (322 + 13 * math.sqrt(70)) / 900, (322 - 13 * math.sqrt(70)) / 900
    points = [(0.0, 128 / 225), (-x1, w1), (x1, w1), (-x2, w2), (x2, w2)]
    h = (b - a) / pieces
    return math.fsum(0.5 * h * w * f(a + h * (i + 0.5 + 0.5 * x)) for i in range(pieces) for x, w in points)


def ends_rounded(f, a, b):
    """∫ f over a..b where f has square roots at the ends: x = middle − half cos u."""
    half = 0.5 * (b - a)
    return gauss(lambda u: f(0.5 * (a + b) - half * math.cos(u)) * half * math.sin(u), 0.0, math.pi)


def strip(height, a, b):
    """Area, ∫x dA and ∫r² dA of what lies within ±height(x)."""
    h = height
    return [
        ends_rounded(lambda x: 2 * h(x), a, b),
        ends_rounded(lambda x: 2 * x * h(x), a, b),
        ends_rounded(lambda x: 2 * x * x * h(x) + 2 / 3 * h(x) ** 3, a, b),
    ]


def complete_elliptic(k):
    a, g = 1.0, math.sqrt(1 - k * k)
    while a - g > 1e-15:
        a, g = 0.5 * (a + g), math.sqrt(a * g)
    return math.pi / (a + g)


def connecting_rod(long=0.14, half=0.007, big=0.022, small=0.013, bores=(0.015, 0.008), areal=94.2, swing=20, g=9.81):
    """Mass, centre from the big eye; of each eye, a quarter period, and the rate at the lowest point."""
    big_chord, small_chord = math.sqrt(big**2 - half**2), math.sqrt(small**2 - half**2)
    parts = [
        strip(lambda x: math.sqrt(max(big**2 - x * x, 0)), -big, big_chord),
        strip(lambda x: half, big_chord, long - small_chord),
        strip(lambda x: math.sqrt(max(small**2 - (x - long) ** 2, 0)), long - small_chord, long + small),
    ]
    area, first, polar = (math.fsum(column) for column in zip(*parts))
    for center, bore in zip((0.0, long), bores):
        area -= math.pi * bore**2
        first -= math.pi * bore**2 * center
        polar -= math.pi * bore**2 * (0.5 * bore**2 + center**2)
    center = first / area
    about_center = polar - area * center**2
    told = [areal * area, center]
    k = math.sin(math.radians(swing) / 2)
    for arm in (center, long - center):
        slow = math.sqrt((about_center + area * arm**2) / (area * g * arm))
        told += [complete_elliptic(k) * slow, 2 * k / slow]
    return told


def keyway(areal=78.5, torque=1e-3, turn=0.1, end=0.25):
    """Times of the two blows, angles and rates at the end, heat; SI. Shaft and key, hub and keyway of the scene."""
    mm = 1e-3

    def sector_and_slot(radius, half, top):
        """∫r² dA of a disc with a bar of ±half up to `top`."""
        foot = math.sqrt(radius**2 - half**2)
        # the bar beyond the circle: x from −half to half, y from the circle to top
        beyond = gauss(
            lambda x: x * x * (top - math.sqrt(radius**2 - x * x)) + (top**3 - (radius**2 - x * x) ** 1.5) / 3, -half, half
        )
        assert foot < top
        return math.pi / 2 * radius**4 + beyond

    shaft = areal * sector_and_slot(10 * mm, 2 * mm, 12 * mm)
    hub = areal * (math.pi / 2 * (20 * mm) ** 4 - sector_and_slot(10.2 * mm, 2.2 * mm, 12.4 * mm))
    # the outer corner of the key, 2 mm beside the middle and 12 mm out, comes to the wall 2.2 mm beside it
    play = math.asin(2.2 / math.hypot(2, 12)) - math.atan2(2, 12)
    alone, together = torque / shaft, torque / (shaft + hub)
    first = math.sqrt(2 * play / alone)
    rate = shaft * alone * first / (shaft + hub)
    heat = 0.5 * shaft * (alone * first) ** 2 - 0.5 * (shaft + hub) * rate**2
    # together till the torque turns round
    angle = play + rate * (turn - first) + 0.5 * together * (turn - first) ** 2
    rate += together * (turn - first)
    # through the play the other way, seen from the hub, which coasts
    back = math.sqrt(2 * (2 * play) / alone)
    hub_angle = angle - play + rate * back
    heat += 0.5 * shaft * hub / (shaft + hub) * (alone * back) ** 2
    rate -= shaft * alone * back / (shaft + hub)
    rest = end - turn - back
    hub_angle += rate * rest - 0.5 * together * rest**2
    rate -= together * rest
    return [first, turn + back, hub_angle - play, hub_angle, rate, heat]


def ball_cage(end=0.25, speed_up=200.0):
    """Forces on a ball in its pocket and against the ring, and the torque on the cage, at the end."""
    mm = 1e-3
    pitch, pocket, ball, race, rim, bore = 22 * mm, 5.2 * mm, 5 * mm, 27.1 * mm, 25 * mm, 14 * mm
    mass = 78.5 * math.pi * ball**2
    out = race - ball
    # triangle of the cage's middle, the ball's and the pocket's
    inward = (out**2 + (pocket - ball) ** 2 - pitch**2) / (2 * out * (pocket - ball))
    push = mass * speed_up * out / math.sqrt(1 - inward**2)
    press = mass * (speed_up * end) ** 2 * out - push * inward
    # what a pocket takes out of the cage, ring by ring
    wide = lambda r: 2 * math.acos(min(1.0, (r * r + pitch**2 - pocket**2) / (2 * r * pitch)))
    taken = ends_rounded(lambda r: r**3 * wide(r), pitch - pocket, rim)
    inertia = 14.0 * (math.pi / 2 * (rim**4 - bore**4) - 6 * taken)
    return [push, press, (inertia + 6 * mass * out**2) * speed_up]


if __name__ == "__main__":
    for scene in (connecting_rod, keyway, ball_cage):
        print(scene.__name__, *(repr(x) for x in scene()))
