"""Every figure is found, and the config may name each one."""

import json

from analyses.all_figures import figure_files, figure_module
from analyses.rates import compute as rates
from records.entries import VARIANTS, is_named
from workflows.plan.configuration import ROOT, all_runs, read_batches


def test_the_schema_of_the_config_names_every_figure():
    schema = json.loads((ROOT / "config" / "schema.json").read_text())
    known = set(schema["properties"]["figures"]["items"]["enum"])
    assert known == set(figure_files()) - {VARIANTS}  # which is drawn where there are variants


def test_a_figure_is_a_module_with_draw_and_explains():
    for name in figure_files():
        assert callable(figure_module(name).draw) and figure_module(name).EXPLAINS


def test_every_figure_names_runs_that_there_are():
    """A pattern that matches nothing names a run that was renamed."""
    runs = [name for batch in read_batches(all_runs()).values() for name in batch["runs"]]
    modules = [figure_module(name) for name in figure_files()]
    named = {m.__name__: m.RUN_NAMES for m in [*modules, rates] if hasattr(m, "RUN_NAMES")}
    assert len(named) > 10
    for name, patterns in named.items():
        for pattern in patterns:
            assert any(is_named(run, [pattern]) for run in runs), (name, pattern)
