"""Impossible answers of a server are reported, and nothing of them is stored."""

import contextlib
import gzip
import socket

import pytest

import data.archives
from data import Unreachable
from data.sources import SourceFailed, download
from data.store import fetch_file
from tests.data.toy_file import CONTENT, WRONG, assert_nothing_left, url_source


def with_headers(status, **headers):
    def answer(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(CONTENT)

    return answer


@pytest.mark.parametrize(
    ("status", "headers", "sentence"),
    [
        (302, {"Location": "/toy.data"}, "it redirects without end"),
        (302, {"Location": "file:///toy.data"}, "its answer is malformed .*'file:///toy.data'"),
        (302, {"Location": "http://[x"}, "its answer is malformed .Invalid IPv6 URL"),
        (302, {"Location": "file://me:secret@x/"}, "its answer is malformed .*'file://x/'"),
        (200, {"Content_Length": "many"}, "its answer is malformed .*'many'"),
        (200, {"Content_Encoding": "gzip"}, "its Content-Encoding does not match the content"),
    ],
)
def test_an_answer_that_cannot_be_right_is_told_of(
    status, headers, sentence, toy, tmp_path, server
):
    toy["sources"] = [url_source(server)]
    server["/toy.data"] = [with_headers(status, **headers)]
    with pytest.raises(Unreachable, match=sentence) as error:
        fetch_file("toy.data", tmp_path / "store")
    assert error.value.silent == [server.url]
    assert_nothing_left(tmp_path / "store")


def test_the_server_that_is_redirected_to_is_the_one_without_connection(server, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    server["/toy.data"] = [with_headers(302, Location=f"http://{host}/toy.data")]
    with pytest.raises(SourceFailed, match=f"no connection to {host}") as error:
        download(f"{server.url}/toy.data", tmp_path / "served")
    assert error.value.silent == [f"http://{host}"]
    server["/other.data"] = [CONTENT]
    assert download(f"{server.url}/other.data", tmp_path / "served").read_bytes() == CONTENT


def test_a_server_without_a_secure_connection(server, tmp_path):
    with pytest.raises(SourceFailed, match="no secure connection to 127.0.0.1"):
        download(server.url.replace("http:", "https:"), tmp_path / "served")


@pytest.mark.parametrize("registered", [True, False])
def test_a_file_without_end_is_given_up(registered, toy, tmp_path, server, monkeypatch):
    def goes_on(handler):
        handler.send_response(200)
        handler.end_headers()
        with contextlib.suppress(OSError):
            while True:
                handler.wfile.write(CONTENT)

    monkeypatch.setattr(data.archives, "LARGEST", 10 * len(CONTENT))
    toy["sources"] = [url_source(server)]
    if not registered:
        toy.update(bytes=None, sha256=None)
    for answer in (goes_on, gzip.compress(bytes(20 * len(CONTENT)))):
        server["/toy.data"] = [answer]
        with pytest.raises(Unreachable, match="more than [0-9]+ bytes"):
            fetch_file("toy.data", tmp_path / "store")
        assert_nothing_left(tmp_path / "store")


def test_a_server_that_gave_something_else_is_asked_another_time(toy, tmp_path, server):
    toy["sources"] = [url_source(server)]
    for answer, asked in (
        (WRONG, [server.url]),
        (503, [server.url]),
        (429, [server.url]),
        (425, [server.url]),
        (404, []),
    ):
        server["/toy.data"] = [answer]
        with pytest.raises(Unreachable) as error:
            fetch_file("toy.data", tmp_path / "store")
        assert error.value.silent == asked
