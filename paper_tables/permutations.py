"""Statistics over the random permutations of an online run: averages, deviations and their errors.

An online run trains one learner on several permutations of the training set and tests it after each
epoch. Tables print averages over the permutations, the lowest average of several epochs, or the
standard deviation over the permutations. Runs on several draws of artificial data give averages
too, and the least number of all draws; draws are treated like permutations. All arithmetic is
decimal.
"""

from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from paper_tables.errors import TableError
from records import run_files

ONLINE = run_files.ONLINE.measured
HYPOTHESES = run_files.HYPOTHESES
DRAWN = ("fraction_of_maximum", "updates", "converged")
MEASURED = tuple(dict.fromkeys((*ONLINE, *DRAWN)))
AVERAGE, LEAST, BEST, DEVIATION, GROWTH, CHOICE = STATISTICS = (
    "average",
    "least",
    "best",
    "deviation",
    "growth",
    "choice",
)


class Quantity(NamedTuple):
    """The quantity that a cell reports about an online run.

    Attributes
    ----------
    statistic : str
        "average"; "least", the smallest number of all permutations or draws; "best", the lowest
        average; "deviation", the quadratic mean of the standard deviations; "growth", the exponent
        e if the quantity grows as (1/x)^e along the points; or "choice", the x of the point, or
        the epoch, with the lowest average.
    of : str
        One of MEASURED; test_error and train_error are fractions.
    epochs, hypotheses : tuple of str
        The epochs and hypotheses. An average has one of each.
    label : str
        The label of a class, or "all".
    relative_to, minus : str
        The run that is the unit, or is subtracted, on the same permutation or draw; "" for none.
    beside, other_epoch : str
        The hypothesis and epoch of that other run; "" if they are the same.
    ratio_of : str
        The hypothesis whose own ratio to that other run is the unit of the ratio; "" for none.
    than : tuple of str
        Two runs. The first one's ratio to the second is the unit of the ratio; () for none.
    points : tuple
        (run, x) of each point of a growth or a choice. A choice without points is of an epoch.
    """

    statistic: str
    of: str
    epochs: tuple
    hypotheses: tuple = ("last",)
    label: str = "all"
    relative_to: str = ""
    minus: str = ""
    beside: str = ""
    other_epoch: str = ""
    ratio_of: str = ""
    than: tuple = ()
    points: tuple = ()

    @property
    def other(self):
        """The run to compare with on the same permutations or draws; "" for none."""
        return self.relative_to or self.minus

    @property
    def runs_beside(self):
        """The runs on which the quantity depends, besides the cell's own."""
        return [*filter(None, (self.other, *self.than)), *(run for run, _ in self.points)]


class Estimate(NamedTuple):
    """A number estimated from n permutations.

    The standard error is scatter/√(n − lost). `lost` is 1 for a deviation and 0 for an average.
    `scatter` is None for one permutation, and for the least number of several. `epoch` is the best
    epoch, or "".
    """

    value: Decimal
    scatter: Decimal | None
    n: int
    lost: int = 0
    epoch: str = ""

    def standard_error(self, n):
        """Return the standard error of an estimate from n permutations with the same scatter."""
        return self.scatter / Decimal(n - self.lost).sqrt()

    def standard_error_of_difference(self, n):
        """Return the standard error of the difference from an estimate over n permutations."""
        own, other = self.standard_error(self.n), self.standard_error(n)
        return (own**2 + other**2).sqrt()


def quantity_of(column, filled):
    """Return the `Quantity` of a table's column; None if it has none.

    `filled` is a function that fills in a row's facts.
    """
    for statistic in STATISTICS:
        if statistic in column:
            wanted = column[statistic]
            own = tuple(filled(text) for text in wanted.get("hypotheses", ()))
            if "epochs" in wanted:
                epochs = tuple(str(epoch) for epoch in range(1, wanted["epochs"] + 1))
            else:
                epochs = (filled(str(wanted.get("epoch", 1))),)
            hypothesis = filled(wanted.get("hypothesis", "last"))
            quantity = Quantity(
                statistic=statistic,
                of=filled(wanted["of"]),
                epochs=epochs,
                hypotheses=own or (hypothesis,),
                label=wanted.get("class", "all"),
                relative_to=filled(wanted.get("relative_to", "")),
                minus=filled(wanted.get("minus", "")),
                beside=filled(wanted.get("beside", "")),
                other_epoch=filled(str(wanted.get("other_epoch", ""))),
                ratio_of=filled(wanted.get("ratio_of", "")),
                than=tuple(filled(text) for text in wanted.get("than", ())),
                points=tuple((filled(run), x) for run, x in wanted.get("points", {}).items()),
            )
            _check(quantity)
            return quantity
    return None


