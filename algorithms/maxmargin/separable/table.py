"""Reads the CSV file of `python -m maxmargin.separable`, and names what is wrong with it."""

import csv
import io
import re
import shlex
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from math import isfinite, isinf
from typing import NamedTuple
from unicodedata import decomposition, normalize

import numpy as np

from maxmargin.input.checked_input import EXACT

# A column that counts the rows is reported from FEWEST rows up. If its name is not the name of an
# index, it may be an attribute, and is reported only from FEWEST_UNNAMED rows up.
FEWEST, FEWEST_UNNAMED = 3, 20
# What programs write for a missing value, in lower case. A class may have a name of NAMES_TOO.
MISSING = {"", "?", ".", "--", "n/a", "n.a.", "<na>", "nan", "-nan", "+nan", "nat", "null", r"\n"}
MISSING |= {"#n/a", "#na", "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!"}
NAMES_TOO = {"na", "none"}
SEPARATORS = {";": "semicolons", "\t": "tabs"}
DIGIT, SEPARATING = re.compile("[0-9]"), re.compile(r"[;|:/\s]")
DECIMAL = re.compile(r"(?<![0-9,])[0-9]+,[0-9]+(?![0-9,])")  # one comma, as in 5,1 but not 5,1,2
QUOTED = re.compile('"[^"]*"')
NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x19\x1b-\x1f]")  # bytes that no text has
CHECKED = 1000  # first bytes that are searched for these
LIKE_LIBSVM = re.compile(r"\S+([ \t]+[0-9]+:\S+)+\s*(#.*)?")
INTEGER = re.compile(r"[+-]?[0-9]+")
LIKE_A_NUMBER = re.compile(r"[+−–-]?(0[xX][0-9a-fA-F]+|[0-9][0-9.,_ ]*)")
# Kinds of characters that look like others, and characters that nobody sees.
ALIKE = ("<wide>", "<narrow>", "<noBreak>", "<compat> 0020")
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
LIKE_AN_INDEX = re.compile(r"|(.*[\W_])?(id|index|idx|nr|no|row)", re.IGNORECASE)


class Table(NamedTuple):
    """A CSV file. rows: pairs of the line, counted from 1, and its cells. decimal: the sign."""

    path: str
    names: list
    has_names: bool
    rows: list
    decimal: str

    def called(self, place):
        """Return a column's name for a message: the place from 1, and the name if it has one."""
        return f"column {place + 1}" + (f" ({self.names[place]!r})" if self.has_names else "")

    def place(self, column, option):
        """Return the place, from 0, of the column that an option names. Raises ValueError."""
        if self.names.count(column) > 1:
            raise ValueError(
                f"{self.path}, {option}: {column!r} is the name of {self.names.count(column)} "
                "columns; name it by its place."
            )
        places = {str(k + 1): k for k in range(len(self.names))}
        named = {name: k for k, name in enumerate(self.names)}
        if column in named and places.get(column, named[column]) != named[column]:
            raise ValueError(
                f"{self.path}, {option}: {column!r} is the name of column {named[column] + 1} and "
                "the place of another; rename the columns in the file."
            )
        places |= named
        if column not in places:
            raise ValueError(
                f"{self.path}, {option}: no column {column!r}; there are {', '.join(self.names)}, "
                f"or places from 1 to {len(self.names)}."
            )
        return places[column]


class Contents(NamedTuple):
    """The contents of a CSV file, for the command.

    X: m lists of n numbers. y: (m,), the labels. names: the names of the columns of X. classes: the
    m cells with the classes. is_rounded: whether a number of X differs from its decimal.
    """

    X: list
    y: np.ndarray
    names: list
    classes: list
    is_rounded: bool


