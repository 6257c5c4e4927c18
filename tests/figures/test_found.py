"""Every figure is found, and the config may name each one."""

import json

from figures.found import ROOT, figure_files, figure_module
from records.entries import VARIANTS
from workflows.plan.configuration import all_runs, read_batches


def test_the_schema_of_the_config_names_every_figure():
    schema = json.loads((ROOT / "config" / "schema.json").read_text())
    known = set(schema["properties"]["figures"]["items"]["enum"])
    assert known == set(figure_files()) - {VARIANTS}  # which is drawn where there are variants


def test_a_figure_is_a_module_with_draw_and_explains():
    for name in figure_files():
        assert callable(figure_module(name).draw) and figure_module(name).EXPLAINS


def test_runs_are_used_by_figures_that_there_are():
    used = {
        name
        for batch in read_batches(all_runs()).values()
        for run in batch["runs"].values()
        for name in run["used_by"]
    }
    assert used <= set(figure_files()) and "rates" in used
