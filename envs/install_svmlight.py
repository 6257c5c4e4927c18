"""Builds SVM^light's `svm_learn` into the environment, for users who accept its licence.

`make svmlight` calls this module. The source comes from the package `svmlight` of the package
index. It is checked and compiled unchanged; the source is not stored and not distributed.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from data.archives import sha256_of
from data.commands import command
from data.files import replacing
from data.sources import SourceFailed, download_package
from peers.solvers.svmlight import PROGRAM

PACKAGE, VERSION = "svmlight", "0.4"
SHA256 = "3b6244050c9ee1f97ae8b305030851c757d98870ee7b3a1b9c9ea5e725d27541"
SOURCES = ("svm_learn_main.c", "svm_learn.c", "svm_common.c", "svm_hideo.c")
LICENCE_LINES = slice(4, 16)  # lines of svm_learn_main.c with the licence
COMPILER = ("cc", "-O3", "-w")  # -w, since the old code causes many warnings


class NotBuilt(Exception):
    """SVM^light was not built. The text is a sentence with the reason."""


@command(NotBuilt)
def main(arguments=None):
    """Show the licence, ask whether the user accepts it, and build the program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--accept", action="store_true", help="accept the licence without being asked"
    )
    accepted = parser.parse_args(arguments).accept
    target = Path(sys.executable).parent / PROGRAM
    if target.exists():
        print(f"SVM^light is installed already: {target}")
        return
    with tempfile.TemporaryDirectory() as folder:
        source = unpacked(download(folder), folder)
        print(licence(source))
        if not accepted and answer() != "yes":
            raise NotBuilt(
                "SVM^light was not built, since its licence was not accepted; `make svmlight"
                " ACCEPT=yes` accepts it."
            )
        build(source, target)
    print(f"SVM^light is installed: {target}. The next `snakemake` makes the runs that need it.")


def answer():
    """Return the user's answer, "" without a terminal."""
    try:
        return input("Do you accept this licence? (yes/no) ").strip()
    except EOFError:
        return ""


def download(folder):
    """Download the source archive into `folder` and return its path. Raises NotBuilt."""
    try:
        archive = download_package(PACKAGE, VERSION, folder, sdist=SHA256)
    except SourceFailed as failure:
        raise NotBuilt(f"SVM^light is not available: {failure}.") from None
    digest = sha256_of(archive)
    if digest != SHA256:
        raise NotBuilt(f"{archive.name} has the SHA-256 {digest}, but it should have {SHA256}.")
    return archive


def unpacked(archive, folder):
    """Unpack the archive into `folder` and return the path of the folder with the C files."""
    shutil.unpack_archive(archive, folder)
    return Path(folder) / f"{PACKAGE}-{VERSION}" / "lib"


def licence(source):
    """Return the author's text on copyright and use, from the top of his main file."""
    lines = (source / SOURCES[0]).read_text(encoding="latin-1").splitlines()[LICENCE_LINES]
    return "\n".join(line.strip("/* ") for line in lines)


def build(source, target):
    """Compile the C files in `source` to the program `target`. Raises NotBuilt."""
    sources = (str(source / name) for name in SOURCES)
    try:
        with replacing(target) as unfinished:
            call = [*COMPILER, "-o", str(unfinished), *sources, "-lm"]
            subprocess.run(call, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise NotBuilt(f"SVM^light needs a C compiler: {COMPILER[0]} was not found.") from None
    except subprocess.CalledProcessError as error:
        raise NotBuilt(f"SVM^light does not compile: {error.stderr.splitlines()[0]}") from None


if __name__ == "__main__":
    sys.exit(main())
