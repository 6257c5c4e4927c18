"""Calls that only ask change nothing and query no server; calls that run jobs clean up first."""

import json
import shutil
import socket
import subprocess
import threading

import pytest
import yaml

from tests.workflows.calls import HOW, command, snakemake

pytestmark = pytest.mark.long

QUESTIONS = [
    ["all", "--dry-run"],
    ["all", "--summary"],
    ["all", "--lint"],
    ["all", "--unlock"],
    ["all", "--detailed-summary"],
    ["all", "--dag"],
    ["all", "--rulegraph"],
    ["all", "--filegraph"],
    ["--list-rules"],
    ["--list-target-rules"],
    ["all", "--list-changes", "params"],
    ["--print-compilation"],
]
# Snakemake writes a log of each call, locks the folder while it looks, and keeps times of files.
SNAKEMAKES = [(".snakemake",), *((".snakemake", name) for name in ("log", "locks", "iocache"))]
TABLES = "results/runs.csv"
RECORDS, PROBLEM, TABLE = "runs/own-mine.json", "problems/mine.npz", "runs.csv"


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    folder = tmp_path_factory.mktemp("config")
    # Nothing separates these patterns, so that no learner runs.
    (folder / "mine.csv").write_text("u,v,kind\n1,2,p\n1,2,q\n-1,-2,q\n-2,-1,q\n")
    content = {
        "tables": [],
        "sweeps": [],
        "figures": [],
        "variants": [],
        "data": {"sets": [], "own": {"mine": {"file": str(folder / "mine.csv")}}},
        "budget": {"setting_seconds": 0.2, "max_updates": 1000},
        "overview": {"seconds": None},
        "alma_beside_river": False,
        "separability": None,
        "results": "results",
    }
    path = folder / "mine.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory, config):
    folder = tmp_path_factory.mktemp("finished")
    call = snakemake(folder, TABLES, config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    return folder


@pytest.fixture
def folder(tmp_path, finished):
    return shutil.copytree(finished, tmp_path / "copy")


@pytest.fixture
def server():
    """Return (address, list of connections) of a server whose data set was unreachable before."""
    met = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def accept():
            while True:
                try:
                    met.append(listening.accept())
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", met
        listening.shutdown(socket.SHUT_RDWR)


def damage(folder):
    """Make three damaged files: unreadable, with changed bytes, and half-written."""
    results = folder / "results"
    (results / RECORDS).write_text("[")
    (results / TABLE).write_bytes((results / TABLE).read_bytes()[:-10])
    (results / PROBLEM).write_bytes(b"")


def tree(folder):
    return {
        path: (path.lstat().st_mtime_ns, path.is_file() and path.read_bytes())
        for path in [folder, *sorted(folder.rglob("*"))]
        if path.relative_to(folder).parts[:2] not in SNAKEMAKES
    }


@pytest.mark.parametrize(
    "question",
    [QUESTIONS[0], *(pytest.param(other, marks=pytest.mark.slow) for other in QUESTIONS[1:])],
    ids=" ".join,
)
def test_asking_changes_nothing(folder, config, question):
    """A dry run lists the jobs of what cannot be read."""
    damage(folder)
    before = tree(folder)
    # The default profile prints no jobs.
    options = ["--workflow-profile", "none"] if question == QUESTIONS[0] else []
    call = snakemake(folder, *question, *options, config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert tree(folder) == before
    if question == QUESTIONS[0]:
        said = call.stdout + call.stderr
        assert "rule run_batch:" in said and "rule prepare:" in said


@pytest.mark.slow  # test_another_workflow_can_use_this_one_as_its_module asks in such a folder
@pytest.mark.parametrize("question", QUESTIONS[:3], ids=" ".join)
def test_asking_in_an_empty_folder_makes_no_results(tmp_path, config, question):
    call = snakemake(tmp_path, *question, config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {".snakemake"}


@pytest.mark.slow
def test_a_dry_run_asks_no_server_and_a_run_does(folder, config, server, monkeypatch):
    address, met = server
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    from data.prepared import _written

    record = {"name": "w8a", "status": "unreachable", "reason": "no answer", "files": {}}
    record |= {"fingerprint": {}, "silent": [address]}
    _written(folder / "results" / "problems" / "w8a.npz", record, {}, 1)
    for question in (["all", "--dry-run"], ["all", "--summary"], ["all", "--unlock"]):
        call = snakemake(folder, *question, config=config)
        assert call.returncode == 0, call.stdout + call.stderr
    assert not met
    call = snakemake(folder, TABLES, config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert met


@pytest.mark.parametrize("arguments", [["--dry-run"], []], ids=["asking", "running"])
def test_a_mirror_folder_that_is_not_there_is_warned_of_once(folder, config, arguments):
    (folder / TABLES).unlink()
    environment = {"MARGIN_DATA_MIRROR": str(folder / "mirror")}
    call = snakemake(folder, TABLES, *arguments, config=config, environment=environment)
    assert call.returncode == 0, call.stdout + call.stderr
    assert call.stderr.count("warning: MARGIN_DATA_MIRROR names ") == 1


@pytest.mark.slow
def test_a_run_that_starts_during_a_dry_run_is_not_refused(folder, config):
    (folder / TABLES).unlink()
    with subprocess.Popen(command(folder, "all", "--dry-run", config=config), **HOW) as asking:
        for _ in range(2):  # the second finds nothing to do
            call = snakemake(folder, TABLES, config=config)
            assert call.returncode == 0, call.stdout + call.stderr
        asking.wait()  # with 1 if the run removed files that Snakemake had just listed


def test_a_run_moves_damaged_files_aside_though_snakemake_finds_nothing_to_do(folder, config):
    path = folder / "results" / TABLE
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    call = snakemake(folder, TABLES, config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert "runs.csv has changed since it was made: moved to" in call.stderr
    assert path.read_bytes() == whole


@pytest.mark.parametrize("arguments", [["--dry-run"], []], ids=["asking", "running"])
def test_results_of_other_calls_and_files_of_the_user_are_refused(folder, config, arguments):
    """Snakemake would call the former up to date, and delete the latter."""
    other, before = folder.with_name("other"), tree(folder / "results")
    other.mkdir()
    (folder / "results").rename(other / "results")
    call = snakemake(other, "all", *arguments, config=config)
    assert call.returncode == 1 and "results was made by calls in" in call.stderr
    assert list(tree(other / "results").values()) == list(before.values())
    shutil.rmtree(other / "results")
    (other / "results" / "report").mkdir(parents=True)
    (other / "results" / "report" / "main.tex").write_text("mine")
    call = snakemake(other, "all", *arguments, config=config)
    assert call.returncode == 1 and "results has report, which the workflow would" in call.stderr
    assert [path.name for path in (other / "results").rglob("*")] == ["report", "main.tex"]


@pytest.mark.slow  # test_interrupted.py tests the same with another config
def test_a_run_makes_again_what_cannot_be_read(folder, config):
    damage(folder)
    call = snakemake(folder, TABLES, config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert json.loads((folder / "results" / RECORDS).read_text())
    assert len(list((folder / "results" / ".damaged").rglob("*.*"))) == 3


@pytest.mark.slow
def test_what_only_other_files_are_made_from_is_made_again(folder, config):
    """An intermediate file is made again although everything else is complete."""
    assert snakemake(folder, "all", config=config).returncode == 0
    places = [TABLE, "figures/variants.pdf", "Snakefile"]
    whole = {place: (folder / "results" / place).read_bytes() for place in places}
    for place in places:
        (folder / "results" / place).write_bytes(b"damaged")
    call = snakemake(folder, "all", config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert {place: (folder / "results" / place).read_bytes() for place in places} == whole
    assert "run-own-mine, " not in call.stderr
    (folder / "results" / PROBLEM).write_bytes(b"damaged")
    call = snakemake(folder, "all", config=config)
    assert f"{PROBLEM}; it will be made again when a run needs it." in call.stderr
    assert "run-own-mine, " not in call.stderr  # which may have taken hours
