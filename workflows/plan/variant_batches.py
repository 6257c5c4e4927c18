"""Makes the batches of variants and of the user's own data, which are in no file of runs.

Variants run on the problems of the tables, and all learners run on the user's data. A run goes
through its learner's parameter grid. The grid depends on the problem's maximum margin, so only the
job knows it.
"""

from records.entries import LABELS, OWN_DATA, VARIANTS
from workflows.plan.variant_files import RULE

SPACE = ("augment", "extend", "mini_epochs")
BASELINES = ("LIBSVM", "LIBLINEAR")
PROCEDURES = ("TwoStageMargitron", "ContinuedMICRA")
VARIANT = LABELS | {"added_by": [VARIANTS]}
OWN = LABELS | {"added_by": [OWN_DATA]}
MAXIMUM = "maximum"  # in the name of the run that finds a problem's maximum margin
OWN_VARIANT = LABELS | {"added_by": [OWN_DATA, VARIANTS]}


def variant_batches(variants, batches, learners):
    """Return name -> batch for every variant on the problems of the tables' batches.

    On draws of artificial data, and online, a variant has its default parameters. A classifier does
    not run online, because it has no kernel.

    Parameters
    ----------
    variants : iterable of Variant
        The variants.
    batches : dict
        Batches of tables, as returned by `read_batches`.
    learners : list of str
        Rules and procedures; the variants run with the same ρ, Δ and N as these.
    """
    made = {}
    for variant, kind, _ in variants:
        problems = {}
        for name, batch in batches.items():
            own = f"variant-{variant}-{name}"
            if "online" in batch:
                runs = _online_runs(own, variant, batch, learners)
                if runs and kind == RULE:
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
                for space in spaces:  # if the tables have several N for ρ and Δ, take the first
                    found.setdefault((space["augment"], space["extend"]), space)
        for data, spaces in problems.items():
            runs = {}
            for place, space in enumerate(spaces.values(), start=1):
                own = f"variant-{variant}-{data}-{place}"
                runs[f"{own}-{MAXIMUM}"] = _run("MaximumMargin", space, VARIANT)
                runs[own] = {**_run(variant, space, VARIANT), "parameter_grid": True}
            made[f"variant-{variant}-{data}"] = _batch(data, runs)
    return made


def own_batches(own, learners, variants=()):
    """Return name -> batch for all learners on each of the user's own data sets.

    Parameters
    ----------
    own : dict
        The config's data.own.
    learners : list of str
        Rules and procedures of the library.
    variants : collection of str
        The names of the user's own variants.
    """
    made = {}
    for data, entry in own.items():
        space = space_of(entry)
        runs = {f"own-{data}-{MAXIMUM}": _run("MaximumMargin", space, OWN)}
        for learner in (*learners, *variants, *BASELINES):
            labels = OWN_VARIANT if learner in variants else OWN
            run = {**_run(learner, space, labels), "parameter_grid": True}
            runs[f"own-{data}-{learner}"] = run
        made[f"own-{data}"] = _batch(data, runs)
    return made


def space_of(entry):
    """Return ρ, Δ and N of an entry of data.own under their names in runs, 0 by default.

    >>> space_of({"file": "mine.csv", "extend": 1})
    {'augment': 0, 'extend': 1, 'mini_epochs': 0}
    """
    return {key: entry.get(key, 0) for key in SPACE}


def _batch(data, runs):
    return {"file": None, "data": data, "timed": False, "runs": runs}


def _run(algorithm, space, labels):
    return {"algorithm": algorithm, "parameters": {}, **space, **labels}


def _online_runs(name, variant, batch, learners):
    """Return a variant's runs for an online batch, one for each kernel and Δ of the batch."""
    spaces = []
    for run in batch["runs"].values():
        space = {"kernel": run["kernel"], "extend": run["extend"]}
        if run["algorithm"] in learners and run["kernel"] and space not in spaces:
            spaces.append(space)
    return {
        f"{name}-{place}": {
            **_run(variant, space, VARIANT),
            "k_best": None,
            "from_final_coefficients": False,
        }
        for place, space in enumerate(spaces, start=1)
    }
