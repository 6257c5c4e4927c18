"""The user's own data are read, or refused with file, line and token."""

import re

import numpy as np
import pytest
from scipy import sparse

from data.__main__ import main
from data.errors import DataError, Unreachable
from data.own import read_own
from data.prepared import prepare_own, read_problem, read_record

CSV = "a,b,kind\n1,2.5,yes\n3,-4,no\n0,1e2,yes\n"
UNDECIDED = "may be a pattern or the columns' names; set head"
BARE = "a quotation mark is inside a cell that does not begin with one"
AMBIGUOUS = "'1' is the name of column 2 and the place of another; write 2 or '2'"


def read(tmp_path, text, name="mine.csv", **options):
    path = tmp_path / name
    path.write_text(text)
    return read_own("mine", path, **options)


def test_csv_with_a_head(tmp_path):
    problem = read(tmp_path, CSV)
    assert problem.X.tolist() == [[1, 2.5], [3, -4], [0, 100]]
    assert problem.y.tolist() == [1, -1, 1]  # yes comes after no


@pytest.mark.parametrize("label", ["kind", "3", 3, None], ids=repr)
def test_the_column_of_classes_by_name_and_place(tmp_path, label):
    expected = read(tmp_path, CSV)
    first = read(tmp_path, "kind,a,b\nyes,1,2.5\nno,3,-4\nyes,0,1e2\n", "f.csv", label="kind")
    assert np.array_equal(read(tmp_path, CSV, label=label).X, expected.X)
    assert np.array_equal(first.X, expected.X) and np.array_equal(first.y, expected.y)


def test_csv_without_a_head_and_with_one_of_numbers(tmp_path):
    assert read(tmp_path, "1,2,-1\n3,4,1\n").y.tolist() == [-1, 1]
    assert read(tmp_path, "1,2,no\n3,4,yes\n").y.tolist() == [-1, 1]
    assert read(tmp_path, "0,x\n1,y\n2,x\n").X.shape == (3, 1)
    assert read(tmp_path, "0,1,3\n1,0,2\n").X.shape == (2, 2)
    assert read(tmp_path, "0,1\n1,0\n", head=False).X.shape == (2, 1)
    as_pandas_writes = "0,1,class\n3,4,1\n5,6,0\n"
    assert read(tmp_path, as_pandas_writes, head=True).y.tolist() == [1, -1]
    assert read(tmp_path, "a,b\n1,2\n3,4\n", head=True).X.shape == (2, 1)


@pytest.mark.parametrize("numbers", ["400,410.5,420", "420,410.5,400", "9,1,5"])
def test_numbers_and_a_text_that_no_other_line_has_may_be_names(tmp_path, numbers):
    for name in ("variety", "430"):
        text = f"{numbers},{name}\n1,2,3,1\n2,1,1,0\n3,1,1,0\n"
        with pytest.raises(DataError, match=r"may be a pattern or the columns' names; set head"):
            read(tmp_path, text, positive=[1])
        assert read(tmp_path, text, head=True, label=name).X.shape == (3, 3)
        assert read(tmp_path, text, head=False, positive=[1]).X.shape == (4, 3)


@pytest.mark.parametrize("text", ["1,2,a\n4,5,1\n3,3,1.0\n", "0.1,0.2,0.3,y\n1,2,3,1\n4,5,6,0\n"])
def test_no_decimal_comma_is_seen_where_there_is_none(tmp_path, text):
    with pytest.raises(DataError, match="set head to true or false"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("class,0,1,2\na,5,6,7\nb,6,5,8\na,5,5,5\n", 1),
        ("1,2,3,class\n5,6,7,a\n6,5,8,b\n", None),
        ("1,2,3,4\n5,6,7,1\n6,5,8,2\n", None),
    ],
)
def test_a_first_line_that_counts_may_be_names(tmp_path, text, label):
    """As a pattern, a line 0, 1, 2, … is implausible."""
    with pytest.raises(DataError, match="may be a pattern or the columns' names; set head"):
        read(tmp_path, text, label=label)
    assert read(tmp_path, text, label="class" if "class" in text else 4, head=True).X.shape[1] == 3


