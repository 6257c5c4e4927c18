"""The store stays whole, is used before any source, and records the origin of files."""

import errno
import gzip
import os
from hashlib import sha256

import pytest
import requests
from sklearn.datasets import _rcv1

from data import Unreachable, is_local, load
from data.archives import Bounded
from data.errors import DataError
from data.register import file_entry
from data.sources import BUNDLED
from data.store import (
    add,
    check,
    effective_store,
    fetch,
    fetch_file,
    may_come_from_mirror,
    nearest,
    place,
    remove_unfinished,
)
from tests.data.toy_file import (
    COMPRESSED,
    CONTENT,
    WRONG,
    assert_nothing_left,
    assert_stored,
    url_source,
)


def test_the_store_is_used_before_any_source_and_remembers_where_from(toy, tmp_path, server):
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [CONTENT]
    first = fetch_file("toy.data", tmp_path / "store")
    assert fetch_file("toy.data", tmp_path / "store") == first
    assert len(server.asked) == 1


def test_a_damaged_file_in_the_store_is_replaced(toy, tmp_path, server):
    toy["sources"] = [url_source(server)]
    store = tmp_path / "store"
    store.mkdir()
    (store / "toy.data").write_bytes(WRONG)
    assert check("toy.data", store)[1].startswith("damaged: wrong bytes")
    server["/toy.data"] = [CONTENT]
    assert_stored(fetch_file("toy.data", store), store, f"url {server.url}/toy.data")
    assert check("toy.data", store) == ("in store", "ok")


@pytest.mark.parametrize("note", [b"", b"\xff\xfe", b"\n"])
def test_a_damaged_note_beside_a_whole_file_stops_nobody(toy, tmp_path, note):
    (tmp_path / "toy.data").write_bytes(CONTENT)
    store = tmp_path / "store"
    add(tmp_path / "toy.data", store=store)
    (store / "toy.data.source").write_bytes(note)
    file = fetch_file("toy.data", store)
    assert file.verified and file.source
    assert check("toy.data", store) == ("in store", "ok")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
@pytest.mark.parametrize("kind", ["mirror", "url"])
def test_a_full_disk_is_no_source_that_failed(toy, tmp_path, server, monkeypatch, kind, code):
    """Otherwise the data set would be recorded as unreachable."""

    def on_a_full_disk(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Bounded, "write", on_a_full_disk)
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / "toy.data").write_bytes(CONTENT)
    server["/toy.data"] = [CONTENT]
    toy["sources"] = [{"kind": "mirror"}, url_source(server)][kind == "url" :]
    with pytest.raises(OSError, match=f"cannot be written: {os.strerror(code)}") as raised:
        fetch_file("toy.data", tmp_path / "store", tmp_path / "mirror")
    assert raised.value.filename == str(tmp_path / "store" / "toy.data")
    with pytest.raises(OSError, match=f"cannot be written: {os.strerror(code)}"):
        add(tmp_path / "mirror" / "toy.data", store=tmp_path / "store")
    assert_nothing_left(tmp_path / "store")


def test_store_variable_wins(toy, tmp_path, monkeypatch):
    monkeypatch.setenv("MARGIN_DATA_STORE", str(tmp_path / "variable"))
    (tmp_path / "toy.data").write_bytes(CONTENT)
    assert add(tmp_path / "toy.data", store=tmp_path / "option").path.parent.name == "variable"


def test_unknown_sha_is_taken_aloud_and_recorded_as_unverified(toy, tmp_path, server, capsys):
    toy.update(bytes=None, sha256=None, sources=[url_source(server)])
    server["/toy.data"] = [CONTENT]
    assert not fetch_file("toy.data", tmp_path / "store").verified
    said = capsys.readouterr().err
    assert "no SHA-256 is registered for toy.data" in said and "unverified" in said
    assert check("toy.data", tmp_path / "store") == ("in store", "unverified")


def unread(recipe, files):
    """Stand for the reader in `fetch`, for tests that read nothing."""


