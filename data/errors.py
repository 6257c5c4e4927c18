"""What can go wrong with data; the text of each error is one sentence for the user."""


class DataError(Exception):
    """A fault that the user can fix; its text is one sentence that says how."""


class Unreachable(DataError):
    """No source has the file; `reason` names the sources tried and says where to put the file.
    silent: the servers among them that may have it another time, as https://HOST: they did not
    answer, or with something else.
    """

    def __init__(self, reason, silent=()):
        super().__init__(reason)
        self.silent = sorted(set(silent))

    @property
    def reason(self):
        return str(self)
