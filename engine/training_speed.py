"""Training throughput of a setting: roofline x named effects x what near evidence adds, with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.interval import Z80, Interval
from engine.likeness import KINDS, Near, Spreads, place
from engine.options import Why
from engine.training_fit import Fitted, Observed, gather, missed, robust_weights
from engine.training_setting import Settings
from engine.training_terms import TERA, Setting, combined, effect, terms
from engine.trial import Foretold, Prediction, Trial, covered
from knowledge.facts import Facts, Measurement

if TYPE_CHECKING:
    from engine.constants import Constants
    from engine.library import Library

NEAREST = 3  # groups whose sources are named


class Evidence(NamedTuple):
    """One measured row as the fit sees it, with the sources of its figure."""

    row: Measurement
    seen: Observed


class TrainingModel:
    """Effects and near evidence; made once from the measurements and the fitted constants."""

    def __init__(
        self, evidence: Iterable[Evidence], fitted: Fitted, spreads: Spreads, widening: float, constants: Constants
    ) -> None:
        self._fitted, self._spreads, self._widening = fitted, spreads, widening
        self._constants = constants
        held = list(evidence)
        seen = [entry.seen for entry in held]
        gathered = gather(seen, robust_weights(seen, fitted, spreads))
        self._groups = gathered.groups
        self._rows: dict[str, list[Measurement]] = {}
        for entry in held:
            self._rows.setdefault(entry.seen.group, []).append(entry.row)
        self._near = Near(gathered.places, gathered.rows, missed(gathered, fitted.effects), spreads)
        self._methods = {(entry.row.accelerator, entry.row.method in ("lora", "qlora")) for entry in held}

    def reached(self, setting: Setting) -> Interval:
        """TFLOP/s a chip."""
        found = terms(setting, self._constants)
        correction, left = self._near.correction(place(setting))
        doubt = sum((self._fitted.errors[name] * value) ** 2 for name, value in found.items() if value)
        sigma = sqrt(left + self._spreads.row**2 + doubt) * self._widening
        likely = exp(combined(found, self._fitted.effects) + correction) * setting.chip.bf16_dense_tflops.value
        return Interval.around(likely, sigma)

    def tokens_per_second(self, setting: Setting) -> Interval:
        """A chip's."""
        return self.reached(setting).times(TERA / setting.flops_per_token)

    def measured(self, setting: Setting) -> bool:
        """Whether this kind of work was measured on this chip: with adapters, or without."""
        return (setting.chip.id, setting.adapters) in self._methods

    def groups_of(self, chip: str) -> int:
        """Groups of measurements of a chip."""
        return sum(rows[0].accelerator == chip for rows in self._rows.values())

    def nearest(self, setting: Setting) -> list[Measurement]:
        """A row of each of the nearest groups, nearest first."""
        here = place(setting)
        ranked = self._near.order(here)
        own = [i for i in ranked if self._rows[self._groups[i]][0].accelerator == setting.chip.id]
        return [self._rows[self._groups[i]][0] for i in (own or ranked)[:NEAREST]]


def foretell(trial: Trial, library: Library) -> Prediction:
    """Tokens/s per accelerator of a training run, or what is missing to predict it."""
    setting = library.settings.of(trial)
    if isinstance(setting, Why):
        return setting
    if not setting.chip.trains:
        return Why(code="wrong_task", values={"chip": setting.chip.name, "task": "training"})
    model = library.training
    return Foretold(
        speed=model.tokens_per_second(setting),
        extrapolated=not model.measured(setting),
        cites=tuple(dict.fromkeys(row.source for row in model.nearest(setting))),
    )


def observed(rows: Iterable[Measurement], settings: Settings, constants: Constants) -> list[Evidence]:
    """Training rows as the fit sees them."""
    found = []
    for row in rows:
        if row.kind != "training":
            continue
        setting = settings.of(covered(row))
        if isinstance(setting, Why):
            continue
        tflops = row.tokens_per_second_per_accelerator * setting.flops_per_token / TERA
        reached = log(tflops / setting.chip.bf16_dense_tflops.value)
        found.append(Evidence(row, Observed(row.group, place(setting), terms(setting, constants), reached)))
    return found


def spreads(constants: Constants) -> Spreads:
    """The fitted spreads."""
    alike = {kind: constants.likely(f"training_alike_{kind}") for kind in KINDS}
    return Spreads(alike, constants.likely("training_spread_group"), constants.likely("training_spread_row"))


def shipped_model(facts: Facts, settings: Settings, constants: Constants) -> TrainingModel:
    """The model of the shipped measurements and the shipped fit."""
    held = observed(facts.measurements, settings, constants)
    fitted = shipped(held[0].seen.terms if held else (), constants)
    return TrainingModel(held, fitted, spreads(constants), constants.likely("training_interval_widening"), constants)


def shipped(names: Iterable[str], constants: Constants) -> Fitted:
    """The effects that stand in the data, with the standard errors their intervals mean."""
    held: Mapping[str, Interval] = {name: constants.spread(effect(name)) for name in names}
    errors = {name: (value.high - value.low) / (2 * Z80) for name, value in held.items()}
    return Fitted({name: value.likely for name, value in held.items()}, errors)
