"""A new paper with a table is its folder, its file of runs and a line of config, nothing else.

test_promotion.py checks and plans the same paper in CI. This test also runs it.
"""

import csv
import subprocess

import pytest

from tests.workflows.calls import HOW, command, sonar_alone
from tests.workflows.copies import copy_of_project
from tests.workflows.made_up_paper import FILES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of a copy of the project that has such a paper."""
    project = copy_of_project(tmp_path_factory.mktemp("copy"), FILES)
    budget = {"max_updates": 10**6, "max_epochs": None, "max_seconds": 60, "setting_seconds": 1}
    changes = {"tables": ["rosenblatt/table-1"], "alma_beside_river": False, "budget": budget}
    changes |= {"separability": None}
    call = command(project, "all", config=sonar_alone(project, **changes))
    call[call.index("--snakefile") + 1] = str(project / "Snakefile")
    done = subprocess.run(call, cwd=project, capture_output=True, timeout=600, **HOW)
    assert done.returncode == 0, done.stderr
    return project / "results"


def test_its_number_has_a_verdict(results):
    with open(results / "claims.csv", newline="", encoding="utf-8") as file:
        (claim,) = csv.DictReader(file)
    assert (claim["paper"], claim["table"], claim["row"]) == ("rosenblatt", "table-1", "sonar")
    assert (claim["measured"], claim["verdict"]) == ("820261", "exact")


def test_its_table_is_rendered(results):
    text = (results / "tables" / "rosenblatt-table-1.md").read_text(encoding="utf-8")
    assert "820,261" in text and "Updates on sonar" in text


def test_it_has_a_page_of_the_report(results):
    page = (results / "report" / "rosenblatt.html").read_text(encoding="utf-8")
    assert "F. Rosenblatt: The perceptron: a probabilistic model. 1958." in page
    assert 'id="rosenblatt-table-1-sonar-updates"' in page
    index = (results / "report" / "index.html").read_text(encoding="utf-8")
    assert 'href="rosenblatt.html"' in index and ">Rosenblatt<" in index
