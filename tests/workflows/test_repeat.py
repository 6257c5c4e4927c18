"""One printed number is repeated from the command line, by its own runs only."""

import json
import os
import subprocess
import sys

import pytest
import yaml

from data.prepared import prepare
from paper_tables.tables import TableError, read_table, table_names
from tests.algorithms.variant_files import HALFWAY, write
from workflows import repeat as repeating
from workflows.plan.configuration import ROOT


@pytest.fixture
def config(tmp_path, monkeypatch):
    """Write a config file into a new current folder and return its path."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump({"budget": {"max_seconds": 60}}))
    return path


def repeat(*words, config):
    return repeating.main([*words, "--configfile", str(config)])


def test_a_count_comes_out_again(config, capsys):
    call = "micra/table-1", "--row", "1", "--column", "perceptron-updates"
    assert repeat(*call, config=config) == 0
    said = capsys.readouterr().out
    assert "printed   820,261\nmeasured  820261\nverdict   exact\n" in said
    folder = config.parent / "results/cells/micra-table-1-1-perceptron-updates"
    records = json.loads((folder / "records.json").read_text())
    assert [record["run"] for record in records] == ["micra-table-1-perceptron-1"]
    assert {f"curve.{kind}" for kind in ("svg", "pdf", "png")} < {p.name for p in folder.iterdir()}
    assert len((folder / "curves.csv").read_text().splitlines()) > 100


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("micra/table-1", "9", "x"), "micra/table-1 has no row '9'; its rows are 1, 2, 3, 4."),
        (
            ("micra/table-1", "1", "x"),
            "Row 1 of micra/table-1 has no result in column 'x'; ",
        ),
        (
            ("micra/table-99", "1", "x"),
            "There is no table 'micra/table-99'; there are alma/accuracy",
        ),
    ],
)
def test_what_is_not_there_is_named(words, sentence, config, capsys):
    table, row, column = words
    assert repeat(table, "--row", row, "--column", column, config=config) == 1
    assert sentence in capsys.readouterr().err


def test_a_number_of_ours(config, capsys):
    table = read_table("micra/table-5")
    ours = next(c for c in table.cells if c.ours and c.row == "votes" and c.field)
    assert repeat("micra/table-5", "--row", "votes", "--column", ours.column, config=config) == 0
    said = capsys.readouterr().out
    assert "which no paper prints" in said and "printed   " not in said
    assert "measured  -" not in said


def test_a_wrong_config_is_named(config, capsys):
    for text, sentence in {
        "budget: {max_hours: 1}": ": unknown key 'max_hours' at budget",
        "budget: {": ": cannot be read as YAML",
        "[budget]": " must consist of keys and values",
    }.items():
        config.write_text(text)
        assert repeat("micra/table-1", "--row", "1", "--column", "x", config=config) == 1
        assert f"error: {config}{sentence}" in capsys.readouterr().err


def test_a_grid_without_the_number_of_a_setting_is_named():
    batches = {"own-mine": {"runs": {"own-mine-PDM": {"parameter_grid": True}}}}
    with pytest.raises(TableError, match="own-mine-PDM is a grid of settings: .* own-mine-PDM-1"):
        repeating.repeat(["own-mine-PDM"], batches, config={})


def test_runs_that_a_cell_is_compared_with_are_made_too():
    table = read_table("amira/table-1")
    growth = [c for c in table.cells if c.run and c.quantity and c.quantity.points]
    runs = repeating.runs_behind(table, growth[0])
    assert growth[0].run in runs and {run for run, _ in growth[0].quantity.points} <= set(runs)
    table = read_table("alma/comparisons")
    (difference,) = [c for c in table.cells if c.quantity and c.quantity.minus and c.means][:1]
    behind = repeating.runs_behind(table, difference)
    assert {difference.run, difference.quantity.minus} <= set(behind)
    table = read_table("margitron/comparisons")
    stages = repeating.find_cell(table, "table-4-a9a", "stages")
    assert len(repeating.runs_behind(table, stages)) == 3
    table = read_table("micra/table-5")
    timed = repeating.find_cell(table, "sonar", "svmlight-tight-seconds")
    assert table.seconds_unit(timed).run in repeating.runs_behind(table, timed)


@pytest.mark.parametrize("name", table_names())
def test_every_cell_whose_command_the_report_shows_is_found(name):
    table = read_table(name)
    for cell in table.cells:
        if cell.is_claim or cell.statement:
            assert repeating.find_cell(table, cell.row, cell.column) is cell


@pytest.mark.long
def test_a_comparison_and_a_ratio_of_seconds_are_repeated(config, capsys):
    call = "micra/comparisons", "--row", "table-1-1-perceptron", "--column", "updates"
    assert repeat(*call, config=config) == 0
    said = capsys.readouterr().out
    assert "measured  0.399224\nverdict   holds: the claim is < 1\n" in said
    call = "micra/table-5", "--row", "votes", "--column", "micra-seconds"
    assert repeat(*call, config=config) == 0
    assert "measured  ×1\nverdict   not judged: " in capsys.readouterr().out


def test_a_run_without_updates_is_repeated(config):
    assert repeat("--run", "maximum-sonar", config=config) == 0
    assert repeat("micra/text", "--row", "sonar", "--column", "radius", config=config) == 0
    folder = config.parent / "results/cells"
    assert not list(folder.glob("*/curve.*")) and len(list(folder.glob("*/runs.csv"))) == 2


def test_a_config_changes_the_keys_that_it_names(config):
    """As in Snakemake, at every depth."""
    config.write_text(yaml.safe_dump({"online": {"permutations": {"usps-alma": 2}}}))
    permutations = repeating.read_config(config)["online"]["permutations"]
    assert permutations == {"mnist": 3, "usps-alma": 2}


def test_a_cell_that_is_not_measured_has_its_reason(config, capsys):
    call = "falkowski/text", "--row", "bank", "--column", "gain"
    assert repeat(*call, config=config) == 1
    said = "error: This cell is not measured: the bank's records are not public.\n"
    assert capsys.readouterr().err == said


def test_prepared_data_of_another_seed_or_of_older_code_are_made_again(tmp_path):
    drawn, read = tmp_path / "amira-synthetic.npz", tmp_path / "sonar.npz"
    assert not repeating._is_usable(drawn, 1)
    prepare("amira-synthetic", drawn, seed=1)
    assert repeating._is_usable(drawn, 1) and not repeating._is_usable(drawn, 2)
    prepare("sonar", read, seed=1)
    assert repeating._is_usable(read, 2)
    os.utime(read, (0, 0))
    assert not repeating._is_usable(read, 2)


@pytest.mark.slow
@pytest.mark.filterwarnings("default::sklearn.exceptions.ConvergenceWarning")
def test_a_run_of_a_variant_on_data_of_ones_own(config, capfd):
    examples = ROOT / "docs" / "examples"
    entry = {
        "file": str(examples / "flowers.csv"),
        "positive": ["tulip"],
        "augment": 1,
        "extend": 1,
    }
    own = {"variants": [str(examples / "my_rule.py")], "data": {"own": {"flowers": entry}}}
    config.write_text(yaml.safe_dump(own))
    assert repeat("--run", "own-flowers-PatientPDM-2", config=config) == 0
    said = capfd.readouterr().out
    assert "run       own-flowers-PatientPDM-2: PatientPDM(c=1.0), converged\n" in said
    assert repeat("--run", "own-flowers-PatientPDM-99", config=config) == 1
    reported = capfd.readouterr().err
    assert "no run own-flowers-PatientPDM-99: neither a file of config/runs/ has it" in reported
    config.write_text(yaml.safe_dump({"data": {"own": {"flowers": {**entry, "extend": 0}}}}))
    assert repeat("--run", "own-flowers-PDM-1", config=config) == 1
    sentence = "error: own-flowers-PDM: The classes are not linearly separable"
    assert sentence in capfd.readouterr().err


@pytest.fixture
def with_variants(config):
    """Name two variants in the config, of which the first does not conform."""
    folder = config.parent
    (folder / "mine.csv").write_text("u,v,kind\n1,2,p\n2,1,p\n-1,-2,q\n-2,-1,q\n")
    write(folder, "halfway.py", HALFWAY)
    bad = HALFWAY.replace('"Halfway"', '"Incomplete"').replace("RANGES", "SPANS")
    write(folder, "bad.py", bad)
    own = {"variants": ["bad.py", "halfway.py"], "data": {"own": {"mine": {"file": "mine.csv"}}}}
    config.write_text(yaml.safe_dump(own))
    return config


@pytest.mark.long
def test_a_variant_that_does_not_conform_is_one_sentence(with_variants, capfd):
    assert repeat("--run", "own-mine-Incomplete-1", config=with_variants) == 1
    said = capfd.readouterr().err
    assert "bad.py does not conform: " in said and "bad.py: RANGES has to be" in said
    assert "Traceback" not in said


@pytest.mark.slow  # test_check_variant.py runs a variant beside others that do not conform
def test_variants_run_beside_one_that_does_not_conform(with_variants, capfd):
    assert repeat("--run", "own-mine-Halfway-1", config=with_variants) == 0
    assert "own-mine-Halfway-1: Halfway(part=0.5), converged" in capfd.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("command", ["workflows.repeat", "figures"])
def test_a_users_modules_in_the_calling_folder_are_not_run(tmp_path, command):
    for name in ("data", "records", "report", "analyses"):
        (tmp_path / f"{name}.py").write_text(f"open('ran-{name}', 'w')\n")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "algorithms")])}
    call = [sys.executable, "-m", command, "--help"]
    subprocess.run(call, cwd=tmp_path, env=env, check=True, capture_output=True)
    assert not list(tmp_path.glob("ran-*"))
