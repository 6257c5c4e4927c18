"""The tables compile as LaTeX and break over pages."""

import re
import subprocess

from paper_tables import markup
from paper_tables.grids import Grid, GridCell
from tests.workflows.latex import DOCUMENT, LATEX, WITH_LATEX
from workflows.commands.render import in_latex, rendered

TEXT = "a_b & 100 % of γ_{d}, ‖a‖ ≤ 2 → ∞, Krauth & Mézard's “c” #1 ~ x^{2} \\ {?}"


def grid(rows, has_verdicts=False, text=TEXT):
    cell = GridCell(text, "1.5", "exact", (1,)) if has_verdicts else GridCell(text)
    return Grid(
        name=f"made-{rows}-{len(text)}-{has_verdicts}".lower(),
        title=TEXT,
        note=TEXT,
        groups=[("", 1), (TEXT[:20], 2)],
        columns=[("a", "a"), ("b", TEXT[:10]), ("c", "c")],
        rows=[[GridCell(f"row {i}"), cell, GridCell("2")] for i in range(rows)],
        notes=["a note"] if has_verdicts else [],
        has_verdicts=has_verdicts,
    )


GRIDS = [grid(3), grid(3, True), grid(120, text="short"), grid(60, True), grid(90)]


def tex(grid):
    return rendered("table.tex.jinja", markup.latex, **in_latex(grid))


def test_a_table_has_a_label_and_a_long_one_breaks():
    for made in GRIDS:
        text, long = tex(made), len(made.rows) > 20
        assert rf"\label{{tab:{made.name}}}" in text
        assert (r"\begin{longtable}" in text, r"\begin{tabular}" in text) == (long, not long)
        assert text.count(r"\begin{") == text.count(r"\end{")
    assert r"p{15.4em}" in tex(GRIDS[-1]) and r"p{" not in tex(GRIDS[2])


@WITH_LATEX
def test_the_tables_compile_and_can_be_referred_to(tmp_path):
    references = ", ".join(rf"\ref{{tab:{made.name}}}" for made in GRIDS)
    document = DOCUMENT % (references, "\n".join(map(tex, GRIDS)))
    (tmp_path / "tables.tex").write_text(document, encoding="utf-8")
    command = [LATEX, "-halt-on-error", "-interaction=nonstopmode", "tables.tex"]
    for _ in range(2):  # references need the labels of a run before
        ran = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, errors="replace"
        )
        assert ran.returncode == 0, ran.stdout[-2000:]
    assert "Reference" not in ran.stdout and "Missing character" not in ran.stdout
    assert int(re.search(r"\((\d+) pages", ran.stdout)[1]) >= 5