def test_an_unverified_page_in_place_of_a_file_is_not_kept(register, tmp_path, server):
    """A server sends a page with status 200 in place of USPS, whose SHA-256 is unknown."""
    for name in ("usps", "usps.t"):
        register["files"][name] |= {"sha256": None, "bytes": None, "sources": [url_source(server)]}
    server["/toy.data"] = [b"<html>Moved here</html>\n"]
    store = tmp_path / "store"
    del register["data_sets"]["usps-smoothed"]["fallback"]
    said = r"the copy of usps from url http.*line 1: '<html>Moved"
    with pytest.raises(Unreachable, match=said) as error:
        load("usps-smoothed", store)
    assert error.value.silent == [server.url]  # which may have the file another time
    assert not (store / "usps").exists()


PAGE = b"<html>Sign in</html>\n"


def content_unless_page(recipe, files):
    """Read the toy as a loader does, which refuses a page."""
    content = files[0].path.read_bytes()
    if content == PAGE:
        raise DataError(f"{files[0].path}, line 1: it is a page.")
    return content


@pytest.mark.parametrize("fetched_before", [True, False])
def test_a_page_of_the_mirror_does_not_hide_the_file_at_its_other_source(
    toy, tmp_path, server, capsys, fetched_before
):
    toy.update(bytes=None, sha256=None, sources=[{"kind": "mirror"}, url_source(server)])
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / "toy.data").write_bytes(PAGE)
    server["/toy.data"] = [CONTENT]
    where = (tmp_path / "store", tmp_path / "mirror")
    if fetched_before:
        fetch_file("toy.data", *where)
    _, (file,), content = fetch("toy", content_unless_page, *where)
    assert (file.source, content) == (f"url {server.url}/toy.data", CONTENT)
    assert file.path.read_bytes() == CONTENT
    assert "toy: the copy of toy.data from mirror toy.data is wrong: " in capsys.readouterr().err


def test_a_file_whose_every_copy_is_a_page_is_unreachable(toy, tmp_path, server):
    toy.update(
        bytes=None, sha256=None, sources=[url_source(server, "/1"), url_source(server, "/2")]
    )
    server["/1"] = server["/2"] = [PAGE]
    with pytest.raises(Unreachable) as error:
        fetch("toy", content_unless_page, tmp_path / "store")
    for path in ("/1", "/2"):
        said = f"url {server.url}{path}: the copy of toy.data from url {server.url}{path} is wrong"
        assert said in error.value.reason
    assert error.value.silent == [server.url] and server.asked == ["/1", "/2"]
    assert_nothing_left(tmp_path / "store")


def test_only_the_file_at_fault_is_fetched_again(toy, register, tmp_path, server):
    toy.update(bytes=None, sha256=None, sources=[url_source(server, "/toy.data")])
    other = toy | {"sources": [url_source(server, "/page"), url_source(server, "/other")]}
    register["files"]["other.data"] = other
    register["data_sets"]["toy"]["files"] = ["toy.data", "other.data"]
    server["/toy.data"], server["/page"], server["/other"] = [CONTENT], [PAGE], [CONTENT]

    def read(recipe, files):
        return [content_unless_page(recipe, [file]) for file in files]

    assert fetch("toy", read, tmp_path / "store")[2] == [CONTENT, CONTENT]
    assert server.asked == ["/toy.data", "/page", "/other"]


def test_a_file_that_the_user_added_is_refused_and_kept(toy, tmp_path, server):
    toy.update(bytes=None, sha256=None, sources=[url_source(server)])
    (tmp_path / "toy.data").write_bytes(PAGE)
    store = tmp_path / "store"
    added = add(tmp_path / "toy.data", store=store)
    with pytest.raises(DataError, match="toy.data, line 1: it is a page") as error:
        fetch("toy", content_unless_page, store)
    assert not isinstance(error.value, Unreachable)
    assert added.path.read_bytes() == PAGE and not server.asked


