"""Draws libsvm and CSV files at random, with every variation that the formats allow."""

from fractions import Fraction
from typing import NamedTuple

from tests.faults.slow_tokens import is_rounded

NAMES = ["yes", "no", "maybe", "ja", "nein", "été", "日本", "a b", "N", "NA", "None", "x-1", "c1"]
COLUMNS = ["age", "Höhe", "x1", "x2", "petal width", "a.b", "kind", "class", "Y", "na me", "q?"]
NUMBERS = ["0", "1", "-1", "+1", "2", "10", "9", "1.0", "01", "-0", "1e0", "3.5", "007", "1e2"]
WHOLE = ["-1", "+1", "1", "0", "2", "3", "10", "-7", "007", "-0", "+01", "12345678901234567"]
WHOLE += ["12345678901234568"]

FORMS = [(None, None), (None, None), (",", "."), (";", ","), (";", None), ("|", "."), ("\t", ",")]


class Made(NamedTuple):
    """A file's bytes, the arguments to read it with, and n, its number of attributes."""

    content: bytes
    options: dict
    n: int


def number(rng):
    """Return a decimal number in one of many spellings, which a reader accepts."""
    token = _number(rng)
    return f"{token}." if is_rounded(token) else token


def _number(rng):
    value = rng.choice((rng.uniform(-10, 10), rng.gauss(0, 1) * 10.0 ** rng.randint(-30, 30)))
    digits = str(rng.randrange(10 ** rng.randint(1, 25)))
    return rng.choice(
        (
            repr(value),
            f"{value:g}",
            f"{value:.{rng.randint(0, 30)}f}",
            f"{value:.{rng.randint(0, 20)}{rng.choice('eE')}}",
            f"{value:+.4f}",
            f"{'-' * rng.randint(0, 1)}{'0' * rng.randint(1, 30)}{digits}",
            f".{digits}",
            f"{rng.choice('+-')}.{digits}e{rng.randint(-9, 9)}",
            f"{digits}.",
            f"{digits}.e{rng.choice(('', '+', '-', '-00', '+0'))}{rng.randint(0, 9)}",
            f"{digits}e{rng.randint(-40, 40)}",
            f"0.{'0' * rng.randint(0, 40)}{digits}",
            str(rng.randint(-2, 2)),
            rng.choice(("0", "-0", "+0.0", "-.0", "0e5")),
            rng.choice(("0e-400", "3e-60", "1.7976931348623157e60")),
            rng.choice(("9007199254740993", "9007199254740991e22", "1e23", "0.1e23", "8e-23")),
        )
    )


def _classes(rng, tokens, m):
    """Return (the class of each pattern, `positive` or None), with both sides present."""
    few = rng.sample(tokens, rng.choice((2, 2, 2, 3, 4)) if len(tokens) > 2 else 2)
    while len(set(map(_same, few))) < 2:
        few = rng.sample(tokens, len(few))
    classes = few + [rng.choice(few) for _ in range(m - len(few))]
    rng.shuffle(classes)
    many = len(set(map(_same, few))) > 2
    return classes, ([few[0]] if many or rng.random() < 0.3 else None)


def _same(token):
    """Return whether two classes are equal, such as 1 and 1.0; the tokens above are exact."""
    try:
        return Fraction(token)
    except ValueError:
        return token


def libsvm(rng):
    """Return a libsvm file, most often with the labels +1 and −1."""
    m, n = rng.randint(5, 12), rng.choice((1, 5, 30, 10**6))
    tokens = rng.choice((["+1", "-1"], ["1", "-1"], WHOLE))
    classes, positive = _classes(rng, tokens, m)
    blank = rng.choice((" ", "\t", "  ", " \t "))
    end = rng.choice(("\n", "\n", "\r\n", " \n", "\t\r\n"))
    lines = []
    for head in classes:
        indices = sorted(rng.sample(range(1, n + 1), rng.randint(0, min(n, 6))))
        lead = "0" * rng.choice((0, 0, 0, 2))
        lines.append(blank.join([head] + [f"{lead}{index}:{number(rng)}" for index in indices]))
    return Made("".join(line + end for line in lines).encode(), {"positive": positive}, n)


def csv(rng):
    """Return a CSV file, with or without names, quotation marks, blanks and empty lines."""
    m, n = rng.randint(5, 12), rng.randint(1, 5)
    column = rng.choice((n, n, rng.randint(0, n)))
    names = rng.sample(COLUMNS, n + 1) if rng.random() < 0.6 else None
    tokens = rng.choice((NAMES, NUMBERS, ["1", "-1"], ["0", "1"]))
    classes, positive = _classes(rng, tokens, m)
    separator, decimal = rng.choice(FORMS)
    rows = [[_with_sign(number(rng), decimal) for _ in range(n)] for _ in range(m)]
    for row, kind in zip(rows, classes, strict=True):
        row.insert(column, _with_sign(kind, decimal) if tokens is NUMBERS else kind)
    head = rng.choice((None, None, names is not None))
    if not names and (rows[0][0] == "0" or classes.count(classes[0]) == 1):
        head = False  # the first line may be names: 0 to n, or a class that no other line has
    by = [str(column + 1), column + 1] + ([names[column]] if names else [])
    label = None if column == n and rng.random() < 0.5 else rng.choice(by)
    write = _cell(rng, (" ", "  ") if separator == "\t" else (" ", "\t", "  "))
    mark = separator or ","
    lines = [mark.join(map(write, row)) for row in ([names] if names else []) + rows]
    if rng.random() < 0.2:
        lines.insert(rng.randint(0, len(lines)), "")
    end = rng.choice(("\n", "\n", "\n", "\r\n", "\r"))
    content = end.join(lines) + end * (rng.random() < 0.9)
    encoding = rng.choice(("utf-8", "utf-8", "utf-8-sig"))
    others = [place for place in range(n + 1) if place != column]
    drop = [rng.choice(others) + 1] if n > 1 and rng.random() < 0.2 else None
    options = {"label": label, "positive": positive, "head": head}
    options |= {"separator": separator, "decimal": decimal, "drop": drop}
    return Made(content.encode(encoding), options, n)


def _with_sign(token, decimal):
    return token.replace(".", ",") if decimal == "," else token


def _cell(rng, around):
    """Return how to write the cells of one file. around: the blanks beside them."""
    quoted, blanks = rng.choice((0, 0, 0.3, 1)), rng.choice((0, 0, 0.3, 1))

    def write(token):
        before, after = "", ""
        if rng.random() < quoted:
            token = f'"{token}"'
            before = " " * (rng.random() < blanks)
        elif rng.random() < blanks:
            before, after = rng.choice(around), rng.choice(("", *around[:2]))
        return before + token + after

    return write
