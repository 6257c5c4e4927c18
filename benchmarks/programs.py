"""The C++ programs of this folder: compiled as a good C++ programmer would, and run."""

import subprocess
from pathlib import Path

FLAGS = ("-O3", "-march=native", "-ffast-math")
HERE = Path(__file__).parent


def built(folder, name):
    """The program made of a C++ file beside this one."""
    subprocess.run(["c++", *FLAGS, "-o", folder / name, HERE / f"{name}.cpp"], check=True)
    return folder / name


def printed(*command):
    """The numbers that a program prints, as texts."""
    call = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    return call.stdout.split()
