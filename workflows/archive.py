"""Keeps the results of a run under a name: `python -m workflows.archive RESULTS --name NAME`.

The archive, archives/NAME.zip, has the files of results, report, figures and tables, with the
metadata by which Zenodo and WorkflowHub know them; with --small, the files of results that are
compared, and where they come from. `python -m workflows.diff_results` compares archives as it
compares folders.
"""

import argparse
import json
import struct
import sys
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path

from data.archives import BROKEN, CHUNK
from data.commands import command
from data.files import damaged, replacing
from records.analysis_files import CLAIMS, OVERVIEW_TIMINGS, RATES, THEORY
from records.errors import RecordError
from records.run_files import DRAWS, ONLINE, RUNS, TIMINGS
from workflows.crate import FOLDERS, NAME

# What zipfile raises for damaged archives, encrypted members and unknown methods.
UNREADABLE = (*BROKEN, RuntimeError, ValueError, struct.error, LookupError, OverflowError)
LARGEST = 1 << 30  # bytes of all files that are unpacked; those of a full run have some 4 million
EPOCH = (1980, 1, 1, 0, 0, 0)  # of all members, so that equal results are equal archives
COMPARED = (CLAIMS, RUNS, ONLINE, DRAWS, TIMINGS, THEORY, RATES, OVERVIEW_TIMINGS)
SMALL = {"provenance.json", *(f"{file.name}.csv" for file in COMPARED)}


def keep(results, archive, small=False):
    """Writes the archive of a folder of results; returns how many files it has.

    small: whether it only has what `diff_results` compares, and the provenance of that. Raises
    RecordError if the run was not complete, or a file is not as it was made.
    """
    results = Path(results)
    metadata = results / NAME
    if not metadata.is_file():
        raise RecordError(f"{results} has no {NAME}, which a run writes when it is complete.")
    wrong = sorted(damaged(results, tuple(FOLDERS)))
    if wrong:
        raise RecordError(f"{wrong[0]} is not as it was made: call snakemake again first.")
    paths = [metadata]
    for part in _parts(metadata):
        path = results / part
        paths += sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    paths = [path for path in paths if str(path.relative_to(results)) in SMALL] if small else paths
    archive.parent.mkdir(parents=True, exist_ok=True)
    with replacing(archive) as unfinished, zipfile.ZipFile(unfinished, "w") as file:
        for path in paths:
            member = zipfile.ZipInfo(str(path.relative_to(results)), EPOCH)
            file.writestr(member, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return len(paths)


def _parts(metadata):
    """The names of files and folders that the metadata describe. Raises RecordError."""
    try:
        graph = json.loads(metadata.read_text(encoding="utf-8"))["@graph"]
        root = next(entity for entity in graph if entity["@id"] == "./")
        return [part["@id"] for part in root["hasPart"]]
    except (ValueError, LookupError, TypeError, StopIteration):
        raise RecordError(f"{metadata} is not as a run writes it: call snakemake again.") from None


@contextmanager
def opened(path):
    """A context with the folder of results that is at a path, or in the archive there.

    Of an archive it only has the files that `diff_results` compares. Raises RecordError, which
    names the archive, if it or one of these files cannot be read.
    """
    if Path(path).is_dir():
        yield Path(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            _unpack(path, Path(folder))
            yield Path(folder)
        except RecordError as error:
            raise RecordError(str(error).replace(folder, str(path))) from None


def _unpack(path, folder):
    """Writes the files of an archive that are compared into a folder. Raises RecordError."""
    try:
        with zipfile.ZipFile(path) as archive:
            left = LARGEST
            for name in sorted(SMALL & set(archive.namelist())):
                with archive.open(name) as member, open(folder / name, "wb") as file:
                    while chunk := member.read(min(CHUNK, left + 1)):
                        left -= len(chunk)
                        if left < 0:
                            raise RecordError(f"{path}: its files have more than {LARGEST} bytes.")
                        file.write(chunk)
    except UNREADABLE as error:
        why = f"{error.strerror}" if isinstance(error, OSError) and error.strerror else error
        raise RecordError(
            f"{path} is no folder of results and no archive of them that can be read: {why}."
        ) from None


@command(RecordError)
def main(arguments=None):
    """Keeps the results; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.archive", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="the folder")
    parser.add_argument("--name", required=True, help="of the archive")
    parser.add_argument("--folder", type=Path, default=Path("archives"), help="of all archives")
    parser.add_argument("--small", action="store_true", help="keep what is compared, and no more")
    options = parser.parse_args(arguments)
    archive = options.folder / f"{options.name}.zip"
    if archive.exists():
        raise RecordError(f"{archive} is there already: give another name, or remove it.")
    count = keep(options.results, archive, options.small)
    print(f"{archive}: {count} files, {archive.stat().st_size / 1e6:.1f} MB.")


if __name__ == "__main__":
    sys.exit(main())
