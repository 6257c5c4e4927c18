"""The answers to what Falkowski's note leaves open are those of the runs."""

from paper_tables.stand_in import stand_in_grid
from tests.paper_tables.stand_in_runs import stand_in_runs


def answers(runs):
    return [row[1].printed for row in stand_in_grid(runs).rows]


def test_answers():
    found = answers(stand_in_runs() | stand_in_runs("sonar", perceptron=0.9, saved=-0.02))
    assert found == [
        "Not always: over the Perceptron's by 11 to 149 %, on 1 of 2 sets by more than 50 %.",
        "80.0 to 80.0 % of γ_{d} at c = 1; 98.0 to 98.0 % of γ_{d} at c = 10; "
        "99.6 to 99.6 % of γ_{d} at c = 50",
        *(
            "at c = 10 it saves -2.0 to 10.0 % of the updates, 4.0 % in the median; "
            "at c = 50 it saves -2.0 to 10.0 % of the updates, 4.0 % in the median",
        )
        * 3,
        "Yes: with coefficients of 0 and more on 2 of 2 sets.",
    ]


def test_what_was_stopped_or_is_no_combination():
    runs = stand_in_runs(stopped=("zero-c50",)) | stand_in_runs("sonar", bound=False)
    found = answers(runs)
    assert found[0].endswith("on 1 of 1 sets by more than 50 %.")
    assert found[-1] == "Not always: with coefficients of 0 and more on 1 of 2 sets."


def test_no_runs():
    assert answers({}) == [""] * 6