def why_no_estimate(quantity, run, online):
    """Return a clause that says what is missing for a quantity in a run's permutations, or ""."""
    keys = [key for name, _ in quantity.points or [(run, "")] for key in _keys(quantity, name)]
    for run_key in keys + ([_key_beside(quantity)] if quantity.other else []):
        rows = online.get(run_key, ())
        if not rows or any(row[quantity.of] == "" for row in rows):
            _, epoch, hypothesis, _ = run_key
            of_class = "" if quantity.label == "all" else f" of class {quantity.label}"
            if quantity.of not in ONLINE or quantity.points:
                return f"the run {run_key[0]} has no {quantity.of} of any draw"
            its = f"the run {run_key[0]}" if quantity.other else "the run"
            return (
                f"{its} has no {quantity.of}{of_class} of its {hypothesis} hypothesis after "
                f"epoch {epoch}"
            )
        if quantity.statistic == DEVIATION and len(rows) == 1:
            return "one permutation has no standard deviation"
    if quantity.relative_to and 0 in _numbers(online[_key_beside(quantity)], quantity.of).values():
        return f"{quantity.of} of the run {quantity.relative_to} is 0, so that there is no ratio"
    if quantity.ratio_of or quantity.than:
        unit_run, unit = _unit_of(quantity, run)
        why = why_no_estimate(unit, unit_run, online)
        if not why and 0 in _numbers(online[_keys(unit, unit_run)[0]], unit.of).values():
            its = f"the {unit.hypotheses[0]} hypothesis of {unit_run}"
            why = f"{unit.of} of {its} is 0, so that there is no ratio"
        return why
    return ""


def estimate(quantity, run, online):
    """Return the `Estimate` of a quantity if `why_no_estimate` is ""; errors are fractions."""
    if quantity.statistic == GROWTH:
        return _growth(quantity, online)
    if quantity.statistic == CHOICE:
        return _choice(quantity, run, online)
    samples = [(key, _numbers(online[key], quantity.of)) for key in _keys(quantity, run)]
    n = min(len(numbers) for _, numbers in samples)
    if quantity.statistic == DEVIATION:
        squares = [_deviation(numbers.values()) ** 2 for _, numbers in samples]
        value = (sum(squares) / len(squares)).sqrt()
        # All deviations are over the same permutations, so their mean is as uncertain as each.
        return Estimate(value, value / Decimal(2).sqrt(), n, lost=1)
    key, numbers = min(samples, key=lambda sample: _mean(sample[1].values()))
    if quantity.other:
        numbers = _compared(quantity, numbers, online)
    if quantity.ratio_of or quantity.than:
        unit_run, unit = _unit_of(quantity, run)
        units = _compared(unit, _numbers(online[_keys(unit, unit_run)[0]], unit.of), online)
        numbers = {at: a / b for at, (a, b) in _paired(numbers, units).items()}
    if quantity.statistic == LEAST:
        return Estimate(min(numbers.values()), None, len(numbers))
    best_epoch = key[1] if quantity.statistic == BEST else ""
    return _average(list(numbers.values()), best_epoch)


def _average(numbers, epoch=""):
    scatter = _deviation(numbers) if len(numbers) > 1 else None
    return Estimate(_mean(numbers), scatter, len(numbers), epoch=epoch)


def _compared(quantity, numbers, online):
    """Return the ratios to the other run, or the differences, on the same permutations."""
    others = _numbers(online[_key_beside(quantity)], quantity.of)
    if len(others) == 1:  # a batch learner does not depend on the order of patterns
        others = dict.fromkeys(numbers, *others.values())
    pairs = _paired(numbers, others)
    return {at: a / b if quantity.relative_to else a - b for at, (a, b) in pairs.items()}


