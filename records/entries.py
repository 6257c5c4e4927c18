"""What a file of config/runs/ says of each run, and what its record says of it afterwards.

config/runs/schema.json has the meaning of every key.
"""

VARIANTS, OWN_DATA = "variants", "own_data"  # what runs that the config makes are used by
LABELS = {"series": "", "used_by": []}  # for figures and analyses; they change no result
PLAIN = {"augment": 0, "extend": 0, "mini_epochs": 0, **LABELS}
ONLINE = {"kernel": None, "extend": 0, "k_best": None, **LABELS}


def described(name, run, data, seed, parameters):
    """The part of a run's record that is known before it is made.

    run: its entry, complete. parameters: those of the record, which say of repeated runs how often
    they were repeated.
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


def is_used_by(run, name):
    """Whether a row of runs.csv, a dict, is used by a figure or analysis.

    >>> is_used_by({"used_by": "growth rates"}, "rates")
    True
    """
    return name in run["used_by"].split()
