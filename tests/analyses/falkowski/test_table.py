"""The answers to Falkowski's open questions agree with the runs."""

import json

import pytest

from analyses.falkowski.table import monomials_grid, questions_grid
from tests.analyses.falkowski.runs import made_up_runs


def answers(runs):
    return [row[1].printed for row in questions_grid(runs).rows]


def test_answers():
    found = answers(made_up_runs() | made_up_runs("sonar", perceptron=0.9, saved=-0.02))
    assert found == [
        "Not always: it is 11 to 149 % above the Perceptron's, on 1 of 2 sets by more than 50 %.",
        "What is missing falls about as 1/c: as c^{−1.00} to c^{−1.00}; 20 to 20 % of γ_{d} at "
        "c = 1; 2 to 2 % of γ_{d} at c = 10; 0.4 to 0.4 % of γ_{d} at c = 50.",
        *(
            "Hardly at c = 10: it saves -2.0 to 10.0 % of the updates, 4.0 % in the median, and "
            "leaves 2 to 2 times as much of γ_{d} missing, more on 2 of 2 sets; hardly at c = 50: "
            "it saves -2.0 to 10.0 % of the updates, 4.0 % in the median, and leaves 2 to 2 times "
            "as much of γ_{d} missing, more on 2 of 2 sets.",
        )
        * 3,
        "Yes: a non-negative combination on 2 of 2 sets.",
    ]


@pytest.mark.parametrize("saved, verdict", [(0.1, "Yes"), (0.02, "Hardly"), (-0.02, "No")])
def test_whether_a_start_shortens(saved, verdict):
    for answer in answers(made_up_runs(saved=saved))[2:5]:
        assert answer.startswith(f"{verdict} at c = 10:")
        assert f"; {verdict.lower()} at c = 50:" in answer


def test_growth_that_is_not_as_one_over_c():
    runs = made_up_runs()
    for row in runs.values():
        if "-zero-c" in row["run"]:
            c = json.loads(row["parameters"])["c"]
            row["directional_margin"] = repr(1 - 0.2 / c**0.5)
    growth = answers(runs | made_up_runs("sonar"))[1]
    assert growth.startswith("What is missing falls not always as 1/c: as c^{−0.50} to c^{−1.00};")


def test_without_the_maximum_nothing_is_said_of_what_is_missing():
    runs = made_up_runs()
    del runs["falkowski-votes-maximum"]
    assert answers(runs)[1:5] == [""] * 4


def test_what_was_stopped_or_is_no_combination():
    runs = made_up_runs(stopped=("zero-c50",)) | made_up_runs("sonar", bound=False)
    found = answers(runs)
    assert found[0].endswith("on 1 of 1 sets by more than 50 %.")
    assert "on 2 of 2 sets; hardly" not in found[2] and "more on 1 of 1 sets." in found[2]
    assert found[-1] == "Not always: a non-negative combination on 1 of 2 sets."


def test_no_runs():
    assert answers({}) == [""] * 6


def test_monomials_keep_more_patterns():
    def row(degree, c=None, retained="300", margin="0.5", status="converged"):
        parameters = {"kernel": "polynomial", "degree": degree} | ({"c": c} if c else {})
        own = {"data": "votes", "parameters": json.dumps(parameters), "status": status}
        own |= {"algorithm": "PocketKrauthMezard", "retained_patterns": retained}
        return f"{degree}-{c}", own | {"directional_margin": margin}

    runs = {"linear": {"algorithm": "PocketPerceptron", "parameters": "{}"}}
    runs |= dict([row(1), row(1, 10, margin="0.75"), row(1, 50, status="max_seconds")])
    runs |= dict([row(2, retained="435", margin=""), row(3, status="failed")])
    runs["2-None"]["status"] = "max_updates"
    runs |= dict([row(2, 10, "435", "2")])
    rows = [[cell.printed for cell in cells] for cells in monomials_grid(runs).rows]
    assert rows == [["votes", "1", "69.0", "1", "1.5", ""], ["votes", "2", "100.0", "", "", ""]]
