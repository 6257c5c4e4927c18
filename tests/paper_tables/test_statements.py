"""Statements are judged as strongly as they are worded, and none is padded or left out."""

import re
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
import yaml

from paper_tables.errors import TableError
from paper_tables.papers import read_papers, table_names
from paper_tables.permutations import Quantity
from paper_tables.statements import (
    judged,
    outcome_of,
    range_of,
    read_statements,
    short,
    statements_from_file,
)
from paper_tables.tables import Cell, read_table
from paper_tables.verdicts import judge, judge_evidence
from paper_tables.words import MEANING, SCALE
from tests.paper_tables.examples import PAPERS, repeated, run

# Sentences that repeat comparisons of other sentences.
SUMMARIES = ("better-than-previous", "most-accurate-on-mnist")
ALL = {"run": run("run", status="completed", reason="")}


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("< 1", "0.999", "1"),
        ("≤ 0.9", "0.9", "0.901"),
        ("> 1", "1.001", "1"),
        ("≥ 1.11", "1.11", "1.109"),
        ("[0.9, 1)", "0.9", "1"),
        ("(1, 1.11]", "1.11", "1"),
        ("[-1, 1]", "-1", "-1.01"),
    ],
)
def test_an_end_belongs_to_a_range_only_if_the_range_says_so(text, inside, outside):
    assert Decimal(inside) in range_of(text)
    assert Decimal(outside) not in range_of(text)


@pytest.mark.parametrize("text", ["1", "<1", "[1, 0]", "(1, 2", "about 1", "[1, 1]", ""])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(TableError, match="is not a range"):
        range_of(text)


@pytest.mark.parametrize(
    ("ratio", "word", "outcome"),
    [
        ("0.99", "significantly lower", "does not hold"),  # better, but not significantly
        ("0.99", "lower", "holds"),
        ("0.95", "slightly lower", "holds"),
        ("0.80", "slightly lower", "does not hold"),  # better than the paper says
        ("0.60", "much lower", "does not hold"),
        ("1.00", "lower", "does not hold"),
        ("1.00", "almost the same", "holds"),
    ],
)
def test_words_are_judged_as_strongly_as_they_are_used(ratio, word, outcome):
    assert outcome_of(Decimal(ratio), SCALE[word]) == outcome


def test_the_scale_is_symmetric_and_explained():
    assert list(SCALE) == list(MEANING)
    for word, text in SCALE.items():
        if word.endswith("lower"):
            bounds = [end for end in range_of(text)[:2] if end.is_finite() and end]
            other = range_of(SCALE[word.replace("lower", "higher")])[:2]
            other = [end for end in other if end.is_finite()]
            inverse = sorted(round(1 / bound, 2) for bound in bounds)
            assert inverse == sorted(round(end, 2) for end in other)


def sampled(*numbers):
    return {("run", "1", "last", "all"): repeated(*map(str, numbers))}


@pytest.mark.parametrize(
    ("numbers", "outcome"),
    [
        (("0.98", "0.99", "1.00"), "undecided"),  # 0.99 ± 0.006: below 1 by chance
        (("0.90", "0.91", "0.92"), "holds"),
        (("1.08", "1.09", "1.10"), "does not hold"),
        (("0.5",), "undecided"),  # one permutation decides nothing
        (("0.9", "0.9"), "holds"),  # the learner does not depend on the order
    ],
)
def test_only_our_own_sampling_error_is_allowed_for(numbers, outcome):
    quantity = Quantity("average", "test_error", ("1",))
    cell = Cell("r", "c", "better", "run", "s", "< 1", quantity=quantity, averaged_over=10)
    assert judge_evidence(cell, ALL, sampled(*numbers))[0] == outcome


def test_numbers_that_are_all_alike_have_no_sampling_error():
    quantity = Quantity("average", "test_error", ("1",))
    cell = Cell("r", "c", "better", "run", "s", "< 1", quantity=quantity, averaged_over=10)
    assert judge_evidence(cell, ALL, sampled("0.0", "0.0"))[1] == "0.0 ± 0"


def test_fewer_permutations_do_not_make_verdicts_better():
    """A number that is close with three of ten permutations is as near as ten would have to be."""
    random, better = Random(1), 0
    quantity = Quantity("average", "test_error", ("1",))
    cell = Cell("r", "c", "0.500", "run", quantity=quantity, averaged_over=10)
    for _ in range(2000):
        numbers = [round(random.gauss(0.53, 0.03), 6) for _ in range(10)]
        few, all_ = (judge(cell, ALL, sampled(*numbers[:n])).verdict for n in (3, 10))
        assert few in ("exact", "close", "differs", "undecided")
        assert all_ in ("exact", "close", "differs")  # ten of ten leave nothing undecided
        better += few in ("exact", "close")
        if all_ == "close":
            better -= 1
    assert better < 0, "three permutations called more numbers close than ten did"


