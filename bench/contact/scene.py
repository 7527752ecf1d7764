"""A contact scene as plain numbers, and climbing a ladder of settings, for peers in Python.

Each rung is run, sampled, timed and printed as a line of JSON; errors are taken by whoever reads the lines. A peer gives
`make(setting)`, which returns `advance(steps)` and `read()`: x, y, angle and their rates of each body in turn.
"""

import json
import math
import sys
import time

LEAST = 0.1  # s of CPU time a timing lasts
LONG = 0.3  # s; a run longer than this is timed once


class Scene:
    def __init__(self):
        path, self.budget, self.repeat = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
        with open(path) as file:
            data = json.load(file)
        self.until, self.every, self.steps = data["until"], data["every"], data["steps"]
        self.friction, self.restitution = data["friction"], data["restitution"]
        self.gravity, self.floor, self.bodies = data["gravity"], data["floor"], data["bodies"]


def words(step):
    return f"h 1/{1 / step:.0f} s" if step > 1e-3 else f"h {step:.0e} s".replace("e-0", "e-")


def steps(scene, step):
    return round(scene.until / step)


def timed(scene, step, make):
    """CPU seconds of one run without samples."""
    advance, _ = make(step)
    begin = time.process_time()
    advance(steps(scene, step))
    return time.process_time() - begin


def sampled(scene, step, make):
    advance, read = make(step)
    every, done = max(1, round(scene.every / step)), 0
    samples = [[0.0, *read()]]
    while done < steps(scene, step):
        count = min(every, steps(scene, step) - done)
        advance(count)
        done += count
        samples.append([done * step, *read()])
    return samples


def mean(scene, step, make):
    """CPU time of a run, over enough of them that the clock's ticks average out."""
    spent = runs = 0
    while spent < LEAST and runs < 500:
        spent += timed(scene, step, make)
        runs += 1
    return spent / runs


def climb(scene, engine, method, reason, make):
    """Every step size of the scene, from coarse to fine, as long as the budget lasts."""
    last = None
    for step in scene.steps:
        line = dict(engine=engine, method=method, reason=reason, setting=words(step))
        about = last[0] * last[1] / step if last else 0.0
        if about > scene.budget:
            print(json.dumps(dict(line, failed=f"not tried, nor anything finer: about {about:.0f} s of CPU")), flush=True)
            return
        try:
            samples, best = sampled(scene, step, make), timed(scene, step, make)
            if best < LONG:
                best = min(mean(scene, step, make) for _ in range(scene.repeat))
            if not all(math.isfinite(x) for row in samples for x in row):
                raise ArithmeticError("blew up")
        except Exception as failure:
            print(json.dumps(dict(line, failed=str(failure).strip()[:200] or type(failure).__name__)), flush=True)
            continue
        last = (best, step)
        print(json.dumps(dict(line, cpu=best / scene.until, samples=samples)), flush=True)