@pytest.mark.parametrize("after_reading", [True, False])
@pytest.mark.parametrize("replaced_by", [WRONG, PAGE, None])
def test_a_file_that_another_process_replaces_is_read_again(
    toy, tmp_path, server, replaced_by, after_reading
):
    """The record must name the bytes that were read."""
    toy.update(bytes=None, sha256=None, sources=[url_source(server)])
    server["/toy.data"] = [CONTENT]
    calls = []

    def replace_and_read(recipe, files):
        content = content_unless_page(recipe, files) if after_reading else None
        calls.append(files)
        if len(calls) == 1:
            files[0].path.unlink()
            if replaced_by is not None:
                files[0].path.write_bytes(replaced_by)
        return content or content_unless_page(recipe, files)

    _, (file,), content = fetch("toy", replace_and_read, tmp_path / "store")
    assert content == file.path.read_bytes() == (WRONG if replaced_by == WRONG else CONTENT)
    assert file.sha256 == sha256(content).hexdigest()


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_unverified_file_without_a_line_is_not_kept(content, toy, tmp_path, server):
    toy.update(bytes=None, sha256=None, sources=[url_source(server)])
    server["/toy.data"] = [content]
    with pytest.raises(Unreachable, match="is wrong: .*toy.data is empty"):
        load("toy", tmp_path / "store")
    assert_nothing_left(tmp_path / "store")


def test_unreachable_says_what_was_tried_and_where_to_put_the_file(toy, tmp_path, server):
    toy["sources"] = [{"kind": "bundled"}, {"kind": "mirror"}, url_source(server)]
    with pytest.raises(Unreachable) as error:
        fetch("toy", unread, tmp_path / "store")
    assert error.value.reason == (
        "toy is unreachable: toy.data (bundled: absent, mirror: none given,"
        f" url {server.url}/toy.data: HTTP status 404); add each missing file with"
        " `python -m data add FILE`, or put it into a folder that MARGIN_DATA_MIRROR names."
    )


def test_is_local(toy, tmp_path):
    toy["sources"] = [{"kind": "mirror"}, {"kind": "url", "url": "http://127.0.0.1:9/toy.data"}]
    store, mirror = tmp_path / "store", tmp_path / "mirror"
    mirror.mkdir()
    assert is_local("sonar", store)
    assert not is_local("toy", store, mirror)
    assert not is_local("toy", store, "http://127.0.0.1:9")
    (mirror / "toy.data.xz").write_bytes(COMPRESSED[".xz"])
    assert is_local("toy", store, mirror) and place("toy.data", store, mirror) == "mirror"
    fetch("toy", unread, store, mirror)
    assert is_local("toy", store) and place("toy.data", store) == "in store"


def test_a_derived_file_that_is_not_made_yet_is_absent(toy, register, tmp_path):
    register["files"]["part.data"] = {
        "bytes": 1,
        "sha256": None,
        "sources": [{"kind": "derived", "from": "toy.data"}],
    }
    store = tmp_path / "store"
    path = tmp_path / "toy.data"
    path.write_bytes(CONTENT)
    add(path, store=store)
    assert place("part.data", store) == "in store"  # what it is made from
    assert check("toy.data", store) == ("in store", "ok")
    assert check("part.data", store) == ("-", "absent")


@pytest.fixture
def other_recipe(toy, register):
    """Return the toy's fallback, made from `other.data`; the mirror may have both files."""
    toy["sources"] = [{"kind": "mirror"}]
    register["files"]["other.data"] = {"bytes": None, "sha256": None, "sources": toy["sources"]}
    recipe = {"files": ["other.data"], "loader": "german"}
    register["data_sets"]["toy"]["fallback"] = recipe
    return recipe


