"""What a file of config/runs/ says about each run, and what its record repeats of that.

config/runs/schema.json explains every key.
"""

VARIANTS, OWN_DATA = "variants", "own_data"  # used_by of the runs that the config adds
LABELS = {"series": "", "used_by": []}  # for figures and analyses; they do not change results
PLAIN = {"augment": 0, "extend": 0, "mini_epochs": 0, **LABELS}
KERNEL = {"name": "kernel"}  # key of a kernel's entry -> its name among the parameters
ONLINE = {"kernel": None, "extend": 0, "k_best": None, **LABELS}


def described(name, run, data, seed, parameters):
    """The part of a run's record that is known beforehand.

    run: its entry, complete. parameters: those of the record, which for repeated runs include the
    number of repetitions.
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
        "series": run["series"],
        "used_by": " ".join(run["used_by"]),
    }


def with_kernel(run):
    """The parameters that the record of a run has: those of its learner, and of its kernel if any.

    >>> with_kernel({"parameters": {"c": 2}, "kernel": {"name": "polynomial", "degree": 3}})
    {'c': 2, 'kernel': 'polynomial', 'degree': 3}
    """
    facts = run.get("kernel") or {}
    return {**run["parameters"], **{KERNEL.get(key, key): value for key, value in facts.items()}}


def is_used_by(run, name):
    """Whether a row of runs.csv, a dict, is used by a figure or analysis.

    >>> is_used_by({"used_by": "growth rates"}, "rates")
    True
    """
    return name in run["used_by"].split()
