"""The report's files are complete, self-contained, linked and escaped."""

import csv
import html
import re
from html.parser import HTMLParser

import pytest

from paper_tables.grids import SIGNS
from paper_tables.papers import read_papers
from paper_tables.questions import read_questions
from paper_tables.tables import read_table
from tests.workflows.report.conftest import FIGURES, NAMES
from workflows.commands import report

PAGES = (
    "jobs",
    "index",
    "micra",
    "alma",
    "amira",
    "falkowski",
    "claimed_rates",
    "overview",
    "theory",
    "claims",
    "errata",
    "explore",
    "made",
)


class Reader(HTMLParser):
    """Collects the links, files and ids of a page, and checks that its tags are balanced."""

    VOID = ("meta", "link", "img", "br", "input", "source")

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.ids, self.open, self.rows = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.links += [attributes["href"]] if tag == "a" else []
        self.loaded += [attributes[k] for k in ("src", "srcset", "data") if k in attributes]
        self.loaded += [attributes["href"]] if tag == "link" else []
        self.ids += [attributes["id"]] if "id" in attributes else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def read(folder):
    return {path.name: Reader(path.read_text(encoding="utf-8")) for path in folder.glob("*.html")}


def test_the_folder_has_every_page_and_every_file(folder):
    assert {path.stem for path in folder.glob("*.html")} == set(PAGES)
    assert {path.name for path in (folder / "figures").iterdir()} == {
        f"{name}{kind}" for name in FIGURES for kind in (".svg", "-narrow.svg", ".pdf", ".csv")
    }
    for name in (*NAMES, "theory", "certified", "overview"):
        assert (folder / "tables" / f"{name.replace('/', '-')}.csv").is_file()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_balanced_and_its_anchors_are_its_own(read, page):
    found = read[f"{page}.html"]
    assert found.open == []
    assert len(set(found.ids)) == len(found.ids)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_no_raw_markup(folder, page):
    """Titles, notes and reasons mark indices and powers as in LaTeX, and code by backticks."""
    shown = re.sub(r"<script.*?</script>", "", (folder / f"{page}.html").read_text(), flags=re.S)
    assert not re.findall(r".{20}(?:[_^]\{|`).{20}", shown)


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_paper_or_within_the_folder(folder, read, page):
    links = read[f"{page}.html"].links
    assert len(links) > len(PAGES)
    papers = read_papers()
    of_papers = {paper.url for paper in papers.values()}
    assert page not in papers or papers[page].url in {*links, None}
    for link in set(links) - of_papers:
        target, _, anchor = link.partition("#")
        assert not re.match(r"\w+:|/", link), link
        assert not target or (folder / target).is_file(), link
        if anchor:
            assert anchor in read[target or f"{page}.html"].ids, link


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_nothing_from_elsewhere(folder, read, page):
    for file in read[f"{page}.html"].loaded:
        assert file == "data:," or (folder / file).is_file(), file


def test_neither_do_the_style_and_the_script(folder):
    for path in (folder / "static").iterdir():
        if (
            path.name == "plotly-basic.min.js"
        ):  # it can, and does not: tests/workflows/report/test_browser.py
            continue
        assert not re.search(r"@import|url\(|https?:|fetch\(|import ", path.read_text())


def test_every_printed_string_is_on_its_page(folder):
    for name in NAMES:
        table = read_table(name)
        page = (folder / f"{table.paper}.html").read_text(encoding="utf-8")
        for cell in table.cells:
            if cell.printed and "{" not in cell.printed:
                assert f'<span class="printed">{html.escape(cell.printed)}</span>' in page, cell


def test_text_of_the_results_is_escaped(folder):
    page = (folder / "micra.html").read_text(encoding="utf-8")
    assert "max_seconds: stopped, &lt;b&gt; &amp; 100 % of a_b" in page
    assert "no &lt;way&gt;" in (folder / "made.html").read_text(encoding="utf-8")


# Nothing in these results is undecided, and no comparison fails.
@pytest.mark.parametrize("verdict", [v for v in SIGNS if v not in ("undecided", "does not hold")])
def test_a_verdict_is_colour_sign_and_word(folder, verdict):
    page = (folder / "micra.html").read_text(encoding="utf-8")
    sign = f'role="img" aria-label="{verdict}" title="{verdict}">{SIGNS[verdict]}</span>'
    name = verdict.replace(" ", "-")
    assert re.search(rf'<td id="micra-[a-z0-9-]+" class="{name}( edge)?">.*{re.escape(sign)}', page)


