"""USPS, MNIST and Letter have their classes and test sets, and agree with the mirror."""

import re
import struct

import numpy as np
import pytest

from data import SplitProblem, load
from data.errors import DataError
from data.loaders import letter, mnist, usps_raw, usps_smoothed, usps_smoothed_from_raw
from data.loading import load_with_record
from data.store import fetch_file

DTYPES = {
    "usps-raw": np.float64,
    "usps-smoothed": np.float64,
    "mnist": np.uint8,
    "letter": np.uint8,
}


@pytest.fixture
def files(tmp_path):
    """Return a function that writes contents into files, by name, and returns their paths."""

    def write(**contents):
        for name, content in contents.items():
            content = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name).write_bytes(content)
        return [tmp_path / name for name in contents]

    return write


@pytest.fixture
def offline(register):
    """Allow only the mirror to be reached."""
    for entry in register["files"].values():
        entry["sources"] = [source for source in entry["sources"] if source["kind"] == "mirror"]


def refusal(load, *paths):
    with pytest.raises(DataError) as error:
        load(*paths)
    return str(error.value)


@pytest.mark.parametrize("name", DTYPES)
def test_types_and_layout_of_the_mirror(offline, shared_mirror, tmp_path, name):
    problem = load(name, tmp_path / "store", shared_mirror)
    assert isinstance(problem, SplitProblem) and problem.name == name
    for X, y in ((problem.X, problem.y), (problem.X_test, problem.y_test)):
        assert X.dtype == DTYPES[name] and X.flags.c_contiguous and y.dtype == np.int64
        assert y.shape == (len(X),)
        assert set(y) == set(range(26 if name == "letter" else 10))


# --- USPS ---------------------------------------------------------------------------------------


def raw_line(label="3", levels=("-1", "0.5", "1.0000", "0")):
    return f"{label} {' '.join(levels[k % len(levels)] for k in range(256))} \n"


def test_usps_raw(files):
    paths = files(train=raw_line("6.0000") + raw_line("0.0000"), test=raw_line("9"))
    X, y, X_test, y_test = usps_raw.load(*paths)
    assert np.array_equal(X, np.tile([-1, 0.5, 1, 0], (2, 64))) and list(y) == [6, 0]
    assert np.array_equal(X_test, X[:1]) and list(y_test) == [9]


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (raw_line("10"), "line 2: '10' is not one of 0, 1, 2"),
        (raw_line("6.5000"), "line 2: '6.5000' is not one of 0, 1, 2"),
        (raw_line(levels=["0.5", "-1.001"]), "line 2: '-1.001' is not a grey level from -1 to 1."),
        (raw_line(levels=["0.5", "white"]), "line 2: 'white' in column 3 is not a number."),
        (raw_line(levels=["0.5", "nan"]), "line 2: 'nan' in column 3 is not a number."),
        (raw_line() + "3 0.5\n", "line 3: '3 0.5' has 2 columns, where 257 are expected."),
        (raw_line()[:-8], "line 2: the last line is cut short, after "),
    ],
)
def test_a_broken_line_of_raw_usps_is_named(files, place, line, said):
    contents = {"train": raw_line(), "test": raw_line()}
    contents[["train", "test"][place]] += line
    paths = files(**contents)
    for loader in (usps_raw, usps_smoothed_from_raw):
        assert refusal(loader.load, *paths).startswith(f"{paths[place]}, {said}")


def test_usps_smoothed(files):
    paths = files(usps="10 1:-1 2:0.25 256:1\n1 3:0.5\n", test="2 1:-0.999999 \n")
    X, y, X_test, y_test = usps_smoothed.load(*paths)
    expected = np.zeros((2, 256))
    expected[0, [0, 1, 255]], expected[1, 2] = [-1, 0.25, 1], 0.5
    assert np.array_equal(X, expected) and list(y) == [9, 0]
    assert X_test.shape == (1, 256) and X_test[0, 0] == -0.999999 and list(y_test) == [1]


@pytest.mark.long
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0 1:1", "'0' is not a label from 1 to 10"),
        ("11 1:1", "'11' is not a label from 1 to 10"),
        ("3.0 1:1", "'3.0' is not a whole number"),
        ("3 257:1", "'257:1' has an index above 256, the largest that is allowed"),
        ("3 7:white", "'7:white' has a value that is not a finite decimal number"),
    ],
)
def test_a_broken_line_of_smoothed_usps_is_named(files, place, line, said):
    contents = {"usps": "1 1:1\n", "usps.t": "2 1:1\n"}
    contents[["usps", "usps.t"][place]] += f"{line}\n"
    paths = files(**contents)
    assert refusal(usps_smoothed.load, *paths) == f"{paths[place]}, line 2: {said}."


