"""The findings have the numbers of the results, and are missing if nothing was run."""

import copy

import pytest

from paper_tables.papers import table_names
from paper_tables.verdicts import EXACT
from records.analysis_files import CLAIMS, OVERVIEW, OVERVIEW_TIMINGS, THEORY, TIME_RATIOS
from tests.paper_tables.examples import results_of, run
from workflows.commands.report import _parser
from workflows.commands.result_files import read_results
from workflows.report import findings, own
from workflows.report.findings import most_interesting


@pytest.fixture(scope="module")
def results(options):
    return read_results(_parser().parse_args([*options, "--output", "none"]))


def changed(results, rows):
    """Return the results with other rows of files, {`ResultFile`: rows}."""
    made = copy.copy(results)
    made._rows = results._rows | {file.name: own for file, own in rows.items()}
    return made


@pytest.fixture
def nothing():
    """Return the results of a workflow without runs, with all tables."""
    return results_of(table_names())


def test_exact_counts(results):
    finding = findings.exact_counts(results)
    # 12 counts of Table 1 and 9 of Table 4; one run was stopped. Table 2 prints rounded millions.
    assert "18 of the 20 printed counts that were run again agree" in finding.text
    assert "; 1 is close; 1 differs. " in finding.text
    assert "97,717,549 updates of PerceptronWithMargin (MICRA, Table 1)" in finding.text
    assert finding.link == "micra.html#micra-table-1-4-perceptron-updates"


def test_comparisons_in_words_are_not_counts():
    """A ratio of updates that is printed in words is exact if it holds."""
    place = {"paper": "micra", "table": "comparisons", "column": "updates"}
    row = place | {"row": "table-1-1-romma", "printed": "certainly the fastest", "verdict": EXACT}
    assert findings.exact_counts(results_of(["micra/comparisons"], rows={CLAIMS: [row]})) is None


def test_theorems(results):
    finding = findings.theorems(results)
    assert finding.head == "No theorem is violated except AMIRA's Theorem 4"
    assert "2 statements were checked on 3 runs" in finding.text
    assert "1 of 1 runs violate AMIRA's Theorem 4 (1)" in finding.text
    whole = findings.theorems(changed(results, {THEORY: results.rows(THEORY)[:3]}))
    assert whole.head == "No theorem is violated" and whole.text.endswith("All of them hold.")


def test_overview_needs_a_solver_that_solved_a_problem(results):
    assert findings.overview(results) is None
    row = {"problem": "sonar", "learner": "LIBSVM", "parameters": "b"}
    overview, timings = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    run = overview[0] | row | {"kind": "baseline", "fraction_of_maximum": "1"}
    clock = timings[0] | row | {"seconds_0.999": "1"}
    more = changed(results, {OVERVIEW: [*overview, run], OVERVIEW_TIMINGS: [*timings, clock]})
    finding = findings.overview(more)
    assert finding.head == "LIBSVM: 99.9 % on 1 of 2 problems"
    assert (
        "MICRA and PDM reached 99.9 % of the maximum margin on the most problems within the time "
        "limit: 1 of 2" in finding.text
    )
    assert "On 0, no learner of this kind reached 90 %" in finding.text


def test_times_against_libsvm(results):
    finding = findings.times_against_libsvm(results)
    assert finding.head == "red-MICRA beside LIBSVM: 0.5 times as fast; the paper prints 0.0472"
    assert finding.link == "micra.html#micra-table-5-sonar-libsvm-tight-seconds"
    bound = [row | {"ratio_bound": ">"} for row in results.rows(TIME_RATIOS)]
    assert (
        "more than 0.5"
        in findings.times_against_libsvm(changed(results, {TIME_RATIOS: bound})).head
    )


def test_margin_and_c(results):
    finding = findings.margin_and_c(results)
    assert finding.text.startswith("What is missing falls about as 1/c")


def test_the_first_three_that_there_are(results):
    of_the_user, others = most_interesting(results)
    heads = [finding.head for finding in others]
    assert not of_the_user and len(heads) == 3 and heads[0].startswith("Counts of updates")
    assert heads[2].startswith("red-MICRA beside LIBSVM")  # the overview has none


@pytest.mark.parametrize("finding", findings.OF_THE_USER + findings.FINDINGS)
def test_there_is_no_finding_on_what_was_not_run(nothing, finding):
    assert finding(nothing) is None


SONAR = {"data": "sonar", "augment": "1", "extend": "0", "status": "converged"}
MAXIMUM = run("maximum", algorithm="MaximumMargin", directional_margin="0.01", **SONAR)
PAPERS = [
    run("slow", algorithm="ALMA", directional_margin="0.0095", updates="7000000", **SONAR),
    run("fast", algorithm="MICRA", directional_margin="0.0095", updates="1300000", **SONAR),
    run("far", algorithm="Perceptron", directional_margin="0.002", updates="50", **SONAR),
]


def with_runs(results, *rows):
    made = copy.copy(results)
    made.__dict__["runs"] = {row["run"]: row for row in rows}
    return made


