"""The problems and learners of the overview, from config/overview.yaml."""

from pathlib import Path

import data
from records.checked_yaml import read_checked
from records.errors import RecordError

PATH = Path(__file__).parents[2] / "config" / "overview.yaml"
# The defaults of a problem in config/overview.yaml.
DEFAULTS = {"augment": 0, "extend": 0, "mini_epochs": 0, "positive": None, "among": None}


def read_overview(data_sets=None):
    """Return the content of config/overview.yaml with complete problems.

    Raise RecordError on a fault.

    `data_sets` has the names of the data sets to include; None includes all.
    """
    content = read_checked(PATH, PATH.with_suffix(".schema.json"))
    wanted = data.names() if data_sets is None else data_sets
    for group, problems in content["problems"].items():
        problems = {name: {**DEFAULTS, **problem} for name, problem in problems.items()}
        for name, problem in problems.items():
            if problem["data"] not in data.names():
                raise RecordError(
                    f"{PATH}: no data set is called {problem['data']!r} at "
                    f"problems.{group}.{name}.data."
                )
        chosen = {name: own for name, own in problems.items() if own["data"] in wanted}
        content["problems"][group] = chosen
    return content
