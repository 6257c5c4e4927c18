"""Collects all faults of a file into one message."""

from data.errors import DataError

LISTED = 10  # faults that are described; further faults are counted


class Faults:
    """The faults of a file, each with its line; `raise_any` raises a DataError with the first."""

    def __init__(self, path):
        self.path, self._found, self._hints, self._uncounted = path, [], [], 0

    def add(self, line, what, hint=None):
        """Add a fault of a line, counted from 1, and perhaps a sentence of advice."""
        self._found.append((line, what))
        if hint:
            self.advise(hint)

    def advise(self, hint):
        """Add a sentence of advice."""
        if hint not in self._hints:
            self._hints.append(hint)

    def add_undescribed(self, count):
        """Count further faults without a description."""
        self._uncounted += count

    def raise_any(self):
        """Raise DataError if there is a fault."""
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
