"""Proofs agree with fractions to the last digit, for any weights and duals."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy import sparse

from maxmargin.proof import Proof, prove

SPACES = [(1.0, 0.0), (0.75, 0.5), (0.0, 0.25), (2.0, 3.0), (None, 0.0), (None, 0.5), (None, 2.0)]


def root(square):
    """Return √ of a fraction to 70 digits."""
    with localcontext(prec=70):
        return (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()


def ends(X, labels, coef, intercept, slacks, duals, augment, extend):
    """Return (margin, bound, R) as decimals of 60 digits, None if weight or duals are 0."""
    m, delta = len(labels), Fraction(extend)
    free, rho = augment is None, Fraction(0 if augment is None else augment)
    rows = [
        [Fraction(v) * label for v in x] + [delta * label * (i == k) for i in range(m)]
        for k, (x, label) in enumerate(zip(X, labels, strict=True))
    ]
    weight = [Fraction(v) for v in (*coef, *slacks)]
    threshold = Fraction(intercept if free or not rho else intercept / augment)
    shift = threshold if free else threshold * rho
    products = [
        sum(a * b for a, b in zip(row, weight, strict=True)) + label * shift
        for row, label in zip(rows, labels, strict=True)
    ]
    squared = sum(w * w for w in weight) + (0 if free else threshold**2)
    margin = bound = None
    with localcontext(prec=60):
        if squared:
            margin = Decimal(1) * Decimal(min(products).numerator)
            margin /= Decimal(min(products).denominator) * root(squared)
        total = sum(map(Fraction, duals))
        sums = [
            sum(Fraction(d) * row[j] for d, row in zip(duals, rows, strict=True))
            for j in range(len(rows[0]))
        ]
        offset = sum(Fraction(d) * label for d, label in zip(duals, labels, strict=True))
        radius = root(max(sum(v * v for v in row) for row in rows))
        if total:
            square = sum(v * v for v in sums) + (0 if free else (offset * rho) ** 2)
            bound = root(square) + (abs(root(offset**2)) * radius if free else 0)
            bound /= Decimal(total.numerator) / Decimal(total.denominator)
    return margin, bound, radius


def random_case(seed, augment, extend):
    """Return numbers with few binary digits: some are 0, some small, some large."""
    rng = np.random.default_rng(seed)
    m, n = rng.integers(1, 5), rng.integers(1, 4)
    size = 2.0 ** rng.integers(-12, 40)
    labels = rng.choice([-1, 1], m)
    if augment is None and m > 1:
        labels[:2] = 1, -1
    return {
        "X": rng.integers(-9, 10, (m, n)) * size + (np.arange(m * n).reshape(m, n) == 0) * size,
        "labels": labels.tolist(),
        "coef": (rng.integers(-9, 10, n) / 4).tolist(),
        "intercept": float(rng.integers(-9, 10) / 8) if augment != 0 else 0.0,
        "slacks": (rng.integers(-3, 4, m) / 2).tolist(),
        "duals": (rng.integers(0, 5, m) / 8).tolist(),
        "augment": augment,
        "extend": extend,
    }


@pytest.mark.parametrize("space", SPACES, ids=str)
def test_both_ends_to_the_last_digit(space):
    """Rounding moves the ends outwards by less than a unit of the last digit."""
    proved = 0
    for seed in range(60):
        case = random_case(seed, *space)
        margin, bound, radius = ends(**case)
        proof = prove(**case | {"X": np.array(case["X"])})
        assert proof == prove(**case | {"X": sparse.csr_matrix(case["X"])})
        one_class = space[0] is None and len(set(case["labels"])) == 1
        assert bool(proof.lower) == (margin is not None)
        assert bool(proof.upper) == (bound is not None and not one_class)
        for end, exact, sign in ((proof.lower, margin, 1), (proof.upper, bound, -1)):
            if end:
                decimals = len(end.partition(".")[2])
                unit = Decimal(1).scaleb(-decimals) if decimals else radius * Decimal("1e-10")
                off = sign * (exact - Decimal(end))
                # A free threshold's upper end is rounded up before, by 2⁻⁶⁴ of its smallest part.
                assert -Decimal("1e-40") * abs(exact) <= off <= unit * (1 + Decimal("1e-5"))
                proved += 1
    assert proved > 60


@pytest.mark.parametrize("power", [-40, -7, -1, 0, 1, 3, 12, 30, 39, 40, 45])
def test_ends_have_twelve_digits_from_the_first_of_the_radius(power):
    size = 2.0**power
    proof = prove([[3 * size], [-3 * size]], [1, -1], [1.0], 0.0, duals=[1, 1], augment=1.0)
    radius = Decimal(3 * size)
    assert Decimal(proof.lower) <= radius <= Decimal(proof.upper)
    decimals = len(proof.lower.partition(".")[2])
    # The exponent is of bits, and may be one less or more than the decimal one.
    assert abs(decimals - max(0, 11 - radius.adjusted())) <= 1
    assert decimals == len(proof.upper.partition(".")[2])


@pytest.mark.parametrize("power", [3, 10, 20, 40, 80])
def test_ends_much_smaller_than_the_radius_have_six_digits(power):
    """The margin of (0, 1) is 3·2^-power, and that of any weight is at most this."""
    width = 3.0 * 2.0**-power
    proof = prove([[1.0, width], [-1.0, width]], [1, 1], [0.0, 1.0], 0.0, duals=[1, 1], augment=0.0)
    lower, upper = Decimal(proof.lower), Decimal(proof.upper)
    assert lower <= Decimal(width) <= upper and upper - lower < Decimal(width) / 10**5
    for end in (lower, upper):
        assert 6 <= len(end.as_tuple().digits) <= 12


def test_texts_of_small_and_large_and_negative_ends():
    X, labels = np.array([[3.0], [-1.0]]), [1, -1]
    assert prove(X, labels, [1.0], 0.0, augment=0.0, duals=[0, 1]) == Proof(
        "1.00000000000", "1.00000000000", ""
    )
    assert prove(X, labels, [-1.0], 0.0, augment=0.0).lower == "-3.00000000001"
    assert prove(X, labels, [0.0], 1.0, augment=1.0).lower == "-1.00000000001"
    root_of_half = prove(X, labels, [1.0], 1.0, augment=1.0, duals=[0, 1])
    assert root_of_half.lower == "0.00000000000"
    assert root_of_half.upper == "1.41421356238"  # √2 is 1.414213562373…
    third = prove(
        X,
        labels,
        [
            1.0,
        ],
        0.5,
        slacks=[2.0, 2.0],
        augment=1.0,
        extend=0.5,
    )
    margin = (1.0 - 0.5 - 1.0) / sqrt(1.0 + 0.25 + 8.0)
    assert third.lower == f"{margin - 5e-12:.11f}"
    large = prove(X * 2.0**60, labels, [1.0], 0.0, augment=0.0, duals=[0, 1])
    assert int(large.lower) <= 2**60 <= int(large.upper) < 2**60 + 10**9
    assert prove(X * 2.0**60, labels, [-1.0], 0.0, augment=0.0).lower[0] == "-"


def test_what_is_left_out_is_0_or_proves_nothing():
    X, labels = [[3.0], [-1.0]], [1, -1]
    without = prove(X, labels, [1.0], 0.0, augment=1.0, extend=2.0)
    assert without == (
        prove(X, labels, [1.0], 0.0, slacks=[0, 0], augment=1.0, extend=2.0).lower,
        "",
        "there are no duals, so no bound is proved",
    )
    refused = "a dual is negative, or all duals are 0, so no bound is proved"
    for duals in ([0.0, 0.0], [1.0, -1e-300]):
        assert prove(X, labels, [1.0], 0.0, duals=duals, augment=1.0)[1:] == ("", refused)
    zero = prove(X, labels, [0.0], 0.0, augment=1.0, duals=[0.0, 0.0])
    assert zero == Proof("", "", f"the weight is 0; {refused}")
    assert prove(X, labels, [0.0], 5.0, duals=[1, 3]).lower == ""  # a free threshold is no weight
    one = prove([[3.0]], [1], [1.0], 7.0, duals=[1.0])
    sentence = "with one class and a free threshold margins have no bound"
    assert (one.lower, one.upper, one.reason) == ("10.00000000000", "", sentence)
    assert prove([[3.0]], [1], [1.0], 7.0, duals=[1.0], augment=1.0).upper


def parts(values, columns, indptr, shape=(2, 2)):
    """Return a csr matrix whose parts may disagree, like scipy's from a damaged file."""
    X = sparse.csr_matrix(shape)
    X.data, X.indices, X.indptr = (np.array(part) for part in (values, columns, indptr))
    return X


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"X": np.ones(2)}, r"X has the shape (2,), but has to have rows and columns, all rows"),
        (
            {"X": np.ones((2, 0))},
            r"X has the shape (2, 0), but has to have rows and columns",
        ),
        ({"labels": [1, 2]}, "labels are not all +1 or -1: map the classes to +1 and -1."),
        ({"labels": [1]}, "labels has the shape (1,), but has to have 2 numbers."),
        ({"coef": [1]}, "X has 2 columns, but coef has 1 number."),
        ({"slacks": [1]}, "slacks has the shape (1,), but has to have 2 numbers."),
        ({"duals": [1, 2, 3]}, "duals has the shape (3,), but has to have 2 numbers."),
        ({"augment": [1, 2]}, "augment has the shape (2,), but has to have 1 numbers."),
        ({"extend": np.inf}, "extend has inf at place 0, counted from 0"),
        ({"intercept": -np.inf}, "intercept has -inf at place 0, counted from 0"),
        ({"intercept": 1e300, "augment": 1e-300}, "intercept/augment has inf at place 0, counted"),
        ({"duals": [1, np.nan]}, "duals has nan at place 1, counted from 0"),
        ({"X": [[1, 2], [3, np.inf]]}, "X has inf at row 1, column 1, counted from 0"),
        ({"X": np.array([["a", "b"]] * 2)}, "X has 'a' at row 0, column 0, counted from 0"),
        ({"X": sparse.coo_matrix(np.ones((2, 2)))}, "X is a coo matrix, but has to be an array or"),
        ({"X": parts([1.0], [2], [0, 1, 1])}, "X has entries outside its 2 columns."),
        ({"X": parts([1.0], [-1], [0, 1, 1])}, "X has entries outside its 2 columns."),
        ({"X": parts([1.0], [0], [0, 2, 1])}, "X has an indptr that does not rise from 0 to the"),
        ({"X": parts([1.0], [0], [-1, 0, 1])}, "X has an indptr that does not rise from 0 to the"),
        ({"X": parts([1.0], [0], [0, 1, 2])}, "X has an indptr that does not rise from 0 to the"),
        (
            {"X": parts([1.0, 2.0], [0], [0, 1, 1])},
            "X has 2 rows, 2 entries, 1 columns of entries and an indptr of 3 numbers, which do",
        ),
        (
            {"X": parts([1.0], [0], [0, 1])},
            "X has 2 rows, 1 entries, 1 columns of entries and an indptr of 2 numbers, which do",
        ),
    ],
)
def test_each_fault_has_its_sentence(change, sentence):
    given = {"X": np.ones((2, 2)), "labels": [1, -1], "coef": [1, 2], "intercept": 0}
    given["augment"] = 1.0
    with np.errstate(over="ignore"), pytest.raises(ValueError) as raised:
        prove(**given | change)
    assert str(raised.value).startswith(sentence)