def test_a_mirror_with_an_address_is_asked_for_the_files_that_are_not_at_hand(
    other_recipe, register, tmp_path, server
):
    other_recipe["files"].append("part.data")
    derived = {"kind": "derived", "from": "adult.data"}
    register["files"]["part.data"] = {"bytes": 1, "sha256": None, "sources": [derived]}
    store, mirror = tmp_path / "store", server.url.replace("//", "//me:secret@")
    assert not may_come_from_mirror("toy", store, mirror)
    server["/other.data.xz"] = [CONTENT]
    assert not may_come_from_mirror("toy", store, mirror)  # without the other file of the recipe
    server["/adult.data"] = [401]
    assert not may_come_from_mirror("toy", store, mirror)
    server["/adult.data"] = [CONTENT]
    assert may_come_from_mirror("toy", store, mirror)
    server.clear()
    server["/toy.data"] = [CONTENT]
    assert may_come_from_mirror("toy", store, mirror)
    assert not may_come_from_mirror("toy", store, tmp_path)  # a folder
    assert not may_come_from_mirror("toy", store)


def test_a_mirror_that_does_not_answer_is_asked_once(other_recipe, tmp_path, monkeypatch):
    asked = []

    def never(url, **_):
        asked.append(url)
        raise requests.Timeout

    monkeypatch.setattr(requests, "get", never)
    for _ in range(2):
        assert not may_come_from_mirror("toy", tmp_path, "https://data.invalid/x")
    assert asked == ["https://data.invalid/x/toy.data"]


def test_the_first_way_whose_files_can_be_had_wins(other_recipe, register, tmp_path):
    store, mirror = tmp_path / "store", tmp_path / "mirror"
    mirror.mkdir()
    with pytest.raises(Unreachable) as error:
        fetch("toy", unread, store, mirror)
    missing = "(mirror: not in its folder, neither plain nor as .xz, .gz or .bz2)"
    both = f"toy.data {missing}; and instead of these: other.data {missing}; add each"
    assert both in error.value.reason and not is_local("toy", store, mirror)

    (mirror / "other.data").write_bytes(b"other\n")
    recipe, (file,), _ = fetch("toy", unread, store, mirror)
    assert recipe == other_recipe and file.path.read_bytes() == b"other\n"
    assert nearest("toy", store) == ("in store", other_recipe) and is_local("toy", store)

    (mirror / "toy.data").write_bytes(CONTENT)
    recipe, (file,), _ = fetch("toy", unread, store, mirror)
    assert recipe == register["data_sets"]["toy"] and file.path.read_bytes() == CONTENT
    assert nearest("toy", store) == ("in store", recipe)


def test_drawn_data_need_no_files(tmp_path):
    assert nearest("amira-synthetic") == ("none needed", {"files": []})
    assert is_local("amira-synthetic") and fetch("amira-synthetic", unread) == (
        {"files": []},
        [],
        None,
    )


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_add_by_hand(toy, tmp_path, suffix):
    given = tmp_path / f"toy.data{suffix}"
    given.write_bytes(COMPRESSED[suffix])
    assert_stored(add(given, store=tmp_path / "store"), tmp_path / "store", f"by hand {given}")


def test_add_under_another_name(toy, tmp_path):
    given = tmp_path / "download (1).bin"
    given.write_bytes(COMPRESSED[".bz2"])
    file = add(given, "toy.data", tmp_path / "store")
    assert_stored(file, tmp_path / "store", f"by hand {given}")


def test_add_refuses(toy, tmp_path):
    given = tmp_path / "toy.data"
    with pytest.raises(DataError, match="There is no file .*toy.data to add"):
        add(given, store=tmp_path / "store")
    given.write_bytes(WRONG)
    with pytest.raises(DataError, match="is not the registered toy.data: wrong bytes"):
        add(given, store=tmp_path / "store")
    with pytest.raises(DataError, match="There is no data file 'toy.dta'; did you mean toy.data"):
        add(given, "toy.dta", tmp_path / "store")
    assert_nothing_left(tmp_path / "store")


@pytest.mark.parametrize(
    "path", [p for p in BUNDLED.iterdir() if p.name.endswith(("data", "data-numeric"))], ids=str
)
def test_bundled_file_has_the_registered_bytes(path):
    entry = file_entry(path.name)
    assert entry["sources"][0] == {"kind": "bundled"}
    assert sha256(path.read_bytes()).hexdigest() == entry["sha256"]
    assert path.stat().st_size == entry["bytes"]