def _paired(*columns):
    """Return permutation or draw -> its numbers, one of each column, for those in all columns."""
    common = [at for at in columns[0] if all(at in column for column in columns)]
    if not common:
        raise TableError("runs that are compared have no permutation or draw in common.")
    return {at: tuple(column[at] for column in columns) for at in common}


def _unit_of(quantity, run):
    """Return (run, `Quantity`) of the ratio that is the unit of a ratio of ratios."""
    if quantity.ratio_of:
        return run, quantity._replace(hypotheses=(quantity.ratio_of,), ratio_of="")
    first, second = quantity.than
    return first, quantity._replace(relative_to=second, than=())


def _growth(quantity, online):
    """Average over the draws the slope of ln(quantity) on ln(1/x), found by least squares."""
    inverse = [-Decimal(x).ln() for _, x in quantity.points]
    middle = _mean(inverse)
    centred = [number - middle for number in inverse]
    columns = [_numbers(online[_keys(quantity, run)[0]], quantity.of) for run, _ in quantity.points]
    spread = sum(number**2 for number in centred)
    slopes = [
        sum(x * number.ln() for x, number in zip(centred, draw, strict=True)) / spread
        for draw in _paired(*columns).values()
    ]
    return _average(slopes)


def _choice(quantity, run, online):
    """Return the x of the point, or the epoch, with the lowest average."""
    numbers = _numbers_by_point(quantity, run, online)
    best = min(numbers, key=lambda x: _mean(numbers[x].values()))
    return Estimate(best, None, len(numbers[best]))


def behind_the_choice(quantity, run, x, online):
    """Return how much the average at point x exceeds the lowest average, as an `Estimate`.

    The differences are on the same permutations. Return None if there is no point x.
    """
    numbers = _numbers_by_point(quantity, run, online)
    if x not in numbers:
        return None
    best = numbers[_choice(quantity, run, online).value]
    return _average([a - b for a, b in _paired(numbers[x], best).values()])


def _numbers_by_point(quantity, run, online):
    """Return x -> numbers on all permutations; x is an epoch if there are no points."""
    if not quantity.points:
        return {Decimal(key[1]): _numbers(online[key], quantity.of) for key in _keys(quantity, run)}
    return {
        Decimal(x): _numbers(online[_keys(quantity, run)[0]], quantity.of)
        for run, x in quantity.points
    }


def _check(quantity):
    if quantity.of not in MEASURED:
        raise TableError(f"nothing is called {quantity.of!r}; there are {', '.join(MEASURED)}.")
    for hypothesis in filter(None, (*quantity.hypotheses, quantity.beside, quantity.ratio_of)):
        if hypothesis not in HYPOTHESES:
            known = ", ".join(HYPOTHESES)
            raise TableError(f"no hypothesis is called {hypothesis!r}; there are {known}.")
    for epoch in filter(None, (*quantity.epochs, quantity.other_epoch)):
        if not epoch.isdigit():
            raise TableError(f"the epoch {epoch!r} is not a whole number from 1.")


def _keys(quantity, run):
    return [
        (run, epoch, hypothesis, quantity.label)
        for epoch in quantity.epochs
        for hypothesis in quantity.hypotheses
    ]


def _key_beside(quantity):
    hypothesis = quantity.beside or quantity.hypotheses[0]
    epoch = quantity.other_epoch or quantity.epochs[0]
    return quantity.other, epoch, hypothesis, quantity.label


def _numbers(rows, of):
    """Return permutation or draw -> number, in the order of the file."""
    try:
        return {row.get("permutation") or row["draw"]: Decimal(row[of]) for row in rows}
    except InvalidOperation:
        row = rows[0]
        raise TableError(
            f"{row['run']}: {of} after epoch {row['epoch']} is not a number."
        ) from None


def _mean(numbers):
    return sum(numbers) / len(numbers)


def _deviation(numbers):
    """Return the sample's standard deviation, with n − 1."""
    mean = _mean(numbers)
    return (sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)).sqrt()
