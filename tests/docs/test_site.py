"""The built pages: linked, complete, and usable without a network."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

import data
import maxmargin
from data.register import file_entry, file_names
from figures.__main__ import NAMES
from maxmargin.bounds.theorems import THEOREMS
from paper_tables import markup
from workflows.configuration import ROOT

PAGES = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
LOADING = ("link", "script", "img", "source", "iframe", "object", "embed", "video", "audio")


class Reader(HTMLParser):
    """What a page links, loads and names, and its text."""

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


def test_every_learner_has_its_rule_and_its_theorems(built, read):
    page = read["learners.html"]
    assert {name.lower() for name in maxmargin.LEARNERS} <= page.ids
    assert page.text.count("def step(p, q, state, params):") == len(maxmargin.LEARNERS)
    html = (built[0] / "learners.html").read_text(encoding="utf-8")
    for theorem in THEOREMS:
        learners = [name for name in theorem.algorithms if name in maxmargin.LEARNERS]
        statement = markup.html(theorem.statement)
        assert html.count(f"<td>{statement}</td>") >= len(learners), statement


def test_every_other_estimator_has_a_section(read):
    others = set(maxmargin.__all__) - set(maxmargin.LEARNERS)
    assert {name.lower() for name in others} <= read["estimators.html"].ids


def test_every_data_set_and_file_stands_there_with_its_digest(read):
    text = read["data.html"].text
    assert all(name in text for name in data.names())
    for name in file_names():
        digest = file_entry(name)["sha256"]
        assert name in text and (digest is None or digest in text)


def test_every_figure_has_its_caption(read):
    assert set(NAMES) <= read["figures.html"].ids
