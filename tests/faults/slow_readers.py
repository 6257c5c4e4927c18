"""What a libsvm or CSV file says, read slowly from the description of its format.

Shares no code with data/. Plain Python, a character at a time where that is plainer.
"""

from fractions import Fraction
from math import isfinite

DIGITS = set("0123456789")
MISSING = {"", "?", "na", "n/a", "nan", "null", "none"}
NO_CLASS = MISSING - {"na", "none"}
LARGEST_INDEX = 2**31 - 2
LONGEST_EXPONENT = 18  # digits
LONGEST_CELL = 131_072  # characters, the csv module's limit


class Refused(Exception):
    """lines: those at fault, counted from 1; none if the file is as a whole."""

    def __init__(self, lines=()):
        super().__init__()
        self.lines = set(lines)


def number(token):
    """The nearest float64 to a decimal number, perhaps infinite; None for anything else."""
    mantissa, e, exponent = _unsigned(token).replace("E", "e").partition("e")
    whole, _, fraction = mantissa.partition(".")
    if not _all_digits(whole + fraction) or (e and not _all_digits(_unsigned(exponent))):
        return None
    return float(token)


def _unsigned(token):
    return token[1:] if token[:1] in ("+", "-") else token


def _all_digits(token):
    return token != "" and set(token) <= DIGITS


def _finite(token):
    value = number(token)
    return value if value is not None and isfinite(value) else None


def libsvm(content, positive=None):
    """(labels, rows, n) of a user's file; a row is a list of (index from 0, value)."""
    heads, rows = _libsvm_lines(content, LARGEST_INDEX)
    indices = [index for row in rows for index, _ in row]
    return _labels(list(map(str, heads)), positive), rows, max(indices, default=0) + 1


def libsvm_of_two_classes(content, n):
    """The same for a file of a registered data set, whose labels are +1 and -1."""
    heads, rows = _libsvm_lines(content, n)
    wrong = [line for line, head in enumerate(heads, start=1) if head not in (1, -1)]
    if wrong:
        raise Refused(wrong)
    return list(map(float, heads)), rows, n


def _libsvm_lines(content, n):
    *lines, rest = content.decode("latin-1").split("\n")
    if rest:
        raise Refused([len(lines) + 1])
    read = [_libsvm_line(line.removesuffix("\r"), n) for line in lines]
    wrong = [place for place, pattern in enumerate(read, start=1) if pattern is None]
    if wrong or not read:
        raise Refused(wrong)
    return [head for head, _ in read], [row for _, row in read]


def _libsvm_line(line, n):
    """(head, row); None if it is wrong."""
    head, *pairs = line.replace("\t", " ").split(" ")
    if not _all_digits(_unsigned(head)) or len(_unsigned(head).lstrip("0")) > 17:
        return None
    row, before = [], 0
    for pair in filter(None, pairs):
        index, colon, value = pair.partition(":")
        if not colon or not _all_digits(index) or _finite(value) is None:
            return None
        if len(index.lstrip("0")) > 10 or not before < int(index) <= n:
            return None
        before = int(index)
        row.append((before - 1, float(value)))
    return int(head), row


def csv(content, label=None, positive=None, head=None):
    """(labels, rows, n) of a user's file; a row is a list of values."""
    lines = _csv_lines(content)
    first, top = lines[0]
    named = _has_names(lines) if head is None else head
    column = _label_column(first, top, label, top if named else None)
    classes, rows, wrong = [], [], []
    for place, cells in lines[1:] if named else lines:
        values = [_finite(cell) for cell in cells[:column] + cells[column + 1 :]]
        if None in values or cells[column].lower() in NO_CLASS:
            wrong.append(place)
        classes.append(cells[column])
        rows.append(values)
    if wrong:
        raise Refused(wrong)
    return _labels(classes, positive), rows, len(top) - 1


def _csv_lines(content):
    """(line from 1, cells) of each line that is not empty, all with as many cells."""
    if content in (b"\xef", b"\xef\xbb"):  # a byte order mark that is cut short
        raise Refused
    text = content.decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [(place, _cells(line)) for place, line in enumerate(text.split("\n"), 1) if line]
    if wrong := [place for place, cells in lines if cells is None]:
        raise Refused(wrong)
    if not lines:
        raise Refused
    width = len(lines[0][1])
    if width == 1:
        raise Refused([lines[0][0]])
    if wrong := [place for place, cells in lines if len(cells) != width]:
        raise Refused(wrong)
    return lines


def _cells(line):
    """Without the blanks around them; None if a quotation mark is where none may be."""
    cells, at = [], 0
    while True:
        begin = at
        while line[at : at + 1] == " ":
            at += 1
        if line[at : at + 1] == '"':
            cell, at = _quoted(line, at + 1)
        else:
            at = line.find(",", begin) % (len(line) + 1)  # the end, if there is none
            cell = line[begin:at]
            if '"' in cell:
                return None
        if cell is None or line[at : at + 1] not in ("", ",") or len(cell) > LONGEST_CELL:
            return None
        cells.append(cell.strip(" \t"))
        if at == len(line):
            return cells
        at += 1


def _quoted(line, at):
    """(what is inside, where it has ended); None for what is not closed."""
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
    """Whether the first line has names; Refused if that cannot be told."""
    (first, top), *others = lines
    kinds = [[number(cell) is not None for cell in cells] for _, cells in others]
    own = [number(cell) is not None for cell in top]
    patterns = [kind for kind in (kinds or [own]) if kind.count(False) <= 1]
    words = {cell.lower() for cell in top}
    if patterns and True not in own and len(set(top)) == len(top) and not words & MISSING:
        return True
    if own in patterns and not _counts_from_0(top):
        return False
    raise Refused([first])


def _counts_from_0(top):
    """Whether cells are as pandas names columns without names; one of them may be a text."""
    right = [cell == str(place) for place, cell in enumerate(top)]
    if False not in right:
        return len(top) >= 2
    return right.count(False) == 1 and len(top) >= 3 and number(top[right.index(False)]) is None


def _label_column(first, top, label, names):
    if label is None:
        return len(top) - 1
    places = set()
    if _all_digits(str(label)) and 1 <= int(label) <= len(top):
        places.add(int(label) - 1)
    if names:
        places |= {place for place, name in enumerate(names) if name == str(label)}
    if len(places) != 1:
        raise Refused([first])
    return places.pop()


def _labels(classes, positive):
    """+1.0 and -1.0; classes that are numbers are compared as numbers, exactly."""
    keys = list(map(_class, classes))
    known = sorted(set(keys))
    if positive is None and len(known) == 2:
        wanted = known[1:]
    else:
        wanted = [_class(str(name)) for name in positive or []]
    labels = [1.0 if key in wanted else -1.0 for key in keys]
    if not set(wanted) <= set(known) or len(set(labels)) != 2:
        raise Refused
    return labels


def _class(token):
    """Numbers first, in their order, then texts in theirs, and what is like a number with an
    exponent that nobody means.
    """
    exponent = token.lower().partition("e")[2].lstrip("+-0")
    if number(token) is None or len(exponent) > LONGEST_EXPONENT:
        return 1, token
    return 0, Fraction(token)
