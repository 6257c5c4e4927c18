"""A toy file, its sources, and its expected state in the store."""

import bz2
import gzip
import io
import lzma
import zipfile

CONTENT = b"1.0,2.0\n" * 20_000
COMPRESSED = {"": CONTENT, ".xz": lzma.compress(CONTENT), ".gz": gzip.compress(CONTENT)}
COMPRESSED[".bz2"] = bz2.compress(CONTENT)
WRONG = CONTENT[:-1] + b"\t"  # of the right size


def url_source(server, path="/toy.data", **more):
    return {"kind": "url", "url": server.url + path, **more}


def assert_stored(file, store, source):
    assert (file.path, file.source, file.verified) == (store / "toy.data", source, True)
    assert file.path.read_bytes() == CONTENT
    assert sorted(p.name for p in store.iterdir()) == ["toy.data", "toy.data.source"]


def assert_nothing_left(store):
    assert not store.exists() or list(store.iterdir()) == []


def zip_with(member, content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(member, content)
    return file.getvalue()
