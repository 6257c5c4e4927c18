"""What can go wrong with data, each error being one sentence for the user."""


class DataError(Exception):
    """A fault that the user can mend; its text is one sentence that says how."""


class Unreachable(DataError):
    """No source has the file; `reason` names every source tried and where to put the file."""

    @property
    def reason(self):
        return str(self)
