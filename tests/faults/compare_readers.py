"""Compares the project's readers with slow readers, on random files.

`python -m tests.faults.compare_readers FOLDER FORMAT FIRST LAST` writes the files of these seeds
into a folder, one after the other, and prints where the readers disagree.
"""

import random
import re
import sys
from pathlib import Path

from scipy import sparse

from data.errors import DataError
from data.loaders import libsvm_text
from data.own import read_own
from tests.faults import made_files, slow_readers
from tests.faults.damages import DAMAGES
from tests.faults.slow_readers import Refused

WHOLE = 0.2  # the part of the files to which nothing is done


def disagreements(folder, form, seeds):
    """Return (disagreements, number of files that both readers accept). form: libsvm or csv."""
    found, read = [], 0
    for seed in seeds:
        rng = random.Random(f"{form} {seed}")
        made = getattr(made_files, form)(rng)
        damage = rng.choice(DAMAGES) if rng.random() > WHOLE else None
        content = damage(rng, made.content) if damage else made.content
        path = Path(folder, f"{seed}.{form}")
        path.write_bytes(content)
        for said, accepted in _compared(path, content, form, made):
            if not (accepted or damage or said.startswith("load")):
                said = "a file that is not damaged is refused"
            if not said.endswith(AGREED):
                what = damage.__name__ if damage else "no damage"
                found.append(f"{form} {seed}, {what}, {made.options}, {content[:400]}: {said}")
            read += accepted
        path.unlink()
    return found, read


AGREED = "agreed"


def _compared(path, content, form, made):
    """Return (disagreement, whether both accept) for each reader of the format."""
    slow = getattr(slow_readers, form)
    yield _both("own", path, slow, content, made.options, lambda: _of_problem(path, made.options))
    if form == "libsvm":
        slow = slow_readers.libsvm_of_two_classes
        yield _both("load", path, slow, content, {"n": made.n}, lambda: _of_loader(path, made.n))


def _of_problem(path, options):
    problem = read_own("mine", path, **options)
    return problem.X, problem.y


def _of_loader(path, n):
    return libsvm_text.load(path, n)


def _both(name, path, slow, content, options, read):
    try:
        ours, sentence = _plain(*read()), None
    except DataError as error:
        ours, sentence = None, str(error)
    except Exception as error:
        return f"{name}: {error!r}", False
    try:
        expected, lines = slow(content, **options), None
    except Refused as refused:
        expected, lines = None, refused.lines
    if expected is None and ours is None:
        return f"{name}: {_fault_of(sentence, path, lines) or AGREED}", False
    if expected is None or ours is None:
        return f"{name}: {sentence or 'accepted'}, but expected {lines or 'a problem'}", False
    if repr(ours) != repr(expected):  # which says every float64 in full, and the sign of 0
        return f"{name}: {ours}, but expected {expected}", False
    return f"{name}: {AGREED}", True


def _plain(X, y):
    """Return (labels, rows, n) in the form of the slow readers."""
    assert X.dtype == y.dtype == float
    if not sparse.issparse(X):
        return y.tolist(), X.tolist(), X.shape[1]
    bounds = zip(X.indptr[:-1], X.indptr[1:], strict=True)
    pairs = list(zip(X.indices.tolist(), X.data.tolist(), strict=True))
    return y.tolist(), [pairs[begin:end] for begin, end in bounds], X.shape[1]


def _fault_of(sentence, path, lines):
    """Return what is wrong with a message, or None if it names the file and a wrong line."""
    if not (sentence.startswith(str(path)) and sentence.endswith(".") and sentence.isprintable()):
        return f"not a sentence: {sentence!r}"
    named = re.match(r", line (\d+): ", sentence.removeprefix(str(path)))
    if lines and not (named and int(named[1]) in lines):
        return f"{sentence!r} names no line of {sorted(lines)}"
    return None


if __name__ == "__main__":
    folder, form, first, last = sys.argv[1:]
    found, read = disagreements(folder, form, range(int(first), int(last)))
    print(*found, f"{read} accepted", sep="\n")
