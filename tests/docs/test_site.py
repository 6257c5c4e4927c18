"""The built pages are linked, complete, and usable without a network."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

import data
import maxmargin
import peers
from data.register import file_entry, file_names
from figures.__main__ import NAMES
from maxmargin.rules import built_in_rules
from maxmargin.theorems.all_theorems import THEOREMS
from paper_tables import markup
from workflows.plan.configuration import ROOT

PAGES = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
pytestmark = pytest.mark.long
LOADING = ("link", "script", "img", "source", "iframe", "object", "embed", "video", "audio")


class Reader(HTMLParser):
    """Collects the links, files, ids and text of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.ids, self.text = [], [], set(), ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids |= {attributes["id"]} if "id" in attributes else set()
        self.links += [attributes["href"]] if tag == "a" and "href" in attributes else []
        if tag in LOADING:
            self.loaded += [attributes[k] for k in ("src", "href", "data") if k in attributes]

    def handle_data(self, text):
        self.text += text


@pytest.fixture(scope="module")
def read(built):
    return {path.name: Reader(path) for path in built[0].glob("*.html")}


def test_no_docstring_is_taken_for_markup(built):
    """Two words that end in "_" become emphasis, an example outside its section a quotation."""
    page = (built[0] / "reference.html").read_text(encoding="utf-8")
    assert not re.findall(r"<em>.*|<blockquote>\n.*", page)
    assert "new empty dictionary" not in page  # Python's own docstring of a dictionary


def test_mkdocs_has_nothing_to_warn_of(built):
    assert "WARNING" not in built[1] and "ERROR" not in built[1]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(built, read, page):
    own = [link for link in read[f"{page}.html"].links if not re.match(r"https?:", link)]
    assert len(own) > len(PAGES)  # the navigation's, and more
    for link in own:
        target, _, anchor = link.partition("#")
        target = target.removeprefix("./") or f"{page}.html"
        assert (built[0] / target).is_file() or target == ".", link
        if anchor:
            assert unquote(anchor) in read[target].ids, link


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_nothing_from_elsewhere(built, read, page):
    assert read[f"{page}.html"].loaded
    for file in read[f"{page}.html"].loaded:
        assert (built[0] / file).is_file(), file


def test_neither_do_styles_and_scripts(built):
    styles = list(built[0].rglob("*.css"))
    assert len(styles) > 2
    for path in styles:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(['\"]?(https?:)?//", text), path
        for file in re.findall(r"url\(['\"]?([^)'\"?#]+)", text):
            assert file.startswith("data:") or (path.parent / file).is_file(), file
    for path in built[0].rglob("*.js"):
        assert not re.search(r"\bfetch\(|(src|href)=[\"']https?:", path.read_text("utf-8")), path


def test_what_makes_the_pages_is_not_among_them(built):
    others = {path.name for path in built[0].iterdir()}
    assert not others & {"fill.py", "from_code", "full_run.py", "reproductions.py"}
    assert not list(built[0].rglob("__pycache__"))


def test_every_rule_is_there_with_its_code(read):
    page = read["learners.html"]
    assert {name.lower() for name in built_in_rules()} <= page.ids
    for line in ("return state.norm * params.beta * state.powers[0]", "return p <= threshold"):
        assert line in page.text


def test_every_theorem_is_there(built):
    html = (built[0] / "learners.html").read_text(encoding="utf-8")
    for theorem in THEOREMS:
        assert f"<td>{markup.html(theorem.statement)}</td>" in html, theorem.name


def test_every_estimator_is_in_the_reference_with_its_parameters(built, read):
    ids = read["reference.html"].ids
    collections = {name for name, value in vars(maxmargin).items() if isinstance(value, dict)}
    assert {f"maxmargin.{name}" for name in {*maxmargin.__all__} - collections} <= ids
    assert {f"peers.{name}" for name in peers.__all__} <= ids
    html = (built[0] / "reference.html").read_text(encoding="utf-8")
    assert html.count("The margin, in the units of X, at which the run ends") > 20


def test_every_data_set_and_file_stands_there_with_its_digest(read):
    text = read["data.html"].text
    assert all(name in text for name in data.names())
    for name in file_names():
        digest = file_entry(name)["sha256"]
        assert name in text and (digest is None or digest in text)


def test_every_figure_has_its_caption(read):
    assert set(NAMES) <= read["figures.html"].ids
