"""Files in libsvm's format are read correctly, and error messages are true."""

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from data.errors import DataError


@pytest.mark.parametrize("ones", [("1", "-1"), ("1.0", "0.0"), ("+1.", "-1e0"), ("2.50", "2.5e-1")])
def test_labels_are_numbers_written_in_any_way(read, ones):
    high, low = ones
    problem = read(f"{high} 1:0.5 3:2.0\n{low} 2:1.5\n", "mine.svm")
    assert problem.y.tolist() == [1, -1]
    assert problem.X.toarray().tolist() == [[0.5, 0, 2], [0, 1.5, 0]]


def test_one_number_written_in_two_ways_is_one_class(read):
    problem = read("1 1:1\n1.0 1:2\n+1e0 1:3\n-1 1:4\n", "mine.svm", positive=["-1.0"])
    assert problem.y.tolist() == [-1, -1, -1, 1]


def test_comments_and_blanks_do_not_count(read):
    text = "# made: 1:1 by hand\n\n  1 1:1 2:3.25 # first: 7:7\n\t\n-1 2:1#last\n #\n\n"
    problem = read(text, "mine.svm")
    assert problem.y.tolist() == [1, -1] and problem.X.toarray().tolist() == [[1, 3.25], [0, 1]]


def test_a_fault_after_comments_and_blank_lines_has_its_line(read):
    with pytest.raises(DataError, match="mine.svm, line 4: '2:x' has a value that is not a fin"):
        read("# 1:1\n\n1 1:1\n-1 2:x\n", "mine.svm")
    with pytest.raises(DataError, match="mine.svm, line 4: '1e400' is too large for a number"):
        read("# 1:1\n\n1 1:1\n-1 2:1e400\n", "mine.svm")
    with pytest.raises(
        DataError,
        match="mine.svm, line 4: '-1e-400' is too small for .* float64; write 0 if it is meant",
    ):
        read("# 1:1\n\n1 1:1\n-1 2:-1e-400\n", "mine.svm")


def test_a_zero_and_the_smallest_number_may_be_written_in_any_way(read):
    problem = read("1 1:0e-400 2:-0.000e999 3:5e-324 4:1\n-1 1:0 4:2\n", "mine.svm")
    assert problem.X.toarray().tolist() == [[0, 0, 5e-324, 1], [0, 0, 0, 2]]


@pytest.mark.parametrize("zero_based", [True, False])
def test_what_scikit_learn_writes(tmp_path, read, zero_based):
    X, y = np.array([[0.5, 0, 2], [0, 1.5, 0]]), np.array([1.0, 0.0])
    path = tmp_path / "by_sklearn.svm"
    dump_svmlight_file(X, y, str(path), zero_based=zero_based, comment="by scikit-learn")
    if zero_based:
        with pytest.raises(DataError, match="the index 0, but .* with zero_based=False"):
            read(path.read_bytes(), "mine.svm")
    else:
        problem = read(path.read_bytes(), "mine.svm")
        assert problem.X.toarray().tolist() == X.tolist() and problem.y.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1,3 1:1", "'1,3' is not one label: a pattern has one class"),
        ("1:1 2:1", "'1:1' begins the line, where the label has to be"),
        ("yes 1:1", "'yes' is not a number, as the label that begins a line has to be"),
        ("nan 1:1", "'nan' is not a number, as the label"),
        ("0x1 1:1", "'0x1' is not a number, as the label"),
        ("1;2;3", "'1;2;3' is not a number, as .* .and the name of a table has to end in .csv"),
        ("1,2,p", "'1,2,p' is not a number, as .* .and the name of a table has to end in .csv"),
        ("1 qid:3 1:1", "'qid:3' is a query of a ranking"),
        ("1 2 3", "'2' is not a pair index:value .the name of a table has to end in .csv"),
        ("1 1: 2", "'1:' has a value that is not a finite decimal number"),
        ("1 1:nan", "'1:nan' has a value that is not a finite decimal number"),
        ("1 1:inf", "'1:inf' has a value that is not a finite decimal number"),
        ("1 1:1,5", "'1:1,5' has a value with a decimal comma; write a point"),
        ("1 1:1:2", "'1:1:2' has a value that is not a finite decimal number"),
        ("1 -1:1", "'-1:1' is not a pair index:value"),
        ("1 1.0:1", "'1.0:1' is not a pair index:value"),
        ("1 2:1 2:2", "'2:2' has an index that is not above the one before it"),
        ("1 2147483647:1", "'2147483647:1' has an index above 2147483646, the largest"),
        ("1 1:1e400", "'1e400' is too large for a number in float64"),
    ],
)
def test_what_is_said_of_a_fault_is_true(read, line, said):
    with pytest.raises(DataError, match=f"mine.svm, line 2: {said}"):
        read(f"-1 1:1\n{line}\n1 1:2\n", "mine.svm")


def test_all_faults_are_listed_at_once(read):
    with pytest.raises(DataError, match="line 2: .*; line 3: .*'0:1' has .*; line 5: 'x' is not"):
        read("1 1:1\n1 1\n1 0:1\n-1 1:1\nx\n", "mine.svm")
    with pytest.raises(DataError, match=r"line 2: .*; line 11: [^;]*; and 4 more faults\."):
        read("1 1:1\n" + "1 1\n" * 14, "mine.svm")
    with pytest.raises(DataError, match="line 1: '1e400' .*; line 2: '1e500' is too large"):
        read("1 1:1e400 2:1\n1 1:1e500\n", "mine.svm")


def test_a_file_of_comments_alone_has_no_patterns(read):
    with pytest.raises(DataError, match="mine.svm has no patterns, only comments and empty lines"):
        read("# one\n\n # two\n", "mine.svm")
