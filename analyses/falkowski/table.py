"""Answers the questions of Falkowski's note by the runs of falkowski/text on public data."""

import json
from math import log
from statistics import median

import scipy  # the import of scipy.stats takes a second, and scipy delays it to the first use

from analyses.falkowski.settings import MAXIMUM, PERCEPTRON, RUN_NAMES, ZERO, Setting, setting_of
from data.register import data_set_entry
from paper_tables.grids import Grid, GridCell
from records.entries import is_named
from records.problems import POCKET
from records.statuses import Status

PAGE = "falkowski"
ENOUGH = 5  # a start that shortens the computation saves at least this % of updates (median)
ABOUT = 0.2  # the largest deviation of an exponent from -1 that still counts as "about 1/c"
OF_MONOMIALS = {
    "data": "data",
    "degree": "degree",
    "retained": "retained, %",
    "perceptron": "Perceptron",
    "c-10": "c = 10",
    "c-50": "c = 50",
}


def grids(results):
    """Return the tables of a `Results`: none if the note's own table is not among them."""
    asked = any(table.paper == PAGE for table in results.tables)
    return [questions_grid(results.runs), monomials_grid(results.runs)] if asked else []


def questions_grid(runs):
    """Return a table of questions and answers. `runs` is the result of `read_runs`.

    Stopped runs are left out.
    """
    used = [row for row in runs.values() if is_named(row["run"], RUN_NAMES)]
    margins, updates, zero_starts = {}, {}, {}
    for row in used:
        if row["status"] == Status.CONVERGED:
            key = row["data"], setting_of(row)
            margins[key] = float(row["directional_margin"])
            updates[key] = int(row["updates"] or 0)
            if key[1].start == ZERO:
                zero_starts[key] = key[1].c
    maxima = {data: margin for (data, setting), margin in margins.items() if setting == MAXIMUM}
    missing = {
        key: 100 * (1 - margin / maxima[key[0]])
        for key, margin in margins.items()
        if key[0] in maxima
    }
    combinations = [
        bool(row["upper_bound"])
        for row in used
        if setting_of(row) == Setting("pocket", 50) and row["directional_margin"]
    ]
    rows = [
        ("Does c ≈ 50 raise the margin by more than 50 %?", _gain(margins)),
        ("How does the margin grow with c?", _growth(missing, zero_starts)),
        (
            "Does a start from the Perceptron's weight shorten the computation?",
            _start("perceptron", updates, missing),
        ),
        (
            "Does a start from the Perceptron's weight shorten the computation if the Perceptron's "
            "updates count as steps y/R^{2}?",
            _start("perceptron-steps", updates, missing),
        ),
        (
            "Does a start from the pocket algorithm's weight shorten the computation?",
            _start("pocket", updates, missing),
        ),
        (
            "Is the pocket algorithm's weight a combination of the patterns that it selects?",
            _combination(combinations),
        ),
    ]
    return Grid(
        name="falkowski-questions",
        title="What Falkowski's note leaves open, on public data",
        note="Gains and fractions are of the directional margin of the patterns that the pocket "
        "algorithm selects; γ_{d} is their maximum margin. About as 1/c: the exponent of c, fitted "
        f"to the converged runs from zero, is within {ABOUT:g} of −1 on every set. A start "
        f"shortens the computation (yes) if it saves at least {ENOUGH} % of the updates in the "
        "median over the sets, hardly if it saves fewer, and not if it saves none.",
        groups=[("", 2)],
        columns=[("question", "question"), ("answer", "answer")],
        rows=[[GridCell(question), GridCell(answer)] for question, answer in rows],
    )


def _combination(found):
    """Return the answer on combinations; `found` has for each set whether it has a certificate."""
    if not found:
        return ""
    return f"{_yes(found)}: a non-negative combination on {sum(found)} of {len(found)} sets."


def _yes(flags):
    return "Yes" if all(flags) else "Not always" if any(flags) else "No"


def _pairs(one, other, values):
    """Return data set -> (value for one setting, value for the other), where both exist."""
    found = {data: values[data, one] for data, setting in values if setting == one}
    return {
        data: (value, values[data, other])
        for data, value in found.items()
        if (data, other) in values
    }


