"""Restitution by a spring and a damper, for engines that know no other."""

import math


def ratio(e):
    """Damping ratio of a spring that throws a body back with e of its speed: contact ends when the force is zero."""
    if e >= 1:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(80):
        z = 0.5 * (low + high)
        w = math.sqrt(1 - z * z)
        # x = exp(−zt) sin(wt)/w, force x + 2 z x' = 0 at: tan(wt) = −2 z w/(1 − 2 z²)
        t = math.atan2(2 * z * w, 2 * z * z - 1) / w
        speed = -math.exp(-z * t) * (math.cos(w * t) - z / w * math.sin(w * t))
        low, high = (z, high) if speed > e else (low, z)
    return 0.5 * (low + high)
