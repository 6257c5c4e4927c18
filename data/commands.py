"""Behaviour shared by all commands: exit codes, error messages, output encoding and progress.

A user's error is one sentence on stderr, never a traceback. Characters outside the terminal's
encoding are printed as their codes. Long commands draw a bar on stderr if that is a terminal.
"""

import os
import sys
from functools import wraps

from tqdm import tqdm

STDOUT = "standard output"


def command(*errors, code=1):
    """Decorate a command's main(arguments=None), so that it returns its exit code.

    The exit code is `code` after one of `errors` and after an OSError, such as a full disk. The
    text of an error must be a sentence for the user. An OSError is reported with the name of the
    file.
    """

    def decorated(main):
        @wraps(main)
        def guarded(arguments=None):
            for stream in (sys.stdout, sys.stderr):
                if hasattr(stream, "reconfigure"):  # it may be replaced, as by a test
                    stream.reconfigure(errors="backslashreplace")
            try:
                found, error = main(arguments) or 0, None
            except (*errors, OSError) as raised:
                found, error = code, raised
            lost = _flush()
            if lost:
                found, error = code, error or lost
            if error is not None and not _is_of_a_reader(error):
                print(f"error: {_sentence(error)}", file=sys.stderr)
            return found

        return guarded

    return decorated


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
        error.filename = STDOUT
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
