"""Made-up rows of the overview for tests of its tables and figure."""

from analyses.overview.best import CERTIFIED, MEASURES
from records.analysis_files import FRACTIONS


def overview_rows(numbers):
    """Return rows of overview.csv and of overview_timings.csv, as dicts of strings.

    numbers: (problem, learner, setting) -> seconds to each of FRACTIONS that was reached. Visits
    and updates are ten times as many.
    """
    overview, timings = [], []
    for (problem, learner, setting), seconds in numbers.items():
        key = {"problem": problem, "learner": learner, "parameters": setting}
        reached = dict(zip(FRACTIONS, seconds, strict=False))
        row = dict.fromkeys((f"{m}_{p}" for p in FRACTIONS for m in MEASURES[:2]), "")
        row |= dict.fromkeys((f"certified_updates_{part}" for part in FRACTIONS), "")
        clock = dict.fromkeys((f"{c}_{p}" for p in FRACTIONS for c in ("seconds", CERTIFIED)), "")
        for part, value in reached.items():
            row |= {f"updates_{part}": str(10 * value), f"visits_{part}": str(100 * value)}
            clock[f"seconds_{part}"] = str(value)
            if part < "0.999":  # all below are certified, after twice the time
                row[f"certified_updates_{part}"] = str(20 * value)
                clock[f"{CERTIFIED}_{part}"] = str(2 * value)
        part = "0.5" if not seconds else FRACTIONS[len(seconds) - 1]
        own = {
            "kind": KINDS[learner],
            "knows_maximum": str(learner == "MICRA"),
            "patterns": SIZES[problem],
            "columns": "60",
            "entries": str(60 * int(SIZES[problem])),
            "radius": "2.0",
            "maximum_margin": "0.5",
        }
        own |= {
            "extend": "1.0" if problem == "wbc" else "0.0",
            "algorithm": learner,
            "status": "",
            "fraction_of_maximum": part,
            "one_pass_fraction": ONE_PASS.get((problem, learner, setting), ""),
        }
        own["one_pass_errors"] = "0.25" if own["one_pass_fraction"].startswith("-") else "0.125"
        clock["one_pass_seconds"] = "0.001" if own["one_pass_fraction"] else ""
        overview.append({**key, **own, **row})
        timings.append({**key, **clock})
    return overview, timings


SIZES = {"sonar": "104", "wbc": "5000"}
KINDS = {"MICRA": "learner", "PDM": "learner", "ROMMA": "third-party", "LIBSVM": "baseline"}
KINDS["MaximumMargin"] = "baseline"
CHOICE_ROWS = [
    {
        "problem": "sonar",
        "fraction": part,
        "learner": "PDM",
        "parameters": "{}",
        "reason": "It is easy.",
        "status": "certified",
        "choosing_seconds": "0.001",
        "seconds": seconds,
        "certified_seconds": seconds,
    }
    for part, seconds in zip(FRACTIONS, ("2", "4", "4", "", ""), strict=True)
]
ONE_PASS = {
    ("sonar", "MICRA", "a"): "0.2",
    ("sonar", "MICRA", "b"): "0.3",
    ("sonar", "PDM", "a"): "-0.5",
    ("wbc", "MICRA", "a"): "0.6",
    ("wbc", "ROMMA", "a"): "0.95",
}
NUMBERS = {
    ("sonar", "MICRA", "a"): (1, 4, 16),
    ("sonar", "MICRA", "b"): (2, 3, 20, 50),
    ("sonar", "PDM", "a"): (2, 2, 4, 100, 400),
    ("sonar", "ROMMA", "a"): (),
    ("wbc", "MICRA", "a"): (1, 1, 1),
    ("wbc", "PDM", "a"): (8, 8, 9),
    ("wbc", "ROMMA", "a"): (3,),
    ("wbc", "LIBSVM", "a"): (),
}
