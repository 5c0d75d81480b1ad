"""Training throughput of a setting: roofline x named effects x what near evidence adds, with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, hypot, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.base.interval import Z80, Interval
from engine.base.reason import (
    Why,
)
from engine.base.run_config import config_of
from engine.training.effects import ADAPTERS, TERA, TrainingRun, combined, effect, precision_class, terms
from engine.training.fit import FitPoint, Fitted, gather, missed, robust_weights
from engine.training.resolve import Resolver, stack
from engine.training.similarity import KINDS, Neighbors, Spreads, alike, place
from knowledge.facts import Facts, Measurement

if TYPE_CHECKING:
    from engine.base.constants import Constants

NEAREST = 3  # groups whose sources are named
KIN = 0.5  # likeness of peak from which a measured chip of the vendor speaks for one nobody measured


class FitRow(NamedTuple):
    """One measured row as the fit sees it, with the sources of its figure."""

    row: Measurement
    seen: FitPoint
    bf16: bool


class TrainingModel:
    """Effects and near evidence; made once from the measurements and the fitted constants."""

    def __init__(
        self, evidence: Iterable[FitRow], fitted: Fitted, spreads: Spreads, widening: float, constants: Constants
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
        self._near = Neighbors(gathered.places, gathered.rows, missed(gathered, fitted.effects), spreads)
        self._works = {(entry.row.accelerator, entry.row.method in ADAPTERS) for entry in held}
        self._vendors = {(entry.seen.place.vendor, entry.row.method in ADAPTERS) for entry in held}
        self._codes = _codes(held)
        self._bf16 = {entry.row.accelerator for entry in held if entry.bf16}
        self._stacks = {entry.seen.place.stack for entry in held}

    def reached(self, setting: TrainingRun) -> Interval:
        """TFLOP/s a chip."""
        found = terms(setting, self._constants)
        correction, left = self._near.correction(place(setting))
        unsure = sum((self._fitted.errors[name] * value) ** 2 for name, value in found.items() if value)
        sigma = sqrt(left + self._spreads.row**2 + unsure) * self._widening
        sigma = hypot(sigma, *(self._constants.likely(doubt) for doubt in self._beyond(setting)))
        likely = exp(combined(found, self._fitted.effects) + correction) * setting.chip.bf16_dense_tflops.value
        return Interval.around(likely, sigma)

    def _beyond(self, setting: TrainingRun) -> Iterator[str]:
        """The constants that hold the doubt of leaving what was measured: the vendor's work, the chip, the code."""
        here = place(setting)
        strange = setting.chip.id not in self._codes
        kin = not strange or any(alike(here, other)["peak"] > KIN for other in self._near.places)
        if not kin or not self.done_on(setting.chip.vendor, adapters=setting.adapters):
            yield "extrapolation_spread"
        if strange:
            yield "measurement_spread_one_group"
        if setting.stack not in self._stacks:
            yield "measurement_spread_one_group"

    def anybody_s(self, setting: TrainingRun) -> Interval:
        """TFLOP/s a chip in code nobody has published: between the codes published on the chip, by their groups.

        The mean is that of ln(speed); the spread holds that of each code, that between them, and that of one more.
        """
        codes = self.codes(setting.chip.id)
        total = sum(codes.values())
        found = [(count / total, self.reached(setting._replace(stack=code))) for code, count in codes.items()]
        middle = sum(share * log(speed.likely) for share, speed in found)
        spread = sum(share * (speed.sigma**2 + (log(speed.likely) - middle) ** 2) for share, speed in found)
        one_more = self._constants.likely("measurement_spread_one_group")
        return Interval.around(exp(middle), hypot(sqrt(spread), one_more))

    def codes(self, chip: str) -> dict[str, int]:
        """Groups measured on a chip by whose code it was: those in BF16 where there are any, else all."""
        return self._codes.get(chip, {})

    def tokens_per_second(self, setting: TrainingRun) -> Interval:
        """A chip's."""
        return self.reached(setting).times(TERA / setting.flops_per_token)

    def measured(self, setting: TrainingRun) -> bool:
        """Whether this kind of work was measured on the chip.

        Full training there speaks for adapters too, where the vendor's chips were measured with adapters; adapters
        do not speak for full training.
        """
        chip, vendor = setting.chip.id, setting.chip.vendor
        by_vendor = (chip, False) in self._works and self.done_on(vendor, adapters=setting.adapters)
        return (chip, setting.adapters) in self._works or by_vendor

    def done_on(self, vendor: str, *, adapters: bool) -> bool:
        """Whether this kind of work was measured on any chip of a vendor."""
        return (vendor, adapters) in self._vendors

    def in_bf16(self, chip: str) -> bool:
        """Whether anything was measured on the chip in BF16."""
        return chip in self._bf16

    def nearest(self, setting: TrainingRun) -> list[Measurement]:
        """A row of each of the nearest groups, nearest first."""
        here = place(setting)
        ranked = self._near.order(here)
        own = [i for i in ranked if self._rows[self._groups[i]][0].accelerator == setting.chip.id]
        return [self._rows[self._groups[i]][0] for i in (own or ranked)[:NEAREST]]


def _codes(held: Sequence[FitRow]) -> dict[str, dict[str, int]]:
    """Groups by chip and code, BF16 alone where a chip has any."""
    found: dict[str, dict[str, int]] = {}
    for plain in (True, False):
        groups: dict[tuple[str, str], set[str]] = {}
        for entry in held:
            if entry.bf16 or not plain:
                groups.setdefault((entry.row.accelerator, stack(entry.row.benchmark)), set()).add(entry.seen.group)
        known = set(found)
        for (chip, code), names in groups.items():
            if chip not in known:
                found.setdefault(chip, {})[code] = len(names)
    return found


def observed(rows: Iterable[Measurement], settings: Resolver, constants: Constants) -> list[FitRow]:
    """Training rows as the fit sees them."""
    found = []
    for row in rows:
        if row.kind != "training":
            continue
        setting = settings.of(config_of(row))
        if isinstance(setting, Why):
            continue
        tflops = row.tokens_per_second_per_accelerator * setting.flops_per_token / TERA
        reached = log(tflops / setting.chip.bf16_dense_tflops.value)
        seen = FitPoint(row.group, place(setting), terms(setting, constants), reached)
        found.append(FitRow(row, seen, precision_class(setting) == "bf16"))
    return found


def spreads(constants: Constants) -> Spreads:
    """The fitted spreads."""
    alike = {kind: constants.likely(f"training_alike_{kind}") for kind in KINDS}
    return Spreads(alike, constants.likely("training_spread_group"), constants.likely("training_spread_row"))


def shipped_model(facts: Facts, settings: Resolver, constants: Constants) -> TrainingModel:
    """The model of the shipped measurements and the shipped fit."""
    held = observed(facts.measurements, settings, constants)
    fitted = shipped(held[0].seen.terms if held else (), constants)
    return TrainingModel(held, fitted, spreads(constants), constants.likely("training_interval_widening"), constants)


def shipped(names: Iterable[str], constants: Constants) -> Fitted:
    """The effects that stand in the data, with the standard errors their intervals mean."""
    held: Mapping[str, Interval] = {name: constants.spread(effect(name)) for name in names}
    errors = {name: (value.high - value.low) / (2 * Z80) for name, value in held.items()}
    return Fitted({name: value.likely for name, value in held.items()}, errors)
