"""Verdicts on claimed rates are right for learners with a known growth of updates in 1/ε."""

import math

import pytest
import yaml

from analyses.claimed_rates import compute
from analyses.claimed_rates.table import claimed_rates_grid
from analyses.overview.compute import learners_of
from analyses.overview.problems import read_overview
from maxmargin import BATCH_LEARNERS, LEARNERS, PROCEDURES, PUMMA
from records import files
from records.analysis_files import CLAIMED_RATES, FRACTIONS, OVERVIEW


def overview(updates, problems=6, reached=4):
    """Return a learner's rows of overview.csv.

    updates: a function of ε and the problem's constant.
    """
    rows = []
    for problem in range(1, problems + 1):
        row = dict.fromkeys(OVERVIEW.header, "")
        row |= {"problem": f"p{problem}", "learner": "Mine", "parameters": "{}"}
        for part in FRACTIONS[:reached]:
            row[f"updates_{part}"] = str(updates(1 - float(part), problem))
        rows += [row, {**row, f"updates_{FRACTIONS[0]}": "1e9"}]  # a worse setting
    return rows


def verdict(updates, claimed, **how):
    claims = {"Mine": {"exponent": claimed, "source": "me"}}
    (row,) = compute.rows_of(overview(updates, **how), claims)
    return row["verdict"]


@pytest.mark.parametrize(
    ("updates", "claimed", "found"),
    [
        (lambda e, c: 10 * c * e ** -(1 + 0.01 * c), 2, "holds"),
        (lambda e, c: 10 * c * e ** -(2 - 0.01 * c), 1, "does not hold"),
        (lambda e, c: 10 * c / e - 2, 1, "holds"),  # whose slopes are a little above 1
        (lambda e, c: 10 * e ** -(1 + 0.1 * (c - 3.5)), 1, "holds"),
        (lambda e, c: 10 * e ** -(1 + 0.5 * (c - 3.5)), 1, "cannot be judged"),
        # Steep until 99 %, then slower than claimed.
        (
            lambda e, c: c * (e**-3 if e > 0.009 else 1e6 * (0.01 / e) ** 0.5),
            1,
            "holds beyond 99 %",
        ),
    ],
    ids=["power", "higher power", "shifted power", "scattered power", "wide scatter", "two powers"],
)
def test_powers(updates, claimed, found):
    assert verdict(updates, claimed) == found


@pytest.mark.parametrize("reached", [4, 5])
def test_a_logarithm_is_told_from_the_square_root(reached):
    for start in (5, 0, -30):  # linear convergence that starts late has a negative start
        found = verdict(
            lambda e, c, start=start: c * (100 + start + 20 * math.log(1 / e)), 0, reached=reached
        )
        assert found == "holds"
    for power in (0.3, 0.5):
        found = verdict(lambda e, c, s=power: 1000 * c * e**-s - 50, 0, reached=reached)
        assert found == "does not hold"


def test_the_growth_by_decade_is_of_the_last_two():
    updates = {"0.9": 5.0, "0.95": 6.0, "0.99": 7.0, "0.999": 10.0, "0.9999": 40.0}
    points = [(1 / (1 - float(part)), count) for part, count in updates.items()]
    assert compute._by_decade(points) == pytest.approx(1.0)  # 30 after 3
    assert compute._by_decade(points[:-1]) == pytest.approx(math.log10(3 / 2))
    assert compute._by_decade(points[:3]) is None
    assert compute._by_decade([points[0], (points[2][0], 5.0), points[3]]) is None  # adds none


def test_too_few_points_tell_nothing():
    assert verdict(lambda e, c: c / e, 2, problems=2) == "cannot be judged"
    assert verdict(lambda e, c: c / e, 2, reached=2) == "cannot be judged"


def test_claims_are_of_learners_of_the_overview():
    claims = yaml.safe_load(compute.CLAIMS.read_text())
    ours = {**LEARNERS, **BATCH_LEARNERS, **PROCEDURES, "PUMMA": PUMMA}
    names = {
        name for name, (cls, _) in learners_of(read_overview()).items() if cls in ours.values()
    }
    assert set(claims) <= names
    assert all(set(claim) in ({"exponent", "source"}, {"because"}) for claim in claims.values())


@pytest.mark.parametrize(("kind", "learners"), [("learner", ["Mine"]), ("third-party", [])])
def test_a_learner_of_ours_without_an_entry_is_shown(kind, learners):
    rows = [row | {"kind": kind} for row in overview(lambda e, c: 10 * c / e)]
    found = list(compute.rows_of(rows, {}))
    assert [row["learner"] for row in found] == learners
    assert all(row["verdict"] == "claims none" for row in found)


def test_without_a_claim_the_growth_is_shown():
    claims = {"Mine": {"because": "nobody asked"}}
    (row,) = compute.rows_of(overview(lambda e, c: 10 * c / e), claims)
    assert (row["verdict"], row["claimed"], row["source"]) == ("claims none", None, "nobody asked")
    assert row["exponent"] == pytest.approx(1.0)


@pytest.mark.parametrize("claimed", [0, 1])
def test_an_interval_about_the_claim_must_end_near_it(claimed):
    judged = {
        "cannot be judged": (0.4, -0.1, 0.9),
        "holds": (0.1, 0.05, 0.2),
        "does not hold": (0.3, 0.26, 0.34),
    }
    for expected, interval in judged.items():
        moved = tuple(claimed + value for value in interval)
        other = (9.0, 9.0, 9.0)  # does not count
        found = (moved, None, other) if claimed else (other, other, moved)
        assert compute.verdict(claimed, *found) == expected


def test_the_file_and_its_table(tmp_path):
    source, made = tmp_path / "overview.csv", tmp_path / "claimed.csv"
    rows = [{**row, "learner": "Gilbert"} for row in overview(lambda e, c: 10 * c / e)]
    source.write_text(files.text_of(OVERVIEW, rows), encoding="utf-8")
    assert compute.main([f"--overview={source}", f"--output={made}"]) == 0
    rows = files.read(made, CLAIMED_RATES)
    of = {row["learner"]: row for row in rows}
    assert of["Gilbert"]["problems"] == "6" and of["MDM"]["exponent"] == ""
    grid = claimed_rates_grid(rows)
    shown = {row[0].printed: [cell.printed for cell in row] for row in grid.rows}
    assert shown["Gilbert"][3] == "1.00 (1.00 to 1.00)" and shown["MDM"][3] == "–"
    assert shown["MDM"][1] == "log(1/ε)"
    assert shown["Gilbert"][5] == "1.00 (1.00 to 1.00)" and shown["Gilbert"][8] == "6"


def test_without_an_overview_the_file_is_empty(tmp_path):
    source, made = tmp_path / "overview.csv", tmp_path / "claimed.csv"
    source.write_text(files.text_of(OVERVIEW, []), encoding="utf-8")
    assert compute.main([f"--overview={source}", f"--output={made}"]) == 0
    assert files.read(made, CLAIMED_RATES) == []
