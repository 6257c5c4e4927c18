"""Compiles the C++ programs of this folder with the usual flags for speed, and runs them."""

import subprocess
from pathlib import Path

FLAGS = ("-O3", "-march=native", "-ffast-math")
HERE = Path(__file__).parent


def built(folder, name):
    """Compile a C++ file of this folder and return the program's path."""
    subprocess.run(["c++", *FLAGS, "-o", folder / name, HERE / f"{name}.cpp"], check=True)
    return folder / name


def printed(*command):
    """Run a program and return the numbers that it prints, as text."""
    call = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    return call.stdout.split()
