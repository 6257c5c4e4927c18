"""The store: a folder of data files that were fetched once and verified.

Beside each file NAME the store has a file NAME.source. Its first line names the source of NAME. A
second line has the SHA-256 of NAME if the register can verify only the compressed file, which is
not in the store. The folder may be deleted at any time. Bundled files are used in place.
"""

import importlib.util
import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from data.archives import BROKEN, FULL, TooLarge, is_gzip, sha256_of, write_canonical
from data.errors import DataError, Unreachable
from data.register import file_entry, recipes
from data.sources import (
    BUNDLED,
    MIRROR_VARIABLE,
    SUFFIXES,
    SourceFailed,
    address_of,
    effective_mirror,
    in_mirror_folder,
    is_like_an_address,
    mirror_has,
    obtain,
    servers_in,
    without_passwords,
)

STORE_VARIABLE = "MARGIN_DATA_STORE"
UNFINISHED = ".partial-"  # prefix of the folder for a single fetch
LONGEST_FETCH = 24 * 3600  # seconds
PUT_THERE = "put into the store"  # the source of a file without a note
BY_HAND = "by hand"  # the source of a file of `add` begins with this
PLACES = ("none needed", "bundled", "in store", "installed", "mirror", "remote")  # nearest first


class StoredFile(NamedTuple):
    """A local canonical file.

    `verified` is False if the register has no SHA-256 to compare: neither of the file's own bytes
    nor of the compressed file.
    """

    name: str
    path: Path
    source: str
    sha256: str
    verified: bool


def effective_store(store=None, who="the store"):
    """Return MARGIN_DATA_STORE if set, otherwise `store` if given, otherwise ./store.

    Raises DataError if it is not a folder. `who` names `store` in the message.
    """
    named = os.environ.get(STORE_VARIABLE)
    who = STORE_VARIABLE if named else who
    if is_like_an_address(named or store):  # not repeated, since it may have a password
        raise DataError(f"{who} is an address, where a folder for fetched files is expected.")
    path = Path(named or store or "store")
    file = next((place for place in (path, *path.parents) if os.path.isfile(place)), None)
    if file:
        raise DataError(f"{who}: {file} is a file, where a folder for fetched files is expected.")
    return path


def fetch(name, read, store=None, mirror=None):
    """Return the data set `name`, read from its files, which are fetched if necessary and verified.

    The data set's recipes (see `register.recipes`) are tried in order. The first recipe with all
    files available is used. If `read` raises DataError, the files without a registered SHA-256 are
    deleted from the store and fetched from their remaining sources. Without another source, the
    next recipe is tried.

    Parameters
    ----------
    name : str
        The name of a registered data set.
    read : callable
        A function `read(recipe, files)` that reads the files.
    store, mirror
        As for `data.loading.load`.

    Returns
    -------
    tuple
        The recipe, its files as a list of StoredFile in the recipe's order, and the result of
        `read`.

    Raises
    ------
    Unreachable
        Naming every missing file and every source tried.
    DataError
        For an unknown name.
    """
    reasons, silent = [], []
    for recipe in recipes(name):
        try:
            return recipe, *_fetch_recipe(name, recipe, read, store, mirror)
        except Unreachable as error:
            reasons.append(error.reason)
            silent += error.silent
    raise Unreachable(
        f"{name} is unreachable: {'; and instead of these: '.join(reasons)}; add each missing file"
        f" with `python -m data add FILE`, or put it into a folder that {MIRROR_VARIABLE} names.",
        silent,
    )


def _fetch_recipe(name, recipe, read, store, mirror):
    """Return the files of a recipe and the result of `read`, as `fetch` does."""
    copies = {file: _copies(file, store, mirror) for file in recipe["files"]}
    files = _next_copies(copies, dict.fromkeys(copies))
    while True:
        try:
            content, fault = read(recipe, list(files.values())), None
        except (DataError, OSError) as error:
            fault = error
        if changed := [file for file, copy in files.items() if _has_changed(copy)]:
            # Another process has replaced the file while it was read, by one from another mirror.
            copies |= {file: _copies(file, store, mirror) for file in changed}
            files |= _next_copies(copies, dict.fromkeys(changed))
            continue
        if fault is None:
            return list(files.values()), content
        doubtful = [copy for copy in files.values() if _was_fetched_unverified(copy)]
        if not doubtful or isinstance(fault, OSError):
            raise fault
        wrong = [copy for copy in doubtful if str(copy.path) in str(fault)] or doubtful
        failures = {copy.name: _dropped(copy, fault) for copy in wrong}
        print(f"{name}: {'; '.join(map(str, failures.values()))}", file=sys.stderr)
        files |= _next_copies(copies, failures)


