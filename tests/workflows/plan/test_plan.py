"""The plan of a config: its results and the parameters of each job."""

import copy

import pytest
import yaml

from paper_tables.tables import read_table
from workflows.plan.configuration import ROOT, ConfigurationError
from workflows.plan.plan import batch_job, kind_of, make_plan, overview_job

DEFAULT = yaml.safe_load((ROOT / "config" / "default.yaml").read_text())
QUICK = DEFAULT | yaml.safe_load((ROOT / "config" / "quick.yaml").read_text())


def changed(config, **changes):
    return {**copy.deepcopy(config), **changes}


@pytest.fixture(scope="module")
def plan():
    """Return the plan of the default config."""
    return make_plan(DEFAULT)


def test_of_the_default_config(plan):
    assert {"maximum-sonar", "micra-table-1-micra"} <= set(plan.batches)
    assert plan.problems["votes"]["extend"] == 1 and plan.variant_files == {}
    assert plan.figures == DEFAULT["figures"]
    assert {"sonar", "mnist", "covertype"} <= set(plan.data_sets)
    assert {kind_of(batch) for batch in plan.batches.values()} == {"plain", "timed", "online"}
    assert "results/runs/maximum-sonar.json" in plan.files and "results/report" in plan.files
    assert len(plan.files) == len(plan.batches) + len(plan.figures) + 4


def test_the_same_config_has_the_same_plan_and_stays_as_it_was():
    config = copy.deepcopy(DEFAULT)
    assert make_plan(config) == make_plan(config)
    assert config == DEFAULT


@pytest.mark.parametrize("table", DEFAULT["tables"])
def test_a_table_alone_gets_the_runs_of_its_numbers(plan, table):
    alone = make_plan(changed(QUICK, tables=[table], sweeps=[], figures=[]))
    runs = {run for batch in alone.batches.values() for run in batch["runs"]}
    cells = [cell for row in read_table(table).rows.values() for cell in row]
    known = {run for batch in plan.batches.values() for run in batch["runs"]}
    assert {cell.run for cell in cells if cell.is_claim} & known <= runs
    assert runs <= known


def test_variants_run_with_a_table_that_is_also_a_sweep_and_with_its_runs():
    def made(**changes):
        return make_plan(changed(QUICK, variants=["PDM"], figures=[], **changes)).batches

    assert "variant-PDM-sonar" in made(tables=["micra/table-1"], sweeps=["micra/table-1"])
    assert "variant-PDM-alma-usps" in made(tables=["alma/svm"], sweeps=["alma/table-1"])
    assert "variant-PDM-sonar" not in made(tables=[], sweeps=["micra/table-1"])


def test_without_an_overview_there_are_no_problems():
    plan = make_plan(QUICK)
    assert plan.problems == {}
    own = {batch["data"] for batch in plan.batches.values()}
    assert plan.data_sets == sorted(own) and "mnist" not in own


def test_variants_and_own_data_take_part(tmp_path):
    rule, table, arow = tmp_path / "mine.py", tmp_path / "mine.csv", ROOT / "docs/examples/arow.py"
    rule.write_text('NAME = "Mine"\n')
    table.write_text("1,a\n2,b\n")
    data = {**DEFAULT["data"], "own": {"my-data": {"file": str(table), "extend": 1}}}
    plan = make_plan(changed(DEFAULT, variants=["PDM", str(rule), str(arow)], data=data))
    assert plan.variant_files == {"Mine": str(rule), "AROW": str(arow)}
    assert plan.classifiers == ["AROW"]
    assert plan.figures[-1] == "variants"
    assert {"variant-Mine-sonar", "variant-PDM-sonar", "own-my-data"} <= set(plan.batches)
    assert {"variant-AROW-sonar", "variant-AROW-amira-synthetic"} <= set(plan.batches)
    assert not any("AROW" in n and "online" in batch for n, batch in plan.batches.items())
    assert {"own-my-data-Mine", "own-my-data-AROW"} <= plan.batches["own-my-data"]["runs"].keys()
    assert (plan.problems["my-data"]["data"], plan.problems["my-data"]["extend"]) == ("my-data", 1)


def test_a_wrong_config_is_refused():
    with pytest.raises(ConfigurationError, match="unknown key 'tabels'"):
        make_plan(changed(DEFAULT, tabels=[]))


def test_an_overview_job_is_told_its_problem_and_seconds(plan):
    job = overview_job(plan.problems["votes"], DEFAULT)
    assert job["data"] == "votes" and job["seconds"] == DEFAULT["overview"]["seconds"]


def test_a_job_is_told_what_its_kind_needs(plan):
    batches = plan.batches
    job = batch_job(batches["micra-table-1-micra"], DEFAULT, attempt=2)
    assert job["budget"] == DEFAULT["budget"] and job["seed"] == DEFAULT["seed"]
    assert job["attempt"] == 2 and "draws" not in job and "permutations" not in job
    of_mnist = {
        batch_job(batch, DEFAULT)["permutations"]
        for batch in batches.values()
        if batch["data"] == "mnist" and "online" in batch
    }
    assert max(of_mnist) == DEFAULT["online"]["permutations"]["mnist"]
    drawn = next(batch for batch in batches.values() if "draws" in batch)
    assert batch_job(drawn, DEFAULT)["draws"] == min(drawn["draws"], DEFAULT["draws"])
    assert batch_job(drawn, changed(DEFAULT, draws=None))["draws"] == drawn["draws"]


def test_labels_change_no_job(plan):
    """Renaming a figure runs nothing again: the labels are added when runs are collected."""
    batches = plan.batches
    for batch in batches.values():
        renamed = {
            n: run | {"added_by": ["other"], "series": "x"} for n, run in batch["runs"].items()
        }
        assert batch_job(batch, DEFAULT) == batch_job(batch | {"runs": renamed}, DEFAULT)


def test_a_limit_changes_only_the_jobs_that_it_is_about(plan):
    """So no other job is run again."""
    batches = plan.batches
    fewer = changed(DEFAULT, draws=1)
    moved = {n for n, b in batches.items() if batch_job(b, DEFAULT) != batch_job(b, fewer)}
    assert moved == {name for name, batch in batches.items() if "draws" in batch}
    shorter = changed(DEFAULT, budget={**DEFAULT["budget"], "max_seconds": 1})
    moved = {n for n, b in batches.items() if batch_job(b, DEFAULT) != batch_job(b, shorter)}
    assert moved == {name for name, batch in batches.items() if "online" not in batch}
