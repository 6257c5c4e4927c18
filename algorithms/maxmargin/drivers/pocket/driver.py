"""The driver of the pocket algorithm: patterns at random, with replacement, until the run ends."""

from typing import NamedTuple

import numpy as np

from maxmargin.compilation.binding import bind, clock
from maxmargin.drivers.pocket import dual_kernel
from maxmargin.drivers.pocket import kernel as pocket_kernel
from maxmargin.drivers.pocket.counts import COUNTS
from maxmargin.rules import perceptron
from maxmargin.statuses import CONVERGED, MAX_SECONDS, MAX_VISITS

BLOCK = 1 << 16  # patterns between checks of the clock


class PocketRun(NamedTuple):
    """The record of a run.

    `status` is from maxmargin/statuses.py. `pocket` is the weight in the pocket: its coordinates
    with the augmenting and a spare coordinate last, (n + 2,), or its products a·φ(x) with all
    patterns in a kernel's space, (m,). `duals` are its α, (m,). `checks` counts how often the
    ratchet checked all patterns.
    """

    status: str
    pocket: np.ndarray
    duals: np.ndarray
    updates: int
    visits: int
    checks: int


def run(space, generator, max_visits, max_seconds):
    """Run the algorithm on the patterns of a `Space`, and return a `PocketRun`.

    generator is a numpy RandomState. max_seconds is None for unlimited.
    """
    weights, pocket = np.zeros((2, space.n + 2))
    duals, pocket_duals = np.zeros((2, space.labels.size))
    advance = bind(pocket_kernel, perceptron, space.storage).advance

    def present(ids, counts):
        return advance(
            space.patterns,
            space.labels,
            space.rho,
            ids,
            weights,
            duals,
            pocket,
            pocket_duals,
            counts,
        )

    return _run(present, pocket, pocket_duals, generator, max_visits, max_seconds)


def run_on_kernel(gram, labels, generator, max_visits, max_seconds):
    """Run the algorithm in a kernel's space, and return a `PocketRun`.

    gram is (m, m), the kernel's values with ρ². labels are (m,), +1 and -1. The other arguments are
    as in `run`.
    """
    scores, pocket = np.zeros((2, labels.size))
    duals, pocket_duals = np.zeros((2, labels.size))
    advance = bind(dual_kernel).advance

    def present(ids, counts):
        return advance(gram, labels, ids, scores, duals, pocket, pocket_duals, counts)

    return _run(present, pocket, pocket_duals, generator, max_visits, max_seconds)


def _run(present, pocket, pocket_duals, generator, max_visits, max_seconds):
    """Present patterns at random until the run ends, and return a `PocketRun`.

    `present(ids, counts)` presents the patterns `ids` and returns how many it presented.
    """
    m = pocket_duals.size
    counts = np.zeros(1, dtype=COUNTS)
    counts["correct"] = -1
    started, visits, status = clock(), 0, None
    while status is None:
        left = min(BLOCK, max_visits - visits)
        visits += present(generator.randint(m, size=left), counts)
        if counts["pocket_correct"][0] == m:
            status = CONVERGED
        elif visits >= max_visits:
            status = MAX_VISITS
        elif max_seconds and clock() - started >= max_seconds:
            status = MAX_SECONDS
    updates, checks = int(counts["updates"][0]), int(counts["checks"][0])
    return PocketRun(status, pocket, pocket_duals, updates, visits, checks)
