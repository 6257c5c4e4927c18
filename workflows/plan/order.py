"""Orders the jobs: those that need no download first, then the longest."""

from data.register import data_set_entry, file_entry, names

PARTS = (0.1, 0.3, 0.6)  # parts of the batches after which a partial report is made
FEWEST = 40  # batches; with fewer, no partial report is made
LARGE = 200_000  # patterns, too many for the cache of a core
KERNEL_SOLVERS = {"LIBSVM", "KernelSVM"}  # their time grows with the square of the patterns


def priorities(batches, problems):
    """Return the priorities of all jobs; jobs with higher numbers start first.

    Batches on local data come first: bundled, drawn or the user's own, in the order of the config.
    Then come the batches of kernel SVMs, then those that share kernel rows, of which one runs at a
    time, and last all other batches and the overview. Each group starts with its largest data, so
    that no long job is left for the end. A data set has the priority of its most urgent job.

    Parameters
    ----------
    batches, problems : dict
        Name -> batch and name -> problem, as in a `Plan`.

    Returns
    -------
    tuple of dict
        Name -> priority, for the batches, for the problems of the overview, and for the data sets.
    """
    first = [name for name, batch in batches.items() if _is_local(batch["data"])]
    rest = [
        (_urgency(b), _patterns(b["data"]), b["timed"], "batch", name)
        for name, b in batches.items()
        if name not in first
    ]
    rest += [(0, _patterns(p["data"]), True, "problem", name) for name, p in problems.items()]
    rest.sort(key=lambda job: job[:3], reverse=True)
    jobs = [("batch", name) for name in first] + [(kind, name) for *_, kind, name in rest]
    found = {job: len(jobs) - place for place, job in enumerate(jobs)}
    of_batches = {name: found["batch", name] for name in batches}
    of_problems = {name: found["problem", name] for name in problems}
    of_data = {}
    for entries, numbers in ((batches, of_batches), (problems, of_problems)):
        for name, entry in entries.items():
            of_data[entry["data"]] = max(numbers[name], of_data.get(entry["data"], 0))
    return of_batches, of_problems, of_data


def stages(batches, priority):
    """Return the batches that must be done before each partial report, as growing lists of names.

    priority: name -> number, for each batch. The list is empty if there are few batches, or if all
    data are local.
    """
    if len(batches) < FEWEST or all(_is_local(batch["data"]) for batch in batches.values()):
        return []
    ordered = sorted(batches, key=priority.get, reverse=True)
    return [ordered[: round(part * len(ordered))] for part in PARTS]


def is_large(data_set):
    """Return whether a data set exceeds a core's cache, so that two jobs on it slow each other."""
    return _patterns(data_set) >= LARGE


def shares_kernel_rows(batch):
    """Return whether a batch's learners share kernel rows, whose memory is `kernel_memory`."""
    runs = batch["runs"].values()
    return any(run.get("kernel") and run["algorithm"] not in KERNEL_SOLVERS for run in runs)


def _is_local(data_set):
    """Return whether a data set needs no download."""
    entry = _entry(data_set)
    return all(
        any(source["kind"] in ("bundled", "installed") for source in file_entry(name)["sources"])
        for name in entry.get("files", ())
    )


def _urgency(batch):
    """Return 2 for a batch of kernel SVMs, 1 for shared kernel rows, 0 otherwise."""
    if any(run["algorithm"] in KERNEL_SOLVERS for run in batch["runs"].values()):
        return 2
    return int(shares_kernel_rows(batch))


def _patterns(data_set):
    return _entry(data_set).get("facts", {}).get("m", 0)


def _entry(data_set):
    """Return the data set's entry in the register, {} for the user's own data."""
    return data_set_entry(data_set) if data_set in names() else {}
