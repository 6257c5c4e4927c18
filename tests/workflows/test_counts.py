"""The command that compares machines prints the counts of the tables' runs."""

import os
import platform
import re
import subprocess
import sys
from contextlib import nullcontext

import pytest

import data
import workflows
from workflows import counts
from workflows.plan.configuration import read_batches


def test_counts_of_a_table_are_the_printed_ones(capsys):
    """Runs that a limit stops are printed too; their count is the limit."""
    with pytest.warns(UserWarning, match="reached max_updates=200000"):
        code = counts.main(["micra/table-4", "--max-updates", "200000"])
    head, *lines = capsys.readouterr().out.splitlines()
    assert code == 0 and head.startswith("run,n_updates_,n_epochs_,n_mini_epochs_,directional")
    rows = {name: numbers for name, *numbers in (line.split(",") for line in lines)}
    assert len(rows) == 9 and rows["micra-table-4-perceptron-3"][0] == "200000"
    assert rows["micra-table-4-micra-1"][0] == "105964"  # as printed
    assert rows["micra-table-4-micra-1"][3] == "0.1195696017"


def test_runs_of_other_data_sets_and_of_baselines_are_left_out(capsys):
    with pytest.warns(UserWarning, match="reached max_updates=10"):
        counts.main(["micra/table-5", "--data", "sonar", "--max-updates", "10"])
    head, *lines = capsys.readouterr().out.splitlines()
    assert lines and all(line.startswith("micra-table-5-") for line in lines)
    assert {line.split(",")[1] for line in lines} == {"10"}


def test_runs_whose_parameters_are_searched_are_left_out(capsys):
    with pytest.warns(UserWarning, match="reached max_updates=10"):
        counts.main(["micra/table-2", "--max-updates", "10"])
    names = {line.partition(",")[0] for line in capsys.readouterr().out.splitlines()[1:]}
    batches = read_batches(["micra/table-2"]).values()
    searched = {name for b in batches for name, run in b["runs"].items() if "search" in run}
    assert names and searched and not names & searched


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("alma/table-44", "did you mean alma/table-4 or .*[?]"),  # has runs in another file
        ("none", "choose from alma/accuracy, .*micra/text"),
    ],
)
def test_an_unknown_table_is_told_of(name, hint, capsys):
    assert counts.main([name]) == 1
    said = capsys.readouterr().err
    assert re.search(f"'{name}' is not the name of a table or of runs; {hint}", said)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["micra/table-1", "--data", "mushroom"], "micra/table-1: no run is on mushroom."),
        (["alma/table-1"], "alma/table-1: no run visits the patterns .* in the order of the file"),
        (["amira/table-1"], "amira/table-1: no run visits .*; name a table such as micra/table-1."),
        (["micra/table-1", "--data", "sonr"], "'sonr' is not a data set of the suite"),
        (["micra/table-1", "--max-updates", "0"], "--max-updates is 0, but must be 1 or more"),
    ],
)
def test_what_has_no_counts_is_one_sentence(options, sentence, capsys):
    with pytest.raises(SystemExit) if {"sonr", "0"} & {*options} else nullcontext():
        assert counts.main(options) == 1
    assert re.search(sentence, capsys.readouterr().err)


def test_data_that_cannot_be_reached_are_told_and_the_others_counted(monkeypatch, capsys):
    loaded = data.load

    def load(name):
        if name == "wbc-11":
            raise data.Unreachable("wbc-11 cannot be reached.")
        return loaded(name)

    monkeypatch.setattr(data, "load", load)
    with pytest.warns(UserWarning, match="reached max_updates=10"):
        assert counts.main(["micra/table-3", "micra/table-1", "--max-updates", "10"]) == 1
    said = capsys.readouterr()
    assert said.err == "error: wbc-11 cannot be reached.\n"
    names = {line.partition(",")[0] for line in said.out.splitlines()[1:]}
    assert names and all(name.startswith("micra-table-1-") for name in names)


FIT = """
import workflows
import data
from maxmargin import PocketKrauthMezard
votes = data.load("votes")
print(PocketKrauthMezard(c=10, start="pocket", random_state=0).fit(votes.X, votes.y).n_updates_)
"""


CORES = """
import workflows
import numpy, scipy.linalg, threadpoolctl
pools = threadpoolctl.threadpool_info()
print(*{pool["architecture"] for pool in pools if pool["internal_api"] == "openblas"})
"""
needs_avx2 = pytest.mark.skipif(
    platform.machine() != "x86_64" or not workflows._has_avx2(), reason="needs x86-64 with AVX2"
)


def printed(text, **chosen):
    """Return what a Python program prints. chosen: OPENBLAS_CORETYPE, if it is to be set."""
    environment = {key: os.environ[key] for key in os.environ.keys() - {"OPENBLAS_CORETYPE"}}
    call = [sys.executable, "-c", text]
    ran = subprocess.run(call, env=environment | chosen, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@needs_avx2
def test_the_commands_run_the_code_of_openblas_for_haswell():
    assert printed(CORES) == "Haswell"


@needs_avx2
@pytest.mark.slow
def test_a_count_that_depends_on_blas_does_not_depend_on_the_processor():
    """Code for another processor than Haswell counts otherwise."""
    found = printed(FIT)
    assert found == printed(FIT, OPENBLAS_CORETYPE="Haswell")
    assert found != printed(FIT, OPENBLAS_CORETYPE="Prescott")
