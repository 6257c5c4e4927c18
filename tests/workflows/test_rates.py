"""Exponents of updates against accuracy, of ladders that are made up."""

import csv
import json

import numpy as np
import pytest

from paper_tables.rates import METHODS, POINT_COLUMNS, RATE_COLUMNS, rates_grid
from workflows import rates
from workflows.configuration import read_batches

GAMMA = 0.5
SPACE = {"data": "wbc-11", "augment": "30", "extend": "0", "status": "converged"}


def run(name, algorithm, parameters=None, **own):
    return SPACE | {
        **{"run": name, "algorithm": algorithm, "parameters": json.dumps(parameters or {})},
        **{key: str(value) for key, value in own.items()},
    }


MAXIMUM = run("maximum", "MaximumMargin", directional_margin=GAMMA)


def ladder(method="aggressive-romma", algorithm="AggressiveROMMA", key="delta"):
    """Updates 100/ε², and a margin that misses ε^(1/2)/2 of the maximum."""
    return [
        run(
            *(f"rates-wbc-11-{method}-{i}", algorithm, {key: epsilon}),
            updates=round(100 / epsilon**2),
            directional_margin=repr(GAMMA * (1 - epsilon**0.5 / 2)),
        )
        for i, epsilon in enumerate((0.8, 0.4, 0.2, 0.1), 1)
    ]


def rates_of(*runs):
    return list(rates.rates_of(list(rates.points_of([MAXIMUM, *runs]))))


def test_exponents_by_both_accuracies():
    nominal, measured = rates_of(*ladder())
    assert nominal["accuracy"] == "nominal" and measured["accuracy"] == "measured"
    assert nominal["exponent"] == pytest.approx(2, abs=0.01)
    assert measured["exponent"] == pytest.approx(4, abs=0.02)
    assert nominal["runs"] == 4 and nominal["theory"] == "2"
    assert 0 < nominal["standard_error"] < 0.01


def test_fit_is_least_squares_with_its_standard_error():
    rng = np.random.default_rng(1)
    x = np.geomspace(1, 30, 7)
    y = 5 * x**1.5 * np.exp(rng.normal(scale=0.3, size=7))
    design = np.column_stack([np.ones(7), np.log(x)])
    beta, (rss,), *_ = np.linalg.lstsq(design, np.log(y), rcond=None)
    error = np.sqrt(rss / 5 * np.linalg.inv(design.T @ design)[1, 1])
    found = rates.fit(x, y)
    assert found == pytest.approx((beta[1], error))
    assert rates.fit([1, 2], [1, 8]).exponent == pytest.approx(3)
    assert np.isnan(rates.fit([1, 2], [1, 8]).standard_error)
    assert rates.fit([2, 2], [1, 8]) is None and rates.fit([], []) is None


def test_what_is_left_out():
    stopped = ladder()[0] | {"run": "rates-wbc-11-aggressive-romma-9", "status": "max_seconds"}
    other = ladder()[1] | {"run": "sweep-wbc-11-aggressive-romma-2"}
    elsewhere = ladder()[2] | {"run": "rates-wbc-11-aggressive-romma-8", "augment": "2"}
    assert rates_of(*ladder(), stopped, other, elsewhere) == rates_of(*ladder())


def test_c_is_an_accuracy_upside_down_and_micra_asks_for_none():
    runs = ladder("krauth-mezard", "KrauthMezard", "c")
    points = list(rates.points_of([MAXIMUM, *runs]))
    assert [point["nominal"] for point in points] == pytest.approx([1.25, 2.5, 5, 10])
    (measured,) = rates_of(*ladder("micra", "MICRA", "beta"))
    assert measured["accuracy"] == "measured" and measured["theory"] == ""


def test_files_and_table(tmp_path, capsys):
    paths = {name: tmp_path / f"{name}.csv" for name in ("runs", "rates", "points")}
    write(paths["runs"], [MAXIMUM, *ladder(), *ladder("micra", "MICRA", "beta")])
    arguments = [text for name, path in paths.items() for text in (f"--{name}", str(path))]
    assert rates.main(arguments) == 0
    rows, points = (read(paths[name]) for name in ("rates", "points"))
    assert tuple(rows[0]) == RATE_COLUMNS and tuple(points[0]) == POINT_COLUMNS
    assert len(rows) == 3 and len(points) == 8 and points[-1]["nominal"] == ""
    grid = rates_grid(rows)
    shown = [[cell.printed for cell in row] for row in grid.rows]
    assert shown[0][:5] == ["wbc-11", "aggressive ROMMA", "4", "2", "2.00 ± 0.00"]
    assert shown[1][:5] == ["wbc-11", "MICRA", "4", "–", "–"]
    assert len(grid.columns) == len(shown[0])
    paths["runs"].write_text("run,data\n")
    assert rates.main(arguments) == 1 and "has no column" in capsys.readouterr().err


def test_every_run_of_the_file_is_named_by_its_ladder():
    batches = read_batches(["theory/rates"])
    for name, batch in batches.items():
        assert len(batch["runs"]) >= 4
        for run_name, own in batch["runs"].items():
            found = rates.NAME.fullmatch(run_name)
            assert f"rates-{batch['data']}-{found['ladder']}" == name
            assert found["data"] == batch["data"]
            key = rates.NOMINAL.get(own["algorithm"])
            assert key is None or key in own["parameters"]
    assert {rates.NAME.fullmatch(f"{name}-1")["ladder"] for name in batches} == set(METHODS)


def write(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rates.NEEDED)
        writer.writeheader()
        writer.writerows(rows)


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))
