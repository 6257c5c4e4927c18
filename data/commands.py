"""Behaviour shared by all commands: exit codes, error messages, output encoding and progress.

A user's error is one sentence on stderr, never a traceback. Characters outside the terminal's
encoding are printed as their codes. Long commands draw a bar on stderr if that is a terminal.
"""

import os
import sys
from functools import wraps

from tqdm import tqdm


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
                found = main(arguments) or 0
                if sys.stdout is not None:
                    sys.stdout.flush()
                return found
            except BrokenPipeError:  # the reader of the output, such as head, has ended
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return code
            except (*errors, OSError) as error:
                print(f"error: {_sentence(error)}", file=sys.stderr)
                return code

        return guarded

    return decorated


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
