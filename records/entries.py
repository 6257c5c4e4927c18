"""The entries of the files in config/runs/, one for each run, and the part that records repeat.

config/runs/schema.json explains every key.
"""

from fnmatch import fnmatchcase

VARIANTS, OWN_DATA = "variants", "own_data"  # values of added_by
LABELS = {"series": "", "added_by": []}  # labels do not change results
PLAIN = {"augment": 0, "extend": 0, "mini_epochs": 0, **LABELS}
KERNEL = {"name": "kernel"}  # key of a kernel's entry -> name of the recorded parameter
ONLINE = {
    "kernel": None,
    "extend": 0,
    "k_best": None,
    "from_final_coefficients": False,
    **LABELS,
}


def described(name, run, data, seed, parameters):
    """Return the part of a run's record that is known before the run starts.

    Parameters
    ----------
    name : str
        The name of the run.
    run : dict
        The run's complete entry.
    data : str
        The name of the data set.
    seed : int
        The seed of all random choices.
    parameters : dict
        The parameters to record. Repeated runs add their number of repetitions.
    """
    return {
        "run": name,
        "data": data,
        "augment": run.get("augment"),
        "extend": run["extend"],
        "max_mini_epochs": run.get("mini_epochs"),
        "algorithm": run["algorithm"],
        "parameters": parameters,
        "seed": seed,
    }


def labels_of(batches):
    """Return run -> labels, as in runs.csv, for all runs of batches (name -> batch)."""
    runs = {name: run for batch in batches.values() for name, run in batch["runs"].items()}
    return {
        name: {"series": run["series"], "added_by": " ".join(run["added_by"])}
        for name, run in runs.items()
    }


def without_labels(batch):
    """Return a batch without the labels of its runs: the part on which results depend."""
    runs = {
        name: {key: value for key, value in run.items() if key not in LABELS}
        for name, run in batch["runs"].items()
    }
    return {**batch, "runs": runs}


def with_labels(record, labels):
    """Return a run's record with its labels.

    A run on a grid has a record for each setting, named after the run and the setting's number.
    """
    name = record["run"]
    return {**record, **(labels.get(name) or labels[name.rpartition("-")[0]])}


def with_kernel(run):
    """Return the parameters to record for a run: the learner's and the kernel's, if any.

    >>> with_kernel({"parameters": {"c": 2}, "kernel": {"name": "polynomial", "degree": 3}})
    {'c': 2, 'kernel': 'polynomial', 'degree': 3}
    """
    facts = run.get("kernel") or {}
    return {**run["parameters"], **{KERNEL.get(key, key): value for key, value in facts.items()}}


def is_added_by(run, name):
    """Return whether the config's "variants" or "own_data" added a row of runs.csv (a dict).

    >>> is_added_by({"added_by": "own_data variants"}, "variants")
    True
    """
    return name in run["added_by"].split()


def is_named(run, patterns):
    """Return whether the name of a run matches one of these patterns, such as "rates-*".

    >>> is_named("rates-sonar-alma-1", ["sweep-*", "rates-*"])
    True
    """
    return any(fnmatchcase(run, pattern) for pattern in patterns)
