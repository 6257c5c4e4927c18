"""Builds SVM^light's `svm_learn` into the environment, for users who accept its licence.

Its source comes from the package `svmlight` of the package index; it is checked, compiled
unchanged, and neither kept nor passed on. Used by `make svmlight`.
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
from maxmargin.baselines.svmlight import PROGRAM

PACKAGE, VERSION = "svmlight", "0.4"
SHA256 = "3b6244050c9ee1f97ae8b305030851c757d98870ee7b3a1b9c9ea5e725d27541"
SOURCES = ("svm_learn_main.c", "svm_learn.c", "svm_common.c", "svm_hideo.c")
LICENCE_LINES = slice(4, 16)  # of svm_learn_main.c
COMPILER = ("cc", "-O3", "-w")  # without warnings, as the code is old


class NotBuilt(Exception):
    """SVM^light was not built; the text is a sentence that says why."""


@command(NotBuilt)
def main(arguments=None):
    """Show the licence, ask once, and build; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true", help="the licence, without being asked")
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
                "SVM^light was not built, as its licence was not accepted; `make svmlight"
                " ACCEPT=yes` accepts it."
            )
        build(source, target)
    print(f"SVM^light is installed: {target}; the next `snakemake` makes the runs that need it.")


def answer():
    """The user's answer; "" if nobody can give one."""
    try:
        return input("Do you accept this licence? (yes/no) ").strip()
    except EOFError:
        return ""


def download(folder):
    """Download the package's source archive into `folder`; its path. Raises NotBuilt."""
    try:
        archive = download_package(PACKAGE, VERSION, folder, sdist=SHA256)
    except SourceFailed as failure:
        raise NotBuilt(f"SVM^light is not available: {failure}.") from None
    digest = sha256_of(archive)
    if digest != SHA256:
        raise NotBuilt(f"{archive.name} has the SHA-256 {digest}, but it should have {SHA256}.")
    return archive


def unpacked(archive, folder):
    """Unpack the archive into `folder`; the path of the folder with the C files."""
    shutil.unpack_archive(archive, folder)
    return Path(folder) / f"{PACKAGE}-{VERSION}" / "lib"


def licence(source):
    """What the author says about copyright and use, at the top of his main file."""
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
        raise NotBuilt(f"SVM^light needs a C compiler, and there is no {COMPILER[0]}.") from None
    except subprocess.CalledProcessError as error:
        raise NotBuilt(f"SVM^light does not compile: {error.stderr.splitlines()[0]}") from None


if __name__ == "__main__":
    sys.exit(main())
