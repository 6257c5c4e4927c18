"""Writes the page of an animation: one HTML file that needs no other file and no network."""

import inspect
from math import isfinite
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from data.files import replacing
from figures.animation import drawing, steps
from figures.animation.captions import captions

TEMPLATE = "animation.html.jinja"


def write_page(path, recording, problem):
    """Write the page of a Recording on a Problem. Raise OSError if it cannot be written."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["digits"] = lambda number: f"{number:.4g}" if isfinite(number) else "–"
    text = environment.get_template(TEMPLATE).render(**_values(recording, problem))
    with replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _values(recording, problem):
    """Return the values that the template shows."""
    model, all_steps = recording.model, recording.steps
    plane = drawing.Plane(problem.X, model.augment)
    chart = drawing.Chart(all_steps, recording.maximum_margin)
    texts = captions(recording, problem)
    rows = list(zip(all_steps, plane.lines(all_steps), texts, strict=True))
    return {
        "name": type(model).__name__,
        "about": inspect.cleandoc(model.rule.__doc__ or "").split("\n\n"),
        "parameters": {name: getattr(model, name) for name in _named(model)},
        "model": model,
        "maximum_margin": recording.maximum_margin,
        "source": problem.name,
        "patterns": list(zip(plane.places(problem.X).tolist(), problem.y, strict=True)),
        "origin": plane.places(problem.X[:1] * 0)[0].tolist(),
        "chart": chart,
        "edges": drawing,
        "all_up_to": steps.ALL_UP_TO,
        "rows": rows,
        "data": [
            _data(index, step, line, caption, chart)
            for index, (step, line, caption) in enumerate(rows)
        ],
    }


def _named(model):
    """Return the names of the parameters that the page shows."""
    return [*model.rule.Parameters._fields, "augment"]


def _data(index, step, line, caption, chart):
    """Return a step for the page's script: its numbers and their positions."""
    return {
        "updates": step.updates,
        "pattern": step.pattern,
        "weight": step.weight.tolist(),
        "threshold": step.threshold,
        "margin": _finite(step.margin),
        "bound": _finite(step.bound),
        "caption": caption,
        "line": {name: round(float(value), 2) for name, value in line.items()},
        "chart": [
            round(chart.x(index), 2),
            _rounded(chart.y(step.margin)),
            _rounded(chart.y(step.bound)),
        ],
    }


def _finite(number):
    """Return a number as a float, or None if it is not finite."""
    return float(number) if isfinite(number) else None


def _rounded(place):
    """Return a place in the chart with two decimals, or None outside the chart."""
    return None if place is None else round(place, 2)