def read(path, label=None, drop=(), positive=(), decimal=".", threshold=True, head=None):
    """Return the `Contents` of a file.

    The arguments are the command's. With head None the cells of the first line decide whether they
    are names. A single class is refused if there is a threshold. Raises ValueError that names the
    file, the line and the column at fault, counted from 1.
    """
    table = _table(path, decimal, head)
    place = len(table.names) - 1 if label is None else table.place(label, "--label")
    dropped = {table.place(column, "--drop") for column in drop}
    if place in dropped:
        raise ValueError(
            f"{path}: --drop names {table.names[place]!r}, which has the classes; --label names "
            "another column for these."
        )
    used = [k for k in range(len(table.names)) if k != place and k not in dropped]
    if not used:
        raise ValueError(f"{path}: --drop leaves no columns beside the classes.")
    X, y, kinds, is_rounded = [], [], {}, False
    for line, cells in table.rows:
        if cells[place].lower() in MISSING:
            missing = f"{path}, line {line}, {table.called(place)}: the class is missing"
            raise ValueError(f"{missing} ({cells[place]!r}).")
        pattern = [_value(cells[k], decimal) for k in used]
        if None in pattern:
            wrong = used[pattern.index(None)]
            raise ValueError(
                f"{path}, line {line}, {table.called(wrong)}: {cells[wrong]!r:.40} is no finite "
                f"number{_remedies(table, used, dropped)}."
            )
        X.append(pattern)
        if cells[place] not in kinds:
            kinds[cells[place]] = _class(cells[place], decimal)
        y.append(kinds[cells[place]])
        is_rounded = is_rounded or any(
            _is_rounded(cells[k], decimal, value) for k, value in zip(used, pattern, strict=True)
        )
    classes = [cells[place] for _, cells in table.rows]
    names = [table.names[k] for k in used]
    if head is None and not table.has_names and _may_be_names(table, y):
        line, first = table.rows[0]
        raise ValueError(
            f"{path}, line {line}: {','.join(first):.60} may be a pattern or the columns' names; "
            "add --head if it has names, --no-head if not."
        )
    _check_classes(table, place, y)
    labels = _labels(table, place, y, positive, threshold)
    return Contents(X, labels, names, classes, is_rounded)


def hints(X, names, classes):
    """Yield sentences about what may be read wrongly.

    These are classes that may be missing ones, and columns of row numbers.
    """
    known = set(classes)
    for name in sorted(name for name in known if name.lower() in NAMES_TOO):
        yield f"{name!r} is read as the name of a class; leave lines out where it is missing."
    seen = {}
    for name in sorted(name for name in known if not _is_number(name, ".")):
        if (other := seen.setdefault(name.casefold(), name)) != name:
            yield f"{other!r} and {name!r} are read as two classes."
    seen = {}
    for name in sorted(name for name in known if _is_number(name, ".")):
        other = seen.setdefault(float(name), name)
        if isfinite(float(name)) and _class(other, ".") != _class(name, "."):
            yield f"{other!r} and {name!r} are read as two classes; float64 rounds both to one."
    for k, name in enumerate(names):
        counts = all(row[k] == X[0][k] + place for place, row in enumerate(X))
        if counts and len(X) >= (FEWEST if LIKE_AN_INDEX.fullmatch(name) else FEWEST_UNNAMED):
            yield f"{name!r} counts the rows; leave it out with --drop if it is no attribute."


def _may_be_names(table, classes):
    """Return whether the first line, read as a pattern, may have the columns' names instead.

    It may if its cells count the columns from 0, as pandas writes. It also may if its cells differ
    and no other line has its class. Then the numbers may be wavelengths or years, and the class may
    be the name of the classes, of which the other lines have two or more.
    """
    cells = table.rows[0][1]
    if cells == list(map(str, range(len(cells)))):
        return True
    different = len(set(cells)) == len(cells)
    return different and len(set(classes)) > 2 and classes.count(classes[0]) == 1


def _table(path, decimal, head):
    """Return the `Table` in a file, whose lines all have the same number of cells."""
    text = _text(path)
    if LIKE_LIBSVM.fullmatch(_first_record(text).strip()):
        raise ValueError(
            f"{path} is in libsvm's format: read it with sklearn.datasets.load_svmlight_file, and "
            "call separable in Python."
        )
    rows = _rows(path, text, decimal)
    if rows and len(rows[0][1]) == 1:
        raise ValueError(_one_column(path, rows))
    has_names = False
    if rows:
        has_names = _has_names(rows[0][1], decimal) if head is None else head
    names = [f"column {k + 1}" for k in range(len(rows[0][1]) if rows else 0)]
    names = rows.pop(0)[1] if has_names else names
    if not rows:
        raise ValueError(
            f"{path} has no patterns: each line has to have numbers and a class, separated by "
            "commas, semicolons or tabs."
        )
    for line, cells in rows:
        if len(cells) != len(names):
            raise ValueError(f"{path}, line {line}: {len(cells)} columns, but {len(names)} before.")
    return Table(path, names, has_names, rows, decimal)


