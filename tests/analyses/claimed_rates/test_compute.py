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


def test_a_logarithm_is_told_from_the_square_root():
    assert verdict(lambda e, c: 5 * c + 20 * c * math.log(1 / e), 0) == "holds"
    assert verdict(lambda e, c: 20 * c * math.log(1 / e), 0, reached=5) == "holds"
    for reached in (4, 5):
        power = verdict(lambda e, c: c * e ** -(0.19 + 0.001 * c), 0, reached=reached)
        assert power == "does not hold"


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


def test_an_interval_about_the_claim_must_end_near_it():
    wide, near, above = (1.4, 0.9, 1.9), (1.1, 1.05, 1.2), (1.3, 1.26, 1.34)
    assert [compute.verdict(found, None, 1) for found in (wide, near, above)] == [
        "cannot be judged",
        "holds",
        "does not hold",
    ]


def test_an_interval_above_every_logarithm_is_none():
    wide, near, above = (0.12, -0.1, 0.3), (-0.03, -0.1, 0.05), (0.06, 0.01, 0.1)
    assert [compute.verdict(None, found, 0) for found in (wide, near, above)] == [
        "cannot be judged",
        "holds",
        "does not hold",
    ]


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


def test_without_an_overview_the_file_is_empty(tmp_path):
    source, made = tmp_path / "overview.csv", tmp_path / "claimed.csv"
    source.write_text(files.text_of(OVERVIEW, []), encoding="utf-8")
    assert compute.main([f"--overview={source}", f"--output={made}"]) == 0
    assert files.read(made, CLAIMED_RATES) == []
