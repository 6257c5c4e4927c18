"""What all commands share: a user's error is one sentence on stderr, never a traceback, and what
the terminal's encoding does not have is printed as its code.
"""

import sys
from functools import wraps


def command(*errors, code=1):
    """Decorates a command's main(arguments=None), which then returns its exit code.

    That is `code` after one of these errors, whose text has to be a sentence for the user, and
    after an OSError, such as a full disk, which is reported with the name of the file.
    """

    def decorated(main):
        @wraps(main)
        def guarded(arguments=None):
            for stream in (sys.stdout, sys.stderr):
                if hasattr(stream, "reconfigure"):  # it may be replaced, as by a test
                    stream.reconfigure(errors="backslashreplace")
            try:
                return main(arguments) or 0
            except (*errors, OSError) as error:
                print(f"error: {_sentence(error)}", file=sys.stderr)
                return code

        return guarded

    return decorated


def _sentence(error):
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return error
