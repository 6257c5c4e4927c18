"""The table for a report has the cheapest setting of each learner, with six columns."""

import subprocess

from analyses.best_settings.table import best_grids
from paper_tables import markup
from tests.analyses.variants.rows import EXACT, made, runs_of, shown
from tests.workflows.latex import DOCUMENT, LATEX, WITH_LATEX
from workflows.commands.render import rendered
from workflows.latex import in_latex

MICRA = [
    made("micra-1", "MICRA", "0.0076", updates="50", parameters={"eta": 9.0, "beta": 0.1}),
    made("micra-2", "MICRA", "0.0080", updates="40", parameters={"eta": 9.0, "beta": 0.2}),
    made("micra-3", "MICRA", "0.00839", updates="900", parameters={"eta": 9.0, "beta": 0.3}),
]
MINE = made("variant-Mine-1", "Mine", "0.0077", updates="1234", parameters={"c": 1.0})
NOT_COUNTED = made("variant-AROW", "AROW", "0.0083", updates="")
STOPPED = made("pdm", "PDM", "0.0083", updates="5", status="max_updates")
OTHER = {"eta": 9.0, "beta": 0.4}
ENDLESS = made("micra-4", "MICRA", "0.0083", updates="9999", status="max_seconds", parameters=OTHER)
FAILED = made("micra-5", "MICRA", "", updates="", status="failed", parameters=OTHER)


def best():
    (grid,) = best_grids(runs_of(EXACT, *MICRA, ENDLESS, FAILED, MINE, NOT_COUNTED, STOPPED))
    return grid


def test_the_fewest_updates_decide_and_what_is_always_the_same_is_in_the_note():
    grid = best()
    assert grid.name == "best-sonar" and len(grid.columns) == 6
    first, second = shown(grid)
    assert first == {
        "learner": "MICRA (β; 3 of 5)",
        **{"setting-0.9": "0.2", "updates-0.9": "40", "setting-0.99": "0.3", "updates-0.99": "900"},
        "most": "99.881",
    }
    assert [*second.values()] == ["Mine ★ (c; 1 of 1)", "1", "1,234", "–", "–", "91.67"]
    assert grid.note.endswith(
        "Also left out, because none of their settings converged: PDM. In all settings, MICRA has "
        "η = 9."
    )


def test_what_a_setting_without_an_end_has_is_not_in_all_settings():
    elsewhere = made("mine-2", "Mine", "", status="max_updates", parameters={"c": 2.0, "d": 1})
    same = made("variant-Mine-2", "Mine", "0.0079", parameters={"c": 1.0, "d": 1})
    (grid,) = best_grids(runs_of(EXACT, MINE | {"parameters": same["parameters"]}, same, elsewhere))
    assert shown(grid)[0]["learner"] == "Mine ★ (c; 2 of 3)"
    assert grid.note.endswith("In all settings, Mine has d = 1.")


def test_a_learner_whose_settings_all_failed_is_named():
    failed = [{**FAILED, "algorithm": "ROMMA", "run": f"romma-{i}"} for i in (1, 2)]
    (grid,) = best_grids(runs_of(EXACT, MINE, *failed))
    assert grid.note.endswith("because none of their settings converged: ROMMA.")


def test_data_sets_whose_names_begin_alike_have_tables_of_their_own_names():
    rows = []
    for data, rho in (("mine-2", "1"), ("mine", "1"), ("mine", "2")):
        space = {"data": data, "augment": rho}
        rows += [{**EXACT, **space, "run": f"maximum-{data}-{rho}"}]
        rows += [{**MINE, **space, "run": f"variant-{data}-{rho}"}]
    names = [grid.name for grid in best_grids(runs_of(*rows))]
    assert names == ["best-mine-2", "best-mine", "best-mine-3"]


def test_a_learner_without_parameters_and_no_learner_left_out():
    (grid,) = best_grids(runs_of(EXACT, made("variant-Plain", "Plain", "0.0083", parameters={})))
    assert shown(grid)[0]["learner"] == "Plain ★ (1 of 1)" and "Also" not in grid.note
    alone = runs_of(EXACT, {**STOPPED, "added_by": "own_data"})
    assert best_grids(alone) == []


def test_problems_without_variants_or_own_data_have_no_such_table():
    assert best_grids(runs_of(EXACT, *MICRA)) == []


@WITH_LATEX
def test_it_compiles_with_greek_letters_on_one_page(tmp_path):
    text = rendered("table.tex.jinja", markup.latex, **in_latex(best()))
    assert r"MICRA ($\beta$; 3 of 5)" in text and "landscape" not in text
    (tmp_path / "best.tex").write_text(DOCUMENT % ("best", text), encoding="utf-8")
    command = [LATEX, "-halt-on-error", "-interaction=nonstopmode", "best.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert ran.returncode == 0 and "Output written on best.pdf (1 page" in ran.stdout
