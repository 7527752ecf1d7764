"""Chipmunk, through pymunk: impulses by Gauss–Seidel, overlaps pushed apart over time. Planar scenes only.

The C function that steps is called itself; the book-keeping of the Python class around it is left out.
"""

import math

import pymunk
from pymunk._chipmunk_cffi import lib

from scene import Scene, run

REACH = 20.0  # half the length of what stands for a half-plane, m
DEEP = 2.0  # its depth, m
SLOP = 0.001  # overlap that is left as it is, m: with 0 the pyramid trembles ten times more

# steps a frame, iterations, reason
WAYS = {
    "usual": (1, 10, "h 1/60 s, 10 iterations", "as it comes; but the overlap it leaves, 0.1 for pixels, is 1 mm"),
    "fine": (16, 50, "h 1/960 s, 50 iterations", "a step of about a millisecond and five times the iterations; the same overlap left"),
}


def make(scene, step, iterations):
    space = pymunk.Space()
    space.gravity = tuple(scene.gravity[:2])
    space.iterations, space.collision_slop = iterations, SLOP

    def surface(shape):
        # Chipmunk multiplies the two sides of a pair
        shape.friction, shape.elasticity = math.sqrt(scene.friction), math.sqrt(scene.restitution)
        return shape

    for fixed in scene.fixed:
        corners = fixed.get("polygon")
        if corners is None:
            (x, y, _), (nx, ny, _) = fixed["half"]["point"], fixed["half"]["normal"]
            sides = ((-1, 0), (1, 0), (1, DEEP), (-1, DEEP))
            corners = [(x + s * REACH * ny - d * nx, y - s * REACH * nx - d * ny) for s, d in sides]
        space.add(surface(pymunk.Poly(space.static_body, [tuple(c) for c in corners])))
    bodies = []
    for b in scene.bodies:
        body = pymunk.Body(b["mass"], b["inertia"][2])
        body.position, body.angle = tuple(b["position"][:2]), b["angle"]
        if "disc" in b["shape"]:
            shape = pymunk.Circle(body, b["shape"]["disc"])
        else:
            shape = pymunk.Poly(body, [tuple(c) for c in b["shape"]["polygon"]])
        space.add(body, surface(shape))
        bodies.append(body)

    def advance(count):
        inner = space._space
        for _ in range(count):
            lib.cpSpaceStep(inner, step)

    def read():
        row = []
        for b in bodies:
            row += [*b.position, b.angle, *b.velocity, b.angular_velocity]
        return row

    return advance, read


def main():
    scene = Scene()
    if not scene.plane:
        return
    for method, (steps, iterations, setting, reason) in WAYS.items():
        step = 1 / (steps * scene.frames)
        run(scene, "pymunk", method, setting, reason, steps, lambda: make(scene, step, iterations))


if __name__ == "__main__":
    main()
