"""Accuracy the honest way: every group is foretold by a fit that never saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.base.constants import Constants
from engine.base.interval import Interval
from engine.base.run_config import config_of
from engine.training.fit import fit, gather, robust_weights
from engine.training.model import FitRow, TrainingModel
from engine.training.resolve import Resolver
from engine.training.similarity import Spreads
from knowledge.facts import Measurement


def cross_validated(
    evidence: Sequence[FitRow], spreads: Spreads, settings: Resolver, constants: Constants, widening: float
) -> Iterator[tuple[Measurement, Interval]]:
    """Each row with its interval in tokens/s a chip, from the rows of all other groups.

    The spreads of likeness and the widening are those of all rows: they are nine numbers, and a group is one of
    more than a hundred that chose them. The effects and the near evidence are fitted anew.
    """
    for group in dict.fromkeys(entry.seen.group for entry in evidence):
        rest = [entry for entry in evidence if entry.seen.group != group]
        seen = [entry.seen for entry in rest]
        weights = robust_weights(seen, fit(gather(seen), spreads), spreads)
        fitted = fit(gather(seen, weights), spreads)
        model = TrainingModel(rest, fitted, spreads, widening, constants)
        for entry in evidence:
            if entry.seen.group == group:
                yield entry.row, model.tokens_per_second(settings.at(config_of(entry.row)))
