"""Slow readers of libsvm and CSV files, written from the formats' descriptions.

They share no code with data/. They are plain Python, one character at a time if that is clearer.
"""

from decimal import Decimal
from fractions import Fraction
from math import isfinite

from tests.faults.slow_tokens import (
    all_digits,
    finite,
    is_pairs,
    is_separated_otherwise,
    number,
    unsigned,
)

MISSING = {"", "?", ".", "--", "na", "n/a", "n.a.", "<na>", "nan", "-nan", "+nan", "nat", "null"}
MISSING |= {"none", "\\n", "1.#qnan", "-1.#ind", "1.#ind"}
MISSING |= {"#n/a", "#na", "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!"}
NO_CLASS = MISSING - {"na", "none"}
LARGEST_INDEX = 2**31 - 2
SMALLEST, LARGEST = Fraction(1, 10**140), Fraction(10**140)  # of squared norms
LONGEST_EXPONENT = 18  # digits
LONGEST_CELL = 131_072  # characters, the csv module's limit


class Refused(Exception):
    """The reader refuses a file.

    lines: the wrong lines, counted from 1; empty if the whole file is wrong.
    """

    def __init__(self, lines=()):
        super().__init__()
        self.lines = set(lines)


def _plain(content):
    """Return the text of a user's file with line feeds; raise Refused unless it is UTF-8."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or content[:4] == b"\0\0\xfe\xff":
        raise Refused
    even, odd = set(content[0:8:2]), set(content[1:8:2])
    if len(content) >= 8 and (even == {0}) != (odd == {0}):
        raise Refused
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def libsvm(content, positive=None):
    """Return (labels, rows, n) of a user's file; a row is a list of (index from 0, value)."""
    lines = [line.partition("#")[0] for line in _plain(content).split("\n")]
    heads, rows, places = _libsvm_lines(lines, LARGEST_INDEX)
    indices = [index for row in rows for index, _ in row]
    labels = _labels(heads, positive)
    _check_norms([[value for _, value in row] for row in rows], places)
    return labels, rows, max(indices, default=0) + 1


def libsvm_of_two_classes(content, n):
    """Return (labels, rows, n) of a registered data set's file, with labels +1 and −1."""
    *lines, rest = content.decode("latin-1").split("\n")
    if rest:
        raise Refused([len(lines) + 1])
    heads, rows, places = _libsvm_lines([line.removesuffix("\r") for line in lines], n)
    wrong = [
        place
        for head, place in zip(heads, places, strict=True)
        if not all_digits(unsigned(head)) or unsigned(head).lstrip("0") != "1"
    ]
    if wrong:
        raise Refused(wrong)
    return list(map(float, heads)), rows, n


def _libsvm_lines(lines, n):
    """Return (heads, rows, lines from 1) of the lines that are not blank."""
    places = [place for place, line in enumerate(lines, start=1) if line.strip(" \t")]
    read = [_libsvm_line(lines[place - 1], n) for place in places]
    wrong = [place for place, found in zip(places, read, strict=True) if found is None]
    if wrong or not read:
        raise Refused(wrong)
    return [head for head, _ in read], [row for _, row in read], places


def _libsvm_line(line, n):
    """Return (head, row) of a line, or None if it is wrong."""
    head, *pairs = line.strip(" \t").replace("\t", " ").split(" ")
    if number(head) is None:
        return None
    row, before = [], 0
    for pair in filter(None, pairs):
        index, colon, value = pair.partition(":")
        if not colon or not all_digits(index) or finite(value) is None:
            return None
        if len(index.lstrip("0")) > 10 or not before < int(index) <= n:
            return None
        before = int(index)
        row.append((before - 1, float(value)))
    return head, row


def _check_norms(rows, places):
    """Raise Refused for a norm above the learners' range, and if all norms are below it."""
    squares = [sum(Fraction(value) ** 2 for value in row) for row in rows]
    pairs = list(zip(squares, places, strict=True))
    wrong = [place for square, place in pairs if square > LARGEST]
    if all(square < SMALLEST for square in squares):
        wrong += [place for square, place in pairs if square]
    if wrong:
        raise Refused(wrong)


def _check_utf_8(content):
    """Raise Refused, with the line, for a NUL or bytes that are not UTF-8."""
    lines = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    wrong = [place for place, line in enumerate(lines, 1) if b"\0" in line or not _is_utf_8(line)]
    if wrong:
        raise Refused(wrong)


def _is_utf_8(line):
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def csv(content, label=None, positive=None, head=None, separator=None, decimal=None, drop=None):
    """Return (labels, rows, n) of a user's file; a row is a list of values."""
    lines, wrong = _csv_lines(content, separator)
    first, top = lines[0]
    width = len(top)
    if width == 1:
        raise Refused([*wrong, first])
    wrong += [place for place, cells in lines if len(cells) != width]
    lines = [(place, cells) for place, cells in lines if len(cells) == width]
    left_out = {int(place) - 1 for place in drop or []}
    used = [place for place in range(width) if place not in left_out]
    try:
        seen = [(place, [_pointed(cells[k], decimal) for k in used]) for place, cells in lines]
        named = _has_names(seen) if head is None else head
        column = _label_column(first, top, label, top if named else None)
        if head is None and not named and _may_be_names(lines, column, used):
            raise Refused(place for place, _ in lines)
    except Refused as refused:
        raise Refused(wrong or refused.lines) from None
    if column in left_out or len(used) == 1:
        raise Refused(wrong or [first])
    classes, rows, places = [], [], []
    for place, cells in lines[1:] if named else lines:
        cells = [_pointed(cell, decimal) for cell in cells]
        values = [finite(cells[k]) for k in used if k != column]
        if None in values or cells[column].lower() in NO_CLASS:
            wrong.append(place)
        classes.append(cells[column])
        rows.append(values)
        places.append(place)
    if wrong or not rows:
        raise Refused(wrong)
    labels = _labels(classes, positive)
    _check_norms(rows, places)
    return labels, rows, len(used) - 1


