"""The workflow handles data out of reach.

Their rows give the reason, and everything else is finished. When the server gives the file, the
next call makes the missing results.
"""

import csv
from pathlib import Path

import pytest
import yaml

from tests.faults import lying_server as lies
from tests.faults.checkout import VERIFIED, bundled, copy, python

pytestmark = pytest.mark.faults

MADE = ("exact", "close", "differs")


@pytest.fixture
def config(tmp_path):
    """Return the path of a config with one data set to fetch and one bundled data set."""
    content = yaml.safe_load((Path(__file__).parents[2] / "config" / "quick.yaml").read_text())
    content |= {"tables": ["micra/table-5"], "sweeps": [], "figures": [], "results": "results"}
    content["data"]["sets"] = ["sonar", "votes"]
    content["budget"]["max_updates"] = 100_000
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


def claims(checkout, config):
    """Call the workflow; return its output, and its claims by data set."""
    call = ["-m", "snakemake", "--snakefile", checkout / "Snakefile", "--configfile", config]
    call += ["--directory", config.parent, "--cores", 2, "results/claims.csv"]
    done = python(checkout, *call, cwd=config.parent, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    with open(config.parent / "results" / "claims.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if not row["column"].endswith("seconds")]
    said = " ".join((done.stdout + done.stderr).split())  # Snakemake breaks lines
    return said, {name: [row for row in rows if row["row"] == name] for name in ("sonar", "votes")}


def assert_not_measured(said, found, why):
    assert found["sonar"] and {row["verdict"] for row in found["sonar"]} == {"not measured"}
    for row in found["sonar"]:
        assert VERIFIED in row["reason"] and why in row["reason"], row
    assert any(row["verdict"] == "exact" for row in found["votes"])
    why = "could not be fetched, so that numbers are not measured. The reason: sonar is unreachable"
    assert f"1 data set {why}: {VERIFIED}" in said, said


def test_what_was_out_of_reach_is_made_when_the_server_is_back(config, tmp_path):
    with lies.serving(bundled()) as server:
        port = server.server_port
    checkout = copy(tmp_path / "checkout", server.url)
    closed = f"no connection to 127.0.0.1:{port}"
    said, first = claims(checkout, config)
    assert_not_measured(said, first, closed)
    said, again = claims(checkout, config)
    assert again == first and "Nothing to be done" in said  # nobody answers
    with lies.serving(bundled(), port) as server:
        server.lie = lies.gives_a_page
        assert_not_measured(*claims(checkout, config), "wrong bytes (size")
        server.lie = lies.honest
        said, last = claims(checkout, config)
        asked = len(server.asked)
        assert "Nothing to be done" in claims(checkout, config)[0]
        assert len(server.asked) == asked
    assert any(row["verdict"] in MADE for row in last["sonar"])
    assert [row["measured"] for row in last["votes"]] == [row["measured"] for row in first["votes"]]
    assert (tmp_path / "store" / VERIFIED).read_bytes() == bundled()[VERIFIED]
