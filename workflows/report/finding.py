"""The parts of a finding, one of the report's most interesting results."""

from typing import NamedTuple


class Finding(NamedTuple):
    """A finding.

    head: a few words. text: sentences; a blank line begins a paragraph. link: the address of the
    numbers, or "".
    """

    head: str
    text: str
    link: str