def test_without_a_head_a_label_is_a_place(tmp_path):
    assert read(tmp_path, "7,2,1\n8,3,1\n7,4,1\n", label="1").y.tolist() == [-1, 1, -1]
    named = read(tmp_path, "1,2,k\n0.5,7,3\n0.25,8,4\n", label=2, head=True)
    assert named.X.tolist() == [[0.5, 3], [0.25, 4]] and named.y.tolist() == [-1, 1]


def test_classes_in_the_order_of_numbers(tmp_path):
    assert read(tmp_path, "1,10\n2,9\n").y.tolist() == [1, -1]


def test_one_number_is_one_class(tmp_path):
    text = "a,k\n1,1\n2,1.0\n3,-1\n4,+1\n"
    assert read(tmp_path, text).y.tolist() == [1, 1, -1, 1]
    assert read(tmp_path, text, positive=["-1.0"]).y.tolist() == [-1, -1, 1, -1]


def test_numbers_that_float64_cannot_tell_apart_are_two_classes(tmp_path):
    text = "a,k\n1,12345678901234567\n2,12345678901234568\n3,-0\n4,0.0\n"
    assert read(tmp_path, text, positive=["12345678901234567"]).y.tolist() == [1, -1, -1, -1]
    assert read(tmp_path, text, positive=[0]).y.tolist() == [-1, -1, 1, 1]
    text = "12345678901234567 1:1\n12345678901234568 1:2\n"
    assert read(tmp_path, text, "m.t").y.tolist() == [-1, 1]
    assert read(tmp_path, text, "m.t", positive=[12345678901234567]).y.tolist() == [1, -1]


def test_spaces_before_a_quoted_cell(tmp_path):
    problem = read(tmp_path, '"a", "k"\n1, "yes, it is"\n"2","no"\n')
    assert problem.X.tolist() == [[1], [2]] and problem.y.tolist() == [1, -1]


@pytest.mark.parametrize("row", ["{0},1\n", "1 1:{0}\n"])
def test_whole_numbers_that_float64_would_round_are_refused(tmp_path, row):
    """Rounded, 2^53 + 1 would equal 2^53, and an exact proof would call the rows equal."""
    name = "m.csv" if "," in row else "m.t"
    head, other = ("a,k\n", "1,0\n") if "," in row else ("", "-1 1:1\n")
    read(tmp_path, head + row.format(2**53 + 2) + other, name)
    with pytest.raises(DataError, match=f"'(1:)?{2**53 + 1}' .*has more digits than float64 holds"):
        read(tmp_path, head + row.format(2**53 + 1) + other, name)


def test_exponents_of_any_length(tmp_path):
    nought = "0e" + 30 * "9"
    text = f"1 1:{nought} 3:1\n-1 1:-{nought}\n"
    assert read(tmp_path, text, "m.t").X.toarray().tolist() == [[0, 0, 1], [0, 0, 0]]
    assert read(tmp_path, f"a,k\n{nought},1\n1,0\n").X.tolist() == [[0], [1]]
    with pytest.raises(DataError, match="line 1: '1e-9+' is too small for a number in float64"):
        read(tmp_path, f"1 1:1e-{30 * '9'}\n-1 1:1\n", "m.t")


def test_numbers_of_any_length(tmp_path):
    small = "0." + 100 * "0" + "25"
    read_small = read(tmp_path, f"1 1:{small} 2:1\n-1 1:1\n", "m.t")
    assert read_small.X.toarray()[0, 0] == 2.5e-101
    long = "1." + 200 * "3"
    assert read(tmp_path, f"1 1:{long}\r\n-1 1:1\r\n", "m.t").X.toarray()[0, 0] == 4 / 3
    assert read(tmp_path, f"a,k\n{long},1\n1,0\n").X[0, 0] == 4 / 3


