"""Derived files are right byte for byte: Adult's coding, the random parts of Adult and Web."""

from hashlib import sha256

import pytest

from data import Unreachable, load
from data.derivations import adult_coding, random_part
from data.errors import DataError
from data.register import file_entry
from data.store import fetch_file, place
from tests.data.toy_file import CONTENT

PRIVATE = "39, Private, 77516, Bachelors, 13, Divorced, Sales, Wife, White, Male"

FRACTIONS = dict(zip("12345678", (0.05, 0.07, 0.1, 0.15, 0.2, 0.35, 0.5, 0.7), strict=True))
PARTS = [f"a{k}a" for k in "12345678"] + [f"w{k}a" for k in "1234567"]


def sha256_of(rows):
    return sha256(b"".join(rows)).hexdigest()


@pytest.fixture
def full(shared_mirror, tmp_path):
    """Return the rows of a9a and w8a, by the first letter of their parts' names."""
    paths = {name[0]: fetch_file(name, tmp_path, shared_mirror).path for name in ("a9a", "w8a")}
    return {letter: path.read_bytes().splitlines(keepends=True) for letter, path in paths.items()}


# --- random parts -------------------------------------------------------------------------------


def test_every_part_is_the_published_one_byte_for_byte(full, manifest):
    published = 0
    for name in PARTS:
        drawn, rest = random_part.split(full[name[0]], FRACTIONS[name[1]])
        assert sha256_of(drawn) == file_entry(name)["sha256"]
        for file, rows in ((name, drawn), (f"{name}.t", rest)):
            if file in manifest:
                assert sha256_of(rows) == manifest[file]["sha256_canonical"]
                published += 1
    assert published == 20


def test_the_test_file_of_w8a_is_made_of_its_training_rows(full, manifest):
    """LIBSVM's w8a.t is the rest of an eighth draw, so none of its rows are new."""
    rest = random_part.split(full["w"], FRACTIONS["8"])[1]
    assert sha256_of(rest) == manifest["w8a.t"]["sha256_canonical"]


def test_a_part_of_made_up_rows(tmp_path):
    rows = [f"{k}\n" for k in range(2000)]
    (tmp_path / "rows").write_text("".join(rows))
    random_part.derive(tmp_path / "rows", tmp_path / "part", 0.1)
    drawn, rest = random_part.split(rows, 0.1)
    assert (tmp_path / "part").read_text() == "".join(drawn)
    assert sorted(drawn + rest, key=int) == rows
    numbers = random_part.random_numbers()
    assert drawn == [row for row, number in zip(rows, numbers, strict=False) if number < 3276]


def test_a_part_is_made_in_the_store(toy, register, tmp_path):
    source = {"kind": "derived", "from": "toy.data", "by": "random_part", "fraction": 0.5}
    drawn = random_part.split(CONTENT.splitlines(keepends=True), 0.5)[0]
    entry = {"bytes": None, "sha256": sha256_of(drawn), "sources": [source]}
    register["files"]["part.data"] = entry
    toy["sources"] = [{"kind": "mirror"}]
    store, mirror = tmp_path / "store", tmp_path / "mirror"
    assert place("part.data", store, mirror) == "remote"
    with pytest.raises(Unreachable, match=r"part.data \(derived toy.data: toy.data \(mirror: "):
        fetch_file("part.data", store, mirror)

    mirror.mkdir()
    (mirror / "toy.data").write_bytes(CONTENT)
    assert place("part.data", store, mirror) == "mirror"
    file = fetch_file("part.data", store, mirror)
    assert file.path.read_bytes() == b"".join(drawn) and file.verified
    assert file.source == "derived from toy.data (mirror toy.data)"
    assert sorted(path.name for path in store.iterdir() if path.suffix != ".source") == [
        "part.data",
        "toy.data",
    ]


def test_a_part_that_is_not_the_registered_one_is_not_kept(toy, register, tmp_path):
    source = {"kind": "derived", "from": "toy.data", "by": "random_part", "fraction": 0.5}
    entry = {"bytes": None, "sha256": "0" * 64, "sources": [source]}
    register["files"]["part.data"] = entry
    toy["sources"] = [{"kind": "mirror"}]
    (tmp_path / "toy.data").write_bytes(CONTENT)
    with pytest.raises(Unreachable, match="derived toy.data: wrong bytes"):
        fetch_file("part.data", tmp_path / "store", tmp_path)
    assert not (tmp_path / "store" / "part.data").exists()


# --- Adult --------------------------------------------------------------------------------------


def test_adult_from_the_raw_file_is_a9a_byte_for_byte(shared_mirror, tmp_path):
    raw = fetch_file("adult.data", tmp_path / "store", shared_mirror)
    adult_coding.derive(raw.path, tmp_path / "a9a")
    assert sha256((tmp_path / "a9a").read_bytes()).hexdigest() == file_entry("a9a")["sha256"]


def test_the_raw_file_alone_gives_all_of_adult(shared_mirror, tmp_path):
    mirror, store = tmp_path / "mirror", tmp_path / "store"
    mirror.mkdir()
    raw = fetch_file("adult.data", store, shared_mirror)
    (mirror / "adult.data").symlink_to(raw.path)
    assert place("a5a", tmp_path / "other", mirror) == "mirror"
    assert load("a5a", tmp_path / "other", mirror).X.shape == (6414, 123)


def test_adult_coding(tmp_path):
    rows = [
        f"{PRIVATE}, 2174, 0, 40, United-States, <=50K\n",
        "17, ?, 12285, Preschool, 1, Widowed, ?, Unmarried, Black, Female, 0, 155, 34, ?, >50K\n",
        "\n",
    ]
    (tmp_path / "raw").write_text("".join(rows))
    adult_coding.derive(tmp_path / "raw", tmp_path / "made")
    first = [3, 6, 14, 19, 39, 41, 50, 61, 67, 73, 75, 76, 80, 83]
    second = [1, 14, 34, 35, 44, 66, 71, 72, 74, 77, 78]
    lines = [
        f"{label} " + "".join(f"{k}:1 " for k in features) + "\n"
        for label, features in (("-1", first), ("+1", second))
    ]
    assert (tmp_path / "made").read_text() == "".join(lines)


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (", 2174, 0, 40, United-States, <=50K.\n", "'<=50K.' is not one of"),
        (", 2174, 0, 40, United States, <=50K\n", "'United States' is not one of"),
        (", 2174, 0, forty, United-States, <=50K\n", "'forty' in column 13 is not a number"),
        (", 2174, 0, 40, <=50K\n", "has 14 columns, where 15 are expected"),
        (", 2174, 0, 40, United-States, <=50K", "cut short, after '4, 0, 40, United"),
    ],
)
def test_a_broken_line_of_adult_is_named(tmp_path, end, said):
    path = tmp_path / "raw"
    path.write_text(PRIVATE + end)
    with pytest.raises(DataError) as error:
        adult_coding.derive(path, tmp_path / "made")
    assert str(error.value).startswith(f"{path}, line 1: ") and said in str(error.value)
