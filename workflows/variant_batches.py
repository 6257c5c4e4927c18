"""Batches that are in no file of runs: variants on the problems of the tables, and all learners on
the user's own data.

Their runs use the settings of the learner's parameter grid, which depends on the maximum margin of
the problem and so is known only to the job.
"""

from records.entries import LABELS, OWN_DATA, VARIANTS

SPACE = ("augment", "extend", "mini_epochs")
BASELINES = ("LIBSVM", "LIBLINEAR")
PROCEDURES = ("TwoStageMargitron", "ContinuedMICRA")
VARIANT = LABELS | {"used_by": [VARIANTS]}
OWN = LABELS | {"used_by": [OWN_DATA]}
OWN_VARIANT = LABELS | {"used_by": [OWN_DATA, VARIANTS]}


def variant_batches(variants, batches, learners):
    """Name -> batch of every variant on the problems of the tables' batches.

    variants: names. batches: as returned by `read_batches`. learners: names of rules and
    procedures, whose spaces the variants share. On draws of artificial data, and online, a variant
    is run with its default parameters.
    """
    made = {}
    for variant in variants:
        problems = {}
        for name, batch in batches.items():
            own = f"variant-{variant}-{name}"
            if "online" in batch:
                runs = _online_runs(own, variant, batch, learners)
                if runs:
                    made[own] = {**batch, "file": None, "runs": runs}
                continue
            spaces = [
                {key: run[key] for key in SPACE}
                for run in batch["runs"].values()
                if run["algorithm"] in learners
            ]
            if "draws" in batch and spaces:
                runs = {own: _run(variant, spaces[0], VARIANT)}
                made[own] = {**batch, "file": None, "runs": runs}
            elif spaces:
                found = problems.setdefault(batch["data"], {})
                for space in spaces:  # with the first N that the tables have for ρ and Δ
                    found.setdefault((space["augment"], space["extend"]), space)
        for data, spaces in problems.items():
            runs = {}
            for place, space in enumerate(spaces.values(), start=1):
                own = f"variant-{variant}-{data}-{place}"
                runs[f"{own}-maximum"] = _run("MaximumMargin", space, VARIANT)
                runs[own] = {**_run(variant, space, VARIANT), "parameter_grid": True}
            made[f"variant-{variant}-{data}"] = _batch(data, runs)
    return made


def own_batches(own, learners, variants=()):
    """Name -> batch of all learners on each of the user's own data sets.

    own: the config's data.own. learners: names of rules and procedures. variants: names of rules in
    files of the user's.
    """
    made = {}
    for data, entry in own.items():
        space = space_of(entry)
        runs = {f"own-{data}-maximum": _run("MaximumMargin", space, OWN)}
        for learner in (*learners, *variants, *BASELINES):
            labels = OWN_VARIANT if learner in variants else OWN
            run = {**_run(learner, space, labels), "parameter_grid": True}
            runs[f"own-{data}-{learner}"] = run
        made[f"own-{data}"] = _batch(data, runs)
    return made


def space_of(entry):
    """ρ, Δ and N of an entry of data.own, 0 if it has none, under the names that runs have.

    >>> space_of({"file": "mine.csv", "extend": 1})
    {'augment': 0, 'extend': 1, 'mini_epochs': 0}
    """
    return {key: entry.get(key, 0) for key in SPACE}


def _batch(data, runs):
    return {"file": None, "data": data, "timed": False, "runs": runs}


def _run(algorithm, space, labels):
    return {"algorithm": algorithm, "parameters": {}, **space, **labels}


def _online_runs(name, variant, batch, learners):
    """A variant's runs beside those of an online batch: one for each kernel and Δ in it."""
    spaces = []
    for run in batch["runs"].values():
        space = {"kernel": run["kernel"], "extend": run["extend"]}
        if run["algorithm"] in learners and run["kernel"] and space not in spaces:
            spaces.append(space)
    return {
        f"{name}-{place}": {**_run(variant, space, VARIANT), "k_best": None}
        for place, space in enumerate(spaces, start=1)
    }