def test_a_claim_has_its_record_beside_it(folder):
    page = (folder / "micra.html").read_text(encoding="utf-8")
    (told,) = re.findall(r'<tr id="why-micra-table-1-1-micra-updates".*', page)
    assert "+1 (+0.00031 %)" in told and "<code>python -m workflows.repeat micra/table-1 " in told
    (run,) = re.findall(r'<tr id="run-micra-table-1-micra-1".*', page)
    assert "<td>327,469</td>" in run and "beta: 0.00359" in run and "converged" in run


def test_the_first_page_counts_and_says_what_is_behind_it(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    cell = re.search(r'<a href="micra.html#micra-table-1">.*?</a>', page, re.DOTALL)[0]
    counts = re.findall(r'aria-label="([a-z ]+)" title="[a-z ]+">.</span> (\d+)', cell)
    assert counts == [("exact", "21"), ("differs", "1"), ("not measured", "2")]
    behind = (folder / "made.html").read_text(encoding="utf-8")
    for text in ("0123abc, 2026-01-01", "e9" * 32, "numpy 2.4.6", "1 of 2 data sets available"):
        assert text in behind
    assert '<figure id="figure-margin_against_updates">' in page
    assert page.count("<article>") == 3
    assert 'differ by chance alone: <a href="tables/summary.csv">' in page


def test_the_headline_counts_independent_numbers(options, folder):
    (path,) = [option for option in options if option.endswith("/claims.csv")]
    with open(path, newline="", encoding="utf-8") as file:
        claims = list(csv.DictReader(file))
    own = [claim["verdict"] for claim in claims if claim["kind"] == "independent"]
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert 0 < len(own) < len(claims)
    assert f"These tables have {len(own):,} independent printed numbers" in page
    assert f"<b>{own.count('exact')}</b> exact" in page
    assert f"{len(claims) - len(own)} more " in page


def test_figures_stand_beside_the_tables_they_explain_with_their_numbers(folder):
    page = (folder / "micra.html").read_text(encoding="utf-8")
    first = page[page.index('<section id="micra-table-1">') :].partition("</section>")[0]
    assert re.findall(r'<figure id="figure-(\w+)">', first) == [
        "margin_along_a_run",
        "margin_against_updates",
    ]
    assert 'href="figures/margin_along_a_run.csv"' in first


def test_open_questions_show_the_numbers_of_their_cells(folder):
    page = (folder / "errata.html").read_text(encoding="utf-8")
    questions = page[page.index('<article class="question" id="alma-images-of-usps">') :]
    assert 'href="alma.html#alma-table-1-perceptron-last-corrections-1"' in questions
    assert "printed 1148, 1148 ±" in questions
    assert "alma-text-" not in questions  # a table that was not made
    shown = [paper for paper in read_papers() if paper in PAGES]
    questions = [one for paper in shown for one in read_questions(paper)]
    fitted = sum(question.get("constants", 0) for question in questions)
    assert fitted and f"In total, {fitted} constants" in page
    assert 'href="errata.html#alma"' in (folder / "alma.html").read_text(encoding="utf-8")


def test_errata_lead_to_what_other_readings_explain(folder):
    page = (folder / "errata.html").read_text(encoding="utf-8")
    for paper in ("micra", "alma", "amira"):
        made = f'id="{paper}-readings"' in (folder / f"{paper}.html").read_text(encoding="utf-8")
        assert made == (paper != "micra")
        assert (f'href="{paper}.html#{paper}-readings"' in page) == made


def test_a_cell_that_is_not_exact_leads_to_what_is_known_of_it(folder):
    page = (folder / "micra.html").read_text(encoding="utf-8")
    link = '<a href="errata.html#micra-one-update-short">'
    cell = page[page.index('id="why-micra-table-4-1-perceptron-updates"') :].partition("</tr>")[0]
    exact = page[page.index('id="why-micra-table-4-1-micra-updates"') :].partition("</tr>")[0]
    assert link not in exact
    assert (link in cell) == ("close" in cell or "differs" in cell)


def test_the_same_results_give_the_same_bytes(options, folder, tmp_path):
    assert report.main([*options, "--output", str(tmp_path)]) == 0
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    assert len(paths) > 40
    for path in paths:
        assert (tmp_path / path).read_bytes() == (folder / path).read_bytes()


def test_an_error_is_one_sentence(options, tmp_path, capsys):
    gone = [str(tmp_path / "theory.csv") if o.endswith("/theory.csv") else o for o in options]
    assert report.main([*gone, "--output", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"error: {tmp_path}/theory.csv: there is no such file.\n"
