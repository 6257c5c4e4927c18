"""If an archive is damaged, encrypted or packed in an unknown way, the next source is tried."""

import io
import random
import tarfile
import zipfile

import pytest

from data.archives import BROKEN, write_canonical
from data.store import fetch_file
from tests.data.toy_file import CONTENT, assert_stored, url_source, zip_with


def with_flag(archive, offset_after_magic, value):
    """Return an archive with another 16-bit field in its local and central headers."""
    changed = bytearray(archive)
    for magic, offset in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        at = changed.find(magic) + offset_after_magic + offset
        changed[at : at + 2] = value.to_bytes(2, "little")
    return bytes(changed)


def encrypted_zip():
    return with_flag(zip_with("toy.data", CONTENT), 6, 1)


def zip_of_unknown_method():
    return with_flag(zip_with("toy.data", CONTENT), 8, 77)


def zip_with_folder():
    return zip_with("toy.data/", b"")


def tar_with_folder():
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        folder = tarfile.TarInfo("toy.data")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
    return file.getvalue()


def tar_with_dangling_link():
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        link = tarfile.TarInfo("toy.data")
        link.type, link.linkname = tarfile.SYMTYPE, "nowhere"
        archive.addfile(link)
    return file.getvalue()


ARCHIVES = [
    (encrypted_zip, "toy.data"),
    (zip_of_unknown_method, "toy.data"),
    (zip_with_folder, "toy.data/"),
    (tar_with_folder, "toy.data"),
    (tar_with_dangling_link, "toy.data"),
]


@pytest.mark.parametrize("registered", [True, False])
@pytest.mark.parametrize(("archive", "member"), ARCHIVES)
def test_the_source_after_an_unusable_archive_is_used(
    archive, member, registered, toy, tmp_path, server
):
    toy["sources"] = [url_source(server, "/toy.zip", member=member), url_source(server)]
    server["/toy.zip"], server["/toy.data"] = [archive()], [CONTENT]
    if not registered:
        toy.update(bytes=None, sha256=None)
    store = tmp_path / "store"
    file = fetch_file("toy.data", store)
    assert server.asked == ["/toy.zip", "/toy.data"]
    if registered:
        assert_stored(file, store, f"url {server.url}/toy.data")
    assert file.path.read_bytes() == CONTENT


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_garbled_archives_raise_nothing_else(compression, tmp_path):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        archive.writestr("toy.data", CONTENT[:400])
    rng, whole = random.Random(7), file.getvalue()
    refused = 0
    for _ in range(1500):
        garbled = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            garbled[rng.randrange(len(garbled))] = rng.randrange(256)
        (tmp_path / "served").write_bytes(garbled)
        try:
            write_canonical(tmp_path / "served", tmp_path / "target", member="toy.data")
        except (KeyError, *BROKEN):
            refused += 1
    assert refused > 300
