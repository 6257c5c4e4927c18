"""Fits a table to the pages of a LaTeX document: on its side, with broken texts, or in parts."""

import re
from itertools import groupby
from typing import NamedTuple

from paper_tables import markup

ROWS_OF_A_PAGE = 40
LETTER = 0.55  # em, the width of a letter
PARAGRAPH = r">{\raggedright\arraybackslash}p{%s}"
UNBROKEN = re.compile(r"[^\s_-]+")
# Letters of a line of an upright page. A table with up to so many shrinks to a line. Smaller than
# that it could not be read.
UPRIGHT = 115
# Letters of the widest column. The first width with which a table fits the page is used; longer
# texts are broken into lines.
WIDEST = (28, 24, 20, 16, 12)
# LaTeX's font size -> the letters of a line of a page on its side.
LETTERS = {"normalsize": 105, "small": 113, "footnotesize": 123, "scriptsize": 132, "tiny": 155}


class Part(NamedTuple):
    """Columns of a table that stand beside each other.

    Attributes
    ----------
    indices : list of int
        The columns.
    groups : list of tuple
        (head, number of columns, width) of each group among them; a width as in breaks.
    columns : str
        LaTeX's column specification, with paragraphs for long texts.
    breaks : list of (str or None)
        For each column, the width of a broken head in em, or None if the head fits.
    """

    indices: list
    groups: list
    columns: str
    breaks: list


def in_latex(grid):
    """Return the values of the LaTeX template for a grid.

    Returns
    -------
    dict
        grid; long: whether the grid exceeds an upright page; parts: its `Part`s, one below the
        other; size: the font size of a long grid.
    """
    columns = [
        [text for row in grid.rows for text in _texts(row[i])] for i in range(len(grid.columns))
    ]
    heads = [markup.plain(head) for _, head in grid.columns]
    widths = [max(map(len, column), default=0) for column in columns]
    words = [
        _longest_word(" ".join([head, *column]))
        for head, column in zip(heads, columns, strict=True)
    ]
    whole = sum(max(width, len(head)) + 2 for width, head in zip(widths, heads, strict=True))
    long = len(grid.rows) * (1 + grid.has_verdicts) > ROWS_OF_A_PAGE or whole > UPRIGHT
    rooms, most = _rooms(widths, words)
    split = _split(grid, rooms, most) if long else [list(range(len(rooms)))]
    letters = max(_letters(part, rooms) for part in split)
    numbers = range(len(rooms)) if grid.has_verdicts else grid.number_columns
    kinds = [
        PARAGRAPH % _em(room) if long and width > room else "lr"[i in numbers]
        for i, (width, room) in enumerate(zip(widths, rooms, strict=True))
    ]
    breaks = [_break(head, room, long) for head, room in zip(heads, rooms, strict=True)]
    parts = [
        Part(
            part,
            _groups(grid, part, rooms, long),
            "".join(kinds[i] for i in part),
            [breaks[i] for i in part],
        )
        for part in split
    ]
    size = next((name for name, room in LETTERS.items() if letters <= room), "tiny")
    return {"grid": grid, "long": long, "parts": parts, "size": size}


def _texts(cell):
    """Return the texts of a cell in the lines that they stand on, with room for sign and notes."""
    marks = "=" * (2 * bool(cell.verdict) + len(cell.notes))
    return markup.plain(cell.printed), markup.plain(cell.measured) + marks


def _rooms(widths, words):
    """Return the letters of each column, and of a line of the page.

    widths, words: the letters of each column's longest text and longest word. If nothing fits in
    one line, columns are as wide as in a table of several parts.
    """
    for widest in WIDEST:
        rooms = [max(min(width, widest), word) for width, word in zip(widths, words, strict=True)]
        if _letters(range(len(rooms)), rooms) <= LETTERS["tiny"]:
            return rooms, LETTERS["tiny"]
    rooms = [max(min(width, WIDEST[0]), word) for width, word in zip(widths, words, strict=True)]
    return rooms, LETTERS["scriptsize"]


def _split(grid, rooms, most):
    """Return the columns of each part, as lists of indices.

    Every part begins with the columns that tell the rows apart. A group of columns stays together
    if it fits. rooms: the letters of each column. most: the letters of a line.
    """
    names = _names(grid)
    left = most - _letters(names, rooms)
    parts: list[list[int]] = [[]]
    for group in _indices_of_groups(grid):
        columns = [i for i in group if i not in names]
        for together in [columns] if _letters(columns, rooms) <= left else [[i] for i in columns]:
            if parts[-1] and _letters([*parts[-1], *together], rooms) > left:
                parts.append([])
            parts[-1] += together
    return [[*names, *part] for part in parts]


def _letters(columns, rooms):
    return sum(rooms[i] + 2 for i in columns)


def _names(grid):
    """Return the first columns that tell the rows apart; the first column if none do."""
    for number in range(1, len(grid.columns)):
        if len({tuple(row[:number]) for row in grid.rows}) == len(grid.rows):
            return list(range(number))
    return [0]


def _indices_of_groups(grid):
    first = 0
    for _, width in grid.groups:
        yield range(first, first + width)
        first += width


def _groups(grid, part, rooms, long):
    """Return the groups of a part's columns, as in `Part`."""
    group_of = {i: place for place, group in enumerate(_indices_of_groups(grid)) for i in group}
    groups = []
    for place, same in groupby(part, group_of.get):
        columns, (head, _) = list(same), grid.groups[place]
        room = max(_letters(columns, rooms) - 2, _longest_word(head))
        groups.append((head, len(columns), _break(markup.plain(head), room, long)))
    return groups


def _longest_word(text):
    return max(map(len, UNBROKEN.findall(markup.plain(text))), default=0)


def _break(head, room, long):
    """Return the width of a head that is broken to fit so many letters, or None if it fits."""
    return _em(room) if long and len(head) > room else None


def _em(letters):
    return f"{LETTER * letters:.1f}em"
