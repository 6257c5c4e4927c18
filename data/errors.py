"""The errors of reading data. Each message is one sentence for the user."""


class DataError(Exception):
    """A fault that the user can fix; the message is one sentence that says how."""


class Unreachable(DataError):
    """No source has the file.

    `reason` names the sources that were tried and says where to put the file. `silent` lists the
    servers, https://HOST or pip's package index, that may have the file another time: servers that
    did not answer, and servers that answered with something other than the file.
    """

    def __init__(self, reason, silent=()):
        super().__init__(reason)
        self.silent = sorted(set(silent))

    @property
    def reason(self):
        return str(self)
