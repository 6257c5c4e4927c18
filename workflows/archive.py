"""Archives the results of a run: `python -m workflows.archive RESULTS --name NAME`.

The archive archives/NAME.zip holds the result files, report, figures and tables, and the metadata
that Zenodo and WorkflowHub read. With --small it holds only the files that
`python -m workflows.diff_results` compares, and their provenance. That command reads archives as
well as folders.
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
from records.errors import RecordError
from workflows.compared_files import COMPARED
from workflows.crate import FOLDERS, NAME

# zipfile raises these for damaged archives, encrypted members and unknown compression methods.
UNREADABLE = (*BROKEN, RuntimeError, ValueError, struct.error, LookupError, OverflowError)
LARGEST = 1 << 30  # bytes unpacked from one archive at most; a full run has some 4 million
EPOCH = (1980, 1, 1, 0, 0, 0)  # date of every member, so that equal results make equal archives
SMALL = {"provenance.json", *(f"{file.name}.csv" for file in COMPARED)}


def write_archive(results, archive, small=False):
    """Write the archive of a folder of results and return the number of its files.

    Parameters
    ----------
    results : path
        The folder of results.
    archive : Path
        The ZIP file to write.
    small : bool
        Whether to archive only the files that `diff_results` compares, with their provenance.

    Raises
    ------
    RecordError
        If the run is not complete, or a file has changed since it was made.
    """
    results = Path(results)
    metadata = results / NAME
    if not metadata.is_file():
        raise RecordError(f"{results} has no {NAME}, which a run writes when it is complete.")
    wrong = sorted(damaged(results, tuple(FOLDERS)))
    if wrong:
        raise RecordError(f"{wrong[0]} has changed since it was made: call snakemake again first.")
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
    """Return the names of the files and folders in the metadata. Raises RecordError."""
    try:
        graph = json.loads(metadata.read_text(encoding="utf-8"))["@graph"]
        root = next(entity for entity in graph if entity["@id"] == "./")
        return [part["@id"] for part in root["hasPart"]]
    except (ValueError, LookupError, TypeError, StopIteration):
        raise RecordError(f"{metadata} is damaged: call snakemake again.") from None


@contextmanager
def opened(path):
    """Open a folder of results, or an archive of one, as a context that yields a folder.

    For an archive, the folder is temporary and has only the files that `diff_results` compares.
    Raises RecordError, with the path of the archive, if the archive or a file cannot be read.
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
    """Unpack the files that `diff_results` compares into a folder. Raises RecordError."""
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
            f"{path} is neither a folder of results nor a readable archive of one: {why}."
        ) from None


@command(RecordError)
def main(arguments=None):
    """Archive the results and return the exit code: 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.archive", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="folder of results")
    parser.add_argument("--name", required=True, help="name of the archive")
    parser.add_argument(
        "--folder", type=Path, default=Path("archives"), help="folder of all archives"
    )
    parser.add_argument(
        "--small", action="store_true", help="archive only the files that diff_results compares"
    )
    options = parser.parse_args(arguments)
    if options.name in ("", "..") or options.name != Path(options.name).name:
        raise RecordError(f"--name: {options.name!r} is not a name, such as my-run.")
    archive = options.folder / f"{options.name}.zip"
    if archive.exists():
        raise RecordError(f"{archive} exists already: choose another --name, or remove the file.")
    count = write_archive(options.results, archive, options.small)
    print(f"{archive}: {count} files, {archive.stat().st_size / 1e6:.1f} MB.")


if __name__ == "__main__":
    sys.exit(main())
