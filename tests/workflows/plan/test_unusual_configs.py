"""Unusual configs are allowed, or refused before any job starts."""

import os
import re

import pytest
import yaml

from data import read_problem
from tests.workflows.calls import QUICK, snakemake
from workflows.plan.configuration import ROOT

PATTERNS = "a,b,kind\n1,2,no\n3,1,yes\n2,5,no\n4,2,yes\n"
PREPARED = "results/problems/mine.npz"


@pytest.fixture
def own_data(tmp_path):
    """Return a config with the user's own data in mine.csv."""
    content = yaml.safe_load(QUICK.read_text())
    content |= {"tables": ["micra/table-1"], "sweeps": [], "figures": [], "results": "results"}
    content["data"] |= {"sets": ["sonar"], "own": {"mine": {"file": "mine.csv"}}}
    content["variants"] = ["Perceptron"]
    (tmp_path / "mine.csv").write_text(PATTERNS)
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@pytest.mark.slow
def test_no_tables_and_a_folder_of_any_name(tmp_path):
    """The results have no run. test_check_variant.py has a folder of this name with runs."""
    content = yaml.safe_load(QUICK.read_text())
    content |= {"tables": [], "sweeps": [], "figures": [], "alma_beside_river": False}
    content |= {"separability": None}
    content |= {"overview": {"seconds": None}, "results": "my results; touch PWNED; #"}
    content["data"]["sets"] = ["sonar"]
    config = tmp_path / "none.yaml"
    config.write_text(yaml.safe_dump(content))
    call = snakemake(tmp_path, "all", config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    assert (tmp_path / content["results"] / "report" / "index.html").is_file()
    assert not list(tmp_path.rglob("PWNED"))


@pytest.mark.long
def test_another_workflow_can_use_this_one_as_its_module(tmp_path):
    """docs/machines.md has the text of the other workflow."""
    page = (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
    text = page.partition("```snakemake\n")[2].partition("```")[0]
    text = text.replace("/path/to/checkout", str(ROOT)).replace("config/mine.yaml", str(QUICK))
    (tmp_path / "Snakefile").write_text(
        text + "\nrule first:\n    input: rules.margins_all.input\n"
    )
    call = snakemake(tmp_path, "--dry-run", "first", snakefile=tmp_path / "Snakefile")
    assert call.returncode == 0, call.stdout + call.stderr
    assert "run-micra-table-1-micra.log" in call.stdout + call.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {".snakemake", "Snakefile"}


@pytest.mark.long
def test_own_data_that_cannot_be_read_are_refused_before_anything_is_made(tmp_path, own_data):
    (tmp_path / "mine.csv").write_text(PATTERNS + "5,6\n")
    call = snakemake(tmp_path, PREPARED, "--dry-run", config=own_data)
    assert call.returncode != 0
    said = call.stdout + call.stderr
    assert "data.own.mine: mine.csv, line 6: 2 columns, where 3 are expected." in said
    assert "Traceback" not in said
    assert not (tmp_path / "results").exists()


@pytest.mark.long
def test_a_name_given_twice_is_refused_though_snakemake_forgets_the_first(tmp_path, own_data):
    text = own_data.read_text()
    own_data.write_text(text.replace("    mine:\n", "    mine: {file: gone.csv}\n    mine:\n"))
    call = snakemake(tmp_path, PREPARED, "--dry-run", config=own_data)
    said = call.stdout + call.stderr
    assert call.returncode != 0 and "Traceback" not in said
    assert re.search(r"own\.yaml, line \d+: the key 'mine' is given twice, first in line", said)


@pytest.mark.slow
def test_own_data_are_read_again_when_their_bytes_change_though_they_are_older(tmp_path, own_data):
    assert snakemake(tmp_path, PREPARED, config=own_data).returncode == 0
    before = (tmp_path / PREPARED).read_bytes()
    (tmp_path / "mine.csv").write_text(PATTERNS.replace("5", "6"))
    os.utime(tmp_path / "mine.csv", (1e9, 1e9))
    assert snakemake(tmp_path, PREPARED, config=own_data).returncode == 0
    assert (tmp_path / PREPARED).read_bytes() != before
    said = snakemake(tmp_path, PREPARED, config=own_data)
    assert "Nothing to be done" in said.stdout + said.stderr


@pytest.mark.slow
def test_own_tables_are_read_as_the_config_says(tmp_path, own_data):
    rows = ["nr;-size;note;kind", "1;1,5;old;-a", "2;2,5;new;b", "3;3,5;new;-a", "4;4;old;b"]
    (tmp_path / "mine.csv").write_text("\n".join(rows))
    content = yaml.safe_load(own_data.read_text())
    how = {"separator": ";", "decimal": ",", "label": "kind", "positive": ["-a"], "head": True}
    for chosen in ({"drop": ["nr", "note"]}, {"columns": ["-size"]}, {"columns": [2]}):
        content["data"]["own"]["mine"] = {"file": "mine.csv", **how, **chosen}
        own_data.write_text(yaml.safe_dump(content))
        call = snakemake(tmp_path, PREPARED, config=own_data)
        assert call.returncode == 0, call.stdout + call.stderr
        problem = read_problem(tmp_path / PREPARED)
        assert problem.X.tolist() == [[1.5], [2.5], [3.5], [4.0]]
        assert problem.y.tolist() == [1, -1, 1, -1]


@pytest.mark.slow  # test_calling_folder.py has data with tabs
@pytest.mark.parametrize("separator", ["tab", "\t", "|", " ", ","])
def test_every_separator_reaches_the_job(tmp_path, own_data, separator):
    mark = "\t" if separator == "tab" else separator
    (tmp_path / "mine.csv").write_text(PATTERNS.replace(",", mark))
    content = yaml.safe_load(own_data.read_text())
    content["data"]["own"]["mine"]["separator"] = separator
    own_data.write_text(yaml.safe_dump(content))
    call = snakemake(tmp_path, PREPARED, config=own_data)
    assert call.returncode == 0, call.stdout + call.stderr
    assert read_problem(tmp_path / PREPARED).X.shape == (4, 2)
