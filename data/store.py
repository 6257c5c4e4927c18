"""Verified files: fetched once into the store, a plain folder of canonical files.

Beside each file NAME the store has NAME.source. Its first line says where the file came from. A
second line has the SHA-256 of NAME if the register verifies only the compressed file, which is not
in the store. The folder may be deleted at any time. Bundled files are used where they are.
"""

import importlib.util
import os
import shutil
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from data.archives import BROKEN, TooLarge, is_gzip, sha256_of, write_canonical
from data.errors import DataError, Unreachable
from data.register import file_entry, ways
from data.sources import (
    BUNDLED,
    MIRROR_VARIABLE,
    SUFFIXES,
    SourceFailed,
    effective_mirror,
    in_mirror_folder,
    obtain,
    servers_in,
)

STORE_VARIABLE = "MARGIN_DATA_STORE"
UNFINISHED = ".partial-"  # begins the name of a folder for a single fetch
LONGEST_FETCH = 24 * 3600  # seconds
PLACES = ("none needed", "bundled", "in store", "installed", "mirror", "remote")  # nearest first


class StoredFile(NamedTuple):
    """A local canonical file. `verified` is False if the register has no SHA-256 for it, neither of
    its own bytes nor of the compressed file that it came in.
    """

    name: str
    path: Path
    source: str
    sha256: str
    verified: bool


def effective_store(store=None):
    """The store in use: MARGIN_DATA_STORE, or else `store`, or else ./store."""
    return Path(os.environ.get(STORE_VARIABLE) or store or "store")


def fetch(name, read, store=None, mirror=None):
    """The data set `name` from its files, fetched if need be and verified: (way, list of
    StoredFile, what `read(way, files)` returns).

    The way is the first of the register's (see `register.ways`) whose files are all available; the
    files are in its order. Where the register has no SHA-256 for one, and reading raises DataError,
    copies of such files are deleted from the store and the next way is tried. Raises Unreachable,
    naming every missing file and every source tried, and DataError for an unknown name.
    """
    reasons, silent = [], []
    for way in ways(name):
        files, missing = [], []
        for file in way["files"]:
            try:
                files.append(fetch_file(file, store, mirror))
            except Unreachable as error:
                missing.append(error.reason)
                silent += error.silent
        if not missing:
            try:
                return way, files, read(way, files)
            except DataError as error:
                copies = [
                    file for file in files if not file.verified and _note(file.path).is_file()
                ]
                if not copies:
                    raise
                missing = [f"{_dropped(file)} is not that: {error}" for file in copies]
                silent += [server for file in copies for server in servers_in(file.source)]
                print(f"{name}: {'; '.join(missing)}", file=sys.stderr)
        reasons.append("; ".join(missing))
    raise Unreachable(
        f"{name} is unreachable: {'; and instead of these: '.join(reasons)}; add each missing file"
        f" with `python -m data add FILE`, or put it into a folder that {MIRROR_VARIABLE} names.",
        silent,
    )


def fetch_file(name, store=None, mirror=None):
    """A file, verified: a StoredFile.

    It is taken from the store, or else from the first of its sources whose bytes match. Raises
    Unreachable with the sources tried.
    """
    entry, store = file_entry(name), effective_store(store)
    failures, silent = [], []
    stored = store / name
    if stored.is_file():
        try:
            source, recorded = _recorded(stored)
            return _verified(name, stored, source, entry, recorded)
        except SourceFailed as failure:
            failures.append(f"store: {failure}")
    for source in entry["sources"]:
        try:
            if source["kind"] == "bundled":
                return _verified(name, BUNDLED / name, "bundled", entry)
            return _into_store(name, entry, source, store, mirror)
        except (SourceFailed, Unreachable) as failure:
            where = source.get("url") or source.get("package") or source.get("from") or ""
            failures.append(f"{source['kind']} {where}".strip() + f": {failure}")
            silent += failure.silent
    raise Unreachable(f"{name} ({', '.join(failures)})", silent)


def is_local(name, store=None, mirror=None):
    """Whether all files of a data set are available without the network; reads none of them."""
    return nearest(name, store, mirror)[0] != "remote"


def nearest(name, store=None, mirror=None):
    """Where a data set is: (place, way), with the way whose farthest file is nearest.

    The place is that of the farthest file (see `place`), or `none needed` for drawn data.
    """

    def farthest(way):
        places = [place(file, store, mirror) for file in way["files"]]
        return max(places, key=PLACES.index, default="none needed")

    return min(((farthest(way), way) for way in ways(name)), key=lambda at: PLACES.index(at[0]))


def place(name, store=None, mirror=None):
    """The nearest place of a file, or of what it is made from: one of PLACES."""
    if (effective_store(store) / name).is_file():
        return "in store"
    sources = file_entry(name)["sources"]
    places = (_place_of_source(name, source, store, mirror) for source in sources)
    return min(places, key=PLACES.index, default="remote")


def _place_of_source(name, source, store, mirror):
    kind = source["kind"]
    if kind == "derived":
        return place(source["from"], store, mirror)
    if kind == "bundled" and (BUNDLED / name).is_file():
        return "bundled"
    if kind == "installed" and importlib.util.find_spec(source["package"]):
        return "installed"
    if kind == "mirror" and in_mirror_folder(name, effective_mirror(mirror)):
        return "mirror"
    return "remote"