def test_entries_of_one_place_count_as_their_sum():
    twice = parts([1.0, 2.0, -4.0, 1.0], [0, 0, 1, 1], [0, 2, 4])
    whole = np.array([[3.0, 0.0], [0.0, -3.0]])
    given = {"labels": [1, -1], "coef": [1.0, 1.0], "intercept": 0.25, "duals": [2, 1]}
    assert prove(twice, **given) == prove(whole, **given)
    assert prove(twice, **given, augment=0.5) == prove(whole, **given, augment=0.5)


def test_patterns_without_an_entry_bound_the_margin_by_the_threshold():
    nothing = sparse.csr_matrix((2, 2))
    given = {"labels": [1, -1], "coef": [1.0, 0.0], "intercept": 1.0, "augment": 1.0}
    proof = prove(nothing, **given, duals=[3, 0])
    assert proof == prove(np.zeros((2, 2)), **given, duals=[3, 0])
    assert Decimal(proof.lower) < 0 and Decimal(proof.upper) == 1


def test_a_bound_that_ends_at_a_decimal_is_that_decimal():
    """For a free threshold, roots are rounded up first, so the bound is one unit larger."""
    X, labels = np.array([[3.0], [-1.0]]), [1, -1]
    fixed = prove(X, labels, [1.0], 0.0, augment=0.0, duals=[0, 3])
    assert fixed.upper == "1.00000000000"
    free = prove(X, labels, [1.0], 0.0, duals=[0, 1])  # (1 + 1 · 3)/1
    assert free.upper == "4.00000000001"
    assert prove(X, labels, [1.0], 0.0, duals=[1, 1]).upper == "2.00000000001"  # (4 + 0 · 3)/2
