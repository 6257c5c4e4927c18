"""Runs a batch of online learners: `python -m workflows.commands.execute_online --help`."""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np
from sklearn.model_selection import KFold

import data
from data import SplitProblem
from data.commands import command, say, with_bar
from maxmargin import LEARNERS
from maxmargin.estimators.constraints import check_parameters
from maxmargin.kernels import make_kernel
from maxmargin.online import GRID, OnlineData, OnlineLearner, learn_online
from maxmargin.rules import all_rules
from peers import KernelSVM
from records.entries import described, with_kernel
from records.errors import RecordError
from records.models import failure
from records.plan_file import read_job
from records.statuses import Status
from records.variant_checks import without_refused
from records.writing import write_records
from workflows.commands.execute import add_job_options


def run_job(job, problem_path, threads):
    """Return the records of a batch's runs, in order.

    job: as returned by `workflows.plan.plan.batch_job`. problem_path: the file of the prepared data
    set. threads: the number of threads.
    """
    counts = {key: job[key] for key in ("permutations", "draws") if key in job}
    memory = job["kernel_memory"] * 2**30
    return execute(job["batch"], problem_path, counts, memory, job["seed"], threads)


def execute(batch, problem_path, counts, memory, seed, threads):
    """Return the records of a batch's runs, in order. A failed run's record has the reason.

    batch: a dict, as in the job. counts: the number of "permutations" and, for artificial data, of
    "draws". memory: bytes for kernel rows. threads: the number of threads, on which no bit of the
    records depends. With several draws of artificial data, or folds of a training set, a record has
    the averages over the permutations of each draw or fold. Raises OSError if the machine fails.
    """
    records = {
        name: _description(name, run, batch, counts, seed) for name, run in batch["runs"].items()
    }
    learners, baselines = [], {}
    for name, run in batch["runs"].items():
        try:
            if run["algorithm"] == "KernelSVM":
                baselines[name] = KernelSVM(make_kernel(**run["kernel"]), **run["parameters"])
            else:
                learners.append(learner_of(name, run))
        except (TypeError, ValueError) as error:
            records[name] |= {"status": Status.FAILED, "reason": str(error)}
    running = [*(learner.name for learner in learners), *baselines]
    started = perf_counter()
    try:
        for name, model in baselines.items():
            records[name]["online"] = _svm_rows(
                model, data.read_problem(problem_path, writeable=False)
            )
        with ThreadPoolExecutor(threads) as pool:
            tallies = {learner.name: _Tally() for learner in learners}
            for repetition, problem in _problems(batch, problem_path, counts, seed):
                _compete(learners, problem, tallies, repetition, batch, counts, memory, seed, pool)
        for name, tally in tallies.items():
            records[name] |= {"online": tally.rows, "distributions": tally.distribution_rows()}
        ended = {"status": Status.COMPLETED, "reason": ""}
    except data.Unreachable as error:
        ended = {"status": Status.UNAVAILABLE, "reason": str(error)}
    except Exception as error:
        ended = failure(error)
    for name in running:
        records[name] |= ended
    found = list(records.values())
    found[0]["spent_seconds"] = perf_counter() - started
    return found


def _problems(batch, path, counts, seed):
    """Yield (number of the draw or fold, problem), or (None, problem) if there is only one."""
    if "folds" in batch["online"]:
        problem = data.read_problem(path, writeable=False)
        folds = KFold(batch["online"]["folds"], shuffle=True, random_state=seed)
        for fold, parts in enumerate(folds.split(problem.X), start=1):
            (X, X_test), (y, y_test) = ([of[p] for p in parts] for of in (problem.X, problem.y))
            yield fold, SplitProblem(problem.name, X, y, X_test, y_test)
        return
    if "draws" not in counts:
        yield None, data.read_problem(path, writeable=False)
        return
    for draw in range(1, counts["draws"] + 1):
        yield draw, data.load(batch["data"], seed=seed + draw)


def learner_of(name, run):
    """Return the `OnlineLearner` of a run. Raises ValueError for unknown or wrong parameters."""
    rules = all_rules()
    if run["algorithm"] not in rules:
        raise ValueError(
            f"no algorithm that learns online is called {run['algorithm']!r}; choose one of "
            f"{', '.join(rules)} and KernelSVM."
        )
    rule = rules[run["algorithm"]]
    if not run["kernel"] and run["algorithm"] != "ALMA":
        raise ValueError(f"{run['algorithm']} needs a kernel; name one, such as linear.")
    check_parameters(LEARNERS[run["algorithm"]](**run["parameters"]))
    parameters = dict(run["parameters"])
    p = 2.0 if run["kernel"] else parameters.pop("p", 2.0)
    return OnlineLearner(
        name,
        rule,
        rule.Parameters(**parameters),
        make_kernel(**run["kernel"]) if run["kernel"] else None,
        run["extend"],
        run["k_best"],
        p,
        run["from_final_coefficients"],
    )


