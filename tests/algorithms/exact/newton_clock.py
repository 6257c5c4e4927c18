"""Prints, as JSON, what Newton's steps do if a second passes between two readings of the clock.

Compiled code reads its own clock. So this runs as its own process, with NUMBA_DISABLE_JIT=1.
"""

import itertools
import json

import numpy as np

from maxmargin.compilation import binding, compiled_clock
from maxmargin.exact import newton, newton_kernel
from maxmargin.space import make_space
from maxmargin.storages import dense

random = np.random.default_rng(6)


def problem(m, n):
    return make_space(random.normal(size=(m, n)), random.choice([-1.0, 1.0], m), 1.0, 0.5)


def run_of(space, max_seconds):
    """Return a run's epochs and last seconds, how often it paused, and the gradients of a step."""
    kernel = vars(binding._bound(newton_kernel, None, dense, ()))
    run, pauses, most, step = newton._Run(space, False, None, max_seconds), [], [], kernel["step"]
    compiled = run._compiled

    def counted(*given):
        function = compiled(*given)
        return lambda *others: pauses.append(function(*others)) or pauses[-1]

    def noted(*given):
        most.append(given[-1])
        return step(*given)

    run._compiled, kernel["step"] = counted, noted
    run.solve()
    kernel["step"] = step
    epochs, end = [point.epochs for point in run.history], run.history[-1].seconds
    return {"epochs": epochs, "seconds": end, "pauses": pauses.count(False), "most": most}


def main():
    seconds = itertools.count()
    compiled_clock.seconds_of = lambda clock: float(next(seconds))
    newton.clock = newton.as_perf_counter = lambda *_: float(next(seconds))
    found, many, few = {}, problem(300, 20), problem(20, 50)
    for products in 1.0, 1e8:
        newton.PRODUCTS = products
        found[f"PRODUCTS = {products:g}"] = run_of(many, 12.0)
    for limit in 1e3, 20.0, 7.0:
        found[f"{limit:g} seconds"] = run_of(few, limit)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
