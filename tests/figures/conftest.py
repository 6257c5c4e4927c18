"""Results for tests of the figures, as tables and as files."""

import pytest

from figures.margin_against_updates import printed_points
from tests.analyses.falkowski.runs import made_up_runs
from tests.figures.examples import (
    ALONG_RUNS,
    CLAIMED,
    IMAGES,
    PAIRS,
    RATE_POINTS,
    THEORY,
    distribution_example,
    draw_example,
    entries,
    error_example,
    full_set_runs,
    growth_runs,
    row,
    tables,
    written,
)

MAXIMA = {"sonar": 0.0084, "wbc-11": 0.0243, "wbc": 0.13}
LEARNERS = ("perceptron-with-margin", "aggressive-romma", "alma", "cramma", "micra")
ALGORITHMS = ("PerceptronWithMargin", "AggressiveROMMA", "ALMA", "CRAMMA", "MICRA")
ALONG = ("PerceptronWithMargin", "AggressiveROMMA", "MICRA")


@pytest.fixture(scope="module")
def rows():
    """Return sweeps of every learner, and the runs that margin_along_a_run draws, with seconds."""
    runs = [
        row(f"maximum-{d}", d, "MaximumMargin", None, m, upper_bound=m) for d, m in MAXIMA.items()
    ]
    for data, maximum in MAXIMA.items():
        for learner, algorithm in zip(LEARNERS, ALGORITHMS, strict=True):
            for i in (1, 2, 3):
                name, reached = f"sweep-{data}-{learner}-{i}", maximum * (1 - 0.2 / i)
                bound = {"upper_bound": 2 * maximum - reached}
                runs.append(row(name, data, algorithm, 10 ** (i + 3), reached, **bound))
    stopped = {"upper_bound": 1.0, "status": "max_updates"}
    runs.append(row("sweep-sonar-micra-4", "sonar", "MICRA", 10**9, 0.008, **stopped))
    for name, algorithm in zip(ALONG_RUNS, ALONG, strict=True):
        runs.append(row(name, "sonar", algorithm, 10**6, 0.0083, upper_bound=0.0085))
    known = {own["run"] for own in runs}
    for name in set(printed_points()) - known:
        runs.append(row(name, entries()[name]["data"], "", seconds=None, status="unavailable"))
    online = (rows for rows, _ in (distribution_example(), draw_example(), error_example()))
    named = {row["run"]: row for rows in online for row in rows}
    pocket = [{**row, "seconds": 1.0} for row in made_up_runs().values()]
    return [*runs, *growth_runs(), *full_set_runs(), *named.values(), *pocket]


@pytest.fixture(scope="module")
def others():
    """Return the rows of the other tables, by name; curves are of margin_along_a_run's runs."""
    curves = [
        [name, 10**i, i, 0, i, 0.0084 - 0.08 / 10**i, 0, 0.0084 + 0.08 / 10**i]
        for name in ALONG_RUNS
        for i in range(0, 7)
    ]
    return {
        "curves": curves,
        "online": error_example()[1],
        "distributions": distribution_example()[1],
        "draws": draw_example()[1],
        "theory": THEORY,
        "rate_points": RATE_POINTS,
        "claimed_rates": CLAIMED,
        "separability": PAIRS,
        "separability_images": IMAGES,
    }


@pytest.fixture
def results(rows, others):
    """Return the tables in the form that a figure gets."""
    return tables(rows, **others)


@pytest.fixture
def files(rows, others, tmp_path):
    """Write the tables to files and return the options that name them."""
    return written(rows, others, tmp_path)
