"""Compares variants with other learners pair by pair, and tests the pairs.

A pair is the same problem of the overview, the same draw of artificial data, or the same
permutation of a training set. Problems are compared by the updates with which a learner's best
setting first reaches a fraction of the maximum. Batch methods are left out, because their updates
use all patterns. Draws are compared by updates to the margin that the variant reached, and
permutations by test errors after the last epoch.
"""

import json
from typing import NamedTuple

import numpy as np

from analyses.overview.best import best_of
from figures.fronts import front_of
from records.analysis_files import OVERVIEW, OVERVIEW_TIMINGS
from records.entries import VARIANTS, is_added_by
from records.problems import EXACT_SOLVER, problem_of
from records.statuses import Status

KINDS = ("learner", "procedure")  # of the overview: an update uses one pattern
PARTS = ("0.9", "0.99")  # fractions of the maximum margin in the overview
DIGITS = 12  # decimals of a difference; further ones are rounding, and would break ties
FEWEST_PAIRS = 6  # with fewer pairs, even the most extreme outcome has p > LEVEL
LEVEL = 0.05
REPEATED = ("epochs", "shuffle", "permutations", "draws")  # parameters of a repeated protocol


class Comparison(NamedTuple):
    """A variant beside another learner, over pairs.

    Attributes
    ----------
    variant, other : str
        The names of the learners; of a repeated run, `other` also names the run.
    pairs : str
        What the pairs are.
    measure : str
        What is compared.
    differences : ndarray of shape (n,)
        The variant's measure minus the other's, to DIGITS decimals; differences of logarithms for
        updates.
    is_ratio : bool
        Whether the differences are of logarithms.
    """

    variant: str
    other: str
    pairs: str
    measure: str
    differences: np.ndarray
    is_ratio: bool

    @property
    def p(self):
        """The two-sided p of Wilcoxon's signed-rank test; None with fewer than FEWEST_PAIRS.

        Pairs without a difference are left out, as in the original test.
        """
        if len(self.unequal) < FEWEST_PAIRS:
            return None
        from scipy.stats import wilcoxon  # here, because the import takes a second

        return float(wilcoxon(self.unequal).pvalue)

    @property
    def unequal(self):
        """The differences that are not 0."""
        return self.differences[self.differences != 0]

    @property
    def rank_sum(self):
        """The sum of the signed ranks of the unequal pairs; below 0 if the variant has fewer."""
        from scipy.stats import rankdata

        return float(np.sign(self.unequal) @ rankdata(abs(self.unequal)))

    @property
    def median(self):
        """The median as text: a ratio, or a difference in percentage points."""
        middle = float(np.median(self.differences))
        return f"× {np.exp(middle):.3g}" if self.is_ratio else f"{100 * middle:+.2f} points"


def compared(variant, other, pairs, measure, differences, is_ratio):
    """Return the `Comparison` of differences as they were computed."""
    rounded = np.round(np.asarray(differences, float), DIGITS)
    return Comparison(variant, other, pairs, measure, rounded, is_ratio)


def comparisons(results):
    """Return every `Comparison` of the variants of a `Results`."""
    runs = results.runs
    variants = {row["algorithm"] for row in runs.values() if is_added_by(row, VARIANTS)}
    variants -= {EXACT_SOLVER}
    overview = [row for row in results.rows(OVERVIEW) if row["kind"] in KINDS]
    found = _over_problems(overview, results.rows(OVERVIEW_TIMINGS), variants)
    return [*found, *_over_repetitions(runs, results.online, variants)]


def protocol_of(row):
    """Return the data and protocol of repeated runs; averages under one protocol are comparable."""
    facts = json.loads(row["parameters"])
    return row["data"], json.dumps({key: facts.get(key) for key in REPEATED})


def _over_problems(overview, timings, variants):
    best = {}
    for (problem, learner, measure, part), value in best_of(overview, timings).items():
        if measure == "updates" and part in PARTS:
            best.setdefault((learner, part), {})[problem] = np.log(max(value, 1.0))
    for (learner, part), own in best.items():
        for (other, same), theirs in best.items():
            both = [problem for problem in own if problem in theirs]
            if learner in variants and other not in variants and same == part and both:
                differences = [own[problem] - theirs[problem] for problem in both]
                measure = f"updates to {100 * float(part):g} %"
                yield compared(learner, other, "problems", measure, differences, True)


def _over_repetitions(runs, online, variants):
    measured = {}
    for (run, epoch, hypothesis, label), rows in online.items():
        whole = run in runs and runs[run]["status"] == Status.COMPLETED
        if whole and label == "all" and hypothesis == "last":
            measured.setdefault(run, {})[int(epoch)] = rows
    last = {run: own[max(own)] for run, own in measured.items()}
    for name, rows in last.items():
        if runs[name]["algorithm"] not in variants:
            continue
        others = {
            other: theirs
            for other, theirs in last.items()
            if runs[other]["algorithm"] not in variants and _same(runs[name], runs[other])
        }
        compare = _over_draws if "draw" in rows[0] else _over_permutations
        yield from compare(runs, name, rows, others)


def _same(one, other):
    """Return whether two repeated runs have the same protocol and the same patterns."""
    spaces = [problem_of(row)._replace(pocket=(), norm=()) for row in (one, other)]
    return protocol_of(one) == protocol_of(other) and spaces[0] == spaces[1]


def _over_draws(runs, name, rows, others):
    """Yield comparisons with the front of each other learner's settings, draw by draw.

    A draw is a pair if both converged and count updates, and if the variant's margin is within that
    front.
    """
    points = {}
    for other, theirs in others.items():
        for row in theirs:
            if _counts(row):
                own = points.setdefault(runs[other]["algorithm"], {})
                own.setdefault(row["draw"], []).append(_point(row))
    for learner, draws in points.items():
        differences = []
        for row in rows:
            if _counts(row) and row["draw"] in draws:
                updates, margin = _point(row)
                front = front_of(*zip(*draws[row["draw"]], strict=True))
                if front.least <= margin <= front.most:
                    differences.append(np.log(max(updates, 1.0)) - np.log(front.updates_at(margin)))
        if differences:
            pairs = f"draws of {runs[name]['data']}"
            if len(differences) < len(rows):
                pairs = f"{len(differences)} of {len(rows)} {pairs}"
            measure = f"updates to the margin of {name}, estimated"
            yield compared(runs[name]["algorithm"], learner, pairs, measure, differences, True)


def _counts(row):
    """Return whether a draw converged and counts updates, which a user's classifier may not."""
    return row["converged"] == "1" and row["updates"] != ""


def _point(row):
    return float(row["updates"]), min(float(row["fraction_of_maximum"]), 1.0)


def _over_permutations(runs, name, rows, others):
    """Yield comparisons with each other run by the errors on the test patterns."""
    own = {row["permutation"]: float(row["test_error"]) for row in rows if row["test_error"]}
    for other, theirs in others.items():
        errors = {r["permutation"]: float(r["test_error"]) for r in theirs if r["test_error"]}
        both = [permutation for permutation in own if permutation in errors]
        if both:
            yield compared(
                runs[name]["algorithm"],
                f"{runs[other]['algorithm']} ({other})",
                f"permutations of {runs[name]['data']}",
                f"test errors of {name}",
                [own[permutation] - errors[permutation] for permutation in both],
                is_ratio=False,
            )