def test_smoothing():
    """A point becomes the Gaussian, and a white image stays white up to its border."""
    weights = np.exp(-0.5 * (np.hypot(*np.mgrid[-3:4, -3:4]) / 0.75) ** 2)
    image = np.full((16, 16), -1.0)
    assert np.allclose(usps_smoothed_from_raw.smoothed(image.reshape(1, 256)), -1, atol=1e-15)
    image[5, 9] = 1
    expected = np.full((16, 16), -1.0)
    expected[2:9, 6:13] += 2 * weights / weights.sum()
    found = usps_smoothed_from_raw.smoothed(image.reshape(1, 256))
    assert found.shape == (1, 256) and np.allclose(found[0].reshape(16, 16), expected, atol=1e-15)


def test_smoothing_gives_the_test_set_of_libsvm(shared_mirror, tmp_path):
    """usps.t is the smoothed zip.test, row for row, to its sixth and last decimal."""
    names = ("zip.test", "usps.t")
    raw, smooth = (fetch_file(name, tmp_path / "store", shared_mirror).path for name in names)
    X, y, _, _ = usps_smoothed_from_raw.load(raw, raw)
    expected, labels, _, _ = usps_smoothed.load(smooth, smooth)
    assert np.array_equal(y, labels)
    assert 1e-7 < np.abs(X - expected).max() < 1e-6


def as_libsvm(X, y):
    """Return a set of digits as LIBSVM's text, with six decimals."""
    rows = (" ".join(f"{k}:{x:.6f}" for k, x in enumerate(row, start=1)) for row in X.tolist())
    return "".join(f"{label + 1} {row} \n" for label, row in zip(y, rows, strict=True))


def test_smoothed_usps_is_made_either_way_and_the_record_says_which(
    offline, shared_mirror, tmp_path, capsys
):
    """LIBSVM's files are read if present; raw images among them are refused by name."""
    store = tmp_path / "store"
    made, record = load_with_record("usps-smoothed", store, shared_mirror)
    assert record["loader"] == "usps_smoothed_from_raw"
    assert list(record["files"]) == ["zip.train", "zip.test"]
    said = "usps, usps.t are not all available; made from zip.train, zip.test instead."
    assert f"usps-smoothed: {said}\n" in capsys.readouterr().err

    (store / "usps").write_text(as_libsvm(made.X, made.y))
    read, record = load_with_record("usps-smoothed", store, shared_mirror)
    assert record["loader"] == "usps_smoothed" and list(record["files"]) == ["usps", "usps.t"]
    assert record["files"]["usps"]["verification"] == "unverified"
    assert capsys.readouterr().err == ""
    for one, other in zip(made[1:], read[1:], strict=True):
        assert np.abs(one - other).max() < 1e-6

    raw = load("usps-raw", store, shared_mirror)
    (store / "usps").write_text(as_libsvm(raw.X, raw.y))
    with pytest.raises(DataError) as error:
        load("usps-smoothed", store, shared_mirror)
    assert str(error.value) == "usps-smoothed: max_norm is 15.622, but the register states 14.798."


def test_smoothed_usps_for_raw_is_refused_by_name(offline, register, shared_mirror, tmp_path):
    register["data_sets"]["usps-raw"]["loader"] = "usps_smoothed_from_raw"
    with pytest.raises(DataError) as error:
        load("usps-raw", tmp_path / "store", shared_mirror)
    assert str(error.value) == "usps-raw: max_norm is 14.798, but the register states 15.622."


def test_counts_of_usps(shared_mirror, tmp_path):
    """The expected counts are in the publisher's zip.info.txt."""
    problem = load("usps-raw", tmp_path / "store", shared_mirror)
    information = (shared_mirror / "zip.info.txt").read_text()
    for part, y in (("Train", problem.y), ("Test", problem.y_test)):
        (line,) = re.findall(rf"^ *{part} ([ 0-9]+)$", information, re.MULTILINE)
        assert [*np.bincount(y), len(y)] == list(map(int, line.split()))


# --- MNIST --------------------------------------------------------------------------------------


def idx(*sizes, items=None, head=None):
    """Return an idx file of the bytes 0, 1, 2, …, or of `items`."""
    head = head or bytes([0, 0, 8, len(sizes)])
    items = bytes(k % 10 for k in range(int(np.prod(sizes)))) if items is None else items
    return head + struct.pack(f">{len(sizes)}I", *sizes) + items