def test_positive_classes_against_all_others(tmp_path):
    text = "1,red\n2,green\n3,blue\n"
    assert read(tmp_path, text, head=False, positive=["red", "blue"]).y.tolist() == [1, -1, 1]
    digits = "7 1:2\n3 2:1\n1 1:5 3:1\n"
    problem = read(tmp_path, digits, "mine.txt", positive=["7", "1"])
    assert problem.y.tolist() == [1, -1, 1]


@pytest.mark.parametrize("other", ["yes\u00a0", "y\u200bes", "\uff59es"])
@pytest.mark.parametrize("positive", ["yes", None])
def test_classes_that_look_the_same_are_refused(tmp_path, other, positive):
    sentence = f"the classes 'yes' and {ascii(other)}, which look the same; write them in one way."
    with pytest.raises(DataError, match=re.escape(sentence)):
        read(tmp_path, f"x,y\n1,yes\n2,no\n3,{other}\n4,no\n", positive=positive)


def test_classes_that_differ_by_case_are_named(tmp_path):
    said = []
    text = "x,y\n1,yes\n2,no\n4,Yes\n8,no\n"
    assert read(tmp_path, text, positive="yes", tell=said.append).y.tolist() == [1, -1, -1, -1]
    assert said == ["'Yes' and 'yes' are read as two classes."]
    read(tmp_path, "x,y\n1,1E5\n2,1e5\n4,2\n8,2\n", tell=said.append)
    assert len(said) == 1  # they are one number


def test_classes_that_look_different_are_two(tmp_path):
    assert read(tmp_path, "x,y\n1,m\u00b2\n2,m2\n").y.tolist() == [1, -1]


@pytest.mark.parametrize("infinite", ["inf", "-Infinity", "1e400"])
def test_infinity_is_no_class_beside_numbers(tmp_path, infinite):
    sentence = f"has the class {infinite!r}, but other classes are numbers."
    with pytest.raises(DataError, match=re.escape(sentence)):
        read(tmp_path, f"1,0\n2,{infinite}\n3,1\n4,0\n", positive=1)
    assert read(tmp_path, f"1,sup\n2,{infinite}\n3,sup\n").y.sum() == 1


