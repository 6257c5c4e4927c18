"""Mirrors, URLs, archives and packages as sources, and their errors."""

import contextlib
import gzip
import io
import socket
import tarfile
import time
from hashlib import sha256
from pathlib import Path

import pytest

import data.archives
import data.sources
import data.store
from data import DataError, Unreachable
from data.register import file_entry
from data.sources import SourceFailed, download
from data.store import fetch_file
from tests.data.toy_file import (
    COMPRESSED,
    CONTENT,
    WRONG,
    assert_nothing_left,
    assert_stored,
    url_source,
    zip_with,
)


def breaks_off(handler):
    """Promise all, send half, and hang up."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(CONTENT)))
    handler.end_headers()
    handler.wfile.write(CONTENT[: len(CONTENT) // 2])
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


def stalls(handler):
    time.sleep(0.6)


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_mirror_folder(toy, tmp_path, suffix):
    toy["sources"] = [{"kind": "mirror"}]
    mirror, store = tmp_path / "mirror", tmp_path / "store"
    mirror.mkdir()
    path = mirror / f"toy.data{suffix}"
    path.write_bytes(COMPRESSED[suffix])
    assert_stored(fetch_file("toy.data", store, mirror), store, f"mirror {path.name}")


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_mirror_url(toy, tmp_path, server, suffix):
    toy["sources"] = [{"kind": "mirror"}]
    server[f"/base/toy.data{suffix}"] = [COMPRESSED[suffix]]
    file = fetch_file("toy.data", tmp_path / "store", f"{server.url}/base/")
    assert_stored(file, tmp_path / "store", f"mirror {server.url}/base/toy.data{suffix}")


@pytest.mark.parametrize("answer", [CONTENT, WRONG, 401, 403, 503])
def test_a_password_in_the_mirrors_address_is_recorded_nowhere(toy, tmp_path, server, answer):
    toy["sources"] = [{"kind": "mirror"}]
    mirror, told = server.url.replace("//", "//user:secret@"), server.url.removeprefix("http://")
    server["/toy.data"] = [answer]
    if answer == CONTENT:
        said = fetch_file("toy.data", tmp_path / "store", mirror).source
        assert (tmp_path / "store" / "toy.data.source").read_text().strip() == said
    else:
        with pytest.raises(Unreachable) as error:
            fetch_file("toy.data", tmp_path / "store", mirror)
        said = error.value.reason
        # After 401 the user may give another password.
        assert error.value.silent == ([] if answer == 403 else [server.url])
    assert (told in said or answer in (503, WRONG)) and "secret" not in said
    assert data.sources.mirror_url(mirror) == server.url


def test_a_password_is_not_told_if_nothing_answers(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    for _ in range(2):
        with pytest.raises(SourceFailed) as error:
            download(f"http://user:secret@{host}/toy.data", tmp_path / "served")
        assert host in str(error.value) and "secret" not in str(error.value)
    assert error.value.silent == [f"http://{host}"]


@pytest.mark.parametrize("suffix", ["", ".bz2"])
@pytest.mark.parametrize("status", [401, 403])
def test_a_mirror_that_refuses_is_told_with_its_answer(toy, tmp_path, server, status, suffix):
    toy["sources"] = [{"kind": "mirror"}]
    server[f"/toy.data{suffix}"] = [status]
    with pytest.raises(Unreachable, match=f"or .bz2: HTTP status {status}") as error:
        fetch_file("toy.data", tmp_path / "store", server.url)
    assert error.value.silent == ([server.url] if status == 401 else [])


@pytest.mark.parametrize(
    "mirror",
    [
        "http://[x/",
        "https://",
        "http://host:port/",
        "https://me:secret@/x",
        "https://me:se/secret@host/",
        "https://me:#secret@host",
        "https://me?secret@host",
        "https://me:12/secret@host",
        "https://host/x?token=secret",
        "HTTPS://me:secret@host/x",
        " https://me:secret@host/x",
        "ftp://me:secret@host/x",
        r"http://me:secret\@127.0.0.1:9/x",
        "https://me:secret✓@host/x",
        "https://me:sec ret@host/x",
        "http://me:secret@mirror..example.org",
        "http://me:secret@.example.org",
        "http://me:secret@.",
        "https:/me:secret@example.org/x",
        "HTTPS:me:secret@example.org/x",
        "me:secret@example.org/x",
        "//me:se/secret@example.org/x",
    ],
)
def test_a_malformed_address_of_a_mirror_is_refused_and_not_told(
    mirror, toy, tmp_path, monkeypatch
):
    """It may have a password."""
    toy["sources"] = [{"kind": "mirror"}]
    with pytest.raises(DataError, match="^the mirror is not an address such as https://e") as error:
        fetch_file("toy.data", tmp_path / "store", mirror)
    assert "secret" not in str(error.value)
    monkeypatch.setenv("MARGIN_DATA_MIRROR", mirror)
    with pytest.raises(DataError, match="^MARGIN_DATA_MIRROR is not an address such as"):
        data.sources.mirror_url()


@pytest.mark.parametrize(
    "mirror", ["https://me:p%40ss@host:81/x/y", "http://[::1]:8/x", "https://h", "https://h.org./"]
)
def test_an_address_of_a_mirror_is_accepted(mirror):
    assert data.sources.mirror_url(mirror) == mirror.replace("me:p%40ss@", "")


@pytest.mark.parametrize("folder", ["/a/x:y@z", "~/x:y@z", "./x:y@z", "a/b"])
def test_a_mirror_folder_of_another_machine_is_no_address(folder):
    assert data.sources.mirror_url(folder) is None


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Failed to parse: me:secret@proxy:80800", "Failed to parse: proxy:80800"),
        ("'http://me:secret@h/x'", "'http://h/x'"),
        ("by hand /a/b@c.csv", "by hand /a/b@c.csv"),
    ],
)
def test_passwords_are_left_out_of_texts(text, without):
    assert data.sources.without_passwords(text) == without


def test_a_server_whose_recorded_address_is_malformed_does_not_answer():
    assert not data.answers("http://mirror..example.org")


def test_a_password_in_a_note_of_an_old_store_is_not_recorded(toy, tmp_path):
    toy["sources"] = [{"kind": "mirror"}]
    (tmp_path / "toy.data").write_bytes(CONTENT)
    (tmp_path / "toy.data.source").write_text("mirror https://me:secret@host/toy.data\n")
    assert fetch_file("toy.data", tmp_path).source == "mirror https://host/toy.data"


def test_mirror_variable_wins(toy, tmp_path, monkeypatch):
    toy["sources"] = [{"kind": "mirror"}]
    for folder, content in (("option", WRONG), ("variable", CONTENT)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "toy.data").write_bytes(content)
    monkeypatch.setenv("MARGIN_DATA_MIRROR", str(tmp_path / "variable"))
    file = fetch_file("toy.data", tmp_path / "store", tmp_path / "option")
    assert_stored(file, tmp_path / "store", "mirror toy.data")


def test_a_mirror_folder_may_have_a_name_like_a_password(toy, tmp_path):
    toy["sources"] = [{"kind": "mirror"}]
    mirror = Path("me:x@y")  # in tmp_path
    mirror.mkdir()
    (mirror / "toy.data").write_bytes(CONTENT)
    assert_stored(fetch_file("toy.data", "store", mirror), Path("store"), "mirror toy.data")


@pytest.mark.parametrize(
    "proxy",
    [
        "http://me:secret@proxy:80800",
        "me:secret@proxy:80800",
        "http:/me:secret@proxy:80",
        "http://me:secret@",
        "http://me:secret@proxy..org:80",
        "http://me:secret/x@proxy:80",
    ],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_malformed_proxy_is_at_fault_and_not_told(scheme, proxy, tmp_path, monkeypatch):
    """It may have a password."""
    monkeypatch.setenv(f"{scheme}_proxy", proxy)
    address = f"{scheme}://data.invalid"
    with pytest.raises(SourceFailed, match="^a variable such as https_proxy has ") as error:
        download(f"{address}/toy.data", tmp_path / "served")
    assert "secret" not in str(error.value) and error.value.silent == [address]
    assert not data.answers(address)


def test_mirror_that_is_no_folder(toy, tmp_path):
    toy["sources"] = [{"kind": "mirror"}]
    with pytest.raises(Unreachable, match="nowhere is not a folder"):
        fetch_file("toy.data", tmp_path / "store", tmp_path / "nowhere")


def test_shared_mirror(shared_mirror, tmp_path):
    file = fetch_file("a9a", tmp_path / "store", shared_mirror)
    assert file.source == "mirror a9a.xz"
    assert sha256((tmp_path / "store" / "a9a").read_bytes()).hexdigest() == file.sha256
    assert file.sha256 == file_entry("a9a")["sha256"]


# --- downloads ----------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_url(toy, tmp_path, server, suffix):
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [COMPRESSED[suffix]]
    file = fetch_file("toy.data", tmp_path / "store")
    assert_stored(file, tmp_path / "store", f"url {server.url}/toy.data")


def test_first_matching_source_wins(toy, tmp_path, server):
    toy["sources"] = [url_source(server, path) for path in ("/wrong", "/missing", "/right", "/3")]
    server["/wrong"], server["/right"] = [WRONG], [CONTENT]
    file = fetch_file("toy.data", tmp_path / "store")
    assert_stored(file, tmp_path / "store", f"url {server.url}/right")
    assert server.asked == ["/wrong", "/missing", "/right"]


def test_wrong_bytes_are_refused(toy, tmp_path, server):
    toy["sources"] = [url_source(server, "/long"), url_source(server, "/altered")]
    server["/long"], server["/altered"] = [CONTENT + b"\n"], [WRONG]
    with pytest.raises(Unreachable) as error:
        fetch_file("toy.data", tmp_path / "store")
    assert f"more than {len(CONTENT)} bytes, as many as are registered" in error.value.reason
    assert f"SHA-256 {sha256(WRONG).hexdigest()}, registered {toy['sha256']}" in error.value.reason
    assert_nothing_left(tmp_path / "store")


def test_damaged_archive_is_refused(toy, tmp_path, server):
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [COMPRESSED[".gz"][:-20]]
    with pytest.raises(Unreachable, match="cannot be unpacked"):
        fetch_file("toy.data", tmp_path / "store")
    assert_nothing_left(tmp_path / "store")


@pytest.mark.parametrize("busy", [503, 429, 408])
def test_dropped_connection_is_tried_again_from_the_start(toy, tmp_path, server, busy):
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [breaks_off, busy, CONTENT]
    file = fetch_file("toy.data", tmp_path / "store")
    assert_stored(file, tmp_path / "store", f"url {server.url}/toy.data")
    assert len(server.asked) == 3


def test_always_dropped_connection_leaves_nothing(toy, tmp_path, server):
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [breaks_off]
    with pytest.raises(Unreachable, match="connection broken off, 3 times"):
        fetch_file("toy.data", tmp_path / "store")
    assert_nothing_left(tmp_path / "store")


def test_a_file_in_flight_never_bears_the_final_name(toy, tmp_path, server):
    seen = []

    def looks_then_breaks(handler):
        breaks_off(handler)
        seen.append((tmp_path / "store" / "toy.data").exists())

    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [looks_then_breaks, CONTENT]
    fetch_file("toy.data", tmp_path / "store")
    assert seen == [False]


def drips(handler):
    """Send a byte now and then, without end."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    with contextlib.suppress(OSError):
        while True:
            handler.wfile.write(b"1")
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("limit", "seconds", "answer", "sentence", "asked"),
    [
        ("READ_SECONDS", 0.1, stalls, "timed out, 3 times", 3),
        ("ALL_SECONDS", 0.5, drips, "not complete after 0.5 s", 1),
    ],
)
def test_a_server_that_stalls_or_drips_is_given_up(
    limit, seconds, answer, sentence, asked, toy, tmp_path, server, monkeypatch
):
    monkeypatch.setattr(data.sources, limit, seconds)
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [answer]
    with pytest.raises(Unreachable, match=sentence):
        fetch_file("toy.data", tmp_path / "store")
    assert len(server.asked) == asked


