"""The exponents of updates against accuracy are right for made-up series."""

import csv
import json

import numpy as np
import pytest

from analyses.rates import compute as rates
from analyses.rates.table import METHODS, rates_grid
from records import files
from records.analysis_files import RATE_POINTS, RATES
from records.entries import is_named
from records.run_files import RUNS
from workflows.plan.configuration import read_batches

GAMMA = 0.5
SPACE = {"data": "wbc-11", "augment": "30", "extend": "0", "status": "converged"}


def run(name, algorithm, parameters=None, **own):
    return SPACE | {
        "run": name,
        "algorithm": algorithm,
        "parameters": json.dumps(parameters or {}),
        **{key: str(value) for key, value in own.items()},
    }


MAXIMUM = run("maximum", "MaximumMargin", directional_margin=GAMMA)


def series(method="aggressive-romma", algorithm="AggressiveROMMA", key="delta"):
    """Return a series of 100/ε² updates whose margin misses the maximum by ε^(1/2)/2."""
    return [
        run(
            f"rates-wbc-11-{method}-{i}",
            algorithm,
            {key: epsilon},
            updates=round(100 / epsilon**2),
            directional_margin=repr(GAMMA * (1 - epsilon**0.5 / 2)),
            series=method,
        )
        for i, epsilon in enumerate((0.8, 0.4, 0.2, 0.1), 1)
    ]


def rates_of(*runs):
    return list(rates.rates_of(list(rates.points_of([MAXIMUM, *runs]))))


def test_exponents_by_both_accuracies():
    nominal, measured = rates_of(*series())
    assert nominal["accuracy"] == "nominal" and measured["accuracy"] == "measured"
    assert nominal["exponent"] == pytest.approx(2, abs=0.01)
    assert measured["exponent"] == pytest.approx(4, abs=0.02)
    assert nominal["runs"] == 4 and nominal["exponent_of_bound"] == "2"
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
    stopped = series()[0] | {"run": "rates-wbc-11-aggressive-romma-9", "status": "max_seconds"}
    other = series()[1] | {"run": "sweep-wbc-11-aggressive-romma-2"}
    elsewhere = series()[2] | {"run": "rates-wbc-11-aggressive-romma-8", "augment": "2"}
    assert rates_of(*series(), stopped, other, elsewhere) == rates_of(*series())


def test_c_is_an_accuracy_upside_down_and_micra_asks_for_none():
    runs = series("krauth-mezard", "KrauthMezard", "c")
    points = list(rates.points_of([MAXIMUM, *runs]))
    assert [point["nominal"] for point in points] == pytest.approx([1.25, 2.5, 5, 10])
    (measured,) = rates_of(*series("micra", "MICRA", "beta"))
    assert measured["accuracy"] == "measured" and measured["exponent_of_bound"] == ""


def test_files_and_table(tmp_path, capsys):
    paths = {name: tmp_path / f"{name}.csv" for name in ("runs", "rates", "points")}
    write(paths["runs"], [MAXIMUM, *series(), *series("micra", "MICRA", "beta")])
    arguments = [text for name, path in paths.items() for text in (f"--{name}", str(path))]
    assert rates.main(arguments) == 0
    rows, points = (read(paths[name]) for name in ("rates", "points"))
    assert tuple(rows[0]) == RATES.header and tuple(points[0]) == RATE_POINTS.header
    assert len(rows) == 3 and len(points) == 8 and points[-1]["nominal"] == ""
    grid = rates_grid(rows)
    shown = [[cell.printed for cell in row] for row in grid.rows]
    assert shown[0][:5] == ["wbc-11", "aggressive ROMMA", "4", "2", "2.00 ± 0.00"]
    assert shown[1][:5] == ["wbc-11", "MICRA", "4", "–", "–"]
    assert len(grid.columns) == len(shown[0])
    paths["runs"].write_text("run,data\n")
    assert rates.main(arguments) == 1 and "has no column" in capsys.readouterr().err


def test_every_run_of_the_file_is_of_a_series_and_has_its_accuracy():
    batches = read_batches(["theory/rates"])
    found = set()
    for batch in batches.values():
        (series_of_batch,) = {own["series"] for own in batch["runs"].values()}
        found.add(series_of_batch)
        assert len(batch["runs"]) >= 4
        for name, own in batch["runs"].items():
            assert is_named(name, rates.RUN_NAMES)
            key = rates.NOMINAL.get(own["algorithm"])
            assert key is None or key in own["parameters"]
    assert found == set(METHODS)


def write(path, rows):
    path.write_text(files.text_of(RUNS, rows))


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))
