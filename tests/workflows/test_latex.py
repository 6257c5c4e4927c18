"""The tables compile as LaTeX, break over pages, and fit them."""

import re
import subprocess

from paper_tables import markup
from paper_tables.grids import Grid, GridCell
from tests.workflows.latex import DOCUMENT, LATEX, WITH_LATEX
from workflows.commands.render import rendered
from workflows.latex import in_latex

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


SENTENCE = "a sentence of the paper that is far too long for one line of a page of a report, " * 2
PAGE = 550  # points, a line of a page on its side in LaTeX's article


def wide(groups=6, per_group=3, has_verdicts=True, text="1.23456789", times=1):
    """Return a table whose first two columns tell the rows apart."""
    number = 2 + groups * per_group
    cell = GridCell(text, text, "exact", (11, 12)) if has_verdicts else GridCell(text)
    return Grid(
        name=f"wide-{groups}-{per_group}-{len(text)}-{times}".lower(),
        title="A wide table",
        note="",
        groups=[("", 2), *((f"group {i} of the table", per_group) for i in range(groups))],
        columns=[(f"c{i}", f"column {i}") for i in range(number)],
        rows=[
            [GridCell(name), GridCell(kind), *[cell] * (number - 2)]
            for name in ("a set", "another")
            for kind in ("dense", "sparse")
        ]
        * times,
        has_verdicts=has_verdicts,
    )


WIDE = [
    *(wide(groups) for groups in range(2, 10)),
    wide(2, 20),
    *(wide(groups, 1, False, SENTENCE, 12) for groups in range(1, 12)),
    *(wide(groups, 1, True, "a few words of text", 12) for groups in range(1, 12, 2)),
    *(wide(groups, 1, False, "MMMMMMMM WWWWWWWW MMMM", 12) for groups in range(3, 14, 3)),
    *(wide(groups, 1, False, "≈ 0.5 % of μ ≥ γ", 12) for groups in range(3, 14, 3)),
]


def tex(grid):
    return rendered("table.tex.jinja", markup.latex, **in_latex(grid))


def test_a_table_has_a_label_and_a_long_one_breaks():
    for made in GRIDS:
        text, long = tex(made), len(made.rows) > 20
        assert rf"\label{{tab:{made.name}}}" in text
        assert (r"\begin{longtable}" in text, r"\begin{tabular}" in text) == (long, not long)
        assert text.count(r"\begin{") == text.count(r"\end{")
    assert r"p{15.4em}" in tex(GRIDS[-1]) and r"p{" not in tex(GRIDS[2])


def test_a_table_of_long_texts_is_broken_into_lines_and_not_shrunk():
    text = tex(wide(3, 1, False, SENTENCE))
    assert text.count(r"\begin{longtable}") == 1 and r"\resizebox" not in text
    assert text.count(r"\raggedright\arraybackslash}p{15.4em}") == 3


def test_a_table_that_is_wider_than_a_page_has_parts():
    made = wide()
    filled = in_latex(made)
    parts = [part.indices for part in filled["parts"]]
    assert len(parts) > 1 and all(part[:2] == [0, 1] for part in parts)
    assert [i for part in parts for i in part[2:]] == list(range(2, len(made.columns)))
    for part in filled["parts"]:
        assert {width for head, width, _ in part.groups if head} == {3}  # groups stay together
    text = tex(made)
    assert text.count(r"\begin{longtable}") == len(parts) and text.count(r"\label{") == 1
    assert text.count(r"\caption*{Table \thetable, further columns}") == len(parts) - 1
    assert text.count("another") == 2 * len(parts)


def test_a_group_wider_than_a_page_is_divided():
    parts = in_latex(wide(2, 20))["parts"]
    heads = [head for part in parts for head, _, _ in part.groups if head]
    assert heads.count("group 0 of the table") > 1
    assert [i for part in parts for i in part.indices[2:]] == list(range(2, 42))


def test_where_no_columns_tell_the_rows_apart_the_first_is_repeated():
    parts = in_latex(wide(times=2))["parts"]
    assert [part.indices[0] for part in parts] == [0] * len(parts)
    assert sum(part.indices.count(1) for part in parts) == 1 < len(parts)


def test_names_that_take_half_of_a_line_are_not_repeated():
    made = wide(24, 1)
    for i, row in enumerate(made.rows):
        row[:] = [GridCell("the same"), GridCell("again"), *row[2:20], GridCell(str(i)), *row[21:]]
    parts = in_latex(made)["parts"]
    assert sum(part.indices.count(1) for part in parts) == 1 < len(parts) < 6


def test_notes_beside_each_other_are_told_apart():
    assert r"\textsuperscript{11,12}" in tex(wide())


@WITH_LATEX
def test_no_table_is_wider_than_its_page(tmp_path):
    """LaTeX does not complain of such a table, so its own note of the columns' widths is read."""
    document = DOCUMENT % ("", "\n".join(map(tex, [*GRIDS, *WIDE])))
    (tmp_path / "wide.tex").write_text(document, encoding="utf-8")
    command = [LATEX, "-halt-on-error", "-interaction=nonstopmode", "wide.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert ran.returncode == 0, ran.stdout[-2000:]
    noted = (tmp_path / "wide.aux").read_text().replace("\n", "")
    tables = re.findall(r"\\gdef \\LT@\w+ \{(.+?pt\})\}", noted)
    widths = [sum(map(float, re.findall(r"\{([\d.]+)pt\}", table))) for table in tables]
    filled = [in_latex(made) for made in [*GRIDS, *WIDE]]
    assert len(widths) == sum(len(one["parts"]) for one in filled if one["long"])
    assert max(widths) <= PAGE, widths


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
