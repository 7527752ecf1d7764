"""Chipmunk, through pymunk: impulses by Gauss–Seidel with restitution as a target velocity, places of order 1.

The C function that steps is called itself; the book-keeping of the Python class around it is left out. A call still costs
about a fifth of a microsecond.
"""

import math

import pymunk
from pymunk._chipmunk_cffi import lib

from scene import Scene, climb

REACH = 20.0  # half the length of what stands for a half-plane, m

# part of an overlap that is left after a second (None: as it comes), and iterations; its slop of 0.1 m is meant for pixels
WAYS = {
    "as it comes": ("10 iterations, overlaps closed by a tenth in 1/60 s; the slop, 0.1 m for pixels, is 0", None, 10),
    "no push-out": ("50 iterations, overlaps left as they are: pushing them apart puts energy in; slop 0", 1.0, 50),
}


def make(scene, step, bias, iterations):
    space = pymunk.Space()
    space.gravity = tuple(scene.gravity)
    space.iterations, space.collision_slop = iterations, 0.0
    if bias is not None:
        space.collision_bias = bias

    def surface(shape):
        # Chipmunk multiplies the two sides of a pair
        shape.friction, shape.elasticity = math.sqrt(scene.friction), math.sqrt(scene.restitution)
        return shape

    if scene.floor:
        (x, y), (nx, ny) = scene.floor["point"], scene.floor["normal"]
        # a thick bar under the line, so that nothing that overlaps a little is pushed out below
        deep, along = 1.0, (ny, -nx)
        corners = [(x + s * REACH * along[0] - d * nx, y + s * REACH * along[1] - d * ny) for s, d in ((-1, 0), (1, 0), (1, deep), (-1, deep))]
        space.add(surface(pymunk.Poly(space.static_body, corners)))
    bodies = []
    for b in scene.bodies:
        body = pymunk.Body(b["mass"], b["inertia"])
        body.position, body.angle, body.velocity = tuple(b["position"]), b["angle"], tuple(b["velocity"])
        if b["disc"]:
            shape = pymunk.Circle(body, b["disc"])
        else:
            w, h = (0.5 * x for x in b["rect"])
            shape = pymunk.Poly(body, [(-w, -h), (w, -h), (w, h), (-w, h)])
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
    for method, (reason, bias, iterations) in WAYS.items():
        climb(scene, "pymunk", method, reason, lambda step: make(scene, step, bias, iterations))


if __name__ == "__main__":
    main()
