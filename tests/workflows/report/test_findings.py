"""The findings have the numbers of the results, and are missing if nothing was run."""

import copy

import pytest

from paper_tables.papers import table_names
from paper_tables.verdicts import EXACT
from records.analysis_files import (
    CLAIMS,
    FRACTIONS,
    OVERVIEW,
    OVERVIEW_KEY,
    OVERVIEW_TIMINGS,
    THEORY,
    TIME_RATIOS,
)
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
    assert finding.head == "18 of 20 counts of updates agree to the last digit"
    assert "20 were run again: 18 agree in every digit" in finding.text
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
    assert "2 statements on 3 runs with a known maximum margin gave 4 comparisons. " in finding.text
    assert "AMIRA's Theorem 4 (1): violated by 1 of 1 run" in finding.text
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


def test_many_learners_that_reach_as_much_are_counted(results):
    """On a single problem, a dozen learners may reach 99.9 % of the maximum margin."""
    runs, clocks = [], []
    for number, kind in enumerate(["learner"] * 13 + ["baseline"] * 4):
        row = {"problem": "mine", "learner": f"L{number:02}", "parameters": "{}"}
        runs.append(results.rows(OVERVIEW)[0] | row | {"kind": kind, "fraction_of_maximum": "1"})
        clocks.append(results.rows(OVERVIEW_TIMINGS)[0] | row | {"seconds_0.999": "1"})
    finding = findings.overview(changed(results, {OVERVIEW: runs, OVERVIEW_TIMINGS: clocks}))
    assert finding.head == "L13, L14 and 2 others: 99.9 % on 1 of 1 problem"
    assert "learners, L00, L01 and 11 others reached 99.9 %" in finding.text


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
    assert not of_the_user and len(heads) == 3 and heads[0].startswith("18 of 20 counts of updates")
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


MINE = run("mine", algorithm="Mine", directional_margin="0.0094", updates="1234567", **SONAR)
MINE["added_by"] = "variants"


OF_MICRA = "the best other front, of MICRA"


@pytest.mark.parametrize(
    ("changes", "told", "nearer"),
    [
        (
            {},
            "needs the fewest updates; the next front, of MICRA, needs 1.05 times as many",
            2,
        ),
        ({"updates": "1300001"}, f"ties with {OF_MICRA}", 2),
        ({"updates": "2600000"}, f"needs 2 times the updates of {OF_MICRA}", 2),
        ({"directional_margin": "0.0099"}, "has no other front beside it", "none"),
    ],
)
def test_how_a_variant_did(results, changes, told, nearer):
    mine = MINE | changes
    finding = own.variants(with_runs(results, MAXIMUM, mine, *PAPERS))
    part = "99" if "directional_margin" in changes else "94"
    assert finding.head == "Mine" and finding.text == (
        f"Mine reached {part} % of the maximum margin on sonar, in {int(mine['updates']):,} "
        f"updates. Its front has only this run. It {told}. Of the 3 other learners with a margin "
        f"above 0 there, {nearer} "
        "came nearer to the maximum. The budget stopped no run there, so a larger budget would "
        "change nothing."
    )
    assert own.variants(with_runs(results, MAXIMUM, *PAPERS)) is None
    nearer = "no nearer" if nearer == "none" else "nearer"
    alone = own.variants(with_runs(results, MAXIMUM, mine, PAPERS[1]))
    only = "MICRA, the only other learner with a margin above 0 there"
    assert f" {only}, came {nearer} to the maximum. " in alone.text


def test_a_run_that_a_limit_stopped_may_be_nearer(results):
    stopped = PAPERS[1] | {"status": "max_updates", "directional_margin": "0.0099"}
    failed = PAPERS[0] | {"status": "max_updates", "directional_margin": "-0.5"}
    refuted = PAPERS[2] | {"status": "failed", "directional_margin": "0.0099"}
    text = own.variants(with_runs(results, MAXIMUM, MINE, stopped, failed, refuted)).text
    assert (
        " MICRA, the only other learner with a margin above 0 there, came nearer to the max" in text
    )


def test_a_front_is_compared_all_along_and_not_only_at_runs(results):
    coarse = PAPERS[1] | {"run": "coarse", "directional_margin": "0.009", "updates": "10000"}
    first = MINE | {"run": "mine-1", "directional_margin": "0.0091", "updates": "50000"}
    text = own.variants(with_runs(results, MAXIMUM, first, MINE, coarse, *PAPERS)).text
    assert (
        "Its front begins at 91 %, and is an estimate between its runs. All along, it needs 2.39 "
        f"to 3.42 times the updates of {OF_MICRA}."
    ) in text
    ahead = [first | {"updates": "12000"}, MINE]
    text = own.variants(with_runs(results, MAXIMUM, *ahead, coarse, *PAPERS)).text
    assert (
        "Its front begins at 91 %, and is an estimate between its runs. From 91 to 91.98 %, it "
        "needs the fewest updates; the next front, of MICRA, needs 1.05 to 1.75 times as many. "
        f"From 91.98 to 92.16 %, it ties with {OF_MICRA}. From 92.16 to 94 %, it needs 1.05 to "
        f"3.42 times the updates of {OF_MICRA}."
    ) in text


def test_what_limits_stopped_says_what_a_larger_budget_could_change(results):
    stopped = MINE | {"run": "mine-2", "status": "max_updates", "updates": "2000000"}
    slow = PAPERS[0] | {"run": "slow-2", "status": "max_seconds", "updates": "1500000"}
    text = own.variants(with_runs(results, MAXIMUM, MINE, stopped, slow, *PAPERS)).text
    assert text.endswith(
        "The budget stopped 1 of its runs there, and 1 of other learners. A larger budget could "
        "add runs to the fronts at 1,500,000 updates or more."
    )
    text = own.variants(with_runs(results, MAXIMUM, MINE, slow | {"updates": ""}, *PAPERS)).text
    assert "none of its runs there" in text and text.endswith("could add runs to the fronts.")


