"""Text files are read; other content is refused with a sentence that says what it is."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import numpy as np
import pytest

from data.errors import DataError
from data.own import read_own

FILES = {"mine.csv": b"u,k\n1,p\n2,q\n", "mine.svm": b"-1 1:1\n1 1:2\n"}


def zipped(content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mine.csv", content)
    return file.getvalue()


def tarred(content):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        info = tarfile.TarInfo("mine.csv")
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


def npy(content):
    file = io.BytesIO()
    np.save(file, np.ones(3))
    return file.getvalue()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\n", b" \n", b"\t\r\n"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_do_not_count(read, name, end, last, mark):
    content = mark + FILES[name].replace(b"\n", end)
    problem = read(content if last else content.removesuffix(end), name)
    assert problem.X.sum() == 3 and problem.y.tolist() == [-1, 1]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    ("pack", "method"),
    [
        (gzip.compress, "gzip"),
        (bz2.compress, "bzip2"),
        (lzma.compress, "xz"),
        (zipped, "zip"),
    ],
)
def test_a_compressed_file_is_named_as_such(read, name, pack, method):
    with pytest.raises(DataError, match=rf"{name} is compressed \({method}.*\): unpack it"):
        read(pack(FILES[name]), name)
    with pytest.raises(DataError, match=r"mine.csv.gz is compressed"):
        read(pack(FILES[name]), "mine.csv.gz")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(("pack", "kind"), [(tarred, "an archive .tar."), (npy, "a NumPy array")])
def test_what_is_no_text_is_named(read, name, pack, kind):
    with pytest.raises(DataError, match=f"{name} is {kind}"):
        read(pack(FILES[name]), name)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_another_encoding_is_named(read, name, encoding):
    with pytest.raises(DataError, match="is in UTF-16 or UTF-32: save it in UTF-8"):
        read(FILES[name].decode().encode(encoding), name)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("text", "options", "line"),
    [
        ("u,k\n1,p\n\n2,café\n", {}, 4),
        ("größe,k\n1,p\n2,q\n", {"label": "größe"}, 1),
        ("größe,k\n1,p\n2,q\n", {"drop": ["größe"]}, 1),
    ],
)
def test_bytes_of_latin_1_are_named(read, text, options, line, end):
    content = text.replace("\n", end).encode("latin-1")
    said = f"mine.csv, line {line}: the byte 0x(E9|F6) is not UTF-8; save the file as UTF-8\\.$"
    with pytest.raises(DataError, match=said):
        read(content, **options)


def test_a_nul_is_named(read):
    with pytest.raises(
        DataError, match="mine.csv, line 4: there is a NUL byte, so the file is not text"
    ):
        read("a,k\n1,no\n2,yes\n3,yes\0\n", positive=["yes"])


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_there_and_a_folder_are_named(tmp_path, name):
    path = tmp_path / name
    with pytest.raises(DataError, match=f"{name}: there is no such file"):
        read_own("mine", path)
    path.mkdir()
    with pytest.raises(DataError, match=f"{name} is a folder; name a file in it"):
        read_own("mine", path)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [b"", b"\n", b" \t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n\n"])
def test_an_empty_file_is_named(read, name, content):
    with pytest.raises(DataError, match=f"{name} is empty"):
        read(content, name)


@pytest.mark.parametrize("name", ["BZh,k", "PAR1,k", "Rar!,k", "ARROW1,k", "%PDF,k", "PK,k"])
def test_a_name_of_a_column_is_not_taken_for_another_format(read, name):
    assert read(f"{name}\n1,p\n2,q\n").X.tolist() == [[1], [2]]