def _text(path):
    """Return the text of a file, without a byte order mark. Raises ValueError for other files."""
    with open(path, "rb") as file:
        content = file.read()
    if NO_TEXT.search(content, 0, CHECKED):
        raise ValueError(
            f"{path} is no text: it may be compressed, in UTF-16 or a spreadsheet; write the table "
            "as CSV, in UTF-8."
        )
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise ValueError(f"{path}, line {line}: there is a NUL, which no text has; remove it.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02X}"
        raise ValueError(
            f"{path}, line {line}: the byte {byte} is not UTF-8; save the file as UTF-8."
        ) from None


def _one_column(path, rows):
    """Return what is wrong with a table whose first line has one cell."""
    line, (cell,) = rows[0]
    where = f"{path}, line {line}: only one column"
    if any(len(cells) > 1 for _, cells in rows):
        return f"{where}, but other lines have more; delete a title or a comment."
    return (
        f"{where} ({cell!r:.40}); each line has to have numbers and a class, separated by commas, "
        "semicolons or tabs."
    )


def _check_separator(path, text, separator):
    """Raise ValueError if the columns seem to be separated by another character.

    Quoted cells do not count.
    """
    lines = [line.strip() for line in QUOTED.sub('""', text).splitlines() if line.strip()]
    if separator == ",":
        body = lines if lines and DIGIT.search(lines[0]) else lines[1:]
        if body and all(map(_has_decimal_commas_alone, body)):
            raise ValueError(
                f"{path}: the commas may be decimal, since they stand in numbers alone: separate "
                "the columns by semicolons, with --decimal , or put the texts into quotation marks."
            )
        return
    other = {";": "\t", "\t": ";"}[separator]
    if lines and all(other in line for line in lines):
        raise ValueError(
            f"{path}: {SEPARATORS[separator]} and {SEPARATORS[other]} separate cells in every "
            "line: use only one of them, or put texts that have them into quotation marks."
        )


def _has_decimal_commas_alone(line):
    """Return whether a line has commas in numbers alone, and a character that may separate them."""
    rest = DECIMAL.sub("", line)
    return "," not in rest and rest != line and bool(SEPARATING.search(rest))


def _rows(path, text, decimal):
    """Return pairs of the line, counted from 1, and its cells, of lines that are not empty.

    Semicolons or tabs separate the cells if that gives all lines as many, and commas otherwise. So
    commas may be decimal signs.
    """
    first = _first_record(text)
    present = [separator for separator in ";\t" if separator in first]
    for separator in present:
        rows = []
        with suppress(ValueError):  # of commas after a quoted semicolon
            rows = _split(path, text, separator)
        widths = {len(cells) for _, cells in rows}
        if len(widths) == 1 and min(widths) > 1:
            _check_separator(path, text, separator)
            return rows
    separators = present if decimal == "," and present else ",;\t"  # commas may be decimal
    separator = max(separators, key=first.count)
    _check_separator(path, text, separator)
    return _split(path, text, separator)


def _first_record(text):
    """Return the text up to the first line with cells, whose quoted cells may have line breaks."""
    record = ""
    for line in text.splitlines(keepends=True):
        record += line
        if record.strip() and record.count('"') % 2 == 0:
            break
    return record


def _split(path, text, separator):
    """Return `_rows` with a separator. Raises ValueError for a quotation mark without its pair."""
    rows, line = [], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if len(cells) > 1 or "".join(cells).strip():
                rows.append((line, [cell.strip() for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(
            f"{path}, line {line}: {error}; is a quotation mark missing, or one too many?"
        ) from None
    return rows


def _has_names(cells, decimal):
    """Return whether the cells of the first line are names of columns.

    Names do not look like numbers. Before the last cell, no name is the sign of a missing value,
    and some cell is neither empty nor one of NAMES_TOO.
    """
    if any(_is_number(cell, decimal) or LIKE_A_NUMBER.fullmatch(cell) for cell in cells):
        return False
    if any(cell and cell.lower() in MISSING for cell in cells[:-1]):
        return False
    return not all(cell.lower() in MISSING | NAMES_TOO for cell in cells[:-1])


def _remedies(table, used, dropped):
    """Return the options that may help to read columns with cells that are no numbers."""
    columns = {k: [cells[k] for _, cells in table.rows] for k in used}
    without = [k for k in used if not any(_is_number(cell, d) for cell in columns[k] for d in ".,")]
    other = "," if table.decimal == "." else "."
    written = [cell for k in used for cell in columns[k] if _value(cell, table.decimal) is None]
    found = ""
    if without:
        places = sorted([*dropped, *without])
        names = shlex.join(table.names[k] if table.has_names else str(k + 1) for k in places)
        found += f"; --drop {names} leaves out columns without numbers"
    if any(_value(cell, other) is not None for cell in written):
        found += f"; --decimal {other} reads decimal {'commas' if other == ',' else 'points'}"
    return found


def _labels(table, place, classes, positive, threshold):
    """Return the labels of the patterns, an array with two values, or one without a threshold."""
    path, known = table.path, sorted(set(classes), key=lambda c: (isinstance(c, str), c))
    shown = ", ".join(map(str, known[:10]))
    if len(known) == 1 and threshold:
        raise ValueError(
            f"{path}, {table.called(place)}: 1 class ({shown}), but two are needed; --label names "
            "another column."
        )
    if not positive:
        if len(known) > 2:
            raise ValueError(
                f"{path}, {table.called(place)}: {len(known)} classes ({shown}); --positive names "
                "those that form the positive class, or --label another column."
            )
        if len(set(map(type, known))) > 1:
            known.sort(key=lambda kind: kind if isinstance(kind, str) else str(float(kind)))
        codes = {kind: code for code, kind in enumerate(known)}
        return np.array([codes[kind] for kind in classes])
    wanted = {_class(name, table.decimal): name for name in positive}
    for kind, name in wanted.items():
        if kind not in known:
            raise ValueError(f"{path}, --positive: no class {name!r}; there are {shown}.")
    if len(wanted) == len(known):
        raise ValueError(f"{path}, --positive: all classes are named; leave one out.")
    return np.array([1 if kind in wanted else -1 for kind in classes])


def _check_classes(table, place, classes):
    """Raise ValueError for two classes that look the same, and for infinity among numbers."""
    first, seen = {}, {}
    for kind, (line, cells) in zip(classes, table.rows, strict=True):
        first.setdefault(cells[place], (line, kind))
    numbers = any(not isinstance(kind, str) for _, kind in first.values())
    for token, (line, kind) in first.items():
        where = f"{table.path}, line {line}, {table.called(place)}"
        other, known = seen.setdefault(_as_seen(token), (token, kind))
        if known != kind:
            raise ValueError(
                f"{where}: the class {ascii(token)} looks the same as {ascii(other)} in an earlier "
                "line; write them in one way."
            )
        if isinstance(kind, str) and _value(kind, table.decimal) is not None:
            raise ValueError(f"{where}: the exponent of {kind!r:.40} has too many digits.")
        if numbers and isinstance(kind, str) and _is_infinite(kind):
            raise ValueError(f"{where}: the class is {kind!r}, but other classes are numbers.")


def _as_seen(text):
    """Return the same text for all texts that look alike."""
    alike = (normalize("NFKC", c) if decomposition(c).startswith(ALIKE) else c for c in text)
    return " ".join(normalize("NFC", "".join(alike).translate(UNSEEN)).split())


def _is_infinite(text):
    with suppress(ValueError):
        return isinf(float(text))
    return False


def _class(token, decimal):
    """Return the class that a cell names: an exact number, or the text."""
    with suppress(InvalidOperation):  # an exponent of more than 18 digits
        return token if _value(token, decimal) is None else Decimal(_with_point(token, decimal))
    return token


def _with_point(text, decimal):
    """Return a number with a decimal point; any other text gives no number."""
    if decimal == ".":
        return text
    return text.replace(",", ".") if "." not in text else "?"


def _is_number(text, decimal):
    """Return whether a cell is a number, finite or not, so that its line has no names."""
    try:
        float(_with_point(text, decimal))
    except ValueError:
        return False
    return True


def _value(text, decimal):
    """Return a cell's number: an int if it has only digits and is large, else the nearest float.

    None for other text, and for floats that are not finite.
    """
    text = _with_point(text, decimal)
    try:
        if INTEGER.fullmatch(text) and abs(Decimal(text)) >= EXACT:
            return int(Decimal(text))  # of any number of digits
        value = float(text.replace("_", "?"))  # Python's own 1_000 is no number in a table
    except ValueError:
        return None
    return value if isfinite(value) else None


def _is_rounded(text, decimal, value):
    """Return whether a number is not exactly the decimal in its cell."""
    if not isinstance(value, float):
        return False
    try:
        return Decimal(_with_point(text, decimal)) != Decimal(value)
    except InvalidOperation:  # Decimal has no such large exponents
        return True