def test_a_variant_that_did_not_converge_and_one_on_several_problems(results):
    stopped = with_runs(results, MAXIMUM, MINE | {"status": "max_updates"}, *PAPERS)
    none = "Mine converged on no problem whose maximum margin is known."
    nearest = "It came nearest on sonar, to 94 % of the maximum margin."
    assert own.variants(stopped).text == f"{none} {nearest}"
    without = MINE | {"status": "max_updates", "directional_margin": "-0.1"}
    assert own.variants(with_runs(results, MAXIMUM, without, *PAPERS)).text == none
    rows = [MAXIMUM, MINE, *PAPERS]
    for name, margin in (("other", "0.00999995"), ("third", "0.0096")):
        maximum, mine = ({**r, "run": f"{r['run']}-{name}", "data": name} for r in (MAXIMUM, MINE))
        rows += [maximum, mine | {"directional_margin": margin}]
    text = own.variants(with_runs(results, *rows)).text
    assert text.startswith(
        "Of 3 problems, Mine's front needs the fewest updates all along on 3, in part on 0, and "
        "nowhere on 0.\n\nMine reached 99.9995 % of the maximum margin on other, in 1,234,567 "
        "updates. Its front has only this run. It has no other front beside it. The budget"
    )
    assert "on sonar, in" in text and "on third" not in text


def test_a_sentence_has_the_number_of_tests(results):
    names = [f"problem-{i}" for i in range(8)]
    overview = [
        {"problem": name, "learner": learner, "kind": "learner", "parameters": "{}"}
        | {f"{measure}_{part}": "" for part in FRACTIONS for measure in ("updates", "visits")}
        | {"updates_0.99": str(updates * (i + 1))}
        for i, name in enumerate(names)
        for learner, updates in (("Mine", 100), ("MICRA", 200), ("PDM", 99))
    ]
    clock = {f"{c}_{part}": "" for part in FRACTIONS for c in ("seconds", "certified_seconds")}
    timings = [{key: row[key] for key in OVERVIEW_KEY} | clock for row in overview]
    made = changed(results, {OVERVIEW: overview, OVERVIEW_TIMINGS: timings})
    text = own.variants(with_runs(made, MAXIMUM, MINE, *PAPERS)).text
    assert text.endswith(
        "Signed-rank tests over problems, draws or permutations, each of a variant beside one "
        "learner: 2. The variant is better in 1 and worse in 1, with p < 0.05; by chance alone, "
        "about 0.1 would have such a p."
    )


def test_a_variant_without_a_count_is_not_said_to_need_no_updates(results):
    mine = MINE | {"directional_margin": "0.0099", "updates": ""}
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
        "On mine, MICRA reached 99.9995 % of the maximum margin in 1,300,000 updates. Of the "
        "runs that converged and count updates, none came nearer by more than 0.001 %, and none "
        "came as near with fewer. Between runs, the fronts estimate the updates. The fewest are: "
        "to 90 %, about 1,300,000 by MICRA; to 99 %, about 1,300,000 by MICRA; to 99.9 %, about "
        "1,300,000 by MICRA."
    )


def test_how_learners_did_on_data_of_ones_own(results):
    rows = [{**row, "added_by": "own_data", "data": "mine"} for row in (MAXIMUM, *PAPERS)]
    finding = own.own_data(with_runs(results, *rows))
    assert finding.text == (
        "On mine, MICRA reached 95 % of the maximum margin in 1,300,000 updates. Of the "
        "runs that converged and count updates, none came nearer by more than 0.001 %, and none "
        "came as near with fewer. Between runs, the fronts estimate the updates. The fewest are: "
        "to 90 %, about 1,300,000 by MICRA."
    )


def test_the_fewest_test_errors_may_be_of_one_that_counts_no_updates(results):
    own_data = {"added_by": "own_data", "data": "mine"}
    one, other = ({**row, "test_error": "0.1", **own_data} for row in PAPERS[:2])
    exact = MAXIMUM | own_data | {"test_error": "0.04"}
    outside = one | {"run": "arow", "algorithm": "AROW", "updates": "", "test_error": "0.01"}
    text = own.own_data(with_runs(results, exact, one, other)).text
    assert text.endswith("MaximumMargin made the fewest test errors, 4 %.")
    text = own.own_data(with_runs(results, exact, one, other, outside)).text
    assert text.endswith("AROW made the fewest test errors, 1 %.")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"maximum": None}, "On mine, the maximum margin was not found."),
        (
            {name: {"status": "max_seconds"} for name in ("slow", "fast", "far")},
            "On mine, no learner converged: a larger budget may help.",
        ),
        (
            {  # the last one has a threshold
                "maximum": None,
                "slow": {"status": "inseparable", "directional_margin": "", "reason": "No ray."},
                "far": {"status": "inseparable", "directional_margin": "", "reason": "No line."},
            },
            "On mine: No line.",
        ),
    ],
)
def test_why_nobody_came_near_on_data_of_ones_own(results, changes, told):
    rows = [{**row, "added_by": "own_data", "data": "mine"} for row in (MAXIMUM, *PAPERS)]
    changed = [(row, changes.get(row["run"], {})) for row in rows]
    rows = [{**row, **change} for row, change in changed if change is not None]
    assert own.own_data(with_runs(results, *rows)).text == told