def _next_copies(copies, failures):
    """Return file -> its next copy; raise Unreachable if a file has no further copy.

    copies: file -> iterator of `_copies`. failures: file -> why its last copy is refused, or None.
    """
    found, missing = {}, []
    for file, failure in failures.items():
        try:
            found[file] = copies[file].throw(failure) if failure else next(copies[file])
        except Unreachable as error:
            missing.append(error)
    if missing:
        silent = [server for error in missing for server in error.silent]
        raise Unreachable("; ".join(error.reason for error in missing), silent)
    return found


def fetch_file(name, store=None, mirror=None):
    """Return a verified file, a StoredFile.

    The file is taken from the store, or from the first of its sources with the right bytes.

    Raise Unreachable with the sources tried, and OSError if the disk is full.
    """
    return next(_copies(name, store, mirror))


def _copies(name, store, mirror):
    """Yield the copies of a file that `fetch_file` may return, until a caller accepts one.

    A caller refuses a copy by throwing SourceFailed. Raise Unreachable after the last copy.
    """
    entry, store = file_entry(name), effective_store(store)
    failures, silent = [], []
    stored = store / name
    if stored.is_file():
        try:
            source, recorded = _recorded(stored)
            yield _verified(name, stored, source, entry, recorded)
        except SourceFailed as failure:
            failures.append(f"store: {failure}")
            silent += failure.silent
    for source in entry["sources"]:
        try:
            if source["kind"] == "bundled":
                copy = _verified(name, BUNDLED / name, "bundled", entry)
            else:
                with _naming_on_a_full_disk(stored):
                    copy = _into_store(name, entry, source, store, mirror)
            yield copy
        except (SourceFailed, Unreachable) as failure:
            where = source.get("url") or source.get("package") or source.get("from") or ""
            failures.append(f"{source['kind']} {where}".strip() + f": {failure}")
            silent += failure.silent
    raise Unreachable(f"{name} ({', '.join(failures)})", silent)


def is_local(name, store=None, mirror=None):
    """Return whether all files of a data set are available without the network. No file is read."""
    return nearest(name, store, mirror)[0] != "remote"


def may_come_from_mirror(name, store=None, mirror=None, has=mirror_has):
    """Return whether a URL mirror has every file of a data set that is not on this machine.

    `has` is `mirror_has`, or remembers its answers.
    """
    mirror = effective_mirror(mirror)
    if address_of(mirror) is None:
        return False

    def can_be_had(file):
        sources = file_entry(file)["sources"]
        return (
            place(file, store, mirror) != "remote"
            or ({"kind": "mirror"} in sources and has(file, mirror))
            or any(can_be_had(source["from"]) for source in sources if "from" in source)
        )

    return any(all(map(can_be_had, recipe["files"])) for recipe in recipes(name))


def nearest(name, store=None, mirror=None):
    """Return (place, recipe): the recipe of a data set with the nearest files, and where they are.

    The place of a recipe is the place of its farthest file (see `place`), or `none needed` for
    artificial data.
    """

    def farthest(recipe):
        places = [place(file, store, mirror) for file in recipe["files"]]
        return max(places, key=PLACES.index, default="none needed")

    return min(
        ((farthest(recipe), recipe) for recipe in recipes(name)), key=lambda at: PLACES.index(at[0])
    )


def place(name, store=None, mirror=None):
    """Return the nearest place of a file, or of its original if it is derived: one of PLACES."""
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
    """Put a user's file into the store, decompressed if necessary, and return it as a StoredFile.

    `name` is the canonical name. By default it is the file's name without .xz, .gz or .bz2. Raise
    DataError if the file does not exist, the name is not registered, or the bytes differ.
    """
    path = Path(path)
    if not path.is_file():
        raise DataError(f"There is no file {path} to add.")
    name = name or (path.stem if path.suffix in SUFFIXES else path.name)
    entry = file_entry(name)
    store = effective_store(store)
    try:
        with _naming_on_a_full_disk(store / name):
            return _store_verified(name, entry, path, f"{BY_HAND} {path}", store)
    except SourceFailed as failure:
        raise DataError(f"{path} is not the registered {name}: {failure}.") from None


def check(name, store=None):
    """Hash a local file again and return (place, condition).

    The condition is `ok`, `unverified`, `absent`, or a description of the damage. Only the store
    and the bundled files are considered.
    """
    entry = file_entry(name)
    for where, folder in (("in store", effective_store(store)), ("bundled", BUNDLED)):
        path = folder / name
        if path.is_file():
            try:
                file = _verified(name, path, where, entry, _recorded(path)[1])
                return where, "ok" if file.verified else "unverified"
            except SourceFailed as failure:
                return where, f"damaged: {failure}"
    return "-", "absent"


