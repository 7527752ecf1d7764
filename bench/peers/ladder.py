"""Climbing a ladder of settings: each rung is run, measured and printed as a line of JSON; the first line is the check.

A solver that gets stuck ends its process. A peer gives `simulate(setting, times)`, which returns CPU seconds spent stepping to the last time and the motion at
`times` (None where it is only timed). What takes longer than the budget is not tried.
"""

import argparse
import json
import math
import signal
import sys

import numpy as np

SAMPLES = 1000  # for the drift: every hundredth of a second in ten
ROUNDING = 1e-12  # drift at which finer rungs only add rounding
LEAST = 0.1  # s of CPU time a timing lasts
LONG = 2.0  # s; a run longer than this is timed once


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("mechanism")
    parser.add_argument("--budget", type=float, default=30.0, help="CPU seconds a rung may take")
    parser.add_argument("--repeat", type=int, default=3)
    return parser.parse_args()


def say(**line):
    for key, value in line.items():
        if isinstance(value, float) and not math.isfinite(value):
            line[key] = None
    print(json.dumps(line), flush=True)


def check(engine, method, mechanism, tolerance, simulate, setting):
    """The state a little later, at fine steps, must be ours: the same masses, places, springs and start."""
    times = np.linspace(0, mechanism.check["time"], 11)
    try:
        _, motion = simulate(setting, times)
        off = motion.off(mechanism.check)
    except Exception as failure:
        say(engine=engine, method=method, check=None, tolerance=tolerance, failed=str(failure).strip()[:200])
        return False
    say(engine=engine, method=method, check=off, tolerance=tolerance, at=mechanism.check["time"])
    return off is not None and off <= tolerance


def mean(simulate, setting, ends):
    """CPU time of a run, over enough of them that the clock's ticks (some are of 4 ms) average out."""
    spent = runs = 0
    while spent < LEAST and runs < 500:
        spent += simulate(setting, ends)[0]
        runs += 1
    return spent / runs


def climb(engine, method, reason, mechanism, simulate, rungs, grows, options):
    """`rungs`: (words, setting) from coarse to fine; `grows`: how much dearer the next rung is about to be."""
    times = np.linspace(0, mechanism.until, SAMPLES + 1)
    last = 0.0
    for words, setting in rungs:
        line = dict(engine=engine, method=method, reason=reason, setting=words)
        if last * grows > options.budget:
            say(**line, failed=f"not tried, nor anything finer: about {last * grows:.0f} s of CPU")
            return
        # a solver that gets stuck is ended; what was measured before it stands
        signal.setitimer(signal.ITIMER_PROF, 4 * options.budget)
        try:
            best, motion = simulate(setting, times)
            last = best
            if best < LONG:
                best = min(mean(simulate, setting, times[[0, -1]]) for _ in range(options.repeat))
            if not (np.all(np.isfinite(motion.P)) and np.max(np.abs(motion.P)) < 1e3 * mechanism.size):
                raise ArithmeticError("blew up")
        except Exception as failure:
            say(**line, failed=str(failure).strip()[:200] or type(failure).__name__)
            continue
        drift = motion.drift()
        say(**line, cpu=best / mechanism.until, drift=drift, error=motion.off(mechanism.reference), gap=motion.gap())
        if drift < ROUNDING:
            return


def fail(engine, why):
    say(engine=engine, failed=why)
    sys.exit(0)
