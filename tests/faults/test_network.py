"""`python -m data` on a closed, slow or lying network.

Whatever a server does, the command ends in time with one sentence that names the file and the
address. It stores nothing of the answer. It succeeds with the right bytes when the server is honest
again. A registered SHA-256 always identifies a wrong file; without a SHA-256, the reader and the
facts find it.
"""

import re
import time

import pytest

from tests.faults import lying_server as lies
from tests.faults.checkout import DATA_SETS, UNVERIFIED, VERIFIED, bundled, copy, python

pytestmark = pytest.mark.faults

LONGEST = 40  # seconds, with Python's start; the limits are shorter in the copy
BROKEN_OFF = "connection broken off, 3 times"
NOT_THAT = "the copy of ionosphere.data from url .* is wrong: "

# The server's behaviour -> the message for both files, or for the file with and without a SHA-256.
LIES = {
    "says nothing": (lies.says_nothing, "timed out, 3 times"),
    "drips": (lies.drips, "not complete after 4 s"),
    "drips headers": (lies.drips_headers, "not complete after 4 s"),
    "404": (lies.has_status(404), "HTTP status 404"),
    "500": (lies.has_status(500), "HTTP status 500, 3 times"),
    "503": (lies.has_status(503), "HTTP status 503, 3 times"),
    "a page": (lies.gives_a_page, r"wrong bytes \(size", NOT_THAT + ".*, line 1: '<!DOCTYPE"),
    "nothing": (lies.gives_nothing, r"wrong bytes \(size 0", NOT_THAT + ".*is empty"),
    "cut short": (lies.cuts_short, BROKEN_OFF),
    "cut short unsaid": (lies.cuts_short_unsaid, r"wrong bytes \(size", NOT_THAT + ".*cut short"),
    "closes": (lies.closes, BROKEN_OFF),
    "too small a length": (lies.says_less, r"wrong bytes \(size", NOT_THAT + ".*is cut short"),
    "nonsense for a length": (lies.says_nonsense, "its answer is malformed .*many"),
    "no web server": (lies.is_no_web_server, BROKEN_OFF),
    "more": (lies.gives_more, "wrong bytes .more than 87776 bytes", NOT_THAT + ".*m is 352"),
    "without end": (lies.gives_without_end, "more than 10000000 bytes"),
    "a bomb": (lies.gives_a_bomb, "more than 87776 bytes", "more than 10000000 bytes"),
    "a flipped bit": (lies.flips_a_bit, r"wrong bytes \(SHA-256", NOT_THAT + ".*line 1"),
    "another file": (lies.gives_another, "wrong bytes", NOT_THAT + ".*61 columns, where 35"),
    "a line less": (
        lies.gives_fewer,
        "wrong bytes",
        NOT_THAT + ".*m is 350, but the register states 351",
    ),
    "redirects for ever": (lies.redirects_to("{url}{path}"), "redirects without end"),
    "redirects to a file": (lies.redirects_to("file:///etc/hostname"), "malformed .*file:///etc"),
    "redirects to ftp": (lies.redirects_to("ftp://127.0.0.1/x"), "malformed .*ftp://127.0.0.1/x"),
    "redirects to no address": (lies.redirects_to("http://[x"), "malformed .Invalid IPv6 URL"),
    "wrong encoding": (lies.says_it_is_compressed, "Content-Encoding does not match the content"),
    "wrong chunk": (lies.has_a_wrong_chunk, BROKEN_OFF),
}


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    """Return (server, checkout); the copy's two files come from this server."""
    with lies.serving(bundled()) as server:
        yield server, copy(tmp_path_factory.mktemp("project") / "checkout", server.url)


def fetch(network, store):
    """Call the command that fetches both files; return the call and the lines of its errors."""
    server, checkout = network
    began = time.monotonic()
    done = python(checkout, "-m", "data", "fetch", *DATA_SETS.values(), "--store", store)
    assert time.monotonic() - began < LONGEST
    assert "Traceback" not in done.stderr, done.stderr
    return done, [line for line in done.stderr.splitlines() if line.startswith("error: ")]


def assert_refused(network, store, *whys):
    """Check that each file has one sentence and that nothing is left."""
    done, said = fetch(network, store)
    assert done.returncode == 1 and not done.stdout and len(said) == 2, done.stderr
    for sentence, why, (file, name) in zip(said, whys, DATA_SETS.items(), strict=True):
        assert sentence.startswith(f"error: {name} is unreachable: ")
        assert f"{network[0].url}/{file}" in sentence and re.search(why, sentence), sentence
    assert not store.exists() or not list(store.iterdir())


def assert_fetched(network, store):
    done, said = fetch(network, store)
    assert done.returncode == 0 and not said, done.stderr
    for file, content in bundled().items():
        assert (store / file).read_bytes() == content
        verdict = "unverified" if file == UNVERIFIED else "verified"
        assert f"{file} {verdict}, url {network[0].url}/{file}\n" in done.stdout
    kept = {name for file in DATA_SETS for name in (file, f"{file}.source")}
    assert {path.name for path in store.iterdir()} == kept


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_answer_is_refused_and_not_stored(network, lie, tmp_path):
    server, _ = network
    server.lie, *said = LIES[lie]
    assert_refused(network, tmp_path / "store", said[0], said[-1])
    server.lie = lies.honest
    assert_fetched(network, tmp_path / "store")


def test_a_closed_port(tmp_path):
    with lies.serving(bundled()) as server:
        port = server.server_port
    checkout, store = copy(tmp_path / "checkout", server.url), tmp_path / "store"
    closed = f"no connection to 127.0.0.1:{port}", f"127.0.0.1:{port} did not answer before"
    assert_refused((server, checkout), store, *closed)
    with lies.serving(bundled(), port) as server:
        assert_fetched((server, checkout), store)


def test_a_number_that_may_be_right_is_said_to_be_unverified(network, tmp_path):
    """No reader can detect 0.9 in place of 0.8.

    There is a warning without a SHA-256, and an error with one.
    """
    server, _ = network
    server.lie = lies.flips_a_bit_of_a_digit
    done, (error,) = fetch(network, tmp_path / "store")
    server.lie = lies.honest
    assert VERIFIED in error and "wrong bytes (SHA-256" in error
    assert f"ionosphere: {UNVERIFIED} unverified" in done.stdout
    assert f"warning: no SHA-256 is registered for {UNVERIFIED}" in done.stderr
