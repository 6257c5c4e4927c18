"""What one of the most interesting results is told in."""

from typing import NamedTuple


class Finding(NamedTuple):
    """head: a few words. text: with the numbers. link: to where these are, or ""."""

    head: str
    text: str
    link: str