def _gain(margins):
    pairs = _pairs(Setting(ZERO, 50), PERCEPTRON, margins).values()
    gains = [100 * (own / perceptron - 1) for own, perceptron in pairs]
    if not gains:
        return ""
    return (
        f"{_yes([gain > 50 for gain in gains])}: it is {min(gains):.0f} to {max(gains):.0f} % "
        f"above the Perceptron's, on {sum(gain > 50 for gain in gains)} of {len(gains)} sets by "
        "more than 50 %."
    )


def _growth(missing, zero_starts):
    """Return the answer on the growth of the margin.

    `missing` is in %, by (data set, setting). `zero_starts` has the c of the runs from zero, by the
    same keys.
    """
    logs = {}
    for key, c in zero_starts.items():
        if missing.get(key, 0.0) > 0:
            of_c, of_missing = logs.setdefault(key[0], ([], []))
            of_c.append(log(c))
            of_missing.append(log(missing[key]))
    powers = [
        -scipy.stats.linregress(of_c, of_missing).slope
        for of_c, of_missing in logs.values()
        if len(of_c) > 1
    ]
    if not powers:
        return ""
    about = all(abs(power - 1) <= ABOUT for power in powers)
    parts = [
        f"What is missing falls {'about' if about else 'not always'} as 1/c: "
        f"as c^{{−{min(powers):.2f}}} to c^{{−{max(powers):.2f}}}"
    ]
    for c in (1, 10, 50):
        found = [part for (_, own), part in missing.items() if own == Setting(ZERO, c)]
        if found:
            parts.append(f"{_range(found)} % of γ_{{d}} at c = {c}")
    return "; ".join(parts) + "."


def _start(start, updates, missing):
    answers = []
    for c in (10, 50):
        own, zero = Setting(start, c), Setting(ZERO, c)
        lost = {
            data: part / of_zero
            for data, (part, of_zero) in _pairs(own, zero, missing).items()
            if of_zero > 0
        }
        found = {
            data: 100 * (1 - count / of_zero)
            for data, (count, of_zero) in _pairs(own, zero, updates).items()
        }
        saved = [part for data, part in found.items() if data in lost]
        if saved:
            answers.append(
                f"{_shortens(median(saved))} at c = {c}: it saves {min(saved):.1f} to "
                f"{max(saved):.1f} % of the updates, {median(saved):.1f} % in the median, and "
                f"leaves {_range(lost.values())} times as much of γ_{{d}} missing, more on "
                f"{sum(times > 1 for times in lost.values())} of {len(lost)} sets"
            )
    answers[1:] = [answer[0].lower() + answer[1:] for answer in answers[1:]]
    return "; ".join(answers) + "." * bool(answers)


def _shortens(saved):
    return "Yes" if saved >= ENOUGH else "Hardly" if saved > 0 else "No"


def _range(values):
    return f"{min(values):.2g} to {max(values):.2g}"


def monomials_grid(runs):
    """Return a table of selected patterns and margins by data set and degree.

    `runs` is the result of `read_runs`.
    """
    found = {}
    for row in (row for row in runs.values() if row["algorithm"].startswith(POCKET)):
        parameters = json.loads(row["parameters"])
        if "degree" not in parameters:
            continue
        own = found.setdefault((row["data"], parameters["degree"]), {})
        if row["status"] == Status.CONVERGED:
            own[parameters.get("c")] = row
    return Grid(
        name="falkowski-monomials",
        title="Krauth & Mézard after the map to monomials",
        note="The pocket algorithm works on all monomials of at most this degree, by the kernel "
        "(1 + x·x′)^{d}, and selects the patterns that it classifies correctly. Margins are "
        "directional margins of the selected patterns, in units of the Perceptron's margin, which "
        "differs for each degree.",
        groups=[("", 3), ("margin", 3)],
        columns=list(OF_MONOMIALS.items()),
        rows=[
            [GridCell(text) for text in (data, str(degree), *_of_monomials(data, own))]
            for (data, degree), own in found.items()
            if own
        ],
        page=PAGE,
    )


def _of_monomials(data, own):
    m = data_set_entry(data)["facts"]["m"]
    retained = next(
        (row["retained_patterns"] for row in own.values() if row["retained_patterns"]), ""
    )
    unit = float(own[None]["directional_margin"]) if None in own else None
    yield f"{100 * int(retained) / m:.1f}" if retained else ""
    for c in (None, 10, 50):
        known = c in own and unit
        yield f"{float(own[c]['directional_margin']) / unit:.3g}" if known else ""
