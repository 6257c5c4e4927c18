"""A report of made-up results with a verdict of each kind."""

import json
import shutil
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from paper_tables.tables import read_table
from tests.analyses.falkowski.runs import made_up_runs
from tests.paper_tables.examples import online_as_printed, runs_as_printed
from tests.workflows.made_results import THEORY, write_results
from workflows.commands import render, report

CHROMIUM = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = (
    "micra/text",
    "micra/table-1",
    "micra/table-2",
    "micra/table-4",
    "micra/table-5",
    "alma/table-1",
    "alma/table-6",
    "amira/table-2",
    "falkowski/text",
)
FIGURES = ("margin_along_a_run", "margin_against_updates", "online_errors", "theory")
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
VIOLATED = THEORY[0] | {"paper": "amira", "theorem": "Theorem 4", "holds": "no"}
PROVENANCE = {
    "machine": {"processor": "A", "cores": "2", "memory": "4.0 GiB", "system": "Linux"},
    "versions": {"python": "3.11.7", "numpy": "2.4.6"},
    "commit": "0123abc, 2026-01-01",
    "config": {
        "results": "results",
        "seed": 2007,
        "tables": list(NAMES),
        "budget": {"max_seconds": 60, "max_updates": None},
    },
    "data": [
        {
            "name": "sonar",
            "status": "ok",
            "reason": "",
            "files": {"sonar.all-data": {"source": "bundled", "sha256": "e9" * 32}},
            "fingerprint": {"m": 104, "n": 60},
        },
        {
            "name": "a5a",
            "status": "unreachable",
            "reason": "no <way>",
            "files": {},
            "fingerprint": {},
        },
    ],
}


def measured():
    """Return runs and permutations as printed, except one run of each verdict."""
    tables = [read_table(name) for name in NAMES if not name.startswith("falkowski/")]
    runs = runs_as_printed(tables) | made_up_runs()
    runs["micra-table-1-micra-1"]["updates"] = "327469"
    runs["micra-table-4-perceptron-1"]["updates"] = "206468"
    stopped = {"status": "max_seconds", "reason": "stopped, <b> & 100 % of a_b"}
    runs["micra-table-1-romma-4"].update(stopped)
    return runs, online_as_printed(tables)


@pytest.fixture(scope="session")
def options(tmp_path_factory):
    """Return the options of workflows.commands.report, except its output."""
    folder = tmp_path_factory.mktemp("results")
    runs, online = measured()
    found = write_results(folder, NAMES, runs, online, [*THEORY, VIOLATED])
    assert render.main([*found, "--output", f"{folder}/tables"]) == 0
    figures = folder / "figures"
    figures.mkdir()
    for name in FIGURES:
        for file in (f"{name}.svg", f"{name}-narrow.svg"):
            (figures / file).write_text(SVG)
        (figures / f"{name}.pdf").write_bytes(b"%PDF")
        (figures / f"{name}.csv").write_text("panel,x,y\n")
    (folder / "provenance.json").write_text(json.dumps(PROVENANCE))
    found += ["--provenance", f"{folder}/provenance.json", "--rendered", f"{folder}/tables"]
    return [*found, "--figures", *(f"{figures}/{name}.svg" for name in FIGURES)]


@pytest.fixture(scope="session")
def folder(options, tmp_path_factory) -> Path:
    """Return the folder of the report."""
    made = tmp_path_factory.mktemp("sent") / "report"
    assert report.main([*options, "--output", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Start headless Chromium, if Debian's packages are installed."""
    program, driver = (shutil.which(name) for name in ("chromium", "chromedriver"))
    if not (program and driver):
        pytest.skip("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in (*CHROMIUM, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    started.set_window_size(1280, 900)
    yield started
    started.quit()


@pytest.fixture
def opened(browser, folder):
    """Open a page, after checking that the page before wrote no message."""

    def open_page(name, fragment=""):
        browser.get("about:blank")
        browser.get_log("browser")
        browser.get((folder / f"{name}.html").as_uri() + fragment)
        return browser

    return open_page