def test_all_seven_are_bundled(register):
    bundled = [n for n, e in register["files"].items() if {"kind": "bundled"} in e["sources"]]
    assert len(bundled) == 7
    assert all(check(name) == ("bundled", "ok") for name in bundled)


def test_what_killed_fetches_left_is_removed_and_what_goes_on_stays(tmp_path):
    old, new, file = tmp_path / ".partial-old", tmp_path / ".partial-new", tmp_path / "toy.data"
    for folder in (old, new):
        folder.mkdir()
        (folder / "canonical").touch()
    file.touch()
    os.utime(old, (0, 0))
    os.utime(file, (0, 0))
    remove_unfinished(tmp_path)
    assert sorted(tmp_path.iterdir()) == [new, file]


@pytest.fixture
def verified_as_served(toy, server):
    """Register the toy like RCV1's files: only the SHA-256 of its .gz is known."""
    known = sha256(COMPRESSED[".gz"]).hexdigest()
    toy.update(bytes=None, sha256=None, served_sha256=known, sources=[url_source(server)])
    return toy


def test_a_file_is_verified_by_the_gz_that_it_came_in(verified_as_served, tmp_path, server, capsys):
    server["/toy.data"] = [COMPRESSED[".gz"]]
    store = tmp_path / "store"
    first = fetch_file("toy.data", store)
    assert_stored(first, store, f"url {server.url}/toy.data")
    assert fetch_file("toy.data", store) == first and len(server.asked) == 1
    assert check("toy.data", store) == ("in store", "ok") and not capsys.readouterr().err
    (store / "toy.data").write_bytes(WRONG)
    assert check("toy.data", store)[1].startswith("damaged: wrong bytes")


def test_another_gz_is_refused(verified_as_served, tmp_path, server):
    server["/toy.data"] = [gzip.compress(WRONG)]
    with pytest.raises(Unreachable, match="wrong bytes .SHA-256 of the .gz .*, registered"):
        fetch_file("toy.data", tmp_path / "store")
    assert_nothing_left(tmp_path / "store")


def test_what_is_no_gz_cannot_be_verified(verified_as_served, tmp_path, server, capsys):
    server["/toy.data"] = [CONTENT]
    assert not fetch_file("toy.data", tmp_path / "store").verified
    assert "no SHA-256 is registered for this form of toy.data" in capsys.readouterr().err


def test_rcv1_is_what_scikit_learn_pins():
    for name, pinned in (
        ("lyrl2004_vectors_test_pt0.dat", _rcv1.XY_METADATA[0]),
        ("rcv1-v2.topics.qrels", _rcv1.TOPICS_METADATA),
    ):
        assert file_entry(name)["served_sha256"] == pinned.checksum
        assert pinned.url in [source.get("url") for source in file_entry(name)["sources"]]


@pytest.mark.parametrize("by_variable", [True, False])
def test_a_store_that_is_a_file_is_named(tmp_path, monkeypatch, by_variable):
    file = tmp_path / "letters"
    file.write_text("")
    if by_variable:
        monkeypatch.setenv("MARGIN_DATA_STORE", str(file))
    who = "MARGIN_DATA_STORE" if by_variable else "config: data.store"
    with pytest.raises(DataError, match=f"^{who}: {file} is a file, where a folder"):
        effective_store(file, "config: data.store")
    with pytest.raises(DataError, match=f"^the store: {file} is a file"):
        monkeypatch.delenv("MARGIN_DATA_STORE", raising=False)
        effective_store(file / "below")


@pytest.mark.parametrize(
    "address", ["https://me:secret@example.org/x", "https:/me:secret@h", "me:secret@h"]
)
def test_a_store_that_is_an_address_is_refused_and_not_told(monkeypatch, address):
    """It may have a password."""
    with pytest.raises(DataError, match="^the store is an address, where a folder .* expected.$"):
        effective_store(address)
    monkeypatch.setenv("MARGIN_DATA_STORE", address)
    with pytest.raises(
        DataError, match="^MARGIN_DATA_STORE is an address, where a folder"
    ) as error:
        effective_store("store")
    assert "secret" not in str(error.value)
