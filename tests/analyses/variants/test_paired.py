"""Variants are paired with other learners on the same problem, draw or permutation."""

import numpy as np
import pytest
from scipy.stats import wilcoxon

from analyses.variants.paired import FEWEST_PAIRS, Comparison, compared, comparisons
from analyses.variants.table import paired_grid
from records.analysis_files import OVERVIEW, OVERVIEW_TIMINGS
from tests.analyses.overview.rows import KINDS, SIZES, overview_rows
from tests.paper_tables import examples
from tests.paper_tables.examples import results_of

VARIANT = {"algorithm": "Mine", "added_by": "variants"}
SPACE = {"augment": "1", "extend": "0"}


def run(*arguments, **facts):
    return examples.run(*arguments, status="completed", **facts)


def of(differences, is_ratio=True):
    return Comparison("Mine", "PDM", "problems", "updates", np.array(differences), is_ratio)


def test_the_test_is_wilcoxons_and_needs_six_pairs():
    assert of([0.1, 0.2, 0.3, 0.4, 0.5]).p is None
    assert of([0.1, 0.2, 0.3, 0.4, 0.5, 0.0]).p is None  # equal pairs say nothing
    assert of([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).p == pytest.approx(2 / 2**6)
    assert of([-0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).p == pytest.approx(4 / 2**6)


def test_equal_pairs_do_not_decide_who_is_better():
    one = of([0.0] * 12 + [-0.001 * i for i in range(1, 9)], is_ratio=False)
    assert one.p == pytest.approx(2 / 2**8) and np.median(one.differences) == 0 > one.rank_sum
    assert of([-1.0, -1.5, 0.5, 0.1]).rank_sum == -4  # −3 − 4 + 2 + 1


@pytest.mark.long
def test_equal_differences_of_counts_are_ties():
    """As whole numbers they are; as differences of fractions they differ in the last bits."""
    rng = np.random.default_rng(0)
    for _ in range(8):
        own, theirs = rng.integers(95, 125, (2, 10))
        errors = [[str(count / 2007) for count in counts] for counts in (own, theirs)]
        differences = [float(a) - float(b) for a, b in zip(*errors, strict=True)]
        one = compared("Mine", "PDM", "permutations", "errors", differences, False)
        whole = (own - theirs)[own != theirs]
        if len(whole) >= FEWEST_PAIRS:
            assert one.p == pytest.approx(wilcoxon(whole).pvalue)


@pytest.mark.parametrize(("margin", "pairs"), [(0.3, 0), (0.85, 7), (0.95, 0)])
def test_a_margin_outside_the_others_front_is_no_pair(margin, pairs):
    runs = {"mine": run("mine", {"draws": 7}, **VARIANT, **SPACE)}
    runs |= {f"pdm-{i}": run(f"pdm-{i}", {"draws": 7}, algorithm="PDM", **SPACE) for i in (1, 2)}
    online = {
        (name, "1", "last", "all"): [draw(i, reached, updates) for i in range(7)]
        for name, reached, updates in (("mine", margin, 50), ("pdm-1", 0.8, 10), ("pdm-2", 0.9, 99))
    }
    found = comparisons(made(([], []), runs, online))
    assert sum(len(one.differences) for one in found) == pairs


def test_problems_are_paired_by_the_best_setting(monkeypatch):
    monkeypatch.setitem(KINDS, "Mine", "learner")
    numbers = {
        ("sonar", "Mine", "{}"): [30, 40, 100],
        ("wbc", "Mine", "{}"): [30],
        ("sonar", "PDM", "a"): [20, 40, 300],
        ("sonar", "PDM", "b"): [60, 70, 200],
        ("sonar", "LIBSVM", "a"): [1, 1, 1],
    }
    assert set(SIZES) == {"sonar", "wbc"}
    mine = run("mine", data="sonar", **VARIANT)
    found = comparisons(made(overview_rows(numbers), {"mine": mine}))
    assert [(one.other, one.measure) for one in found] == [
        ("PDM", "updates to 90 %"),
        ("PDM", "updates to 99 %"),
    ]
    assert [one.median for one in found] == ["× 1.5", "× 0.5"]  # on sonar; best of a and b
    grid = paired_grid(found)
    assert [cell.printed for cell in grid.rows[1]] == [
        *("Mine", "PDM", "updates to 99 %", "problems"),
        *("1", "1", "0", "0", "× 0.5", ""),
    ]
    assert "Of 2 comparisons, 0 were tested." in grid.note
    assert paired_grid([]) is None


def test_draws_are_paired_at_the_variants_margin():
    settings = {f"pdm-{i}": run(f"pdm-{i}", {"draws": 7}, algorithm="PDM", **SPACE) for i in (1, 2)}
    mine = {"mine": run("mine", {"draws": 7}, **VARIANT, **SPACE)}
    other = {"other": run("other", {"draws": 9}, algorithm="PDM", **SPACE)}
    online = {
        ("mine", "1", "last", "all"): [draw(i, 0.9, 100 + i) for i in range(7)],
        ("pdm-1", "1", "last", "all"): [draw(i, 0.8, 10) for i in range(7)],
        ("pdm-2", "1", "last", "all"): [draw(i, 0.9, 50) for i in range(6)],
        ("other", "1", "last", "all"): [draw(i, 0.9, 1) for i in range(7)],
    }
    (found,) = comparisons(made(([], []), mine | settings | other, online))
    assert len(found.differences) == 6  # the last draw has no run that reaches 0.9
    assert found.pairs.startswith("6 of 7 draws of ")
    assert found.measure == "updates to the margin of mine, estimated"
    assert np.exp(found.differences) == pytest.approx([2 + 0.02 * i for i in range(6)])
    assert found.p == pytest.approx(2 / 2**6)


@pytest.mark.parametrize("silent", ["mine", "pdm"])
def test_draws_of_a_classifier_that_counts_no_updates_are_no_pairs(silent):
    runs = {"mine": run("mine", {"draws": 7}, **VARIANT, **SPACE)}
    runs["pdm"] = run("pdm", {"draws": 7}, algorithm="PDM", **SPACE)
    online = {
        (name, "1", "last", "all"): [draw(i, 0.9, "" if name == silent else 9) for i in range(7)]
        for name in runs
    }
    assert comparisons(made(([], []), runs, online)) == []


@pytest.mark.parametrize("ended", ["mine", "pdm"])
def test_draws_of_a_run_that_did_not_complete_them_are_no_pairs(ended):
    runs = {"mine": run("mine", {"draws": 7}, **VARIANT, **SPACE)}
    runs["pdm"] = run("pdm", {"draws": 7}, algorithm="PDM", **SPACE)
    runs[ended]["status"] = "failed"
    online = {(name, "1", "last", "all"): [draw(i, 0.9, 9) for i in range(6)] for name in runs}
    assert comparisons(made(([], []), runs, online)) == []


def test_permutations_are_paired_by_errors():
    online_protocol = {"epochs": 3, "shuffle": "once", "permutations": 2}
    runs = {
        "mine": run("mine", online_protocol, **VARIANT),
        "alma": run("alma", online_protocol, algorithm="ALMA"),
    }
    online = {
        (name, epoch, "last", "all"): [
            {"permutation": str(i), "test_error": str(error + 0.01 * i)} for i in (1, 2)
        ]
        for name, errors in (("mine", ("0.5", "0.06")), ("alma", ("0.1", "0.05")))
        for epoch, error in (("1", float(errors[0])), ("3", float(errors[1])))
    }
    (found,) = comparisons(made(([], []), runs, online))
    assert found.other == "ALMA (alma)" and found.median == "+1.00 points"


def draw(number, part, updates):
    return {
        "draw": str(number),
        "fraction_of_maximum": str(part),
        "updates": str(updates),
        "converged": "1",
    }


def made(overview, runs, online=None):
    results = results_of([], rows=dict(zip((OVERVIEW, OVERVIEW_TIMINGS), overview, strict=True)))
    results.__dict__ |= {"runs": runs, "online": online or {}}
    return results
