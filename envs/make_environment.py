"""Writes environment.yaml for `snakemake --sdm conda`, with the versions of requirements.lock.

environment.yaml cannot refer to the lock, since Snakemake copies it to another folder before use.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent

wanted = re.findall(r"^[\w.-]+$", (HERE / "requirements.in").read_text(), re.MULTILINE)
lock = (HERE / "requirements.lock").read_text()
pins = re.findall(r"^([\w.-]+)==([\w.]+)( ; [^\\]+)?", lock, re.MULTILINE)
lines = [
    f"      - {name}=={version}{marker.rstrip()}"
    for name, version, marker in pins
    if name in wanted
]
head = """# Made by envs/make_environment.py (`make lock`) from requirements.in and its lock file.
channels:
  - conda-forge
dependencies:
  - python =3.11
  - cxx-compiler
  - pip
  - pip:
"""
(HERE / "environment.yaml").write_text(head + "\n".join(lines) + "\n")
