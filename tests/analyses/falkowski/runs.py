"""Made-up runs of falkowski/text, which miss the maximum by 0.2/c."""

from tests.paper_tables.examples import run

GRID = (1, 10, 50)


def made_up_runs(data="votes", perceptron=0.4, saved=0.1, stopped=(), bound=True):
    """Return rows by name.

    perceptron: its margin for a maximum of 1. saved: the fraction of the 1000 c updates from zero
    that each start saves. bound: whether the run from the pocket has a certificate.
    """
    rows = {
        "maximum": ("PocketMaximumMargin", 1.0, "", {}),
        "perceptron": ("PocketPerceptron", perceptron, 50, {}),
    }
    for c in GRID:
        rows[f"zero-c{c}"] = ("PocketKrauthMezard", 1 - 0.2 / c, 1000 * c, {"c": c})
        for start in ("perceptron", "perceptron-steps", "pocket"):
            made = round(1000 * c * (1 - saved))
            parameters = {"c": c, "start": start}
            rows[f"{start}-c{c}"] = ("PocketKrauthMezard", 1 - 0.4 / c, made, parameters)
    found = {}
    for name, (algorithm, margin, updates, parameters) in rows.items():
        full = f"falkowski-{data}-{name}"
        status = "max_updates" if name in stopped else "converged"
        row = {"data": data, "status": status, "directional_margin": repr(margin)}
        row |= {"updates": str(updates), "upper_bound": "1.1" if bound else ""}
        row |= {"algorithm": algorithm}
        found[full] = run(full, parameters, **row)
    return found
