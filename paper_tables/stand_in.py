"""What Falkowski's note leaves open, answered by the runs of falkowski/text on public data."""

from statistics import median

from paper_tables.grids import Grid, Shown

PREFIX = "falkowski-"


def stand_in_grid(runs):
    """The questions and answers; runs: as `read_runs` gives them. What was stopped is left out."""
    margins, updates = {}, {}
    for name, row in runs.items():
        if name.startswith(PREFIX) and row["status"] == "converged":
            key = row["data"], name.removeprefix(f"{PREFIX}{row['data']}-")
            margins[key] = float(row["directional_margin"])
            updates[key] = int(row["updates"] or 0)
    combinations = [
        bool(row["upper_bound"])
        for name, row in runs.items()
        if name.startswith(PREFIX) and name.endswith("-pocket-c50") and row["directional_margin"]
    ]
    rows = [
        ("Does c ≈ 50 raise the margin by more than 50 %?", _gain(margins)),
        ("How does the margin grow with c?", _growth(margins)),
        ("Does the Perceptron's weight shorten the computation?", _start("perceptron", updates)),
        ("… when its updates count as steps y/R^{2}?", _start("steps", updates)),
        ("Does the weight in the pocket?", _start("pocket", updates)),
        ("Is it a combination of the patterns that it has right?", _combination(combinations)),
    ]
    return Grid(
        name="falkowski-questions",
        title="What Falkowski's note leaves open, on the stand-in data",
        note="Gains and parts are of the directional margin of the patterns that the pocket "
        "algorithm has right, γ_{d} being the maximum there.",
        groups=[("", 2)],
        columns=[("question", "question"), ("answer", "answer")],
        rows=[[Shown(question), Shown(answer)] for question, answer in rows],
    )


def _combination(found):
    """found: whether the certificate held, set by set."""
    if not found:
        return ""
    return f"{_yes(found)}: with coefficients of 0 and more on {sum(found)} of {len(found)} sets."


def _yes(flags):
    return "Yes" if all(flags) else "Not always" if any(flags) else "No"


def _pairs(one, other, values):
    """Data set -> (value of one run, value of the other), where both are there."""
    found = {data: values[data, one] for data, run in values if run == one}
    return {d: (v, values[d, other]) for d, v in found.items() if (d, other) in values}


def _gain(margins):
    gains = [100 * (a / b - 1) for a, b in _pairs("zero-c50", "perceptron", margins).values()]
    if not gains:
        return ""
    return (
        f"{_yes([gain > 50 for gain in gains])}: over the Perceptron's by {min(gains):.0f} to "
        f"{max(gains):.0f} %, on {sum(gain > 50 for gain in gains)} of {len(gains)} sets by more "
        "than 50 %."
    )


def _growth(margins):
    parts = []
    for c in (1, 10, 50):
        found = [100 * a / b for a, b in _pairs(f"zero-c{c}", "maximum", margins).values()]
        if found:
            parts.append(f"{min(found):.1f} to {max(found):.1f} % of γ_{{d}} at c = {c}")
    return "; ".join(parts)


def _start(start, updates):
    answers = []
    for c in (10, 50):
        found = _pairs(f"{start}-c{c}", f"zero-c{c}", updates).values()
        saved = [100 * (1 - a / b) for a, b in found]
        if saved:
            answers.append(
                f"at c = {c} it saves {min(saved):.1f} to {max(saved):.1f} % of the updates, "
                f"{median(saved):.1f} % in the median"
            )
    return "; ".join(answers)
