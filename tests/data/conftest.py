"""Shared fixtures of the data tests: a clean environment, a local server, a small register."""

import csv
import threading
from copy import deepcopy
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import data.register
import data.sources

MIRROR = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(autouse=True)
def clean_surrounding(monkeypatch, tmp_path):
    """Remove the user's settings, waits between attempts, and memory of earlier tests."""
    for variable in ("MARGIN_DATA_MIRROR", "MARGIN_DATA_STORE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(data.sources, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(data.sources, "_silent_hosts", set())
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def shared_mirror():
    """Return the folder that mirrors the public files, if this machine has one."""
    if not MIRROR.is_dir():
        pytest.skip(f"there is no mirror of the public data files at {MIRROR}")
    return MIRROR


@pytest.fixture
def manifest(shared_mirror):
    """Return canonical name -> row of the mirror's manifest."""
    with open(shared_mirror / "MANIFEST.tsv", newline="") as file:
        return {row["canonical"]: row for row in csv.DictReader(file, delimiter="\t")}


@pytest.fixture
def register(monkeypatch):
    """Return a copy of the register that a test may change and the package uses."""
    changed = deepcopy(data.register._register())
    monkeypatch.setattr(data.register, "_register", lambda: changed)
    return changed


@pytest.fixture
def toy(register, request):
    """Register a file `toy.data` with the test module's CONTENT; a test sets its sources."""
    content = request.module.CONTENT
    entry = {"bytes": len(content), "sha256": sha256(content).hexdigest(), "sources": []}
    register["files"]["toy.data"] = entry
    register["data_sets"]["toy"] = {
        "title": "A toy",
        "files": ["toy.data"],
        "loader": "german",
        "licence": "none",
        "citation": "none",
        "papers": [],
        "facts": {"m": 20_000, "n": 2},
    }
    return entry


class Answers(dict):
    """Path -> list of answers, given in turn; the last answer repeats. `asked` counts requests.

    An answer is bytes, an HTTP status, or a function of the request handler.
    """

    def __init__(self, url):
        super().__init__()
        self.url, self.asked = url, []


@pytest.fixture
def server():
    """Run a local web server that gives the answers in `Answers`."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.do_GET()

        def do_GET(self):
            answers.asked.append(self.path)
            prepared = answers.get(self.path, [404])
            answer = prepared.pop(0) if len(prepared) > 1 else prepared[0]
            if callable(answer):
                return answer(self)
            self.send_response(200 if isinstance(answer, bytes) else answer)
            body = answer if isinstance(answer, bytes) else b""
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    answers = Answers(f"http://127.0.0.1:{running.server_port}")
    threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
    yield answers
    running.shutdown()
    running.server_close()
