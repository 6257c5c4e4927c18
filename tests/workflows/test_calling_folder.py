"""The calling folder and its environment change no job."""

import os
import subprocess
import sys

import pytest
import yaml

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
    """Return a user's folder with a data set, and modules with the names of our modules."""
    (tmp_path / "mine.csv").write_text("u,v,kind\n1,2,p\n2,1,p\n-1,-2,q\n-2,-1,q\n")
    content = {
        "tables": [],
        "sweeps": [],
        "figures": [],
        "variants": [],
        "data": {"sets": [], "own": {"mine": {"file": "mine.csv"}}},
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
    """On a cluster, jobs are calls of `python -m snakemake` with our PYTHONPATH."""
    for name in OURS:
        (folder / f"{name}.py").write_text(f"open('ran-{name}', 'w')\nraise ImportError\n")
    program = [sys.executable, "-m", "snakemake"]
    path = os.pathsep.join([str(ROOT), str(ROOT / "algorithms")])
    called(folder, "results/problems/mine.npz", program=program, PYTHONPATH=path)
    assert not list(folder.glob("ran-*"))


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


def test_a_tilde_is_the_users_home(folder):
    called(folder, folder / "res" / "problems" / "mine.npz", results="~/res", HOME=str(folder))
    assert (folder / "res" / "problems" / "mine.npz").is_file() and not (folder / "~").exists()
