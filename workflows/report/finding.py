"""The parts of a finding, one of the report's most interesting results."""

from typing import NamedTuple

NAMED = 3  # the most learners that a sentence names
OTHERS = {"and": "{} others", "or": "one of {} others"}


class Finding(NamedTuple):
    """A finding.

    head: a few words. text: sentences; a blank line begins a paragraph. link: the address of the
    numbers, or "".
    """

    head: str
    text: str
    link: str


def listed(names, word="and"):
    """Return the first names, joined by commas and a word; more names than NAMED are counted.

    >>> print(listed(["ALMA", "PDM", "MICRA"]))
    ALMA, PDM and MICRA
    >>> print(listed(["ALMA", "PDM", "MICRA", "ROMMA"], "or"))
    ALMA, PDM or one of 2 others
    """
    names = list(names)
    shown = names if len(names) <= NAMED else names[: NAMED - 1]
    shown += [OTHERS[word].format(len(names) - len(shown))] if len(shown) < len(names) else []
    return f" {word} ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def numbered(count, noun):
    """Return a count with its noun.

    >>> print(numbered(1, "run"), numbered(1200, "run"))
    1 run 1,200 runs
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
