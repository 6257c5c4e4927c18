"""The article compiles from the result files, and its measured numbers come from them alone."""

import json
import re
import shutil
from pathlib import Path

import pytest
import typst

from docs.article.__main__ import FIGURES, SOURCES, main, write_article
from paper_tables.full_run import read_full_run
from paper_tables.papers import read_papers
from paper_tables.statements import read_statements
from records.analysis_files import CLAIMS, READINGS, STATEMENTS
from records.errors import RecordError
from records.files import text_of

FIGURE = Path(__file__).parents[2] / "docs" / "margin_against_updates.svg"
# Numbers in the text that are not results: parts of the papers, data sets and rules of judging.
FIXED = re.compile(
    r"20(01|07|08|13)|[0-9]{1,2},[0-9]{3}|Tables? [0-9]+(, [0-9]+)*( and [0-9]+)?|Figure 2"
    r"|Theorems 4\s+and 5|k = 10?|α [=<] 1|B = 1/α|√8/α|−0\.75|of 2,|5 %|start other than 0"
    r"|Theorem [45]|7 × 7 pixels|factor\s+of 1\.25|RCV1|counted from 1"
    r"|sub\[2\]|super\[2\]|l_k = plus\.minus 1|alpha_k >= 0"
)


def rows(file, found):
    return text_of(file, [dict.fromkeys(file.header, "") | row for row in found])


@pytest.fixture
def results(tmp_path):
    """Return a folder of results with the verdicts of the stored run."""
    run = read_full_run()
    (tmp_path / "figures").mkdir()
    (tmp_path / "claims.csv").write_text(rows(CLAIMS, run.claims.values()))
    # The stored run may lack the statements that are new.
    made_up = [
        {"paper": paper, "name": name, "verdict": "holds", "kind": "ours"}
        for paper in read_papers()
        for name in read_statements(paper).keys() - {row["name"] for row in run.statements}
    ]
    (tmp_path / "statements.csv").write_text(rows(STATEMENTS, [*run.statements, *made_up]))
    (tmp_path / "readings.csv").write_text(rows(READINGS, []))
    record = {"commit": run.commit, "machine": run.machine, "config": run.settings}
    (tmp_path / "provenance.json").write_text(json.dumps(record))
    for name in FIGURES:
        shutil.copyfile(FIGURE, tmp_path / name)
    return tmp_path


def test_the_article_compiles(results, capsys):
    assert main([str(results)]) == 0
    path = results / "article" / "article.pdf"
    assert capsys.readouterr().out.strip() == str(path)
    assert path.read_bytes().startswith(b"%PDF")


def evaluated(results, expression):
    """Return the value of a macro."""
    write_article(results)
    folder = results / "article"
    (folder / "asked.typ").write_text(f'#import "verdicts.typ": *\n#metadata({expression}) <asked>')
    found = typst.query(folder / "asked.typ", "<asked>", field="value", one=True, root=folder)
    return json.loads(found)


def test_macros_give_what_the_files_say(results):
    key = "micra/table-1/4/micra-updates"
    assert evaluated(results, f'measured("{key}")') == "11,610,899"
    claims = results / "claims.csv"
    text = claims.read_text()
    claims.write_text(text.replace("11610899", "11610900").replace("11,610,899,independent", "x"))
    assert evaluated(results, f'measured("{key}")') == "11,610,900"
    independent = [row for row in read_full_run().claims.values() if row["kind"] == "independent"]
    exact = sum(row["verdict"] == "exact" for row in independent)
    claims.write_text(text)
    record = json.loads((results / "provenance.json").read_text())
    record["config"] |= {"online": {"permutations": {"mnist": 3}}, "draws": 10}
    (results / "provenance.json").write_text(json.dumps(record))
    limits = json.dumps(evaluated(results, "limits"))
    assert "at most 3 permutations of mnist" in limits and "10 draws" in limits
    assert evaluated(results, 'numbers(of: "exact")') == str(exact)


def test_readings_are_counted_on_numbers_that_are_measured_both_ways(results):
    place = {"paper": "alma", "table": "table-6", "row": "a", "printed": "1"}
    stated = {"b": "differs", "c": "exact", "d": "differs", "e": "not measured", "f": "differs"}
    read = {"b": "close", "c": "differs", "d": "differs", "e": "exact", "f": "exact", "g": "holds"}
    claims = [
        {**place, "column": c, "verdict": v, "kind": "implied" if c == "f" else "independent"}
        for c, v in stated.items()
    ]
    chances = dict(zip("bcd", ("0.05", "0.04", ""), strict=True))
    claims = [row | {"chance_of_differing": chances.get(row["column"], "")} for row in claims]
    of_reading = [{**place, "column": c, "verdict": v, "reading": "r"} for c, v in read.items()]
    stored = (results / "claims.csv").read_text()
    (results / "claims.csv").write_text(stored + rows(CLAIMS, claims).partition("\n")[2])
    (results / "readings.csv").write_text(rows(READINGS, of_reading))
    assert content_text(evaluated(results, 'stated-counts("r")')) == "1 of 3"
    assert content_text(evaluated(results, 'reading-counts("r")')) == "1 of 3"
    assert evaluated(results, 'by-chance(paper: "alma", table: "table-6")') == "0.1"


def content_text(content):
    """Return the text of a content that a query returns as JSON."""
    if content["func"] == "sequence":
        return "".join(map(content_text, content["children"]))
    return content.get("text", " ")


def test_every_table_in_which_numbers_differ_is_explained():
    text = (SOURCES / "article.typ").read_text()
    causes = text[text.index("= What differs") : text.index("= Discussion")]
    named = {}
    for short, places in re.findall(r"- \*(\w+), ([^*]+)\*", causes):
        parts = re.findall(r"Table ([0-9])|(\w+)", places)
        names = (f"table-{number}" if number else word.lower() for number, word in parts)
        named.setdefault(short, set()).update(names)
    shorts = {paper.name: paper.short for paper in read_papers().values()}
    differing = {
        (shorts[row["paper"]], row["table"])
        for row in read_full_run().claims.values()
        if (row["verdict"], row["kind"]) == ("differs", "independent")
    }
    assert differing
    assert {(short, table) for short, table in differing if table not in named[short]} == set()


def test_no_result_stands_in_the_text():
    text = (SOURCES / "article.typ").read_text()
    prose = text[text.index("= Introduction") :]
    prose = re.sub(r'"[^"]*"', "", prose)  # arguments of macros, file names
    prose = re.sub(r"//.*", "", prose)
    prose = FIXED.sub("", prose)
    assert re.findall(r"[^\n]*[0-9][^\n]*", prose.replace("width: 100%", "")) == []


def test_missing_results_and_unknown_numbers_are_named(results, tmp_path):
    (results / "readings.csv").rename(results / "other.csv")
    with pytest.raises(RecordError, match="readings.csv is missing: make the results first"):
        write_article(results)
    (results / "other.csv").rename(results / "readings.csv")
    claims = results / "claims.csv"
    claims.write_text(
        claims.read_text().replace("micra,table-1,4,micra-updates", "micra,table-1,9,x")
    )
    with pytest.raises(RecordError, match="claims.csv has no micra/table-1/4/micra-updates"):
        write_article(results)