def test_libsvm(tmp_path):
    problem = read(tmp_path, "+1 1:0.5 4:2\n-1 2:1\n", "mine.libsvm")
    assert sparse.issparse(problem.X) and problem.X.shape == (2, 4)
    assert problem.X.toarray().tolist() == [[0.5, 0, 0, 2], [0, 1, 0, 0]]
    assert problem.y.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("text", "name", "options", "sentence"),
    [
        ("", "m.csv", {}, "m.csv is empty"),
        ("a,b\n1,2,3\n", "m.csv", {}, "m.csv, line 2: 3 columns, where 2 are expected"),
        ("a,k\n1,x\n?,y\n", "m.csv", {}, r"m.csv, line 3: '\?' in column .* is not a number"),
        ("a,k\n1,x\nnan,y\n", "m.csv", {}, "m.csv, line 3: 'nan' in column .* is not a number"),
        ("k\nx\ny\n", "m.csv", {}, "line 1: there is only one column, so there are classes but"),
        ("a,k\n1,x\n2,x\n", "m.csv", {}, "m.csv has patterns of only one class"),
        ("a,k\n1,x\n2,y\n3,z\n", "m.csv", {}, "m.csv has 3 classes, x, y, z: name the positive"),
        (CSV, "m.csv", {"positive": ["maybe"]}, "m.csv has no class 'maybe'; there are no, yes"),
        (CSV, "m.csv", {"positive": ["yes", "no"]}, "m.csv has patterns of only one class"),
        (CSV, "m.csv", {"label": "sort"}, "no column 'sort'; there are a, b, kind, or places"),
        (CSV, "m.csv", {"label": 4}, "no column '4'; .* places from 1 to 3"),
        ("1,2\n3,4\n", "m.csv", {"label": "a"}, "no column 'a'; without names .* from 1 to 2"),
        ("2,1,k\n3,4,x\n5,6,y\n", "m.csv", {"label": "1", "head": True}, AMBIGUOUS),
        ("5,?,1\n1,2,0\n3,4,1\n", "m.csv", {}, f"m.csv, line 1: '5,\\?,1' {UNDECIDED}"),
        ("?,?,yes\n1,2,no\n3,4,yes\n", "m.csv", {}, f"line 1: '\\?,\\?,yes' {UNDECIDED}"),
        ("0,1,class\n3,4,1\n5,6,0\n", "m.csv", {}, f"line 1: '0,1,class' {UNDECIDED}"),
        ("0,1,2\n3,4,1\n5,6,0\n", "m.csv", {"positive": ["1"]}, f"'0,1,2' {UNDECIDED}"),
        ("0,1\n3,1\n5,0\n", "m.csv", {}, f"'0,1' {UNDECIDED}"),
        ("0,1,k\n3,4,x\n5,6,y\n", "m.csv", {"positive": ["x"]}, f"'0,1,k' {UNDECIDED}"),
        ("a,b,k\n5,?,x\n", "m.csv", {"head": False}, "line 1: 'a' in column .* is not a number"),
        ('a,k\n1,"x\n2,y\n3,x\n', "m.csv", {}, "line 2: a quotation mark is not closed"),
        ('a,k\n1,"x\ny"\n2,y\n', "m.csv", {}, "line 2: a quotation mark is not closed"),
        ('a,k\n1,"x"y\n2,y\n', "m.csv", {}, "line 2: ',' expected after"),
        ('a,k\n1,x"y"\n2,y\n', "m.csv", {}, f"line 2: {BARE}"),
        ('a,k\n1,yes"\n2,no\n', "m.csv", {"positive": ["yes"]}, f"line 2: {BARE}"),
        ("a,k\n1\xa0,x\n2,y\n", "m.csv", {}, r"line 2: '1\\xa0' in column .* is not a number"),
        ("a,a,k\n1,2,x\n", "m.csv", {"label": "a", "head": True}, "'a' is the name of 2 columns"),
        ("a,k\n1,x\n2,y\n3,x\x1b\n", "m.csv", {}, r"3 classes, x, 'x\\x1b', y: name the positive"),
        ("a,k\n1_0,x\n2,y\n", "m.csv", {}, "line 2: '1_0' in column .* is not a number"),
        ("a,k\n1,x\n2,nan\n", "m.csv", {}, "line 3: the class 'nan' is missing"),
        ("a,k\n1,x\n2,\n", "m.csv", {}, "line 3: the class '' is missing"),
        ("a,k\n1,x\n2,<NA>\n3,y\n", "m.csv", {}, "line 3: the class '<NA>' is missing"),
        ("a,k\n1,x\n2,#N/A\n3,y\n", "m.csv", {}, "line 3: the class '#N/A' is missing"),
        ("a,k\n1,x\n2,NaT\n3,y\n", "m.csv", {}, "line 3: the class 'NaT' is missing"),
        ("a,k\n1,x\n2,\\N\n3,y\n", "m.csv", {}, r"line 3: the class '.*N' is missing"),
        ("a,k\n1,x\n2,-nan\n3,y\n", "m.csv", {}, "line 3: the class '-nan' is missing"),
        ("a,k\n1,x\n2,#DIV/0!\n3,y\n", "m.csv", {}, "line 3: the class '#DIV/0!' is missing"),
        ("a,k\n1,x\n2,.\n3,y\n", "m.csv", {}, "line 3: the class '.' is missing"),
        (
            "a,k\n1e-999,x\n2,y\n",
            "m.csv",
            {},
            "line 2: '1e-999' in column .* is too small .* Write 0 for",
        ),
        ("a,k\n1e999,x\n2,y\n", "m.csv", {}, "line 2: '1e999' in column .* is too large"),
        ('a,b,y\n"1,234",2,p\n"2,345",3,q\n', "m.csv", {}, "'1,234' may be 1234 or 1.234; write"),
        ("a,b,y\n10%,2,p\n20%,3,q\n", "m.csv", {}, "line 2: '10%' in column 1 .* is not a num"),
        ("a,k\n1,1\n2,1.0\n", "m.csv", {}, "m.csv has patterns of only one class"),
        (
            "+1 1:2\n",
            "m.t",
            {"label": "k"},
            "m.t is read in libsvm's .* end in .csv or .tsv: leave out label, or rename",
        ),
        ("+1 1:2\n-1 0:2\n", "m.t", {}, "m.t, line 2: '0:2' has the index 0"),
        ("+1 1:2\r2:3\n", "m.t", {}, "m.t, line 2: '2:3' begins the line, where the label"),
        (
            "+1 1:x\n",
            "m.t",
            {},
            "m.t, line 1: '1:x' has a value that is not a finite decimal number",
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, name, options, sentence):
    with pytest.raises(DataError, match=sentence):
        read(tmp_path, text, name, **options)


def test_how_a_file_is_read_needs_a_file(tmp_path, capsys):
    output = tmp_path / "sonar.npz"
    for option in (["--label", "1"], ["--positive", "1"], ["--no-head"]):
        assert main(["prepare", "sonar", "--output", str(output), *option]) == 1
        assert "needs a file of your own: name the file with --file." in capsys.readouterr().err
    for option in ("--store", "--mirror"):
        given = ["--output", str(output), "--file", "mine.csv", option, "elsewhere"]
        assert main(["prepare", "mine", *given]) == 1
        assert f"{option} is for the suite's data sets: leave it out" in capsys.readouterr().err
    assert not output.exists()


def test_the_command(tmp_path, capsys):
    path, output = tmp_path / "mine.csv", tmp_path / "mine.npz"
    path.write_text(CSV)
    options = ["prepare", "mine", "--file", str(path), "--output", str(output)]
    assert main([*options, "--label", "kind", "--positive", "no"]) == 0
    assert read_problem(output).y.tolist() == [-1, 1, -1]
    record = read_record(output)
    assert record["files"]["mine.csv"]["source"] == str(path)
    assert len(record["files"]["mine.csv"]["sha256"]) == 64 and record["fingerprint"]["m"] == 3
    path.write_text("a,k\n1\n")
    assert main(options) == 1
    assert capsys.readouterr().err == f"error: {path}, line 2: 1 columns, where 2 are expected.\n"
    assert read_problem(output).y.tolist() == [-1, 1, -1]  # what was made stays
    output.unlink()
    assert main([*options, "--record-failure"]) == 0  # in the workflow, where others go on
    with pytest.raises(Unreachable, match="line 2: 1 columns, where 2 are expected"):
        read_problem(output)


def csv_of(path, X, y):
    """Return a CSV file of patterns and classes."""
    pairs = zip(X.tolist(), y, strict=True)
    rows = [",".join([*map(repr, row), str(label)]) for row, label in pairs]
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.fixture
def flowers(tmp_path):
    """Return (file, X, y) of 40 patterns; attributes have different scales, one is constant."""
    random = np.random.default_rng(0)
    X = random.normal(size=(40, 3)) * [1.0, 1e4, 0.0] + [5.0, 0.0, 7.0]
    y = np.where(random.random(40) < 0.5, "b", "a")
    return csv_of(tmp_path / "flowers.csv", X, y), X, y


def test_a_part_is_held_out_by_the_seed_in_the_order_of_the_file(flowers):
    file, X, y = flowers
    whole, one, same, other = (
        read_own("flowers", file, **how)
        for how in ({}, {"test": 0.25}, {"test": 0.25}, {"test": 0.25, "seed": 1})
    )
    assert (one.X.shape, one.X_test.shape, one.y_test.dtype) == ((30, 3), (10, 3), np.int64)
    np.testing.assert_array_equal(one.X, same.X)
    assert (one.X_test != other.X_test).any()
    for part, labels in ((one.X, one.y), (one.X_test, one.y_test)):
        places = [whole.X.tolist().index(row) for row in part.tolist()]
        assert places == sorted(places)
        np.testing.assert_array_equal(labels, whole.y[places])
    assert len({tuple(row) for row in np.vstack([one.X, one.X_test]).tolist()}) == 40


def test_attributes_are_brought_to_one_scale_by_the_patterns_for_training(flowers):
    file, *_ = flowers
    scaled, raw = (read_own("flowers", file, test=0.25, scale=s) for s in ("standard", None))
    np.testing.assert_allclose(scaled.X.mean(0), 0.0, atol=1e-12)
    np.testing.assert_allclose(scaled.X.std(0), [1.0, 1.0, 0.0], atol=1e-12)
    mean, spread = raw.X.mean(0)[:2], raw.X.std(0)[:2]
    np.testing.assert_allclose(scaled.X_test[:, :2], (raw.X_test[:, :2] - mean) / spread)
    assert not scaled.X_test[:, 2].any()


def test_scales_far_apart_are_told(flowers):
    file, *_ = flowers
    told = []
    read_own("flowers", file, tell=told.append)
    read_own("flowers", file, scale="standard", tell=told.append)
    (hint,) = told
    assert "times the smallest; scale: standard brings all to one scale." in hint


def test_what_cannot_be_held_out_or_scaled_is_told(flowers, tmp_path):
    file, *_ = flowers
    with pytest.raises(DataError, match="flowers.csv: test: 0.01: the 0 patterns for testing"):
        read_own("flowers", file, test=0.01)
    (tmp_path / "sparse").write_text("1 1:1\n-1 2:1\n")
    with pytest.raises(DataError, match="sparse: scale: standard would make all zeros"):
        read_own("sparse", tmp_path / "sparse", scale="standard")


def test_sparse_patterns_are_held_out_and_prepared(tmp_path):
    lines = [f"{1 if k % 3 else -1} {k % 5 + 1}:{k + 1} 7:1" for k in range(30)]
    (tmp_path / "sparse").write_text("\n".join(lines) + "\n")
    made = read_own("sparse", tmp_path / "sparse", test=0.3)
    prepare_own("sparse", tmp_path / "sparse", tmp_path / "sparse.npz", test=0.3)
    kept = read_problem(tmp_path / "sparse.npz")
    for name in ("X", "X_test"):
        np.testing.assert_array_equal(getattr(made, name).toarray(), getattr(kept, name).toarray())
    np.testing.assert_array_equal(made.y_test, kept.y_test)


def test_plus_and_minus_are_classes(read):
    rows = read("a,k\n1,+\n2,-\n")
    assert rows.y.tolist() == [-1.0, 1.0] or rows.y.tolist() == [1.0, -1.0]


def test_a_zero_is_a_number_however_it_is_written(read):
    assert read("a,k\n0e-999,x\n-0.00,x\n1,y\n").X.ravel().tolist() == [0.0, 0.0, 1.0]


def test_one_positive_class_may_be_a_text(read):
    assert read("a,k\n1,12\n2,1\n3,2\n", positive="12").y.tolist() == [1.0, -1.0, -1.0]
    assert read("a,k\n1,12\n2,1\n3,2\n", positive=12).y.tolist() == [1.0, -1.0, -1.0]
    with pytest.raises(DataError, match="mine.csv has no class 'xy'; there are x, y"):
        read("a,k\n1,x\n2,y\n", positive="xy")
