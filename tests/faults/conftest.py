"""A small workflow with every kind of file, and its true results, for the tests of faults."""

import pytest

from tests.workflows.calls import contents, snakemake, sonar_alone


@pytest.fixture(scope="session")
def config(tmp_path_factory):
    return sonar_alone(tmp_path_factory.mktemp("config"), figures=["margin_along_a_run"])


@pytest.fixture(scope="session")
def finished(tmp_path_factory, config):
    """Return a folder with the results of an undisturbed workflow."""
    folder = tmp_path_factory.mktemp("finished")
    call = snakemake(folder, "all", config=config)
    assert call.returncode == 0, call.stdout + call.stderr
    return folder


@pytest.fixture(scope="session")
def undisturbed(finished):
    return contents(finished / "results")
