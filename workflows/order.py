"""In which order jobs start: what needs no download first, then the longest."""

from data.register import data_set_entry, file_entry, names

PARTS = (0.1, 0.3, 0.6)  # of the batches, after which there is a report of what there is so far
FEWEST = 40  # batches for which such reports are made
LARGE = 200_000  # patterns, which no cache of a core holds
KERNEL_SOLVERS = {"LIBSVM", "KernelSVM"}  # whose time grows with the square of the patterns


def priorities(batches, problems):
    """Name -> number, of batches, of problems of the overview, and of data sets: the jobs with
    higher ones start first.

    batches, problems: as in a `Plan`. Batches on data that are bundled, drawn or the user's own
    come first, as the config names them; then LIBSVM's, then those of rows of kernels, of which one
    runs at a time, then all others and the overview, each with the largest data first, as the long
    ones would otherwise be waited for at the end. A data set is as urgent as the most urgent of its
    jobs.
    """
    first = [name for name, batch in batches.items() if _is_at_hand(batch["data"])]
    rest = [
        (_urgency(b), _patterns(b["data"]), b["timed"], "batch", name)
        for name, b in batches.items()
        if name not in first
    ]
    rest += [(0, _patterns(p["data"]), True, "problem", name) for name, p in problems.items()]
    rest.sort(key=lambda job: job[:3], reverse=True)
    jobs = [*(("batch", name) for name in first), *(job[3:] for job in rest)]
    found = {job: len(jobs) - place for place, job in enumerate(jobs)}
    of_batches = {name: found["batch", name] for name in batches}
    of_problems = {name: found["problem", name] for name in problems}
    of_data = {}
    for entries, numbers in ((batches, of_batches), (problems, of_problems)):
        for name, entry in entries.items():
            of_data[entry["data"]] = max(numbers[name], of_data.get(entry["data"], 0))
    return of_batches, of_problems, of_data


def stages(batches, priority):
    """Lists of names of batches, each longer than the one before: when one is done, there is a
    report of what there is so far. priority: name -> number, the batches'.
    """
    if len(batches) < FEWEST or all(_is_at_hand(batch["data"]) for batch in batches.values()):
        return []
    ordered = sorted(batches, key=priority.get, reverse=True)
    return [ordered[: round(part * len(ordered))] for part in PARTS]


def is_large(data_set):
    """Whether its patterns do not fit into a core's own cache, so that two jobs that go through
    them at a time would wait for each other.
    """
    return _patterns(data_set) >= LARGE


def shares_kernel_rows(batch):
    """Whether learners of a batch do, for which its job takes the memory of `kernel_memory`."""
    runs = batch["runs"].values()
    return any(run.get("kernel") and run["algorithm"] not in KERNEL_SOLVERS for run in runs)


def _is_at_hand(data_set):
    """Whether nothing has to be fetched."""
    entry = _entry(data_set)
    return all(
        any(source["kind"] in ("bundled", "installed") for source in file_entry(name)["sources"])
        for name in entry.get("files", ())
    )


def _urgency(batch):
    """2 for those of LIBSVM, 1 for those of rows of kernels, else 0."""
    if any(run["algorithm"] in KERNEL_SOLVERS for run in batch["runs"].values()):
        return 2
    return int(shares_kernel_rows(batch))


def _patterns(data_set):
    return _entry(data_set).get("facts", {}).get("m", 0)


def _entry(data_set):
    """That of the register; the user's own data have none."""
    return data_set_entry(data_set) if data_set in names() else {}
