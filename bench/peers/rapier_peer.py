"""Rapier, through the small Rust program in `bench/rapier` (its path is the second argument): fixed steps of order 1.

Rapier is made for games: it is here because it is the known engine of this language, and shows what order 1 costs.
"""

import subprocess
import sys

import numpy as np

from ladder import SAMPLES, arguments, check, climb
from mechanism import Mechanism, Motion, from_quaternion

METHODS = {
    "impulse joints": "joints by impulses, springs of ten steps' period; takes loops and any start",
    "multibody joints": "joint coordinates: no joint drifts apart; trees at rest only (its joints start at rest)",
}


def run(program, path, m, kind, steps, times):
    steps = max(1, round(steps * times[-1] / m.until))
    samples = len(times) - 1
    command = [program, path, str(steps), str(samples), kind.split()[0], repr(float(times[-1]))]
    done = subprocess.run(command, capture_output=True)
    if done.returncode:
        raise ArithmeticError(done.stderr.decode().strip().splitlines()[-1][:200] if done.stderr else "it broke off")
    numbers = np.frombuffer(done.stdout, dtype="<f8")
    rows = numbers[1:].reshape(len(times), len(m.bodies), 13)
    motion = Motion(m, times, rows[..., :3], from_quaternion(rows[..., 3:7]), rows[..., 7:10], rows[..., 10:])
    return float(numbers[0]), motion


def main():
    program = sys.argv.pop(2)
    options = arguments()
    m = Mechanism(options.mechanism)
    at_rest = not np.any(m.velocity) and not np.any(m.spin)
    rungs = [(f"h {m.until / s:.0e} s", s) for s in (SAMPLES * k for k in (1, 2, 5, 10, 20, 50, 100, 200, 500))]
    for kind, reason in METHODS.items():
        if kind.startswith("multibody") and (m.loops or not at_rest):
            continue
        simulate = lambda steps, times: run(program, options.mechanism, m, kind, steps, times)
        if check("rapier", kind, m, 3e-3, simulate, SAMPLES * 200):
            climb("rapier", kind, reason, m, simulate, rungs, 2.5, options)


if __name__ == "__main__":
    main()
