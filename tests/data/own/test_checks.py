"""Scales, useless patterns, and hints at probable mistakes in the user's own data."""

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

from data.errors import DataError
from data.held_out import Spread
from data.own import checks
from maxmargin import PDM
from maxmargin.space import LONGEST, SHORTEST

HUGE = "1.7976931348623157e308"


def table(*columns):
    """Return a CSV file of columns u, v and so on, with two alternating classes."""
    rows = zip(*columns, "pq" * (len(columns[0]) // 2), strict=True)
    names = ",".join("uvwxyz"[: len(columns)])
    return f"{names},kind\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


OTHER = [1, 7, 3, 9, 4, 8]


@pytest.mark.parametrize(
    "column",
    [
        [0.1] * 6,
        [1 / 3] * 6,
        [1e300] * 6,
        [5e-324] * 6,
        [0.1 + 0.2, 0.3] * 3,
        [1e8, np.nextafter(1e8, 2e8)] * 3,
        [-0.7, np.nextafter(-0.7, 0)] * 3,
    ],
)
def test_columns_constant_but_for_rounding_become_0(read, column):
    assert not read(table(OTHER, column), scale="standard").X[:, 1].any()


@pytest.mark.parametrize(
    "column",
    [
        [HUGE, 2, f"-{HUGE}", 3, 1, 0],
        [HUGE, 2, HUGE, 3, 1, 0],
        [5e-324, 0, 1e-323, 5e-324, 0, 0],
        [1e200, 2e200, 1e200, 3e200, 1e200, 1e200],
        [1e-200, 2e-200, 0, 0, 0, 0],
        [1 + 1e-9, 1, 1, 1, 1, 1],
    ],
)
def test_numbers_of_any_size_are_scaled(read, column):
    scaled = read(table(OTHER, column), scale="standard").X[:, 1]
    assert np.isfinite(scaled).all() and abs(scaled).max() <= np.sqrt(6)
    assert scaled.mean() == pytest.approx(0, abs=1e-12) and scaled.std() == pytest.approx(1)


def test_scaling_is_that_of_scikit_learn():
    X = np.random.default_rng(0).normal(size=(50, 4)) * [1, 1e5, 1e-7, 3] + [0, 1e3, 2, -1]
    expected = StandardScaler().fit_transform(X)
    np.testing.assert_allclose(Spread(X).standardised(X), expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("name", ["mine.csv", "mine.svm"])
@pytest.mark.parametrize(
    ("value", "what"),
    [(HUGE, "too large"), ("1e71", "too large"), ("5e-324", "too small"), ("1e-71", "too small")],
)
def test_patterns_with_norms_that_no_learner_takes_are_refused(read, name, value, what):
    text = f"u,k\n1,0\n{value},1\n2,0\n-{value},1\n"
    if name == "mine.svm":
        text = f"\n0 1:1\n1 1:{value}\n0 1:2\n1 1:-{value}\n"
    with pytest.raises(DataError, match=f"{name}, line 3: the pattern is {what}.*; line 5: the"):
        read(text, name, allow_zeros=False)


def test_short_patterns_are_taken_beside_long_ones_if_augment_lengthens_them(read):
    text = "u,k\n1,0\n1e-80,1\n2,0\n-1e-80,1\n"
    X, y = read(text)[1:]
    assert PDM(augment=1).fit(X, y).converged_
    with pytest.raises(DataError, match="line 2: the pattern is too small.*; line 5: the"):
        read(text.replace("1,0", "1e-80,0").replace("2,0", "2e-90,0"))


def test_the_limits_are_those_of_the_learners(read):
    assert (checks.SMALLEST, checks.LARGEST) == (SHORTEST, LONGEST)
    assert read("u,k\n9e69,0\n-9e69,1\n").X.size == read("u,k\n2e-70,0\n-2e-70,1\n").X.size == 2


def test_a_pattern_for_testing_that_scaling_makes_huge_is_refused(read):
    small = [1e-300, 2e-300] * 10
    for place in range(20):
        values = [*small[:place], 1e10, *small[place + 1 :]]
        try:
            problem = read(table(values, OTHER[:4] * 5), scale="standard", test=0.3)
        except DataError as error:
            assert f"line {place + 2}: the pattern is too large" in str(error)
            assert "This is so after scaling." in str(error)
            break
        assert np.isfinite(problem.X).all() and np.isfinite(problem.X_test).all()
    else:
        pytest.fail("no place was held out")


ZEROS = "1,2,p\n2,1,p\n0,0,q\n-2,-1,q\n0.0,-0,q\n"


def test_patterns_of_zeros_are_refused_where_nothing_separates_them(read):
    assert read("u,v,kind\n" + ZEROS).X.shape == (5, 2)
    said = "mine.csv, line 4: all attributes are 0, .*; line 6: .* Set augment above 0"
    with pytest.raises(DataError, match=said):
        read("u,v,kind\n" + ZEROS, allow_zeros=False)
    for text in ("1 1:1\n-1\n", "1 1:1\n-1 1:0\n", "1 1:1\n-1 1:-0 3:0.0\n"):
        assert read(text, "mine.svm").y.tolist() == [1, -1]
        with pytest.raises(DataError, match="mine.svm, line 2: all attributes are 0"):
            read(text, "mine.svm", allow_zeros=False)


def test_a_pattern_in_the_middle_becomes_zeros_by_scaling(read):
    assert read("1,1\n2,2\n3,1\n", allow_zeros=False).X.tolist() == [[1], [2], [3]]
    with pytest.raises(DataError, match="mine.csv, line 2: all attributes are 0.*after scaling"):
        read("1,1\n2,2\n3,1\n", scale="standard", allow_zeros=False)


@pytest.mark.parametrize("part", [0, 1, -0.5, 1.5, float("nan"), float("inf")])
def test_a_part_to_hold_out_is_between_0_and_1(read, part):
    with pytest.raises(DataError, match="mine.csv: test: .* is not a part between 0 and 1"):
        read(table(OTHER), test=part)


def test_a_seed_is_not_below_0(read):
    with pytest.raises(DataError, match="mine.csv: seed: -1 is negative"):
        read(table(OTHER), test=0.5, seed=-1)


def hints_at(read, text, **options):
    told = []
    read(text, tell=told.append, **options)
    return told


@pytest.mark.parametrize(
    ("text", "options", "who"),
    [
        (",u,kind\n0,1.5,p\n1,2.5,q\n2,1.0,p\n", {"head": True}, "attribute 1"),
        (",u,kind\n10,1.5,p\n20,2.5,q\n30,1.0,p\n", {"head": True}, "attribute 1"),
        ("id,u,kind\n1,1.5,p\n2,2.5,q\n3,1.0,p\n", {}, "the attribute 'id'"),
        ("Unnamed: 0,u,kind\n0,1.5,p\n1,2.5,q\n2,1.0,p\n", {}, "the attribute 'Unnamed: 0'"),
        ("u,row_id,kind\n1.5,0,p\n2.5,1,q\n1.0,2,p\n", {}, "the attribute 'row_id'"),
        ("id,u,kind\n1000,1.5,p\n1001,2.5,q\n1002,1.0,p\n", {}, "the attribute 'id'"),
        ("1,1.5,p\n2,2.5,q\n3,1.0,p\n", {"scale": "standard"}, "attribute 1"),
        (table(range(40), OTHER * 6 + OTHER[:4]), {}, "the attribute 'u'"),
    ],
)
def test_columns_that_number_the_rows_are_hinted_at(read, text, options, who):
    (hint,) = hints_at(read, text, **options)
    assert hint.startswith(who) and "leave it out with drop" in hint


@pytest.mark.parametrize(
    "text",
    [
        table(OTHER, [0.1] * 6),
        table(range(10), [0.1] * 10),
        "u,kind\n3,p\n1,q\n2,p\n",
        "0,p\n1,q\n",
        "1 1:0\n1 1:1\n-1 1:2\n",
    ],
)
def test_no_hint_without_a_reason(read, text):
    name = "mine.svm" if text.startswith("1 ") else "mine.csv"
    assert hints_at(read, text, name=name) == []


def test_scales_of_any_size_are_compared(read):
    (hint,) = hints_at(read, table(OTHER, [1e60, 2e60] * 3))
    assert "is 10^" in hint and "times the smallest; scale: standard brings all to one" in hint


def test_a_column_that_scaling_makes_0_is_hinted_at(read):
    (hint,) = hints_at(read, table(OTHER, [0.1 + 0.2, 0.3] * 3), scale="standard")
    assert hint == "attributes that differ by no more than rounding become 0: 2."


def test_a_class_that_may_be_a_missing_value_is_hinted_at(read):
    (hint,) = hints_at(read, "u,kind\n3,NA\n1,q\n2,NA\n")
    assert hint.startswith("'NA' is read as the name of a class")
