"""Which card transcribes the most audio for a dollar: those that were named, by transcription that was published."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.served.audio import CardCost, costs_of, is_of_audio, measured_of, rests_on, table_of_costs
from engine.forms.served.shown import Part, Shown, shown_in

RANKS = "audio_per_dollar"  # the cue
AUDIO, MOST = 1000.0, 4  # hours that the table costs; chips that are ranked
Ranked = tuple[str, str, float, float, float, float]


class AudioRanked(Reason, code="audio_ranked"):
    """Machines with one card each, the most hours of audio a dollar first: machine, chip, dollars an hour, hours of
    audio a dollar, at least and at most. `is_close`: the ranges of the first two overlap."""

    rows: tuple[Ranked, ...]
    is_close: bool
    is_named: bool


class AudioUnheld(Reason, code="audio_unheld"):
    """A machine that was named, whose speed nobody published: how many times real time it has to do to be level."""

    instance: str
    usd_per_hour: float
    times: float


def asks(shown: Shown) -> bool:
    """Whether the amount of audio for the money is asked, of which nothing says how much there is."""
    return is_of_audio(shown) and shown.has(RANKS)


def answer(question: Question) -> FactAnswer | None:
    """None where nothing that is sold holds it."""
    base = measured_of(question.library.facts)
    if base is None:
        return None
    costs, named = costs_of(question, base, AUDIO)
    cheapest = {one.chip.id: one for one in reversed(named or costs)}.values()
    each = sorted(cheapest, key=lambda one: (one.usd.likely, one.instance.id))[:MOST]
    if not each:
        return None
    first = AudioRanked(
        rows=tuple(_row(one) for one in each),
        is_close=len(each) > 1 and each[1].usd.low < each[0].usd.high,
        is_named=bool(named),
        cites=(*(cite for one in each for cite in one.cites[:1]), base.source),
    )
    lines = (*_unheld(question, each), rests_on(base, question.library.facts))
    return FactAnswer(headline=first, sentences=lines, table=table_of_costs(costs, each[0]))


def _row(one: CardCost) -> Ranked:
    usd = one.usd
    return (one.instance.id, one.chip.name, one.usd_per_hour, AUDIO / usd.likely, AUDIO / usd.high, AUDIO / usd.low)


def _unheld(question: Question, each: list[CardCost]) -> tuple[AudioUnheld, ...]:
    """Of each machine that was named and is not among those that were ranked."""
    facts, book = question.library.facts, question.library.prices(question.day)
    ranked, found = {one.instance.id for one in each}, list[AudioUnheld]()
    for name in shown_in(question.reading).said.instances:
        thing = facts.instances.get(name)
        quote = book.near(thing, "on_demand", question.said.region) if thing and name not in ranked else None
        if thing is not None and quote is not None:
            rate = quote.usd_per_hour.likely
            level = rate * AUDIO / each[0].usd.likely
            found.append(AudioUnheld(instance=name, usd_per_hour=rate, times=level, cites=quote.cites[:1]))
    return tuple(found)


AUDIO_RANKED = Part(asks, answer)