def remove_unfinished(store=None):
    """Delete the folders that killed fetches left in the store."""
    for folder in effective_store(store).glob(f"{UNFINISHED}*"):
        with suppress(FileNotFoundError):  # a fetch that ends now deletes its own folder
            if time.time() - folder.stat().st_mtime > LONGEST_FETCH:
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _naming_on_a_full_disk(path):
    """Raise the error of a full disk again, with the path of the file that cannot be written."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            reason = f"cannot be written: {os.strerror(error.errno)}"
            raise OSError(error.errno, reason, str(path)) from error
        raise


def _was_fetched_unverified(file):
    """Return whether a file was fetched, but is not known to have the right bytes.

    Other files without a SHA-256 are bundled, or are the user's own.
    """
    is_own = file.source.startswith(BY_HAND) or not _note(file.path).is_file()
    return not (file.verified or is_own)


def _has_changed(file):
    """Return whether an unverified file has other bytes now, or is gone."""
    try:
        return not file.verified and sha256_of(file.path) != file.sha256
    except FileNotFoundError:
        return True


def _dropped(file, fault):
    """Delete a file from the store and return its fault as a failure of its source."""
    for path in (file.path, _note(file.path)):
        path.unlink(missing_ok=True)  # another process may have deleted it
    reason = f"the copy of {file.name} from {file.source} is wrong: {fault}"
    return SourceFailed(reason, *servers_in(file.source))


def _into_store(name, entry, source, store, mirror):
    store.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=store) as folder:
        if source["kind"] == "derived":
            served, description = _derived(source, store, mirror, folder)
        else:
            served, description = obtain(name, source, mirror, folder)
        options = {key: source[key] for key in ("member", "drop_lines") if key in source}
        try:
            return _store_verified(name, entry, served, description, store, **options)
        except SourceFailed as failure:
            raise SourceFailed(str(failure), *servers_in(description)) from None


def _derived(source, store, mirror, folder):
    """Derive a file from another, which is fetched first, and return (path, description).

    Raise Unreachable if the other file is not available, DataError if it is malformed.
    """
    original = fetch_file(source["from"], store, mirror)
    maker = import_module(f"data.derivations.{source['by']}")
    options = {key: source[key] for key in source.keys() - {"kind", "from", "by"}}
    made = Path(folder) / "derived"
    maker.derive(original.path, made, **options)
    return made, f"derived from {original.name} ({original.source})"


def _store_verified(name, entry, served, description, store, **options):
    """Verify a served file and store it under its final name, complete or not at all."""
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
            if isinstance(error, OSError) and error.errno in FULL:
                raise
            raise SourceFailed(f"cannot be unpacked ({error})") from None
        digest = sha256_of(canonical) if _is_verified_as_served(served, entry) else None
        file = _verified(name, canonical, description, entry, digest)
        if not file.verified:
            of_which = f"this form of {name}" if "served_sha256" in entry else name
            used = f"the copy from {description} (SHA-256 {file.sha256}) is used unverified."
            print(f"warning: no SHA-256 is registered for {of_which}: {used}", file=sys.stderr)
        text = "\n".join(filter(None, [description, digest])) + "\n"
        # The path of an added file may have bytes that are not UTF-8.
        note.write_text(text, encoding="utf-8", errors="backslashreplace")
        note.replace(store / f"{name}.source")
        canonical.replace(store / name)
    return file._replace(path=store / name)


def _is_verified_as_served(served, entry):
    """Check a .gz file against the register and raise SourceFailed if it differs.

    Return False if the file is not a .gz file or the register has no SHA-256 for it.
    """
    if entry.get("served_sha256") is None or not is_gzip(served):
        return False
    _check_sum(sha256_of(served), entry["served_sha256"], "SHA-256 of the .gz")
    return True


def _check_sum(digest, registered, what):
    if registered is not None and digest != registered:
        raise SourceFailed(f"wrong bytes ({what} {digest}, registered {registered})")


def _verified(name, path, source, entry, recorded=None):
    """Return the file as a StoredFile; raise SourceFailed if it is absent or its bytes differ.

    `recorded` is the SHA-256 recorded when the file came in a verified archive.
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
    """Return (source, SHA-256) from the note beside a file; the SHA-256 may be None."""
    note = _note(stored)
    if not note.is_file():
        return PUT_THERE, None
    # A power cut may have left any bytes.
    text = note.read_text(encoding="utf-8", errors="replace")
    source, _, digest = text.strip().partition("\n")
    # Old notes may have a password.
    return without_passwords(source) or PUT_THERE, digest or None
