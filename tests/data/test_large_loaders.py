"""Adult, Web, Covertype and RCV1 are read correctly, checked by another reader and the mirror."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from data import load
from data.errors import DataError
from data.loaders import covertype, libsvm_text, rcv1
from data.problem import fingerprint

LINES = b"-1 3:1 11:0.25 \n+1\n1 1:-2.5e-3\t2:+7.\n-1 \n"


def written(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def same(X, Y):
    """Return whether two CSR matrices are stored identically, number for number."""
    return X.shape == Y.shape and all(
        np.array_equal(getattr(X, part), getattr(Y, part)) for part in ("data", "indices", "indptr")
    )


# --- LIBSVM's text ------------------------------------------------------------------------------


def test_libsvm_text(tmp_path):
    X, y = libsvm_text.load(written(tmp_path, LINES), n=12)
    expected = np.zeros((4, 12))
    expected[0, [2, 10]], expected[2, :2] = [1, 0.25], [-0.0025, 7]
    assert np.array_equal(X.toarray(), expected) and list(y) == [-1, 1, 1, -1]
    assert X.data.dtype == y.dtype == np.float64
    assert X.indices.dtype == X.indptr.dtype == np.int32 and X.has_canonical_format


def test_numbers_are_rounded_as_python_rounds_them(tmp_path):
    rng = np.random.default_rng(0)
    wide = np.ldexp(rng.standard_normal(3000), rng.integers(-200, 200, 3000))
    tokens = [repr(x) for x in wide.tolist()]
    tokens += [f"{x:.15g}" for x in rng.random(3000)] + [f"{x:.25f}" for x in rng.random(3000)]
    tokens += ["9007199254740993.0", "1e22", "1e23", "1E-22", "5e-324", "0e-400", ".5", "-0", "007"]
    tokens += ["9" * 40 + ".0", "0." + "0" * 40 + "1", "123456789012345678e-5"]
    path = written(tmp_path, "".join(f"1 1:{token}\n" for token in tokens))
    X, _ = libsvm_text.load(path, n=1)
    assert X.data.tobytes() == np.array([float(token) for token in tokens]).tobytes()


NO_PAIR = "not a pair index:value (the name of a table has to end in .csv or .tsv)"
SEVERAL = "'1,3' is not one label: a pattern has one class, without a comma (and the name of a "
SEVERAL += "table has to end in .csv or .tsv)"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 5:1 3:1", "'3:1' has an index that is not above the one before it"),
        ("1 5:1 5:1", "'5:1' has an index that is not above the one before it"),
        (
            "1 0:1",
            "'0:1' has the index 0, but indices count from 1; scikit-learn's "
            "dump_svmlight_file writes them so with zero_based=False",
        ),
        ("1 4:1 13:1", "'13:1' has an index above 12, the largest that is allowed"),
        (f"1 {'9' * 30}:1", f"'{'9' * 30}:1' has an index above 12, the largest that is allowed"),
        ("1 3:one", "'3:one' has a value that is not a finite decimal number"),
        ("1 3:1x", "'3:1x' has a value that is not a finite decimal number"),
        ("1 3:1e", "'3:1e' has a value that is not a finite decimal number"),
        ("1 3:nan", "'3:nan' has a value that is not a finite decimal number"),
        ("1 3:inf", "'3:inf' has a value that is not a finite decimal number"),
        ("1 3:0x1", "'3:0x1' has a value that is not a finite decimal number"),
        ("1 3:1_0", "'3:1_0' has a value that is not a finite decimal number"),
        ("1 3:.", "'3:.' has a value that is not a finite decimal number"),
        ("1 3:", "'3:' has a value that is not a finite decimal number"),
        ("1 3:1:2", "'3:1:2' has a value that is not a finite decimal number"),
        ("1 3:1e999", "'1e999' is too large for a number in float64"),
        ("1 3", f"'3' is {NO_PAIR}"),
        ("1 :1", f"':1' is {NO_PAIR}"),
        ("1 -3:1", f"'-3:1' is {NO_PAIR}"),
        ("1 # note", f"'#' is {NO_PAIR}"),
        ("+2 3:1", "the label '2' must be +1 or -1"),
        ("0 3:1", "the label '0' must be +1 or -1"),
        ("yes 3:1", "'yes' is not a number, as the label that begins a line has to be"),
        ("1.0 3:1", "'1.0' is not a whole number"),
        (f"{'1' * 30} 3:1", f"'{'1' * 30}' is not a whole number"),
        ("3:1", "'3:1' begins the line, where the label has to be"),
        ("1,3 3:1", SEVERAL),
    ],
)
def test_a_broken_line_of_libsvm_text_is_named(tmp_path, line, said):
    path = written(tmp_path, LINES + line.encode() + b"\n" + LINES)
    with pytest.raises(DataError) as error:
        libsvm_text.load(path, n=12)
    assert str(error.value) == f"{path}, line 5: {said}."


@pytest.mark.parametrize("cut", [1, 3, 20])
def test_a_last_line_that_is_cut_short_is_named(tmp_path, cut):
    content = LINES + b"1 1:1 2:1 3:1 4:1 5:1 12:1\n"
    path = written(tmp_path, content[:-cut])
    with pytest.raises(DataError) as error:
        libsvm_text.load(path, n=12)
    after = content[len(LINES) : -cut].decode()
    assert str(error.value) == f"{path}, line 5: the last line is cut short, after {after!r}."


def test_an_empty_file_is_named(tmp_path):
    with pytest.raises(DataError, match="file is empty"):
        libsvm_text.load(written(tmp_path, b""), n=12)


@pytest.mark.parametrize("name", ["a1a", "a4a", "a9a", "w1a", "w8a"])
def test_adult_and_web_as_scikit_learn_reads_them(shared_mirror, tmp_path, name):
    store = tmp_path / "store"
    _, X, y = load(name, store, shared_mirror)
    expected, labels = load_svmlight_file(str(store / name), n_features=X.shape[1])
    assert same(X, expected) and np.array_equal(y, labels)


def test_adult_and_web_fingerprints(shared_mirror, tmp_path):
    found = {n: fingerprint(load(n, tmp_path / "s", shared_mirror)) for n in ("a9a", "w8a")}
    assert found["a9a"]["nonzeros"] == 451592 and found["w8a"]["nonzeros"] == 579586
    # R squared is 15 and 115.01 in the Margitron's spaces, (rho, delta) = (0, 1) and (0.1, 1)
    assert found["a9a"]["max_norm"] ** 2 == pytest.approx(14, rel=1e-12)
    assert found["w8a"]["max_norm"] ** 2 == pytest.approx(114, rel=1e-12)


def test_patterns_without_a_feature_are_kept(shared_mirror, tmp_path):
    _, X, _ = load("w8a", tmp_path / "store", shared_mirror)
    assert (X.getnnz(axis=1) == 0).sum() == 4203


# --- Covertype ----------------------------------------------------------------------------------


def covertype_lines(m, seed=0):
    """Return lines like those of covtype.data, as an integer array (m, 55)."""
    rng = np.random.default_rng(seed)
    table = rng.integers(-300, 7000, (m, 55)) * (rng.random((m, 55)) < 0.2)
    table[:, 54] = rng.integers(1, 8, m)
    return table


def as_text(table):
    return "".join(",".join(map(str, row)) + "\n" for row in table)


def test_covertype(tmp_path):
    table = covertype_lines(50)
    X, y = covertype.load(written(tmp_path, as_text(table)))
    assert same(X, sparse.csr_matrix(table[:, :54] * 0.001))
    assert np.array_equal(y > 0, table[:, 54] == 1) and set(y) == {1.0, -1.0}
    assert X.indices.dtype == X.indptr.dtype == np.int32 and X.has_canonical_format


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7," + "0," * 52 + "1", "'7' begins a line that does not have 55 columns"),
        ("7," + "0," * 54 + "1", "'7' begins a line that does not have 55 columns"),
        ("0,1x," + "0," * 52 + "1", "'1x' is not a whole number"),
        ("0,1.5," + "0," * 52 + "1", "'1.5' is not a whole number"),
        ("0,," + "0," * 52 + "1", "'' is not a whole number"),
        ("0,-," + "0," * 52 + "1", "'-' is not a whole number"),
        ("0," * 54 + "8", "'8' is not a class from 1 to 7"),
        ("0," * 54 + "0", "'0' is not a class from 1 to 7"),
        ("0," * 54 + "1\r", "'1\\r' is not a whole number"),
        ("", "'' is not a whole number"),
    ],
)
def test_a_broken_line_of_covertype_is_named(tmp_path, line, said):
    good = as_text(covertype_lines(2))
    path = written(tmp_path, f"{good}{line}\n{good}")
    with pytest.raises(DataError) as error:
        covertype.load(path)
    assert str(error.value) == f"{path}, line 3: {said}."


def test_a_cut_file_of_covertype_is_named(tmp_path):
    path = written(tmp_path, as_text(covertype_lines(3))[:-2])
    with pytest.raises(DataError, match="line 3: the last line is cut short, after '.*,0,'"):
        covertype.load(path)


def test_covertype_of_the_mirror(shared_mirror, tmp_path):
    _, X, y = load("covertype", tmp_path / "store", shared_mirror)
    assert X.nnz == 6901775 and (y > 0).sum() == 211840
    first = np.fromstring("2596 51 3 258 0 510 221 232 148 6279", sep=" ")
    assert np.array_equal(X[0].toarray()[0, :10], first * 0.001)
    assert list(X[0].indices) == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 42] and y[0] == -1


# --- RCV1 ---------------------------------------------------------------------------------------

VECTORS = "26151  2:0.0497399253756197 47236:0.044664135988103\n26152  5:1\n26153 \n"
TOPICS = "C11 26151 1\nCCAT 26151 1\nCCAT 26153 1\nE11 26152 1\nC11 2286 1\n"


def rcv1_files(tmp_path, vectors=VECTORS, topics=TOPICS):
    paths = tmp_path / "vectors.dat", tmp_path / "topics.qrels"
    for path, content in zip(paths, (vectors, topics), strict=True):
        path.write_text(content)
    return paths


@pytest.mark.parametrize(("topic", "labels"), [("C11", [1, -1, -1]), ("CCAT", [1, -1, 1])])
def test_rcv1(tmp_path, topic, labels):
    X, y = rcv1.load(*rcv1_files(tmp_path), topic=topic)
    assert X.shape == (3, 47236) and list(y) == labels and y.dtype == np.float64
    assert list(X.indices) == [1, 47235, 4] and list(X.indptr) == [0, 2, 3, 3]
    assert list(X.data) == [0.0497399253756197, 0.044664135988103, 1]
    assert X.indices.dtype == X.indptr.dtype == np.int32


@pytest.mark.parametrize(
    ("files", "file", "said"),
    [
        ({"vectors": VECTORS + "7 47237:1\n"}, 0, "line 4: '47237:1' has an index above 47236"),
        ({"vectors": VECTORS + "7 1:1 1:1\n"}, 0, "line 4: '1:1' has an index that is not above"),
        ({"vectors": VECTORS + "7 1:1\n"}, 0, "line 4: 7 has no topic in "),
        ({"vectors": VECTORS[:-1]}, 0, "line 3: the last line is cut short"),
        ({"topics": TOPICS + "C11 26152\n"}, 1, "line 6: 'C11 26152' has 2 columns"),
        ({"topics": TOPICS + "C11 26152 2\n"}, 1, "line 6: '2' is not one of 1"),
        ({"topics": TOPICS + "C11 x 1\n"}, 1, "line 6: 'x' in column 2 is not a number"),
        ({"topics": TOPICS[:-1]}, 1, "line 5: the last line is cut short"),
        ({"topics": TOPICS[: -len("86 1\n")]}, 1, "line 5: the last line is cut short"),
    ],
)
def test_a_broken_line_of_rcv1_is_named(tmp_path, files, file, said):
    paths = rcv1_files(tmp_path, **files)
    with pytest.raises(DataError) as error:
        rcv1.load(*paths, topic="C11")
    assert str(error.value).startswith(f"{paths[file]}, {said}")


def test_rcv1_through_the_register(register, tmp_path):
    vectors, topics = "lyrl2004_vectors_test_pt0.dat", "rcv1-v2.topics.qrels"
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    for file, content in ((vectors, VECTORS), (topics, TOPICS)):
        (mirror / file).write_text(content)
    for name, positives in (("rcv1-c11", 1), ("rcv1-ccat", 2)):
        register["data_sets"][name]["facts"]["m"] = 3
        assert (load(name, tmp_path / "store", mirror).y > 0).sum() == positives


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_whole_number_that_float64_would_change_is_refused_at_any_line_end(tmp_path, end):
    path = written(tmp_path, f"+1 1:1{end}-1 1:{2**53 + 1}{end}".encode())
    with pytest.raises(DataError, match="line 2: '9007199254740993.*' has more digits than"):
        libsvm_text.load(path, n=12)
    path = written(tmp_path, f"+1 1:1{end}-1 1:{2**60}{end}".encode())
    assert libsvm_text.load(path, n=12)[0].toarray()[1, 0] == 2.0**60
