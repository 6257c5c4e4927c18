"""A rule or a paper that is added to the project is its own files, under the default config too.

A rule is a file in rules/; `make docs` then writes it into the stub, and changes no page. A paper
is its folder, its file of runs and a line of the default config; `make docs` then adds it to the
list of papers in docs/index.md, and changes no other page. The first test here makes quick checks
of a copy with both. The others promote each alone. They run all quick tests of the copy, the new
rule under every driver, and `make docs`. `make test-slow` runs them all.
"""

import re
import subprocess

import pytest
import yaml

from tests.workflows.copies import copy_of_project, run_in
from tests.workflows.made_up_paper import FILES
from workflows.plan.configuration import ROOT

# Rules of docs/examples: with a memory, without, and one that treats the classes differently.
RULES = {"MeanLossAMIRA": "rule_with_memory", "PatientPDM": "my_rule", "PAUM": "paum"}
# Tests that list all rules, all learners, all tables or all papers.
CHECKS_OF_RULES = (
    "tests/algorithms/test_variants.py::test_every_rule_holds_what_a_rule_has_to_hold",
    "tests/algorithms/conformance/test_conformance.py::test_the_functions_of_every_rule_conform",
    "tests/algorithms/rules/test_formulas.py",
    "tests/algorithms/rules/test_grids.py",
    "tests/analyses/claimed_rates",
    "tests/docs/test_stub.py",
    "tests/figures/test_learner_styles.py",
)
# Tests of the drivers that run each rule, and of its learner as an estimator of scikit-learn.
DRIVERS = ("tests/algorithms/drivers", "tests/algorithms/estimators")
CHECKS_OF_PAPERS = (
    "tests/docs/test_full_run.py",
    "tests/paper_tables/test_questions.py",
    "tests/paper_tables/test_tables.py",
    "tests/workflows/plan/test_configuration.py",
    "tests/workflows/plan/test_plan.py",
)
QUICK = "not long and not slow and not slurm and not faults"


def place_of(name):
    """Return the file of a rule, called like the others: aggressive_romma.py."""
    words = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return f"algorithms/maxmargin/rules/{words}.py"


@pytest.mark.parametrize("place", [*map(place_of, RULES), *FILES])
def test_git_takes_a_promoted_file(place):
    done = subprocess.run(["git", "-C", ROOT, "check-ignore", "--quiet", "--no-index", place])
    assert done.returncode != 0


def promoted_rule(folder, name="MeanLossAMIRA", more=None):
    """A copy of the project with a rule of docs/examples in rules/. The default has a memory.

    `more` are further files of the copy.
    """
    source = (ROOT / "docs" / "examples" / f"{RULES[name]}.py").read_text(encoding="utf-8")
    project = copy_of_project(folder, {place_of(name): source, **(more or {})})
    made = run_in(project, "docs.stub")
    assert made.returncode == 0, made.stderr
    return project


def files_of_a_paper():
    """The files of a made-up paper, and the default config with it."""
    config = (ROOT / "config" / "default.yaml").read_text(encoding="utf-8")
    config = re.sub(r"^tables:\n", "tables:\n  - rosenblatt/table-1\n", config, flags=re.MULTILINE)
    assert "rosenblatt/table-1" in yaml.safe_load(config)["tables"]
    return FILES | {"config/default.yaml": config}


def promoted_paper(folder):
    """A copy of the project with a made-up paper in its default config."""
    return copy_of_project(folder, files_of_a_paper())


def passes(project, *arguments, timeout):
    """Run tests of a copy, and fail with their last lines if one fails."""
    run = run_in(project, "pytest", "-q", "-p", "no:cacheprovider", *arguments, timeout=timeout)
    assert run.returncode == 0, run.stdout[-4000:]
    (count,) = re.findall(r"(\d+) passed", run.stdout)
    return int(count)


@pytest.mark.slow
def test_a_rule_is_one_file_and_a_paper_its_folder_its_runs_and_a_line_of_config(tmp_path):
    """The rule has a memory. The default config has the paper."""
    project = promoted_rule(tmp_path, more=files_of_a_paper())
    assert passes(project, "-m", QUICK, *CHECKS_OF_RULES, *CHECKS_OF_PAPERS, timeout=900) > 150
    planned = run_in(project, "snakemake", "--cores", "1", "--dry-run", "--quiet", "all")
    assert planned.returncode == 0, planned.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_a_promoted_rule_runs_under_every_driver(name, tmp_path):
    every = "not slurm and not faults"  # with the slow tests of rules of a kind that has others
    assert (
        passes(promoted_rule(tmp_path, name), "-m", every, "-k", name, *DRIVERS, timeout=900) > 15
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("promoted", "pages"), [(promoted_rule, []), (promoted_paper, ["docs/index.md"])]
)
def test_a_promotion_changes_at_most_the_list_of_papers(promoted, pages, tmp_path):
    project = promoted(tmp_path)
    known = {path: path.read_text(encoding="utf-8") for path in project.rglob("*.md")}
    assert len(known) > 20
    filled = run_in(project, "docs.fill", timeout=900)
    assert filled.returncode == 0, filled.stderr
    changed = [path for path, text in known.items() if path.read_text(encoding="utf-8") != text]
    assert [str(path.relative_to(project)) for path in changed] == pages


@pytest.mark.slow
@pytest.mark.parametrize("promoted", [promoted_rule, promoted_paper])
def test_all_quick_tests_pass_after_a_promotion(promoted, tmp_path):
    assert passes(promoted(tmp_path), "-m", QUICK, timeout=3600) > 5000
