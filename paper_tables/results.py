"""The results behind tables and report: the papers' tables and the result files."""

from functools import cached_property

from paper_tables.files import read_online, read_runs
from paper_tables.tables import read_table
from records import files
from records.run_files import DRAWS, ONLINE, RUNS, TIMINGS


class Results:
    """The papers' tables and the result files, each read when it is first needed.

    `names` are names of the papers' tables, such as "micra/table-1". `paths` are the paths of
    result files. Every method and property that reads raises RecordError, naming file and column.
    """

    def __init__(self, names, paths):
        self.tables = [read_table(name) for name in names]
        self._paths = {files.file_of(path).name: path for path in paths}
        self._rows = {}

    def rows(self, file):
        """Return the rows of a `ResultFile`, dicts of strings; none without its path."""
        if file.name not in self._paths:
            return []
        if file.name not in self._rows:
            self._rows[file.name] = files.read(self._paths[file.name], file)
        return self._rows[file.name]

    @cached_property
    def runs(self):
        """The result of `read_runs`."""
        return read_runs(self._paths[RUNS.name])

    @cached_property
    def online(self):
        """The result of `read_online`."""
        return read_online(self._paths[ONLINE.name], self._paths[DRAWS.name])

    @cached_property
    def seconds(self):
        """Run -> seconds, as a string."""
        return {row["run"]: row["seconds"] for row in self.rows(TIMINGS)}
