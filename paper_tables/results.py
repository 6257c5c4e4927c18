"""The results that tables and report are made from: the papers' tables and the files of results."""

from functools import cached_property

from paper_tables.files import read_online, read_runs
from paper_tables.tables import read_table
from records import files
from records.run_files import DRAWS, ONLINE, RUNS, TIMINGS


class Results:
    """What was measured, read when it is needed.

    names: those of the papers' tables, such as "micra/table-1". paths: those of files of results.
    Everything that reads raises RecordError, naming file and column.
    """

    def __init__(self, names, paths):
        self.tables = [read_table(name) for name in names]
        self._paths = {files.file_of(path).name: path for path in paths}
        self._rows = {}

    def rows(self, file):
        """The rows of a `ResultFile`, as dicts of strings; none if it is not among the paths."""
        if file.name not in self._paths:
            return []
        if file.name not in self._rows:
            self._rows[file.name] = files.read(self._paths[file.name], file)
        return self._rows[file.name]

    @cached_property
    def runs(self):
        """As returned by `read_runs`."""
        return read_runs(self._paths[RUNS.name])

    @cached_property
    def online(self):
        """As returned by `read_online`."""
        return read_online(self._paths[ONLINE.name], self._paths[DRAWS.name])

    @cached_property
    def seconds(self):
        """Run -> seconds, as a string."""
        return {row["run"]: row["seconds"] for row in self.rows(TIMINGS)}
