"""The best of a learner's runs on a problem of the overview."""

from records.analysis_files import FRACTIONS, OVERVIEW

MEASURES = ("updates", "visits", "seconds")
CERTIFIED = "certified_seconds"
JUDGED = "0.99"  # learners are sorted by the measure at this fraction of the maximum


def best_of(overview, timings):
    """Return (problem, learner, measure, fraction) -> the least that any run of the learner took.

    `overview` and `timings` are rows of overview.csv and overview_timings.csv, dicts of strings.
    """
    seconds = {OVERVIEW.key_of(row): row for row in timings}
    best = {}
    for row in overview:
        if not row["learner"]:
            continue
        row = {**row, **seconds[OVERVIEW.key_of(row)]}
        for part in FRACTIONS:
            for measure in (*MEASURES, CERTIFIED):
                if row[f"{measure}_{part}"]:
                    key = row["problem"], row["learner"], measure, part
                    value = float(row[f"{measure}_{part}"])
                    best[key] = min(best.get(key, value), value)
    return best


def knows_maximum(row):
    """Return whether the parameters of a row of overview.csv are made from the maximum margin."""
    return row["knows_maximum"] == str(True)


def in_order(rows, name):
    """Return the distinct values of a column, in the order of the rows."""
    return list(dict.fromkeys(row[name] for row in rows))


def ratios(best, problems, learner, measure, part):
    """Return a learner's measure over the best, on each problem that it solved."""
    found = []
    for problem in problems:
        own = best.get((problem, learner, measure, part))
        if own is not None:
            wanted = problem, measure, part
            least = min(value for (p, _, m, f), value in best.items() if (p, m, f) == wanted)
            found.append(own / least if least else 1.0)
    return found
