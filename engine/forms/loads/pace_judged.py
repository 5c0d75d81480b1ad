"""Whether a pace that somebody sees is ordinary, of models of images, sound or text that is read: against what was
published of the chip, else carried to it.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.loads.loads import comes_from
from engine.forms.loads.model import Served, served_model
from engine.forms.loads.rates import CLIP_SECONDS, rate_of
from engine.forms.loads.streams_held import place_of
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown, shown_in
from engine.serving.encoder import flops_per_token
from engine.workload.flops import of_model
from engine.workload.hours.told_times import seconds_in
from knowledge.facts import Accelerator
from knowledge.units import TERA

JUDGED = ("judged", "is_normal", "asks_good", "asks_bad", "slower")  # cues
ELSE = ("price_strong", "which_hardware", "no_room", "memory_error")  # of another question
_COUNTS = re.compile(r"\bhow many\b|\bwie ?viele\b|\bcombien\b|\bcu[aá]nt[ao]s\b|多少|几张", re.IGNORECASE)
CLIP, PICTURE, TEXT, STEP = "clip", "image", "text", "step"
TOKENS = 128.0  # of a sentence whose length nobody said
SLACK = 0.8  # of the least that is expected, below which it is slow
_NUMBER = r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s?"
_PICTURE = r"(?:images?|imgs?|pictures?|photos?|frames?|generations?|pics?)"
_READ = r"(?:sentences?|texts?|docs?|documents?|passages?|chunks?|embeddings?|pairs?)"
_STEP = r"(?:it|its|iterations?|steps?)"
_TIME = r"(ms|s|secs?|seconds?|mins?|minutes?|h|hours?)\b"
_A_SECOND = re.compile(
    _NUMBER + rf"(?:({_PICTURE}|{_READ}|{_STEP})?\s?(?:/|per|a)\s?s(?:ec(?:ond)?)?\b|fps\b)", re.IGNORECASE
)
_EACH = re.compile(
    _NUMBER
    + _TIME
    + rf"\s?(?:/|per|an?|each|for (?:an?|one|each)|to (?:generate|make) (?:an?|one))\s?(?:\w+\s)?{_PICTURE}\b"
    rf"|{_PICTURE} (?:takes?|took|needs?|in|every) (?:about |around |~)?" + _NUMBER + _TIME,
    re.IGNORECASE,
)
_SOUND = re.compile(
    _NUMBER + _TIME + r"\s?(?:for|per|to transcribe)\s(an?|one|\d+(?:\.\d+)?)\s?-?" + _TIME
    + r"\s?(?:of )?(?:audio|speech|sound|recordings?|podcasts?|calls?|file)",
    re.IGNORECASE,
)  # fmt: skip
_TOKENS = re.compile(_NUMBER + r"-?tok(?:en)?s?\b", re.IGNORECASE)
_FACTOR = re.compile(r"(?:\brtf\b|real[- ]time factor)\D{0,8}(\d*\.?\d+)", re.IGNORECASE)
_TIMES = re.compile(_NUMBER + r"x (?:faster than )?real[- ]?time", re.IGNORECASE)

Level = Literal["slow", "ordinary", "fast"]


class PaceJudged(Reason, code="pace_judged"):
    """The first line: so many samples a second of one chip, or hours of sound an hour, against what is expected.
    `tokens`: that each text is counted with, 0 of other work; `assumed`: nobody said them."""

    level: Level
    told: float
    unit: str
    model: str
    steps: int | None
    side: int | None
    chip: str
    chips: int
    expected: Interval
    tokens: float
    assumed: bool
    told_each: float  # seconds of one, where fewer than one a second are told or expected, else 0
    each: Interval


class PaceTaken(Reason, code="pace_taken"):
    """What usually takes the rest."""


class _Pace(NamedTuple):
    """So many a second, of pictures, texts or (hours an hour) sound; "" where the words do not say of what."""

    value: float
    of: str


def asks(shown: Shown) -> bool:
    """Whether a pace is told of one kind of machine, and judged."""
    said = shown.said
    if shown.trains or shown.of_else or said.method is not None or not shown.has(*JUDGED) or shown.has(*ELSE):
        return False
    return shown.things == 1 and _COUNTS.search(shown.text) is None and _pace(shown.text) is not None


def answer(question: Question) -> FactAnswer | None:
    """None where no speed of that model can be told."""
    facts, shown = question.library.facts, shown_in(question.reading)
    pace, place = _pace(shown.text), place_of(question)
    if pace is None or place is None:
        return None
    served = served_model(shown.text, question.said, facts)
    if served is None:
        return _of_texts(question, pace, place.chip, place.chips)
    unit = served.model.unit
    if pace.of == STEP and served.steps and unit == PICTURE:
        pace = _Pace(pace.value / served.steps, PICTURE)  # a picture takes all of them
    if unit not in (CLIP, PICTURE) or (pace.of and pace.of != unit):
        return None
    rate = rate_of(served, place.chip, facts, question.library.constants)
    if rate is None:
        return None
    expected = rate.speed.times(place.chips * (CLIP_SECONDS if unit == CLIP else 1.0))
    first = _judged(pace, expected, served, place.chip.name, place.chips, (rate.row.source,))
    return FactAnswer(headline=first, sentences=(comes_from(place.chip, rate, served), PaceTaken()), whole=True)


def _of_texts(question: Question, pace: _Pace, chip: Accelerator, chips: int) -> FactAnswer | None:
    """Of an encoder, by the share of the peak that was published of such."""
    facts, said = question.library.facts, question.said
    family, model = facts.families.get(said.model or ""), facts.models.get(said.variant or "")
    if not (family and family.encoder) or model is None or pace.of not in ("", TEXT):
        return None
    long = _TOKENS.search(question.reading.text)
    told = said.tokens_per_sample or float(said.sequence_length or 0) or (_number(long[1]) if long else 0.0)
    tokens = told or TOKENS
    found = question.library.encoder_fit.share(chip)
    a_second = found.share * chip.bf16_dense_tflops.value * TERA / (flops_per_token(of_model(model), tokens) * tokens)
    expected = Interval.around(a_second * chips, found.spread)
    first = PaceJudged(
        level=_level(pace.value, expected),
        told=pace.value,
        unit="sequence",
        model=model.name,
        steps=None,
        side=None,
        chip=chip.name,
        chips=chips,
        expected=expected,
        tokens=tokens,
        assumed=not told,
        told_each=0.0,
        each=expected.inverse(),
        cites=found.cites,
    )
    return FactAnswer(headline=first, sentences=(PaceTaken(),), whole=True)


def _judged(
    pace: _Pace, expected: Interval, served: Served, chip: str, chips: int, cites: tuple[str, ...]
) -> PaceJudged:
    return PaceJudged(
        level=_level(pace.value, expected),
        told=pace.value,
        unit="hour" if served.model.unit == CLIP else served.model.unit,
        model=served.model.name,
        steps=served.steps,
        side=served.side,
        chip=chip,
        chips=chips,
        expected=expected,
        tokens=0.0,
        assumed=False,
        told_each=1 / pace.value if min(pace.value, expected.likely) < 1 else 0.0,
        each=expected.inverse(),
        cites=cites,
    )


def _level(told: float, expected: Interval) -> Level:
    if told < expected.low * SLACK:
        return "slow"
    return "fast" if told > expected.high / SLACK else "ordinary"


def _pace(text: str) -> _Pace | None:
    """The one pace that is told."""
    if (sound := _SOUND.search(text)) is not None:
        length = 1.0 if sound[3].lower() in ("a", "an", "one") else float(sound[3])
        return _Pace(length * seconds_in(sound[4]) / (_number(sound[1]) * seconds_in(sound[2])), CLIP)
    if (factor := _FACTOR.search(text)) is not None and float(factor[1]) > 0:
        return _Pace(1 / float(factor[1]), CLIP)
    if (times := _TIMES.search(text)) is not None:
        return _Pace(_number(times[1]), CLIP)
    if (each := _EACH.search(text)) is not None:
        number, unit = (each[1], each[2]) if each[1] else (each[3], each[4])
        return _Pace(1 / (_number(number) * seconds_in(unit)), PICTURE)
    found = _A_SECOND.search(text)
    if found is None or _number(found[1]) <= 0:
        return None
    noun = found[2] or ""
    of = TEXT if re.fullmatch(_READ, noun, re.IGNORECASE) else PICTURE if noun else ""
    return _Pace(_number(found[1]), STEP if re.fullmatch(_STEP, noun, re.IGNORECASE) else of)


def _number(digits: str) -> float:
    return float(digits.replace(",", ""))


PACE_JUDGED = Part(asks, answer)