def add(path, name=None, store=None):
    """Puts a file that the user has into the store, decompressed if need be: a StoredFile.

    `name` is its canonical name, by default that of the file without .xz, .gz or .bz2. Raises
    DataError if there is no such file, the name is not registered, or the bytes differ.
    """
    path = Path(path)
    if not path.is_file():
        raise DataError(f"There is no file {path} to add.")
    name = name or (path.stem if path.suffix in SUFFIXES else path.name)
    entry = file_entry(name)
    try:
        return _keep(name, entry, path, f"by hand {path}", effective_store(store))
    except SourceFailed as failure:
        raise DataError(f"{path} is not the registered {name}: {failure}.") from None


def check(name, store=None):
    """Hashes a file again where it is: (place, verdict).

    The verdict is `ok`, `unverified`, `absent`, or what is wrong. Only the store and the bundled
    files are considered.
    """
    where = place(name, store)
    if where not in ("in store", "bundled"):
        return "-", "absent"
    path = (effective_store(store) if where == "in store" else BUNDLED) / name
    try:
        file = _verified(name, path, where, file_entry(name), _recorded(path)[1])
        return where, "ok" if file.verified else "unverified"
    except SourceFailed as failure:
        return where, f"damaged: {failure}"


def remove_unfinished(store=None):
    """Deletes what killed fetches have left in the store."""
    for folder in effective_store(store).glob(f"{UNFINISHED}*"):
        if time.time() - folder.stat().st_mtime > LONGEST_FETCH:
            shutil.rmtree(folder, ignore_errors=True)


def _dropped(file):
    """Deletes a file from the store; says where it came from."""
    file.path.unlink()
    _note(file.path).unlink()
    return f"what came as {file.name} from {file.source}"


def _into_store(name, entry, source, store, mirror):
    store.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=store) as folder:
        if source["kind"] == "derived":
            served, description = _derived(source, store, mirror, folder)
        else:
            served, description = obtain(name, source, mirror, folder)
        options = {key: source[key] for key in ("member", "drop_lines") if key in source}
        try:
            return _keep(name, entry, served, description, store, **options)
        except SourceFailed as failure:
            failure.silent = servers_in(description)
            raise


def _derived(source, store, mirror, folder):
    """Makes a file in a folder from another, which is fetched first: (path, description).

    Raises Unreachable if that is not available, DataError if it is malformed.
    """
    original = fetch_file(source["from"], store, mirror)
    maker = import_module(f"data.derivations.{source['by']}")
    options = {key: source[key] for key in source.keys() - {"kind", "from", "by"}}
    made = Path(folder) / "derived"
    maker.derive(original.path, made, **options)
    return made, f"derived from {original.name} ({original.source})"


def _keep(name, entry, served, description, store, **options):
    """Verifies what was served and gives it its final name in the store, whole or not at all."""
    store.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=store) as folder:
        canonical, note = Path(folder) / "canonical", Path(folder) / "source"
        try:
            write_canonical(served, canonical, most=entry["bytes"], **options)
        except TooLarge as error:
            raise SourceFailed(f"wrong bytes ({error})") from None
        except KeyError:
            raise SourceFailed(f"no {options['member']} in the archive") from None
        except BROKEN as error:
            raise SourceFailed(f"cannot be unpacked ({error})") from None
        digest = sha256_of(canonical) if _is_verified_as_served(served, entry) else None
        file = _verified(name, canonical, description, entry, digest)
        if not file.verified:
            of_which = f"this form of {name}" if "served_sha256" in entry else name
            used = f"the copy from {description} (SHA-256 {file.sha256}) is used unverified."
            print(f"warning: no SHA-256 is registered for {of_which}: {used}", file=sys.stderr)
        note.write_text("\n".join(filter(None, [description, digest])) + "\n", encoding="utf-8")
        note.replace(store / f"{name}.source")
        canonical.replace(store / name)
    return file._replace(path=store / name)


def _is_verified_as_served(served, entry):
    """Whether a .gz is the registered one; if not, it raises. False if nothing can be compared."""
    if entry.get("served_sha256") is None or not is_gzip(served):
        return False
    _check_sum(sha256_of(served), entry["served_sha256"], "SHA-256 of the .gz")
    return True


def _check_sum(digest, registered, what):
    if registered is not None and digest != registered:
        raise SourceFailed(f"wrong bytes ({what} {digest}, registered {registered})")


def _verified(name, path, source, entry, recorded=None):
    """The file as a StoredFile. Raises SourceFailed if it is absent or its bytes differ, also from
    the SHA-256 recorded when the file came in a verified archive.
    """
    if not path.is_file():
        raise SourceFailed("absent")
    size = path.stat().st_size
    if entry["bytes"] is not None and size != entry["bytes"]:
        raise SourceFailed(f"wrong bytes (size {size}, registered {entry['bytes']})")
    digest, registered = sha256_of(path), entry["sha256"] or recorded
    _check_sum(digest, registered, "SHA-256")
    return StoredFile(name, path, source, digest, registered is not None)


def _note(stored):
    return stored.with_name(stored.name + ".source")


def _recorded(stored):
    """(source, SHA-256) from the note beside a file; the SHA-256 is None without a second line."""
    note = _note(stored)
    if not note.is_file():
        return "put into the store", None
    source, _, digest = note.read_text(encoding="utf-8").strip().partition("\n")
    return source, digest or None
