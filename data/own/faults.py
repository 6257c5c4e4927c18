"""Everything that is wrong with a file, in one message."""

from data.errors import DataError

LISTED = 10  # so many faults are described; the others are counted


class Faults:
    """The faults of a file, each in a line. `raise_any` raises a DataError that lists the first."""

    def __init__(self, path):
        self.path, self._found, self._hints, self._uncounted = path, [], [], 0

    def add(self, line, what, hint=None):
        """Notes what is wrong in a line, counted from 1, and a sentence that says what to do."""
        self._found.append((line, what))
        if hint:
            self.advise(hint)

    def advise(self, hint):
        """Notes a sentence that says what to do."""
        if hint not in self._hints:
            self._hints.append(hint)

    def add_undescribed(self, count):
        """Notes further faults, which are only counted."""
        self._uncounted += count

    def raise_any(self):
        """Raises DataError if there is a fault."""
        if not self._found:
            return
        listed = [
            f"line {line}: {what}"
            for line, what in sorted(self._found, key=lambda fault: fault[0])[:LISTED]
        ]
        more = len(self._found) + self._uncounted - len(listed)
        if more:
            listed.append(f"and {more} more {'faults' if more > 1 else 'fault'}")
        hints = "".join(f" {hint}" for hint in self._hints)
        raise DataError(f"{self.path}, {'; '.join(listed)}.{hints}")
