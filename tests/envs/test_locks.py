"""The locks pin every package with its hashes and name no server."""

import re

import pytest

from tests.envs.make import made
from workflows.plan.configuration import ROOT

LOCKS = ("requirements", "benchopt", "mutants")


def text_of(lock):
    return (ROOT / "envs" / f"{lock}.lock").read_text(encoding="utf-8")


def pins(lock):
    """Return name -> version."""
    return dict(re.findall(r"^([\w.-]+)==([^\s\\]+)", text_of(lock), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_hashes_and_no_place(lock):
    entries = re.split(r"\n(?=\S)", text_of(lock).partition("make lock\n")[2].strip())
    assert len(entries) > (10 if lock == "mutants" else 50)  # which has what mutmut needs, alone
    hashes = r"( \\\n    --hash=sha256:[0-9a-f]{64})+"
    assert all(re.fullmatch(rf"[\w.-]+==[^\s\\]+( ; [^\\]+?)?{hashes}", e) for e in entries)
    assert "://" not in text_of(lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_what_is_asked_for_is_pinned(lock):
    lines = (ROOT / "envs" / f"{lock}.in").read_text(encoding="utf-8").splitlines()
    names = {re.match(r"[\w.-]+", line).group() for line in lines if line and line[0] != "#"}
    assert names and names <= pins(lock).keys()


def test_benchopt_runs_beside_the_versions_of_the_suite():
    assert pins("requirements").items() <= pins("benchopt").items()


def test_mutants_are_made_beside_the_versions_of_the_suite():
    both = pins("requirements").keys() & pins("mutants").keys()
    assert both and all(pins("requirements")[name] == pins("mutants")[name] for name in both)


def test_benchopt_leaves_the_suites_environment_alone():
    said = made("--dry-run", "-B", "test-benchopt")
    assert ".venv-benchopt/bin/python -m pip install" in said and "benchopt.lock" in said
    assert not re.search(r"\.venv/", said) and "benchopt>=" not in said
