"""Prints, as JSON, the seconds of points if a second passes between two readings of the clock.

Compiled code reads its own clock. So this runs as its own process, with NUMBA_DISABLE_JIT=1.
"""

import itertools
import json
from math import inf

from maxmargin.compilation import compiled_clock
from maxmargin.drivers.shared import progress
from tests.algorithms.problems import separable


def main():
    seconds = itertools.count()
    compiled_clock.seconds_of = lambda clock: float(next(seconds))
    progress.clock = lambda: float(next(seconds))
    from maxmargin import MDM, PUMMA  # kernels take the clock when they are imported
    from maxmargin.drivers.batch import driver as batch
    from maxmargin.drivers.pairs import driver as pairs

    batch.SLICE_SECONDS = inf  # each call of the loop makes four times as many updates
    batch.PAUSE = pairs.PAUSE = inf

    problem = separable(5, m=30, margin=0.02)
    learners = MDM(certify=None, max_updates=20), PUMMA(max_updates=20)
    curves = {type(learner).__name__: learner.fit(*problem).history_ for learner in learners}
    print(json.dumps({name: [p.seconds for p in curve] for name, curve in curves.items()}))


if __name__ == "__main__":
    main()
