"""Fits a table to the pages of a LaTeX document: on its side, with broken texts, or in parts.

Widths are estimated in letters: the width of a text's letters, of which wide ones count for more.
Only a word, or a table's name of a row, that is itself wider than a page remains too wide.
"""

import re
from itertools import groupby
from typing import NamedTuple

from paper_tables import markup

ROWS_OF_A_PAGE = 40
LETTER = 0.55  # em, the width of a letter
WIDE = re.compile(r"[A-Zmw=<>%@+]|[^\x00-\x7f]")  # characters of up to one and a half letters
PARAGRAPH = r">{\raggedright\arraybackslash}p{%s}"
UNBROKEN = re.compile(r"[^\s_-]+")
# Letters of a line of an upright page. A table with up to so many shrinks to a line. Smaller than
# that it could not be read.
UPRIGHT = 115
# Letters of the widest column. The first width with which a table fits the page is used; longer
# texts are broken into lines.
WIDEST = (28, 24, 20, 16, 12)
# Points, for LaTeX's class article: a line of a page on its side, the space around a column, and an
# em of each font size.
LINE, AROUND = 540, 6
EM = {"normalsize": 10.0, "small": 9.25, "footnotesize": 8.5, "scriptsize": 7.97, "tiny": 6.81}
SMALLEST, IN_PARTS = "tiny", "scriptsize"  # the smallest font in one part, and in several


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
    heads = [markup.plain(head) for _, head in grid.columns]
    columns = [[text for row in grid.rows for text in _texts(row[i])] for i in range(len(heads))]
    widths = [max(map(_letters, column), default=0) for column in columns]
    whole = sum(max(width, _letters(head)) + 2 for width, head in zip(widths, heads, strict=True))
    long = len(grid.rows) * (1 + grid.has_verdicts) > ROWS_OF_A_PAGE or whole > UPRIGHT
    words = [
        _longest_word(" ".join([head, *column]))
        for head, column in zip(heads, columns, strict=True)
    ]
    rooms, smallest = _rooms(grid, widths, words)
    split = _split(grid, rooms, smallest) if long else [list(range(len(rooms)))]
    numbers = range(len(rooms)) if grid.has_verdicts else grid.number_columns
    kinds = ["r" if i in numbers else "l" for i in range(len(rooms))]
    for i, (width, room) in enumerate(zip(widths, rooms, strict=True)):
        if long and width > room:
            kinds[i] = PARAGRAPH % _em(room)
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
    fitting = (size for size in EM if all(_points(part, rooms, size) <= LINE for part in split))
    return {"grid": grid, "long": long, "parts": parts, "size": next(fitting, SMALLEST)}


def _texts(cell):
    """Return the texts of a cell in the lines that they stand on, with room for sign and notes."""
    marks = "==" * bool(cell.verdict) + ",".join(map(str, cell.notes))
    return markup.plain(cell.printed) + marks, markup.plain(cell.measured) + marks


def _letters(text):
    """Return the width of a text in letters."""
    return len(text) + 0.5 * len(WIDE.findall(text))


def _longest_word(text):
    return max(map(_letters, UNBROKEN.findall(text)), default=0)


def _points(columns, rooms, size):
    """Return the width of columns with these rooms, in points, in a font size."""
    return sum(LETTER * rooms[i] * EM[size] + AROUND for i in columns)


def _rooms(grid, widths, words):
    """Return the letters of each column, and the smallest font size.

    widths, words: the letters of each column's longest text and longest word. If nothing fits in
    one line, columns are as wide as in a table of several parts.
    """
    words = list(words)
    for (head, _), group in zip(grid.groups, _indices_of_groups(grid), strict=True):
        if group:  # a word of its head must not be wider than the columns below
            last, word = group[-1], _longest_word(markup.plain(head))
            words[last] = max(words[last], word - sum(words[i] + 2 for i in group[:-1]))
    for widest in WIDEST:
        rooms = [max(min(width, widest), word) for width, word in zip(widths, words, strict=True)]
        if _points(range(len(rooms)), rooms, SMALLEST) <= LINE:
            return rooms, SMALLEST
    rooms = [max(min(width, WIDEST[0]), word) for width, word in zip(widths, words, strict=True)]
    return rooms, IN_PARTS


def _split(grid, rooms, size):
    """Return the columns of each part, as lists of indices.

    Every part begins with the columns that tell the rows apart, or with the first column if those
    take more than half of a line. A group of columns stays together if it fits. rooms: the letters
    of each column. size: the smallest font size.
    """
    names = _names(grid)
    if _points(names, rooms, size) > LINE / 2:
        names = names[:1]
    left = LINE - _points(names, rooms, size)
    parts: list[list[int]] = [[]]
    for group in _indices_of_groups(grid):
        columns = [i for i in group if i not in names]
        fits = _points(columns, rooms, size) <= left
        for together in [columns] if fits else [[i] for i in columns]:
            if parts[-1] and _points([*parts[-1], *together], rooms, size) > left:
                parts.append([])
            parts[-1] += together
    return [[*names, *part] for part in parts]


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
        text, room = markup.plain(head), sum(rooms[i] + 2 for i in columns) - 2
        groups.append((head, len(columns), _break(text, max(room, _longest_word(text)), long)))
    return groups


def _break(head, room, long):
    """Return the width of a head that is broken to fit so many letters, or None if it fits."""
    return _em(room) if long and _letters(head) > room else None


def _em(letters):
    return f"{LETTER * letters:.1f}em"
