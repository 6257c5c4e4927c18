"""The table of certified fractions."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from analyses.certificates.certificates import certificates
from paper_tables.tables import read_table
from tests.paper_tables.examples import run

TABLES = [read_table("micra/table-1")]


def by_run(runs):
    return {c.run: c for c in certificates(TABLES, {row["run"]: row for row in runs})}


def learner(name, margin, bound, **row):
    return run(f"micra-table-1-{name}", directional_margin=margin, upper_bound=bound, **row)


def test_the_best_bound_of_one_problem_serves_all_its_runs():
    found = by_run(
        [
            learner("micra-1", "0.008", "0.0101"),
            learner("romma-1", "0.0084", "0.0085"),
            learner("perceptron-1", "0.007", "0.01", augment="2", extend="0.10000000000000001"),
            run("sweep", directional_margin="0.0082", upper_bound="0.00841"),
        ]
    )
    assert set(found) == {f"micra-table-1-{name}-1" for name in ("micra", "romma", "perceptron")}
    micra = found["micra-table-1-micra-1"]
    assert (micra.fraction, micra.best_bound, micra.best_run) == ("79.207", "0.00841000", "sweep")
    assert micra.best_fraction == "95.124"
    other = found["micra-table-1-perceptron-1"]
    assert (other.best_bound, other.best_fraction) == ("0.0100000", "70.000")
    assert other.best_run == other.run and other.problem == "sonar, ρ = 2, Δ = 0.1"


def test_a_geometric_margin_is_not_held_against_a_bound_on_the_directional_one():
    found = by_run(
        [
            run("micra-table-1-micra-1", geometric_margin="0.9", upper_bound="1.0"),
            run("sweep", directional_margin="0.5", upper_bound="0.6"),
        ]
    )
    micra = found["micra-table-1-micra-1"]
    assert (micra.kind, micra.best_bound, micra.best_fraction) == ("geometric", "1.00000", "90.000")


def test_a_failed_run_gives_neither_a_bound_nor_a_margin():
    """Exact arithmetic refutes the bound of a run that it makes fail."""
    failed = learner("romma-1", "0.0074", "0.0073", status="failed")
    found = by_run([learner("micra-1", "0.008", "0.0101"), failed])
    micra, romma = (found[f"micra-table-1-{name}-1"] for name in ("micra", "romma"))
    assert (micra.best_bound, micra.best_fraction) == ("0.0101000", "79.207")
    assert (romma.margin, romma.bound, romma.fraction, romma.best_fraction) == ("", "", "", "")


def test_online_runs_are_not_among_them():
    tables = [read_table("alma/table-1"), read_table("micra/table-1")]
    rows = [run("alma-usps-alpha-09", status="completed"), learner("micra-1", "0.8", "1")]
    found = certificates(tables, {row["run"]: row for row in rows})
    assert [certificate.run for certificate in found] == ["micra-table-1-micra-1"]


def test_a_run_without_a_bound_has_no_fraction_and_a_negative_margin_certifies_nothing():
    found = by_run([learner("micra-1", "", ""), learner("micra-2", "-0.1", "1")])
    assert found["micra-table-1-micra-1"].fraction == ""
    assert found["micra-table-1-micra-2"].fraction == "0.000"


@given(st.floats(1e-6, 1.0), st.floats(1.0, 1e6))
def test_rounding_never_certifies_more_than_is_true(fraction, bound):
    margin = Decimal(repr(fraction)) * Decimal(repr(bound))
    row = by_run([learner("micra-1", str(margin), repr(bound))])["micra-table-1-micra-1"]
    assert Decimal(row.margin) <= margin
    assert Decimal(row.bound) >= Decimal(repr(bound))
    assert Decimal(row.fraction) <= 100 * Decimal(repr(fraction)) < Decimal(row.fraction) + 1
