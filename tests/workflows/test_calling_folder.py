"""The calling folder and its environment change no job."""

import os
import subprocess
import sys

import pytest
import yaml

from data import read_problem
from tests.workflows.calls import HOW, command
from workflows.plan.configuration import ROOT

pytestmark = pytest.mark.long

OURS = [path.parent.name for path in ROOT.glob("*/__init__.py")]
OTHERS = [
    "maxmargin",
    "numpy",
    "json",
    "random",
    "argparse",
    "yaml",
    "snakemake_logger_plugin_rich",
]


@pytest.fixture
def folder(tmp_path):
    """Return a user's folder with a config and a data set whose columns are separated by tabs."""
    (tmp_path / "mine.csv").write_text("u\tv\tkind\n1\t2\tp\n2\t1\tp\n-1\t-2\tq\n-2\t-1\tq\n")
    content = {
        "tables": [],
        "sweeps": [],
        "figures": [],
        "variants": [],
        "data": {"sets": [], "own": {"mine": {"file": "mine.csv", "separator": "tab"}}},
        "budget": {"setting_seconds": 0.2, "max_updates": 1000},
        "overview": {"seconds": None},
        "alma_beside_river": False,
        "separability": None,
    }
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(content))
    return tmp_path


def called(folder, *arguments, program=("snakemake",), results="results", **environment):
    call = command(folder, *arguments, config=folder / "mine.yaml")[3:]
    env = HOW["env"] | environment
    call = [*program, *call, "--config", f"results={results}"]
    done = subprocess.run(call, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_a_users_modules_are_not_run(folder):
    assert {"data", "records", "figures", "workflows", "analyses"} <= set(OURS)
    for name in [*OURS, *OTHERS]:
        (folder / f"{name}.py").write_text(f"open('ran-{name}', 'w')\nraise ImportError\n")
    called(folder, "all")
    assert not list(folder.glob("ran-*"))
    assert (folder / "results" / "report" / "index.html").is_file()


def test_a_users_modules_are_not_run_where_python_looks_there_first(folder):
    """On a cluster, jobs are calls of `python -m snakemake` with our PYTHONPATH.

    The call also shows that a tilde is the user's home, and that the separator reaches the job.
    """
    for name in OURS:
        (folder / f"{name}.py").write_text(f"open('ran-{name}', 'w')\nraise ImportError\n")
    program = [sys.executable, "-m", "snakemake"]
    path = os.pathsep.join([str(ROOT), str(ROOT / "algorithms")])
    prepared = folder / "res" / "problems" / "mine.npz"
    called(folder, prepared, program=program, results="~/res", PYTHONPATH=path, HOME=str(folder))
    assert not list(folder.glob("ran-*"))
    assert read_problem(prepared).X.shape == (4, 2) and not (folder / "~").exists()


OTHER_SPELLINGS = ["res/", "./res", "res/.", "a b/res", "x/../res"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "results",
    ["res//in/", *(pytest.param(path, marks=pytest.mark.slow) for path in OTHER_SPELLINGS)],
)
def test_a_path_of_results_may_be_written_in_any_way(folder, results):
    target = os.path.normpath(f"{results}/problems/mine.npz")
    assert "double" not in called(folder, target, results=results)
    assert "Nothing to be done" in called(folder, target, "--dry-run", results=results)
