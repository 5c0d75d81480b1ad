"""Which chip takes less energy for the same training: power over achieved speed, with what is only claimed."""

from __future__ import annotations

from engine.answers.mentioned import FAMILIES
from engine.base.evidence import Achieved
from engine.base.interval import Interval
from engine.base.reason import (
    Why,
)
from engine.carbon.footprint import IDEAL_PUE, chip_watts, drawn_share, energy_kwh, is_estimated
from engine.library import Library
from engine.options.assumptions import fill
from engine.options.problem import is_named
from engine.speed.throughput import achieved
from engine.workload.flops import shape, training_flops_per_token
from engine.workload.profile import Reading
from knowledge.facts import Accelerator, Scalar
from knowledge.units import SECONDS_PER_HOUR, TERA

TOKENS = 1e9  # the unit of work compared on


def energy_compared(reading: Reading, library: Library) -> list[Why]:
    """For each family or chip named, the one that takes the least for a billion tokens; whether the order is sure.

    At the plug of the machines: place, and with it PUE and grid, is the same for all and left out.
    """
    words = reading.profile.candidates
    if len(words) < 2 or not set(words) & FAMILIES:
        return []
    flop, size = _work(reading, library)
    best: dict[str, tuple[tuple[bool, float], Interval, Why]] = {}  # by word: standing, energy, sentence
    without: list[Accelerator] = []
    for word in words:
        for chip in (one for one in library.facts.accelerators.values() if one.trains and is_named(one, {word})):
            speed = achieved("training", chip, shape(fill(reading, library).profile, library.facts), library)
            used = _kwh(chip, speed, flop, library)
            if used is None or speed is None:
                without += [chip] if chip not in without else []
            elif word not in best or _standing(speed, used) < best[word][0]:
                best[word] = _standing(speed, used), used, _said(chip, speed, used, size)
    ranked = sorted(best.values(), key=lambda held: held[1].likely)
    said = [why for *_, why in ranked]
    if len(ranked) > 1:
        first, second = ranked[0][1], ranked[1][1]
        said.append(Why("energy_decided" if first.high < second.low else "energy_open"))
    if without:
        said.append(Why("energy_unknown", {"chips": ", ".join(chip.name for chip in without)}))
    return said


def _work(reading: Reading, library: Library) -> tuple[float, float]:
    """TFLOP of a billion tokens, and the size they are for: the one said, else the one assumed."""
    form = shape(fill(reading, library).profile, library.facts)
    per_token = training_flops_per_token(form, library.constants.likely("sequence_length"))
    return per_token * TOKENS / TERA, form.parameters


def _kwh(chip: Accelerator, speed: Achieved | None, tflop: float, library: Library) -> Interval | None:
    """TFLOP / (TFLOP/s x 3600) chip-hours, times power, in kWh."""
    watts = chip_watts(chip, library.constants)
    if speed is None or watts is None:
        return None
    hours = speed.speed.inverse().times(tflop / SECONDS_PER_HOUR)
    return energy_kwh(hours, watts, drawn_share(library.constants), Interval.exactly(IDEAL_PUE))


def _standing(speed: Achieved, used: Interval) -> tuple[bool, float]:
    """A speed somebody measured or claimed before one inferred from other chips; then the least energy."""
    return speed.basis == "extrapolated", used.likely


def _said(chip: Accelerator, speed: Achieved, used: Interval, size: float) -> Why:
    values: dict[str, Scalar] = {
        "chip": chip.name, "size": size, "tokens": TOKENS, "low": used.low, "likely": used.likely,
        "high": used.high, "watts": chip.tdp_w.value if chip.tdp_w else 0.0, "estimated": is_estimated(chip),
        "tflops": speed.speed.likely, "basis": speed.basis,
    }  # fmt: skip
    watts = (chip.tdp_w.source,) if chip.tdp_w else ()
    return Why("energy_of", values, tuple(dict.fromkeys((*watts, *speed.cites[:1]))))