NO_HEAD = "{{path}} does not begin as a {}-dimensional idx file of bytes."
MNIST = {"images": idx(3, 28, 28), "labels": idx(3), "images_t": idx(2, 28, 28), "labels_t": idx(2)}


def test_mnist(files):
    X, y, X_test, y_test = mnist.load(*files(**MNIST))
    assert X.shape == (3, 784) and X.dtype == np.uint8 and list(X[1, :3]) == [4, 5, 6]
    assert list(y) == [0, 1, 2] and y.dtype == np.int64
    assert X_test.shape == (2, 784) and list(y_test) == [0, 1]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("images", b"", NO_HEAD.format(3)),
        ("images", idx(3), NO_HEAD.format(3)),
        ("labels", idx(3, 28, 28), NO_HEAD.format(1)),
        ("labels_t", b"5\n0\n4\n", NO_HEAD.format(1)),
        ("labels", idx(3, head=bytes([0, 0, 13, 1])), NO_HEAD.format(1)),
        (
            "images_t",
            idx(2, 28, 27),
            "{path} has items of 28 x 27 bytes, where 28 x 28 are expected.",
        ),
        (
            "images",
            idx(3, 28, 28)[:-1],
            "{path} has 2351 bytes of items, but its header requires 2352.",
        ),
        ("labels_t", idx(2) + b"\0", "{path} has 3 bytes of items, but its header requires 2."),
        ("labels", idx(4), "{images} has 3 images, but {path} has 4 labels."),
        ("labels", idx(3, items=b"\1\2\12"), "{path}, label 3: 10 is not a digit."),
    ],
)
def test_a_broken_file_of_mnist_is_named(files, name, content, said):
    paths = files(**(MNIST | {name: content}))
    path = paths[list(MNIST).index(name)]
    assert refusal(mnist.load, *paths) == said.format(path=path, images=paths[0])


def test_mnist_of_the_mirror(shared_mirror, tmp_path):
    problem = load("mnist", tmp_path / "store", shared_mirror)
    assert list(problem.y[:6]) == [5, 0, 4, 1, 9, 2] and list(problem.y_test[:4]) == [7, 2, 1, 0]
    # digits of each kind, as counted in the literature
    counts = [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]
    assert list(np.bincount(problem.y)) == counts
    assert problem.X.max() == 255 and not problem.X[:, 0].any()  # the corner is always white


# --- Letter -------------------------------------------------------------------------------------

LETTER = "T,2,8,3,5,1,8,13,0,6,6,10,8,0,8,0,8\n"


def test_letter(files):
    rows = [LETTER.replace("T", "ABZ"[k % 3]) for k in range(16_002)]
    X, y, X_test, y_test = letter.load(*files(letters="".join(rows)))
    assert X.shape == (16_000, 16) and X_test.shape == (2, 16) and X.dtype == np.uint8
    assert list(X_test[0]) == [2, 8, 3, 5, 1, 8, 13, 0, 6, 6, 10, 8, 0, 8, 0, 8]
    assert list(y[:4]) == [0, 1, 25, 0] and list(y_test) == [1, 25] and y.dtype == np.int64


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("T,", "t,", "'t' is not one of A, B, C"),
        ("T,", "TT,", "'TT' is not one of A, B, C"),
        (",13,", ",16,", "'16' is not one of 0, 1, 2"),
        (",13,", ",-1,", "'-1' is not one of 0, 1, 2"),
        (",13,", ",1.5,", "'1.5' is not one of 0, 1, 2"),
        (",13,", ",", "has 16 columns, where 17 are expected."),
        (",8\n", ",", "the last line is cut short, after "),
    ],
)
def test_a_broken_line_of_letter_is_named(files, old, new, said):
    (path,) = files(letters=LETTER + LETTER.replace(old, new))
    found = refusal(letter.load, path)
    assert found.startswith(f"{path}, line 2: ") and said in found


def test_letter_of_the_mirror(shared_mirror, tmp_path):
    problem = load("letter", tmp_path / "store", shared_mirror)
    lines = (shared_mirror / "letter-recognition.data").read_text().splitlines()
    found = np.concatenate([problem.X, problem.X_test])
    codes = np.concatenate([problem.y, problem.y_test])
    again = [
        f"{chr(65 + code)},{','.join(map(str, row))}"
        for code, row in zip(codes, found, strict=True)
    ]
    assert again == lines
