"""Writes docs/accuracy.md and docs/accuracy.svg: every group of measurements foretold by a fit that never saw it.

Run: make accuracy. The same measurements give the same files.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log10
from pathlib import Path
from typing import NamedTuple

from bot.words import environment
from engine.backtest import Outcome, parts, score, worst
from engine.leave_out import foretold_without_their_group
from engine.library import Library
from engine.training_speed import observed, spreads
from engine.trial import covered
from knowledge.facts import Facts
from knowledge.load import load

HERE = Path(__file__).parent
COMPUTED = "gives no tokens/s"  # rows whose tokens/s were worked out from published TFLOP/s
SIDE, EDGE = 640, 60
LOWEST, HIGHEST = 1.0, 6.0  # powers of ten of tokens/s a chip
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
    found = foretold_without_their_group(held, spreads(constants), library.settings, constants, widening)
    return [
        Outcome(row.id, covered(row), row.group, speed, row.tokens_per_second_per_accelerator, False, False)
        for row, speed in found
    ]


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
    held = outcomes(facts)
    templates = environment()
    by_kind = {name: score(rows) for name, rows in kinds(facts, held).items()}
    table = templates.get_template("accuracy.md.j2").render(
        kinds=by_kind, parts=parts(held), worst=worst(held, 12), all=score(held)
    )
    picture = templates.get_template("accuracy.svg.j2").render(
        points=points(facts, held), colours=COLOURS, side=SIDE, edge=EDGE, powers=range(int(LOWEST), int(HIGHEST) + 1)
    )
    return {"accuracy.md": table.rstrip() + "\n", "accuracy.svg": picture.rstrip() + "\n"}


def main() -> None:
    for name, text in written(load()).items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