def statement(outcomes):
    evidence = [{"paper": "micra", "statement": "shorter-times", "outcome": o} for o in outcomes]
    (row,) = judged("micra", evidence)
    return short(row)


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        (["holds"] * 3, "holds"),
        (["holds", "holds", "does not hold"], "holds in 2 of 3"),
        (["holds", "does not hold", "undecided"], "holds in 1 of 2 judged, 1 not judged"),
        (["holds", "undecided"], "holds in 1 of 1 judged, 1 not judged"),
        (["holds", "not measured"], "holds in 1 of 1 judged, 1 not judged"),
        (["does not hold", "undecided"], "does not hold"),
        (["undecided", "not measured"], "cannot be judged"),
    ],
)
def test_a_statement_holds_only_if_all_its_comparisons_do(outcomes, verdict):
    assert statement(outcomes) == verdict


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        (["holds", "holds", "undecided", "not measured"], "holds where judged"),
        (["holds", "does not hold", "not measured"], "holds in part"),
    ],
)
def test_an_untested_statement_is_told_from_a_contradicted_one(outcomes, verdict):
    evidence = [{"paper": "micra", "statement": "shorter-times", "outcome": o} for o in outcomes]
    assert [row["verdict"] for row in judged("micra", evidence)] == [verdict]


@pytest.mark.parametrize(
    ("value", "outcome"), [("9.9", "does not hold"), ("12", "undecided"), ("20", "holds")]
)
def test_words_may_leave_a_range_open(value, outcome):
    assert outcome_of(Decimal(value), "≥ 10", left_open="[10, 20)") == outcome


def test_a_statement_of_another_paper_is_not_judged():
    assert (
        judged("alma", [{"paper": "micra", "statement": "shorter-times", "outcome": "holds"}]) == []
    )


@pytest.mark.parametrize("paper", read_papers())
def test_every_statement_has_evidence_and_a_range(paper):
    cells = [
        cell
        for name in table_names()
        if name.startswith(f"{paper}/")
        for cell in read_table(name).cells
        if cell.statement
    ]
    assert {cell.statement for cell in cells} == set(read_statements(paper))
    assert all(cell.means or cell.above for cell in cells)
    compared = [
        (cell.run, cell.field, cell.quantity, cell.relative_to, cell.added, cell.than, cell.above)
        + (cell.means, cell.statement if cell.statement in SUMMARIES else "")
        for cell in cells
    ]
    assert len(compared) == len(set(compared)), "one comparison counts twice"


@pytest.mark.parametrize(
    ("paper", "number"),
    [("micra", 0), ("margitron", 1), ("alma", 2), ("falkowski", 3), ("amira", 4)],
)
def test_the_words_of_a_statement_are_the_papers(paper, number):
    """Formulas, which have other signs in our copies of the papers, are not compared."""
    found = list(PAPERS.glob(f"00{number}_*.txt"))
    if not found:
        pytest.skip(f"the papers are not at {PAPERS}")
    text = re.sub(r"\s+", " ", found[0].read_text(encoding="utf-8")).lower()
    for statement in read_statements(paper).values():
        for words in statement.words.split(" … "):
            assert words.lower() in text or not re.search("[a-z]{3}", words), statement.name


def test_each_draw_may_contradict_a_statement():
    """The average of the draws lies in the range."""
    least = Cell(
        "1", "c", None, "run", statement="s", means="≥ 0.1", repeated="draw", averaged_over=5,
        quantity=Quantity("least", "fraction_of_maximum", ("1",)),
    )  # fmt: skip
    average = replace(least, quantity=Quantity("average", "fraction_of_maximum", ("1",)))
    for last, outcome in (("0.1", "holds"), ("0.0999", "does not hold")):
        draws = repeated("0.9", "0.91", "0.92", "0.93", last, of="fraction_of_maximum")
        online = {("run", "1", "last", "all"): draws}
        assert judge_evidence(least, ALL, online) == (
            outcome, last, "the claim is ≥ 0.1; the least of 5 draws",
        )  # fmt: skip
        assert judge_evidence(average, ALL, online)[0] == "holds"
    assert judge_evidence(replace(least, averaged_over=6), ALL, online)[0] == "does not hold"
    online = {("run", "1", "last", "all"): draws[:4]}
    outcome, _, reason = judge_evidence(least, ALL, online)
    assert (outcome, reason[-34:]) == ("undecided", "least of 4 draws for the paper's 5")


def test_a_faulty_file_is_named(tmp_path):
    path = tmp_path / "statements.yaml"
    entry = {"name": "a", "statement": "s", "place": "p", "words": "w"}
    for entries, complaint in (
        ([entry, entry], "two statements are called a"),
        ([entry | {"word": "vastly"}], "a: the scale has no word 'vastly'; it has lower, "),
        ([entry | {"claim": "< 1"}], "because"),  # a range of our own needs its reason
        ([entry | {"kind": "ours"}], "because"),
        ([entry | {"claim": "near 1", "because": "so"}], "'near 1' is not a range"),
        ([entry | {"word": "lower", "open": "[1, 2)"}], "because"),
        ([entry | {"word": "lower", "open": "1 or 2", "because": "so"}], "'1 or 2' is not a range"),
        ([entry | {"word": "lower", "claim": "< 1", "because": "so"}], "at 0"),
    ):
        path.write_text(yaml.safe_dump(entries))
        with pytest.raises(TableError, match=complaint):
            statements_from_file(path)
