"""Shows the progress of commands on stderr if that is a terminal and tqdm is installed."""

import sys
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

try:
    from tqdm import tqdm
except ImportError:  # no learner needs it
    tqdm = None

INTERVAL = 0.5  # seconds between two drawings of a clock


def is_terminal():
    """Return whether stderr is a terminal. Python has no stderr if the caller has closed it."""
    return sys.stderr is not None and sys.stderr.isatty()


def with_bar(items, unit):
    """Return the items of a list, with a bar while they are taken."""
    return tqdm(items, unit=unit, leave=False) if tqdm and is_terminal() else items


@contextmanager
def clock(what, limit=None):
    """Return a context that shows the seconds for which it has lasted, and a bar up to a limit."""
    if tqdm is None or not is_terminal():
        yield
        return
    shown = "{desc}: {n:.0f} s" if limit is None else "{desc}: |{bar}| {n:.0f} of {total:g} s"
    with tqdm(desc=what, total=limit, bar_format=shown, leave=False) as bar:
        started, ended = monotonic(), Event()

        def draw():
            while not ended.wait(INTERVAL):
                bar.update(monotonic() - started - bar.n)

        drawing = Thread(target=draw, daemon=True)
        drawing.start()
        try:
            yield
        finally:
            ended.set()
            drawing.join()
