"""What so much audio costs on each machine, by transcription that was published."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.served.by_card import between_bounds, card_rates
from engine.forms.served.shown import Shown, shown_in
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Facts, Instance, SpeechSpeed

FAMILY, AUDIO = "whisper", "hours_of_data"  # the model's family; the cue that hours are of audio
CLIPS = 120.0  # clips of 30 seconds, as which audio is read, of an hour
LEAST_GIB = "speech_least_gib"  # the constant
ROWS = 6


class CardCost(NamedTuple):
    """One card of a machine: hours of audio an hour, dollars of an hour of it and of all the audio."""

    instance: Instance
    chip: Accelerator
    speed: Interval
    usd_per_hour: float
    hours: float
    usd: Interval
    measured: bool
    cites: tuple[str, ...]


class AudioFrom(Reason, code="audio_from"):
    """The measurement behind it, how it is carried to other cards, and the same without batches."""

    chip: str
    times: float
    software: str
    slower: float | None  # of the same card with one stretch after another


def is_of_audio(shown: Shown) -> bool:
    """Whether it is of transcription, and not of learning it."""
    return shown.said.model == FAMILY and not shown.trains and shown.said.method is None


def measured_of(facts: Facts) -> SpeechSpeed | None:
    """The fastest that was published with batches."""
    rows = [one for one in facts.speech_speeds.values() if one.model.startswith(FAMILY) and one.batched]
    return max(rows, key=lambda one: one.audio_per_second, default=None)


def costs_of(question: Question, base: SpeechSpeed, hours: float) -> tuple[list[CardCost], list[CardCost]]:
    """All machines and those that were named, the cheapest for so much audio first."""
    costs = sorted(_costs(question, base, hours), key=lambda one: (one.usd.likely, one.instance.id))
    said = shown_in(question.reading).said
    words = frozenset(said.candidates) - FAMILIES
    named = [one for one in costs if one.instance.id in said.instances or (words and is_named(one.chip, words))]
    return costs, named


def rests_on(base: SpeechSpeed, facts: Facts) -> AudioFrom:
    """The measurement, and the same card without batches."""
    slow = [one for one in facts.speech_speeds.values() if one.model == base.model and not one.batched]
    own = next((one for one in slow if one.accelerator == base.accelerator), None)
    return AudioFrom(
        chip=facts.accelerators[base.accelerator].name,
        times=base.audio_per_second,
        software=base.software,
        slower=base.audio_per_second / own.audio_per_second if own else None,
        cites=(base.source,),
    )


def _costs(question: Question, base: SpeechSpeed, hours: float) -> list[CardCost]:
    """Every machine of one card that holds it, and of what was named those of several, on demand, by the card."""
    facts, said = question.library.facts, question.said
    words, found = frozenset(said.candidates) - FAMILIES, list[CardCost]()

    def is_wanted(instance: Instance) -> bool:
        chip = facts.accelerators[instance.accelerator]
        named = instance.id in said.instances or (bool(words) and is_named(chip, words))
        return named or (instance.count == 1 and not chip.arm_host)

    for instance, rate, _, cited in card_rates(question, is_wanted):
        chip = facts.accelerators[instance.accelerator]
        speed = carried(base, chip, facts)
        if speed is None:
            continue
        usd = Interval(rate * hours / speed.high, rate * hours / speed.likely, rate * hours / speed.low)
        cites = (*cited, base.source)
        own = chip.id == base.accelerator
        found.append(CardCost(instance, chip, speed, rate, hours / speed.likely, usd, own, cites))
    return found


def carried(base: SpeechSpeed, chip: Accelerator, facts: Facts) -> Interval | None:
    """Seconds of audio a second on another card of the maker; None of other makers and where it does not fit.

    Between the ratio of the 16-bit peaks, which bound the encoder, and that of the bandwidths, which bound the
    decoder; likely is their geometric mean.
    """
    known, least = facts.accelerators[base.accelerator], facts.constants[LEAST_GIB].value.likely
    if chip.vendor != known.vendor or not chip.serves or chip.hbm_gib.value < least:
        return None
    ratio = between_bounds(known, chip)
    return ratio.times(base.audio_per_second) if ratio else None


def table_of_costs(costs: list[CardCost], lead: CardCost) -> AnswerTable:
    """The cheapest machine of each chip."""
    each = list({one.chip.id: one for one in reversed(costs)}.values())[::-1]
    shown = sorted({one.instance.id: one for one in (lead, *each)}.values(), key=lambda one: one.usd.likely)[:ROWS]
    rows = [
        AnswerRow(
            cells=(_machine(one), one.usd_per_hour, one.speed.likely, one.hours, one.usd.likely),
            cites=one.cites[:1],
            is_best=one.instance.id == lead.instance.id,
        )
        for one in shown
    ]
    return AnswerTable(
        words="audio", columns=("machine", "hourly", "audio_times", "run_hours", "audio_usd"), rows=tuple(rows)
    )


def _machine(one: CardCost) -> str:
    return f"{one.instance.id} ({one.chip.name})"
