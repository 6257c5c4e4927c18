"""Fronts are compared at every margin, and ties and ends are found."""

import numpy as np
import pytest

from analyses.variants.fronts import ALONE, BEHIND, FEWEST, TIE, TIED, fronts_of, stretches
from figures.fronts import front_of, margin_at, position
from tests.paper_tables.examples import run


def test_a_front_that_is_beaten_throughout_is_behind_although_no_run_is_beaten_at_its_margin():
    fronts = {
        "Mine": front_of([240, 2500], [0.92, 0.97]),
        "MICRA": front_of([100, 1000, 5000], [0.9, 0.96, 0.99]),
    }
    (found,) = stretches("Mine", fronts)
    assert (found.place, found.others) == (BEHIND, ("MICRA",))
    assert (found.low, found.high) == pytest.approx((0.92, 0.97))
    extremes = np.array([0.96, 0.97])  # MICRA's middle run, and the end of Mine
    own, theirs = (fronts[name].updates_at(extremes) for name in ("Mine", "MICRA"))
    assert found.ratios == pytest.approx(tuple(own / theirs))


def test_stretches_agree_with_a_look_at_many_margins():
    random = np.random.default_rng(1)
    for _ in range(20):
        fronts = {
            name: front_of(10 ** random.uniform(1, 6, 5), 1 - 10 ** random.uniform(-4, -0.5, 5))
            for name in ("Mine", "A", "B", "C")
        }
        found = stretches("Mine", fronts)
        assert [one.high for one in found[:-1]] == [one.low for one in found[1:]]
        assert (found[0].low, found[-1].high) == pytest.approx(
            (fronts["Mine"].least, fronts["Mine"].most)
        )
        for one in found:
            inside = position(np.array([one.low, one.high]))
            for margin in margin_at(np.linspace(*inside, 9)[1:-1]):
                updates = {name: float(f.updates_at(margin)) for name, f in fronts.items()}
                mine = updates.pop("Mine")
                best = min(updates, key=updates.get)
                ratio = mine / updates[best]
                if ratio == 0:  # no other front reaches
                    assert one.place == ALONE
                    continue
                places = {
                    TIED: 1 / TIE <= ratio <= TIE,
                    BEHIND: ratio > TIE,
                    FEWEST: ratio < 1 / TIE,
                }
                assert places[one.place] and best in one.others
                assert one.ratios[0] * 0.999 <= ratio <= one.ratios[1] * 1.001


def test_beyond_all_other_fronts_and_alone():
    fronts = {"Mine": front_of([10, 100], [0.9, 0.99]), "A": front_of([1, 10], [0.8, 0.95])}
    behind, alone = stretches("Mine", fronts)
    assert behind.others == ("A",) and alone.high == pytest.approx(0.99)
    assert (alone.place, alone.others, alone.ratios) == (ALONE, (), ())
    assert alone.low == pytest.approx(0.95)
    (only,) = stretches("Mine", {"Mine": fronts["Mine"]})
    assert (only.place, only.others) == (ALONE, ())


def test_a_front_of_one_run_is_compared_at_its_margin():
    (found,) = stretches("Mine", {"Mine": front_of([99], [0.9]), "A": front_of([100], [0.95])})
    assert (found.low, found.high, found.place) == (pytest.approx(0.9), pytest.approx(0.9), TIED)
    assert found.ratios == pytest.approx((0.99, 0.99))


def test_fronts_have_converged_runs_that_count_updates():
    def made(name, algorithm, margin, updates, status="converged"):
        own = {"algorithm": algorithm, "directional_margin": margin, "updates": updates}
        return run(name, **own, status=status, data="sonar")

    found = fronts_of(
        [
            made("a", "MICRA", "0.5", "10"),
            made("b", "MICRA", "0.4", "20"),
            made("c", "MICRA", "0.6", "5", "max_updates"),
            made("d", "LIBSVM", "0.6", ""),
            made("e", "MaximumMargin", "1.0", ""),
        ],
        1.0,
    )
    assert list(found) == ["MICRA"]
    assert (found["MICRA"].updates.tolist(), found["MICRA"].margins.tolist()) == ([10.0], [0.5])
