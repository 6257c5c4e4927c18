"""Chooses the columns of a table that are attributes, and the column of the classes."""

from data.errors import DataError
from data.own.numbers import DECIMALS, MISSING, TRUTH, has_thousands, is_written

SHOWN = 40  # characters of a token in a message
TEXT, VALUE, ABSENT = range(3)  # kinds of cells: a value is a number or a truth value


def choose(path, rows, label, head, columns, drop, decimal, faults):
    """Return (names or None, place of the label, places of the attributes), with places from 0.

    Parameters
    ----------
    path : Path
        The file, for messages.
    rows : list of tuple
        Pairs of line and cells. All rows have the same number of cells.
    label, head, columns, drop, decimal
        As for `read_own`.
    faults : Faults
        Receives the faults of names.

    Raises
    ------
    DataError
        For a column that does not exist, and for a first line that may or may not have names. The
        message names file and line.
    """
    line, first = rows[0]
    place = f"{path}, line {line}"
    if columns is not None and drop is not None:
        raise DataError(f"{path}: columns and drop are both given; leave out one of them.")
    by_its_cells = head is None
    if by_its_cells:
        chosen = [str(name) for name in [*(columns or []), *(drop or [])]]
        if any(_place(name, len(first)) is None for name in chosen):
            head = True  # the options name columns
        else:
            is_named = label is not None and _place(str(label), len(first)) is None
            names = first if is_named else None
            used = _places(place, first, names, label, columns, drop)[1] if chosen else None
            head = has_names(place, rows, used, decimal, label, faults)
    names = first if head else None
    column, used = _places(place, first, names, label, columns, drop)
    if by_its_cells and not head and _may_be_names([row for _, row in rows], column, used):
        raise _undecided(place, first)
    return names, column, [place for place in used if place != column]


def listed(tokens):
    """Join tokens with commas for a message."""
    tokens = map(shortened, tokens)
    return ", ".join(token if token.isprintable() else repr(token) for token in tokens)


def shortened(token):
    """Return a token for a message, cut if it is long."""
    return token if len(token) <= SHOWN else f"{token[:SHOWN]}..."


def _places(place, first, names, label, columns, drop):
    """Return (place of the label, places that are used), from 0, in ascending order."""
    width = len(first)
    column = width - 1 if label is None else _column(place, width, label, names)
    option = "drop" if columns is None else "columns"
    chosen = {_column(place, width, name, names) for name in (columns or drop or [])}
    if column in chosen:
        called = names[column] if names else str(column + 1)
        raise DataError(
            f"{place}: {option} names {called!r}, which has the classes; leave it out of {option}, "
            "or set label to the column that has them."
        )
    used = set(range(width)) - chosen if columns is None else chosen | {column}
    if used == {column}:
        raise DataError(f"{place}: no attributes are left beside the classes.")
    return column, sorted(used)


def _place(name, width):
    """Return the place (from 0) that a text names as a number, or None."""
    is_number = name.isdecimal() and len(name) < 10
    return int(name) - 1 if is_number and 1 <= int(name) <= width else None


def _column(where, width, name, names):
    """Return the place (from 0) of a column from its name or its place (from 1)."""
    name = str(name)
    place = _place(name, width)
    named = names.index(name) if names and name in names else None
    if named is not None and names.count(name) > 1:
        raise DataError(f"{where}: {name!r} is the name of {names.count(name)} columns.")
    if place is not None and named not in (None, place):
        raise DataError(
            f"{where}: {name!r} is the name of column {named + 1} and the place of another; "
            f"write {named + 1} or {names[place]!r}."
        )
    if place is None and named is None:
        known = f"there are {listed(names[:20])}, or" if names else "without names there are"
        raise DataError(f"{where}: no column {name!r}; {known} places from 1 to {width}.")
    return place if named is None else named


def has_names(place, rows, used, decimal, label, faults):
    """Return whether the first line has the columns' names.

    The line has names if no cell is a number, while all cells of another line are numbers except
    the class. The line has no names if it is a pattern like another line. A line of places from 0,
    which pandas writes for columns without names, is not a pattern.

    If other lines have faults, such as missing values, the first line has names if it has only
    texts. Then a name or a cell is reported as a fault.

    Parameters
    ----------
    place : str
        The file and the line, for messages.
    rows : list of tuple
        Pairs of line and cells.
    used : list of int or None
        The places of the columns that count; None for all.
    decimal, label
        As for `read_own`.
    faults : Faults
        Receives the faults of names.
    """
    lines, rows = rows, [[row[k] for k in used] if used else row for _, row in rows]
    decision = _decision(rows, decimal)
    if decision is not None:
        return decision
    (other,) = set(DECIMALS) - {decimal}
    seen_as_names = [_look_like_names(rows, sign) for sign in (decimal, other)]
    has_other = any(other in token and is_written(token, other) for row in rows for token in row)
    if has_other and (_decision(rows, other) is not None or seen_as_names == [False, True]):
        written = [
            token for row in rows for token in row if "," in token and is_written(token, ",")
        ]
        if other == "," and written and all(map(has_thousands, written)):
            raise DataError(
                f"{place}: {written[0]!r} may be {written[0].replace(',', '')} or "
                f"{written[0].replace(',', '.')}; write it without commas if they separate "
                "thousands, or set decimal: ','."
            )
        raise DataError(
            f"{place}: the decimal sign seems to be a {'point' if other == '.' else 'comma'}; set "
            f"decimal: '{other}', or set head to true or false: whether the line has names."
        )
    if len(rows) == 1 and not any(is_written(token, decimal) for token in rows[0]):
        raise DataError(
            f"{place}: there are no patterns, as this is the only line and it has no numbers; "
            "patterns have to follow the columns' names."
        )
    if seen_as_names[0]:
        _add_faults_of_names(lines[0], used, faults)
        return True
    if _has_truth_values(rows[0]):
        return False
    raise _undecided(place, rows[0], _first_text(lines, used, decimal, label))


