"""Texts as they were read: on its way to an answer a text is read several times, which takes as long each time."""

from __future__ import annotations

from collections import deque
from datetime import date

from bot.advice.typed.told_rate import without_slip
from engine.answers.mentioned import as_sized
from engine.forms import Form
from engine.forms.carbon import CARBON
from engine.forms.money.led import led
from engine.forms.money.said import is_of_money
from engine.forms.price import PRICE
from engine.prices.areas import country, joined
from engine.reading.asking.due import in_days
from engine.reading.asking.turn import turned, whole
from engine.reading.document import laid_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Reading
from knowledge.facts import Area, Facts, Region

KEPT = 16  # the last ones: a message of four questions has as many parts, each read alone and in its place
MOST = 4  # places named together: more are a list of something else


class Readings:
    """Reads with one vocabulary; a rate that no chip costs is not used. Safe for several threads."""

    def __init__(self, vocabulary: Vocabulary, facts: Facts) -> None:
        self._vocabulary, self._facts = vocabulary, facts
        self._kept: deque[tuple[str, Reading | None, Reading]] = deque(maxlen=KEPT)

    def of(self, text: str, before: Reading | None = None, today: date | None = None) -> Reading:
        """With `before` it is a follow-up to that; with `today` a day by which work has to be done is days ahead."""
        made = self._of(text, before)
        timed = in_days(laid_out(text, self._vocabulary), made.profile, today) if today else None
        return self._of(timed, before) if timed else made

    def _of(self, text: str, before: Reading | None) -> Reading:
        for known, on, made in tuple(self._kept):
            if known == text and on == before:
                return made
        read = turned(before, text, self._vocabulary) if before else whole(text, self._vocabulary)
        read = without_slip(read, self._facts)
        if read.form != CARBON.id:  # which weighs the places that it is asked about
            read = in_places(read, self._facts, priced=_is_priced(read))
        made = as_sized(in_country(read, self._facts), self._facts)
        made = made if before and not made.changed else led(made)
        self._kept.append((text, before, made))
        return made

    def searched(self, reading: Reading, form: Form) -> str:
        """What passages are searched by: where figures answer for the things that are named, without them."""
        text = self._vocabulary.in_english(reading.text)
        if form.has_figures and reading.profile.run_hours:
            for slot in ("candidates", "instances"):
                for word in reading.words.get(slot, "").split():
                    text = text.replace(word, " ")
        return text


def in_country(reading: Reading, facts: Facts) -> Reading:
    """A country where a price is asked for is all of its regions; elsewhere it is the main one."""
    priced = _is_priced(reading)
    main, turn = reading.profile.region, reading.turn
    area = country(reading.words.get("region", ""), facts) if priced and main in facts.regions else None
    if area is None or main not in facts.areas[area].regions:
        return reading
    wide = {"region": area}
    told = turn.model_copy(update=wide) if turn is not None and turn.region == main else turn
    return reading.model_copy(update={"profile": reading.profile.model_copy(update=wide), "turn": told})


def _is_priced(reading: Reading) -> bool:
    return PRICE.id == reading.form or PRICE.intent == reading.intent or is_of_money(reading)


def in_places(reading: Reading, facts: Facts, *, priced: bool) -> Reading:
    """With several places that were named as one: "in us-east-1 or us-west-2" is either.

    `priced`: a country stands for all of its regions, as where one alone is named. The reading itself where only one
    place, or none, was named.
    """
    named = reading.ambiguous.get("region", ())
    if reading.profile.region is not None or not 1 < len(named) <= MOST:
        return reading
    text = reading.text.casefold()
    places = [_country(name, text, facts) or name for name in named] if priced else list(named)
    region = joined(places)
    words = [_written(name, text, facts) for name in named]
    turn = reading.turn
    return reading.model_copy(
        update={
            "profile": reading.profile.model_copy(update={"region": region}),
            "turn": turn.model_copy(update={"region": region}) if turn is not None else None,
            "ambiguous": {slot: values for slot, values in reading.ambiguous.items() if slot != "region"},
            "words": {**reading.words, "region": joined([word for word in words if word])},
        }
    )


def _country(region: str, text: str, facts: Facts) -> str | None:
    """The country in the text whose main region this is."""
    areas = (area for area in facts.areas.values() if region in area.regions)
    return next((area.id for area in areas if any(name in text for name in area.country)), None)


def _written(name: str, text: str, facts: Facts) -> str:
    """The name of a place that the text uses; empty where it is none of those that are known."""
    place: Region | Area | None = facts.regions.get(name) or facts.areas.get(name)
    return next((word for word in (name, *(place.aliases if place else ())) if word in text), "")