def test_what_is_larger_than_registered_is_not_written(toy, tmp_path, server, monkeypatch):
    monkeypatch.setattr(data.archives, "CHUNK", 1000)
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [gzip.compress(bytes(100_000_000))]
    written = []
    unlink = data.store.tempfile.TemporaryDirectory.cleanup

    def looks_first(folder):
        written.extend(path.stat().st_size for path in Path(folder.name).glob("canonical"))
        unlink(folder)

    monkeypatch.setattr(data.store.tempfile.TemporaryDirectory, "cleanup", looks_first)
    with pytest.raises(Unreachable, match=f"wrong bytes .more than {toy['bytes']} bytes"):
        fetch_file("toy.data", tmp_path / "store")
    assert max(written) <= toy["bytes"]


def test_missing_file_is_asked_for_once(toy, tmp_path, server):
    toy["sources"] = [url_source(server)]
    with pytest.raises(Unreachable, match="HTTP status 404"):
        fetch_file("toy.data", tmp_path / "store")
    assert len(server.asked) == 1


def test_refused_host_is_asked_once_in_a_process(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/toy.data"
    with pytest.raises(SourceFailed, match="no connection to 127.0.0.1"):
        download(url, tmp_path / "served")
    with pytest.raises(SourceFailed, match="did not answer before"):
        download(url, tmp_path / "served")


def test_host_that_does_not_answer_is_given_up_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(data.sources, "CONNECT_SECONDS", 0.2)
    with socket.socket() as deaf, contextlib.ExitStack() as waiting:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for _ in range(3):  # fill the queue of those waiting to be accepted
            client = waiting.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(deaf.getsockname())
        started = time.monotonic()
        with pytest.raises(SourceFailed, match="no connection to 127.0.0.1"):
            download(f"http://127.0.0.1:{deaf.getsockname()[1]}/toy.data", tmp_path / "served")
        assert time.monotonic() - started < 2


def tar_with(member, content):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        info = tarfile.TarInfo(member)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


@pytest.mark.parametrize("pack", [zip_with, tar_with])
def test_member_of_an_archive_compressed_again(toy, tmp_path, server, pack):
    toy["sources"] = [url_source(server, "/toy.zip", member="in/toy.data.gz")]
    server["/toy.zip"] = [pack("in/toy.data.gz", COMPRESSED[".gz"])]
    file = fetch_file("toy.data", tmp_path / "store")
    assert_stored(file, tmp_path / "store", f"url {server.url}/toy.zip")


def test_missing_member(toy, tmp_path, server):
    toy["sources"] = [url_source(server, "/toy.zip", member="other")]
    server["/toy.zip"] = [zip_with("toy.data", CONTENT)]
    with pytest.raises(Unreachable, match="no other in the archive"):
        fetch_file("toy.data", tmp_path / "store")
