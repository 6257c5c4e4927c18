"""Prints a release's version and notes: `python -m docs.release`, which `make release` calls.

CITATION.cff must have the version of pyproject.toml, and CHANGELOG.md must describe the version.
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def notes_of(version, changelog):
    """Return a version's notes in the text of a changelog, "" if there are none."""
    pattern = rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)"
    found = re.search(pattern, changelog, re.MULTILINE | re.DOTALL)
    return found.group(1).strip() if found else ""


def main(arguments=None):
    """Print the version and its notes; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.release", description=__doc__)
    parser.parse_args(arguments)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    cited = re.search(
        r"^version: \"?([^\"\n]+)",
        (ROOT / "CITATION.cff").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    if cited is None or cited.group(1) != version:
        print(f"CITATION.cff: version must be {version}, as in pyproject.toml.", file=sys.stderr)
        return 1
    notes = notes_of(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if not notes:
        print(f'CHANGELOG.md: add notes under the heading "## {version}".', file=sys.stderr)
        return 1
    print(f"{project['name']} {version}\n\n{notes}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
