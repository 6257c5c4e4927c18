"""Makes labels from the classes in a user's file."""

from contextlib import suppress
from decimal import Decimal, InvalidOperation
from math import isinf
from numbers import Real
from unicodedata import decomposition, normalize

import numpy as np

from data.errors import DataError
from data.loaders.rows import is_number
from data.own.columns import listed
from data.own.numbers import with_point

# Kinds of characters that look like others, and characters that nobody sees, as in
# maxmargin/separable/table.py.
ALIKE = ("<wide>", "<narrow>", "<noBreak>", "<compat> 0020")
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


def labels_of(path, classes, positive, decimal):
    """Return the labels +1 and -1, float64 (m,).

    Parameters
    ----------
    path : Path
        The file, for messages.
    classes : list of str
        The class of each pattern, as written in the file.
    positive : str, number or list of these, or None
        The positive classes. With None there must be two classes; the larger in sort order is
        positive.
    decimal : str
        The decimal sign.
    """
    kinds = {token: _known_as(token) for token in dict.fromkeys(classes)}
    _check(path, kinds)
    written = {kind: token for token, kind in reversed(kinds.items())}
    known = sorted(written, key=lambda kind: (isinstance(kind, str), kind))
    there_are = listed(written[kind] for kind in known[:10])
    if len(known) == 1:
        only = f"({there_are}), but a margin needs two"
        raise DataError(f"{path} has patterns of only one class {only}.")
    if positive is None:
        if len(known) != 2:
            raise DataError(
                f"{path} has {len(known)} classes, {there_are}: name the positive classes in "
                "positive."
            )
        positive = [written[known[1]]]
    positive = [positive] if isinstance(positive, str | Real) else positive
    wanted = {_known_as(with_point(str(name), decimal) or str(name)): name for name in positive}
    for kind, name in wanted.items():
        if kind not in written:
            how = (
                "; if it is written in another way in the file, as 010, put it in quotation marks"
                if isinstance(name, int)
                else ""
            )
            raise DataError(f"{path} has no class {str(name)!r}; there are {there_are}{how}.")
    labels = np.array([1.0 if kinds[token] in wanted else -1.0 for token in classes])
    if abs(labels.sum()) == len(labels):
        named = "names them all; leave one out" if wanted else "names none; name one"
        raise DataError(f"{path} has patterns of only one class, as positive {named}.")
    return labels


def _check(path, kinds):
    """Raise DataError for two classes that look the same, and for infinity among numbers.

    kinds: each class, as written in the file -> the key that it is known as.
    """
    seen = {}
    for token, kind in kinds.items():
        other = seen.setdefault(_as_seen(token), token)
        if kinds[other] != kind:
            raise DataError(
                f"{path} has the classes {ascii(other)} and {ascii(token)}, which look the same; "
                "write them in one way."
            )
    infinite = [token for token in kinds if _is_infinite(token)]
    if infinite and any(is_number(token) and token not in infinite for token in kinds):
        raise DataError(f"{path} has the class {infinite[0]!r}, but other classes are numbers.")


def _as_seen(token):
    """Return the same text for all texts that look alike."""
    alike = (normalize("NFKC", c) if decomposition(c).startswith(ALIKE) else c for c in token)
    return " ".join(normalize("NFC", "".join(alike).translate(UNSEEN)).split())


def _is_infinite(token):
    with suppress(ValueError):
        return isinf(float(token))
    return False


def _known_as(token):
    """Return a key that is equal for equal classes: the exact number, or the text."""
    with suppress(InvalidOperation):  # an exponent of more than 18 digits
        return Decimal(token) if is_number(token) else token
    return token
