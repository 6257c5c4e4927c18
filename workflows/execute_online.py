"""Runs one batch of online runs and writes their records: `python -m workflows.execute_online`."""

import argparse
import json
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import data
from algorithms.baselines.kernel_svm import KernelSVM
from algorithms.drivers import p_norm
from algorithms.kernels import make_kernel
from algorithms.online import GRID, Arena, Contestant, compete
from algorithms.rules import all_rules
from data.files import replacing
from workflows.configuration import read_batches

# A run has these for every permutation, epoch, hypothesis and class; "all" classes have the errors.
ONLINE_FIELDS = (
    *("permutation", "epoch", "hypothesis", "class"),
    *("train_error", "test_error", "corrections", "support_vectors"),
)
DISTRIBUTION_FIELDS = ("epoch", "hypothesis", "margin", "fraction")


def execute(batch, problem_path, permutations, memory, seed, threads):
    """The records of a batch's runs, in order; a run that fails has its reason in its record.

    permutations: how many are run at most, None for all that the paper has. memory: bytes for rows
    of kernels. threads: how many share the work; they change no bit of the records.
    """
    protocol = batch["online"]
    count = min(protocol["permutations"], permutations or protocol["permutations"])
    records = {
        name: _description(name, run, batch, count, seed) for name, run in batch["runs"].items()
    }
    contestants, baselines = [], {}
    for name, run in batch["runs"].items():
        try:
            if run["algorithm"] == "KernelSVM":
                baselines[name] = KernelSVM(make_kernel(**run["kernel"]), **run["parameters"])
            else:
                contestants.append(contestant(name, run))
        except (TypeError, ValueError) as error:
            records[name] |= {"status": "failed", "reason": str(error)}
    running = [*(contestant.name for contestant in contestants), *baselines]
    try:
        problem = data.read_problem(problem_path)
        for name, model in baselines.items():
            records[name]["online"] = _svm_rows(model, problem)
        _compete(contestants, problem, records, protocol, count, memory, seed, threads)
        ended = {"status": "completed", "reason": ""}
    except data.Unreachable as error:
        ended = {"status": "unavailable", "reason": str(error)}
    except Exception as error:
        traceback.print_exc()
        ended = {"status": "failed", "reason": f"{type(error).__name__}: {error}"}
    for name in running:
        records[name] |= ended
    return list(records.values())


def contestant(name, run):
    """The `Contestant` of a run. Raises ValueError for what is not known or not right."""
    rules = all_rules()
    if run["algorithm"] not in rules:
        raise ValueError(
            f"no algorithm that learns online is called {run['algorithm']!r}; known are "
            f"{', '.join(rules)} and KernelSVM."
        )
    rule = rules[run["algorithm"]]
    if not run["kernel"] and run["algorithm"] != "ALMA":
        raise ValueError(f"{run['algorithm']} has no kernel; name one, such as linear.")
    parameters = rule.Parameters if run["kernel"] else p_norm.Parameters
    return Contestant(
        name,
        rule,
        parameters(**run["parameters"]),
        make_kernel(**run["kernel"]) if run["kernel"] else None,
        run["extend"],
        run["k_best"],
    )


def orders(m, protocol, seed, permutation):
    """The order of the patterns in each epoch of a permutation."""
    rng = np.random.default_rng([seed, permutation])
    first = rng.permutation(m).astype(np.int32)
    for epoch in range(protocol["epochs"]):
        again = epoch and protocol["shuffle"] == "every epoch"
        yield rng.permutation(m).astype(np.int32) if again else first


def _compete(contestants, problem, records, protocol, count, memory, seed, threads):
    if not contestants:
        return
    bases = list(dict.fromkeys(c.kernel.base for c in contestants if c.kernel))
    distributions = {contestant.name: {} for contestant in contestants}
    with ThreadPoolExecutor(threads) as pool:
        arena = Arena(problem.X, problem.y, problem.X_test, problem.y_test, bases, memory, pool)
        for permutation in range(1, count + 1):
            epochs = orders(len(problem.y), protocol, seed, permutation)
            standings = compete(contestants, arena, epochs, protocol["hypotheses"])
            for contestant, standing in standings:
                record = records[contestant.name]
                record["online"] += _rows(standing, permutation, arena.classes)
                sums = distributions[contestant.name]
                for hypothesis, fractions in standing.distributions.items():
                    key = standing.epoch, hypothesis
                    sums[key] = sums.get(key, 0.0) + fractions / count
            print(f"permutation {permutation} of {count} ended", flush=True)
    for name, fractions in distributions.items():
        records[name]["distributions"] = [
            [epoch, hypothesis, round(float(margin), 10), float(fraction)]
            for (epoch, hypothesis), mean in fractions.items()
            for margin, fraction in zip(GRID, mean, strict=True)
        ]


def _rows(standing, permutation, classes):
    counts = int(standing.corrections.sum()), int(standing.support_vectors.sum())
    rows = [
        [permutation, standing.epoch, hypothesis, "all", *errors, *counts]
        for hypothesis, errors in standing.errors.items()
    ]
    if len(standing.corrections) == len(classes):
        rows += [
            [permutation, standing.epoch, "last", str(label), None, None, int(c), int(s)]
            for label, c, s in zip(
                classes, standing.corrections, standing.support_vectors, strict=True
            )
        ]
    return rows


def _svm_rows(model, problem):
    """Of a batch learner: one permutation and one epoch, as the order does not matter to it."""
    model.fit(problem.X, problem.y)
    errors = [
        float(np.mean(model.predict(X) != y))
        for X, y in ((problem.X, problem.y), (problem.X_test, problem.y_test))
    ]
    counts = model.support_vectors_
    rows = [[1, 1, "last", "all", *errors, None, int(counts.sum())]]
    return rows + [
        [1, 1, "last", str(label), None, None, None, int(count)]
        for label, count in zip(model.classes_, counts, strict=True)
    ]


def _description(name, run, batch, count, seed):
    facts = {key: value for key, value in (run["kernel"] or {}).items() if key != "name"}
    parameters = {
        **run["parameters"],
        **({"kernel": run["kernel"]["name"], **facts} if run["kernel"] else {}),
        **({"k_best": run["k_best"]} if run["k_best"] else {}),
        "epochs": batch["online"]["epochs"],
        "shuffle": batch["online"]["shuffle"],
        "permutations": count,
    }
    return {
        "run": name,
        "data": batch["data"],
        "extend": run["extend"],
        "algorithm": run["algorithm"],
        "parameters": parameters,
        "seed": seed,
        "online": [],
        "distributions": [],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", required=True, help="name of the file of runs, as alma/table-1")
    parser.add_argument("--batch", required=True)
    parser.add_argument("--problem", required=True, help="prepared data set")
    parser.add_argument("--permutations", type=int, help="run at most so many")
    parser.add_argument("--memory", type=float, required=True, help="GiB for rows of kernels")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--output", required=True, help="JSON file of records")
    arguments = parser.parse_args()
    batch = read_batches([arguments.runs])[arguments.batch]
    records = execute(
        batch,
        arguments.problem,
        arguments.permutations,
        arguments.memory * 2**30,
        arguments.seed,
        arguments.threads,
    )
    with replacing(arguments.output) as path:
        path.write_text(json.dumps(records, default=float) + "\n")


if __name__ == "__main__":
    sys.exit(main())
