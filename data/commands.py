"""Behaviour shared by all commands: exit codes, error messages, output encoding and progress.

A user's error is one sentence on stderr, never a traceback. Characters outside the terminal's
encoding are printed as their codes. Long commands draw a bar on stderr if that is a terminal.
"""

import os
import sys
from contextlib import contextmanager, redirect_stdout
from functools import wraps

from tqdm import tqdm

STDOUT = "standard output"
INTERRUPTED = 130  # the exit code of shells after Ctrl-C


def command(*errors, code=1):
    """Decorate a command's main(arguments=None), so that it returns its exit code.

    The exit code is `code` after one of `errors` and after an OSError, such as a full disk, and
    INTERRUPTED after Ctrl-C. The text of an error must be a sentence for the user. An OSError is
    reported with the name of the file.
    """

    def decorated(main):
        @wraps(main)
        def guarded(arguments=None):
            for stream in (sys.stdout, sys.stderr):
                if hasattr(stream, "reconfigure"):  # it may be replaced, as by a test
                    stream.reconfigure(errors="backslashreplace")
            with redirect_stdout(sys.stdout and _NamedStdout(sys.stdout)):
                try:
                    found, error = main(arguments) or 0, None
                except (*errors, OSError) as raised:
                    found, error = code, raised
                except KeyboardInterrupt:
                    found, error = INTERRUPTED, "interrupted"
                lost = _flush()
            if lost and error is None:
                found, error = code, lost
            if error is not None and not _is_of_a_reader(error):
                print(f"error: {_sentence(error)}", file=sys.stderr)
            return found

        return guarded

    return decorated


class _NamedStdout:
    """Standard output, with its name in its errors."""

    def __init__(self, stream):
        self._stream = stream

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def write(self, text):
        with _naming_stdout():
            return self._stream.write(text)

    def flush(self):
        with _naming_stdout():
            self._stream.flush()


@contextmanager
def _naming_stdout():
    try:
        yield
    except OSError as error:
        error.filename = STDOUT
        raise


def _is_of_a_reader(error):
    """Return whether an error says that the reader of the output, such as head, has ended."""
    return isinstance(error, BrokenPipeError) and error.filename in (None, STDOUT)


def _flush():
    """Write what is left on stdout, or discard it and return the OSError."""
    if sys.stdout is None:
        return None
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None


def with_bar(items, unit):
    """Return the items of a list, with a bar while they are taken."""
    return tqdm(items, unit=unit, leave=False, disable=None if sys.stderr else True)


def say(text):
    """Print a line at once, above the bars."""
    with tqdm.external_write_mode():
        print(text, flush=True)


def _sentence(error):
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return error
