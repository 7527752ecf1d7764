"""A crowded scene as plain numbers, and running it at a setting, for peers in Python.

A peer gives `make()`, which returns `advance(steps)` and `read()`: for each body in turn x, y, angle and their rates in the
plane; in space its place, its quaternion (w first), velocity and turning rate in world axes. A line of JSON is printed for
each setting: CPU time of the stepping loop, and what was read at every frame. Overlaps, creep and energy are taken by whoever
reads the lines.
"""

import json
import math
import sys
import time

LONG = 0.3  # s of CPU time; a run longer than this is timed once


class Scene:
    def __init__(self):
        path, self.limit, self.repeat = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
        with open(path) as file:
            data = json.load(file)
        self.plane, self.until, self.frames = data["plane"], data["until"], data["frames"]
        self.friction, self.restitution = data["friction"], data["restitution"]
        self.gravity, self.fixed, self.bodies = data["gravity"], data["fixed"], data["bodies"]


def once(scene, steps, make):
    """One run of `steps` steps a frame: CPU seconds of its steps, what was read, and how far it came if not to its end."""
    advance, read = make()
    samples, spent = [[0.0, *read()]], 0.0
    for frame in range(1, round(scene.until * scene.frames) + 1):
        begin = time.process_time()
        advance(steps)
        spent += time.process_time() - begin
        at = frame / scene.frames
        samples.append([at, *read()])
        if not all(math.isfinite(x) for x in samples[-1]):
            return spent, samples[:-1], f"blew up at {at:.3f} s"
        if spent > scene.limit:
            return spent, samples, f"over {scene.limit:.0f} s of CPU at {at:.3f} s of {scene.until:g} s"
    return spent, samples, None


def run(scene, engine, method, setting, reason, steps, make):
    line = dict(engine=engine, method=method, setting=setting, reason=reason)
    try:
        best, samples, stopped = once(scene, steps, make)
        if stopped:
            print(json.dumps(dict(line, samples=samples, stopped=stopped)), flush=True)
            return
        if best < LONG:
            best = min([best] + [once(scene, steps, make)[0] for _ in range(scene.repeat - 1)])
        print(json.dumps(dict(line, cpu=best / scene.until, samples=samples)), flush=True)
    except Exception as failure:
        print(json.dumps(dict(line, failed=str(failure).strip()[:200] or type(failure).__name__)), flush=True)