def _undecided(place, first, more=""):
    """Return the error for a first line that may or may not have names. more: what may help."""
    return DataError(
        f"{place}: {','.join(first)[:60]!r} may be a pattern or the columns' names; set head to "
        f"true or false: whether it has names.{more}"
    )


def _look_like_names(rows, decimal):
    """Return whether the first row has two texts or more and no values, but another has values."""
    kinds = [[_kind(token, decimal) for token in row] for row in rows]
    first, *others = kinds
    are_texts = first.count(TEXT) >= 2 and set(first) <= {TEXT, ABSENT}
    return are_texts and any(kind != TEXT for row in others for kind in row)


def _has_truth_values(first):
    """Return whether a row without numbers has truth values and at most one text, its class."""
    kinds = [_kind(token, ".") for token in first]
    return VALUE in kinds and kinds.count(TEXT) <= 1 and not any(is_written(t, ".") for t in first)


def _kind(token, decimal):
    if token.lower() in MISSING:
        return ABSENT
    return VALUE if is_written(token, decimal) or token.lower() in TRUTH else TEXT


def _add_faults_of_names(row, used, faults):
    """Add the faults of a line of names: missing names and names that occur twice."""
    line, names = row
    found, places = [], used or range(len(names))
    for k in places:
        name = names[k]
        same = [other + 1 for other in places if names[other] == name]
        if name.lower() in MISSING:
            what = f"is {name!r}, which stands for a missing value" if name else "is missing"
            found.append(f"the name of column {k + 1} {what}")
        elif len(same) > 1 and same[0] == k + 1:
            columns = f"{', '.join(map(str, same[:-1]))} and {same[-1]}"
            found.append(f"{shortened(name)!r} is the name of columns {columns}")
    hint = (
        "Give each column a name of its own, leave it out with drop, or set head: true to read the "
        "names as they are."
    )
    if names[0] == "" and 0 in places:
        hint = f"Set drop: [1] if column 1 is the index that pandas writes. {hint}"
    if not found:
        hint = f"Line {line} is read as the columns' names; set head: false if it is a pattern."
    for what in found:
        faults.add(line, what)
    faults.advise(hint)


def _first_text(rows, used, decimal, label):
    """Return a sentence about the first attribute that is not a number, below the first line."""
    (_, first), *others = rows
    name, of_class = str(label), len(first) - 1
    if label is not None:
        of_class = first.index(name) if name in first else _place(name, len(first))
    for line, cells in others:
        for k in used or range(len(cells)):
            if k != of_class and not is_written(cells[k], decimal):
                return f" In line {line}, column {k + 1}, {shortened(cells[k])!r} is no number."
    return ""


def _decision(rows, decimal):
    """Return whether the first of the rows has names; None if that is undecided."""
    first = rows[0]
    numbers, *others = ([is_written(token, decimal) for token in row] for row in rows)
    patterns = [kinds for kinds in others or [numbers] if kinds.count(False) <= 1]
    known = len(set(first)) == len(first) and not MISSING & {token.lower() for token in first}
    if not any(numbers) and known and patterns:
        return True
    if numbers not in patterns or _are_places(first):
        return None
    return False


def _may_be_names(rows, column, used):
    """Return whether the first row may be names: different texts and a class of its own.

    The texts are numbers, such as wavelengths or years. The class is the name of the classes, of
    which the other rows then have two or more.
    """
    first = [rows[0][place] for place in used]
    classes = {row[column] for row in rows[1:]}
    return len(set(first)) == len(first) and len(classes) > 1 and rows[0][column] not in classes


def _are_places(tokens):
    """Return whether tokens count columns, as pandas does if columns have no names.

    They are 0 and 1 at these places, or at least three whole numbers that rise by 1. One token may
    be a text.
    """
    numbers = [token for token in tokens if is_written(token, ".")]
    if len(numbers) < max(2, len(tokens) - 1) or not all(map(str.isdecimal, numbers)):
        return False
    first = int(numbers[0])
    rise = numbers == [str(first + place) for place in range(len(numbers))]
    return rise and (len(numbers) > 2 or tokens[:2] == ["0", "1"])