def orders(m, protocol, seed, permutation):
    """Yield the order of the patterns, int32, (m,), for each epoch of a permutation."""
    rng = np.random.default_rng([seed, permutation])
    first = rng.permutation(m).astype(np.int32)
    for epoch in range(protocol["epochs"]):
        again = epoch and protocol["shuffle"] == "every epoch"
        yield rng.permutation(m).astype(np.int32) if again else first


class _Tally:
    """The rows of online.csv and the sums of the distributions of a run."""

    def __init__(self):
        self.rows, self.sums, self.n = [], {}, 0

    def add(self, rows, draw):
        """Add the rows of all permutations or, for a draw, their averages."""
        if draw is None:
            self.rows += rows
            return
        groups = {}
        for _, epoch, hypothesis, label, *numbers in rows:
            groups.setdefault((epoch, hypothesis, label), []).append(numbers)
        for key, numbers in groups.items():
            means = (
                None if values[0] is None else float(np.mean(values))
                for values in zip(*numbers, strict=True)
            )
            self.rows.append([draw, *key, *means])

    def add_distributions(self, result):
        self.n += result.epoch == 1
        for hypothesis, fractions in result.distributions.items():
            key = result.epoch, hypothesis
            self.sums[key] = self.sums.get(key, 0.0) + fractions

    def distribution_rows(self):
        return [
            [epoch, hypothesis, round(float(margin), 10), float(fraction)]
            for (epoch, hypothesis), total in self.sums.items()
            for margin, fraction in zip(GRID, total / self.n, strict=True)
        ]


def _compete(learners, problem, tallies, draw, batch, counts, memory, seed, pool):
    """Run all permutations of a problem, and add the results to the tallies."""
    if not learners:
        return
    protocol = batch["online"]
    bases = list(dict.fromkeys(c.kernel.base for c in learners if c.kernel))
    online_data = OnlineData(
        problem.X, problem.y, problem.X_test, problem.y_test, bases, memory, pool
    )
    rows = {learner.name: [] for learner in learners}
    for permutation in with_bar(range(1, counts["permutations"] + 1), "permutation"):
        epochs = orders(len(problem.y), protocol, seed, permutation)
        results = learn_online(learners, online_data, epochs, protocol["hypotheses"])
        for learner, result in results:
            rows[learner.name] += _rows(result, permutation, online_data.classes)
            tallies[learner.name].add_distributions(result)
        if draw is None:
            say(f"permutation {permutation} of {counts['permutations']} ended")
    for name, own in rows.items():
        tallies[name].add(own, draw)
    if draw is not None:
        last = counts.get("draws", protocol.get("folds"))
        say(f"draw or fold {draw} of {last} ended")


def _rows(result, permutation, classes):
    counts = [result.updates, result.support_vectors]
    if result.kernel_values is not None:
        counts.append(result.kernel_values)

    def row(hypothesis, label, errors, numbers):
        own = [int(number) for number in numbers] + [None] * (3 - len(counts))
        return [permutation, result.epoch, hypothesis, label, *errors, *own]

    totals = [of.sum() for of in counts]
    rows = [row(name, "all", errors, totals) for name, errors in result.errors.items()]
    if len(result.updates) == len(classes):
        by_class = zip(classes, zip(*counts, strict=True), strict=True)
        rows += [row("last", str(label), (None, None), numbers) for label, numbers in by_class]
    return rows


def _svm_rows(model, problem):
    """Return rows of a batch learner: one permutation and epoch, as the order does not matter."""
    model.fit(problem.X, problem.y)
    errors = [
        float(np.mean(model.predict(X) != y))
        for X, y in ((problem.X, problem.y), (problem.X_test, problem.y_test))
    ]
    counts = model.n_support_
    rows = [[1, 1, "last", "all", *errors, None, int(counts.sum()), None]]
    return rows + [
        [1, 1, "last", str(label), None, None, None, int(count), None]
        for label, count in zip(model.classes_, counts, strict=True)
    ]


def _description(name, run, batch, counts, seed):
    parameters = dict(with_kernel(run))
    for key in ("k_best", "from_final_coefficients"):
        if run[key]:
            parameters[key] = run[key]
    parameters["epochs"] = batch["online"]["epochs"]
    parameters["shuffle"] = batch["online"]["shuffle"]
    parameters |= counts
    record = described(name, run, batch["data"], seed, parameters)
    return {**record, "online": [], "distributions": []}


@command(RecordError)
def main(arguments=None):
    """Run a batch of a plan; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_job_options(parser)
    parser.add_argument("--threads", type=int, default=1, help="the number of threads")
    options = parser.parse_args(arguments)
    job = read_job(options.plan, "batches", options.batch)
    job, refused = without_refused(job, options.checks)
    some = job["batch"]["runs"]
    records = run_job(job, options.problem, options.threads) if some else []
    write_records(options.output, records + refused, job["attempt"])


if __name__ == "__main__":
    sys.exit(main())
