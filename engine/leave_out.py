"""Accuracy the honest way: every group is foretold by a fit that never saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.constants import Constants
from engine.interval import Interval
from engine.likeness import Spreads
from engine.training_fit import fit, gather, robust_weights
from engine.training_setting import Settings
from engine.training_speed import Evidence, TrainingModel
from engine.trial import covered
from knowledge.facts import Measurement


def foretold_without_their_group(
    evidence: Sequence[Evidence], spreads: Spreads, settings: Settings, constants: Constants, widening: float
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
                yield entry.row, model.tokens_per_second(settings.at(covered(entry.row)))