@pytest.mark.parametrize(
    ("margin", "told"),
    [
        ("0.0094", "94 % of the maximum margin on sonar in 1,234,567 updates; no other learner "
         "came as near with fewer; MICRA needed 1,300,000."),
        ("0.0099", "99 % of the maximum margin on sonar in 1,234,567 updates; none of the 3 other "
         "learners came as near."),
    ],
)  # fmt: skip
def test_how_a_variant_did(results, margin, told):
    mine = run("mine", algorithm="Mine", directional_margin=margin, updates="1234567", **SONAR)
    mine["added_by"] = "variants"
    finding = own.variants(with_runs(results, MAXIMUM, mine, *PAPERS))
    assert (finding.head, finding.text) == ("Mine", f"Mine reached {told}")
    slow = with_runs(results, MAXIMUM, mine | {"updates": "1300001"}, *PAPERS)
    assert own.variants(slow).text.endswith("came as near.") == (margin == "0.0099")
    assert own.variants(slow).text.endswith("MICRA came as near in 1,300,000.") == (
        margin == "0.0094"
    )
    assert own.variants(with_runs(results, MAXIMUM, *PAPERS)) is None


def test_a_variant_that_did_not_converge_and_one_on_two_problems(results):
    mine = run("mine", algorithm="Mine", directional_margin="0.0094", updates="12", **SONAR)
    mine["added_by"] = "variants"
    stopped = with_runs(results, MAXIMUM, mine | {"status": "max_updates"}, *PAPERS)
    none = "Mine converged on no problem whose maximum margin is known."
    assert own.variants(stopped).text == none
    rows = [MAXIMUM, mine, *PAPERS]
    rows += [{**row, "run": f"{row['run']}-2", "data": "other"} for row in (MAXIMUM, mine)]
    rows[-1]["directional_margin"] = "0.00999995"
    assert own.variants(with_runs(results, *rows)).text == (
        "Mine reached 99.999 % of the maximum margin on other in 12 updates; no other learner ran "
        "on it. Mine reached 94 % of the maximum margin on sonar in 12 updates; no other learner "
        "came as near with fewer; MICRA needed 1,300,000."
    )


def test_a_variant_without_a_count_is_not_said_to_need_no_updates(results):
    mine = run("mine", algorithm="Mine", directional_margin="0.0099", updates="", **SONAR)
    mine["added_by"] = "variants"
    text = own.variants(with_runs(results, MAXIMUM, mine, *PAPERS)).text
    assert "It counts no updates" in text and "0 updates" not in text and "MICRA" not in text


def test_why_a_variants_runs_failed(results):
    failed = run("mine", algorithm="Mine", directional_margin="", updates="", **SONAR)
    failed |= {"added_by": "variants", "status": "failed", "reason": "step gives NaN."}
    others = [{**failed, "run": "mine-2", "reason": "rarer."}, {**failed, "run": "mine-3"}]
    made = with_runs(results, MAXIMUM, failed, *others, *PAPERS)
    assert own.variants(made).text == "All runs of Mine failed. step gives NaN."
    stopped = {**failed, "run": "mine-4", "status": "max_updates"}
    made = with_runs(results, MAXIMUM, failed, *others, stopped, *PAPERS)
    assert own.variants(made).text == "3 of 4 runs of Mine failed. step gives NaN."


def test_of_equals_the_one_with_fewest_updates_is_named(results):
    near = [{**PAPERS[0], "directional_margin": "0.00999999"}]
    near += [{**PAPERS[1], "directional_margin": "0.00999995"}]
    rows = [{**row, "added_by": "own_data", "data": "mine"} for row in (MAXIMUM, *near)]
    assert own.own_data(with_runs(results, *rows)).text == (
        "On mine, MICRA reached 99.999 % of the maximum margin in 1,300,000 updates. No learner "
        "came nearer, and no other came as near with fewer."
    )


def test_how_learners_did_on_data_of_ones_own(results):
    rows = [{**row, "added_by": "own_data", "data": "mine"} for row in (MAXIMUM, *PAPERS)]
    finding = own.own_data(with_runs(results, *rows))
    assert finding.text == (
        "On mine, MICRA reached 95 % of the maximum margin in 1,300,000 updates. No learner "
        "came nearer, and no other came as near with fewer."
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"maximum": None}, "On mine, the maximum margin was not found."),
        (
            {name: {"status": "max_seconds"} for name in ("slow", "fast", "far")},
            "On mine, no learner converged: a larger budget may help.",
        ),
        (
            {"maximum": None, "slow": {"status": "inseparable", "directional_margin": ""}},
            "On mine, no weight separates the classes: set extend above 0.",
        ),
    ],
)
def test_why_nobody_came_near_on_data_of_ones_own(results, changes, told):
    rows = [{**row, "added_by": "own_data", "data": "mine"} for row in (MAXIMUM, *PAPERS)]
    changed = [(row, changes.get(row["run"], {})) for row in rows]
    rows = [{**row, **change} for row, change in changed if change is not None]
    assert own.own_data(with_runs(results, *rows)).text == told
