"""Writes docs/accuracy.md and docs/accuracy*.svg: every group of measurements foretold by a fit that never saw it.

Run: make accuracy. The same measurements give the same files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from math import exp, log10
from pathlib import Path
from typing import NamedTuple

from benchmarks import fit_serving
from bot.wording.words import environment
from engine.base.interval import Interval
from engine.base.run_config import config_of
from engine.library import Library
from engine.speed.backtest import Outcome, parts, score, worst
from engine.training.cross_validation import cross_validated
from engine.training.model import observed, spreads
from knowledge.facts import Facts
from knowledge.loading.load import load

HERE = Path(__file__).resolve().parents[1] / "docs"
TEMPLATES = Path(__file__).parent
COMPUTED = "gives no tokens/s"  # rows whose tokens/s were worked out from published TFLOP/s
SIDE, EDGE = 640, 60
LOWEST, HIGHEST = 0.0, 6.0  # powers of ten of tokens/s a chip
COLOURS = {"nvidia": "#4c9a2a", "amd": "#d1495b", "google": "#2e6fbb", "aws": "#e08e0b", "intel": "#7a5195"}


class Point(NamedTuple):
    """One row on the picture."""

    x: float
    y: float
    colour: str


def outcomes(facts: Facts) -> list[Outcome]:
    """Every training row, foretold without its group."""
    library = Library(facts)
    constants = library.constants
    held = observed(facts.measurements, library.settings, constants)
    widening = constants.likely("training_interval_widening")
    found = cross_validated(held, spreads(constants), library.settings, constants, widening)
    return [
        Outcome(row.id, config_of(row), row.group, speed, row.tokens_per_second_per_accelerator, False, False)
        for row, speed in found
    ]


def served(facts: Facts) -> list[Outcome]:
    """Every serving row, foretold by a fit that never saw its group."""
    entries = tomllib.loads(fit_serving.PRIORS.read_text(encoding="utf-8"))
    rows = fit_serving.known(facts)
    of = fit_serving.unknowns(rows, entries)
    errors = fit_serving.left_out(rows, of, fit_serving.fit(rows, of), lambda row: row.group)
    wide = fit_serving.spreads(errors, errors)
    published = {row.id: row for row in facts.measurements}
    found = []
    for row, error in errors:
        held = published[row.id]
        measured = held.tokens_per_second_per_accelerator
        speed = Interval.around(measured * exp(error), wide[fit_serving.software_of(row)])
        found.append(Outcome(held.id, config_of(held), held.group, speed, measured, False, False))
    return found


def kinds(facts: Facts, held: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """The rows in the ways one asks about them."""
    rows = {row.id: row for row in facts.measurements}
    found: dict[str, list[Outcome]] = {
        "all rows": [],
        "all but BERT on Trainium1": [],
        "tokens/s published": [],
        "dense, full": [],
        "mixture of experts": [],
        "adapters": [],
    }
    for one in held:
        found["all rows"].append(one)
        if one.trial.architecture != "encoder":
            found["all but BERT on Trainium1"].append(one)
        if COMPUTED not in (rows[one.id].note or ""):
            found["tokens/s published"].append(one)
        adapters = one.trial.method in ("lora", "qlora")
        work = "adapters" if adapters else {"moe": "mixture of experts"}.get(one.trial.architecture, "dense, full")
        found[work].append(one)
        code = one.trial.benchmark.split("/")[0].split("-v")[0]
        found.setdefault(code, []).append(one)
    return found


def points(facts: Facts, held: Iterable[Outcome]) -> list[Point]:
    scale = (SIDE - 2 * EDGE) / (HIGHEST - LOWEST)
    return [
        Point(
            round(EDGE + (log10(one.measured or 1.0) - LOWEST) * scale, 1),
            round(SIDE - EDGE - (log10(one.speed.likely) - LOWEST) * scale, 1),
            COLOURS[facts.accelerators[one.trial.accelerator].vendor],
        )
        for one in held
    ]


def written(facts: Facts) -> dict[str, str]:
    """The files by name."""
    held, serving = outcomes(facts), served(facts)
    by_software: dict[str, list[Outcome]] = {"all rows": []}
    for one in serving:
        by_software["all rows"].append(one)
        by_software.setdefault(one.trial.benchmark.split("/")[0], []).append(one)
    templates = environment()
    by_kind = {name: score(rows) for name, rows in kinds(facts, held).items()}
    table = templates.from_string((TEMPLATES / "accuracy.md.j2").read_text(encoding="utf-8")).render(
        kinds=by_kind, parts=parts(held), worst=worst(held, 12), all=score(held),
        served={name: score(rows) for name, rows in by_software.items()}, served_parts=parts(serving),
    )  # fmt: skip
    svg, powers = (
        templates.from_string((TEMPLATES / "accuracy.svg.j2").read_text(encoding="utf-8")),
        range(int(LOWEST), int(HIGHEST) + 1),
    )
    pictures = {
        name: svg.render(points=points(facts, drawn), colours=COLOURS, side=SIDE, edge=EDGE, powers=powers).rstrip()
        + "\n"
        for name, drawn in (("accuracy.svg", held), ("accuracy-serving.svg", serving))
    }
    return {"accuracy.md": table.rstrip() + "\n", **pictures}


def main() -> None:
    for name, text in written(load()).items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