def _pointed(cell, decimal):
    """Return a cell with a decimal point. A point in place of a required comma makes it invalid."""
    if decimal != ",":
        return cell
    if number(cell) is not None and "." in cell:
        return cell + " "
    swapped = cell.replace(",", ".")
    return swapped if "." not in cell and number(swapped) is not None else cell


def _csv_lines(content, separator):
    """Return ((line from 1, cells) of lines that are not blank, lines that cannot be split)."""
    text = _plain(content)
    _check_utf_8(content)
    lines = [(k, line) for k, line in enumerate(text.split("\n"), 1)]
    lines = [(place, line) for place, line in lines if line.strip(" \t")]
    if not lines:
        raise Refused
    if separator is None and is_separated_otherwise([line for _, line in lines]):
        raise Refused([lines[0][0]])
    if is_pairs(lines[0][1]):
        raise Refused([lines[0][0]])
    split = [(place, _cells(line, separator or ",")) for place, line in lines]
    read = [(place, cells) for place, cells in split if cells is not None]
    wrong = [place for place, cells in split if cells is None]
    if not read:
        raise Refused(wrong)
    return read, wrong


def _cells(line, separator):
    """Return the cells without blanks around them, or None for a misplaced quotation mark."""
    cells, at = [], 0
    while True:
        begin = at
        while line[at : at + 1] == " ":
            at += 1
        if line[at : at + 1] == '"':
            cell, at = _quoted(line, at + 1)
        else:
            at = line.find(separator, begin) % (len(line) + 1)  # the end, if there is none
            cell = line[begin:at]
            if '"' in cell:
                return None
        if cell is None or line[at : at + 1] not in ("", separator) or len(cell) > LONGEST_CELL:
            return None
        cells.append(cell.strip(" \t"))
        if at == len(line):
            return cells
        at += 1


def _quoted(line, at):
    """Return (content of the quotation, its end), or None if it is not closed."""
    cell = ""
    while at < len(line):
        if line[at : at + 2] == '""':
            cell, at = cell + '"', at + 2
        elif line[at] == '"':
            return cell, at + 1
        else:
            cell, at = cell + line[at], at + 1
    return None, at


def _has_names(lines):
    """Return whether the first line has names; raise Refused if this is ambiguous."""
    (first, top), *others = lines
    kinds = [[number(cell) is not None for cell in cells] for _, cells in others]
    own = [number(cell) is not None for cell in top]
    patterns = [kind for kind in (kinds or [own]) if kind.count(False) <= 1]
    words = {cell.lower() for cell in top}
    if patterns and True not in own and len(set(top)) == len(top) and not words & MISSING:
        return True
    if own in patterns and not _counts(top):
        return False
    raise Refused([first, *(place for place, _ in others)])


def _counts(top):
    """Return whether cells count like pandas' names of unnamed columns; one may be a text."""
    counts = [cell for cell in top if number(cell) is not None]
    if len(counts) < len(top) - 1 or not all(map(all_digits, counts)):
        return False
    rise = counts == [str(int(counts[0]) + k) for k in range(len(counts))]
    return rise and (len(counts) >= 3 or top[:2] == ["0", "1"])


def _may_be_names(lines, column, used):
    """Return whether the first line has different cells, and a class that no other line has."""
    (_, top), *others = lines
    classes = {cells[column] for _, cells in others}
    cells = [top[k] for k in used]
    return len(classes) > 1 and len(set(cells)) == len(cells) and top[column] not in classes


def _label_column(first, top, label, names):
    if label is None:
        return len(top) - 1
    places = set()
    if all_digits(str(label)) and 1 <= int(label) <= len(top):
        places.add(int(label) - 1)
    if names:
        places |= {place for place, name in enumerate(names) if name == str(label)}
    if len(places) != 1:
        raise Refused([first])
    return places.pop()


def _labels(classes, positive):
    """Return +1.0 and −1.0; classes that are numbers are compared exactly, as numbers."""
    keys = list(map(_class, classes))
    known = sorted(set(keys))
    if positive is None and len(known) == 2:
        wanted = known[1:]
    else:
        wanted = [_class(str(name)) for name in positive or []]
    labels = [1.0 if key in wanted else -1.0 for key in keys]
    if not set(wanted) <= set(known) or len(set(labels)) != 2 or _may_be_misread(classes):
        raise Refused
    return labels


def _may_be_misread(classes):
    """Return whether two classes differ in unseen characters alone, or are numbers and infinity."""
    looks = {}
    for token in classes:
        looks.setdefault(tuple(token.split()), set()).add(_class(token))
    numbers = [number(token) for token in classes if number(token) is not None]
    words = [token for token in classes if unsigned(token).lower() in ("inf", "infinity")]
    kinds = {isfinite(value) for value in numbers} | ({False} if words else set())
    return max(map(len, looks.values())) > 1 or len(kinds) > 1


def _class(token):
    """Return a sort key of a class: numbers come first in their order, then texts in theirs.

    Text that looks like a number with an unintended exponent counts as text.
    """
    exponent = token.lower().partition("e")[2].lstrip("+-0")
    if number(token) is None or len(exponent) > LONGEST_EXPONENT:
        return 1, token
    return 0, Fraction(Decimal(token))
